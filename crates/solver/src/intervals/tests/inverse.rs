//! The laws of the inverse transfer functions, for all small arguments and for samples of large ones.

use term::bits::mask;
use term::domain::{WideDomain, WordDomain};
use term::{Bits, Domain, Model, Op, Sort, Term, Terms, Value};

use super::super::inverse::{Constraint, argument};
use crate::testing::{BINARY, Random};

/// Returns all values of a small sort.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bits(width) => {
            (0..=mask(width)).map(|value| Value::Bits(Bits::new(width, value))).collect()
        }
        _ => vec![Value::Bool(false), Value::Bool(true)],
    }
}

/// Returns a random domain of a sort.
fn domain(random: &mut Random, sort: Sort) -> Domain {
    let Sort::Bits(width) = sort else {
        let any = Domain::top(Sort::Bool);
        return random.pick(&[any, Domain::truth(true), Domain::truth(false)]);
    };
    let mut set = Domain::top(sort);
    for _ in 0..=random.below(2) {
        let (a, b) = (random.word() & mask(width), random.word() & mask(width));
        let signed = |value| term::bits::sign_extend_word(value, width);
        let word = match random.below(4) {
            0 => WordDomain::unsigned(width, a.min(b), a.max(b)),
            1 => WordDomain::signed(width, signed(a).min(signed(b)), signed(a).max(signed(b))),
            2 => WordDomain::known_bits(width, a & !b, b & !a),
            _ => WordDomain::point(width, a),
        };
        let met = word.and_then(|word| set.meet(&Domain::Bits(word)));
        set = met.unwrap_or(set);
    }
    set
}

/// Evaluates an operator at these arguments.
fn concrete(op: Op, args: &[Value]) -> Value {
    let mut terms = Terms::without_rewriting();
    let args: Vec<Term> = args.iter().map(|value| value.to_term(&mut terms)).collect();
    let term = terms.make(op, &args);
    term::eval(&terms, term, &Model::new())
}

/// Returns all arguments of these sorts, with their results.
fn graph(op: Op, sorts: &[Sort]) -> Vec<(Vec<Value>, Value)> {
    let mut rows = vec![Vec::new()];
    for &sort in sorts {
        rows = rows
            .into_iter()
            .flat_map(|row: Vec<Value>| {
                values(sort).into_iter().map(move |value| [row.clone(), vec![value]].concat())
            })
            .collect();
    }
    let with_result = |row: Vec<Value>| {
        let result = concrete(op, &row);
        (row, result)
    };
    rows.into_iter().map(with_result).collect()
}

/// Checks for random domains that every argument that gives a result in the result's domain is kept.
fn check_inverse(random: &mut Random, op: Op, sorts: &[Sort]) {
    let graph = graph(op, sorts);
    let sort = (op.info().sort)(op, sorts).unwrap();
    for _ in 0..1500 {
        let result = domain(random, sort);
        let args: Vec<Domain> = sorts.iter().map(|&sort| domain(random, sort)).collect();
        let fits = |row: &(Vec<Value>, Value)| {
            result.contains(&row.1) && args.iter().zip(&row.0).all(|(set, arg)| set.contains(arg))
        };
        for position in 0..sorts.len() {
            let wanted = argument(op, position, &result, &args);
            for (row, _) in graph.iter().filter(|row| fits(row)) {
                let kept = match &wanted {
                    Constraint::None => true,
                    Constraint::In(set, _) => set.contains(&row[position]),
                    Constraint::Unsatisfiable => false,
                };
                assert!(kept, "{op:?} {position} of {row:?} for {result:?} from {args:?}");
            }
        }
    }
}

#[test]
fn inverses_keep_every_argument_that_gives_the_result() {
    let mut random = Random::new(1);
    for width in 1..=4 {
        let bits = Sort::Bits(width);
        for op in BINARY {
            check_inverse(&mut random, op, &[bits, bits]);
        }
        for op in [Op::BvNot, Op::BvNeg, Op::SignExtend(0), Op::SignExtend(2)] {
            check_inverse(&mut random, op, &[bits]);
        }
        for (high, low) in (0..width).flat_map(|high| (0..=high).map(move |low| (high, low))) {
            check_inverse(&mut random, Op::Extract { high, low }, &[bits]);
        }
        check_inverse(&mut random, Op::Concat, &[bits, Sort::Bits(2)]);
        if width <= 3 {
            check_inverse(&mut random, Op::Ite, &[Sort::Bool, bits, bits]);
        }
    }
    for op in [Op::And, Op::Or, Op::Eq] {
        check_inverse(&mut random, op, &[Sort::Bool, Sort::Bool]);
    }
    check_inverse(&mut random, Op::Not, &[Sort::Bool]);
}

