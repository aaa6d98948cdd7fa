//! A write to many places at once: the places and what is written are functions of the distance from
//! a pointer (*SEGY*, section 3). What a loop does in any number of rounds is one such write.

use term::visit::Substitution;
use term::{Term, TermMap};

use crate::memory::Context;
use crate::value::Value;

/// An element is written at every distance for which `set` holds.
///
/// Elements do not overlap each other, and all of them lie within `length` bytes from the pointer:
/// `set` holds at no other distance, taken as a number without sign. Nothing that is written is a
/// pointer into a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiWrite {
    /// The distance in bytes: a symbol as wide as a pointer, in whose place numbers are put.
    pub distance: Term,
    /// The condition on the distance.
    pub set: Term,
    /// The bytes of an element.
    pub bytes: u32,
    /// What is written.
    pub value: Term,
    /// All elements lie within so many bytes.
    pub length: Value,
}

impl MultiWrite {
    /// The condition under which an element begins at a distance, and what it is.
    /// Implements the multi-write of *SEGY*.
    pub fn element(&self, cx: &mut Context<'_>, distance: Term) -> (Term, Term) {
        let replacement = TermMap::from_iter([(self.distance, distance)]);
        let mut substitution = Substitution::new(replacement);
        let set = substitution.apply(cx.terms, self.set);
        (set, substitution.apply(cx.terms, self.value))
    }

    /// The condition under which the byte at a distance is written, and what it is then.
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
