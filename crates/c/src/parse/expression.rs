//! Expressions from the comma down to casts and unary operators (C11 6.5).

use super::{Parsed, Parser};
use crate::sema::Value;
use crate::token::{Kind, Kw, P};
use crate::tree::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::types::QualType;

/// A binary operator of the grammar.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    And,
    Or,
}

impl Parser {
    /// Parses an expression with commas.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let mut left = self.assignment_expression()?;
        while self.is(P::Comma) {
            let position = self.position();
            self.bump();
            let right = self.assignment_expression()?;
            left = self.sema.comma(left, right, position);
        }
        Ok(left)
    }

    pub(super) fn assignment_expression(&mut self) -> Parsed<Expr> {
        let left = self.conditional_expression()?;
        let position = self.position();
        let Kind::Punct(punctuator) = *self.peek() else {
            return Ok(left);
        };
        if punctuator == P::Assign {
            self.bump();
            let right = self.nested(Parser::assignment_expression)?;
            return Ok(self.sema.assign(left, right, position));
        }
        let Some(op) = assignment_op(punctuator) else {
            return Ok(left);
        };
        self.bump();
        let right = self.nested(Parser::assignment_expression)?;
        Ok(self.sema.assign_op(op, left, right, position))
    }

    fn conditional_expression(&mut self) -> Parsed<Expr> {
        let cond = self.binary_expression(0)?;
        let position = self.position();
        if !self.take(P::Question) {
            return Ok(cond);
        }
        let middle = if self.is(P::Colon) { None } else { Some(self.nested(Parser::expression)?) };
        self.expect(P::Colon)?;
        let last = self.nested(Parser::conditional_expression)?;
        Ok(self.sema.conditional(cond, middle, last, position))
    }

    /// Parses binary operators whose precedence is at least `lowest`.
    fn binary_expression(&mut self, lowest: u8) -> Parsed<Expr> {
        let mut left = self.cast_expression()?;
        loop {
            let position = self.position();
            let Kind::Punct(punctuator) = *self.peek() else {
                return Ok(left);
            };
            let Some((infix, strength)) =
                infix(punctuator).filter(|(_, strength)| *strength >= lowest)
            else {
                return Ok(left);
            };
            self.bump();
            // The recursion has at most one level for each precedence.
            let right = self.binary_expression(strength + 1)?;
            left = match infix {
                Infix::Binary(op) => self.sema.binary(op, left, right, position),
                Infix::And => self.sema.logical(true, left, right, position),
                Infix::Or => self.sema.logical(false, left, right, position),
            };
        }
    }

    pub(super) fn cast_expression(&mut self) -> Parsed<Expr> {
        if !(self.is(P::LParen) && self.starts_type_at(1)) {
            return self.unary_expression();
        }
        let position = self.position();
        self.bump();
        let (ty, bounds) = self.type_name_in_expression()?;
        self.expect(P::RParen)?;
        if self.is(P::LBrace) {
            let literal = self.compound_literal(ty, position)?;
            let literal = self.with_bounds(bounds, literal);
            return self.postfix_suffixes(literal);
        }
        let operand = self.nested(Parser::cast_expression)?;
        let cast = self.sema.cast(operand, ty, position);
        Ok(self.with_bounds(bounds, cast))
    }

    /// Parses a type name; also returns the lengths of variable arrays to compute.
    pub(super) fn type_name_in_expression(
        &mut self,
    ) -> Parsed<(QualType, Vec<crate::tree::Bound>)> {
        let outer = std::mem::take(&mut self.sema.bounds);
        let ty = self.type_name();
        let bounds = std::mem::replace(&mut self.sema.bounds, outer);
        Ok((ty?, bounds))
    }

    pub(super) fn with_bounds(&mut self, bounds: Vec<crate::tree::Bound>, expr: Expr) -> Expr {
        if bounds.is_empty() {
            return expr;
        }
        let (ty, position) = (expr.ty, expr.position);
        self.sema.make(ExprKind::Bounds(bounds, Box::new(expr)), ty, position)
    }

    pub(super) fn unary_expression(&mut self) -> Parsed<Expr> {
        let position = self.position();
        match *self.peek() {
            Kind::Punct(punctuator) => match punctuator {
                P::Increment | P::Decrement => {
                    self.bump();
                    let operand = self.nested(Parser::unary_expression)?;
                    return Ok(self.sema.step(
                        operand,
                        punctuator == P::Increment,
                        false,
                        position,
                    ));
                }
                P::AndAnd => return self.label_address(),
                P::And | P::Star | P::Plus | P::Minus | P::Tilde | P::Not => {
                    self.bump();
                    let operand = self.nested(Parser::cast_expression)?;
                    return Ok(match punctuator {
                        P::And => self.sema.address_of(operand, position),
                        P::Star => self.sema.deref(operand, position),
                        P::Plus => self.sema.unary(None, operand, position),
                        P::Minus => self.sema.unary(Some(UnaryOp::Neg), operand, position),
                        P::Tilde => self.sema.unary(Some(UnaryOp::BitNot), operand, position),
                        _ => self.sema.not(operand, position),
                    });
                }
                _ => {}
            },
            Kind::Keyword(Kw::Sizeof) => {
                self.bump();
                return self.nested(Parser::size_of);
            }
            Kind::Keyword(Kw::Alignof) => {
                self.bump();
                return self.nested(Parser::align_of);
            }
            Kind::Keyword(Kw::Extension) => {
                self.bump();
                return self.nested(Parser::cast_expression);
            }
            Kind::Keyword(Kw::Real | Kw::Imag) => {
                self.sema.unsupported(position, "complex numbers");
                self.bump();
                return self.nested(Parser::cast_expression);
            }
            _ => {}
        }
        let primary = self.primary_expression()?;
        self.postfix_suffixes(primary)
    }

    fn size_of(&mut self) -> Parsed<Expr> {
        let position = self.position();
        if self.is(P::LParen) && self.starts_type_at(1) {
            self.bump();
            let (ty, bounds) = self.type_name_in_expression()?;
            self.expect(P::RParen)?;
            if !self.is(P::LBrace) {
                let size = self.sema.step_size(ty, position);
                // Lengths on which the size does not depend are not evaluated, as in gcc (C11 6.7.6.2p5).
                let is_variable = self.sema.unit.types.is_variable_array(ty.ty);
                return Ok(if is_variable { self.with_bounds(bounds, size) } else { size });
            }
            let literal = self.compound_literal(ty, position)?;
            let literal = self.with_bounds(bounds, literal);
            let operand = self.postfix_suffixes(literal)?;
            return Ok(self.sema.value_size(operand, position));
        }
        let operand = self.unary_expression()?;
        Ok(self.sema.value_size(operand, position))
    }

    fn align_of(&mut self) -> Parsed<Expr> {
        let position = self.position();
        let (ty, align) = if self.is(P::LParen) && self.starts_type_at(1) {
            self.bump();
            let outer = std::mem::take(&mut self.sema.bounds);
            let named = self.aligned_type_name();
            self.sema.bounds = outer;
            let named = named?;
            self.expect(P::RParen)?;
            named
        } else {
            let operand = self.unary_expression()?;
            (operand.ty, self.sema.declared_align(&operand))
        };
        match align.or_else(|| self.sema.unit.types.align_of(ty.ty)) {
            Some(align) => Ok(self.sema.size(align, position)),
            None if self.sema.unit.types.is_void(ty.ty)
                || self.sema.unit.types.is_function(ty.ty) =>
            {
                Ok(self.sema.size(1, position))
            }
            None => {
                let text = self.sema.describe(ty);
                Ok(self.sema.wrong(position, format!("the type '{text}' has no alignment")))
            }
        }
    }

    /// Parses `&&label`.
    fn label_address(&mut self) -> Parsed<Expr> {
        let position = self.position();
        self.bump();
        let name = self.expect_name()?;
        let Some(label) = self.label(name, position) else {
            return Ok(self.sema.wrong(position, "a label outside of a function"));
        };
        if let Some(function) = &mut self.sema.function {
            function.labels[label.0 as usize].address_taken = true;
        }
        let pointer = self.sema.unit.types.pointer(self.sema.unit.types.void);
        Ok(self.sema.make(ExprKind::LabelAddress(label), pointer, position))
    }

    /// Parses an integer constant expression; `None` after an error.
    pub(super) fn constant_expression(&mut self) -> Parsed<Option<i128>> {
        let position = self.position();
        let expr = self.nested(Parser::conditional_expression)?;
        let expr = self.sema.rvalue(expr);
        if self.sema.is_error(&expr) {
            return Ok(None);
        }
        let value = match self.sema.unit.eval(&expr) {
            // gcc accepts a constant integer that was cast to a float or a pointer.
            Some(Value::Bits(bits)) if self.sema.unit.types.is_pointer(expr.ty.ty) => {
                Some(bits as i128)
            }
            _ => self.sema.unit.eval_int(&expr),
        };
        if value.is_none() {
            self.sema.error(position, "expected an integer constant");
        }
        Ok(value)
    }
}

