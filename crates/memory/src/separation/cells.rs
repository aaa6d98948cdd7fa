//! The cells of a segment: `address |-> byte`, one for each stored byte (*SL CPA*, "Memory Model":
//! memory is a collection of byte sequences, little endian).
//!
//! The document keeps a hash table from address formulas to byte formulas. Here addresses are
//! offsets in one segment, and cells lie in pages by offset, so that an access at a constant offset
//! is an array access. A byte is kept in the document's notation, `F^i`, the i-th byte of the
//! stored value: while all bytes of `F` are adjacent, reading them returns `F` itself, and neither
//! storing nor loading a pointer makes a term. Pages of numbers only are packed.
//!
//! This file knows constant offsets only; where there is no cell, it says so.

use std::rc::Rc;

use term::{AllocId, Term};

use crate::chunked_vec::ChunkedVec;
use crate::memory::{Context, Item};
use crate::value::Value;

/// Bytes of a page: as many as a word has bits.
const PAGE: usize = 64;

/// Cells lie below this offset.
pub const MAX_OFFSET: u64 = 1 << 28;

/// What a cell points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Byte {
    /// A number.
    Number(u8),
    /// `F^i`: a byte of a value.
    Part {
        /// The value, `F`.
        value: Value,
        /// Its number of bytes.
        bytes: u8,
        /// The index of this byte, `i`.
        index: u8,
        /// The condition under which this byte is initialised.
        written: Term,
    },
    /// An uninitialised byte of a block, at an offset.
    Uninitialised {
        /// The block.
        block: AllocId,
        /// The offset in it.
        offset: u64,
    },
}

impl Byte {
    /// Returns its value.
    pub fn term(self, cx: &mut Context<'_>) -> Term {
        match self {
            Byte::Number(number) => cx.terms.word(8, u64::from(number)),
            Byte::Part { value, bytes, index, .. } => {
                let whole = value.to_term(cx.terms, 8 * u32::from(bytes));
                let low = 8 * u32::from(index);
                cx.terms.extract(low + 7, low, whole)
            }
            Byte::Uninitialised { block, offset } => {
                let (array, index) = (cx.names.uninitialised(cx.terms, block), cx.number(offset));
                cx.terms.select(array, index)
            }
        }
    }

    /// Returns the condition under which it is initialised.
    pub fn written(self) -> Term {
        match self {
            Byte::Number(_) => Term::TRUE,
            Byte::Part { written, .. } => written,
            Byte::Uninitialised { .. } => Term::FALSE,
        }
    }

    fn describe(self, items: &mut Vec<Item>) {
        match self {
            Byte::Number(number) => items.push(Item::Word(u64::from(number))),
            Byte::Part { value, bytes, index, written } => {
                items.push(Item::Word(1 << 8 | u64::from(bytes) << 16 | u64::from(index) << 24));
                items.push(Item::Value(value));
                items.push(Item::Value(Value::Term(written)));
            }
            Byte::Uninitialised { block, offset } => {
                items.push(Item::Word(2 << 8));
                items.push(Item::Uninitialised(block));
                items.push(Item::Word(offset));
            }
        }
    }
}

#[derive(Clone)]
enum Page {
    /// Numbers, and a bit for each that is present.
    Numbers { bytes: [u8; PAGE], there: u64 },
    /// Any cells.
    Mixed(Box<[Option<Byte>; PAGE]>),
}

impl Page {
    const EMPTY: Page = Page::Numbers { bytes: [0; PAGE], there: 0 };

    #[inline]
    fn get(&self, at: usize) -> Option<Byte> {
        match self {
            Page::Numbers { bytes, there } => {
                (there >> at & 1 == 1).then(|| Byte::Number(bytes[at]))
            }
            Page::Mixed(cells) => cells[at],
        }
    }

    /// Converts the page so that it can hold any cell.
    fn mixed(&mut self) -> &mut [Option<Byte>; PAGE] {
        if let Page::Numbers { .. } = self {
            *self = Page::Mixed(Box::new(std::array::from_fn(|at| self.get(at))));
        }
        match self {
            Page::Mixed(cells) => cells,
            Page::Numbers { .. } => unreachable!("the page was converted before"),
        }
    }

