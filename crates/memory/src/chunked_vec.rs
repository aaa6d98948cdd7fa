//! A vector that is cheap to copy: copies share their chunks until one writes to them.

use std::rc::Rc;

/// Entries of a chunk.
const CHUNK: usize = 64;

/// The vector. Entries may be missing.
#[derive(Clone)]
pub struct ChunkedVec<T> {
    chunks: Vec<Rc<Vec<Option<T>>>>,
}

impl<T> Default for ChunkedVec<T> {
    fn default() -> ChunkedVec<T> {
        ChunkedVec { chunks: Vec::new() }
    }
}

impl<T: Clone> ChunkedVec<T> {
    /// Returns an entry.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)?.as_ref()
    }

    /// Returns an entry, to be changed; copies its chunk if others share it.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let chunk = self.chunks.get_mut(index / CHUNK)?;
        // As `Rc::make_mut`, whose common case is not inlined.
        if Rc::get_mut(chunk).is_none() {
            *chunk = Rc::new((**chunk).clone());
        }
        Rc::get_mut(chunk)?.get_mut(index % CHUNK)?.as_mut()
    }

    /// Sets an entry.
    pub fn set(&mut self, index: usize, entry: T) {
        if self.chunks.len() <= index / CHUNK {
            // One empty chunk for all that are skipped.
            self.chunks.resize(index / CHUNK + 1, Rc::new(vec![None; CHUNK]));
        }
        Rc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK] = Some(entry);
    }

    /// Removes an entry; copies its chunk if others share it.
    pub fn remove(&mut self, index: usize) {
        if self.get(index).is_some() {
            Rc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK] = None;
        }
    }

    /// Returns an upper bound of the indices, exclusive.
    #[must_use]
    pub fn bound(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// Iterates over the indices of entries that may differ from those of another vector: chunks
    /// that both share are left out.
    pub fn unshared(&self, other: &ChunkedVec<T>) -> impl Iterator<Item = usize> {
        let chunks = self.chunks.len().max(other.chunks.len());
        let shared = |&chunk: &usize| match (self.chunks.get(chunk), other.chunks.get(chunk)) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            _ => false,
        };
        let apart = (0..chunks).filter(move |chunk| !shared(chunk));
        apart.flat_map(|chunk| chunk * CHUNK..(chunk + 1) * CHUNK)
    }

    /// Iterates over all entries with their indices, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let entries = self.chunks.iter().flat_map(|chunk| chunk.iter());
        entries.enumerate().filter_map(|(index, entry)| Some((index, entry.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_do_not_see_each_other() {
        let mut first = ChunkedVec::default();
        first.set(3, "three");
        first.set(200, "two hundred");
        let mut second = first.clone();
        *second.get_mut(3).unwrap() = "changed";
        second.set(4, "new");
        assert_eq!(first.get(3), Some(&"three"));
        assert_eq!(first.get(4), None);
        assert_eq!(second.get(3), Some(&"changed"));
        let all: Vec<_> = second.iter().map(|(index, _)| index).collect();
        assert_eq!(all, [3, 4, 200]);
        let mut third = second.clone();
        for index in [3, 7, 900] {
            third.remove(index);
        }
        assert_eq!(
            (second.get(3), third.get(3), third.get(4)),
            (Some(&"changed"), None, Some(&"new"))
        );
    }
}
