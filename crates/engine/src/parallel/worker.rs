//! A worker: takes states from a searcher, runs them in turns, and keeps its findings; takes work items
//! from a pool, and gives away some of its own.
//!
//! A worker gives away the states that wait longest: they took few decisions, and much of their exploration
//! is left. Each idle worker gets as many states as the giver keeps: a few at a time would soon be done,
//! and items that are exchanged later are smaller and have longer paths to replay.
//!
//! **All numbers of workers have in common:** the verdict, the places and kinds of findings, and, where an
//! observer wants all paths, the set of paths. Otherwise visited states subsume others
//! (`explore::visited`), and each machine knows only its own: with several workers fewer states are
//! subsumed, and more paths may be counted. Merging (`explore::merge`) and loop summaries
//! (`explore::loops`) reduce the number of paths too; only a single worker uses them. A finding is reported
//! with the shortest path that reached it; its inputs are some witness of this path.
//!
//! **A turn is atomic.** If it is interrupted, all its effects are undone, and the state becomes a work
//! item at the execution point where the turn began. The machine then does nothing any more: its visited
//! states may include some that were undone. This file does not know the search order. The pool relies on
//! atomic turns for its snapshots.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use memory::Memory;

use crate::explore::Explorer;
use crate::explore::merge::Merge;
use crate::explore::observer::{Bounds, Lost, Observer};
use crate::explore::run::Halt;
use crate::explore::search::Searcher;
use crate::explore::start::Start;
use crate::findings::end::{End, Limit};
use crate::findings::outcome::{Cut, Outcome};
use crate::parallel::pool::{Left, Pool, Work};
use crate::parallel::waypoints::Waypoints;
use crate::parallel::work_item::{ReplayFailure, WorkItem};
use crate::state::coverage::Taken;
use crate::state::frames::{ExecutionPoint, State};
use crate::state::path::Decision;
use crate::state::trail::Trail;

/// The limit on states that are given away at once, so that the giver is not delayed for long.
const MOST_GIVEN: usize = 512;

/// An observer that several workers share.
pub type SharedObserver<'o> = Mutex<dyn Observer + Send + 'o>;

/// A worker of an exploration.
pub struct Worker<'a, 'o, M> {
    /// Its number.
    pub number: usize,
    /// The source of work items.
    pub pool: &'a Pool,
    /// The states that wait.
    pub searcher: &'a mut dyn Searcher<State<M>>,
    /// The bounds of the exploration.
    pub bounds: &'a Bounds,
    /// The observer.
    pub observer: &'a SharedObserver<'o>,
}

/// The state of a worker while it works.
struct Shift<'a, 'o, M> {
    worker: Worker<'a, 'o, M>,
    /// The waypoints from which work items are replayed.
    way: Waypoints<M>,
    /// Whether the observer wants all paths.
    all: bool,
    /// The number of findings that were reported to the observer.
    told: usize,
    /// The number of states that wait, as last counted by the pool.
    waiting: usize,
    /// The time of the last record in the pool.
    recorded: Instant,
    /// Work items that were taken and could not be done.
    back: Vec<WorkItem>,
    /// Whether the worker made progress that need not be repeated.
    progress: bool,
}

/// The situation at the start of a turn.
struct Before {
    decisions: Trail<Decision>,
    ahead: VecDeque<Decision>,
    stand: ExecutionPoint,
    paths: u64,
    instructions: u64,
    said: Said,
}

/// The findings and cuts so far.
struct Said {
    found: usize,
    cuts: Vec<(Cut, u64)>,
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns whether one state may represent several, so that its decisions do not describe it
    /// completely.
    fn condenses(&self) -> bool {
        self.merging.how != Merge::Never || self.loops.compact
    }

