//! A portfolio of explorations of one program that take turns: one explores path by path; beside it, one merges states,
//! and one looks for a proof. The first verdict wins.
//!
//! Whether merging or a proof pays off is known only afterwards: it depends on the queries of later parts of the program
//! about values that have become `ite` terms, or on invariants that are not found yet. So each of them runs beside the
//! exploration path by path, with a fixed share of its effort. That share is the most that one can cost; where it saves
//! very much, the exploration path by path has not done much when it ends.
//!
//! Effort is counted, not timed: the same program has the same result each time, on every machine.
//!
//! This file does not know what a verdict is. `explore/portfolio.rs` measures the effort of an exploration.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The effort of the exploration path by path before another contestant begins. About a hundredth of a second.
const FIRST: u64 = 1 << 18;
/// The number of states below which merging is not tried: there is little to merge.
pub(crate) const FEW_STATES: u64 = 64;
/// The ratio of the effort of the exploration path by path to that of merging.
const SHARE: u64 = 12;
/// The ratio of that effort to the effort of the prover.
const PROVERS_SHARE: u64 = 10;

/// A contestant of the portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// The exploration path by path.
    PathByPath,
    /// The exploration that merges states.
    Merging,
    /// The prover.
    Proving,
}

impl Contestant {
    /// Returns the ratio of the effort of the exploration path by path to that of the contestant.
    fn share(self) -> u64 {
        match self {
            Contestant::PathByPath => 1,
            Contestant::Merging => SHARE,
            Contestant::Proving => PROVERS_SHARE,
        }
    }
}

/// The turns of all contestants. At most one of them runs at a time, until the portfolio is over.
pub struct Portfolio {
    shared: Mutex<Shared>,
    changed: Condvar,
}

/// The state that the contestants share.
struct Shared {
    /// The contestant whose turn it is.
    turn: Contestant,
    /// The effort at which the turn ends.
    until: u64,
    /// The effort of the exploration path by path; stale during its turns.
    path_by_path: u64,
    /// The effort that the others have spent in the present round, in that of the exploration path by path.
    others: u64,
    /// Whether a contestant has ended or is to end: the others run on without turns.
    over: bool,
    /// The contestants beside the exploration path by path that hold something, in the order of their turns.
    beside: Vec<Contestant>,
}

impl Portfolio {
    /// Creates a portfolio in which these contestants run beside the exploration path by path.
    #[must_use]
    pub fn new(beside: &[Contestant]) -> Portfolio {
        let shared = Shared {
            turn: Contestant::PathByPath,
            until: FIRST,
            path_by_path: 0,
            others: 0,
            over: false,
            beside: beside.to_vec(),
        };
        Portfolio { shared: Mutex::new(shared), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next turn of a contestant that has spent `effort`; returns the effort at which that turn ends.
    /// Merging gets no turn if there is little to merge.
    fn wait(&self, contestant: Contestant, effort: u64, is_worth_merging: bool) -> u64 {
        let mut shared = self.lock();
        if shared.turn == contestant && effort >= shared.until {
            shared.pass(effort, is_worth_merging);
            self.changed.notify_all();
        }
        let others = |shared: &mut Shared| shared.turn != contestant && !shared.over;
        let shared = self.changed.wait_while(shared, others);
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        if shared.over { u64::MAX } else { shared.until }
    }

    /// Waits for the first turn of a contestant; returns `false` if it has none.
    #[must_use]
    pub fn begin(&self, contestant: Contestant) -> bool {
        self.wait(contestant, 0, true) < u64::MAX
    }

    /// Ends the portfolio: one of the contestants is not needed any more.
    pub fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }

    /// Records that a contestant has released everything.
    pub fn leave(&self, contestant: Contestant) {
        let mut shared = self.lock();
        shared.beside.retain(|&other| other != contestant);
        if shared.turn == contestant {
            let effort = shared.until;
            shared.pass(effort, true);
        }
        self.changed.notify_all();
    }

    /// Whether a contestant beside the exploration path by path still holds something.
    #[must_use]
    pub fn has_others(&self) -> bool {
        !self.lock().beside.is_empty()
    }

    /// Waits until all contestants beside the exploration path by path have released everything.
    pub fn wait_until_alone(&self) {
        let alone = self.changed.wait_while(self.lock(), |shared| !shared.beside.is_empty());
        drop(alone);
    }
}

impl Shared {
    /// Passes the turn to the next contestant.
    fn pass(&mut self, effort: u64, is_worth_merging: bool) {
        match self.turn {
            Contestant::PathByPath => (self.path_by_path, self.others) = (effort, 0),
            // A contestant may exceed its turn, since one instruction can take long.
            Contestant::Merging | Contestant::Proving => {
                self.others = self.others.max(effort.saturating_mul(self.turn.share()));
            }
        }
        let wants = |it: &Contestant| *it != Contestant::Merging || is_worth_merging;
        let order = [Contestant::PathByPath, Contestant::Merging, Contestant::Proving];
        let later = order.iter().skip_while(|&&it| it != self.turn).skip(1);
        let next = later.copied().find(|it| self.beside.contains(it) && wants(it));
        (self.turn, self.until) = match next {
            Some(next) => (next, self.path_by_path / next.share()),
            None => (Contestant::PathByPath, (2 * self.path_by_path).max(self.others).max(FIRST)),
        };
    }
}

/// The turns of a contestant.
pub struct Turns {
    /// The portfolio.
    portfolio: Arc<Portfolio>,
    /// The contestant.
    pub(crate) contestant: Contestant,
    /// The effort at which its turn ends.
    pub(crate) until: u64,
    /// Its effort when that was last measured; stale in between.
    pub(crate) done: u64,
    /// The number of instructions until its effort is measured again.
    pub(crate) left: u32,
}

/// The number of instructions between two measurements of effort.
pub(crate) const INSTRUCTIONS: u32 = 16;
/// The effort of a conflict of a hard query, with everything that comes with it.
const HARD_CONFLICT: u64 = 1 << 10;

impl Turns {
    /// Returns the turns of a contestant.
    #[must_use]
    pub fn new(portfolio: Arc<Portfolio>, contestant: Contestant) -> Turns {
        let until = FIRST / contestant.share();
        Turns { portfolio, contestant, until, done: 0, left: INSTRUCTIONS }
    }

