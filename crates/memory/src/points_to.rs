//! Points-to sets of pointers, and the validity of accesses, for every model that has a table of
//! blocks. Provenance decides: an access is judged by the block that its pointer was derived from.

use term::targets::targets;
use term::visit::post_order_until;
use term::{AllocId, Op, Term};

use crate::blocks::{Info, Kind};
use crate::memory::{Access, Context, Fault, FaultKind, Memory, Validity};
use crate::value::Value;

/// One element of the points-to set of a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Pointee {
    /// The condition under which the pointer points there. The guards of one pointer exclude each
    /// other.
    pub guard: Term,
    /// The block.
    pub block: AllocId,
    /// The offset from the start of the block.
    pub offset: Value,
}

/// The points-to set of a pointer.
#[derive(Clone, Debug, Default)]
pub struct PointsToSet {
    /// The pointees.
    pub pointees: Vec<Pointee>,
    /// The remaining cases: the condition, and the number that the pointer is then.
    pub without_block: Vec<(Term, Term)>,
}

/// Addresses below this are derived from null: a member or an element of what null points to.
const NULL_PAGE: u64 = 4096;

/// Up to this number of candidate blocks are queried one by one for a pointer without provenance.
const ONE_BY_ONE: usize = 64;

/// Returns the points-to set of a pointer; it over-approximates.
/// Implements `toOffset` of *Sel/Upd*.
pub fn points_to<M: Memory>(memory: &M, cx: &mut Context<'_>, pointer: Value) -> PointsToSet {
    let mut found = PointsToSet::default();
    match pointer {
        Value::Pointer { block, offset } => {
            let offset = Value::Bits(offset);
            found.pointees.push(Pointee { guard: Term::TRUE, block, offset });
        }
        Value::Bits(address) => by_number(memory, cx, Term::TRUE, address, &mut found),
        Value::Term(term) => {
            for target in targets(cx.terms, term) {
                let offset = Value::of_term(cx.terms, target.offset);
                match (target.block, offset) {
                    (Some(block), offset) => {
                        found.pointees.push(Pointee { guard: target.guard, block, offset });
                    }
                    (None, Value::Bits(address)) => {
                        by_number(memory, cx, target.guard, address, &mut found);
                    }
                    (None, _) => by_address(memory, cx, target.guard, target.offset, &mut found),
                }
            }
        }
    }
    found
}

/// Adds the pointee of an integer that was cast to a pointer.
fn by_number<M: Memory>(
    memory: &M,
    cx: &mut Context<'_>,
    guard: Term,
    address: u64,
    found: &mut PointsToSet,
) {
    let block = memory.at_address(address).filter(|_| address != 0);
    match block.and_then(|id| Some((id, memory.info(id)?))) {
        // After a merge another block may have the same addresses.
        Some((_, info)) if !info.lifetime.is_certainly_live() && !info.lifetime.has_ended() => {
            let address = cx.number(address);
            by_address(memory, cx, guard, address, found);
        }
        Some((block, info)) => {
            let offset = Value::Bits(address.wrapping_sub(info.address));
            found.pointees.push(Pointee { guard, block, offset });
        }
        None => {
            let number = cx.number(address);
            found.without_block.push((guard, number));
        }
    }
}

/// Adds the live blocks that a term without provenance may point into.
fn by_address<M: Memory>(
    memory: &M,
    cx: &mut Context<'_>,
    guard: Term,
    address: Term,
    found: &mut PointsToSet,
) {
    let (low, high) = cx.oracle.range(cx.terms, address);
    let mut rest = guard;
    let overlaps =
        |info: &Info| !info.lifetime.has_ended() && info.address <= high && low <= end(info);
    let candidates: Vec<(AllocId, Info)> =
        memory.blocks().filter(|(_, info)| overlaps(info)).map(|(id, info)| (id, *info)).collect();
    for (block, info) in within_reach(cx, guard, address, candidates) {
        let start = cx.number(info.address);
        let offset = cx.terms.sub(address, start);
        let size = cx.address(info.size);
        let inside = cx.terms.ule(offset, size);
        let inside = cx.terms.and(inside, info.lifetime.live);
        let here = cx.terms.and(guard, inside);
        if !cx.may(here) {
            continue;
        }
        found.pointees.push(Pointee {
            guard: here,
            block,
            offset: Value::of_term(cx.terms, offset),
        });
        let outside = cx.terms.not(inside);
        rest = cx.terms.and(rest, outside);
    }
    found.without_block.push((rest, address));
}

