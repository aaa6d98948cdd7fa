//! The heap: `malloc`, `free` and their relatives, and `memcpy`.
//!
//! A size may be a term. Unless `malloc` may fail (`--malloc-may-fail`), it succeeds: inputs under which it cannot
//! succeed, because the size exceeds that of every object, are excluded, and an assumption reports this. `malloc` returns null on
//! all inputs only where no layout has room.

use ir::Ty;
use memory::{Access, Initial, Kind, Lifetime, LifetimeEnd, Memory, Pointee, Value, points_to};
use term::{AllocId, Term};

use crate::findings::end::{End, Limit, ViolationKind};
use crate::findings::property::Property;
use crate::layout::elsewhere::has_block;
use crate::machine::locations::{allocation_note, end_note};
use crate::machine::{Machine, Step};
use crate::options::Allocations;
use crate::state::frames::State;
use crate::state::path::{Input, InputType};

/// The value of `errno` after an allocation that fails.
const ENOMEM: u64 = 12;

/// The assumption that is reported where allocations succeed.
const NO_FAILURE: &str = "no allocation fails (--malloc-may-fail looks at that too)";

/// The assumption on a call that the language leaves implementation-defined; systems differ.
const NO_BYTES: &str = "realloc() of a block to no bytes frees it and returns null, as with glibc";