    /// Returns the conflicts after which a query waits for another turn; `None` for no limit. A single hard query
    /// of another contestant could take longer than everything that the exploration path by path has to do.
    pub(crate) fn conflicts(&self) -> Option<u64> {
        let left = self.until.saturating_sub(self.done);
        (self.contestant != Contestant::PathByPath && self.until < u64::MAX)
            .then_some(left / HARD_CONFLICT + 1)
    }

    /// Ends a turn, and waits for the next one.
    pub(crate) fn wait(&mut self, is_worth_merging: bool) {
        self.done = self.done.max(self.until);
        self.until = self.portfolio.wait(self.contestant, self.done, is_worth_merging);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    const MERGING: [Contestant; 1] = [Contestant::Merging];
    const BOTH: [Contestant; 2] = [Contestant::Merging, Contestant::Proving];

    /// Works up to an amount of effort, and returns the end of each turn.
    fn work(portfolio: &Portfolio, contestant: Contestant, most: u64) -> Vec<u64> {
        let (mut effort, mut turns) = (0, Vec::new());
        while effort < most {
            let until = portfolio.wait(contestant, effort, true);
            turns.push(until);
            effort = until.min(most);
        }
        turns
    }

    #[test]
    fn each_contestant_gets_its_share() {
        let portfolio = Portfolio::new(&BOTH);
        let turns = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for contestant in BOTH {
                let (portfolio, turns) = (&portfolio, &turns);
                scope.spawn(move || {
                    assert!(portfolio.begin(contestant));
                    // The lock is not held during the turns of the other contestant.
                    let ends = work(portfolio, contestant, u64::MAX);
                    turns.lock().unwrap().push(ends);
                });
            }
            assert_eq!(
                work(&portfolio, Contestant::PathByPath, 4 * FIRST),
                [FIRST, 2 * FIRST, 4 * FIRST]
            );
            portfolio.end();
        });
        let mut turns = turns.into_inner().unwrap();
        turns.sort();
        let of = |share| vec![FIRST / share, 2 * FIRST / share, u64::MAX];
        assert_eq!(turns, [of(SHARE), of(PROVERS_SHARE)]);
    }

    #[test]
    fn who_does_too_much_waits_longer() {
        let portfolio = Portfolio::new(&MERGING);
        let apart = thread::scope(|scope| {
            scope.spawn(|| {
                assert!(portfolio.begin(Contestant::Merging));
                let late = portfolio.wait(Contestant::Merging, 100 * FIRST, true);
                assert_eq!(late, u64::MAX);
            });
            let turns = work(&portfolio, Contestant::PathByPath, 300 * FIRST);
            portfolio.end();
            turns
        });
        assert_eq!(apart, [FIRST, 100 * SHARE * FIRST]);
    }

    #[test]
    fn the_others_go_on_when_one_leaves_in_its_turn() {
        let portfolio = Portfolio::new(&BOTH);
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(portfolio.begin(Contestant::Merging));
                portfolio.leave(Contestant::Merging);
            });
            scope.spawn(|| {
                assert!(portfolio.begin(Contestant::Proving));
                portfolio.leave(Contestant::Proving);
            });
            let turns = work(&portfolio, Contestant::PathByPath, 4 * FIRST);
            assert_eq!(turns, [FIRST, 2 * FIRST, 4 * FIRST]);
            portfolio.wait_until_alone();
        });
    }

    #[test]
    fn merging_gets_no_turn_where_little_is_to_be_merged() {
        let portfolio = Portfolio::new(&MERGING);
        assert_eq!(portfolio.wait(Contestant::PathByPath, FIRST, false), 2 * FIRST);
        assert!(portfolio.has_others());
    }

    #[test]
    fn nothing_is_tried_where_little_is_to_be_done() {
        let portfolio = Portfolio::new(&MERGING);
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(!portfolio.begin(Contestant::Merging));
                portfolio.leave(Contestant::Merging);
            });
            assert_eq!(work(&portfolio, Contestant::PathByPath, FIRST), [FIRST]);
            portfolio.end();
            portfolio.wait_until_alone();
            assert!(!portfolio.has_others());
        });
    }
}
