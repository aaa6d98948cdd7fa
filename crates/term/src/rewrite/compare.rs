//! Rules for equality and order.
//!
//! Normal form: equalities of concatenations are split into equalities of the parts. In an equality of sums, each term
//! is on one side and common powers of two are divided out: an equation modulo `2^n` whose coefficients are multiples
//! of `2^s` is an equation modulo `2^(n-s)`. An equation with one symbolic term and an odd coefficient is solved by the
//! inverse. Comparisons are as narrow as zero and sign extension allow. A comparison of an `ite` of constants with a
//! constant is a formula over the conditions.

use super::linear::Linear;
use super::{Args, Rule, both};
use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, Terms};

/// The length up to which chains of `ite`s are lifted: the formula becomes as long as the chain.
const MAX_LIFTED: usize = 64;

pub(super) static EQ: &[Rule] = &[
    Rule { name: "eq-self", apply: eq_self, applies: &["(= x x)", "(= a a)"], not: &["(= x y)"] },
    Rule {
        name: "eq-truth-value",
        apply: eq_truth_value,
        applies: &["(= p true)", "(= p false)", "(= p (not p))", "(= (not p) q)", "(= q (not p))"],
        not: &["(= p q)"],
    },
    Rule {
        name: "eq-one-bit-zero",
        apply: eq_one_bit_zero,
        applies: &["(= ((_ extract 0 0) x) #b0)"],
        not: &["(= ((_ extract 0 0) x) #b1)", "(= ((_ extract 1 0) x) #b00)"],
    },
    Rule {
        name: "eq-concat",
        apply: eq_concat,
        applies: &[
            "(= (concat x y) (concat z x))",
            "(= (concat x (concat y #x5)) (concat (_ bv3 $w) (concat (_ bv1 $w) #x4)))",
        ],
        not: &["(= (concat x #b0) (concat #b0 x))"],
    },
    Rule {
        name: "eq-concat-constant",
        apply: eq_concat_constant,
        applies: &["(= (concat #x0 ((_ extract 3 0) x)) #x07)"],
        not: &["(= (concat x y) (concat y x))"],
    },
    Rule {
        name: "eq-sign-extend",
        apply: eq_sign_extend,
        applies: &[
            "(= ((_ sign_extend 4) ((_ extract 3 0) x)) #x07)",
            "(= ((_ sign_extend 4) ((_ extract 3 0) x)) #xf8)",
            "(= ((_ sign_extend 4) ((_ extract 3 0) x)) #x08)",
            "(= ((_ sign_extend 3) x) ((_ sign_extend 3) y))",
        ],
        not: &["(= ((_ sign_extend 3) x) (concat #b000 y))"],
    },
    Rule {
        name: "eq-xor",
        apply: eq_xor,
        applies: &["(= (bvxor x (_ bv5 $w)) (_ bv3 $w))", "(= (bvxor x y) (_ bv0 $w))"],
        not: &["(= (bvxor x y) (_ bv3 $w))"],
    },
    Rule {
        name: "eq-sums",
        apply: eq_sums,
        applies: &[
            "(= (bvadd x (_ bv3 $w)) (_ bv5 $w))",
            "(= (bvadd x y) (bvadd x z))",
            "(= (bvmul x (_ bv3 $w)) (_ bv2 $w))",
            "(= (bvadd (bvmul x (_ bv4 $w)) (_ bv4 $w)) (_ bv0 $w))",
            "(= (bvadd (bvmul x (_ bv4 $w)) (bvmul y (_ bv2 $w))) (_ bv3 $w))",
            "(= (bvneg x) (bvneg y))",
            "(= (bvnot x) (_ bv3 $w))",
        ],
        not: &["(= x y)", "(= x (_ bv5 $w))", "(= (bvmul x y) (_ bv4 $w))"],
    },
    Rule {
        name: "eq-ite",
        apply: eq_ite,
        applies: &["(= (ite p x y) x)", "(= y (ite p x y))", "(= (ite p x y) (ite p y z))"],
        not: &["(= (ite p x y) z)", "(= (ite p x y) (ite q z x))"],
    },
    Rule {
        name: "eq-ite-of-constants",
        apply: compare_ite,
        applies: &[
            "(= (ite p (_ bv1 $w) x) (_ bv3 $w))",
            "(= (ite p (_ bv3 $w) (ite q x (_ bv1 $w))) (_ bv1 $w))",
        ],
        not: &["(= (ite p x y) (_ bv3 $w))"],
    },
];

