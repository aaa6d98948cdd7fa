//! Searchers: worklists with an order.
//!
//! A searcher holds the states that wait. It inspects a state when the state is added and selects the next
//! one; it does not know what states do. No searcher loses or repeats a state, so that the search order
//! decides when a finding is reported, not which. `parallel::worker` relies on that.

use std::collections::VecDeque;

use crate::options::SearchOrder;

/// The properties of a state that a searcher may inspect.
pub trait Waiting {
    /// Returns how often the program point of the state was reached before; states with fewer visits are
    /// preferred.
    fn visits(&self) -> u64;
}

/// A worklist with an order.
pub trait Searcher<S> {
    /// Adds a state.
    fn put(&mut self, state: S);

    /// Removes the next state.
    fn next(&mut self) -> Option<S>;

    /// Returns the number of states.
    fn waiting(&self) -> usize;

    /// Returns all states.
    fn all(&self) -> Vec<&S>;

    /// Removes the state that has waited longest, or one of the longest.
    fn longest_waiting(&mut self) -> Option<S>;

    /// Returns how long a state runs before another one may be next.
    fn turn(&self) -> Turn {
        Turn { forks: 1, steps: u64::MAX }
    }
}

/// The length of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The number of forks after which the turn ends.
    pub forks: u64,
    /// The number of instructions after which the turn ends, if other states wait.
    pub steps: u64,
}

/// Returns the searcher of an order.
#[must_use]
pub(crate) fn searcher<S: Waiting + 'static>(order: SearchOrder) -> Box<dyn Searcher<S>> {
    match order {
        SearchOrder::DepthFirst => Box::new(DepthFirst(VecDeque::new())),
        SearchOrder::BreadthFirst => Box::new(BreadthFirst(VecDeque::new())),
        SearchOrder::Random => Box::new(RandomState { waiting: Vec::new(), seed: 1 }),
        SearchOrder::Coverage => Box::new(LeastVisited(Vec::new())),
        SearchOrder::Auto => Box::new(Alternating { waiting: VecDeque::new(), turn: 0 }),
    }
}

struct DepthFirst<S>(VecDeque<S>);

impl<S> Searcher<S> for DepthFirst<S> {
    fn put(&mut self, state: S) {
        self.0.push_back(state);
    }

    fn next(&mut self) -> Option<S> {
        self.0.pop_back()
    }

    fn all(&self) -> Vec<&S> {
        self.0.iter().collect()
    }

    fn longest_waiting(&mut self) -> Option<S> {
        self.0.pop_front()
    }

    fn waiting(&self) -> usize {
        self.0.len()
    }

    fn turn(&self) -> Turn {
        Turn { forks: u64::MAX, steps: u64::MAX }
    }
}

struct BreadthFirst<S>(VecDeque<S>);

impl<S> Searcher<S> for BreadthFirst<S> {
    fn put(&mut self, state: S) {
        self.0.push_back(state);
    }

    fn next(&mut self) -> Option<S> {
        self.0.pop_front()
    }

    fn all(&self) -> Vec<&S> {
        self.0.iter().collect()
    }

    fn longest_waiting(&mut self) -> Option<S> {
        self.0.pop_front()
    }

    fn waiting(&self) -> usize {
        self.0.len()
    }
}

/// A random order, uniform over the states and the same in every run.
struct RandomState<S> {
    waiting: Vec<S>,
    seed: u64,
}

impl<S> Searcher<S> for RandomState<S> {
    fn put(&mut self, state: S) {
        self.waiting.push(state);
    }

    fn next(&mut self) -> Option<S> {
        if self.waiting.is_empty() {
            return None;
        }
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        let index = (self.seed >> 8) as usize % self.waiting.len();
        Some(self.waiting.swap_remove(index))
    }

    fn all(&self) -> Vec<&S> {
        self.waiting.iter().collect()
    }

    fn longest_waiting(&mut self) -> Option<S> {
        (!self.waiting.is_empty()).then(|| self.waiting.swap_remove(0))
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

/// An order that prefers the state whose program point had the fewest visits when the state was added.
struct LeastVisited<S>(Vec<S>);

/// Returns the index of the state with the fewest visits; of several, the newest.
fn least_visited<S: Waiting>(waiting: &[S]) -> Option<usize> {
    (0..waiting.len()).rev().min_by_key(|&index| waiting[index].visits())
}

impl<S: Waiting> Searcher<S> for LeastVisited<S> {
    fn put(&mut self, state: S) {
        self.0.push(state);
    }

    fn next(&mut self) -> Option<S> {
        let index = least_visited(&self.0)?;
        Some(self.0.swap_remove(index))
    }

    fn all(&self) -> Vec<&S> {
        self.0.iter().collect()
    }

    fn longest_waiting(&mut self) -> Option<S> {
        (!self.0.is_empty()).then(|| self.0.swap_remove(0))
    }

    fn waiting(&self) -> usize {
        self.0.len()
    }
}

/// An order that alternates between the newest state, which soon ends; the oldest one, which took the
/// fewest decisions; and the one with the fewest visits.
struct Alternating<S> {
    waiting: VecDeque<S>,
    turn: u64,
}

/// The number of the newest states among which the least visited one is selected.
const LOOKED_AT: usize = 256;

impl<S: Waiting> Searcher<S> for Alternating<S> {
    fn put(&mut self, state: S) {
        self.waiting.push_back(state);
    }

    fn next(&mut self) -> Option<S> {
        self.turn += 1;
        match self.turn % 3 {
            0 => self.waiting.pop_front(),
            1 => self.waiting.pop_back(),
            _ => {
                let newest = (0..self.waiting.len()).rev().take(LOOKED_AT);
                let index = newest.min_by_key(|&index| self.waiting[index].visits())?;
                self.waiting.remove(index)
            }
        }
    }

    fn all(&self) -> Vec<&S> {
        self.waiting.iter().collect()
    }

    fn longest_waiting(&mut self) -> Option<S> {
        self.waiting.pop_front()
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn turn(&self) -> Turn {
        Turn { forks: 16, steps: 1 << 14 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Waiting for u64 {
        fn visits(&self) -> u64 {
            *self % 7
        }
    }

    #[test]
    fn no_searcher_loses_or_repeats_a_state() {
        for (name, order) in SearchOrder::ALL {
            let mut searcher = searcher::<u64>(order);
            let mut seen = Vec::new();
            for state in 0..50 {
                searcher.put(state);
                if state % 3 == 0 {
                    seen.extend(searcher.next());
                }
                if state % 7 == 0 {
                    seen.extend(searcher.longest_waiting());
                }
            }
            assert_eq!(searcher.waiting() + seen.len(), 50, "{name}");
            assert_eq!(searcher.all().len(), searcher.waiting(), "{name}");
            while let Some(state) = searcher.next() {
                seen.push(state);
            }
            seen.sort_unstable();
            assert_eq!(seen, (0..50).collect::<Vec<u64>>(), "{name}");
        }
    }

    #[test]
    fn orders_are_what_their_names_say() {
        let order = |order: SearchOrder| {
            let mut searcher = searcher::<u64>(order);
            [8, 3, 14].into_iter().for_each(|state| searcher.put(state));
            std::iter::from_fn(move || searcher.next()).collect::<Vec<u64>>()
        };
        assert_eq!(order(SearchOrder::DepthFirst), [14, 3, 8]);
        assert_eq!(order(SearchOrder::BreadthFirst), [8, 3, 14]);
        assert_eq!(order(SearchOrder::Coverage), [14, 8, 3]);
    }
}
