//! Primary and postfix expressions: literals, names, calls, members, `_Generic`, and the builtins with their own syntax.

use ir::Position;

use super::{Parsed, Parser};
use crate::token::{Encoding, Kind, Kw, Name, P};
use crate::tree::{Expr, ExprKind, Stmt, StmtKind};
use crate::types::QualType;

impl Parser {
    pub(super) fn primary_expression(&mut self) -> Parsed<Expr> {
        let position = self.position();
        match self.peek().clone() {
            Kind::Int(literal) => {
                self.bump();
                Ok(self.sema.int_literal(literal, position))
            }
            Kind::Float(digits, suffix) => {
                self.bump();
                Ok(self.sema.float_literal(&digits, suffix, position))
            }
            Kind::Char(value, encoding) => {
                self.bump();
                Ok(self.sema.character(value, encoding, position))
            }
            Kind::Str(..) => Ok(self.string_literal()),
            Kind::Ident(name) => {
                self.bump();
                self.name_or_builtin(name, position)
            }
            Kind::Keyword(keyword) => self.keyword_expression(keyword, position),
            Kind::Punct(P::LParen) => {
                self.bump();
                let inner = if self.is(P::LBrace) {
                    self.nested(Parser::statement_expression)?
                } else {
                    self.nested(Parser::expression)?
                };
                self.expect(P::RParen)?;
                Ok(inner)
            }
            _ => self.unexpected("an expression"),
        }
    }

    /// Parses adjacent string literals as one; a prefix of any of them applies to all.
    fn string_literal(&mut self) -> Expr {
        let position = self.position();
        let mut units = Vec::new();
        let mut encoding = Encoding::Plain;
        while let Kind::Str(part, part_encoding) = self.peek().clone() {
            self.bump();
            units.extend_from_slice(&part);
            if part_encoding != Encoding::Plain {
                encoding = part_encoding;
            }
        }
        let id = self.sema.add_string(units, encoding);
        self.sema.string(id, position)
    }

    fn name_or_builtin(&mut self, name: Name, position: Position) -> Parsed<Expr> {
        let called = self.is(P::LParen);
        if called {
            let text = self.sema.unit.names.text(name);
            let special = ["__builtin_", "__sync_", "__atomic_"]
                .iter()
                .any(|prefix| text.starts_with(prefix))
                || (&*text == "alloca" && !self.sema.is_defined(name));
            if special {
                self.bump();
                let args = self.nested(Parser::arguments)?;
                return Ok(match self.sema.builtin(&text, args, position) {
                    Ok(expr) => expr,
                    Err(args) => {
                        let callee = self.sema.name(name, true, position);
                        self.sema.call(callee, args, position)
                    }
                });
            }
        }
        Ok(self.sema.name(name, called, position))
    }

    fn keyword_expression(&mut self, keyword: Kw, position: Position) -> Parsed<Expr> {
        match keyword {
            Kw::Func => {
                self.bump();
                Ok(self.sema.function_name(position))
            }
            Kw::Generic => self.nested(Parser::generic),
            Kw::BuiltinVaArg => self.nested(Parser::va_arg),
            Kw::BuiltinOffsetof => self.nested(Parser::offset_of),
            Kw::BuiltinTypesCompatible => self.nested(Parser::types_compatible),
            Kw::BuiltinChooseExpr => self.nested(Parser::choose),
            _ => self.unexpected("an expression"),
        }
    }

    pub(super) fn postfix_suffixes(&mut self, mut expr: Expr) -> Parsed<Expr> {
        loop {
            let position = self.position();
            let Kind::Punct(punctuator) = *self.peek() else {
                return Ok(expr);
            };
            expr = match punctuator {
                P::LBracket => {
                    self.bump();
                    let index = self.nested(Parser::expression)?;
                    self.expect(P::RBracket)?;
                    self.sema.index(expr, index, position)
                }
                P::LParen => {
                    self.bump();
                    let args = self.nested(Parser::arguments)?;
                    let position = expr.position;
                    self.sema.call(expr, args, position)
                }
                P::Dot => {
                    self.bump();
                    let name = self.expect_name()?;
                    self.sema.member(expr, name, position)
                }
                P::Arrow => {
                    self.bump();
                    let name = self.expect_name()?;
                    self.sema.arrow(expr, name, position)
                }
                P::Increment | P::Decrement => {
                    self.bump();
                    self.sema.step(expr, punctuator == P::Increment, true, position)
                }
                _ => return Ok(expr),
            };
        }
    }

