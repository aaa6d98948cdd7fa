//! `sel` and `upd` on one array of elements of one width (*Sel/Upd*, section 2.6).
//!
//! An array term holds the elements; two arrays of bits beside it say which elements are present,
//! and which are initialised. Elements at constant indices wait in a map before they become part of
//! the terms: a program on numbers makes no terms. This file knows indices of elements, and no
//! bytes.

use std::cell::OnceCell;

use rpds::RedBlackTreeMap;
use term::{Op, Term};

use crate::memory::{Context, Item};
use crate::value::{Value, ite};

/// An element at a constant index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ConstantElement {
    /// The value.
    pub value: Value,
    /// Whether it is initialised; otherwise it is a copy of uninitialised bytes.
    pub written: bool,
}

/// The array as terms.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Flat {
    /// The elements.
    elements: Term,
    /// A bit for each element: whether it is present.
    present: Term,
    /// A bit for each element: whether it is initialised.
    written: Term,
}

/// The result of a `sel`.
#[derive(Clone, Copy)]
pub struct Element {
    /// The condition under which the element is present.
    pub present: Term,
    /// Its value then.
    pub value: Value,
    /// The condition under which it is initialised.
    pub written: Term,
}

/// An array.
#[derive(Clone)]
pub struct ElementArray {
    /// Bytes of an element; zero while the array is empty.
    width: u32,
    /// Elements at constant indices, newer than the terms.
    cells: RedBlackTreeMap<u64, ConstantElement>,
    /// The terms; `None` if there are none.
    base: Option<Flat>,
    /// All elements as terms, once a read needed them.
    flat: OnceCell<Flat>,
}

impl ElementArray {
    /// Creates an empty array.
    pub fn empty() -> ElementArray {
        ElementArray { width: 0, cells: RedBlackTreeMap::new(), base: None, flat: OnceCell::new() }
    }

    /// Returns the bytes of an element; zero if the array is empty.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether the array is empty.
    pub fn is_empty(&self) -> bool {
        self.width == 0
    }

    /// Sets the width of the elements of an empty array.
    pub fn set_width(&mut self, bytes: u32) {
        self.width = bytes;
    }

    /// Whether all elements are at constant indices.
    pub fn has_cells_only(&self) -> bool {
        self.base.is_none()
    }

    /// Returns an element at a constant index, if the map has it.
    #[inline]
    pub fn cell(&self, index: u64) -> Option<ConstantElement> {
        self.cells.get(&index).copied()
    }

    /// Iterates over the elements at constant indices.
    pub fn cells(&self) -> impl Iterator<Item = (u64, ConstantElement)> {
        self.cells.iter().map(|(&index, &cell)| (index, cell))
    }

    /// Whether its terms are those of another array: only elements at constant indices differ.
    pub fn has_base_of(&self, other: &ElementArray) -> bool {
        (self.width, self.base) == (other.width, other.base)
    }

    /// `sel`: returns the element at an index.
    pub fn sel(&self, cx: &mut Context<'_>, index: Value) -> Element {
        if let Value::Bits(index) = index {
            if let Some(ConstantElement { value, written }) = self.cell(index) {
                let written = if written { Term::TRUE } else { Term::FALSE };
                return Element { present: Term::TRUE, value, written };
            }
            if self.base.is_none() {
                return Element { present: Term::FALSE, value: Value::ZERO, written: Term::FALSE };
            }
        }
        // An index that is in no cell can leave the cells out of the terms.
        let flat = match (index, self.base) {
            (Value::Bits(_), Some(base)) => base,
            _ => self.flat(cx),
        };
        let index = cx.address(index);
        let element = match cx.terms.mentions_base(flat.elements) {
            true => sel_by_choice(cx, flat.elements, index),
            false => cx.terms.select(flat.elements, index),
        };
        let [present, written] = [flat.present, flat.written].map(|bits| sel_bit(cx, bits, index));
        Element { present, value: Value::of_term(cx.terms, element), written }
    }

    /// `upd` at a constant index.
    #[inline]
    pub fn put(&mut self, index: u64, cell: ConstantElement) {
        self.cells.insert_mut(index, cell);
        self.flat.take();
    }

