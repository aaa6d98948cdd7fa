//! Lazy inputs: what a function finds behind the pointers that it is given.
//!
//! A pointer of the input (a parameter, a global, a field of an object that another such pointer leads to)
//! is a symbol until an instruction needs to know where it points. Then it is *settled*: null, an object of
//! its type that is there already, or a new one. Memory keeps the symbol; what it stands for is kept
//! here, in the state, and put in its place wherever it is used.
//!
//! This is *Uber-lazy*, figures 4 and 5, with these departures:
//! 1. A value is a term, so the document's set of guarded locations is an `ite` over the bases of blocks, and field
//!    access, field write and equality of references are what loads, stores and comparisons do anyway.
//! 2. The guards of `uber` are ranges of a number, the *choice* of a reference: whether it is null, which of the objects it is
//!    that are there for sure, or a new one. The only pointer of an object goes on with the number that led to it (`Rest`), so that the
//!    choices of a whole list are one. Objects that may not be there have a truth value each, and the first that is chosen and is there
//!    goes before those that are. So guards exclude each other by themselves, and diagrams of them have one form (`term::diagram`).
//!    VS and ST are one thing then: what a value is on a path, without the cases that the path excludes (`Path::narrowed`).
//! 3. A null that is feasible at an access is a finding, and the path goes on without it.
//! 4. A field is settled when its value is used, not when it is read; only `lazy` does that at the read.
//!
//! `cases.rs` works with pointers that are many things at once, `objects.rs` makes objects, `indexed.rs` says which of them are arrays, `start.rs` says what a function is given,
//! `interior.rs` has pointers that point into objects, `picture.rs` shows the heap under one input, `walk.rs` leaves out what comes back to where it was. Nothing here knows what is in memory now: objects are
//! described as they were at the start.

mod cases;
mod interior;
mod objects;
mod picture;
mod start;

#[cfg(test)]
mod tests;
mod walk;

use std::cell::RefCell;
use std::rc::Rc;

use ir::{Callee, CompareOp, Field, Instr, Operand, SourceType, Terminator, Ty, TypeId};
use memory::{Memory, Value};
use term::visit::substitute;
use term::{AllocId, Sort, Term, TermMap};

use crate::machine::lazy_inputs::{Heap, Reference};
use crate::machine::{Machine, Step};
use crate::state::frames::State;
use crate::state::inputs::{InputObject, Known, NUMBER_BITS, Owner, Place, Rest};
use interior::Alias;

pub(crate) use objects::scalars;

/// The choice that a pointer is null.
const IS_NULL: usize = 0;
/// The number that says what it is, if no other one does.
const NUMBER: usize = 1;
/// The first of the choices that it is a certain object.
const IS_OBJECT: usize = 2;

