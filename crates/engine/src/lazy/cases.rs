//! Pointers with several targets, case by case: their targets on a path, the values behind them, and equality.
//!
//! With `uber`, a pointer is a decision diagram over the choices of the input (`term::diagram`), and the path knows
//! which cases are feasible. An access is carried out for each target by itself, and the results are joined into one
//! diagram. So the memory model sees only plain addresses, and cases that exclude each other need no query. A pointer
//! that is not plain in some case, or has too many cases, is left to the memory model and the solver: the functions
//! here return `None` or `false`.
//!
//! This is *Uber-lazy*, section III: VS is `load_each`, ST is `Path::narrowed`, and the rules of figure 5 for field
//! access, field write and equality are the functions here.

use std::rc::Rc;

use memory::{Access, Fault, Memory, Validity, Value};
use term::diagram::Diagram;
use term::targets::{Target, targets};
use term::visit::substitute;
use term::{Term, TermMap};

use crate::machine::{Machine, Step};
use crate::state::frames::State;

/// The limit of cases; values with more are left to the memory model and the solver.
const MAX_CASES: usize = 256;

/// The cases of a value on a path.
pub(crate) struct Cases {
    /// The cases of the input that are feasible on the path.
    path: Diagram,
    /// The diagram of the value.
    value: Diagram,
    /// The distinct terms that the value can be.
    leaves: Rc<[Term]>,
}

