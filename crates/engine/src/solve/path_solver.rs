//! The path solver: decides whether a condition is feasible on a path, and returns a witness.
//!
//! It tries the cheapest means first: terms and the index of the path, the path's witness, a repair of the
//! witness, and finally the solver, with the conditions that share symbols with the query. It does not know
//! programs. `machine` relies on it for all decisions, and memory models for their oracle.

use std::rc::Rc;

use solver::repair::{PreferredOperand, apply_changes, repair};
use solver::{Answer, Query, Solver as _};
use term::{Model, Op, Term, TermSet, Terms};

use crate::solve::portfolio::Turns;
use crate::state::path::{Path, Witness};
use crate::state::path_index::TermIndex;

/// A decision procedure for the feasibility of conditions on paths.
pub struct PathSolver {
    solver: Box<dyn solver::Solver>,
    limits: solver::Limits,
    /// A solver for queries of separation logic; without one, they are translated for the other solver.
    pub separation: Option<solver::External>,
    /// The knowledge about terms that all paths share.
    pub index: TermIndex,
    /// The counters of queries, by the means that decided them.
    pub counts: QueryCounts,
    /// The turns of this exploration, where another machine explores the same program in a portfolio.
    pub turns: Option<Turns>,
    /// The number of assumptions of all queries that went to the solver.
    assumed: u64,
    /// The effort from which on no query is decided; `None` for no budget.
    budget: Option<u64>,
}

/// Counters of queries about paths, by the means that decided them.
#[derive(Clone, Copy, Default, Debug)]
pub struct QueryCounts {
    /// All queries.
    pub queries: u64,
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
        self.queries += other.queries;
        self.by_witness += other.by_witness;
        self.by_repair += other.by_repair;
        self.by_solver += other.by_solver;
        self.unknown += other.unknown;
    }
}

/// The feasibility of a condition on a path.
pub enum Feasibility {
    /// Feasible: this input takes the path and satisfies the condition.
    Feasible(Rc<Witness>),
    /// Infeasible: no input does.
    Infeasible,
    /// Unknown: the solver returned no answer, for this reason.
    Unknown(solver::UnknownReason),
}

/// The effort of a query. This and the following weights were measured on the programs of `bench`.
const QUERY_EFFORT: u64 = 90;
/// The additional effort of a query that goes to the solver.
const SOLVER_QUERY_EFFORT: u64 = 400;
/// The effort of each assumption of such a query: the layers of the solver look at all of them.
const ASSUMPTION_EFFORT: u64 = 40;
/// The effort of what a solver counts, by the name of the counter.
const WEIGHTS: [(&str, u64); 5] = [
    ("gates", 75),
    ("gates looked at", 4),
    ("quick conflicts", 280),
    ("thorough conflicts", 280),
    ("clauses looked at", 1),
];
/// The most repairs of a witness: after these, a solver is faster.
const MAX_REPAIRS: usize = 16;

impl PathSolver {
    /// Creates a path solver that sends queries to a solver, with limits for each query.
    #[must_use]
    pub fn new(solver: Box<dyn solver::Solver>, limits: solver::Limits) -> PathSolver {
        PathSolver {
            solver,
            limits,
            separation: None,
            index: TermIndex::default(),
            counts: QueryCounts::default(),
            turns: None,
            assumed: 0,
            budget: None,
        }
    }

