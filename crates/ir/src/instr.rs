//! Instructions and terminators.
//!
//! 1. Registers are assigned, not defined once: there are no phis, and a local whose address is never taken is a plain
//!    register. A fork of a state copies a flat array of registers.
//! 2. An operand is a register or a constant of up to 64 bits. The instruction has the type, so that an interpreter needs
//!    no look-up for a width. `const` loads a constant that does not fit.
//! 3. No instruction contains a string. Messages are ids of the module's table.
//! 4. Every instruction is defined for all operands. A `check` before it excludes undefined behaviour of the source language.
//!    The engine decides how execution continues after a failed check.

use crate::ids::{BlockId, FuncId, GlobalId, LocalId, MessageId, Reg};
use crate::ops::{
    BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, FloatOp, UnaryOp,
};
use crate::scalar::Ty;

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The value of a register.
    Reg(Reg),
    /// The bits of a constant, zero-extended, of the type that the instruction has. Zero is the null pointer.
    Const(u64),
}

impl Operand {
    /// Returns the constant, if it is one.
    pub fn constant(self) -> Option<u64> {
        match self {
            Operand::Const(bits) => Some(bits),
            Operand::Reg(_) => None,
        }
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::Reg(reg)
    }
}

/// An argument of a call, with its type: the callee may be variadic or unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The type.
    pub ty: Ty,
    /// The value.
    pub value: Operand,
}

/// The callee of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// The target of a function pointer.
    Indirect(Operand),
}

/// A call. See [`crate::module::Function`] for how structs are passed and returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The register of the result.
    pub dst: Option<Reg>,
    /// The type of the result as the caller sees it; `None` is void. `dst` may be absent although there is a result.
    pub returns: Option<Ty>,
    /// The callee.
    pub callee: Callee,
    /// The arguments, in order.
    pub args: Vec<Arg>,
    /// The number of `args` for declared parameters; the rest are variadic.
    pub fixed: u32,
}

