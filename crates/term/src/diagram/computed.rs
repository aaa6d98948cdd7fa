//! What was computed of diagrams, as far as it is kept: each result has one place, and gives way to the next that
//! belongs there. So looking up and keeping cost the same however many there are; what is forgotten is computed again.

use super::Diagram;

/// Results of an operation on three diagrams.
#[derive(Default)]
pub(super) struct Computed {
    /// As many as a power of two, or none.
    places: Vec<([Diagram; 3], Diagram)>,
    /// Results that were kept since there are so many places.
    kept: usize,
}

/// What no operation is asked for: it stands in places that are empty.
const EMPTY: [Diagram; 3] = [Diagram(u32::MAX); 3];
const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 16;

impl Computed {
    /// The result for some diagrams, if it is still there.
    pub(super) fn get(&self, of: [Diagram; 3]) -> Option<Diagram> {
        let (known, result) = self.places.get(self.place(of))?;
        (*known == of).then_some(*result)
    }

    /// Keeps a result.
    pub(super) fn keep(&mut self, of: [Diagram; 3], result: Diagram) {
        self.kept += 1;
        if self.kept > self.places.len() && self.places.len() < MOST {
            self.grow();
        }
        let place = self.place(of);
        self.places[place] = (of, result);
    }

    /// Makes room for twice as many.
    fn grow(&mut self) {
        let room = (2 * self.places.len()).max(FEWEST);
        let old = std::mem::replace(&mut self.places, vec![(EMPTY, Diagram::TRUE); room]);
        for (of, result) in old.into_iter().filter(|(of, _)| *of != EMPTY) {
            let place = self.place(of);
            self.places[place] = (of, result);
        }
        self.kept = 0;
    }

    fn place(&self, [a, b, c]: [Diagram; 3]) -> usize {
        let low = u64::from(a.0) | u64::from(b.0) << 32;
        let mixed = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(c.0);
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & self.places.len().wrapping_sub(1)
    }
}
