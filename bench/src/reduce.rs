//! Reduces a problem as long as it still fails.

use std::time::{Duration, Instant};

use term::Sort;

use crate::formulas::{Node, Problem};

/// The time for a reduction.
const LIMIT: Duration = Duration::from_secs(60);

/// Returns the smallest problem found that still fails.
pub fn reduce(problem: &Problem, fails: &dyn Fn(&Problem) -> bool) -> Problem {
    let mut reducer = Reducer { best: problem.clone(), fails, start: Instant::now() };
    loop {
        let before = reducer.best.clone();
        reducer.drop_checks();
        reducer.drop_roots();
        reducer.replace_nodes();
        reducer.drop_declarations();
        let size = |problem: &Problem| format!("{problem:?}").len();
        if size(&reducer.best) >= size(&before) || reducer.is_late() {
            return reducer.best;
        }
    }
}

struct Reducer<'a> {
    best: Problem,
    fails: &'a dyn Fn(&Problem) -> bool,
    start: Instant,
}

impl Reducer<'_> {
    fn is_late(&self) -> bool {
        self.start.elapsed() > LIMIT
    }

    /// Keeps a change if the problem still fails.
    fn attempt(&mut self, change: impl FnOnce(&mut Problem)) -> bool {
        let mut candidate = self.best.clone();
        change(&mut candidate);
        let taken = !self.is_late() && (self.fails)(&candidate);
        if taken {
            self.best = candidate;
        }
        taken
    }

    fn drop_checks(&mut self) {
        for i in (0..self.best.checks.len()).rev() {
            if self.best.checks.len() > 1 {
                self.attempt(|problem| {
                    problem.checks.remove(i);
                });
            }
        }
        self.attempt(|problem| problem.scopes = false);
        self.attempt(|problem| problem.defines = false);
    }

    fn drop_roots(&mut self) {
        for i in (0..self.best.roots.len()).rev() {
            self.attempt(|problem| {
                problem.roots.remove(i);
                for check in &mut problem.checks {
                    let low = *check & ((1 << i) - 1);
                    *check = low | (*check >> (i + 1) << i);
                }
            });
        }
    }

    /// Replaces a node by a literal, or by a node below it.
    fn replace_nodes(&mut self) {
        for node in self.best.cone(&self.best.roots).into_iter().rev() {
            let sort = self.best.nodes[node].sort;
            if self.best.nodes[node].args.is_empty() {
                continue;
            }
            let literal = literals(sort)
                .into_iter()
                .any(|text| self.attempt(|problem| problem.nodes[node] = Node::leaf(text, sort)));
            if literal {
                continue;
            }
            let mut below = self.best.cone(&[node]);
            below.remove(&node);
            let same = below.into_iter().filter(|&it| self.best.nodes[it].sort == sort);
            for other in same.collect::<Vec<_>>() {
                let is_alias = self.best.nodes[node].pieces.iter().all(String::is_empty);
                if is_alias && self.best.nodes[node].args == [other] {
                    break;
                }
                if self.attempt(|problem| problem.nodes[node] = Node::alias(other, sort)) {
                    break;
                }
            }
        }
    }

    fn drop_declarations(&mut self) {
        for i in (0..self.best.declarations.len()).rev() {
            self.attempt(|problem| {
                problem.declarations.remove(i);
            });
        }
        for overflow in self.best.overflows.clone() {
            self.attempt(|problem| {
                problem.overflows.remove(&overflow);
            });
        }
    }
}

fn literals(sort: Sort) -> Vec<String> {
    match sort {
        Sort::Bool => vec!["true".to_owned(), "false".to_owned()],
        Sort::Bits(width) => vec![format!("(_ bv0 {width})"), format!("(_ bv1 {width})")],
        Sort::Array { element, .. } => vec![format!("((as const {sort}) (_ bv0 {element}))")],
    }
}
