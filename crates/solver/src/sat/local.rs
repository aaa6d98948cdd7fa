//! A SAT solver for many small queries to one large instance.
//!
//! Conflict-driven clause learning after MiniSat (Eén and Sörensson, "An Extensible SAT-solver", SAT 2003,
//! doi:10.1007/978-3-540-24605-3_37), with the literal block distance as the quality of learnt clauses (Audemard and
//! Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009, section 3). Departures:
//!
//! 1. A query names its variables (`solve_within`), and no other variable is decided, assigned or visited above level
//!    zero. The caller guarantees that the other variables can always be given values afterwards; this holds for
//!    definitions of gates outside of the query. So the costs of a query depend on its own size, and not on that of the
//!    instance.
//! 2. The heap contains only variables that took part in recent conflicts. If none of them is open, the inputs of the
//!    query are decided in order, each to its last value: most queries are answered by small repairs of the previous
//!    answer.
//! 3. There is no inprocessing: hard queries go to CaDiCaL.
//!
//! A clause that contains a variable outside of the query can never become unit or false, because that variable stays
//! unassigned. So (1) only has to skip such clauses, and the watches stay right. Assignments at level zero are
//! permanent, and nothing is skipped there.

mod clauses;
mod heap;
mod learn;
mod propagate;
#[cfg(test)]
mod tests;

use std::mem;

use self::clauses::{ClauseRef, Clauses};
use self::heap::Heap;
use super::{Lit, Sat, Var, Verdict};
use crate::answer::{Limits, UnknownReason};

/// The number of conflicts between restarts, as a multiple of the Luby sequence.
const RESTART: u64 = 64;

/// The solver.
#[derive(Default)]
pub struct Local {
    /// Indexed by literal.
    values: Vec<Value>,
    watches: Vec<Vec<Watch>>,
    /// Indexed by variable.
    states: Vec<State>,
    clauses: Clauses,
    learnt: Vec<ClauseRef>,
    reduce_at: ReduceAt,
    trail: Vec<Lit>,
    /// The starts of the levels above zero.
    levels: Vec<Level>,
    /// The position of the next variable to decide when no active one is open.
    cursor: usize,
    /// The length of the propagated part of the trail.
    head: usize,
    heap: Heap,
    /// Whether the heap contains all open active variables of the query: from its first conflict on.
    heaped: bool,
    /// The variables of the last query: those of them without a value are `Open`.
    query_variables: Vec<Var>,
    /// Whether the clauses alone are unsatisfiable.
    contradictory: bool,
    /// The literals of the last core, which are marked in `states`.
    core: Vec<Lit>,
    conflicts: u64,
    visits: u64,
    /// Buffers of the conflict analysis: the learnt clause, the marked variables, a stack.
    lemma: Vec<Lit>,
    marked: Vec<Var>,
    stack: Vec<Lit>,
    /// For counting levels: the last stamp of each level, and the last stamp overall.
    level_stamps: Vec<u64>,
    stamp: u64,
}

/// The number of learnt clauses at which half of them are deleted. Clauses of other queries cost little, so it is
/// large: with 3,000 instead, a growing path over sums took 2.6 times the conflicts.
struct ReduceAt(usize);

impl Default for ReduceAt {
    fn default() -> ReduceAt {
        ReduceAt(20_000)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Value {
    /// Unassigned and outside of the query.
    #[default]
    Outside,
    /// Unassigned.
    Open,
    True,
    False,
}

/// The reason for the value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Reason {
    /// A decision, no value, or an assignment at level zero.
    #[default]
    None,
    /// A binary clause: its other literal, which is false.
    Binary(Lit),
    /// A longer clause, in which the implied literal comes first.
    Clause(ClauseRef),
}

/// The state of a variable besides its value.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    reason: Reason,
    level: u32,
    /// The last value.
    phase: bool,
    /// The mark of the conflict analysis.
    seen: bool,
    /// Whether the positive or the negative literal is in the core.
    failed: [bool; 2],
}

