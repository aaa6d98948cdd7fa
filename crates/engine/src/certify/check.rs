//! The exploration that checks a certificate.

use std::rc::Rc;

use ir::BlockId;
use memory::Memory;
use term::{Term, TermMap, Terms};

use crate::certify::{Certificate, LoopInvariant};
use crate::explore::Explorer;
use crate::explore::headers::Headers;
use crate::explore::run::Halt;
use crate::explore::start::Start;
use crate::findings::end::End;
use crate::options::Merge;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::State;
use crate::state::marks::HeaderMark;
use crate::state::path::{Decision, Path};

/// The number of arrivals at headers that a check may make for each one that the search for the proof made.
const MOST_ARRIVALS: u32 = 4;

/// Reasons why a certificate is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The check was cancelled.
    Cancelled,
    /// There are too many iterations of loops without an invariant.
    TooManyIterations,
    /// A path violates a property, or is cut.
    Path,
    /// A state that comes back to a header differs from the entry in more than the invariant says.
    Changed(&'static str),
    /// A state that comes back to a header does not satisfy the invariant.
    NotInductive,
}

/// A loop that a state has entered.
pub(super) struct Entered<M> {
    /// Its invariant; `None` while it is unrolled.
    invariant: Option<Rc<LoopInvariant>>,
    /// The state at the entry, from which the invariant holds.
    pub(super) entry: State<M>,
    /// The values of terms of the certificate at the entry.
    pub(super) first: TermMap<Term>,
}

/// A check of a certificate.
pub(super) struct Checker<'c, 'e, 'h, M> {
    pub(super) explorer: &'e mut Explorer<'h, M>,
    certificate: &'c Certificate,
    /// The terms of the certificate.
    pub(super) terms: &'c Terms,
    entered: Vec<Entered<M>>,
    pending: Vec<State<M>>,
    arrivals: u32,
}

impl<M: Memory> Explorer<'_, M> {
    /// Checks a certificate whose terms are in another store.
    ///
    /// # Errors
    /// If the start is no function, or it cannot be started.
    pub(crate) fn certify(
        &mut self,
        start: &Start,
        certificate: &Certificate,
        terms: &Terms,
    ) -> Result<Result<(), Refusal>, String> {
        self.machine.options.merge = Merge::Never;
        self.machine.options.summarise_loops = false;
        self.headers = Some(Headers::default());
        let Ok(first) = self.first_state(start)? else { return Ok(Err(Refusal::Path)) };
        let (entered, pending) = (Vec::new(), vec![first]);
        let checker = Checker { explorer: self, certificate, terms, entered, pending, arrivals: 0 };
        Ok(checker.run_all())
    }
}

