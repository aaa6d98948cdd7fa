//! Linked lists that a loop builds, walks or takes apart: the nodes of two states at a header, as list segments
//! between the locations that point to them.
//!
//! Nodes are the live allocations of one size. Each location outside of the nodes that points to one is the *root* of
//! a chain of nodes, which ends at the value of another root or at a pointer that is no node, such as null. A list
//! shape says of each root where its chain ends, how many nodes it certainly has, and whether it may have more.
//! A state has a shape if the chains hold every node exactly once (or at most once, where leaks are not checked), and
//! nothing outside of the nodes points to a node but roots: so a shape stands for all heaps with such chains, of any
//! length, whatever the nodes hold besides links.
//!
//! This file knows singly linked lists without a cycle; other pointers in nodes, such as those back to the node
//! before, count as data. It does not know what loops do with them.

use std::rc::Rc;

use ir::Ty;
use memory::{BlockDifference, Kind, Lifetime, LifetimeEnd, Memory, Value};
use term::targets::{Target, targets};
use term::visit::post_order;
use term::{AllocId, Op, Sort, Term};

use crate::findings::property::Property;
use crate::prove::difference::Location;
use crate::prove::{Entry, Generaliser};
use crate::state::folded::{Cells, Folded, Node};
use crate::state::frames::{NO_FUNCTION, State};

/// The length up to which a chain is followed.
const LONGEST: usize = 64;
/// The largest size of a node. A list of larger ones fills an address space, and then allocations fail.
const LARGEST_NODE: u64 = 1 << 16;

/// The lists of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lists {
    /// What each node is like.
    pub(super) node: Node,
    /// The offset of the link in each node.
    pub(super) link: u64,
    /// The offset in a node at which pointers point.
    pub(super) entry: u64,
    /// The roots. A chain ends at the value of a root that is later in `order`.
    pub(super) roots: Vec<Root>,
    /// The roots by number, each before the one at whose value its chain ends.
    pub(super) order: Vec<usize>,
}

/// A location that points to a node, or to where a chain ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Root {
    pub(super) location: Location,
    pub(super) end: End,
    /// The nodes that are certainly there, which are kept apart: what each holds.
    pub(super) plain: Vec<Cells>,
    /// What each of any number of nodes behind these holds; `None` if there are no more.
    pub(super) more: Option<Cells>,
}

/// The end of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// A pointer that is no node.
    Value(Term),
    /// The value of a root.
    Root(usize),
    /// Any number, such as the link of a node that was not written yet.
    Any,
}

/// A node or segment of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    Node(AllocId),
    Segment(AllocId),
}

/// A chain: each value, and what it points to; the last value points to no node.
type Chain = Vec<(Term, Option<Link>)>;

impl Lists {
    /// Returns the size of a node.
    pub(super) fn size(&self) -> u64 {
        self.node.size
    }

    /// Whether a location is part of a root; `None` if it has bytes of a root and others.
    pub(super) fn has(&self, location: Location) -> Option<bool> {
        let shares = |root: &&Root| match (root.location, location) {
            (Location::Register(one, _), Location::Dead(other)) => one == other,
            (one, other) => one.overlaps(other),
        };
        match self.roots.iter().find(shares).map(|root| root.location) {
            None => Some(false),
            Some(root @ Location::Cell(..)) => root.covers(location).then_some(true),
            Some(_) => Some(true),
        }
    }
}

