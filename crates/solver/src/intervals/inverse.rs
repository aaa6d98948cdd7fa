//! The inverse transfer functions: constraints on an argument that follow from the result and the other arguments.
//!
//! They are pure, and sound in this sense: if `op(args)` is in the domain of the result and all arguments are in their
//! domains, then each argument satisfies the constraint that `argument` returns. They return no constraint where none
//! is cheap to compute.

use term::bits::mask;
use term::domain::{WideDomain, WordDomain, transfer};
use term::{Domain, Op, Sort};

/// A constraint on an argument.
pub(super) enum Constraint {
    /// No constraint.
    None,
    /// Membership in this domain. It follows from the domain of the result and those of the arguments whose bits are
    /// set in the number.
    In(Domain, u8),
    /// Unsatisfiable: no value is possible.
    Unsatisfiable,
}

/// The constraint follows from the result alone.
const RESULT: u8 = 0;
/// The constraint follows from the result and all arguments.
const ALL: u8 = 0b111;

impl Constraint {
    fn truth(value: Option<bool>, uses: u8) -> Constraint {
        value.map_or(Constraint::None, |value| Constraint::In(Domain::truth(value), uses))
    }

    fn word(word: Option<WordDomain>, uses: u8) -> Constraint {
        word.map_or(Constraint::Unsatisfiable, |word| Constraint::In(Domain::Bits(word), uses))
    }
}

/// Returns the constraint on the argument at `position` under which `op(args)` can be in `result`.
pub(super) fn argument(op: Op, position: usize, result: &Domain, args: &[Domain]) -> Constraint {
    match (op, args, result) {
        (Op::Not, [_], _) => Constraint::truth(result.decided().map(|value| !value), RESULT),
        (Op::And, [a, b], _) => connective(true, position, result, [a, b]),
        (Op::Or, [a, b], _) => connective(false, position, result, [a, b]),
        (Op::Eq, [a, b], _) => equality(position, result, [a, b]),
        (Op::Ite, [condition, then, otherwise], _) => {
            choice(position, result, condition, then, otherwise)
        }
        (Op::BvUlt | Op::BvSlt, [Domain::Bits(a), Domain::Bits(b)], _) => match result.decided() {
            None => Constraint::None,
            Some(less) => Constraint::word(order(op, position, less, a, b), other(position)),
        },
        (_, [Domain::Bits(a)], Domain::Bits(result)) => unary(op, result, a),
        (_, [Domain::Bits(a), Domain::Bits(b)], Domain::Bits(result)) => {
            binary(op, position, result, [a, b])
        }
        _ => wide(op, position, result, args),
    }
}

/// Returns the bit of the other of two arguments.
fn other(position: usize) -> u8 {
    1 << (1 - position)
}

/// Handles conjunction and disjunction; `neutral` is the neutral element.
fn connective(neutral: bool, position: usize, result: &Domain, args: [&Domain; 2]) -> Constraint {
    match (result.decided(), args[1 - position].decided()) {
        (Some(value), _) if value == neutral => Constraint::truth(Some(neutral), RESULT),
        (Some(_), Some(value)) if value == neutral => {
            Constraint::truth(Some(!neutral), other(position))
        }
        _ => Constraint::None,
    }
}

fn equality(position: usize, result: &Domain, args: [&Domain; 2]) -> Constraint {
    let (own, with) = (args[position], args[1 - position]);
    match (result.decided(), own, with) {
        (None, ..) => Constraint::None,
        (Some(true), ..) => Constraint::In(*with, other(position)),
        (Some(false), Domain::Bool(_), Domain::Bool(_)) => {
            Constraint::truth(with.decided().map(|value| !value), other(position))
        }
        (Some(false), Domain::Bits(own), Domain::Bits(with)) => match with.as_constant() {
            Some(value) if own.contains(value) => Constraint::word(without(own, value), ALL),
            _ => Constraint::None,
        },
        _ => Constraint::None,
    }
}

