//! Instructions and terminators.
//!
//! 1. Registers are assigned, not defined once: there are no phis, and a local whose address is never taken is a plain
//!    register. A fork of a state copies a flat array of registers.
//! 2. An operand is a register or a constant of up to 64 bits. The instruction says the type, so that an interpreter looks
//!    up no register to know a width. A wider constant that does not fit is loaded by `const`.
//! 3. Nothing here is a string. Texts are ids of the module's tables.
//! 4. No instruction depends on undefined behaviour to mean something: what the language forbids is excluded by a
//!    `check` before it. What an engine does after a failed check is its own matter.

use crate::ids::{BlockId, FuncId, GlobalId, LocalId, MessageId, Reg};
use crate::ops::{
    BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, FloatOp, UnaryOp,
};
use crate::scalar::Ty;

/// What an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The value of a register.
    Reg(Reg),
    /// The bits of a constant, zero-extended; of the type that the instruction says. Zero is the null pointer.
    Const(u64),
}

impl Operand {
    /// The constant, if it is one.
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

/// An argument of a call: its type is here because a variadic call or one through a pointer has no other place for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The type.
    pub ty: Ty,
    /// The value.
    pub value: Operand,
}

/// What a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// The function that a pointer points to.
    Indirect(Operand),
}

/// A call. See [`crate::module::Function`] for how structs are passed and returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Where the result goes.
    pub dst: Option<Reg>,
    /// What the caller believes to get; `None` is void. A result may be ignored, so `dst` may be absent while this is not.
    pub returns: Option<Ty>,
    /// What is called.
    pub callee: Callee,
    /// The arguments, in order.
    pub args: Vec<Arg>,
    /// How many of `args` stand for declared parameters; the rest are the variable part.
    pub fixed: u32,
}

