//! Layout dependence: whether a truth value is the same wherever allocations lie in memory.
//!
//! Allocations have fixed numbers as addresses, so that a decision on an address is a decision on numbers. But a
//! compiler and an allocator choose other addresses: an answer that other addresses would change is an answer about one
//! layout among many. This file decides whether a truth value is the same in every layout, by the shapes of pointers or
//! by a query with other addresses. If it is not, the path is marked layout-dependent: the verdict cannot be `true`,
//! and a violation on the path does not prove `false`. `explore/all_layouts.rs` runs such a path again with symbolic
//! addresses.
//!
//! These facts hold in every layout: an allocation lies outside of the first and the last page, its address is a
//! multiple of its alignment, and allocations that live at the same time are disjoint, except for string literals,
//! which may be merged. The address one past the end of an allocation may be the address of another; so may any address
//! in an allocation whose lifetime has ended.

use ir::{BinaryOp, CompareOp, Ty};
use memory::{Info, Kind, Memory, Value};
use term::bits::mask;
use term::targets::{Target, targets};
use term::visit::{post_order_until, substitute};
use term::{AllocId, Op, Sort, Term, TermMap};

use crate::layout::elsewhere::has_block;
use crate::machine::{Machine, Step};
use crate::solve::path_solver::Feasibility;
use crate::state::frames::State;

/// The lower bound of the addresses of allocations, and their least distance from the end of the address space.
pub(crate) const PAGE: u64 = 4096;

/// The limit of cases of a comparison; the solver decides comparisons with more.
const MAX_CASES: usize = 256;

/// Compares a pointer with a number or with another pointer; `None` if the result may be layout-dependent.
pub(crate) fn compare<M: Memory>(memory: &M, op: CompareOp, a: Value, b: Value) -> Option<bool> {
    match (a, b) {
        (Value::Pointer { block, offset }, Value::Bits(number)) => {
            above(memory.info(block)?, offset, number).then(|| unequal(op, false))?
        }
        (Value::Bits(number), Value::Pointer { block, offset }) => {
            above(memory.info(block)?, offset, number).then(|| unequal(op, true))?
        }
        (Value::Pointer { block: one, offset: a }, Value::Pointer { block: other, offset: b }) => {
            if one == other {
                return within(memory.info(one)?, op, a, b);
            }
            let (one, other) = (memory.info(one)?, memory.info(other)?);
            let inside = strictly_inside(one, a) && strictly_inside(other, b);
            match op {
                CompareOp::Eq if inside && apart(one, other) => Some(false),
                CompareOp::Ne if inside && apart(one, other) => Some(true),
                _ => None,
            }
        }
        (Value::Bits(_), Value::Bits(_)) | (Value::Term(_), _) | (_, Value::Term(_)) => None,
    }
}

/// Returns whether a location in an allocation is above a number.
fn above(info: &Info, offset: u64, number: u64) -> bool {
    number < PAGE && offset <= last_offset(info)
}

/// Returns the largest distance from the start of an allocation at which addresses do not wrap around.
fn last_offset(info: &Info) -> u64 {
    info.size.as_bits().unwrap_or(0).max(PAGE - 1)
}

/// Compares two different numbers.
fn unequal(op: CompareOp, first_is_less: bool) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(false),
        CompareOp::Ne => Some(true),
        CompareOp::Ult | CompareOp::Ule => Some(first_is_less),
        CompareOp::Slt | CompareOp::Sle => None,
    }
}

/// Compares two locations in one allocation.
fn within(info: &Info, op: CompareOp, a: u64, b: u64) -> Option<bool> {
    let ordered = a.max(b) <= last_offset(info);
    match op {
        CompareOp::Eq => Some(a == b),
        CompareOp::Ne => Some(a != b),
        CompareOp::Ult if ordered => Some(a < b),
        CompareOp::Ule if ordered => Some(a <= b),
        _ => None,
    }
}