/// Removes a value from a domain, if it is at an end.
fn without(set: &WordDomain, value: u64) -> Option<WordDomain> {
    let width = set.width();
    let signed = term::bits::sign_extend_word(value, width);
    if set.umin() == value {
        return WordDomain::unsigned(width, value.checked_add(1)?, set.umax());
    }
    if set.umax() == value {
        return WordDomain::unsigned(width, set.umin(), value.checked_sub(1)?);
    }
    if set.smin() == signed {
        return WordDomain::signed(width, signed.checked_add(1)?, set.smax());
    }
    if set.smax() == signed {
        return WordDomain::signed(width, set.smin(), signed.checked_sub(1)?);
    }
    Some(*set)
}

fn choice(
    position: usize,
    result: &Domain,
    condition: &Domain,
    then: &Domain,
    otherwise: &Domain,
) -> Constraint {
    match position {
        0 => match (result.disjoint(then), result.disjoint(otherwise)) {
            (false, false) => Constraint::None,
            (true, true) => Constraint::Unsatisfiable,
            (true, false) => Constraint::truth(Some(false), 0b010),
            (false, true) => Constraint::truth(Some(true), 0b100),
        },
        _ if condition.decided() == Some(position == 1) => Constraint::In(*result, 0b001),
        _ => Constraint::None,
    }
}

/// Handles one side of a comparison; `less` is its result.
fn order(
    op: Op,
    position: usize,
    less: bool,
    a: &WordDomain,
    b: &WordDomain,
) -> Option<WordDomain> {
    let width = a.width();
    let (least, most) = (i64::MIN, i64::MAX);
    match (op, less, position) {
        (Op::BvUlt, true, 0) => WordDomain::unsigned(width, 0, b.umax().checked_sub(1)?),
        (Op::BvUlt, true, _) => WordDomain::unsigned(width, a.umin().checked_add(1)?, mask(width)),
        (Op::BvUlt, false, 0) => WordDomain::unsigned(width, b.umin(), mask(width)),
        (Op::BvUlt, false, _) => WordDomain::unsigned(width, 0, a.umax()),
        (_, true, 0) => WordDomain::signed(width, least, b.smax().checked_sub(1)?),
        (_, true, _) => WordDomain::signed(width, a.smin().checked_add(1)?, most),
        (_, false, 0) => WordDomain::signed(width, b.smin(), most),
        (_, false, _) => WordDomain::signed(width, least, a.smax()),
    }
}

fn unary(op: Op, result: &WordDomain, a: &WordDomain) -> Constraint {
    match op {
        Op::BvNot | Op::BvNeg => Constraint::word(apply(op, a.width(), &[*result]), RESULT),
        Op::SignExtend(_) => Constraint::word(bits(result, a.width(), 0), RESULT),
        Op::Extract { high, low } => {
            let below = cat(Some(*result), bits(a, low, 0));
            Constraint::word(cat(bits(a, a.width(), high + 1), below), ALL)
        }
        _ => Constraint::None,
    }
}

fn binary(op: Op, position: usize, result: &WordDomain, args: [&WordDomain; 2]) -> Constraint {
    let (own, with) = (args[position], args[1 - position]);
    let (width, uses) = (own.width(), other(position));
    let both_positive = own.smin() >= 0 && with.smin() >= 0;
    match op {
        Op::BvAdd => {
            let minus = apply(Op::BvNeg, width, &[*with]);
            Constraint::word(minus.and_then(|minus| apply(op, width, &[*result, minus])), uses)
        }
        Op::BvXor => Constraint::word(apply(op, width, &[*result, *with]), uses),
        Op::BvAnd => {
            let zeros = result.known_zeros() & with.known_ones();
            let known = WordDomain::known_bits(width, zeros, result.known_ones());
            Constraint::word(
                meet(known, WordDomain::unsigned(width, result.umin(), u64::MAX)),
                uses,
            )
        }
        Op::BvOr => {
            let ones = result.known_ones() & with.known_zeros();
            let known = WordDomain::known_bits(width, result.known_zeros(), ones);
            Constraint::word(meet(known, WordDomain::unsigned(width, 0, result.umax())), uses)
        }
        Op::Concat if position == 0 => {
            Constraint::word(bits(result, result.width(), with.width()), RESULT)
        }
        Op::Concat => Constraint::word(bits(result, width, 0), RESULT),
        Op::BvMul => factor(result, own, with),
        Op::BvUdiv if position == 0 => dividend(result, with),
        Op::BvSdiv if position == 0 && both_positive => dividend_of(ALL, result, with),
        Op::BvUrem => remainder(position, result, own, with),
        Op::BvSrem if both_positive => remainder(position, result, own, with),
        Op::BvShl | Op::BvLshr | Op::BvAshr if position == 0 => shifted(op, result, own, with),
        _ => Constraint::None,
    }
}

