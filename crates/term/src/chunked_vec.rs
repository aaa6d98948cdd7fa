//! A vector that grows in chunks and never moves its elements.
//!
//! A full `Vec` copies its elements to a new allocation, and both exist for a moment. For a table of millions of terms
//! this peak would break every memory limit.

use std::ops::Index;

/// The length of a chunk, as a power of two.
const CHUNK_BITS: usize = 12;
const CHUNK_LENGTH: usize = 1 << CHUNK_BITS;

/// The vector: all chunks but the last are full.
pub(crate) struct ChunkedVec<T>(Vec<Vec<T>>);

impl<T> ChunkedVec<T> {
    pub fn new() -> ChunkedVec<T> {
        ChunkedVec(Vec::new())
    }

    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * CHUNK_LENGTH + last.len())
    }

    pub fn push(&mut self, item: T) {
        match self.0.last_mut() {
            Some(last) if last.len() < CHUNK_LENGTH => last.push(item),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK_LENGTH);
                chunk.push(item);
                self.0.push(chunk);
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}

impl<T> Index<usize> for ChunkedVec<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.0[index >> CHUNK_BITS][index % CHUNK_LENGTH]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_indices() {
        let mut chunks = ChunkedVec::new();
        for item in 0..3 * CHUNK_LENGTH {
            assert_eq!(chunks.len(), item);
            chunks.push(item);
            assert_eq!(chunks[item], item);
        }
        assert!((0..chunks.len()).all(|index| chunks[index] == index));
        assert!(chunks.iter().copied().eq(0..3 * CHUNK_LENGTH));
    }
}