pub(super) static LESS: &[Rule] = &[
    Rule {
        name: "less-self",
        apply: less_self,
        applies: &["(bvult x x)", "(bvslt x x)"],
        not: &["(bvult x y)"],
    },
    Rule {
        name: "less-at-the-ends",
        apply: less_at_the_ends,
        applies: &[
            "(bvult x (_ bv0 $w))",
            "(bvult x (_ bv1 $w))",
            "(bvult (_ bv0 $w) x)",
            "(bvult x (_ bv$max $w))",
            "(bvult (_ bv$max $w) x)",
            "(bvslt x (_ bv$min $w))",
            "(bvslt (_ bv$min $w) x)",
        ],
        not: &["(bvult x (_ bv2 $w))", "(bvslt x (_ bv0 $w))", "(bvslt x (_ bv1 $w))"],
    },
    Rule {
        name: "less-same-front",
        apply: less_same_front,
        applies: &[
            "(bvult (concat x y) (concat x z))",
            "(bvslt (concat x y) (concat x z))",
            "(bvult (concat #x0 ((_ extract 3 0) x)) #x07)",
            "(bvult #x07 (concat #x0 ((_ extract 3 0) x)))",
        ],
        not: &[
            "(bvult (concat x y) (concat z y))",
            "(bvult (concat #x0 ((_ extract 3 0) x)) #x17)",
        ],
    },
    Rule {
        name: "slt-same-sign",
        apply: slt_same_sign,
        applies: &["(bvslt (concat #b00 x) (concat #b0 (concat y #b1)))"],
        not: &["(bvslt (concat #b0 x) (concat y #b0))"],
    },
    Rule {
        name: "less-sign-extend",
        apply: less_sign_extend,
        applies: &[
            "(bvslt ((_ sign_extend 3) x) ((_ sign_extend 3) y))",
            "(bvult ((_ sign_extend 3) x) ((_ sign_extend 3) y))",
            "(bvslt ((_ sign_extend 4) ((_ extract 3 0) x)) #x05)",
            "(bvslt #xfb ((_ sign_extend 4) ((_ extract 3 0) x)))",
        ],
        not: &["(bvslt ((_ sign_extend 4) ((_ extract 3 0) x)) #x15)"],
    },
    Rule {
        name: "less-ite-of-constants",
        apply: compare_ite,
        applies: &[
            "(bvult (ite p (_ bv1 $w) x) (_ bv3 $w))",
            "(bvslt (_ bv3 $w) (ite p x (_ bv5 $w)))",
        ],
        not: &["(bvult (ite p x y) (_ bv3 $w))"],
    },
];

/// match: `(= a a)`; result: `true`
fn eq_self(_: &mut Terms, _: Op, args: Args) -> Option<Term> {
    (args[0] == args[1]).then_some(Term::TRUE)
}

/// match: `(= p true)`, `(= p false)`, or an equality with a negation on one side;
/// result: `p`, `(not p)`, or the negated equality
fn eq_truth_value(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    match args[1] {
        Term::TRUE => return Some(args[0]),
        Term::FALSE => return Some(terms.not(args[0])),
        _ => {}
    }
    both(args).into_iter().find(|&(a, _)| terms.op(a) == Op::Not).map(|(a, b)| {
        let inner = terms.arg(a, 0);
        let same = terms.eq(inner, b);
        terms.not(same)
    })
}

/// match: `(= a #b0)`; result: `(not (= a #b1))`, so that a bit and its complement are recognised as such
fn eq_one_bit_zero(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    if terms.op(args[1]) != (Op::Small { width: 1, value: 0 }) {
        return None;
    }
    let one = terms.word(1, 1);
    let set = terms.eq(args[0], one);
    Some(terms.not(set))
}

