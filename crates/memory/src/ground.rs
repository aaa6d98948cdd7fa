//! The ground of a block: what it holds at constant offsets, read at any offset.
//!
//! A read at an unknown offset is a choice between few values, or an element of an array term. What
//! was written at unknown offsets lies above and is not known here.

use std::cell::Cell;

use hashbrown::HashMap;
use term::{AllocId, FxBuild, Term};

use crate::contents::Contents;
use crate::memory::{Context, Initial};
use crate::spots::Spots;
use crate::value::{Value, ite};

/// A read at an unknown offset looks at so many offsets one by one; above, at a table.
const MAX_CHOICES: u64 = 32;

/// What a block holds at constant offsets.
#[derive(Clone)]
pub struct Ground {
    contents: Contents,
    /// The last table that was made of it, for the next read.
    table: Cell<Option<Table>>,
}

/// The ground as an array term.
#[derive(Clone, Copy)]
struct Table {
    spots: Spots,
    bytes: u32,
    array: Term,
}

impl Ground {
    /// The ground of a new block.
    #[must_use]
    pub fn new(owner: AllocId, initial: Initial) -> Ground {
        let contents = match initial {
            Initial::Unwritten => Contents::uninitialised(owner),
            Initial::Zero => Contents::zeroed(owner),
        };
        Ground { contents, table: Cell::new(None) }
    }

    /// The bytes and cells.
    #[inline]
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The bytes and cells, to be changed.
    #[inline]
    pub fn contents_mut(&mut self) -> &mut Contents {
        self.table.set(None);
        &mut self.contents
    }

    /// The same, to be kept as it is now.
    #[must_use]
    pub fn snapshot(&self) -> Ground {
        Ground { contents: self.contents.clone(), table: Cell::new(None) }
    }

    /// Reads a value at an offset that may be unknown.
    pub fn read(&self, cx: &mut Context<'_>, at: Value, spots: Spots, bytes: u32) -> Value {
        if let Some(offset) = spots.only() {
            return self.contents.load(cx.terms, cx.names, offset, bytes);
        }
        if spots.count() > MAX_CHOICES {
            return self.read_table(cx, at, spots, bytes);
        }
        if self.is_untouched(spots, bytes) {
            let array = self.contents.unwritten(cx.terms, cx.names);
            return cx.joined(bytes, |cx, i| {
                let place = cx.behind(at, i);
                let index = cx.address(place);
                Value::Term(cx.terms.select(array, index))
            });
        }
        // The same values together; the one that most offsets have needs no condition.
        let mut values: Vec<(Value, Vec<u64>)> = Vec::new();
        let mut index: HashMap<Value, usize, FxBuild> = HashMap::default();
        for offset in spots.all() {
            let value = self.contents.load(cx.terms, cx.names, offset, bytes);
            let group = *index.entry(value).or_insert_with(|| {
                values.push((value, Vec::new()));
                values.len() - 1
            });
            values[group].1.push(offset);
        }
        let most = values.iter().map(|(_, offsets)| offsets.len()).max().unwrap_or(0);
        let default = values.iter().position(|(_, offsets)| offsets.len() == most).unwrap_or(0);
        let (default, _) = values.remove(default);
        let place = cx.address(at);
        values.into_iter().rev().fold(default, |below, (value, offsets)| {
            let mut guard = Term::FALSE;
            for offset in offsets {
                let number = cx.number(offset);
                let here = cx.terms.eq(place, number);
                guard = cx.terms.or(guard, here);
            }
            ite(cx, guard, value, below, bytes)
        })
    }

    /// Whether nothing was ever written where a read may be.
    fn is_untouched(&self, spots: Spots, bytes: u32) -> bool {
        let untouched = |at: u64| self.contents.is_untouched(at);
        spots.all().all(|start| (start..start + u64::from(bytes)).all(untouched))
    }

    /// As an array, read at an unknown offset.
    fn read_table(&self, cx: &mut Context<'_>, at: Value, spots: Spots, bytes: u32) -> Value {
        let Some(all_there) = self.table_of(spots, bytes) else {
            return cx.joined(bytes, |cx, i| {
                let moved = Spots { first: spots.first + i, last: spots.last + i, ..spots };
                let place = cx.behind(at, i);
                self.read(cx, place, moved, 1)
            });
        };
        let array = match self.table.get() {
            Some(table) if table.spots == spots && table.bytes == bytes => table.array,
            _ => {
                let array = self.make_table(cx, spots, bytes, all_there);
                self.table.set(Some(Table { spots, bytes, array }));
                array
            }
        };
        let index = self.table_index(cx, at, spots, bytes, all_there);
        let element = cx.terms.select(array, index);
        Value::of_term(cx.terms, element)
    }

    /// Whether there is a table for reads of so many bytes; in it, whether every element is there.
    /// Where not, the table is one of bytes, with the block's array of unwritten ones at its bottom.
    fn table_of(&self, spots: Spots, bytes: u32) -> Option<bool> {
        let length = u64::from(bytes);
        let grid = length.is_power_of_two()
            && spots.first.is_multiple_of(length)
            && spots.stride.is_multiple_of(length);
        let all_there = self.contents.is_zeroed() || spots.end(length) <= self.contents.extent();
        ((grid && all_there) || bytes == 1).then_some(all_there)
    }

    /// The index into a table: the offset in units of elements, as narrow as the last one allows.
    fn table_index(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        spots: Spots,
        bytes: u32,
        all_there: bool,
    ) -> Term {
        let place = cx.address(at);
        if !all_there {
            return place;
        }
        let (low, width) = table_shape(spots, bytes);
        cx.terms.extract(low + width - 1, low, place)
    }

    fn make_table(&self, cx: &mut Context<'_>, spots: Spots, bytes: u32, all_there: bool) -> Term {
        let zero = cx.terms.word(8 * bytes, 0);
        let (low, width) = table_shape(spots, bytes);
        let (mut array, width) = if all_there {
            (cx.terms.const_array(width, zero), width)
        } else {
            (self.contents.unwritten(cx.terms, cx.names), cx.pointer)
        };
        let extent = self.contents.extent();
        for offset in spots.all().take_while(|&offset| offset < extent) {
            let value = self.contents.load(cx.terms, cx.names, offset, bytes);
            if (all_there && value == Value::ZERO)
                || (!all_there && self.contents.is_untouched(offset))
            {
                continue;
            }
            let index = cx.terms.word(width, if all_there { offset >> low } else { offset });
            let element = value.to_term(cx.terms, 8 * bytes);
            array = cx.terms.store(array, index, element);
        }
        array
    }
}

/// The bits of an offset that are the index into a table: the lowest, and how many.
fn table_shape(spots: Spots, bytes: u32) -> (u32, u32) {
    let low = bytes.trailing_zeros();
    let used = 64 - spots.last.leading_zeros();
    (low, used.saturating_sub(low).max(1))
}
