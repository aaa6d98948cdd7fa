//! A path: the decisions that were taken, the condition under which they are, and an input that
//! takes them.
//!
//! Given the decisions, the path is repeated without asking a solver: that is how a fork starts
//! over at the instruction where it was made, how a finding is replayed, and how work is handed
//! on. This file knows terms and answers; it does not know programs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use solver::repair::{Prefer, changed, repair};
use solver::{Answer, Query, Solver as _};
use term::diagram::{Diagram, Diagrams};
use term::{Evaluator, Model, Op, Sort, Term, TermSet, Terms, Value as Concrete};

use crate::explore::contest::Contestant;
use crate::state::path_index::{MAX_PARTS, Mentions, PathIndex};
use crate::state::trail::Trail;

/// Something that was decided on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// Whether a condition holds.
    Holds(bool),
    /// A number to be tried, where a number is needed.
    Try(u64),
    /// A loop makes any number of rounds, after so many instructions.
    Rounds(u64),
}

/// Decisions as text: `0` and `1`, numbers in brackets, `{..}` for a loop after so many instructions.
pub struct Decisions<'a>(pub &'a [Decision]);

impl fmt::Display for Decisions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|decision| match decision {
            Decision::Holds(holds) => write!(f, "{}", u8::from(*holds)),
            Decision::Try(number) => write!(f, "[{number}]"),
            Decision::Rounds(steps) => write!(f, "{{{steps}}}"),
        })
    }
}

/// Reads what `Decisions` writes.
#[must_use]
pub fn parse_decisions(text: &str) -> Option<Vec<Decision>> {
    let mut decisions = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut after = &rest[first.len_utf8()..];
        match first {
            '0' | '1' => decisions.push(Decision::Holds(first == '1')),
            '[' => {
                let (number, behind) = after.split_once(']')?;
                decisions.push(Decision::Try(number.parse().ok()?));
                after = behind;
            }
            '{' => {
                let (steps, behind) = after.split_once('}')?;
                decisions.push(Decision::Rounds(steps.parse().ok()?));
                after = behind;
            }
            _ => return None,
        }
        rest = after;
    }
    Some(decisions)
}

/// An input that takes a path, with the values of the terms that were asked about.
pub struct Witness {
    /// What the symbols stand for.
    pub model: Rc<Model>,
    values: RefCell<Evaluator>,
}

impl Witness {
    /// A witness.
    #[must_use]
    pub fn new(model: Rc<Model>) -> Rc<Witness> {
        Rc::new(Witness { model, values: RefCell::default() })
    }

    /// Another one of which about as much will be asked.
    fn like(&self, model: Model) -> Rc<Witness> {
        let values = RefCell::new(Evaluator::like(&self.values.borrow()));
        Rc::new(Witness { model: Rc::new(model), values })
    }

    /// The same with other values for some symbols.
    #[must_use]
    pub fn with(&self, terms: &Terms, others: &[(Term, term::Bits)]) -> Rc<Witness> {
        let mut model = (*self.model).clone();
        for (symbol, bits) in others {
            let Op::Symbol(id) = terms.op(*symbol) else { continue };
            let value = match terms.sort(*symbol) {
                Sort::Bool => Concrete::Bool(bits.low_word() == 1),
                _ => Concrete::Bits(bits.clone()),
            };
            model.set(id, value);
        }
        Witness::new(Rc::new(model))
    }

    /// Whether a condition holds under it.
    #[must_use]
    pub fn holds(&self, terms: &Terms, condition: Term) -> bool {
        self.values.borrow_mut().holds(terms, condition, &self.model)
    }

    /// The value of a term under it.
    #[must_use]
    pub fn value(&self, terms: &Terms, term: Term) -> Concrete {
        self.values.borrow_mut().eval(terms, term, &self.model)
    }

    /// The value of a term of at most 64 bits.
    #[must_use]
    pub fn number(&self, terms: &Terms, term: Term) -> u64 {
        match self.value(terms, term) {
            Concrete::Bool(bit) => u64::from(bit),
            Concrete::Bits(bits) => bits.low_word(),
            Concrete::Array(_) => 0,
        }
    }
}

