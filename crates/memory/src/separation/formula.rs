//! The spatial formula of a block: its heaplets `E |-> F0, ..., Fn`, as data.
//!
//! Adjacent cells of one kind are one heaplet: numbers, the bytes of one value, uninitialised
//! bytes. Where only a write at a symbolic offset determines the contents, the formula leaves them
//! open.

use term::AllocId;

use crate::blocks::Info;
use crate::separation::cells::Byte;
use crate::separation::heap_segment::HeapSegment;
use crate::separation::write_layer::Rest;
use crate::value::Value;

/// Adjacent bytes of a block, and what they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heaplet {
    /// The block.
    pub block: AllocId,
    /// The offset of the first.
    pub offset: u64,
    /// The number of bytes; `None` if they extend to the end of a block of symbolic size.
    pub bytes: Option<u64>,
    /// Their contents.
    pub holds: Holds,
}

/// The contents of a heaplet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Numbers.
    Numbers(Vec<u8>),
    /// Bytes of a value, from this one on.
    Value(Value, u8),
    /// Uninitialised bytes.
    Uninitialised,
    /// Zeros.
    Zero,
    /// What a write at a symbolic offset left.
    Something,
}

/// Returns the heaplets of a block.
/// Implements `Π` and `Σ` of *SL CPA*.
pub fn heaplets(block: AllocId, info: &Info, segment: &HeapSegment) -> Vec<Heaplet> {
    let size = info.size.as_bits();
    let mut all: Vec<Heaplet> = Vec::new();
    let mut next = 0;
    for (offset, byte) in segment.cells.within(0, size.unwrap_or(u64::MAX)) {
        if next < offset {
            all.push(rest(block, segment, next, Some(offset - next)));
        }
        next = offset + 1;
        let last = all.last_mut().filter(|it| it.offset + it.bytes.unwrap_or(0) == offset);
        if !last.is_some_and(|last| last.goes_on(byte)) {
            all.push(Heaplet { block, offset, bytes: Some(1), holds: holds(byte) });
        }
    }
    if size.is_none_or(|size| next < size) {
        all.push(rest(block, segment, next, size.map(|size| size - next)));
    }
    all
}

impl Heaplet {
    /// Extends the heaplet by the next byte, if it is of the same kind.
    fn goes_on(&mut self, byte: Byte) -> bool {
        let Some(bytes) = self.bytes else { return false };
        let goes_on = match (&mut self.holds, byte) {
            (Holds::Numbers(numbers), Byte::Number(number)) => {
                numbers.push(number);
                true
            }
            (Holds::Value(value, first), Byte::Part { value: same, index, .. }) => {
                *value == same && u64::from(*first) + bytes == u64::from(index)
            }
            (Holds::Uninitialised, Byte::Uninitialised { .. }) => true,
            _ => false,
        };
        if goes_on {
            self.bytes = Some(bytes + 1);
        }
        goes_on
    }
}

fn holds(byte: Byte) -> Holds {
    match byte {
        Byte::Number(number) => Holds::Numbers(vec![number]),
        Byte::Part { value, index, .. } => Holds::Value(value, index),
        Byte::Uninitialised { .. } => Holds::Uninitialised,
    }
}

fn rest(block: AllocId, segment: &HeapSegment, offset: u64, bytes: Option<u64>) -> Heaplet {
    let holds = match segment.rest {
        Rest::Uninitialised(_) => Holds::Uninitialised,
        Rest::Zero => Holds::Zero,
        Rest::Written(_) => Holds::Something,
    };
    Heaplet { block, offset, bytes, holds }
}
