//! The bytes of a block at constant offsets.
//!
//! A byte is in one of three states: known (a number), covered by a cell (a pointer or a term of
//! several bytes), or uninitialised. An uninitialised byte is an element of the block's own array
//! (`Names::uninitialised`): each read returns the same term, and a copy keeps it.
//!
//! Bytes lie in pages that copies share until they are written to. This file knows offsets and
//! bytes; it does not know writes at symbolic offsets, or whether an access is allowed.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use term::{AllocId, Term, Terms};

use crate::blocks::Names;
use crate::memory::Item;
use crate::value::Value;

/// Bytes of a page: as many as a word has bits.
const PAGE: usize = 64;

/// Bytes of the units in which `differences` compares numbers.
const WORD: u64 = 4;

#[derive(Clone)]
struct Page {
    bytes: [u8; PAGE],
    /// A bit for each byte: whether it is known.
    known: u64,
}

impl Page {
    fn new() -> Page {
        Page { bytes: [0; PAGE], known: 0 }
    }

    /// Whether `count` bytes from `start` are all known; they lie in this page.
    #[inline]
    fn all_known(&self, start: usize, count: usize) -> bool {
        let mask = term::bits::mask(count as u32);
        (self.known >> start) & mask == mask
    }

    #[inline]
    fn set_known(&mut self, start: usize, count: usize, known: bool) {
        let mask = term::bits::mask(count as u32) << start;
        if known {
            self.known |= mask;
        } else {
            self.known &= !mask;
        }
    }
}

/// Bytes that are not numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    bytes: u64,
    held: CellValue,
}

/// The value of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellValue {
    /// A value of this size.
    Value(Value),
    /// The uninitialised bytes of a block, from an offset on.
    Uninitialised { block: AllocId, from: u64 },
}

/// A range in which two contents differ, and the second one's value there: `None` if it is
/// uninitialised.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub bytes: u32,
    /// The value.
    pub value: Option<Value>,
}

/// The bytes of a block.
#[derive(Clone)]
pub struct PagedBytes {
    /// The block whose contents they are.
    owner: AllocId,
    /// A missing page is uninitialised, or zero if `zeroed`.
    pages: Vec<Option<Rc<Page>>>,
    /// Whether the initial bytes are zero: objects of static lifetime, `calloc`.
    zeroed: bool,
    /// By offset; cells do not overlap, and no byte of a cell is known.
    cells: Option<Rc<BTreeMap<u64, Cell>>>,
}

impl PagedBytes {
    /// Creates uninitialised bytes.
    #[must_use]
    pub fn uninitialised(owner: AllocId) -> PagedBytes {
        PagedBytes { owner, pages: Vec::new(), zeroed: false, cells: None }
    }

    /// Creates zeros.
    #[must_use]
    pub fn zeroed(owner: AllocId) -> PagedBytes {
        PagedBytes { zeroed: true, ..PagedBytes::uninitialised(owner) }
    }

    #[inline]
    fn cells(&self) -> &BTreeMap<u64, Cell> {
        static NONE: BTreeMap<u64, Cell> = BTreeMap::new();
        self.cells.as_deref().unwrap_or(&NONE)
    }

    fn cells_mut(&mut self) -> &mut BTreeMap<u64, Cell> {
        Rc::make_mut(self.cells.get_or_insert_default())
    }

    /// The block whose contents they are.
    #[must_use]
    pub fn owner(&self) -> AllocId {
        self.owner
    }

    /// Whether the initial bytes are zero: objects of static lifetime, `calloc`.
    #[must_use]
    pub fn is_zeroed(&self) -> bool {
        self.zeroed
    }

    /// Reads a value of at most 8 bytes if all of them are known: the fast path.
    #[inline]
    #[must_use]
    pub fn known(&self, offset: u64, bytes: u32) -> Option<u64> {
        let (page, start) = (offset as usize / PAGE, offset as usize % PAGE);
        let count = bytes as usize;
        if start + count > PAGE || count > 8 {
            return self.known_across(offset, bytes);
        }
        match self.pages.get(page) {
            Some(Some(page)) => {
                if !page.all_known(start, count) {
                    return None;
                }
                let bytes = &page.bytes[start..start + count];
                // The usual lengths as constants: each is one load.
                Some(match count {
                    1 => u64::from(bytes[0]),
                    4 => word_of(&bytes[..4]),
                    8 => word_of(&bytes[..8]),
                    _ => word_of(bytes),
                })
            }
            _ => (self.zeroed && self.cells().is_empty()).then_some(0),
        }
    }

