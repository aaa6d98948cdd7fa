//! Objects of the input: their sizes and their initial contents.
//!
//! Numbers are unconstrained; pointers are symbols that are settled when they are used. Bytes that belong to no scalar
//! (unions, bit-fields, objects of unknown type) are the uninitialised contents of the allocation: unconstrained, too.
//! Each restriction of the inputs by these rules is reported as an assumption.

use std::rc::Rc;

use ir::{DataModel, SourceType, TypeId, TypeTable};
use memory::{Initial, Kind, Memory, Value};
use term::{AllocId, Sort, Term};

use crate::machine::input_pointers::Reference;
use crate::machine::{Machine, Step};
use crate::state::frames::State;
use crate::state::inputs::{InputObject, Leaf, ObjectOrigin, Place, Rest};

/// The limit of leaves that are recorded for an object.
const MAX_LEAVES: usize = 4096;
/// Up to this number of leaves, every scalar has a symbol of its own; beyond, only pointers and truth values have one.
const MAX_SYMBOLS: usize = 64;

/// The size and kind of an object, by the rules for its type.
struct Shape {
    kind: Kind,
    /// The bytes of an element.
    size: u64,
    align: u64,
    /// The maximum number of elements.
    most: u64,
    /// Whether the number of elements is symbolic, from one to the maximum.
    open: bool,
    /// Whether the last element is zero.
    string: bool,
}

