//! Lowering of method bodies.
//!
//! A variable is the register with its number. The order of evaluation is that of figure 3: operands from left to right, and in
//! `(x $ f := e)` the variable after the value.

use ir::{
    BinaryOp, Body, Builder, CastOp, CompareOp, Instr, Operand, Reg, Scope, ScopeId, Storage,
    Terminator, Ty,
};

use super::{Lowering, Native, scalar};
use crate::tree::{
    Arithmetic, Compare, Expr, ExprKind, Method, PARAMETER, Type, Variable, VariableId,
};

pub(super) struct MethodLowering<'l, 'p> {
    unit: &'l mut Lowering<'p>,
    builder: Builder,
    variables: &'l [Variable],
}

impl<'l, 'p> MethodLowering<'l, 'p> {
    /// Lowers the body of a method.
    pub(super) fn lower(unit: &'l mut Lowering<'p>, method: &'l Method) -> Body {
        let parameters = &method.variables[..=PARAMETER.0];
        let mut builder = unit.builder(parameters, method.position);
        for variable in &method.variables[parameters.len()..] {
            builder.register(scalar(variable.ty));
        }
        let mut lowering = MethodLowering { unit, builder, variables: &method.variables };
        let value = lowering.value(&method.body);
        lowering.builder.terminate(Terminator::Return(Some(value)));
        lowering.builder.finish()
    }

