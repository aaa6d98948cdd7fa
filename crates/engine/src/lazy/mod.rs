//! Lazily initialised inputs: the objects behind the pointers of a function that is checked by itself.
//!
//! A pointer of the input is a parameter, a global, or a field of an object that another such pointer leads to. It is a
//! symbol until an instruction needs to know where it points. Then it is *settled*: it is null, or points to an object
//! of its type, which is one that the state already has or a new one. Memory keeps the symbol; the state keeps its
//! value (`Inputs::known`), and `settle` substitutes the value wherever the pointer is used.
//!
//! This is *Uber-lazy*, figures 4 and 5, with these departures:
//! 1. A value is a term. So the paper's set of guarded locations is an `ite` over the base addresses of allocations,
//!    and loads, stores and comparisons implement field access, field write and equality of references.
//! 2. The guards of `uber` are ranges of a number, the *choice* of a reference: null, one of the objects that certainly
//!    exist, or a new object. If an object has only one pointer, that pointer shares the number of the pointer that led
//!    to the object (`Rest`), so the choices of a whole list are one number. An object that may not exist has a Boolean
//!    choice of its own; the first such choice that is made, and whose object exists, precedes the objects that
//!    certainly exist. So guards exclude each other by construction, and diagrams over them have a normal form
//!    (`term::diagram`). VS and ST are one operation then: the value on a path, without the cases that the path
//!    excludes (`Path::narrowed`).
//! 3. Null that is feasible at an access is a violation, and the path continues without it.
//! 4. A field is settled when its value is used, not when it is read; only `lazy` settles it at the read.
//!
//! `cases.rs` takes pointers with several targets apart, case by case. `objects.rs` allocates objects and initialises
//! them. `start.rs` determines the inputs of a function. `interior.rs` has the pointers that point into objects,
//! `input_heap.rs` the heap under one input, and `walk.rs` drops inputs on which a loop returns to an earlier state.
//! `program/indexed.rs` says which objects are arrays. This room does not know the current contents of memory: it
//! describes objects as they were at the start. The interpreter relies on it: operands are settled before an
//! instruction does more than hand a value on.

mod cases;
mod input_heap;
mod interior;
mod objects;
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

use crate::machine::input_pointers::Reference;
use crate::machine::{Machine, Step};
use crate::options::Heap;
use crate::state::frames::State;
use crate::state::inputs::{InputObject, Known, NUMBER_BITS, ObjectOrigin, Place, Rest};
use interior::Alias;

pub(crate) use objects::scalars;

/// The index of the Boolean choice that a pointer is null.
const IS_NULL: usize = 0;
/// The index of the number that selects the target of a pointer that does not share the number of another one.
const NUMBER: usize = 1;
/// The index of the first Boolean choice that a pointer points to a certain object.
const IS_OBJECT: usize = 2;