    /// Reads a value of at most 8 bytes if it is a number or one store wrote it.
    #[inline]
    #[must_use]
    pub fn get(&self, offset: u64, bytes: u32) -> Option<Value> {
        if let Some(word) = self.known(offset, bytes) {
            return Some(Value::Bits(word));
        }
        match self.cells().get(&offset)? {
            Cell { bytes: length, held: CellValue::Value(value) }
                if *length == u64::from(bytes) =>
            {
                Some(*value)
            }
            _ => None,
        }
    }

    fn known_across(&self, offset: u64, bytes: u32) -> Option<u64> {
        if bytes > 8 {
            return None;
        }
        (0..bytes).try_fold(0, |word, i| {
            Some(word | (u64::from(self.known_byte(offset + u64::from(i))?) << (8 * i)))
        })
    }

    /// Returns a byte if it is known.
    #[must_use]
    pub fn known_byte(&self, offset: u64) -> Option<u8> {
        let (page, start) = (offset as usize / PAGE, offset as usize % PAGE);
        match self.pages.get(page) {
            Some(Some(page)) if page.all_known(start, 1) => Some(page.bytes[start]),
            Some(Some(_)) => None,
            _ => (self.zeroed && self.cell_at(offset).is_none()).then_some(0),
        }
    }

    /// Returns the cell that covers a byte.
    fn cell_at(&self, offset: u64) -> Option<(u64, Cell)> {
        let (&start, &cell) = self.cells().range(..=offset).next_back()?;
        (offset - start < cell.bytes).then_some((start, cell))
    }

    /// Reads a value.
    pub fn load(&self, terms: &mut Terms, names: &mut Names, offset: u64, bytes: u32) -> Value {
        if let Some(word) = self.known(offset, bytes) {
            return Value::Bits(word);
        }
        if let Some(cell) = self.cells().get(&offset)
            && let CellValue::Value(value) = cell.held
            && cell.bytes == u64::from(bytes)
        {
            return value;
        }
        let parts: Vec<Term> =
            (0..u64::from(bytes)).map(|i| self.byte(terms, names, offset + i)).collect();
        let whole = parts.into_iter().reduce(|low, high| terms.concat(high, low));
        whole.map_or(Value::ZERO, |term| Value::of_term(terms, term))
    }

    /// Whether a byte was written.
    #[must_use]
    pub fn is_byte_written(&self, offset: u64) -> bool {
        match self.cell_at(offset) {
            Some((_, cell)) => matches!(cell.held, CellValue::Value(_)),
            None => self.known_byte(offset).is_some(),
        }
    }

    /// Whether a byte still has its initial value.
    #[must_use]
    pub fn is_untouched(&self, offset: u64) -> bool {
        self.known_byte(offset).is_none() && self.cell_at(offset).is_none()
    }

    /// Returns the term of one byte.
    fn byte(&self, terms: &mut Terms, names: &mut Names, offset: u64) -> Term {
        if let Some(byte) = self.known_byte(offset) {
            return terms.word(8, u64::from(byte));
        }
        match self.cell_at(offset) {
            Some((start, cell)) => byte_of(terms, names, cell, offset - start),
            None => uninitialised(terms, names, self.owner, offset),
        }
    }

    /// Describes the contents.
    pub fn describe(&self, items: &mut Vec<Item>) {
        match self.zeroed {
            true => items.push(Item::Word(1)),
            false => items.push(Item::Uninitialised(self.owner)),
        }
        items.push(Item::Word(self.cells().len() as u64));
        let pages = self.pages.iter().enumerate();
        for (index, page) in pages.filter_map(|(index, page)| Some((index, page.as_ref()?))) {
            items.push(Item::Word(index as u64));
            items.push(Item::Word(page.known));
            for (i, chunk) in page.bytes.chunks(8).enumerate() {
                // An unknown byte may have been something before.
                let known = (page.known >> (8 * i)) as u8;
                let bytes = chunk.iter().enumerate();
                let word = bytes.filter(|(bit, _)| known & (1 << bit) != 0);
                items.push(Item::Word(
                    word.fold(0, |word, (bit, &byte)| word | (u64::from(byte) << (8 * bit))),
                ));
            }
        }
        for (&start, cell) in self.cells() {
            items.push(Item::Word(start));
            items.push(Item::Word(cell.bytes));
            match cell.held {
                CellValue::Value(value) => items.push(Item::Value(value)),
                CellValue::Uninitialised { block, from } => {
                    items.push(Item::Uninitialised(block));
                    items.push(Item::Word(from));
                }
            }
        }
        items.push(Item::Word(u64::MAX));
    }

