//! Liveness of registers.
//!
//! A register is live at a point if a path from there reads it before it is assigned, and the result of the read is
//! used: a counter that is only incremented is dead. Variables in scope that are dead here may still matter to
//! a user who inspects a state; scopes (`Body::scopes`) list them.

use crate::ids::{BlockId, Reg};
use crate::instr::{Instr, Operand};
use crate::module::{Block, Body};
use crate::ops::CheckKind;

/// The live registers of a function.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// For each block the registers that are live at its end.
    at_end: Vec<Bits>,
    ignored: Vec<CheckKind>,
}

type Bits = Vec<u64>;

impl Liveness {
    /// Computes the live registers of a body. Reads by checks of the `ignored` kinds do not count.
    #[must_use]
    pub fn of(body: &Body, ignored: &[CheckKind]) -> Liveness {
        let words = body.registers.len().div_ceil(64);
        let mut at_end = vec![vec![0; words]; body.blocks.len()];
        let mut at_start = at_end.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for (index, block) in body.blocks.iter().enumerate().rev() {
                let mut live: Bits = vec![0; words];
                for target in block.terminator.successors() {
                    let after = &at_start[target.index()];
                    live.iter_mut().zip(after).for_each(|(word, other)| *word |= other);
                }
                at_end[index].clone_from(&live);
                backwards(block, 0, ignored, &mut live);
                changed |= at_start[index] != live;
                at_start[index] = live;
            }
        }
        Liveness { at_end, ignored: ignored.to_vec() }
    }

    /// Returns the registers that are live before an instruction of a block; the number after the last
    /// instruction is the terminator.
    #[must_use]
    pub fn before(&self, body: &Body, block: BlockId, at: usize) -> Vec<Reg> {
        let mut live = self.at_end[block.index()].clone();
        backwards(body.block(block), at, &self.ignored, &mut live);
        let is_live = |index: &usize| live[index / 64] & (1 << (index % 64)) != 0;
        (0..body.registers.len()).filter(is_live).map(Reg::new).collect()
    }
}

/// Computes liveness backwards from the end of a block to before instruction `at`.
fn backwards(block: &Block, at: usize, ignored: &[CheckKind], live: &mut Bits) {
    let read = |live: &mut Bits, operand: Operand| {
        if let Operand::Reg(reg) = operand {
            live[reg.index() / 64] |= 1 << (reg.index() % 64);
        }
    };
    if let Some(operand) = block.terminator.operand() {
        read(live, operand);
    }
    for instr in block.instrs.iter().skip(at).rev() {
        if matches!(instr, Instr::Check { kind, .. } if ignored.contains(kind)) {
            continue;
        }
        if let Some(reg) = instr.dst() {
            let (word, bit) = (reg.index() / 64, 1 << (reg.index() % 64));
            let wanted = live[word] & bit != 0;
            live[word] &= !bit;
            if !wanted && instr.is_pure() {
                continue;
            }
        }
        instr.operands().into_iter().for_each(|operand| read(live, operand));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instr::Terminator;
    use crate::ops::BinaryOp;
    use crate::scalar::Ty;

    #[test]
    fn a_counter_that_is_only_incremented_is_dead() {
        let (r0, r1) = (Reg::new(0), Reg::new(1));
        let one = Operand::Const(1);
        let count = Instr::Binary { op: BinaryOp::Add, ty: Ty::I32, dst: r0, a: r0.into(), b: one };
        let block = |instrs, terminator| Block { instrs, terminator };
        let back_edge =
            Terminator::Branch { cond: r1.into(), then: BlockId(0), otherwise: BlockId(1) };
        let mut body = Body {
            registers: vec![Ty::I32, Ty::I1],
            blocks: vec![
                block(vec![count], back_edge),
                block(Vec::new(), Terminator::Return(None)),
            ],
            ..Body::default()
        };
        assert_eq!(Liveness::of(&body, &[]).before(&body, BlockId(0), 0), [r1]);
        body.blocks[1].terminator = Terminator::Return(Some(r0.into()));
        assert_eq!(Liveness::of(&body, &[]).before(&body, BlockId(0), 0), [r0, r1]);
    }

    #[test]
    fn a_register_is_live_until_its_last_use() {
        // r1 = r0; loop: r2 = r1 + r1; if r0 goto loop else return r2
        let (r0, r1, r2) = (Reg::new(0), Reg::new(1), Reg::new(2));
        let body = Body {
            registers: vec![Ty::I1, Ty::I1, Ty::I1],
            blocks: vec![
                Block {
                    instrs: vec![Instr::Move { dst: r1, ty: Ty::I1, src: r0.into() }],
                    terminator: Terminator::Jump(BlockId(1)),
                },
                Block {
                    instrs: vec![Instr::Binary {
                        op: BinaryOp::Add,
                        ty: Ty::I1,
                        dst: r2,
                        a: r1.into(),
                        b: r1.into(),
                    }],
                    terminator: Terminator::Branch {
                        cond: r0.into(),
                        then: BlockId(1),
                        otherwise: BlockId(2),
                    },
                },
                Block { instrs: Vec::new(), terminator: Terminator::Return(Some(r2.into())) },
            ],
            ..Body::default()
        };
        let liveness = Liveness::of(&body, &[]);
        assert_eq!(liveness.before(&body, BlockId(0), 0), [r0]);
        assert_eq!(liveness.before(&body, BlockId(0), 1), [r0, r1]);
        assert_eq!(liveness.before(&body, BlockId(1), 0), [r0, r1]);
        assert_eq!(liveness.before(&body, BlockId(1), 1), [r0, r1, r2]);
        assert_eq!(liveness.before(&body, BlockId(2), 0), [r2]);
    }
}
