//! Builds the body of one function: blocks, registers, origins. Folds what is constant. Knows no source language: every
//! front end lowers through it.
//!
//! Registers for temporaries are used again after the statement that needed them, so that a function has few of them and a
//! state that copies them stays small.

use crate::eval;
use crate::ids::{BlockId, Reg, ScopeId};
use crate::instr::{Instr, Operand, Terminator};
use crate::module::{Block, Body, Origin};
use crate::ops::{BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, UnaryOp};
use crate::scalar::Ty;
use crate::source::Position;

/// A block that is being built.
struct Draft {
    instrs: Vec<Instr>,
    origins: Vec<Origin>,
    terminator: Option<Terminator>,
}

/// A function body that is being built.
pub struct Builder {
    drafts: Vec<Draft>,
    current: BlockId,
    /// What was built so far, but for the blocks: scopes, locals and registers are the caller's to add.
    pub body: Body,
    /// Where what comes next is from.
    pub position: Position,
    /// The scope that what comes next is in.
    pub scope: ScopeId,
    pointer: u32,
    /// Temporaries in use, the latest last.
    temporaries: Vec<Reg>,
    /// Temporaries not in use, by type.
    free: [Vec<Reg>; 10],
}

impl Builder {
    /// An empty body with its first block open; a pointer has so many bits.
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

    /// A block that is not ended and that nothing leads to yet.
    pub fn new_block(&mut self) -> BlockId {
        self.drafts.push(Draft { instrs: Vec::new(), origins: Vec::new(), terminator: None });
        BlockId::new(self.drafts.len() - 1)
    }

    /// Goes on in another block. The current one must have been ended.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Whether the current place can be reached by falling through.
    pub fn is_open(&self) -> bool {
        self.drafts[self.current.index()].terminator.is_none()
    }

    /// Adds an instruction.
    pub fn emit(&mut self, instr: Instr) {
        if !self.is_open() {
            // Code behind a jump: kept apart, and dropped at the end because nothing leads to it.
            self.current = self.new_block();
        }
        let origin = Origin { position: self.position, scope: self.scope };
        let draft = &mut self.drafts[self.current.index()];
        draft.instrs.push(instr);
        draft.origins.push(origin);
    }

    /// Ends the current block, unless it was ended.
    pub fn terminate(&mut self, terminator: Terminator) {
        let origin = Origin { position: self.position, scope: self.scope };
        let draft = &mut self.drafts[self.current.index()];
        if draft.terminator.is_none() {
            draft.terminator = Some(terminator);
            draft.origins.push(origin);
        }
    }

    /// A jump that the source asks for.
    pub fn jump_here(&mut self, target: BlockId) {
        self.terminate(Terminator::Jump(target));
    }

    /// A jump that no line stands for: ways join, or a loop goes round.
    pub fn jump(&mut self, target: BlockId) {
        let position = std::mem::take(&mut self.position);
        self.jump_here(target);
        self.position = position;
    }

    /// Ends the current block: on to one of two, by a bit.
    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId) {
        match cond {
            Operand::Const(0) => self.jump(otherwise),
            Operand::Const(_) => self.jump(then),
            Operand::Reg(_) => self.terminate(Terminator::Branch { cond, then, otherwise }),
        }
    }

    /// A register that stays: of a variable.
    pub fn register(&mut self, ty: Ty) -> Reg {
        self.body.registers.push(ty);
        Reg::new(self.body.registers.len() - 1)
    }

    /// A register for the rest of the statement.
    pub fn temporary(&mut self, ty: Ty) -> Reg {
        let reg = self.free[ty as usize].pop().unwrap_or_else(|| self.register(ty));
        self.temporaries.push(reg);
        reg
    }

    /// How many temporaries are in use: for `release`.
    pub fn mark(&self) -> usize {
        self.temporaries.len()
    }

    /// Temporaries made since the mark are free again.
    pub fn release(&mut self, mark: usize) {
        for reg in self.temporaries.drain(mark..) {
            let ty = self.body.registers[reg.index()];
            self.free[ty as usize].push(reg);
        }
    }

    fn bits(&self, ty: Ty) -> u32 {
        ty.bits(self.pointer)
    }

    /// The integer type as wide as a pointer.
    pub fn word(&self) -> Ty {
        Ty::int(self.pointer).unwrap_or(Ty::I64)
    }

    /// A constant as an operand.
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

    /// `dst = src`. From here on the value is in `dst`: a temporary `src` may have been renamed, and must not be used again.
    pub fn copy_to(&mut self, dst: Reg, ty: Ty, src: Operand) {
        if src != Operand::Reg(dst) && !self.rename_last(dst, src) {
            self.emit(Instr::Move { dst, ty, src });
        }
    }

    /// If `src` is a temporary that the last instruction computed, lets that instruction write to `dst` instead.
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

    /// The result of an operator.
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

    /// The result of an operator.
    pub fn unary(&mut self, op: UnaryOp, ty: Ty, a: Operand) -> Operand {
        if let Some(x) = a.constant() {
            return self.constant(ty, eval::unary(op, self.bits(ty), x.into()));
        }
        let dst = self.temporary(ty);
        self.emit(Instr::Unary { op, ty, dst, a });
        Operand::Reg(dst)
    }

    /// The bit that a comparison gives.
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

    /// One bit inverted.
    pub fn not(&mut self, bit: Operand) -> Operand {
        self.binary(BinaryOp::Xor, Ty::I1, bit, Operand::Const(1))
    }

    /// A value converted.
    pub fn cast(&mut self, op: CastOp, from: Ty, to: Ty, a: Operand) -> Operand {
        if let Some(x) = a.constant() {
            let result = eval::cast(op, from, to, x.into(), self.pointer);
            return self.constant(to, result);
        }
        let dst = self.temporary(to);
        self.emit(Instr::Cast { op, from, to, dst, a });
        Operand::Reg(dst)
    }

    /// What is in memory.
    pub fn load(&mut self, ty: Ty, ptr: Operand) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Instr::Load { ty, dst, ptr });
        Operand::Reg(dst)
    }

    /// `ptr + offset` bytes; the offset has the pointer's width.
    pub fn offset(&mut self, ptr: Operand, offset: Operand) -> Operand {
        if offset == Operand::Const(0) {
            return ptr;
        }
        let dst = self.temporary(Ty::Ptr);
        self.emit(Instr::PtrAdd { dst, ptr, offset });
        Operand::Reg(dst)
    }

    /// `ptr` and so many bytes.
    pub fn offset_by(&mut self, ptr: Operand, bytes: u64) -> Operand {
        let offset = Operand::Const(eval::mask(bytes.into(), self.pointer) as u64);
        self.offset(ptr, offset)
    }

    /// A check, unless its condition is known to hold.
    pub fn check(&mut self, kind: CheckKind, cond: Operand, ty: Ty, a: Operand, b: Operand) {
        if cond != Operand::Const(1) {
            self.emit(Instr::Check { kind, cond, ty, a, b });
        }
    }

    /// The bit that says whether the exact result of an operator can be represented.
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

    /// The finished body: only what can be reached, numbered anew.
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
