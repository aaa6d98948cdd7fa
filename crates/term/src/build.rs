//! A named constructor for every operator of SMT-LIB's core, bit-vector and array theories.
//!
//! Operators that the table in `op` lacks are defined here by those that it has. This file does not simplify (see
//! `rewrite`).

use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, Terms};

macro_rules! direct {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $op:ident;)*) => {
        /// Operators of the table.
        impl Terms {
            $($(#[$doc])* pub fn $name(&mut self, $($arg: Term),*) -> Term {
                self.make(Op::$op, &[$($arg),*])
            })*
        }
    };
}

direct! {
    /// Builds `not`.
    not(a) = Not;
    /// Builds `and` of two.
    and(a, b) = And;
    /// Builds `or` of two.
    or(a, b) = Or;
    /// Builds `=`.
    eq(a, b) = Eq;
    /// Builds `bvnot`.
    bvnot(a) = BvNot;
    /// Builds `bvneg`.
    neg(a) = BvNeg;
    /// Builds `bvand`.
    bvand(a, b) = BvAnd;
    /// Builds `bvor`.
    bvor(a, b) = BvOr;
    /// Builds `bvxor`.
    bvxor(a, b) = BvXor;
    /// Builds `bvadd`.
    add(a, b) = BvAdd;
    /// Builds `bvmul`.
    mul(a, b) = BvMul;
    /// Builds `bvudiv`.
    udiv(a, b) = BvUdiv;
    /// Builds `bvurem`.
    urem(a, b) = BvUrem;
    /// Builds `bvsdiv`.
    sdiv(a, b) = BvSdiv;
    /// Builds `bvsrem`.
    srem(a, b) = BvSrem;
    /// Builds `bvshl`.
    shl(a, b) = BvShl;
    /// Builds `bvlshr`.
    lshr(a, b) = BvLshr;
    /// Builds `bvashr`.
    ashr(a, b) = BvAshr;
    /// Builds `bvult`.
    ult(a, b) = BvUlt;
    /// Builds `bvslt`.
    slt(a, b) = BvSlt;
    /// Builds `concat`.
    concat(high, low) = Concat;
    /// Builds `select`.
    select(array, index) = Select;
    /// Builds `store`.
    store(array, index, element) = Store;
}

/// Operators with a parameter.
impl Terms {
    /// Builds `ite`.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let term = self.make(Op::Ite, &[condition, then, otherwise]);
        if self.op(term) == Op::Ite {
            self.ite_counts.all += 1;
            let known = self.is_ite_of_constants(term);
            self.ite_counts.symbolic += u64::from(!known);
        }
        term
    }

    /// Returns whether both sides of an `ite` are constants, or `ite`s of constants in turn.
    fn is_ite_of_constants(&mut self, choice: Term) -> bool {
        let sides = [self.arg(choice, 1), self.arg(choice, 2)];
        let is_one = |&side: &Term| self.is_constant(side) || self.constant_ites.contains(&side);
        let known = sides.iter().all(is_one);
        if known {
            self.constant_ites.insert(choice);
        }
        known
    }

    /// Builds `(_ extract high low)`.
    pub fn extract(&mut self, high: u32, low: u32, a: Term) -> Term {
        self.make(Op::Extract { high, low }, &[a])
    }

    /// Builds `(_ sign_extend by)`.
    pub fn sign_extend(&mut self, by: u32, a: Term) -> Term {
        self.make(Op::SignExtend(by), &[a])
    }

    /// Builds `(_ zero_extend by)`.
    pub fn zero_extend(&mut self, by: u32, a: Term) -> Term {
        if by == 0 {
            return a;
        }
        let zeros = self.word(by, 0);
        self.concat(zeros, a)
    }

    /// Builds `((as const (Array (_ BitVec index) _)) element)`.
    pub fn const_array(&mut self, index: u32, element: Term) -> Term {
        self.make(Op::ConstArray { index }, &[element])
    }

    /// Builds `(_ repeat times)`; `times` is at least one.
    pub fn repeat(&mut self, times: u32, a: Term) -> Term {
        (1..times).fold(a, |repeated, _| self.concat(a, repeated))
    }

    /// Builds `(_ rotate_left by)`.
    pub fn rotate_left(&mut self, by: u32, a: Term) -> Term {
        let width = self.width(a);
        let by = by % width;
        if by == 0 {
            return a;
        }
        let high = self.extract(width - by - 1, 0, a);
        let low = self.extract(width - 1, width - by, a);
        self.concat(high, low)
    }

    /// Builds `(_ rotate_right by)`.
    pub fn rotate_right(&mut self, by: u32, a: Term) -> Term {
        let width = self.width(a);
        self.rotate_left(width - by % width, a)
    }
}