    /// Lowers an expression and returns its value; an arbitrary operand if it has none.
    /// Implements `FIELD ACCESS`, `FIELD WRITE`, `NULL`, `VARIABLE LOOKUP`,
    /// `FIELD ACCESS (EVAL)`, `METHOD INVOCATION` and `FIELD WRITE (EVAL)` of *Uber-lazy*.
    fn value(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Null => Operand::Const(0),
            ExprKind::Bool(value) => Operand::Const(u64::from(*value)),
            ExprKind::Int(value) => Operand::Const(u64::from(*value as u32)),
            ExprKind::Variable(variable) => home(*variable).into(),
            ExprKind::New(class) => {
                self.at(expr);
                self.unit.new_object(&mut self.builder, *class)
            }
            ExprKind::Access { object, field } => {
                let object = self.value(object);
                self.at(expr);
                let offset = self.unit.types.offset_of(*field);
                let place = self.builder.offset_by(object, offset);
                self.builder.load(scalar(expr.ty), place)
            }
            ExprKind::Call { receiver, method, argument } => {
                let receiver = self.kept(receiver, argument);
                let argument = self.value(argument);
                self.at(expr);
                let dst = self.builder.temporary(scalar(expr.ty));
                let function = self.unit.methods[method.class.0][method.index];
                let call = self.unit.call(function, Some(dst), &[receiver, argument]);
                self.builder.emit(call);
                dst.into()
            }
            ExprKind::Assign { variable, value } => {
                let value = self.value(value);
                self.at(expr);
                self.assign(*variable, value)
            }
            ExprKind::Write { variable, field, value } => {
                let ty = scalar(expr.ty);
                let value = self.value(value);
                self.at(expr);
                let offset = self.unit.types.offset_of(*field);
                let ptr = self.builder.offset_by(home(*variable).into(), offset);
                self.builder.emit(Instr::Store { ty, ptr, value });
                value
            }
            ExprKind::If { condition, then, otherwise } => {
                self.conditional(expr, condition, then, otherwise)
            }
            ExprKind::Var { variable, value, body } => {
                self.declaration(expr, *variable, value, body)
            }
            ExprKind::Begin(items) => self.sequence(items),
            ExprKind::Arithmetic(op, left, right) => {
                let (left, right) = self.both(left, right);
                self.at(expr);
                let op = match op {
                    Arithmetic::Add => BinaryOp::Add,
                    Arithmetic::Subtract => BinaryOp::Sub,
                    Arithmetic::Multiply => BinaryOp::Mul,
                };
                self.builder.binary(op, Ty::I32, left, right)
            }
            ExprKind::Equal(..) | ExprKind::Compare(..) => {
                let bit = self.condition(expr);
                self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I8, bit)
            }
            ExprKind::While { condition, body } => self.repeat(expr, condition, body),
            ExprKind::Assert { condition, text } => self.assertion(expr, condition, text),
        }
    }

    /// Lowers a Boolean expression to one bit.
    /// Implements `EQUALS (BOOL)` of *Uber-lazy*.
    fn condition(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Equal(left, right) => {
                let ty = scalar(if left.ty == Type::Null { right.ty } else { left.ty });
                let (left, right) = self.both(left, right);
                self.at(expr);
                self.builder.compare(CompareOp::Eq, ty, left, right)
            }
            ExprKind::Compare(op, left, right) => {
                let (left, right) = self.both(left, right);
                self.at(expr);
                let (op, left, right) = match op {
                    Compare::Less => (CompareOp::Slt, left, right),
                    Compare::LessOrEqual => (CompareOp::Sle, left, right),
                    Compare::Greater => (CompareOp::Slt, right, left),
                    Compare::GreaterOrEqual => (CompareOp::Sle, right, left),
                };
                self.builder.compare(op, Ty::I32, left, right)
            }
            _ => {
                let value = self.value(expr);
                self.builder.compare(CompareOp::Ne, Ty::I8, value, Operand::Const(0))
            }
        }
    }

    /// Implements `EQUALS (L-OPERAND EVAL)` and `EQUALS (R-OPERAND EVAL)` of *Uber-lazy*.
    fn both(&mut self, left: &Expr, right: &Expr) -> (Operand, Operand) {
        let left = self.kept(left, right);
        (left, self.value(right))
    }

    /// Lowers an expression whose value must survive the evaluation of another one, which may assign variables.
    fn kept(&mut self, expr: &Expr, meanwhile: &Expr) -> Operand {
        let value = self.value(expr);
        let in_variable = match value {
            Operand::Reg(reg) => reg.index() < self.variables.len(),
            Operand::Const(_) => false,
        };
        if is_word(meanwhile) || !in_variable {
            return value;
        }
        let (dst, ty) = (self.builder.temporary(scalar(expr.ty)), scalar(expr.ty));
        self.builder.emit(Instr::Move { dst, ty, src: value });
        dst.into()
    }

    /// Implements `VARIABLE ASSIGNMENT` of *Uber-lazy*.
    fn assign(&mut self, variable: VariableId, value: Operand) -> Operand {
        let (home, ty) = (home(variable), scalar(self.variables[variable.0].ty));
        self.builder.copy_to(home, ty, value);
        home.into()
    }

    /// Implements `IF-THEN-ELSE (TRUE)` and `IF-THEN-ELSE (FALSE)` of *Uber-lazy*.
    fn conditional(
        &mut self,
        expr: &Expr,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Operand {
        let ty = scalar(expr.ty);
        let dst = self.builder.temporary(ty);
        let bit = self.condition(condition);
        let [yes, no, after] = [(); 3].map(|()| self.builder.new_block());
        self.at(expr);
        self.builder.branch(bit, yes, no);
        for (block, arm) in [(yes, then), (no, otherwise)] {
            self.builder.switch_to(block);
            let mark = self.builder.mark();
            let value = self.value(arm);
            if expr.ty != Type::Nothing {
                self.builder.copy_to(dst, ty, value);
            }
            self.builder.release(mark);
            self.builder.jump(after);
        }
        self.builder.switch_to(after);
        match expr.ty {
            Type::Nothing => Operand::Const(0),
            _ => dst.into(),
        }
    }

    /// Implements `VARIABLE DECLARATION` and `POP` of *Uber-lazy*.
    fn declaration(
        &mut self,
        expr: &Expr,
        variable: VariableId,
        value: &Expr,
        body: &Expr,
    ) -> Operand {
        let value = self.value(value);
        self.at(expr);
        self.assign(variable, value);
        let declared = &self.variables[variable.0];
        let outer = self.builder.scope;
        let declared = ir::Variable {
            name: declared.name.clone(),
            ty: self.unit.types.of(declared.ty),
            storage: Storage::Register(home(variable)),
        };
        self.builder.scope = ScopeId::new(self.builder.body.scopes.len());
        let scope = Scope { parent: Some(outer), variables: vec![declared] };
        self.builder.body.scopes.push(scope);
        let result = self.value(body);
        self.builder.scope = outer;
        result
    }

    /// Implements `BEGIN` of *Uber-lazy*.
    fn sequence(&mut self, items: &[Expr]) -> Operand {
        let Some((last, before)) = items.split_last() else { return Operand::Const(0) };
        for item in before {
            self.statement(item);
        }
        self.value(last)
    }

    /// Lowers an expression whose value is not used.
    fn statement(&mut self, expr: &Expr) {
        let mark = self.builder.mark();
        self.value(expr);
        self.builder.release(mark);
    }

    fn repeat(&mut self, expr: &Expr, condition: &Expr, body: &Expr) -> Operand {
        let [head, inside, after] = [(); 3].map(|()| self.builder.new_block());
        self.builder.jump(head);
        self.builder.switch_to(head);
        let mark = self.builder.mark();
        let bit = self.condition(condition);
        self.at(expr);
        self.builder.branch(bit, inside, after);
        self.builder.release(mark);
        self.builder.switch_to(inside);
        self.statement(body);
        self.builder.jump(head);
        self.builder.switch_to(after);
        Operand::Const(0)
    }

    fn assertion(&mut self, expr: &Expr, condition: &Expr, text: &str) -> Operand {
        let bit = self.condition(condition);
        self.at(expr);
        let holds = self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, bit);
        let position = self.builder.position;
        let global = self.unit.types.text(&mut self.unit.module, text, position);
        let dst = self.builder.temporary(Ty::Ptr);
        self.builder.emit(Instr::GlobalAddr { dst, global });
        let call = self.unit.call_native(Native::Assert, None, &[holds, dst.into()]);
        self.builder.emit(call);
        Operand::Const(1)
    }

    /// Sets the position of the next instructions to that of an expression.
    fn at(&mut self, expr: &Expr) {
        self.builder.position = self.unit.position(expr.position);
    }
}

/// Returns the register of a variable.
fn home(variable: VariableId) -> Reg {
    Reg::new(variable.0)
}

/// Whether evaluating an expression has no effects.
fn is_word(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Variable(_)
    )
}
