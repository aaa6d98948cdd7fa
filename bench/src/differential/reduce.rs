//! Reduces a program as long as it still differs: removes statements, replaces compound ones by what they contain, and
//! expressions by their operands.

use std::time::{Duration, Instant};

use super::program::{Node, Program, Sort};

/// The time for a reduction.
const LIMIT: Duration = Duration::from_secs(90);

/// Replacements for an irrelevant expression: variables, so that compilers fold no constants.
const SIMPLE: [&str; 2] = ["zero", "one"];

/// Returns the smallest program found for which `fails` holds, as it does for the given one.
pub fn reduce(program: &Program, fails: &dyn Fn(&Program) -> bool) -> Program {
    let mut reducer = Reducer { best: program.clone(), fails, start: Instant::now() };
    loop {
        let before = reducer.size();
        reducer.drop_statements();
        reducer.replace_nodes();
        if reducer.size() >= before || reducer.is_late() {
            return reducer.best;
        }
    }
}

struct Reducer<'a> {
    best: Program,
    fails: &'a dyn Fn(&Program) -> bool,
    start: Instant,
}

/// The path from the root to a node, as numbers of children.
type Way = Vec<usize>;

impl Reducer<'_> {
    fn size(&self) -> usize {
        self.best.text().len()
    }

    fn is_late(&self) -> bool {
        self.start.elapsed() > LIMIT
    }

    /// Keeps a change if the program still fails.
    fn attempt(&mut self, change: impl FnOnce(&mut Node)) -> bool {
        let mut candidate = self.best.clone();
        change(&mut candidate.tree);
        let taken = !self.is_late() && (self.fails)(&candidate);
        if taken {
            self.best = candidate;
        }
        taken
    }

    fn ways(&self, sort: Sort) -> Vec<Way> {
        let mut ways = Vec::new();
        collect(&self.best.tree, sort, &mut Vec::new(), &mut ways);
        ways
    }

    /// Removes sequences of statements of each block, long ones first.
    fn drop_statements(&mut self) {
        for way in self.ways(Sort::Block).into_iter().rev() {
            let Some(length) = node(&mut self.best.tree, &way).map(|it| it.children.len()) else {
                continue;
            };
            let mut run = length;
            while run > 0 {
                let mut end = length;
                while end > 0 {
                    let first = end.saturating_sub(run);
                    self.attempt(|tree| {
                        if let Some(block) = node(tree, &way) {
                            let end = end.min(block.children.len());
                            block.children.drain(first.min(end)..end);
                        }
                    });
                    end = first;
                }
                run /= 2;
            }
        }
    }

    /// Replaces statements and expressions by simpler ones.
    fn replace_nodes(&mut self) {
        for way in self.ways(Sort::Statement).into_iter().rev() {
            self.unwrap(&way);
        }
        for way in self.ways(Sort::Expression) {
            let Some(old) = node(&mut self.best.tree, &way).map(|it| it.clone()) else { continue };
            if old.sort != Sort::Expression || SIMPLE.contains(&old.template.as_str()) {
                continue;
            }
            let simple = SIMPLE.into_iter().map(|name| Node::expression(name, vec![]));
            let parts = old.children.iter().filter(|it| it.sort == Sort::Expression).cloned();
            for new in simple.chain(parts).collect::<Vec<_>>() {
                if self.attempt(|tree| replace(tree, &way, new)) {
                    break;
                }
            }
        }
    }

    /// Replaces a compound statement by the statements in it.
    fn unwrap(&mut self, way: &Way) {
        let Some(old) = node(&mut self.best.tree, way).map(|it| it.clone()) else { return };
        let Some((&last, parent)) = way.split_last() else { return };
        if old.sort != Sort::Statement {
            return;
        }
        for inner in old.children.into_iter().filter(|it| it.sort == Sort::Block) {
            let taken = self.attempt(|tree| {
                let Some(block) = node(tree, parent).filter(|it| it.sort == Sort::Block) else {
                    return;
                };
                if last < block.children.len() {
                    block.children.splice(last..=last, inner.children);
                }
            });
            if taken {
                return;
            }
        }
    }
}

fn collect(node: &Node, sort: Sort, way: &mut Way, ways: &mut Vec<Way>) {
    if node.sort == sort {
        ways.push(way.clone());
    }
    for (index, child) in node.children.iter().enumerate() {
        way.push(index);
        collect(child, sort, way, ways);
        way.pop();
    }
}

fn node<'a>(tree: &'a mut Node, way: &[usize]) -> Option<&'a mut Node> {
    way.iter().try_fold(tree, |node, &index| node.children.get_mut(index))
}

fn replace(tree: &mut Node, way: &[usize], new: Node) {
    if let Some(old) = node(tree, way) {
        *old = new;
    }
}