impl<M: Memory> Generaliser<'_, '_, M> {
    /// Returns the size of the allocations that two states at a header do not share; `None` if they share all, an
    /// error if there are several sizes, or allocations that are no nodes.
    pub(super) fn size_of_nodes(
        &self,
        entry: &State<M>,
        state: &State<M>,
        differences: &[(AllocId, BlockDifference)],
    ) -> Result<Option<u64>, ()> {
        let mut size = None;
        for (block, difference) in differences {
            let is_folded = entry.folded.contains_key(block) || state.folded.contains_key(block);
            let is_shared = !is_folded
                && matches!(difference, BlockDifference::Ranges(_) | BlockDifference::Contents);
            if is_shared {
                continue;
            }
            for info in [entry, state].into_iter().filter_map(|it| it.memory.info(*block)) {
                let bytes = info.size.as_bits().filter(|_| info.kind == Kind::Heap).ok_or(())?;
                if *size.get_or_insert(bytes) != bytes || bytes > LARGEST_NODE {
                    return Err(());
                }
            }
        }
        Ok(size)
    }

    /// Whether an allocation is a node of lists of a size, in a state.
    pub(super) fn is_node(&self, state: &State<M>, block: AllocId, size: u64) -> bool {
        state.memory.info(block).is_some_and(|info| {
            info.kind == Kind::Heap
                && info.size == Value::Bits(size)
                && !info.lifetime.has_ended()
                && !state.inputs.has_block(block)
        })
    }

    /// Returns the shape of the lists in two states, at least as general as a former one.
    pub(super) fn lists(
        &mut self,
        entry: &mut Entry<M>,
        state: &mut State<M>,
        size: u64,
        former: Option<&Lists>,
    ) -> Option<Lists> {
        // Roots keep their numbers.
        let mut locations: Vec<Location> =
            former.iter().flat_map(|it| &it.roots).map(|root| root.location).collect();
        for it in [&mut entry.state, &mut *state] {
            for root in self.roots_in(it, size)? {
                if !locations.contains(&root) {
                    locations.push(root);
                }
            }
        }
        let links = match former {
            Some(former) => vec![(former.link, former.entry)],
            None => self.links_of(&mut entry.state, state, size)?,
        };
        let mut links = links.into_iter();
        links.find_map(|link| self.lists_by(entry, state, size, link, &locations, former))
    }

    /// Returns the shape of the lists in two states, by the offset of the link and the one at which links point.
    fn lists_by(
        &mut self,
        entry: &mut Entry<M>,
        state: &mut State<M>,
        size: u64,
        (link, node_at): (u64, u64),
        locations: &[Location],
        former: Option<&Lists>,
    ) -> Option<Lists> {
        let &mut Entry { state: ref mut entry, terms } = entry;
        let mut chains = Vec::new();
        for it in [&mut *entry, &mut *state] {
            let mut all = Vec::new();
            for &location in locations {
                let value = self.value_at(it, location);
                all.push(self.chain(it, value, (size, link, node_at))?);
            }
            chains.push(all);
        }
        let places = self.places_in_nodes(entry, state, size, link);
        let mut roots = Vec::new();
        for (number, &location) in locations.iter().enumerate() {
            let old = former.and_then(|it| it.roots.get(number));
            let end = match self.end_kept(&chains, number, [&*entry, &*state], size, old) {
                Some(end) => end,
                None => self.end_of(&chains, number, entry, state, size)?,
            };
            let mut parts = Vec::new();
            for (all, it) in chains.iter().zip([&mut *entry, &mut *state]) {
                let mut part = Vec::new();
                for &(_, link) in segments_before(all, number, end)? {
                    let cells = self.cells_of(it, link?, &places, terms);
                    part.push((link?, cells));
                }
                parts.push(part);
            }
            let (plain, more) = generalised(&parts, old);
            roots.push(Root { location, end, plain, more });
        }
        for (all, it) in chains.iter().zip([&mut *entry, &mut *state]) {
            self.holds_each_node_once(all, &roots, it, size)?;
        }
        let order = in_order(&roots)?;
        let node = self.node_of([&*entry, &*state], size, former.map(|it| it.node))?;
        Some(Lists { node, link, entry: node_at, roots, order })
    }

