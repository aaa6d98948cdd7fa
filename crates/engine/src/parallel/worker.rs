//! A worker: takes states from a searcher, runs them in turns, and keeps what was found; gets more from a
//! pool, and gives away what others can do.
//!
//! What is given away are the states that wait longest: they took few decisions, and much is left to do after them.
//! Each who has none gets as many as are kept: a few at a time would soon be done, and what is handed over later is
//! smaller and has more to be repeated.
//!
//! **What all numbers of workers have in common.** The verdict, the places and kinds of findings, and, where an
//! observer wants all paths, the set of paths. Otherwise states that were there before are left out (`seen`),
//! and each machine knows only its own: with several workers fewer are left out, and more paths may be counted. So
//! it is if states that meet become one (`merge`), which only one worker does. A finding is shown by the shortest path that came
//! to it; its inputs are some that take this path.
//!
//! **A turn counts as a whole or not at all.** If it is interrupted, everything that came of it is
//! forgotten, and the state goes back to where the turn began. The machine then does nothing any more: it may
//! have seen states that were forgotten.

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

/// No more are given away at a time, so that the giver is not held up for long.
const MOST_GIVEN: usize = 512;

/// An observer that several workers tell what happens.
pub type SharedObserver<'o> = Mutex<dyn Observer + Send + 'o>;

/// One who works.
pub struct Worker<'a, 'o, M> {
    /// Its number.
    pub number: usize,
    /// Where work comes from.
    pub pool: &'a Pool,
    /// The states that wait.
    pub searcher: &'a mut dyn Searcher<State<M>>,
    /// How far.
    pub bounds: &'a Bounds,
    /// Who looks.
    pub observer: &'a SharedObserver<'o>,
}

/// What changes while one works.
struct Shift<'a, 'o, M> {
    worker: Worker<'a, 'o, M>,
    /// Where states that are taken over are repeated from.
    way: Waypoints<M>,
    /// Whether the observer wants all paths.
    all: bool,
    /// How many of the findings the observer was told of.
    told: usize,
    /// The number of states that wait, as the pool knows it.
    waiting: usize,
    /// When the pool was last told what is held.
    recorded: Instant,
    /// Work that was taken and could not be done.
    back: Vec<WorkItem>,
    /// Whether anything was done that does not have to be done again.
    progress: bool,
}

/// What a turn began with.
struct Before {
    decisions: Trail<Decision>,
    ahead: VecDeque<Decision>,
    stand: ExecutionPoint,
    paths: u64,
    instructions: u64,
    said: Said,
}

/// What was found and not looked at so far.
struct Said {
    found: usize,
    cuts: Vec<(Cut, u64)>,
}

