//! Sums: the normal form of linear arithmetic, and its rules.
//!
//! Normal form of a bit-vector sum: `base + c1*t1 + c2*t2 + ... + c`. The address of a block comes first. The `ti` are
//! distinct terms that are not sums, ordered by their ids; the coefficients are not zero; the only constant comes last.
//! The sum is written as nested binary additions that lean left; a coefficient of minus one is a `bvneg`, any other
//! coefficient but one a `bvmul` by a constant.
//!
//! A constant factor is distributed over a sum only if it is a power of two, or if the sum has one summand and a
//! constant. Otherwise a hash like `(h*31 + a)*31 + b` would lose its cheap multiplications.

use super::{Args, Rule};
use crate::bits::Bits;
use crate::op::Op;
use crate::store::{Term, Terms};

/// The length up to which sums are normalised, so that building a sum of n summands stays linear in n.
const MAX_SUMMANDS: usize = 24;

pub(super) static SUM: &[Rule] = &[Rule {
    name: "sum-normal-form",
    apply: sum_normal_form,
    applies: &[
        "(bvadd x (_ bv0 $w))",
        "(bvadd (bvadd x (_ bv3 $w)) (_ bv5 $w))",
        "(bvadd (bvadd x y) x)",
        "(bvadd (bvadd x (_ bv3 $w)) (bvneg x))",
        "(bvadd (bvmul x (_ bv3 $w)) (bvmul x (_ bv5 $w)))",
        "(bvadd (bvnot x) (_ bv1 $w))",
        "(bvneg (bvneg x))",
        "(bvneg (bvadd x (_ bv3 $w)))",
        "(bvadd (concat ((_ extract 2 0) ((_ extract 3 0) x)) #b0) ((_ extract 3 0) x))",
    ],
    not: &["(bvadd x y)", "(bvadd x (_ bv3 $w))", "(bvneg x)", "(bvadd x (bvmul y z))"],
}];

pub(super) static PRODUCT: &[Rule] = &[
    Rule {
        name: "product-by-constant",
        apply: product_by_constant,
        applies: &[
            "(bvmul x (_ bv0 $w))",
            "(bvmul x (_ bv1 $w))",
            "(bvmul x (_ bv$max $w))",
            "(bvmul (bvmul x (_ bv3 $w)) (_ bv5 $w))",
            "(bvmul (bvadd x (_ bv3 $w)) (_ bv5 $w))",
            "(bvmul (bvadd x y) (_ bv4 $w))",
        ],
        not: &["(bvmul x y)", "(bvmul (bvadd x y) (_ bv5 $w))", "(bvmul x (_ bv5 $w))"],
    },
    Rule {
        name: "product-constants-out",
        apply: product_constants_out,
        applies: &["(bvmul (bvmul x (_ bv3 $w)) y)", "(bvmul x (bvneg y))"],
        not: &["(bvmul (bvmul x z) y)"],
    },
    Rule {
        name: "product-narrow",
        apply: product_narrow,
        applies: &[
            "(bvmul (concat (_ bv0 $w) ((_ extract 1 0) x)) (concat (_ bv0 $w) ((_ extract 1 0) y)))",
        ],
        not: &["(bvmul x y)"],
    },
];

/// A sum: coefficients and terms, and a constant.
#[derive(Clone, Debug)]
pub struct Linear {
    /// Distinct terms with nonzero coefficients, none of them a sum or a constant; block addresses first, the others
    /// ordered by their ids.
    pub summands: Vec<(Bits, Term)>,
    /// The constant.
    pub constant: Bits,
}

/// Returns a bit-vector term as a sum; `None` if it has too many summands.
#[must_use]
pub fn linear(terms: &Terms, term: Term) -> Option<Linear> {
    let width = terms.width(term);
    let mut sum = Linear::zero(width);
    sum.gather(terms, term, &Bits::one(width))?;
    sum.collect(terms)?;
    Some(sum)
}

impl Linear {
    /// Returns the empty sum.
    pub(super) fn zero(width: u32) -> Linear {
        Linear { summands: Vec::new(), constant: Bits::zero(width) }
    }

    /// Adds `coefficient * term`, expanding sums.
    fn gather(&mut self, terms: &Terms, term: Term, coefficient: &Bits) -> Option<()> {
        let mut stack = vec![(term, coefficient.clone())];
        while let Some((term, coefficient)) = stack.pop() {
            if let Some(value) = terms.as_bits(term) {
                self.constant = self.constant.add(&coefficient.mul(&value));
                continue;
            }
            match terms.op(term) {
                Op::BvAdd => {
                    stack.push((terms.arg(term, 1), coefficient.clone()));
                    stack.push((terms.arg(term, 0), coefficient));
                }
                Op::BvNeg => stack.push((terms.arg(term, 0), coefficient.neg())),
                Op::BvNot => {
                    // -x - 1
                    self.constant = self.constant.sub(&coefficient);
                    stack.push((terms.arg(term, 0), coefficient.neg()));
                }
                _ => match scaled(terms, term) {
                    Some((factor, inner)) => {
                        let coefficient = coefficient.mul(&factor);
                        if distributes(terms, &coefficient, inner) {
                            stack.push((inner, coefficient));
                        } else {
                            self.push(coefficient, inner)?;
                        }
                    }
                    None => self.push(coefficient, term)?,
                },
            }
        }
        Some(())
    }