    /// Returns the ranges in which another block state differs; `None` if it may differ everywhere.
    #[must_use]
    pub fn differences(&self, other: &PagedBytes) -> Option<Vec<Difference>> {
        if (self.zeroed, self.owner) != (other.zeroed, other.owner) {
            return None;
        }
        let mut apart = BTreeSet::new();
        self.differing_words(other, &mut apart);
        if self.cells.as_ref().map(Rc::as_ptr) != other.cells.as_ref().map(Rc::as_ptr) {
            for (one, another) in [(self, other), (other, self)] {
                for (&start, cell) in one.cells() {
                    if another.cells().get(&start) != Some(cell) {
                        apart.extend(start / WORD..(start + cell.bytes).div_ceil(WORD));
                    }
                }
            }
        }
        let mut found = Vec::new();
        let mut done = 0;
        for &word in &apart {
            let (mut at, end) = (done.max(word * WORD), (word + 1) * WORD);
            while at < end {
                let difference = other.at(at, end, apart.contains(&(word + 1)));
                at = difference.offset + u64::from(difference.bytes);
                found.push(difference);
            }
            done = at;
        }
        Some(found)
    }

    /// Whether another block state has the same byte, perhaps in another cell because the bytes
    /// around it were written.
    pub fn is_same_at(
        &self,
        terms: &mut Terms,
        names: &mut Names,
        other: &PagedBytes,
        offset: u64,
    ) -> bool {
        self.is_byte_written(offset) == other.is_byte_written(offset)
            && self.byte(terms, names, offset) == other.byte(terms, names, offset)
    }

    /// Collects the aligned words with bytes that differ or are known in one only.
    fn differing_words(&self, other: &PagedBytes, apart: &mut BTreeSet<u64>) {
        for index in 0..self.pages.len().max(other.pages.len()) {
            let [mine, theirs] =
                [self, other].map(|it| it.pages.get(index).and_then(Option::as_ref));
            let same = match (mine, theirs) {
                (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
                (None, None) => true,
                _ => false,
            };
            let bytes = (index * PAGE) as u64..((index + 1) * PAGE) as u64;
            let differs = |&at: &u64| self.known_byte(at) != other.known_byte(at);
            if !same {
                apart.extend(bytes.filter(differs).map(|at| at / WORD));
            }
        }
    }

    /// Returns the unit at an offset: a cell, a word or two, or a byte.
    fn at(&self, offset: u64, end: u64, next_too: bool) -> Difference {
        if let Some((start, cell)) = self.cell_at(offset) {
            let value = match cell.held {
                CellValue::Value(value) => Some(value),
                CellValue::Uninitialised { .. } => None,
            };
            return Difference { offset: start, bytes: cell.bytes as u32, value };
        }
        let double = next_too && offset.is_multiple_of(2 * WORD);
        let lengths = [(double, 2 * WORD), (offset + WORD == end, WORD)];
        for bytes in lengths.into_iter().filter(|(fits, _)| *fits).map(|(_, bytes)| bytes as u32) {
            if let Some(word) = self.known(offset, bytes) {
                return Difference { offset, bytes, value: Some(Value::Bits(word)) };
            }
        }
        let value = self.known_byte(offset).map(|byte| Value::Bits(u64::from(byte)));
        Difference { offset, bytes: 1, value }
    }

    /// Iterates over the values that are not numbers: offset, bytes, value.
    pub fn values(&self) -> impl Iterator<Item = (u64, u32, Value)> {
        self.cells().iter().filter_map(|(&start, cell)| match cell.held {
            CellValue::Value(value) => Some((start, cell.bytes as u32, value)),
            CellValue::Uninitialised { .. } => None,
        })
    }

    /// Returns one past the last byte that was ever written.
    #[must_use]
    pub fn extent(&self) -> u64 {
        let cells = self.cells().last_key_value().map_or(0, |(&start, cell)| start + cell.bytes);
        cells.max((self.pages.len() * PAGE) as u64)
    }

    /// Writes a value.
    pub fn store(&mut self, terms: &mut Terms, offset: u64, bytes: u32, value: Value) {
        self.clear_cells(terms, offset, u64::from(bytes));
        match value {
            Value::Bits(word) if bytes <= 8 => {
                self.write_known(offset, &word.to_le_bytes()[..bytes as usize]);
            }
            _ => self.put_cell(offset, u64::from(bytes), CellValue::Value(value)),
        }
    }

    /// Writes a number if no cell is in the way: the fast path.
    #[inline]
    pub fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        let (start, count) = (offset as usize % PAGE, bytes as usize);
        if count > 8 || !self.is_free_of_cells(offset, u64::from(bytes)) {
            return false;
        }
        if start + count <= PAGE
            && let Some(Some(page)) = self.pages.get_mut(offset as usize / PAGE)
        {
            let page = Rc::make_mut(page);
            let (bytes, word) = (&mut page.bytes[start..start + count], word.to_le_bytes());
            match count {
                1 => bytes[0] = word[0],
                4 => bytes[..4].copy_from_slice(&word[..4]),
                8 => bytes[..8].copy_from_slice(&word[..8]),
                _ => bytes.copy_from_slice(&word[..count]),
            }
            page.set_known(start, count, true);
            return true;
        }
        self.write_known(offset, &word.to_le_bytes()[..count]);
        true
    }

