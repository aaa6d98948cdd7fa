//! Conversions: lvalues to values, promotions, the usual arithmetic conversions, assignment, casts (C11 6.3).
//!
//! A bit-field wider than `int` is promoted to a type of exactly its width, as in gcc (clang uses the declared type).

use ir::{CastOp, Position};

use super::access::is_behind_pointer;
use super::{Sema, Value};
use crate::tree::{Expr, ExprKind, Member};
use crate::types::{IntKind, QualType, Type, TypeKind};

impl Sema {
    /// Converts an expression to an rvalue: lvalues are read, arrays and functions become pointers.
    pub(crate) fn rvalue(&mut self, expr: Expr) -> Expr {
        let position = expr.position;
        let ty = expr.ty;
        if self.is_error(&expr) {
            return expr;
        }
        if let Some(element) = self.unit.types.qualified_array_element(ty) {
            let pointer = self.unit.types.pointer(element);
            return self.make(ExprKind::Decay(Box::new(expr)), pointer, position);
        }
        if self.unit.types.is_function(ty.ty) {
            let pointer = self.unit.types.pointer(ty);
            return self.make(ExprKind::Decay(Box::new(expr)), pointer, position);
        }
        if !expr.is_lvalue() {
            return Expr { ty: ty.ty.into(), ..expr };
        }
        if self.unit.types.is_void(ty.ty) {
            return self.make(ExprKind::Cast(Box::new(expr)), ty.ty, position);
        }
        if !self.unit.types.is_complete(ty.ty) {
            let text = self.describe(ty);
            return self.wrong(position, format!("the value has the incomplete type '{text}'"));
        }
        self.make(ExprKind::Load(Box::new(expr)), ty.ty, position)
    }

    /// Returns the type of an expression after integer promotion; other types are unchanged.
    pub(crate) fn promoted_type(&self, expr: &Expr) -> Type {
        self.unit.promoted_type(expr)
    }

    pub(crate) fn promote(&mut self, expr: Expr) -> Expr {
        let ty = self.promoted_type(&expr);
        self.convert(expr, ty)
    }

    /// Returns the common type of two arithmetic values.
    pub(crate) fn usual_type(&self, a: &Expr, b: &Expr) -> Type {
        let types = &self.unit.types;
        match (types.float_kind(a.ty.ty), types.float_kind(b.ty.ty)) {
            (Some(x), Some(y)) => return if x >= y { a.ty.ty } else { b.ty.ty },
            (Some(_), None) => return a.ty.ty,
            (None, Some(_)) => return b.ty.ty,
            (None, None) => {}
        }
        let (a, b) = (self.promoted_type(a), self.promoted_type(b));
        let (Some(x), Some(y)) = (types.int_kind(a), types.int_kind(b)) else {
            return self.wider_bits(a, b);
        };
        types.int(common_int(x, y, types.model))
    }