/// match: `(= (concat ...) (concat ...))` with a common cut; result: the equalities of the parts
fn eq_concat(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    terms.as_concat(args[0])?;
    terms.as_concat(args[1])?;
    let [mut left, mut right] = [args[0], args[1]].map(|arg| terms.concat_parts(arg));
    // Walk from the least significant ends and close a pair of parts at each common cut.
    let mut pairs = Vec::new();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    let (mut a_width, mut b_width) = (0, 0);
    while !left.is_empty() || !right.is_empty() {
        let (side, pieces, width) = if a_width <= b_width {
            (&mut left, &mut a, &mut a_width)
        } else {
            (&mut right, &mut b, &mut b_width)
        };
        let part = side.pop()?;
        *width += terms.width(part);
        pieces.push(part);
        if a_width == b_width {
            pairs.push((std::mem::take(&mut a), std::mem::take(&mut b)));
        }
    }
    if pairs.len() < 2 {
        return None;
    }
    let mut all = Term::TRUE;
    for (a, b) in pairs {
        let (a, b) = (joined(terms, &a), joined(terms, &b));
        let same = terms.eq(a, b);
        all = terms.and(all, same);
    }
    Some(all)
}

/// Concatenates parts, the first of which is the least significant.
fn joined(terms: &mut Terms, parts: &[Term]) -> Term {
    let mut whole = parts[0];
    for &part in &parts[1..] {
        whole = terms.concat(part, whole);
    }
    whole
}

/// match: `(= (concat ...) c)`; result: the equality of each part and its part of the constant
fn eq_concat_constant(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    terms.as_concat(args[0])?;
    let constant = terms.as_bits(args[1])?;
    let mut low = 0;
    let mut all = Term::TRUE;
    for part in terms.concat_parts(args[0]).into_iter().rev() {
        let width = terms.width(part);
        let piece = terms.bits(&constant.extract(low + width - 1, low));
        let same = terms.eq(part, piece);
        if same == Term::FALSE {
            return Some(Term::FALSE);
        }
        all = terms.and(all, same);
        low += width;
    }
    Some(all)
}

/// Returns the constant of `width` bits whose sign extension is the given one, if it exists.
fn sign_truncated(constant: &Bits, width: u32) -> Option<Bits> {
    let cut = constant.extract(width - 1, 0);
    (cut.sign_extend(constant.width() - width) == *constant).then_some(cut)
}

/// match: `(= (sign_extend a) c)`; result: `a` equal to the truncated constant, or `false`.
/// match: `(= (sign_extend a) (sign_extend b))`; result: `(= a b)`
fn eq_sign_extend(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let Op::SignExtend(by) = terms.op(args[0]) else {
        return None;
    };
    let inner = terms.arg(args[0], 0);
    if terms.op(args[1]) == Op::SignExtend(by) {
        let other = terms.arg(args[1], 0);
        return Some(terms.eq(inner, other));
    }
    let constant = terms.as_bits(args[1])?;
    let Some(cut) = sign_truncated(&constant, terms.width(inner)) else {
        return Some(Term::FALSE);
    };
    let cut = terms.bits(&cut);
    Some(terms.eq(inner, cut))
}

/// match: `(= (bvxor a c) d)`; result: `(= a (bvxor c d))`.
/// match: `(= (bvxor a b) 0)`; result: `(= a b)`
fn eq_xor(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    if terms.op(args[0]) != Op::BvXor {
        return None;
    }
    let constant = terms.as_bits(args[1])?;
    let (a, b) = (terms.arg(args[0], 0), terms.arg(args[0], 1));
    if constant.is_zero() {
        return Some(terms.eq(a, b));
    }
    let mask = terms.as_bits(b)?;
    let other = terms.bits(&mask.xor(&constant));
    Some(terms.eq(a, other))
}

