//! The operations on addresses whose segment is a term or a set of numbers.
//!
//! *SEGY*, sections 2.3 and 3. C programs have pointers into blocks and use `Memory`; these
//! operations are for callers that work with segments: multi-allocation, multi-deallocation, writes
//! to sets of addresses, and the test whether a whole set is initialised. A set may have addresses
//! in blocks and in segments of multi-allocations.
//!
//! Departure: `∀σ. φ(σ, ω) → ψ` is returned without its quantifier, as terms have none. A caller
//! that asks whether it must hold asks about all values of the free variables, as about all inputs.

use term::{AllocId, Term};

use crate::blocks::LifetimeEnd;
use crate::blockwise::BlockContents;
use crate::memory::{Context, Memory};
use crate::multi_write::MultiWrite;
use crate::points_to::points_to;
use crate::value::Value;

use super::Planes;
use super::address::{Address, AddressSet, segment_of};
use super::parts::offset_by;
use super::plan::{ReadQuery, is_written, read};

impl Planes {
    /// Returns a pointer as an address: its values in the planes *Segments* and *Offsets*.
    /// Implements `segment:offset` of *SEGY*.
    pub fn segment_and_offset(&mut self, cx: &mut Context<'_>, pointer: Value) -> Address {
        let found = points_to(self, cx, pointer);
        let mut cases: Vec<(Term, Address)> = Vec::new();
        for pointee in found.pointees {
            let (segment, offset) =
                (cx.number(segment_of(pointee.block)), cx.address(pointee.offset));
            cases.push((pointee.guard, Address { segment, offset }));
        }
        for (guard, offset) in found.without_block {
            cases.push((guard, Address { segment: cx.number(0), offset }));
        }
        let null = Address { segment: cx.number(0), offset: cx.number(0) };
        // One of the cases holds, so the last needs no condition.
        let (_, last) = cases.pop().unwrap_or((Term::TRUE, null));
        cases.into_iter().rev().fold(last, |other, (guard, here)| Address {
            segment: cx.terms.ite(guard, here.segment, other.segment),
            offset: cx.terms.ite(guard, here.offset, other.offset),
        })
    }

    /// Allocates `count` segments of `size` bytes each, with negative numbers. Returns the address
    /// of the one with the lowest number.
    /// Implements the multi-allocation of *SEGY*.
    pub fn multi_allocate(&mut self, cx: &mut Context<'_>, count: Term, size: Term) -> Address {
        self.multi_segments.allocate(cx, count, size)
    }

    /// Deallocates all segments at whose offset 0 the set holds.
    /// Implements the deallocation of *SEGY*.
    pub fn multi_deallocate(&mut self, cx: &mut Context<'_>, set: &AddressSet, end: LifetimeEnd) {
        self.multi_segments.deallocate(cx, set);
        for block in self.living() {
            let start = self.in_block(cx, block, Value::ZERO);
            let released = set.has(cx, start);
            if released == Term::FALSE {
                continue;
            }
            let kept = cx.terms.not(released);
            if let Some(block) = self.segments.block_mut(block) {
                block.info.lifetime.live = cx.terms.and(block.info.lifetime.live, kept);
                block.info.lifetime.end.get_or_insert(end);
            }
        }
    }

    /// Returns the size of a segment, by the plane *Sizes*: 0 if it is not allocated.
    pub fn size_of(&mut self, cx: &mut Context<'_>, segment: Term) -> Term {
        let mut size = self.cached(cx, |_, multi_segments, cx| multi_segments.size(cx, segment));
        let zero = cx.number(0);
        for (block, here) in self.may_be(cx, segment) {
            let Some(info) = self.info(block).copied() else { continue };
            let bytes = cx.address(info.size);
            let bytes = cx.terms.ite(info.lifetime.live, bytes, zero);
            size = cx.terms.ite(here, bytes, size);
        }
        size
    }

    /// Returns the condition under which a segment is allocated.
    /// Implements `Sizes` of *SEGY*.
    pub fn is_allocated(&mut self, cx: &mut Context<'_>, segment: Term) -> Term {
        let (size, zero) = (self.size_of(cx, segment), cx.number(0));
        cx.terms.ugt(size, zero)
    }