    /// Returns the common type of two promoted types, one of them of a wide bit-field: the wider one, or the unsigned one.
    fn wider_bits(&self, a: Type, b: Type) -> Type {
        let types = &self.unit.types;
        match types.int_bits(a).cmp(&types.int_bits(b)) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if types.is_signed(a) => b,
            std::cmp::Ordering::Equal => a,
        }
    }

    /// Applies the usual arithmetic conversions.
    pub(crate) fn usual(&mut self, a: Expr, b: Expr) -> (Expr, Expr) {
        let ty = self.usual_type(&a, &b);
        (self.convert(a, ty), self.convert(b, ty))
    }

    /// Makes a conversion that is known to be allowed. Constants are folded.
    pub(crate) fn convert(&mut self, expr: Expr, ty: Type) -> Expr {
        if expr.ty.ty == ty || self.is_error(&expr) {
            return expr;
        }
        let position = expr.position;
        if let ExprKind::Const(bits) = expr.kind
            && self.unit.keeps_meaning(bits, expr.ty.ty, ty)
            && let Some(bits) = self.unit.convert_bits(bits, expr.ty.ty, ty)
        {
            return Expr { kind: ExprKind::Const(bits), ty: ty.into(), position, depth: 1 };
        }
        self.make(ExprKind::Cast(Box::new(expr)), ty, position)
    }

    /// Whether an expression is a null pointer constant: a zero of integer type, or such a zero cast to `void *`.
    pub(crate) fn is_null_constant(&self, expr: &Expr) -> bool {
        let types = &self.unit.types;
        let candidate = types.is_integer(expr.ty.ty)
            || types
                .pointee(expr.ty.ty)
                .is_some_and(|to| types.is_void(to.ty) && to.quals == Default::default());
        candidate && matches!(self.unit.eval(expr), Some(Value::Bits(0)))
    }

    /// Converts as if by assignment to an object of type `target`; `what` names the expression in messages.
    pub(crate) fn assign_convert(&mut self, expr: Expr, target: QualType, what: &str) -> Expr {
        let expr = self.rvalue(expr);
        let (from, to) = (expr.ty.ty, target.ty);
        let types = &self.unit.types;
        if types.is_error(from) || types.is_error(to) || from == to {
            return expr;
        }
        if types.is_arithmetic(from) && types.is_arithmetic(to) {
            return self.convert(expr, to);
        }
        if types.kind(to) == &TypeKind::Bool && types.is_pointer(from) {
            return self.convert(expr, to);
        }
        if let (Some(source), Some(destination)) = (types.pointee(from), types.pointee(to)) {
            let any = types.is_void(source.ty) || types.is_void(destination.ty);
            if !any
                && !self.compatible_types(source.ty, destination.ty)
                && !self.differ_in_sign(source.ty, destination.ty)
            {
                self.warn_types(
                    expr.position,
                    what,
                    "an incompatible pointer type",
                    expr.ty,
                    target,
                );
            }
            return self.convert(expr, to);
        }
        let (from_pointer, to_pointer) = (types.is_pointer(from), types.is_pointer(to));
        if to_pointer && types.is_integer(from) {
            if !self.is_null_constant(&expr) {
                self.warn_types(expr.position, what, "a pointer from an integer", expr.ty, target);
            }
            return self.convert(expr, to);
        }
        if from_pointer && types.is_integer(to) {
            self.warn_types(expr.position, what, "an integer from a pointer", expr.ty, target);
            return self.convert(expr, to);
        }
        let (from_text, to_text) = (self.describe(expr.ty), self.describe(target));
        self.wrong(
            expr.position,
            format!("{what}: '{from_text}' can't be converted to '{to_text}'"),
        )
    }

    fn warn_types(
        &mut self,
        position: Position,
        what: &str,
        problem: &str,
        from: QualType,
        to: QualType,
    ) {
        let (from, to) = (self.describe(from), self.describe(to));
        self.unit.warning(position, format!("{what} makes {problem} ('{from}' to '{to}')"));
    }

    fn differ_in_sign(&self, a: Type, b: Type) -> bool {
        match (self.unit.types.int_kind(a), self.unit.types.int_kind(b)) {
            (Some(a), Some(b)) => a.to_unsigned() == b.to_unsigned(),
            _ => false,
        }
    }

    /// Types an explicit cast.
    pub(crate) fn cast(&mut self, expr: Expr, target: QualType, position: Position) -> Expr {
        let types = &self.unit.types;
        if types.is_error(target.ty) || self.is_error(&expr) {
            return self.error_expr(position);
        }
        if types.is_void(target.ty) {
            // The operand is not read: `(void)x` has no effect.
            return self.make(ExprKind::Cast(Box::new(expr)), target.ty, position);
        }
        let expr = self.rvalue(expr);
        if self.is_error(&expr) {
            return expr;
        }
        let types = &self.unit.types;
        let (from, to) = (expr.ty.ty, target.ty);
        if let Some(id) = types.record_id(to) {
            return self.cast_to_record(expr, id, target, position);
        }
        let scalars = types.is_scalar(from) && types.is_scalar(to);
        let pointer_and_float = (types.is_pointer(from) && types.float_kind(to).is_some())
            || (types.is_pointer(to) && types.float_kind(from).is_some());
        if !scalars || pointer_and_float {
            let (from, to) = (self.describe(expr.ty), self.describe(target));
            return self.wrong(position, format!("'{from}' can't be cast to '{to}'"));
        }
        let converted = self.convert(expr, to);
        // A cast to the same type still makes an rvalue that is no bit-field.
        if bit_field_width(&converted).is_some() {
            return self.make(ExprKind::Cast(Box::new(converted)), to, position);
        }
        Expr { position, ..converted }
    }

    /// Types GNU C's casts to a union, which initialise the member of the operand's type, and to the same struct.
    fn cast_to_record(
        &mut self,
        expr: Expr,
        id: crate::types::RecordId,
        target: QualType,
        position: Position,
    ) -> Expr {
        if expr.ty.ty == target.ty {
            return expr;
        }
        let record = self.unit.types.record(id);
        let fits = |field: &crate::types::Field| record.is_union && field.ty.ty == expr.ty.ty;
        let member = record.fields.iter().position(fits);
        match member {
            Some(member) => {
                let entry = crate::tree::InitEntry {
                    offset: record.fields[member].offset,
                    bits: None,
                    object_size: record.size,
                    value: crate::tree::InitValue::Expr(expr),
                };
                let init = crate::tree::Init::of_member(target.ty, member, entry);
                let literal = self.compound_literal(target, init, position);
                self.rvalue(literal)
            }
            None => {
                let (from, to) = (self.describe(expr.ty), self.describe(target));
                self.wrong(position, format!("'{from}' can't be cast to '{to}'"))
            }
        }
    }

    /// Types an operand of `if`, `while`, `!`, `&&`, `||`, `?`.
    pub(crate) fn condition(&mut self, expr: Expr) -> Expr {
        let expr = self.rvalue(expr);
        if self.is_error(&expr) || self.unit.types.is_scalar(expr.ty.ty) {
            return expr;
        }
        let text = self.describe(expr.ty);
        self.wrong(expr.position, format!("a value of type '{text}' can't be a condition"))
    }

    /// Returns the size of an element of this type; in GNU C `void` and functions have one byte.
    pub(crate) fn step_size(&mut self, element: QualType, position: Position) -> Expr {
        let types = &self.unit.types;
        if types.is_void(element.ty) || types.is_function(element.ty) {
            return self.size(1, position);
        }
        self.size_of(element, position)
    }

    /// Types `sizeof` of an expression, which is evaluated if it is a variable array (C11 6.5.3.4p2). An assignment to a bit-field
    /// has a type of the field's width, as in gcc.
    pub(crate) fn value_size(&mut self, operand: Expr, position: Position) -> Expr {
        match (bit_field_of(&operand), bit_field_width(&operand)) {
            (Some(_), _) => return self.wrong(position, "a bit-field has no size"),
            (None, Some(width)) => {
                return self.size(u64::from(width.div_ceil(8).next_power_of_two()), position);
            }
            (None, None) => {}
        }
        let size = self.step_size(operand.ty, position);
        let is_evaluated = self.unit.types.is_variable_array(operand.ty.ty);
        if !is_evaluated || only_designates(&operand) || self.is_error(&size) {
            return size;
        }
        let ty = size.ty;
        self.make(ExprKind::Comma(Box::new(operand), Box::new(size)), ty, position)
    }

    /// Returns the type of the operand of `typeof`, which is evaluated if its type is variably modified.
    pub(crate) fn type_of(&mut self, operand: Expr) -> QualType {
        let ty = operand.ty;
        if self.unit.types.is_variably_modified(ty.ty) && !only_designates(&operand) {
            self.bounds.push(crate::tree::Bound { hidden: None, length: operand });
        }
        ty
    }

    /// Types `sizeof` of a type: a constant, or the product of hidden lengths.
    pub(crate) fn size_of(&mut self, ty: QualType, position: Position) -> Expr {
        if let Some(layout) = self.unit.types.layout(ty.ty) {
            return self.size(layout.size, position);
        }
        if self.unit.types.is_error(ty.ty) {
            return self.error_expr(position);
        }
        if self.unit.types.is_variable_array(ty.ty) {
            return self.variable_size(ty.ty, position);
        }
        let text = self.describe(ty);
        let reason = if self.unit.types.is_complete(ty.ty) {
            "is larger than any object"
        } else {
            "is incomplete"
        };
        self.wrong(position, format!("the type '{text}' {reason}"))
    }

    fn variable_size(&mut self, ty: Type, position: Position) -> Expr {
        let size_type = self.unit.types.size_type();
        let mut product = self.size(1, position);
        let mut ty = ty;
        while let Some((element, length)) = self.unit.types.element(ty) {
            if self.unit.types.layout(ty).is_some() {
                break;
            }
            let length = match length {
                crate::types::Length::Fixed(length) => self.size(length, position),
                crate::types::Length::Variable(hidden) => {
                    let lvalue = self.make(ExprKind::Decl(hidden), size_type, position);
                    self.rvalue(lvalue)
                }
                crate::types::Length::Unknown => {
                    return self.wrong(position, "the array has no length");
                }
            };
            let kind =
                ExprKind::Binary(crate::tree::BinaryOp::Mul, Box::new(product), Box::new(length));
            product = self.make(kind, size_type, position);
            ty = element.ty;
        }
        let Some(layout) = self.unit.types.layout(ty) else {
            return self.wrong(position, "the elements of the array have no size");
        };
        let element = self.size(layout.size, position);
        let kind =
            ExprKind::Binary(crate::tree::BinaryOp::Mul, Box::new(product), Box::new(element));
        self.make(kind, size_type, position)
    }

    /// Returns the width of a value read from a bit-field that is narrower than its type: gcc gives it a type of its own,
    /// which is compatible with no type that a program can name.
    pub(crate) fn narrow_bit_field(&self, value: &Expr) -> Option<u32> {
        let types = &self.unit.types;
        let is_bool = *types.kind(value.ty.ty) == TypeKind::Bool;
        bit_field_width(value).filter(|&width| !is_bool && width != types.int_bits(value.ty.ty))
    }
}