    /// Parses arguments, after `(`, and `)`.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut args = Vec::new();
        if self.take(P::RParen) {
            return Ok(args);
        }
        loop {
            args.push(self.assignment_expression()?);
            if self.take(P::RParen) {
                return Ok(args);
            }
            self.expect(P::Comma)?;
        }
    }

    pub(super) fn compound_literal(&mut self, ty: QualType, position: Position) -> Parsed<Expr> {
        let init = self.initializer()?;
        let (ty, init) = self.sema.initialize(ty, init, position);
        Ok(self.sema.compound_literal(ty, init, position))
    }

    /// Parses a statement expression: its value is that of its last expression.
    fn statement_expression(&mut self) -> Parsed<Expr> {
        let position = self.position();
        if self.sema.function.is_none() {
            self.sema.error(position, "statements in an expression outside of a function");
            return Err(super::Abandon);
        }
        let mut block = self.compound_statement()?;
        let mut ty = self.sema.unit.types.void;
        expose_value(&mut block.body);
        if matches!(block.body.last(), Some(Stmt { kind: StmtKind::Expr(_), .. }))
            && let Some(Stmt { kind: StmtKind::Expr(value), position }) = block.body.pop()
        {
            let value = if self.sema.unit.types.is_void(value.ty.ty) {
                value
            } else {
                self.sema.rvalue(value)
            };
            if self.sema.is_error(&value) {
                return Ok(self.sema.error_expr(position));
            }
            ty = value.ty.ty;
            block.result = self.sema.hidden_record(ty, position);
            block.value = Some(value);
        }
        Ok(self.sema.make(ExprKind::Statements(Box::new(block)), ty, position))
    }

    fn generic(&mut self) -> Parsed<Expr> {
        let position = self.position();
        self.bump();
        self.expect(P::LParen)?;
        let control = self.assignment_expression()?;
        let control = self.sema.rvalue(control);
        let narrow = self.sema.narrow_bit_field(&control);
        let mut chosen = None;
        let mut default = None;
        while self.take(P::Comma) {
            let ty = if self.take_keyword(Kw::Default) { None } else { Some(self.type_name()?) };
            self.expect(P::Colon)?;
            let value = self.assignment_expression()?;
            match ty {
                None => default = Some(value),
                Some(ty) => {
                    let fits = narrow.is_none() && self.sema.compatible(ty, control.ty);
                    chosen = chosen.or(fits.then_some(value));
                }
            }
        }
        self.expect(P::RParen)?;
        match chosen.or(default) {
            Some(value) => Ok(value),
            None => {
                let mut text = self.sema.describe(control.ty);
                if let Some(width) = narrow {
                    text.push_str(&format!(" : {width}"));
                }
                Ok(self
                    .sema
                    .wrong(position, format!("no association of _Generic matches '{text}'")))
            }
        }
    }

    fn va_arg(&mut self) -> Parsed<Expr> {
        let position = self.position();
        self.bump();
        self.expect(P::LParen)?;
        let list = self.assignment_expression()?;
        self.expect(P::Comma)?;
        let (ty, bounds) = self.type_name_in_expression()?;
        self.expect(P::RParen)?;
        let list = self.sema.rvalue(list);
        if self.sema.is_error(&list) || !self.sema.unit.types.is_complete(ty.ty) {
            return Ok(self.sema.wrong(position, "va_arg takes a va_list and a complete type"));
        }
        let argument = self.sema.make(ExprKind::VaArg(Box::new(list)), ty.ty, position);
        Ok(self.with_bounds(bounds, argument))
    }

    /// Parses `__builtin_offsetof(type, member)`: the address of the member of an object at address zero.
    fn offset_of(&mut self) -> Parsed<Expr> {
        let position = self.position();
        self.bump();
        self.expect(P::LParen)?;
        let (ty, _) = self.type_name_in_expression()?;
        self.expect(P::Comma)?;
        let pointer = self.sema.unit.types.pointer(ty);
        let null = self.sema.unit.constant(0, pointer, position);
        let object = self.sema.deref(null, position);
        let name = self.expect_name()?;
        let mut member = self.sema.member(object, name, position);
        loop {
            if self.take(P::Dot) {
                let name = self.expect_name()?;
                member = self.sema.member(member, name, position);
            } else if self.take(P::LBracket) {
                let index = self.nested(Parser::expression)?;
                self.expect(P::RBracket)?;
                member = self.sema.index(member, index, position);
            } else {
                break;
            }
        }
        self.expect(P::RParen)?;
        let address = self.sema.address_of(member, position);
        let size = self.sema.unit.types.size_type();
        let offset = self.sema.cast(address, size.into(), position);
        match self.sema.unit.eval_int(&offset) {
            Some(value) => Ok(self.sema.unit.constant(value, size, position)),
            None => Ok(offset),
        }
    }

    fn types_compatible(&mut self) -> Parsed<Expr> {
        let position = self.position();
        self.bump();
        self.expect(P::LParen)?;
        let (a, _) = self.type_name_in_expression()?;
        self.expect(P::Comma)?;
        let (b, _) = self.type_name_in_expression()?;
        self.expect(P::RParen)?;
        let compatible = self.sema.compatible_types(a.ty, b.ty);
        Ok(self.sema.int(i128::from(compatible), position))
    }

    fn choose(&mut self) -> Parsed<Expr> {
        self.bump();
        self.expect(P::LParen)?;
        let which = self.constant_expression()?;
        self.expect(P::Comma)?;
        let a = self.assignment_expression()?;
        self.expect(P::Comma)?;
        let b = self.assignment_expression()?;
        self.expect(P::RParen)?;
        Ok(if which == Some(0) { b } else { a })
    }
}

/// Moves an expression behind labels at the end of a block into a statement of its own.
fn expose_value(body: &mut Vec<Stmt>) {
    while let Some(Stmt { kind: StmtKind::Label(..), .. }) = body.last()
        && let Some(Stmt { kind: StmtKind::Label(label, inner), position }) = body.pop()
    {
        let empty = Box::new(Stmt { kind: StmtKind::Empty, position });
        body.push(Stmt { kind: StmtKind::Label(label, empty), position });
        body.push(*inner);
    }
}
