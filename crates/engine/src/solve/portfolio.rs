//! A portfolio of two explorations of one program that take turns: one explores path by path, the other merges
//! states. The first verdict wins.
//!
//! Whether merging pays off is known only afterwards: it depends on the queries of later parts of the program
//! about values that have become `ite` terms. So merging runs beside the other exploration, with a fixed share of
//! its effort. That share is the most that merging can cost; where merging saves very much, the other exploration
//! has not done much when merging ends.
//!
//! Effort is counted, not timed: the same program has the same result each time, on every machine.
//!
//! This file does not know what a verdict is. `explore/portfolio.rs` measures the effort of an exploration.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The effort of the exploration path by path before merging is tried. About a hundredth of a second.
const FIRST: u64 = 1 << 18;
/// The number of states below which merging is not tried: there is little to merge.
pub(crate) const FEW_STATES: u64 = 64;
/// The ratio of the effort of the exploration path by path to that of merging.
const SHARE: u64 = 12;

/// A contestant of the portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// The exploration path by path.
    PathByPath,
    /// The exploration that merges states.
    Merging,
}

/// The turns of both explorations. At most one of them runs at a time, until the portfolio is over.
pub struct Portfolio {
    shared: Mutex<Shared>,
    changed: Condvar,
}

/// The state that both explorations share.
struct Shared {
    /// The contestant whose turn it is.
    turn: Contestant,
    /// The effort at which the turn ends.
    pub(crate) until: u64,
    /// The effort of the exploration path by path; stale during its turns.
    path_by_path: u64,
    /// Whether one of the explorations has ended or is to end: the other one runs on without turns.
    over: bool,
    /// Whether the exploration that merges has released everything.
    gone: bool,
}

impl Default for Portfolio {
    fn default() -> Portfolio {
        let shared = Shared {
            turn: Contestant::PathByPath,
            until: FIRST,
            path_by_path: 0,
            over: false,
            gone: false,
        };
        Portfolio { shared: Mutex::new(shared), changed: Condvar::new() }
    }
}

impl Portfolio {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next turn of a contestant that has spent `effort`; returns the effort at which that turn ends.
    fn wait(&self, contestant: Contestant, effort: u64) -> u64 {
        let mut shared = self.lock();
        if shared.turn == contestant && effort >= shared.until {
            shared.pass(effort);
            self.changed.notify_all();
        }
        let others = |shared: &mut Shared| shared.turn != contestant && !shared.over;
        let shared = self.changed.wait_while(shared, others);
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        if shared.over { u64::MAX } else { shared.until }
    }

    /// Waits until merging is tried; returns `false` if it is not.
    #[must_use]
    pub fn begin_merging(&self) -> bool {
        self.wait(Contestant::Merging, 0) < u64::MAX
    }

    /// Ends the portfolio: one of the explorations is not needed any more.
    pub fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }

    /// Records that the exploration that merges has released everything.
    pub fn merging_is_gone(&self) {
        let mut shared = self.lock();
        (shared.over, shared.gone) = (true, true);
        self.changed.notify_all();
    }

    /// Whether the exploration that merges still holds something.
    #[must_use]
    pub fn has_merging(&self) -> bool {
        !self.lock().gone
    }

    /// Waits until the exploration that merges has released everything.
    pub fn wait_until_alone(&self) {
        let alone = self.changed.wait_while(self.lock(), |shared| !shared.gone);
        drop(alone);
    }
}

impl Shared {
    /// Passes the turn to the other contestant.
    fn pass(&mut self, effort: u64) {
        (self.turn, self.until) = match self.turn {
            Contestant::PathByPath => {
                self.path_by_path = effort;
                (Contestant::Merging, effort / SHARE)
            }
            // Merging may exceed its turn, since one instruction can take long.
            Contestant::Merging => {
                (Contestant::PathByPath, (2 * self.path_by_path).max(effort.saturating_mul(SHARE)))
            }
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
        Turns { portfolio, contestant, until: FIRST / SHARE, done: 0, left: INSTRUCTIONS }
    }

    /// Returns the conflicts after which a query waits for another turn; `None` for no limit. A single hard query
    /// of the exploration that merges could take longer than everything that the other one has to do.
    pub(crate) fn conflicts(&self) -> Option<u64> {
        let left = self.until.saturating_sub(self.done);
        (self.contestant == Contestant::Merging && self.until < u64::MAX)
            .then_some(left / HARD_CONFLICT + 1)
    }

    /// Ends the turn during a query that exceeds it, and waits for the next turn.
    pub(crate) fn wait(&mut self) {
        self.done = self.done.max(self.until);
        self.until = self.portfolio.wait(self.contestant, self.done);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    /// Works up to an amount of effort, and returns the end of each turn.
    fn work(portfolio: &Portfolio, contestant: Contestant, most: u64) -> Vec<u64> {
        let (mut effort, mut turns) = (0, Vec::new());
        while effort < most {
            let until = portfolio.wait(contestant, effort);
            turns.push(until);
            effort = until.min(most);
        }
        turns
    }

    #[test]
    fn the_one_that_merges_gets_its_share() {
        let portfolio = Portfolio::default();
        let merging = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(portfolio.begin_merging());
                *merging.lock().unwrap() = work(&portfolio, Contestant::Merging, u64::MAX);
            });
            assert_eq!(
                work(&portfolio, Contestant::PathByPath, 4 * FIRST),
                [FIRST, 2 * FIRST, 4 * FIRST]
            );
            portfolio.end();
        });
        let turns = [FIRST / SHARE, 2 * FIRST / SHARE, u64::MAX];
        assert_eq!(*merging.lock().unwrap(), turns);
    }

    #[test]
    fn who_does_too_much_waits_longer() {
        let portfolio = Portfolio::default();
        let apart = thread::scope(|scope| {
            scope.spawn(|| {
                assert!(portfolio.begin_merging());
                let late = portfolio.wait(Contestant::Merging, 100 * FIRST);
                assert_eq!(late, u64::MAX);
            });
            let turns = work(&portfolio, Contestant::PathByPath, 300 * FIRST);
            portfolio.end();
            turns
        });
        assert_eq!(apart, [FIRST, 100 * SHARE * FIRST]);
    }

    #[test]
    fn nothing_is_tried_where_little_is_to_be_done() {
        let portfolio = Portfolio::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(!portfolio.begin_merging());
                portfolio.merging_is_gone();
            });
            assert_eq!(work(&portfolio, Contestant::PathByPath, FIRST), [FIRST]);
            portfolio.end();
            portfolio.wait_until_alone();
            assert!(!portfolio.has_merging());
        });
    }
}
