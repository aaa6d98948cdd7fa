//! The certificate of a proof: its invariants, in places that another exploration finds anew.

use memory::{Kind, Memory, Value};
use term::visit::post_order_until;
use term::{AllocId, Term, TermMap, Terms};

use crate::certify::{
    ChainEnd, ListShape, LoopInvariant, Object, Place, Root, Variable, VariableShape,
};
use crate::prove::difference::Location;
use crate::prove::invariant::{Invariant, Shape};
use crate::prove::lists::{End, Lists};
use crate::prove::{Entry, Generaliser};
use crate::state::frames::{NO_FUNCTION, State};

impl<M: Memory> Generaliser<'_, '_, M> {
    /// Returns the certificate of an invariant that holds after some iterations were unrolled; `None` if something in
    /// it has no place.
    pub(super) fn certificate(
        &mut self,
        invariant: &Invariant,
        entry: &Entry<M>,
        unrolled: u32,
    ) -> Option<LoopInvariant> {
        let state = &entry.state;
        let mut variables = Vec::new();
        for variable in &invariant.variables {
            let place = place(state, variable.location)?;
            let shape = match variable.shape {
                Shape::Pointer(_) => VariableShape::Pointer,
                Shape::Scalar | Shape::Bytes => VariableShape::Scalar,
            };
            variables.push(Variable { place, shape, symbol: variable.symbol });
        }
        let lists = match &invariant.lists {
            Some(lists) => Some(list_shape(&self.explorer.machine.terms, state, lists)?),
            None => None,
        };
        let first = self.first_values(invariant, lists.as_ref(), state);
        let (function, header) = (state.frame.function, state.frame.block);
        Some(LoopInvariant {
            function,
            header,
            depth: state.callers.len(),
            unrolled,
            decisions: state.path.decisions.items().into_iter().cloned().collect(),
            variables,
            lists,
            facts: invariant.facts.clone(),
            first,
        })
    }

    /// Returns the terms that an invariant mentions and that a place holds at the entry.
    fn first_values(
        &mut self,
        invariant: &Invariant,
        lists: Option<&ListShape>,
        entry: &State<M>,
    ) -> Vec<(Term, Place)> {
        let mut places: TermMap<Place> = TermMap::default();
        for (value, place) in self.values_in(entry) {
            if !self.explorer.machine.terms.is_constant(value) {
                places.entry(value).or_insert(place);
            }
        }
        let mut roots = invariant.facts.clone();
        for root in lists.iter().flat_map(|it| &it.roots) {
            let cells = root.plain.iter().chain(&root.more).flat_map(|cells| cells.iter());
            roots.extend(cells.filter_map(|&(.., value)| match value {
                Value::Term(term) => Some(term),
                Value::Bits(_) | Value::Pointer { .. } => None,
            }));
            if let ChainEnd::Value(term) = root.end {
                roots.push(term);
            }
        }
        let terms = &self.explorer.machine.terms;
        let mentioned = post_order_until(terms, &roots, |term| places.contains_key(&term));
        mentioned.into_iter().filter_map(|term| Some((term, places.remove(&term)?))).collect()
    }

    /// Returns the values that a state has, with the places of each.
    fn values_in(&mut self, state: &State<M>) -> Vec<(Term, Place)> {
        let mut found = Vec::new();
        let loaded = self.explorer.machine.loaded.clone();
        let frames: Vec<_> = state.callers.iter().chain([&state.frame]).cloned().collect();
        for (depth, frame) in frames.iter().enumerate() {
            if frame.function == NO_FUNCTION {
                continue;
            }
            let Some(body) = &loaded.module.function(frame.function).body else { continue };
            let (live, _) = self.explorer.machine.registers_of(frame);
            for reg in live {
                let value = state.registers[frame.base + reg.index()];
                if let (Value::Term(term), Some(&ty)) = (value, body.registers.get(reg.index()))
                    && term != Term::FALSE
                {
                    found.push((term, Place::Register(depth, reg, ty)));
                }
            }
        }
        let sizes = state.memory.blocks().filter(|(_, it)| !it.lifetime.has_ended());
        let sizes: Vec<(AllocId, Value)> = sizes.map(|(block, it)| (block, it.size)).collect();
        for (block, size) in sizes {
            if let (Value::Term(term), Some(object)) = (size, Object::of(state, block)) {
                found.push((term, Place::Size(object)));
            }
        }
        let widths = self.explorer.headers.iter().flat_map(|headers| &headers.widths);
        let mut cells: Vec<(AllocId, u64, u32)> =
            widths.map(|(&(block, offset), &bytes)| (block, offset, bytes)).collect();
        cells.sort_unstable();
        for (block, offset, bytes) in cells {
            let is_live = state.memory.info(block).is_some_and(|info| {
                info.kind != Kind::Function
                    && !info.lifetime.has_ended()
                    && info.size.as_bits().is_some_and(|size| offset + u64::from(bytes) <= size)
            });
            let object = if is_live { Object::of(state, block) } else { None };
            if let Some(object) = object
                && let Value::Term(term) = self.cell(&mut state.clone(), block, offset, bytes)
            {
                found.push((term, Place::Cell(object, offset, bytes)));
            }
        }
        found
    }
}

/// Returns the place of a location.
fn place<M: Memory>(state: &State<M>, location: Location) -> Option<Place> {
    let register = |index: usize| {
        let frames = state.callers.iter().chain([&state.frame]).enumerate();
        let (depth, frame) =
            frames.filter(|(_, it)| it.function != NO_FUNCTION && it.base <= index).last()?;
        Some((depth, ir::Reg(u32::try_from(index - frame.base).ok()?)))
    };
    Some(match location {
        Location::Register(index, ty) => {
            let (depth, reg) = register(index)?;
            Place::Register(depth, reg, ty)
        }
        Location::Dead(index) => {
            let (depth, reg) = register(index)?;
            Place::Dead(depth, reg)
        }
        Location::Cell(block, offset, bytes) => {
            Place::Cell(Object::of(state, block)?, offset, bytes)
        }
        Location::Contents(block) => Place::Contents(Object::of(state, block)?),
    })
}

fn list_shape<M: Memory>(terms: &Terms, state: &State<M>, lists: &Lists) -> Option<ListShape> {
    let root = |root: &crate::prove::lists::Root| {
        let end = match root.end {
            End::Value(term) => match Value::of_term(terms, term) {
                Value::Pointer { block, offset } => {
                    ChainEnd::Pointer(Object::of(state, block)?, offset)
                }
                _ => ChainEnd::Value(term),
            },
            End::Root(other) => ChainEnd::Root(other),
            End::Any => ChainEnd::Any,
        };
        let (plain, more) = (root.plain.clone(), root.more.clone());
        Some(Root { place: place(state, root.location)?, end, plain, more })
    };
    let &Lists { node, link, entry, ref roots, ref order } = lists;
    let roots: Option<Vec<Root>> = roots.iter().map(root).collect();
    Some(ListShape { node, link, entry, roots: roots?, order: order.clone() })
}