/// What the program was given.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is called: the function that gave it, or the name that the program gave.
    pub name: String,
    /// The type in the source, or the number of bytes.
    pub ty: InputType,
    /// Its value.
    pub term: Term,
    /// Where it was asked for.
    pub site: memory::Site,
    /// The condition under which it was: others than true only where paths were merged.
    pub guard: Term,
}

/// How an input is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputType {
    /// A scalar of a type of the source.
    Scalar(ir::TypeId),
    /// Some bytes of an object.
    Part {
        /// Where they begin.
        index: u64,
        /// How many they are.
        bytes: u32,
        /// How many the object has.
        of: u64,
    },
    /// Some bytes that a function without a body wrote.
    Written {
        /// Where in the object.
        index: u64,
        /// How many they are.
        bytes: u32,
    },
    /// Whether something happens.
    Flag,
}

/// A path.
#[derive(Clone)]
pub struct Path {
    /// What must hold for an input to take it, as a conjunction.
    pub conditions: Vec<Term>,
    /// An input that takes it; `None` if none is at hand.
    pub witness: Option<Rc<Witness>>,
    /// What was decided.
    pub decisions: Trail<Decision>,
    /// What the program was given, in order.
    pub inputs: Trail<Input>,
    /// What the conditions say, and which of them belong together.
    index: PathIndex,
    /// What the conditions say of the cases that pointers of the input make, where these are not told apart by
    /// paths; `None` if they are.
    pub cases: Option<Diagram>,
    /// Where it first depended on the addresses of blocks.
    pub layout: Option<memory::Site>,
    /// What is to be decided next, without asking.
    pub ahead: VecDeque<Decision>,
    /// What was decided in the current instruction.
    here: Here,
    /// Whether it stands for several that were merged: the decisions are then those of one of them.
    pub merged: bool,
    /// What the program is given, where the path is to follow that.
    pub guide: Option<Guide>,
}

/// One input that a path follows, and no other.
#[derive(Clone)]
pub struct Guide {
    /// What the program is given, in order.
    pub inputs: Rc<[term::Bits]>,
    /// Whether the path forks for where blocks lie; otherwise the witness decides, and nobody is asked.
    pub any_layout: bool,
}

/// What was decided in an instruction, and cannot be seen in the state yet.
#[derive(Clone, Default)]
struct Here {
    moment: Moment,
    decisions: Vec<Decision>,
    /// The cases that were left before. Whoever starts over finds these again: with fewer, there might be less to decide.
    cases: Option<Diagram>,
}

/// An instruction in the course of a path, told apart from all others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moment {
    /// Instructions before the current block.
    pub steps: u64,
    /// The number of the instruction.
    pub site: u32,
}

impl Default for Path {
    fn default() -> Path {
        Path {
            conditions: Vec::new(),
            witness: Some(Witness::new(Rc::new(Model::new()))),
            decisions: Trail::default(),
            inputs: Trail::default(),
            index: PathIndex::default(),
            cases: None,
            layout: None,
            ahead: VecDeque::new(),
            here: Here::default(),
            merged: false,
            guide: None,
        }
    }
}

impl Path {
    /// A path that begins with decisions already taken.
    #[must_use]
    pub fn along(decisions: &[Decision]) -> Path {
        Path { ahead: decisions.iter().cloned().collect(), ..Path::default() }
    }

    /// An instruction begins, if it is not the current one.
    pub fn enter(&mut self, moment: Moment) {
        if self.here.moment != moment {
            self.here = Here { moment, decisions: Vec::new(), cases: self.cases };
        }
    }

    /// Notes a decision.
    pub fn decided(&mut self, moment: Moment, decision: Decision) {
        self.enter(moment);
        self.here.decisions.push(decision.clone());
        self.decisions.push(decision);
    }

    /// Notes a decision that is no instruction's.
    pub fn noted(&mut self, decision: Decision) {
        self.decisions.push(decision);
    }

    /// Whether the next thing that is given beforehand is about a loop: then all blocks are looked at.
    #[must_use]
    pub fn is_to_stop_at_a_loop(&self) -> bool {
        matches!(self.ahead.front(), Some(Decision::Rounds(_)))
    }