    /// Works until no work is left, or until memory must be released.
    ///
    /// # Errors
    /// If the start is no function, or it cannot be started.
    pub fn work(&mut self, start: &Start, worker: Worker<'_, '_, M>) -> Result<(), String> {
        let mut first = match self.first_state(start)? {
            Ok(first) => first,
            Err(end) => {
                let left = Left { holds: Vec::new(), outcome: self.ended_early(end) };
                worker.pool.leave(worker.number, left, &self.statistics());
                worker.pool.close();
                return Ok(());
            }
        };
        let all = lock(worker.observer).wants_paths();
        if all {
            first.taken = Taken::room(&self.machine.loaded.ways);
        }
        if all || !worker.pool.may_merge() {
            self.merging.how = Merge::Never;
            self.loops.compact = false;
        }
        self.first = Some(first.clone());
        self.keep_going = worker.bounds.keep_going;
        let mut shift = Shift {
            way: Waypoints::new(first, !worker.pool.was_asked_back()),
            worker,
            all,
            told: 0,
            waiting: 0,
            recorded: Instant::now(),
            back: Vec::new(),
            progress: false,
        };
        while let Some(state) = self.next_state(&mut shift) {
            if !self.turn(&mut shift, state) {
                break;
            }
            self.after_turn(&mut shift);
        }
        self.hand_in(shift);
        Ok(())
    }

    /// Returns the next state; `None` if there is none, or it must not run.
    fn next_state(&mut self, shift: &mut Shift<'_, '_, M>) -> Option<State<M>> {
        let Worker { number, pool, bounds, .. } = shift.worker;
        if self.machine.interrupted() || self.is_to_pause() {
            return None;
        }
        if shift.worker.searcher.waiting() == 0 {
            let left = self.all_who_wait();
            debug_assert!(left.is_empty(), "a group is complete when nobody is under way");
            left.into_iter().for_each(|state| shift.worker.searcher.put(state));
        }
        let state = match shift.worker.searcher.next() {
            Some(state) => state,
            None => loop {
                let Work::Take(handover) = pool.take(number) else { return None };
                match self.repeat(&mut shift.way, &handover) {
                    Ok(state) => break state,
                    Err(ReplayFailure::Stopped) => {
                        shift.back.push(handover);
                        return None;
                    }
                    Err(ReplayFailure::Strayed) => self.outcome.cut(Cut::Strayed),
                }
            },
        };
        let late = bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let limit = match () {
            () if late => Limit::Time,
            () if pool.has_enough(bounds.paths) => Limit::Paths,
            () => return Some(state),
        };
        pool.stop(Cut::Limit(limit));
        shift.worker.searcher.put(state);
        None
    }

    /// Runs a state for a turn; returns `false` if nothing more is to be run.
    fn turn(&mut self, shift: &mut Shift<'_, '_, M>, mut state: State<M>) -> bool {
        let before = self.before(&state);
        let turn = shift.worker.searcher.turn();
        self.forks_left = turn.forks;
        // A single state has turns too, though longer ones, so that it is compared with the visited states.
        let longer = if shift.worker.searcher.waiting() == 0 { 64 } else { 1 };
        let steps = state.steps;
        let ends = steps.saturating_add(turn.steps.saturating_mul(longer));
        self.turn_ends = ends.min(u64::MAX - 1);
        let halt = self.run(&mut state);
        self.outcome.instructions += state.steps - steps;
        if self.machine.interrupted() {
            self.tell_stopped(shift, &state);
            return self.undo(shift, before);
        }
        let mut goes_on = std::mem::take(&mut self.forks);
        goes_on.iter().for_each(|fork| self.joins_groups(fork));
        let decided = before.decisions.len() + before.ahead.len();
        let progress =
            halt != Halt::TurnOver || !goes_on.is_empty() || state.path.decisions.len() > decided;
        let (mut over, mut arrived) = (false, None);
        match halt {
            Halt::TurnOver => goes_on.push(state),
            Halt::AtJoin => arrived = Some(state),
            halt => {
                if let Halt::Ended(end) = &halt {
                    self.tell_path(shift, &state, end);
                }
                over = self.halted(&mut state, halt);
            }
        }
        if !over && (self.machine.interrupted() || !self.count_paths(shift, before.paths)) {
            return self.undo(shift, before);
        }
        // From here on the turn counts: states are merged, and the originals are gone.
        goes_on.extend(arrived.and_then(|state| self.arrives(state)));
        over |= self.put(shift, goes_on);
        self.tell_new_findings(shift);
        if over {
            shift.worker.pool.close();
        }
        shift.progress |= progress;
        !over
    }

