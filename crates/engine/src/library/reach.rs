//! The objects that a function without a body can reach through its arguments, and the unconstrained values that it
//! writes to them.
//!
//! An object is reachable if an argument points to it, or a pointer in a reachable object. The call writes the
//! reachable objects that live and are not constant; it does not write an object that the type of a parameter makes
//! constant, but it writes the objects behind that object. If an argument points to a member of a variable, the call
//! writes only that member; an assumption reports that the function does not access the rest of the struct. Otherwise
//! it writes whole objects. The sizes of objects stay.
//!
//! Values have the types of the object, where these are known, or of the target of the parameter. Where no type is
//! known, memory is written in words without constraints.

use std::collections::{BTreeSet, HashMap};

use ir::{Call, FuncId, SourceType, Ty, TypeId};
use memory::{Info, Kind, Memory, Value, points_to};
use term::{AllocId, Term};

use crate::findings::end::{End, Feature};
use crate::machine::inputs::Foreign;
use crate::machine::{Machine, Step};
use crate::state::frames::State;
use crate::state::inputs::ObjectOrigin;
use crate::state::path::InputType;

/// The limit of values that one call writes.
const MOST_VALUES: usize = 1 << 14;
/// The limit of bytes of an object in which pointers of the input are searched.
const MOST_BYTES: u64 = 1 << 14;

/// Objects of the library that have no model.
const LIBRARY_OBJECTS: [&str; 12] = [
    "environ",
    "__environ",
    "_environ",
    "program_invocation_name",
    "program_invocation_short_name",
    "tzname",
    "timezone",
    "daylight",
    "signgam",
    "sys_errlist",
    "sys_nerr",
    "h_errno",
];

/// The objects that a call can reach.
#[derive(Default)]
pub(crate) struct Reach {
    /// The parts of objects that the call can write, in the order of their ids.
    written: Vec<Region>,
    /// The reachable allocations of the heap, also those that the call cannot write.
    pub(crate) heap: BTreeSet<AllocId>,
    /// Whether a function is reachable.
    pub(crate) functions: bool,
    /// Whether only a member of some object is written.
    pub(crate) members: bool,
}

/// A part of an object.
#[derive(Clone, Copy)]
struct Region {
    block: AllocId,
    /// The condition under which the part is reachable.
    guard: Term,
    /// The first byte and the number of bytes; `None` for the whole object.
    range: Option<(u64, u64)>,
    /// The type of the part, if it is known.
    ty: Option<TypeId>,
}

/// An unconstrained value that is to be written.
pub(crate) struct Write {
    block: AllocId,
    guard: Term,
    scalar: Scalar,
}

/// A scalar in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scalar {
    offset: u64,
    bytes: u32,
    is_bool: bool,
}

/// The objects that are reachable so far.
#[derive(Default)]
struct Reached {
    /// The objects that arguments point to, written or not, each with its guard.
    pointed: HashMap<AllocId, Term>,
    /// The parts of these objects that may be written.
    direct: HashMap<AllocId, Region>,
    /// The objects that pointers in reachable objects point to, each with its guard: these are written as a whole.
    behind: HashMap<AllocId, Term>,
}

