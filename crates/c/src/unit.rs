//! A translation unit after parsing and typing: its tables and diagnostics.

use std::rc::Rc;

use ir::{Position, Ty};

use crate::token::{Name, Names};
use crate::tree::{Decl, DeclId, Expr, ExprKind, FunctionBody, StringId, StringLiteral};
use crate::types::{FloatKind, QualType, Type, TypeKind, Types};
use ir::diagnostic::{Diagnostic, Severity, SourceLoc};

/// The maximal number of errors, and of warnings, of a unit: a broken file must not fill the memory.
const MAX_OF_EACH: usize = 200;

/// A translation unit.
pub(crate) struct Unit {
    pub(crate) types: Types,
    pub(crate) names: Names,
    pub(crate) files: Vec<String>,
    pub(crate) decls: Vec<Decl>,
    pub(crate) strings: Vec<StringLiteral>,
    pub(crate) functions: Vec<FunctionBody>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether the last diagnostic was dropped, so that its notes are dropped too.
    pub(crate) muted: bool,
}

impl Unit {
    pub(crate) fn decl(&self, id: DeclId) -> &Decl {
        &self.decls[id.0 as usize]
    }

    pub(crate) fn decl_mut(&mut self, id: DeclId) -> &mut Decl {
        &mut self.decls[id.0 as usize]
    }

    pub(crate) fn add_decl(&mut self, decl: Decl) -> DeclId {
        self.decls.push(decl);
        DeclId(
            u32::try_from(self.decls.len() - 1).expect("a unit has fewer than 2^32 declarations"),
        )
    }

    pub(crate) fn string(&self, id: StringId) -> &StringLiteral {
        &self.strings[id.0 as usize]
    }

    /// Returns the bytes of a string literal in memory.
    pub(crate) fn string_bytes(&self, id: StringId) -> Vec<u8> {
        let literal = self.string(id);
        let width = crate::sema::unit_bytes(literal.encoding);
        literal.units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(width)).collect()
    }

    pub(crate) fn name(&self, name: Option<Name>) -> Rc<str> {
        name.map_or_else(|| "".into(), |name| self.names.text(name))
    }

    pub(crate) fn describe(&self, ty: QualType) -> String {
        self.types.describe(ty, &self.names)
    }

    pub(crate) fn location(&self, position: Position) -> SourceLoc {
        let file = self.files.get(position.file.index()).cloned().unwrap_or_default();
        SourceLoc::new(file, position.line, position.column)
    }

    pub(crate) fn report(&mut self, severity: Severity, position: Position, message: String) {
        // Errors and warnings are counted separately, so that warnings never hide an error.
        let same = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity);
        self.muted = same.count() >= MAX_OF_EACH;
        if !self.muted {
            let location = self.location(position);
            self.diagnostics.push(Diagnostic { severity, location, message, notes: Vec::new() });
        }
    }

    pub(crate) fn error(&mut self, position: Position, message: impl Into<String>) {
        self.report(Severity::Error, position, message.into());
    }

    pub(crate) fn warning(&mut self, position: Position, message: impl Into<String>) {
        self.report(Severity::Warning, position, message.into());
    }

    /// Adds a note to the last diagnostic.
    pub(crate) fn note(&mut self, position: Position, message: impl Into<String>) {
        let location = self.location(position);
        if let Some(last) = self.diagnostics.last_mut().filter(|_| !self.muted) {
            last.notes.push((location, message.into()));
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the register type of a scalar type.
    pub(crate) fn scalar(&self, ty: Type) -> Option<Ty> {
        match self.types.kind(ty) {
            TypeKind::Bool => Some(Ty::I8),
            TypeKind::Int(_) | TypeKind::Enum(_) => Ty::int(self.types.int_bits(ty)),
            TypeKind::Bits(width, _) => Ty::int(crate::types::container_bits(*width)),
            TypeKind::Float(FloatKind::Float) => Some(Ty::F32),
            TypeKind::Float(FloatKind::Double) => Some(Ty::F64),
            TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128) => Some(Ty::F80),
            TypeKind::Pointer(_) => Some(Ty::Ptr),
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::Array(..)
            | TypeKind::Function(_)
            | TypeKind::Record(_) => None,
        }
    }

    /// Makes a constant of an integer or pointer type.
    pub(crate) fn constant(&self, value: i128, ty: Type, position: Position) -> Expr {
        let bits =
            self.scalar(ty).map_or(64, |scalar| scalar.bits(self.types.model.pointer_bits()));
        let kind = ExprKind::Const(ir::eval::mask(value as u128, bits));
        Expr { kind, ty: ty.into(), position, depth: 1 }
    }
}