/// Handles a factor of a product that cannot have overflowed: it is a quotient.
fn factor(result: &WordDomain, own: &WordDomain, with: &WordDomain) -> Constraint {
    let width = own.width();
    let greatest = u128::from(own.umax()) * u128::from(with.umax());
    if greatest <= u128::from(mask(width)) && with.umin() > 0 {
        let (least, most) = (result.umin().div_ceil(with.umax()), result.umax() / with.umin());
        return Constraint::word(WordDomain::unsigned(width, least, most), ALL);
    }
    let Some(by) = with.as_constant().and(Some(with.smin())).filter(|&by| by > 0) else {
        return Constraint::None;
    };
    let whole = Domain::top(Sort::Bits(width));
    let fits = |value: i64| {
        value.checked_mul(by).is_some_and(|product| {
            whole.smin().is_some_and(|least| least <= product)
                && whole.smax().is_some_and(|most| product <= most)
        })
    };
    if !(fits(own.smin()) && fits(own.smax())) {
        return Constraint::None;
    }
    let below = result.smin().div_euclid(by);
    let least = below + i64::from(result.smin().rem_euclid(by) != 0);
    Constraint::word(WordDomain::signed(width, least, result.smax().div_euclid(by)), ALL)
}

/// Handles the dividend of a constant divisor.
fn dividend(result: &WordDomain, divisor: &WordDomain) -> Constraint {
    dividend_of(0b010, result, divisor)
}

fn dividend_of(uses: u8, result: &WordDomain, divisor: &WordDomain) -> Constraint {
    let Some(by) = divisor.as_constant().filter(|&by| by > 0) else {
        return Constraint::None;
    };
    match result.umin().checked_mul(by) {
        // No dividend is that large.
        None => Constraint::Unsatisfiable,
        Some(least) => {
            let most = result.umax().saturating_mul(by).saturating_add(by - 1);
            Constraint::word(WordDomain::unsigned(result.width(), least, most), uses)
        }
    }
}

/// Handles remainders: the dividend is at least the remainder, and the divisor is greater unless it is zero.
fn remainder(
    position: usize,
    result: &WordDomain,
    own: &WordDomain,
    with: &WordDomain,
) -> Constraint {
    let width = own.width();
    if position == 0 {
        let same = mask((!with.known_zeros()).trailing_zeros());
        let (zeros, ones) = (result.known_zeros() & same, result.known_ones() & same);
        let known = WordDomain::known_bits(width, zeros, ones);
        return Constraint::word(
            meet(known, WordDomain::unsigned(width, result.umin(), u64::MAX)),
            ALL,
        );
    }
    match result.umin().checked_add(1) {
        Some(least) if own.umin() > 0 => {
            Constraint::word(WordDomain::unsigned(width, least, u64::MAX), ALL)
        }
        _ => Constraint::None,
    }
}

/// Handles the operand of a shift by a constant: the remaining bits are known, those shifted out are not.
fn shifted(op: Op, result: &WordDomain, own: &WordDomain, amount: &WordDomain) -> Constraint {
    let width = own.width();
    let Some(by) = amount.as_constant().filter(|&by| by < u64::from(width)) else {
        return Constraint::None;
    };
    let (by, ends) = (by as u32, width);
    let word = match op {
        Op::BvShl => cat(bits(own, ends, ends - by), bits(result, ends, by)),
        _ => cat(bits(result, ends - by, 0), bits(own, by, 0)),
    };
    Constraint::word(word, ALL)
}