    /// Adds states to the searcher, and those that no longer wait at a join point, unless a visited state
    /// covers them; returns `true` if the exploration is over.
    fn put(&mut self, shift: &mut Shift<'_, '_, M>, mut states: Vec<State<M>>) -> bool {
        let mut over = false;
        loop {
            // An observer that wants every path also wants those that reach a visited state.
            if !shift.all {
                states.retain_mut(|state| !self.was_there(state, &mut over));
            }
            states.into_iter().for_each(|state| shift.worker.searcher.put(state));
            states = self.met();
            if states.is_empty() {
                return over;
            }
        }
    }

    /// Returns whether a visited state covers a state; if so, ends its path.
    fn was_there(&mut self, state: &mut State<M>, over: &mut bool) -> bool {
        if !self.is_visited(state) {
            return false;
        }
        // Allocations that leaked before belong to this path.
        let said = self.said();
        *over |= self.ended(state, End::Covered);
        if self.machine.interrupted() && !*over {
            // The worker that continues with the state checks it again.
            self.unsay(said);
            return false;
        }
        true
    }

    /// Counts the paths that ended since `before`; returns `false` if they exceed the limit.
    fn count_paths(&self, shift: &Shift<'_, '_, M>, before: u64) -> bool {
        let Worker { pool, bounds, .. } = shift.worker;
        let counted = (before..self.outcome.paths).all(|_| pool.count_path(bounds.paths));
        if !counted {
            pool.stop(Cut::Limit(Limit::Paths));
        }
        counted
    }

    fn before(&self, state: &State<M>) -> Before {
        Before {
            decisions: state.path.decisions.clone(),
            ahead: state.path.ahead.clone(),
            stand: self.stand(state),
            paths: self.outcome.paths,
            instructions: self.outcome.instructions,
            said: self.said(),
        }
    }

    fn said(&self) -> Said {
        Said { found: self.outcome.found.len(), cuts: self.outcome.cuts.clone() }
    }

    /// Discards later findings and cuts: an interrupted solver does not answer, which leads to spurious
    /// cuts, and to findings whose place is unknown.
    fn unsay(&mut self, said: Said) {
        self.outcome.found.truncate(said.found);
        self.outcome.cuts = said.cuts;
        self.know_undefined();
    }

    /// Undoes a turn. Returns `false` always: nothing more is to be run.
    fn undo(&mut self, shift: &mut Shift<'_, '_, M>, before: Before) -> bool {
        let Before { decisions, ahead, stand, paths, instructions, said } = before;
        self.forks.clear();
        self.unsay(said);
        (self.outcome.paths, self.outcome.instructions) = (paths, instructions);
        shift.back.push(WorkItem::new(&decisions, &ahead, stand));
        false
    }

    /// Gives states away where workers are idle, and records the held work items where checkpoints are
    /// wanted.
    fn after_turn(&mut self, shift: &mut Shift<'_, '_, M>) {
        let Worker { number, pool, .. } = shift.worker;
        let hungry = pool.hungry();
        let many = shift.worker.searcher.waiting() * hungry / (hungry + 1);
        let given = (0..many.min(MOST_GIVEN))
            .filter_map(|_| shift.worker.searcher.longest_waiting())
            .map(|state| self.work_item_with_input(&state));
        let mut given: Vec<WorkItem> = given.collect();
        // Items with a common prefix are replayed together.
        given.sort_by(|one, other| one.taken().cmp(other.taken()));
        let record =
            (!given.is_empty() && pool.keeps_records()) || pool.wants_to_know(shift.recorded);
        let left = record.then(|| self.left(shift));
        if !given.is_empty() || left.is_some() {
            pool.give(number, given, left);
        }
        self.show_waiting(shift);
    }

