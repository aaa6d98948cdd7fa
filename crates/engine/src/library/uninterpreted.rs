//! Functions without a body as uninterpreted functions: equal arguments have equal results (`--extern uninterpreted`).
//!
//! The arguments of a call are the scalars that it passes. A struct that is passed by value counts with its members,
//! not with its address; a struct that is returned is one uninterpreted function for each of its members. The memory
//! behind a pointer is no argument: the assumption that is reported for each function says so.

use ir::{Call, DataModel, FuncId, SourceType, Ty, TypeId, TypeTable};
use memory::{Kind, Memory, Value, points_to};
use term::{Sort, Term};

use crate::findings::end::Feature;
use crate::lazy::scalars;
use crate::machine::{Machine, Step};
use crate::state::frames::State;

/// The limit of bytes of a struct; larger ones are unsupported.
const MAX_BYTES: u64 = 512;
/// The limit of bytes of one access to memory.
const MAX_BYTES_AT_ONCE: u32 = 16;

/// A part of a struct that is passed or returned.
struct Part {
    /// The offset from the start.
    offset: u64,
    bytes: u32,
    /// The bits of these bytes that belong to the part: the first, and their number.
    bits: (u32, u32),
    /// Whether the part is 0 or 1.
    is_bool: bool,
}

impl<M: Memory> Machine<'_, M> {
    /// Returns the result of an uninterpreted function; stores a struct behind its first argument.
    /// Implements `FUNCALL` of *Sel/Upd*.
    pub(crate) fn uninterpreted_result(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Step<Option<Value>> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let declared = module.function(function);
        if declared.returns.is_none() && !declared.result_by_pointer {
            return Ok(None);
        }
        let arguments = self.arguments_by_value(state, function, call, args)?;
        if let Some(ty) = declared.returns {
            let width = ty.bits(self.pointer);
            let is_bool = matches!(module.types.get(declared.returns_source), SourceType::Bool);
            let meant = if is_bool { 1 } else { width };
            let term = self.part_of_result((function, 0), &arguments, meant);
            let term = self.terms.zero_extend(width - meant, term);
            return Ok(Some(Value::of_term(&self.terms, term)));
        }
        let to = args.first().copied().unwrap_or(Value::ZERO);
        let parts = self.parts_of(state, declared.returns_source)?;
        for (index, part) in parts.into_iter().enumerate() {
            // Bit-fields share bytes: the store of the last one determines the contents.
            let meant = if part.is_bool { 1 } else { 8 * part.bytes };
            let term = self.part_of_result((function, index), &arguments, meant);
            let whole = self.terms.zero_extend(8 * part.bytes - meant, term);
            let at = self.operate().pointer_add(to, Value::Bits(part.offset));
            let value = Value::of_term(&self.terms, whole);
            self.access_memory(state, |memory, cx| memory.store(cx, at, part.bytes, value))?;
        }
        Ok(None)
    }

    /// Returns a part of a result with a number of bits.
    fn part_of_result(
        &mut self,
        (function, index): (FuncId, usize),
        arguments: &[Term],
        width: u32,
    ) -> Term {
        let sorts: Vec<Sort> = arguments.iter().map(|&term| self.terms.sort(term)).collect();
        let terms = &mut self.terms;
        let name = &self.loaded.module.function(function).name;
        let id = *self
            .uninterpreted
            .entry((function, index, sorts.clone()))
            .or_insert_with(|| terms.function(name, sorts, Sort::Bits(width)));
        self.terms.apply(id, arguments)
    }

    /// Returns the scalars that a call passes.
    fn arguments_by_value(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Step<Vec<Term>> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let declared = module.function(function);
        let mut terms = Vec::new();
        for (index, (arg, &value)) in call.args.iter().zip(args).enumerate() {
            let source = declared.params.get(index).map(|param| param.source);
            let is_struct =
                source.is_some_and(|ty| matches!(module.types.get(ty), SourceType::Record(_)));
            match source {
                _ if index == 0 && declared.result_by_pointer => {}
                Some(ty) if is_struct => terms.extend(self.struct_by_value(state, ty, value)?),
                None if arg.ty == Ty::Ptr && self.may_be_struct(state, value) => {
                    let what = "a pointer, or a struct, among the variable arguments of a function without a body";
                    return Err(self.unsupported(state, Feature::Other(what.into())));
                }
                _ => terms.push(self.operate().term(arg.ty, value)),
            }
        }
        Ok(terms)
    }

    /// Returns whether an argument without a parameter may be the address of a struct that is passed by value.
    fn may_be_struct(&mut self, state: &mut State<M>, value: Value) -> bool {
        let found = self.with_memory(state, |memory, cx| points_to(memory, cx, value));
        let kinds = found.pointees.iter().filter_map(|place| state.memory.info(place.block));
        kinds.into_iter().any(|info| !matches!(info.kind, Kind::Literal | Kind::Function))
    }

    /// Returns the parts of a struct that is passed by value.
    fn struct_by_value(
        &mut self,
        state: &mut State<M>,
        ty: TypeId,
        from: Value,
    ) -> Step<Vec<Term>> {
        self.unfold(state, from)?;
        let parts = self.parts_of(state, ty)?;
        let mut terms = Vec::with_capacity(parts.len());
        for part in parts {
            let at = self.operate().pointer_add(from, Value::Bits(part.offset));
            let value = self.access_memory(state, |memory, cx| memory.load(cx, at, part.bytes))?;
            let whole = value.to_term(&mut self.terms, 8 * part.bytes);
            let (first, width) = part.bits;
            terms.push(self.terms.extract(first + width - 1, first, whole));
        }
        Ok(terms)
    }

    /// Returns the parts of a struct without its padding; a struct that is too large is unsupported.
    fn parts_of(&mut self, state: &State<M>, ty: TypeId) -> Step<Vec<Part>> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        match parts(&module.types, module.model, ty) {
            Some(parts) => Ok(parts),
            None => {
                let what = "a large struct that a function without a body takes or returns";
                Err(self.unsupported(state, Feature::Other(what.into())))
            }
        }
    }
}

/// Returns the parts of a struct without its padding; `None` if the struct is too large. Each byte of a union is a
/// part.
fn parts(types: &TypeTable, model: DataModel, ty: TypeId) -> Option<Vec<Part>> {
    if types.layout(ty, model)?.size > MAX_BYTES {
        return None;
    }
    let mut parts = Vec::new();
    for leaf in scalars(types, model, ty) {
        let is_bool = leaf.bits.is_none() && matches!(types.get(leaf.ty), SourceType::Bool);
        let bits = match (leaf.bits, types.get(leaf.ty)) {
            (Some(bits), _) => (bits.start, bits.width),
            (None, SourceType::Bool) => (0, 8),
            (None, SourceType::Float { bits, .. } | SourceType::Int { bits, .. }) => (0, *bits),
            (None, SourceType::Pointer(_)) => (0, model.pointer_bits()),
            (None, _) => {
                let end = leaf.offset + types.layout(leaf.ty, model)?.size;
                let byte = |offset| Part { offset, bytes: 1, bits: (0, 8), is_bool };
                parts.extend((leaf.offset..end).map(byte));
                continue;
            }
        };
        let bytes = (bits.0 + bits.1).div_ceil(8);
        parts.push(Part { offset: leaf.offset, bytes, bits, is_bool });
    }
    parts.iter().all(|part| part.bytes <= MAX_BYTES_AT_ONCE).then_some(parts)
}