/// match: an equality of sums that is not in normal form; result: its normal form
fn eq_sums(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let width = terms.sort(args[0]).width()?;
    if !args[..2].iter().any(|&arg| is_sum(terms, arg)) {
        return None;
    }
    let sum = Linear::difference(terms, args[0], args[1])?;
    let even = sum.summands.iter().map(|(coefficient, _)| coefficient.trailing_zeros()).min();
    match even {
        None => Some(Term::from(sum.constant.is_zero())),
        Some(even) if even > 0 => Some(halved(terms, &sum, even)),
        Some(_) => {
            let (left, right) = sides(terms, odd_factor_out(sum));
            let same = both(args).contains(&(left, right));
            (!same).then(|| terms.eq(left, right))
        }
    }
    .inspect(|&result| debug_assert!(width > 0 && terms.sort(result) == Sort::Bool))
}

/// Returns whether a term is treated as a sum.
fn is_sum(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::BvAdd | Op::BvNeg | Op::BvNot | Op::Base(_) => true,
        Op::BvMul => terms.is_constant(terms.arg(term, 1)),
        Op::Extract { low: 0, .. } => {
            let inner = terms.arg(term, 0);
            matches!(terms.op(inner), Op::BvAdd | Op::BvNeg | Op::BvMul | Op::BvNot)
                && is_sum(terms, inner)
        }
        _ => false,
    }
}

/// Builds `sum == 0` where all coefficients are multiples of `2^by`: an equation in `by` bits less.
fn halved(terms: &mut Terms, sum: &Linear, by: u32) -> Term {
    let width = sum.constant.width();
    if sum.constant.trailing_zeros() < by {
        return Term::FALSE;
    }
    if by >= width {
        return Term::TRUE;
    }
    let cut = |value: &Bits| value.extract(width - 1, by);
    let mut left = terms.word(width - by, 0);
    for (coefficient, term) in &sum.summands {
        let low = terms.extract(width - by - 1, 0, *term);
        let coefficient = terms.bits(&cut(coefficient));
        let summand = terms.mul(low, coefficient);
        left = terms.add(left, summand);
    }
    let right = terms.bits(&cut(&sum.constant).neg());
    terms.eq(left, right)
}

/// Divides by a common odd factor if all coefficients have the same absolute value.
fn odd_factor_out(mut sum: Linear) -> Linear {
    let first = sum.summands[0].0.clone();
    let common = sum.summands.iter().all(|(c, _)| *c == first || *c == first.neg());
    if let (true, Some(inverse)) = (common, first.inverse()) {
        for (coefficient, _) in &mut sum.summands {
            *coefficient = coefficient.mul(&inverse);
        }
        sum.constant = sum.constant.mul(&inverse);
    }
    sum
}

/// Builds the two sides of `sum == 0`: positive coefficients on the left, negative ones and the constant on the right.
/// Of the two ways to do so, it prefers the one with more summands on the left.
fn sides(terms: &mut Terms, mut sum: Linear) -> (Term, Term) {
    let least = Bits::signed_min(sum.constant.width());
    let negative = |c: &Bits| c.sign() && *c != least;
    let (mut minus, mut plus, mut first_is_minus) = (0, 0, None);
    for (coefficient, _) in sum.summands.iter().filter(|(c, _)| *c != least) {
        if negative(coefficient) {
            minus += 1;
        } else {
            plus += 1;
        }
        first_is_minus.get_or_insert(negative(coefficient));
    }
    if minus > plus || (minus == plus && first_is_minus == Some(true)) {
        for (coefficient, _) in &mut sum.summands {
            *coefficient = coefficient.neg();
        }
        sum.constant = sum.constant.neg();
    }
    let width = sum.constant.width();
    let (right, left): (Vec<_>, Vec<_>) = sum.summands.into_iter().partition(|(c, _)| negative(c));
    let right = right.into_iter().map(|(c, term)| (c.neg(), term)).collect();
    let left = Linear { summands: left, constant: Bits::zero(width) };
    let right = Linear { summands: right, constant: sum.constant.neg() };
    (left.build(terms), right.build(terms))
}