    fn push(&mut self, coefficient: Bits, term: Term) -> Option<()> {
        self.summands.push((coefficient, term));
        (self.summands.len() <= MAX_SUMMANDS).then_some(())
    }

    /// Sorts the summands and merges those of one term. If that leaves a sum with a coefficient that can be distributed
    /// over it, expands that too.
    fn collect(&mut self, terms: &Terms) -> Option<()> {
        loop {
            self.add_up(terms);
            let inner = |(coefficient, term): &(Bits, Term)| {
                terms.op(*term) == Op::BvAdd && distributes(terms, coefficient, *term)
            };
            let Some(position) = self.summands.iter().position(inner) else {
                return Some(());
            };
            let (coefficient, term) = self.summands.remove(position);
            self.gather(terms, term, &coefficient)?;
        }
    }

    fn add_up(&mut self, terms: &Terms) {
        let is_base = |term: Term| matches!(terms.op(term), Op::Base(_));
        self.summands.sort_by_key(|&(_, term)| (!is_base(term), term));
        self.summands.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 = kept.0.add(&next.0);
            }
            same
        });
        self.summands.retain(|(coefficient, _)| !coefficient.is_zero());
    }

    /// Builds the term of this sum, in normal form.
    pub(super) fn build(&self, terms: &mut Terms) -> Term {
        let mut sum: Option<Term> = None;
        for (coefficient, term) in &self.summands {
            let summand = multiple(terms, coefficient, *term);
            sum = Some(match sum {
                None => summand,
                Some(sum) => terms.intern(Op::BvAdd, &[sum, summand]),
            });
        }
        let constant = terms.bits(&self.constant);
        match sum {
            None => constant,
            Some(sum) if self.constant.is_zero() => sum,
            Some(sum) => terms.intern(Op::BvAdd, &[sum, constant]),
        }
    }

    /// Returns the difference of two terms of one width, to decide equalities. Only the value matters here and not how
    /// the sum is written, so low extracts of sums are expanded, and block addresses become numbers unless they cancel.
    pub(super) fn difference(terms: &mut Terms, a: Term, b: Term) -> Option<Linear> {
        let width = terms.width(a);
        let mut sum = Linear::zero(width);
        sum.gather_low(terms, a, &Bits::one(width))?;
        sum.gather_low(terms, b, &Bits::ones(width))?;
        sum.collect(terms)?;
        let (bases, rest): (Vec<_>, Vec<_>) =
            sum.summands.into_iter().partition(|&(_, term)| matches!(terms.op(term), Op::Base(_)));
        sum.summands = rest;
        for (coefficient, base) in bases {
            if let Op::Base(block) = terms.op(base) {
                let address = &terms.block_info(block).address;
                sum.constant = sum.constant.add(&coefficient.mul(address));
            }
        }
        Some(sum)
    }

    /// Works like `gather`, but also expands the low bits of a sum to the sum of the low bits.
    fn gather_low(&mut self, terms: &mut Terms, term: Term, coefficient: &Bits) -> Option<()> {
        let Op::Extract { high, low: 0 } = terms.op(term) else {
            return self.gather(terms, term, coefficient);
        };
        let inner = terms.arg(term, 0);
        let sum = linear(terms, inner)?;
        if sum.summands.len() == 1 && sum.constant.is_zero() && sum.summands[0].0.is_one() {
            return self.gather(terms, term, coefficient);
        }
        let constant = sum.constant.extract(high, 0);
        self.constant = self.constant.add(&coefficient.mul(&constant));
        for (factor, summand) in sum.summands {
            let summand = terms.extract(high, 0, summand);
            let coefficient = coefficient.mul(&factor.extract(high, 0));
            self.gather(terms, summand, &coefficient)?;
        }
        Some(())
    }
}

/// Returns the constant factor and the rest of a term that is a constant multiple.
fn scaled(terms: &Terms, term: Term) -> Option<(Bits, Term)> {
    match terms.op(term) {
        Op::BvMul => Some((terms.as_bits(terms.arg(term, 1))?, terms.arg(term, 0))),
        Op::Concat => shifted(terms, term),
        _ => None,
    }
}

/// Returns whether a constant factor is distributed over a term: see the module documentation on sums.
fn distributes(terms: &Terms, factor: &Bits, term: Term) -> bool {
    if terms.op(term) != Op::BvAdd || factor.log2().is_some() || factor.is_ones() {
        return true;
    }
    terms.is_constant(terms.arg(term, 1)) && terms.op(terms.arg(term, 0)) != Op::BvAdd
}

