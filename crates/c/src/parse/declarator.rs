//! Declarators and type names (C11 6.7.6, 6.7.7).
//!
//! A declarator becomes a list of derivations, from the name outwards; these are applied to the base type in reverse
//! order.

use std::rc::Rc;

use ir::Position;

use super::attribute::Attributes;
use super::specifier::qualifier;
use super::{Parsed, Parser};
use crate::sema::Entity;
use crate::token::{Kind, Kw, Name, P};
use crate::tree::{Bound, Decl, DeclId, DeclKind};
use crate::types::{FunctionType, Length, QualType, Quals, TypeKind};

/// The maximal derivation depth of a type: the number of nested pointers, arrays and functions.
const MAX_DERIVATIONS: u32 = 1000;

/// A declared name and its type.
pub(super) struct Declarator {
    pub(super) name: Option<Name>,
    pub(super) position: Position,
    pub(super) ty: QualType,
    /// The parameters, if the declarator is that of a function.
    pub(super) parameters: Option<Parameters>,
    pub(super) attributes: Attributes,
}

/// The parameters of a function declarator.
#[derive(Clone, Default)]
pub(super) struct Parameters {
    pub(super) decls: Vec<DeclId>,
    pub(super) variadic: bool,
    pub(super) prototype: bool,
    /// Names without types, of an old-style definition.
    pub(super) identifiers: Vec<(Name, Position)>,
    /// The lengths of variable arrays among the parameters.
    pub(super) bounds: Vec<Bound>,
    /// The hidden variables of these lengths, and of lengths within expressions.
    pub(super) lengths: Vec<DeclId>,
}

/// A step from the name to the base type.
enum Derivation {
    Pointer(Quals),
    Array(Length, Position),
    Function(Parameters, Position),
}

impl Parser {
    /// Parses a declarator. The name may be absent if `abstract_allowed`.
    pub(super) fn declarator(
        &mut self,
        base: QualType,
        abstract_allowed: bool,
    ) -> Parsed<Declarator> {
        let mut derivations = Vec::new();
        let mut attributes = Attributes::default();
        let (name, position) =
            self.derivations(&mut derivations, abstract_allowed, &mut attributes)?;
        let after = self.attributes()?;
        attributes.merge(after);
        let parameters = match derivations.first() {
            Some(Derivation::Function(parameters, _)) => Some(parameters.clone()),
            _ => None,
        };
        let mut ty = base;
        for derivation in derivations.into_iter().rev() {
            ty = self.derive(ty, derivation);
        }
        let ty = self.apply_mode(ty, attributes.mode);
        let ty = self.apply_vector(ty, attributes.vector, position);
        Ok(Declarator { name, position, ty, parameters, attributes })
    }

    /// Parses a type name: specifiers and an abstract declarator.
    pub(super) fn type_name(&mut self) -> Parsed<QualType> {
        self.aligned_type_name().map(|(ty, _)| ty)
    }

    /// Parses a type name; also returns the alignment from a typedef or an attribute.
    pub(super) fn aligned_type_name(&mut self) -> Parsed<(QualType, Option<u64>)> {
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(specifiers.ty, true)?;
        let align = specifiers.align_for(declarator.ty, &self.sema.unit.types);
        let align = specifiers.attributes.aligned.or(declarator.attributes.aligned).or(align);
        if let Some(name) = declarator.name {
            let text = self.sema.unit.names.text(name);
            self.sema.error(
                declarator.position,
                format!("a type is expected here, not a declaration of '{text}'"),
            );
        }
        Ok((declarator.ty, align))
    }

