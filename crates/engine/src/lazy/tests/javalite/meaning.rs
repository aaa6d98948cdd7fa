//! The heaps that a state of the engine represents: settled pointers are compared with a heap, under the path
//! condition.
//!
//! An object of the input corresponds to the first object of the heap that its pointer leads to and no earlier pointer
//! did. An object of the input without a counterpart does not exist in that heap.

use std::collections::BTreeMap;
use std::rc::Rc;

use ::javalite::tree::{ClassId, FieldId, Program, Type};
use memory::{Memory, Value};
use term::targets::targets;
use term::{AllocId, Bits, Term};

use super::heaps::{Heap, Reach, Slot};
use crate::machine::Machine;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::State;
use crate::state::inputs::{InputObject, ObjectOrigin};
use crate::state::path::Witness;

/// The layout of fields: for each class, the offset and size of each field.
pub type Layouts = Vec<Vec<(u64, u32)>>;

/// A state under the interpretation by one of the heaps that it represents.
pub struct Meaning<'a> {
    heap: &'a Heap,
    /// The object of the heap for each allocation.
    objects: BTreeMap<AllocId, usize>,
    /// The symbols of the input, with their values in the heap.
    slots: Vec<(Term, Slot)>,
}

/// An object at the end of a path: one of the input, or a new one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Input(usize),
    New(AllocId, ClassId),
}

impl<'a> Meaning<'a> {
    /// Interprets a state by a heap, and returns the values of all symbols; `None` if the state does not represent the
    /// heap.
    pub fn of<M: Memory>(
        machine: &mut Machine<'_, M>,
        state: &State<M>,
        heap: &'a Heap,
    ) -> Option<(Meaning<'a>, Rc<Witness>)> {
        let mut meaning = Meaning { heap, objects: BTreeMap::new(), slots: Vec::new() };
        meaning.find_roots(state);
        for object in state.inputs.objects.iter() {
            meaning.find_object(machine, object);
        }
        let condition = meaning.condition(machine, state)?;
        let solver = machine.solver.as_mut().expect("there is one");
        match solver.feasibility(&mut machine.terms, &state.path, condition) {
            Feasibility::Feasible(witness) => {
                let others = meaning.values(machine);
                Some((meaning, witness.with(&machine.terms, &others)))
            }
            Feasibility::Infeasible => None,
            Feasibility::Unknown(why) => panic!("{why}"),
        }
    }

    /// Binds the receiver and the argument.
    fn find_roots<M: Memory>(&mut self, state: &State<M>) {
        let data = state.path.inputs.items().into_iter().map(|input| input.term);
        let pointers = state.inputs.pointers.iter().map(|(_, _, symbol)| *symbol);
        self.slots.extend(pointers.chain(data).zip(self.heap.roots.iter().copied()));
    }

    /// Binds an object of the input to its counterpart in the heap, if it has one.
    fn find_object<M: Memory>(&mut self, machine: &Machine<'_, M>, object: &InputObject) {
        let ObjectOrigin::Pointer(name) = &object.origin else { return };
        let leads_to_it = |symbol: &Term| {
            machine.lazy.references.get(symbol).is_some_and(|reference| reference.name == *name)
        };
        let slot = self.slots.iter().find(|(symbol, _)| leads_to_it(symbol));
        let Some((_, Slot::Object(number))) = slot.copied() else { return };
        if self.objects.values().any(|other| *other == number) {
            return;
        }
        self.objects.insert(object.block, number);
        let leaves = object.leaves.iter().filter_map(|leaf| leaf.term);
        self.slots.extend(leaves.zip(self.heap.objects[number].fields.iter().copied()));
    }

    /// Returns the condition that all symbols have their values of the heap; `None` if it is unsatisfiable.
    fn condition<M: Memory>(&self, machine: &mut Machine<'_, M>, state: &State<M>) -> Option<Term> {
        let mut all = Term::TRUE;
        for &(symbol, slot) in &self.slots {
            let known = state.inputs.known.get(&symbol).copied();
            let (value, expected) = match (slot, known) {
                (Slot::Data(number), _) => {
                    let width = machine.terms.width(symbol);
                    (symbol, machine.terms.word(width, u64::from(number as u32)))
                }
                (_, None) => continue,
                (slot, Some(known)) => match (slot, known.value) {
                    (Slot::Object(number), Some(value)) => {
                        let block = self.objects.iter().find(|(_, other)| **other == number)?.0;
                        (value, machine.terms.base_of(*block))
                    }
                    (_, Some(value)) => (value, machine.terms.word(machine.pointer, 0)),
                    (slot, None) => (known.null, Term::from(slot == Slot::Null)),
                },
            };
            let same = machine.terms.eq(value, expected);
            all = machine.terms.and(all, same);
        }
        (all != Term::FALSE).then_some(all)
    }

