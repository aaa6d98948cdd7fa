//! Initialisers in braces with designators (C11 6.7.9), parsed into a tree.

use super::{Parsed, Parser};
use crate::sema::{Designator, Initializer};
use crate::token::{Kind, P};

impl Parser {
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.is(P::LBrace) {
            return self.nested(Parser::initializer_list);
        }
        self.assignment_expression().map(Initializer::Expr)
    }

    fn initializer_list(&mut self) -> Parsed<Initializer> {
        let position = self.position();
        self.expect(P::LBrace)?;
        let mut items = Vec::new();
        while !self.take(P::RBrace) {
            let designators = self.designators()?;
            let value = self.initializer()?;
            items.push((designators, value));
            if !self.take(P::Comma) {
                self.expect(P::RBrace)?;
                break;
            }
        }
        Ok(Initializer::List(items, position))
    }

    /// Parses `.a[3].b =`, `[1 ... 4] =`, and the old GNU form `a: `.
    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut designators = Vec::new();
        if let (Kind::Ident(name), Kind::Punct(P::Colon)) = (self.peek().clone(), self.ahead(1)) {
            designators.push(Designator::Field(name, self.position()));
            self.bump();
            self.bump();
            return Ok(designators);
        }
        loop {
            let position = self.position();
            if self.take(P::Dot) {
                designators.push(Designator::Field(self.expect_name()?, position));
            } else if self.take(P::LBracket) {
                let first = self.index()?;
                let last = if self.take(P::Ellipsis) { self.index()? } else { first };
                self.expect(P::RBracket)?;
                if last < first {
                    self.sema.error(position, "the range is empty");
                }
                designators.push(Designator::Range(first, last.max(first), position));
            } else {
                break;
            }
        }
        // The old GNU form `[3] value` has no `=`.
        if !designators.is_empty() {
            self.take(P::Assign);
        }
        Ok(designators)
    }

    fn index(&mut self) -> Parsed<u64> {
        let position = self.position();
        let value = self.constant_expression()?;
        match value.map(u64::try_from) {
            Some(Ok(index)) => Ok(index),
            Some(Err(_)) => {
                self.sema.error(position, "an index must not be negative");
                Ok(0)
            }
            None => Ok(0),
        }
    }
}
