//! Rules for `concat`, `extract` and `sign_extend`.
//!
//! Normal form: concatenations lean right. Neighbouring constants are one constant. Neighbouring extracts of one term
//! are one extract, also inside neighbouring `ite`s with the same condition. Extracts apply only to terms that are not
//! concatenations, extracts or sign extensions. So a value that is stored byte by byte is the same term when it is
//! loaded, and a pointer that is one of several keeps its blocks.

use super::{Args, Rule};
use crate::bits::Bits;
use crate::op::Op;
use crate::store::{Term, Terms};

/// The number of cases up to which neighbouring `ite`s are compared; comparing larger ones over and over costs too
/// much.
const MOST_CHOICES: usize = 64;

pub(super) static CONCAT: &[Rule] = &[
    Rule {
        name: "concat-lean-right",
        apply: lean_right,
        applies: &["(concat (concat x y) z)"],
        not: &["(concat x (concat y z))"],
    },
    Rule {
        name: "concat-constants",
        apply: constants,
        applies: &["(concat #x3 (concat #b10 x))"],
        not: &["(concat #x3 (concat x #b10))"],
    },
    Rule {
        name: "concat-adjacent-extracts",
        apply: adjacent_extracts,
        applies: &[
            "(concat ((_ extract 3 2) x) ((_ extract 1 0) x))",
            "(concat ((_ extract 3 2) x) (concat ((_ extract 1 1) x) y))",
        ],
        not: &[
            "(concat ((_ extract 3 2) x) ((_ extract 0 0) x))",
            "(concat ((_ extract 3 2) x) ((_ extract 1 0) y))",
        ],
    },
    Rule {
        name: "concat-choices",
        apply: choices,
        applies: &[
            "(concat (ite p ((_ extract 3 2) x) #b00) (ite p ((_ extract 1 0) x) #b01))",
            "(concat (ite p ((_ extract 3 2) x) #b00) (concat (ite p ((_ extract 1 0) x) #b01) y))",
            "(concat (ite p (ite q ((_ extract 3 2) x) ((_ extract 3 2) y)) ((_ extract 2 1) z)) \
             (ite p (ite q ((_ extract 1 1) x) ((_ extract 1 1) y)) ((_ extract 0 0) z)))",
        ],
        not: &[
            "(concat (ite p ((_ extract 3 2) x) #b00) (ite q ((_ extract 1 0) x) #b01))",
            "(concat (ite p ((_ extract 3 2) x) #b00) (ite p ((_ extract 1 0) y) #b01))",
            "(concat (ite p x y) (ite p z x))",
        ],
    },
    Rule {
        name: "concat-sign",
        apply: sign_in_front,
        applies: &[
            "(concat ((_ extract $top $top) x) x)",
            "(concat ((_ sign_extend 2) ((_ extract $top $top) x)) x)",
            "(concat ((_ sign_extend 2) ((_ extract $top $top) x)) ((_ sign_extend 3) x))",
        ],
        not: &["(concat ((_ extract $top $top) y) x)", "(concat ((_ extract 0 0) x) x)"],
    },
];

pub(super) static EXTRACT: &[Rule] = &[
    Rule {
        name: "extract-all",
        apply: extract_all,
        applies: &["((_ extract $top 0) x)"],
        not: &["((_ extract 1 0) x)"],
    },
    Rule {
        name: "extract-extract",
        apply: extract_extract,
        applies: &["((_ extract 1 1) ((_ extract 3 1) x))"],
        not: &["((_ extract 1 1) x)"],
    },
    Rule {
        name: "extract-concat",
        apply: extract_concat,
        applies: &[
            "((_ extract $top 0) (concat x y))",
            "((_ extract $w 1) (concat x y))",
            "((_ extract $w $w) (concat x y))",
        ],
        not: &["((_ extract 1 0) (bvadd x y))"],
    },
    Rule {
        name: "extract-sign-extend",
        apply: extract_sign_extend,
        applies: &[
            "((_ extract $top 1) ((_ sign_extend 3) x))",
            "((_ extract $w 1) ((_ sign_extend 3) x))",
            "((_ extract $w $w) ((_ sign_extend 3) x))",
        ],
        not: &["((_ extract 1 0) x)"],
    },
];

pub(super) static SIGN_EXTEND: &[Rule] = &[
    Rule {
        name: "sign-extend-nothing",
        apply: extend_nothing,
        applies: &["((_ sign_extend 0) x)"],
        not: &["((_ sign_extend 1) x)"],
    },
    Rule {
        name: "sign-extend-twice",
        apply: extend_twice,
        applies: &["((_ sign_extend 2) ((_ sign_extend 3) x))"],
        not: &["((_ sign_extend 2) x)"],
    },
    Rule {
        name: "sign-extend-known",
        apply: extend_known,
        applies: &["((_ sign_extend 2) (concat #b01 x))", "((_ sign_extend 2) (concat #b10 x))"],
        not: &["((_ sign_extend 2) x)"],
    },
];