/// An instruction that does not end a block.
#[expect(missing_docs, reason = "the doc of each variant speaks of its fields by name")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instr {
    /// `dst = value`, for constants wider than an operand: the low and the high 64 bits.
    Const { dst: Reg, ty: Ty, low: u64, high: u64 },
    /// `dst = src`.
    Move { dst: Reg, ty: Ty, src: Operand },
    /// `dst` holds no value from here on: a local without an initialiser.
    Undef { dst: Reg },
    /// Integer operator.
    Unary { op: UnaryOp, ty: Ty, dst: Reg, a: Operand },
    /// Integer operator.
    Binary { op: BinaryOp, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst` (one bit) = the exact result of `a op b` is representable in `ty`, signed or unsigned.
    Fits { op: FitsOp, signed: bool, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst` (one bit) = `a op b`, of integers or pointers.
    Compare { op: CompareOp, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst = if cond { a } else { b }`. Both are already computed.
    Select { ty: Ty, dst: Reg, cond: Operand, a: Operand, b: Operand },
    /// Conversion.
    Cast { op: CastOp, from: Ty, to: Ty, dst: Reg, a: Operand },
    /// `dst` (one bit) = converting the float `a` of type `from` to the integer type `to` gives a representable number.
    FloatFits { signed: bool, from: Ty, to: Ty, dst: Reg, a: Operand },
    /// Float negation: flips the sign, of NaN too.
    FloatNeg { ty: Ty, dst: Reg, a: Operand },
    /// Float operator.
    Float { op: FloatOp, ty: Ty, dst: Reg, a: Operand, b: Operand },
    /// `dst` (one bit) = `a op b`, of floats.
    FloatCompare { op: FloatCompareOp, ty: Ty, dst: Reg, a: Operand, b: Operand },

    /// `dst` = the value of type `ty` in memory at `ptr`. Little endian; no alignment is asked for.
    Load { ty: Ty, dst: Reg, ptr: Operand },
    /// Writes `value` of type `ty` to memory at `ptr`.
    Store { ty: Ty, ptr: Operand, value: Operand },
    /// `dst` = the address of a global.
    GlobalAddr { dst: Reg, global: GlobalId },
    /// `dst` = the address of a function.
    FuncAddr { dst: Reg, func: FuncId },
    /// `dst = ptr + offset` bytes; the offset is signed, of the pointer's width. Its own instruction, and not an
    /// integer sum, so that the block that a pointer comes from stays visible.
    PtrAdd { dst: Reg, ptr: Operand, offset: Operand },
    /// `dst = a - b` in bytes, an integer of the pointer's width.
    PtrSub { dst: Reg, a: Operand, b: Operand },
    /// A block of memory for `local` begins; its address goes to `dst`. The contents are uninitialised. `size` is an unsigned
    /// integer of the pointer's width. A block that no `end` ends ends with the frame: that is how `alloca` lives.
    Begin { dst: Reg, local: LocalId, size: Operand, align: u32 },
    /// The block that the latest `begin` of `local` in this frame began ends.
    End { local: LocalId },
    /// The block that the latest `begin` of `local` in this frame began may not be written any more.
    Protect { local: LocalId },
    /// Copies `size` bytes. The two ranges are the same or do not overlap. This is how aggregates are assigned: padding
    /// and uninitialised parts are copied, not read.
    Copy { to: Operand, from: Operand, size: Operand },
    /// Writes `size` times the byte `value` (an `i8`).
    Fill { ptr: Operand, value: Operand, size: Operand },

    /// A call.
    Call(Box<Call>),
    /// Makes the object at `list` stand for the variable arguments of this function, from the first.
    VaStart { list: Operand },
    /// Takes the next variable argument. With `aggregate` it is a struct of that many bytes, and `dst` (a pointer) is the
    /// address of its copy.
    VaArg { ty: Ty, dst: Reg, list: Operand, aggregate: Option<u64> },
    /// The object at `list` is done.
    VaEnd { list: Operand },
    /// Makes `to` stand where `from` stands.
    VaCopy { to: Operand, from: Operand },

    /// The language asks that `cond` (one bit) is 1. `a` and `b` are the operands of the operation that follows, of type
    /// `ty`, for the message.
    Check { kind: CheckKind, cond: Operand, ty: Ty, a: Operand, b: Operand },
    /// Something that the front end can't express is executed here. The path ends as unsupported.
    Unsupported { message: MessageId },
}

/// One line of a switch: from `low` to `high`, both included, in the order of the type given by `signed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The lowest value, its bits zero-extended.
    pub low: u64,
    /// The highest value.
    pub high: u64,
    /// Where to go.
    pub target: BlockId,
}

/// What ends a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// Go on there.
    Jump(BlockId),
    /// If `cond` (one bit).
    Branch {
        /// One bit.
        cond: Operand,
        /// Where to go for 1.
        then: BlockId,
        /// Where to go for 0.
        otherwise: BlockId,
    },
    /// Goes to the only case with the value, or to `default`. Cases do not overlap.
    Switch {
        /// The type of the value.
        ty: Ty,
        /// How ranges are ordered.
        signed: bool,
        /// What is looked up.
        value: Operand,
        /// In the order of the source.
        cases: Box<[Case]>,
        /// If no case has it.
        default: BlockId,
    },
    /// Leaves the function; every block that it began and that lives ends. Without a value in a function that
    /// returns one, the caller's register holds no value (it is an error only if the caller uses it).
    Return(Option<Operand>),
    /// Never reached: a function that does not return was called before, or a `check` of kind `unreachable` stands before.
    Unreachable,
}

impl Terminator {
    /// Every block it may go to, in order, with repetitions.
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

    /// What it reads.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { cond, .. } => Some(*cond),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::Return(value) => *value,
            Terminator::Jump(_) | Terminator::Unreachable => None,
        }
    }
}

/// Both ways to reach the destination: one list of instructions that have one.
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
    /// The register that it assigns.
    pub fn dst(&self) -> Option<Reg> {
        destination!(self, call => call.dst.as_ref()).copied()
    }

    /// Whether it does nothing but compute its result from its operands. (What can go wrong with an operator
    /// is asked before, by a `check`.)
    pub fn only_computes(&self) -> bool {
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

    /// What it reads, in any order.
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

    /// The register that it assigns, to be replaced.
    pub fn dst_mut(&mut self) -> Option<&mut Reg> {
        destination!(self, call => call.dst.as_mut())
    }
}