    #[inline]
    fn is_free_of_cells(&self, offset: u64, bytes: u64) -> bool {
        if self.cells().is_empty() {
            return true;
        }
        let before = self.cells().range(..offset + bytes).next_back();
        before.is_none_or(|(&start, cell)| start + cell.bytes <= offset)
    }

    /// The array of the initial bytes.
    pub fn uninitialised_array(&self, terms: &mut Terms, names: &mut Names) -> Term {
        names.uninitialised(terms, self.owner)
    }

    /// Writes numbers.
    pub fn store_bytes(&mut self, terms: &mut Terms, offset: u64, bytes: &[u8]) {
        self.clear_cells(terms, offset, bytes.len() as u64);
        self.write_known(offset, bytes);
    }

    fn write_known(&mut self, offset: u64, bytes: &[u8]) {
        let mut offset = offset as usize;
        let mut rest = bytes;
        while !rest.is_empty() {
            let start = offset % PAGE;
            let count = rest.len().min(PAGE - start);
            let page = self.page_mut(offset / PAGE);
            page.bytes[start..start + count].copy_from_slice(&rest[..count]);
            page.set_known(start, count, true);
            offset += count;
            rest = &rest[count..];
        }
    }

    fn page_mut(&mut self, index: usize) -> &mut Page {
        if self.pages.len() <= index {
            self.pages.resize(index + 1, None);
        }
        if self.pages[index].is_none() {
            self.pages[index] = Some(Rc::new(self.first_page(index)));
        }
        Rc::make_mut(self.pages[index].get_or_insert_with(|| Rc::new(Page::new())))
    }

    /// A page as it is before anything is written to it. Cells that were put in before there was a
    /// page are not zero.
    fn first_page(&self, index: usize) -> Page {
        let mut page = Page::new();
        if !self.zeroed {
            return page;
        }
        page.set_known(0, PAGE, true);
        let (first, end) = ((index * PAGE) as u64, ((index + 1) * PAGE) as u64);
        let before = self.cells().range(..first).next_back();
        for (&start, cell) in before.into_iter().chain(self.cells().range(first..end)) {
            let (from, to) = (start.max(first), (start + cell.bytes).min(end));
            if from < to {
                page.set_known((from - first) as usize, (to - from) as usize, false);
            }
        }
        page
    }

    /// Adds a cell where there is none.
    fn put_cell(&mut self, offset: u64, bytes: u64, held: CellValue) {
        let (mut at, end) = (offset as usize, (offset + bytes) as usize);
        while at < end {
            let (page, start) = (at / PAGE, at % PAGE);
            let count = (PAGE - start).min(end - at);
            if self.zeroed || self.pages.get(page).is_some_and(Option::is_some) {
                self.page_mut(page).set_known(start, count, false);
            }
            at += count;
        }
        self.cells_mut().insert(offset, Cell { bytes, held });
    }