impl crate::unit::Unit {
    /// Returns the type of a value, or of the value of an lvalue, after integer promotion; other types are unchanged.
    pub(crate) fn promoted_type(&self, expr: &Expr) -> Type {
        let types = &self.types;
        let int = types.int(IntKind::Int);
        if let Some(width) = bit_field_width(expr) {
            return types.promoted_bit_field(width, expr.ty.ty);
        }
        match types.kind(expr.ty.ty) {
            TypeKind::Bool => int,
            TypeKind::Int(_) | TypeKind::Enum(_) => match types.int_kind(expr.ty.ty) {
                Some(kind) if kind.rank() < IntKind::Int.rank() => int,
                Some(kind) => types.int(kind),
                None => expr.ty.ty,
            },
            _ => expr.ty.ty,
        }
    }

    /// Returns the type in which `++` and `--` compute. An unsigned bit-field that `int` can hold wraps around, as in gcc
    /// and clang, although `+= 1` computes in `int` and overflows.
    pub(crate) fn step_type(&self, target: &Expr) -> Type {
        let (declared, promoted) = (target.ty.ty, self.promoted_type(target));
        let kind = self.types.int_kind(declared).filter(|kind| kind.rank() >= IntKind::Int.rank());
        match kind {
            Some(_) if !self.types.is_signed(declared) && self.types.is_signed(promoted) => {
                declared
            }
            _ => promoted,
        }
    }

