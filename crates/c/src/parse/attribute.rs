//! `__attribute__((...))`, `asm("...")` after declarators, and `_Alignas`.

use super::{Parsed, Parser};
use crate::token::{Kind, Kw, Name, P};

/// The attributes of a declaration, except for those without effect here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    pub(super) packed: bool,
    pub(super) aligned: Option<u64>,
    pub(super) noreturn: bool,
    pub(super) transparent_union: bool,
    /// `vector_size(16)`.
    pub(super) vector: Option<u64>,
    /// `gnu_inline`: with `extern`, the body is only for inlining, and the function is defined elsewhere.
    pub(super) gnu_inline: bool,
    /// `weak`: another definition takes precedence.
    pub(super) weak: bool,
    /// `mode(DI)` and the like: the width in bits.
    pub(super) mode: Option<u32>,
    /// `alias("name")`: another name for that function.
    pub(super) alias: Option<Name>,
}

impl Attributes {
    pub(super) fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.aligned = self.aligned.max(other.aligned);
        self.noreturn |= other.noreturn;
        self.transparent_union |= other.transparent_union;
        self.vector = self.vector.or(other.vector);
        self.gnu_inline |= other.gnu_inline;
        self.weak |= other.weak;
        self.mode = self.mode.or(other.mode);
        self.alias = self.alias.or(other.alias);
    }
}

/// Unsupported attributes that change the behaviour of a program.
const UNSUPPORTED: [&str; 4] = ["cleanup", "constructor", "destructor", "ifunc"];

impl Parser {
    /// Parses attributes, and `asm` labels of declarators, which only rename symbols.
    pub(super) fn attributes(&mut self) -> Parsed<Attributes> {
        let mut attributes = self.plain_attributes()?;
        while self.take_keyword(Kw::Asm) {
            self.skip_parentheses()?;
            attributes.merge(self.plain_attributes()?);
        }
        Ok(attributes)
    }

    /// Parses attributes.
    pub(super) fn plain_attributes(&mut self) -> Parsed<Attributes> {
        let mut attributes = Attributes::default();
        loop {
            if self.take_keyword(Kw::Attribute) {
                self.expect(P::LParen)?;
                self.expect(P::LParen)?;
                while !self.is(P::RParen) {
                    if !self.take(P::Comma) {
                        self.attribute(&mut attributes)?;
                    }
                }
                self.expect(P::RParen)?;
                self.expect(P::RParen)?;
            } else if !self.take_keyword(Kw::Extension) {
                return Ok(attributes);
            }
        }
    }

    fn attribute(&mut self, attributes: &mut Attributes) -> Parsed<()> {
        let position = self.position();
        let name = match self.peek() {
            Kind::Ident(name) => self.sema.unit.names.text(*name).to_string(),
            Kind::Keyword(keyword) => keyword.text().to_owned(),
            _ => return self.unexpected("an attribute"),
        };
        self.bump();
        let name =
            name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(&name);
        match name {
            "packed" => attributes.packed = true,
            "noreturn" => attributes.noreturn = true,
            "transparent_union" => attributes.transparent_union = true,
            "vector_size" => {
                self.expect(P::LParen)?;
                attributes.vector = self.alignment_value()?;
                return self.expect(P::RParen);
            }
            "gnu_inline" => attributes.gnu_inline = true,
            "weak" => attributes.weak = true,
            "aligned" => {
                let align = if self.take(P::LParen) {
                    let align = self.alignment_value()?;
                    self.expect(P::RParen)?;
                    align
                } else {
                    Some(self.sema.unit.types.model.max_align())
                };
                attributes.aligned = attributes.aligned.max(align);
                return Ok(());
            }
            "alias" => {
                if let (Kind::Punct(P::LParen), Kind::Str(units, _)) = (self.peek(), self.ahead(1))
                {
                    let text: String =
                        units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
                    attributes.alias = Some(self.sema.unit.names.intern(&text));
                }
            }
            "mode" => {
                self.expect(P::LParen)?;
                let mode = self.expect_name()?;
                attributes.mode =
                    mode_bits(&self.sema.unit.names.text(mode), self.sema.unit.types.model);
                return self.expect(P::RParen);
            }
            _ if UNSUPPORTED.contains(&name) => {
                self.sema.unsupported(position, format!("the attribute '{name}'"));
            }
            _ => {}
        }
        if self.is(P::LParen) {
            self.skip_parentheses()?;
        }
        Ok(())
    }

    /// Parses `_Alignas(type or number)`, after its keyword.
    pub(super) fn alignas(&mut self) -> Parsed<Option<u64>> {
        self.expect(P::LParen)?;
        let align = if self.starts_type() {
            let (ty, align) = self.aligned_type_name()?;
            align.or_else(|| self.sema.unit.types.align_of(ty.ty))
        } else {
            self.alignment_value()?
        };
        self.expect(P::RParen)?;
        Ok(align)
    }

    /// Parses an alignment: a power of two, or zero for none.
    fn alignment_value(&mut self) -> Parsed<Option<u64>> {
        let position = self.position();
        let value = self.constant_expression()?;
        match value.and_then(|value| u64::try_from(value).ok()) {
            Some(0) => Ok(None),
            Some(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(Some(align)),
            _ => {
                self.sema.error(position, "an alignment must be a power of two");
                Ok(None)
            }
        }
    }

    /// Skips from `(` to its `)`.
    pub(super) fn skip_parentheses(&mut self) -> Parsed<()> {
        self.expect(P::LParen)?;
        let mut depth = 1u32;
        while depth > 0 {
            match self.peek() {
                Kind::Punct(P::LParen) => depth += 1,
                Kind::Punct(P::RParen) => depth -= 1,
                Kind::Eof => return self.unexpected("')'"),
                _ => {}
            }
            self.bump();
        }
        Ok(())
    }
}

fn mode_bits(name: &str, model: ir::DataModel) -> Option<u32> {
    Some(match name.trim_matches('_') {
        "QI" | "byte" => 8,
        "HI" => 16,
        "SI" => 32,
        "DI" => 64,
        "TI" => 128,
        "word" | "pointer" | "unwind_word" => model.pointer_bits(),
        _ => return None,
    })
}
