//! Declarations at file scope and in blocks, and function definitions (C11 6.7, 6.9).

use ir::Position;

use super::attribute::Attributes;
use super::declarator::{Declarator, Parameters};
use super::specifier::Specifiers;
use super::{Abandon, Parsed, Parser};
use crate::sema::{Initializer, ObjectSpec, StorageClass};
use crate::token::{Kind, Kw, P};
use crate::tree::{Block, DeclKind, FunctionBody, ScopeRef, Stmt, StmtKind};
use crate::types::{FunctionType, QualType, TypeKind};

impl Parser {
    pub(super) fn translation_unit(&mut self) {
        while *self.peek() != Kind::Eof {
            let start = self.at;
            if self.external_declaration().is_err() {
                self.sema.function = None;
                self.recover();
                if self.at == start || self.is(P::RBrace) {
                    self.bump();
                }
            }
        }
    }

    fn external_declaration(&mut self) -> Parsed<()> {
        if self.take(P::Semicolon) {
            return Ok(());
        }
        if self.is_keyword(Kw::Asm) {
            self.bump();
            self.skip_parentheses()?;
            return self.expect(P::Semicolon);
        }
        while self.take_keyword(Kw::Extension) {}
        if self.is_keyword(Kw::StaticAssert) {
            return self.static_assert();
        }
        if !self.starts_declaration()
            && !matches!(self.peek(), Kind::Ident(_) | Kind::Punct(P::Star | P::LParen))
        {
            return self.unexpected("a declaration");
        }
        let specifiers = self.specifiers()?;
        if self.take(P::Semicolon) {
            return Ok(());
        }
        loop {
            let declarator = self.declarator(specifiers.ty, false)?;
            if let Some(parameters) = declarator.parameters.clone()
                && self.sema.unit.types.is_function(declarator.ty.ty)
                && (self.is(P::LBrace) || self.old_style_definition(&parameters))
            {
                return self.function_definition(&specifiers, declarator, parameters);
            }
            self.file_declarator(&specifiers, declarator)?;
            if self.take(P::Semicolon) {
                return Ok(());
            }
            self.expect(P::Comma)?;
            self.attributes()?;
        }
    }

    fn old_style_definition(&self, parameters: &Parameters) -> bool {
        !parameters.prototype && self.starts_declaration()
    }

    fn object_spec(&self, specifiers: &Specifiers, declarator: &Declarator) -> ObjectSpec {
        let mut attributes = specifiers.attributes;
        attributes.merge(declarator.attributes);
        ObjectSpec {
            storage: specifiers.storage,
            inline: specifiers.inline,
            noreturn: attributes.noreturn,
            thread_local: specifiers.thread_local,
            align: attributes
                .aligned
                .or_else(|| specifiers.align_for(declarator.ty, &self.sema.unit.types)),
            alias: attributes.alias,
            weak: attributes.weak,
        }
    }

