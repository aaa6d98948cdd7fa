//! The contestant of a portfolio that looks for a proof: whether it has one.
//!
//! `prove` finds proofs; `exploration` runs all contestants. A proof is a verdict for all inputs, so it counts whatever
//! the others have come to, except for a finding.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::explore::statistics::{Statistics, Unproved};
use crate::findings::outcome::Outcome;
use crate::prove::Proof;
use crate::solve::portfolio::Contestant;

/// The contestant that looks for a proof.
#[derive(Default)]
pub(crate) struct ProvingContestant {
    cancel: Arc<AtomicBool>,
    result: Mutex<Option<(Result<Proof, Unproved>, Statistics)>>,
}

impl ProvingContestant {
    /// Returns the flag that cancels the search for a proof.
    pub(crate) fn cancel(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Ends the work of this contestant.
    pub(crate) fn close(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Keeps the proof, or why there is none, and the statistics of the search for it.
    pub(crate) fn keep(&self, proof: Result<Proof, Unproved>, statistics: Statistics) {
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some((proof, statistics));
    }

    /// Returns the outcome of the winner, and the statistics of all contestants.
    pub(crate) fn finish(
        &self,
        (outcome, mut statistics): (Outcome, Statistics),
    ) -> (Outcome, Statistics) {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((proof, own)) = result else { return (outcome, statistics) };
        statistics.add(&own);
        match proof {
            Ok(Proof { outcome: mut proved, loops }) if outcome.found.is_empty() => {
                statistics.first = Some(Contestant::Proving);
                statistics.proved = loops;
                for (what, site) in outcome.assumed {
                    proved.assumed.entry(what).or_insert(site);
                }
                (proved, statistics)
            }
            Ok(_) | Err(Unproved::Cancelled) => (outcome, statistics),
            Err(unproved) => {
                statistics.unproved = Some(unproved);
                (outcome, statistics)
            }
        }
    }
}
