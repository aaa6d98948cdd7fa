//! A SAT solver for many small questions to one large instance.
//!
//! Conflict-driven clause learning after MiniSat (Eén and Sörensson, "An Extensible SAT-solver", SAT
//! 2003, doi:10.1007/978-3-540-24605-3_37), with block distances for what to keep (Audemard and
//! Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009, section 3). It
//! departs from them in this:
//!
//! 1. A question names the variables it is about (`solve_within`), and no other variable is decided,
//!    assigned or visited above level zero. The caller promises that the other variables can
//!    always be given values afterwards; definitions of gates outside the question are so. An
//!    answer then costs what the question costs, however large the instance has become.
//! 2. Only variables that had a part in recent conflicts are kept in a heap. When none of them is open,
//!    the question's inputs are decided in their order, each to its last value: most questions
//!    are answered by repairing the previous answer a little.
//! 3. There is no inprocessing: questions that are hard go to CaDiCaL.
//!
//! Clauses that contain a variable that is not asked about can never become unit or false, since that
//! variable stays unassigned. So skipping them is all that (1) needs, and the watches stay right. At
//! level zero assignments are for ever and nothing is skipped.

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
use crate::answer::{Limits, Why};

/// Conflicts between restarts, times the Luby sequence.
const RESTART: u64 = 64;

/// The solver.
#[derive(Default)]
pub struct Local {
    /// By literal.
    values: Vec<Value>,
    watches: Vec<Vec<Watch>>,
    /// By variable.
    states: Vec<State>,
    clauses: Clauses,
    learnt: Vec<ClauseRef>,
    reduce_at: ReduceAt,
    trail: Vec<Lit>,
    /// Where each level above zero starts.
    levels: Vec<Level>,
    /// The next of the question's variables to decide when no active one is open.
    cursor: usize,
    /// What of the trail is propagated.
    head: usize,
    heap: Heap,
    /// Whether the heap has all open variables of the question: from its first conflict on.
    heaped: bool,
    /// The variables of the last question: of these, those without a value are `Open`.
    asked: Vec<Var>,
    /// Whether the clauses alone are contradictory.
    contradictory: bool,
    /// The literals of the last core, which are marked in `states`.
    core: Vec<Lit>,
    conflicts: u64,
    looks: u64,
    /// Scratch of the analysis: the clause to be learnt, the variables marked, a stack.
    lemma: Vec<Lit>,
    marked: Vec<Var>,
    stack: Vec<Lit>,
    /// For counting levels: the stamp of each, and the last one used.
    level_stamps: Vec<u64>,
    stamp: u64,
}

/// How many learnt clauses there may be before half of them go. Those of other questions cost little,
/// so it is many: with 3,000 instead, a growing path over sums took 2.6 times the conflicts.
struct ReduceAt(usize);

impl Default for ReduceAt {
    fn default() -> ReduceAt {
        ReduceAt(20_000)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Value {
    /// None, and the question is not about it.
    #[default]
    Outside,
    /// None yet.
    Open,
    True,
    False,
}

/// Why a variable has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Reason {
    /// Decided, or open, or known at level zero.
    #[default]
    None,
    /// A clause of two: the other literal, which is false.
    Binary(Lit),
    /// A longer clause, in which the literal stands first.
    Clause(ClauseRef),
}

/// What is known of a variable besides its value.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    reason: Reason,
    level: u32,
    /// Its last value.
    phase: bool,
    /// A mark of the analysis.
    seen: bool,
    /// Whether its positive or negative literal is in the core.
    failed: [bool; 2],
}

/// What was when a level was opened.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The length of the trail.
    trail: usize,
    /// The cursor: everything before it has a value.
    cursor: usize,
}

/// A clause that must be looked at when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// `None` for clauses of two, which need no look.
    clause: Option<ClauseRef>,
    /// Another literal of the clause: if it holds, the clause need not be looked at.
    blocker: Lit,
}

