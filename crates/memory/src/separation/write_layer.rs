//! The rest of a segment, where it has no cell, as one predicate.
//!
//! A write at a symbolic offset separates the older cells from the newer ones: it lies over the
//! former as a layer, and the latter lie over it.

use std::rc::Rc;

use term::AllocId;

use crate::separation::heap_segment::HeapSegment;
use crate::symbolic_write::{Effect, Entry};

/// The contents of a segment where it has no cell.
#[derive(Clone)]
pub enum Rest {
    /// Uninitialised bytes.
    Uninitialised(AllocId),
    /// Zeros.
    Zero,
    /// What a write at a symbolic offset left.
    Written(Rc<WriteLayer>),
}

/// A write at a symbolic offset, and the segment as it was before.
#[derive(Clone)]
pub struct WriteLayer {
    /// The write.
    pub entry: Entry<HeapSegment>,
    /// The segment below it.
    pub below: HeapSegment,
}

impl Rest {
    /// Whether it is the rest of another segment, unchanged since the states forked.
    pub fn is_same(&self, other: &Rest) -> bool {
        match (self, other) {
            (Rest::Uninitialised(mine), Rest::Uninitialised(theirs)) => mine == theirs,
            (Rest::Zero, Rest::Zero) => true,
            (Rest::Written(mine), Rest::Written(theirs)) => Rc::ptr_eq(mine, theirs),
            _ => false,
        }
    }
}

/// Drops nested layers in a loop: they may be deeper than the stack.
impl Drop for WriteLayer {
    fn drop(&mut self) {
        let mut rests = vec![take_rest(&mut self.below)];
        if let Effect::Copy { source, .. } = &mut self.entry.effect {
            rests.push(take_rest(source));
        }
        while let Some(rest) = rests.pop() {
            let Rest::Written(layer) = rest else { continue };
            let Some(mut layer) = Rc::into_inner(layer) else { continue };
            rests.push(take_rest(&mut layer.below));
            if let Effect::Copy { source, .. } = &mut layer.entry.effect {
                rests.push(take_rest(source));
            }
        }
    }
}

fn take_rest(segment: &mut HeapSegment) -> Rest {
    std::mem::replace(&mut segment.rest, Rest::Zero)
}
