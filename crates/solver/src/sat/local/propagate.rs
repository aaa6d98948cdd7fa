//! Unit propagation.
//!
//! Two literals of each clause are watched. A clause is visited when one of them becomes false; it then watches another
//! literal that is not false, if there is one.

use std::mem;

use super::super::Lit;
use super::clauses::ClauseRef;
use super::{Conflict, Local, Reason, Value, Watch};

impl Local {
    /// Adds a clause without assigned literals at level zero.
    pub(super) fn attach(&mut self, lits: &[Lit]) {
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
    pub(super) fn watch(&mut self, lits: &[Lit], distance: Option<u32>) -> Option<ClauseRef> {
        let clause = (lits.len() > 2).then(|| self.clauses.add(lits, distance));
        self.watches[lits[0].index()].push(Watch { clause, blocker: lits[1] });
        self.watches[lits[1].index()].push(Watch { clause, blocker: lits[0] });
        clause
    }

    /// Propagates all unit clauses; returns a clause that became false.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = !lit;
            let mut list = mem::take(&mut self.watches[falsified.index()]);
            self.visits += list.len() as u64;
            let conflict = self.visit(falsified, &mut list);
            self.watches[falsified.index()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits all clauses that watch a literal that became false.
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

    /// Watches another literal of a clause in place of a false one. If there is none, or if the other watched literal
    /// holds, the watch stays and the result is the other literal.
    fn rewatch(&mut self, clause: ClauseRef, falsified: Lit) -> Option<Lit> {
        // A deleted clause has no literals; its watches are removed when they are visited.
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

    /// Assigns an implied literal if its variable belongs to the query.
    fn imply(&mut self, lit: Lit, value: Value, reason: Reason) {
        if value == Value::Open || self.levels.is_empty() {
            self.assign(lit, reason);
        }
    }
}
