//! The table of operators of SMT-LIB text: the arity and argument sorts of each, and the constructor of `Terms` that
//! builds it.
//!
//! It is larger than the table of `op`: constructors define the other operators by those of `op`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::error::ErrorKind;
use crate::op::{MAX_WIDTH, Op};
use crate::sort::Sort;
use crate::store::{FxBuild, Term, Terms};

/// A table row.
pub(super) struct Operator {
    pub name: &'static str,
    /// The number of indices, as in `(_ extract 7 0)`.
    pub indices: usize,
    arity: Arity,
    takes: ArgumentSorts,
    grows: WidthGrowth,
    build: Build,
}

/// The number of arguments of an operator, and the meaning of more than two.
#[derive(Clone, Copy)]
enum Arity {
    Exactly(usize),
    /// `f(f(a, b), c)`; the number is the minimum.
    Left(usize),
    /// `f(a, f(b, c))`
    Right,
    /// `f(a, b)` and `f(b, c)`
    Chain,
    /// `f` of every pair.
    Pairwise,
}

/// The sorts of the arguments.
#[derive(Clone, Copy)]
enum ArgumentSorts {
    /// Booleans.
    Bools,
    /// Bit-vectors of one width.
    Bits,
    /// Bit-vectors of any widths.
    AnyBits,
    /// Any single sort.
    Same,
    Ite,
    Select,
    Store,
}

/// How the width of the widest intermediate term depends on the widths of the arguments.
#[derive(Clone, Copy)]
enum WidthGrowth {
    Never,
    Sum,
    ByIndex,
    TimesIndex,
    ByOne,
    Twice,
}

/// The constructor that builds the term.
#[derive(Clone, Copy)]
enum Build {
    Unary(fn(&mut Terms, Term) -> Term),
    Binary(fn(&mut Terms, Term, Term) -> Term),
    Ternary(fn(&mut Terms, Term, Term, Term) -> Term),
    Indexed(fn(&mut Terms, u32, Term) -> Term),
    Extract,
}

/// Returns the table row of a name.
pub(super) fn find(name: &str) -> Option<&'static Operator> {
    static TABLE: LazyLock<HashMap<&'static str, Operator, FxBuild>> =
        LazyLock::new(|| rows().into_iter().map(|row| (row.name, row)).collect());
    TABLE.get(name)
}

impl Operator {
    /// Builds the term, or returns the error of the indices or arguments.
    pub fn apply(
        &self,
        terms: &mut Terms,
        indices: &[u32],
        args: &[Term],
    ) -> Result<Term, ErrorKind> {
        self.check_arity(args.len())?;
        for argument in 0..args.len() {
            self.check_sort(terms, args, argument)?;
        }
        self.check_indices(terms, indices, args)?;
        self.check_width(terms, indices, args)?;
        Ok(self.build(terms, indices, args))
    }

    fn check_arity(&self, found: usize) -> Result<(), ErrorKind> {
        let (fits, expected) = match self.arity {
            Arity::Exactly(1) => (found == 1, "one argument".to_owned()),
            Arity::Exactly(n) => (found == n, format!("{n} arguments")),
            Arity::Left(1) => (found >= 1, "at least one argument".to_owned()),
            _ => (found >= 2, "at least two arguments".to_owned()),
        };
        match fits {
            true => Ok(()),
            false => Err(ErrorKind::Arity { name: self.name.to_owned(), expected, found }),
        }
    }

    fn check_sort(&self, terms: &Terms, args: &[Term], i: usize) -> Result<(), ErrorKind> {
        let found = terms.sort(args[i]);
        let first = terms.sort(args[0]);
        let (index, element) = match first {
            Sort::Array { index, element } => (Sort::Bits(index), Sort::Bits(element)),
            _ => (first, first),
        };
        let wanted = match (self.takes, i) {
            (ArgumentSorts::Bools, _) | (ArgumentSorts::Ite, 0) => ExpectedSort::Sort(Sort::Bool),
            (ArgumentSorts::Bits, 0) | (ArgumentSorts::AnyBits, _) => ExpectedSort::AnyBits,
            (ArgumentSorts::Bits | ArgumentSorts::Same, _) => ExpectedSort::Sort(first),
            (ArgumentSorts::Ite, 1) => ExpectedSort::Sort(found),
            (ArgumentSorts::Ite, _) => ExpectedSort::Sort(terms.sort(args[1])),
            (ArgumentSorts::Select | ArgumentSorts::Store, 0) => ExpectedSort::Array,
            (ArgumentSorts::Select | ArgumentSorts::Store, 1) => ExpectedSort::Sort(index),
            (ArgumentSorts::Select | ArgumentSorts::Store, _) => ExpectedSort::Sort(element),
        };
        let (fits, expected) = match wanted {
            ExpectedSort::Sort(sort) => (sort == found, sort.to_string()),
            ExpectedSort::AnyBits => (found.width().is_some(), "a bit-vector".to_owned()),
            ExpectedSort::Array => (found.is_array(), "an array".to_owned()),
        };
        let name = self.name.to_owned();
        match fits {
            true => Ok(()),
            false => Err(ErrorKind::ArgumentSort { name, argument: i + 1, expected, found }),
        }
    }

