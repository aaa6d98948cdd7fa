//! Builds the body of one function: blocks, registers, origins. Folds constants. Knows no source language: every
//! front end lowers through it.
//!
//! Registers of temporaries are reused after the statement that needed them. So a function has few registers, and a state, which copies
//! them at a fork, stays small.

use crate::eval;
use crate::ids::{BlockId, Reg, ScopeId};
use crate::instr::{Instr, Operand, Terminator};
use crate::module::{Block, Body, Origin};
use crate::ops::{BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, UnaryOp};
use crate::scalar::Ty;
use crate::source::Position;

/// A block under construction.
struct Draft {
    instrs: Vec<Instr>,
    origins: Vec<Origin>,
    terminator: Option<Terminator>,
}

/// A function body under construction.
pub struct Builder {
    drafts: Vec<Draft>,
    current: BlockId,
    /// The body except for its blocks. The caller adds scopes, locals and registers.
    pub body: Body,
    /// The position of the next instruction.
    pub position: Position,
    /// The scope of the next instruction.
    pub scope: ScopeId,
    pointer: u32,
    /// The temporaries in use, the newest last.
    temporaries: Vec<Reg>,
    /// The free temporaries, by type.
    free: [Vec<Reg>; 10],
}

impl Builder {
    /// Starts an empty body with its first block open. `pointer` is the width of a pointer in bits.
    pub fn new(pointer: u32) -> Builder {
        let mut builder = Builder {
            drafts: Vec::new(),
            current: BlockId(0),
            body: Body::default(),
            position: Position::NONE,
            scope: ScopeId(0),
            pointer,
            temporaries: Vec::new(),
            free: Default::default(),
        };
        builder.current = builder.new_block();
        builder
    }

    /// Adds a block without a terminator and without predecessors.
    pub fn new_block(&mut self) -> BlockId {
        self.drafts.push(Draft { instrs: Vec::new(), origins: Vec::new(), terminator: None });
        BlockId::new(self.drafts.len() - 1)
    }

    /// Makes another block the current one. The current one must have a terminator.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Whether the current block has no terminator yet.
    pub fn is_open(&self) -> bool {
        self.drafts[self.current.index()].terminator.is_none()
    }

    /// Appends an instruction to the current block.
    pub fn emit(&mut self, instr: Instr) {
        if !self.is_open() {
            // Code behind a jump goes to a block without predecessors, which `finish` drops.
            self.current = self.new_block();
        }
        let origin = Origin { position: self.position, scope: self.scope };
        let draft = &mut self.drafts[self.current.index()];
        draft.instrs.push(instr);
        draft.origins.push(origin);
    }

    /// Ends the current block, unless it has a terminator.
    pub fn terminate(&mut self, terminator: Terminator) {
        let origin = Origin { position: self.position, scope: self.scope };
        let draft = &mut self.drafts[self.current.index()];
        if draft.terminator.is_none() {
            draft.terminator = Some(terminator);
            draft.origins.push(origin);
        }
    }

    /// Emits a jump of the source, with its position.
    pub fn jump_here(&mut self, target: BlockId) {
        self.terminate(Terminator::Jump(target));
    }

    /// Emits a jump without a position in the source: into a join point, or along a back edge.
    pub fn jump(&mut self, target: BlockId) {
        let position = std::mem::take(&mut self.position);
        self.jump_here(target);
        self.position = position;
    }