/// Operators defined by other operators.
impl Terms {
    /// Builds `=>`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not = self.not(a);
        self.or(not, b)
    }

    /// Builds `xor` of two Booleans.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Builds `distinct` of two.
    pub fn distinct(&mut self, a: Term, b: Term) -> Term {
        self.xor(a, b)
    }

    /// Builds the conjunction of all terms.
    pub fn all(&mut self, conjuncts: impl IntoIterator<Item = Term>) -> Term {
        conjuncts.into_iter().fold(Term::TRUE, |all, next| self.and(all, next))
    }

    /// Builds the disjunction of all terms.
    pub fn any(&mut self, disjuncts: impl IntoIterator<Item = Term>) -> Term {
        disjuncts.into_iter().fold(Term::FALSE, |any, next| self.or(any, next))
    }

    /// Builds `bvsub`.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let minus = self.neg(b);
        self.add(a, minus)
    }

    /// Builds `bvsmod`.
    pub fn smod(&mut self, a: Term, b: Term) -> Term {
        // The remainder has the sign of the dividend. Where that differs from the divisor's, add the divisor.
        let remainder = self.srem(a, b);
        let zero = self.word(self.width(a), 0);
        let (even, moved) = (self.eq(remainder, zero), self.add(remainder, b));
        let (a_sign, b_sign) = (self.sign(a), self.sign(b));
        let same_sign = self.eq(a_sign, b_sign);
        let keep = self.or(even, same_sign);
        self.ite(keep, remainder, moved)
    }

    /// Builds the predicate that a bit-vector is negative.
    pub fn sign(&mut self, a: Term) -> Term {
        let zero = self.word(self.width(a), 0);
        self.slt(a, zero)
    }

    /// Builds `bvnand`.
    pub(crate) fn nand(&mut self, a: Term, b: Term) -> Term {
        let and = self.bvand(a, b);
        self.bvnot(and)
    }

    /// Builds `bvnor`.
    pub(crate) fn nor(&mut self, a: Term, b: Term) -> Term {
        let or = self.bvor(a, b);
        self.bvnot(or)
    }

    /// Builds `bvxnor`.
    pub(crate) fn xnor(&mut self, a: Term, b: Term) -> Term {
        let xor = self.bvxor(a, b);
        self.bvnot(xor)
    }

    /// Builds `bvcomp`: one bit, set if the two are equal.
    pub(crate) fn comp(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.bit_of(same)
    }

    /// Builds the bit-vector of width one that is set if a Boolean holds.
    pub fn bit_of(&mut self, a: Term) -> Term {
        let (one, zero) = (self.word(1, 1), self.word(1, 0));
        self.ite(a, one, zero)
    }

    /// Builds `bvule`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Builds `bvugt`.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Builds `bvuge`.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Builds `bvsle`.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Builds `bvsgt`.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Builds `bvsge`.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}

/// The overflow predicates of SMT-LIB 2.7: true where the exact result is not representable.
impl Terms {
    /// Builds `bvnego`.
    pub(crate) fn neg_overflows(&mut self, a: Term) -> Term {
        let least = self.signed_min(self.width(a));
        self.eq(a, least)
    }

    /// Builds `bvuaddo`.
    pub fn unsigned_add_overflows(&mut self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        self.ult(sum, a)
    }