/// Returns the last address of a block, or one past its last byte.
fn end(info: &Info) -> u64 {
    let size = info.size.as_bits().unwrap_or(u64::MAX / 2);
    info.address.saturating_add(size)
}

/// Filters blocks by bisection: drops halves of which the address lies in no block. It keeps every
/// block that the address may lie in; otherwise an access to it would be reported as one to no
/// block.
fn within_reach(
    cx: &mut Context<'_>,
    guard: Term,
    address: Term,
    mut candidates: Vec<(AllocId, Info)>,
) -> Vec<(AllocId, Info)> {
    if candidates.len() <= ONE_BY_ONE {
        return candidates;
    }
    candidates.sort_unstable_by_key(|(id, info)| (info.address, *id));
    let mut found = Vec::new();
    let mut work = vec![&candidates[..]];
    while let Some(part) = work.pop() {
        let [(_, first), _, ..] = part else {
            found.extend_from_slice(part);
            continue;
        };
        let most = u64::MAX >> (u64::BITS - cx.pointer);
        let end = part.iter().map(|(_, info)| end(info)).max().map_or(most, |end| end.min(most));
        let (low, high) = (cx.number(first.address), cx.number(end));
        let above = cx.terms.ule(low, address);
        let below = cx.terms.ule(address, high);
        let between = cx.terms.and(above, below);
        let here = cx.terms.and(guard, between);
        if cx.may(here) {
            let (left, right) = part.split_at(part.len() / 2);
            work.extend([right, left]);
        }
    }
    found
}

/// Decides the validity of an access by the table of blocks.
pub fn valid<M: Memory>(
    memory: &M,
    cx: &mut Context<'_>,
    pointer: Value,
    length: Value,
    access: Access,
) -> Validity {
    let outside = |cx: &mut Context<'_>, bounds: &Bounds<'_>| cx.terms.not(bounds.inside);
    valid_within(memory, cx, pointer, length, access, outside)
}

/// An access to a live block, and the condition that it is within its bounds.
pub struct Bounds<'a> {
    /// The condition under which the access is to this block.
    pub guard: Term,
    /// The block.
    pub info: &'a Info,
    /// The offset at which the access begins.
    pub offset: Value,
    /// The number of bytes.
    pub length: Value,
    /// The condition that the access is within bounds.
    pub inside: Term,
}

/// Decides the validity of an access by the table of blocks. `outside` returns the condition that
/// it leaves a block, which needs to be right under the guard only.
pub fn valid_within<M: Memory>(
    memory: &M,
    cx: &mut Context<'_>,
    pointer: Value,
    length: Value,
    access: Access,
    mut outside: impl FnMut(&mut Context<'_>, &Bounds<'_>) -> Term,
) -> Validity {
    if length == Value::ZERO {
        return Validity::always();
    }
    if let (Value::Pointer { block, offset }, Value::Bits(length)) = (pointer, length)
        && memory.info(block).is_some_and(|info| is_concretely_valid(info, offset, length, access))
    {
        return Validity::always();
    }
    let PointsToSet { pointees, without_block } = points_to(memory, cx, pointer);
    let mut faults = Vec::new();
    for (guard, number) in without_block {
        let bound = cx.number(NULL_PAGE);
        let null = cx.terms.ult(number, bound);
        let other = cx.terms.not(null);
        for (condition, kind) in [(null, FaultKind::Null), (other, FaultKind::Wild)] {
            let guard = cx.terms.and(guard, condition);
            faults.push(Fault { guard, kind });
        }
    }
    for pointee in pointees {
        faults.extend(faults_in_block(memory, cx, pointee, length, access, &mut outside));
    }
    // An access to no bytes is always allowed.
    let none = {
        let (length, zero) = (cx.address(length), cx.number(0));
        cx.terms.eq(length, zero)
    };
    let some = cx.terms.not(none);
    let mut wrong = Term::FALSE;
    for fault in &mut faults {
        fault.guard = cx.terms.and(fault.guard, some);
        wrong = cx.terms.or(wrong, fault.guard);
    }
    faults.retain(|fault| fault.guard != Term::FALSE);
    Validity { allowed: cx.terms.not(wrong), faults }
}