impl<M: Memory> Machine<'_, M> {
    /// Allocates with `malloc`, or with `calloc` if there is a count; returns null if there is no room.
    /// Implements `MALLOC` of *SL CPA*.
    pub(crate) fn malloc(
        &mut self,
        state: &mut State<M>,
        size: Value,
        count: Option<Value>,
    ) -> Step<Value> {
        let total = match (size, count) {
            (size, None) => Some(size),
            (Value::Bits(size), Some(Value::Bits(count))) => {
                size.checked_mul(count).map(Value::Bits)
            }
            (size, Some(count)) => self.product(state, size, count)?,
        };
        let Some(total) = total else { return self.no_memory(state) };
        let initial = if count.is_some() { Initial::Zero } else { Initial::Uninitialised };
        self.aligned(state, total, self.loaded.module.model.max_align(), initial)
    }

    /// Allocates with an alignment; returns null if there is no room.
    pub(crate) fn aligned(
        &mut self,
        state: &mut State<M>,
        total: Value,
        align: u64,
        initial: Initial,
    ) -> Step<Value> {
        // Each allocation is an input, whatever its size, because a replay consumes one for each.
        if self.fails(state)? || !self.can_be_object(state, total)? {
            return self.no_memory(state);
        }
        // Smaller allocations exhaust 57 bits of address space only by the millions.
        let is_large = total.as_bits().is_some_and(|size| size >= 1 << 32);
        if is_large && self.exceeds_address_space(state, total) {
            return self.no_memory(state);
        }
        match self.allocate(state, Kind::Heap, total, align, initial) {
            Ok(block) => Ok(Value::Pointer { block, offset: 0 }),
            // An allocation that does not fit beside the others returns null.
            Err(End::Limit(Limit::Memory)) if self.exceeds_address_space(state, total) => {
                self.no_memory(state)
            }
            Err(end) => Err(end),
        }
    }

    /// Returns the result of an allocation that fails: null. Sets `errno` if the program mentions it.
    fn no_memory(&mut self, state: &mut State<M>) -> Step<Value> {
        if let Some(errno) = self.loaded.errno {
            let to = Value::Pointer { block: state.globals[errno.index()], offset: 0 };
            self.store(state, Ty::I32, to, Value::Bits(ENOMEM))?;
        }
        Ok(Value::ZERO)
    }

    /// Returns the size of a `calloc`, if the product does not overflow.
    fn product(&mut self, state: &mut State<M>, size: Value, count: Value) -> Step<Option<Value>> {
        self.mark_address_observed(state, size);
        self.mark_address_observed(state, count);
        let (a, b) = (self.operate().term(Ty::Ptr, size), self.operate().term(Ty::Ptr, count));
        let overflows = self.terms.unsigned_mul_overflows(a, b);
        if self.decide_term(state, overflows)? {
            return Ok(None);
        }
        let product = self.terms.mul(a, b);
        Ok(Some(Value::of_term(&self.terms, product)))
    }

    /// Returns whether an object can have a number of bytes; larger allocations do not succeed.
    fn can_be_object(&mut self, state: &mut State<M>, size: Value) -> Step<bool> {
        self.mark_address_observed(state, size);
        let most = self.loaded.module.model.max_object();
        let Value::Term(term) = size else {
            return Ok(size.as_bits().is_some_and(|size| size <= most));
        };
        let most = self.terms.word(self.pointer, most);
        let fits = self.terms.ule(term, most);
        if self.options.environment.allocations == Allocations::MayFail {
            return self.decide_term(state, fits);
        }
        if !self.with_memory(state, |_, cx| cx.may(fits)) {
            return Ok(false);
        }
        self.assume(state, fits)?;
        Ok(true)
    }

    /// Returns whether an allocation exceeds the address space together with those that live, in every layout.
    fn exceeds_address_space(&self, state: &State<M>, size: Value) -> bool {
        let live = state.memory.blocks().filter(|(_, info)| info.lifetime.is_certainly_live());
        let sizes = live.map(|(_, info)| info.size).chain([size]);
        let total = sizes.fold(0u64, |sum, it| sum.saturating_add(it.as_bits().unwrap_or(0)));
        total > self.loaded.module.model.address_space()
    }

    /// Decides whether an allocation fails that could succeed: an input with `--malloc-may-fail`.
    fn fails(&mut self, state: &mut State<M>) -> Step<bool> {
        match self.options.environment.allocations {
            Allocations::Succeed => return Ok(false),
            Allocations::AssumedToSucceed => {
                self.assume_of_system(state, NO_FAILURE);
                return Ok(false);
            }
            Allocations::MayFail => {}
        }
        let fails = match self.given_in_any_layout(state, 1) {
            Some(bits) => Term::from(bits.low_word() == 1),
            None => self.terms.symbol("malloc_fails", term::Sort::Bool),
        };
        self.foresee(state, fails);
        let failed = self.decide_term(state, fails)?;
        let (name, site) = ("malloc fails".to_owned(), self.site(state));
        let input = Input { name, ty: InputType::Flag, term: fails, site, guard: Term::TRUE };
        state.path.inputs.push(input);
        Ok(failed)
    }

    /// Frees a pointer.
    /// Implements `FREE` of *SL CPA*.
    pub(crate) fn free(&mut self, state: &mut State<M>, pointer: Value) -> Step<()> {
        self.unfold(state, pointer)?;
        if self.free_each(state, pointer)? {
            return Ok(());
        }
        if let Some(id) = self.heap_block(state, pointer)? {
            let site = self.site(state);
            state.memory.deallocate(id, Lifetime::ended(LifetimeEnd::Freed(site)));
        }
        Ok(())
    }

    /// Frees a pointer with several targets without a fork: the lifetime of each target ends where its guard holds.
    /// Returns `false` if the pointer is not of this kind.
    fn free_each(&mut self, state: &mut State<M>, pointer: Value) -> Step<bool> {
        let Some(places) = self.guarded_places(state, pointer) else { return Ok(false) };
        let known = |value: Value| matches!(value, Value::Pointer { .. } | Value::ZERO);
        if !places.iter().all(|&(value, _)| known(value)) {
            return Ok(false);
        }
        let site = self.site(state);
        for (value, guard) in places {
            let Value::Pointer { block, offset } = value else { continue };
            let place = Pointee { guard, block, offset: Value::Bits(offset) };
            let Some(block) = self.start_of_heap_block(state, place)? else { continue };
            let Some(info) = state.memory.info(block).copied() else { continue };
            let elsewhere = self.terms.not(guard);
            let live = self.terms.and(info.lifetime.live, elsewhere);
            state.memory.deallocate(block, Lifetime { live, end: Some(LifetimeEnd::Freed(site)) });
        }
        Ok(true)
    }

    /// Returns the live allocation of the heap at whose start a pointer points; `None` for null. Forks for each target.
    /// Implements `FREE^Inv1` of *SL CPA*.
    fn heap_block(&mut self, state: &mut State<M>, pointer: Value) -> Step<Option<AllocId>> {
        self.value_must_be_determinate(state, pointer)?;
        self.refuse_foreign(state, pointer)?;
        if state.path.is_in_any_layout() && !has_block(pointer) {
            return self.heap_block_anywhere(state, pointer);
        }
        let found_by = self.locate(state, pointer);
        let found = self.with_memory(state, |memory, cx| points_to(memory, cx, pointer));
        for (guard, number) in found.without_block {
            if self.decide_term(state, guard)? {
                let zero = self.terms.word(self.pointer, 0);
                let null = self.terms.eq(number, zero);
                let wrong = (ViolationKind::FreeOfNonHeap, Vec::new());
                self.require(state, null, Property::ValidFree, |_, _, _| wrong)?;
                return Ok(None);
            }
        }
        let last = found.pointees.len().saturating_sub(1);
        for (i, place) in found.pointees.into_iter().enumerate() {
            if i == last || self.decide_term(state, place.guard)? {
                self.located(state, found_by);
                let place = Pointee { guard: Term::TRUE, ..place };
                return self.start_of_heap_block(state, place);
            }
        }
        Err(self.violation(state, ViolationKind::FreeOfNonHeap))
    }

    /// Requires that a target is the start of a live allocation of the heap where its guard holds; `None` if the path
    /// excludes the target.
    /// Implements `FREE^Inv2` of *SL CPA*.
    fn start_of_heap_block(
        &mut self,
        state: &mut State<M>,
        place: Pointee,
    ) -> Step<Option<AllocId>> {
        let Pointee { guard, block, offset } = place;
        let info = state.memory.info(block).copied().filter(|info| info.kind == Kind::Heap);
        let Some(info) = info else {
            if guard == Term::TRUE {
                return Err(self.violation(state, ViolationKind::FreeOfNonHeap));
            }
            let elsewhere = self.terms.not(guard);
            let wrong = (ViolationKind::FreeOfNonHeap, Vec::new());
            self.require(state, elsewhere, Property::ValidFree, |_, _, _| wrong)?;
            return Ok(None);
        };
        let allocated = allocation_note(state, block, &info);
        let notes = allocated.into_iter().chain(end_note(&info)).collect();
        let twice = (ViolationKind::DoubleFree, notes);
        let live = self.terms.implies(guard, info.lifetime.live);
        self.require(state, live, Property::ValidFree, |_, _, _| twice)?;
        let (offset, zero) =
            (self.operate().term(Ty::Ptr, offset), self.terms.word(self.pointer, 0));
        let start = self.terms.eq(offset, zero);
        let start = self.terms.implies(guard, start);
        let wrong = (ViolationKind::FreeInside, allocated.into_iter().collect());
        self.require(state, start, Property::ValidFree, |_, _, _| wrong)?;
        Ok(Some(block))
    }

    /// Returns the size of the allocation that a pointer points into.
    pub(crate) fn bytes_behind(&mut self, state: &mut State<M>, pointer: Value) -> Value {
        self.must_have_block(state, pointer);
        let found = self.with_memory(state, |memory, cx| points_to(memory, cx, pointer));
        let mut bytes = self.terms.word(self.pointer, 0);
        for Pointee { guard, block, .. } in found.pointees {
            let size = state.memory.info(block).map_or(Value::ZERO, |info| info.size);
            let size = self.operate().term(Ty::Ptr, size);
            bytes = self.terms.ite(guard, size, bytes);
        }
        Value::of_term(&self.terms, bytes)
    }

    /// Reallocates with `realloc`.
    pub(crate) fn realloc(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        size: Value,
    ) -> Step<Value> {
        self.unfold(state, pointer)?;
        let Some(old) = self.heap_block(state, pointer)? else {
            return self.malloc(state, size, None);
        };
        let site = self.site(state);
        let (bytes, zero) = (self.operate().term(Ty::Ptr, size), self.terms.word(self.pointer, 0));
        let is_empty = self.terms.eq(bytes, zero);
        if self.decide_term(state, is_empty)? {
            self.assume_of_system(state, NO_BYTES);
            state.memory.deallocate(old, Lifetime::ended(LifetimeEnd::Freed(site)));
            return Ok(Value::ZERO);
        }
        let new = self.malloc(state, size, None)?;
        let Value::Pointer { block, .. } = new else { return Ok(new) };
        let [before, after] =
            [old, block].map(|id| state.memory.info(id).map_or(Value::ZERO, |info| info.size));
        let kept = self.smaller(before, after);
        let from = Value::Pointer { block: old, offset: 0 };
        self.access_memory(state, |memory, cx| memory.copy(cx, new, from, kept))?;
        state.memory.deallocate(old, Lifetime::ended(LifetimeEnd::Freed(site)));
        Ok(new)
    }

    fn smaller(&mut self, a: Value, b: Value) -> Value {
        if let (Value::Bits(a), Value::Bits(b)) = (a, b) {
            return Value::Bits(a.min(b));
        }
        let (a, b) = (self.operate().term(Ty::Ptr, a), self.operate().term(Ty::Ptr, b));
        let less = self.terms.ult(a, b);
        let smaller = self.terms.ite(less, a, b);
        Value::of_term(&self.terms, smaller)
    }

    /// Copies with `memcpy`: the ranges must not overlap, unless they are equal.
    pub(crate) fn memcpy(
        &mut self,
        state: &mut State<M>,
        to: Value,
        from: Value,
        count: Value,
    ) -> Step<()> {
        let rule = || ViolationKind::Library("memcpy of ranges that overlap".to_owned());
        self.copy_apart(state, to, from, count, rule)
    }

    /// Copies bytes between ranges that must not overlap, unless they are equal; `kind` is the violation otherwise.
    pub(crate) fn copy_apart(
        &mut self,
        state: &mut State<M>,
        to: Value,
        from: Value,
        count: Value,
        kind: impl FnOnce() -> ViolationKind,
    ) -> Step<()> {
        let from = self.allow(state, from, count, Access::Read)?;
        let to = self.allow(state, to, count, Access::Write)?;
        if !are_plainly_apart(to, from, count) {
            let overlap = self.overlap(state, (to, count), (from, count));
            let overlap = self.operate().term(Ty::I1, overlap);
            let [a, b] = [to, from].map(|it| self.operate().term(Ty::Ptr, it));
            let (apart, same) = (self.terms.not(overlap), self.terms.eq(a, b));
            let fine = self.terms.or(apart, same);
            self.require(state, fine, Property::OtherRules, |_, _, _| (kind(), Vec::new()))?;
        }
        self.names.counts.ranges += 1;
        self.access_memory(state, |memory, cx| memory.copy(cx, to, from, count))
    }

    /// Returns whether two ranges of bytes, each a pointer and a length, overlap, as one bit. Ranges in different
    /// allocations do not.
    pub(crate) fn overlap(
        &mut self,
        state: &mut State<M>,
        one: (Value, Value),
        other: (Value, Value),
    ) -> Value {
        self.must_have_block(state, one.0);
        self.must_have_block(state, other.0);
        let overlap = self.with_memory(state, |memory, cx| {
            let (ones, others) = (points_to(memory, cx, one.0), points_to(memory, cx, other.0));
            let mut overlap = Term::FALSE;
            for a in &ones.pointees {
                for b in others.pointees.iter().filter(|b| b.block == a.block) {
                    let [x, n, y, m] =
                        [a.offset, one.1, b.offset, other.1].map(|value| cx.address(value));
                    let (ahead, behind) = (cx.terms.sub(x, y), cx.terms.sub(y, x));
                    let (ahead, behind) = (cx.terms.ult(ahead, m), cx.terms.ult(behind, n));
                    let meet = cx.terms.or(ahead, behind);
                    let both = cx.terms.and(a.guard, b.guard);
                    let meet = cx.terms.and(both, meet);
                    overlap = cx.terms.or(overlap, meet);
                }
            }
            let zero = cx.number(0);
            for length in [one.1, other.1].map(|length| cx.address(length)) {
                let some = cx.terms.distinct(length, zero);
                overlap = cx.terms.and(overlap, some);
            }
            overlap
        });
        Value::of_term(&self.terms, overlap)
    }
}

/// Returns whether two accessible ranges of the same length are equal or disjoint, as far as no term is needed to see
/// it.
fn are_plainly_apart(to: Value, from: Value, count: Value) -> bool {
    match (to, from, count) {
        (Value::Pointer { block: a, .. }, Value::Pointer { block: b, .. }, _) if a != b => true,
        (
            Value::Pointer { offset: a, .. },
            Value::Pointer { offset: b, .. },
            Value::Bits(count),
        ) => a == b || a.abs_diff(b) >= count,
        _ => to == from,
    }
}