    /// Builds `bvsaddo`.
    pub fn signed_add_overflows(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.sign_extend(1, a), self.sign_extend(1, b));
        let sum = self.add(a, b);
        self.leaves_signed_range(sum, 1)
    }

    /// Builds `bvusubo`.
    pub fn unsigned_sub_overflows(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Builds `bvssubo`.
    pub fn signed_sub_overflows(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.sign_extend(1, a), self.sign_extend(1, b));
        let difference = self.sub(a, b);
        self.leaves_signed_range(difference, 1)
    }

    /// Builds `bvumulo`.
    pub fn unsigned_mul_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = (self.zero_extend(width, a), self.zero_extend(width, b));
        let product = self.mul(a, b);
        let high = self.extract(2 * width - 1, width, product);
        let zero = self.word(width, 0);
        self.distinct(high, zero)
    }

    /// Builds `bvsmulo`.
    pub fn signed_mul_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(factor) = self.as_bits(b).filter(|it| !it.sign() && !it.is_zero()) {
            // No product is needed: the exact product fits if and only if the other factor lies in an interval.
            let least = Bits::signed_min(width);
            let (low, high) = (least.sdiv(&factor), least.not().sdiv(&factor));
            let (low, high) = (self.bits(&low), self.bits(&high));
            let (below, above) = (self.slt(a, low), self.slt(high, a));
            return self.or(below, above);
        }
        let (a, b) = (self.sign_extend(width, a), self.sign_extend(width, b));
        let product = self.mul(a, b);
        self.leaves_signed_range(product, width)
    }

    /// Builds `bvsdivo`.
    pub fn signed_div_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (least, ones) = (self.signed_min(width), self.bvnot_zero(width));
        let (a_least, b_minus) = (self.eq(a, least), self.eq(b, ones));
        self.and(a_least, b_minus)
    }

    /// Builds the predicate that a signed number does not fit in `by` bits less than it has. It uses comparisons:
    /// domains are more precise on these than on a truncation followed by an extension.
    fn leaves_signed_range(&mut self, a: Term, by: u32) -> Term {
        let width = self.width(a);
        let least = Bits::signed_min(width - by);
        let (low, high) = (least.sign_extend(by), least.not().sign_extend(by));
        let (low, high) = (self.bits(&low), self.bits(&high));
        let (below, above) = (self.slt(a, low), self.slt(high, a));
        self.or(below, above)
    }

    /// Returns the smallest signed number of a width.
    pub fn signed_min(&mut self, width: u32) -> Term {
        let value = Bits::signed_min(width);
        self.bits(&value)
    }

    fn bvnot_zero(&mut self, width: u32) -> Term {
        let value = Bits::ones(width);
        self.bits(&value)
    }

    /// Returns the zero of a sort: the value of a symbol that a model does not mention.
    pub fn zero_of(&mut self, sort: Sort) -> Term {
        match sort {
            Sort::Bool => Term::FALSE,
            Sort::Bits(width) => self.word(width, 0),
            Sort::Array { index, element } => {
                let zero = self.word(element, 0);
                self.const_array(index, zero)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::sign_extend_word;
    use crate::eval::eval;
    use crate::model::{Model, Value};

    /// Compares the predicates with exact integer arithmetic, for all arguments of small widths.
    #[test]
    fn overflow_predicates_hold_where_the_exact_result_does_not_fit() {
        type Predicate = fn(&mut Terms, Term, Term) -> Term;
        type Exact = fn(i64, i64) -> i64;
        let signed: [(Predicate, Exact); 3] = [
            (Terms::signed_add_overflows, |a, b| a + b),
            (Terms::signed_sub_overflows, |a, b| a - b),
            (Terms::signed_mul_overflows, |a, b| a * b),
        ];
        let unsigned: [(Predicate, Exact); 3] = [
            (Terms::unsigned_add_overflows, |a, b| a + b),
            (Terms::unsigned_sub_overflows, |a, b| a - b),
            (Terms::unsigned_mul_overflows, |a, b| a * b),
        ];
        for width in 1..=4u32 {
            let half = 1i64 << (width - 1);
            let mut terms = Terms::without_rewriting();
            let mut check = |predicate: Predicate, a: u64, b: u64, overflows: bool| {
                let (a, b) = (terms.word(width, a), terms.word(width, b));
                let term = predicate(&mut terms, a, b);
                assert_eq!(eval(&terms, term, &Model::new()), Value::Bool(overflows));
            };
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                let number = |value| sign_extend_word(value, width);
                for (predicate, exact) in signed {
                    let result = exact(number(a), number(b));
                    check(predicate, a, b, !(-half..half).contains(&result));
                }
                for (predicate, exact) in unsigned {
                    let result = exact(a as i64, b as i64);
                    check(predicate, a, b, !(0..2 * half).contains(&result));
                }
            }
        }
    }
}