    /// Writes values of a size to all addresses of a set; the value is a function of the
    /// set's variables. The values do not overlap, and no address is outside of its segment.
    /// Implements the multi-write of *SEGY*.
    pub fn write_set(&mut self, cx: &mut Context<'_>, set: &AddressSet, bytes: u32, value: Term) {
        for block in self.living() {
            let at = self.in_block(cx, block, Value::Term(set.variables.offset));
            let (holds, value) = (set.has(cx, at), set.at(cx, value, at));
            if !cx.may(holds) {
                continue;
            }
            self.cached(cx, |segments, _, cx| {
                let Some(block) = segments.block_mut(block) else { return };
                let distance = set.variables.offset;
                let length = block.info.size;
                let write = MultiWrite { distance, set: holds, bytes, value, length };
                block.contents.multi_write(cx, Term::TRUE, Value::ZERO, &write);
            });
        }
        self.multi_segments.write(*set, bytes, value);
    }

    /// Reads a value of a size.
    pub fn read_address(&mut self, cx: &mut Context<'_>, at: Address, bytes: u32) -> Term {
        let mut value = self.cached(cx, |_, multi_segments, cx| multi_segments.read(cx, at, bytes));
        for (block, here) in self.may_be(cx, at.segment) {
            let that = self.cached(cx, |segments, _, cx| {
                let block = segments.block(block)?;
                let at = Value::of_term(cx.terms, at.offset);
                Some(read(&block.contents, cx, at, ReadQuery::Value { bytes }))
            });
            if let Some(that) = that {
                let that = that.to_term(cx.terms, 8 * bytes);
                value = cx.terms.ite(here, that, value);
            }
        }
        value
    }

    /// Returns the condition under which a value at an address is initialised.
    /// Implements the test for memory initialisation of *SEGY*.
    pub fn is_initialised(&mut self, cx: &mut Context<'_>, at: Address, bytes: u32) -> Term {
        let mut written =
            self.cached(cx, |_, multi_segments, cx| multi_segments.is_written(cx, at, bytes));
        for (block, here) in self.may_be(cx, at.segment) {
            let that = self.cached(cx, |segments, _, cx| {
                let Some(block) = segments.block(block) else { return Term::FALSE };
                let at = Value::of_term(cx.terms, at.offset);
                let bytes = (0..bytes).map(|i| {
                    let pointee = offset_by(cx, at, i);
                    is_written(&block.contents, cx, pointee)
                });
                let bytes: Vec<Term> = bytes.collect();
                cx.terms.all(bytes)
            });
            written = cx.terms.ite(here, that, written);
        }
        written
    }

    /// Returns the condition under which values at all addresses of a set are initialised, for all
    /// values of the set's variables.
    /// Implements the test for memory initialisation of *SEGY*.
    pub fn all_initialised(&mut self, cx: &mut Context<'_>, set: &AddressSet, bytes: u32) -> Term {
        let written = self.is_initialised(cx, set.variables, bytes);
        cx.terms.implies(set.holds, written)
    }

    /// Returns the blocks that are live for some input.
    fn living(&self) -> Vec<AllocId> {
        let living = self.blocks().filter(|(_, info)| !info.lifetime.has_ended());
        living.map(|(id, _)| id).collect()
    }

    /// Returns the address of an offset in a block.
    fn in_block(&self, cx: &mut Context<'_>, block: AllocId, offset: Value) -> Address {
        Address { segment: cx.number(segment_of(block)), offset: cx.address(offset) }
    }

    /// Returns the blocks whose segment a number may be, each with its condition.
    fn may_be(&mut self, cx: &mut Context<'_>, segment: Term) -> Vec<(AllocId, Term)> {
        let mut found = Vec::new();
        for block in self.living() {
            let number = cx.number(segment_of(block));
            let here = cx.terms.eq(segment, number);
            if self.cached(cx, |_, _, cx| cx.may(here)) {
                found.push((block, here));
            }
        }
        found
    }
}
