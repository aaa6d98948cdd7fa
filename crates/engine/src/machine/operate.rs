//! The semantics of the operators on values: numbers as machine words, pointers with their provenance, and
//! everything else as terms.
//!
//! The first match arm of every operator is its fast path: two numbers, no term. A test compares the results on
//! numbers with those on terms. This file knows no state and no memory.

use ir::{
    BinaryOp, CastOp, CompareOp, FitsOp, FloatCompareOp, FloatOp, Rounding, Ty, UnaryOp, eval,
};
use memory::Value;
use term::bits::{mask, sign_extend_word};
use term::{Bits, Evaluator, Model, Sort, Term, Terms};

/// A reason why an operator has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failed {
    /// Arithmetic on symbolic floats.
    SymbolicFloat,
    /// A divisor of zero that no check excluded.
    ZeroDivisor,
}

/// An evaluator of operators.
pub struct Operate<'a> {
    /// The terms that it makes.
    pub terms: &'a mut Terms,
    /// The width of a pointer in bits.
    pub pointer: u32,
    /// Whether the program runs concretely: only then is an address an ordinary number.
    pub real: bool,
}

impl Operate<'_> {
    /// Returns the term of a value of a type; one bit becomes a Boolean.
    pub fn term(&mut self, ty: Ty, value: Value) -> Term {
        match (ty, value) {
            (Ty::I1, Value::Bits(bit)) => Term::from(bit & 1 == 1),
            (Ty::I1, Value::Term(term)) => self.truth(term),
            _ => value.to_term(self.terms, ty.bits(self.pointer)),
        }
    }

    /// Returns one bit as a Boolean.
    fn truth(&mut self, term: Term) -> Term {
        if self.terms.sort(term) == Sort::Bool {
            return term;
        }
        let one = self.terms.word(1, 1);
        self.terms.eq(term, one)
    }

    fn value(&self, term: Term) -> Value {
        Value::of_term(self.terms, term)
    }

    /// Returns the number of a value that is concrete.
    #[must_use]
    pub fn number(&self, ty: Ty, value: Value) -> Option<u128> {
        match value {
            Value::Bits(bits) => Some(u128::from(bits)),
            _ if !self.real && self.is_address(value) => None,
            Value::Pointer { block, offset } => {
                let address = self.terms.block_info(block).address.low_word();
                Some(u128::from(address.wrapping_add(offset) & mask(self.pointer)))
            }
            Value::Term(term) => self.closed(ty, term),
        }
    }

    /// Whether a value is made from the address of an allocation.
    #[must_use]
    pub fn is_address(&self, value: Value) -> bool {
        match value {
            Value::Bits(_) => false,
            Value::Pointer { .. } => true,
            Value::Term(term) => self.terms.mentions_base(term),
        }
    }

    /// Returns the number of a term without symbols.
    fn closed(&self, ty: Ty, term: Term) -> Option<u128> {
        let _ = ty;
        let open =
            |&term: &Term| matches!(self.terms.op(term), term::Op::Symbol(_) | term::Op::Apply(..));
        if term::visit::post_order(self.terms, &[term]).iter().any(open) {
            return None;
        }
        match Evaluator::default().eval(self.terms, term, &Model::new()) {
            term::Value::Bool(value) => Some(u128::from(value)),
            term::Value::Bits(bits) => {
                let words = bits.words();
                let high = words.get(1).copied().unwrap_or(0);
                Some(u128::from(words[0]) | (u128::from(high) << 64))
            }
            term::Value::Array(_) => None,
        }
    }

    /// Returns the value of a number.
    pub fn of_number(&mut self, ty: Ty, number: u128) -> Value {
        let width = ty.bits(self.pointer);
        if width <= 64 {
            return Value::Bits(number as u64 & mask(width));
        }
        let bits = Bits::from_words(width, &[number as u64, (number >> 64) as u64]);
        Value::of_bits(self.terms, &bits)
    }

    /// Evaluates an integer operator of one operand.
    /// Implements `NEGATE` of *Sel/Upd*.
    pub fn unary(&mut self, op: UnaryOp, ty: Ty, a: Value) -> Value {
        let width = ty.bits(self.pointer);
        if let Some(a) = self.number(ty, a) {
            return self.of_number(ty, eval::unary(op, width, a));
        }
        let a = self.term(ty, a);
        let term = match op {
            UnaryOp::Not if ty == Ty::I1 => self.terms.not(a),
            UnaryOp::Neg if ty == Ty::I1 => a,
            UnaryOp::Neg => self.terms.neg(a),
            UnaryOp::Not => self.terms.bvnot(a),
            UnaryOp::SwapBytes => self.bytes_swapped(a, width),
            UnaryOp::Ones => self.ones(a, width),
            UnaryOp::LeadingZeros => self.zeros_before(a, width, (0..width).collect()),
            UnaryOp::TrailingZeros => self.zeros_before(a, width, (0..width).rev().collect()),
        };
        self.value(term)
    }

    fn bytes_swapped(&mut self, a: Term, width: u32) -> Term {
        let bytes: Vec<Term> =
            (0..width / 8).map(|i| self.terms.extract(8 * i + 7, 8 * i, a)).collect();
        bytes[1..].iter().fold(bytes[0], |high, &byte| self.terms.concat(high, byte))
    }

    fn ones(&mut self, a: Term, width: u32) -> Term {
        let mut sum = self.terms.word(width, 0);
        for i in 0..width {
            let bit = self.terms.extract(i, i, a);
            let bit = self.terms.zero_extend(width - 1, bit);
            sum = self.terms.add(sum, bit);
        }
        sum
    }

    /// Returns the number of zero bits before the first bit that is one, where the last of `order` comes first.
    fn zeros_before(&mut self, a: Term, width: u32, order: Vec<u32>) -> Term {
        let one = self.terms.word(1, 1);
        let mut count = self.terms.word(width, u64::from(width));
        for (i, &position) in order.iter().enumerate() {
            let bit = self.terms.extract(position, position, a);
            let set = self.terms.eq(bit, one);
            let here = self.terms.word(width, u64::from(width) - 1 - i as u64);
            count = self.terms.ite(set, here, count);
        }
        count
    }

    /// Evaluates an integer operator of two operands.
    /// Implements `ADD` of *Sel/Upd*.
    #[inline]
    pub fn binary(&mut self, op: BinaryOp, ty: Ty, a: Value, b: Value) -> Result<Value, Failed> {
        if let (Value::Bits(a), Value::Bits(b)) = (a, b)
            && let Some(word) = word_binary(op, ty.bits(self.pointer), a, b)
        {
            return Ok(Value::Bits(word));
        }
        self.binary_slow(op, ty, a, b)
    }

    fn binary_slow(&mut self, op: BinaryOp, ty: Ty, a: Value, b: Value) -> Result<Value, Failed> {
        let width = ty.bits(self.pointer);
        match (op, a, b) {
            (BinaryOp::Add, Value::Pointer { block, offset }, Value::Bits(by))
            | (BinaryOp::Add, Value::Bits(by), Value::Pointer { block, offset }) => {
                return Ok(self.moved(block, offset.wrapping_add(by)));
            }
            (BinaryOp::Sub, Value::Pointer { block, offset }, Value::Bits(by)) => {
                return Ok(self.moved(block, offset.wrapping_sub(by)));
            }
            _ => {}
        }
        let divides =
            matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
        if divides && self.number(ty, b) == Some(0) {
            return Err(Failed::ZeroDivisor);
        }
        let (a, b) = (self.term(ty, a), self.term(ty, b));
        let terms = &mut *self.terms;
        let term = if ty == Ty::I1 {
            match op {
                BinaryOp::And | BinaryOp::Mul => terms.and(a, b),
                BinaryOp::Or => terms.or(a, b),
                _ => terms.xor(a, b),
            }
        } else {
            match op {
                BinaryOp::Add => terms.add(a, b),
                BinaryOp::Sub => terms.sub(a, b),
                BinaryOp::Mul => terms.mul(a, b),
                BinaryOp::UDiv => terms.udiv(a, b),
                BinaryOp::SDiv => terms.sdiv(a, b),
                BinaryOp::URem => terms.urem(a, b),
                BinaryOp::SRem => terms.srem(a, b),
                BinaryOp::And => terms.bvand(a, b),
                BinaryOp::Or => terms.bvor(a, b),
                BinaryOp::Xor => terms.bvxor(a, b),
                BinaryOp::Shl => terms.shl(a, b),
                BinaryOp::LShr => terms.lshr(a, b),
                BinaryOp::AShr => terms.ashr(a, b),
            }
        };
        debug_assert!(ty == Ty::I1 || self.terms.width(term) == width);
        Ok(self.value(term))
    }

    fn moved(&self, block: term::AllocId, offset: u64) -> Value {
        Value::Pointer { block, offset: offset & mask(self.pointer) }
    }

    /// Returns whether the exact result of an operator is representable, as one bit.
    #[inline]
    pub fn fits(&mut self, op: FitsOp, signed: bool, ty: Ty, a: Value, b: Value) -> Value {
        let width = ty.bits(self.pointer);
        if let (Value::Bits(x), Value::Bits(y)) = (a, b)
            && width <= 32
            && let Some(fits) = word_fits(op, signed, width, x, y)
        {
            return Value::bit(fits);
        }
        self.fits_slow(op, signed, ty, a, b)
    }

    fn fits_slow(&mut self, op: FitsOp, signed: bool, ty: Ty, a: Value, b: Value) -> Value {
        let width = ty.bits(self.pointer);
        if let (Some(a), Some(b)) = (self.number(ty, a), self.number(ty, b)) {
            return Value::bit(eval::fits(op, signed, width, a, b));
        }
        let (a, b) = (self.term(ty, a), self.term(ty, b));
        let terms = &mut *self.terms;
        let overflows = match (op, signed) {
            (FitsOp::Add, true) => terms.signed_add_overflows(a, b),
            (FitsOp::Add, false) => terms.unsigned_add_overflows(a, b),
            (FitsOp::Sub, true) => terms.signed_sub_overflows(a, b),
            (FitsOp::Sub, false) => terms.unsigned_sub_overflows(a, b),
            (FitsOp::Mul, true) => terms.signed_mul_overflows(a, b),
            (FitsOp::Mul, false) => terms.unsigned_mul_overflows(a, b),
            (FitsOp::Div, true) => terms.signed_div_overflows(a, b),
            (FitsOp::Div, false) => Term::FALSE,
            (FitsOp::Shl, _) => self.shift_overflows(signed, width, a, b),
        };
        let fits = self.terms.not(overflows);
        self.value(fits)
    }

    /// Returns the condition that `a * 2^b` is out of range; false where the shift amount is the width or more.
    fn shift_overflows(&mut self, signed: bool, width: u32, a: Term, b: Term) -> Term {
        let terms = &mut *self.terms;
        let shifted = terms.shl(a, b);
        let back = if signed { terms.ashr(shifted, b) } else { terms.lshr(shifted, b) };
        let lost = terms.distinct(back, a);
        let limit = terms.word(width, u64::from(width));
        let in_range = terms.ult(b, limit);
        terms.and(in_range, lost)
    }

    /// Evaluates a comparison to one bit.
    #[inline]
    pub fn compare(&mut self, op: CompareOp, ty: Ty, a: Value, b: Value) -> Value {
        if let (Value::Bits(a), Value::Bits(b)) = (a, b) {
            return Value::bit(word_compare(op, ty.bits(self.pointer), a, b));
        }
        self.compare_slow(op, ty, a, b)
    }

    fn compare_slow(&mut self, op: CompareOp, ty: Ty, a: Value, b: Value) -> Value {
        let width = ty.bits(self.pointer);
        if let (Some(a), Some(b)) = (self.number(ty, a), self.number(ty, b)) {
            return Value::bit(eval::compare(op, width, a, b));
        }
        let (a, b) = (self.term(ty, a), self.term(ty, b));
        let terms = &mut *self.terms;
        let term = match op {
            CompareOp::Eq => terms.eq(a, b),
            CompareOp::Ne => terms.distinct(a, b),
            CompareOp::Ult => terms.ult(a, b),
            CompareOp::Ule => terms.ule(a, b),
            CompareOp::Slt => terms.slt(a, b),
            CompareOp::Sle => terms.sle(a, b),
        };
        self.value(term)
    }

    /// Returns one of two values, by a condition.
    pub fn select(&mut self, ty: Ty, condition: Value, a: Value, b: Value) -> Value {
        match condition {
            Value::Bits(bit) => {
                if bit & 1 == 1 {
                    a
                } else {
                    b
                }
            }
            _ => {
                let condition = self.term(Ty::I1, condition);
                let (a, b) = (self.term(ty, a), self.term(ty, b));
                let term = self.terms.ite(condition, a, b);
                self.value(term)
            }
        }
    }

    /// Evaluates a conversion, with rounding to nearest.
    /// Implements `CAST` of *SL CPA*.
    pub fn cast(&mut self, op: CastOp, from: Ty, to: Ty, a: Value) -> Result<Value, Failed> {
        self.cast_in(Rounding::Nearest, op, from, to, a)
    }

    /// Evaluates a conversion in a rounding mode.
    pub fn cast_in(
        &mut self,
        rounding: Rounding,
        op: CastOp,
        from: Ty,
        to: Ty,
        a: Value,
    ) -> Result<Value, Failed> {
        let (from_width, to_width) = (from.bits(self.pointer), to.bits(self.pointer));
        match (op, a) {
            (CastOp::Trunc | CastOp::ZExt, Value::Bits(bits)) if to_width <= 64 => {
                return Ok(Value::Bits(bits & mask(to_width)));
            }
            (CastOp::SExt, Value::Bits(bits)) if to_width <= 64 => {
                let wide = sign_extend_word(bits, from_width) as u64;
                return Ok(Value::Bits(wide & mask(to_width)));
            }
            // An address that is converted to an integer keeps its provenance, and the conversion back restores
            // the pointer.
            (CastOp::PtrToInt | CastOp::IntToPtr, value) => return Ok(value),
            (CastOp::ZExt | CastOp::SExt | CastOp::Trunc, value) if from_width == to_width => {
                return Ok(value);
            }
            _ => {}
        }
        if from.is_float() || to.is_float() {
            let number = self.number(from, a).ok_or(Failed::SymbolicFloat)?;
            let result = eval::cast_in(rounding, op, from, to, number, self.pointer);
            return Ok(self.of_number(to, result));
        }
        let term = self.term(from, a);
        let terms = &mut *self.terms;
        let term = match op {
            CastOp::Trunc if to == Ty::I1 => {
                let low = terms.extract(0, 0, term);
                let one = terms.word(1, 1);
                terms.eq(low, one)
            }
            CastOp::Trunc => terms.extract(to_width - 1, 0, term),
            _ if from == Ty::I1 => {
                let (one, zero) = (terms.word(to_width, 1), terms.word(to_width, 0));
                let one = if op == CastOp::SExt { terms.neg(one) } else { one };
                terms.ite(term, one, zero)
            }
            CastOp::SExt => terms.sign_extend(to_width - from_width, term),
            _ => terms.zero_extend(to_width - from_width, term),
        };
        Ok(self.value(term))
    }

    /// Evaluates a float operator in a rounding mode.
    pub fn float(
        &mut self,
        rounding: Rounding,
        op: FloatOp,
        ty: Ty,
        a: Value,
        b: Value,
    ) -> Result<Value, Failed> {
        if let (Ty::F64, Value::Bits(a), Value::Bits(b)) = (ty, a, b)
            && rounding == Rounding::Nearest
        {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            let result = match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
            };
            // The host does not guarantee the bits of a NaN.
            if !result.is_nan() {
                return Ok(Value::Bits(result.to_bits()));
            }
        }
        let (a, b) = (self.float_number(ty, a)?, self.float_number(ty, b)?);
        Ok(self.of_number(ty, eval::float_in(rounding, op, ty, a, b)))
    }

    fn float_number(&self, ty: Ty, value: Value) -> Result<u128, Failed> {
        self.number(ty, value).ok_or(Failed::SymbolicFloat)
    }

    /// Evaluates a comparison of floats to one bit.
    pub fn float_compare(
        &mut self,
        op: FloatCompareOp,
        ty: Ty,
        a: Value,
        b: Value,
    ) -> Result<Value, Failed> {
        let (a, b) = (self.float_number(ty, a)?, self.float_number(ty, b)?);
        Ok(Value::bit(eval::float_compare(op, ty, a, b)))
    }

    /// Returns a float with its sign inverted.
    pub fn float_neg(&mut self, ty: Ty, a: Value) -> Result<Value, Failed> {
        let a = self.float_number(ty, a)?;
        Ok(self.of_number(ty, eval::float_neg(ty, a)))
    }

    /// Returns whether a float is representable as an integer, as one bit.
    pub fn float_fits(
        &mut self,
        signed: bool,
        from: Ty,
        to: Ty,
        a: Value,
    ) -> Result<Value, Failed> {
        let a = self.float_number(from, a)?;
        Ok(Value::bit(eval::float_fits(signed, from, to.bits(self.pointer), a)))
    }

    /// Adds a number of bytes to a pointer.
    /// Implements `PTRARITHMETIC` of *SL CPA*.
    #[inline]
    pub fn pointer_add(&mut self, pointer: Value, offset: Value) -> Value {
        match (pointer, offset) {
            (Value::Pointer { block, offset }, Value::Bits(by)) => {
                self.moved(block, offset.wrapping_add(by))
            }
            (Value::Bits(address), Value::Bits(by)) => {
                Value::Bits(address.wrapping_add(by) & mask(self.pointer))
            }
            _ => {
                let (pointer, offset) = (self.term(Ty::Ptr, pointer), self.term(Ty::Ptr, offset));
                let sum = self.terms.add(pointer, offset);
                self.value(sum)
            }
        }
    }

    /// Returns the distance of two pointers in bytes.
    pub fn pointer_sub(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (
                Value::Pointer { block: one, offset: a },
                Value::Pointer { block: other, offset: b },
            ) if one == other => Value::Bits(a.wrapping_sub(b) & mask(self.pointer)),
            _ => {
                let (a, b) = (self.term(Ty::Ptr, a), self.term(Ty::Ptr, b));
                let difference = self.terms.sub(a, b);
                self.value(difference)
            }
        }
    }
}

