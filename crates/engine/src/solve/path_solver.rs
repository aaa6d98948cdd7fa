//! Whether a condition can hold on a path, and under which input.

use std::rc::Rc;

use solver::repair::{PreferredOperand, apply_changes, repair};
use solver::{Answer, Query, Solver as _};
use term::{Model, Op, Term, TermSet, Terms};

use crate::solve::portfolio::Contestant;
use crate::state::path::{Path, Witness};
use crate::state::path_index::TermIndex;

/// Decides whether conditions are feasible on paths, by a solver and without one.
pub struct PathSolver {
    solver: Box<dyn solver::Solver>,
    limits: solver::Limits,
    /// A solver for questions of separation logic; without one they are translated.
    pub separation: Option<solver::External>,
    /// What is known of terms on all paths.
    pub index: TermIndex,
    /// What decided the questions.
    pub counts: QueryCounts,
    /// Where another machine explores the same program in turns with this one.
    pub contestant: Option<Contestant>,
    /// The labour from which on queries are not decided any more.
    budget: Option<u64>,
}

/// How questions about paths were decided.
#[derive(Clone, Copy, Default, Debug)]
pub struct QueryCounts {
    /// Questions asked.
    pub questions: u64,
    /// Decided by the witness of the path.
    pub by_witness: u64,
    /// Decided by changing a value or two of the witness.
    pub by_repair: u64,
    /// Sent to the solver.
    pub by_solver: u64,
    /// Not decided.
    pub unknown: u64,
}

impl std::ops::AddAssign for QueryCounts {
    fn add_assign(&mut self, other: QueryCounts) {
        self.questions += other.questions;
        self.by_witness += other.by_witness;
        self.by_repair += other.by_repair;
        self.by_solver += other.by_solver;
        self.unknown += other.unknown;
    }
}

/// Whether some input takes a path and meets a condition.
pub enum Feasibility {
    /// This input does.
    Feasible(Rc<Witness>),
    /// None does.
    Infeasible,
    /// The solver has no answer.
    Unknown(solver::UnknownReason),
}

/// The labour of a question; this and what follows as measured on the programs of `bench`.
const QUESTION: u64 = 90;
/// What more it is of one that goes to the solver.
const ASKED: u64 = 400;
/// The labour of what a solver counts, by its name there.
const LABOUR: [(&str, u64); 5] = [
    ("gates", 75),
    ("gates looked at", 4),
    ("quick conflicts", 280),
    ("thorough conflicts", 280),
    ("clauses looked at", 1),
];
/// After so many changes a solver is quicker.
const MAX_REPAIRS: usize = 16;

impl PathSolver {
    /// Asks a solver, within limits for each question.
    #[must_use]
    pub fn new(solver: Box<dyn solver::Solver>, limits: solver::Limits) -> PathSolver {
        PathSolver {
            solver,
            limits,
            separation: None,
            index: TermIndex::default(),
            counts: QueryCounts::default(),
            contestant: None,
            budget: None,
        }
    }

