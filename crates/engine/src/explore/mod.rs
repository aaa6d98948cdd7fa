//! The exploration: which state is next, what was visited, merging, loop summaries, the portfolio, and the outcome.

pub(crate) mod all_layouts;
pub(crate) mod leaks;
pub(crate) mod loops;
pub(crate) mod merge;
pub(crate) mod observer;
pub(crate) mod pause;
pub(crate) mod portfolio;
pub(crate) mod run;
pub mod search;
pub(crate) mod start;
pub(crate) mod statistics;
pub(crate) mod trace;
pub(crate) mod violations;
pub(crate) mod visited;

use memory::Memory;

use crate::explore::loops::Loops;
use crate::explore::merge::Merging;
use crate::explore::pause::Pause;
use crate::explore::statistics::Repeated;
use crate::explore::visited::VisitedStates;
use crate::findings::outcome::Outcome;
use crate::machine::Machine;
use crate::state::frames::State;

/// An exploration of a program: a machine, the states that wait, and what it came to so far.
pub struct Explorer<'h, M> {
    /// Runs one state.
    pub machine: Machine<'h, M>,
    /// States that were made on the way.
    pub(crate) forks: Vec<State<M>>,
    /// The state from which everything is explored.
    pub(crate) first: Option<State<M>>,
    /// What was found so far.
    pub(crate) outcome: Outcome,
    /// States that were there before.
    pub visited: VisitedStates,
    /// Loops that are done in one step.
    pub loops: Loops,
    /// States that parted and are to meet again.
    pub merging: Merging<M>,
    /// States that were made again from their decisions.
    pub(crate) handovers: Repeated,
    /// Says when the state that runs is to make a pause.
    pub pause: Option<Pause<'h>>,
    /// How often a state may fork and go on at once before another one gets its turn.
    pub(crate) forks_left: u64,
    /// The number of steps at which another state gets its turn; the largest one where there are no turns.
    pub(crate) turn_ends: u64,
    /// Whether the first finding is not enough.
    pub(crate) keep_going: bool,
    /// How many findings were looked at in all layouts.
    pub(crate) trials: u32,
}

impl<'h, M: Memory> Explorer<'h, M> {
    /// An exploration that has not begun.
    #[must_use]
    pub fn new(machine: Machine<'h, M>) -> Explorer<'h, M> {
        Explorer {
            machine,
            forks: Vec::new(),
            first: None,
            outcome: Outcome::default(),
            visited: VisitedStates::default(),
            loops: Loops::default(),
            merging: Merging::default(),
            handovers: Repeated::default(),
            pause: None,
            forks_left: u64::MAX,
            turn_ends: u64::MAX,
            keep_going: false,
            trials: 0,
        }
    }
}
