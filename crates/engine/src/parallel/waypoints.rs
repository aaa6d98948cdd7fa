//! Waypoints: states on the way to the one that was repeated last.
//!
//! States that are handed over together took many decisions in common. Whoever repeats one of them keeps a copy of
//! the state now and then, and repeats the next one from the last copy that lies on its way too. Handovers come in the
//! order of their decisions, so what several have in common is run about once.
//!
//! Where memory is short none are kept: a copy holds on to what its path has overwritten since.
//!
//! This file does not know how a path is run.

use memory::Memory;

use crate::state::frames::{ExecutionPoint, State};
use crate::state::path::Decision;

/// A copy is made after one in so many of the instructions that are left: what comes next parts from this way near its
/// end more often than near its start, and has then only a part more to run than it must.
const PART: u64 = 4;
/// Copies are at least so many instructions apart: a few are made again more quickly than they are copied.
const SHORTEST_LEG: u64 = 16;

/// The waypoints.
pub(crate) struct Waypoints<M> {
    /// Where all paths begin.
    first: State<M>,
    /// States on the way that was gone last, each before the next one.
    passed: Vec<State<M>>,
    /// The decisions of that way.
    last: Vec<Decision>,
    /// Whether any are kept.
    keeps: bool,
}

impl<M: Memory> Waypoints<M> {
    /// The start alone. From there on some are kept, or none.
    pub fn new(first: State<M>, keeps: bool) -> Waypoints<M> {
        Waypoints { first, passed: Vec::new(), last: Vec::new(), keeps }
    }

    /// The start.
    pub fn first(&self) -> &State<M> {
        &self.first
    }

    /// The state nearest to a stand from which some decisions lead there, with those ahead that it has not taken.
    pub fn nearest(&mut self, taken: Vec<Decision>, stand: ExecutionPoint) -> State<M> {
        let common = self.last.iter().zip(&taken).take_while(|(one, other)| one == other).count();
        // Of the instructions of one block, nobody says which comes first.
        let is_on_the_way =
            |passed: &State<M>| passed.path.decisions.len() <= common && passed.steps < stand.steps;
        let on_the_way = self.passed.iter().take_while(|passed| is_on_the_way(passed)).count();
        self.passed.truncate(on_the_way);
        let mut state = self.passed.last().unwrap_or(&self.first).clone();
        state.path.ahead = taken.iter().skip(state.path.decisions.len()).cloned().collect();
        self.last = taken;
        state
    }

    /// How many instructions to run before the next copy, after so many, on the way to a stand.
    pub fn leg(&self, steps: u64, stand: ExecutionPoint) -> u64 {
        let left = stand.steps.saturating_sub(steps);
        if self.keeps { (left / PART).max(SHORTEST_LEG) } else { u64::MAX }
    }

    /// A state on the way that `nearest` began.
    pub fn pass(&mut self, state: &State<M>) {
        self.passed.push(state.clone());
    }
}
