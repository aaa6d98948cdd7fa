//! What a block holds, for the `segments` model: bytes that are numbers, and cells for the rest.
//!
//! A byte is in one of three states: known (a number), covered by a cell (a pointer or a term of
//! several bytes), or never written. Reading what was never written makes a fresh symbol, which
//! stays: the next read sees the same.
//!
//! Bytes lie in pages that copies share until they are written to. This file knows offsets and
//! bytes; it does not know blocks, pointers or whether an access is allowed.

use std::collections::BTreeMap;
use std::rc::Rc;

use term::{Sort, Term, Terms};

use crate::value::Value;

/// Bytes in a page.
const PAGE: usize = 256;

#[derive(Clone)]
struct Page {
    bytes: [u8; PAGE],
    /// A bit for each byte: whether it is known.
    known: [u64; PAGE / 64],
}

impl Page {
    fn new() -> Page {
        Page { bytes: [0; PAGE], known: [0; PAGE / 64] }
    }

    /// Whether `count` bytes from `start` are all known; they lie in this page.
    #[inline]
    fn all_known(&self, start: usize, count: usize) -> bool {
        let (word, bit) = (start / 64, start % 64);
        let mask = term::bits::mask(count as u32);
        let low = (self.known[word] >> bit) & mask;
        if bit + count <= 64 {
            return low == mask;
        }
        let high = self.known[word + 1] << (64 - bit);
        (low | high) & mask == mask
    }

    #[inline]
    fn set_known(&mut self, start: usize, count: usize, known: bool) {
        for at in start..start + count {
            let bit = 1 << (at % 64);
            if known {
                self.known[at / 64] |= bit;
            } else {
                self.known[at / 64] &= !bit;
            }
        }
    }
}

/// A value of several bytes that is no number.
#[derive(Clone, Copy)]
struct Cell {
    bytes: u32,
    value: Value,
}

/// What a block holds.
#[derive(Clone)]
pub struct Contents {
    /// A missing page was never written, or is zero if `zeroed`.
    pages: Vec<Option<Rc<Page>>>,
    /// Whether what was never written is zero: objects of static lifetime, `calloc`.
    zeroed: bool,
    /// By offset; they do not overlap, and no byte of one is known.
    cells: Rc<BTreeMap<u64, Cell>>,
}

impl Contents {
    /// Nothing was written yet.
    #[must_use]
    pub fn uninitialised() -> Contents {
        Contents { pages: Vec::new(), zeroed: false, cells: Rc::default() }
    }

    /// All bytes are zero.
    #[must_use]
    pub fn zeroed() -> Contents {
        Contents { zeroed: true, ..Contents::uninitialised() }
    }

