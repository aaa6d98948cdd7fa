//! Pointers in a segment: the edges of reachability in *SL CPA* ("Memory Leak").
//!
//! `reachable(E)` looks for a cell `F |-> G` with `E = G` and recurs for `F`. Here the direction is
//! the opposite, and the nodes are segments: which blocks do the values in a segment point into,
//! and under which conditions? The caller starts at the stack and keeps a set of visited segments.

use std::collections::HashSet;

use term::Term;

use crate::memory::Context;
use crate::separation::cells::Byte;
use crate::separation::heap_segment::HeapSegment;
use crate::separation::write_layer::Rest;
use crate::symbolic_write::Effect;
use crate::value::Value;

impl HeapSegment {
    /// Returns where something was stored at any time that mentions a block; the caller reads what
    /// is there now.
    pub(super) fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let mut places = Vec::new();
        let mut seen = HashSet::new();
        let nowhere = cx.number(0);
        // Segments, and the distance of their bytes from here.
        let mut work: Vec<(&HeapSegment, Term)> = vec![(self, nowhere)];
        while let Some((segment, shift)) = work.pop() {
            if !seen.insert((std::ptr::from_ref(segment), shift)) {
                continue;
            }
            for (offset, bytes) in segment.cells_of_pointers(cx) {
                places.push(shifted(cx, Value::Bits(offset), shift, bytes));
            }
            let Rest::Written(layer) = &segment.rest else { continue };
            work.push((&layer.below, shift));
            match &layer.entry.effect {
                Effect::Write { bytes, value } if mentions(cx, *value) => {
                    places.push(shifted(cx, layer.entry.offset, shift, *bytes));
                }
                // The value of a multi-write is no pointer.
                Effect::Write { .. } | Effect::Fill { .. } | Effect::Many(_) => {}
                Effect::Copy { source, from, .. } => {
                    let [to, from] = [layer.entry.offset, *from].map(|it| cx.address(it));
                    let distance = cx.terms.sub(to, from);
                    work.push((source, cx.terms.add(shift, distance)));
                }
            }
        }
        let mut once = HashSet::new();
        places.retain(|&place| once.insert(place));
        places
    }

    /// Returns the cells that mention a block; adjacent cells of one value together.
    fn cells_of_pointers(&self, cx: &Context<'_>) -> Vec<(u64, u32)> {
        let mut found = Vec::new();
        let mut next = 0;
        for (offset, byte) in self.cells.all() {
            let Byte::Part { value, .. } = byte else { continue };
            if offset < next || !mentions(cx, value) {
                continue;
            }
            let bytes = self.cells.whole_length(offset).unwrap_or(1);
            next = offset + u64::from(bytes);
            found.push((offset, bytes));
        }
        found
    }
}

fn shifted(cx: &mut Context<'_>, at: Value, shift: Term, bytes: u32) -> (Value, u32) {
    let at = cx.address(at);
    let place = cx.terms.add(at, shift);
    (Value::of_term(cx.terms, place), bytes)
}

fn mentions(cx: &Context<'_>, value: Value) -> bool {
    match value {
        Value::Bits(_) => false,
        Value::Pointer { .. } => true,
        Value::Term(term) => cx.terms.mentions_base(term),
    }
}
