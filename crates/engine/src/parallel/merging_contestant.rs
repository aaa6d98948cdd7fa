//! The contestant of a portfolio that merges states, beside the exploration path by path: its pool, and which of the two
//! outcomes counts.
//!
//! `solve::portfolio` decides whose turn it is; `exploration` runs both contestants.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::explore::statistics::Statistics;
use crate::findings::outcome::{Cut, Outcome};
use crate::parallel::pool::{Pool, Snapshot};
use crate::solve::portfolio::{Contestant, Portfolio};

/// The contestant that merges states.
pub(crate) struct MergingContestant {
    /// Its own pool.
    pub(crate) pool: Pool,
    has_begun: AtomicBool,
    /// Whether this contestant came to a verdict first.
    has_won: AtomicBool,
}

impl Default for MergingContestant {
    fn default() -> MergingContestant {
        MergingContestant {
            pool: Pool::new(1, Snapshot::start(), None),
            has_begun: AtomicBool::default(),
            has_won: AtomicBool::default(),
        }
    }
}

impl MergingContestant {
    /// Waits until merging is tried; returns `false` if it is not.
    pub(crate) fn begin(&self, portfolio: &Portfolio) -> bool {
        let begins = portfolio.begin(Contestant::Merging);
        self.has_begun.store(begins, Ordering::Relaxed);
        begins
    }

    /// Ends the work of this contestant.
    pub(crate) fn close(&self) {
        self.pool.stop(Cut::Interrupted);
    }

    /// Returns whether this contestant has a verdict, and remembers it.
    pub(crate) fn has_verdict(&self, keep_going: bool) -> bool {
        let has_verdict = self.pool.has_verdict(keep_going);
        self.has_won.store(has_verdict, Ordering::Relaxed);
        has_verdict
    }

    /// Returns the outcome of the winner, and the statistics of both contestants.
    pub(crate) fn finish(
        &self,
        (mut outcome, mut statistics): (Outcome, Statistics),
    ) -> (Outcome, Statistics) {
        if !self.has_begun.load(Ordering::Relaxed) {
            return (outcome, statistics);
        }
        let (merged, other) = self.pool.finish();
        statistics.add(&other);
        statistics.workers.extend(other.workers);
        if self.has_won.load(Ordering::Relaxed) {
            statistics.first = Some(Contestant::Merging);
            return (merged, statistics);
        }
        // A finding of one contestant counts even if the other one could not explore everything.
        match outcome.cuts.is_empty() {
            true => statistics.first = Some(Contestant::PathByPath),
            false => merged.found.into_iter().for_each(|found| outcome.keep(found)),
        }
        (outcome, statistics)
    }
}
