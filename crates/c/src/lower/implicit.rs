//! Implicit initialisation: the bytes of an automatic object that become zero because its initialiser has no value for them
//! (C11 6.7.9p21).
//!
//! A part without a value becomes zero as a whole, with its padding. Padding between parts of which one has a value is
//! unspecified, and so are the bytes of a union outside of its initialised member.

use crate::tree::{Init, InitEntry, InitValue};
use crate::types::{Length, RecordId, Type, Types};

/// A part of the object, and the range of the sorted entries in it.
struct Part {
    ty: Type,
    offset: u64,
    entries: std::ops::Range<usize>,
}

struct Walk<'a> {
    types: &'a Types,
    init: &'a Init,
    /// The entries, sorted by their first bit.
    entries: Vec<&'a InitEntry>,
    work: Vec<Part>,
    /// Offset and size of each zeroed part.
    zero: Vec<(u64, u64)>,
    /// Whether some bytes stay indeterminate.
    leaves_some: bool,
}

/// Offset and size of each zeroed part.
pub(super) fn implicit_parts(types: &Types, ty: Type, init: &Init) -> Vec<(u64, u64)> {
    let mut entries: Vec<&InitEntry> = init.entries.iter().collect();
    entries.sort_by_key(|entry| entry.first_bit());
    let all = 0..entries.len();
    let mut walk = Walk {
        types,
        init,
        entries,
        work: vec![Part { ty, offset: 0, entries: all }],
        zero: Vec::new(),
        leaves_some: false,
    };
    // A worklist, because records may nest deeply.
    while let Some(part) = walk.work.pop() {
        walk.part(part);
    }
    let size = walk.size(ty);
    if !walk.leaves_some && !walk.zero.is_empty() {
        // One write of the whole object shows every memory model that all of it is initialised.
        return vec![(0, size)];
    }
    walk.zero.sort_unstable();
    walk.zero
}

impl Walk<'_> {
    fn size(&self, ty: Type) -> u64 {
        self.types.layout(ty).map_or(0, |layout| layout.size)
    }

    fn zero(&mut self, offset: u64, size: u64) {
        if size > 0 {
            self.zero.push((offset, size));
        }
    }

    fn part(&mut self, part: Part) {
        let size = self.size(part.ty);
        if part.entries.is_empty() {
            self.zero(part.offset, size);
        } else if self.types.is_scalar(part.ty) {
            // The part has a value.
        } else if let Some(length) = self.whole(&part) {
            self.zero(part.offset + length, size.saturating_sub(length));
        } else if let Some((element, length)) = self.types.element(part.ty) {
            self.array(&part, element.ty, length);
        } else if let Some(id) = self.types.record_id(part.ty) {
            match self.types.record(id).is_union {
                true => self.union(&part, id),
                false => self.structure(&part, id),
            }
        }
    }

    /// Returns the number of bytes of a part that are initialised by one entry, if that entry is for the part itself.
    fn whole(&self, part: &Part) -> Option<u64> {
        let entries = self.entries[part.entries.clone()].iter();
        let first = part.offset.saturating_mul(8);
        entries.take_while(|entry| entry.first_bit() == first).find_map(|entry| {
            match &entry.value {
                InitValue::Str(_, length) => self.is_string(part.ty).then_some(*length),
                InitValue::Expr(expr) => (expr.ty.ty == part.ty).then(|| self.size(part.ty)),
            }
        })
    }

    fn is_string(&self, ty: Type) -> bool {
        let element = self.types.element(ty);
        element.is_some_and(|(element, _)| self.types.is_integer(element.ty))
    }

    /// Returns the entries of a part that start before an offset.
    fn before(&self, entries: std::ops::Range<usize>, offset: u64) -> std::ops::Range<usize> {
        let end = offset.saturating_mul(8);
        let count = self.entries[entries.clone()].partition_point(|entry| entry.first_bit() < end);
        entries.start..entries.start + count
    }

    fn array(&mut self, part: &Part, element: Type, length: Length) {
        let size = self.size(element);
        let Length::Fixed(length) = length else { return };
        if size == 0 {
            return;
        }
        let mut rest = part.entries.clone();
        let mut next = 0;
        while let Some(entry) = self.entries[rest.clone()].first() {
            let index = ((entry.first_bit() / 8).saturating_sub(part.offset) / size).min(length);
            self.zero(part.offset + next * size, (index - next) * size);
            let offset = part.offset + index * size;
            let inside = self.before(rest.clone(), offset + size);
            rest.start = inside.end.max(rest.start + 1);
            next = (index + 1).min(length);
            self.work.push(Part { ty: element, offset, entries: inside });
        }
        self.zero(part.offset + next * size, (length - next) * size);
    }

    fn structure(&mut self, part: &Part, id: RecordId) {
        let mut rest = part.entries.clone();
        // Adjacent members without a value become zero together.
        let mut run: Option<(u64, u64)> = None;
        let mut end = part.offset;
        for index in 0..self.types.record(id).fields.len() {
            let field = &self.types.record(id).fields[index];
            if let Some(bits) = field.bits {
                // Bit-fields are written bit by bit, so their bytes must be zeroed first.
                let first = part.offset + bits.bit_offset / 8;
                end = part.offset + (bits.bit_offset + u64::from(bits.width)).div_ceil(8);
                run = Some((run.map_or(first, |run| run.0), end));
                rest.start = self.before(rest.clone(), end).end;
                continue;
            }
            let (ty, offset) = (field.ty.ty, part.offset + field.offset);
            let size = self.size(ty);
            let entries = self.before(rest.clone(), offset + size);
            if size > 0 && entries.is_empty() {
                run = Some((run.map_or(offset, |run| run.0), offset + size));
            } else if size > 0 {
                rest.start = entries.end;
                self.leaves_some |= offset > run.map_or(end, |run| run.1);
                if let Some((first, end)) = run.take() {
                    self.zero(first, end - first);
                }
                self.work.push(Part { ty, offset, entries });
            }
            end = offset + size;
        }
        if let Some((first, end)) = run {
            self.zero(first, end - first);
        }
        self.leaves_some |= end < part.offset + self.size(part.ty);
    }

    fn union(&mut self, part: &Part, id: RecordId) {
        let size = self.size(part.ty);
        let chosen = self.init.chosen.get(&(part.offset, part.ty));
        let Some(field) = chosen.and_then(|member| self.types.record(id).fields.get(*member))
        else {
            return;
        };
        let used = match field.bits {
            Some(bits) => {
                let used = (bits.bit_offset + u64::from(bits.width)).div_ceil(8);
                self.zero(part.offset, used);
                used
            }
            None => {
                let ty = field.ty.ty;
                self.work.push(Part { ty, offset: part.offset, entries: part.entries.clone() });
                self.size(ty)
            }
        };
        self.leaves_some |= used < size;
    }
}