    #[inline]
    fn put_numbers(&mut self, at: usize, numbers: &[u8]) {
        match self {
            Page::Numbers { bytes, there } => {
                bytes[at..at + numbers.len()].copy_from_slice(numbers);
                *there |= term::bits::mask(numbers.len() as u32) << at;
            }
            Page::Mixed(cells) => {
                for (cell, &number) in cells[at..].iter_mut().zip(numbers) {
                    *cell = Some(Byte::Number(number));
                }
            }
        }
    }
}

/// Cells by offset. Copies are cheap.
#[derive(Clone, Default)]
pub struct Cells {
    pages: ChunkedVec<Rc<Page>>,
}

impl Cells {
    #[inline]
    fn page(&self, index: u64) -> Option<&Page> {
        self.pages.get(index as usize).map(|page| &**page)
    }

    #[inline]
    fn page_mut(&mut self, index: u64) -> &mut Page {
        let index = index as usize;
        if self.pages.get(index).is_none() {
            self.pages.set(index, Rc::new(Page::EMPTY));
        }
        Rc::make_mut(self.pages.get_mut(index).expect("the page was put in"))
    }

    /// Returns the cell at an offset.
    #[inline]
    #[must_use]
    pub fn get(&self, offset: u64) -> Option<Byte> {
        self.page(offset / PAGE as u64)?.get(offset as usize % PAGE)
    }

    /// Returns the value at an offset as a whole: a number of at most 8 bytes, or what one store
    /// wrote.
    #[inline]
    #[must_use]
    pub fn whole(&self, offset: u64, bytes: u32) -> Option<Value> {
        let (start, count) = (offset as usize % PAGE, bytes as usize);
        if start + count <= PAGE && count <= 8 {
            match self.page(offset / PAGE as u64)? {
                Page::Numbers { bytes: all, there } => {
                    let mask = term::bits::mask(bytes);
                    if there >> start & mask != mask {
                        return None;
                    }
                    let mut word = [0; 8];
                    word[..count].copy_from_slice(&all[start..start + count]);
                    return Some(Value::Bits(u64::from_le_bytes(word)));
                }
                Page::Mixed(cells) => {
                    return whole(cells[start..start + count].iter().copied());
                }
            }
        }
        whole((0..u64::from(bytes)).map(|i| self.get(offset + i)))
    }

    /// Sets a cell.
    pub fn put(&mut self, offset: u64, byte: Byte) {
        let (page, at) = (offset / PAGE as u64, offset as usize % PAGE);
        match byte {
            Byte::Number(number) => self.page_mut(page).put_numbers(at, &[number]),
            byte => self.page_mut(page).mixed()[at] = Some(byte),
        }
    }

    /// Sets the cells of a number of at most 8 bytes.
    #[inline]
    pub fn put_number(&mut self, offset: u64, bytes: u32, word: u64) {
        self.put_numbers(offset, &word.to_le_bytes()[..bytes as usize]);
    }

    /// Sets the cells of a value, `offset |-> F^0, ..., F^(n-1)`, each with the condition under
    /// which it is initialised.
    /// Implements `E ↦ F0, ..., Fn` of *SL CPA*.
    pub fn put_value(&mut self, offset: u64, value: Value, written: &[Term]) {
        let bytes = written.len() as u8;
        match value {
            Value::Bits(word) if bytes <= 8 && written.iter().all(|&it| it == Term::TRUE) => {
                self.put_number(offset, u32::from(bytes), word);
            }
            value => {
                for (index, &written) in (0..bytes).zip(written) {
                    let part = Byte::Part { value, bytes, index, written };
                    self.put(offset + u64::from(index), part);
                }
            }
        }
    }

