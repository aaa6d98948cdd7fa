//! What an instruction notes beside what it comes to: violations, cuts, assumptions.
//!
//! The interpreter writes them down and decides nothing about them; whoever runs it takes them when the instruction is over.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BlockId, FuncId};
use memory::Site;
use term::Term;

use crate::findings::end::Violation;
use crate::findings::outcome::Cut;
use crate::state::frames::State;
use crate::state::path::Witness;

/// A violation of a property that was asked for.
pub(crate) struct WitnessedViolation<M> {
    /// The state, as it was then.
    pub(crate) state: State<M>,
    /// What and where.
    pub(crate) violation: Violation,
    /// The condition under which it happens.
    pub(crate) condition: Term,
    /// An input that takes the path and meets the condition.
    pub(crate) witness: Rc<Witness>,
}

/// What was noted and not taken yet.
pub(crate) struct Notes<M> {
    /// Violations, in order.
    pub(crate) violations: Vec<WitnessedViolation<M>>,
    /// Reasons why something may be missed.
    pub(crate) cuts: Vec<Cut>,
    /// What was taken for granted, and where first.
    pub(crate) assumed: BTreeMap<String, Site>,
    /// How often it depended on inputs how the path goes on.
    pub(crate) choices: u32,
    /// Where that was: the innermost calls.
    pub(crate) choice_at: Vec<(FuncId, BlockId)>,
}

impl<M> Default for Notes<M> {
    fn default() -> Notes<M> {
        Notes {
            violations: Vec::new(),
            cuts: Vec::new(),
            assumed: BTreeMap::new(),
            choices: 0,
            choice_at: Vec::new(),
        }
    }
}

impl<M> Notes<M> {
    /// Whether there is nothing to take.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.violations.is_empty()
            && self.cuts.is_empty()
            && self.assumed.is_empty()
            && self.choices == 0
    }
}

/// What is noted for a trace while an instruction runs.
#[derive(Default)]
pub(crate) struct Log {
    /// Decisions: the condition, whether it holds, and how many conditions the path had before.
    pub(crate) decisions: Vec<(Term, bool, usize)>,
    /// The number of rounds of a loop that was done in one step.
    pub(crate) rounds: Option<Term>,
    /// The decision that nobody gave.
    pub(crate) next: Option<Term>,
}