    /// Returns the end that a root had before, if its chains have that end.
    fn end_kept(
        &mut self,
        chains: &[Vec<Chain>],
        number: usize,
        states: [&State<M>; 2],
        size: u64,
        old: Option<&Root>,
    ) -> Option<End> {
        let end = old?.end;
        let has_end = |all: &Vec<Chain>| segments_before(all, number, end).is_some();
        let is_kept = chains.iter().all(has_end) && self.is_end(chains, number, end, states, size);
        is_kept.then_some(end)
    }

    /// Returns the locations outside of nodes that point to nodes.
    fn roots_in(&mut self, state: &mut State<M>, size: u64) -> Option<Vec<Location>> {
        let mut found = Vec::new();
        let loaded = self.explorer.machine.loaded.clone();
        let frames: Vec<_> = state.callers.iter().chain([&state.frame]).cloned().collect();
        for frame in frames.iter().filter(|frame| frame.function != NO_FUNCTION) {
            let body = loaded.module.function(frame.function).body.as_ref()?;
            let (live, _) = self.explorer.machine.registers_of(frame);
            for reg in live {
                let index = frame.base + reg.index();
                if self.points_to_node(state, state.registers[index], size)? {
                    let ty = *body.registers.get(reg.index())?;
                    found.push(Location::Register(index, ty));
                }
            }
        }
        let blocks: Vec<AllocId> = state
            .memory
            .blocks()
            .filter(|(_, info)| !info.lifetime.has_ended() && info.kind != Kind::Function)
            .map(|(block, _)| block)
            .collect();
        for block in blocks {
            if self.is_node(state, block, size) {
                continue;
            }
            let end = state.folded.get(&block).map(|folded| folded.end);
            if end.is_some_and(|end| self.mentions_node(state, end, size)) {
                // Nodes of another list lead to these.
                return None;
            }
            for (offset, bytes) in self.pointers_in(state, block)? {
                let value = self.cell(state, block, offset, bytes);
                if self.points_to_node(state, value, size)? {
                    found.push(Location::Cell(block, offset, bytes));
                }
            }
        }
        let pointer = self.explorer.machine.pointer;
        let is_pointer = |location: &Location| match location {
            Location::Register(_, ty) => *ty == Ty::Ptr,
            Location::Cell(_, _, bytes) => 8 * bytes == pointer,
            Location::Dead(_) | Location::Contents(_) => false,
        };
        found.iter().all(is_pointer).then_some(found)
    }

    fn pointers_in(&mut self, state: &mut State<M>, block: AllocId) -> Option<Vec<(u64, u32)>> {
        self.explorer.machine.with_memory(state, |memory, cx| memory.pointer_places(cx, block))
    }

    fn targets_of(&mut self, value: Value) -> Vec<Target> {
        let machine = &mut self.explorer.machine;
        let term = value.to_term(&mut machine.terms, machine.pointer);
        targets(&mut machine.terms, term)
    }

    /// Whether a value points to a node; `None` if it mentions one in another way, such as a number that was computed
    /// from its address.
    fn points_to_node(&mut self, state: &State<M>, value: Value, size: u64) -> Option<bool> {
        if !self.mentions_node(state, value, size) {
            return Some(false);
        }
        let found = self.targets_of(value);
        let is_plain = found.iter().all(|target| {
            let parts = [target.guard, target.offset];
            parts.into_iter().all(|part| !self.mentions_node(state, Value::Term(part), size))
        });
        is_plain.then_some(true)
    }

    fn mentions_node(&self, state: &State<M>, value: Value, size: u64) -> bool {
        let terms = &self.explorer.machine.terms;
        match value {
            Value::Bits(_) => false,
            Value::Pointer { block, .. } => self.is_node(state, block, size),
            Value::Term(term) if !terms.mentions_base(term) => false,
            Value::Term(term) => post_order(terms, &[term]).into_iter().any(|part| {
                matches!(terms.op(part), Op::Base(block) if self.is_node(state, block, size))
            }),
        }
    }