/// Whether an access is valid by concrete numbers alone: the size is concrete, the block is live
/// for all inputs, and the access is within bounds.
#[inline]
#[must_use]
pub fn is_concretely_valid(info: &Info, offset: u64, length: u64, access: Access) -> bool {
    let inside = |size: u64| offset <= size && length <= size - offset;
    info.size.as_bits().is_some_and(inside)
        && info.lifetime.is_certainly_live()
        && info.kind != Kind::Function
        && (access == Access::Read || !info.constant)
}

/// Returns the faults of an access to one pointee.
fn faults_in_block<M: Memory>(
    memory: &M,
    cx: &mut Context<'_>,
    pointee: Pointee,
    length: Value,
    access: Access,
    outside: &mut impl FnMut(&mut Context<'_>, &Bounds<'_>) -> Term,
) -> Vec<Fault> {
    let Pointee { guard, block, offset } = pointee;
    let Some(info) = memory.info(block).copied() else {
        return vec![Fault { guard, kind: FaultKind::Wild }];
    };
    let dead = cx.terms.not(info.lifetime.live);
    let over = cx.terms.and(guard, dead);
    let mut guard = cx.terms.and(guard, info.lifetime.live);
    let kind = match access {
        _ if info.kind == Kind::Function => FaultKind::Code(block),
        Access::Write if info.constant => FaultKind::Constant(block),
        _ => {
            let inside = inside(cx, info.size, offset, length);
            let outside = outside(cx, &Bounds { guard, info: &info, offset, length, inside });
            guard = cx.terms.and(guard, outside);
            FaultKind::OutOfBounds(block, offset)
        }
    };
    vec![Fault { guard: over, kind: FaultKind::Dangling(block) }, Fault { guard, kind }]
}

/// `offset <= size && length <= size - offset`
fn inside(cx: &mut Context<'_>, size: Value, offset: Value, length: Value) -> Term {
    if let (Some(size), Some(length)) = (size.as_bits(), length.as_bits()) {
        // One comparison where the numbers allow it.
        if length > size {
            return Term::FALSE;
        }
        let (offset, last) = (cx.address(offset), cx.number(size - length));
        return cx.terms.ule(offset, last);
    }
    let [size, offset, length] = [size, offset, length].map(|value| cx.address(value));
    let (start, room) = (cx.terms.ule(offset, size), cx.terms.sub(size, offset));
    let end = cx.terms.ule(length, room);
    cx.terms.and(start, end)
}

/// Returns the blocks that values point into, each with its condition.
///
/// A value that mentions the address of a block in any other way counts as a pointer to it: a
/// program may encode a pointer and decode it later.
/// Implements `Leak` and `reachable` of *SL CPA*.
pub fn referents(cx: &mut Context<'_>, values: &[Value]) -> Vec<(Term, AllocId)> {
    let mut found = Vec::new();
    for &value in values {
        match value {
            Value::Bits(_) => {}
            Value::Pointer { block, .. } => found.push((Term::TRUE, block)),
            Value::Term(term) if cx.terms.mentions_base(term) => {
                for target in targets(cx.terms, term) {
                    match target.block {
                        Some(block) => found.push((target.guard, block)),
                        None => {
                            let hidden = mentioned(cx, target.offset);
                            found.extend(hidden.map(|block| (target.guard, block)));
                        }
                    }
                }
            }
            Value::Term(_) => {}
        }
    }
    found
}

fn mentioned<'t>(cx: &'t Context<'_>, term: Term) -> impl Iterator<Item = AllocId> + use<'t> {
    let terms = post_order_until(cx.terms, &[term], |it| !cx.terms.mentions_base(it));
    terms.into_iter().filter_map(|it| match cx.terms.op(it) {
        Op::Base(block) => Some(block),
        _ => None,
    })
}