/// match: `(= (ite c a b) a)`; result: `(or c (= b a))`; likewise for `b`.
/// match: `(= (ite c a b) (ite c d e))`; result: `(ite c (= a d) (= b e))`
fn eq_ite(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    for (choice, other) in both(args) {
        let Some((condition, then, otherwise)) = terms.as_ite(choice) else {
            continue;
        };
        if then == other || otherwise == other {
            let same = terms.eq(then, otherwise);
            let taken = if then == other { condition } else { terms.not(condition) };
            return Some(terms.or(taken, same));
        }
        if let Some((same_condition, d, e)) = terms.as_ite(other)
            && same_condition == condition
        {
            let (then, otherwise) = (terms.eq(then, d), terms.eq(otherwise, e));
            return Some(terms.ite(condition, then, otherwise));
        }
    }
    None
}

/// match: `(op (ite c k a) d)` with constants `k` and `d`, and further down the chain of `ite`s;
/// result: the comparisons below the `ite`s
fn compare_ite(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let side = usize::from(terms.is_constant(args[0]));
    if !terms.is_constant(args[1 - side]) {
        return None;
    }
    let compare = |terms: &mut Terms, value: Term| {
        let mut pair = [args[0], args[1]];
        pair[side] = value;
        terms.make(op, &pair)
    };
    let mut rest = args[side];
    let mut chain = Vec::new();
    while let Some((condition, then, otherwise)) = terms.as_ite(rest) {
        let (constant, next) = match (terms.is_constant(then), terms.is_constant(otherwise)) {
            (true, _) => (then, otherwise),
            (false, true) => (otherwise, then),
            (false, false) => break,
        };
        if chain.len() == MAX_LIFTED {
            return None;
        }
        chain.push((condition, constant, constant == then));
        rest = next;
    }
    if chain.is_empty() {
        return None;
    }
    let mut result = compare(terms, rest);
    for (condition, constant, constant_first) in chain.into_iter().rev() {
        let decided = compare(terms, constant);
        result = match constant_first {
            true => terms.ite(condition, decided, result),
            false => terms.ite(condition, result, decided),
        };
    }
    Some(result)
}

/// match: `(less a a)`; result: `false`
fn less_self(_: &mut Terms, _: Op, args: Args) -> Option<Term> {
    (args[0] == args[1]).then_some(Term::FALSE)
}

/// match: a comparison with the least or greatest value, or with a neighbour of these; result: `false`, an equality, or
/// its negation
fn less_at_the_ends(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let width = terms.width(args[0]);
    let least = if op == Op::BvUlt { Bits::zero(width) } else { Bits::signed_min(width) };
    let greatest = least.not();
    let one = Bits::one(width);
    let (end, value, impossible, next) = match (terms.as_bits(args[0]), terms.as_bits(args[1])) {
        // a < c: unsatisfiable for the least c; for its successor, only the least value remains.
        (None, Some(c)) => (args[0], c, least.clone(), least.add(&one)),
        (Some(c), None) => (args[1], c, greatest.clone(), greatest.sub(&one)),
        _ => return None,
    };
    if value == impossible {
        return Some(Term::FALSE);
    }
    if value == next {
        let only = terms.bits(&impossible);
        return Some(terms.eq(end, only));
    }
    // a < greatest, least < a: all values but one.
    let other_end = if impossible == least { greatest } else { least };
    if value != other_end {
        return None;
    }
    let excluded = terms.bits(&other_end);
    let same = terms.eq(end, excluded);
    Some(terms.not(same))
}

/// match: `(less (concat h a) (concat h b))`, where constants count as concatenations;
/// result: `(bvult a b)`
fn less_same_front(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let cut =
        args[..2].iter().find_map(|&arg| terms.as_concat(arg)).map(|(h, _)| terms.width(h))?;
    let (a_front, a) = front(terms, args[0], cut)?;
    let (b_front, b) = front(terms, args[1], cut)?;
    (a_front == b_front).then(|| terms.ult(a, b))
}