/// An instruction that does not end a block.
#[expect(missing_docs, reason = "the doc of each variant names its fields")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instr {
    /// `dst = value`, for constants wider than an operand: the low and the high 64 bits.
    Const { dst: Reg, ty: Ty, low: u64, high: u64 },
    /// `dst = src`.
    Move { dst: Reg, ty: Ty, src: Operand },
    /// `dst` becomes indeterminate: a local without an initialiser.
    Undef { dst: Reg },
    /// An integer operator.
    Unary { op: UnaryOp, ty: Ty, dst: Reg, a: Operand },
    /// An integer operator.
    Binary { op: BinaryOp, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst` (one bit) = the exact result of `a op b` is representable in `ty`, signed or unsigned.
    Fits { op: FitsOp, signed: bool, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst` (one bit) = `a op b`, of integers or pointers.
    Compare { op: CompareOp, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst = if cond { a } else { b }`, without a branch.
    Select { ty: Ty, dst: Reg, cond: Operand, a: Operand, b: Operand },
    /// A conversion.
    Cast { op: CastOp, from: Ty, to: Ty, dst: Reg, a: Operand },
    /// `dst` (one bit) = converting the float `a` of type `from` to the integer type `to` gives a representable number.
    FloatFits { signed: bool, from: Ty, to: Ty, dst: Reg, a: Operand },
    /// Float negation: flips the sign, also of a NaN.
    FloatNeg { ty: Ty, dst: Reg, a: Operand },
    /// A float operator.
    Float { op: FloatOp, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst` (one bit) = `a op b`, of floats.
    FloatCompare { op: FloatCompareOp, ty: Ty, dst: Reg, a: Operand, b: Operand },

    /// `dst` = the value of type `ty` in memory at `ptr`. Little endian; any alignment.
    Load { ty: Ty, dst: Reg, ptr: Operand },
    /// Writes `value` of type `ty` to memory at `ptr`.
    Store { ty: Ty, ptr: Operand, value: Operand },
    /// `dst` = the address of a global.
    GlobalAddr { dst: Reg, global: GlobalId },
    /// `dst` = the address of a function.
    FuncAddr { dst: Reg, func: FuncId },
    /// `dst = ptr + offset` bytes; the offset is signed, of the pointer's width. Not an integer sum,
    /// so that the pointer keeps its provenance.
    PtrAdd { dst: Reg, ptr: Operand, offset: Operand },
    /// `dst = a - b` in bytes, an integer of the pointer's width.
    PtrSub { dst: Reg, a: Operand, b: Operand },
    /// Allocates memory for `local`; `dst` is its address. The contents are uninitialised. `size` is an unsigned
    /// integer of the pointer's width. Without an `end`, the allocation lives until the frame ends, as for `alloca`.
    Begin { dst: Reg, local: LocalId, size: Operand, align: u32 },
    /// Deallocates the latest allocation of `local` in this frame.
    End { local: LocalId },
    /// Makes the latest allocation of `local` in this frame read-only.
    Protect { local: LocalId },
    /// Copies `size` bytes. The two ranges are the same or do not overlap. Assignments of aggregates: padding
    /// and uninitialised parts are copied, not read.
    Copy { to: Operand, from: Operand, size: Operand },
    /// Writes the byte `value` (an `i8`) `size` times.
    Fill { ptr: Operand, value: Operand, size: Operand },

    /// A call.
    Call(Box<Call>),
    /// Starts the list of variadic arguments of this function in the object at `list`.
    VaStart { list: Operand },
    /// Takes the next variadic argument. With `aggregate` it is a struct of that many bytes, and `dst` (a pointer) is the
    /// address of its copy.
    VaArg { ty: Ty, dst: Reg, list: Operand, aggregate: Option<u64> },
    /// Ends the list of variadic arguments at `list`.
    VaEnd { list: Operand },
    /// Copies the list of variadic arguments at `from` to `to`.
    VaCopy { to: Operand, from: Operand },

    /// A violation of the language rule `kind` unless `cond` (one bit) is 1. `a` and `b` are the operands of the operation that follows, of
    /// type `ty`, for the message.
    Check { kind: CheckKind, cond: Operand, ty: Ty, a: Operand, b: Operand },
    /// Ends the path as unsupported: the front end cannot express a construct.
    Unsupported { message: MessageId },
}

/// A case of a switch: the values from `low` to `high`, both included, ordered as signed or unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The lowest value, its bits zero-extended.
    pub low: u64,
    /// The highest value.
    pub high: u64,
    /// The target.
    pub target: BlockId,
}

/// The terminator of a basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// An unconditional jump.
    Jump(BlockId),
    /// A conditional branch.
    Branch {
        /// One bit.
        cond: Operand,
        /// The target for 1.
        then: BlockId,
        /// The target for 0.
        otherwise: BlockId,
    },
    /// A jump to the case with the value, or to `default`. Cases do not overlap.
    Switch {
        /// The type of the value.
        ty: Ty,
        /// Whether ranges are ordered as signed numbers.
        signed: bool,
        /// The value.
        value: Operand,
        /// In the order of the source.
        cases: Box<[Case]>,
        /// The target for all other values.
        default: BlockId,
    },
    /// A return; it deallocates all live allocations of the frame. Without a value in a function that returns
    /// one, the caller's register becomes indeterminate (an error only if the caller uses it).
    Return(Option<Operand>),
    /// Never reached: it follows a call of a `noreturn` function or a `check` of kind `unreachable`.
    Unreachable,
}

impl Terminator {
    /// Returns its successors in order, with repetitions.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Jump(target) => vec![*target],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.target).chain([*default]).collect()
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Returns the operand that it reads.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { cond, .. } => Some(*cond),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::Return(value) => *value,
            Terminator::Jump(_) | Terminator::Unreachable => None,
        }
    }
}

