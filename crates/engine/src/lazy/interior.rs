//! Pointers of the input that point into an object (`--interior-aliases`): to a member, or to an element of an array,
//! of their type.
//!
//! The object that such a pointer points into either exists already or is created with the pointer: a struct of any
//! type that the input can have and that has such a member. A later pointer to that struct finds it among the existing
//! objects. So the order in which pointers are settled excludes no heap.
//!
//! Parts are typed: no pointer points into a bit-field, a union or the middle of a scalar, and a string is part of a
//! string only.

use std::collections::BTreeSet;

use ir::{DataModel, Function, Module, SourceType, TypeId};
use memory::{Memory, Value};
use term::{AllocId, Term};

use super::IS_OBJECT;
use crate::machine::input_pointers::Reference;
use crate::machine::{Machine, Step};
use crate::state::frames::State;
use crate::state::inputs::InputObject;

/// A possible target of a pointer: an offset in an object, and the condition that it exists.
#[derive(Clone, Copy)]
pub(super) struct Alias {
    pub(super) block: AllocId,
    pub(super) offset: u64,
    pub(super) exists: Term,
}

/// A type of objects that may be created with a pointer into them.
struct Around {
    /// The type of the elements.
    element: TypeId,
    /// The possible offsets of the pointer, in bytes from the start.
    offsets: Vec<u64>,
}

/// The limit of locations in an object to which a pointer may point; an assumption reports what it excludes.
const MAX_PLACES: usize = 64;

impl<M: Memory> Machine<'_, M> {
    /// Collects the types of objects that a function can be given, before its first state exists.
    pub(super) fn prepare_interior(&mut self, function: &Function) {
        if !self.options.lazy.interior {
            return;
        }
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let globals = self.lazy.globals.iter().map(|&index| module.globals[index].ty);
        let params = function.params.iter().map(|param| param.source);
        let mut types: Vec<TypeId> = Vec::new();
        for ty in object_types(module, params.chain(globals).collect()) {
            if !types.iter().any(|&other| self.compatible(other, ty)) {
                types.push(ty);
            }
        }
        self.lazy.object_types = types;
    }

    /// Returns the offsets in an object to which a pointer to a type can point, each with the condition that it exists.
    pub(super) fn places_in(
        &mut self,
        state: &State<M>,
        object: &InputObject,
        target: TypeId,
    ) -> Vec<(u64, Term)> {
        if !self.options.lazy.interior {
            let is_start = self.compatible(object.element, target);
            return is_start.then_some((0, Term::TRUE)).into_iter().collect();
        }
        let most = match object.count {
            Value::Bits(count) => count,
            _ => self.options.lazy.array_bound,
        };
        let (element, count) = (object.element, object.count);
        let (offsets, size) = self.places(state, element, most, target);
        let there = |offset: u64| (offset, self.has_element(count, offset / size.max(1)));
        offsets.into_iter().map(there).collect()
    }

    /// Returns the offsets of the parts of an array to which a pointer to a type can point, and the size of its
    /// elements.
    fn places(
        &mut self,
        state: &State<M>,
        element: TypeId,
        most: u64,
        target: TypeId,
    ) -> (Vec<u64>, u64) {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let size = module.types.layout(element, module.model).map_or(0, |layout| layout.size);
        let whole = self.compatible(element, target);
        let is_string = |ty: TypeId| matches!(module.types.get(ty), SourceType::Int { name, .. } if name == "char");
        let no_parts = size == 0 || (is_string(target) && !is_string(element));
        let inside = match no_parts {
            true if whole => vec![0],
            true => Vec::new(),
            false => self.parts_of_type(module, element, target),
        };
        let most = if size == 0 { most.min(1) } else { most };
        let all = (0..most).flat_map(|index| inside.iter().map(move |at| index * size + at));
        let mut offsets: Vec<u64> = all.take(MAX_PLACES + 1).collect();
        if offsets.len() > MAX_PLACES {
            offsets.truncate(MAX_PLACES);
            let name = module.types.describe(target);
            let what = format!(
                "a pointer of the input to '{name}' points to one of the first {MAX_PLACES} parts of another object"
            );
            let site = self.site(state);
            self.records.assumed.entry(what).or_insert(site);
        }
        (offsets, size)
    }

    /// Returns the offsets at which an object has parts of a type, itself among them.
    fn parts_of_type(&self, module: &Module, object: TypeId, target: TypeId) -> Vec<u64> {
        let mut found = BTreeSet::new();
        for (offset, ty) in parts(module, object) {
            if self.compatible(ty, target) {
                found.insert(offset);
            }
        }
        found.into_iter().collect()
    }

    /// Returns the types of objects that may be created with a pointer into them.
    fn objects_around(&mut self, state: &State<M>, target: TypeId) -> Vec<Around> {
        if !self.options.lazy.interior {
            return Vec::new();
        }
        let mut around = Vec::new();
        for element in self.lazy.object_types.clone() {
            let most = self.most_elements(element);
            let (mut offsets, _) = self.places(state, element, most, target);
            if self.compatible(element, target) {
                // A pointer to the start has an object of its own.
                offsets.retain(|&offset| offset != 0);
            }
            if !offsets.is_empty() {
                around.push(Around { element, offsets });
            }
        }
        around
    }

    /// Creates the objects that a pointer may point into. Returns each location with the condition that the pointer
    /// points there; these conditions exclude each other. `first` is the index of the first free choice.
    pub(super) fn all_around(
        &mut self,
        state: &mut State<M>,
        reference: &Reference,
        first: usize,
        possible: Term,
    ) -> Step<Vec<Alias>> {
        let mut next = IS_OBJECT + first;
        let mut left = possible;
        let mut places = Vec::new();
        for around in self.objects_around(state, reference.target) {
            let mut chosen = Vec::with_capacity(around.offsets.len());
            for &offset in &around.offsets {
                let choice = self.choice(reference, next);
                next += 1;
                chosen.push((offset, self.terms.and(left, choice)));
                let not = self.terms.not(choice);
                left = self.terms.and(left, not);
            }
            let exists = self.terms.any(chosen.iter().map(|&(_, chosen)| chosen));
            let block = self.object_around(state, reference, &around, exists)?;
            self.assume_parts(state, block, &chosen)?;
            places.extend(chosen.into_iter().map(|(offset, exists)| Alias {
                block,
                offset,
                exists,
            }));
        }
        Ok(places)
    }

    /// Decides whether a pointer points into a new object, and returns its address if it does.
    pub(super) fn one_around(
        &mut self,
        state: &mut State<M>,
        reference: &Reference,
        first: usize,
    ) -> Step<Option<Term>> {
        let mut next = IS_OBJECT + first;
        for around in self.objects_around(state, reference.target) {
            for &offset in &around.offsets {
                let choice = self.choice(reference, next);
                next += 1;
                if self.decide_term(state, choice)? {
                    let block = self.object_around(state, reference, &around, Term::TRUE)?;
                    self.assume_parts(state, block, &[(offset, Term::TRUE)])?;
                    return Ok(Some(self.address_in(block, offset)));
                }
            }
        }
        Ok(None)
    }

    /// Creates an object that a pointer points into.
    fn object_around(
        &mut self,
        state: &mut State<M>,
        reference: &Reference,
        around: &Around,
        exists: Term,
    ) -> Step<AllocId> {
        let ty = self.loaded.module.types.describe(around.element);
        let name = format!("'{ty}' around {}", reference.name);
        let outer = Reference {
            target: around.element,
            place: reference.place,
            name,
            non_null: true,
            choices: std::cell::RefCell::default(),
        };
        self.new_object(state, &outer, exists, None)
    }

    /// Assumes that the chosen part of an object exists; each part has the condition under which it is chosen.
    fn assume_parts(
        &mut self,
        state: &mut State<M>,
        block: AllocId,
        parts: &[(u64, Term)],
    ) -> Step<()> {
        let Some(object) = state.inputs.object(block).cloned() else { return Ok(()) };
        let layout = self.loaded.module.types.layout(object.element, self.loaded.module.model);
        let size = layout.map_or(1, |layout| layout.size).max(1);
        let mut fine = Term::TRUE;
        for &(offset, chosen) in parts {
            let there = self.has_element(object.count, offset / size);
            let implied = self.terms.implies(chosen, there);
            fine = self.terms.and(fine, implied);
        }
        self.assume(state, fine)
    }

    /// Returns the address of an offset in an object.
    pub(super) fn address_in(&mut self, block: AllocId, offset: u64) -> Term {
        let (base, offset) = (self.terms.base_of(block), self.terms.word(self.pointer, offset));
        self.terms.add(base, offset)
    }
}