    /// Whether a condition can hold on a path.
    pub fn feasibility(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Feasibility {
        self.counts.questions += 1;
        let condition = path.narrowed(terms, &mut self.index.diagrams, condition);
        if condition == Term::FALSE || path.refutes(terms, condition) {
            return Feasibility::Infeasible;
        }
        if let Some(witness) = &path.witness
            && witness.holds(terms, condition)
        {
            self.counts.by_witness += 1;
            return Feasibility::Feasible(witness.clone());
        }
        // One input is meant, and no other.
        if path.guide.as_ref().is_some_and(|guide| !guide.any_layout) {
            return Feasibility::Infeasible;
        }
        if let Some(witness) = self.repaired(terms, path, condition) {
            self.counts.by_repair += 1;
            return Feasibility::Feasible(witness);
        }
        self.counts.by_solver += 1;
        let (mut assumptions, symbols) = self.assumptions(terms, path, condition);
        assumptions.push(condition);
        match self.ask(terms, &assumptions) {
            Answer::Sat(model) => Feasibility::Feasible(match &path.witness {
                Some(witness) => Witness::new(merged(terms, &witness.model, &model, &symbols)),
                None => Witness::new(model),
            }),
            Answer::Unsat(_) => Feasibility::Infeasible,
            Answer::Unknown(why) => {
                self.counts.unknown += 1;
                Feasibility::Unknown(why)
            }
        }
    }

    /// Asks the solver; where others take turns, in several turns.
    fn ask(&mut self, terms: &mut Terms, assumptions: &[Term]) -> Answer {
        if self.interrupted() {
            return Answer::Unknown(solver::UnknownReason::Interrupted);
        }
        if self.is_spent() {
            return Answer::Unknown(solver::UnknownReason::Budget);
        }
        loop {
            let conflicts = self.contestant.as_ref().and_then(Contestant::conflicts);
            let own = self.limits.conflicts.unwrap_or(u64::MAX);
            let Some(conflicts) = conflicts.filter(|&conflicts| conflicts < own) else {
                return self.solver.check(terms, Query { assumptions, limits: &self.limits });
            };
            let limits = solver::Limits { conflicts: Some(conflicts), ..self.limits.clone() };
            let answer = self.solver.check(terms, Query { assumptions, limits: &limits });
            let Answer::Unknown(solver::UnknownReason::Budget) = answer else { return answer };
            if let Some(contestant) = &mut self.contestant {
                contestant.wait();
            }
        }
    }

    /// The input at hand with a few other values, if that takes the path and a condition holds.
    fn repaired(&self, terms: &Terms, path: &Path, condition: Term) -> Option<Rc<Witness>> {
        let witness = path.witness.as_ref()?;
        let ways = [PreferredOperand::First, PreferredOperand::Second];
        ways.into_iter()
            .find_map(|prefer| self.repaired_by(terms, path, witness, condition, prefer))
    }

    /// Changes what breaks a condition, then what that breaks, and so on; nothing is changed twice.
    fn repaired_by(
        &self,
        terms: &Terms,
        path: &Path,
        witness: &Rc<Witness>,
        condition: Term,
        prefer: PreferredOperand,
    ) -> Option<Rc<Witness>> {
        let mut kept = TermSet::default();
        let mut to_check = Vec::new();
        let (mut witness, mut broken) = (witness.clone(), condition);
        for _ in 0..MAX_REPAIRS {
            let mut values = witness.values.borrow_mut();
            let changes = repair(terms, &witness.model, &mut values, broken, &kept, prefer)?;
            drop(values);
            let other = witness.like(apply_changes(terms, &witness.model, &changes));
            if !other.holds(terms, broken) {
                return None;
            }
            for (symbol, _) in changes {
                kept.insert(symbol);
                to_check.extend(path.index.about(symbol));
            }
            let all = to_check.iter().copied().chain([&condition]);
            let next = all.copied().find(|&it| !other.holds(terms, it));
            witness = other;
            match next {
                None => return Some(witness),
                Some(next) => broken = next,
            }
        }
        None
    }

    /// The conditions of a path that a question about another one needs, and their symbols.
    fn assumptions(&mut self, terms: &Terms, path: &Path, condition: Term) -> (Vec<Term>, TermSet) {
        match &path.witness {
            // The input at hand takes care of everything that has nothing to do with the condition.
            Some(_) => {
                let symbols = self.index.mentions.of(terms, condition);
                path.index.related(terms, &mut self.index.mentions, &symbols)
            }
            None => (path.conditions.clone(), TermSet::default()),
        }
    }

    /// Whether a cell at an address can be beside others, on a path where a condition holds.
    fn separate(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        condition: Term,
        cells: &[Term],
        address: Term,
    ) -> bool {
        let apart = memory::addresses_differ(terms, condition, cells, address);
        if let Some(decided) = terms.domain(apart).decided() {
            return decided;
        }
        if self.separation.is_none() {
            return !matches!(self.feasibility(terms, path, apart), Feasibility::Infeasible);
        }
        self.counts.questions += 1;
        if path.witness.as_ref().is_some_and(|witness| witness.holds(terms, apart)) {
            self.counts.by_witness += 1;
            return true;
        }
        self.counts.by_solver += 1;
        let (mut assumptions, _) = self.assumptions(terms, path, apart);
        assumptions.push(condition);
        let solver = self.separation.as_mut();
        let answer =
            solver.and_then(|it| it.separate(terms, &assumptions, cells, address, &self.limits));
        // What is not known may be; whoever hears that asks again, in another way.
        answer.unwrap_or(true)
    }

    /// What the layers of the solver did.
    #[must_use]
    pub fn report(&self) -> solver::Report {
        let mut report = solver::Report::default();
        self.solver.report(&mut report);
        if let Some(separation) = &self.separation {
            separation.report(&mut report);
        }
        report
    }

    /// What was done to answer questions, in units that take about as long as a simple instruction.
    #[must_use]
    pub fn labour(&self) -> u64 {
        let report = self.report();
        let counters = report.sections.iter().flat_map(|section| &section.counters);
        let weight = |name: &str| LABOUR.iter().find(|(own, _)| *own == name).map_or(0, |it| it.1);
        let counted = counters.map(|&(name, count)| weight(name) * count);
        let questions = QUESTION * self.counts.questions + ASKED * self.counts.by_solver;
        questions + counted.sum::<u64>()
    }

    /// From now on gives up on a question after so many conflicts, if not before; gives the limits so far.
    pub fn limit_conflicts(&mut self, most: u64) -> solver::Limits {
        let limits = self.limits.clone();
        self.limits.conflicts = Some(limits.conflicts.map_or(most, |own| own.min(most)));
        limits
    }

    /// Asks within other limits.
    pub fn set_limits(&mut self, limits: solver::Limits) {
        self.limits = limits;
    }

    /// From now on decides no query that a solver is needed for after so much more labour; `None` for no such end.
    pub fn set_budget(&mut self, labour: Option<u64>) {
        self.budget = labour.map(|labour| self.labour().saturating_add(labour));
    }

    /// Whether the labour for queries is used up.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.budget.is_some_and(|budget| self.labour() >= budget)
    }