/// The destination by reference or by mutable reference: one list of the instructions that have one.
macro_rules! destination {
    ($instr:expr, $call:ident => $called:expr) => {
        match $instr {
            Instr::Const { dst, .. }
            | Instr::Move { dst, .. }
            | Instr::Undef { dst }
            | Instr::Unary { dst, .. }
            | Instr::Binary { dst, .. }
            | Instr::Fits { dst, .. }
            | Instr::Compare { dst, .. }
            | Instr::Select { dst, .. }
            | Instr::Cast { dst, .. }
            | Instr::FloatFits { dst, .. }
            | Instr::FloatNeg { dst, .. }
            | Instr::Float { dst, .. }
            | Instr::FloatCompare { dst, .. }
            | Instr::Load { dst, .. }
            | Instr::GlobalAddr { dst, .. }
            | Instr::FuncAddr { dst, .. }
            | Instr::PtrAdd { dst, .. }
            | Instr::PtrSub { dst, .. }
            | Instr::Begin { dst, .. }
            | Instr::VaArg { dst, .. } => Some(dst),
            Instr::Call($call) => $called,
            Instr::Store { .. }
            | Instr::End { .. }
            | Instr::Protect { .. }
            | Instr::Copy { .. }
            | Instr::Fill { .. }
            | Instr::VaStart { .. }
            | Instr::VaEnd { .. }
            | Instr::VaCopy { .. }
            | Instr::Check { .. }
            | Instr::Unsupported { .. } => None,
        }
    };
}

impl Instr {
    /// Returns the register that it assigns.
    pub fn dst(&self) -> Option<Reg> {
        destination!(self, call => call.dst.as_ref()).copied()
    }

    /// Whether it only computes its result from its operands, without effects. (A `check` before it reports
    /// what may be undefined.)
    pub fn is_pure(&self) -> bool {
        matches!(
            self,
            Instr::Const { .. }
                | Instr::Move { .. }
                | Instr::Undef { .. }
                | Instr::Unary { .. }
                | Instr::Binary { .. }
                | Instr::Fits { .. }
                | Instr::Compare { .. }
                | Instr::Select { .. }
                | Instr::Cast { .. }
                | Instr::FloatFits { .. }
                | Instr::FloatNeg { .. }
                | Instr::Float { .. }
                | Instr::FloatCompare { .. }
                | Instr::GlobalAddr { .. }
                | Instr::FuncAddr { .. }
                | Instr::PtrAdd { .. }
                | Instr::PtrSub { .. }
        )
    }

    /// Returns the operands that it reads, in any order.
    pub fn operands(&self) -> Vec<Operand> {
        match *self {
            Instr::Const { .. }
            | Instr::Undef { .. }
            | Instr::GlobalAddr { .. }
            | Instr::FuncAddr { .. }
            | Instr::End { .. }
            | Instr::Protect { .. }
            | Instr::Unsupported { .. } => Vec::new(),
            Instr::Move { src, .. } => vec![src],
            Instr::Unary { a, .. }
            | Instr::Cast { a, .. }
            | Instr::FloatFits { a, .. }
            | Instr::FloatNeg { a, .. } => vec![a],
            Instr::Binary { a, b, .. }
            | Instr::Fits { a, b, .. }
            | Instr::Compare { a, b, .. }
            | Instr::Float { a, b, .. }
            | Instr::FloatCompare { a, b, .. }
            | Instr::PtrSub { a, b, .. } => vec![a, b],
            Instr::Select { cond, a, b, .. } | Instr::Check { cond, a, b, .. } => vec![cond, a, b],
            Instr::Load { ptr, .. } => vec![ptr],
            Instr::Store { ptr, value, .. } => vec![ptr, value],
            Instr::PtrAdd { ptr, offset, .. } => vec![ptr, offset],
            Instr::Begin { size, .. } => vec![size],
            Instr::Copy { to, from, size } => vec![to, from, size],
            Instr::Fill { ptr, value, size } => vec![ptr, value, size],
            Instr::Call(ref call) => {
                let callee = match call.callee {
                    Callee::Direct(_) => None,
                    Callee::Indirect(pointer) => Some(pointer),
                };
                call.args.iter().map(|arg| arg.value).chain(callee).collect()
            }
            Instr::VaStart { list } | Instr::VaArg { list, .. } | Instr::VaEnd { list } => {
                vec![list]
            }
            Instr::VaCopy { to, from } => vec![to, from],
        }
    }

    /// Returns the register that it assigns, to be replaced.
    pub(crate) fn dst_mut(&mut self) -> Option<&mut Reg> {
        destination!(self, call => call.dst.as_mut())
    }
}
