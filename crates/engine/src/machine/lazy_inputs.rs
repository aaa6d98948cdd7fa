//! How lazy inputs are made, the same for all states, and the pointers among them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ir::{FuncId, TypeId};
use term::{Term, TermMap};

use crate::program::indexed::Indexed;
use crate::program::natural::Loop;
use crate::state::inputs::Place;

/// How a pointer of the input gets its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heap {
    /// At the read, by a fork for each choice.
    Lazy,
    /// When it is used, by a fork for each choice; comparisons with null ask only whether it is null.
    Lazier,
    /// When it is used, without a fork: it is all choices at once.
    #[default]
    Uber,
}

impl Heap {
    /// All, with the names that they are chosen by.
    pub const ALL: [(&'static str, Heap); 3] =
        [("uber", Heap::Uber), ("lazier", Heap::Lazier), ("lazy", Heap::Lazy)];

    /// The one with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Heap> {
        Heap::ALL.iter().find(|(other, _)| *other == name).map(|&(_, heap)| heap)
    }
}

/// How inputs are made, the same for all states.
pub struct LazyInputs {
    /// How pointers get their values.
    pub heap: Heap,
    /// The most elements that an array of the input has.
    pub array_bound: u64,
    /// Parameters that are not null.
    pub non_null: Vec<String>,
    /// Whether pointers may point into objects, not only to their start.
    pub interior: bool,
    /// The symbols of pointers, and what is known of them from the start.
    pub(crate) references: TermMap<Rc<Reference>>,
    /// The types of objects that the input can have, where pointers may point into objects.
    pub(crate) object_types: Vec<TypeId>,
    /// Types whose objects are arrays.
    pub(crate) indexed: Indexed,
    /// The globals that are inputs, by number.
    pub(crate) globals: Vec<usize>,
    /// Loops in which nothing is written.
    pub(crate) walks: Walks,
}

impl Default for LazyInputs {
    fn default() -> LazyInputs {
        LazyInputs {
            heap: Heap::default(),
            array_bound: 8,
            non_null: Vec::new(),
            interior: false,
            object_types: Vec::new(),
            references: TermMap::default(),
            indexed: Indexed::default(),
            globals: Vec::new(),
            walks: Walks::default(),
        }
    }
}

impl LazyInputs {
    /// Whether a global is an input, and not what the program says that it is at the start.
    pub(crate) fn has_global(&self, index: usize) -> bool {
        self.globals.contains(&index)
    }

    /// The type behind a pointer of the input.
    pub(crate) fn target_of(&self, symbol: Term) -> Option<TypeId> {
        self.references.get(&symbol).map(|reference| reference.target)
    }
}

/// A pointer of the input.
pub(crate) struct Reference {
    /// The type of what it points to.
    pub(crate) target: TypeId,
    /// What it is in.
    pub(crate) place: Place,
    /// An expression for it.
    pub(crate) name: String,
    /// Whether it cannot be null.
    pub(crate) non_null: bool,
    /// What says what it is: whether it is null, a number, and truth values.
    pub(crate) choices: RefCell<Vec<Term>>,
}

/// The loops of functions that only read.
pub(crate) type Walks = HashMap<FuncId, Rc<[Loop]>>;