    /// Reads a value of at most 8 bytes whose bytes are all known: the fast way.
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
                let mut word = [0; 8];
                word[..count].copy_from_slice(&page.bytes[start..start + count]);
                Some(u64::from_le_bytes(word))
            }
            _ => (self.zeroed && self.cells.is_empty()).then_some(0),
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

    /// A byte, if it is a number.
    #[must_use]
    pub fn known_byte(&self, offset: u64) -> Option<u8> {
        let (page, start) = (offset as usize / PAGE, offset as usize % PAGE);
        match self.pages.get(page) {
            Some(Some(page)) if page.all_known(start, 1) => Some(page.bytes[start]),
            Some(Some(_)) => None,
            _ => (self.zeroed && self.cell_at(offset).is_none()).then_some(0),
        }
    }

    /// The cell that covers a byte.
    fn cell_at(&self, offset: u64) -> Option<(u64, Cell)> {
        let (&start, &cell) = self.cells.range(..=offset).next_back()?;
        (offset - start < u64::from(cell.bytes)).then_some((start, cell))
    }

    /// Reads a value. What was never written becomes a fresh symbol.
    pub fn load(&mut self, terms: &mut Terms, offset: u64, bytes: u32) -> Value {
        if let Some(word) = self.known(offset, bytes) {
            return Value::Bits(word);
        }
        if let Some(cell) = self.cells.get(&offset)
            && cell.bytes == bytes
        {
            return cell.value;
        }
        if !self.is_written(offset, bytes) {
            self.invent(terms, offset, bytes);
        }
        let mut whole: Option<Term> = None;
        for i in 0..u64::from(bytes) {
            let byte = self.byte(terms, offset + i);
            whole = Some(match whole {
                Some(low) => terms.concat(byte, low),
                None => byte,
            });
        }
        whole.map_or(Value::ZERO, |term| Value::of_term(terms, term))
    }

    /// Whether any of some bytes was written.
    fn is_written(&self, offset: u64, bytes: u32) -> bool {
        (offset..offset + u64::from(bytes)).any(|at| self.is_byte_written(at))
    }

    /// Whether a byte was written.
    #[must_use]
    pub fn is_byte_written(&self, offset: u64) -> bool {
        self.known_byte(offset).is_some() || self.cell_at(offset).is_some()
    }

    /// Makes a fresh symbol for bytes of which none was written.
    fn invent(&mut self, terms: &mut Terms, offset: u64, bytes: u32) -> Term {
        let symbol = terms.symbol("uninitialised", Sort::Bits(8 * bytes));
        self.put_cell(offset, bytes, Value::Term(symbol));
        symbol
    }

    /// The term of one byte.
    fn byte(&mut self, terms: &mut Terms, offset: u64) -> Term {
        if let Some(byte) = self.known_byte(offset) {
            return terms.word(8, u64::from(byte));
        }
        match self.cell_at(offset) {
            Some((start, cell)) => byte_of(terms, cell, offset - start),
            None => self.invent(terms, offset, 1),
        }
    }

    /// Writes a value.
    pub fn store(&mut self, terms: &mut Terms, offset: u64, bytes: u32, value: Value) {
        self.clear_cells(terms, offset, u64::from(bytes));
        match value {
            Value::Bits(word) if bytes <= 8 => {
                self.write_known(offset, &word.to_le_bytes()[..bytes as usize]);
            }
            _ => self.put_cell(offset, bytes, value),
        }
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
        let zeroed = self.zeroed;
        let fresh = || {
            let mut page = Page::new();
            if zeroed {
                page.set_known(0, PAGE, true);
            }
            Rc::new(page)
        };
        let missing = self.pages[index].is_none();
        let page = Rc::make_mut(self.pages[index].get_or_insert_with(fresh));
        if missing && zeroed {
            // Cells that were put in before there was a page are not zero.
            let first = (index * PAGE) as u64;
            for (&start, cell) in self.cells.range(first.saturating_sub(16)..first + PAGE as u64) {
                let from = start.max(first);
                let to = (start + u64::from(cell.bytes)).min(first + PAGE as u64);
                if from < to {
                    page.set_known((from - first) as usize, (to - from) as usize, false);
                }
            }
        }
        page
    }

    /// Puts in a cell where there is none.
    fn put_cell(&mut self, offset: u64, bytes: u32, value: Value) {
        for at in offset..offset + u64::from(bytes) {
            if self.zeroed || self.pages.get(at as usize / PAGE).is_some_and(Option::is_some) {
                let page = self.page_mut(at as usize / PAGE);
                page.set_known(at as usize % PAGE, 1, false);
            }
        }
        Rc::make_mut(&mut self.cells).insert(offset, Cell { bytes, value });
    }

    /// Removes cells from a range; of those that reach beyond it, the other bytes stay.
    fn clear_cells(&mut self, terms: &mut Terms, offset: u64, bytes: u64) {
        if self.cells.is_empty() {
            return;
        }
        let end = offset + bytes;
        let first = self.cell_at(offset).map_or(offset, |(start, _)| start);
        let touched: Vec<(u64, Cell)> =
            self.cells.range(first..end).map(|(&start, &cell)| (start, cell)).collect();
        for (start, cell) in touched {
            let cells = Rc::make_mut(&mut self.cells);
            cells.remove(&start);
            for i in 0..u64::from(cell.bytes) {
                let at = start + i;
                if at < offset || at >= end {
                    let byte = byte_of(terms, cell, i);
                    let value = Value::of_term(terms, byte);
                    self.put_byte(at, value);
                }
            }
        }
    }

    fn put_byte(&mut self, at: u64, value: Value) {
        match value {
            Value::Bits(byte) => self.write_known(at, &[byte as u8]),
            _ => self.put_cell(at, 1, value),
        }
    }

    /// Copies bytes from another place, which may be the same block: as if all were read first.
    pub fn copy_from(
        &mut self,
        terms: &mut Terms,
        to: u64,
        source: &Contents,
        from: u64,
        count: u64,
    ) {
        let pieces = source.pieces(terms, from, count);
        self.clear_cells(terms, to, count);
        self.forget(to, count);
        for (at, piece) in pieces {
            match piece {
                Piece::Known(bytes) => self.write_known(to + at, &bytes),
                Piece::Cell(cell) => self.put_cell(to + at, cell.bytes, cell.value),
            }
        }
    }

    /// Makes bytes as if they had never been written.
    fn forget(&mut self, offset: u64, count: u64) {
        for at in offset..offset + count {
            if self.zeroed || self.pages.get(at as usize / PAGE).is_some_and(Option::is_some) {
                self.page_mut(at as usize / PAGE).set_known(at as usize % PAGE, 1, false);
            }
        }
    }

    /// What a range holds: numbers in runs, cells whole where they lie within; relative offsets.
    fn pieces(&self, terms: &mut Terms, from: u64, count: u64) -> Vec<(u64, Piece)> {
        let mut pieces: Vec<(u64, Piece)> = Vec::new();
        let mut at = from;
        while at < from + count {
            if let Some(byte) = self.known_byte(at) {
                match pieces.last_mut() {
                    Some((start, Piece::Known(run))) if *start + run.len() as u64 == at - from => {
                        run.push(byte);
                    }
                    _ => pieces.push((at - from, Piece::Known(vec![byte]))),
                }
                at += 1;
                continue;
            }
            let Some((start, cell)) = self.cell_at(at) else {
                at += 1;
                continue;
            };
            if start == at && start + u64::from(cell.bytes) <= from + count {
                pieces.push((at - from, Piece::Cell(cell)));
                at += u64::from(cell.bytes);
            } else {
                let byte = byte_of(terms, cell, at - start);
                let value = Value::of_term(terms, byte);
                pieces.push((at - from, Piece::Cell(Cell { bytes: 1, value })));
                at += 1;
            }
        }
        pieces
    }
}

