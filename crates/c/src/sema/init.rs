//! Initialisers: braces, designators and strings are flattened to a list of offsets and values (C11 6.7.9).
//!
//! The parser builds a tree of braces. An explicit stack is the path to what the standard calls the current object.

use std::collections::BTreeMap;

use ir::Position;

use super::Sema;
use crate::token::Name;
use crate::tree::{Expr, ExprKind, Init, InitEntry, InitValue, StringId};
use crate::types::{BitField, Length, QualType, Type};

/// The maximal number of values that a range designator, or nested ranges, may make.
const MAX_RANGE: u64 = 1 << 20;

/// The syntax of an initialiser.
#[derive(Clone, Debug)]
pub(crate) enum Initializer {
    Expr(Expr),
    List(Vec<(Vec<Designator>, Initializer)>, Position),
}

impl Initializer {
    fn position(&self) -> Position {
        match self {
            Initializer::Expr(expr) => expr.position,
            Initializer::List(_, position) => *position,
        }
    }
}

/// `.name`, `[index]` or `[first ... last]`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Designator {
    Field(Name, Position),
    Range(u64, u64, Position),
}

/// A part of the initialised object.
#[derive(Clone, Copy)]
struct Part {
    ty: QualType,
    offset: u64,
    bits: Option<BitField>,
}

/// An aggregate on the path to the current part.
struct Frame {
    ty: Type,
    offset: u64,
    /// The number of the next element or field.
    next: u64,
    /// The chosen member of a union.
    chosen: Option<usize>,
}

impl Frame {
    fn new(ty: Type, offset: u64) -> Frame {
        Frame { ty, offset, next: 0, chosen: None }
    }
}

/// The flat initialiser under construction.
struct Builder {
    /// The entries in the order of the source; `None` for overridden ones.
    entries: Vec<Option<InitEntry>>,
    /// The end of the entries, in bits from the start of the object.
    reached: u64,
    /// The entries by their first bit, from the first designator on that moves backwards.
    by_start: Option<BTreeMap<u64, Vec<usize>>>,
    chosen: BTreeMap<(u64, Type), usize>,
    /// The unions around the current part.
    around: Vec<(u64, Type)>,
    object_size: u64,
    /// The type of the whole object.
    root: Type,
    /// The number of elements so far, for an array of unknown length.
    length: u64,
}

impl Sema {
    /// Flattens an initialiser; also returns the type of the object with its length completed.
    pub(crate) fn initialize(
        &mut self,
        ty: QualType,
        init: Initializer,
        position: Position,
    ) -> (QualType, Init) {
        let object_size = self.unit.types.layout(ty.ty).map_or(0, |layout| layout.size);
        let mut builder = Builder {
            entries: Vec::new(),
            reached: 0,
            by_start: None,
            chosen: BTreeMap::new(),
            around: Vec::new(),
            object_size,
            root: ty.ty,
            length: 0,
        };
        let scalar = self.unit.types.is_scalar(ty.ty);
        let zero = match &init {
            Initializer::List(..) => !scalar,
            Initializer::Expr(_) => self.unit.types.is_array(ty.ty),
        };
        if !self.unit.types.is_complete(ty.ty)
            && !self.unit.types.is_array(ty.ty)
            && !self.unit.types.is_error(ty.ty)
        {
            let text = self.describe(ty);
            self.error(
                position,
                format!("an object of the incomplete type '{text}' can't be initialised"),
            );
            return (ty, Init::default());
        }
        if self.unit.types.is_variable_array(ty.ty) {
            self.error(position, "an array of variable length can't be initialised");
            return (ty, Init::default());
        }
        let empty_scalar =
            scalar && matches!(&init, Initializer::List(items, _) if items.is_empty());
        self.whole(&mut builder, Part { ty, offset: 0, bits: None }, init);
        let completed = match self.unit.types.element(ty.ty) {
            Some((element, Length::Unknown)) => QualType {
                ty: self.unit.types.array(element, Length::Fixed(builder.length)),
                quals: ty.quals,
            },
            _ => ty,
        };
        let entries = builder.entries.into_iter().flatten().collect();
        (completed, Init { zero: zero || empty_scalar, entries, chosen: builder.chosen })
    }