    /// Truncates the bits of a constant to its type, and extends them to the container of the type.
    pub(crate) fn narrowed(&self, bits: u128, ty: Type) -> u128 {
        match *self.types.kind(ty) {
            TypeKind::Bits(width, true) => ir::eval::mask(
                ir::eval::signed(bits, width) as u128,
                crate::types::container_bits(width),
            ),
            TypeKind::Bits(width, false) => ir::eval::mask(bits, width),
            _ => bits,
        }
    }

    /// Whether the conversion of a constant is defined. If not (a float too large for an integer), the conversion stays in
    /// the tree, and gets its check.
    fn keeps_meaning(&self, bits: u128, from: Type, to: Type) -> bool {
        match (self.scalar(from), self.scalar(to)) {
            (Some(source), Some(target)) if source.is_float() && target.is_int() => {
                let width = target.bits(self.types.model.pointer_bits());
                self.types.kind(to) == &TypeKind::Bool
                    || ir::eval::float_fits(self.types.is_signed(to), source, width, bits)
            }
            _ => true,
        }
    }

    /// Converts a constant to another scalar type. `None` if a type is not a scalar.
    pub(crate) fn convert_bits(&self, bits: u128, from: Type, to: Type) -> Option<u128> {
        let pointer = self.types.model.pointer_bits();
        let (from_scalar, to_scalar) = (self.scalar(from)?, self.scalar(to)?);
        if self.types.kind(to) == &TypeKind::Bool {
            let zero = if from_scalar.is_float() {
                ir::eval::float_compare(ir::FloatCompareOp::Eq, from_scalar, bits, 0)
            } else {
                bits == 0
            };
            return Some(u128::from(!zero));
        }
        let signed = self.types.is_signed(from);
        let (from_bits, to_bits) = (from_scalar.bits(pointer), to_scalar.bits(pointer));
        let op = match (from_scalar.is_float(), to_scalar.is_float()) {
            (true, true) if from_scalar == to_scalar => return Some(bits),
            (true, true) => CastOp::FloatToFloat,
            (true, false) if self.types.is_signed(to) => CastOp::FloatToSigned,
            (true, false) => CastOp::FloatToUnsigned,
            (false, true) if signed => CastOp::SignedToFloat,
            (false, true) => CastOp::UnsignedToFloat,
            (false, false) if to_bits > from_bits && signed => {
                let extended = ir::eval::signed(bits, from_bits) as u128;
                return Some(self.narrowed(ir::eval::mask(extended, to_bits), to));
            }
            (false, false) => return Some(self.narrowed(ir::eval::mask(bits, to_bits), to)),
        };
        Some(self.narrowed(ir::eval::cast(op, from_scalar, to_scalar, bits, pointer), to))
    }
}