    /// Whether somebody asked to give up.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.limits.interrupted()
    }
}

/// A model that follows one model for some symbols and another one for the rest.
fn merged(terms: &Terms, rest: &Model, some: &Model, symbols: &TermSet) -> Rc<Model> {
    let mut model = rest.clone();
    let mut symbols: Vec<Term> = symbols.iter().copied().collect();
    symbols.sort_unstable();
    for symbol in symbols {
        match terms.op(symbol) {
            Op::Symbol(id) => model.follow_symbol(some, id),
            Op::Apply(function, _) => model.follow_function(some, function),
            _ => {}
        }
    }
    Rc::new(model)
}

/// What a memory may ask about a path. Without a solver, what the terms say by themselves.
pub struct PathOracle<'a> {
    pub(crate) solver: Option<&'a mut PathSolver>,
    pub(crate) path: &'a Path,
}

impl memory::Oracle for PathOracle<'_> {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        match &mut self.solver {
            Some(solver) => {
                !matches!(solver.feasibility(terms, self.path, formula), Feasibility::Infeasible)
            }
            None => memory::SyntacticOracle.may(terms, formula),
        }
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        memory::domain_range(terms, term)
    }

    fn solved(&self) -> u64 {
        let lowest = self.solver.as_ref().and_then(|solver| solver.report().sections.pop());
        lowest.map_or(0, |layer| layer.queries)
    }

    fn knows_of(&mut self, terms: &Terms, term: Term) -> bool {
        self.solver.as_mut().is_some_and(|solver| {
            let symbols = solver.index.mentions.of(terms, term);
            // A comparison of addresses has no symbols; the solver knows these.
            symbols.is_empty() || symbols.iter().any(|&symbol| self.path.index.speaks_of(symbol))
        })
    }

    fn witness(&mut self, terms: &mut Terms, formulas: &[Term]) -> Vec<bool> {
        let found =
            self.solver.as_mut().map(|solver| solver.feasibility(terms, self.path, Term::TRUE));
        match found {
            Some(Feasibility::Feasible(witness)) => {
                formulas.iter().map(|&formula| witness.holds(terms, formula)).collect()
            }
            _ => memory::SyntacticOracle.witness(terms, formulas),
        }
    }

    fn separate(
        &mut self,
        terms: &mut Terms,
        condition: Term,
        cells: &[Term],
        address: Term,
    ) -> bool {
        match &mut self.solver {
            Some(solver) => solver.separate(terms, self.path, condition, cells, address),
            None => memory::SyntacticOracle.separate(terms, condition, cells, address),
        }
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    #[test]
    fn the_solver_counts_all_that_labour_is_made_of() {
        let solver = PathSolver::new(solver::stack(), solver::Limits::default());
        let report = solver.report();
        let counters = report.sections.iter().flat_map(|section| &section.counters);
        let names: Vec<&str> = counters.map(|&(name, _)| name).collect();
        for (name, _) in LABOUR {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
    }

    /// Whether two unknown factors can make a product that no input at hand makes.
    fn ask_about_a_product(solver: &mut PathSolver) -> Feasibility {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bits(16)));
        let product = terms.mul(a, b);
        let number = terms.word(16, 0x2f3d);
        let same = terms.eq(product, number);
        solver.feasibility(&mut terms, &Path::default(), same)
    }

    #[test]
    fn queries_are_decided_within_their_budget_alone() {
        let mut solver = PathSolver::new(solver::stack(), solver::Limits::default());
        solver.set_budget(Some(0));
        let spent = ask_about_a_product(&mut solver);
        assert!(matches!(spent, Feasibility::Unknown(solver::UnknownReason::Budget)));
        solver.set_budget(None);
        assert!(matches!(ask_about_a_product(&mut solver), Feasibility::Feasible(_)));
    }

    #[test]
    fn no_query_is_begun_after_an_interrupt() {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let limits = solver::Limits { interrupt: Some(flag), ..solver::Limits::default() };
        let mut solver = PathSolver::new(solver::stack(), limits);
        let answer = ask_about_a_product(&mut solver);
        assert!(matches!(answer, Feasibility::Unknown(solver::UnknownReason::Interrupted)));
        assert_eq!(solver.report().sections.iter().map(|it| it.queries).sum::<u64>(), 0);
    }
}