    /// Initialises a part by an expression or by its own list.
    fn whole(&mut self, builder: &mut Builder, part: Part, init: Initializer) {
        let types = &self.unit.types;
        if types.is_error(part.ty.ty) {
            return;
        }
        if let Some(what) = types.opaque(part.ty.ty) {
            self.unsupported(init.position(), what);
            return;
        }
        if self.override_part(builder, part) {
            let what = "a member that gets a value of its own after its struct got one, where compilers differ";
            self.unsupported(init.position(), what);
            return;
        }
        match init {
            Initializer::Expr(expr) => {
                if let Some(string) = self.string_for(part.ty.ty, &expr) {
                    self.string_entry(builder, part, string);
                } else {
                    self.expression(builder, part, expr);
                }
            }
            Initializer::List(items, position) => self.list(builder, part, items, position),
        }
    }

    fn list(
        &mut self,
        builder: &mut Builder,
        part: Part,
        mut items: Vec<(Vec<Designator>, Initializer)>,
        position: Position,
    ) {
        let types = &self.unit.types;
        let single = items.len() == 1 && items[0].0.is_empty();
        if types.is_scalar(part.ty.ty) {
            if items.len() > 1 {
                self.unit.warning(position, "a scalar takes one value; the others are dropped");
            }
            if items.iter().any(|(designators, _)| !designators.is_empty()) {
                self.error(position, "a scalar has no parts to designate");
                return;
            }
            if !items.is_empty() {
                let (_, first) = items.swap_remove(0);
                self.whole(builder, part, first);
            }
            return;
        }
        // A string in braces.
        if single
            && let Initializer::Expr(expr) = &items[0].1
            && let Some(string) = self.string_for(part.ty.ty, expr)
        {
            self.string_entry(builder, part, string);
            return;
        }
        let mut stack = vec![Frame::new(part.ty.ty, part.offset)];
        for (designators, init) in items {
            self.designated(builder, &mut stack, designators, init);
        }
    }

    /// Initialises the parts that designators select; a range selects each of its indices. Returns whether there was
    /// no error.
    fn designated(
        &mut self,
        builder: &mut Builder,
        stack: &mut Vec<Frame>,
        mut designators: Vec<Designator>,
        init: Initializer,
    ) -> bool {
        let range = designators.iter().enumerate().find_map(|(at, designator)| match *designator {
            Designator::Range(first, last, position) if first < last => {
                Some((at, first, last, position))
            }
            _ => None,
        });
        let Some((at, first, last, position)) = range else {
            let found = self.move_to(stack, &designators);
            if found {
                self.one(builder, stack, init);
            }
            return found;
        };
        if has_effects(&init) {
            self.unsupported(position, "a range of elements whose value has side effects");
            return false;
        }
        let lengths = designators.iter().map(|designator| match designator {
            Designator::Range(first, last, _) => last.saturating_sub(*first).saturating_add(1),
            Designator::Field(..) => 1,
        });
        if lengths.fold(1, u64::saturating_mul) > MAX_RANGE {
            self.error(position, "the range is too long");
            return false;
        }
        for index in first..=last {
            if builder.entries.len() as u64 > MAX_RANGE {
                self.error(position, "the range makes too many values");
                return false;
            }
            designators[at] = Designator::Range(index, index, position);
            if !self.designated(builder, stack, designators.clone(), init.clone()) {
                return false;
            }
        }
        true
    }