    fn derivations(
        &mut self,
        out: &mut Vec<Derivation>,
        abstract_allowed: bool,
        attributes: &mut Attributes,
    ) -> Parsed<(Option<Name>, Position)> {
        let mut pointers = Vec::new();
        attributes.merge(self.attributes()?);
        while self.take(P::Star) {
            let mut quals = Quals::NONE;
            loop {
                match *self.peek() {
                    Kind::Keyword(Kw::Attribute | Kw::Extension) => {
                        self.attributes()?;
                    }
                    Kind::Keyword(keyword) => match qualifier(keyword) {
                        Some(found) => {
                            quals = quals.with(found);
                            self.bump();
                        }
                        None => break,
                    },
                    _ => break,
                }
            }
            pointers.push(Derivation::Pointer(quals));
        }
        let position = self.position();
        let named = if self.is(P::LParen) && self.parenthesis_nests(abstract_allowed) {
            self.bump();
            let named =
                self.nested(|parser| parser.derivations(out, abstract_allowed, attributes))?;
            self.expect(P::RParen)?;
            named
        } else if let Kind::Ident(name) = *self.peek() {
            self.bump();
            (Some(name), position)
        } else if abstract_allowed {
            (None, position)
        } else {
            return self.unexpected("a name");
        };
        self.suffixes(out)?;
        out.extend(pointers.into_iter().rev());
        Ok(named)
    }

    /// Whether `(` opens a nested declarator rather than a parameter list.
    fn parenthesis_nests(&self, abstract_allowed: bool) -> bool {
        match self.ahead(1) {
            Kind::Punct(P::Star | P::LParen | P::LBracket) | Kind::Keyword(Kw::Attribute) => true,
            Kind::Ident(name) => !(abstract_allowed && self.is_typedef_name(*name)),
            _ => false,
        }
    }

    fn suffixes(&mut self, out: &mut Vec<Derivation>) -> Parsed<()> {
        loop {
            let position = self.position();
            if self.take(P::LBracket) {
                let length = self.array_length()?;
                out.push(Derivation::Array(length, position));
            } else if self.is(P::LParen) {
                self.bump();
                let parameters = self.nested(Parser::parameter_list)?;
                out.push(Derivation::Function(parameters, position));
            } else {
                return Ok(());
            }
        }
    }

    /// Parses the length of an array, after `[`, and `]`.
    fn array_length(&mut self) -> Parsed<Length> {
        loop {
            match *self.peek() {
                Kind::Keyword(Kw::Static) => self.bump(),
                Kind::Keyword(keyword) if qualifier(keyword).is_some() => self.bump(),
                _ => break,
            }
        }
        if self.take(P::RBracket) {
            return Ok(Length::Unknown);
        }
        if self.is(P::Star) && *self.ahead(1) == Kind::Punct(P::RBracket) {
            self.bump();
            self.bump();
            return Ok(Length::Unknown);
        }
        let position = self.position();
        let length = self.assignment_expression()?;
        self.expect(P::RBracket)?;
        let length = self.sema.rvalue(length);
        if self.sema.is_error(&length) {
            return Ok(Length::Fixed(1));
        }
        if !self.sema.unit.types.is_integer(length.ty.ty) {
            self.sema.error(position, "the length of an array must be an integer");
            return Ok(Length::Fixed(1));
        }
        match self.sema.unit.eval_int(&length) {
            Some(value) => match u64::try_from(value) {
                Ok(value) => Ok(Length::Fixed(value)),
                Err(_) => {
                    self.sema.error(position, "the length of an array is negative or too large");
                    Ok(Length::Fixed(1))
                }
            },
            None => Ok(self.sema.variable_length(length, self.parameters > 0, position)),
        }
    }

    /// Parses a parameter list, after `(`, and `)`.
    fn parameter_list(&mut self) -> Parsed<Parameters> {
        let mut found = Parameters::default();
        if self.take(P::RParen) {
            return Ok(found);
        }
        if let Kind::Ident(name) = *self.peek()
            && !self.is_typedef_name(name)
        {
            return self.identifier_list();
        }
        found.prototype = true;
        let outer_bounds = std::mem::take(&mut self.sema.bounds);
        let outer_lengths = std::mem::take(&mut self.sema.parameter_lengths);
        // Names of parameters are visible only to later parameters.
        self.sema.open_prototype();
        self.parameters += 1;
        let result = self.parameters(&mut found);
        self.parameters -= 1;
        self.sema.close_prototype();
        found.bounds = std::mem::replace(&mut self.sema.bounds, outer_bounds);
        found.lengths = std::mem::replace(&mut self.sema.parameter_lengths, outer_lengths);
        result?;
        Ok(found)
    }

