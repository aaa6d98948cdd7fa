//! The symbols of lazy inputs, and the tables about the types and functions that they belong to, the same for all states.
//!
//! `lazy/` works on them; a state has its own part in `state/inputs.rs`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ir::{FuncId, TypeId};
use term::{Term, TermMap};

use crate::program::indexed::Indexed;
use crate::program::natural::Loop;
use crate::state::inputs::Place;

/// The lazy inputs of a program, as far as they are the same for all states.
#[derive(Default)]
pub(crate) struct InputPointers {
    /// The symbols of input pointers, with the knowledge about them that does not depend on the path.
    pub(crate) references: TermMap<Rc<Reference>>,
    /// The types of possible input objects; filled only where pointers may point into objects.
    pub(crate) object_types: Vec<TypeId>,
    /// The types whose objects are arrays.
    pub(crate) indexed: Indexed,
    /// The globals that are inputs, by number.
    pub(crate) globals: Vec<usize>,
    /// The loops without stores or calls, by function; computed when a function is first asked about.
    pub(crate) walks: Walks,
}

impl InputPointers {
    /// Whether a global is an input, and does not have the initial value that the program gives it.
    pub(crate) fn has_global(&self, index: usize) -> bool {
        self.globals.contains(&index)
    }

    /// Returns the pointee type of an input pointer.
    pub(crate) fn target_of(&self, symbol: Term) -> Option<TypeId> {
        self.references.get(&symbol).map(|reference| reference.target)
    }
}

/// An input pointer.
pub(crate) struct Reference {
    /// The type of its pointee.
    pub(crate) target: TypeId,
    /// The place that holds it.
    pub(crate) place: Place,
    /// An expression for it.
    pub(crate) name: String,
    /// Whether it is assumed not to be null.
    pub(crate) non_null: bool,
    /// The symbols that determine its value: whether it is null, a selector, and truth values.
    pub(crate) choices: RefCell<Vec<Term>>,
}

/// The loops of functions that only read.
pub(crate) type Walks = HashMap<FuncId, Rc<[Loop]>>;
