//! Waypoints: states on the path that was replayed last.
//!
//! Work items that are exchanged together share many decisions. A worker that replays one of them keeps
//! copies of the state at intervals, and replays the next one from the last copy that lies on its path too.
//! Work items come in the order of their decisions, so that a common prefix is run about once.
//!
//! Where memory is short no copies are kept: a copy retains memory that its path has overwritten since.
//!
//! This file does not know how a path is run. `work_item` relies on `nearest` returning a state on the path
//! of the item.

use memory::Memory;

use crate::state::frames::{ExecutionPoint, State};
use crate::state::path::Decision;

/// The reciprocal of the fraction of the remaining instructions after which the next copy is made.
/// Subsequent items diverge from this path near its end more often than near its start, and then replay
/// only a fraction more than they must.
const PART: u64 = 4;
/// The shortest distance between copies, in instructions: fewer instructions are replayed more quickly than
/// a state is copied.
const SHORTEST_LEG: u64 = 16;

/// Copies of states on the path that was replayed last.
pub(crate) struct Waypoints<M> {
    /// The start of all paths.
    first: State<M>,
    /// States on the last path, in their order.
    passed: Vec<State<M>>,
    /// The decisions of the last path.
    last: Vec<Decision>,
    /// Whether copies are kept.
    keeps: bool,
}

impl<M: Memory> Waypoints<M> {
    /// Returns waypoints with the start alone; `keeps` says whether later copies are kept.
    pub fn new(first: State<M>, keeps: bool) -> Waypoints<M> {
        Waypoints { first, passed: Vec::new(), last: Vec::new(), keeps }
    }

    /// Returns the start.
    pub fn first(&self) -> &State<M> {
        &self.first
    }

    /// Returns the waypoint nearest to an execution point to which the decisions `taken` lead; the
    /// decisions that it has not taken are ahead of it.
    pub fn nearest(&mut self, taken: Vec<Decision>, point: ExecutionPoint) -> State<M> {
        let common = self.last.iter().zip(&taken).take_while(|(one, other)| one == other).count();
        // The order of instructions within one block is not recorded.
        let is_on_the_way =
            |passed: &State<M>| passed.path.decisions.len() <= common && passed.steps < point.steps;
        let on_the_way = self.passed.iter().take_while(|passed| is_on_the_way(passed)).count();
        self.passed.truncate(on_the_way);
        let mut state = self.passed.last().unwrap_or(&self.first).clone();
        let decided = state.path.decisions.len();
        state.path.follow(taken.iter().skip(decided).cloned());
        self.last = taken;
        state
    }

    /// Drops the states of the path that `nearest` began: it led elsewhere.
    pub fn forget(&mut self) {
        self.passed.clear();
        self.last.clear();
    }

    /// Returns the number of instructions until the next copy, after `steps` of them, on the path to an
    /// execution point.
    pub fn leg(&self, steps: u64, point: ExecutionPoint) -> u64 {
        let left = point.steps.saturating_sub(steps);
        if self.keeps { (left / PART).max(SHORTEST_LEG) } else { u64::MAX }
    }

    /// Adds a state on the path that `nearest` began.
    pub fn pass(&mut self, state: &State<M>) {
        self.passed.push(state.clone());
    }
}
