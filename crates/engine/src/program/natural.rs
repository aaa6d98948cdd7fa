//! The natural loops of a function. An edge to a block that dominates its source is a back edge, and closes a
//! loop whose header is that block.
//!
//! This file knows the control-flow graph and nothing about what a loop computes. Irreducible loops, which are
//! entered at several blocks, have no header and are not returned.

use ir::{BlockId, Body, Terminator};

/// A natural loop.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The header: the only block through which the loop is entered.
    pub(crate) header: BlockId,
    /// For each block of the function, whether it belongs to the loop.
    inside: Vec<bool>,
    /// For each block, whether it belongs to the loop and has an edge to a block outside from which the function
    /// can return.
    leaving: Vec<bool>,
}

impl Loop {
    /// Whether a block belongs to the loop.
    pub(crate) fn contains(&self, block: BlockId) -> bool {
        self.inside.get(block.index()).copied().unwrap_or(false)
    }

    /// Whether a decision in a block may determine the number of iterations. Errors end a loop, too, but no loop
    /// is written for that; if nothing else ends the loop, every block counts.
    pub(crate) fn may_leave(&self, block: BlockId) -> bool {
        let leaving = &self.leaving;
        !leaving.contains(&true) || leaving.get(block.index()).copied().unwrap_or(false)
    }

    fn size(&self) -> usize {
        self.inside.iter().filter(|&&inside| inside).count()
    }
}

/// Returns the loops of a function, one for each header, inner loops before outer ones.
pub(crate) fn natural_loops(body: &Body) -> Vec<Loop> {
    let graph = Graph::of(body);
    let dominators = graph.dominators();
    let mut loops: Vec<Loop> = Vec::new();
    for &block in &graph.order {
        for target in body.blocks[block].terminator.successors() {
            if !dominates(&dominators, target.index(), block) {
                continue;
            }
            let position = loops.iter().position(|it| it.header == target);
            let index = position.unwrap_or_else(|| {
                let mut inside = vec![false; body.blocks.len()];
                inside[target.index()] = true;
                loops.push(Loop { header: target, inside, leaving: Vec::new() });
                loops.len() - 1
            });
            graph.add_ways(block, &mut loops[index].inside);
        }
    }
    let returning = graph.returning(body);
    for it in &mut loops {
        let goes_on = |target: &BlockId| returning[target.index()] && !it.contains(*target);
        let leaves = |&block: &usize| {
            it.inside[block] && body.blocks[block].terminator.successors().iter().any(goes_on)
        };
        it.leaving = (0..body.blocks.len()).map(|block| leaves(&block)).collect();
    }
    loops.sort_by_key(|it| (it.size(), it.header));
    loops
}

/// The reachable blocks of a control-flow graph, and its edges.
struct Graph {
    /// The reachable blocks in reverse post-order.
    order: Vec<usize>,
    predecessors: Vec<Vec<usize>>,
}

impl Graph {
    fn of(body: &Body) -> Graph {
        let count = body.blocks.len();
        let successors = |block: usize| body.blocks[block].terminator.successors();
        let (mut seen, mut order) = (vec![false; count], Vec::new());
        // A block is finished after all its successors.
        let mut work = vec![(0, false)];
        while let Some((block, leaving)) = work.pop() {
            if leaving {
                order.push(block);
            } else if !std::mem::replace(&mut seen[block], true) {
                work.push((block, true));
                work.extend(successors(block).into_iter().map(|it| (it.index(), false)));
            }
        }
        order.reverse();
        let mut predecessors = vec![Vec::new(); count];
        for &block in &order {
            for target in successors(block) {
                predecessors[target.index()].push(block);
            }
        }
        Graph { order, predecessors }
    }

    /// Returns the immediate dominator of each block (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
    /// Algorithm"); that of the entry is the entry itself.
    fn dominators(&self) -> Vec<Option<usize>> {
        let mut rank = vec![usize::MAX; self.predecessors.len()];
        self.order.iter().enumerate().for_each(|(index, &block)| rank[block] = index);
        let mut closest: Vec<Option<usize>> = vec![None; self.predecessors.len()];
        closest[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.order.iter().skip(1) {
                let known = self.predecessors[block].iter().filter(|&&it| closest[it].is_some());
                let meet = known.copied().reduce(|a, b| common(&closest, &rank, a, b));
                changed |= closest[block] != meet;
                closest[block] = meet;
            }
        }
        closest
    }

