//! The rules of figure 5: the fully symbolic heap. A reference is a guarded set of locations.
//!
//! Departures:
//! 1. EQUALS (REFERENCES-FALSE) is the complement of EQUALS (REFERENCES-TRUE).
//! 2. Data fields: the value is an `ite` over the guards of the locations; a write changes each location under its guard.

use javalite::tree::FieldId;
use term::Term;

use super::common::{Machine, with_data, with_reference};
use super::path::Decision;
use super::syntax::{L_NULL, Location, Reference, State, Value};

/// A guarded set of locations.
type Guarded = Vec<(Term, Location)>;

impl<'p> Machine<'p> {
    pub fn lazy_initialization_symbolic(
        &mut self,
        mut state: State<'p>,
        r_f: Reference,
        theta: Guarded,
    ) -> State<'p> {
        state.l.insert(r_f, theta);
        state
    }

    pub fn field_access_symbolic(
        &mut self,
        mut state: State<'p>,
        r: Reference,
        f: FieldId,
    ) -> State<'p> {
        if let Some(data) = self.data_of(&state, r, f) {
            return with_data(state, data);
        }
        let values = self.value_set(&state, r, f);
        let fresh = self.fresh_reference();
        state.l.insert(fresh, values);
        with_reference(state, fresh)
    }

    /// `VS`
    fn value_set(&mut self, state: &State<'p>, r: Reference, f: FieldId) -> Guarded {
        let mut values = Vec::new();
        for (phi, l) in state.l[&r].iter().filter(|(_, l)| *l != L_NULL) {
            for (of_field, location) in &state.l[&state.r[&(*l, f)]] {
                let both = self.terms.and(*phi, *of_field);
                let here = self.terms.and(both, state.phi);
                if self.satisfiable(here) {
                    values.push((both, *location));
                }
            }
        }
        values
    }

    /// Returns the value of a data field; `None` if it is a reference.
    fn data_of(&mut self, state: &State<'p>, r: Reference, f: FieldId) -> Option<Term> {
        let mut value = None;
        for (phi, l) in state.l[&r].iter().filter(|(_, l)| *l != L_NULL) {
            let data = *state.data.get(&(*l, f))?;
            value = Some(match value {
                None => data,
                Some(other) => self.terms.ite(*phi, data, other),
            });
        }
        value
    }

    pub fn field_write_symbolic(
        &mut self,
        mut state: State<'p>,
        r_x: Reference,
        f: FieldId,
        value: Value,
    ) -> State<'p> {
        let locations: Guarded =
            state.l[&r_x].iter().filter(|(_, l)| *l != L_NULL).copied().collect();
        // A location may occur twice, under different guards.
        for l in distinct(&locations) {
            let guards = locations.iter().filter(|(_, other)| *other == l).map(|(phi, _)| *phi);
            let phi = self.terms.any(guards);
            match value {
                Value::Data(data) => {
                    let old = state.data[&(l, f)];
                    let new = self.terms.ite(phi, data, old);
                    state.data.insert((l, f), new);
                }
                Value::Reference(r) => {
                    let old = state.r[&(l, f)];
                    let not = self.terms.not(phi);
                    let mut theta = self.strengthen(&state, r, phi);
                    theta.extend(self.strengthen(&state, old, not));
                    let fresh = self.fresh_reference();
                    state.l.insert(fresh, theta);
                    state.r.insert((l, f), fresh);
                }
            }
        }
        match value {
            Value::Data(data) => with_data(state, data),
            Value::Reference(r) => with_reference(state, r),
        }
    }

    /// `ST`
    fn strengthen(&mut self, state: &State<'p>, r: Reference, by: Term) -> Guarded {
        let mut stronger = Vec::new();
        for (phi, l) in &state.l[&r] {
            let both = self.terms.and(*phi, by);
            if self.satisfiable(both) {
                stronger.push((both, *l));
            }
        }
        stronger
    }

    pub fn equals_references_true(&mut self, state: &State<'p>, same: Term) -> Option<State<'p>> {
        self.decided(state, same, Decision::Same(true)).map(|state| with_data(state, Term::TRUE))
    }

    pub fn equals_references_false(&mut self, state: &State<'p>, same: Term) -> Option<State<'p>> {
        let not = self.terms.not(same);
        self.decided(state, not, Decision::Same(false)).map(|state| with_data(state, Term::FALSE))
    }

    /// `(∨ θ_α) ∧ (∧ ¬θ_0) ∧ (∧ ¬θ_1)`
    pub fn same(&mut self, state: &State<'p>, v_0: Reference, v_1: Reference) -> Term {
        let (first, second) = (&state.l[&v_0], &state.l[&v_1]);
        let mut both = Vec::new();
        for (phi_0, l_0) in first {
            for (phi_1, _) in second.iter().filter(|(_, l_1)| l_0 == l_1) {
                both.push(self.terms.and(*phi_0, *phi_1));
            }
        }
        let mut parts = vec![self.terms.any(both)];
        for (some, others) in [(first, second), (second, first)] {
            for (phi, l) in some {
                if others.iter().all(|(_, other)| other != l) {
                    parts.push(self.terms.not(*phi));
                }
            }
        }
        self.terms.all(parts)
    }
}

fn distinct(locations: &Guarded) -> Vec<Location> {
    let mut all: Vec<Location> = locations.iter().map(|(_, l)| *l).collect();
    all.sort();
    all.dedup();
    all
}
