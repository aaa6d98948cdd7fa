//! Rules for every operator: constant arguments, and terms whose domain is a single value.

use super::{Args, Rule};
use crate::bits::Bits;
use crate::domain::{Domain, transfer};
use crate::op::Op;
use crate::store::{Term, Terms};

pub(super) static CONSTANTS: &[Rule] = &[
    Rule {
        name: "constant-arguments",
        apply: constant_arguments,
        applies: &["(bvadd (_ bv3 $w) (_ bv5 $w))", "(bvult (_ bv3 $w) (_ bv5 $w))", "(not true)"],
        not: &["(bvadd x (_ bv5 $w))"],
    },
    Rule {
        name: "constant-choice",
        apply: constant_choice,
        applies: &[
            "(bvadd (ite p (_ bv3 $w) (_ bv4 $w)) (_ bv5 $w))",
            "(bvsdiv (_ bv7 $w) (ite p (_ bv3 $w) (_ bv2 $w)))",
            "(= (ite p (_ bv3 $w) (_ bv4 $w)) (_ bv3 $w))",
            "((_ extract 1 0) (ite p (_ bv3 $w) (_ bv4 $w)))",
        ],
        not: &[
            "(bvadd (ite p (_ bv3 $w) x) (_ bv5 $w))",
            "(bvadd (ite p (_ bv3 $w) (_ bv4 $w)) x)",
        ],
    },
];

pub(super) static DOMAIN: &[Rule] = &[Rule {
    name: "known-by-domain",
    apply: known_by_domain,
    applies: &[
        "(bvult (bvand x (_ bv3 $w)) (_ bv4 $w))",
        "(bvand (concat #x0 x) (concat #xf (_ bv0 $w)))",
    ],
    not: &["(bvult (bvand x (_ bv3 $w)) (_ bv3 $w))"],
}];

/// match: `op(c, ...)` with constants only; result: the value
fn constant_arguments(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let arity = op.info().arity;
    if arity == 0 || !args[..arity].iter().all(|&arg| terms.is_constant(arg)) {
        return None;
    }
    if terms.sort(args[0]) == crate::Sort::Bool {
        return fold_truth_values(op, args);
    }
    let [a, b] = [args[0], args[usize::from(arity > 1)]].map(|arg| terms.as_bits(arg));
    let (a, b) = (a?, b?);
    let compare = |f: fn(&Bits, &Bits) -> bool| Some(Term::from(f(&a, &b)));
    let value = match op {
        Op::Eq => return compare(Bits::eq),
        Op::BvUlt => return compare(Bits::ult),
        Op::BvSlt => return compare(Bits::slt),
        Op::BvNot => a.not(),
        Op::BvNeg => a.neg(),
        Op::BvAnd => a.and(&b),
        Op::BvOr => a.or(&b),
        Op::BvXor => a.xor(&b),
        Op::BvAdd => a.add(&b),
        Op::BvMul => a.mul(&b),
        Op::BvUdiv => a.udiv(&b),
        Op::BvUrem => a.urem(&b),
        Op::BvSdiv => a.sdiv(&b),
        Op::BvSrem => a.srem(&b),
        Op::BvShl => a.shl(&b),
        Op::BvLshr => a.lshr(&b),
        Op::BvAshr => a.ashr(&b),
        Op::Concat => a.concat(&b),
        Op::Extract { high, low } => a.extract(high, low),
        Op::SignExtend(by) => a.sign_extend(by),
        _ => return None,
    };
    Some(terms.bits(&value))
}

/// match: `op` with one argument `(ite p c d)` and constants otherwise, all of them bit-vectors; result: the `ite` of
/// the two values
fn constant_choice(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let arity = op.info().arity;
    if !(1..=2).contains(&arity) || matches!(op, Op::ConstArray { .. }) {
        return None;
    }
    let position = (0..arity).find(|&i| terms.op(args[i]) == Op::Ite)?;
    let (condition, then, otherwise) = terms.as_ite(args[position])?;
    let constant = |arg: Term| terms.as_bits(arg).is_some();
    let others = (0..arity).filter(|&i| i != position).all(|i| constant(args[i]));
    if !others || !constant(then) || !constant(otherwise) {
        return None;
    }
    let [then, otherwise] = [then, otherwise].map(|side| {
        let mut args = args;
        args[position] = side;
        constant_arguments(terms, op, args)
    });
    Some(terms.ite(condition, then?, otherwise?))
}

fn fold_truth_values(op: Op, args: Args) -> Option<Term> {
    let [a, b] = [args[0] == Term::TRUE, args[1] == Term::TRUE];
    match op {
        Op::Not => Some(Term::from(!a)),
        Op::And => Some(Term::from(a && b)),
        Op::Or => Some(Term::from(a || b)),
        Op::Eq => Some(Term::from(a == b)),
        Op::Ite => Some(if a { args[1] } else { args[2] }),
        _ => None,
    }
}

/// match: a term that has one value under every model, and does not derive from an address (a pointer must keep its
/// provenance);
/// result: that value
fn known_by_domain(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let args = &args[..op.info().arity];
    let sort = terms.result_sort(op, args)?;
    let mut domains = [Domain::Unknown; 3];
    for (domain, &arg) in domains.iter_mut().zip(args) {
        *domain = *terms.domain(arg);
    }
    let domain = transfer(op, sort, &domains[..args.len()]);
    if let Some(value) = domain.decided() {
        return Some(Term::from(value));
    }
    let value = domain.as_constant()?;
    if args.iter().any(|&arg| terms.mentions_base(arg)) {
        return None;
    }
    Some(terms.word(sort.width()?, value))
}
