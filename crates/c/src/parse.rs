//! The parser: C11 with GNU extensions, by recursive descent.
//!
//! It knows only syntax: each construct goes to [`crate::sema`], which types it at once, because C cannot be
//! parsed without knowing which names are types. After a syntax error it skips to the next statement or declaration and
//! continues, so one run reports all errors. Nesting beyond a limit is an error, not a stack overflow.

mod attribute;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod primary;
mod record;
mod specifier;
mod statement;

use ir::{DataModel, Position};

use crate::Source;
use crate::lex::{Lexed, lex};
use crate::sema::{Entity, Sema};
use crate::token::{Kind, Kw, Name, P, Token};
use crate::types::Types;
use crate::unit::Unit;

/// The maximal nesting of parentheses, braces, `else if` and declarators. Each level takes a few kilobytes of stack.
const MAX_NESTING: u32 = 10_000;

/// Parses and types a whole unit.
pub(crate) fn parse(source: &Source<'_>, model: DataModel) -> Unit {
    let prelude = crate::sema::prelude(model);
    let mut lexed = lex(source.text, source.name);
    if let Some(original) = source.original {
        lexed.take_columns_of(original);
    }
    let errors = std::mem::take(&mut lexed.errors);
    let mut sema = Sema::new(
        Types::new(model),
        std::mem::take(&mut lexed.names),
        std::mem::take(&mut lexed.files),
    );
    for (position, message) in errors {
        sema.error(position, message);
    }
    let sema = parse_prelude(sema, &prelude);
    let mut parser = Parser::new(sema, lexed);
    parser.translation_unit();
    parser.sema.unit
}

/// Parses the prelude, with the unit's table of names.
fn parse_prelude(mut sema: Sema, text: &str) -> Sema {
    let mut lexed = lex(text.as_bytes(), "<builtin>");
    for token in &mut lexed.tokens {
        if let Kind::Ident(name) = token.kind {
            token.kind = Kind::Ident(sema.unit.names.intern(&lexed.names.text(name)));
        }
        token.position = Position::NONE;
    }
    let mut parser = Parser::new(sema, lexed);
    parser.translation_unit();
    parser.sema
}

/// The error of a construct with a reported syntax error; the caller abandons its own construct.
pub(crate) struct Abandon;

type Parsed<T> = Result<T, Abandon>;

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    nesting: u32,
    packs: Vec<(usize, Option<u64>)>,
    sema: Sema,
    /// The nesting of parameter lists, in which a function definition adopts the lengths of arrays.
    parameters: u32,
    /// The enclosing switch statements.
    switches: Vec<statement::SwitchContext>,
    /// The number of enclosing loops, and of enclosing loops or switches.
    loops: u32,
    breakable: u32,
    /// Names hidden by local labels, and their labels outside.
    hidden_labels: Vec<(Name, Option<crate::tree::LabelId>)>,
}

impl Parser {
    fn new(sema: Sema, lexed: Lexed) -> Parser {
        Parser {
            tokens: lexed.tokens,
            at: 0,
            nesting: 0,
            packs: lexed.packs,
            sema,
            parameters: 0,
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
            hidden_labels: Vec::new(),
        }
    }

    fn peek(&self) -> &Kind {
        self.ahead(0)
    }

    fn ahead(&self, distance: usize) -> &Kind {
        match self.tokens.get(self.at + distance) {
            Some(token) => &token.kind,
            None => &Kind::Eof,
        }
    }

    fn position(&self) -> Position {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.at.min(last)).map_or(Position::NONE, |token| token.position)
    }

    fn bump(&mut self) {
        self.at += 1;
    }

    fn is(&self, punctuator: P) -> bool {
        *self.peek() == Kind::Punct(punctuator)
    }

    fn is_keyword(&self, keyword: Kw) -> bool {
        *self.peek() == Kind::Keyword(keyword)
    }

    fn take(&mut self, punctuator: P) -> bool {
        let found = self.is(punctuator);
        self.at += usize::from(found);
        found
    }

    fn take_keyword(&mut self, keyword: Kw) -> bool {
        let found = self.is_keyword(keyword);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, punctuator: P) -> Parsed<()> {
        if self.take(punctuator) {
            Ok(())
        } else {
            self.unexpected(&format!("'{}'", punctuator.text()))
        }
    }

    fn expect_name(&mut self) -> Parsed<Name> {
        match *self.peek() {
            Kind::Ident(name) => {
                self.bump();
                Ok(name)
            }
            _ => self.unexpected("a name"),
        }
    }

    /// Reports a syntax error: expected `wanted`, found the current token.
    fn unexpected<T>(&mut self, wanted: &str) -> Parsed<T> {
        let found = self.peek().describe(&self.sema.unit.names);
        let position = self.position();
        self.sema.error(position, format!("expected {wanted}, found {found}"));
        Err(Abandon)
    }

    /// Parses a nested construct, unless it nests too deeply.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            let position = self.position();
            self.sema.error(position, "the program nests too deeply here");
            // The parser skips the rest of the file: it cannot recover inside of the nesting.
            self.at = self.tokens.len().saturating_sub(1);
            return Err(Abandon);
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// Whether a name denotes a type here.
    fn is_typedef_name(&self, name: Name) -> bool {
        matches!(self.sema.scopes.find(name), Some(Entity::Typedef(..)))
    }

    /// Skips to the end of the statement or declaration: a semicolon, or a closing brace of this level.
    fn recover(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.peek() {
                Kind::Eof => return,
                Kind::Punct(P::LBrace | P::LParen | P::LBracket) => depth += 1,
                Kind::Punct(P::RBrace) if depth == 0 => return,
                Kind::Punct(P::RBrace) => {
                    depth -= 1;
                    if depth == 0 {
                        self.bump();
                        // The end of a body, or of an initialiser, which a semicolon or comma follows.
                        if !matches!(self.peek(), Kind::Punct(P::Semicolon | P::Comma | P::RParen))
                        {
                            return;
                        }
                        continue;
                    }
                }
                Kind::Punct(P::RParen | P::RBracket) => depth = depth.saturating_sub(1),
                Kind::Punct(P::Semicolon) if depth == 0 => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Returns the `#pragma pack` in force at the current token.
    fn pack(&self) -> Option<u64> {
        let before = self.packs.partition_point(|(token, _)| *token <= self.at);
        self.packs[..before].last().and_then(|(_, pack)| *pack)
    }
}
