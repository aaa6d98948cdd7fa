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

// ----- the search -----

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

// ----- clauses and propagation -----

impl Local {
    /// Adds a clause at level zero none of whose literals has a value.
    fn attach(&mut self, lits: &[Lit]) {
        match *lits {
            [] => self.contradictory = true,
            [lit] => {
                self.assign(lit, Reason::None);
                self.contradictory |= self.propagate().is_some();
            }
            _ => {
                self.watch(lits, None);
            }
        }
    }

    /// Stores a clause of at least two literals and watches its first two.
    fn watch(&mut self, lits: &[Lit], distance: Option<u32>) -> Option<ClauseRef> {
        let clause = (lits.len() > 2).then(|| self.clauses.add(lits, distance));
        self.watches[lits[0].index()].push(Watch { clause, blocker: lits[1] });
        self.watches[lits[1].index()].push(Watch { clause, blocker: lits[0] });
        clause
    }

    /// Assigns everything that follows from the trail, unless a clause becomes false.
    fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = !lit;
            let mut list = mem::take(&mut self.watches[falsified.index()]);
            let conflict = self.visit(falsified, &mut list);
            self.watches[falsified.index()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks at all clauses that watch a literal which just became false.
    fn visit(&mut self, falsified: Lit, list: &mut Vec<Watch>) -> Option<Conflict> {
        let mut conflict = None;
        let mut kept = 0;
        let mut next = 0;
        while next < list.len() {
            let watch = list[next];
            next += 1;
            let blocked = self.value_of(watch.blocker);
            if blocked == Value::True {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let Some(clause) = watch.clause else {
                list[kept] = watch;
                kept += 1;
                if blocked == Value::False {
                    conflict = Some(Conflict::Binary(watch.blocker, falsified));
                    break;
                }
                self.imply(watch.blocker, blocked, Reason::Binary(falsified));
                continue;
            };
            let Some(first) = self.rewatch(clause, falsified) else { continue };
            list[kept] = Watch { clause: Some(clause), blocker: first };
            kept += 1;
            match self.value_of(first) {
                Value::True => {}
                Value::False => {
                    conflict = Some(Conflict::Clause(clause));
                    break;
                }
                value => self.imply(first, value, Reason::Clause(clause)),
            }
        }
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        conflict
    }

    /// Watches another literal of a clause instead of a false one. If there is none, or the other
    /// watched literal holds, the watch stays: the other literal.
    fn rewatch(&mut self, clause: ClauseRef, falsified: Lit) -> Option<Lit> {
        // A deleted clause has no literals; its watches go when they are met.
        let lits = self.clauses.literals_mut(clause);
        if lits.is_empty() {
            return None;
        }
        if lits[0] == falsified {
            lits.swap(0, 1);
        }
        let first = lits[0];
        if self.values[first.index()] == Value::True {
            return Some(first);
        }
        let mut found = None;
        for (i, &lit) in lits.iter().enumerate().skip(2) {
            match self.values[lit.index()] {
                Value::False => {}
                Value::Open => found = Some(i),
                Value::True | Value::Outside => {
                    found = Some(i);
                    break;
                }
            }
        }
        if let Some(i) = found {
            lits.swap(1, i);
            self.watches[lits[1].index()].push(Watch { clause: Some(clause), blocker: first });
            return None;
        }
        Some(first)
    }

    /// Assigns a literal that follows, if the question is about it.
    fn imply(&mut self, lit: Lit, value: Value, reason: Reason) {
        if value == Value::Open || self.levels.is_empty() {
            self.assign(lit, reason);
        }
    }
}

// ----- learning -----

impl Local {
    /// Learns a clause from a conflict, goes back to where it would have propagated, and does so.
    fn learn_from(&mut self, conflict: Conflict) {
        let mut lemma = mem::take(&mut self.lemma);
        self.resolve(conflict, &mut lemma);
        self.minimise(&mut lemma);
        for var in self.marked.drain(..) {
            self.states[var.index() as usize].seen = false;
        }
        let level = self.put_second_highest_second(&mut lemma);
        let distance = self.distance(&lemma);
        self.backtrack(level);
        let reason = match *lemma {
            [_] => Reason::None,
            [_, other] => {
                self.watch(&lemma, Some(distance));
                Reason::Binary(other)
            }
            _ => match self.watch(&lemma, Some(distance)) {
                Some(clause) => {
                    self.learnt.push(clause);
                    Reason::Clause(clause)
                }
                None => Reason::None,
            },
        };
        self.assign(lemma[0], reason);
        self.lemma = lemma;
        self.heap.decay();
    }

    /// Resolves backwards along the trail until one literal of the current level is left; it comes
    /// first in the lemma.
    fn resolve(&mut self, conflict: Conflict, lemma: &mut Vec<Lit>) {
        lemma.clear();
        // A place for the literal of the current level.
        lemma.push(Var::new(0).positive());
        let mut open = match conflict {
            Conflict::Binary(a, b) => {
                usize::from(self.mark(a, lemma)) + usize::from(self.mark(b, lemma))
            }
            Conflict::Clause(clause) => self.mark_clause(clause, 0, lemma),
        };
        let mut position = self.trail.len();
        loop {
            position -= 1;
            let lit = self.trail[position];
            if !self.state(lit).seen {
                continue;
            }
            open -= 1;
            if open == 0 {
                lemma[0] = !lit;
                return;
            }
            open += match self.state(lit).reason {
                Reason::Binary(other) => usize::from(self.mark(other, lemma)),
                Reason::Clause(clause) => self.mark_clause(clause, 1, lemma),
                Reason::None => 0,
            };
        }
    }

    /// Marks the literals of a clause, but for the first few; how many are of the current level.
    fn mark_clause(&mut self, clause: ClauseRef, skip: usize, lemma: &mut Vec<Lit>) -> usize {
        let count = self.clauses.literals(clause).len();
        let mut open = 0;
        for i in skip..count {
            let lit = self.clauses.literals(clause)[i];
            open += usize::from(self.mark(lit, lemma));
        }
        open
    }

    /// Marks a false literal; whether it is one of the current level, seen for the first time.
    fn mark(&mut self, lit: Lit, lemma: &mut Vec<Lit>) -> bool {
        let current = self.levels.len() as u32;
        let state = &mut self.states[lit.var().index() as usize];
        if state.seen || state.level == 0 {
            return false;
        }
        state.seen = true;
        let is_current = state.level == current;
        self.marked.push(lit.var());
        self.heap.bump(lit.var());
        if !is_current {
            lemma.push(lit);
        }
        is_current
    }

    /// Removes literals that follow from the others.
    fn minimise(&mut self, lemma: &mut Vec<Lit>) {
        let levels = lemma.iter().fold(0, |levels, &lit| levels | self.level_bit(lit));
        let mut kept = 1;
        for i in 1..lemma.len() {
            if !self.is_redundant(lemma[i], levels) {
                lemma[kept] = lemma[i];
                kept += 1;
            }
        }
        lemma.truncate(kept);
    }

    fn level_bit(&self, lit: Lit) -> u64 {
        1 << (self.state(lit).level & 63)
    }

    /// Whether everything that made a literal false is in the lemma, or was made so by what is.
    fn is_redundant(&mut self, lit: Lit, levels: u64) -> bool {
        if self.state(lit).reason == Reason::None {
            return false;
        }
        let before = self.marked.len();
        self.stack.clear();
        self.stack.push(lit);
        while let Some(lit) = self.stack.pop() {
            let redundant = match self.state(lit).reason {
                Reason::None => false,
                Reason::Binary(other) => self.may_be_redundant(other, levels),
                Reason::Clause(clause) => {
                    let count = self.clauses.literals(clause).len();
                    (1..count).all(|i| {
                        let other = self.clauses.literals(clause)[i];
                        self.may_be_redundant(other, levels)
                    })
                }
            };
            if !redundant {
                for var in self.marked.drain(before..) {
                    self.states[var.index() as usize].seen = false;
                }
                return false;
            }
        }
        true
    }

    /// Whether a literal is covered, or can be: then it is marked and put on the stack.
    fn may_be_redundant(&mut self, lit: Lit, levels: u64) -> bool {
        let state = *self.state(lit);
        if state.seen || state.level == 0 {
            return true;
        }
        if state.reason == Reason::None || self.level_bit(lit) & levels == 0 {
            return false;
        }
        self.states[lit.var().index() as usize].seen = true;
        self.marked.push(lit.var());
        self.stack.push(lit);
        true
    }

    /// Brings the literal of the second highest level to the second place; its level.
    fn put_second_highest_second(&self, lemma: &mut [Lit]) -> usize {
        let highest = (1..lemma.len()).max_by_key(|&i| self.state(lemma[i]).level);
        let Some(i) = highest else { return 0 };
        lemma.swap(1, i);
        self.state(lemma[1]).level as usize
    }

    /// The number of levels in a clause.
    fn distance(&mut self, lemma: &[Lit]) -> u32 {
        self.stamp += 1;
        self.level_stamps.resize(self.level_stamps.len().max(self.levels.len() + 1), 0);
        let mut distance = 0;
        for &lit in lemma {
            let level = self.state(lit).level as usize;
            if self.level_stamps[level] != self.stamp {
                self.level_stamps[level] = self.stamp;
                distance += 1;
            }
        }
        distance
    }

    /// Forgets the worse half of the learnt clauses when there are too many.
    fn reduce(&mut self) {
        if self.learnt.len() < self.reduce_at.0 {
            return;
        }
        self.reduce_at.0 += self.reduce_at.0 / 10;
        self.backtrack(0);
        // Short distances first, and of the same distance the younger.
        let clauses = &self.clauses;
        self.learnt.sort_by_key(|&clause| (clauses.distance(clause), std::cmp::Reverse(clause)));
        for clause in self.learnt.split_off(self.learnt.len() / 2) {
            if self.clauses.distance(clause) <= 2 {
                self.learnt.push(clause);
            } else {
                self.clauses.delete(clause);
            }
        }
        if self.clauses.is_sparse() {
            self.compact();
        }
    }

    /// Moves the clauses together. At level zero, where nothing is a reason.
    fn compact(&mut self) {
        let moved = self.clauses.compact();
        for list in &mut self.watches {
            list.retain_mut(|watch| match watch.clause {
                None => true,
                Some(clause) => {
                    watch.clause = moved.get(clause);
                    watch.clause.is_some()
                }
            });
        }
        self.learnt.retain_mut(|clause| match moved.get(*clause) {
            Some(new) => {
                *clause = new;
                true
            }
            None => false,
        });
    }
}

// ----- cores -----

impl Local {
    fn forget_core(&mut self) {
        for lit in self.core.drain(..) {
            self.states[lit.var().index() as usize].failed = [false; 2];
        }
    }

    fn add_to_core(&mut self, lit: Lit) {
        self.core.push(lit);
        let state = &mut self.states[lit.var().index() as usize];
        state.failed[usize::from(lit.is_negated())] = true;
    }

    /// Finds the assumptions that made this one false.
    fn explain_failure(&mut self, assumption: Lit) {
        self.add_to_core(assumption);
        let Some(start) = self.levels.first().map(|level| level.trail) else { return };
        self.mark_for_core(assumption);
        for position in (start..self.trail.len()).rev() {
            let lit = self.trail[position];
            if !mem::take(&mut self.states[lit.var().index() as usize].seen) {
                continue;
            }
            match self.state(lit).reason {
                Reason::None => self.add_to_core(lit),
                Reason::Binary(other) => self.mark_for_core(other),
                Reason::Clause(clause) => {
                    let count = self.clauses.literals(clause).len();
                    for i in 1..count {
                        self.mark_for_core(self.clauses.literals(clause)[i]);
                    }
                }
            }
        }
    }

    fn mark_for_core(&mut self, lit: Lit) {
        let state = &mut self.states[lit.var().index() as usize];
        state.seen = state.level > 0;
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