/// Returns whether an offset is inside of an allocation. An allocation of zero bytes has an address of its own only if
/// it comes from the heap.
fn strictly_inside(info: &Info, offset: u64) -> bool {
    let least = u64::from(info.kind == Kind::Heap);
    info.size.as_bits().is_some_and(|size| offset < size.max(least))
}

/// Returns whether two allocations are disjoint in every layout.
fn apart(one: &Info, other: &Info) -> bool {
    one.lifetime.is_certainly_live()
        && other.lifetime.is_certainly_live()
        && !may_be_one(one, other)
}

/// Returns whether two allocations may have the same address though both live.
fn may_be_one(one: &Info, other: &Info) -> bool {
    one.kind == Kind::Literal && other.kind == Kind::Literal
}

/// Masks or sets bits of an address where its alignment determines the result: its low bits, or the address without
/// them.
fn masked<M: Memory>(memory: &M, op: BinaryOp, a: Value, b: Value, pointer: u32) -> Option<Value> {
    let (block, offset, bits) = match (a, b) {
        (Value::Pointer { block, offset }, Value::Bits(bits))
        | (Value::Bits(bits), Value::Pointer { block, offset }) => (block, offset, bits),
        _ => return None,
    };
    let low = memory.info(block)?.align.max(1) - 1;
    match op {
        BinaryOp::And if bits & !low == 0 => Some(Value::Bits(offset & bits)),
        BinaryOp::And if bits | low == mask(pointer) => {
            Some(Value::Pointer { block, offset: offset & bits })
        }
        BinaryOp::Or if bits & !low == 0 => Some(Value::Pointer { block, offset: offset | bits }),
        BinaryOp::Xor if bits & !low == 0 => Some(Value::Pointer { block, offset: offset ^ bits }),
        _ => None,
    }
}

