//! A list that only grows, and never moves what is in it.
//!
//! A `Vec` that is full is copied, and for a moment is there twice: the table of a million terms would take so much
//! more memory at once that no limit could be kept.

use std::ops::Index;

/// A shelf has so many places, as a power of two.
const BITS: usize = 12;
const PLACES: usize = 1 << BITS;

/// The list: all shelves but the last are full.
pub(crate) struct Shelves<T>(Vec<Vec<T>>);

impl<T> Shelves<T> {
    pub fn new() -> Shelves<T> {
        Shelves(Vec::new())
    }

    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * PLACES + last.len())
    }

    pub fn push(&mut self, item: T) {
        match self.0.last_mut() {
            Some(last) if last.len() < PLACES => last.push(item),
            _ => {
                let mut shelf = Vec::with_capacity(PLACES);
                shelf.push(item);
                self.0.push(shelf);
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}

impl<T> Index<usize> for Shelves<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.0[index >> BITS][index % PLACES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_stays_in_its_place() {
        let mut shelves = Shelves::new();
        for item in 0..3 * PLACES {
            assert_eq!(shelves.len(), item);
            shelves.push(item);
            assert_eq!(shelves[item], item);
        }
        assert!((0..shelves.len()).all(|index| shelves[index] == index));
        assert!(shelves.iter().copied().eq(0..3 * PLACES));
    }
}
