//! The values of places in a state, and the comparison of a state with the one at the entry of its loop.

use memory::{BlockDifference, Info, Kind, Memory, MultiWrite, Value};
use term::targets::targets;
use term::transfer::transferred;
use term::{AllocId, Sort, Term, TermMap};

use crate::certify::check::{Checker, Entered, Refusal};
use crate::certify::{ChainEnd, LoopInvariant, Object, Place, Variable, VariableShape};
use crate::findings::property::Property;
use crate::state::frames::{Frame, NO_FUNCTION, State, UNINITIALISED};

/// The size of the largest block that is compared byte by byte.
const LARGEST_COMPARED: u64 = 1 << 12;

impl Object {
    /// Returns the object of an allocation in a state; `None` if the allocation is not live.
    pub(crate) fn of<M: Memory>(state: &State<M>, block: AllocId) -> Option<Object> {
        let info = state.memory.info(block)?;
        let (kind, allocated_at) = (info.kind, info.allocated_at);
        let mut alike = state.memory.blocks().filter(|(_, it)| is_alike(it, info));
        let number = alike.position(|(other, _)| other == block)?;
        Some(Object { kind, allocated_at, number, block: Some(block) })
    }

    /// Returns the allocation of the object, if it is live in a state.
    pub(super) fn allocation<M: Memory>(&self, state: &State<M>) -> Option<AllocId> {
        let live = |block: &AllocId| {
            state.memory.info(*block).is_some_and(|info| !info.lifetime.has_ended())
        };
        self.block.filter(live)
    }

    /// Finds the allocation of the object in the state at the entry of its loop.
    fn resolve<M: Memory>(&mut self, entry: &State<M>) -> Option<()> {
        let is_it = |info: &Info| {
            (info.kind, info.allocated_at) == (self.kind, self.allocated_at)
                && !info.lifetime.has_ended()
        };
        let mut alike = entry.memory.blocks().filter(|(_, info)| is_it(info));
        let (block, _) = alike.nth(self.number)?;
        self.block = Some(block);
        Some(())
    }
}

impl Place {
    fn resolve<M: Memory>(&mut self, entry: &State<M>) -> Option<()> {
        match self {
            Place::Cell(object, ..) | Place::Contents(object) | Place::Size(object) => {
                object.resolve(entry)
            }
            Place::Register(..) | Place::Dead(..) => Some(()),
        }
    }
}

impl LoopInvariant {
    /// Returns the invariant with the objects of a state at the entry of its loop; `None` if it has not all of them.
    pub(super) fn resolved<M: Memory>(&self, entry: &State<M>) -> Option<LoopInvariant> {
        let mut invariant = self.clone();
        let variables = invariant.variables.iter_mut().map(|it| &mut it.place);
        let first = invariant.first.iter_mut().map(|(_, place)| place);
        for place in variables.chain(first) {
            place.resolve(entry)?;
        }
        for root in invariant.lists.iter_mut().flat_map(|shape| &mut shape.roots) {
            root.place.resolve(entry)?;
            if let ChainEnd::Pointer(object, _) = &mut root.end {
                object.resolve(entry)?;
            }
        }
        Some(invariant)
    }
}

fn is_alike(one: &Info, other: &Info) -> bool {
    (one.kind, one.allocated_at) == (other.kind, other.allocated_at) && !one.lifetime.has_ended()
}

/// Returns the frames of a state, the outermost first.
fn frames<M>(state: &State<M>) -> impl Iterator<Item = &Frame> {
    state.callers.iter().chain([&state.frame])
}

