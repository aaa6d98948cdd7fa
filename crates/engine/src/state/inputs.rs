//! What a state knows of lazy inputs: objects, and what pointers of the input are.

use std::rc::Rc;

use archery::RcK;
use ir::{BitRange, BlockId, FuncId, TypeId};
use memory::{Item, Value};
use rpds::HashTrieMap;
use term::{AllocId, FxBuild, Term};

use crate::state::trail::Trail;

/// The bits of the number.
pub(crate) const NUMBER_BITS: u32 = 32;

/// What is left of a number that says what pointers are: its values from one on tell nobody anything yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    pub(crate) number: Term,
    pub(crate) from: u64,
}

impl Rest {
    /// Takes the next of its values, or as many as asked for; where they begin.
    pub(crate) fn take(&mut self, values: usize) -> u64 {
        let first = self.from;
        self.from += values as u64;
        first
    }

    /// Whether it has room for so many values.
    pub(crate) fn has_room(&self, values: usize) -> bool {
        self.from + (values as u64) < 1 << (NUMBER_BITS - 1)
    }
}

/// Where in the input something is.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The condition under which there is such a place.
    pub(crate) exists: Term,
    /// The object that it is in, or that the pointer to it is in; `None` for what is there from the start.
    pub(crate) holder: Option<AllocId>,
}

impl Place {
    /// What is there from the start.
    pub(crate) const START: Place = Place { exists: Term::TRUE, holder: None };
}

/// What is known of a pointer of the input on a path.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// The condition that it is null.
    pub(crate) null: Term,
    /// What it is, once it is settled.
    pub(crate) value: Option<Term>,
}

/// The inputs of a state.
#[derive(Clone, Default)]
pub struct Inputs {
    /// Whether the program was started in a function that is given such inputs.
    pub(crate) in_use: bool,
    /// Objects, in the order in which they came up.
    pub(crate) objects: Rc<Vec<InputObject>>,
    /// Pointers that are parameters: their names, and their symbols.
    pub(crate) pointers: Rc<Vec<(String, TypeId, Term)>>,
    pub(crate) known: HashTrieMap<Term, Known, RcK, FxBuild>,
    /// What the function returned.
    pub(crate) returned: Option<Value>,
    pub(crate) walk: Walk,
}

impl Inputs {
    /// Whether a block is an object of the input.
    pub(crate) fn has_block(&self, block: AllocId) -> bool {
        self.objects.iter().any(|object| object.block == block)
    }

    /// The object of the input that a block is.
    pub(crate) fn object(&self, block: AllocId) -> Option<&InputObject> {
        self.objects.iter().find(|object| object.block == block)
    }

    /// What a pointer of the input is, once it is settled.
    pub(crate) fn value_of(&self, symbol: Term) -> Option<Term> {
        self.known.get(&symbol).and_then(|known| known.value)
    }

    /// Everything that the future of a state depends on.
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

/// An object of the input.
#[derive(Clone)]
pub struct InputObject {
    /// Where it is.
    pub block: AllocId,
    /// The type of its elements.
    pub element: TypeId,
    /// How many elements it has.
    pub count: Value,
    /// When there is such an object, and where the pointer is that first led to it.
    pub(crate) place: Place,
    /// What is left of the number that says whether there is such an object, for the only pointer in it.
    pub(crate) rest: Option<Rest>,
    /// Whose it is.
    pub owner: Owner,
    /// Its scalars.
    pub leaves: Rc<[Leaf]>,
}

/// Whose an object is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A pointer was followed: an expression for it.
    Pointer(String),
    /// A global.
    Global(String),
    /// A parameter that is a struct: no pointer leads to it.
    Parameter(String),
}

/// The rounds of the loop that a state is in.
#[derive(Clone, Default)]
pub(crate) struct Walk {
    /// Its function and header, and how many calls are around it.
    pub(crate) place: Option<(FuncId, BlockId, usize)>,
    /// What its variables were, at the start of each round.
    pub(crate) been: Trail<Rc<[Value]>>,
}

/// A scalar of an object of the input, or bytes that are none.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Which element it is in.
    pub index: u64,
    /// How it is reached from there: `.next`, `.name[2]`; nothing if it is the element itself.
    pub path: String,
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
    /// For a bit-field, which bits.
    pub bits: Option<BitRange>,
    /// What it is; `None` if it is made of bytes that were never written.
    pub term: Option<Term>,
}