/// Matches `x << c`, which is written as the low bits of `x` above `c` zeros.
fn shifted(terms: &Terms, term: Term) -> Option<(Bits, Term)> {
    let (high, low) = terms.as_concat(term)?;
    let width = terms.width(term);
    let by = terms.width(low);
    if !terms.as_bits(low)?.is_zero() {
        return None;
    }
    match terms.op(high) {
        Op::Extract { low: 0, .. } if terms.width(terms.arg(high, 0)) == width => {
            Some((Bits::one(width).shift_left(by), terms.arg(high, 0)))
        }
        _ => None,
    }
}

/// Builds `coefficient * term` for a term that is not a sum.
fn multiple(terms: &mut Terms, coefficient: &Bits, term: Term) -> Term {
    match () {
        () if coefficient.is_one() => term,
        () if coefficient.is_ones() => terms.intern(Op::BvNeg, &[term]),
        () => {
            let coefficient = terms.bits(coefficient);
            terms.intern(Op::BvMul, &[term, coefficient])
        }
    }
}

/// Returns the result of a rule that rebuilds a sum; `None` if the sum was in normal form.
fn if_changed(terms: &Terms, built: Term, op: Op, args: &[Term]) -> Option<Term> {
    (terms.op(built) != op || terms.args(built) != args).then_some(built)
}

/// match: a sum or a negation that is not in normal form; result: its normal form
fn sum_normal_form(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let width = terms.width(args[0]);
    let mut sum = Linear::zero(width);
    match op {
        Op::BvAdd => {
            sum.gather(terms, args[0], &Bits::one(width))?;
            sum.gather(terms, args[1], &Bits::one(width))?;
        }
        _ => sum.gather(terms, args[0], &Bits::ones(width))?,
    }
    sum.collect(terms)?;
    let built = sum.build(terms);
    if_changed(terms, built, op, &args[..op.info().arity])
}

/// match: `(bvmul a c)` where `c` can be distributed over `a`; result: the sum
fn product_by_constant(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let factor = terms.as_bits(args[1])?;
    let width = factor.width();
    if factor.is_zero() {
        return Some(args[1]);
    }
    if !distributes(terms, &factor, args[0]) {
        return None;
    }
    let mut sum = Linear::zero(width);
    sum.gather(terms, args[0], &factor)?;
    sum.collect(terms)?;
    let built = sum.build(terms);
    if_changed(terms, built, op, &args[..2])
}

/// match: `(bvmul (bvmul a c) b)`, `(bvmul (bvneg a) b)`, in both orders; result: `c * (a * b)`
fn product_constants_out(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    if terms.is_constant(args[1]) {
        return None;
    }
    super::both(args).into_iter().find_map(|(a, b)| {
        let (factor, inner) = match terms.op(a) {
            Op::BvNeg => (Bits::ones(terms.width(a)), terms.arg(a, 0)),
            Op::BvMul => (terms.as_bits(terms.arg(a, 1))?, terms.arg(a, 0)),
            _ => return None,
        };
        let product = terms.mul(inner, b);
        let factor = terms.bits(&factor);
        Some(terms.mul(product, factor))
    })
}

/// match: `(bvmul a b)` of symbolic factors whose product always fits in fewer bits; result: the zero-extended product
/// in that width
fn product_narrow(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let width = terms.width(args[0]);
    if terms.is_constant(args[1]) {
        return None;
    }
    let needed = (terms.bits_needed(args[0])? + terms.bits_needed(args[1])?).max(1);
    if needed >= width {
        return None;
    }
    let (a, b) = (terms.extract(needed - 1, 0, args[0]), terms.extract(needed - 1, 0, args[1]));
    let product = terms.mul(a, b);
    Some(terms.zero_extend(width - needed, product))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn sums_have_one_constant_and_the_base_first() {
        let mut terms = Terms::new();
        let (_, base) = {
            let i = terms.symbol("early", Sort::Bits(64));
            let _ = i;
            terms.base(Bits::new(64, 0x1000))
        };
        let i = terms.symbol("i", Sort::Bits(64));
        let (four, eight) = (terms.word(64, 4), terms.word(64, 8));
        let scaled = terms.mul(i, four);
        let shifted = terms.add(scaled, eight);
        let pointer = terms.add(shifted, base);
        let further = terms.add(pointer, eight);
        let sum = linear(&terms, further).unwrap();
        assert_eq!(sum.constant, Bits::new(64, 16));
        assert_eq!(sum.summands[0], (Bits::one(64), base));
        assert_eq!(sum.summands[1], (Bits::new(64, 4), i));
        let difference = terms.sub(further, pointer);
        assert_eq!(difference, eight);
    }
}