impl<M: Memory> Checker<'_, '_, '_, M> {
    fn run_all(mut self) -> Result<(), Refusal> {
        while let Some(state) = self.pending.pop() {
            self.run(state)?;
        }
        match self.is_clean() {
            true => Ok(()),
            false => Err(Refusal::Path),
        }
    }

    /// Whether no path has violated a property or was cut.
    fn is_clean(&self) -> bool {
        let outcome = &self.explorer.outcome;
        outcome.found.is_empty() && outcome.cuts.is_empty()
    }

    fn run(&mut self, mut state: State<M>) -> Result<(), Refusal> {
        self.explorer.forks_left = u64::MAX;
        self.explorer.turn_ends = u64::MAX;
        let halt = self.explorer.run(&mut state);
        self.pending.append(&mut self.explorer.forks);
        if self.explorer.machine.interrupted() {
            return Err(Refusal::Cancelled);
        }
        if !self.is_clean() {
            return Err(Refusal::Path);
        }
        match halt {
            Halt::Ended(end) => self.ended(&mut state, end),
            Halt::AtHeader => self.arrived(state),
            Halt::TurnOver => {
                self.pending.push(state);
                Ok(())
            }
            Halt::Enough | Halt::AtJoin => Err(Refusal::Path),
        }
    }

    fn ended(&mut self, state: &mut State<M>, end: End) -> Result<(), Refusal> {
        match self.explorer.ended(state, end) || !self.is_clean() {
            true => Err(Refusal::Path),
            false => Ok(()),
        }
    }

    /// Handles a state at the header of a loop.
    fn arrived(&mut self, mut state: State<M>) -> Result<(), Refusal> {
        if self.explorer.machine.interrupted() {
            return Err(Refusal::Cancelled);
        }
        self.arrivals += 1;
        if self.arrivals / MOST_ARRIVALS > self.certificate.arrivals {
            return Err(Refusal::TooManyIterations);
        }
        let has_lists = self.certificate.loops.iter().any(|it| it.lists.is_some());
        if has_lists && let Some(condition) = self.undecided_node(&state) {
            let not = self.explorer.machine.terms.not(condition);
            for side in [condition, not] {
                let mut part = state.clone();
                if self.assume(&mut part, side) {
                    self.arrived(part)?;
                }
            }
            return Ok(());
        }
        let header = state.frame.block;
        let loops = self.explorer.machine.loops_of(state.frame.function);
        let is_inside = |of: BlockId| loops.iter().any(|it| it.header == of && it.contains(header));
        let marks = &mut state.frame.loops.headers;
        while marks.last().is_some_and(|mark| !is_inside(mark.header)) {
            marks.pop();
        }
        match marks.last_mut().filter(|mark| mark.header == header) {
            Some(mark) => {
                mark.arrivals += 1;
                let number = mark.number;
                match self.entered[number].invariant.clone() {
                    Some(invariant) => return self.came_back(number, &invariant, state),
                    None => self.go_on(state),
                }
            }
            None => {
                let number = self.entered.len();
                marks.push(HeaderMark { header, number, arrivals: 0 });
                let (entry, first) = (state.clone(), TermMap::default());
                self.entered.push(Entered { invariant: None, entry, first });
                self.go_on(state);
            }
        }
        Ok(())
    }

    /// Continues with the state of an invariant that holds in a state, or without one.
    fn go_on(&mut self, state: State<M>) {
        let decisions: Vec<&Decision> = state.path.decisions.items();
        let is_meant = |it: &LoopInvariant| it.decisions.iter().eq(decisions.iter().copied());
        let certificate = self.certificate;
        let (meant, others): (Vec<_>, Vec<_>) =
            certificate.loops.iter().partition(|&it| is_meant(it));
        let mut all = meant.into_iter().chain(others);
        let Some((entered, mut general)) = all.find_map(|it| self.entered_by(it, &state)) else {
            self.pending.push(state);
            return;
        };
        if let Some(mark) = general.frame.loops.headers.last_mut() {
            mark.number = self.entered.len();
        }
        self.entered.push(entered);
        self.pending.push(general);
    }

    /// Returns the state of an invariant, if the invariant is about this entry of the loop and holds.
    fn entered_by(
        &mut self,
        invariant: &LoopInvariant,
        state: &State<M>,
    ) -> Option<(Entered<M>, State<M>)> {
        let frame = &state.frame;
        let arrivals = frame.loops.headers.last()?.arrivals;
        if (invariant.function, invariant.header) != (frame.function, frame.block)
            || (invariant.depth, invariant.unrolled) != (state.callers.len(), arrivals)
        {
            return None;
        }
        let invariant = Rc::new(invariant.resolved(state)?);
        let mut entry = state.clone();
        let first = self.first_values(&invariant, &mut entry)?;
        let entered = Entered { invariant: Some(invariant.clone()), entry, first };
        let mut now = entered.entry.clone();
        self.holds(&invariant, &entered, &mut now).ok()?;
        let general = self.general_state(&invariant, &entered)?;
        Some((entered, general))
    }

    /// Shows that a state that came back to a header is one that the invariant stands for.
    fn came_back(
        &mut self,
        number: usize,
        invariant: &LoopInvariant,
        mut state: State<M>,
    ) -> Result<(), Refusal> {
        let Entered { entry, first, .. } = &self.entered[number];
        let entered = Entered { invariant: None, entry: entry.clone(), first: first.clone() };
        let mut now = state.clone();
        self.nothing_else_changed(invariant, &entered, &mut now)?;
        self.holds(invariant, &entered, &mut now)?;
        self.ended(&mut state, End::Covered)
    }

    /// Whether a path condition implies a condition; `false` also where the solver has no answer.
    pub(super) fn implies(&mut self, path: &Path, condition: Term) -> bool {
        let not = self.explorer.machine.terms.not(condition);
        let Some(solver) = &mut self.explorer.machine.solver else { return false };
        let answer = solver.feasibility(&mut self.explorer.machine.terms, path, not);
        matches!(answer, Feasibility::Infeasible)
    }

    /// Assumes a condition; returns `false` if that is infeasible.
    pub(super) fn assume(&mut self, state: &mut State<M>, condition: Term) -> bool {
        let machine = &mut self.explorer.machine;
        let Some(solver) = &mut machine.solver else { return true };
        state.path.assume(&mut machine.terms, &mut solver.index, condition);
        if state.path.witness.is_some() {
            return true;
        }
        match solver.feasibility(&mut machine.terms, &state.path, Term::TRUE) {
            Feasibility::Feasible(witness) => state.path.witness = Some(witness),
            Feasibility::Infeasible => return false,
            Feasibility::Unknown(_) => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ir::Ty;
    use memory::{Segments, Value};
    use term::Sort;

    use super::*;
    use crate::certify::{Place, Root, Variable};
    use crate::machine::Machine;
    use crate::options::{Limits, Options};
    use crate::program::host::NoHost;
    use crate::program::loaded::Loaded;
    use crate::solve::path_solver::PathSolver;

    /// Walks to a zero that is somewhere in a string.
    const STRING: &str = "void *malloc(unsigned long); void free(void *);
        unsigned __VERIFIER_nondet_uint(void);
        int main(void) {
            unsigned n = __VERIFIER_nondet_uint();
            if (n == 0) return 0;
            char *s = malloc(n);
            s[n - 1] = 0;
            unsigned i = 0;
            while (s[i]) i++;
            if (i >= n) s[n] = 0;
            free(s);
            return 0;
        }";

    /// Builds a list whose nodes hold a number, and looks at them.
    const LIST: &str = "void *malloc(unsigned long); void free(void *);
        int __VERIFIER_nondet_int(void);
        struct node { struct node *next; int value; };
        int main(void) {
            struct node *list = 0;
            unsigned i = 0;
            while (__VERIFIER_nondet_int()) {
                struct node *node = malloc(sizeof *node);
                node->value = 5;
                node->next = list;
                list = node;
                i++;
            }
            unsigned a[1] = {0};
            a[0] = i;
            while (list) {
                struct node *node = list;
                list = node->next;
                if (node->value != 5) a[1] = 0;
                free(node);
            }
            return 0;
        }";

    fn with_explorer<T>(text: &str, work: impl FnOnce(&mut Explorer<'_, Segments>) -> T) -> T {
        let source = c::Source { name: "test.c", text: text.as_bytes(), original: None };
        let compiled = c::compile(&[source], ir::DataModel::Lp64, c::Options::default());
        let module = compiled.module.expect("the program compiles");
        let options = Options::within(Limits::of_path(u64::MAX, 64));
        let (mut host, memory) = (NoHost, Segments::new(64));
        let mut machine = Machine::new(&Arc::new(Loaded::new(module)), options, &mut host, memory);
        machine.solver = Some(PathSolver::new(solver::stack(), solver::Limits::default()));
        work(&mut Explorer::new(machine))
    }

    /// Proves a program, alters the certificate, and checks another program by it.
    fn checked(
        proved: &str,
        program: &str,
        alter: impl FnOnce(&mut Terms, &mut Certificate),
    ) -> Result<(), Refusal> {
        let start = Start { function: "main".to_owned(), ..Start::default() };
        with_explorer(proved, |explorer| {
            let proof = explorer.find_proof(&start).expect("there is a main");
            let (_, certificate) = proof.expect("there is a proof");
            let mut certificate = certificate.expect("the proof has a certificate");
            assert!(!certificate.loops.is_empty());
            alter(&mut explorer.machine.terms, &mut certificate);
            let terms = &explorer.machine.terms;
            with_explorer(program, |other| other.certify(&start, &certificate, terms))
                .expect("there is a main")
        })
    }

    fn altered(
        program: &str,
        alter: impl FnOnce(&mut Terms, &mut Certificate),
    ) -> Result<(), Refusal> {
        checked(program, program, alter)
    }

    #[test]
    fn proofs_pass() {
        for program in [STRING, LIST] {
            assert_eq!(altered(program, |_, _| {}), Ok(()));
        }
    }

    #[test]
    fn too_weak_an_invariant_is_refused() {
        let without_facts = |_: &mut Terms, certificate: &mut Certificate| {
            certificate.loops.iter_mut().for_each(|it| it.facts.clear());
        };
        assert_eq!(altered(STRING, without_facts), Err(Refusal::Path));
        let without_data = |_: &mut Terms, certificate: &mut Certificate| {
            for root in roots(certificate) {
                root.plain.iter_mut().chain(&mut root.more).for_each(|it| *it = Vec::new().into());
            }
        };
        assert_eq!(altered(LIST, without_data), Err(Refusal::Path));
    }

    #[test]
    fn an_invariant_that_forgets_a_variable_is_refused() {
        let without_variables = |_: &mut Terms, certificate: &mut Certificate| {
            certificate.loops.iter_mut().for_each(|it| it.variables.clear());
        };
        let changed = Err(Refusal::Changed("a register"));
        assert_eq!(altered(STRING, without_variables), changed);
        let without_lists = |_: &mut Terms, certificate: &mut Certificate| {
            certificate.loops.iter_mut().for_each(|it| it.lists = None);
        };
        assert!(altered(LIST, without_lists).is_err());
    }

    #[test]
    fn an_invariant_that_iterations_break_is_refused() {
        let as_first = |terms: &mut Terms, certificate: &mut Certificate| {
            for invariant in &mut certificate.loops {
                let variables = invariant.variables.iter();
                let counters: Vec<Term> = variables.map(|it| it.symbol).collect();
                let zeros = counters.into_iter().filter_map(|symbol| {
                    let Sort::Bits(width) = terms.sort(symbol) else { return None };
                    let zero = terms.word(width, 0);
                    Some(terms.eq(symbol, zero))
                });
                invariant.facts.extend(zeros.collect::<Vec<Term>>());
            }
        };
        assert_eq!(altered(STRING, as_first), Err(Refusal::NotInductive));
    }

    /// What the nodes hold is no value that the next iteration changes.
    #[test]
    fn data_that_holds_for_one_iteration_alone_is_refused() {
        let data_is_counter = |_: &mut Terms, certificate: &mut Certificate| {
            for invariant in &mut certificate.loops {
                let is_counter =
                    |it: &&Variable| matches!(it.place, Place::Register(_, _, Ty::I32));
                let Some(counter) = invariant.variables.iter().find(is_counter) else { continue };
                let value = Value::Term(counter.symbol);
                for root in invariant.lists.iter_mut().flat_map(|it| &mut it.roots) {
                    root.more = root.more.take().map(|_| vec![(8, 4, value)].into());
                }
            }
        };
        assert!(altered(LIST, data_is_counter).is_err());
    }

    #[test]
    fn the_certificate_of_another_program_is_refused() {
        let behind = STRING.replace("s[n - 1] = 0", "s[n - 1] = 1");
        assert!(checked(STRING, &behind, |_, _| {}).is_err());
        let other = LIST.replace("= 5;", "= 6;");
        assert!(checked(LIST, &other, |_, _| {}).is_err());
    }

    fn roots(certificate: &mut Certificate) -> impl Iterator<Item = &mut Root> {
        certificate.loops.iter_mut().flat_map(|it| &mut it.lists).flat_map(|it| &mut it.roots)
    }
}