fn infix(punctuator: P) -> Option<(Infix, u8)> {
    use BinaryOp::*;
    let binary = |op, strength| Some((Infix::Binary(op), strength));
    match punctuator {
        P::OrOr => Some((Infix::Or, 0)),
        P::AndAnd => Some((Infix::And, 1)),
        P::Or => binary(Or, 2),
        P::Caret => binary(Xor, 3),
        P::And => binary(And, 4),
        P::EqEq => binary(Eq, 5),
        P::Ne => binary(Ne, 5),
        P::Lt => binary(Lt, 6),
        P::Gt => binary(Gt, 6),
        P::Le => binary(Le, 6),
        P::Ge => binary(Ge, 6),
        P::Shl => binary(Shl, 7),
        P::Shr => binary(Shr, 7),
        P::Plus => binary(Add, 8),
        P::Minus => binary(Sub, 8),
        P::Star => binary(Mul, 9),
        P::Slash => binary(Div, 9),
        P::Percent => binary(Rem, 9),
        _ => None,
    }
}

fn assignment_op(punctuator: P) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match punctuator {
        P::MulAssign => Mul,
        P::DivAssign => Div,
        P::RemAssign => Rem,
        P::AddAssign => Add,
        P::SubAssign => Sub,
        P::ShlAssign => Shl,
        P::ShrAssign => Shr,
        P::AndAssign => And,
        P::XorAssign => Xor,
        P::OrAssign => Or,
        _ => return None,
    })
}