impl<M: Memory> Machine<'_, M> {
    /// Creates the symbol of a pointer of the input.
    fn reference(&mut self, target: TypeId, place: Place, name: String, non_null: bool) -> Term {
        let symbol = self.terms.symbol(&name, Sort::Bits(self.pointer));
        let choices = RefCell::default();
        let reference = Reference { target, place, name, non_null, choices };
        self.lazy.references.insert(symbol, Rc::new(reference));
        symbol
    }

    /// Returns a value in which every pointer of the input is settled, without the cases that the path excludes.
    pub(crate) fn settle(&mut self, state: &mut State<M>, value: Value) -> Step<Value> {
        if self.lazy.references.is_empty() {
            return Ok(value);
        }
        let Value::Term(term) = value else { return Ok(value) };
        let open = self.references_in(value);
        if open.is_empty() && !self.terms.mentions_base(term) {
            return Ok(value);
        }
        // Cases are settled where they are values. A condition that is not taken apart into cases can mention open pointers
        // after that.
        let term = self.settle_cases(state, term)?.unwrap_or(term);
        let open = self.references_in(Value::Term(term));
        if open.is_empty() {
            return Ok(Value::of_term(&self.terms, term));
        }
        let mut settled = TermMap::default();
        for symbol in open {
            settled.insert(symbol, self.settled(state, symbol)?);
        }
        let term = substitute(&mut self.terms, term, &settled);
        Ok(Value::of_term(&self.terms, term))
    }

    /// Returns the value of a pointer of the input, and settles the pointer if it is open.
    /// Implements `LAZY INITIALIZATION (END)` of *Uber-lazy*.
    fn settled(&mut self, state: &mut State<M>, symbol: Term) -> Step<Term> {
        let known = state.inputs.known.get(&symbol).copied();
        if let Some(value) = known.and_then(|known| known.value) {
            return Ok(value);
        }
        let Some(reference) = self.lazy.references.get(&symbol).cloned() else { return Ok(symbol) };
        let known = match self.options.lazy.heap {
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
        // A state that starts over at this instruction finds the pointer settled.
        state.path.keep_decisions();
        Ok(known.value.unwrap_or(symbol))
    }

    /// Returns what the state knows of a pointer; creates the condition that the pointer is null on the first query.
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

    /// Returns the choice of a pointer with an index; creates the choices up to it on demand.
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

    /// Returns the existing locations to which a pointer may point, each with the condition that it exists.
    /// Implements `θ_alias` of *Uber-lazy*.
    fn candidates(&mut self, state: &State<M>, reference: &Reference) -> Vec<Alias> {
        let objects = state.inputs.objects.clone();
        let on_the_way = way_to(&objects, reference.place.holder);
        let mut candidates = Vec::new();
        for object in objects.iter() {
            if matches!(object.origin, ObjectOrigin::Parameter(_)) {
                continue;
            }
            // No execution reads a pointer from an object that does not exist. Where the holder exists, the objects
            // that lead to it exist too.
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

    /// Returns the address of each candidate with the condition that it is chosen and exists. The first condition that
    /// holds selects the target.
    /// Implements `θ_alias` of *Uber-lazy*.
    fn aliases(&mut self, reference: &Reference, candidates: Vec<Alias>) -> Vec<(Term, Term)> {
        let with_choice = |(index, alias): (usize, Alias)| {
            let chosen = self.choice(reference, IS_OBJECT + index);
            let address = self.address_in(alias.block, alias.offset);
            (address, self.terms.and(chosen, alias.exists))
        };
        candidates.into_iter().enumerate().map(with_choice).collect()
    }

    /// Settles a pointer with all choices at once, by the rule of figure 5.
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
        // If an object certainly exists, the Boolean choices of the uncertain objects matter only where the pointer
        // points to an existing object: path conditions distinguish old from new more often than one old object from
        // another.
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

    /// Returns the number that selects the target of a pointer. If the pointer is the only one in its object, this is
    /// the unused rest of the number that decides whether the object exists; otherwise it is a number of its own.
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

    /// Settles a pointer by decisions, with one fork for each choice, by the rules of figure 4.
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

    /// Settles the operands of which an instruction needs to know where they point, before it is executed.
    pub(crate) fn settle_for(&mut self, state: &mut State<M>, instr: &Instr) -> Step<()> {
        if self.lazy.references.is_empty() {
            return Ok(());
        }
        state.path.enter(self.moment(state));
        match instr {
            // These instructions hand values on.
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
            } if self.options.lazy.heap == Heap::Lazier => self.settle_whether_null(state, a),
            instr => instr.operands().into_iter().try_for_each(|it| self.settle_operand(state, it)),
        }
    }

    /// Settles the operand of a terminator.
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

    /// Settles the value of a register.
    fn settle_operand(&mut self, state: &mut State<M>, operand: Operand) -> Step<()> {
        let Operand::Reg(reg) = operand else { return Ok(()) };
        let at = state.frame.base + reg.index();
        let settled = self.settle(state, state.registers[at])?;
        state.registers[at] = settled;
        Ok(())
    }

    /// Decides only whether a pointer is null; settles an operand that is not a plain pointer of the input.
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

    /// Returns the result of a comparison with null for a pointer of which the state knows only that it is not null.
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

    /// Returns whether a pointer to one type may point to an object of another.
    fn compatible(&self, object: TypeId, target: TypeId) -> bool {
        let types = &self.loaded.module.types;
        let (mut a, mut b) = (object, target);
        // Bounds the depth of derived types, because a type table may be cyclic.
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
                    // Several records may have no name.
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

    /// Refuses a pointer that was read from bytes of the input whose type does not say that they are a pointer.
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

/// Returns the objects through which an object is reached, itself among them.
fn way_to(objects: &[InputObject], holder: Option<AllocId>) -> Vec<AllocId> {
    let mut way = Vec::new();
    let mut next = holder;
    // The holder of a pointer precedes the object that was created for the pointer.
    for object in objects.iter().rev() {
        if next == Some(object.block) {
            way.push(object.block);
            next = object.place.holder;
        }
    }
    way
}