/// Returns the offsets and types of the parts of an object to which a pointer can point, the object among them. Of an
/// array, it returns one element more than the limit of locations, so that the caller recognises that the limit is
/// exceeded.
fn parts(module: &Module, object: TypeId) -> Vec<(u64, TypeId)> {
    let size_of = |ty: TypeId, model: DataModel| module.types.layout(ty, model).map(|it| it.size);
    let mut found = Vec::new();
    let mut work = vec![(0, object)];
    while let Some((offset, ty)) = work.pop() {
        found.push((offset, ty));
        match module.types.get(ty) {
            SourceType::Record(record) if !record.is_union && record.complete => {
                let fields = record.fields.iter().filter(|field| field.bits.is_none());
                work.extend(fields.map(|field| (offset + field.offset, field.ty)));
            }
            SourceType::Array { element, length: Some(length) } => {
                let Some(size) = size_of(*element, module.model) else { continue };
                let length = (*length).min(MAX_PLACES as u64 + 1);
                work.extend((0..length).map(|index| (offset + index * size, *element)));
            }
            _ => {}
        }
    }
    found
}

/// Returns the types of objects that are reachable from some types through pointers, members and elements.
fn object_types(module: &Module, start: Vec<TypeId>) -> Vec<TypeId> {
    let mut seen = BTreeSet::new();
    let mut objects = BTreeSet::new();
    let mut work = start;
    while let Some(ty) = work.pop() {
        if !seen.insert(ty.index()) {
            continue;
        }
        match module.types.get(ty) {
            SourceType::Pointer(target) => {
                let is_object = !matches!(
                    module.types.get(*target),
                    SourceType::Void | SourceType::Function { .. }
                );
                if is_object {
                    objects.insert(target.index());
                }
                work.push(*target);
            }
            SourceType::Array { element, .. } => work.push(*element),
            SourceType::Record(record) => work.extend(record.fields.iter().map(|field| field.ty)),
            SourceType::Function { returns, .. } => work.push(*returns),
            SourceType::Void
            | SourceType::Int { .. }
            | SourceType::Bool
            | SourceType::Float { .. } => {}
        }
    }
    objects.into_iter().map(TypeId::new).collect()
}