    fn parameters(&mut self, found: &mut Parameters) -> Parsed<()> {
        loop {
            if self.take(P::Ellipsis) {
                found.variadic = true;
                return self.expect(P::RParen);
            }
            let position = self.position();
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(specifiers.ty, true)?;
            let only_void = self.sema.unit.types.is_void(declarator.ty.ty)
                && declarator.name.is_none()
                && found.decls.is_empty()
                && self.is(P::RParen);
            if !only_void {
                let position =
                    if declarator.name.is_some() { declarator.position } else { position };
                let id = self.add_parameter(declarator.name, declarator.ty, position);
                found.decls.push(id);
            }
            if self.take(P::RParen) {
                return Ok(());
            }
            self.expect(P::Comma)?;
        }
    }

    pub(super) fn add_parameter(
        &mut self,
        name: Option<Name>,
        ty: QualType,
        position: Position,
    ) -> DeclId {
        let ty = self.adjust_parameter(ty, position);
        let kind = DeclKind::Local;
        let id = self.sema.unit.add_decl(Decl {
            name,
            ty,
            position,
            kind,
            align: None,
            address_taken: false,
        });
        if let Some(name) = name {
            if self.sema.scopes.find_here(name).is_some() {
                let text = self.sema.unit.names.text(name);
                self.sema.error(position, format!("two parameters are called '{text}'"));
            }
            self.sema.scopes.insert(name, Entity::Decl(id), position);
        }
        id
    }

    /// Adjusts the type of a parameter: arrays and functions become pointers.
    fn adjust_parameter(&mut self, ty: QualType, position: Position) -> QualType {
        if let Some(element) = self.sema.unit.types.qualified_array_element(ty) {
            return self.sema.unit.types.pointer(element).into();
        }
        if self.sema.unit.types.is_function(ty.ty) {
            return self.sema.unit.types.pointer(ty).into();
        }
        if self.sema.unit.types.is_void(ty.ty) {
            self.sema.error(position, "a parameter can't be void");
            return self.sema.unit.types.error.into();
        }
        ty
    }

    fn identifier_list(&mut self) -> Parsed<Parameters> {
        let mut found = Parameters::default();
        loop {
            let position = self.position();
            let name = self.expect_name()?;
            found.identifiers.push((name, position));
            if self.take(P::RParen) {
                return Ok(found);
            }
            self.expect(P::Comma)?;
        }
    }

    fn derive(&mut self, ty: QualType, derivation: Derivation) -> QualType {
        if self.sema.unit.types.depth(ty.ty) >= MAX_DERIVATIONS {
            let position = self.position();
            self.sema.error(position, "the type nests too deeply");
            return self.sema.unit.types.error.into();
        }
        match derivation {
            Derivation::Pointer(quals) => QualType { ty: self.sema.unit.types.pointer(ty), quals },
            Derivation::Array(length, position) => self.derive_array(ty, length, position),
            Derivation::Function(parameters, position) => {
                if self.sema.unit.types.is_array(ty.ty) || self.sema.unit.types.is_function(ty.ty) {
                    self.sema.error(position, "a function can't return an array or a function");
                    return self.sema.unit.types.error.into();
                }
                let params =
                    parameters.decls.iter().map(|id| self.sema.unit.decl(*id).ty).collect();
                let function = FunctionType {
                    returns: ty,
                    params,
                    variadic: parameters.variadic,
                    prototype: parameters.prototype,
                };
                self.sema.unit.types.intern(TypeKind::Function(Rc::new(function))).into()
            }
        }
    }

    fn derive_array(&mut self, element: QualType, length: Length, position: Position) -> QualType {
        let types = &mut self.sema.unit.types;
        if types.is_error(element.ty) {
            return element;
        }
        if types.is_function(element.ty) || types.is_void(element.ty) {
            self.sema.error(position, "an array of functions or of void");
            return self.sema.unit.types.error.into();
        }
        if !types.is_complete(element.ty) {
            let text = self.sema.describe(element);
            self.sema.error(
                position,
                format!("the elements of the array have the incomplete type '{text}'"),
            );
            return self.sema.unit.types.error.into();
        }
        let ty = types.array(element, length);
        if matches!(length, Length::Fixed(_))
            && !types.is_variable_array(ty)
            && types.layout(ty).is_none()
        {
            self.sema.error(position, "the array is larger than any object can be");
            return self.sema.unit.types.error.into();
        }
        ty.into()
    }
}