    /// Moves the current part to the one that the designators select. Returns whether there was no error.
    fn move_to(&mut self, stack: &mut Vec<Frame>, designators: &[Designator]) -> bool {
        if designators.is_empty() {
            return true;
        }
        stack.truncate(1);
        for (at, designator) in designators.iter().enumerate() {
            if at > 0 && !self.descend(stack) {
                return false;
            }
            let Some(top) = stack.last_mut() else {
                return false;
            };
            match *designator {
                Designator::Range(first, _, position) => {
                    let Some((_, length)) = self.unit.types.element(top.ty) else {
                        self.error(
                            position,
                            "an index designates an element, but this is no array",
                        );
                        return false;
                    };
                    if matches!(length, Length::Fixed(length) if first >= length) {
                        self.error(position, "the index is beyond the array");
                        return false;
                    }
                    top.next = first;
                }
                Designator::Field(name, position) => {
                    if !self.move_to_field(stack, name) {
                        let text = self.unit.names.text(name);
                        self.error(position, format!("there is no member '{text}' to designate"));
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Moves to a field, through anonymous members.
    fn move_to_field(&mut self, stack: &mut Vec<Frame>, name: Name) -> bool {
        // Each iteration enters one anonymous record.
        for _ in 0..64 {
            let Some(top) = stack.last_mut() else {
                return false;
            };
            let Some(id) = self.unit.types.record_id(top.ty) else {
                return false;
            };
            let fields = &self.unit.types.record(id).fields;
            if let Some(index) = fields.iter().position(|field| field.name == Some(name)) {
                top.next = index as u64;
                return true;
            }
            let inside = fields.iter().position(|field| {
                let inner = self.unit.types.record_id(field.ty.ty);
                field.name.is_none()
                    && inner.is_some_and(|inner| self.find_field(inner, name, 0).is_some())
            });
            let Some(index) = inside else { return false };
            top.next = index as u64;
            if !self.descend(stack) {
                return false;
            }
        }
        false
    }

    /// Enters the current part, which must be an aggregate. The outer frame will continue after it.
    fn descend(&mut self, stack: &mut Vec<Frame>) -> bool {
        let Some(part) = self.current(stack) else {
            return false;
        };
        if self.unit.types.is_scalar(part.ty.ty) {
            return false;
        }
        self.advance(stack);
        stack.push(Frame::new(part.ty.ty, part.offset));
        true
    }

    /// Returns the next part in the innermost frame, if there is one.
    fn current(&self, stack: &[Frame]) -> Option<Part> {
        let top = stack.last()?;
        if let Some((element, length)) = self.unit.types.element(top.ty) {
            if matches!(length, Length::Fixed(length) if top.next >= length) {
                return None;
            }
            let size = self.unit.types.layout(element.ty)?.size;
            let offset = top.offset.checked_add(size.checked_mul(top.next)?)?;
            return Some(Part { ty: element, offset, bits: None });
        }
        let id = self.unit.types.record_id(top.ty)?;
        let field = self.unit.types.record(id).fields.get(usize::try_from(top.next).ok()?)?;
        let bits = match field.bits {
            Some(bits) => {
                // In a huge array the number of the bit may overflow.
                let start = top.offset.checked_mul(8)?.checked_add(bits.bit_offset)?;
                Some(BitField { bit_offset: (start < 1 << 62).then_some(start)?, ..bits })
            }
            None => None,
        };
        Some(Part { ty: field.ty, offset: top.offset + field.offset, bits })
    }

    /// Steps past the current part. Only one member of a union is initialised.
    fn advance(&self, stack: &mut [Frame]) {
        if let Some(top) = stack.last_mut() {
            let is_union = self
                .unit
                .types
                .record_id(top.ty)
                .is_some_and(|id| self.unit.types.record(id).is_union);
            if is_union {
                top.chosen = usize::try_from(top.next).ok();
            }
            top.next = if is_union { u64::MAX } else { top.next.saturating_add(1) };
        }
    }

    /// Initialises the current part, or the first scalar in it, and steps past it.
    fn one(&mut self, builder: &mut Builder, stack: &mut Vec<Frame>, init: Initializer) {
        let position = init.position();
        let part = loop {
            match self.current(stack) {
                Some(part) => {
                    let opaque = self.unit.types.opaque(part.ty.ty).is_some();
                    if opaque || self.takes(part.ty.ty, &init) {
                        break part;
                    }
                    if self.is_empty(part.ty.ty) {
                        self.skip_empty(stack);
                        continue;
                    }
                    // The braces are elided: the value initialises the first member of the part.
                    if !self.descend(stack) {
                        break part;
                    }
                }
                None if stack.len() > 1 => {
                    stack.pop();
                }
                None => {
                    self.unit.warning(
                        position,
                        "the initialiser has more values than the object has parts",
                    );
                    return;
                }
            }
        };
        self.advance(stack);
        note_length(builder, stack);
        let outside = builder.around.len();
        let unions = stack.iter().filter(|frame| frame.chosen.is_some());
        builder.around.extend(unions.map(|frame| (frame.offset, frame.ty)));
        self.choose_members(builder, stack);
        self.whole(builder, part, init);
        builder.around.truncate(outside);
    }

    /// Records the initialised members of the unions around the current part. Other members lose their values.
    fn choose_members(&self, builder: &mut Builder, stack: &[Frame]) {
        for frame in stack {
            let Some(member) = frame.chosen else { continue };
            let old = builder.chosen.insert((frame.offset, frame.ty), member);
            if old.is_some_and(|old| old != member) {
                let part = Part { ty: frame.ty.into(), offset: frame.offset, bits: None };
                self.override_part(builder, part);
            }
        }
    }

    /// Removes the earlier entries of a part that gets a new value. Returns whether the part lies in a struct that was initialised
    /// by one value.
    fn override_part(&self, builder: &mut Builder, part: Part) -> bool {
        let Some((start, end)) = self.extent(part.ty.ty, part.offset, part.bits) else {
            return false;
        };
        if start >= builder.reached || start == end {
            return false;
        }
        let by_start = builder.by_start.get_or_insert_with(|| {
            let mut by_start: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
            for (index, entry) in builder.entries.iter().enumerate() {
                if let Some(entry) = entry {
                    by_start.entry(entry.first_bit()).or_default().push(index);
                }
            }
            by_start
        });
        let inside: Vec<u64> = by_start.range(start..end).map(|(first, _)| *first).collect();
        for first in inside {
            let Some(indices) = by_start.get_mut(&first) else { continue };
            indices.retain(|index| {
                let entry = builder.entries[*index].as_ref();
                let goes = entry.and_then(|entry| self.entry_end(entry)).is_none_or(|it| it <= end);
                if goes {
                    builder.entries[*index] = None;
                }
                !goes
            });
            if indices.is_empty() {
                by_start.remove(&first);
            }
        }
        let unions = (start / 8, Type(0))..(end.div_ceil(8), Type(0));
        let inside: Vec<_> = builder.chosen.range(unions).map(|(place, _)| *place).collect();
        for place in inside {
            let size = self.unit.types.layout(place.1).map_or(0, |layout| layout.size);
            // The unions around the part may start at its offset, too.
            if (place.0 + size) * 8 <= end && !builder.around.contains(&place) {
                builder.chosen.remove(&place);
            }
        }
        let before = by_start.range(..=start).next_back().and_then(|(_, indices)| indices.last());
        let entry = before.and_then(|&index| builder.entries[index].as_ref());
        entry.is_some_and(|entry| match &entry.value {
            InitValue::Str(..) => false,
            InitValue::Expr(expr) => {
                let reaches = self.entry_end(entry).is_none_or(|it| it > start);
                reaches && !self.unit.types.is_scalar(expr.ty.ty)
            }
        })
    }

    /// Returns the range of bits of a part.
    fn extent(&self, ty: Type, offset: u64, bits: Option<BitField>) -> Option<(u64, u64)> {
        if let Some(bits) = bits {
            return Some((bits.bit_offset, bits.bit_offset + u64::from(bits.width)));
        }
        let size = self.unit.types.layout(ty).map_or(0, |layout| layout.size);
        let start = offset.checked_mul(8)?;
        Some((start, start.checked_add(size.checked_mul(8)?)?))
    }

    /// Returns the end of an entry, in bits.
    fn entry_end(&self, entry: &InitEntry) -> Option<u64> {
        match &entry.value {
            InitValue::Str(_, length) => entry.offset.checked_add(*length)?.checked_mul(8),
            InitValue::Expr(expr) => {
                self.extent(expr.ty.ty, entry.offset, entry.bits).map(|(_, end)| end)
            }
        }
    }

    fn push_entry(&self, builder: &mut Builder, entry: InitEntry) {
        builder.reached = builder.reached.max(self.entry_end(&entry).unwrap_or(u64::MAX));
        if let Some(by_start) = &mut builder.by_start {
            by_start.entry(entry.first_bit()).or_default().push(builder.entries.len());
        }
        builder.entries.push(Some(entry));
    }

    /// Whether a part has no scalar to initialise.
    fn is_empty(&self, ty: Type) -> bool {
        self.unit.types.layout(ty).is_some_and(|layout| layout.size == 0)
    }

    /// Steps past an empty part; past all elements of an array of such parts at once.
    fn skip_empty(&self, stack: &mut Vec<Frame>) {
        let in_array = stack.last().is_some_and(|top| self.unit.types.is_array(top.ty));
        if !in_array {
            self.advance(stack);
        } else if let Some(top) = stack.pop()
            && stack.is_empty()
        {
            // The whole object is empty: an empty record in its place has no part either.
            let ty = self.unit.types.void;
            stack.push(Frame { ty, ..top });
        }
    }

    /// Whether an initialiser is for a part as a whole.
    fn takes(&mut self, ty: Type, init: &Initializer) -> bool {
        match init {
            Initializer::List(..) => true,
            Initializer::Expr(expr) => {
                let types = &self.unit.types;
                if types.is_scalar(ty) || types.is_error(ty) || types.is_error(expr.ty.ty) {
                    return true;
                }
                expr.ty.ty == ty || self.string_for(ty, expr).is_some()
            }
        }
    }

    /// Returns the string of an expression that can initialise an array of this type.
    fn string_for(&self, ty: Type, expr: &Expr) -> Option<StringId> {
        let ExprKind::Str(id) = expr.kind else {
            return None;
        };
        let (element, _) = self.unit.types.element(ty)?;
        let width = super::unit_bytes(self.unit.string(id).encoding) as u64;
        let matching = self.unit.types.int_kind(element.ty).is_some()
            && self.unit.types.layout(element.ty).is_some_and(|layout| layout.size == width);
        matching.then_some(id)
    }

    fn string_entry(&mut self, builder: &mut Builder, part: Part, string: StringId) {
        let literal = self.unit.string(string);
        let width = super::unit_bytes(literal.encoding) as u64;
        let units = literal.units.len() as u64;
        let length = match self.unit.types.element(part.ty.ty) {
            Some((_, Length::Fixed(length))) => length.min(units),
            _ => units,
        };
        if part.ty.ty == builder.root {
            builder.length = builder.length.max(length);
        }
        let entry = InitEntry {
            offset: part.offset,
            bits: None,
            object_size: builder.object_size,
            value: InitValue::Str(string, length * width),
        };
        self.push_entry(builder, entry);
    }

    fn expression(&mut self, builder: &mut Builder, part: Part, expr: Expr) {
        let types = &self.unit.types;
        let position = expr.position;
        if types.is_array(part.ty.ty) {
            // GNU C: an array may be initialised by a compound literal of its type.
            if let ExprKind::CompoundLiteral(_, init) = expr.kind
                && self.compatible_types(expr.ty.ty, part.ty.ty)
            {
                if part.ty.ty == builder.root
                    && let Some((_, Length::Fixed(length))) = self.unit.types.element(expr.ty.ty)
                {
                    builder.length = builder.length.max(length);
                }
                for mut entry in init.entries {
                    entry.offset += part.offset;
                    entry.object_size = builder.object_size;
                    if let Some(bits) = &mut entry.bits {
                        bits.bit_offset += part.offset * 8;
                    }
                    self.push_entry(builder, entry);
                }
                let moved = init.chosen.into_iter();
                builder.chosen.extend(moved.map(|((at, ty), it)| ((at + part.offset, ty), it)));
            } else if !self.unit.types.is_error(expr.ty.ty) {
                self.error(position, "an array is initialised by a list in braces or by a string");
            }
            return;
        }
        let value = self.assign_convert(expr, part.ty, "the initialiser");
        if self.is_error(&value) {
            return;
        }
        let entry = InitEntry {
            offset: part.offset,
            bits: part.bits,
            object_size: builder.object_size,
            value: InitValue::Expr(value),
        };
        self.push_entry(builder, entry);
    }
}

/// Updates the length of an array of unknown length by the highest index so far; only the outermost array can be one.
fn note_length(builder: &mut Builder, stack: &[Frame]) {
    if let Some(outermost) = stack.first().filter(|frame| frame.ty == builder.root) {
        builder.length = builder.length.max(outermost.next);
    }
}

/// Whether the evaluation of an initialiser may have effects.
fn has_effects(init: &Initializer) -> bool {
    match init {
        Initializer::Expr(expr) => !is_pure(expr),
        Initializer::List(items, _) => items.iter().any(|(_, init)| has_effects(init)),
    }
}

/// Whether an expression only computes a value.
fn is_pure(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Error
        | ExprKind::Const(_)
        | ExprKind::Str(_)
        | ExprKind::Decl(_)
        | ExprKind::LabelAddress(_) => true,
        ExprKind::Load(a)
        | ExprKind::Decay(a)
        | ExprKind::Cast(a)
        | ExprKind::AddressOf(a)
        | ExprKind::Deref(a)
        | ExprKind::Member(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Not(a) => is_pure(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Logical { a, b, .. }
        | ExprKind::Comma(a, b)
        | ExprKind::ConditionalOmitted { value: a, otherwise: b } => is_pure(a) && is_pure(b),
        ExprKind::Conditional(a, b, c)
        | ExprKind::PointerAdd { pointer: a, index: b, size: c, .. }
        | ExprKind::PointerDifference { a, b, size: c } => {
            [a, b, c].into_iter().all(|it| is_pure(it))
        }
        ExprKind::CompoundLiteral(_, init) => init.entries.iter().all(|entry| match &entry.value {
            InitValue::Str(..) => true,
            InitValue::Expr(expr) => is_pure(expr),
        }),
        ExprKind::Assign(..)
        | ExprKind::AssignOp { .. }
        | ExprKind::AssignPointer { .. }
        | ExprKind::Step { .. }
        | ExprKind::Call { .. }
        | ExprKind::Copied(..)
        | ExprKind::Builtin(..)
        | ExprKind::Statements(_)
        | ExprKind::VaArg(_)
        | ExprKind::Bounds(..) => false,
    }
}
