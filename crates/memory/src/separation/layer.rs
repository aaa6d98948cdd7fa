//! What a segment holds where it has no cell: the rest of it, as one predicate.
//!
//! A write at an unknown place parts the cells that were there before it from those that come after:
//! it lies over the former as a layer, and the latter lie over it.

use std::rc::Rc;

use term::AllocId;

use crate::separation::heap_segment::HeapSegment;
use crate::symbolic_write::{Effect, Entry};

/// What a segment holds where it has no cell.
#[derive(Clone)]
pub enum Rest {
    /// What was there before anything was written.
    Uninitialised(AllocId),
    /// Zeros.
    Zero,
    /// What a write at an unknown place left there.
    Written(Rc<Layer>),
}

/// A write at an unknown place, and the segment as it was before.
#[derive(Clone)]
pub struct Layer {
    /// The write.
    pub entry: Entry<HeapSegment>,
    /// What it was made upon.
    pub below: HeapSegment,
}

impl Rest {
    /// Whether it is that of another segment, unchanged since they parted.
    pub fn is_same(&self, other: &Rest) -> bool {
        match (self, other) {
            (Rest::Uninitialised(mine), Rest::Uninitialised(theirs)) => mine == theirs,
            (Rest::Zero, Rest::Zero) => true,
            (Rest::Written(mine), Rest::Written(theirs)) => Rc::ptr_eq(mine, theirs),
            _ => false,
        }
    }
}

/// Layers hold layers. They are let go one by one: there may be more of them than a stack bears.
impl Drop for Layer {
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
