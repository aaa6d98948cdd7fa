//! `__builtin_object_size`, as far as gcc knows it without optimisation: the address of a named object, of a member, of an
//! element at a constant index, and sums of such an address and a constant.

use crate::tree::{DeclKind, Expr, ExprKind};
use crate::unit::Unit;

/// A place in a named object, in bytes from the start of the object.
#[derive(Clone, Copy)]
struct Spot {
    offset: i128,
    /// Where the object ends.
    end: i128,
    /// Where the innermost array or member around it ends; not known for sums.
    part_end: Option<i128>,
}

impl Unit {
    /// How many bytes of an object, or of the innermost part of it, there are from a pointer on.
    pub(crate) fn object_size(&self, pointer: &Expr, part: bool) -> Option<u64> {
        let spot = self.spot(pointer)?;
        let end = if part { spot.part_end? } else { spot.end };
        if spot.offset < 0 {
            return Some(0);
        }
        u64::try_from((end - spot.offset).max(0)).ok()
    }

    /// Where a pointer points.
    fn spot(&self, pointer: &Expr) -> Option<Spot> {
        match &pointer.kind {
            ExprKind::Decay(lvalue) | ExprKind::AddressOf(lvalue) => self.lvalue_spot(lvalue),
            ExprKind::Cast(inner) if self.types.is_pointer(inner.ty.ty) => self.spot(inner),
            ExprKind::Conditional(cond, a, b) => {
                if self.eval_condition(cond)? {
                    self.spot(a)
                } else {
                    self.spot(b)
                }
            }
            ExprKind::Comma(first, second) if self.eval(first).is_some() => self.spot(second),
            ExprKind::PointerAdd { within: Some(_), .. } => self.element_spot(pointer),
            ExprKind::PointerAdd { pointer, index, size, negative: false, .. } => {
                let spot = self.spot(pointer)?;
                let by = self.eval_int(index)?.checked_mul(self.eval_int(size)?)?;
                let offset = spot.offset.checked_add(by).filter(|_| by >= 0)?;
                Some(Spot { offset, part_end: None, ..spot })
            }
            _ => None,
        }
    }

    /// `array[index]`.
    fn element_spot(&self, sum: &Expr) -> Option<Spot> {
        let ExprKind::PointerAdd { pointer, index, size, .. } = &sum.kind else { return None };
        let ExprKind::Decay(array) = &pointer.kind else { return None };
        let spot = self.lvalue_spot(array)?;
        let by = self.eval_int(index)?.checked_mul(self.eval_int(size)?)?;
        let length = self.types.layout(array.ty.ty)?.size;
        let part_end = Some(spot.offset + i128::from(length));
        Some(Spot { offset: spot.offset.checked_add(by)?, part_end, ..spot })
    }

    fn lvalue_spot(&self, lvalue: &Expr) -> Option<Spot> {
        let size = || self.types.layout(lvalue.ty.ty).map(|layout| i128::from(layout.size));
        match &lvalue.kind {
            ExprKind::Decl(id) => {
                let is_object = !matches!(self.decl(*id).kind, DeclKind::Function(_));
                // An initialiser may give a flexible array member elements, which its type does not count.
                let is_known = is_object && !self.types.ends_flexibly(lvalue.ty.ty);
                let end = size().filter(|_| is_known)?;
                Some(Spot { offset: 0, end, part_end: Some(end) })
            }
            ExprKind::Str(_) => Some(Spot { offset: 0, end: size()?, part_end: size() }),
            ExprKind::Member(base, member) => {
                let spot = self.lvalue_spot(base)?;
                let offset = spot.offset + i128::from(member.offset);
                let part_end = size().map_or(spot.end, |size| offset + size);
                Some(Spot { offset, part_end: Some(part_end), ..spot })
            }
            ExprKind::Deref(pointer) => match &pointer.kind {
                ExprKind::PointerAdd { within: Some(_), .. } => self.element_spot(pointer),
                ExprKind::AddressOf(inner) => self.lvalue_spot(inner),
                _ => None,
            },
            _ => None,
        }
    }
}