/// A clause with all literals false.
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
        // The youngest first, which are watched: outputs of gates are shared by fewer questions.
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
            return Verdict::Unknown(Why::Interrupted);
        }
        self.ask_about(variables);
        if self.contradictory {
            return Verdict::Unsat;
        }
        let question = Question { assumptions, variables, inputs, limits };
        self.search(&question)
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

    fn looks(&self) -> u64 {
        self.looks
    }
}

/// What is asked.
struct Question<'a> {
    assumptions: &'a [Lit],
    variables: &'a [Var],
    inputs: &'a [Var],
    limits: &'a Limits,
}

/// What to do next, when nothing is left to propagate.
enum Next {
    Decide(Lit),
    /// An assumption that is true already: a level without a decision.
    Skip,
    /// An assumption that is false already.
    Fail(Lit),
    Done,
}

impl Local {
    fn search(&mut self, question: &Question<'_>) -> Verdict {
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
                    self.fill_heap(question);
                }
                self.learn_from(conflict);
                continue;
            }
            let spent = self.conflicts - start;
            if let Some(why) = exhausted(question.limits, spent) {
                self.backtrack(0);
                return Verdict::Unknown(why);
            }
            if spent >= restart_at {
                restarts += 1;
                restart_at = spent + RESTART * luby(restarts);
                self.backtrack(question.assumptions.len());
                self.reduce();
            }
            match self.next(question) {
                Next::Decide(lit) => self.decide(lit),
                Next::Skip => self.open_level(),
                Next::Fail(assumption) => {
                    self.explain_failure(assumption);
                    return Verdict::Unsat;
                }
                Next::Done => return Verdict::Sat,
            }
        }
    }

    /// Opens these variables, and no others.
    fn ask_about(&mut self, variables: &[Var]) {
        let mut asked = mem::take(&mut self.asked);
        asked.iter().for_each(|&var| self.set_if_unassigned(var, Value::Outside));
        asked.clear();
        asked.extend_from_slice(variables);
        asked.iter().for_each(|&var| self.set_if_unassigned(var, Value::Open));
        self.asked = asked;
    }

    fn set_if_unassigned(&mut self, var: Var, value: Value) {
        let index = var.positive().index();
        if !matches!(self.values[index], Value::True | Value::False) {
            self.values[index..index + 2].fill(value);
        }
    }

    /// An assumption, else the open variable with the most recent conflicts, else any.
    fn next(&mut self, question: &Question<'_>) -> Next {
        if let Some(&lit) = question.assumptions.get(self.levels.len()) {
            return match self.value_of(lit) {
                Value::True => Next::Skip,
                Value::False => Next::Fail(lit),
                Value::Open | Value::Outside => Next::Decide(lit),
            };
        }
        while let Some(var) = self.heap.pop() {
            if self.value_of(var.positive()) == Value::Open {
                return self.decision(var);
            }
        }
        let rest = question.inputs.iter().chain(question.variables).skip(self.cursor);
        for &var in rest {
            self.cursor += 1;
            if self.value_of(var.positive()) == Value::Open {
                return self.decision(var);
            }
        }
        Next::Done
    }

    fn decision(&self, var: Var) -> Next {
        Next::Decide(var.lit(!self.states[var.index() as usize].phase))
    }

    /// From the first conflict on, active variables come first.
    fn fill_heap(&mut self, question: &Question<'_>) {
        self.heaped = true;
        for &var in question.variables {
            if self.heap.is_active(var) {
                self.heap.insert(var);
            }
        }
    }

    fn open_level(&mut self) {
        // What was just decided at the cursor has a value only above this level.
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

/// Whether the limits are reached after so many conflicts.
fn exhausted(limits: &Limits, conflicts: u64) -> Option<Why> {
    if limits.conflicts.is_some_and(|limit| conflicts > limit) {
        return Some(Why::Budget);
    }
    limits.interrupted().then_some(Why::Interrupted)
}

/// The Luby sequence, from one: 1 1 2 1 1 2 4 ...
fn luby(mut i: u64) -> u64 {
    loop {
        let power = (i + 1).next_power_of_two();
        if power == i + 1 {
            return power / 2;
        }
        i -= power / 2 - 1;
    }
}