/// The state when a level was opened.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The length of the trail.
    trail: usize,
    /// The cursor: all variables before it have values.
    cursor: usize,
}

/// A clause to visit when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// The clause; `None` for binary clauses, which `blocker` determines.
    clause: Option<ClauseRef>,
    /// Another literal of the clause: if it holds, the clause is not visited.
    blocker: Lit,
}

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    Binary(Lit, Lit),
    Clause(ClauseRef),
}

impl Sat for Local {
    fn new_var(&mut self) -> Var {
        let var = Var::new(self.states.len() as u32);
        self.states.push(State::default());
        self.values.extend([Value::Outside; 2]);
        self.watches.extend([Vec::new(), Vec::new()]);
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.backtrack(0);
        let mut lits = mem::take(&mut self.lemma);
        lits.clear();
        lits.extend_from_slice(clause);
        // The youngest literals first, which are watched: fewer queries share these outputs of gates.
        lits.sort_unstable_by(|a, b| b.cmp(a));
        lits.dedup();
        let tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        let satisfied = lits.iter().any(|&lit| self.value_of(lit) == Value::True);
        if !tautology && !satisfied {
            lits.retain(|&lit| self.value_of(lit) != Value::False);
            self.attach(&lits);
        }
        self.lemma = lits;
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        let all: Vec<Var> = (0..self.states.len() as u32).map(Var::new).collect();
        self.solve_within(assumptions, &all, &[], limits)
    }

    fn solve_within(
        &mut self,
        assumptions: &[Lit],
        variables: &[Var],
        inputs: &[Var],
        limits: &Limits,
    ) -> Verdict {
        self.heaped = false;
        self.heap.clear();
        self.backtrack(0);
        self.cursor = 0;
        self.forget_core();
        if limits.interrupted() {
            return Verdict::Unknown(UnknownReason::Interrupted);
        }
        self.restrict_to(variables);
        if self.contradictory {
            return Verdict::Unsat;
        }
        let query = SatQuery { assumptions, variables, inputs, limits };
        self.search(&query)
    }

    fn value(&self, lit: Lit) -> bool {
        match self.value_of(lit) {
            Value::True => true,
            Value::False => false,
            Value::Open | Value::Outside => lit.is_negated(),
        }
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.state(assumption).failed[usize::from(assumption.is_negated())]
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }

    fn visits(&self) -> u64 {
        self.visits
    }
}

/// A query: the arguments of `solve_within`.
struct SatQuery<'a> {
    assumptions: &'a [Lit],
    variables: &'a [Var],
    inputs: &'a [Var],
    limits: &'a Limits,
}

/// The next step after propagation.
enum Step {
    Decide(Lit),
    /// Opens a level without a decision, for an assumption that is true already.
    Skip,
    /// Fails, because an assumption is false already.
    Fail(Lit),
    Done,
}

