//! The lazy inputs of a state: input objects, and the values of input pointers.
//!
//! This is the data alone. `lazy/` decides which objects there are and settles pointers; `Machine::lazy` has the
//! options and the pointers' symbols, which all states share.

use std::rc::Rc;

use archery::RcK;
use ir::{BitRange, BlockId, FuncId, TypeId};
use memory::{Item, Value};
use rpds::HashTrieMap;
use term::{AllocId, FxBuild, Term};

use crate::state::trail::Trail;

/// The width of a selector: the symbol whose value chooses the target of a pointer.
pub(crate) const NUMBER_BITS: u32 = 32;

/// The unused values of a selector: those from `from` on have no meaning yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    /// The selector.
    pub(crate) number: Term,
    /// The first unused value.
    pub(crate) from: u64,
}

impl Rest {
    /// Takes a number of consecutive values; returns the first.
    pub(crate) fn take(&mut self, values: usize) -> u64 {
        let first = self.from;
        self.from += values as u64;
        first
    }

    /// Whether a number of further values is available.
    pub(crate) fn has_room(&self, values: usize) -> bool {
        self.from + (values as u64) < 1 << (NUMBER_BITS - 1)
    }
}

/// A place in the input heap.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The condition under which the place exists.
    pub(crate) exists: Term,
    /// The object that contains the place, or the pointer that leads to it; `None` for places that exist from the
    /// start.
    pub(crate) holder: Option<AllocId>,
}

impl Place {
    /// A place that exists from the start.
    pub(crate) const START: Place = Place { exists: Term::TRUE, holder: None };
}

/// The knowledge about an input pointer on a path.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// The condition that the pointer is null.
    pub(crate) null: Term,
    /// Its value; `None` until it is settled.
    pub(crate) value: Option<Term>,
}

/// The lazy inputs of a state.
#[derive(Clone, Default)]
pub struct Inputs {
    /// Whether the program was started in a function that is given lazy inputs.
    pub(crate) in_use: bool,
    /// The input objects, in order of creation.
    pub(crate) objects: Rc<Vec<InputObject>>,
    /// The parameters that are pointers: names, types and symbols.
    pub(crate) pointers: Rc<Vec<(String, TypeId, Term)>>,
    /// The input pointers that the path has considered, by symbol.
    pub(crate) known: HashTrieMap<Term, Known, RcK, FxBuild>,
    /// The value that the function returned; `None` until it returns.
    pub(crate) returned: Option<Value>,
    /// The iterations of the read-only loop that the state is in.
    pub(crate) walk: Walk,
}

impl Inputs {
    /// Whether an allocation is an input object.
    pub(crate) fn has_block(&self, block: AllocId) -> bool {
        self.objects.iter().any(|object| object.block == block)
    }

    /// Returns the input object of an allocation.
    pub(crate) fn object(&self, block: AllocId) -> Option<&InputObject> {
        self.objects.iter().find(|object| object.block == block)
    }

    /// Returns the value of an input pointer, if it is settled.
    pub(crate) fn value_of(&self, symbol: Term) -> Option<Term> {
        self.known.get(&symbol).and_then(|known| known.value)
    }

    /// Appends everything that the future of a state depends on.
    pub(crate) fn describe(&self, items: &mut Vec<Item>) {
        items.push(Item::Word(self.objects.len() as u64));
        for object in self.objects.iter() {
            items.push(Item::Word(object.block.index() as u64));
            items.push(Item::Word(object.element.index() as u64));
            items.push(Item::Value(Value::Term(object.place.exists)));
            if let Some(Rest { number, from }) = object.rest {
                items.extend([Item::Value(Value::Term(number)), Item::Word(from)]);
            }
        }
        let mut known: Vec<(&Term, &Known)> = self.known.iter().collect();
        known.sort_unstable_by_key(|(symbol, _)| **symbol);
        for (symbol, known) in known {
            let Known { null, value } = *known;
            items.push(Item::Word(u64::from(value.is_some())));
            let terms = [*symbol, null].into_iter().chain(value);
            items.extend(terms.map(|term| Item::Value(Value::Term(term))));
        }
    }
}

/// An input object.
#[derive(Clone)]
pub struct InputObject {
    /// Its allocation.
    pub block: AllocId,
    /// The type of its elements.
    pub element: TypeId,
    /// The number of its elements.
    pub count: Value,
    /// The condition under which the object exists, and the place of the pointer that first led to it.
    pub(crate) place: Place,
    /// The unused values of the selector that decides whether the object exists, for the only pointer in the
    /// object; taken when that pointer is settled.
    pub(crate) rest: Option<Rest>,
    /// The origin of the object.
    pub origin: ObjectOrigin,
    /// Its scalars.
    pub leaves: Rc<[Leaf]>,
}

/// The origin of an input object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectOrigin {
    /// A pointer was dereferenced: an expression for the pointer.
    Pointer(String),
    /// A global: its name.
    Global(String),
    /// A parameter that is a struct, to which no pointer leads: its name.
    Parameter(String),
}

/// The iterations of the loop that a state is in, where the loop only reads.
#[derive(Clone, Default)]
pub(crate) struct Walk {
    /// The function, the header, and the depth of the call stack.
    pub(crate) place: Option<(FuncId, BlockId, usize)>,
    /// The values of its variables at the start of each iteration.
    pub(crate) been: Trail<Rc<[Value]>>,
}

/// A scalar of an input object, or bytes that belong to no scalar.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The index of the element that contains it.
    pub index: u64,
    /// The path from the element: `.next`, `.name[2]`; empty if it is the element itself.
    pub path: String,
    /// The offset in bytes from the start of the object.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
    /// The bits, for a bit-field.
    pub bits: Option<BitRange>,
    /// Its value; `None` if it consists of uninitialised bytes.
    pub term: Option<Term>,
}
