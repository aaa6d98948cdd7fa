//! The store of clauses with three and more literals: one vector in which each clause is a header followed by its
//! literals, so that a visit is one memory access.

use std::num::NonZeroU32;

use super::super::Lit;

/// The position of a clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClauseRef(NonZeroU32);

/// The store.
pub struct Clauses {
    /// The length, the block distance and the literals of each clause. The two numbers are wrapped as literals so that
    /// the others can be borrowed as a slice. A deleted clause has length zero, and its old length in place of the
    /// distance. The first word is unused: no clause starts at zero.
    words: Vec<Lit>,
    /// The number of words of deleted clauses.
    wasted: usize,
}

/// The new positions of clauses after compaction.
pub struct Moved {
    /// The old vector, with the new position of each clause in place of its distance.
    words: Vec<Lit>,
}

/// The number of words before the literals.
const HEADER: usize = 2;

impl ClauseRef {
    /// # Panics
    /// Beyond 2^32 words, which are 16 gigabytes: the limit on gates keeps the store far below.
    fn at(index: usize) -> ClauseRef {
        let index = u32::try_from(index).ok().and_then(NonZeroU32::new);
        ClauseRef(index.expect("fewer than 2^32 words of clauses"))
    }

    fn index(self) -> usize {
        self.0.get() as usize
    }
}

impl Default for Clauses {
    fn default() -> Clauses {
        Clauses { words: vec![Lit(0)], wasted: 0 }
    }
}

impl Clauses {
    /// Adds a clause; clauses that are not learnt have no distance.
    pub fn add(&mut self, lits: &[Lit], distance: Option<u32>) -> ClauseRef {
        let clause = ClauseRef::at(self.words.len());
        self.words.extend([Lit(lits.len() as u32), Lit(distance.unwrap_or(0))]);
        self.words.extend_from_slice(lits);
        clause
    }

    /// Deletes a clause.
    pub fn delete(&mut self, clause: ClauseRef) {
        let index = clause.index();
        self.wasted += HEADER + self.words[index].0 as usize;
        self.words[index + 1] = self.words[index];
        self.words[index] = Lit(0);
    }

    /// Returns the literals; none if the clause was deleted.
    pub fn literals(&self, clause: ClauseRef) -> &[Lit] {
        let index = clause.index();
        let length = self.words[index].0 as usize;
        &self.words[index + HEADER..index + HEADER + length]
    }

    /// Returns the literals for reordering.
    pub fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let index = clause.index();
        let length = self.words[index].0 as usize;
        &mut self.words[index + HEADER..index + HEADER + length]
    }

    /// Returns the distance; zero if the clause has none.
    pub fn distance(&self, clause: ClauseRef) -> u32 {
        self.words[clause.index() + 1].0
    }

    /// Returns whether deleted clauses occupy much of the memory.
    pub fn is_sparse(&self) -> bool {
        self.wasted > self.words.len() / 4
    }

    /// Moves the remaining clauses together.
    pub fn compact(&mut self) -> Moved {
        let capacity = self.words.len() - self.wasted;
        let mut old = std::mem::replace(&mut self.words, Vec::with_capacity(capacity));
        self.words.push(Lit(0));
        self.wasted = 0;
        let mut index = 1;
        while index < old.len() {
            let length = old[index].0 as usize;
            if length == 0 {
                index += HEADER + old[index + 1].0 as usize;
                continue;
            }
            let end = index + HEADER + length;
            let new = self.words.len() as u32;
            self.words.extend_from_slice(&old[index..end]);
            old[index + 1] = Lit(new);
            index = end;
        }
        Moved { words: old }
    }
}

impl Moved {
    /// Returns the new position of a clause; `None` if it was deleted.
    pub fn get(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let index = clause.index();
        let deleted = self.words[index].0 == 0;
        (!deleted).then(|| ClauseRef::at(self.words[index + 1].0 as usize))
    }
}
