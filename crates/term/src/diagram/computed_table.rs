//! The computed table of the diagram operations: a direct-mapped cache. Each result has one slot and evicts the result
//! that was there before. So lookups and insertions take constant time; evicted results are computed again.

use super::Diagram;

/// A cache of an operation on three diagrams.
#[derive(Default)]
pub(super) struct ComputedTable {
    /// The slots: a power of two of them, or none.
    slots: Vec<([Diagram; 3], Diagram)>,
    /// The number of insertions since the table last grew.
    insertions: usize,
}

/// The operands that mark an empty slot; no operation has them.
const EMPTY: [Diagram; 3] = [Diagram(u32::MAX); 3];
const MIN_LENGTH: usize = 1 << 10;
const MAX_LENGTH: usize = 1 << 16;

impl ComputedTable {
    /// Returns the cached result for some operands.
    pub(super) fn get(&self, operands: [Diagram; 3]) -> Option<Diagram> {
        let (cached, result) = self.slots.get(self.slot(operands))?;
        (*cached == operands).then_some(*result)
    }

    /// Inserts a result.
    pub(super) fn insert(&mut self, operands: [Diagram; 3], result: Diagram) {
        self.insertions += 1;
        if self.insertions > self.slots.len() && self.slots.len() < MAX_LENGTH {
            self.grow();
        }
        let slot = self.slot(operands);
        self.slots[slot] = (operands, result);
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(MIN_LENGTH);
        let old = std::mem::replace(&mut self.slots, vec![(EMPTY, Diagram::TRUE); length]);
        for (operands, result) in old.into_iter().filter(|(operands, _)| *operands != EMPTY) {
            let slot = self.slot(operands);
            self.slots[slot] = (operands, result);
        }
        self.insertions = 0;
    }

    fn slot(&self, [a, b, c]: [Diagram; 3]) -> usize {
        let low = u64::from(a.0) | u64::from(b.0) << 32;
        let mixed = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(c.0);
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & self.slots.len().wrapping_sub(1)
    }
}