    /// Decides whether a condition is feasible on a path.
    pub fn feasibility(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Feasibility {
        self.counts.queries += 1;
        if self.interrupted() {
            // What the witness knows takes no time.
            return match &path.witness {
                Some(witness) if witness.holds(terms, condition) => {
                    Feasibility::Feasible(witness.clone())
                }
                _ => Feasibility::Unknown(solver::UnknownReason::Interrupted),
            };
        }
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
        // The path follows the inputs of its guide and no others.
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
        self.assumed += assumptions.len() as u64;
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

    /// Sends a query to the solver; in a portfolio, the query may take several turns.
    fn ask(&mut self, terms: &mut Terms, assumptions: &[Term]) -> Answer {
        if self.interrupted() {
            return Answer::Unknown(solver::UnknownReason::Interrupted);
        }
        if self.is_spent() {
            return Answer::Unknown(solver::UnknownReason::Budget);
        }
        loop {
            let conflicts = self.turns.as_ref().and_then(Turns::conflicts);
            let own = self.limits.conflicts.unwrap_or(u64::MAX);
            let Some(conflicts) = conflicts.filter(|&conflicts| conflicts < own) else {
                return self.solver.check(terms, Query { assumptions, limits: &self.limits });
            };
            let limits = solver::Limits { conflicts: Some(conflicts), ..self.limits.clone() };
            let answer = self.solver.check(terms, Query { assumptions, limits: &limits });
            let Answer::Unknown(solver::UnknownReason::Budget) = answer else { return answer };
            if let Some(turns) = &mut self.turns {
                turns.wait(true);
            }
        }
    }

    /// Returns the path's witness with a few other values, if these satisfy the path condition and the condition.
    fn repaired(&self, terms: &Terms, path: &Path, condition: Term) -> Option<Rc<Witness>> {
        let witness = path.witness.as_ref()?;
        let ways = [PreferredOperand::First, PreferredOperand::Second];
        ways.into_iter()
            .find_map(|prefer| self.repaired_by(terms, path, witness, condition, prefer))
    }

    /// Repairs a violated condition, then a condition that the repair violates, and so on; no value is changed
    /// twice.
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

    /// Returns the part of the path condition that a query about a condition needs, and the symbols of that part.
    fn assumptions(&mut self, terms: &Terms, path: &Path, condition: Term) -> (Vec<Term>, TermSet) {
        match &path.witness {
            // The witness satisfies all conditions that share no symbol with the query.
            Some(_) => {
                let symbols = self.index.mentions.of(terms, condition);
                path.index.related(terms, &mut self.index.mentions, &symbols)
            }
            None => (path.conditions.clone(), TermSet::default()),
        }
    }

    /// Decides whether a cell at an address can be separate from others, on a path where a condition holds;
    /// over-approximates.
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
        self.counts.queries += 1;
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
        // An unknown answer counts as feasible; the memory model then asks in another way.
        answer.unwrap_or(true)
    }

    /// Returns the statistics of the layers of the solver.
    #[must_use]
    pub fn report(&self) -> solver::Report {
        let mut report = solver::Report::default();
        self.solver.report(&mut report);
        if let Some(separation) = &self.separation {
            separation.report(&mut report);
        }
        report
    }

    /// Returns the effort of all queries so far, in units that take about as long as a simple instruction.
    #[must_use]
    pub fn effort(&self) -> u64 {
        let report = self.report();
        let counters = report.sections.iter().flat_map(|section| &section.counters);
        let weight = |name: &str| WEIGHTS.iter().find(|(own, _)| *own == name).map_or(0, |it| it.1);
        let counted = counters.map(|&(name, count)| weight(name) * count);
        let queries = QUERY_EFFORT * self.counts.queries
            + SOLVER_QUERY_EFFORT * self.counts.by_solver
            + ASSUMPTION_EFFORT * self.assumed;
        queries + counted.sum::<u64>() + self.index.diagrams.effort()
    }

    /// Limits the conflicts of each query from now on, in addition to the present limit; returns the previous
    /// limits.
    pub fn limit_conflicts(&mut self, most: u64) -> solver::Limits {
        let limits = self.limits.clone();
        self.limits.conflicts = Some(limits.conflicts.map_or(most, |own| own.min(most)));
        limits
    }

    /// Replaces the limits of each query.
    pub fn set_limits(&mut self, limits: solver::Limits) {
        self.limits = limits;
    }

    /// Sets the budget of effort for further queries: after it is spent, no query goes to the solver. `None`
    /// removes the budget.
    pub fn set_budget(&mut self, effort: Option<u64>) {
        self.budget = effort.map(|effort| self.effort().saturating_add(effort));
    }

    /// Whether the budget for queries is spent.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.budget.is_some_and(|budget| self.effort() >= budget)
    }

    /// Whether the run was cancelled.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.limits.interrupted()
    }
}

/// Returns a model that takes the values of some symbols from `some`, and all others from `rest`.
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

/// The oracle that answers a memory model's queries about a path. Without a solver, terms decide syntactically.
pub struct PathOracle<'a> {
    /// The path solver; `None` if the program runs concretely.
    pub(crate) solver: Option<&'a mut PathSolver>,
    /// The path that the queries are about.
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
            // A comparison of addresses has no symbols; the solver knows the addresses.
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
    fn the_solver_counts_all_that_effort_is_made_of() {
        let solver = PathSolver::new(solver::stack(), solver::Limits::default());
        let report = solver.report();
        let counters = report.sections.iter().flat_map(|section| &section.counters);
        let names: Vec<&str> = counters.map(|&(name, _)| name).collect();
        for (name, _) in WEIGHTS {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
    }

    /// Asks for two unknown factors of a product that the witness of the path does not give.
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
