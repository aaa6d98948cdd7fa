//! Statements (C11 6.8), with GNU's ranges in `case`, computed `goto`, and `asm`.

use ir::Position;

use super::{Parsed, Parser};
use crate::token::{Kind, Kw, Name, P};
use crate::tree::{Block, Expr, Label, LabelId, Stmt, StmtKind, SwitchCase};
use crate::types::{IntKind, Type, TypeKind};

/// The prefix of labels that start a thread for a statement in CBMC's dialect.
const THREAD_LABEL: &str = "__CPROVER_ASYNC_";

/// Cuts a range to the values of a type of this width.
fn cut_to_type(low: i128, high: i128, bits: u32, signed: bool) -> (i128, i128) {
    let (least, most) =
        if signed { (-(1i128 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
    (low.max(least), high.min(most))
}

/// A switch statement under construction.
pub(super) struct SwitchContext {
    ty: Type,
    cases: Vec<(SwitchCase, Position)>,
    default: Option<LabelId>,
}

impl Parser {
    /// Parses `{ ... }` with its scope.
    pub(super) fn compound_statement(&mut self) -> Parsed<Block> {
        self.expect(P::LBrace)?;
        let scope = self.sema.open_scope();
        let mark = self.hidden_labels.len();
        let mut body = Vec::new();
        while !self.is(P::RBrace) && *self.peek() != Kind::Eof {
            if self.block_item(&mut body).is_err() {
                self.recover();
            }
        }
        self.restore_labels(mark);
        self.sema.close_scope();
        let end = self.position();
        self.expect(P::RBrace)?;
        Ok(Block { scope, body, end, value: None, result: None })
    }

    fn block_item(&mut self, body: &mut Vec<Stmt>) -> Parsed<()> {
        if self.take_keyword(Kw::Label) {
            return self.local_labels();
        }
        let is_label =
            matches!(self.peek(), Kind::Ident(_)) && *self.ahead(1) == Kind::Punct(P::Colon);
        if !is_label && self.starts_declaration() && !self.attribute_statement() {
            return self.local_declaration(body);
        }
        let statement = self.statement()?;
        body.push(statement);
        Ok(())
    }

    /// Parses `__label__ a, b;`, which declares labels of the block.
    fn local_labels(&mut self) -> Parsed<()> {
        loop {
            let name = self.expect_name()?;
            if let Some(function) = &mut self.sema.function {
                self.hidden_labels.push((name, function.label_names.remove(&name)));
            }
            if self.take(P::Semicolon) {
                return Ok(());
            }
            self.expect(P::Comma)?;
        }
    }

    /// Restores the labels that local labels have hidden since the mark.
    fn restore_labels(&mut self, mark: usize) {
        for (name, outer) in self.hidden_labels.drain(mark..).rev() {
            if let Some(function) = &mut self.sema.function {
                match outer {
                    Some(label) => function.label_names.insert(name, label),
                    None => function.label_names.remove(&name),
                };
            }
        }
    }

    /// Skips `__attribute__((fallthrough));`.
    fn attribute_statement(&mut self) -> bool {
        if !self.is_keyword(Kw::Attribute) {
            return false;
        }
        let start = self.at;
        let ends = self.plain_attributes().is_ok() && self.is(P::Semicolon);
        if !ends {
            self.at = start;
        }
        ends
    }

    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        self.nested(Parser::statement_inner)
    }

    fn statement_inner(&mut self) -> Parsed<Stmt> {
        let position = self.position();
        let kind = match *self.peek() {
            Kind::Punct(P::LBrace) => StmtKind::Block(self.compound_statement()?),
            Kind::Punct(P::Semicolon) => {
                self.bump();
                StmtKind::Empty
            }
            Kind::Ident(name) if *self.ahead(1) == Kind::Punct(P::Colon) => {
                self.labelled(name, position)?
            }
            Kind::Keyword(keyword) => match self.keyword_statement(keyword, position)? {
                Some(kind) => kind,
                None => self.expression_statement()?,
            },
            _ => self.expression_statement()?,
        };
        Ok(Stmt { kind, position })
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        let expr = self.expression()?;
        self.expect(P::Semicolon)?;
        Ok(StmtKind::Expr(expr))
    }

    fn keyword_statement(&mut self, keyword: Kw, position: Position) -> Parsed<Option<StmtKind>> {
        let kind = match keyword {
            Kw::If => self.if_statement()?,
            Kw::While => self.while_statement()?,
            Kw::Do => self.do_statement()?,
            Kw::For => self.for_statement(position)?,
            Kw::Switch => self.switch_statement()?,
            Kw::Case => self.case_statement(position)?,
            Kw::Default => self.default_statement(position)?,
            Kw::Goto => self.goto_statement()?,
            Kw::Return => self.return_statement(position)?,
            Kw::Asm => self.asm_statement()?,
            Kw::Break => {
                self.bump();
                if self.breakable == 0 {
                    self.sema.error(position, "break outside of a loop or switch");
                }
                self.expect(P::Semicolon)?;
                StmtKind::Break
            }
            Kw::Continue => {
                self.bump();
                if self.loops == 0 {
                    self.sema.error(position, "continue outside of a loop");
                }
                self.expect(P::Semicolon)?;
                StmtKind::Continue
            }
            Kw::Else => return self.unexpected("a statement"),
            Kw::Attribute => {
                self.plain_attributes()?;
                self.statement()?.kind
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    /// Parses `( condition )`.
    fn parenthesized_condition(&mut self) -> Parsed<Expr> {
        self.expect(P::LParen)?;
        let cond = self.expression()?;
        self.expect(P::RParen)?;
        Ok(self.sema.condition(cond))
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let cond = self.parenthesized_condition()?;
        let then = self.statement()?;
        let otherwise =
            if self.take_keyword(Kw::Else) { Some(Box::new(self.statement()?)) } else { None };
        Ok(StmtKind::If(cond, Box::new(then), otherwise))
    }

    /// Parses the body of a loop, where `break` and `continue` are allowed.
    fn loop_body(&mut self) -> Parsed<Box<Stmt>> {
        self.loops += 1;
        self.breakable += 1;
        let body = self.statement();
        self.loops -= 1;
        self.breakable -= 1;
        body.map(Box::new)
    }

    fn while_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let cond = self.parenthesized_condition()?;
        Ok(StmtKind::While(cond, self.loop_body()?))
    }

    fn do_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let body = self.loop_body()?;
        if !self.take_keyword(Kw::While) {
            return self.unexpected("'while'");
        }
        let cond = self.parenthesized_condition()?;
        self.expect(P::Semicolon)?;
        Ok(StmtKind::DoWhile(body, cond))
    }

    fn for_statement(&mut self, position: Position) -> Parsed<StmtKind> {
        self.bump();
        self.expect(P::LParen)?;
        let scope = self.sema.open_scope();
        let result = self.for_parts(position);
        self.sema.close_scope();
        Ok(StmtKind::Block(Block {
            scope,
            body: result?,
            end: position,
            value: None,
            result: None,
        }))
    }

    fn for_parts(&mut self, position: Position) -> Parsed<Vec<Stmt>> {
        let mut before = Vec::new();
        if !self.take(P::Semicolon) {
            if self.starts_declaration() {
                self.local_declaration(&mut before)?;
            } else {
                let start = self.position();
                let init = self.expression()?;
                self.expect(P::Semicolon)?;
                before.push(Stmt { kind: StmtKind::Expr(init), position: start });
            }
        }
        let cond = if self.is(P::Semicolon) {
            None
        } else {
            let cond = self.expression()?;
            Some(self.sema.condition(cond))
        };
        self.expect(P::Semicolon)?;
        let step = if self.is(P::RParen) { None } else { Some(self.expression()?) };
        self.expect(P::RParen)?;
        let body = self.loop_body()?;
        before.push(Stmt { kind: StmtKind::For { init: None, cond, step, body }, position });
        Ok(before)
    }

    fn switch_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.expect(P::LParen)?;
        let value = self.expression()?;
        self.expect(P::RParen)?;
        let value = self.sema.rvalue(value);
        let mut value = self.sema.promote(value);
        if let TypeKind::Bits(width, signed) = *self.sema.unit.types.kind(value.ty.ty)
            && width <= 64
        {
            let kind = if signed { IntKind::LongLong } else { IntKind::ULongLong };
            let ty = self.sema.unit.types.int(kind);
            value = self.sema.convert(value, ty);
        }
        let types = &self.sema.unit.types;
        if !types.is_error(value.ty.ty)
            && (!types.is_integer(value.ty.ty) || types.int_bits(value.ty.ty) > 64)
        {
            let position = value.position;
            let text = self.sema.describe(value.ty);
            value = self.sema.wrong(position, format!("switch does not take '{text}'"));
        }
        self.switches.push(SwitchContext { ty: value.ty.ty, cases: Vec::new(), default: None });
        self.breakable += 1;
        let body = self.statement();
        self.breakable -= 1;
        let context = self.switches.pop();
        let body = Box::new(body?);
        let Some(context) = context else {
            return Err(super::Abandon);
        };
        self.check_cases(&context);
        let cases = context.cases.iter().map(|(case, _)| *case).collect();
        Ok(StmtKind::Switch { value, body, cases, default: context.default })
    }

    /// Checks that cases do not overlap.
    fn check_cases(&mut self, context: &SwitchContext) {
        let types = &self.sema.unit.types;
        let (signed, bits) = (types.is_signed(context.ty), types.int_bits(context.ty));
        let order = |value: u64| {
            let value = u128::from(value);
            if signed { ir::eval::signed(value, bits) } else { value as i128 }
        };
        let mut ranges: Vec<_> = context
            .cases
            .iter()
            .map(|(case, position)| (order(case.low), order(case.high), *position))
            .collect();
        ranges.sort_by_key(|range| (range.0, range.2));
        for pair in ranges.windows(2) {
            if pair[0].1 >= pair[1].0 {
                self.sema.error(pair[1].2, "another case has this value");
                self.sema.unit.note(pair[0].2, "the other case");
            }
        }
    }

    fn case_statement(&mut self, position: Position) -> Parsed<StmtKind> {
        self.bump();
        let low = self.constant_expression()?;
        let high = if self.take(P::Ellipsis) { self.constant_expression()? } else { low };
        self.expect(P::Colon)?;
        let label = self.anonymous_label(position);
        let Some(ty) = self.switches.last().map(|context| context.ty) else {
            self.sema.error(position, "case outside of a switch");
            return Ok(self.statement()?.kind);
        };
        if let (Some(low), Some(high)) = (low, high) {
            let types = &self.sema.unit.types;
            let (bits, signed) = (types.int_bits(ty), types.is_signed(ty));
            let convert = |value: i128| ir::eval::mask(value as u128, bits) as u64;
            // A single value is converted to the type of the switch; a range is cut to the values of that type.
            let (low, high) =
                if low == high { (low, high) } else { cut_to_type(low, high, bits, signed) };
            if low > high {
                self.sema.unit.warning(position, "the range of the case is empty");
            } else if let Some(context) = self.switches.last_mut() {
                let case = SwitchCase { low: convert(low), high: convert(high), label };
                context.cases.push((case, position));
            }
        }
        Ok(StmtKind::Label(label, Box::new(self.labelled_statement()?)))
    }

    fn default_statement(&mut self, position: Position) -> Parsed<StmtKind> {
        self.bump();
        self.expect(P::Colon)?;
        let label = self.anonymous_label(position);
        match self.switches.last_mut() {
            None => self.sema.error(position, "default outside of a switch"),
            Some(context) if context.default.is_some() => {
                self.sema.error(position, "the switch has several default labels");
            }
            Some(context) => context.default = Some(label),
        }
        Ok(StmtKind::Label(label, Box::new(self.labelled_statement()?)))
    }

    /// Parses the statement after a label; a declaration or the end of the block may follow, as in C2x.
    fn labelled_statement(&mut self) -> Parsed<Stmt> {
        let position = self.position();
        if self.is(P::RBrace) || (self.starts_declaration() && !self.is_keyword(Kw::Attribute)) {
            return Ok(Stmt { kind: StmtKind::Empty, position });
        }
        self.statement()
    }

    fn labelled(&mut self, name: Name, position: Position) -> Parsed<StmtKind> {
        self.bump();
        self.bump();
        self.plain_attributes()?;
        let Some(label) = self.label(name, position) else {
            return Err(super::Abandon);
        };
        if self.sema.unit.names.text(name).starts_with(THREAD_LABEL) {
            self.sema.unsupported(position, "a statement executed by its own thread");
        }
        if let Some(function) = &mut self.sema.function {
            let scope = function.scope;
            let entry = &mut function.labels[label.0 as usize];
            let again = entry.scope.is_some();
            let old = entry.position;
            entry.scope = Some(scope);
            entry.position = position;
            if again {
                let text = self.sema.unit.names.text(name);
                self.sema.error(
                    position,
                    format!("the label '{text}' is defined twice in this function"),
                );
                self.sema.unit.note(old, "the other definition");
            }
        }
        Ok(StmtKind::Label(label, Box::new(self.labelled_statement()?)))
    }

    /// Returns the label with this name in the current function, and enters it if it is new.
    pub(super) fn label(&mut self, name: Name, position: Position) -> Option<LabelId> {
        let function = self.sema.function.as_mut()?;
        if let Some(label) = function.label_names.get(&name) {
            return Some(*label);
        }
        let label = LabelId(u32::try_from(function.labels.len()).ok()?);
        function.labels.push(Label {
            name: Some(name),
            scope: None,
            position,
            address_taken: false,
        });
        function.label_names.insert(name, label);
        Some(label)
    }

    /// Makes a label without a name.
    fn anonymous_label(&mut self, position: Position) -> LabelId {
        let Some(function) = self.sema.function.as_mut() else {
            return LabelId(0);
        };
        let label = LabelId(u32::try_from(function.labels.len()).unwrap_or(u32::MAX));
        function.labels.push(Label {
            name: None,
            scope: Some(function.scope),
            position,
            address_taken: false,
        });
        label
    }

    fn goto_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let position = self.position();
        let kind = if self.take(P::Star) {
            let target = self.expression()?;
            let pointer = self.sema.unit.types.pointer(self.sema.unit.types.void);
            StmtKind::GotoAddress(self.sema.assign_convert(target, pointer.into(), "the goto"))
        } else {
            let name = self.expect_name()?;
            let Some(label) = self.label(name, position) else {
                return Err(super::Abandon);
            };
            StmtKind::Goto(label)
        };
        self.expect(P::Semicolon)?;
        Ok(kind)
    }

    fn return_statement(&mut self, position: Position) -> Parsed<StmtKind> {
        self.bump();
        let Some(returns) = self.sema.function.as_ref().map(|function| function.returns) else {
            return Err(super::Abandon);
        };
        let is_void = self.sema.unit.types.is_void(returns.ty);
        if self.take(P::Semicolon) {
            if !is_void {
                self.sema
                    .unit
                    .warning(position, "return without a value in a function that returns one");
            }
            return Ok(StmtKind::Return(None));
        }
        let value = self.expression()?;
        self.expect(P::Semicolon)?;
        if is_void {
            if !self.sema.unit.types.is_void(value.ty.ty) {
                self.sema
                    .unit
                    .warning(position, "return with a value in a function that returns none");
            }
            let value = self.sema.cast(value, returns, position);
            return Ok(StmtKind::Return(Some(value)));
        }
        let value = self.sema.assign_convert(value, returns, "the return");
        Ok(StmtKind::Return(Some(value)))
    }

    /// Whether the text of an `asm` is empty, from `(` on.
    fn is_empty_asm(&self) -> bool {
        let mut distance = 1;
        while let Kind::Str(units, _) = self.ahead(distance) {
            if !units.is_empty() {
                return false;
            }
            distance += 1;
        }
        distance > 1
    }

    /// Parses `asm`: one without text is a compiler barrier; any other is unsupported when executed.
    fn asm_statement(&mut self) -> Parsed<StmtKind> {
        let position = self.position();
        self.bump();
        let mut jumps = false;
        while matches!(self.peek(), Kind::Keyword(Kw::Volatile | Kw::Inline | Kw::Goto)) {
            jumps |= self.is_keyword(Kw::Goto);
            self.bump();
        }
        let unsupported = StmtKind::Unsupported("inline assembly".to_owned());
        if jumps || !self.is_empty_asm() {
            self.skip_parentheses()?;
            self.expect(P::Semicolon)?;
            return Ok(unsupported);
        }
        self.expect(P::LParen)?;
        while matches!(self.peek(), Kind::Str(..)) {
            self.bump();
        }
        let outputs = self.asm_operands()?;
        let inputs = self.asm_operands()?;
        while !self.take(P::RParen) {
            if *self.peek() == Kind::Eof {
                return self.unexpected("')'");
            }
            self.bump();
        }
        self.expect(P::Semicolon)?;
        Ok(self.barrier(outputs, inputs, position).unwrap_or(unsupported))
    }

    /// Parses `: [name] "constraint" (expression), ...`, if there is a colon.
    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        if !self.take(P::Colon) {
            return Ok(operands);
        }
        while matches!(self.peek(), Kind::Punct(P::LBracket) | Kind::Str(..)) {
            let mut name = None;
            if self.take(P::LBracket) {
                let found = self.expect_name()?;
                name = Some(format!("[{}]", self.sema.unit.names.text(found)));
                self.expect(P::RBracket)?;
            }
            let mut constraint = String::new();
            while let Kind::Str(units, _) = self.peek() {
                constraint.extend(units.iter().filter_map(|unit| char::from_u32(*unit)));
                self.bump();
            }
            self.expect(P::LParen)?;
            let value = self.nested(Parser::expression)?;
            self.expect(P::RParen)?;
            operands.push(AsmOperand { name, constraint, value });
            self.take(P::Comma);
        }
        Ok(operands)
    }

    /// Returns the effect of an `asm` without text: a read-write operand is unchanged, and a written operand
    /// gets the input with a matching constraint. `None` if an operand gets an unknown value.
    fn barrier(
        &mut self,
        outputs: Vec<AsmOperand>,
        mut inputs: Vec<AsmOperand>,
        position: Position,
    ) -> Option<StmtKind> {
        let mut written = None;
        let mut effects = Vec::new();
        for (index, output) in outputs.into_iter().enumerate() {
            if output.constraint.starts_with('+') {
                effects.push(output.value);
                continue;
            }
            let number = index.to_string();
            let tied = inputs.iter().position(|input| {
                input.constraint == number || Some(&input.constraint) == output.name.as_ref()
            })?;
            let value = inputs.remove(tied).value;
            let assigned = self.sema.assign(output.value, value, position);
            // Two operands would have to be written simultaneously.
            if written.replace(assigned).is_some() {
                return None;
            }
        }
        let void = self.sema.unit.types.void;
        effects.extend(inputs.into_iter().map(|input| input.value));
        effects.extend(written);
        let mut all = None;
        for effect in effects {
            let effect = self.sema.cast(effect, void.into(), position);
            all = Some(match all {
                Some(before) => self.sema.comma(before, effect, position),
                None => effect,
            });
        }
        Some(all.map_or(StmtKind::Empty, StmtKind::Expr))
    }
}

/// An operand of an `asm`.
struct AsmOperand {
    /// The name in brackets, by which constraints refer to it.
    name: Option<String>,
    constraint: String,
    value: Expr,
}
