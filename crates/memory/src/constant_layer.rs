//! The constant layer of a block: its bytes at constant offsets, read at any offset.
//!
//! A read at a symbolic offset is a choice between few values, or a `select` from an array term.
//! Writes at symbolic offsets are in a log above, which this file does not know.

use std::cell::Cell;

use hashbrown::HashMap;
use term::{AllocId, FxBuild, Term};

use crate::candidate_offsets::CandidateOffsets;
use crate::memory::{Context, Initial};
use crate::paged_bytes::PagedBytes;
use crate::value::{Value, ite};

/// A read at a symbolic offset enumerates up to this number of candidate offsets; above that it selects
/// from an array.
const MAX_CHOICES: u64 = 32;

/// The bytes of a block at constant offsets.
#[derive(Clone)]
pub struct ConstantLayer {
    bytes: PagedBytes,
    /// The array term of the last read, for the next one.
    array: Cell<Option<ArrayTerm>>,
}

/// The constant layer as an array term.
#[derive(Clone, Copy)]
struct ArrayTerm {
    candidates: CandidateOffsets,
    bytes: u32,
    array: Term,
}

impl ConstantLayer {
    /// Creates the constant layer of a new block.
    #[must_use]
    pub fn new(owner: AllocId, initial: Initial) -> ConstantLayer {
        let contents = match initial {
            Initial::Uninitialised => PagedBytes::uninitialised(owner),
            Initial::Zero => PagedBytes::zeroed(owner),
        };
        ConstantLayer { bytes: contents, array: Cell::new(None) }
    }

    /// Returns the bytes.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> &PagedBytes {
        &self.bytes
    }

    /// Returns the bytes, to be changed.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut PagedBytes {
        self.array.set(None);
        &mut self.bytes
    }

    /// Copies it, to be kept as it is now.
    #[must_use]
    pub fn snapshot(&self) -> ConstantLayer {
        ConstantLayer { bytes: self.bytes.clone(), array: Cell::new(None) }
    }

    /// Reads a value at an offset that may be symbolic.
    pub fn read(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Value {
        if let Some(offset) = candidates.only() {
            return self.bytes.load(cx.terms, cx.names, offset, bytes);
        }
        if candidates.count() > MAX_CHOICES {
            return self.read_array(cx, at, candidates, bytes);
        }
        if self.is_untouched(candidates, bytes) {
            let array = self.bytes.uninitialised_array(cx.terms, cx.names);
            return cx.concat_bytes(bytes, |cx, i| {
                let place = cx.offset_by(at, i);
                let index = cx.address(place);
                Value::Term(cx.terms.select(array, index))
            });
        }
        // Offsets with equal values share one condition; the value of the most offsets needs none.
        let mut values: Vec<(Value, Vec<u64>)> = Vec::new();
        let mut index: HashMap<Value, usize, FxBuild> = HashMap::default();
        for offset in candidates.all() {
            let value = self.bytes.load(cx.terms, cx.names, offset, bytes);
            let group = *index.entry(value).or_insert_with(|| {
                values.push((value, Vec::new()));
                values.len() - 1
            });
            values[group].1.push(offset);
        }
        let most = values.iter().map(|(_, offsets)| offsets.len()).max().unwrap_or(0);
        let default = values.iter().position(|(_, offsets)| offsets.len() == most).unwrap_or(0);
        let (default, _) = values.remove(default);
        let place = cx.address(at);
        values.into_iter().rev().fold(default, |below, (value, offsets)| {
            let mut guard = Term::FALSE;
            for offset in offsets {
                let number = cx.number(offset);
                let here = cx.terms.eq(place, number);
                guard = cx.terms.or(guard, here);
            }
            ite(cx, guard, value, below, bytes)
        })
    }

    /// Whether no candidate byte was ever written.
    fn is_untouched(&self, candidates: CandidateOffsets, bytes: u32) -> bool {
        let untouched = |at: u64| self.bytes.is_untouched(at);
        candidates.all().all(|start| (start..start + u64::from(bytes)).all(untouched))
    }

    /// Reads at a symbolic offset by a `select` from an array.
    fn read_array(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Value {
        let Some(all_there) = self.array_for(candidates, bytes) else {
            return cx.concat_bytes(bytes, |cx, i| {
                let moved = CandidateOffsets {
                    first: candidates.first + i,
                    last: candidates.last + i,
                    ..candidates
                };
                let place = cx.offset_by(at, i);
                self.read(cx, place, moved, 1)
            });
        };
        let array = match self.array.get() {
            Some(table) if table.candidates == candidates && table.bytes == bytes => table.array,
            _ => {
                let array = self.build_array(cx, candidates, bytes, all_there);
                self.array.set(Some(ArrayTerm { candidates, bytes, array }));
                array
            }
        };
        let index = self.array_index(cx, at, candidates, bytes, all_there);
        let element = cx.terms.select(array, index);
        Value::of_term(cx.terms, element)
    }

    /// Decides whether there is an array for reads of this size and, if so, whether it has
    /// every element. If it does not, it is an array of bytes over the block's array of
    /// uninitialised bytes.
    fn array_for(&self, candidates: CandidateOffsets, bytes: u32) -> Option<bool> {
        let length = u64::from(bytes);
        let grid = length.is_power_of_two()
            && candidates.first.is_multiple_of(length)
            && candidates.stride.is_multiple_of(length);
        let all_there = self.bytes.is_zeroed() || candidates.end(length) <= self.bytes.extent();
        ((grid && all_there) || bytes == 1).then_some(all_there)
    }

    /// Returns the index into the array: the offset in units of elements, as narrow as the last one
    /// allows.
    fn array_index(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
        all_there: bool,
    ) -> Term {
        let place = cx.address(at);
        if !all_there {
            return place;
        }
        let (low, width) = index_bits(candidates, bytes);
        cx.terms.extract(low + width - 1, low, place)
    }

    fn build_array(
        &self,
        cx: &mut Context<'_>,
        candidates: CandidateOffsets,
        bytes: u32,
        all_there: bool,
    ) -> Term {
        let zero = cx.terms.word(8 * bytes, 0);
        let (low, width) = index_bits(candidates, bytes);
        let (mut array, width) = if all_there {
            (cx.terms.const_array(width, zero), width)
        } else {
            (self.bytes.uninitialised_array(cx.terms, cx.names), cx.pointer)
        };
        let extent = self.bytes.extent();
        for offset in candidates.all().take_while(|&offset| offset < extent) {
            let value = self.bytes.load(cx.terms, cx.names, offset, bytes);
            if (all_there && value == Value::ZERO)
                || (!all_there && self.bytes.is_untouched(offset))
            {
                continue;
            }
            let index = cx.terms.word(width, if all_there { offset >> low } else { offset });
            let element = value.to_term(cx.terms, 8 * bytes);
            array = cx.terms.store(array, index, element);
        }
        array
    }
}

/// Returns the bits of an offset that are the index: the lowest, and how many.
fn index_bits(candidates: CandidateOffsets, bytes: u32) -> (u32, u32) {
    let low = bytes.trailing_zeros();
    let used = 64 - candidates.last.leading_zeros();
    (low, used.saturating_sub(low).max(1))
}
