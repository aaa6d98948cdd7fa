//! `__builtin_object_size`, as gcc computes it without optimisation: for the address of a named object, of a member, of an
//! element at a constant index, and for sums of such an address and a constant.

use crate::tree::{DeclKind, Expr, ExprKind};
use crate::unit::Unit;

/// A constant address in a named object, in bytes from the start of the object.
#[derive(Clone, Copy)]
struct Address {
    offset: i128,
    /// The end of the object.
    end: i128,
    /// The end of the innermost array or member around it; unknown for sums.
    part_end: Option<i128>,
}

impl Unit {
    /// Returns the number of bytes of an object, or of its innermost part, from a pointer to its end.
    pub(crate) fn object_size(&self, pointer: &Expr, part: bool) -> Option<u64> {
        let address = self.address(pointer)?;
        let end = if part { address.part_end? } else { address.end };
        if address.offset < 0 {
            return Some(0);
        }
        u64::try_from((end - address.offset).max(0)).ok()
    }

    /// Evaluates a pointer to a constant address.
    fn address(&self, pointer: &Expr) -> Option<Address> {
        match &pointer.kind {
            ExprKind::Decay(lvalue) | ExprKind::AddressOf(lvalue) => self.lvalue_address(lvalue),
            ExprKind::Cast(inner) if self.types.is_pointer(inner.ty.ty) => self.address(inner),
            ExprKind::Conditional(cond, a, b) => {
                if self.eval_condition(cond)? {
                    self.address(a)
                } else {
                    self.address(b)
                }
            }
            ExprKind::Comma(first, second) if self.eval(first).is_some() => self.address(second),
            ExprKind::PointerAdd { within: Some(_), .. } => self.element_address(pointer),
            ExprKind::PointerAdd { pointer, index, size, negative: false, .. } => {
                let address = self.address(pointer)?;
                let by = self.eval_int(index)?.checked_mul(self.eval_int(size)?)?;
                let offset = address.offset.checked_add(by).filter(|_| by >= 0)?;
                Some(Address { offset, part_end: None, ..address })
            }
            _ => None,
        }
    }

    /// Evaluates the address of `array[index]`.
    fn element_address(&self, sum: &Expr) -> Option<Address> {
        let ExprKind::PointerAdd { pointer, index, size, .. } = &sum.kind else { return None };
        let ExprKind::Decay(array) = &pointer.kind else { return None };
        let address = self.lvalue_address(array)?;
        let by = self.eval_int(index)?.checked_mul(self.eval_int(size)?)?;
        let length = self.types.layout(array.ty.ty)?.size;
        let part_end = Some(address.offset + i128::from(length));
        Some(Address { offset: address.offset.checked_add(by)?, part_end, ..address })
    }

    fn lvalue_address(&self, lvalue: &Expr) -> Option<Address> {
        let size = || self.types.layout(lvalue.ty.ty).map(|layout| i128::from(layout.size));
        match &lvalue.kind {
            ExprKind::Decl(id) => {
                let is_object = !matches!(self.decl(*id).kind, DeclKind::Function(_));
                // An initialiser may give elements to a flexible array member, which the size of its type does not include.
                let is_known = is_object && !self.types.ends_flexibly(lvalue.ty.ty);
                let end = size().filter(|_| is_known)?;
                Some(Address { offset: 0, end, part_end: Some(end) })
            }
            ExprKind::Str(_) => Some(Address { offset: 0, end: size()?, part_end: size() }),
            ExprKind::Member(base, member) => {
                let address = self.lvalue_address(base)?;
                let offset = address.offset + i128::from(member.offset);
                let part_end = size().map_or(address.end, |size| offset + size);
                Some(Address { offset, part_end: Some(part_end), ..address })
            }
            ExprKind::Deref(pointer) => match &pointer.kind {
                ExprKind::PointerAdd { within: Some(_), .. } => self.element_address(pointer),
                ExprKind::AddressOf(inner) => self.lvalue_address(inner),
                _ => None,
            },
            _ => None,
        }
    }
}