    /// Returns for each block whether the function can return from it.
    fn returning(&self, body: &Body) -> Vec<bool> {
        let mut returning = vec![false; body.blocks.len()];
        for &block in &self.order {
            if matches!(body.blocks[block].terminator, Terminator::Return(_)) {
                self.add_ways(block, &mut returning);
            }
        }
        returning
    }

    /// Adds a block and everything that reaches it without passing a block that is in `inside` already.
    fn add_ways(&self, to: usize, inside: &mut [bool]) {
        let mut work = vec![to];
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut inside[block], true) {
                work.extend(&self.predecessors[block]);
            }
        }
    }
}

/// Returns the closest common dominator of two blocks.
fn common(closest: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if rank[a] > rank[b] { &mut a } else { &mut b };
        *later = closest[*later].unwrap_or(0);
    }
    a
}

/// Whether a block dominates another.
fn dominates(closest: &[Option<usize>], above: usize, block: usize) -> bool {
    let mut at = block;
    loop {
        match closest[at] {
            _ if at == above => return true,
            Some(next) if next != at => at = next,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{Block, Operand};

    fn body(edges: &[&[u32]]) -> Body {
        let block = |targets: &&[u32]| Block {
            instrs: Vec::new(),
            terminator: match **targets {
                [] => Terminator::Return(None),
                [only] => Terminator::Jump(BlockId(only)),
                [then, otherwise, ..] => Terminator::Branch {
                    cond: Operand::Const(0),
                    then: BlockId(then),
                    otherwise: BlockId(otherwise),
                },
            },
        };
        Body { blocks: edges.iter().map(block).collect(), ..Body::default() }
    }

    fn found(edges: &[&[u32]]) -> Vec<(u32, Vec<u32>)> {
        let blocks = 0..edges.len() as u32;
        let inside = |it: &Loop| blocks.clone().filter(|&b| it.contains(BlockId(b))).collect();
        natural_loops(&body(edges)).iter().map(|it| (it.header.0, inside(it))).collect()
    }

    #[test]
    fn inner_loops_come_before_outer_ones() {
        let nested: &[&[u32]] = &[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]];
        assert_eq!(found(nested), [(2, vec![2, 3]), (1, vec![1, 2, 3, 4])]);
    }

    #[test]
    fn two_ways_back_are_one_loop() {
        let both: &[&[u32]] = &[&[1], &[2, 4], &[3, 1], &[1], &[]];
        assert_eq!(found(both), [(1, vec![1, 2, 3])]);
    }

    #[test]
    fn an_error_is_no_end_of_a_loop_unless_there_is_no_other() {
        let blocks = |edges: &[&[u32]], error: usize| {
            let mut body = body(edges);
            body.blocks[error].terminator = Terminator::Unreachable;
            let found = natural_loops(&body);
            (0..4).filter(|&block| found[0].may_leave(BlockId(block))).collect::<Vec<u32>>()
        };
        // Block 1 is the header, 2 the loop body that may reach an error, 3 the error.
        let ends: &[&[u32]] = &[&[1], &[2, 4], &[1, 3], &[], &[]];
        assert_eq!(blocks(ends, 3), [1]);
        let endless: &[&[u32]] = &[&[1], &[2, 2], &[1, 3], &[]];
        assert_eq!(blocks(endless, 3), [0, 1, 2, 3]);
    }

    #[test]
    fn a_loop_that_is_entered_in_two_places_is_none() {
        let two: &[&[u32]] = &[&[1, 2], &[2], &[1, 3], &[]];
        assert_eq!(found(two), []);
    }

    #[test]
    fn a_block_may_be_a_loop_by_itself_and_what_is_not_reached_is_none() {
        let own: &[&[u32]] = &[&[1], &[1, 2], &[], &[3]];
        assert_eq!(found(own), [(1, vec![1])]);
    }
}
