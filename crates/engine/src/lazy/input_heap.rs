//! The input heap under one witness: the objects of a function's input with concrete contents. Findings, replays and
//! the tests of `lazy` use it.

use ir::{SourceType, TypeId};
use memory::Memory;
use term::{Bits, Term};

use crate::findings::input_heap::{
    InputHeap, ObjectContents, PointerTarget, ScalarContents, ScalarValue,
};
use crate::machine::Machine;
use crate::state::frames::State;
use crate::state::inputs::{InputObject, Leaf, ObjectOrigin};
use crate::state::path::Witness;

/// The limit of bytes that are shown of an object.
const MAX_BYTES: u64 = 1 << 16;

impl<M: Memory> Machine<'_, M> {
    /// Returns the input heap under a witness; `None` if the state has no lazily initialised inputs.
    pub(crate) fn input_heap(&mut self, state: &State<M>, witness: &Witness) -> Option<InputHeap> {
        if !state.inputs.in_use {
            return None;
        }
        let inputs = state.inputs.clone();
        let there: Vec<&InputObject> = inputs
            .objects
            .iter()
            .filter(|it| witness.holds(&self.terms, it.place.exists))
            .collect();
        let mut input_heap = InputHeap::default();
        for object in &there {
            let (bytes, count) = self.bytes_of(object, witness);
            let (origin, element) = (object.origin.clone(), object.element);
            input_heap.objects.push(ObjectContents {
                origin,
                element,
                count,
                bytes,
                leaves: Vec::new(),
            });
        }
        for (name, ty, symbol) in inputs.pointers.iter() {
            let link = self.link(state, witness, &there, &mut input_heap, *symbol);
            input_heap.pointers.push((name.clone(), *ty, link));
        }
        for (number, object) in there.iter().enumerate() {
            let count = input_heap.objects[number].count;
            for leaf in object.leaves.iter().filter(|leaf| leaf.index < count) {
                let value = match (self.loaded.module.types.get(leaf.ty), leaf.term) {
                    (SourceType::Pointer(_), Some(symbol)) => ScalarValue::Pointer(self.link(
                        state,
                        witness,
                        &there,
                        &mut input_heap,
                        symbol,
                    )),
                    _ => self.number_of(leaf, witness, &mut input_heap.objects[number].bytes),
                };
                let Leaf { index, path, offset, ty, bits, .. } = leaf.clone();
                let leaf = ScalarContents { index, path, offset, ty, bits, value };
                input_heap.objects[number].leaves.push(leaf);
            }
        }
        Some(input_heap)
    }

    /// Returns the initial bytes of an object and the number of its elements.
    fn bytes_of(&mut self, object: &InputObject, witness: &Witness) -> (Vec<u8>, u64) {
        let count = object.count.to_term(&mut self.terms, self.pointer);
        let count = witness.number(&self.terms, count);
        let layout = self.loaded.module.types.layout(object.element, self.loaded.module.model);
        let each = match self.loaded.module.types.get(object.element) {
            SourceType::Void => 1,
            _ => layout.map_or(0, |layout| layout.size),
        };
        let size = count.saturating_mul(each).min(MAX_BYTES);
        let Some(array) = self.names.known_uninitialised(object.block) else {
            return (vec![0; size as usize], count);
        };
        let bytes = (0..size).map(|at| {
            let index = self.terms.word(self.pointer, at);
            let byte = self.terms.select(array, index);
            witness.number(&self.terms, byte) as u8
        });
        (bytes.collect(), count)
    }

    /// Returns the number of a leaf, and records it in the bytes of the object.
    fn number_of(&mut self, leaf: &Leaf, witness: &Witness, bytes: &mut [u8]) -> ScalarValue {
        let layout = self.loaded.module.types.layout(leaf.ty, self.loaded.module.model);
        let start = (leaf.offset as usize).min(bytes.len());
        let size = match leaf.bits {
            Some(bits) => u64::from((bits.start + bits.width).div_ceil(8)),
            None => layout.map_or(0, |layout| layout.size),
        };
        let end = (start + size as usize).min(bytes.len());
        if let Some(term) = leaf.term {
            let word = witness.number(&self.terms, term).to_le_bytes();
            for (to, from) in bytes[start..end].iter_mut().zip(word) {
                *to = from;
            }
        }
        let number = bytes[start..end]
            .iter()
            .take(16)
            .rev()
            .fold(0u128, |number, &byte| number << 8 | u128::from(byte));
        let (number, width) = match leaf.bits {
            Some(bits) => (number >> bits.start, bits.width),
            None => (number, 8 * (end - start) as u32),
        };
        let words = [number as u64, (number >> 64) as u64];
        ScalarValue::Number(Bits::from_words(width.clamp(1, 128), &words))
    }

    /// Returns the object that contains an address.
    fn link_to(
        &self,
        there: &[&InputObject],
        input_heap: &InputHeap,
        address: u64,
        target: TypeId,
    ) -> PointerTarget {
        let offset_in = |object: &InputObject| {
            let start = self.terms.block_info(object.block).address.low_word();
            address.checked_sub(start)
        };
        for (number, object) in there.iter().enumerate() {
            match offset_in(object) {
                Some(0) if self.compatible(object.element, target) => {
                    return PointerTarget::Object(number);
                }
                Some(offset)
                    if offset == 0
                        || (offset as usize) < input_heap.objects[number].bytes.len() =>
                {
                    return PointerTarget::Inside(number, offset);
                }
                _ => {}
            }
        }
        PointerTarget::Null
    }

    /// Returns the target of a pointer. A pointer without known facts is null unless it is declared non-null.
    fn link(
        &mut self,
        state: &State<M>,
        witness: &Witness,
        there: &[&InputObject],
        input_heap: &mut InputHeap,
        symbol: Term,
    ) -> PointerTarget {
        let known = state.inputs.known.get(&symbol).copied();
        let Some(reference) = self.lazy.references.get(&symbol).cloned() else {
            return PointerTarget::Null;
        };
        let null = match known {
            Some(known) => witness.holds(&self.terms, known.null),
            None => !reference.non_null,
        };
        if null {
            return PointerTarget::Null;
        }
        if let Some(value) = known.and_then(|known| known.value) {
            let address = witness.number(&self.terms, value);
            return self.link_to(there, input_heap, address, reference.target);
        }
        // The state knows only that the pointer is not null: any object satisfies this.
        let layout = self.loaded.module.types.layout(reference.target, self.loaded.module.model);
        let size = layout.map_or(0, |layout| layout.size).min(MAX_BYTES);
        input_heap.objects.push(ObjectContents {
            origin: ObjectOrigin::Pointer(reference.name.clone()),
            element: reference.target,
            count: 1,
            bytes: vec![0; size as usize],
            leaves: Vec::new(),
        });
        PointerTarget::Object(input_heap.objects.len() - 1)
    }
}
