//! Compatible types and composite types (C11 6.2.7).

use std::rc::Rc;

use super::Sema;
use crate::types::{FunctionType, Length, QualType, Type, TypeKind};

/// The maximal nesting of types in comparisons; deeper ones count as compatible.
const MAX_NESTING: u32 = 100;

impl Sema {
    /// Whether two types are compatible.
    pub(crate) fn compatible(&self, a: QualType, b: QualType) -> bool {
        self.compatible_at(a, b, 0)
    }

    fn compatible_at(&self, a: QualType, b: QualType, depth: u32) -> bool {
        a.quals == b.quals && self.compatible_unqualified(a.ty, b.ty, depth)
    }

    /// Whether two types are compatible without the qualifiers of the outermost level.
    pub(crate) fn compatible_types(&self, a: Type, b: Type) -> bool {
        self.compatible_unqualified(a, b, 0)
    }

    fn compatible_unqualified(&self, a: Type, b: Type, depth: u32) -> bool {
        let types = &self.unit.types;
        if a == b || depth > MAX_NESTING || types.is_error(a) || types.is_error(b) {
            return true;
        }
        match (types.kind(a), types.kind(b)) {
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => self.compatible_at(*a, *b, depth + 1),
            (TypeKind::Array(a, m), TypeKind::Array(b, n)) => {
                let lengths = match (m, n) {
                    (Length::Fixed(m), Length::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible_at(*a, *b, depth + 1)
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => {
                self.compatible_functions(a, b, depth + 1)
            }
            (TypeKind::Enum(id), TypeKind::Int(kind))
            | (TypeKind::Int(kind), TypeKind::Enum(id)) => {
                types.enums[id.0 as usize].underlying == *kind
            }
            _ => false,
        }
    }

    fn compatible_functions(&self, a: &FunctionType, b: &FunctionType, depth: u32) -> bool {
        if !self.compatible_unqualified(a.returns.ty, b.returns.ty, depth) {
            return false;
        }
        if !a.prototype || !b.prototype {
            return true;
        }
        // Qualifiers of a parameter itself are ignored.
        a.variadic == b.variadic
            && a.params.len() == b.params.len()
            && a.params
                .iter()
                .zip(&b.params)
                .all(|(a, b)| self.compatible_unqualified(a.ty, b.ty, depth))
    }

    /// Returns the composite type of two compatible types.
    pub(crate) fn composite(&mut self, a: QualType, b: QualType) -> QualType {
        let ty = self.composite_types(a.ty, b.ty, 0);
        QualType { ty, quals: a.quals.with(b.quals) }
    }

    fn composite_types(&mut self, a: Type, b: Type, depth: u32) -> Type {
        if a == b || depth > MAX_NESTING || self.unit.types.is_error(b) {
            return a;
        }
        match (self.unit.types.kind(a).clone(), self.unit.types.kind(b).clone()) {
            (TypeKind::Pointer(to_a), TypeKind::Pointer(to_b)) => {
                let ty = self.composite_types(to_a.ty, to_b.ty, depth + 1);
                self.unit.types.pointer(QualType { ty, quals: to_a.quals.with(to_b.quals) })
            }
            (TypeKind::Array(element_a, m), TypeKind::Array(element_b, n)) => {
                let ty = self.composite_types(element_a.ty, element_b.ty, depth + 1);
                let length = if m == Length::Unknown { n } else { m };
                self.unit.types.array(QualType { ty, quals: element_a.quals }, length)
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => {
                let returns = self.composite_types(a.returns.ty, b.returns.ty, depth + 1);
                let (known, other) = if a.prototype { (&a, &b) } else { (&b, &a) };
                let mut function: FunctionType = (**known).clone();
                function.returns.ty = returns;
                if other.prototype && other.params.len() == function.params.len() {
                    for (param, other) in function.params.iter_mut().zip(&other.params) {
                        param.ty = self.composite_types(param.ty, other.ty, depth + 1);
                    }
                }
                self.unit.types.intern(TypeKind::Function(Rc::new(function)))
            }
            _ => a,
        }
    }
}
