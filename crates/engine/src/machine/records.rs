//! Records of an instruction: violations, cuts, assumptions.
//!
//! The machine records them and does not judge them; the explorer takes them when the instruction is over.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BlockId, FuncId};
use memory::Site;
use term::Term;

use crate::findings::end::Violation;
use crate::findings::outcome::Cut;
use crate::state::frames::State;
use crate::state::path::Witness;

/// A violation of a property that is checked, with a witness.
pub(crate) struct WitnessedViolation<M> {
    /// A copy of the state at the violation.
    pub(crate) state: State<M>,
    /// The violation.
    pub(crate) violation: Violation,
    /// The condition under which it happens.
    pub(crate) condition: Term,
    /// An input that takes the path and satisfies the condition.
    pub(crate) witness: Rc<Witness>,
}

/// The records that the explorer has not taken yet.
pub(crate) struct Records<M> {
    /// Violations, in order.
    pub(crate) violations: Vec<WitnessedViolation<M>>,
    /// Cuts.
    pub(crate) cuts: Vec<Cut>,
    /// Assumptions, and the site of the first of each.
    pub(crate) assumed: BTreeMap<String, Site>,
    /// How often the continuation of the path depended on inputs.
    pub(crate) choices: u32,
    /// The functions and blocks of the innermost calls where that first happened; stale while `choices` is 0.
    pub(crate) choice_at: Vec<(FuncId, BlockId)>,
}

impl<M> Default for Records<M> {
    fn default() -> Records<M> {
        Records {
            violations: Vec::new(),
            cuts: Vec::new(),
            assumed: BTreeMap::new(),
            choices: 0,
            choice_at: Vec::new(),
        }
    }
}

impl<M> Records<M> {
    /// Whether there are no records.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.violations.is_empty()
            && self.cuts.is_empty()
            && self.assumed.is_empty()
            && self.choices == 0
    }
}

/// The log of a trace, filled while an instruction runs.
#[derive(Default)]
pub(crate) struct Log {
    /// Decisions: the condition, its truth value, and the number of conditions that the path had before.
    pub(crate) decisions: Vec<(Term, bool, usize)>,
    /// The number of iterations of a loop that was summarised.
    pub(crate) iterations: Option<Term>,
    /// The condition of the first decision that was not given.
    pub(crate) next: Option<Term>,
}