impl<M: Memory> Machine<'_, M> {
    /// Returns the cases of a term; `None` if the state does not use cases, or if there are too many.
    fn cases(&mut self, state: &State<M>, term: Term) -> Option<Cases> {
        let (path, solver) = (state.path.cases?, self.solver.as_mut()?);
        let value = solver.index.diagrams.of(&mut self.terms, term, path);
        let leaves = solver.index.diagrams.leaves(value);
        (leaves.len() <= MAX_CASES).then_some(Cases { path, value, leaves })
    }

    /// Returns the terms that a term can be on a path.
    pub(super) fn terms_of(&mut self, state: &State<M>, term: Term) -> Rc<[Term]> {
        self.cases(state, term).map_or_else(|| [term].into(), |cases| cases.leaves)
    }

    /// Returns the cases of a pointer that is a concrete address in every case: an offset in an allocation, or a
    /// number.
    fn plain_cases(&mut self, state: &State<M>, pointer: Value) -> Option<(Cases, Vec<Value>)> {
        let Value::Term(term) = pointer else { return None };
        let cases = self.cases(state, term)?;
        let values: Vec<Value> =
            cases.leaves.iter().map(|&leaf| Value::of_term(&self.terms, leaf)).collect();
        let plain = values.iter().all(|value| !matches!(value, Value::Term(_)));
        plain.then_some((cases, values))
    }

    /// Returns the concrete addresses that a pointer can be on a path.
    pub(crate) fn plain_places(&mut self, state: &State<M>, pointer: Value) -> Option<Vec<Value>> {
        self.plain_cases(state, pointer).map(|(_, values)| values)
    }

    /// Returns the concrete addresses that a pointer can be on a path, each with its guard; `None` if there is only
    /// one.
    pub(crate) fn guarded_places(
        &mut self,
        state: &State<M>,
        pointer: Value,
    ) -> Option<Vec<(Value, Term)>> {
        let (cases, places) = self.plain_cases(state, pointer)?;
        let guards = self.guards(&cases).filter(|_| places.len() > 1)?;
        let diagrams = &mut self.solver.as_mut()?.index.diagrams;
        let guards = guards.into_iter().map(|guard| diagrams.term(&mut self.terms, guard));
        Some(places.into_iter().zip(guards).collect())
    }

    /// Returns the address of a pointer as a term, if it has only one on the path.
    pub(super) fn one_place(&mut self, state: &State<M>, pointer: Value) -> Option<Term> {
        match pointer {
            Value::Term(term) => {
                let (cases, values) = self.plain_cases(state, Value::Term(term))?;
                (values.len() == 1).then(|| cases.leaves[0])
            }
            Value::Pointer { .. } => Some(pointer.to_term(&mut self.terms, self.pointer)),
            Value::Bits(_) => None,
        }
    }

    /// Returns the condition under which a pointer is one of some addresses; `FALSE` where the cases of the pointer are
    /// unknown.
    pub(super) fn is_one_of(&mut self, state: &State<M>, pointer: Value, places: &[Term]) -> Term {
        match pointer {
            Value::Bits(_) => Term::FALSE,
            Value::Pointer { .. } => {
                let here = pointer.to_term(&mut self.terms, self.pointer);
                Term::from(places.contains(&here))
            }
            Value::Term(term) => {
                let Some(cases) = self.cases(state, term) else { return Term::FALSE };
                let is_one: Vec<Term> =
                    cases.leaves.iter().map(|leaf| Term::from(places.contains(leaf))).collect();
                self.select(&cases, &is_one).unwrap_or(Term::FALSE)
            }
        }
    }

    /// Joins the value of each case into one term.
    fn select(&mut self, cases: &Cases, options: &[Term]) -> Option<Term> {
        let diagrams = &mut self.solver.as_mut()?.index.diagrams;
        let selected = diagrams.select(&mut self.terms, cases.value, cases.path, options)?;
        Some(diagrams.term(&mut self.terms, selected))
    }

    /// Returns the guard of each case.
    fn guards(&mut self, cases: &Cases) -> Option<Vec<Diagram>> {
        let guards = self.solver.as_mut()?.index.diagrams.guards(cases.value)?;
        Some(guards.iter().map(|&(_, guard)| guard).collect())
    }

    /// Returns a term that is the new value where a guard holds, and the old value elsewhere.
    fn overwritten(
        &mut self,
        cases: &Cases,
        guard: Diagram,
        [new, old]: [Term; 2],
    ) -> Option<Term> {
        let diagrams = &mut self.solver.as_mut()?.index.diagrams;
        let here = diagrams.both(guard, cases.path)?;
        let new = diagrams.of(&mut self.terms, new, here);
        let old = diagrams.of(&mut self.terms, old, cases.path);
        let either = diagrams.either_of([guard, new, old])?;
        Some(diagrams.term(&mut self.terms, either))
    }

    /// Settles every pointer of the input in a value, case by case.
    pub(super) fn settle_cases(&mut self, state: &mut State<M>, term: Term) -> Step<Option<Term>> {
        let Some(mut cases) = self.cases(state, term) else { return Ok(None) };
        let mut settled = TermMap::default();
        for &leaf in cases.leaves.clone().iter() {
            for symbol in self.references_in(Value::Term(leaf)) {
                if !settled.contains_key(&symbol) {
                    settled.insert(symbol, self.settled(state, symbol)?);
                }
            }
        }
        if settled.is_empty() {
            return Ok(self.without_open(&cases, term));
        }
        cases.path = state.path.cases.unwrap_or(cases.path);
        let options: Vec<Term> = (cases.leaves.iter())
            .map(|&leaf| substitute(&mut self.terms, leaf, &settled))
            .collect();
        Ok(self.select(&cases, &options))
    }

    /// Returns a value without open pointers on the path: its only case, the term as it is, or, if the term mentions
    /// open pointers in cases that the path excludes, the diagram without these cases.
    fn without_open(&mut self, cases: &Cases, term: Term) -> Option<Term> {
        match cases.leaves[..] {
            [only] => Some(only),
            _ if self.references_in(Value::Term(term)).is_empty() => Some(term),
            _ => {
                let diagrams = &mut self.solver.as_mut()?.index.diagrams;
                Some(diagrams.term(&mut self.terms, cases.value))
            }
        }
    }

    /// Returns the condition under which an access is valid in each case, with the faults of each case under its guard.
    /// Implements `l_null` of *Uber-lazy*.
    pub(crate) fn valid_each(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Option<Validity> {
        let (cases, places) = self.plain_cases(state, pointer)?;
        let mut all = Validity { allowed: Term::TRUE, faults: Vec::new() };
        for (index, place) in places.into_iter().enumerate() {
            let here =
                self.with_memory(state, |memory, cx| memory.valid(cx, place, length, access));
            if here.allowed == Term::TRUE {
                continue;
            }
            let guard = self.guards(&cases)?[index];
            let diagrams = &mut self.solver.as_mut()?.index.diagrams;
            let is_here = diagrams.term(&mut self.terms, guard);
            let allowed = self.terms.implies(is_here, here.allowed);
            all.allowed = self.terms.and(all.allowed, allowed);
            for fault in here.faults {
                let guard = self.terms.and(is_here, fault.guard);
                all.faults.push(Fault { guard, ..fault });
            }
        }
        Some(all)
    }

    /// Loads from each target of a pointer, and joins the values.
    /// Implements `VS` and `FIELD ACCESS` of *Uber-lazy*.
    pub(crate) fn load_each(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        bytes: u32,
    ) -> Step<Option<Value>> {
        let Some((cases, places)) = self.plain_cases(state, pointer) else { return Ok(None) };
        if !places.iter().all(|place| matches!(place, Value::Pointer { .. })) {
            return Ok(None);
        }
        // The caller has counted the first read.
        self.names.counts.reads += places.len() as u64 - 1;
        let mut values = Vec::with_capacity(places.len());
        for place in places {
            let value = self.access_memory(state, |memory, cx| memory.load(cx, place, bytes))?;
            values.push(value.to_term(&mut self.terms, 8 * bytes));
        }
        let value = self.select(&cases, &values);
        Ok(value.map(|value| Value::of_term(&self.terms, value)))
    }

    /// Stores to each target of a pointer: the new value where the guard of the target holds, the old value elsewhere.
    /// Returns `false`, without a store, if the memory model has to do it.
    /// Implements `FIELD WRITE` of *Uber-lazy*.
    pub(crate) fn store_each(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        bytes: u32,
        value: Value,
    ) -> Step<bool> {
        let Some((cases, places)) = self.plain_cases(state, pointer) else { return Ok(false) };
        let length = Value::Bits(u64::from(bytes));
        let written = |place: &Value| {
            matches!(place, Value::Pointer { .. })
                && self.with_memory(state, |memory, cx| memory.initialised(cx, *place, length))
                    == Term::TRUE
        };
        if !places.iter().all(written) {
            return Ok(false);
        }
        self.names.counts.reads += places.len() as u64;
        self.names.counts.writes += places.len() as u64 - 1;
        let value = value.to_term(&mut self.terms, 8 * bytes);
        let mut new = Vec::with_capacity(places.len());
        let Some(guards) = self.guards(&cases) else { return Ok(false) };
        for (&place, guard) in places.iter().zip(guards) {
            let old = self.access_memory(state, |memory, cx| memory.load(cx, place, bytes))?;
            let old = old.to_term(&mut self.terms, 8 * bytes);
            match self.overwritten(&cases, guard, [value, old]) {
                Some(either) => new.push((place, Value::of_term(&self.terms, either))),
                None => return Ok(false),
            }
        }
        for (place, value) in new {
            self.access_memory(state, |memory, cx| memory.store(cx, place, bytes, value))?;
        }
        Ok(true)
    }

    /// Returns the target of each case, if each case has a single one.
    fn only_targets(&mut self, cases: &Cases) -> Option<Vec<Target>> {
        let only = |&leaf: &Term| match targets(&mut self.terms, leaf)[..] {
            [target] => Some(target),
            _ => None,
        };
        cases.leaves.iter().map(only).collect()
    }

    /// Joins a condition on two pointers over the pairs of their cases; `None` if a pair has no answer.
    /// Implements `EQUALS (REFERENCES-TRUE)` of *Uber-lazy*.
    pub(crate) fn compare_each(
        &mut self,
        state: &State<M>,
        [a, b]: [Term; 2],
        mut case: impl FnMut(&mut Self, Target, Target) -> Option<Term>,
    ) -> Option<Term> {
        let (a, b) = (self.cases(state, a)?, self.cases(state, b)?);
        let [one_of, other_of] = [&a, &b].map(|cases| self.only_targets(cases));
        let (one_of, other_of) = (one_of?, other_of?);
        let mut answers: TermMap<TermMap<Term>> = TermMap::default();
        for (&one, one_is) in a.leaves.iter().zip(&one_of) {
            for (&other, other_is) in b.leaves.iter().zip(&other_of) {
                let answer = case(self, *one_is, *other_is)?;
                answers.entry(one).or_default().insert(other, answer);
            }
        }
        let diagrams = &mut self.solver.as_mut()?.index.diagrams;
        let answer = |_: &mut _, one: Term, other: Term| answers.get(&one)?.get(&other).copied();
        let all = diagrams.pairwise(&mut self.terms, [a.value, b.value], a.path, answer)?;
        Some(diagrams.term(&mut self.terms, all))
    }
}