    /// Removes cells from a range; the bytes of these cells outside of it stay.
    fn clear_cells(&mut self, terms: &mut Terms, offset: u64, bytes: u64) {
        if self.cells().is_empty() {
            return;
        }
        let end = offset + bytes;
        let first = self.cell_at(offset).map_or(offset, |(start, _)| start);
        let touched: Vec<(u64, Cell)> =
            self.cells().range(first..end).map(|(&start, &cell)| (start, cell)).collect();
        for (start, cell) in touched {
            self.cells_mut().remove(&start);
            let stop = start + cell.bytes;
            self.put_part(terms, start, cell, start, offset.min(stop));
            self.put_part(terms, start, cell, end.max(start), stop);
        }
    }

    /// Restores the bytes `from..to` of a cell that began at `start`.
    fn put_part(&mut self, terms: &mut Terms, start: u64, cell: Cell, from: u64, to: u64) {
        if from >= to {
            return;
        }
        match cell.held {
            CellValue::Uninitialised { block, from: first } => {
                let held = CellValue::Uninitialised { block, from: first + (from - start) };
                self.put_cell(from, to - from, held);
            }
            CellValue::Value(value) => {
                for at in from..to {
                    match byte_of_value(terms, value, cell.bytes, at - start) {
                        Value::Bits(byte) => self.write_known(at, &[byte as u8]),
                        value => self.put_cell(at, 1, CellValue::Value(value)),
                    }
                }
            }
        }
    }

    /// Copies bytes from a block, perhaps from an older state of the same one. Whole pages of
    /// numbers are shared, so that a copy of a large object costs next to nothing.
    pub fn copy_from(
        &mut self,
        terms: &mut Terms,
        to: u64,
        source: &PagedBytes,
        from: u64,
        count: u64,
    ) {
        self.clear_cells(terms, to, count);
        let mut zeros = None;
        let (mut at, end) = (from, from + count);
        while at < end {
            let target = to + (at - from);
            if let Some(page) = source.sharable_page(at, target, end) {
                let page = page.or_else(|| self.page_of_zeros(&mut zeros));
                self.put_page(target as usize / PAGE, page);
                at += PAGE as u64;
                continue;
            }
            let run = source.known_run(at, end);
            if !run.is_empty() {
                self.write_known(target, run);
                at += run.len() as u64;
                continue;
            }
            let cell = source.piece_at(terms, at, end);
            self.put_cell(target, cell.bytes, cell.held);
            at += cell.bytes;
        }
    }

    /// Returns the page at an offset if a copy to another offset can share it: both offsets begin a
    /// page, and it has numbers only. `Some(None)` is a page of zeros that was never created.
    fn sharable_page(&self, at: u64, target: u64, end: u64) -> Option<Option<Rc<Page>>> {
        const BYTES: u64 = PAGE as u64;
        let begin_pages = at.is_multiple_of(BYTES) && target.is_multiple_of(BYTES);
        if !begin_pages || end - at < BYTES {
            return None;
        }
        match self.pages.get(at as usize / PAGE) {
            Some(Some(page)) => page.all_known(0, PAGE).then(|| Some(page.clone())),
            _ => (self.zeroed && self.is_free_of_cells(at, BYTES)).then_some(None),
        }
    }

    /// Returns what represents a page of zeros here: no page if the initial bytes are
    /// zero.
    fn page_of_zeros(&self, zeros: &mut Option<Rc<Page>>) -> Option<Rc<Page>> {
        let new = || Rc::new(Page { bytes: [0; PAGE], known: u64::MAX });
        (!self.zeroed).then(|| zeros.get_or_insert_with(new).clone())
    }

    fn put_page(&mut self, index: usize, page: Option<Rc<Page>>) {
        if self.pages.len() <= index {
            if page.is_none() {
                return;
            }
            self.pages.resize(index + 1, None);
        }
        self.pages[index] = page;
    }

    /// Returns the run of known bytes that begins at an offset, within its page.
    fn known_run(&self, at: u64, end: u64) -> &[u8] {
        const ZEROS: &[u8] = &[0; PAGE];
        let (page, start) = (at as usize / PAGE, at as usize % PAGE);
        let most = (PAGE - start).min((end - at) as usize);
        match self.pages.get(page) {
            Some(Some(page)) => {
                let known = (page.known >> start).trailing_ones() as usize;
                &page.bytes[start..start + known.min(most)]
            }
            _ if !self.zeroed || self.cell_at(at).is_some() => &[],
            _ => {
                let cell = self.cells().range(at..).next();
                &ZEROS[..cell.map_or(most, |(&cell, _)| most.min((cell - at) as usize))]
            }
        }
    }