    /// What was decided in the current instruction so far was put into the state: whoever starts over here
    /// does not decide it again.
    pub fn keep_decisions(&mut self) {
        self.here.decisions.clear();
        self.here.cases = self.cases;
    }

    /// A copy of this path that starts over at the current instruction: it takes the decisions of
    /// this instruction again, and then those that come `next`.
    #[must_use]
    pub fn start_over(&self, moment: Moment, next: &[Decision]) -> Path {
        let mut path = self.clone();
        path.enter(moment);
        let again = std::mem::take(&mut path.here.decisions);
        for _ in &again {
            path.decisions.pop();
        }
        path.cases = path.here.cases;
        path.ahead = again.iter().chain(next).cloned().collect();
        path
    }

    /// Whether it is looked at wherever blocks lie.
    #[must_use]
    pub fn is_in_any_layout(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.any_layout)
    }

    /// Whether a condition is known to hold.
    #[must_use]
    pub fn knows(&self, condition: Term) -> bool {
        self.index.holds(condition)
    }

    /// Whether a condition cannot hold because its parts are known not to.
    #[must_use]
    pub fn refutes(&self, terms: &mut Terms, condition: Term) -> bool {
        let mut work = vec![condition];
        for _ in 0..MAX_PARTS {
            let Some(part) = work.pop() else { return true };
            let not = terms.not(part);
            match terms.op(part) {
                _ if self.knows(not) => {}
                Op::Or => work.extend(terms.args(part)),
                Op::And => {
                    let nots = [0, 1].map(|i| {
                        let arg = terms.arg(part, i);
                        terms.not(arg)
                    });
                    if !nots.iter().any(|&not| self.knows(not)) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// The conditions that have to do with some symbols, and all symbols of these.
    pub fn related(
        &self,
        terms: &Terms,
        mentions: &mut Mentions,
        symbols: &[Term],
    ) -> (Vec<Term>, TermSet) {
        self.index.related(terms, mentions, symbols)
    }

    /// What a term is on this path: without cases that do not occur on it.
    /// Implements `ST` of *Uber-lazy*.
    pub fn narrowed(&self, terms: &mut Terms, diagrams: &mut Diagrams, term: Term) -> Term {
        let Some(cases) = self.cases else { return term };
        let here = diagrams.of(terms, term, cases);
        diagrams.term(terms, here)
    }

    /// A condition holds on this path by what was assumed before.
    pub fn learn(&mut self, terms: &mut Terms, diagrams: &mut Diagrams, condition: Term) {
        self.index.add_fact(terms, condition);
        self.leave_cases(terms, diagrams, condition);
    }

    /// Cases for which a condition does not hold do not occur.
    fn leave_cases(&mut self, terms: &mut Terms, diagrams: &mut Diagrams, condition: Term) {
        let Some(cases) = self.cases else { return };
        let condition = diagrams.of(terms, condition, cases);
        let Some(fewer) = diagrams.both(cases, condition) else { return };
        if fewer != Diagram::FALSE && diagrams.size(fewer) <= MAX_CASES {
            self.cases = Some(fewer);
        }
    }

    /// A condition holds from here on.
    pub fn assume(&mut self, terms: &mut Terms, asker: &mut Asker, condition: Term) {
        if condition == Term::TRUE {
            return;
        }
        if self.index.holds(condition) {
            return self.leave_cases(terms, &mut asker.diagrams, condition);
        }
        let here = self.narrowed(terms, &mut asker.diagrams, condition);
        self.learn(terms, &mut asker.diagrams, condition);
        if here == Term::TRUE {
            return;
        }
        self.index.add_fact(terms, here);
        self.index.add_condition(here, &asker.mentions.of(terms, here));
        self.conditions.push(here);
        if self.witness.as_ref().is_some_and(|witness| !witness.holds(terms, condition)) {
            self.witness = None;
        }
    }
}

/// A solver, and what it was asked.
pub struct Asker {
    solver: Box<dyn solver::Solver>,
    limits: solver::Limits,
    /// A solver for questions of separation logic; without one they are translated.
    pub separation: Option<solver::External>,
    /// Which symbols terms mention.
    pub mentions: Mentions,
    /// The cases of terms.
    pub diagrams: Diagrams,
    /// What decided the questions.
    pub counts: AskCounts,
    /// Where another machine explores the same program in turns with this one.
    pub contestant: Option<Contestant>,
    /// The labour from which on queries are not decided any more.
    budget: Option<u64>,
}

/// How questions about paths were decided.
#[derive(Clone, Copy, Default, Debug)]
pub struct AskCounts {
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

impl std::ops::AddAssign for AskCounts {
    fn add_assign(&mut self, other: AskCounts) {
        self.questions += other.questions;
        self.by_witness += other.by_witness;
        self.by_repair += other.by_repair;
        self.by_solver += other.by_solver;
        self.unknown += other.unknown;
    }
}

/// Whether a condition can hold.
pub enum Can {
    /// Under this input.
    Yes(Rc<Witness>),
    /// It cannot.
    No,
    /// The solver does not know.
    Unknown(solver::Why),
}

/// A path whose cases would take a larger diagram knows less of them.
const MAX_CASES: usize = 2048;
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

impl Asker {
    /// Asks a solver, within limits for each question.
    #[must_use]
    pub fn new(solver: Box<dyn solver::Solver>, limits: solver::Limits) -> Asker {
        let (mentions, diagrams) = (Mentions::default(), Diagrams::default());
        Asker {
            solver,
            limits,
            separation: None,
            mentions,
            diagrams,
            counts: AskCounts::default(),
            contestant: None,
            budget: None,
        }
    }

    /// Whether a condition can hold on a path.
    pub fn can(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Can {
        self.counts.questions += 1;
        let condition = path.narrowed(terms, &mut self.diagrams, condition);
        if condition == Term::FALSE || path.refutes(terms, condition) {
            return Can::No;
        }
        if let Some(witness) = &path.witness
            && witness.holds(terms, condition)
        {
            self.counts.by_witness += 1;
            return Can::Yes(witness.clone());
        }
        // One input is meant, and no other.
        if path.guide.as_ref().is_some_and(|guide| !guide.any_layout) {
            return Can::No;
        }
        if let Some(witness) = self.repaired(terms, path, condition) {
            self.counts.by_repair += 1;
            return Can::Yes(witness);
        }
        self.counts.by_solver += 1;
        let (mut assumptions, symbols) = self.assumptions(terms, path, condition);
        assumptions.push(condition);
        match self.ask(terms, &assumptions) {
            Answer::Sat(model) => Can::Yes(match &path.witness {
                Some(witness) => Witness::new(merged(terms, &witness.model, &model, &symbols)),
                None => Witness::new(model),
            }),
            Answer::Unsat(_) => Can::No,
            Answer::Unknown(why) => {
                self.counts.unknown += 1;
                Can::Unknown(why)
            }
        }
    }

    /// Asks the solver; where others take turns, in several turns.
    fn ask(&mut self, terms: &mut Terms, assumptions: &[Term]) -> Answer {
        if self.interrupted() {
            return Answer::Unknown(solver::Why::Interrupted);
        }
        if self.is_spent() {
            return Answer::Unknown(solver::Why::Budget);
        }
        loop {
            let conflicts = self.contestant.as_ref().and_then(Contestant::conflicts);
            let own = self.limits.conflicts.unwrap_or(u64::MAX);
            let Some(conflicts) = conflicts.filter(|&conflicts| conflicts < own) else {
                return self.solver.check(terms, Query { assumptions, limits: &self.limits });
            };
            let limits = solver::Limits { conflicts: Some(conflicts), ..self.limits.clone() };
            let answer = self.solver.check(terms, Query { assumptions, limits: &limits });
            let Answer::Unknown(solver::Why::Budget) = answer else { return answer };
            if let Some(contestant) = &mut self.contestant {
                contestant.wait();
            }
        }
    }

    /// The input at hand with a few other values, if that takes the path and a condition holds.
    fn repaired(&self, terms: &Terms, path: &Path, condition: Term) -> Option<Rc<Witness>> {
        let witness = path.witness.as_ref()?;
        let ways = [Prefer::First, Prefer::Second];
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
        prefer: Prefer,
    ) -> Option<Rc<Witness>> {
        let mut kept = TermSet::default();
        let mut to_check = Vec::new();
        let (mut witness, mut broken) = (witness.clone(), condition);
        for _ in 0..MAX_REPAIRS {
            let mut values = witness.values.borrow_mut();
            let changes = repair(terms, &witness.model, &mut values, broken, &kept, prefer)?;
            drop(values);
            let other = witness.like(changed(terms, &witness.model, &changes));
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
                let symbols = self.mentions.of(terms, condition);
                path.index.related(terms, &mut self.mentions, &symbols)
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
            return !matches!(self.can(terms, path, apart), Can::No);
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
    pub(crate) asker: Option<&'a mut Asker>,
    pub(crate) path: &'a Path,
}

impl memory::Oracle for PathOracle<'_> {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        match &mut self.asker {
            Some(asker) => !matches!(asker.can(terms, self.path, formula), Can::No),
            None => memory::SyntacticOracle.may(terms, formula),
        }
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        memory::domain_range(terms, term)
    }

    fn solved(&self) -> u64 {
        let lowest = self.asker.as_ref().and_then(|asker| asker.report().sections.pop());
        lowest.map_or(0, |layer| layer.queries)
    }

    fn knows_of(&mut self, terms: &Terms, term: Term) -> bool {
        self.asker.as_mut().is_some_and(|asker| {
            let symbols = asker.mentions.of(terms, term);
            // A comparison of addresses has no symbols; the solver knows these.
            symbols.is_empty() || symbols.iter().any(|&symbol| self.path.index.speaks_of(symbol))
        })
    }

    fn witness(&mut self, terms: &mut Terms, formulas: &[Term]) -> Vec<bool> {
        let found = self.asker.as_mut().map(|asker| asker.can(terms, self.path, Term::TRUE));
        match found {
            Some(Can::Yes(witness)) => {
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
        match &mut self.asker {
            Some(asker) => asker.separate(terms, self.path, condition, cells, address),
            None => memory::SyntacticOracle.separate(terms, condition, cells, address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_counts_all_that_labour_is_made_of() {
        let asker = Asker::new(solver::stack(), solver::Limits::default());
        let report = asker.report();
        let counters = report.sections.iter().flat_map(|section| &section.counters);
        let names: Vec<&str> = counters.map(|&(name, _)| name).collect();
        for (name, _) in LABOUR {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
    }

    /// Whether two unknown factors can make a product that no input at hand makes.
    fn ask_about_a_product(asker: &mut Asker) -> Can {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bits(16)));
        let product = terms.mul(a, b);
        let number = terms.word(16, 0x2f3d);
        let same = terms.eq(product, number);
        asker.can(&mut terms, &Path::default(), same)
    }

    #[test]
    fn queries_are_decided_within_their_budget_alone() {
        let mut asker = Asker::new(solver::stack(), solver::Limits::default());
        asker.set_budget(Some(0));
        let spent = ask_about_a_product(&mut asker);
        assert!(matches!(spent, Can::Unknown(solver::Why::Budget)));
        asker.set_budget(None);
        assert!(matches!(ask_about_a_product(&mut asker), Can::Yes(_)));
    }

    #[test]
    fn no_query_is_begun_after_an_interrupt() {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let limits = solver::Limits { interrupt: Some(flag), ..solver::Limits::default() };
        let mut asker = Asker::new(solver::stack(), limits);
        let answer = ask_about_a_product(&mut asker);
        assert!(matches!(answer, Can::Unknown(solver::Why::Interrupted)));
        assert_eq!(asker.report().sections.iter().map(|it| it.queries).sum::<u64>(), 0);
    }

    #[test]
    fn decisions_read_back_what_they_write() {
        let decisions = [
            Decision::Holds(true),
            Decision::Try(17),
            Decision::Holds(false),
            Decision::Rounds(93),
            Decision::Try(0),
        ];
        let text = Decisions(&decisions).to_string();
        assert_eq!(text, "1[17]0{93}[0]");
        assert_eq!(parse_decisions(&text).as_deref(), Some(&decisions[..]));
        assert_eq!(parse_decisions(""), Some(Vec::new()));
        for wrong in ["2", "[", "[x]", "01[4", "0 1", "(1)", "é", "{", "{x}"] {
            assert_eq!(parse_decisions(wrong), None, "{wrong}");
        }
    }
}