    /// `upd` under a guard; the index lies within `bounds`.
    pub fn upd(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        index: Value,
        bounds: (u64, u64),
        value: Value,
    ) {
        if let Value::Bits(index) = index {
            match self.cell(index) {
                _ if guard == Term::TRUE => {
                    return self.put(index, ConstantElement { value, written: true });
                }
                Some(ConstantElement { value: old, written: true }) => {
                    let value = ite(cx, guard, value, old, self.width);
                    return self.put(index, ConstantElement { value, written: true });
                }
                _ => {}
            }
        }
        let Flat { elements, present, written } = self.flat(cx);
        let (at, value) = (cx.address(index), value.to_term(cx.terms, 8 * self.width));
        let one = cx.terms.word(1, 1);
        let elements = upd(cx, elements, guard, at, value);
        let [present, written] = [present, written].map(|bits| upd(cx, bits, guard, at, one));
        self.base = Some(Flat { elements, present, written });
        // Cells that the index cannot alias stay.
        let hit: Vec<u64> =
            self.cells.range(bounds.0..=bounds.1).map(|(&index, _)| index).collect();
        for index in hit {
            self.cells.remove_mut(&index);
        }
        self.flat.take();
    }

    /// Returns all elements as terms.
    fn flat(&self, cx: &mut Context<'_>) -> Flat {
        *self.flat.get_or_init(|| {
            let mut flat = self.base.unwrap_or_else(|| Flat::new(cx, self.width));
            for (index, ConstantElement { value, written }) in self.cells() {
                let (index, value) = (cx.number(index), value.to_term(cx.terms, 8 * self.width));
                let [one, written] = [1, u64::from(written)].map(|bit| cx.terms.word(1, bit));
                flat.elements = cx.terms.store(flat.elements, index, value);
                flat.present = cx.terms.store(flat.present, index, one);
                flat.written = cx.terms.store(flat.written, index, written);
            }
            flat
        })
    }

    /// Returns the indices at which something was written that mentions a block.
    pub fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        let cells = self.cells().filter(|(_, cell)| cell.value.mentions_block(cx.terms));
        let mut places: Vec<Value> = cells.map(|(index, _)| Value::Bits(index)).collect();
        let mut array = self.base.map(|base| base.elements);
        while let Some(elements) = array {
            array = None;
            if cx.terms.op(elements) == Op::Store {
                let [below, index, value] = [0, 1, 2].map(|i| cx.terms.arg(elements, i));
                if cx.terms.mentions_base(value) {
                    places.push(Value::of_term(cx.terms, index));
                }
                array = Some(below);
            }
        }
        places
    }

    /// Describes the array.
    pub fn describe(&self, items: &mut Vec<Item>) {
        items.push(Item::Word(u64::from(self.width)));
        items.push(Item::Word(self.cells.size() as u64));
        for (index, cell) in self.cells() {
            items.push(Item::Word(index));
            items.push(Item::Value(cell.value));
            items.push(Item::Word(u64::from(cell.written)));
        }
        items.push(Item::Word(u64::from(self.base.is_some())));
        if let Some(Flat { elements, present, written }) = self.base {
            items.extend([elements, present, written].map(|it| Item::Value(Value::Term(it))));
        }
    }
}

impl Flat {
    /// `NewArr`: creates arrays without elements.
    fn new(cx: &mut Context<'_>, width: u32) -> Flat {
        let [zero, bit] = [8 * width, 1].map(|width| cx.terms.word(width, 0));
        let [elements, none] = [zero, bit].map(|it| cx.terms.const_array(cx.pointer, it));
        Flat { elements, present: none, written: none }
    }
}

/// `upd(array, at, guard ? value : sel(array, at))`
fn upd(cx: &mut Context<'_>, array: Term, guard: Term, at: Term, value: Term) -> Term {
    let value = match guard {
        Term::TRUE => value,
        _ => {
            let old = sel_by_choice(cx, array, at);
            cx.terms.ite(guard, value, old)
        }
    };
    cx.terms.store(array, at, value)
}

/// Returns a bit of an array, as a condition.
fn sel_bit(cx: &mut Context<'_>, bits: Term, at: Term) -> Term {
    let (bit, one) = (cx.terms.select(bits, at), cx.terms.word(1, 1));
    cx.terms.eq(bit, one)
}

/// `sel` as a choice between the updates: the choices stay visible, so that a pointer keeps its
/// provenance.
fn sel_by_choice(cx: &mut Context<'_>, array: Term, at: Term) -> Term {
    let mut updates = Vec::new();
    let mut below = array;
    while cx.terms.op(below) == Op::Store {
        let [older, index, value] = [0, 1, 2].map(|i| cx.terms.arg(below, i));
        let here = cx.terms.eq(index, at);
        below = older;
        if here != Term::FALSE {
            updates.push((here, value));
        }
        if here == Term::TRUE {
            break;
        }
    }
    let mut value = cx.terms.select(below, at);
    for (here, update) in updates.into_iter().rev() {
        value = cx.terms.ite(here, update, value);
    }
    value
}