    /// Ends the current block with a branch on a bit, or with a jump if the bit is constant.
    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId) {
        match cond {
            Operand::Const(0) => self.jump(otherwise),
            Operand::Const(_) => self.jump(then),
            Operand::Reg(_) => self.terminate(Terminator::Branch { cond, then, otherwise }),
        }
    }

    /// Allocates the register of a variable, which is never reused.
    pub fn register(&mut self, ty: Ty) -> Reg {
        self.body.registers.push(ty);
        Reg::new(self.body.registers.len() - 1)
    }

    /// Allocates a register for the rest of the statement.
    pub fn temporary(&mut self, ty: Ty) -> Reg {
        let reg = self.free[ty as usize].pop().unwrap_or_else(|| self.register(ty));
        self.temporaries.push(reg);
        reg
    }

    /// Returns the number of temporaries in use, for `release`.
    pub fn mark(&self) -> usize {
        self.temporaries.len()
    }

    /// Frees the temporaries that were allocated since the mark.
    pub fn release(&mut self, mark: usize) {
        for reg in self.temporaries.drain(mark..) {
            let ty = self.body.registers[reg.index()];
            self.free[ty as usize].push(reg);
        }
    }

    fn bits(&self, ty: Ty) -> u32 {
        ty.bits(self.pointer)
    }

    /// Returns the integer type as wide as a pointer.
    pub fn word(&self) -> Ty {
        Ty::int(self.pointer).unwrap_or(Ty::I64)
    }

    /// Returns a constant as an operand.
    pub fn constant(&mut self, ty: Ty, value: u128) -> Operand {
        let value = eval::mask(value, self.bits(ty));
        match u64::try_from(value) {
            Ok(bits) => Operand::Const(bits),
            Err(_) => {
                let dst = self.temporary(ty);
                self.emit(Instr::Const { dst, ty, low: value as u64, high: (value >> 64) as u64 });
                Operand::Reg(dst)
            }
        }
    }

    /// Emits `dst = src`. Afterwards use `dst` only: a temporary `src` may have been renamed to it.
    pub fn copy_to(&mut self, dst: Reg, ty: Ty, src: Operand) {
        if src != Operand::Reg(dst) && !self.rename_last(dst, src) {
            self.emit(Instr::Move { dst, ty, src });
        }
    }

    /// Lets the last instruction write to `dst`, if its result is the temporary `src`.
    fn rename_last(&mut self, dst: Reg, src: Operand) -> bool {
        let Operand::Reg(temporary) = src else { return false };
        if !self.is_open() || !self.temporaries.contains(&temporary) {
            return false;
        }
        let last = self.drafts[self.current.index()].instrs.last_mut();
        match last.and_then(Instr::dst_mut) {
            Some(written) if *written == temporary => {
                *written = dst;
                true
            }
            _ => false,
        }
    }

    /// Emits an operator, or folds it, and returns the result.
    pub fn binary(&mut self, op: BinaryOp, ty: Ty, a: Operand, b: Operand) -> Operand {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && let Some(result) = eval::binary(op, self.bits(ty), x.into(), y.into())
        {
            return self.constant(ty, result);
        }
        let neutral = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl => 0,
            BinaryOp::LShr | BinaryOp::AShr => 0,
            _ => 1,
        };
        let has_neutral = !matches!(op, BinaryOp::And | BinaryOp::URem | BinaryOp::SRem);
        if has_neutral && b == Operand::Const(neutral) {
            return a;
        }
        let dst = self.temporary(ty);
        self.emit(Instr::Binary { op, ty, dst, a, b });
        Operand::Reg(dst)
    }

    /// Emits an operator, or folds it, and returns the result.
    pub fn unary(&mut self, op: UnaryOp, ty: Ty, a: Operand) -> Operand {
        if let Some(x) = a.constant() {
            return self.constant(ty, eval::unary(op, self.bits(ty), x.into()));
        }
        let dst = self.temporary(ty);
        self.emit(Instr::Unary { op, ty, dst, a });
        Operand::Reg(dst)
    }

    /// Emits a comparison and returns its bit.
    pub fn compare(&mut self, op: CompareOp, ty: Ty, a: Operand, b: Operand) -> Operand {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && self.bits(ty) <= 64
        {
            return Operand::Const(u64::from(eval::compare(op, self.bits(ty), x.into(), y.into())));
        }
        let dst = self.temporary(Ty::I1);
        self.emit(Instr::Compare { op, ty, dst, a, b });
        Operand::Reg(dst)
    }

    /// Inverts a bit.
    pub fn not(&mut self, bit: Operand) -> Operand {
        self.binary(BinaryOp::Xor, Ty::I1, bit, Operand::Const(1))
    }

    /// Emits a conversion and returns the result.
    pub fn cast(&mut self, op: CastOp, from: Ty, to: Ty, a: Operand) -> Operand {
        if let Some(x) = a.constant() {
            let result = eval::cast(op, from, to, x.into(), self.pointer);
            return self.constant(to, result);
        }
        let dst = self.temporary(to);
        self.emit(Instr::Cast { op, from, to, dst, a });
        Operand::Reg(dst)
    }

    /// Emits a load and returns the value.
    pub fn load(&mut self, ty: Ty, ptr: Operand) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Instr::Load { ty, dst, ptr });
        Operand::Reg(dst)
    }

    /// Returns `ptr + offset` bytes; the offset has the width of a pointer.
    pub fn offset(&mut self, ptr: Operand, offset: Operand) -> Operand {
        if offset == Operand::Const(0) {
            return ptr;
        }
        let dst = self.temporary(Ty::Ptr);
        self.emit(Instr::PtrAdd { dst, ptr, offset });
        Operand::Reg(dst)
    }

    /// Returns `ptr` advanced by a constant number of bytes.
    pub fn offset_by(&mut self, ptr: Operand, bytes: u64) -> Operand {
        let offset = Operand::Const(eval::mask(bytes.into(), self.pointer) as u64);
        self.offset(ptr, offset)
    }

    /// Emits a check, unless its condition is the constant true.
    pub fn check(&mut self, kind: CheckKind, cond: Operand, ty: Ty, a: Operand, b: Operand) {
        if cond != Operand::Const(1) {
            self.emit(Instr::Check { kind, cond, ty, a, b });
        }
    }

    /// Emits a `fits` and returns its bit: whether the exact result of an operator is representable.
    pub fn fits(&mut self, op: FitsOp, signed: bool, ty: Ty, a: Operand, b: Operand) -> Operand {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && self.bits(ty) <= 64
        {
            return Operand::Const(u64::from(eval::fits(
                op,
                signed,
                self.bits(ty),
                x.into(),
                y.into(),
            )));
        }
        let dst = self.temporary(Ty::I1);
        self.emit(Instr::Fits { op, signed, ty, dst, a, b });
        Operand::Reg(dst)
    }

    /// Returns the body: the reachable blocks, renumbered.
    pub fn finish(mut self) -> Body {
        let count = self.drafts.len();
        let mut order = Vec::new();
        let mut number = vec![None; count];
        let mut pending = vec![BlockId(0)];
        while let Some(block) = pending.pop() {
            if number[block.index()].is_some() {
                continue;
            }
            number[block.index()] = Some(BlockId::new(order.len()));
            order.push(block);
            let draft = &mut self.drafts[block.index()];
            if draft.terminator.is_none() {
                draft.terminator = Some(Terminator::Unreachable);
                draft.origins.push(Origin { position: self.position, scope: ScopeId(0) });
            }
            let successors =
                draft.terminator.as_ref().map(Terminator::successors).unwrap_or_default();
            // Pushed in reverse, so that the first successor comes next.
            pending.extend(successors.into_iter().rev());
        }
        for block in order {
            let draft = &mut self.drafts[block.index()];
            let mut terminator = draft.terminator.take().unwrap_or(Terminator::Unreachable);
            renumber(&mut terminator, &number);
            let instrs = std::mem::take(&mut draft.instrs);
            self.body.blocks.push(Block { instrs, terminator });
            self.body.origins.push(std::mem::take(&mut draft.origins));
        }
        self.body
    }
}

fn renumber(terminator: &mut Terminator, number: &[Option<BlockId>]) {
    let map = |block: &mut BlockId| {
        if let Some(new) = number[block.index()] {
            *block = new;
        }
    };
    match terminator {
        Terminator::Jump(target) => map(target),
        Terminator::Branch { then, otherwise, .. } => {
            map(then);
            map(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|case| map(&mut case.target));
            map(default);
        }
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
}
