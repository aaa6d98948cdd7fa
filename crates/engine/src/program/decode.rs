//! Decoded functions, the form that `interp/fast.rs` runs: one small operation for each instruction, at the same
//! index, with types resolved to widths and constants in slots beside the registers.
//!
//! An operation is a shortcut: it carries out its instruction where all operands are numbers or plain pointers.
//! The instruction alone defines the semantics, and an instruction without a shortcut is `General`. An operation
//! may stand for several consecutive instructions, beginning with its own; the following instructions keep
//! operations of their own, so that a run can stop and resume anywhere.
//!
//! This file knows `ir` and no state. `interp/fast.rs` relies on one operation for each instruction and one for
//! the terminator; the summaries of loops in `explore/loops` replace operations by `General`, to stop there.

use ir::{
    BinaryOp, Block, Body, CastOp, CheckKind, CompareOp, FitsOp, FloatOp, Instr, Operand, Reg,
    Terminator, Ty,
};
use memory::Value;
use term::bits::mask;

/// The index of an operand: the registers of a call come first, the constants of its function after them.
pub(crate) type Slot = u16;

/// The most constants that are decoded in a function. Every call copies the constants of its function, so there
/// must not be too many.
const MAX_CONSTANTS: usize = 64;

/// A decoded function.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// The operations of each block: one for each instruction, and one for the terminator.
    pub blocks: Vec<Box<[Op]>>,
    /// The values of the slots behind the registers, the same in every call.
    pub constants: Vec<Value>,
}