impl<M: Memory> Machine<'_, M> {
    /// Compares two values, and marks the path if the result is layout-dependent.
    pub(crate) fn compare(
        &mut self,
        state: &mut State<M>,
        op: CompareOp,
        ty: Ty,
        a: Value,
        b: Value,
    ) -> Value {
        if let (Value::Bits(_), Value::Bits(_)) = (a, b) {
            return self.operate().compare(op, ty, a, b);
        }
        if let Some(truth) = compare(&state.memory, op, a, b) {
            return Value::bit(truth);
        }
        if let Some(known) = self.compared_with_null(state, op, a, b) {
            return known;
        }
        if self.solver.is_none() || ![a, b].iter().any(|&it| self.operate().is_address(it)) {
            return self.operate().compare(op, ty, a, b);
        }
        if let Some(truth) = self.compared_by_cases(state, op, a, b) {
            return match state.path.is_in_any_layout() {
                true => truth,
                false => self.equality(state, op, a, b).unwrap_or(truth),
            };
        }
        self.truth_of(state, ty, [a, b], |machine, [a, b]| machine.operate().compare(op, ty, a, b))
    }

    /// Returns the condition under which two pointers are equal or unequal, if the memory model has a rule of its own
    /// for it.
    fn equality(
        &mut self,
        state: &mut State<M>,
        op: CompareOp,
        a: Value,
        b: Value,
    ) -> Option<Value> {
        let same = match op {
            CompareOp::Eq | CompareOp::Ne => {
                self.with_memory(state, |memory, cx| memory.equal(cx, a, b))?
            }
            _ => return None,
        };
        let truth = if op == CompareOp::Eq { same } else { self.terms.not(same) };
        Some(Value::of_term(&self.terms, truth))
    }

    /// Compares pointers case by case; `None` if a case may be layout-dependent. The result is a formula over the
    /// guards of the cases, without addresses.
    fn compared_by_cases(
        &mut self,
        state: &State<M>,
        op: CompareOp,
        a: Value,
        b: Value,
    ) -> Option<Value> {
        let [a, b] = [a, b].map(|it| it.to_term(&mut self.terms, self.pointer));
        if [a, b].iter().any(|&it| self.terms.sort(it) != Sort::Bits(self.pointer)) {
            return None;
        }
        let case = |machine: &mut Self, a, b| machine.case(state, op, a, b);
        if let Some(truth) = self.compare_each(state, [a, b], case) {
            return Some(Value::of_term(&self.terms, truth));
        }
        let (a, b) = (targets(&mut self.terms, a), targets(&mut self.terms, b));
        if a.len() * b.len() > MAX_CASES {
            return None;
        }
        let mut truth = Term::FALSE;
        for a in &a {
            for b in &b {
                let case = self.case(state, op, *a, *b)?;
                let both = self.terms.and(a.guard, b.guard);
                let case = self.terms.and(both, case);
                truth = self.terms.or(truth, case);
            }
        }
        Some(Value::of_term(&self.terms, truth))
    }

    /// Compares two targets; `None` if the result may be layout-dependent.
    fn case(&mut self, state: &State<M>, op: CompareOp, a: Target, b: Target) -> Option<Term> {
        if [a, b].iter().any(|it| self.terms.mentions_base(it.offset)) {
            return None;
        }
        let offsets = [a, b].map(|it| Value::of_term(&self.terms, it.offset));
        if a.block == b.block {
            let ordered = |info: &Info| {
                let last = last_offset(info);
                let most = |it: Target| self.terms.domain(it.offset).umax();
                [a, b].iter().all(|&it| most(it).is_some_and(|most| most <= last))
            };
            let alike = match (op, a.block.and_then(|block| state.memory.info(block))) {
                (CompareOp::Eq | CompareOp::Ne, _) => true,
                (_, None) => a.block.is_none(),
                (CompareOp::Ult | CompareOp::Ule, Some(info)) => ordered(info),
                (CompareOp::Slt | CompareOp::Sle, Some(_)) => false,
            };
            let [a, b] = offsets;
            let truth = alike.then(|| self.operate().compare(op, Ty::Ptr, a, b))?;
            return Some(self.operate().term(Ty::I1, truth));
        }
        let pointer = |block: Option<AllocId>, offset: Value| match (block, offset) {
            (Some(block), Value::Bits(offset)) => Some(Value::Pointer { block, offset }),
            (None, Value::Bits(number)) => Some(Value::Bits(number)),
            _ => None,
        };
        let (a, b) = (pointer(a.block, offsets[0])?, pointer(b.block, offsets[1])?);
        compare(&state.memory, op, a, b).map(Term::from)
    }

    /// Computes a truth value of two values, and marks the path unless a query proves that the truth value is the same
    /// in every layout. On a path that is explored in all layouts, the result is a formula over symbolic addresses.
    pub(crate) fn truth_of(
        &mut self,
        state: &mut State<M>,
        ty: Ty,
        operands: [Value; 2],
        compute: impl Fn(&mut Self, [Value; 2]) -> Value,
    ) -> Value {
        let truth = compute(self, operands);
        if self.solver.is_none() || !operands.iter().any(|&it| self.operate().is_address(it)) {
            return truth;
        }
        let terms = operands.map(|it| self.operate().term(ty, it));
        if state.path.is_in_any_layout() {
            return match self.elsewhere(state, terms) {
                Some(terms) => compute(self, terms.map(|it| Value::of_term(&self.terms, it))),
                None => {
                    self.mark_layout_dependent(state);
                    truth
                }
            };
        }
        let Some(Layout { moved, facts }) = self.other_layout(state, &terms) else {
            self.mark_layout_dependent(state);
            return truth;
        };
        let elsewhere = terms.map(|it| {
            let term = substitute(&mut self.terms, it, &moved);
            Value::of_term(&self.terms, term)
        });
        let other = compute(self, elsewhere);
        let [truth_here, truth_there] = [truth, other].map(|it| self.operate().term(Ty::I1, it));
        let differ = self.terms.xor(truth_here, truth_there);
        let differ = self.terms.and(differ, facts);
        let Some(solver) = &mut self.solver else { return truth };
        if !matches!(
            solver.feasibility(&mut self.terms, &state.path, differ),
            Feasibility::Infeasible
        ) {
            self.mark_layout_dependent(state);
        }
        truth
    }

    /// Returns symbolic addresses for the allocations that some terms mention, and the facts that hold of them; `None`
    /// if one of the allocations is unknown.
    pub(crate) fn other_layout(&mut self, state: &State<M>, terms: &[Term]) -> Option<Layout> {
        let mentioned = post_order_until(&self.terms, terms, |it| !self.terms.mentions_base(it));
        let mut blocks: Vec<(AllocId, Term, Info)> = Vec::new();
        for term in mentioned {
            if let Op::Base(block) = self.terms.op(term) {
                blocks.push((block, term, *state.memory.info(block)?));
            }
        }
        let mut layout = Layout { moved: TermMap::default(), facts: Term::TRUE };
        let mut ranges = Vec::with_capacity(blocks.len());
        for (block, base, info) in blocks {
            let start = self.other_address(block, &info);
            layout.moved.insert(base, start);
            let size = info.size.to_term(&mut self.terms, self.pointer);
            let terms = &mut self.terms;
            let end = terms.add(start, size);
            let [first, last] = [PAGE, PAGE.wrapping_neg() & mask(self.pointer)]
                .map(|it| terms.word(self.pointer, it));
            for fact in [terms.ule(first, start), terms.ule(start, end), terms.ule(end, last)] {
                layout.facts = terms.and(layout.facts, fact);
            }
            for &(other_start, other_end, other) in &ranges {
                if may_be_one(&info, &other) {
                    continue;
                }
                let (before, after) = (terms.ule(end, other_start), terms.ule(other_end, start));
                let mut fact = terms.or(before, after);
                if info.kind == Kind::Heap && other.kind == Kind::Heap {
                    let differ = terms.distinct(start, other_start);
                    fact = terms.and(fact, differ);
                }
                let both = terms.and(info.lifetime.live, other.lifetime.live);
                let fact = terms.implies(both, fact);
                layout.facts = terms.and(layout.facts, fact);
            }
            ranges.push((start, end, info));
        }
        Some(layout)
    }

    /// Returns a symbolic address of an allocation, with the low bits that its alignment determines.
    fn other_address(&mut self, block: AllocId, info: &Info) -> Term {
        let (terms, pointer) = (&mut self.terms, self.pointer);
        *self.other_addresses.entry((block, info.align)).or_insert_with(|| {
            let low = info.align.max(1).trailing_zeros().min(pointer - 1);
            let symbol = terms.symbol("address", Sort::Bits(pointer - low));
            if low == 0 {
                return symbol;
            }
            let zeros = terms.word(low, 0);
            terms.concat(symbol, zeros)
        })
    }

    /// Determines how a pointer identifies its allocation, before an access; marks the path if a number does.
    pub(crate) fn locate(&mut self, state: &mut State<M>, pointer: Value) -> FoundBy {
        if state.path.is_in_any_layout() {
            self.must_have_block(state, pointer);
            return FoundBy::Provenance;
        }
        let found_by = self.found_by(state, pointer);
        if found_by == FoundBy::Number {
            self.mark_layout_dependent(state);
        }
        found_by
    }

    /// Marks a path that is explored in all layouts as layout-dependent if a pointer may lack a provenance in some of
    /// them.
    pub(crate) fn must_have_block(&mut self, state: &mut State<M>, pointer: Value) {
        if state.path.is_in_any_layout() && !has_block(pointer) {
            self.mark_layout_dependent(state);
        }
    }

    /// Marks the path after an access through a number that is an input: the number lay in an allocation by chance.
    pub(crate) fn located(&mut self, state: &mut State<M>, found_by: FoundBy) {
        if found_by == FoundBy::Input {
            self.mark_layout_dependent(state);
        }
    }

    fn found_by(&mut self, state: &State<M>, pointer: Value) -> FoundBy {
        match pointer {
            _ if self.solver.is_none() => FoundBy::Provenance,
            Value::Pointer { .. } => FoundBy::Provenance,
            Value::Bits(number) => self.by_constant(state, number),
            Value::Term(term) => {
                if let Some(places) = self.plain_places(state, pointer) {
                    let found = places.into_iter().map(|place| self.found_by(state, place));
                    return found.max().unwrap_or(FoundBy::Provenance);
                }
                let targets = targets(&mut self.terms, term);
                let found = targets.into_iter().map(|target| self.target_found_by(state, target));
                found.max().unwrap_or(FoundBy::Provenance)
            }
        }
    }

    fn target_found_by(&mut self, state: &State<M>, target: Target) -> FoundBy {
        if self.terms.mentions_base(target.offset) {
            return match self.moves_along(state, target) {
                true => FoundBy::Provenance,
                false => FoundBy::Number,
            };
        }
        match (target.block, Value::of_term(&self.terms, target.offset)) {
            (Some(_), _) => FoundBy::Provenance,
            (None, Value::Bits(number)) => self.by_constant(state, number),
            (None, _) => {
                let solver = self.solver.as_mut();
                let can =
                    solver.map(|it| it.feasibility(&mut self.terms, &state.path, target.guard));
                if matches!(can, Some(Feasibility::Infeasible)) {
                    FoundBy::Provenance
                } else {
                    FoundBy::Input
                }
            }
        }
    }

    /// Returns whether a pointer that was assembled from parts of pointers stays at the same offset of its allocation
    /// in every layout, or is null.
    fn moves_along(&mut self, state: &State<M>, target: Target) -> bool {
        let here = match target.block {
            Some(block) => {
                let base = self.terms.base_of(block);
                self.terms.add(base, target.offset)
            }
            None => target.offset,
        };
        let Some(Layout { moved, facts }) = self.other_layout(state, &[here]) else {
            return false;
        };
        let there = substitute(&mut self.terms, here, &moved);
        let terms = &mut self.terms;
        let (page, same) = (terms.word(self.pointer, PAGE), terms.eq(here, there));
        let null = terms.ult(here, page);
        let mut follows = terms.and(same, null);
        for (&base, &other) in &moved {
            let Op::Base(block) = terms.op(base) else { continue };
            let Some(info) = state.memory.info(block) else { continue };
            let size = info.size.to_term(terms, self.pointer);
            let (here, there) = (terms.sub(here, base), terms.sub(there, other));
            let (same, inside) = (terms.eq(here, there), terms.ule(here, size));
            let here = terms.and(same, inside);
            follows = terms.or(follows, here);
        }
        let strays = terms.not(follows);
        let strays = terms.and(strays, facts);
        let strays = terms.and(strays, target.guard);
        let Some(solver) = &mut self.solver else { return true };
        matches!(solver.feasibility(&mut self.terms, &state.path, strays), Feasibility::Infeasible)
    }

    fn by_constant(&self, state: &State<M>, number: u64) -> FoundBy {
        match number >= PAGE && state.memory.at_address(number).is_some() {
            true => FoundBy::Number,
            false => FoundBy::Provenance,
        }
    }

    /// Computes a binary operation. The alignment of an allocation determines the result where low bits of a pointer
    /// are masked or set.
    pub(crate) fn binary(
        &mut self,
        state: &mut State<M>,
        op: BinaryOp,
        ty: Ty,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        if let (Value::Pointer { .. }, _) | (_, Value::Pointer { .. }) = (a, b)
            && let Some(value) = masked(&state.memory, op, a, b, self.pointer)
        {
            return Ok(value);
        }
        let result = self.operate().binary(op, ty, a, b);
        self.computed(state, result)
    }
}

/// The way in which a pointer identifies its allocation, the worst case last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FoundBy {
    /// By its provenance: the pointer is derived from the address of the allocation, or points nowhere.
    Provenance,
    /// By an input that is a number; if it lies in an allocation, it does by chance.
    Input,
    /// By a number, or at a distance that is derived from one.
    Number,
}

/// A layout with symbolic addresses of allocations.
pub(crate) struct Layout {
    /// The address for each base.
    pub(crate) moved: TermMap<Term>,
    /// The facts that hold of the addresses in every layout.
    pub(crate) facts: Term,
}
