//! What a function without a body can reach by its arguments, and unknown values written there.
//!
//! From each pointer among the arguments the objects are reached that pointers in reached objects point to.
//! Written are those that live and may be written to; not what a parameter says is constant, though what
//! lies behind it is. A member of a variable stands for itself: the function has no way to the rest of the struct.
//! Otherwise whole objects are written. Their sizes stay.
//!
//! Values have the types of the object, where these are known, or of what the parameter points to. Where no
//! type is known, memory is written in words that can be anything.

use std::collections::{BTreeSet, HashMap};

use ir::{Call, FuncId, SourceType, Ty, TypeId};
use memory::{Info, Kind, Memory, Value, places};
use term::{BlockId, Term};

use crate::end::What;
use crate::external::Foreign;
use crate::machine::{Machine, Step};
use crate::path::InputType;
use crate::state::State;
use crate::text::RUNTIME;

/// More values than this are not written by one call.
const MOST_VALUES: usize = 1 << 14;

/// What a call can reach.
#[derive(Default)]
pub(crate) struct Reach {
    /// The objects that it can write, in the order of their ids.
    written: Vec<Region>,
    /// The blocks of the heap among them.
    pub(crate) heap: BTreeSet<BlockId>,
    /// Whether there is a function.
    pub(crate) functions: bool,
}

/// A part of an object.
#[derive(Clone, Copy)]
struct Region {
    block: BlockId,
    /// The condition under which it is reached.
    guard: Term,
    /// The first byte and the number of bytes; `None` for all.
    range: Option<(u64, u64)>,
    /// The type of what lies there, where it is known.
    ty: Option<TypeId>,
}

/// An unknown value that is to be written.
pub(crate) struct Write {
    block: BlockId,
    guard: Term,
    scalar: Scalar,
}

/// A scalar within an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scalar {
    offset: u64,
    bytes: u32,
    is_bool: bool,
}