/// Splits off the `cut` highest bits of a constant or of a concatenation with a cut there.
fn front(terms: &mut Terms, term: Term, cut: u32) -> Option<(Term, Term)> {
    if let Some(value) = terms.as_bits(term) {
        let width = value.width();
        let high = terms.bits(&value.extract(width - 1, width - cut));
        return Some((high, terms.bits(&value.extract(width - cut - 1, 0))));
    }
    terms.as_concat(term).filter(|&(high, _)| terms.width(high) == cut)
}

/// match: `(bvslt a b)` where both signs are known to be equal; result: `(bvult a b)`
fn slt_same_sign(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    if op != Op::BvSlt {
        return None;
    }
    let (a, b) = (terms.known_sign(args[0])?, terms.known_sign(args[1])?);
    (a == b).then(|| terms.ult(args[0], args[1]))
}

/// match: `(less (sign_extend a) (sign_extend b))`; result: `(less a b)`.
/// match: `(bvslt (sign_extend a) c)` for a constant that is a sign extension, in both orders; result: the comparison
/// before extension
fn less_sign_extend(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let inner = |arg: Term| match terms.op(arg) {
        Op::SignExtend(_) => Some(terms.arg(arg, 0)),
        _ => None,
    };
    let width = [args[0], args[1]].into_iter().find_map(inner).map(|a| terms.width(a))?;
    let mut cut = |arg: Term| match inner_of(terms, arg) {
        Some(inner) => (terms.width(inner) == width).then_some(inner),
        None => {
            let constant = terms.as_bits(arg).filter(|_| op == Op::BvSlt)?;
            let cut = sign_truncated(&constant, width)?;
            Some(terms.bits(&cut))
        }
    };
    let (a, b) = (cut(args[0])?, cut(args[1])?);
    Some(terms.make(op, &[a, b]))
}

fn inner_of(terms: &Terms, arg: Term) -> Option<Term> {
    matches!(terms.op(arg), Op::SignExtend(_)).then(|| terms.arg(arg, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(terms: &mut Terms, width: u32) -> Term {
        terms.symbol("i", Sort::Bits(width))
    }

    #[test]
    fn equations_in_one_unknown_are_solved() {
        let mut terms = Terms::new();
        let i = symbol(&mut terms, 32);
        let [two, three, four, sixteen] = [2, 3, 4, 16].map(|n| terms.word(32, n));
        // 3*i == 2 by the inverse of 3
        let product = terms.mul(i, three);
        let equation = terms.eq(product, two);
        let solution = terms.word(32, 2 * 0xaaaa_aaab_u64);
        let expected = terms.eq(i, solution);
        assert_eq!(equation, expected);
        // 4*i + 4 == 16 modulo 2^32 leaves the two high bits free
        let product = terms.mul(i, four);
        let sum = terms.add(product, four);
        let equation = terms.eq(sum, sixteen);
        let low = terms.extract(29, 0, i);
        let solution = terms.word(30, 3);
        let expected = terms.eq(low, solution);
        assert_eq!(equation, expected);
        // ... and is i == 3 where they are known
        let byte = symbol(&mut terms, 8);
        let wide = terms.zero_extend(24, byte);
        let product = terms.mul(wide, four);
        let sum = terms.add(product, four);
        let equation = terms.eq(sum, sixteen);
        let solution = terms.word(8, 3);
        let expected = terms.eq(byte, solution);
        assert_eq!(equation, expected);
        // 4*i + 2 is never 16
        let sum = terms.add(product, two);
        assert_eq!(terms.eq(sum, sixteen), Term::FALSE);
    }

    #[test]
    fn pointers_into_one_block_compare_by_offset() {
        let mut terms = Terms::new();
        let (_, base) = terms.base(Bits::new(64, 0x1000));
        let (_, other) = terms.base(Bits::new(64, 0x2000));
        let i = symbol(&mut terms, 64);
        let j = symbol(&mut terms, 64);
        let (p, q) = (terms.add(base, i), terms.add(base, j));
        let same = terms.eq(p, q);
        assert_eq!(same, terms.eq(i, j));
        assert_eq!(terms.eq(base, other), Term::FALSE);
        let zero = terms.word(64, 0);
        assert_eq!(terms.eq(base, zero), Term::FALSE);
    }
}
