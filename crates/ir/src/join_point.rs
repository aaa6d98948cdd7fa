//! Join points: where the paths that part at a branch come together again.
//!
//! The join point of a branch is its immediate post-dominator, the first block that is on all paths from the
//! branch to a return. Paths that never return do not count: a call of `abort` on one side does not remove the join
//! point.

use crate::ids::BlockId;
use crate::module::Body;

/// The join point of the paths that leave a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinPoint {
    /// The start of a block.
    Block(BlockId),
    /// The return to the caller.
    Return,
    /// None: at most one successor leads to a return.
    Never,
}

/// The join points of a function, and the blocks on its cycles.
#[derive(Clone, Debug)]
pub struct JoinPoints {
    /// For each block its immediate post-dominator; the number of blocks stands for the return.
    next: Vec<Option<usize>>,
    /// For each block whether more than one successor leads to a return.
    parting: Vec<bool>,
    looping: Vec<bool>,
}

impl JoinPoints {
    /// Computes the join points of a body.
    #[must_use]
    pub fn of(body: &Body) -> JoinPoints {
        let successors = successors(body);
        let next = post_dominators(&successors);
        let goes_on = |&&target: &&usize| target == next.len() || next[target].is_some();
        let parting = successors.iter().map(|targets| {
            let mut ways: Vec<&usize> = targets.iter().filter(goes_on).collect();
            ways.dedup();
            ways.len() > 1
        });
        JoinPoints { parting: parting.collect(), looping: on_loops(&successors), next }
    }

    /// Returns the join point of the paths that leave a block.
    #[must_use]
    pub fn after(&self, block: BlockId) -> JoinPoint {
        match self.next[block.index()].filter(|_| self.parting[block.index()]) {
            Some(caller) if caller == self.next.len() => JoinPoint::Return,
            Some(index) => JoinPoint::Block(BlockId(index as u32)),
            None => JoinPoint::Never,
        }
    }

    /// Whether a block lies on a cycle of the control-flow graph.
    #[must_use]
    pub fn is_on_loop(&self, block: BlockId) -> bool {
        self.looping[block.index()]
    }
}

/// Returns the successors of each block; the successor of a return is the number after the last block.
fn successors(body: &Body) -> Vec<Vec<usize>> {
    let exit = body.blocks.len();
    let of = |block: &crate::Block| match &block.terminator {
        crate::Terminator::Return(_) => vec![exit],
        other => other.successors().into_iter().map(|target| target.index()).collect(),
    };
    body.blocks.iter().map(of).collect()
}

/// Computes the immediate post-dominator of each block by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
/// Algorithm") on the reversed graph.
fn post_dominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let exit = successors.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
    for (block, targets) in successors.iter().enumerate() {
        targets.iter().for_each(|&target| before[target].push(block));
    }
    let order = post_order(&before, exit);
    let mut rank = vec![0; exit + 1];
    order.iter().enumerate().for_each(|(at, &block)| rank[block] = at);
    let mut next: Vec<Option<usize>> = vec![None; exit + 1];
    next[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev().filter(|&&block| block != exit) {
            let known = successors[block].iter().copied().filter(|&it| next[it].is_some());
            let meet = known.reduce(|a, b| common(&next, &rank, a, b));
            changed |= next[block] != meet;
            next[block] = meet;
        }
    }
    next.truncate(exit);
    next
}

/// Returns the nearest common post-dominator of two blocks.
fn common(next: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let behind = if rank[a] < rank[b] { &mut a } else { &mut b };
        match next[*behind] {
            Some(further) => *behind = further,
            None => return if rank[a] < rank[b] { b } else { a },
        }
    }
    a
}

/// Returns the nodes reachable from a root in post-order.
fn post_order(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::with_capacity(edges.len());
    let mut work = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, index)) = work.pop() {
        match edges[node].get(index) {
            Some(&target) => {
                work.push((node, index + 1));
                if !std::mem::replace(&mut seen[target], true) {
                    work.push((target, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}

/// Says for each block whether it lies on a cycle.
fn on_loops(successors: &[Vec<usize>]) -> Vec<bool> {
    let words = successors.len().div_ceil(64);
    let mut reached = vec![vec![0_u64; words]; successors.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..successors.len()).rev() {
            let mut all = reached[block].clone();
            for &target in successors[block].iter().filter(|&&it| it < successors.len()) {
                all[target / 64] |= 1 << (target % 64);
                all.iter_mut().zip(&reached[target]).for_each(|(word, other)| *word |= other);
            }
            changed |= all != reached[block];
            reached[block] = all;
        }
    }
    (0..successors.len())
        .map(|block| reached[block][block / 64] & (1 << (block % 64)) != 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instr::{Operand, Terminator};
    use crate::module::Block;

    fn body(terminators: &[Terminator]) -> Body {
        let block =
            |terminator: &Terminator| Block { instrs: Vec::new(), terminator: terminator.clone() };
        Body { blocks: terminators.iter().map(block).collect(), ..Body::default() }
    }

    fn branch(then: u32, otherwise: u32) -> Terminator {
        let cond = Operand::Const(1);
        Terminator::Branch { cond, then: BlockId(then), otherwise: BlockId(otherwise) }
    }

    fn jump(to: u32) -> Terminator {
        Terminator::Jump(BlockId(to))
    }

    const RETURN: Terminator = Terminator::Return(None);

    #[test]
    fn two_sides_meet_where_both_come_to() {
        // 0: if .. 1 else 2; 1: if .. 3 else 4; 3, 4 -> 5; 2, 5 -> 6
        let body = body(&[branch(1, 2), branch(3, 4), jump(6), jump(5), jump(5), jump(6), RETURN]);
        let join_points = JoinPoints::of(&body);
        assert_eq!(join_points.after(BlockId(0)), JoinPoint::Block(BlockId(6)));
        assert_eq!(join_points.after(BlockId(1)), JoinPoint::Block(BlockId(5)));
        assert_eq!(join_points.after(BlockId(6)), JoinPoint::Never);
        assert!(!join_points.is_on_loop(BlockId(1)));
    }

    #[test]
    fn returns_meet_in_the_caller_and_errors_do_not_count() {
        let body = body(&[branch(1, 2), RETURN, branch(3, 4), RETURN, Terminator::Unreachable]);
        let join_points = JoinPoints::of(&body);
        assert_eq!(join_points.after(BlockId(0)), JoinPoint::Return);
        assert_eq!(join_points.after(BlockId(2)), JoinPoint::Never);
    }

    #[test]
    fn a_loop_meets_behind_it() {
        // 0 -> 1; 1: if .. 2 else 4; 2: if .. 3 else 1; 3 -> 1; 4: return; 5 -> 5
        let body = body(&[jump(1), branch(2, 4), branch(3, 1), jump(1), RETURN, jump(5)]);
        let join_points = JoinPoints::of(&body);
        assert_eq!(join_points.after(BlockId(1)), JoinPoint::Block(BlockId(4)));
        assert_eq!(join_points.after(BlockId(2)), JoinPoint::Block(BlockId(1)));
        assert_eq!(join_points.after(BlockId(3)), JoinPoint::Never);
        assert_eq!(join_points.after(BlockId(5)), JoinPoint::Never);
        let looping: Vec<bool> = (0..6).map(|it| join_points.is_on_loop(BlockId(it))).collect();
        assert_eq!(looping, [false, true, true, true, false, true]);
    }
}