    /// Returns the values of the pointers of the input: zero, or the number of an object, from one on.
    fn values<M: Memory>(&self, machine: &Machine<'_, M>) -> Vec<(Term, Bits)> {
        let number = |slot: &Slot| match slot {
            Slot::Null => Some(0),
            Slot::Object(number) => Some(*number as u64 + 1),
            Slot::Data(_) => None,
        };
        let pointers =
            self.slots.iter().filter_map(|(symbol, slot)| Some((*symbol, number(slot)?)));
        pointers.map(|(symbol, value)| (symbol, Bits::new(machine.pointer, value))).collect()
    }

    /// Returns the heap that is reachable at the end from the result and the two inputs.
    pub fn last<M: Memory>(
        &self,
        machine: &mut Machine<'_, M>,
        state: &mut State<M>,
        witness: &Witness,
        (program, layouts): (&Program, &Layouts),
    ) -> Heap {
        let mut look = Look { meaning: self, machine, witness };
        let returns = program.method(program.entry).returns;
        let mut roots = Vec::new();
        if let Some(returned) = state.inputs.returned {
            roots.push(look.at(returned, returns));
        }
        roots.extend(self.heap.roots.iter().map(input));
        Heap::reachable(&roots, |name| {
            let (class, block) = match name {
                Name::New(block, class) => (class, Some(block)),
                Name::Input(number) => {
                    let known = self.objects.iter().find(|(_, other)| **other == number);
                    (self.heap.objects[number].class, known.map(|(block, _)| *block))
                }
            };
            let fields = 0..layouts[class.0].len();
            let fields = fields.map(|index| match (name, block) {
                (Name::Input(number), None) => input(&self.heap.objects[number].fields[index]),
                (_, Some(block)) => {
                    let (offset, bytes) = layouts[class.0][index];
                    let place = Value::Pointer { block, offset };
                    let value =
                        look.machine.with_memory(state, |memory, cx| memory.load(cx, place, bytes));
                    look.at(value, program.field(FieldId { class, index }).ty)
                }
                (Name::New(..), None) => Reach::Null,
            });
            (class, fields.collect())
        })
    }
}

/// A reader of values under one heap.
struct Look<'a, 'm, 'h, M> {
    meaning: &'a Meaning<'a>,
    machine: &'m mut Machine<'h, M>,
    witness: &'a Witness,
}

impl<M: Memory> Look<'_, '_, '_, M> {
    /// Returns the interpretation of a value by its type.
    fn at(&mut self, value: Value, ty: Type) -> Reach<Name> {
        let terms = &mut self.machine.terms;
        let Type::Class(class) = ty else {
            let width = if ty == Type::Bool { 8 } else { 32 };
            let term = value.to_term(terms, width);
            return Reach::Data(self.witness.number(terms, term) as u32 as i32);
        };
        let term = value.to_term(terms, self.machine.pointer);
        let mut all = targets(terms, term).into_iter();
        let target = all.find(|target| self.witness.holds(terms, target.guard));
        let target = target.expect("one of them is right");
        match (target.block, self.witness.number(terms, target.offset)) {
            (Some(block), 0) => Reach::Object(match self.meaning.objects.get(&block) {
                Some(number) => Name::Input(*number),
                None => Name::New(block, class),
            }),
            (None, 0) => Reach::Null,
            (None, number) => Reach::Object(Name::Input(number as usize - 1)),
            (Some(_), offset) => panic!("a reference to byte {offset} of an object"),
        }
    }
}

fn input(slot: &Slot) -> Reach<Name> {
    match slot {
        Slot::Null => Reach::Null,
        Slot::Object(number) => Reach::Object(Name::Input(*number)),
        Slot::Data(value) => Reach::Data(*value),
    }
}