impl<M: Memory> Machine<'_, M> {
    /// Returns the shape of an object behind a pointer to a type.
    fn shape(&self, target: TypeId) -> Shape {
        let (types, model) = (&self.loaded.module.types, self.loaded.module.model);
        let bound = self.options.lazy.array_bound;
        let layout = types.layout(target, model);
        let one = Shape {
            kind: Kind::Heap,
            size: 0,
            align: layout.as_ref().map_or(1, |layout| layout.align),
            most: 1,
            open: false,
            string: false,
        };
        let size = layout.map_or(0, |layout| layout.size);
        match types.get(target) {
            SourceType::Function { .. } => Shape { kind: Kind::Function, size: 1, align: 1, ..one },
            SourceType::Void => Shape { size: 1, most: bound * model.max_align(), ..one },
            SourceType::Int { name, .. } if name == "char" => {
                Shape { size, most: bound, open: true, string: true, ..one }
            }
            _ if size > 0 && self.lazy.indexed.has(target) => {
                Shape { size, most: bound, open: true, ..one }
            }
            _ => Shape { size, ..one },
        }
    }

    /// Returns the maximum number of elements of an object behind a pointer to a type.
    pub(super) fn most_elements(&self, target: TypeId) -> u64 {
        self.shape(target).most
    }

    /// Allocates a new object behind a pointer.
    /// Implements `θ_new` of *Uber-lazy*.
    pub(super) fn new_object(
        &mut self,
        state: &mut State<M>,
        reference: &Reference,
        exists: Term,
        rest: Option<Rest>,
    ) -> Step<AllocId> {
        let Reference { target, name, .. } = reference;
        let target = *target;
        let shape = self.shape(target);
        self.say_what_is_assumed(state, target, &shape);
        let count = match shape.open {
            true => self.any_count(state, name, shape.most)?,
            false => Value::Bits(shape.most),
        };
        let size = match count {
            Value::Bits(count) => Value::Bits(count.saturating_mul(shape.size)),
            count => {
                let count = count.to_term(&mut self.terms, self.pointer);
                let size = self.terms.word(self.pointer, shape.size);
                Value::Term(self.terms.mul(count, size))
            }
        };
        let block = self.allocate(state, shape.kind, size, shape.align, Initial::Uninitialised)?;
        let origin = ObjectOrigin::Pointer(name.clone());
        let place = Place { exists, ..reference.place };
        self.add_object(state, block, target, (count, shape.most), place, origin);
        if let Some(object) = Rc::make_mut(&mut state.inputs.objects).last_mut() {
            let is_pointer =
                |leaf: &&Leaf| leaf.term.is_some_and(|it| self.lazy.references.contains_key(&it));
            // If several pointers shared the number, one of them would precede all others in every diagram, however
            // late it is settled.
            let one_pointer = object.leaves.iter().filter(is_pointer).count() == 1;
            object.rest = rest.filter(|_| one_pointer);
        }
        if shape.string {
            self.end_with_zero(state, block, count, shape.most)?;
        }
        Ok(block)
    }

    /// Records an object, and stores the symbols of its scalars.
    pub(super) fn add_object(
        &mut self,
        state: &mut State<M>,
        block: AllocId,
        element: TypeId,
        (count, most): (Value, u64),
        place: Place,
        origin: ObjectOrigin,
    ) {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let size = module.types.layout(element, module.model).map_or(0, |layout| layout.size);
        let scalars = scalars(&module.types, module.model, element);
        let all = scalars.len().saturating_mul(most as usize);
        let mut leaves = Vec::new();
        for index in 0..most {
            if leaves.len() + scalars.len() > MAX_LEAVES {
                break;
            }
            let there = self.has_element(count, index);
            let place = Place { exists: self.terms.and(place.exists, there), holder: Some(block) };
            for scalar in &scalars {
                let mut leaf = scalar.clone();
                leaf.index = index;
                leaf.offset += index.saturating_mul(size);
                let name = leaf_name(&module.types, element, &origin, &leaf, count);
                let every = all <= MAX_SYMBOLS;
                leaf.term = self.leaf_symbol(state, &leaf, place, name, every);
                leaves.push(leaf);
            }
        }
        let leaves = leaves.into();
        let object = InputObject { block, element, count, place, rest: None, origin, leaves };
        Rc::make_mut(&mut state.inputs.objects).push(object);
    }

    /// Returns the condition that an element exists.
    pub(super) fn has_element(&mut self, count: Value, index: u64) -> Term {
        match count {
            Value::Bits(count) => {
                if index < count {
                    Term::TRUE
                } else {
                    Term::FALSE
                }
            }
            count => {
                let count = count.to_term(&mut self.terms, self.pointer);
                let index = self.terms.word(self.pointer, index);
                self.terms.ult(index, count)
            }
        }
    }

    /// Creates the symbol of a scalar and stores it; `None` if the scalar stays uninitialised, as unconstrained bytes.
    fn leaf_symbol(
        &mut self,
        state: &mut State<M>,
        leaf: &Leaf,
        place: Place,
        name: String,
        every: bool,
    ) -> Option<Term> {
        if leaf.bits.is_some() {
            return None;
        }
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let (term, bits) = match *module.types.get(leaf.ty) {
            SourceType::Pointer(target) => {
                (self.reference(target, place, name, false), self.pointer)
            }
            SourceType::Bool => {
                let bit = self.terms.symbol(&name, Sort::Bits(1));
                (self.terms.zero_extend(7, bit), 8)
            }
            SourceType::Int { bits, .. } | SourceType::Float { bits, .. }
                if every && bits <= 64 =>
            {
                (self.terms.symbol(&name, Sort::Bits(bits)), bits)
            }
            _ => return None,
        };
        let to = Value::Pointer { block: place.holder?, offset: leaf.offset };
        let value = Value::of_term(&self.terms, term);
        self.put_scalar(state, to, bits / 8, value);
        Some(term)
    }

    /// Returns a symbolic number of elements, from one to a bound.
    fn any_count(&mut self, state: &mut State<M>, name: &str, most: u64) -> Step<Value> {
        if most <= 1 {
            return Ok(Value::Bits(1));
        }
        let width = u64::BITS - (most - 1).leading_zeros();
        let more =
            self.terms.symbol(&format!("elements of {name} after the first"), Sort::Bits(width));
        let last = self.terms.word(width, most - 1);
        let fine = self.terms.ule(more, last);
        self.assume(state, fine)?;
        let (more, one) =
            (self.terms.zero_extend(self.pointer - width, more), self.terms.word(self.pointer, 1));
        let count = self.terms.add(more, one);
        Ok(Value::of_term(&self.terms, count))
    }

    /// Assumes that the last byte of a string is zero.
    fn end_with_zero(
        &mut self,
        state: &mut State<M>,
        block: AllocId,
        count: Value,
        most: u64,
    ) -> Step<()> {
        let zero = self.terms.word(8, 0);
        for last in 0..most {
            let at = Value::Pointer { block, offset: last };
            self.names.counts.reads += 1;
            let byte = self.access_memory(state, |memory, cx| memory.load(cx, at, 1))?;
            let byte = byte.to_term(&mut self.terms, 8);
            let (here, after) = (self.has_element(count, last), self.has_element(count, last + 1));
            let not_after = self.terms.not(after);
            let is_last = self.terms.and(here, not_after);
            let ends = self.terms.eq(byte, zero);
            let fine = self.terms.implies(is_last, ends);
            self.assume(state, fine)?;
        }
        Ok(())
    }

    fn say_what_is_assumed(&mut self, state: &State<M>, target: TypeId, shape: &Shape) {
        if shape.kind == Kind::Function {
            let what = "a function that the input points to is none of the program";
            self.assumed(state, what.to_owned());
            return;
        }
        let bound = self.options.lazy.array_bound;
        let name = self.loaded.module.types.describe(target);
        let size = match shape {
            Shape { string: true, .. } => {
                format!("a string of at most {} characters (--array-bound {bound})", bound - 1)
            }
            Shape { open: true, .. } => {
                format!("an array of 1 to {bound} elements (--array-bound {bound})")
            }
            Shape { size: 1, most, .. } if *most > 1 => {
                format!("{most} bytes (--array-bound {bound})")
            }
            Shape { size: 0, .. } => "an object that is never looked into".to_owned(),
            _ => "one object".to_owned(),
        };
        let apart = match self.options.lazy.interior {
            true => "from malloc, or a part of another one",
            false => "from malloc, apart from all others",
        };
        let assumed = format!("'{name}' behind a pointer of the input: {size}, {apart}");
        let site = self.site(state);
        self.records.assumed.entry(assumed).or_insert(site);
    }
}