impl<M: Memory> Machine<'_, M> {
    /// Returns the objects that a call of a function without a body can reach.
    pub(crate) fn reach_of_call(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Step<Reach> {
        let mut reached = Reached::default();
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let declared = module.function(function);
        let hidden = usize::from(declared.result_by_pointer);
        for (index, (arg, &value)) in call.args.iter().zip(args).enumerate().skip(hidden) {
            let wide = arg.ty.bits(self.pointer) >= self.pointer;
            if wide && self.operate().is_address(value) {
                self.reach_argument(state, &mut reached, declared.params.get(index), value);
            }
        }
        self.reach_behind(state, &mut reached, function)?;
        Ok(self.reach_of(state, &reached))
    }

    /// Marks the targets of an argument as reachable. The call does not write an object that the parameter makes
    /// constant, nor a struct that is passed by value, which is a copy; but it writes the objects behind their
    /// pointers.
    fn reach_argument(
        &mut self,
        state: &mut State<M>,
        reached: &mut Reached,
        param: Option<&ir::Param>,
        value: Value,
    ) {
        let types = &self.loaded.module.clone().types;
        let source = param.map(|param| types.get(param.source));
        let target = match source {
            Some(SourceType::Pointer(target)) => Some(*target),
            _ => None,
        };
        let by_value = matches!(source, Some(SourceType::Record(_)));
        let kept = by_value || param.is_some_and(|param| param.constant);
        for place in self.with_memory(state, |memory, cx| points_to(memory, cx, value)).pointees {
            let pointed = reached.pointed.entry(place.block).or_insert(Term::FALSE);
            *pointed = self.terms.or(*pointed, place.guard);
            if kept {
                continue;
            }
            let region = self.region_at(state, place.block, place.offset, target);
            let region = match reached.direct.get(&place.block) {
                None => Region { guard: place.guard, ..region },
                Some(other) => {
                    let guard = self.terms.or(other.guard, place.guard);
                    let same = (other.range, other.ty) == (region.range, region.ty);
                    let whole = Region { range: None, ty: None, ..region };
                    Region { guard, ..if same { region } else { whole } }
                }
            };
            reached.direct.insert(place.block, region);
        }
    }

    /// Marks the objects behind reachable objects as reachable, to a fixpoint.
    fn reach_behind(
        &mut self,
        state: &mut State<M>,
        reached: &mut Reached,
        function: FuncId,
    ) -> Step<()> {
        let pointed: Vec<(AllocId, Term)> =
            reached.pointed.iter().map(|(&block, &guard)| (block, guard)).collect();
        let mut work = Vec::new();
        let mut is_open = false;
        for (block, from) in pointed {
            is_open |= self.reach_from(state, &mut reached.behind, &mut work, from, block);
        }
        while let Some(block) = work.pop() {
            let from = reached.behind[&block];
            is_open |= self.reach_from(state, &mut reached.behind, &mut work, from, block);
        }
        if is_open && self.leaves_out_inputs(state, reached) {
            let what = "an input with pointers that may lead to another";
            return Err(self.cannot_write(state, function, what));
        }
        Ok(())
    }

    /// Marks the targets of the pointers in an object as reachable. Returns whether the object has an open pointer of
    /// the input, which may point to any object of the input.
    fn reach_from(
        &mut self,
        state: &mut State<M>,
        behind: &mut HashMap<AllocId, Term>,
        work: &mut Vec<AllocId>,
        from: Term,
        block: AllocId,
    ) -> bool {
        let (settled, is_open) = self.input_pointers(state, block);
        let found = self.with_memory(state, |memory, cx| {
            let mut found = memory.referents(cx, block);
            found.extend(memory::referents(cx, &settled));
            found
        });
        for (guard, target) in found {
            self.reach(state, behind, work, from, guard, target);
        }
        is_open
    }

    /// Returns the values of the settled pointers of the input in an object, and whether it has open ones.
    fn input_pointers(&mut self, state: &mut State<M>, block: AllocId) -> (Vec<Value>, bool) {
        let Some(info) = state.memory.info(block).filter(|_| state.inputs.in_use) else {
            return (Vec::new(), false);
        };
        let Value::Bits(size) = info.size else { return (Vec::new(), true) };
        if size > MOST_BYTES {
            return (Vec::new(), true);
        }
        let word = u64::from(self.pointer / 8);
        let mut symbols = BTreeSet::new();
        for offset in (0..size).step_by(word as usize) {
            let bytes = word.min(size - offset) as u32;
            let at = Value::Pointer { block, offset };
            let value = self.with_memory(state, |memory, cx| memory.load(cx, at, bytes));
            symbols.extend(self.references_in(value));
        }
        let known = symbols.into_iter().map(|symbol| state.inputs.value_of(symbol));
        let known: Vec<Option<Term>> = known.collect();
        let settled = known.iter().flatten().map(|&term| Value::of_term(&self.terms, term));
        (settled.collect(), known.contains(&None))
    }

    /// Returns whether an object of the input is not certainly written as a whole.
    fn leaves_out_inputs(&self, state: &State<M>, reached: &Reached) -> bool {
        let is_written = |block: &AllocId| {
            let is_whole = |region: &Region| region.guard == Term::TRUE && region.range.is_none();
            reached.behind.get(block) == Some(&Term::TRUE)
                || reached.direct.get(block).is_some_and(is_whole)
        };
        let is_over = |block| state.memory.info(block).is_none_or(|info| info.lifetime.has_ended());
        state.inputs.objects.iter().any(|object| {
            let is_parameter = matches!(object.origin, ObjectOrigin::Parameter(_));
            !is_parameter && !is_over(object.block) && !is_written(&object.block)
        })
    }

    /// Returns the reachable objects that may be written, and those that may escape.
    fn reach_of(&mut self, state: &mut State<M>, reached: &Reached) -> Reach {
        let mut reach = Reach::default();
        let blocks: BTreeSet<AllocId> =
            reached.pointed.keys().chain(reached.behind.keys()).copied().collect();
        for block in blocks {
            let Some(info) = state.memory.info(block).copied() else { continue };
            reach.functions |= info.kind == Kind::Function;
            if info.lifetime.has_ended() {
                continue;
            }
            if info.kind == Kind::Heap {
                reach.heap.insert(block);
            }
            if !self.may_write(state, block, &info) {
                continue;
            }
            // An object that is reachable through another pointer too is written as a whole.
            let element = state.inputs.object(block).map(|object| object.element);
            let ty = self.declared_type(state, block).or(element);
            let whole = Region { block, guard: Term::TRUE, range: None, ty };
            let (direct, behind) = (reached.direct.get(&block), reached.behind.get(&block));
            let region = match (direct, behind) {
                (None, None) => continue,
                (Some(&region), None) => region,
                (None, Some(&guard)) => Region { guard, ..whole },
                (Some(direct), Some(&guard)) => {
                    Region { guard: self.terms.or(direct.guard, guard), ..whole }
                }
            };
            let guard = self.terms.and(region.guard, info.lifetime.live);
            reach.members |= region.range.is_some();
            reach.written.push(Region { guard, ..region });
        }
        reach
    }

    /// Returns whether a function without a body may write to an object.
    fn may_write(&self, state: &State<M>, block: AllocId, info: &Info) -> bool {
        match info.kind {
            Kind::Function | Kind::Literal | Kind::Arguments => false,
            _ if info.constant => false,
            Kind::Local | Kind::Heap => true,
            // Streams belong to the library; only its functions know their contents.
            Kind::Global => {
                let index = state.globals.iter().position(|&global| global == block);
                let global = index.and_then(|index| self.loaded.module.globals.get(index));
                global.is_none_or(|global| {
                    !self.loaded.module.is_runtime(global.position)
                        || holds_no_pointer(self.loaded.module.types.get(global.ty))
                })
            }
        }
    }

    /// Returns the declared type of a variable.
    fn declared_type(&self, state: &State<M>, block: AllocId) -> Option<TypeId> {
        if let Some(index) = state.globals.iter().position(|&global| global == block) {
            return self.loaded.module.globals.get(index).map(|global| global.ty);
        }
        let mut frames = state.callers.iter().chain([&state.frame]);
        frames.find_map(|frame| {
            let &(local, _) = frame.locals.iter().find(|&&(_, other)| other == block)?;
            let body = self.loaded.module.function(frame.function).body.as_ref()?;
            body.locals.get(local.index()).map(|local| local.ty)
        })
    }

    /// Returns the part of an object that is reachable through a pointer into it.
    fn region_at(
        &self,
        state: &State<M>,
        block: AllocId,
        offset: Value,
        target: Option<TypeId>,
    ) -> Region {
        let declared = self.declared_type(state, block);
        let whole = Region { block, guard: Term::TRUE, range: None, ty: declared };
        match (declared, offset) {
            (Some(ty), Value::Bits(offset)) => {
                let (range, ty) = self.member_at(ty, offset);
                Region { range, ty, ..whole }
            }
            (None, Value::Bits(0)) => Region { ty: target, ..whole },
            _ => whole,
        }
    }

    /// Returns the innermost member of a variable that contains an offset and does not begin a struct; arrays are not
    /// taken apart. At the end of an array, a pointer may also be one past its last element, so the search stops at the
    /// enclosing member.
    fn member_at(&self, ty: TypeId, mut offset: u64) -> (Option<(u64, u64)>, Option<TypeId>) {
        let (types, model) = (&self.loaded.module.types, self.loaded.module.model);
        let size = |ty: TypeId| types.layout(ty, model).map(|layout| layout.size);
        let (mut found, mut start, mut inner) = ((None, Some(ty)), 0, ty);
        loop {
            match types.get(inner) {
                SourceType::Array { element, .. } => {
                    let Some(size @ 1..) = size(*element) else { return found };
                    start += offset - offset % size;
                    offset %= size;
                    inner = *element;
                }
                SourceType::Record(record) if offset > 0 && !record.is_union => {
                    let holds = |field: &&ir::Field| {
                        let size = size(field.ty).unwrap_or(0);
                        field.bits.is_none()
                            && (field.offset..field.offset + size).contains(&offset)
                    };
                    let ends_here = |field: &ir::Field| {
                        let is_array = matches!(types.get(field.ty), SourceType::Array { .. });
                        is_array && field.offset + size(field.ty).unwrap_or(0) == offset
                    };
                    let field = record.fields.iter().find(holds);
                    let Some(field) = field.filter(|_| !record.fields.iter().any(ends_here)) else {
                        return found;
                    };
                    start += field.offset;
                    offset -= field.offset;
                    inner = field.ty;
                    found = (size(inner).map(|size| (start, size)), Some(inner));
                }
                _ => return found,
            }
        }
    }

    /// Returns the unconstrained values that a call writes.
    pub(crate) fn writes_of(
        &mut self,
        state: &State<M>,
        function: FuncId,
        reach: &Reach,
    ) -> Step<Vec<Write>> {
        let mut writes = Vec::new();
        for region in &reach.written {
            let info = state.memory.info(region.block);
            let Some(Value::Bits(size)) = info.map(|info| info.size) else {
                return Err(self.cannot_write(state, function, "an object of unknown size"));
            };
            let (start, length) = region.range.unwrap_or((0, size));
            let Some(scalars) = self.scalars(region.ty, length) else {
                return Err(self.cannot_write(state, function, "a large object"));
            };
            writes.extend(scalars.into_iter().map(|scalar| Write {
                block: region.block,
                guard: region.guard,
                scalar: Scalar { offset: start + scalar.offset, ..scalar },
            }));
            if writes.len() > MOST_VALUES {
                return Err(self.cannot_write(state, function, "large objects"));
            }
        }
        Ok(writes)
    }

    fn cannot_write(&self, state: &State<M>, function: FuncId, what: &str) -> End {
        let name = &self.loaded.module.function(function).name;
        let what = format!("{name}(), a function without a body that is given {what}");
        self.unsupported(state, Feature::Other(what.into()))
    }

    /// Returns the scalars in a number of bytes that are values of a type, one after the other; `None` if these are too
    /// many. After the first value the type is uncertain, so every byte there is written and unconstrained.
    fn scalars(&self, ty: Option<TypeId>, length: u64) -> Option<Vec<Scalar>> {
        let layout =
            ty.and_then(|ty| self.loaded.module.types.layout(ty, self.loaded.module.model));
        let mut scalars = Vec::new();
        match (ty, layout) {
            (Some(ty), Some(layout)) if layout.size > 0 && length.is_multiple_of(layout.size) => {
                for start in (0..length).step_by(layout.size as usize) {
                    self.add_scalars(ty, start, &mut scalars)?;
                }
                if length > layout.size {
                    let others = scalars.iter_mut().filter(|it| it.offset >= layout.size);
                    others.for_each(|it| it.is_bool = false);
                    add_gaps(length, &mut scalars)?;
                }
            }
            _ => add_words(0, length, &mut scalars)?,
        }
        Some(scalars)
    }

    fn add_scalars(&self, ty: TypeId, start: u64, scalars: &mut Vec<Scalar>) -> Option<()> {
        let (types, model) = (&self.loaded.module.types, self.loaded.module.model);
        let mut work = vec![(ty, start)];
        while let Some((ty, offset)) = work.pop() {
            let size = types.layout(ty, model).map_or(0, |layout| layout.size);
            match types.get(ty) {
                SourceType::Void | SourceType::Function { .. } => {}
                SourceType::Bool => scalars.push(Scalar { offset, bytes: 1, is_bool: true }),
                SourceType::Int { .. } | SourceType::Float { .. } | SourceType::Pointer(_) => {
                    add_words(offset, size, scalars)?;
                }
                SourceType::Array { element, length } => {
                    let size = types.layout(*element, model).map_or(0, |layout| layout.size);
                    let length = length.unwrap_or(0);
                    if length > MOST_VALUES as u64 {
                        return None;
                    }
                    work.extend((0..length).map(|index| (*element, offset + index * size)));
                }
                SourceType::Record(record) if record.is_union => {
                    add_words(offset, record.size, scalars)?;
                }
                SourceType::Record(record) => {
                    let plain = record.fields.iter().filter(|field| field.bits.is_none());
                    work.extend(plain.map(|field| (field.ty, offset + field.offset)));
                    for field in &record.fields {
                        let Some(bits) = field.bits else { continue };
                        let bytes = u64::from((bits.start + bits.width).div_ceil(8));
                        for byte in (0..bytes).map(|byte| offset + field.offset + byte) {
                            let scalar = Scalar { offset: byte, bytes: 1, is_bool: false };
                            if !scalars.contains(&scalar) {
                                scalars.push(scalar);
                            }
                        }
                    }
                }
            }
            if scalars.len() > MOST_VALUES {
                return None;
            }
        }
        Some(())
    }

    /// Writes unconstrained values.
    pub(crate) fn write_havoc(
        &mut self,
        state: &mut State<M>,
        name: &str,
        writes: &[Write],
    ) -> Step<()> {
        for &Write { block, guard, scalar: Scalar { offset, bytes, is_bool } } in writes {
            let to = Value::Pointer { block, offset };
            let part = InputType::Written { index: offset, bytes };
            let mut value = self.input(state, name, part, 8 * bytes);
            if let Value::Term(term) = value {
                self.foreign.insert(term, Foreign::Written);
            }
            if is_bool {
                let (term, one) = (self.operate().term(Ty::I8, value), self.terms.word(8, 1));
                let fine = self.terms.ule(term, one);
                self.assume(state, fine)?;
            }
            if guard != Term::TRUE {
                let old = self.access_memory(state, |memory, cx| memory.load(cx, to, bytes))?;
                let width = 8 * bytes;
                let [new, old] = [value, old].map(|it| it.to_term(&mut self.terms, width));
                let either = self.terms.ite(guard, new, old);
                value = Value::of_term(&self.terms, either);
            }
            self.names.counts.writes += 1;
            self.access_memory(state, |memory, cx| memory.store(cx, to, bytes, value))?;
        }
        Ok(())
    }

    /// Gives an object that the program declares, and no file defines, unconstrained contents, as if a function without
    /// a body had written them.
    pub(crate) fn write_undefined(&mut self, state: &mut State<M>, index: usize) -> Step<()> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let global = &module.globals[index];
        let name = &global.name;
        if LIBRARY_OBJECTS.contains(&name.as_str()) {
            let what = format!("the object '{name}' of the library");
            return Err(self.unsupported(state, Feature::Other(what.into())));
        }
        let Some(scalars) = self.scalars(Some(global.ty), global.size) else {
            let what = format!("'{name}', which is too large for an object that is not defined");
            return Err(self.unsupported(state, Feature::Other(what.into())));
        };
        self.assumed(state, format!("{name}, which is not defined, holds anything"));
        let block = state.globals[index];
        let write = |scalar| Write { block, guard: Term::TRUE, scalar };
        let writes: Vec<Write> = scalars.into_iter().map(write).collect();
        self.write_havoc(state, name, &writes)
    }

    /// Writes a result that is no scalar to the memory that the caller provides.
    pub(crate) fn write_result(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        to: Value,
    ) -> Step<()> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let declared = module.function(function);
        let layout = module.types.layout(declared.returns_source, module.model);
        let scalars = layout.and_then(|it| self.scalars(Some(declared.returns_source), it.size));
        let (Value::Pointer { block, offset }, Some(scalars)) = (to, scalars) else {
            let what = Feature::Other("a function without a body that returns a struct".into());
            return Err(self.unsupported(state, what));
        };
        let write = |scalar: Scalar| Write {
            block,
            guard: Term::TRUE,
            scalar: Scalar { offset: offset + scalar.offset, ..scalar },
        };
        let writes: Vec<Write> = scalars.into_iter().map(write).collect();
        self.write_havoc(state, &declared.name, &writes)
    }
}