impl<M: Memory> Machine<'_, M> {
    /// A new pointer of the input.
    fn reference(&mut self, target: TypeId, place: Place, name: String, non_null: bool) -> Term {
        let symbol = self.terms.symbol(&name, Sort::Bits(self.pointer));
        let choices = RefCell::default();
        let reference = Reference { target, place, name, non_null, choices };
        self.lazy.references.insert(symbol, Rc::new(reference));
        symbol
    }

    /// A value in which every pointer of the input is settled, and that is no more than it can be on the path.
    pub(crate) fn settle(&mut self, state: &mut State<M>, value: Value) -> Step<Value> {
        if self.lazy.references.is_empty() {
            return Ok(value);
        }
        let Value::Term(term) = value else { return Ok(value) };
        let open = self.references_in(value);
        if open.is_empty() && !self.terms.mentions_base(term) {
            return Ok(value);
        }
        if let Some(settled) = self.settle_cases(state, term)? {
            return Ok(Value::of_term(&self.terms, settled));
        }
        if open.is_empty() {
            return Ok(value);
        }
        let mut settled = TermMap::default();
        for symbol in open {
            settled.insert(symbol, self.settled(state, symbol)?);
        }
        let term = substitute(&mut self.terms, term, &settled);
        Ok(Value::of_term(&self.terms, term))
    }

    /// What a pointer of the input is.
    /// Implements `LAZY INITIALIZATION (END)` of *Uber-lazy*.
    fn settled(&mut self, state: &mut State<M>, symbol: Term) -> Step<Term> {
        let known = state.inputs.known.get(&symbol).copied();
        if let Some(value) = known.and_then(|known| known.value) {
            return Ok(value);
        }
        let Some(reference) = self.lazy.references.get(&symbol).cloned() else { return Ok(symbol) };
        let known = match self.lazy.heap {
            Heap::Uber => {
                let null_is_out = known.is_some_and(|known| known.null == Term::FALSE);
                self.all_choices(state, &reference, !reference.non_null && !null_is_out)?
            }
            Heap::Lazy | Heap::Lazier => {
                let known = self.known_of(state, symbol);
                let value = self.one_choice(state, &reference, known)?;
                Known { value: Some(value), ..known }
            }
        };
        state.inputs.known.insert_mut(symbol, known);
        // Whoever starts over here finds it settled.
        state.path.keep_decisions();
        Ok(known.value.unwrap_or(symbol))
    }

    /// What is known of a pointer; from the first question on there is something.
    fn known_of(&mut self, state: &mut State<M>, symbol: Term) -> Known {
        if let Some(known) = state.inputs.known.get(&symbol) {
            return *known;
        }
        let null = match self.lazy.references.get(&symbol).cloned() {
            Some(reference) if !reference.non_null => self.choice(&reference, IS_NULL),
            _ => Term::FALSE,
        };
        let known = Known { null, value: None };
        state.inputs.known.insert_mut(symbol, known);
        known
    }

    /// Something that says what a pointer is.
    fn choice(&mut self, reference: &Reference, which: usize) -> Term {
        let mut choices = reference.choices.borrow_mut();
        while choices.len() <= which {
            let name = &reference.name;
            let (name, sort) = match choices.len() {
                IS_NULL => (format!("{name} is null"), Sort::Bool),
                NUMBER => (format!("{name} is the object"), Sort::Bits(NUMBER_BITS)),
                other => (format!("{name} is object {}", other - IS_OBJECT), Sort::Bool),
            };
            choices.push(self.terms.symbol(&name, sort));
        }
        choices[which]
    }

    /// The places that a pointer may point to besides those in a new object, each with the condition that it exists.
    /// Implements `θ_alias` of *Uber-lazy*.
    fn candidates(&mut self, state: &State<M>, reference: &Reference) -> Vec<Alias> {
        let objects = state.inputs.objects.clone();
        let on_the_way = way_to(&objects, reference.place.holder);
        let mut candidates = Vec::new();
        for object in objects.iter() {
            if matches!(object.owner, Owner::Parameter(_)) {
                continue;
            }
            // NoHost finds a pointer in an object that does not exist; where it does, those on the way to it do.
            let exists = match on_the_way.contains(&object.block) {
                true => Term::TRUE,
                false => object.place.exists,
            };
            for (offset, there) in self.places_in(state, object, reference.target) {
                let exists = self.terms.and(exists, there);
                candidates.push(Alias { block: object.block, offset, exists });
            }
        }
        candidates
    }

    /// The same, each with a choice; the first that is made says which one it is, if it exists.
    /// Implements `θ_alias` of *Uber-lazy*.
    fn aliases(&mut self, reference: &Reference, candidates: Vec<Alias>) -> Vec<(Term, Term)> {
        let with_choice = |(index, alias): (usize, Alias)| {
            let chosen = self.choice(reference, IS_OBJECT + index);
            let address = self.address_in(alias.block, alias.offset);
            (address, self.terms.and(chosen, alias.exists))
        };
        candidates.into_iter().enumerate().map(with_choice).collect()
    }

    /// All choices at once: the rule of figure 5.
    /// Implements `LAZY INITIALIZATION` of *Uber-lazy*.
    fn all_choices(
        &mut self,
        state: &mut State<M>,
        reference: &Reference,
        may_be_null: bool,
    ) -> Step<Known> {
        let candidates = self.candidates(state, reference);
        let is_certain = |alias: &Alias| alias.exists == Term::TRUE;
        let (certain, others): (Vec<_>, Vec<_>) = candidates.into_iter().partition(is_certain);
        let aliases = self.aliases(reference, others);
        let mut rest = self.rest_for(state, reference, 1 + certain.len());
        let null_at = may_be_null.then(|| rest.take(1));
        let old_from = rest.take(certain.len());
        let new_from = rest.from;

        let null = null_at.map_or(Term::FALSE, |at| {
            let at = self.terms.word(NUMBER_BITS, at);
            self.terms.eq(rest.number, at)
        });
        let not_null = self.terms.not(null);
        // Objects that may not be there are asked for only where it is an old one, if there is one for sure: paths care for
        // that more often than for which one it is.
        let is_new = match certain.is_empty() {
            true => {
                let any = self.terms.any(aliases.iter().map(|&(_, chosen)| chosen));
                self.terms.not(any)
            }
            false => {
                let from = self.terms.word(NUMBER_BITS, new_from);
                self.terms.uge(rest.number, from)
            }
        };
        let possible = self.terms.and(reference.place.exists, not_null);
        let around = self.all_around(state, reference, aliases.len(), possible)?;
        let into_another = self.terms.any(around.iter().map(|alias| alias.exists));
        let not_into_another = self.terms.not(into_another);
        let mut exists = self.terms.all([possible, is_new, not_into_another]);
        if let Some(solver) = &mut self.solver {
            exists = state.path.narrowed(&mut self.terms, &mut solver.index.diagrams, exists);
        }
        let block = self.new_object(state, reference, exists, Some(rest))?;
        let new = self.terms.base_of(block);

        let old: Vec<Term> =
            certain.iter().map(|alias| self.address_in(alias.block, alias.offset)).collect();
        let mut sides: Vec<(u64, Term)> = (old_from..).zip(old).collect();
        match sides.first_mut() {
            Some(first) => first.0 = 0,
            None => sides.push((0, new)),
        }
        let mut value = self.terms.cases(rest.number, &sides);
        for (address, chosen) in aliases.into_iter().rev() {
            value = self.terms.ite(chosen, address, value);
        }
        if !certain.is_empty() {
            value = self.terms.ite(is_new, new, value);
        }
        for alias in around {
            let address = self.address_in(alias.block, alias.offset);
            value = self.terms.ite(alias.exists, address, value);
        }
        let zero = self.terms.word(self.pointer, 0);
        value = self.terms.ite(null, zero, value);
        if let Some(solver) = &mut self.solver {
            value = state.path.narrowed(&mut self.terms, &mut solver.index.diagrams, value);
        }
        Ok(Known { null, value: Some(value) })
    }

    /// The number that says what a pointer is: what is left of the one that says whether there is the object that it is in, if it is
    /// the only pointer there, or one of its own.
    fn rest_for(&mut self, state: &mut State<M>, reference: &Reference, values: usize) -> Rest {
        let is_holder = |object: &InputObject| Some(object.block) == reference.place.holder;
        if let Some(at) = state.inputs.objects.iter().position(is_holder)
            && state.inputs.objects[at].rest.is_some_and(|rest| rest.has_room(values))
            && let Some(rest) = Rc::make_mut(&mut state.inputs.objects)[at].rest.take()
        {
            return rest;
        }
        Rest { number: self.choice(reference, NUMBER), from: 0 }
    }

    /// One choice, by decisions: the rules of figure 4.
    /// Implements `LAZY INITIALIZATION (NULL)` and `LAZY INITIALIZATION` of *Uber-lazy*.
    fn one_choice(
        &mut self,
        state: &mut State<M>,
        reference: &Reference,
        known: Known,
    ) -> Step<Term> {
        if self.decide_term(state, known.null)? {
            return Ok(self.terms.word(self.pointer, 0));
        }
        let candidates = self.candidates(state, reference);
        let aliases = self.aliases(reference, candidates);
        let first = aliases.len();
        for (address, chosen) in aliases {
            if self.decide_term(state, chosen)? {
                return Ok(address);
            }
        }
        if let Some(address) = self.one_around(state, reference, first)? {
            return Ok(address);
        }
        let block = self.new_object(state, reference, Term::TRUE, None)?;
        Ok(self.terms.base_of(block))
    }

    /// Before an instruction: what it needs to know of pointers of the input.
    pub(crate) fn settle_for(&mut self, state: &mut State<M>, instr: &Instr) -> Step<()> {
        if self.lazy.references.is_empty() {
            return Ok(());
        }
        state.path.enter(self.moment(state));
        match instr {
            // These hand values on.
            Instr::Move { .. }
            | Instr::Select { .. }
            | Instr::PtrAdd { .. }
            | Instr::Begin { .. }
            | Instr::End { .. }
            | Instr::Protect { .. } => Ok(()),
            Instr::Load { ptr, .. } | Instr::Store { ptr, .. } => self.settle_operand(state, *ptr),
            Instr::Call(call) => {
                let handed_on = match call.callee {
                    Callee::Direct(function) => {
                        self.loaded.module.function(function).body.is_some()
                    }
                    Callee::Indirect(pointer) => {
                        self.settle_operand(state, pointer)?;
                        false
                    }
                };
                if handed_on {
                    return Ok(());
                }
                call.args.iter().try_for_each(|arg| self.settle_operand(state, arg.value))
            }
            &Instr::Compare {
                op: CompareOp::Eq | CompareOp::Ne, a, b: Operand::Const(0), ..
            }
            | &Instr::Compare {
                op: CompareOp::Eq | CompareOp::Ne,
                b: a,
                a: Operand::Const(0),
                ..
            } if self.lazy.heap == Heap::Lazier => self.settle_whether_null(state, a),
            instr => instr.operands().into_iter().try_for_each(|it| self.settle_operand(state, it)),
        }
    }

    /// The same for what ends a block.
    pub(crate) fn settle_for_end(
        &mut self,
        state: &mut State<M>,
        terminator: &Terminator,
    ) -> Step<()> {
        state.path.enter(self.moment(state));
        match terminator {
            Terminator::Branch { cond: operand, .. }
            | Terminator::Switch { value: operand, .. } => self.settle_operand(state, *operand),
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => Ok(()),
        }
    }

    /// Settles what a register holds.
    fn settle_operand(&mut self, state: &mut State<M>, operand: Operand) -> Step<()> {
        let Operand::Reg(reg) = operand else { return Ok(()) };
        let at = state.frame.base + reg.index();
        let settled = self.settle(state, state.registers[at])?;
        state.registers[at] = settled;
        Ok(())
    }

    /// Decides whether a pointer is null, and nothing else; of anything but a plain pointer, everything.
    fn settle_whether_null(&mut self, state: &mut State<M>, operand: Operand) -> Step<()> {
        let Operand::Reg(reg) = operand else { return Ok(()) };
        let at = state.frame.base + reg.index();
        match state.registers[at] {
            Value::Term(symbol) if self.lazy.references.contains_key(&symbol) => {
                let known = self.known_of(state, symbol);
                if known.value.is_none() && !self.decide_term(state, known.null)? {
                    state.inputs.known.insert_mut(symbol, Known { null: Term::FALSE, ..known });
                    state.path.keep_decisions();
                    return Ok(());
                }
                self.settle_operand(state, operand)
            }
            _ => self.settle_operand(state, operand),
        }
    }

    /// The answer to a comparison with null of a pointer of which only that is known.
    pub(crate) fn compared_with_null(
        &self,
        state: &State<M>,
        op: CompareOp,
        a: Value,
        b: Value,
    ) -> Option<Value> {
        let symbol = match (a, b) {
            (Value::Term(symbol), Value::ZERO) | (Value::ZERO, Value::Term(symbol)) => symbol,
            _ => return None,
        };
        let known = state.inputs.known.get(&symbol)?;
        let not_null = known.null == Term::FALSE && known.value.is_none();
        not_null.then(|| Value::bit(op == CompareOp::Ne))
    }

    /// Whether an object of one type may be what a pointer to another one points to.
    fn compatible(&self, object: TypeId, target: TypeId) -> bool {
        let types = &self.loaded.module.types;
        let (mut a, mut b) = (object, target);
        // As deep as types are derived; a table may be cyclic.
        for _ in 0..64 {
            if a == b {
                return true;
            }
            (a, b) = match (types.get(a), types.get(b)) {
                (SourceType::Pointer(a), SourceType::Pointer(b)) => (*a, *b),
                (
                    SourceType::Array { element: a, length: m },
                    SourceType::Array { element: b, length: n },
                ) if m == n => (*a, *b),
                (SourceType::Int { bits: m, .. }, SourceType::Int { bits: n, .. })
                | (SourceType::Float { bits: m, .. }, SourceType::Float { bits: n, .. }) => {
                    return m == n;
                }
                (SourceType::Void, SourceType::Void) | (SourceType::Bool, SourceType::Bool) => {
                    return true;
                }
                (SourceType::Record(a), SourceType::Record(b)) => {
                    // Several may have no name.
                    let same = |(a, b): (&Field, &Field)| a.name == b.name;
                    return (&a.name, a.is_union, a.size) == (&b.name, b.is_union, b.size)
                        && a.fields.len() == b.fields.len()
                        && a.fields.iter().zip(&b.fields).all(same);
                }
                (
                    SourceType::Function { returns: a, params: p, .. },
                    SourceType::Function { returns: b, params: q, .. },
                ) if p.len() == q.len() => (*a, *b),
                _ => return false,
            };
        }
        false
    }

    /// A pointer that was read must not be made of bytes of the input of which nobody knows that they are one.
    pub(crate) fn refuse_untyped(
        &mut self,
        state: &mut State<M>,
        ty: Ty,
        value: Value,
    ) -> Step<Value> {
        if ty == Ty::Ptr && self.mentions_input_bytes(state, value) {
            let what = "a pointer in an object of the input whose type does not say that it is one";
            return Err(self.unsupported(state, crate::findings::end::Feature::Other(what.into())));
        }
        Ok(value)
    }

    fn mentions_input_bytes(&mut self, state: &State<M>, value: Value) -> bool {
        let Value::Term(term) = value else { return false };
        if state.inputs.objects.is_empty() {
            return false;
        }
        let mut targets = Vec::new();
        for &case in self.terms_of(state, term).iter() {
            targets.extend(term::targets::targets(&mut self.terms, case));
        }
        let numbers = targets.into_iter().filter(|target| target.block.is_none());
        let Some(solver) = &mut self.solver else { return false };
        let symbols: Vec<Term> = numbers
            .flat_map(|target| solver.index.mentions.of(&self.terms, target.offset).to_vec())
            .collect();
        symbols.into_iter().any(|symbol| self.is_input_bytes(state, symbol))
    }
}

/// The objects on the way to one, which is among them.
fn way_to(objects: &[InputObject], holder: Option<AllocId>) -> Vec<AllocId> {
    let mut way = Vec::new();
    let mut next = holder;
    // Whoever holds a pointer came before what it was the first to lead to.
    for object in objects.iter().rev() {
        if next == Some(object.block) {
            way.push(object.block);
            next = object.place.holder;
        }
    }
    way
}