/// A part of what a range holds.
enum Piece {
    Known(Vec<u8>),
    Cell(Cell),
}

/// One byte of a cell.
fn byte_of(terms: &mut Terms, cell: Cell, index: u64) -> Term {
    let whole = cell.value.to_term(terms, 8 * cell.bytes);
    let low = 8 * index as u32;
    terms.extract(low + 7, low, whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Bits, Evaluator, Model, Op, Value as Concrete};

    /// A plain array of terms, one for each byte: the judge.
    struct Plain {
        bytes: Vec<Option<Term>>,
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

    const SIZE: u64 = 600;

    /// Offsets near the borders of pages, close enough to overlap.
    fn offset(random: &mut Random) -> u64 {
        let near = [0, 250, 508][random.below(3) as usize];
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
        contents: &mut Contents,
        plain: &mut Plain,
        at: u64,
        bytes: u32,
    ) {
        let value = contents.load(terms, at, bytes);
        for i in 0..bytes {
            let got = byte(terms, value, bytes, i);
            let known = plain.bytes[at as usize + i as usize].get_or_insert(got);
            assert_same(terms, got, *known);
        }
    }

    /// Whether two terms have the same value under some models.
    fn assert_same(terms: &Terms, a: Term, b: Term) {
        for seed in 1..4 {
            let mut random = Random(seed);
            let mut model = Model::new();
            for &term in &term::visit::post_order(terms, &[a, b]) {
                if let (Op::Symbol(id), Some(width)) = (terms.op(term), terms.sort(term).width()) {
                    let value = Bits::from_fn(width, |_| random.below(2) == 0);
                    model.set(id, Concrete::Bits(value));
                }
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
            let (_, base) = terms.base(Bits::new(64, 0x1234_5678_9abc));
            symbols.push(terms.zero_extend(64, base));
            let zeroed = seed % 3 == 0;
            let mut contents = if zeroed { Contents::zeroed() } else { Contents::uninitialised() };
            let zero = terms.word(8, 0);
            let mut plain = Plain { bytes: vec![zeroed.then_some(zero); SIZE as usize] };
            for _ in 0..40 {
                let (at, bytes) = (offset(&mut random), width(&mut random));
                match random.below(5) {
                    0 | 1 => load_both(&mut terms, &mut contents, &mut plain, at, bytes),
                    2 => {
                        let (from, count) = (offset(&mut random), random.below(40));
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
                            plain.bytes[(at + u64::from(i)) as usize] = Some(byte);
                        }
                    }
                }
            }
            for at in (0..SIZE - 16).step_by(8) {
                load_both(&mut terms, &mut contents, &mut plain, at, 8);
            }
        }
    }

    #[test]
    fn a_value_comes_back_as_it_was() {
        let mut terms = Terms::new();
        let mut contents = Contents::uninitialised();
        let (block, _) = terms.base(Bits::new(64, 0x1000));
        let pointer = Value::Pointer { block, offset: 12 };
        contents.store(&mut terms, 8, 8, pointer);
        assert_eq!(contents.load(&mut terms, 8, 8), pointer);
        // Byte by byte, and put together again.
        let bytes: Vec<Value> = (8..16).map(|at| contents.load(&mut terms, at, 1)).collect();
        for (i, byte) in bytes.into_iter().enumerate() {
            contents.store(&mut terms, 40 + i as u64, 1, byte);
        }
        assert_eq!(contents.load(&mut terms, 40, 8), pointer);
        let before = terms.len();
        contents.store(&mut terms, 0, 4, Value::Bits(7));
        assert_eq!(contents.load(&mut terms, 0, 4), Value::Bits(7));
        assert_eq!(terms.len(), before, "numbers make no terms");
    }
}
