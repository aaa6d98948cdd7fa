//! Two explorations of one program that take turns: one goes path by path, the other one merges. The first that
//! comes to a verdict has won.
//!
//! Whether merging pays off is known only afterwards: it depends on what later parts of the program ask about values
//! that have become choices. So it is tried beside. The one that merges gets a fixed share of the labour of the other:
//! that is all that it can cost, and where it saves very much, the other one has not done much when it ends.
//!
//! Labour is counted, not timed: the same program comes to the same result each time, on every machine.
//! This file does not know what a verdict is.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What is done path by path before anything else is tried, in labour. About a hundredth of a second.
const FIRST: u64 = 1 << 18;
/// So is whatever has made fewer states than these: there is little to merge.
pub(crate) const FEW_STATES: u64 = 64;
/// The one that merges gets one part of labour for each so many of the other.
const SHARE: u64 = 12;

/// An exploration that takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one that goes path by path.
    Apart,
    /// The one that merges.
    Merging,
}

/// Whose turn it is.
pub struct Portfolio {
    shared: Mutex<Shared>,
    changed: Condvar,
}

struct Shared {
    turn: Side,
    /// The labour up to which it is its turn.
    pub(crate) until: u64,
    /// What was done path by path.
    apart: u64,
    /// Only one is left, or is to be.
    over: bool,
    /// The one that merges has given back everything.
    gone: bool,
}

impl Default for Portfolio {
    fn default() -> Portfolio {
        let shared = Shared { turn: Side::Apart, until: FIRST, apart: 0, over: false, gone: false };
        Portfolio { shared: Mutex::new(shared), changed: Condvar::new() }
    }
}

impl Portfolio {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn, after so much labour; gives the labour up to which it is.
    fn wait(&self, side: Side, labour: u64) -> u64 {
        let mut shared = self.lock();
        if shared.turn == side && labour >= shared.until {
            shared.pass(labour);
            self.changed.notify_all();
        }
        let others = |shared: &mut Shared| shared.turn != side && !shared.over;
        let shared = self.changed.wait_while(shared, others);
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        if shared.over { u64::MAX } else { shared.until }
    }

    /// Whoever merges waits until it is tried; `false` if it is not.
    #[must_use]
    pub fn begin_merging(&self) -> bool {
        self.wait(Side::Merging, 0) < u64::MAX
    }

    /// One of them is not needed any more.
    pub fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }

    /// The one that merges has given back everything.
    pub fn merging_is_gone(&self) {
        let mut shared = self.lock();
        (shared.over, shared.gone) = (true, true);
        self.changed.notify_all();
    }

    /// Whether the one that merges still holds something.
    #[must_use]
    pub fn has_merging(&self) -> bool {
        !self.lock().gone
    }

    /// Waits until it does not.
    pub fn wait_until_alone(&self) {
        let alone = self.changed.wait_while(self.lock(), |shared| !shared.gone);
        drop(alone);
    }
}

impl Shared {
    /// It is the other one's turn.
    fn pass(&mut self, labour: u64) {
        (self.turn, self.until) = match self.turn {
            Side::Apart => {
                self.apart = labour;
                (Side::Merging, labour / SHARE)
            }
            // It may have done more than it was to: one instruction can take long.
            Side::Merging => (Side::Apart, (2 * self.apart).max(labour.saturating_mul(SHARE))),
        };
    }
}

/// Who takes part.
pub struct Contestant {
    contest: Arc<Portfolio>,
    pub(crate) side: Side,
    /// The labour up to which it is its turn.
    pub(crate) until: u64,
    /// What it had done when that was last looked at.
    pub(crate) done: u64,
    /// Instructions until its labour is looked at.
    pub(crate) left: u32,
}

/// Labour is looked at each time after so many instructions.
pub(crate) const INSTRUCTIONS: u32 = 16;
/// A conflict of a hard question counts so much, with all that comes with it.
const HARD_CONFLICT: u64 = 1 << 10;

impl Contestant {
    /// Takes a side.
    #[must_use]
    pub fn new(contest: Arc<Portfolio>, side: Side) -> Contestant {
        Contestant { contest, side, until: FIRST / SHARE, done: 0, left: INSTRUCTIONS }
    }

    /// The conflicts after which a question is to wait for another turn. A hard one of whoever merges could take longer
    /// than everything that the other one has to do.
    pub(crate) fn conflicts(&self) -> Option<u64> {
        let left = self.until.saturating_sub(self.done);
        (self.side == Side::Merging && self.until < u64::MAX).then_some(left / HARD_CONFLICT + 1)
    }

    /// A question takes more than was left: waits for the next turn.
    pub(crate) fn wait(&mut self) {
        self.done = self.done.max(self.until);
        self.until = self.contest.wait(self.side, self.done);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    /// Works until it has done so much, and says how far it had to be at each of its turns.
    fn work(contest: &Portfolio, side: Side, most: u64) -> Vec<u64> {
        let (mut labour, mut turns) = (0, Vec::new());
        while labour < most {
            let until = contest.wait(side, labour);
            turns.push(until);
            labour = until.min(most);
        }
        turns
    }

    #[test]
    fn the_one_that_merges_gets_its_share() {
        let contest = Portfolio::default();
        let merging = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(contest.begin_merging());
                *merging.lock().unwrap() = work(&contest, Side::Merging, u64::MAX);
            });
            assert_eq!(work(&contest, Side::Apart, 4 * FIRST), [FIRST, 2 * FIRST, 4 * FIRST]);
            contest.end();
        });
        let turns = [FIRST / SHARE, 2 * FIRST / SHARE, u64::MAX];
        assert_eq!(*merging.lock().unwrap(), turns);
    }

    #[test]
    fn who_does_too_much_waits_longer() {
        let contest = Portfolio::default();
        let apart = thread::scope(|scope| {
            scope.spawn(|| {
                assert!(contest.begin_merging());
                let late = contest.wait(Side::Merging, 100 * FIRST);
                assert_eq!(late, u64::MAX);
            });
            let turns = work(&contest, Side::Apart, 300 * FIRST);
            contest.end();
            turns
        });
        assert_eq!(apart, [FIRST, 100 * SHARE * FIRST]);
    }

    #[test]
    fn nothing_is_tried_where_little_is_to_be_done() {
        let contest = Portfolio::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(!contest.begin_merging());
                contest.merging_is_gone();
            });
            assert_eq!(work(&contest, Side::Apart, FIRST), [FIRST]);
            contest.end();
            contest.wait_until_alone();
            assert!(!contest.has_merging());
        });
    }
}
