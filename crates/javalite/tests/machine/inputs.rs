//! The inputs of a state. A heap is one if its values for what was initialised, looked up in order, satisfy the path
//! condition.
//!
//! A location that a heap does not have is one whose guard is false there. What was initialised in it may have any value:
//! nothing that is true depends on it.

use std::collections::BTreeMap;

use javalite::tree::FieldId;
use term::{Bits, Evaluator, Model, Op, SymbolId, Term, Terms};

use super::common::{Ended, Machine};
use super::heaps::{Heap, Reach, Slot};
use super::syntax::{L_NULL, Location, Owner, Reference, State, Value};

/// Returns the only path of a machine that a heap takes.
pub fn the_end<'a, 'p>(
    machine: &'a Machine<'p>,
    heap: &'a Heap,
) -> (&'a Ended<'p>, Meaning<'a, 'p>) {
    let meaning =
        |ended: &'a Ended<'p>| Some((ended, Meaning::of(&machine.terms, &ended.state, heap)?));
    let mut meant = machine.ended.iter().filter_map(meaning);
    match (meant.next(), meant.next()) {
        (Some(the_end), None) => the_end,
        (None, _) => panic!("{:?}: {heap:?} takes no path", machine.rules),
        (Some(one), Some(other)) => {
            panic!("{:?}: {heap:?} takes {:?} and {:?}", machine.rules, one.0.path, other.0.path)
        }
    }
}

/// A state, evaluated on one of its input heaps.
pub struct Meaning<'a, 'p> {
    terms: &'a Terms,
    state: &'a State<'p>,
    heap: &'a Heap,
    model: Model,
    /// The objects of locations.
    objects: BTreeMap<Location, usize>,
}

/// An object at the end of a path: of the input, or new.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Input(usize),
    New(Location),
}

impl<'a, 'p> Meaning<'a, 'p> {
    /// Evaluates a state on a heap; `None` if the heap does not take its path.
    pub fn of(terms: &'a Terms, state: &'a State<'p>, heap: &'a Heap) -> Option<Meaning<'a, 'p>> {
        let (model, objects) = (Model::new(), BTreeMap::new());
        let mut meaning = Meaning { terms, state, heap, model, objects };
        for input in &state.initialised {
            let slot = match input.owner {
                Owner::Root(index) => heap.roots[index],
                Owner::Field(l, field) => match meaning.objects.get(&l) {
                    Some(&object) => heap.objects[object].fields[field.index],
                    None => Slot::Null,
                },
            };
            meaning.set(input.symbol, slot);
            if let (Some((l, new)), Slot::Object(object)) = (input.new, slot)
                && meaning.holds(new)
            {
                meaning.objects.insert(l, object);
            }
        }
        meaning.holds(state.phi).then_some(meaning)
    }

    fn set(&mut self, symbol: Term, slot: Slot) {
        let number = match slot {
            Slot::Null => 0,
            Slot::Object(index) => index as u64 + 1,
            Slot::Data(value) => u64::from(value as u32),
        };
        let value = match self.terms.sort(symbol) {
            term::Sort::Bool => term::Value::Bool(number == 1),
            _ => term::Value::Bits(Bits::new(self.terms.width(symbol), number)),
        };
        self.model.set(symbol_of(self.terms, symbol), value);
    }

    fn holds(&self, condition: Term) -> bool {
        Evaluator::default().holds(self.terms, condition, &self.model)
    }

    /// Returns the heap that is reachable at the end from the result and the two inputs.
    pub fn last(&self, ended: &Ended<'p>) -> Heap {
        let result = ended.result.map(|value| match value {
            Value::Reference(r) => self.reference(r),
            Value::Data(data) => self.data(data),
        });
        let roots: Vec<Reach<Name>> =
            result.into_iter().chain(self.heap.roots.iter().map(input)).collect();
        Heap::reachable(&roots, |name| match name {
            Name::Input(object) => {
                let known = self.objects.iter().find(|(_, other)| **other == object);
                let known = known.map(|(l, _)| *l);
                let object = &self.heap.objects[object];
                let fields = object.fields.iter().enumerate().map(|(index, slot)| {
                    let field = FieldId { class: object.class, index };
                    known.and_then(|l| self.field(l, field)).unwrap_or_else(|| input(slot))
                });
                (object.class, fields.collect())
            }
            Name::New(l) => {
                let class = self.state.types[&l];
                let fields = (0..).map_while(|index| self.field(l, FieldId { class, index }));
                (class, fields.collect())
            }
        })
    }

    /// Returns the value of a field, if it was initialised.
    fn field(&self, l: Location, field: FieldId) -> Option<Reach<Name>> {
        let reference = self.state.r.get(&(l, field)).map(|r| self.reference(*r));
        reference.or_else(|| self.state.data.get(&(l, field)).map(|data| self.data(*data)))
    }

    /// Returns the target of a reference: the location whose guard is true.
    fn reference(&self, r: Reference) -> Reach<Name> {
        let holding = self.state.l[&r].iter().filter(|(phi, _)| self.holds(*phi));
        let mut locations: Vec<Location> = holding.map(|(_, l)| *l).collect();
        locations.dedup();
        match locations.as_slice() {
            [L_NULL] => Reach::Null,
            [l] => match self.objects.get(l) {
                Some(object) => Reach::Object(Name::Input(*object)),
                None => Reach::Object(Name::New(*l)),
            },
            several => panic!("a reference to {} locations", several.len()),
        }
    }

    fn data(&self, data: Term) -> Reach<Name> {
        match Evaluator::default().eval(self.terms, data, &self.model) {
            term::Value::Bool(value) => Reach::Data(i32::from(value)),
            term::Value::Bits(bits) => Reach::Data(bits.low_word() as u32 as i32),
            other => panic!("{other:?}"),
        }
    }
}

fn input(slot: &Slot) -> Reach<Name> {
    match slot {
        Slot::Null => Reach::Null,
        Slot::Object(index) => Reach::Object(Name::Input(*index)),
        Slot::Data(value) => Reach::Data(*value),
    }
}

fn symbol_of(terms: &Terms, term: Term) -> SymbolId {
    match terms.op(term) {
        Op::Symbol(id) => id,
        other => panic!("{other:?} is no symbol"),
    }
}
