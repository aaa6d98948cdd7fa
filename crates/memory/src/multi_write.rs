//! A multi-write (*SEGY*, section 2.3): a write of elements to a symbolic number of offsets. The
//! set of offsets and the value are functions of the distance from a pointer. The writes of all
//! iterations of a summarised loop are one multi-write.

use term::visit::Substitution;
use term::{Term, TermMap};

use crate::memory::Context;
use crate::value::Value;

/// A write of an element at every distance for which `set` holds.
///
/// Elements do not overlap, and all of them lie within `length` bytes from the pointer: `set` holds
/// at no other unsigned distance. No element is a pointer into a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiWrite {
    /// The distance in bytes: a bound symbol as wide as a pointer.
    pub distance: Term,
    /// The condition on the distance.
    pub set: Term,
    /// The bytes of an element.
    pub bytes: u32,
    /// The value of the element.
    pub value: Term,
    /// All elements lie within this number of bytes.
    pub length: Value,
}

impl MultiWrite {
    /// Returns the condition under which an element begins at a distance, and its value.
    /// Implements the multi-write of *SEGY*.
    pub fn element(&self, cx: &mut Context<'_>, distance: Term) -> (Term, Term) {
        let replacement = TermMap::from_iter([(self.distance, distance)]);
        let mut substitution = Substitution::new(replacement);
        let set = substitution.apply(cx.terms, self.set);
        (set, substitution.apply(cx.terms, self.value))
    }

    /// Returns the condition under which the byte at a distance is written, and its value.
    pub fn byte(&self, cx: &mut Context<'_>, distance: Term) -> (Term, Term) {
        let mut written = Term::FALSE;
        let mut byte = None;
        for i in (0..self.bytes).rev() {
            let (back, low) = (cx.number(u64::from(i)), 8 * i);
            let start = cx.terms.sub(distance, back);
            let (here, element) = self.element(cx, start);
            let part = cx.terms.extract(low + 7, low, element);
            written = cx.terms.or(written, here);
            byte = Some(match byte {
                Some(other) => cx.terms.ite(here, part, other),
                None => part,
            });
        }
        (written, byte.unwrap_or(self.value))
    }
}