    /// Sets cells of numbers.
    pub fn put_numbers(&mut self, offset: u64, numbers: &[u8]) {
        let (mut offset, mut rest) = (offset, numbers);
        while !rest.is_empty() {
            let start = offset as usize % PAGE;
            let (now, later) = rest.split_at(rest.len().min(PAGE - start));
            self.page_mut(offset / PAGE as u64).put_numbers(start, now);
            offset += now.len() as u64;
            rest = later;
        }
    }

    /// Iterates over the cells of a range, in order.
    pub fn within(&self, low: u64, high: u64) -> impl Iterator<Item = (u64, Byte)> {
        let end = (self.pages.bound() as u64).min(high.div_ceil(PAGE as u64));
        let pages = (low / PAGE as u64..end).filter_map(|index| Some((index, self.page(index)?)));
        let cells = pages.flat_map(|(index, page)| {
            (0..PAGE).filter_map(move |at| Some((index * PAGE as u64 + at as u64, page.get(at)?)))
        });
        cells.filter(move |&(offset, _)| low <= offset && offset < high)
    }

    /// Iterates over all cells, in order.
    pub fn all(&self) -> impl Iterator<Item = (u64, Byte)> {
        self.within(0, u64::MAX)
    }

    /// Returns the number of bytes of the stored value that begins at an offset, if all of them are
    /// adjacent.
    #[must_use]
    pub fn whole_length(&self, offset: u64) -> Option<u32> {
        match self.get(offset)? {
            Byte::Part { bytes, index: 0, .. } => {
                self.whole(offset, u32::from(bytes)).map(|_| u32::from(bytes))
            }
            _ => None,
        }
    }

    /// Returns the offsets at which the cells of two segments differ.
    #[must_use]
    pub fn differences(&self, other: &Cells) -> Vec<u64> {
        let mut apart = Vec::new();
        for index in self.pages.unshared(&other.pages) {
            let (mine, theirs) = (self.pages.get(index), other.pages.get(index));
            let same = match (mine, theirs) {
                (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
                (None, None) => true,
                _ => false,
            };
            if same {
                continue;
            }
            let cell = |page: Option<&Rc<Page>>, at| page.and_then(|page| page.get(at));
            let differing = (0..PAGE).filter(|&at| cell(mine, at) != cell(theirs, at));
            apart.extend(differing.map(|at| (index * PAGE + at) as u64));
        }
        apart
    }

    /// Describes the cells.
    pub fn describe(&self, items: &mut Vec<Item>) {
        items.push(Item::Word(self.pages.iter().count() as u64));
        for (index, page) in self.pages.iter() {
            items.push(Item::Word(index as u64));
            let there = |at: &usize| page.get(*at).is_some();
            let mask = (0..PAGE).filter(there).fold(0, |mask, at| mask | 1 << at);
            items.push(Item::Word(mask));
            items.push(Item::Word(u64::from(matches!(**page, Page::Mixed(_)))));
            match &**page {
                Page::Numbers { bytes, .. } => {
                    // Absent bytes were never set: they are zero.
                    let words = bytes.chunks(8).map(|chunk| {
                        chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
                    });
                    items.extend(words.map(Item::Word));
                }
                Page::Mixed(cells) => {
                    cells.iter().flatten().for_each(|byte| byte.describe(items));
                }
            }
        }
    }
}

/// Returns the value that adjacent cells form, if it is there as a whole.
#[inline]
fn whole(mut cells: impl Iterator<Item = Option<Byte>>) -> Option<Value> {
    match cells.next()?? {
        Byte::Number(first) => {
            let (mut word, mut shift) = (u64::from(first), 8);
            for cell in cells {
                let Byte::Number(number) = cell? else { return None };
                if shift == 64 {
                    return None;
                }
                word |= u64::from(number) << shift;
                shift += 8;
            }
            Some(Value::Bits(word))
        }
        Byte::Part { value, bytes, index: 0, .. } => {
            let mut count = 1;
            for cell in cells {
                match cell? {
                    Byte::Part { value: same, index, .. } if same == value && index == count => {
                        count += 1;
                    }
                    _ => return None,
                }
            }
            (count == bytes).then_some(value)
        }
        _ => None,
    }
}