    /// Returns the offsets in nodes that may be the link, each with the offset at which it points in the next node.
    fn links_of(
        &mut self,
        entry: &mut State<M>,
        state: &mut State<M>,
        size: u64,
    ) -> Option<Vec<(u64, u64)>> {
        let mut found = Vec::new();
        for it in [entry, state] {
            let blocks: Vec<AllocId> = it.memory.blocks().map(|(block, _)| block).collect();
            for block in blocks {
                if !self.is_node(it, block, size) {
                    continue;
                }
                if let Some(folded) = it.folded.get(&block) {
                    found.push((folded.link, folded.entry));
                    continue;
                }
                for (offset, bytes) in self.pointers_in(it, block)? {
                    let value = self.cell(it, block, offset, bytes);
                    for target in self.targets_of(value) {
                        if target.block.is_some_and(|to| self.is_node(it, to, size))
                            && let Some(at) = self.explorer.machine.terms.as_word(target.offset)
                        {
                            found.push((offset, at));
                        }
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// Follows the links from a value.
    fn chain(
        &mut self,
        state: &mut State<M>,
        value: Term,
        (size, link, entry): (u64, u64, u64),
    ) -> Option<Chain> {
        let (mut chain, mut value) = (Chain::new(), value);
        for _ in 0..LONGEST {
            value = self.simplified(state, value);
            let found = targets(&mut self.explorer.machine.terms, value);
            let nodes: Vec<Target> = found
                .iter()
                .filter(|it| it.block.is_some_and(|it| self.is_node(state, it, size)))
                .copied()
                .collect();
            if nodes.is_empty() {
                chain.push((value, None));
                return Some(chain);
            }
            // A pointer to a segment that may be empty has the segment's end as its other target.
            let segment = nodes.iter().find(|node| {
                let folded = node.block.and_then(|block| state.folded.get(&block));
                folded.is_some_and(|folded| self.is_pointer_to_segment(value, **node, folded))
            });
            let node = match (segment, &found[..]) {
                (Some(&node), _) => node,
                (None, &[node]) => node,
                _ => return None,
            };
            let block = node.block?;
            if self.explorer.machine.terms.as_word(node.offset) != Some(entry) {
                return None;
            }
            // The chain leads to the node exactly where that is live: elsewhere the node would be lost.
            let live = state.memory.info(block)?.lifetime.live;
            let is_live = self.explorer.machine.terms.eq(node.guard, live);
            if !self.implies(&state.path, is_live) {
                return None;
            }
            let folded = state.folded.get(&block).cloned();
            let bytes = self.explorer.machine.pointer / 8;
            let next = match &folded {
                Some(folded) if (folded.link, folded.entry) != (link, entry) => return None,
                Some(folded) => folded.end,
                None => self.cell(state, block, link, bytes),
            };
            let next = next.to_term(&mut self.explorer.machine.terms, 8 * bytes);
            let step = if folded.is_some() { Link::Segment(block) } else { Link::Node(block) };
            chain.push((value, Some(step)));
            value = next;
        }
        None
    }

    /// Whether a value is a pointer to a segment, and to its end where the segment is empty.
    fn is_pointer_to_segment(&mut self, value: Term, first: Target, folded: &Folded) -> bool {
        let Some(block) = first.block else { return false };
        let machine = &mut self.explorer.machine;
        let start = Value::Pointer { block, offset: folded.entry };
        let [start, end] =
            [start, folded.end].map(|it| it.to_term(&mut machine.terms, machine.pointer));
        machine.terms.ite(first.guard, start, end) == value
    }

    /// Returns a condition about the existence of a node that a path does not decide.
    pub(super) fn undecided(&mut self, state: &State<M>) -> Option<Term> {
        let nodes = state.memory.blocks().filter(|&(block, info)| {
            info.kind == Kind::Heap
                && !info.lifetime.is_certainly_live()
                && !info.lifetime.has_ended()
                && !state.folded.contains_key(&block)
        });
        let conditions: Vec<Term> = nodes.map(|(_, info)| info.lifetime.live).collect();
        conditions.into_iter().find(|&live| {
            let not = self.explorer.machine.terms.not(live);
            !self.implies(&state.path, live) && !self.implies(&state.path, not)
        })
    }

    /// Simplifies a choice that the path decides.
    fn simplified(&mut self, state: &State<M>, value: Term) -> Term {
        let mut value = value;
        while self.explorer.machine.terms.op(value) == Op::Ite {
            let [condition, then, otherwise] =
                [0, 1, 2].map(|i| self.explorer.machine.terms.arg(value, i));
            let not = self.explorer.machine.terms.not(condition);
            value = match () {
                () if self.implies(&state.path, condition) => then,
                () if self.implies(&state.path, not) => otherwise,
                () => return value,
            };
        }
        value
    }

    /// Returns the nearest end of the chain of a root that it has in both states.
    fn end_of(
        &mut self,
        chains: &[Vec<Chain>],
        number: usize,
        entry: &State<M>,
        state: &State<M>,
        size: u64,
    ) -> Option<End> {
        let roots = chains[0].len();
        let distance = |end: End| -> Option<usize> {
            let parts = chains.iter().map(|all| segments_before(all, number, end));
            parts.map(|part| part.map(<[_]>::len)).sum()
        };
        let others = (0..roots).filter(|&it| it != number).map(End::Root);
        let mut best: Option<(usize, End)> = None;
        for end in others {
            // Of two roots with the same value everywhere, the first one ends at the other.
            if let Some(far) = distance(end)
                && (far > 0 || matches!(end, End::Root(it) if it > number))
                && best.is_none_or(|(known, _)| far < known)
            {
                best = Some((far, end));
            }
        }
        let (last, _) = *chains[0][number].last()?;
        for end in [End::Value(last), End::Any] {
            if let Some(far) = distance(end)
                && self.is_end(chains, number, end, [entry, state], size)
                && best.is_none_or(|(known, _)| far < known)
            {
                best = Some((far, end));
            }
        }
        best.map(|(_, end)| end)
    }

    /// Whether the last values of a root's chains may be its end: they are no nodes, and for any end they are numbers.
    fn is_end(
        &mut self,
        chains: &[Vec<Chain>],
        number: usize,
        end: End,
        states: [&State<M>; 2],
        size: u64,
    ) -> bool {
        let values = chains.iter().filter_map(|all| all[number].last());
        values.copied().collect::<Vec<_>>().into_iter().all(|(value, _)| {
            let terms = &mut self.explorer.machine.terms;
            match end {
                End::Any => return !terms.mentions_base(value),
                End::Root(_) => return true,
                End::Value(_) => {}
            }
            let mut targets = targets(terms, value).into_iter().filter_map(|it| it.block);
            !targets.any(|block| states.iter().any(|it| self.is_node(it, block, size)))
        })
    }

    /// Checks that the chains hold no node twice, and each live node if leaks are checked.
    fn holds_each_node_once(
        &mut self,
        chains: &[Chain],
        roots: &[Root],
        state: &mut State<M>,
        size: u64,
    ) -> Option<()> {
        let mut held: Vec<AllocId> = Vec::new();
        for (number, root) in roots.iter().enumerate() {
            for (_, link) in segments_before(chains, number, root.end)? {
                let (Link::Node(block) | Link::Segment(block)) = (*link)?;
                if held.contains(&block) {
                    return None;
                }
                held.push(block);
            }
        }
        let properties = &self.explorer.machine.options.properties;
        let leaks = [Property::ValidMemtrack, Property::ValidMemcleanup];
        if !leaks.into_iter().any(|it| properties.has(it)) {
            // Nodes that nothing points to can be forgotten.
            return Some(());
        }
        let blocks: Vec<AllocId> = state.memory.blocks().map(|(block, _)| block).collect();
        for block in blocks {
            if !self.is_node(state, block, size) || held.contains(&block) {
                continue;
            }
            // A segment that the path knows to be empty.
            let live = state.memory.info(block)?.lifetime.live;
            let not = self.explorer.machine.terms.not(live);
            if !self.implies(&state.path, not) {
                return None;
            }
        }
        Some(())
    }

    /// Replaces the nodes of a state at a header by those of a shape.
    pub(super) fn fold(&mut self, state: &mut State<M>, lists: &Lists) -> Option<()> {
        self.has_folded = true;
        let nodes: Vec<AllocId> = state.memory.blocks().map(|(block, _)| block).collect();
        // The values of ends are those of roots after folding, or no nodes.
        let mut values: Vec<Option<Value>> = vec![None; lists.roots.len()];
        for &number in lists.order.iter().rev() {
            let root = &lists.roots[number];
            let mut value = match root.end {
                End::Value(term) => Value::of_term(&self.explorer.machine.terms, term),
                End::Root(other) => values[other]?,
                End::Any => {
                    let sort = Sort::Bits(self.explorer.machine.pointer);
                    Value::Term(self.explorer.machine.terms.symbol("unwritten", sort))
                }
            };
            let &Lists { node, link, entry, .. } = lists;
            if let Some(cells) = root.more.clone() {
                let folded = Folded { link, entry, end: value, node, cells };
                value = self.explorer.machine.possibly_empty(state, folded, Term::TRUE).ok()?;
            }
            for cells in root.plain.iter().rev() {
                let machine = &mut self.explorer.machine;
                let block = machine.plain_node(state, node, cells, link, value).ok()?;
                value = Value::Pointer { block, offset: entry };
            }
            values[number] = Some(value);
        }
        for block in nodes {
            if self.is_node(state, block, lists.node.size) {
                let ended = Lifetime::ended(LifetimeEnd::NeverAllocated);
                state.memory.deallocate(block, ended);
                Rc::make_mut(&mut state.folded).remove(&block);
            }
        }
        for (root, value) in lists.roots.iter().zip(values) {
            let value = value?;
            match root.location {
                Location::Register(index, _) => state.registers[index] = value,
                Location::Cell(block, offset, bytes) => {
                    let at = Value::Pointer { block, offset };
                    self.explorer.machine.put_scalar(state, at, bytes, value);
                }
                Location::Dead(_) | Location::Contents(_) => return None,
            }
        }
        Some(())
    }

    /// Returns the places in nodes, besides the link, that the program stores to, or that segments hold.
    fn places_in_nodes(
        &self,
        entry: &State<M>,
        state: &State<M>,
        size: u64,
        link: u64,
    ) -> Vec<(u64, u32)> {
        let is_node = |block| [entry, state].iter().any(|it| self.is_node(it, block, size));
        let widths = self.explorer.headers.iter().flat_map(|headers| &headers.widths);
        let stored = widths
            .filter(|((block, _), _)| is_node(*block))
            .map(|(&(_, offset), &bytes)| (offset, bytes));
        let folded = entry.folded.values().chain(state.folded.values());
        let held = folded.flat_map(|it| it.cells.iter().map(|&(offset, bytes, _)| (offset, bytes)));
        let mut places: Vec<(u64, u32)> = stored.chain(held).collect();
        places.sort_unstable();
        places.dedup();
        let end = link + u64::from(self.explorer.machine.pointer / 8);
        places.retain(|&(offset, bytes)| offset >= end || offset + u64::from(bytes) <= link);
        places
    }

    /// Returns the values at some places of a node, or of all nodes of a segment, that mention no allocation and that
    /// iterations do not change: their symbols are among the first `terms` terms.
    fn cells_of(
        &mut self,
        state: &mut State<M>,
        link: Link,
        places: &[(u64, u32)],
        terms: usize,
    ) -> Cells {
        let values: Vec<(u64, u32, Value)> = match link {
            Link::Segment(block) => match state.folded.get(&block) {
                Some(folded) => folded.cells.to_vec(),
                None => Vec::new(),
            },
            Link::Node(block) => {
                let cell =
                    |&(offset, bytes)| (offset, bytes, self.cell(state, block, offset, bytes));
                places.iter().map(cell).collect()
            }
        };
        let is_kept = |&(.., value): &(u64, u32, Value)| match value {
            Value::Bits(_) => true,
            Value::Pointer { .. } => false,
            Value::Term(term) => {
                !self.explorer.machine.terms.mentions_base(term) && self.is_older(term, terms)
            }
        };
        values.into_iter().filter(is_kept).collect()
    }

    /// Returns what all nodes of two states have in common, and those of a former shape.
    fn node_of(&self, states: [&State<M>; 2], size: u64, former: Option<Node>) -> Option<Node> {
        let nodes = states.into_iter().flat_map(|state| {
            let nodes = state.memory.blocks().filter(|&(it, _)| self.is_node(state, it, size));
            nodes.map(|(_, info)| Node { size, align: info.align, allocated_at: info.allocated_at })
        });
        // Alignments are powers of two.
        former
            .into_iter()
            .chain(nodes)
            .reduce(|one, other| Node { align: one.align.min(other.align), ..one })
    }
}

/// Returns the part of the chain of a root before an end; `None` if it has no such end.
fn segments_before(chains: &[Chain], number: usize, end: End) -> Option<&[(Term, Option<Link>)]> {
    let chain = chains.get(number)?;
    let at = match end {
        End::Value(value) => {
            let (last, _) = *chain.last()?;
            (last == value).then_some(chain.len() - 1)
        }
        End::Root(other) => {
            let (value, _) = *chains.get(other)?.first()?;
            chain.iter().position(|&(it, _)| it == value)
        }
        End::Any => Some(chain.len().checked_sub(1)?),
    };
    chain.get(..at?)
}

/// Returns the nodes that all chains have at their start, and what any further ones have in common; at least as
/// general as the root was before.
fn generalised(parts: &[Vec<(Link, Cells)>], old: Option<&Root>) -> (Vec<Cells>, Option<Cells>) {
    let certain = parts.iter().map(|part| plain_nodes(part)).min().unwrap_or(0);
    let certain = certain.min(old.map_or(certain, |old| old.plain.len()));
    let mut plain: Vec<Option<Cells>> = vec![None; certain];
    let mut more = old.and_then(|old| old.more.clone());
    let before = old.map_or(&[][..], |old| &old.plain).iter();
    let now = parts.iter().flat_map(|part| part.iter().map(|(_, cells)| cells).enumerate());
    for (index, cells) in before.enumerate().chain(now) {
        let known = plain.get_mut(index).unwrap_or(&mut more);
        *known = Some(common(known.take(), cells.clone()));
    }
    (plain.into_iter().map(Option::unwrap_or_default).collect(), more)
}

/// Returns what two nodes have in common.
fn common(known: Option<Cells>, cells: Cells) -> Cells {
    match known {
        Some(known) => known.iter().filter(|cell| cells.contains(cell)).copied().collect(),
        None => cells,
    }
}

/// Returns the number of nodes at the start of a chain, before the first segment.
fn plain_nodes(part: &[(Link, Cells)]) -> usize {
    part.iter().take_while(|(link, _)| matches!(link, Link::Node(_))).count()
}

/// Orders roots so that each is before the one at whose value its chain ends; `None` if there is a cycle.
fn in_order(roots: &[Root]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    // The ends first; reversed at the end.
    while order.len() < roots.len() {
        let is_next = |number: &usize| {
            !order.contains(number)
                && match roots[*number].end {
                    End::Root(other) => order.contains(&other),
                    End::Value(_) | End::Any => true,
                }
        };
        let next = (0..roots.len()).find(is_next)?;
        order.push(next);
    }
    order.reverse();
    Some(order)
}