/// Returns the common type of two promoted integer types.
fn common_int(a: IntKind, b: IntKind, model: ir::DataModel) -> IntKind {
    let (high, low) = if a.rank() >= b.rank() { (a, b) } else { (b, a) };
    if high.signed() == low.signed() {
        return high;
    }
    if high.rank() == low.rank() || !high.signed() {
        return high.to_unsigned();
    }
    // The type of higher rank is signed: it is the common type if it can represent all values of the other.
    if high.bits(model) > low.bits(model) { high } else { high.to_unsigned() }
}

/// Whether an expression designates an object by variables only: its evaluation without an access has no effect, and
/// `sizeof *p` is fine for any `p`.
fn only_designates(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Error | ExprKind::Const(_) | ExprKind::Str(_) | ExprKind::Decl(_) => true,
        ExprKind::Load(inner) => !is_behind_pointer(inner) && only_designates(inner),
        ExprKind::Decay(inner)
        | ExprKind::Cast(inner)
        | ExprKind::AddressOf(inner)
        | ExprKind::Deref(inner)
        | ExprKind::Member(inner, _) => only_designates(inner),
        ExprKind::PointerAdd { pointer, index, .. } => {
            only_designates(pointer) && only_designates(index)
        }
        _ => false,
    }
}

/// Returns the width of the bit-field that a value was read from.
pub(crate) fn bit_field_width(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Load(inner) | ExprKind::Comma(_, inner) => {
            bit_field_of(inner).or_else(|| bit_field_width(inner))
        }
        ExprKind::Assign(target, _) => bit_field_of(target),
        ExprKind::AssignOp { target, .. } | ExprKind::Step { target, .. } => bit_field_of(target),
        ExprKind::Member(..) => bit_field_of(expr),
        ExprKind::Statements(block) => block.value.as_ref().and_then(bit_field_width),
        _ => None,
    }
}

/// Returns the width of an lvalue that is a bit-field.
pub(crate) fn bit_field_of(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Member(_, Member { bits: Some(bits), .. }) => Some(bits.width),
        _ => None,
    }
}
