//! Explores the paths of a program: `Explorer` has a `Machine`, which carries out one instruction of one
//! state, and everything that concerns more than one state.
//!
//! Here are search orders, visited states, merging, loop summaries, the effort of the portfolio, the
//! judgement of violations, leaks and traces. The room does not know workers: `parallel` drives an explorer
//! state by state.

pub(crate) mod all_layouts;
pub(crate) mod headers;
pub(crate) mod interpreter;
pub(crate) mod leaks;
pub(crate) mod loops;
pub(crate) mod merge;
pub(crate) mod observer;
pub(crate) mod pause;
pub(crate) mod portfolio;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod start;
pub mod statistics;
pub(crate) mod task;
pub mod trace;
pub(crate) mod violations;
pub(crate) mod visited;

use memory::Memory;

use crate::explore::headers::Headers;
use crate::explore::loops::Loops;
use crate::explore::merge::Merging;
use crate::explore::pause::Pause;
use crate::explore::search::Searcher;
use crate::explore::statistics::Replays;
use crate::explore::visited::VisitedStates;
use crate::findings::outcome::Outcome;
use crate::machine::Machine;
use crate::state::frames::State;

/// An exploration of a program: a machine, the pending forks, and the outcome so far.
pub struct Explorer<'h, M> {
    /// The machine, which carries out the instructions of one state.
    pub machine: Machine<'h, M>,
    /// Forks that the worker has not taken over yet.
    pub(crate) forks: Vec<State<M>>,
    /// The initial state of the exploration.
    pub(crate) first: Option<State<M>>,
    /// The outcome so far.
    pub(crate) outcome: Outcome,
    /// The visited states.
    pub visited: VisitedStates,
    /// Loops and their summaries.
    pub loops: Loops,
    /// Groups of states that wait at join points.
    pub merging: Merging<M>,
    /// Counts of the states that were replayed from their decisions.
    pub(crate) replays: Replays,
    /// The source of requests to pause the current state.
    pub pause: Option<Pause<'h>>,
    /// The states that waited when the work was over. They are dropped with the explorer, which can take long.
    pub(crate) left_over: Option<Box<dyn Searcher<State<M>>>>,
    /// The number of forks after which the turn of the current state ends.
    pub(crate) forks_left: u64,
    /// The number of steps after which the turn of the current state ends; the largest number where there
    /// are no turns.
    pub(crate) turn_ends: u64,
    /// Whether the exploration continues after the first finding.
    pub(crate) keep_going: bool,
    /// The number of findings that were tested in all layouts.
    pub(crate) trials: u32,
    /// What a proof needs to know of each run; `None` in an exploration.
    pub(crate) headers: Option<Headers>,
}

impl<'h, M: Memory> Explorer<'h, M> {
    /// Returns an exploration that has not begun.
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
            replays: Replays::default(),
            pause: None,
            left_over: None,
            forks_left: u64::MAX,
            turn_ends: u64::MAX,
            keep_going: false,
            trials: 0,
            headers: None,
        }
    }
}
