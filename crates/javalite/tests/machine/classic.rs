//! The rules of figure 4: symbolic execution with lazy initialization. Every reference refers to one location.
//!
//! Departures:
//! 1. LAZY INITIALIZATION has one function for its three rules (null, new, alias): they differ in the element of `θ` that is chosen.
//!    The choice is also added to `φ_g`, so that the path condition determines the inputs of a state.
//! 2. FIELD ACCESS yields the locations of the field's reference; the figure repeats those of the object.

use javalite::tree::FieldId;
use term::Term;

use super::common::{Machine, with_data, with_reference};
use super::path::Decision;
use super::syntax::{Location, Reference, State, Value};

impl<'p> Machine<'p> {
    pub fn lazy_initialization_classic(
        &mut self,
        state: &State<'p>,
        r_f: Reference,
        theta: &[(Term, Location)],
    ) -> Vec<State<'p>> {
        let mut states = Vec::new();
        for (phi, l) in theta {
            if let Some(mut chosen) = self.restricted(state, *phi) {
                chosen.l.insert(r_f, vec![(Term::TRUE, *l)]);
                states.push(chosen);
            }
        }
        states
    }

    pub fn field_access_classic(
        &mut self,
        state: State<'p>,
        r: Reference,
        f: FieldId,
    ) -> State<'p> {
        let l = only(&state, r);
        if let Some(data) = state.data.get(&(l, f)) {
            let data = *data;
            return with_data(state, data);
        }
        let field = only(&state, state.r[&(l, f)]);
        let fresh = self.fresh_reference();
        let mut state = state;
        state.l.insert(fresh, vec![(Term::TRUE, field)]);
        with_reference(state, fresh)
    }

    pub fn field_write_classic(
        &mut self,
        mut state: State<'p>,
        r_x: Reference,
        f: FieldId,
        value: Value,
    ) -> State<'p> {
        let l = only(&state, r_x);
        match value {
            Value::Data(data) => {
                state.data.insert((l, f), data);
                with_data(state, data)
            }
            Value::Reference(r) => {
                let fresh = self.fresh_reference();
                let locations = state.l[&r].clone();
                state.l.insert(fresh, locations);
                state.r.insert((l, f), fresh);
                with_reference(state, r)
            }
        }
    }

    pub fn equals_reference_classic(
        &mut self,
        mut state: State<'p>,
        v_0: Reference,
        v_1: Reference,
    ) -> State<'p> {
        let same = only(&state, v_0) == only(&state, v_1);
        state.decisions.push(Decision::Same(same));
        with_data(state, if same { Term::TRUE } else { Term::FALSE })
    }
}

/// Returns the location of a reference.
fn only(state: &State<'_>, r: Reference) -> Location {
    match state.l[&r].as_slice() {
        [(_, l)] => *l,
        several => panic!("a reference to {} locations", several.len()),
    }
}