/// Evaluates an operator on machine words; `None` for widths beyond 64 and where the operator has no result.
#[inline]
pub(crate) fn word_binary(op: BinaryOp, width: u32, a: u64, b: u64) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a.checked_shl(u32::try_from(b).unwrap_or(64)).unwrap_or(0),
        BinaryOp::LShr => a.checked_shr(u32::try_from(b).unwrap_or(64)).unwrap_or(0),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv if b != 0 => {
            sign_extend_word(a, width).wrapping_div(sign_extend_word(b, width)) as u64
        }
        BinaryOp::SRem if b != 0 => {
            sign_extend_word(a, width).wrapping_rem(sign_extend_word(b, width)) as u64
        }
        BinaryOp::AShr => (sign_extend_word(a, width) >> b.min(63)) as u64,
        BinaryOp::SDiv | BinaryOp::SRem => return None,
    };
    Some(result & mask(width))
}

#[inline]
fn word_compare(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => sign_extend_word(a, width) < sign_extend_word(b, width),
        CompareOp::Sle => sign_extend_word(a, width) <= sign_extend_word(b, width),
    }
}

/// Whether a result of at most 32 bits is representable, computed in 64 bits.
#[inline]
pub(crate) fn word_fits(op: FitsOp, signed: bool, width: u32, a: u64, b: u64) -> Option<bool> {
    let (a, b) = if signed {
        (sign_extend_word(a, width), sign_extend_word(b, width))
    } else {
        (a as i64, b as i64)
    };
    let exact = match op {
        FitsOp::Add => a + b,
        FitsOp::Sub => a - b,
        FitsOp::Mul if signed => a * b,
        _ => return None,
    };
    Some(if signed {
        sign_extend_word(exact as u64, width) == exact
    } else {
        exact >= 0 && exact as u64 <= mask(width)
    })
}
