//! The common part of figures 4 and 5, and the choice between their rules. The set `θ` of feasible values of an input is the
//! same in both: the classic machine forks over its elements, the symbolic one keeps all of them in one state.
//!
//! Departures:
//! 1. `l_null` has no fields to be initialised, so it is not in `Λ`.
//! 2. The guard of an alias. By the figure the new reference differs from itself; it must mean the other references.
//!    But not all of them: of three references to one object each equals the other two. It differs from the references to
//!    other locations. `θ_alias` has one element for each location.
//! 3. Infeasible elements of `θ` are left out.
//! 4. Data fields get a fresh symbol in both machines.
//! 5. In FIELD ACCESS and FIELD WRITE null must be infeasible. Where it is feasible, a path ends, and the rule applies
//!    to the state without null.

use javalite::tree::{ClassId, FieldId, Type};
use term::Term;

use super::common::{Machine, Rules};
use super::path::{Exit, MOST_ACCESSES};
use super::syntax::{Initialised, L_NULL, Location, Next, Owner, Reference, State, Value};

impl<'p> Machine<'p> {
    /// One location of those that a reference may mean gets the field; or LAZY INITIALIZATION (END).
    pub fn lazy_initialization(
        &mut self,
        mut state: State<'p>,
        r: Reference,
        field: FieldId,
        k: &Next<'p>,
    ) -> Vec<State<'p>> {
        let lacks = |l: &Location| {
            *l != L_NULL
                && !state.r.contains_key(&(*l, field))
                && !state.data.contains_key(&(*l, field))
        };
        let least = state.l[&r].iter().map(|(_, l)| *l).filter(lacks).min();
        let Some(l_x) = least else { return vec![lazy_initialization_end(state, k)] };
        let owner = Owner::Field(l_x, field);
        let Type::Class(class) = self.program.field(field).ty else {
            let symbol = self.data_symbol(self.program.field(field).ty);
            state.data.insert((l_x, field), symbol);
            state.initialised.push(Initialised { owner, symbol, new: None });
            return vec![state];
        };
        let (r_f, mut states) = self.initialise(state, owner, class);
        for state in &mut states {
            state.r.insert((l_x, field), r_f);
        }
        states
    }

    /// Initialises an input reference with its locations.
    pub fn initialise(
        &mut self,
        mut state: State<'p>,
        owner: Owner,
        class: ClassId,
    ) -> (Reference, Vec<State<'p>>) {
        let r_f = self.fresh_reference();
        let symbol = self.reference_symbol(r_f);
        let l_f = self.fresh_location(&mut state, class);
        let (theta, new) = self.theta(&state, symbol, l_f, class);
        state.inputs.insert(r_f, symbol);
        state.initialised.push(Initialised { owner, symbol, new: Some((l_f, new)) });
        let states = match self.rules {
            Rules::Classic => self.lazy_initialization_classic(&state, r_f, &theta),
            Rules::Symbolic => vec![self.lazy_initialization_symbolic(state, r_f, theta)],
        };
        (r_f, states)
    }

    pub fn field_access(&mut self, state: State<'p>, r: Reference, f: FieldId) -> Vec<State<'p>> {
        let Some(state) = self.not_null(state, r) else { return Vec::new() };
        vec![match self.rules {
            Rules::Classic => self.field_access_classic(state, r, f),
            Rules::Symbolic => self.field_access_symbolic(state, r, f),
        }]
    }

    pub fn field_write(
        &mut self,
        state: State<'p>,
        r_x: Reference,
        f: FieldId,
        value: Value,
    ) -> Vec<State<'p>> {
        let Some(state) = self.not_null(state, r_x) else { return Vec::new() };
        vec![match self.rules {
            Rules::Classic => self.field_write_classic(state, r_x, f, value),
            Rules::Symbolic => self.field_write_symbolic(state, r_x, f, value),
        }]
    }

    pub fn equals_reference(
        &mut self,
        state: State<'p>,
        v_0: Reference,
        v_1: Reference,
    ) -> Vec<State<'p>> {
        match self.rules {
            Rules::Classic => vec![self.equals_reference_classic(state, v_0, v_1)],
            Rules::Symbolic => {
                let same = self.same(&state, v_0, v_1);
                let yes = self.equals_references_true(&state, same);
                let no = self.equals_references_false(&state, same);
                yes.into_iter().chain(no).collect()
            }
        }
    }

    /// Returns the state of an access without null; a feasible null is a finding.
    fn not_null(&mut self, mut state: State<'p>, r: Reference) -> Option<State<'p>> {
        if state.accesses == MOST_ACCESSES {
            self.end(state, Exit::Cut, None);
            return None;
        }
        state.accesses += 1;
        let null = self.may_be_null(&state, r);
        if let Some(wrong) = self.restricted(&state, null) {
            self.end(wrong, Exit::Null, None);
        }
        let there = self.terms.not(null);
        self.restricted(&state, there)
    }

    /// Returns `θ` and the guard of `θ_new`.
    fn theta(
        &mut self,
        state: &State<'p>,
        r_f: Term,
        l_f: Location,
        class: ClassId,
    ) -> (Vec<(Term, Location)>, Term) {
        let r_null = self.terms.zero_of(self.terms.sort(r_f));
        let is_null = self.terms.eq(r_f, r_null);
        let not_null = self.terms.not(is_null);
        let rho: Vec<(Term, Term, Location)> = state
            .inputs
            .iter()
            .flat_map(|(r, symbol)| state.l[r].iter().map(|(phi, l)| (*symbol, *phi, *l)))
            .filter(|(_, _, l)| state.types.get(l) == Some(&class))
            .collect();
        let mut locations: Vec<Location> = rho.iter().map(|(_, _, l)| *l).collect();
        locations.sort();
        locations.dedup();
        let mut theta = Vec::new();
        for l in locations {
            theta.push((self.alias_guard(&rho, r_f, not_null, l), l));
        }
        let differs: Vec<Term> =
            rho.iter().map(|(symbol, ..)| self.terms.distinct(r_f, *symbol)).collect();
        let differs = self.terms.all(differs);
        let new = self.terms.and(not_null, differs);
        theta.extend([(new, l_f), (is_null, L_NULL)]);
        theta.retain(|(phi, _)| self.satisfiable(*phi));
        (theta, new)
    }

    fn alias_guard(
        &mut self,
        rho: &[(Term, Term, Location)],
        r_f: Term,
        not_null: Term,
        l: Location,
    ) -> Term {
        let (mut same, mut other) = (Vec::new(), Vec::new());
        for (symbol, phi, location) in rho {
            let equal = self.terms.eq(r_f, *symbol);
            let there = self.terms.and(*phi, equal);
            if *location == l { &mut same } else { &mut other }.push(there);
        }
        let (same, other) = (self.terms.any(same), self.terms.any(other));
        let no_other = self.terms.not(other);
        self.terms.all([not_null, same, no_other])
    }
}

fn lazy_initialization_end<'p>(state: State<'p>, k: &Next<'p>) -> State<'p> {
    State { k: k.clone(), ..state }
}