/// Returns whether a value of a type is a number.
fn holds_no_pointer(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Int { .. } | SourceType::Bool | SourceType::Float { .. })
}

/// Adds words for the bytes that no scalar covers.
fn add_gaps(length: u64, scalars: &mut Vec<Scalar>) -> Option<()> {
    scalars.sort_unstable_by_key(|it| it.offset);
    let mut gaps = Vec::new();
    let mut end = 0;
    for scalar in &*scalars {
        gaps.push((end, scalar.offset.saturating_sub(end)));
        end = end.max(scalar.offset + u64::from(scalar.bytes));
    }
    gaps.push((end, length.saturating_sub(end)));
    for (start, length) in gaps.into_iter().filter(|&(_, length)| length > 0) {
        add_words(start, length, scalars)?;
    }
    Some(())
}

/// Adds words of at most 8 bytes over a range; their size divides its length. `None` if these are too many.
fn add_words(start: u64, length: u64, scalars: &mut Vec<Scalar>) -> Option<()> {
    let bytes = match length {
        1 | 2 | 4 | 8 => length,
        _ if length.is_multiple_of(8) && length > 64 => 8,
        _ if length.is_multiple_of(4) => 4,
        _ => 1,
    };
    if length / bytes > MOST_VALUES as u64 {
        return None;
    }
    let words = (0..length).step_by(bytes as usize);
    scalars.extend(words.map(|at| Scalar {
        offset: start + at,
        bytes: bytes as u32,
        is_bool: false,
    }));
    Some(())
}