    fn check_indices(
        &self,
        terms: &Terms,
        indices: &[u32],
        args: &[Term],
    ) -> Result<(), ErrorKind> {
        let expected = match (self.build, indices) {
            (Build::Extract, &[high, low]) => {
                let width = terms.sort(args[0]).width().unwrap_or(0);
                if low <= high && high < width {
                    return Ok(());
                }
                format!("`(_ extract high low)` with low <= high < {width}")
            }
            (Build::Indexed(_), &[0]) if matches!(self.grows, WidthGrowth::TimesIndex) => {
                format!("`(_ {} times)` with times >= 1", self.name)
            }
            _ => return Ok(()),
        };
        let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
        let found = format!("`(_ {} {})`", self.name, indices.join(" "));
        Err(ErrorKind::Expected { expected, found })
    }

    fn check_width(&self, terms: &Terms, indices: &[u32], args: &[Term]) -> Result<(), ErrorKind> {
        let width = |term: Term| u64::from(terms.sort(term).width().unwrap_or(0));
        let by = u64::from(indices.first().copied().unwrap_or(0));
        let widest = match self.grows {
            WidthGrowth::Never => return Ok(()),
            WidthGrowth::Sum => args.iter().map(|&arg| width(arg)).sum(),
            WidthGrowth::ByIndex => width(args[0]) + by,
            WidthGrowth::TimesIndex => width(args[0]) * by,
            WidthGrowth::ByOne => width(args[0]) + 1,
            WidthGrowth::Twice => width(args[0]) * 2,
        };
        match widest <= u64::from(MAX_WIDTH) {
            true => Ok(()),
            false => Err(ErrorKind::Width(widest)),
        }
    }

    /// Builds the term after all checks.
    fn build(&self, terms: &mut Terms, indices: &[u32], args: &[Term]) -> Term {
        match (self.build, args, indices) {
            (Build::Unary(make), &[a], _) => make(terms, a),
            (Build::Ternary(make), &[a, b, c], _) => make(terms, a, b, c),
            (Build::Indexed(make), &[a], &[index]) => make(terms, index, a),
            (Build::Extract, &[a], &[high, low]) => terms.extract(high, low, a),
            (Build::Binary(make), &[first, ref rest @ ..], _) => {
                self.build_many(terms, make, first, rest)
            }
            _ => unreachable!("the table's arity fits its constructor"),
        }
    }

    fn build_many(
        &self,
        terms: &mut Terms,
        make: fn(&mut Terms, Term, Term) -> Term,
        first: Term,
        rest: &[Term],
    ) -> Term {
        match (self.arity, rest) {
            (Arity::Exactly(_) | Arity::Left(_), _) => {
                rest.iter().fold(first, |left, &right| make(terms, left, right))
            }
            (_, &[second]) => make(terms, first, second),
            (Arity::Right, &[ref inner @ .., last]) => {
                let right = inner.iter().rev().fold(last, |right, &left| make(terms, left, right));
                make(terms, first, right)
            }
            (Arity::Chain, _) => {
                let mut left = first;
                let mut links = Vec::with_capacity(rest.len());
                for &right in rest {
                    links.push(make(terms, left, right));
                    left = right;
                }
                terms.all(links)
            }
            _ => {
                let all: Vec<Term> = std::iter::once(first).chain(rest.iter().copied()).collect();
                let mut pairs = Vec::new();
                for (i, &left) in all.iter().enumerate() {
                    pairs.extend(all[i + 1..].iter().map(|&right| make(terms, left, right)));
                }
                terms.all(pairs)
            }
        }
    }
}

/// The expected sort of an argument.
enum ExpectedSort {
    Sort(Sort),
    AnyBits,
    Array,
}