impl Terms {
    /// Returns the two arguments of a concatenation.
    pub(crate) fn as_concat(&self, term: Term) -> Option<(Term, Term)> {
        (self.op(term) == Op::Concat).then(|| (self.arg(term, 0), self.arg(term, 1)))
    }

    /// Returns the three arguments of an `ite`.
    pub(crate) fn as_ite(&self, term: Term) -> Option<(Term, Term, Term)> {
        (self.op(term) == Op::Ite)
            .then(|| (self.arg(term, 0), self.arg(term, 1), self.arg(term, 2)))
    }

    /// Returns the parts of a concatenation, most significant first; any other term is its own single part.
    pub(crate) fn concat_parts(&self, term: Term) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            match self.as_concat(term) {
                Some((high, low)) => stack.extend([low, high]),
                None => parts.push(term),
            }
        }
        parts
    }

    /// Returns the number of low bits that suffice for every value of a bit-vector; `None` if it is too wide.
    pub(crate) fn bits_needed(&self, term: Term) -> Option<u32> {
        self.domain_in_any_layout(term).umax().map(|greatest| 64 - greatest.leading_zeros())
    }

    /// Returns the sign of a bit-vector if it is the same under every model.
    pub(crate) fn known_sign(&self, term: Term) -> Option<bool> {
        // The domain of a wide term is weak, but its highest part may be a constant.
        let front = self.as_concat(term).map_or(term, |(high, _)| high);
        if let Some(value) = self.as_bits(front) {
            return Some(value.sign());
        }
        let width = self.width(front);
        if width > 64 {
            return None;
        }
        let top = 1 << (width - 1);
        let domain = self.domain_in_any_layout(front);
        match (domain.known_ones() & top != 0, domain.known_zeros() & top != 0) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

/// match: `(concat (concat a b) c)`; result: `(concat a (concat b c))`
fn lean_right(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    terms.as_concat(args[0])?;
    let parts = terms.concat_parts(args[0]);
    Some(parts.into_iter().rev().fold(args[1], |whole, part| terms.concat(part, whole)))
}

/// match: `(concat c (concat d a))` with constants; result: `(concat (concat c d) a)`
fn constants(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let (next, rest) = terms.as_concat(args[1])?;
    let (front, next) = (terms.as_bits(args[0])?, terms.as_bits(next)?);
    let front = terms.bits(&front.concat(&next));
    Some(terms.concat(front, rest))
}

fn as_extract(terms: &Terms, term: Term) -> Option<(u32, u32, Term)> {
    match terms.op(term) {
        Op::Extract { high, low } => Some((high, low, terms.arg(term, 0))),
        _ => None,
    }
}

/// Joins the first two parts of a concatenation by `join`.
fn join_first(
    terms: &mut Terms,
    args: Args,
    join: impl FnOnce(&mut Terms, Term, Term) -> Option<Term>,
) -> Option<Term> {
    match terms.as_concat(args[1]) {
        Some((next, rest)) => {
            let joined = join(terms, args[0], next)?;
            Some(terms.concat(joined, rest))
        }
        None => join(terms, args[0], args[1]),
    }
}

/// match: `(concat ((_ extract h m+1) a) ((_ extract m l) a))`, possibly followed by more parts; result:
/// `((_ extract h l) a)`
fn adjacent_extracts(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    join_first(terms, args, |terms, front, next| {
        let (high, low, whole) = adjacent(terms, front, next)?;
        Some(terms.extract(high, low, whole))
    })
}

/// Returns the extract that equals two neighbouring ones.
fn adjacent(terms: &Terms, front: Term, next: Term) -> Option<(u32, u32, Term)> {
    let (high, cut, whole) = as_extract(terms, front)?;
    let (below, low, other) = as_extract(terms, next)?;
    (whole == other && cut == below + 1).then_some((high, low, whole))
}

/// match: `(concat (ite c a b) (ite c d e))`, possibly followed by more parts, where `a` and `d`, and `b` and `e`, are
/// constants, neighbouring extracts, or such `ite`s in turn; result: `(ite c (concat a d) (concat b e))`
fn choices(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    join_first(terms, args, |terms, front, next| {
        let (condition, a, b) = terms.as_ite(front)?;
        let (other, d, e) = terms.as_ite(next)?;
        let mut left = MOST_CHOICES;
        let join = condition == other
            && become_one(terms, a, d, &mut left)
            && become_one(terms, b, e, &mut left);
        join.then(|| {
            let (then, otherwise) = (terms.concat(a, d), terms.concat(b, e));
            terms.ite(condition, then, otherwise)
        })
    })
}

/// Returns whether the concatenation of two neighbours is not a concatenation any more. Spends at most `left`
/// comparisons.
fn become_one(terms: &Terms, front: Term, next: Term, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    if adjacent(terms, front, next).is_some() {
        return true;
    }
    match (terms.as_ite(front), terms.as_ite(next)) {
        (Some((condition, a, b)), Some((other, d, e))) => {
            condition == other && become_one(terms, a, d, left) && become_one(terms, b, e, left)
        }
        _ => terms.as_bits(front).is_some() && terms.as_bits(next).is_some(),
    }
}

/// match: copies of the sign bit of `a` in front of `a`; result: a sign extension of `a`
fn sign_in_front(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let (copies, bit) = match terms.op(args[0]) {
        Op::SignExtend(by) if terms.width(terms.arg(args[0], 0)) == 1 => {
            (by + 1, terms.arg(args[0], 0))
        }
        _ if terms.width(args[0]) == 1 => (1, args[0]),
        _ => return None,
    };
    let (by, inner) = match terms.op(args[1]) {
        Op::SignExtend(by) => (by, terms.arg(args[1], 0)),
        _ => (0, args[1]),
    };
    let top = terms.width(inner) - 1;
    // The bit is the sign of `inner` if it equals the extract of that bit in normal form.
    let (high, low, whole) = as_extract(terms, bit).unwrap_or((0, 0, bit));
    let is_sign = high == low
        && match as_extract(terms, inner) {
            _ if inner == whole => high == top,
            Some((inner_high, _, inner_whole)) => inner_whole == whole && inner_high == high,
            None => false,
        };
    is_sign.then(|| terms.sign_extend(by + copies, inner))
}

/// match: `((_ extract w-1 0) a)`; result: `a`
fn extract_all(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let Op::Extract { high, low } = op else {
        return None;
    };
    (low == 0 && high + 1 == terms.width(args[0])).then_some(args[0])
}

/// match: `((_ extract h l) ((_ extract i k) a))`; result: `((_ extract h+k l+k) a)`
fn extract_extract(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let Op::Extract { high, low } = op else {
        return None;
    };
    let (_, offset, inner) = as_extract(terms, args[0])?;
    Some(terms.extract(high + offset, low + offset, inner))
}

/// match: an extract of a concatenation; result: the concatenation of the parts that it covers
fn extract_concat(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let Op::Extract { high, low } = op else {
        return None;
    };
    terms.as_concat(args[0])?;
    let mut bottom = 0;
    let mut whole: Option<Term> = None;
    for part in terms.concat_parts(args[0]).into_iter().rev() {
        let top = bottom + terms.width(part) - 1;
        if top >= low && bottom <= high {
            let piece = terms.extract(high.min(top) - bottom, low.max(bottom) - bottom, part);
            whole = Some(match whole {
                Some(whole) => terms.concat(piece, whole),
                None => piece,
            });
        }
        bottom = top + 1;
    }
    whole
}

/// match: an extract of a sign extension; result: the extract of the extended term, extended by the covered copies of
/// the sign bit
fn extract_sign_extend(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let (Op::Extract { high, low }, Op::SignExtend(_)) = (op, terms.op(args[0])) else {
        return None;
    };
    let inner = terms.arg(args[0], 0);
    let top = terms.width(inner) - 1;
    let kept = terms.extract(high.min(top), low.min(top), inner);
    let copies = high.max(top) - low.max(top);
    Some(terms.sign_extend(copies, kept))
}

/// match: `((_ sign_extend 0) a)`; result: `a`
fn extend_nothing(_: &mut Terms, op: Op, args: Args) -> Option<Term> {
    (op == Op::SignExtend(0)).then_some(args[0])
}

/// match: `((_ sign_extend n) ((_ sign_extend m) a))`; result: `((_ sign_extend n+m) a)`
fn extend_twice(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let (Op::SignExtend(outer), Op::SignExtend(inner)) = (op, terms.op(args[0])) else {
        return None;
    };
    let whole = terms.arg(args[0], 0);
    Some(terms.sign_extend(outer + inner, whole))
}

/// match: a sign extension of a term with a known sign; result: the term with zeros or ones in front
fn extend_known(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let Op::SignExtend(by) = op else {
        return None;
    };
    let front = if terms.known_sign(args[0])? { Bits::ones(by) } else { Bits::zero(by) };
    let front = terms.bits(&front);
    Some(terms.concat(front, args[0]))
}