/// Returns a C expression for a scalar of an object.
fn leaf_name(
    types: &TypeTable,
    element: TypeId,
    origin: &ObjectOrigin,
    leaf: &Leaf,
    count: Value,
) -> String {
    let Leaf { index, path, .. } = leaf;
    let is_record = matches!(types.get(element), SourceType::Record(_));
    match (origin, count) {
        (ObjectOrigin::Global(name) | ObjectOrigin::Parameter(name), Value::Bits(1)) => {
            format!("{name}{path}")
        }
        (ObjectOrigin::Pointer(name), Value::Bits(1)) if is_record && path.starts_with('.') => {
            format!("{name}->{}", &path[1..])
        }
        (ObjectOrigin::Pointer(name), Value::Bits(1)) if path.is_empty() => format!("*{name}"),
        (ObjectOrigin::Pointer(name), Value::Bits(1)) => format!("(*{name}){path}"),
        (
            ObjectOrigin::Global(name)
            | ObjectOrigin::Parameter(name)
            | ObjectOrigin::Pointer(name),
            _,
        ) => {
            format!("{name}[{index}]{path}")
        }
    }
}

/// Returns the scalars of a type in the order of their offsets; a union is one scalar.
pub(crate) fn scalars(types: &TypeTable, model: DataModel, ty: TypeId) -> Vec<Leaf> {
    let mut found = Vec::new();
    let first = Leaf { index: 0, path: String::new(), offset: 0, ty, bits: None, term: None };
    let mut work = vec![first];
    while let Some(leaf) = work.pop() {
        if found.len() + work.len() > MAX_LEAVES {
            break;
        }
        match types.get(leaf.ty) {
            SourceType::Record(record) if !record.is_union && record.complete => {
                work.extend(record.fields.iter().rev().map(|field| Leaf {
                    path: match field.name.is_empty() {
                        true => leaf.path.clone(),
                        false => format!("{}.{}", leaf.path, field.name),
                    },
                    offset: leaf.offset + field.offset,
                    ty: field.ty,
                    bits: field.bits,
                    ..leaf
                }));
            }
            SourceType::Array { element, length: Some(length) } => {
                let size = types.layout(*element, model).map_or(0, |layout| layout.size);
                let length = (*length).min(MAX_LEAVES as u64 + 1);
                work.extend((0..length).rev().map(|index| Leaf {
                    path: format!("{}[{index}]", leaf.path),
                    offset: leaf.offset + index * size,
                    ty: *element,
                    ..leaf
                }));
            }
            SourceType::Array { .. } | SourceType::Void | SourceType::Function { .. } => {}
            _ => found.push(leaf),
        }
    }
    found
}
