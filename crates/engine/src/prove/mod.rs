//! The prover: shows that no input violates a property, also where loops have no bound.
//!
//! It runs *abstract* states, which over-approximate: at the header of a loop a state is replaced by one in which
//! the locations that an iteration changes hold symbols, about which only facts are known (the loop invariant).
//! The invariant is inductive if every state that comes back to the header satisfies the facts and differs from the
//! state at the entry in those locations alone; facts that a state violates are dropped, and the loop starts again.
//! Abstract states only prove. A violation, a cut or something without a generalisation in an abstract state means
//! that the prover has no answer, and nothing else. So nothing that is found here is ever reported.
//!
//! | file | holds |
//! |---|---|
//! | `search` | the states that wait, the loops that they are in, and what happens at a header |
//! | `difference` | the locations in which two states at a header differ |
//! | `invariant` | the state that an invariant stands for, and whether it covers another state |
//! | `lists` | the linked lists of two states, as chains of nodes between locations |
//! | `facts` | the facts that an invariant may begin with |
//! | `certificate` | the invariants in a form that another exploration can check |
//!
//! **Sound because:** let `E` be the state at the entry of a loop, `L` locations, and `F` facts. The abstract state
//! `G` is `E` with a fresh symbol in each location of `L`, and `F` assumed. (1) `E` is one of the states that `G`
//! stands for, since `F` holds for its values. (2) Each state that comes back to the header after an iteration from
//! `G` is one of them: outside of `L` it is as `E` was, and its path condition implies `F` for its values. So all
//! states that arrive at the header are among those of `G`, and everything that follows them was run. Where (1) or
//! (2) is not shown, the loop is unrolled, or there is no proof.
//!
//! The room does not know which other explorations of the program there are, and shares nothing with them.

mod certificate;
mod difference;
mod facts;
mod invariant;
mod lists;
mod search;

use memory::Memory;

use crate::certify::Certificate;
use crate::explore::Explorer;
use crate::explore::headers::Headers;
use crate::explore::start::Start;
use crate::explore::statistics::{ProvedLoop, Unproved};
use crate::findings::outcome::Outcome;
use crate::findings::property::Property;
use crate::options::Merge;
use crate::prove::search::Search;
use crate::state::frames::State;

/// The conflicts of a query. Where that is not enough, a fact does not hold, and a condition may be true and false.
const MOST_CONFLICTS: u64 = 4_000;

/// A proof that no input violates a property that is checked.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    /// The paths and assumptions; there is no finding and no cut.
    pub(crate) outcome: Outcome,
    /// The loops that were generalised, in the order of their headers.
    pub(crate) loops: Vec<ProvedLoop>,
}

/// The state at the entry of a loop, before the first instruction of the header.
#[derive(Clone)]
struct Entry<M> {
    state: State<M>,
    /// The number of terms at the entry: later symbols belong to iterations, and no invariant is about their values.
    terms: usize,
}

/// Generalises states of an explorer.
struct Generaliser<'e, 'h, M> {
    explorer: &'e mut Explorer<'h, M>,
    /// Whether there is a state with list segments.
    has_folded: bool,
}

impl<M: Memory> Explorer<'_, M> {
    /// Tries to prove that no input violates a property. Returns a proof with its certificate, which has none if an
    /// invariant has no place in another exploration.
    ///
    /// # Errors
    /// If the start is no function, or it cannot be started.
    pub(crate) fn find_proof(
        &mut self,
        start: &Start,
    ) -> Result<Result<(Proof, Option<Certificate>), Unproved>, String> {
        // The generalisation of a value keeps no record of where it was uninitialised, and a limit on iterations
        // counts those of single paths.
        let is_apart = self.machine.options.properties.has(Property::Initialised)
            || self.machine.options.limits.unwind.is_some();
        if is_apart || self.machine.solver.is_none() {
            return Ok(Err(Unproved::NotTried));
        }
        if let Some(solver) = &mut self.machine.solver {
            solver.limit_conflicts(MOST_CONFLICTS);
        }
        self.machine.options.merge = Merge::Never;
        self.machine.options.summarise_loops = false;
        self.headers = Some(Headers::default());
        let Ok(first) = self.first_state(start)? else { return Ok(Err(Unproved::Cancelled)) };
        Ok(Search::new(self).prove(first))
    }
}