impl<M: Memory> Checker<'_, '_, '_, M> {
    /// Returns the index of a register.
    pub(super) fn register(&self, state: &State<M>, depth: usize, reg: ir::Reg) -> Option<usize> {
        let frame = frames(state).nth(depth).filter(|it| it.function != NO_FUNCTION)?;
        let body = self.explorer.machine.loaded.module.function(frame.function).body.as_ref()?;
        (reg.index() < body.registers.len()).then_some(frame.base + reg.index())
    }

    /// Returns the value of a place. An uninitialised register gets a value.
    pub(super) fn value(&mut self, state: &mut State<M>, place: &Place) -> Option<Term> {
        match place {
            &Place::Register(depth, reg, ty) => {
                let index = self.register(state, depth, reg)?;
                if state.registers[index] == UNINITIALISED {
                    state.registers[index] = self.explorer.machine.fresh(ty);
                }
                let value = state.registers[index];
                Some(self.explorer.machine.operate().term(ty, value))
            }
            &Place::Cell(object, offset, bytes) => {
                let block = object.allocation(state)?;
                self.cell(state, block, offset, bytes)
            }
            Place::Size(object) => {
                let block = object.allocation(state)?;
                let size = state.memory.info(block)?.size;
                let machine = &mut self.explorer.machine;
                Some(size.to_term(&mut machine.terms, machine.pointer))
            }
            Place::Dead(..) | Place::Contents(_) => None,
        }
    }

    /// Returns the value of some bytes of an allocation that has them.
    pub(super) fn cell(
        &mut self,
        state: &mut State<M>,
        block: AllocId,
        offset: u64,
        bytes: u32,
    ) -> Option<Term> {
        let size = state.memory.info(block)?.size.as_bits();
        if size.is_some_and(|size| offset + u64::from(bytes) > size) {
            return None;
        }
        let at = Value::Pointer { block, offset };
        let value =
            self.explorer.machine.with_memory(state, |memory, cx| memory.load(cx, at, bytes));
        Some(value.to_term(&mut self.explorer.machine.terms, 8 * bytes))
    }

    /// Returns the values at the entry of the terms that an invariant mentions.
    pub(super) fn first_values(
        &mut self,
        invariant: &LoopInvariant,
        entry: &mut State<M>,
    ) -> Option<TermMap<Term>> {
        let mut first = TermMap::default();
        for (term, place) in &invariant.first {
            let value = self.value(entry, place)?;
            let sort = self.terms.sort(*term);
            if self.explorer.machine.terms.sort(value) == sort {
                first.insert(*term, value);
            }
        }
        Some(first)
    }

    /// Returns a term of the certificate over other values; `None` if it mentions more than these.
    pub(super) fn translated(&mut self, term: Term, values: &TermMap<Term>) -> Option<Term> {
        transferred(self.terms, term, &mut self.explorer.machine.terms, values)
    }

    /// Shows that an invariant holds for the values of a state.
    pub(super) fn holds(
        &mut self,
        invariant: &LoopInvariant,
        entered: &Entered<M>,
        state: &mut State<M>,
    ) -> Result<(), Refusal> {
        let mut values = entered.first.clone();
        for variable in &invariant.variables {
            if let Some(value) = self.value_of_variable(variable, entered, state)? {
                values.insert(variable.symbol, value);
            }
        }
        if let Some(shape) = &invariant.lists {
            self.has_lists(shape, entered, state)?;
        }
        for &fact in &invariant.facts {
            // Facts that cannot be said of this state are not assumed either.
            if let Some(fact) = self.translated(fact, &values)
                && !self.implies(&state.path, fact)
            {
                return Err(Refusal::NotInductive);
            }
        }
        Ok(())
    }

    /// Returns the value of a variable: for a pointer, the offset in the allocation into which it pointed at the entry.
    fn value_of_variable(
        &mut self,
        variable: &Variable,
        entered: &Entered<M>,
        state: &mut State<M>,
    ) -> Result<Option<Term>, Refusal> {
        if matches!(variable.place, Place::Dead(..) | Place::Contents(_)) {
            return Ok(None);
        }
        let lost = Refusal::Changed("a variable is gone");
        let value = self.value(state, &variable.place).ok_or(lost)?;
        if self.explorer.machine.terms.sort(value) != self.terms.sort(variable.symbol) {
            return Err(Refusal::Changed("the type of a variable"));
        }
        if variable.shape == VariableShape::Scalar {
            return match self.explorer.machine.terms.mentions_base(value) {
                true => Err(Refusal::Changed("a number became a pointer")),
                false => Ok(Some(value)),
            };
        }
        let apart = Refusal::Changed("a pointer points into another object");
        let pointee = self.pointee(variable, &mut entered.entry.clone()).ok_or(apart)?;
        match targets(&mut self.explorer.machine.terms, value)[..] {
            [target]
                if target.block == Some(pointee)
                    && !self.explorer.machine.terms.mentions_base(target.offset) =>
            {
                Ok(Some(target.offset))
            }
            _ => Err(apart),
        }
    }

    /// Returns the allocation into which a variable points in a state.
    fn pointee(&mut self, variable: &Variable, state: &mut State<M>) -> Option<AllocId> {
        let value = self.value(state, &variable.place)?;
        match targets(&mut self.explorer.machine.terms, value)[..] {
            [target] => target.block,
            _ => None,
        }
    }

    /// Returns the state that stands for all states in which an invariant holds.
    pub(super) fn general_state(
        &mut self,
        invariant: &LoopInvariant,
        entered: &Entered<M>,
    ) -> Option<State<M>> {
        let mut state = entered.entry.clone();
        if let Some(shape) = &invariant.lists {
            self.fold(shape, entered, &mut state)?;
        }
        let mut values = entered.first.clone();
        for variable in &invariant.variables {
            if let Some((symbol, new)) = self.renew(variable, entered, &mut state)? {
                values.insert(symbol, new);
            }
        }
        for &fact in &invariant.facts {
            if let Some(fact) = self.translated(fact, &values)
                && !self.assume(&mut state, fact)
            {
                return None;
            }
        }
        state.memory.unsupported().is_none().then_some(state)
    }

    /// Gives a variable any value. Returns its symbol in the certificate and in the state, if it has one.
    fn renew(
        &mut self,
        variable: &Variable,
        entered: &Entered<M>,
        state: &mut State<M>,
    ) -> Option<Option<(Term, Term)>> {
        match &variable.place {
            &Place::Dead(depth, reg) => {
                let index = self.register(state, depth, reg)?;
                state.registers[index] = UNINITIALISED;
                return Some(None);
            }
            Place::Contents(object) => {
                let block = object.allocation(state)?;
                self.forget_contents(state, block)?;
                return Some(None);
            }
            Place::Size(_) => return None,
            Place::Register(..) | Place::Cell(..) => {}
        }
        let pointee = match variable.shape {
            VariableShape::Pointer => Some(self.pointee(variable, &mut entered.entry.clone())?),
            VariableShape::Scalar => None,
        };
        let machine = &mut self.explorer.machine;
        let new = machine.terms.symbol("any", self.terms.sort(variable.symbol));
        let mut value = new;
        if let Some(block) = pointee {
            let base = machine.terms.base_of(block);
            value = machine.terms.add(base, new);
        }
        let value = Value::of_term(&machine.terms, value);
        match &variable.place {
            &Place::Register(depth, reg, _) => {
                let index = self.register(state, depth, reg)?;
                state.registers[index] = value;
            }
            &Place::Cell(object, offset, bytes) => {
                let block = object.allocation(state)?;
                let at = Value::Pointer { block, offset };
                self.explorer.machine.put_scalar(state, at, bytes, value);
            }
            Place::Dead(..) | Place::Contents(_) | Place::Size(_) => return None,
        }
        Some(Some((variable.symbol, new)))
    }

    /// Gives all bytes of an object any values.
    fn forget_contents(&mut self, state: &mut State<M>, block: AllocId) -> Option<()> {
        let size = state.memory.info(block)?.size;
        let machine = &mut self.explorer.machine;
        let sort = Sort::Array { index: machine.pointer, element: 8 };
        let bytes = machine.terms.symbol("any bytes", sort);
        let distance = machine.terms.symbol("distance", Sort::Bits(machine.pointer));
        let value = machine.terms.select(bytes, distance);
        machine.with_memory(state, |memory, cx| {
            let end = cx.address(size);
            let set = cx.terms.ult(distance, end);
            let write = MultiWrite { distance, set, bytes: 1, value, length: size };
            memory.multi_write(cx, Value::Pointer { block, offset: 0 }, &write);
        });
        Some(())
    }

    /// Shows that a state differs from the entry of its loop in nothing but variables and lists.
    pub(super) fn nothing_else_changed(
        &mut self,
        invariant: &LoopInvariant,
        entered: &Entered<M>,
        state: &mut State<M>,
    ) -> Result<(), Refusal> {
        let entry = &entered.entry;
        let is_same_call = |(one, other): (&Frame, &Frame)| {
            (one.function, one.block, one.at, one.base)
                == (other.function, other.block, other.at, other.base)
                && (one.arguments, one.result) == (other.arguments, other.result)
                && one.locals == other.locals
        };
        let (mut before, mut now) = (Vec::new(), Vec::new());
        entry.inputs.describe(&mut before);
        state.inputs.describe(&mut now);
        let is_same = entry.callers.len() == state.callers.len()
            && frames(entry).zip(frames(state)).all(is_same_call)
            && (entry.read, entry.rounding) == (state.read, state.rounding)
            && entry.globals == state.globals
            && entry.escaped == state.escaped
            && entry.path.layout.is_none()
            && state.path.layout.is_none()
            && before == now;
        if !is_same {
            return Err(Refusal::Changed("calls or inputs"));
        }
        self.registers_are_same(invariant, entry, state)?;
        self.memory_is_same(invariant, entry, state)
    }

    fn registers_are_same(
        &mut self,
        invariant: &LoopInvariant,
        entry: &State<M>,
        state: &State<M>,
    ) -> Result<(), Refusal> {
        let all: Vec<Frame> = frames(entry).cloned().collect();
        for (depth, frame) in all.iter().enumerate().filter(|(_, it)| it.function != NO_FUNCTION) {
            let (live, visible) = self.explorer.machine.registers_of(frame);
            for reg in live.iter().chain(&visible) {
                let is_live = live.contains(reg);
                let may_change = |place: &Place| match *place {
                    Place::Register(at, it, _) => (at, it) == (depth, *reg),
                    Place::Dead(at, it) => !is_live && (at, it) == (depth, *reg),
                    _ => false,
                };
                let index = frame.base + reg.index();
                let (one, other) = (entry.registers[index], state.registers[index]);
                if one != other && !places(invariant).any(may_change) && self.matters(is_live) {
                    return Err(Refusal::Changed("a register"));
                }
            }
        }
        Ok(())
    }

    /// Whether the value of a register matters: where it is not live, the search for unreachable memory reads it.
    fn matters(&self, is_live: bool) -> bool {
        is_live || self.explorer.machine.options.properties.has(Property::ValidMemtrack)
    }

    fn memory_is_same(
        &mut self,
        invariant: &LoopInvariant,
        entry: &State<M>,
        state: &mut State<M>,
    ) -> Result<(), Refusal> {
        let unknown = Refusal::Changed("memory, in an unknown way");
        for (block, difference) in entry.memory.differences(&state.memory).ok_or(unknown)? {
            let is_node = invariant.lists.as_ref().is_some_and(|shape| {
                self.is_node(entry, block, shape) || self.is_node(state, block, shape)
            });
            if is_node {
                continue;
            }
            let [before, now] = [entry, &*state].map(|it| it.memory.info(block).copied());
            let (Some(before), Some(now)) = (before, now) else {
                return Err(Refusal::Changed("which allocations there are"));
            };
            if before != now {
                return Err(Refusal::Changed("the size or lifetime of an allocation"));
            }
            let is_forgotten = |place: &Place| match place {
                Place::Contents(object) => object.block == Some(block),
                _ => false,
            };
            if places(invariant).any(is_forgotten) {
                continue;
            }
            let ranges = match difference {
                BlockDifference::Ranges(ranges) => ranges,
                _ => match before.size {
                    Value::Bits(size @ 0..=LARGEST_COMPARED) => vec![(0, size as u32)],
                    _ => return Err(Refusal::Changed("an object, at unknown offsets")),
                },
            };
            for (start, length) in ranges {
                self.bytes_are_same(invariant, (entry, state), block, start, length)?;
            }
        }
        Ok(())
    }

    fn bytes_are_same(
        &mut self,
        invariant: &LoopInvariant,
        (entry, state): (&State<M>, &mut State<M>),
        block: AllocId,
        start: u64,
        length: u32,
    ) -> Result<(), Refusal> {
        let mut before = entry.clone();
        for at in start..start + u64::from(length) {
            let may_change = |place: &Place| match *place {
                Place::Cell(of, first, bytes) => {
                    of.block == Some(block) && first <= at && at < first + u64::from(bytes)
                }
                _ => false,
            };
            if places(invariant).any(may_change) {
                continue;
            }
            if self.cell(&mut before, block, at, 1) != self.cell(state, block, at, 1) {
                return Err(Refusal::Changed("a byte of memory"));
            }
        }
        Ok(())
    }

    /// Whether leaks are violations.
    pub(super) fn looks_for_leaks(&self) -> bool {
        let properties = &self.explorer.machine.options.properties;
        properties.has(Property::ValidMemtrack) || properties.has(Property::ValidMemcleanup)
    }

    /// Returns the live allocations of a state that are neither functions nor nodes.
    pub(super) fn objects(&self, state: &State<M>) -> Vec<AllocId> {
        let all = state.memory.blocks();
        let live = all.filter(|(_, it)| !it.lifetime.has_ended() && it.kind != Kind::Function);
        live.map(|(block, _)| block).collect()
    }
}

/// Returns the places that an invariant lets change: variables and roots of lists.
pub(super) fn places(invariant: &LoopInvariant) -> impl Iterator<Item = &Place> {
    let roots = invariant.lists.iter().flat_map(|shape| &shape.roots).map(|root| &root.place);
    invariant.variables.iter().map(|it| &it.place).chain(roots)
}
