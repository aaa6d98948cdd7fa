//! The linked lists of an invariant: whether a state has them, and the state that stands for all states that have.

use std::rc::Rc;

use memory::{Kind, Lifetime, LifetimeEnd, Memory, Value};
use term::visit::post_order;
use term::{AllocId, Op, Sort, Term};

use crate::certify::check::{Checker, Entered, Refusal};
use crate::certify::{ChainEnd, ListShape, Object, Place, Root};
use crate::state::folded::{Cells, Folded};
use crate::state::frames::{NO_FUNCTION, State};

/// The length up to which a chain is followed.
const LONGEST: usize = 128;
/// The reason of most refusals of this file.
const OTHER_LISTS: Refusal = Refusal::Changed("the lists");

/// An element of a chain: a node, or a segment of one node or more.
#[derive(Clone, Copy)]
struct Element {
    block: AllocId,
    is_segment: bool,
    /// The value behind the element.
    next: Term,
}

impl<M: Memory> Checker<'_, '_, '_, M> {
    /// Whether an allocation of a state is a node, or stands for several.
    pub(super) fn is_node(&self, state: &State<M>, block: AllocId, shape: &ListShape) -> bool {
        state.memory.info(block).is_some_and(|info| {
            info.kind == Kind::Heap
                && info.size == Value::Bits(shape.node.size)
                && !info.lifetime.has_ended()
                && !state.inputs.has_block(block)
        })
    }

    /// Returns a condition that decides whether a node exists, if the path does not decide it.
    pub(super) fn undecided_node(&mut self, state: &State<M>) -> Option<Term> {
        let blocks: Vec<(AllocId, Term)> =
            state.memory.blocks().map(|(block, info)| (block, info.lifetime.live)).collect();
        for (block, live) in blocks {
            if live == Term::TRUE || live == Term::FALSE || state.folded.contains_key(&block) {
                continue;
            }
            let not = self.explorer.machine.terms.not(live);
            if !self.implies(&state.path, live) && !self.implies(&state.path, not) {
                return Some(live);
            }
        }
        None
    }

    /// Shows that a state has the lists of a shape.
    pub(super) fn has_lists(
        &mut self,
        shape: &ListShape,
        entered: &Entered<M>,
        state: &mut State<M>,
    ) -> Result<(), Refusal> {
        let mut values = Vec::new();
        for root in &shape.roots {
            let value = self.value(state, &root.place).ok_or(OTHER_LISTS)?;
            values.push(self.decided(state, value));
        }
        let mut held = Vec::new();
        for (root, &value) in shape.roots.iter().zip(&values) {
            let end = match root.end {
                ChainEnd::Value(term) => {
                    Some(self.translated(term, &entered.first).ok_or(OTHER_LISTS)?)
                }
                ChainEnd::Pointer(object, offset) => {
                    let end = self.pointer_to(&object, offset, shape, state);
                    Some(end.ok_or(OTHER_LISTS)?)
                }
                ChainEnd::Root(other) => Some(*values.get(other).ok_or(OTHER_LISTS)?),
                ChainEnd::Any => None,
            };
            self.has_chain(shape, root, entered, (state, value, end), &mut held)?;
        }
        self.nothing_else_points_to_nodes(shape, state)?;
        match self.looks_for_leaks() && self.has_other_nodes(shape, state, &held) {
            true => Err(OTHER_LISTS),
            false => Ok(()),
        }
    }

    /// Returns a pointer into an object that is no node.
    fn pointer_to(
        &mut self,
        object: &Object,
        offset: u64,
        shape: &ListShape,
        state: &State<M>,
    ) -> Option<Term> {
        let block = object.allocation(state).filter(|&it| !self.is_node(state, it, shape))?;
        let machine = &mut self.explorer.machine;
        Some(Value::Pointer { block, offset }.to_term(&mut machine.terms, machine.pointer))
    }

    /// Shows that a root has its chain; adds the nodes of the chain to those of other chains.
    fn has_chain(
        &mut self,
        shape: &ListShape,
        root: &Root,
        entered: &Entered<M>,
        (state, mut value, end): (&mut State<M>, Term, Option<Term>),
        held: &mut Vec<AllocId>,
    ) -> Result<(), Refusal> {
        for number in 0..LONGEST {
            if number >= root.plain.len() && end == Some(value) {
                return Ok(());
            }
            let Some(element) = self.element(shape, state, value)? else {
                // Any number may end a chain whose end is not known.
                let is_number = !self.explorer.machine.terms.mentions_base(value);
                let ends = number >= root.plain.len() && end.is_none() && is_number;
                return if ends { Ok(()) } else { Err(OTHER_LISTS) };
            };
            let (cells, is_plain) = match root.plain.get(number) {
                Some(cells) => (cells, true),
                None => (root.more.as_ref().ok_or(OTHER_LISTS)?, false),
            };
            if held.contains(&element.block) || (is_plain && element.is_segment) {
                return Err(OTHER_LISTS);
            }
            self.holds_cells(cells, entered, state, element)?;
            held.push(element.block);
            value = self.decided(state, element.next);
        }
        Err(OTHER_LISTS)
    }

    /// Returns the node or segment that a value points to; `None` if it points to none.
    fn element(
        &mut self,
        shape: &ListShape,
        state: &mut State<M>,
        value: Term,
    ) -> Result<Option<Element>, Refusal> {
        if !self.mentions_node(shape, state, value) {
            return Ok(None);
        }
        let terms = &self.explorer.machine.terms;
        if terms.op(value) == Op::Ite {
            // A segment where it has nodes, and its end elsewhere.
            let [exists, first, end] = [0, 1, 2].map(|i| terms.arg(value, i));
            let block = self.node_at(shape, first).ok_or(OTHER_LISTS)?;
            let folded = state.folded.get(&block).ok_or(OTHER_LISTS)?;
            let live = state.memory.info(block).map(|info| info.lifetime.live);
            let machine = &mut self.explorer.machine;
            let next = folded.end.to_term(&mut machine.terms, machine.pointer);
            let is_it = next == end && live == Some(exists) && fits(folded, shape);
            return match is_it {
                true => Ok(Some(Element { block, is_segment: true, next })),
                false => Err(OTHER_LISTS),
            };
        }
        let block = self.node_at(shape, value).ok_or(OTHER_LISTS)?;
        if !self.is_node(state, block, shape) {
            return Err(OTHER_LISTS);
        }
        let live = state.memory.info(block).map_or(Term::FALSE, |info| info.lifetime.live);
        let align = state.memory.info(block).map_or(0, |info| info.align);
        if align < shape.node.align || !self.implies(&state.path, live) {
            return Err(OTHER_LISTS);
        }
        if let Some(folded) = state.folded.get(&block).filter(|it| fits(it, shape)) {
            let machine = &mut self.explorer.machine;
            let next = folded.end.to_term(&mut machine.terms, machine.pointer);
            return Ok(Some(Element { block, is_segment: true, next }));
        }
        if state.folded.contains_key(&block) {
            return Err(OTHER_LISTS);
        }
        let bytes = self.explorer.machine.pointer / 8;
        let next = self.cell(state, block, shape.link, bytes).ok_or(OTHER_LISTS)?;
        Ok(Some(Element { block, is_segment: false, next }))
    }

    /// Returns the allocation of a pointer at which links point.
    fn node_at(&mut self, shape: &ListShape, pointer: Term) -> Option<AllocId> {
        match Value::of_term(&self.explorer.machine.terms, pointer) {
            Value::Pointer { block, offset } if offset == shape.entry => Some(block),
            _ => None,
        }
    }

    /// Shows that a node, or each node of a segment, holds some values.
    fn holds_cells(
        &mut self,
        cells: &Cells,
        entered: &Entered<M>,
        state: &mut State<M>,
        element: Element,
    ) -> Result<(), Refusal> {
        let folded = state.folded.get(&element.block).map(|it| it.cells.clone());
        for &(offset, bytes, value) in cells.iter() {
            let wanted = self.cell_value(value, bytes, entered).ok_or(OTHER_LISTS)?;
            let found = match &folded {
                Some(cells) => {
                    let it = cells.iter().find(|it| (it.0, it.1) == (offset, bytes));
                    it.map(|it| it.2.to_term(&mut self.explorer.machine.terms, 8 * bytes))
                }
                None => self.cell(state, element.block, offset, bytes),
            };
            if found != Some(wanted) {
                return Err(Refusal::NotInductive);
            }
        }
        Ok(())
    }

    /// Returns the value of a cell in the state of an entry.
    fn cell_value(&mut self, value: Value, bytes: u32, entered: &Entered<M>) -> Option<Term> {
        match value {
            Value::Bits(bits) => Some(self.explorer.machine.terms.word(8 * bytes, bits)),
            Value::Term(term) => self.translated(term, &entered.first),
            Value::Pointer { .. } => None,
        }
    }

    /// Shows that only roots and links point to nodes.
    fn nothing_else_points_to_nodes(
        &mut self,
        shape: &ListShape,
        state: &mut State<M>,
    ) -> Result<(), Refusal> {
        let frames: Vec<_> = state.callers.iter().chain([&state.frame]).cloned().collect();
        for (depth, frame) in frames.iter().enumerate() {
            if frame.function == NO_FUNCTION {
                continue;
            }
            let (live, _) = self.explorer.machine.registers_of(frame);
            for reg in live {
                let is_root = |root: &Root| matches!(root.place, Place::Register(at, it, _) if (at, it) == (depth, reg));
                let value = state.registers[frame.base + reg.index()];
                if self.value_mentions_node(shape, state, value) && !shape.roots.iter().any(is_root)
                {
                    return Err(OTHER_LISTS);
                }
            }
        }
        for block in self.objects(state) {
            if self.is_node(state, block, shape) {
                continue;
            }
            let end = state.folded.get(&block).map(|folded| folded.end);
            if end.is_some_and(|end| self.value_mentions_node(shape, state, end)) {
                return Err(OTHER_LISTS);
            }
            let places = self
                .explorer
                .machine
                .with_memory(state, |memory, cx| memory.pointer_places(cx, block));
            for (offset, bytes) in places.ok_or(OTHER_LISTS)? {
                let value = self.cell(state, block, offset, bytes).ok_or(OTHER_LISTS)?;
                let is_root = |root: &Root| match root.place {
                    Place::Cell(object, at, _) => {
                        at == offset && object.allocation(state) == Some(block)
                    }
                    _ => false,
                };
                if !shape.roots.iter().any(is_root) && self.mentions_node(shape, state, value) {
                    return Err(OTHER_LISTS);
                }
            }
        }
        Ok(())
    }

    fn value_mentions_node(&self, shape: &ListShape, state: &State<M>, value: Value) -> bool {
        match value {
            Value::Bits(_) => false,
            Value::Pointer { block, .. } => self.is_node(state, block, shape),
            Value::Term(term) => self.mentions_node(shape, state, term),
        }
    }

    fn mentions_node(&self, shape: &ListShape, state: &State<M>, term: Term) -> bool {
        let terms = &self.explorer.machine.terms;
        terms.mentions_base(term)
            && post_order(terms, &[term]).into_iter().any(
                |part| matches!(terms.op(part), Op::Base(block) if self.is_node(state, block, shape)),
            )
    }

    /// Whether a state may have nodes besides some.
    fn has_other_nodes(&mut self, shape: &ListShape, state: &State<M>, held: &[AllocId]) -> bool {
        let others = self.objects(state).into_iter().filter(|block| !held.contains(block));
        let nodes: Vec<AllocId> = others.filter(|&it| self.is_node(state, it, shape)).collect();
        nodes.into_iter().any(|block| {
            let live = state.memory.info(block).map_or(Term::FALSE, |info| info.lifetime.live);
            let not = self.explorer.machine.terms.not(live);
            !self.implies(&state.path, not)
        })
    }

    /// Returns the side of a choice that the path takes.
    fn decided(&mut self, state: &State<M>, mut value: Term) -> Term {
        while self.explorer.machine.terms.op(value) == Op::Ite {
            let [condition, then, otherwise] =
                [0, 1, 2].map(|i| self.explorer.machine.terms.arg(value, i));
            let not = self.explorer.machine.terms.not(condition);
            if self.implies(&state.path, condition) {
                value = then;
            } else if self.implies(&state.path, not) {
                value = otherwise;
            } else {
                break;
            }
        }
        value
    }

    /// Replaces the nodes of a state by segments that stand for all lists of a shape.
    pub(super) fn fold(
        &mut self,
        shape: &ListShape,
        entered: &Entered<M>,
        state: &mut State<M>,
    ) -> Option<()> {
        let old: Vec<AllocId> =
            self.objects(state).into_iter().filter(|&it| self.is_node(state, it, shape)).collect();
        let mut values: Vec<Option<Value>> = vec![None; shape.roots.len()];
        for &number in shape.order.iter().rev() {
            let root = shape.roots.get(number)?;
            let mut value = match root.end {
                ChainEnd::Value(term) => {
                    let term = self.translated(term, &entered.first)?;
                    Value::of_term(&self.explorer.machine.terms, term)
                }
                ChainEnd::Pointer(object, offset) => {
                    let pointer = self.pointer_to(&object, offset, shape, &entered.entry)?;
                    Value::of_term(&self.explorer.machine.terms, pointer)
                }
                ChainEnd::Root(other) => (*values.get(other)?)?,
                ChainEnd::Any => {
                    let sort = Sort::Bits(self.explorer.machine.pointer);
                    Value::Term(self.explorer.machine.terms.symbol("any end", sort))
                }
            };
            let &ListShape { node, link, entry, .. } = shape;
            if let Some(cells) = &root.more {
                let cells = self.values_of_cells(cells, entered)?;
                let folded = Folded { link, entry, end: value, node, cells };
                value = self.explorer.machine.possibly_empty(state, folded, Term::TRUE).ok()?;
            }
            for cells in root.plain.iter().rev() {
                let cells = self.values_of_cells(cells, entered)?;
                let machine = &mut self.explorer.machine;
                let block = machine.plain_node(state, node, &cells, link, value).ok()?;
                value = Value::Pointer { block, offset: entry };
            }
            values[number] = Some(value);
        }
        for (root, value) in shape.roots.iter().zip(values) {
            self.put(state, &root.place, value?)?;
        }
        for block in old {
            state.memory.deallocate(block, Lifetime::ended(LifetimeEnd::NeverAllocated));
            Rc::make_mut(&mut state.folded).remove(&block);
        }
        Some(())
    }

    fn values_of_cells(&mut self, cells: &Cells, entered: &Entered<M>) -> Option<Cells> {
        let mut values = Vec::new();
        for &(offset, bytes, value) in cells.iter() {
            let term = self.cell_value(value, bytes, entered)?;
            values.push((offset, bytes, Value::of_term(&self.explorer.machine.terms, term)));
        }
        Some(values.into())
    }

    fn put(&mut self, state: &mut State<M>, place: &Place, value: Value) -> Option<()> {
        match *place {
            Place::Register(depth, reg, _) => {
                let index = self.register(state, depth, reg)?;
                state.registers[index] = value;
            }
            Place::Cell(object, offset, bytes) => {
                let block = object.allocation(state)?;
                let at = Value::Pointer { block, offset };
                self.explorer.machine.put_scalar(state, at, bytes, value);
            }
            Place::Dead(..) | Place::Contents(_) | Place::Size(_) => return None,
        }
        Some(())
    }
}

/// Whether the nodes of a segment are linked as those of a shape.
fn fits(folded: &Folded, shape: &ListShape) -> bool {
    (folded.link, folded.entry) == (shape.link, shape.entry)
        && folded.node.size == shape.node.size
        && folded.node.align >= shape.node.align
}
