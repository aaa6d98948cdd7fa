//! The locations in which two states at the same header differ: registers, cells of memory, contents of
//! allocations.
//!
//! It over-approximates: what it does not list is equal. Two states that differ in anything else, such as the
//! objects that exist or the calls that are active, have no list. Dead registers do not count.

use ir::Ty;
use memory::{BlockDifference, Memory, Value};
use term::AllocId;

use crate::explore::merge::states::stand_alike;
use crate::prove::lists::Lists;
use crate::prove::{Entry, Generaliser};
use crate::state::frames::State;

/// What an iteration changed.
pub(super) struct Difference {
    pub locations: Vec<Location>,
    /// The lists of both states, if nodes of lists changed.
    pub lists: Option<Lists>,
}

/// A location that an iteration may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Location {
    /// A register, by its index in the state.
    Register(usize, Ty),
    /// A register that nothing reads: only the search for leaks looks at it.
    Dead(usize),
    /// Bytes at a constant offset of an allocation.
    Cell(AllocId, u64, u32),
    /// All bytes of an allocation.
    Contents(AllocId),
}

impl Location {
    /// Whether a location includes another one.
    pub(super) fn covers(self, other: Location) -> bool {
        match (self, other) {
            (Location::Contents(one), Location::Cell(other, ..)) => one == other,
            (Location::Cell(one, start, bytes), Location::Cell(other, at, part)) => {
                one == other && start <= at && at + u64::from(part) <= start + u64::from(bytes)
            }
            (one, other) => one == other,
        }
    }

    /// Whether two locations share bytes.
    pub(super) fn overlaps(self, other: Location) -> bool {
        match (self, other) {
            (Location::Cell(one, start, bytes), Location::Cell(other, at, part)) => {
                one == other && start < at + u64::from(part) && at < start + u64::from(bytes)
            }
            (Location::Cell(one, ..), Location::Contents(other))
            | (Location::Contents(one), Location::Cell(other, ..)) => one == other,
            (one, other) => one == other,
        }
    }
}

impl<M: Memory> Generaliser<'_, '_, M> {
    /// Returns in what a state differs from the one at the entry of its loop; `None` if that is more than locations
    /// and lists. `former` are lists that the result is to be at least as general as.
    pub(super) fn differences(
        &mut self,
        entry: &Entry<M>,
        state: &mut State<M>,
        former: Option<&Lists>,
    ) -> Option<Difference> {
        let &Entry { state: ref entry, terms } = entry;
        if !self.is_alike(entry, state) {
            return None;
        }
        let blocks = entry.memory.differences(&state.memory)?;
        let size = self.size_of_nodes(entry, state, &blocks).ok()?;
        let size = former.map(Lists::size).or(size);
        let lists = match size {
            Some(size) => {
                let mut entry = Entry { state: entry.clone(), terms };
                Some(self.lists(&mut entry, state, size, former)?)
            }
            None if entry.folded == state.folded => None,
            None => return None,
        };
        let mut locations = self.changed_registers(entry, state)?;
        for (block, difference) in blocks {
            let is_node = size.is_some_and(|size| {
                [entry, &*state].into_iter().any(|it| self.is_node(it, block, size))
            });
            match difference {
                _ if is_node => {}
                BlockDifference::Allocated | BlockDifference::Metadata => return None,
                BlockDifference::Contents => locations.push(Location::Contents(block)),
                BlockDifference::Ranges(ranges) => {
                    self.changed_cells(entry, state, block, ranges, &mut locations);
                }
            }
        }
        if let Some(lists) = &lists {
            let mut others = Vec::new();
            for location in locations {
                if !lists.has(location)? {
                    others.push(location);
                }
            }
            locations = others;
        }
        Some(Difference { locations, lists })
    }

    /// Whether two states at a header have the same calls, inputs and marks.
    fn is_alike(&self, entry: &State<M>, state: &State<M>) -> bool {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        entry.inputs.describe(&mut one);
        state.inputs.describe(&mut other);
        stand_alike(entry, state)
            && one == other
            && entry.escaped == state.escaped
            && entry.path.layout.is_some() == state.path.layout.is_some()
    }

    fn changed_registers(&mut self, entry: &State<M>, state: &State<M>) -> Option<Vec<Location>> {
        let loaded = self.explorer.machine.loaded.clone();
        let apart = self.explorer.registers_apart(entry, state);
        let location = |it: &crate::explore::merge::states::Apart| {
            let index = it.frame.base + it.reg.index();
            let body = loaded.module.function(it.frame.function).body.as_ref()?;
            let ty = *body.registers.get(it.reg.index())?;
            Some(if it.live { Location::Register(index, ty) } else { Location::Dead(index) })
        };
        apart.iter().map(location).collect()
    }

    /// Adds the cells that cover the ranges of an allocation in which two states differ.
    fn changed_cells(
        &mut self,
        entry: &State<M>,
        state: &mut State<M>,
        block: AllocId,
        ranges: Vec<(u64, u32)>,
        found: &mut Vec<Location>,
    ) {
        let mut before = entry.clone();
        let mut end = 0;
        for (start, bytes) in ranges {
            for offset in start..start + u64::from(bytes) {
                if offset < end {
                    continue;
                }
                let [one, other] = [&mut before, state].map(|it| self.cell(it, block, offset, 1));
                if one == other {
                    continue;
                }
                let (first, bytes) = self.cell_around(block, offset);
                end = first + u64::from(bytes);
                let cell = Location::Cell(block, first, bytes);
                if !found.contains(&cell) {
                    found.push(cell);
                }
            }
        }
    }

    /// Returns the scalar that holds a byte, as stores to the allocation suggest it.
    fn cell_around(&self, block: AllocId, offset: u64) -> (u64, u32) {
        let widths = self.explorer.headers.as_ref().map(|it| &it.widths);
        let around = (offset.saturating_sub(7)..=offset).rev().find_map(|start| {
            let bytes = *widths?.get(&(block, start))?;
            (offset < start + u64::from(bytes)).then_some((start, bytes))
        });
        around.unwrap_or((offset, 1))
    }

    /// Returns the value of a cell.
    pub(super) fn cell(
        &mut self,
        state: &mut State<M>,
        block: AllocId,
        offset: u64,
        bytes: u32,
    ) -> Value {
        let at = Value::Pointer { block, offset };
        self.explorer.machine.with_memory(state, |memory, cx| memory.load(cx, at, bytes))
    }
}