/// Returns the table.
fn rows() -> Vec<Operator> {
    use ArgumentSorts::{AnyBits, Bits, Bools, Ite, Same, Select, Store};
    use Arity::{Chain, Exactly, Left, Pairwise, Right};
    use Build::{Binary, Extract, Indexed, Ternary, Unary};

    let row = |name, arity, takes, build| Operator {
        name,
        indices: 0,
        arity,
        takes,
        grows: WidthGrowth::Never,
        build,
    };
    // Operators of the table of `op`, under the names that they have there.
    let op = |op: Op, arity, takes, build| row(op.info().name, arity, takes, build);
    let indexed = |name, grows, build| Operator {
        indices: 1,
        grows,
        ..row(name, Exactly(1), AnyBits, build)
    };
    let wide = |grows, row| Operator { grows, ..row };
    let bits = |name, make| row(name, Exactly(2), Bits, Binary(make));
    let bits_op = |op: Op, make| bits(op.info().name, make);

    let extract = Op::Extract { high: 0, low: 0 }.info().name;
    vec![
        op(Op::Not, Exactly(1), Bools, Unary(Terms::not)),
        op(Op::And, Left(1), Bools, Binary(Terms::and)),
        op(Op::Or, Left(1), Bools, Binary(Terms::or)),
        row("xor", Left(2), Bools, Binary(Terms::xor)),
        row("=>", Right, Bools, Binary(Terms::implies)),
        op(Op::Eq, Chain, Same, Binary(Terms::eq)),
        row("distinct", Pairwise, Same, Binary(Terms::distinct)),
        op(Op::Ite, Exactly(3), Ite, Ternary(Terms::ite)),
        op(Op::BvNot, Exactly(1), Bits, Unary(Terms::bvnot)),
        op(Op::BvNeg, Exactly(1), Bits, Unary(Terms::neg)),
        op(Op::BvAnd, Left(2), Bits, Binary(Terms::bvand)),
        op(Op::BvOr, Left(2), Bits, Binary(Terms::bvor)),
        op(Op::BvXor, Left(2), Bits, Binary(Terms::bvxor)),
        op(Op::BvAdd, Left(2), Bits, Binary(Terms::add)),
        op(Op::BvMul, Left(2), Bits, Binary(Terms::mul)),
        bits("bvsub", Terms::sub),
        bits_op(Op::BvUdiv, Terms::udiv),
        bits_op(Op::BvUrem, Terms::urem),
        bits_op(Op::BvSdiv, Terms::sdiv),
        bits_op(Op::BvSrem, Terms::srem),
        bits("bvsmod", Terms::smod),
        bits_op(Op::BvShl, Terms::shl),
        bits_op(Op::BvLshr, Terms::lshr),
        bits_op(Op::BvAshr, Terms::ashr),
        bits("bvnand", Terms::nand),
        bits("bvnor", Terms::nor),
        bits("bvxnor", Terms::xnor),
        bits("bvcomp", Terms::comp),
        bits_op(Op::BvUlt, Terms::ult),
        bits("bvule", Terms::ule),
        bits("bvugt", Terms::ugt),
        bits("bvuge", Terms::uge),
        bits_op(Op::BvSlt, Terms::slt),
        bits("bvsle", Terms::sle),
        bits("bvsgt", Terms::sgt),
        bits("bvsge", Terms::sge),
        row("bvredor", Exactly(1), Bits, Unary(reduce_or)),
        row("bvredand", Exactly(1), Bits, Unary(reduce_and)),
        row("bvnego", Exactly(1), Bits, Unary(Terms::neg_overflows)),
        bits("bvuaddo", Terms::unsigned_add_overflows),
        wide(WidthGrowth::ByOne, bits("bvsaddo", Terms::signed_add_overflows)),
        bits("bvusubo", Terms::unsigned_sub_overflows),
        wide(WidthGrowth::ByOne, bits("bvssubo", Terms::signed_sub_overflows)),
        wide(WidthGrowth::Twice, bits("bvumulo", Terms::unsigned_mul_overflows)),
        wide(WidthGrowth::Twice, bits("bvsmulo", Terms::signed_mul_overflows)),
        bits("bvsdivo", Terms::signed_div_overflows),
        bits("ext_rotate_left", |terms, a, by| {
            rotate_by_term(terms, a, by, Terms::shl, Terms::lshr)
        }),
        bits("ext_rotate_right", |terms, a, by| {
            rotate_by_term(terms, a, by, Terms::lshr, Terms::shl)
        }),
        wide(WidthGrowth::Sum, op(Op::Concat, Left(2), AnyBits, Binary(Terms::concat))),
        Operator { indices: 2, ..row(extract, Exactly(1), AnyBits, Extract) },
        indexed("zero_extend", WidthGrowth::ByIndex, Indexed(Terms::zero_extend)),
        indexed(Op::SignExtend(0).info().name, WidthGrowth::ByIndex, Indexed(Terms::sign_extend)),
        indexed("repeat", WidthGrowth::TimesIndex, Indexed(Terms::repeat)),
        indexed("rotate_left", WidthGrowth::Never, Indexed(Terms::rotate_left)),
        indexed("rotate_right", WidthGrowth::Never, Indexed(Terms::rotate_right)),
        op(Op::Select, Exactly(2), Select, Binary(Terms::select)),
        op(Op::Store, Exactly(3), Store, Ternary(Terms::store)),
    ]
}

/// Builds one bit: whether any bit is set.
fn reduce_or(terms: &mut Terms, a: Term) -> Term {
    let zero = terms.word(terms.width(a), 0);
    let same = terms.comp(a, zero);
    terms.bvnot(same)
}

/// Builds one bit: whether every bit is set.
fn reduce_and(terms: &mut Terms, a: Term) -> Term {
    let zero = terms.word(terms.width(a), 0);
    let ones = terms.bvnot(zero);
    terms.comp(a, ones)
}

type Shift = fn(&mut Terms, Term, Term) -> Term;

/// Builds a rotation by a symbolic amount, from two shifts in opposite directions.
fn rotate_by_term(terms: &mut Terms, a: Term, by: Term, there: Shift, back: Shift) -> Term {
    // The width is always representable in that many bits.
    let width = terms.word(terms.width(a), u64::from(terms.width(a)));
    let by = terms.urem(by, width);
    let rest = terms.sub(width, by);
    let (high, low) = (there(terms, a, by), back(terms, a, rest));
    terms.bvor(high, low)
}