    /// Returns the work items that this worker holds, and its outcome since the last record.
    fn left(&mut self, shift: &mut Shift<'_, '_, M>) -> Left {
        shift.recorded = Instant::now();
        shift.told = 0;
        let holds = shift.worker.searcher.all().into_iter().map(|state| self.handover(state));
        let holds = holds.collect();
        Left { holds, outcome: self.replace_outcome(Outcome::default()) }
    }

    fn show_waiting(&self, shift: &mut Shift<'_, '_, M>) {
        let now = shift.worker.searcher.waiting();
        shift.worker.pool.count_waiting(shift.waiting, now);
        shift.waiting = now;
    }

    /// Hands in all work items and the outcome.
    fn hand_in(&mut self, mut shift: Shift<'_, '_, M>) {
        let Worker { number, pool, .. } = shift.worker;
        let stopped = pool.stopped();
        let mut holds = std::mem::take(&mut shift.back);
        // If the exploration is over, the remaining states are not needed. They are not even dropped, which
        // takes long where there are very many.
        let wanted = pool.keeps_records() || !pool.is_over();
        self.all_who_wait().into_iter().for_each(|state| shift.worker.searcher.put(state));
        while let Some(state) =
            (wanted || shift.all).then(|| shift.worker.searcher.next()).flatten()
        {
            if let Some(cut) = &stopped {
                self.tell_lost(&shift, &state, &Lost::Cut(cut.clone()));
            }
            if wanted {
                holds.push(self.handover(&state));
            }
        }
        // The pool takes items from the end, so that the state that would be next is taken first.
        holds.reverse();
        // A request for memory comes too late when the exploration is over: no worker would explore the
        // rest.
        let asked_back = self.is_to_pause() && !pool.is_over();
        if asked_back && self.condenses() {
            // Merged states and summarised loops do not become work items: the exploration starts over
            // without merging and summaries.
            holds = vec![WorkItem::start()];
            let Outcome { found, assumed, .. } = std::mem::take(&mut self.outcome);
            self.outcome = Outcome { found, assumed, ..Outcome::default() };
            pool.count_anew();
        } else if asked_back && pool.is_stuck(number, shift.progress) {
            // A single path makes no progress even alone.
            holds.clear();
            self.outcome.cut(Cut::Limit(Limit::Memory));
            self.outcome.paths += u64::from(pool.count_path(None));
        }
        self.show_waiting(&mut shift);
        let outcome: Outcome = std::mem::take(&mut self.outcome);
        pool.leave(number, Left { holds, outcome }, &self.statistics());
    }
}

/// Reports to observers that want all paths.
impl<M: Memory> Explorer<'_, M> {
    fn tell_path(&mut self, shift: &Shift<'_, '_, M>, state: &State<M>, end: &End) {
        if shift.all {
            self.hand_on_path(&mut *lock(shift.worker.observer), state, end);
        }
    }

    fn tell_lost(&self, shift: &Shift<'_, '_, M>, state: &State<M>, lost: &Lost) {
        if shift.all {
            self.hand_on_lost(&mut *lock(shift.worker.observer), state, lost);
        }
    }

    /// Reports a state whose exploration was cancelled.
    fn tell_stopped(&self, shift: &Shift<'_, '_, M>, state: &State<M>) {
        if let Some(cut) = shift.worker.pool.stopped() {
            self.tell_lost(shift, state, &Lost::Cut(cut));
        }
    }

    /// Reports findings that were not reported before.
    fn tell_new_findings(&self, shift: &mut Shift<'_, '_, M>) {
        let new = self.outcome.found.get(shift.told..).unwrap_or_default();
        shift.told = self.outcome.found.len();
        if !new.is_empty() {
            shift.worker.pool.note_found(new);
        }
        if shift.all {
            for found in new.iter().filter(|found| shift.worker.pool.is_news(found)) {
                self.hand_on_finding(&mut *lock(shift.worker.observer), found);
            }
        }
    }
}

fn lock<'a, 'o>(observer: &'a SharedObserver<'o>) -> MutexGuard<'a, dyn Observer + Send + 'o> {
    observer.lock().unwrap_or_else(PoisonError::into_inner)
}
