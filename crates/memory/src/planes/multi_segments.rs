//! The segments of multi-allocations: a symbolic number of segments, with negative numbers.
//!
//! *SEGY*, sections 2.3 and 3. Their numbers are terms, so no address in them is constant: each of
//! their planes is the document's list of records, where an address is a predicate over segments
//! and offsets and a value is a function of both. The plane *Sizes* is such a list too: a segment
//! that was never allocated, or was deallocated, has size 0 in it.
//!
//! Departures:
//! 1. Each multi-allocation first writes the default values `δ` of its segments to the other
//!    planes, marked as uninitialised: they belong to the allocation, and stay the same where
//!    memories are merged.
//! 2. Planes of multi-allocations do not see each other: these are the document's own planes,
//!    without the extension of writes of `segment_planes`.

use std::rc::Rc;

use term::{Sort, Term};

use crate::memory::Context;

use super::address::{Address, AddressSet};
use super::parts::{PLANES, plane_of};

/// The segments with negative numbers.
#[derive(Clone, Default)]
pub struct MultiSegments {
    /// The multi-allocation counter; -1 before the first.
    counter: Option<Term>,
    sizes: Plane,
    planes: [Plane; PLANES],
}

/// A plane: its records, oldest first.
#[derive(Clone, Default)]
struct Plane(Rc<Vec<Rc<SetRecord>>>);

struct SetRecord {
    set: AddressSet,
    /// A function of the set's variables.
    value: Term,
    /// Whether a program wrote it.
    written: bool,
}

impl MultiSegments {
    /// Whether nothing was ever multi-allocated.
    pub fn is_empty(&self) -> bool {
        self.counter.is_none()
    }

    /// Allocates `count` segments of `size` bytes; returns the address of the one with the lowest
    /// number.
    /// Implements the multi-allocation of *SEGY*.
    pub fn allocate(&mut self, cx: &mut Context<'_>, count: Term, size: Term) -> Address {
        let top = self.counter(cx);
        let bottom = cx.terms.sub(top, count);
        let mine = AddressSet::of(cx, |cx, it| {
            let (below, above) = (cx.terms.sge(top, it.segment), cx.terms.sgt(it.segment, bottom));
            cx.terms.and(below, above)
        });
        for (plane, bytes) in self.planes.iter_mut().zip([1, 2, 4, 8, 16]) {
            let parameters = vec![Sort::Bits(cx.pointer); 2];
            let default = cx.terms.function("uninitialised", parameters, Sort::Bits(8 * bytes));
            let at = [mine.variables.segment, mine.variables.offset];
            let value = cx.terms.apply(default, &at);
            plane.push(SetRecord { set: mine, value, written: false });
        }
        let zero = cx.number(0);
        let at_start = cx.terms.eq(mine.variables.offset, zero);
        let starts = AddressSet { holds: cx.terms.and(mine.holds, at_start), ..mine };
        self.sizes.push(SetRecord { set: starts, value: size, written: true });
        self.counter = Some(bottom);
        let one = cx.number(1);
        Address { segment: cx.terms.add(bottom, one), offset: zero }
    }

    /// Deallocates the segments of a set, those at whose offset 0 it holds: their size is 0 from
    /// here on.
    /// Implements the deallocation of *SEGY*.
    pub fn deallocate(&mut self, cx: &mut Context<'_>, set: &AddressSet) {
        let zero = cx.number(0);
        self.sizes.push(SetRecord { set: *set, value: zero, written: true });
    }

    /// Returns the size of a segment; 0 if it is not allocated.
    pub fn size(&self, cx: &mut Context<'_>, segment: Term) -> Term {
        let zero = cx.number(0);
        self.sizes.read(cx, Address { segment, offset: zero }, zero)
    }

    /// Writes to all addresses of a set.
    pub fn write(&mut self, set: AddressSet, bytes: u32, value: Term) {
        self.planes[plane_of(bytes)].push(SetRecord { set, value, written: true });
    }

    /// Reads a value.
    pub fn read(&self, cx: &mut Context<'_>, at: Address, bytes: u32) -> Term {
        let nothing = cx.terms.word(8 * bytes, 0);
        self.planes[plane_of(bytes)].read(cx, at, nothing)
    }

    /// Returns the condition under which a value is initialised.
    pub fn is_written(&self, cx: &mut Context<'_>, at: Address, bytes: u32) -> Term {
        let plane = &self.planes[plane_of(bytes)];
        plane.fold(cx, at, Term::FALSE, |_, record| Term::from(record.written))
    }

    /// Merges other segments into these; the others count where the guard holds.
    pub fn merge(&mut self, cx: &mut Context<'_>, other: &MultiSegments, guard: Term) {
        if self.is_empty() && other.is_empty() {
            return;
        }
        let (mine, theirs) = (self.counter(cx), other.counter(cx));
        self.counter = Some(cx.terms.ite(guard, theirs, mine));
        self.sizes.merge(cx, &other.sizes, guard);
        for (plane, other) in self.planes.iter_mut().zip(&other.planes) {
            plane.merge(cx, other, guard);
        }
    }

    fn counter(&self, cx: &mut Context<'_>) -> Term {
        self.counter.unwrap_or_else(|| cx.number(u64::MAX))
    }
}

impl Plane {
    fn push(&mut self, record: SetRecord) {
        Rc::make_mut(&mut self.0).push(Rc::new(record));
    }

    /// Returns the nested `ite` over the records that may collide with an address.
    fn read(&self, cx: &mut Context<'_>, at: Address, default: Term) -> Term {
        self.fold(cx, at, default, |cx, record| record.set.at(cx, record.value, at))
    }

    fn fold(
        &self,
        cx: &mut Context<'_>,
        at: Address,
        default: Term,
        says: impl Fn(&mut Context<'_>, &SetRecord) -> Term,
    ) -> Term {
        let mut result = default;
        for record in self.0.iter() {
            let here = record.set.has(cx, at);
            if cx.may(here) {
                let said = says(cx, record);
                result = cx.terms.ite(here, said, result);
            }
        }
        result
    }

    /// Merges another plane: the records that both have, then those of each under its guard.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Plane, guard: Term) {
        let otherwise = cx.terms.not(guard);
        let pairs = self.0.iter().zip(other.0.iter());
        let shared = pairs.take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        let mut merged = self.0[..shared].to_vec();
        for (records, when) in [(&self.0, otherwise), (&other.0, guard)] {
            for record in &records[shared..] {
                let holds = cx.terms.and(record.set.holds, when);
                let set = AddressSet { holds, ..record.set };
                merged.push(Rc::new(SetRecord { set, ..**record }));
            }
        }
        self.0 = Rc::new(merged);
    }
}