impl<M: Memory> Machine<'_, M> {
    /// What a call of a function without a body can reach.
    pub(crate) fn reach_of_call(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Reach {
        let module = self.module.clone();
        let declared = module.function(function);
        let hidden = usize::from(declared.result_by_pointer);
        let mut regions: HashMap<BlockId, Region> = HashMap::new();
        let mut reached: HashMap<BlockId, Term> = HashMap::new();
        let mut work: Vec<BlockId> = Vec::new();
        for (index, (arg, &value)) in call.args.iter().zip(args).enumerate().skip(hidden) {
            let wide = arg.ty.bits(self.pointer) >= self.pointer;
            if !wide || !self.operate().is_address(value) {
                continue;
            }
            let param = declared.params.get(index);
            let target = param.and_then(|param| match module.types.get(param.source) {
                SourceType::Pointer(target) => Some(*target),
                _ => None,
            });
            // A struct that is passed by value is a copy: only what it points to is the program's.
            let by_value = param.is_some_and(|param| {
                matches!(module.types.get(param.source), SourceType::Record(_))
            });
            let kept = by_value || param.is_some_and(|param| param.constant);
            if kept && target.is_some_and(|target| holds_no_pointer(module.types.get(target))) {
                continue;
            }
            let found = self.with_memory(state, |memory, cx| places(memory, cx, value));
            for place in found.places {
                if kept {
                    let behind =
                        self.with_memory(state, |memory, cx| memory.referents(cx, place.block));
                    for (guard, block) in behind {
                        self.reach(state, &mut reached, &mut work, place.guard, guard, block);
                    }
                    continue;
                }
                let region = self.region_at(state, place.block, place.offset, target);
                let same = |other: &Region| (other.range, other.ty) == (region.range, region.ty);
                let whole = Region { range: None, ty: None, ..region };
                match regions.get(&place.block) {
                    Some(other) if !same(other) => regions.insert(place.block, whole),
                    _ => regions.insert(place.block, region),
                };
                self.reach(state, &mut reached, &mut work, Term::TRUE, place.guard, place.block);
            }
        }
        let direct: HashMap<BlockId, Term> = reached.clone();
        self.reach_all(state, &mut reached, &mut work);
        let mut reach = Reach::default();
        let mut blocks: Vec<(BlockId, Term)> = reached.into_iter().collect();
        blocks.sort_unstable_by_key(|&(block, _)| block.index());
        for (block, guard) in blocks {
            let Some(info) = state.memory.info(block).copied() else { continue };
            reach.functions |= info.kind == Kind::Function;
            if info.life.is_over() || !self.may_write(state, block, &info) {
                continue;
            }
            if info.kind == Kind::Heap {
                reach.heap.insert(block);
            }
            // What is reached in another way too is reached as a whole.
            let also = direct.get(&block).is_none_or(|&direct| {
                self.with_memory(state, |_, cx| {
                    let more = cx.terms.distinct(direct, guard);
                    cx.may(more)
                })
            });
            let guard = self.terms.and(guard, info.life.live);
            let whole = Region { block, guard, range: None, ty: self.declared_type(state, block) };
            let region = regions.get(&block).filter(|_| !also).copied().unwrap_or(whole);
            reach.written.push(Region { guard, ..region });
        }
        reach
    }

    /// Whether a function without a body may write to an object.
    fn may_write(&self, state: &State<M>, block: BlockId, info: &Info) -> bool {
        match info.kind {
            Kind::Function | Kind::Literal | Kind::Arguments => false,
            _ if info.constant => false,
            Kind::Local | Kind::Heap => true,
            // Streams are the library's, and known to its functions alone.
            Kind::Global => {
                let index = state.globals.iter().position(|&global| global == block);
                let global = index.and_then(|index| self.module.globals.get(index));
                global.is_none_or(|global| {
                    let file = self.module.files.get(global.position.file.index());
                    let runtime = file.is_some_and(|file| file.starts_with(RUNTIME));
                    !runtime || holds_no_pointer(self.module.types.get(global.ty))
                })
            }
        }
    }

    /// The type with which a variable is declared.
    fn declared_type(&self, state: &State<M>, block: BlockId) -> Option<TypeId> {
        if let Some(index) = state.globals.iter().position(|&global| global == block) {
            return self.module.globals.get(index).map(|global| global.ty);
        }
        let mut frames = state.callers.iter().chain([&state.frame]);
        frames.find_map(|frame| {
            let &(local, _) = frame.locals.iter().find(|&&(_, other)| other == block)?;
            let body = self.module.function(frame.function).body.as_ref()?;
            body.locals.get(local.index()).map(|local| local.ty)
        })
    }

    /// The part of an object that is reached by a pointer into it.
    fn region_at(
        &self,
        state: &State<M>,
        block: BlockId,
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

    /// The innermost member of a variable that an offset lies in and does not begin a struct; arrays are
    /// not taken apart.
    fn member_at(&self, ty: TypeId, mut offset: u64) -> (Option<(u64, u64)>, Option<TypeId>) {
        let (types, model) = (&self.module.types, self.module.model);
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
                    let Some(field) = record.fields.iter().find(holds) else { return found };
                    start += field.offset;
                    offset -= field.offset;
                    inner = field.ty;
                    found = (size(inner).map(|size| (start, size)), Some(inner));
                }
                _ => return found,
            }
        }
    }

    /// The unknown values that a call writes.
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

    fn cannot_write(&self, state: &State<M>, function: FuncId, what: &str) -> crate::End {
        let name = &self.module.function(function).name;
        let what = format!("{name}(), a function without a body that is given {what}");
        self.unsupported(state, What::Other(what.into()))
    }

    /// The scalars of so many bytes that are values of a type, one after the other; `None` if these are too many.
    fn scalars(&self, ty: Option<TypeId>, length: u64) -> Option<Vec<Scalar>> {
        let layout = ty.and_then(|ty| self.module.types.layout(ty, self.module.model));
        let mut scalars = Vec::new();
        match (ty, layout) {
            (Some(ty), Some(layout)) if layout.size > 0 && length.is_multiple_of(layout.size) => {
                for start in (0..length).step_by(layout.size as usize) {
                    self.add_scalars(ty, start, &mut scalars)?;
                }
            }
            _ => add_words(0, length, &mut scalars)?,
        }
        Some(scalars)
    }

    fn add_scalars(&self, ty: TypeId, start: u64, scalars: &mut Vec<Scalar>) -> Option<()> {
        let (types, model) = (&self.module.types, self.module.model);
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

    /// Writes unknown values.
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

    /// Writes a result of a type that is no scalar to where the caller wants it.
    pub(crate) fn write_result(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        to: Value,
    ) -> Step<()> {
        let module = self.module.clone();
        let declared = module.function(function);
        let layout = module.types.layout(declared.returns_source, module.model);
        let scalars = layout.and_then(|it| self.scalars(Some(declared.returns_source), it.size));
        let (Value::Pointer { block, offset }, Some(scalars)) = (to, scalars) else {
            let what = What::Other("a function without a body that returns a struct".into());
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

/// Whether a value of a type is a number.
fn holds_no_pointer(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Int { .. } | SourceType::Bool | SourceType::Float { .. })
}

/// Words of at most 8 bytes over a range, as large as its length is a multiple of; `None` if these are too many.
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