/// Checks that a constraint still holds if the arguments that it does not name are unknown.
#[test]
fn inverses_name_every_argument_they_use() {
    let mut random = Random::new(2);
    let bits = Sort::Bits(3);
    let graphs = BINARY
        .into_iter()
        .chain([Op::Concat])
        .map(|op| (op, vec![bits, bits]))
        .chain([(Op::Ite, vec![Sort::Bool, bits, bits]), (Op::And, vec![Sort::Bool; 2])])
        .chain([(Op::Extract { high: 1, low: 1 }, vec![bits]), (Op::SignExtend(1), vec![bits])]);
    for (op, sorts) in graphs {
        let sort = (op.info().sort)(op, &sorts).unwrap();
        let graph = graph(op, &sorts);
        for _ in 0..1500 {
            let result = domain(&mut random, sort);
            let args: Vec<Domain> = sorts.iter().map(|&sort| domain(&mut random, sort)).collect();
            for position in 0..sorts.len() {
                let Constraint::In(set, uses) = argument(op, position, &result, &args) else {
                    continue;
                };
                let used = |i: &usize| uses & (1 << i) != 0;
                let fits = |row: &(Vec<Value>, Value)| {
                    let mut checked = (0..sorts.len()).filter(used);
                    result.contains(&row.1) && checked.all(|i| args[i].contains(&row.0[i]))
                };
                for (row, _) in graph.iter().filter(|row| fits(row)) {
                    assert!(set.contains(&row[position]), "{op:?} {position} of {row:?}");
                }
            }
        }
    }
}

/// Returns a random domain that contains this value.
fn domain_around(random: &mut Random, value: &Value) -> Domain {
    let Value::Bits(bits) = value else {
        let only = Domain::truth(*value == Value::Bool(true));
        return random.pick(&[only, Domain::top(Sort::Bool)]);
    };
    let width = bits.width();
    let near = |random: &mut Random| random.word() >> random.below(64);
    let (below, above) = (near(random), near(random));
    if random.below(5) == 0 {
        return Domain::of_bits(bits);
    }
    let (sort, number) = (Sort::Bits(width), bits.low_word());
    if width > 64 {
        let Domain::Wide(point) = Domain::of_bits(bits) else { return Domain::top(sort) };
        let low = point.smin().saturating_sub(below.into());
        let set = WideDomain::signed(width, low, point.smax().saturating_add(above.into()));
        return set.map_or(Domain::top(sort), Domain::Wide);
    }
    let signed = term::bits::sign_extend_word(number, width);
    let (less, more) = ((below >> 1) as i64, (above >> 1) as i64);
    let word = match random.below(3) {
        0 => {
            let low = number.saturating_sub(below);
            WordDomain::unsigned(width, low, number.saturating_add(above))
        }
        1 => WordDomain::signed(width, signed.saturating_sub(less), signed.saturating_add(more)),
        _ => WordDomain::known_bits(width, !number & below, number & above),
    };
    word.map_or(Domain::top(sort), Domain::Bits)
}

/// Returns a random value, often near the ends of its range.
fn value(random: &mut Random, sort: Sort) -> Value {
    let Sort::Bits(width) = sort else { return Value::Bool(random.below(2) == 0) };
    let small = Bits::new(width, random.word() >> random.below(64));
    let any = Bits::from_words(width, &[random.word(), random.word(), random.word()]);
    Value::Bits(match random.below(4) {
        0 => small.neg(),
        1 => Bits::signed_min(width).add(&small),
        2 => any,
        _ => small,
    })
}

#[test]
fn inverses_keep_sampled_arguments_of_large_widths() {
    let mut random = Random::new(3);
    for width in [8, 32, 63, 64, 65, 100, 128, 129] {
        let bits = Sort::Bits(width);
        let unary = [Op::BvNot, Op::BvNeg, Op::SignExtend(1), Op::SignExtend(40)]
            .map(|op| (op, vec![bits]))
            .into_iter()
            .chain([(Op::Extract { high: 6, low: 1 }, vec![bits])])
            .chain([(Op::Extract { high: width - 1, low: 5 }, vec![bits])]);
        let binary = BINARY.into_iter().chain([Op::Concat]).map(|op| (op, vec![bits, bits]));
        let others = [
            (Op::Concat, vec![Sort::Bits(1), bits]),
            (Op::Concat, vec![bits, Sort::Bits(20)]),
            (Op::Ite, vec![Sort::Bool, bits, bits]),
        ];
        for (op, sorts) in unary.chain(binary).chain(others) {
            for _ in 0..600 {
                let row: Vec<Value> = sorts.iter().map(|&sort| value(&mut random, sort)).collect();
                let result = domain_around(&mut random, &concrete(op, &row));
                let args: Vec<Domain> =
                    row.iter().map(|value| domain_around(&mut random, value)).collect();
                for (position, value) in row.iter().enumerate() {
                    let kept = match argument(op, position, &result, &args) {
                        Constraint::None => true,
                        Constraint::In(set, _) => set.contains(value),
                        Constraint::Unsatisfiable => false,
                    };
                    assert!(kept, "{op:?} {position} of {row:?} for {result:?} from {args:?}");
                }
            }
        }
    }
}