impl Local {
    fn search(&mut self, query: &SatQuery<'_>) -> Verdict {
        let start = self.conflicts;
        let (mut restarts, mut restart_at) = (0, RESTART);
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.levels.is_empty() {
                    self.contradictory = true;
                    return Verdict::Unsat;
                }
                if !self.heaped {
                    self.fill_heap(query);
                }
                self.learn_from(conflict);
                continue;
            }
            let spent = self.conflicts - start;
            if let Some(reason) = exhausted(query.limits, spent) {
                self.backtrack(0);
                return Verdict::Unknown(reason);
            }
            if spent >= restart_at {
                restarts += 1;
                restart_at = spent + RESTART * luby(restarts);
                self.backtrack(query.assumptions.len());
                self.reduce();
            }
            match self.next(query) {
                Step::Decide(lit) => self.decide(lit),
                Step::Skip => self.open_level(),
                Step::Fail(assumption) => {
                    self.explain_failure(assumption);
                    return Verdict::Unsat;
                }
                Step::Done => return Verdict::Sat,
            }
        }
    }

    /// Opens the variables of a query, and no others.
    fn restrict_to(&mut self, variables: &[Var]) {
        let mut query_variables = mem::take(&mut self.query_variables);
        query_variables.iter().for_each(|&var| self.set_if_unassigned(var, Value::Outside));
        query_variables.clear();
        query_variables.extend_from_slice(variables);
        query_variables.iter().for_each(|&var| self.set_if_unassigned(var, Value::Open));
        self.query_variables = query_variables;
    }

    fn set_if_unassigned(&mut self, var: Var, value: Value) {
        let index = var.positive().index();
        if !matches!(self.values[index], Value::True | Value::False) {
            self.values[index..index + 2].fill(value);
        }
    }

    /// Selects an assumption, else the open variable with the most recent conflicts, else any open variable.
    fn next(&mut self, query: &SatQuery<'_>) -> Step {
        if let Some(&lit) = query.assumptions.get(self.levels.len()) {
            return match self.value_of(lit) {
                Value::True => Step::Skip,
                Value::False => Step::Fail(lit),
                Value::Open | Value::Outside => Step::Decide(lit),
            };
        }
        while let Some(var) = self.heap.pop() {
            if self.value_of(var.positive()) == Value::Open {
                return self.decision(var);
            }
        }
        let rest = query.inputs.iter().chain(query.variables).skip(self.cursor);
        for &var in rest {
            self.cursor += 1;
            if self.value_of(var.positive()) == Value::Open {
                return self.decision(var);
            }
        }
        Step::Done
    }

    fn decision(&self, var: Var) -> Step {
        Step::Decide(var.lit(!self.states[var.index() as usize].phase))
    }

    /// Fills the heap with the active variables of the query, after its first conflict.
    fn fill_heap(&mut self, query: &SatQuery<'_>) {
        self.heaped = true;
        for &var in query.variables {
            if self.heap.is_active(var) {
                self.heap.insert(var);
            }
        }
    }

    fn open_level(&mut self) {
        // The variable that was just decided at the cursor has a value only above this level.
        self.levels.push(Level { trail: self.trail.len(), cursor: self.cursor.saturating_sub(1) });
    }

    fn decide(&mut self, lit: Lit) {
        self.open_level();
        self.assign(lit, Reason::None);
    }

    fn assign(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.index()] = Value::True;
        self.values[(!lit).index()] = Value::False;
        let level = self.levels.len() as u32;
        let state = &mut self.states[lit.var().index() as usize];
        state.level = level;
        state.reason = if level == 0 { Reason::None } else { reason };
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&Level { trail: length, cursor }) = self.levels.get(level) else { return };
        for &lit in &self.trail[length..] {
            self.values[lit.index()] = Value::Open;
            self.values[(!lit).index()] = Value::Open;
            let state = &mut self.states[lit.var().index() as usize];
            state.phase = !lit.is_negated();
            state.reason = Reason::None;
            if self.heaped && self.heap.is_active(lit.var()) {
                self.heap.insert(lit.var());
            }
        }
        self.trail.truncate(length);
        self.levels.truncate(level);
        self.head = length;
        self.cursor = cursor;
    }

    fn value_of(&self, lit: Lit) -> Value {
        self.values[lit.index()]
    }

    fn state(&self, lit: Lit) -> &State {
        &self.states[lit.var().index() as usize]
    }
}

/// Returns the reason to stop after this number of conflicts, if there is one.
fn exhausted(limits: &Limits, conflicts: u64) -> Option<UnknownReason> {
    if limits.conflicts.is_some_and(|limit| conflicts > limit) {
        return Some(UnknownReason::Budget);
    }
    limits.interrupted().then_some(UnknownReason::Interrupted)
}

/// Returns an element of the Luby sequence, from one: 1 1 2 1 1 2 4 ...
fn luby(mut i: u64) -> u64 {
    loop {
        let power = (i + 1).next_power_of_two();
        if power == i + 1 {
            return power / 2;
        }
        i -= power / 2 - 1;
    }
}
