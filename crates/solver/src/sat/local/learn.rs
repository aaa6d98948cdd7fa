//! Conflict analysis: learning and deleting clauses, and explaining failed assumptions.
//!
//! Properties that others rely on: a learnt clause follows from the clauses alone; its first literal is the only
//! unassigned one after backtracking, and is then assigned.

use std::mem;

use super::super::{Lit, Var};
use super::clauses::ClauseRef;
use super::{Conflict, Local, Reason};

impl Local {
    /// Learns a clause from a conflict, backtracks to the level where it becomes unit, and propagates it.
    pub(super) fn learn_from(&mut self, conflict: Conflict) {
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

    /// Resolves backwards along the trail until one literal of the current level is left (the first unique implication
    /// point); it comes first in the clause.
    fn resolve(&mut self, conflict: Conflict, lemma: &mut Vec<Lit>) {
        lemma.clear();
        // A placeholder for the literal of the current level.
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

    /// Marks the literals of a clause except for the first few; returns how many of them are of the current level.
    fn mark_clause(&mut self, clause: ClauseRef, skip: usize, lemma: &mut Vec<Lit>) -> usize {
        let count = self.clauses.literals(clause).len();
        let mut open = 0;
        for i in skip..count {
            let lit = self.clauses.literals(clause)[i];
            open += usize::from(self.mark(lit, lemma));
        }
        open
    }

    /// Marks a false literal; returns whether it is a new one of the current level.
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

    /// Removes literals that the others imply.
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

    /// Returns whether the negated rest of the clause implies a literal.
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

    /// Returns whether a literal is implied or may be; in the latter case it is marked and pushed on the stack.
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

    /// Moves the literal of the second highest level to the second position; returns its level.
    fn put_second_highest_second(&self, lemma: &mut [Lit]) -> usize {
        let highest = (1..lemma.len()).max_by_key(|&i| self.state(lemma[i]).level);
        let Some(i) = highest else { return 0 };
        lemma.swap(1, i);
        self.state(lemma[1]).level as usize
    }

    /// Returns the block distance of a clause: the number of its levels.
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

    /// Deletes the worse half of the learnt clauses if there are too many.
    pub(super) fn reduce(&mut self) {
        if self.learnt.len() < self.reduce_at.0 {
            return;
        }
        self.reduce_at.0 += self.reduce_at.0 / 10;
        self.backtrack(0);
        // Short distances first, and among equal ones the younger clauses.
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

    /// Compacts the store of clauses. To be called at level zero, where no clause is a reason.
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

impl Local {
    pub(super) fn forget_core(&mut self) {
        for lit in self.core.drain(..) {
            self.states[lit.var().index() as usize].failed = [false; 2];
        }
    }

    fn add_to_core(&mut self, lit: Lit) {
        self.core.push(lit);
        let state = &mut self.states[lit.var().index() as usize];
        state.failed[usize::from(lit.is_negated())] = true;
    }

    /// Finds the assumptions that imply the negation of this one.
    pub(super) fn explain_failure(&mut self, assumption: Lit) {
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