/// An operation that carries out an instruction, or several, on numbers.
///
/// `mask` has a bit for each bit of the result. `drop` is 64 minus the width: after a shift to the left by
/// `drop`, signed arithmetic overflows and compares as that of a machine word does.
///
/// The type is a plain tag and 16 bytes in total: both matter for the speed of the fast path (a test checks the
/// size).
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(crate) enum Op {
    /// No shortcut: the machine carries out the instruction.
    General,
    Move {
        dst: Slot,
        a: Slot,
    },
    /// Makes the register uninitialised.
    Forget {
        dst: Slot,
    },
    Add {
        dst: Slot,
        a: Slot,
        b: Slot,
        mask: u64,
    },
    Sub {
        dst: Slot,
        a: Slot,
        b: Slot,
        mask: u64,
    },
    Mul {
        dst: Slot,
        a: Slot,
        b: Slot,
        mask: u64,
    },
    And {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// The operators that are too rare for an operation of their own.
    Word {
        op: BinaryOp,
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// `fits`, of at most 32 bits.
    Fits {
        op: FitsOp,
        signed: bool,
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Three instructions: a signed `fits` to `flag`, its `check`, and the operator.
    AddChecked {
        drop: u8,
        flag: Slot,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubChecked {
        drop: u8,
        flag: Slot,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulChecked {
        drop: u8,
        flag: Slot,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Check {
        cond: Slot,
    },
    Compare {
        test: CompareOp,
        drop: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Two instructions: a comparison to `flag`, and the branch on it.
    BranchEq {
        drop: u8,
        flag: Slot,
        a: Slot,
        b: Slot,
        targets: Targets,
    },
    BranchNe {
        drop: u8,
        flag: Slot,
        a: Slot,
        b: Slot,
        targets: Targets,
    },
    BranchUlt {
        drop: u8,
        flag: Slot,
        a: Slot,
        b: Slot,
        targets: Targets,
    },
    BranchUle {
        drop: u8,
        flag: Slot,
        a: Slot,
        b: Slot,
        targets: Targets,
    },
    BranchSlt {
        drop: u8,
        flag: Slot,
        a: Slot,
        b: Slot,
        targets: Targets,
    },
    BranchSle {
        drop: u8,
        flag: Slot,
        a: Slot,
        b: Slot,
        targets: Targets,
    },
    /// A zero extension or a truncation.
    Mask {
        dst: Slot,
        a: Slot,
        mask: u64,
    },
    SignExtend {
        drop: u8,
        dst: Slot,
        a: Slot,
        mask: u64,
    },
    Select {
        dst: Slot,
        cond: Slot,
        a: Slot,
        b: Slot,
    },
    Load {
        bytes: u8,
        dst: Slot,
        ptr: Slot,
    },
    Store {
        bytes: u8,
        ptr: Slot,
        value: Slot,
    },
    GlobalAddr {
        dst: Slot,
        global: u32,
    },
    PtrAdd {
        dst: Slot,
        ptr: Slot,
        offset: Slot,
        mask: u64,
    },
    PtrSub {
        dst: Slot,
        a: Slot,
        b: Slot,
        mask: u64,
    },
    /// An operation on `f64`.
    Float {
        op: FloatOp,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Jump {
        target: u32,
    },
    Branch {
        cond: Slot,
        targets: Targets,
    },
}

/// The successors of a branch, for 1 and for 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets {
    pub then: u32,
    pub otherwise: u32,
}

/// Decodes a function.
pub(crate) fn decode(body: &Body, pointer: u32) -> Code {
    let mut decoder = Decoder { registers: body.registers.len(), constants: Vec::new(), pointer };
    let blocks = body.blocks.iter().map(|block| decoder.block(block)).collect();
    let constants = decoder.constants.into_iter().map(Value::Bits).collect();
    Code { blocks, constants }
}

struct Decoder {
    registers: usize,
    constants: Vec<u64>,
    pointer: u32,
}

impl Decoder {
    fn block(&mut self, block: &Block) -> Box<[Op]> {
        let places = 0..=block.instrs.len();
        places.map(|at| self.at(block, at).unwrap_or(Op::General)).collect()
    }

    /// Returns the operation for an index in a block; `None` if there is no shortcut.
    fn at(&mut self, block: &Block, at: usize) -> Option<Op> {
        match &block.instrs[at..] {
            [] => self.terminator(&block.terminator),
            [one] => self.compare_and_branch(one, &block.terminator).or_else(|| self.single(one)),
            [one, check, operator, ..] => {
                self.checked(one, check, operator).or_else(|| self.single(one))
            }
            [one, ..] => self.single(one),
        }
    }

    /// Returns the slot of an operand; a new constant is entered into the table.
    fn slot(&mut self, operand: Operand) -> Option<Slot> {
        let index = match operand {
            Operand::Reg(reg) => reg.index(),
            Operand::Const(bits) => self.registers + self.constant(bits)?,
        };
        Slot::try_from(index).ok()
    }

    /// Returns the index of a constant in the table of constants; `None` if the table is full.
    fn constant(&mut self, bits: u64) -> Option<usize> {
        let known = self.constants.iter().position(|&constant| constant == bits);
        known.or_else(|| {
            let next = self.constants.len();
            (next < MAX_CONSTANTS).then(|| {
                self.constants.push(bits);
                next
            })
        })
    }

    fn register(&mut self, reg: Reg) -> Option<Slot> {
        self.slot(Operand::Reg(reg))
    }

    /// Returns the width of a type whose values fit into machine words.
    fn word(&self, ty: Ty) -> Option<u32> {
        Some(ty.bits(self.pointer)).filter(|&width| width <= 64)
    }

    /// Returns the number of bytes of a type that has no padding in memory and at most one word.
    fn bytes(&self, ty: Ty) -> Option<u8> {
        let width = self.word(ty)?;
        (width % 8 == 0).then_some((width / 8) as u8)
    }

    fn single(&mut self, instr: &Instr) -> Option<Op> {
        Some(match *instr {
            Instr::Move { dst, ty, src } => {
                self.word(ty)?;
                Op::Move { dst: self.register(dst)?, a: self.slot(src)? }
            }
            Instr::Undef { dst } => Op::Forget { dst: self.register(dst)? },
            Instr::Binary { op, ty, dst, a, b } => self.binary(op, ty, dst, a, b)?,
            Instr::Fits { op, signed, ty, dst, a, b } => {
                let width = self.word(ty).filter(|&width| width <= 32)? as u8;
                let (dst, a, b) = (self.register(dst)?, self.slot(a)?, self.slot(b)?);
                Op::Fits { op, signed, width, dst, a, b }
            }
            Instr::Check { cond, .. } => Op::Check { cond: self.slot(cond)? },
            Instr::Compare { op, ty, dst, a, b } => {
                let drop = (64 - self.word(ty)?) as u8;
                let (dst, a, b) = (self.register(dst)?, self.slot(a)?, self.slot(b)?);
                Op::Compare { test: op, drop, dst, a, b }
            }
            Instr::Cast { op, from, to, dst, a } => self.cast(op, from, to, dst, a)?,
            Instr::Select { ty, dst, cond, a, b } => {
                self.word(ty)?;
                let (cond, a, b) = (self.slot(cond)?, self.slot(a)?, self.slot(b)?);
                Op::Select { dst: self.register(dst)?, cond, a, b }
            }
            Instr::Float { op, ty: Ty::F64, dst, a, b } => {
                let (a, b) = (self.slot(a)?, self.slot(b)?);
                Op::Float { op, dst: self.register(dst)?, a, b }
            }
            Instr::Load { ty, dst, ptr } => {
                let bytes = self.bytes(ty)?;
                Op::Load { bytes, dst: self.register(dst)?, ptr: self.slot(ptr)? }
            }
            Instr::Store { ty, ptr, value } => {
                let bytes = self.bytes(ty)?;
                Op::Store { bytes, ptr: self.slot(ptr)?, value: self.slot(value)? }
            }
            Instr::GlobalAddr { dst, global } => {
                Op::GlobalAddr { dst: self.register(dst)?, global: global.0 }
            }
            Instr::PtrAdd { dst, ptr, offset } => {
                let (ptr, offset) = (self.slot(ptr)?, self.slot(offset)?);
                Op::PtrAdd { dst: self.register(dst)?, ptr, offset, mask: mask(self.pointer) }
            }
            Instr::PtrSub { dst, a, b } => {
                let (a, b) = (self.slot(a)?, self.slot(b)?);
                Op::PtrSub { dst: self.register(dst)?, a, b, mask: mask(self.pointer) }
            }
            _ => return None,
        })
    }

    fn binary(&mut self, op: BinaryOp, ty: Ty, dst: Reg, a: Operand, b: Operand) -> Option<Op> {
        let width = self.word(ty)?;
        let mask = mask(width);
        let (dst, a, b) = (self.register(dst)?, self.slot(a)?, self.slot(b)?);
        Some(match op {
            BinaryOp::Add => Op::Add { dst, a, b, mask },
            BinaryOp::Sub => Op::Sub { dst, a, b, mask },
            BinaryOp::Mul => Op::Mul { dst, a, b, mask },
            BinaryOp::And => Op::And { dst, a, b },
            BinaryOp::Or => Op::Or { dst, a, b },
            BinaryOp::Xor => Op::Xor { dst, a, b },
            _ => Op::Word { op, width: width as u8, dst, a, b },
        })
    }

    fn cast(&mut self, op: CastOp, from: Ty, to: Ty, dst: Reg, a: Operand) -> Option<Op> {
        let (from, to) = (self.word(from)?, self.word(to)?);
        let (dst, a) = (self.register(dst)?, self.slot(a)?);
        Some(match op {
            CastOp::Trunc | CastOp::ZExt => Op::Mask { dst, a, mask: mask(to) },
            CastOp::SExt => Op::SignExtend { drop: (64 - from) as u8, dst, a, mask: mask(to) },
            CastOp::PtrToInt | CastOp::IntToPtr => Op::Move { dst, a },
            _ => return None,
        })
    }

    /// Fuses `fits`, its check, and the operator that they guard.
    fn checked(&mut self, fits: &Instr, check: &Instr, operator: &Instr) -> Option<Op> {
        let &Instr::Fits { op, signed: true, ty, dst: flag, a, b } = fits else { return None };
        let &Instr::Check { kind, cond, .. } = check else { return None };
        let of_overflow = [CheckKind::SignedOverflow, CheckKind::Index, CheckKind::PointerOverflow];
        if !of_overflow.contains(&kind) {
            return None;
        }
        let &Instr::Binary { op: operator, ty: same, dst, a: left, b: right } = operator else {
            return None;
        };
        let flag_is_apart = Operand::Reg(flag) != a && Operand::Reg(flag) != b;
        if cond != Operand::Reg(flag) || (ty, a, b) != (same, left, right) || !flag_is_apart {
            return None;
        }
        let drop = (64 - self.word(ty)?) as u8;
        let (a, b) = (self.slot(a)?, self.slot(b)?);
        let (flag, dst) = (self.register(flag)?, self.register(dst)?);
        Some(match (op, operator) {
            (FitsOp::Add, BinaryOp::Add) => Op::AddChecked { drop, flag, dst, a, b },
            (FitsOp::Sub, BinaryOp::Sub) => Op::SubChecked { drop, flag, dst, a, b },
            (FitsOp::Mul, BinaryOp::Mul) => Op::MulChecked { drop, flag, dst, a, b },
            _ => return None,
        })
    }

    /// Fuses a comparison at the end of a block with the branch on it.
    fn compare_and_branch(&mut self, compare: &Instr, branch: &Terminator) -> Option<Op> {
        let &Instr::Compare { op: test, ty, dst, a, b } = compare else { return None };
        let &Terminator::Branch { cond, then, otherwise } = branch else { return None };
        if cond != Operand::Reg(dst) {
            return None;
        }
        let drop = (64 - self.word(ty)?) as u8;
        let (flag, a, b) = (self.register(dst)?, self.slot(a)?, self.slot(b)?);
        let targets = Targets { then: then.0, otherwise: otherwise.0 };
        Some(match test {
            CompareOp::Eq => Op::BranchEq { drop, flag, a, b, targets },
            CompareOp::Ne => Op::BranchNe { drop, flag, a, b, targets },
            CompareOp::Ult => Op::BranchUlt { drop, flag, a, b, targets },
            CompareOp::Ule => Op::BranchUle { drop, flag, a, b, targets },
            CompareOp::Slt => Op::BranchSlt { drop, flag, a, b, targets },
            CompareOp::Sle => Op::BranchSle { drop, flag, a, b, targets },
        })
    }

    fn terminator(&mut self, terminator: &Terminator) -> Option<Op> {
        Some(match *terminator {
            Terminator::Jump(target) => Op::Jump { target: target.0 },
            Terminator::Branch { cond, then, otherwise } => {
                let targets = Targets { then: then.0, otherwise: otherwise.0 };
                Op::Branch { cond: self.slot(cond)?, targets }
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_small() {
        assert_eq!(size_of::<Op>(), 16);
    }
}
