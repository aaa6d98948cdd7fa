//! Lowering of statements to blocks and jumps.

use ir::{Case, CheckKind, Instr, Operand, Terminator, Ty};

use super::function::{Exits, FunctionLowering, Home};
use crate::tree::{Block, Bound, DeclId, Expr, Init, LabelId, Stmt, StmtKind, SwitchCase};

impl FunctionLowering<'_, '_> {
    /// Lowers a block with its scope, without its value.
    /// Implements `COMPOUNDSTATEMENT` of *Sel/Upd*.
    pub(super) fn block(&mut self, block: &Block) {
        let outer = self.scope;
        self.block_open(block);
        let position = std::mem::replace(&mut self.builder.position, self.unit.position(block.end));
        self.leave_to(outer);
        self.builder.position = position;
    }

    /// Lowers a block and leaves its scope open, for the value of a statement expression.
    pub(super) fn block_open(&mut self, block: &Block) {
        self.enter_block(block.scope);
        for statement in &block.body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let outer_position = self.builder.position;
        self.builder.position = self.unit.position(statement.position);
        let mark = self.builder.mark();
        self.statement_kind(statement);
        self.builder.release(mark);
        self.builder.position = outer_position;
    }

    fn statement_kind(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Declare(id, init) => self.declare(*id, init.as_ref()),
            StmtKind::Bounds(bounds) => self.compute_bounds(bounds),
            StmtKind::Enter(scope) => self.enter_block(*scope),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(cond, then, otherwise) => {
                self.if_statement(cond, then, otherwise.as_deref())
            }
            StmtKind::While(cond, body) => self.loop_statement(Some(cond), None, body),
            StmtKind::DoWhile(body, cond) => self.do_statement(body, cond),
            StmtKind::For { init, cond, step, body } => {
                if let Some(init) = init {
                    self.statement(init);
                }
                self.loop_statement(cond.as_ref(), step.as_ref(), body);
            }
            StmtKind::Switch { value, body, cases, default } => {
                self.switch(value, body, cases, *default)
            }
            StmtKind::Label(label, inner) => self.label(*label, inner),
            StmtKind::Goto(label) => {
                let scope = self.source.labels.get(label.0 as usize).and_then(|label| label.scope);
                let block = self.label_block(*label);
                self.jump_to(block, scope.unwrap_or(self.scope), statement.position);
            }
            StmtKind::GotoAddress(address) => self.goto_address(address, statement),
            StmtKind::Break => {
                if let Some(exits) = self.exits.last().copied() {
                    self.jump_to(exits.on_break.0, exits.on_break.1, statement.position);
                }
            }
            StmtKind::Continue => {
                let target = self.exits.iter().rev().find_map(|exits| exits.on_continue);
                if let Some((block, scope)) = target {
                    self.jump_to(block, scope, statement.position);
                }
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref()),
            StmtKind::Unsupported(what) => self.unsupported(what),
        }
    }

    /// Lowers the declaration of a local, which initialises it or makes it indeterminate.
    /// Implements `DECLARELOCAL1` of *Sel/Upd*.
    fn declare(&mut self, id: DeclId, init: Option<&Init>) {
        let Some(home) = self.homes.get(&id).copied() else {
            return;
        };
        let again = self.repeatable.contains(&self.scope);
        if let Home::Memory(pointer, _) = home
            && again
        {
            self.forget_memory(id, pointer.into());
        }
        match (home, init) {
            (Home::Register(dst, _), None) => self.builder.emit(Instr::Undef { dst }),
            (Home::Memory(dst, local), None) => {
                let ty = self.unit.unit.decl(id).ty.ty;
                if self.unit.unit.types.is_variable_array(ty) {
                    let size = self.variable_size(ty);
                    let align = self
                        .unit
                        .unit
                        .types
                        .align_of(ty)
                        .and_then(|align| u32::try_from(align).ok());
                    // Compilers align it more than its type requires, but without a guarantee.
                    let align = align.unwrap_or(1);
                    self.builder.emit(Instr::Begin { dst, local, size, align });
                }
            }
            (home, Some(init)) => self.initialize(id, home, init),
        }
        // A local that a backward jump may initialise again cannot be read-only.
        if !again {
            self.protect_constant(id);
        }
    }

    /// Computes the size of a variable array from its hidden lengths; a size beyond the address space saturates.
    fn variable_size(&mut self, ty: crate::types::Type) -> Operand {
        let mut size = Operand::Const(1);
        let mut ty = ty;
        while let Some((element, length)) = self.unit.unit.types.element(ty) {
            let length = match length {
                crate::types::Length::Fixed(length) => Operand::Const(length),
                crate::types::Length::Variable(hidden) => match self.homes.get(&hidden) {
                    Some(Home::Register(reg, _)) => Operand::Reg(*reg),
                    _ => Operand::Const(1),
                },
                crate::types::Length::Unknown => Operand::Const(0),
            };
            size = self.saturating_product(length, size);
            ty = element.ty;
        }
        let element = self.unit.unit.types.layout(ty).map_or(1, |layout| layout.size);
        self.saturating_product(size, Operand::Const(element))
    }

    /// Computes the product of two sizes; it saturates on overflow.
    fn saturating_product(&mut self, a: Operand, b: Operand) -> Operand {
        let word = self.builder.word();
        let product = self.builder.binary(ir::BinaryOp::Mul, word, a, b);
        if product == a || product.constant() == Some(0) {
            return product;
        }
        let fits = self.builder.fits(ir::FitsOp::Mul, false, word, a, b);
        let largest = Operand::Const(ir::eval::mask(u128::MAX, word.bits(64)) as u64);
        match fits {
            Operand::Const(1) => product,
            Operand::Const(_) => largest,
            Operand::Reg(_) => {
                let dst = self.builder.temporary(word);
                let select = Instr::Select { ty: word, dst, cond: fits, a: product, b: largest };
                self.builder.emit(select);
                Operand::Reg(dst)
            }
        }
    }

    /// Computes lengths of variable arrays, and checks that they are not negative, nor, by the standard, zero.
    pub(super) fn compute_bounds(&mut self, bounds: &[Bound]) {
        let word = self.builder.word();
        for bound in bounds {
            let Some(hidden) = bound.hidden else {
                self.effect(&bound.length);
                continue;
            };
            let length = self.value(&bound.length);
            // Converted to `size_t`, a negative length is huge.
            let limit = Operand::Const(self.unit.unit.types.model.max_object());
            let possible = self.builder.compare(ir::CompareOp::Ule, word, length, limit);
            self.builder.check(CheckKind::ArrayLength, possible, word, length, length);
            let zero = Operand::Const(0);
            let some = self.builder.compare(ir::CompareOp::Ne, word, length, zero);
            self.builder.check(CheckKind::EmptyArray, some, word, length, zero);
            if let Some(Home::Register(dst, ty)) = self.homes.get(&hidden).copied() {
                self.builder.copy_to(dst, ty, length);
            }
        }
    }

    fn if_statement(&mut self, cond: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        let then_block = self.builder.new_block();
        let end = self.builder.new_block();
        let else_block = if otherwise.is_some() { self.builder.new_block() } else { end };
        self.branch(cond, then_block, else_block);
        self.builder.switch_to(then_block);
        self.statement(then);
        self.builder.jump(end);
        if let Some(otherwise) = otherwise {
            self.builder.switch_to(else_block);
            self.statement(otherwise);
            self.builder.jump(end);
        }
        self.builder.switch_to(end);
    }

    /// Lowers `while` and `for`, which test the condition first.
    fn loop_statement(&mut self, cond: Option<&Expr>, step: Option<&Expr>, body: &Stmt) {
        let head = self.builder.new_block();
        let inside = self.builder.new_block();
        let end = self.builder.new_block();
        let next = if step.is_some() { self.builder.new_block() } else { head };
        self.builder.jump(head);
        self.builder.switch_to(head);
        match cond {
            Some(cond) => self.branch(cond, inside, end),
            None => self.builder.jump(inside),
        }
        self.builder.switch_to(inside);
        self.with_exits(
            Exits { on_break: (end, self.scope), on_continue: Some((next, self.scope)) },
            body,
        );
        self.builder.jump(next);
        if let Some(step) = step {
            self.builder.switch_to(next);
            self.builder.position = self.unit.position(step.position);
            self.effect(step);
            self.builder.jump(head);
        }
        self.builder.switch_to(end);
    }

    fn do_statement(&mut self, body: &Stmt, cond: &Expr) {
        let inside = self.builder.new_block();
        let test = self.builder.new_block();
        let end = self.builder.new_block();
        self.builder.jump(inside);
        self.builder.switch_to(inside);
        self.with_exits(
            Exits { on_break: (end, self.scope), on_continue: Some((test, self.scope)) },
            body,
        );
        self.builder.jump(test);
        self.builder.switch_to(test);
        self.builder.position = self.unit.position(cond.position);
        self.branch(cond, inside, end);
        self.builder.switch_to(end);
    }

    fn with_exits(&mut self, exits: Exits, body: &Stmt) {
        self.exits.push(exits);
        self.statement(body);
        self.exits.pop();
    }

    fn switch(
        &mut self,
        value: &Expr,
        body: &Stmt,
        cases: &[SwitchCase],
        default: Option<LabelId>,
    ) {
        let ty = value.ty.ty;
        let operand = self.value(value);
        let end = self.builder.new_block();
        let dispatch = self.builder.new_block();
        self.builder.jump(dispatch);
        // The body comes first, so that its labels have blocks; only these lead into it.
        let dead = self.builder.new_block();
        self.builder.switch_to(dead);
        self.with_exits(Exits { on_break: (end, self.scope), on_continue: None }, body);
        self.builder.jump(end);
        let mut targets = Vec::with_capacity(cases.len());
        for case in cases {
            let target = self.case_target(case.label);
            targets.push(Case { low: case.low, high: case.high, target });
        }
        let default = match default {
            Some(label) => self.case_target(label),
            None => end,
        };
        self.builder.switch_to(dispatch);
        let signed = self.unit.unit.types.is_signed(ty);
        let ty = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        self.builder.terminate(Terminator::Switch {
            ty,
            signed,
            value: operand,
            cases: targets.into(),
            default,
        });
        self.builder.switch_to(end);
    }

    /// Returns the target of a case: the block of its label, or one that first enters the scopes in between.
    fn case_target(&mut self, label: LabelId) -> ir::BlockId {
        let block = self.label_block(label);
        let Some(info) = self.source.labels.get(label.0 as usize) else {
            return block;
        };
        let (scope, position) = (info.scope.unwrap_or(self.scope), info.position);
        if scope == self.scope {
            return block;
        }
        let edge = self.builder.new_block();
        self.builder.switch_to(edge);
        // It has no position in the source.
        let here = std::mem::take(&mut self.builder.position);
        self.jump_to(block, scope, position);
        self.builder.position = here;
        edge
    }

    /// Lowers `goto *address`: a switch over all labels whose address is taken.
    fn goto_address(&mut self, address: &Expr, statement: &Stmt) {
        let address = self.value(address);
        let word = self.builder.word();
        let value = self.builder.cast(ir::CastOp::PtrToInt, Ty::Ptr, word, address);
        let origin = self.builder.new_block();
        self.builder.jump(origin);
        let mut cases = Vec::new();
        for (index, info) in
            self.source.labels.iter().enumerate().filter(|(_, label)| label.address_taken)
        {
            let label = LabelId(u32::try_from(index).unwrap_or(u32::MAX));
            let target = self.label_block(label);
            let edge = self.builder.new_block();
            self.builder.switch_to(edge);
            self.jump_to(target, info.scope.unwrap_or(self.scope), statement.position);
            let number = index as u64 + 1;
            cases.push(Case { low: number, high: number, target: edge });
        }
        let nowhere = self.builder.new_block();
        self.builder.switch_to(nowhere);
        let zero = Operand::Const(0);
        self.builder.check(CheckKind::Unreachable, zero, Ty::I1, zero, zero);
        self.builder.terminate(Terminator::Unreachable);
        self.builder.switch_to(origin);
        let cases = cases.into();
        self.builder.terminate(Terminator::Switch {
            ty: word,
            signed: false,
            value,
            cases,
            default: nowhere,
        });
    }

    /// Lowers a label, or several adjacent labels, which share a block.
    fn label(&mut self, mut label: LabelId, mut inner: &Stmt) {
        let block = self.label_block(label);
        self.builder.jump(block);
        self.builder.switch_to(block);
        if self.label_name(label).is_some() {
            self.pass_label();
        }
        if self.unit.options.keep_shape {
            let rest = self.builder.new_block();
            self.builder.jump_here(rest);
            self.builder.switch_to(rest);
        }
        // A jump to a label after `ERROR` does not execute the check of `ERROR`.
        while let StmtKind::Label(next, after) = &inner.kind
            && !self.is_error(label)
            && !self.labels.contains_key(next)
        {
            self.labels.insert(*next, block);
            (label, inner) = (*next, after);
            if self.label_name(label).is_some() {
                self.pass_label();
            }
        }
        if self.is_error(label) {
            let zero = Operand::Const(0);
            self.builder.check(CheckKind::ErrorLabel, zero, Ty::I1, zero, zero);
        }
        self.statement(inner);
    }

    /// Whether a label is `ERROR`, which marks an error in some programs.
    fn is_error(&self, label: LabelId) -> bool {
        self.label_name(label).is_some_and(|name| &*self.unit.unit.names.text(name) == "ERROR")
    }

    /// Returns the name of a label; labels of cases have none.
    fn label_name(&self, label: LabelId) -> Option<crate::token::Name> {
        self.source.labels.get(label.0 as usize).and_then(|label| label.name)
    }

    fn return_statement(&mut self, value: Option<&Expr>) {
        let Some(value) = value else {
            self.builder.terminate(Terminator::Return(None));
            return;
        };
        if self.signature.result_by_pointer {
            let from = self.aggregate(value);
            let size = self.unit.unit.types.layout(value.ty.ty).map_or(0, |layout| layout.size);
            let to = Operand::Reg(ir::Reg(0));
            self.builder.emit(Instr::Copy { to, from, size: Operand::Const(size) });
            self.builder.terminate(Terminator::Return(None));
        } else if self.signature.returns.is_some() {
            let operand = self.value(value);
            self.builder.terminate(Terminator::Return(Some(operand)));
        } else {
            self.effect(value);
            self.builder.terminate(Terminator::Return(None));
        }
    }
}
