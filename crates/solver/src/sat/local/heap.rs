//! A binary heap of variables, ordered by activity, with the position of each variable.

use super::super::Var;

/// The mark of a variable that is not in the heap.
const OUT: u32 = u32::MAX;

/// The weight of a conflict relative to the next one.
const DECAY: f64 = 0.95;
/// The fraction of a fresh bump from which a variable is active: some three hundred conflicts ago.
const RECENT: f64 = 1e-7;
/// The activity at which all activities are scaled down.
const HUGE: f64 = 1e100;

/// The heap. It keeps the activities of all variables, whether or not they are in it.
pub struct Heap {
    /// The most active variable first; each is at least as active as its two children.
    order: Vec<Var>,
    /// The position of each variable in `order`, or `OUT`. May be shorter than the number of variables.
    places: Vec<u32>,
    activities: Vec<f64>,
    /// The bump of the current conflict.
    increment: f64,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap { order: Vec::new(), places: Vec::new(), activities: Vec::new(), increment: 1.0 }
    }
}

impl Heap {
    /// Removes all variables.
    pub fn clear(&mut self) {
        for var in self.order.drain(..) {
            self.places[var.index() as usize] = OUT;
        }
    }

    /// Returns whether a variable took part in a recent conflict.
    pub fn is_active(&self, var: Var) -> bool {
        let activity = self.activities.get(var.index() as usize);
        activity.is_some_and(|&activity| activity > self.increment * RECENT)
    }

    /// Inserts a variable unless it is present.
    pub fn insert(&mut self, var: Var) {
        let index = self.index(var);
        if self.places[index] == OUT {
            self.places[index] = self.order.len() as u32;
            self.order.push(var);
            self.rise(self.order.len() - 1);
        }
    }

    /// Removes the most active variable.
    pub fn pop(&mut self) -> Option<Var> {
        let last = self.order.pop()?;
        let Some(first) = self.order.first_mut() else {
            self.places[last.index() as usize] = OUT;
            return Some(last);
        };
        let top = std::mem::replace(first, last);
        self.places[last.index() as usize] = 0;
        self.places[top.index() as usize] = OUT;
        self.sink(0);
        Some(top)
    }

    /// Increases the activity of a variable.
    pub fn bump(&mut self, var: Var) {
        let index = self.index(var);
        self.activities[index] += self.increment;
        if self.activities[index] > HUGE {
            self.activities.iter_mut().for_each(|activity| *activity /= HUGE);
            self.increment /= HUGE;
        }
        let place = self.places[index];
        if place != OUT {
            self.rise(place as usize);
        }
    }

    /// Increases the weight of later bumps.
    pub fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn index(&mut self, var: Var) -> usize {
        let index = var.index() as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, OUT);
            self.activities.resize(index + 1, 0.0);
        }
        index
    }

    fn activity(&self, var: Var) -> f64 {
        self.activities[var.index() as usize]
    }

    fn put(&mut self, place: usize, var: Var) {
        self.order[place] = var;
        self.places[var.index() as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.order[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.order[parent];
            if self.activity(above) >= self.activity(var) {
                break;
            }
            self.put(place, above);
            place = parent;
        }
        self.put(place, var);
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.order[place];
        while let Some(&left) = self.order.get(2 * place + 1) {
            let mut child = (2 * place + 1, left);
            if let Some(&right) = self.order.get(2 * place + 2)
                && self.activity(right) > self.activity(left)
            {
                child = (2 * place + 2, right);
            }
            if self.activity(child.1) <= self.activity(var) {
                break;
            }
            self.put(place, child.1);
            place = child.0;
        }
        self.put(place, var);
    }
}