    /// Parses a declarator at file scope, with its initialiser.
    fn file_declarator(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Parsed<()> {
        let Some(name) = declarator.name else {
            return self.unexpected("a name");
        };
        let spec = self.object_spec(specifiers, &declarator);
        let (ty, position, attributes) =
            (declarator.ty, declarator.position, declarator.attributes);
        self.sema.bounds.clear();
        if spec.storage == StorageClass::Typedef {
            self.note_transparent(specifiers, &attributes, ty);
            self.sema.declare_typedef(name, ty, spec.align, position);
            return Ok(());
        }
        if self.sema.unit.types.is_function(ty.ty) {
            self.sema.declare_function(name, ty, spec, position);
            return Ok(());
        }
        if self.sema.unit.types.is_void(ty.ty) && spec.storage != StorageClass::Extern {
            self.sema.error(position, "an object can't be void");
            return Ok(());
        }
        let id = self.sema.declare_global(name, ty, spec, position);
        self.note_type_align(id, specifiers, ty);
        if self.take(P::Assign) {
            let init = self.initializer()?;
            let (ty, init) = self.sema.initialize(ty, init, position);
            self.complete_type(id, ty);
            self.sema.define_global(id, init, position);
        }
        Ok(())
    }

    fn note_type_align(&mut self, id: crate::tree::DeclId, specifiers: &Specifiers, ty: QualType) {
        if let Some(align) = specifiers.align_for(ty, &self.sema.unit.types) {
            self.sema.type_aligns.insert(id, align);
        }
    }

    /// Records `typedef union {...} name __attribute__((transparent_union));`.
    fn note_transparent(&mut self, specifiers: &Specifiers, own: &Attributes, ty: QualType) {
        if (specifiers.attributes.transparent_union || own.transparent_union)
            && let Some(id) = self.sema.unit.types.record_id(ty.ty)
        {
            self.sema.unit.types.records[id.0 as usize].transparent = true;
        }
    }

    /// Skips from `{` to its `}`.
    fn skip_braces(&mut self) -> Parsed<()> {
        self.expect(P::LBrace)?;
        let mut depth = 1u32;
        while depth > 0 {
            match self.peek() {
                Kind::Punct(P::LBrace) => depth += 1,
                Kind::Punct(P::RBrace) => depth -= 1,
                Kind::Eof => return self.unexpected("'}'"),
                _ => {}
            }
            self.bump();
        }
        Ok(())
    }

    /// Sets the type of an array that its initialiser completed.
    fn complete_type(&mut self, id: crate::tree::DeclId, ty: QualType) {
        let old = self.sema.unit.decl(id).ty;
        if self.sema.unit.types.layout(old.ty).is_none() {
            self.sema.unit.decl_mut(id).ty = ty;
        }
    }

    pub(super) fn static_assert(&mut self) -> Parsed<()> {
        let position = self.position();
        self.bump();
        self.expect(P::LParen)?;
        let value = self.constant_expression()?;
        let mut message = String::new();
        if self.take(P::Comma) {
            while let Kind::Str(units, _) = self.peek().clone() {
                message.extend(units.iter().filter_map(|unit| char::from_u32(*unit)));
                self.bump();
            }
        }
        self.expect(P::RParen)?;
        self.take(P::Semicolon);
        if value == Some(0) {
            self.sema.error(position, format!("static assertion failed: {message}"));
        }
        Ok(())
    }

    fn function_definition(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        mut parameters: Parameters,
    ) -> Parsed<()> {
        let Some(name) = declarator.name else {
            return self.unexpected("a name");
        };
        let spec = self.object_spec(specifiers, &declarator);
        let Some(function) = self.sema.unit.types.function(declarator.ty.ty) else {
            return Err(Abandon);
        };
        let returns = function.returns;
        let mut ty = declarator.ty;
        if !parameters.prototype {
            // `main()` has no parameters; the types of an old-style list follow as declarations.
            self.old_style_parameters(&mut parameters)?;
            let params = parameters.decls.iter().map(|id| self.sema.unit.decl(*id).ty).collect();
            let function = FunctionType {
                returns,
                params,
                variadic: false,
                prototype: !parameters.decls.is_empty(),
            };
            ty = self.sema.unit.types.intern(TypeKind::Function(std::rc::Rc::new(function))).into();
        }
        let id = self.sema.declare_function(name, ty, spec, declarator.position);
        let mut attributes = specifiers.attributes;
        attributes.merge(declarator.attributes);
        if attributes.gnu_inline && spec.inline && spec.storage == StorageClass::Extern {
            // This body is only for inlining: calls go to the definition elsewhere.
            return self.skip_braces();
        }
        let decl = self.sema.unit.decl_mut(id);
        let old_position = decl.position;
        decl.position = declarator.position;
        let mut again = false;
        if let DeclKind::Function(function) = &mut decl.kind {
            again = std::mem::replace(&mut function.defined, true);
        }
        if again {
            let text = self.sema.unit.names.text(name);
            self.sema.error(declarator.position, format!("the function '{text}' is defined twice"));
            self.sema.unit.note(old_position, "the other definition");
        }
        if !self.sema.unit.types.is_void(returns.ty)
            && !self.sema.unit.types.is_complete(returns.ty)
        {
            let text = self.sema.describe(returns);
            self.sema.error(
                declarator.position,
                format!("the function returns the incomplete type '{text}'"),
            );
        }
        self.sema.enter_function(name, returns, parameters.variadic);
        self.sema.open_prototype();
        for param in parameters.decls.clone() {
            self.check_parameter(param);
            self.sema.adopt_parameter(param);
        }
        for hidden in parameters.lengths.drain(..) {
            self.sema.adopt_parameter(hidden);
        }
        let body = self.nested(Parser::compound_statement);
        self.sema.close_prototype();
        let end = self
            .tokens
            .get(self.at.saturating_sub(1))
            .map_or(Position::NONE, |token| token.position);
        let context = self.sema.function.take();
        let mut context = context.ok_or(Abandon)?;
        let body = match (context.unsupported.take(), body) {
            (Some((position, what)), Err(abandon)) => {
                self.sema.error(position, format!("{what}: not supported"));
                return Err(abandon);
            }
            (Some((position, what)), Ok(_)) => {
                context.scopes.truncate(1);
                context.labels.clear();
                let body = vec![Stmt { kind: StmtKind::Unsupported(what), position }];
                Block { scope: ScopeRef(0), body, end: position, value: None, result: None }
            }
            (None, body) => body?,
        };
        for label in &context.labels {
            if let (None, Some(name)) = (label.scope, label.name) {
                let text = self.sema.unit.names.text(name);
                self.sema.error(label.position, format!("undefined label '{text}'"));
            }
        }
        if !again {
            self.sema.unit.functions.push(FunctionBody {
                decl: id,
                params: parameters.decls,
                bounds: parameters.bounds,
                body,
                scopes: context.scopes,
                labels: context.labels,
                end,
            });
        }
        Ok(())
    }

    fn check_parameter(&mut self, id: crate::tree::DeclId) {
        let decl = self.sema.unit.decl(id);
        let (ty, position) = (decl.ty, decl.position);
        if !self.sema.unit.types.is_complete(ty.ty) {
            let text = self.sema.describe(ty);
            self.sema.error(position, format!("a parameter has the incomplete type '{text}'"));
        }
    }

    /// Parses the declarations between `f(a, b)` and the body. A name without one is an `int`.
    fn old_style_parameters(&mut self, parameters: &mut Parameters) -> Parsed<()> {
        let mut types: std::collections::HashMap<_, (QualType, Position)> =
            std::collections::HashMap::new();
        self.sema.open_prototype();
        while !self.is(P::LBrace) {
            let result = self.old_style_declaration(&mut types);
            if result.is_err() {
                self.sema.close_prototype();
                return result;
            }
        }
        self.sema.close_prototype();
        self.sema.open_prototype();
        let int = self.sema.unit.types.int(crate::types::IntKind::Int).into();
        for (name, position) in parameters.identifiers.clone() {
            let (ty, position) = types.remove(&name).unwrap_or((int, position));
            let id = self.add_parameter(Some(name), ty, position);
            parameters.decls.push(id);
        }
        self.sema.close_prototype();
        let mut unknown: Vec<_> = types.into_iter().collect();
        unknown.sort_by_key(|(name, _)| *name);
        for (name, (_, position)) in unknown {
            let text = self.sema.unit.names.text(name);
            self.sema.error(position, format!("'{text}' is not a parameter"));
        }
        Ok(())
    }

    fn old_style_declaration(
        &mut self,
        types: &mut std::collections::HashMap<crate::token::Name, (QualType, Position)>,
    ) -> Parsed<()> {
        if !self.starts_declaration() {
            return self.unexpected("'{'");
        }
        let specifiers = self.specifiers()?;
        loop {
            let declarator = self.declarator(specifiers.ty, false)?;
            if let Some(name) = declarator.name {
                types.insert(name, (declarator.ty, declarator.position));
            }
            if self.take(P::Semicolon) {
                return Ok(());
            }
            self.expect(P::Comma)?;
        }
    }

    /// Parses a declaration in a block. Its statements go to `body`.
    pub(super) fn local_declaration(&mut self, body: &mut Vec<Stmt>) -> Parsed<()> {
        while self.take_keyword(Kw::Extension) {}
        if self.is_keyword(Kw::StaticAssert) {
            return self.static_assert();
        }
        let outer = std::mem::take(&mut self.sema.bounds);
        let specifiers = self.specifiers();
        let result = specifiers.and_then(|specifiers| self.local_declarators(&specifiers, body));
        self.sema.bounds = outer;
        result
    }

    fn local_declarators(&mut self, specifiers: &Specifiers, body: &mut Vec<Stmt>) -> Parsed<()> {
        if self.take(P::Semicolon) {
            return Ok(());
        }
        loop {
            let declarator = self.declarator(specifiers.ty, false)?;
            if self.is(P::LBrace) && self.sema.unit.types.is_function(declarator.ty.ty) {
                self.sema.unsupported(declarator.position, "a nested function");
                return self.skip_braces();
            }
            self.local_declarator(specifiers, declarator, body)?;
            if self.take(P::Semicolon) {
                return Ok(());
            }
            self.expect(P::Comma)?;
            self.attributes()?;
        }
    }

    fn local_declarator(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        body: &mut Vec<Stmt>,
    ) -> Parsed<()> {
        let Some(name) = declarator.name else {
            return self.unexpected("a name");
        };
        let spec = self.object_spec(specifiers, &declarator);
        let (ty, position, attributes) =
            (declarator.ty, declarator.position, declarator.attributes);
        let bounds = std::mem::take(&mut self.sema.bounds);
        if !bounds.is_empty() {
            body.push(Stmt { kind: StmtKind::Bounds(bounds), position });
        }
        if spec.storage == StorageClass::Typedef {
            self.note_transparent(specifiers, &attributes, ty);
            self.sema.declare_typedef(name, ty, spec.align, position);
        } else if self.sema.unit.types.is_function(ty.ty) {
            self.sema.declare_function(name, ty, spec, position);
        } else if spec.storage == StorageClass::Extern {
            self.sema.declare_global(name, ty, spec, position);
        } else if spec.storage == StorageClass::Static {
            let id = self.sema.declare_static(Some(name), ty, spec, position);
            self.note_type_align(id, specifiers, ty);
            if self.take(P::Assign) {
                let init = self.initializer()?;
                let (ty, init) = self.sema.initialize(ty, init, position);
                self.complete_type(id, ty);
                self.sema.define_global(id, init, position);
            }
            self.check_complete(id);
        } else if specifiers.auto_type {
            self.auto_type_declarator(name, position, body)?;
        } else if self.sema.unit.types.is_variable_array(ty.ty) {
            let (id, scope) = self.sema.declare_variable_array(Some(name), ty, position);
            body.push(Stmt { kind: StmtKind::Enter(scope), position });
            body.push(Stmt { kind: StmtKind::Declare(id, None), position });
            if self.is(P::Assign) {
                self.sema.error(position, "an array of variable length can't be initialised");
                return Err(Abandon);
            }
        } else {
            let id = self.sema.declare_local(Some(name), ty, spec.align, position);
            self.note_type_align(id, specifiers, ty);
            let mut init = None;
            if self.take(P::Assign) {
                let initializer = self.initializer()?;
                let (ty, flat) = self.sema.initialize(ty, initializer, position);
                self.complete_type(id, ty);
                init = Some(flat);
            }
            self.check_complete(id);
            body.push(Stmt { kind: StmtKind::Declare(id, init), position });
        }
        Ok(())
    }

    fn auto_type_declarator(
        &mut self,
        name: crate::token::Name,
        position: Position,
        body: &mut Vec<Stmt>,
    ) -> Parsed<()> {
        self.expect(P::Assign)?;
        let value = self.assignment_expression()?;
        let value = self.sema.rvalue(value);
        let ty = value.ty;
        let id = self.sema.declare_local(Some(name), ty, None, position);
        let (_, init) = self.sema.initialize(ty, Initializer::Expr(value), position);
        body.push(Stmt { kind: StmtKind::Declare(id, Some(init)), position });
        Ok(())
    }

    fn check_complete(&mut self, id: crate::tree::DeclId) {
        let decl = self.sema.unit.decl(id);
        let (ty, position) = (decl.ty, decl.position);
        if !self.sema.unit.types.is_complete(ty.ty) && !self.sema.unit.types.is_error(ty.ty) {
            let text = self.sema.describe(ty);
            self.sema.error(position, format!("the object has the incomplete type '{text}'"));
            self.sema.unit.decl_mut(id).ty = self.sema.unit.types.error.into();
        }
    }
}