/// Handles operators with an argument or a result of more than 64 bits.
fn wide(op: Op, position: usize, result: &Domain, args: &[Domain]) -> Constraint {
    let Some(width) = args.get(position).and_then(width) else {
        return Constraint::None;
    };
    let sort = Sort::Bits(width);
    let cut = |low: u32| {
        let high = low + width - 1;
        Constraint::In(transfer(Op::Extract { high, low }, sort, &[*result]), RESULT)
    };
    match (op, args, result) {
        (Op::BvNot | Op::BvNeg, ..) => Constraint::In(transfer(op, sort, &[*result]), RESULT),
        (Op::SignExtend(_), ..) => cut(0),
        (Op::Concat, [_, low], _) => match (position, self::width(low)) {
            (0, Some(low)) => cut(low),
            (0, None) => Constraint::None,
            _ => cut(0),
        },
        (Op::BvAdd, [_, _], _) => {
            let minus = transfer(Op::BvNeg, sort, &[args[1 - position]]);
            Constraint::In(transfer(op, sort, &[*result, minus]), other(position))
        }
        (Op::BvMul, [Domain::Wide(a), Domain::Wide(b)], Domain::Wide(result)) => {
            wide_factor(result, [a, b][position], [b, a][position])
        }
        (Op::BvSlt | Op::BvUlt, [Domain::Wide(a), Domain::Wide(b)], _) => match result.decided() {
            Some(less) if op == Op::BvSlt || (a.smin() >= 0 && b.smin() >= 0) => {
                wide_order(position, less, a, b)
            }
            _ => Constraint::None,
        },
        _ => Constraint::None,
    }
}

fn width(domain: &Domain) -> Option<u32> {
    match domain {
        Domain::Bits(word) => Some(word.width()),
        Domain::Wide(wide) => Some(wide.width()),
        _ => None,
    }
}

/// Handles one side of a comparison where unsigned and signed order agree.
fn wide_order(position: usize, less: bool, a: &WideDomain, b: &WideDomain) -> Constraint {
    let (low, high) = match (less, position) {
        (true, 0) => (i128::MIN, b.smax().saturating_sub(1)),
        (true, _) => (a.smin().saturating_add(1), i128::MAX),
        (false, 0) => (b.smin(), i128::MAX),
        (false, _) => (i128::MIN, a.smax()),
    };
    let set = WideDomain::signed(a.width(), low, high);
    set.map_or(Constraint::Unsatisfiable, |set| Constraint::In(Domain::Wide(set), ALL))
}

/// Handles the other factor of a positive constant in a product that cannot have overflowed.
fn wide_factor(result: &WideDomain, own: &WideDomain, with: &WideDomain) -> Constraint {
    let by = with.smin();
    let fits = |value: i128| {
        let product = value.checked_mul(by);
        product.is_some_and(|number| WideDomain::signed(own.width(), number, number).is_some())
    };
    if by <= 0 || by != with.smax() || !fits(own.smin()) || !fits(own.smax()) {
        return Constraint::None;
    }
    let least = result.smin().div_euclid(by) + i128::from(result.smin().rem_euclid(by) != 0);
    let set = WideDomain::signed(own.width(), least, result.smax().div_euclid(by));
    set.map_or(Constraint::Unsatisfiable, |set| Constraint::In(Domain::Wide(set), ALL))
}

/// Returns the bits of a domain from `from` up to `end`; `None` if there are none.
fn bits(set: &WordDomain, end: u32, from: u32) -> Option<WordDomain> {
    if end <= from {
        return None;
    }
    apply(Op::Extract { high: end - 1, low: from }, end - from, &[*set])
}

/// Concatenates two domains, each of which may be missing.
fn cat(high: Option<WordDomain>, low: Option<WordDomain>) -> Option<WordDomain> {
    match (high, low) {
        (Some(high), Some(low)) => apply(Op::Concat, high.width() + low.width(), &[high, low]),
        (one, None) | (None, one) => one,
    }
}

fn meet(a: Option<WordDomain>, b: Option<WordDomain>) -> Option<WordDomain> {
    a?.meet(&b?)
}

/// Applies the transfer function of an operator whose result has this width.
fn apply(op: Op, width: u32, args: &[WordDomain]) -> Option<WordDomain> {
    let mut domains = [Domain::Unknown; 2];
    for (domain, arg) in domains.iter_mut().zip(args) {
        *domain = Domain::Bits(*arg);
    }
    transfer(op, Sort::Bits(width), domains.get(..args.len())?).word().copied()
}