    /// Returns the cell that begins at a byte that is not known; it does not reach beyond `end`.
    fn piece_at(&self, terms: &mut Terms, at: u64, end: u64) -> Cell {
        let Some((start, cell)) = self.cell_at(at) else {
            let run = (at..end)
                .take_while(|&at| self.known_byte(at).is_none() && self.cell_at(at).is_none());
            let held = CellValue::Uninitialised { block: self.owner, from: at };
            return Cell { bytes: run.count() as u64, held };
        };
        let rest = (start + cell.bytes).min(end) - at;
        match cell.held {
            CellValue::Uninitialised { block, from } => Cell {
                bytes: rest,
                held: CellValue::Uninitialised { block, from: from + (at - start) },
            },
            CellValue::Value(_) if rest == cell.bytes => cell,
            CellValue::Value(value) => {
                let byte = byte_of_value(terms, value, cell.bytes, at - start);
                Cell { bytes: 1, held: CellValue::Value(byte) }
            }
        }
    }
}

/// Converts at most 8 bytes to a word.
#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// Returns one byte of a cell.
fn byte_of(terms: &mut Terms, names: &mut Names, cell: Cell, index: u64) -> Term {
    match cell.held {
        CellValue::Value(value) => byte_of_value(terms, value, cell.bytes, index).to_term(terms, 8),
        CellValue::Uninitialised { block, from } => {
            uninitialised(terms, names, block, from + index)
        }
    }
}

/// Returns one byte of a value of `bytes` bytes.
pub fn byte_of_value(terms: &mut Terms, value: Value, bytes: u64, index: u64) -> Value {
    if let Value::Bits(word) = value {
        return Value::Bits(word.checked_shr(8 * index as u32).unwrap_or(0) & 0xff);
    }
    let whole = value.to_term(terms, 8 * bytes as u32);
    let low = 8 * index as u32;
    let byte = terms.extract(low + 7, low, whole);
    Value::of_term(terms, byte)
}