impl<M: Memory> Explorer<'_, M> {
    /// Whether one state may stand for several, so that its decisions do not say all of it.
    fn condenses(&self) -> bool {
        self.merging.how != Merge::Never || self.loops.compact
    }

    /// Works until there is no work any more, or until memory is asked back.
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

    /// The next state; `None` if there is none, or it is not to be run.
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

    /// Runs a state for a turn; `false` if nothing more is to be run.
    fn turn(&mut self, shift: &mut Shift<'_, '_, M>, mut state: State<M>) -> bool {
        let before = self.before(&state);
        let turn = shift.worker.searcher.turn();
        self.forks_left = turn.forks;
        // Alone, it is put back now and then all the same, to see whether it was there before.
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
        // From here on it counts: states are merged, and what they were is gone.
        goes_on.extend(arrived.and_then(|state| self.arrives(state)));
        over |= self.put(shift, goes_on);
        self.tell_new_findings(shift);
        if over {
            shift.worker.pool.close();
        }
        shift.progress |= progress;
        !over
    }

    /// Puts states in, and those that need not wait for others any more, unless some like them were there
    /// before; `true` if the exploration is over.
    fn put(&mut self, shift: &mut Shift<'_, '_, M>, mut states: Vec<State<M>>) -> bool {
        let mut over = false;
        loop {
            // Whoever wants every path wants also those that come to a state that was there before.
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

    /// Whether a state like this one was there before.
    fn was_there(&mut self, state: &mut State<M>, over: &mut bool) -> bool {
        if !self.is_visited(state) {
            return false;
        }
        // What it has lost so far was lost on its own way.
        let said = self.said();
        *over |= self.ended(state, End::Covered);
        if self.machine.interrupted() && !*over {
            // It is looked at again by whoever goes on with it.
            self.unsay(said);
            return false;
        }
        true
    }

    /// Counts the paths since there were so many; `false` if that is one too many.
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

    /// Forgets what was said since: solvers that are interrupted do not answer, and so there are reasons that
    /// are none, and findings of which nobody could tell where they are.
    fn unsay(&mut self, said: Said) {
        self.outcome.found.truncate(said.found);
        self.outcome.cuts = said.cuts;
        self.know_undefined();
    }

    /// A turn does not count. Always `false`: nothing more is to be run.
    fn undo(&mut self, shift: &mut Shift<'_, '_, M>, before: Before) -> bool {
        let Before { decisions, ahead, stand, paths, instructions, said } = before;
        self.forks.clear();
        self.unsay(said);
        (self.outcome.paths, self.outcome.instructions) = (paths, instructions);
        shift.back.push(WorkItem::new(&decisions, &ahead, stand));
        false
    }

    /// Gives work away where somebody has none, and says what is held where somebody wants to know.
    fn after_turn(&mut self, shift: &mut Shift<'_, '_, M>) {
        let Worker { number, pool, .. } = shift.worker;
        let hungry = pool.hungry();
        let many = shift.worker.searcher.waiting() * hungry / (hungry + 1);
        let given = (0..many.min(MOST_GIVEN))
            .filter_map(|_| shift.worker.searcher.longest_waiting())
            .map(|state| self.work_item_with_input(&state));
        let mut given: Vec<WorkItem> = given.collect();
        // Next to each other is what is repeated together.
        given.sort_by(|one, other| one.taken().cmp(other.taken()));
        let record =
            (!given.is_empty() && pool.keeps_records()) || pool.wants_to_know(shift.recorded);
        let left = record.then(|| self.left(shift));
        if !given.is_empty() || left.is_some() {
            pool.give(number, given, left);
        }
        self.show_waiting(shift);
    }

    /// What this worker holds, and what it came to since it last said so.
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

    /// Hands in everything.
    fn hand_in(&mut self, mut shift: Shift<'_, '_, M>) {
        let Worker { number, pool, .. } = shift.worker;
        let stopped = pool.stopped();
        let mut holds = std::mem::take(&mut shift.back);
        // If nothing comes after this, nobody needs to know what was left: not even to drop it, which takes long where
        // there are very many states.
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
        // What would have been next is taken first.
        holds.reverse();
        // Memory that is asked back when all is explored comes too late: nobody would explore it again.
        let asked_back = self.is_to_pause() && !pool.is_over();
        if asked_back && self.condenses() {
            // Merged states cannot be handed over, nor such as stand for many rounds: everything is explored once more,
            // without these.
            holds = vec![WorkItem::start()];
            let Outcome { found, assumed, .. } = std::mem::take(&mut self.outcome);
            self.outcome = Outcome { found, assumed, ..Outcome::default() };
            pool.count_anew();
        } else if asked_back && pool.is_stuck(number, shift.progress) {
            // It is one path, and does not get anywhere even alone.
            holds.clear();
            self.outcome.cut(Cut::Limit(Limit::Memory));
            self.outcome.paths += u64::from(pool.count_path(None));
        }
        self.show_waiting(&mut shift);
        let outcome: Outcome = std::mem::take(&mut self.outcome);
        pool.leave(number, Left { holds, outcome }, &self.statistics());
    }
}

/// What only observers of all paths are told.
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

    /// Tells of a state that was stopped for good.
    fn tell_stopped(&self, shift: &Shift<'_, '_, M>, state: &State<M>) {
        if let Some(cut) = shift.worker.pool.stopped() {
            self.tell_lost(shift, state, &Lost::Cut(cut));
        }
    }

    /// Tells of findings that nobody was told of.
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