/// Returns the term of an uninitialised byte.
fn uninitialised(terms: &mut Terms, names: &mut Names, block: AllocId, offset: u64) -> Term {
    let array = names.uninitialised(terms, block);
    let index = terms.block_info(block).address.width();
    let offset = terms.word(index, offset);
    terms.select(array, offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Bits, Evaluator, Model, Op, Sort, Value as Concrete};

    /// A plain array of terms, one for each byte: the judge.
    struct Plain {
        bytes: Vec<Term>,
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 8) % bound
        }
    }

    const SIZE: u64 = 400;

    /// Offsets near the borders of pages, close enough to overlap.
    fn offset(random: &mut Random) -> u64 {
        let near = [0, 58, 122][random.below(3) as usize];
        near + random.below(24)
    }

    fn width(random: &mut Random) -> u32 {
        [1, 2, 4, 8, 16][random.below(5) as usize]
    }

    fn value(terms: &mut Terms, random: &mut Random, bytes: u32, symbols: &[Term]) -> Value {
        if bytes <= 8 && random.below(2) == 0 {
            return Value::Bits(random.below(u64::MAX) & term::bits::mask(8 * bytes));
        }
        let symbol = symbols[random.below(symbols.len() as u64) as usize];
        let term = terms.extract(8 * bytes - 1, 0, symbol);
        Value::of_term(terms, term)
    }

    fn byte(terms: &mut Terms, value: Value, bytes: u32, index: u32) -> Term {
        let whole = value.to_term(terms, 8 * bytes);
        terms.extract(8 * index + 7, 8 * index, whole)
    }

    fn load_both(
        terms: &mut Terms,
        names: &mut Names,
        contents: &PagedBytes,
        plain: &Plain,
        at: u64,
        bytes: u32,
    ) {
        let value = contents.load(terms, names, at, bytes);
        for i in 0..bytes {
            let got = byte(terms, value, bytes, i);
            assert_same(terms, got, plain.bytes[at as usize + i as usize]);
        }
    }

    /// Whether two terms have the same value under some models.
    fn assert_same(terms: &Terms, a: Term, b: Term) {
        if a == b {
            return;
        }
        for seed in 1..4 {
            let mut random = Random(seed);
            let mut model = Model::new();
            for &term in &term::visit::post_order(terms, &[a, b]) {
                let Op::Symbol(id) = terms.op(term) else { continue };
                let value = match terms.sort(term) {
                    Sort::Array { index, .. } => {
                        let mut array = term::ArrayValue::new(index, Bits::new(8, 0));
                        for at in 0..SIZE {
                            array.set(Bits::new(index, at), Bits::new(8, random.below(256)));
                        }
                        Concrete::Array(array.into())
                    }
                    sort => {
                        let width = sort.width().unwrap_or(1);
                        Concrete::Bits(Bits::from_fn(width, |_| random.below(2) == 0))
                    }
                };
                model.set(id, value);
            }
            let mut evaluator = Evaluator::default();
            assert_eq!(evaluator.eval(terms, a, &model), evaluator.eval(terms, b, &model));
        }
    }

    #[test]
    fn contents_behave_as_an_array_of_bytes() {
        for seed in 1..300 {
            let mut random = Random(seed * 0x9e37_79b9);
            let mut terms = Terms::new();
            let mut symbols: Vec<Term> =
                (0..2).map(|_| terms.symbol("x", Sort::Bits(128))).collect();
            let (owner, base) = terms.base(Bits::new(64, 0x1234_5678_9abc));
            let mut names = Names::default();
            symbols.push(terms.zero_extend(64, base));
            let zeroed = seed % 3 == 0;
            let make = if zeroed { PagedBytes::zeroed } else { PagedBytes::uninitialised };
            let mut contents = make(owner);
            let first = |at| match zeroed {
                true => terms.word(8, 0),
                false => uninitialised(&mut terms, &mut names, owner, at),
            };
            let mut plain = Plain { bytes: (0..SIZE).map(first).collect() };
            for _ in 0..40 {
                let (at, bytes) = (offset(&mut random), width(&mut random));
                match random.below(5) {
                    0 | 1 => load_both(&mut terms, &mut names, &contents, &plain, at, bytes),
                    2 => {
                        let from = offset(&mut random);
                        // Some copies take whole pages along.
                        let (from, at, count) = match random.below(3) {
                            0 => (from % 3 * 64, at % 3 * 64, 60 + random.below(140)),
                            _ => (from, at, random.below(40)),
                        };
                        let source = contents.clone();
                        contents.copy_from(&mut terms, at, &source, from, count);
                        let moved: Vec<_> =
                            plain.bytes[from as usize..(from + count) as usize].to_vec();
                        plain.bytes[at as usize..(at + count) as usize].copy_from_slice(&moved);
                    }
                    _ => {
                        let value = value(&mut terms, &mut random, bytes, &symbols);
                        contents.store(&mut terms, at, bytes, value);
                        for i in 0..bytes {
                            let byte = byte(&mut terms, value, bytes, i);
                            plain.bytes[(at + u64::from(i)) as usize] = byte;
                        }
                    }
                }
            }
            for at in (0..SIZE - 16).step_by(8) {
                load_both(&mut terms, &mut names, &contents, &plain, at, 8);
            }
        }
    }

    #[test]
    fn a_value_comes_back_as_it_was() {
        let mut terms = Terms::new();
        let mut names = Names::default();
        let (block, _) = terms.base(Bits::new(64, 0x1000));
        let mut contents = PagedBytes::uninitialised(block);
        let pointer = Value::Pointer { block, offset: 12 };
        contents.store(&mut terms, 8, 8, pointer);
        assert_eq!(contents.load(&mut terms, &mut names, 8, 8), pointer);
        // Byte by byte, and put together again.
        let bytes: Vec<Value> =
            (8..16).map(|at| contents.load(&mut terms, &mut names, at, 1)).collect();
        for (i, byte) in bytes.into_iter().enumerate() {
            contents.store(&mut terms, 40 + i as u64, 1, byte);
        }
        assert_eq!(contents.load(&mut terms, &mut names, 40, 8), pointer);
        let before = terms.len();
        contents.store(&mut terms, 0, 4, Value::Bits(7));
        assert_eq!(contents.load(&mut terms, &mut names, 0, 4), Value::Bits(7));
        assert_eq!(terms.len(), before, "numbers make no terms");
    }
}
