//! Whenever the layer answers, the answer is right: against enumeration of all small inputs. And it
//! answers what symbolic execution asks all day.

use super::inverse::{Wanted, argument};
use super::*;
use crate::answer::{Limits, Report, Why};
use term::Sort;
use term::bits::mask;

/// A bottom that decides nothing, so that tests see what the layer itself decides.
struct Shrug {
    asked: Vec<Vec<Term>>,
}

impl Solver for Shrug {
    fn check(&mut self, _: &mut Terms, query: Query<'_>) -> Answer {
        self.asked.push(query.assumptions.to_vec());
        Answer::Unknown(Why::Budget)
    }

    fn report(&self, _: &mut Report) {}
}

fn check(terms: &mut Terms, assumptions: &[Term]) -> Answer {
    check_above(terms, assumptions, &mut Shrug { asked: Vec::new() })
}

fn check_above(terms: &mut Terms, assumptions: &[Term], below: &mut Shrug) -> Answer {
    let query = Query { assumptions, limits: &Limits::default() };
    Intervals::default().decide(terms, query, below)
}

fn assert_sat(terms: &mut Terms, assumptions: &[Term]) {
    let Answer::Sat(model) = check(terms, assumptions) else {
        panic!("not found satisfiable");
    };
    let mut evaluator = Evaluator::default();
    assert!(assumptions.iter().all(|&term| evaluator.holds(terms, term, &model)));
}

fn assert_unsat(terms: &mut Terms, assumptions: &[Term], core: &[Term]) {
    match check(terms, assumptions) {
        Answer::Unsat(found) => assert_eq!(found, core),
        other => panic!("not found unsatisfiable: {other:?}"),
    }
}

/// A small generator of numbers (splitmix64), the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const BINARY: [Op; 12] = [
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];

// ----- the inverse of every operator -----

/// All values of a sort (of few).
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bits(width) => {
            (0..=mask(width)).map(|value| Value::Bits(Bits::new(width, value))).collect()
        }
        _ => vec![Value::Bool(false), Value::Bool(true)],
    }
}

/// A random set of values of a sort.
fn domain(random: &mut Random, sort: Sort) -> Domain {
    let Sort::Bits(width) = sort else {
        let any = Domain::top(Sort::Bool);
        return random.pick(&[any, Domain::truth(true), Domain::truth(false)]);
    };
    let mut set = Domain::top(sort);
    for _ in 0..=random.below(2) {
        let (a, b) = (random.next() & mask(width), random.next() & mask(width));
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

/// The value of an operator at these arguments, by the evaluator.
fn concrete(op: Op, args: &[Value]) -> Value {
    let mut terms = Terms::without_rewriting();
    let args: Vec<Term> = args.iter().map(|value| value.to_term(&mut terms)).collect();
    let term = terms.make(op, &args);
    term::eval(&terms, term, &Model::new())
}

/// All arguments of these sorts, with their results.
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

/// For random sets: every argument that gives a result in the result's set stays.
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
                    Wanted::Anything => true,
                    Wanted::Within(set, _) => set.contains(&row[position]),
                    Wanted::Nothing => false,
                };
                assert!(kept, "{op:?} {position} of {row:?} for {result:?} from {args:?}");
            }
        }
    }
}

#[test]
fn inverses_keep_every_argument_that_gives_the_result() {
    let mut random = Random(1);
    for width in 1..=4 {
        let bits = Sort::Bits(width);
        for op in BINARY.into_iter().chain([Op::Eq, Op::BvUlt, Op::BvSlt]) {
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

/// What `Wanted` says it follows from is enough: with the other arguments unknown, it still holds.
#[test]
fn inverses_name_every_argument_they_use() {
    let mut random = Random(2);
    let bits = Sort::Bits(3);
    let graphs = BINARY
        .into_iter()
        .chain([Op::Eq, Op::BvUlt, Op::BvSlt, Op::Concat])
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
                let Wanted::Within(set, uses) = argument(op, position, &result, &args) else {
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

// ----- whole queries against enumeration -----

/// Random terms over two symbols of a small width and two truth values.
struct Small {
    terms: Terms,
    width: u32,
    random: Random,
    words: Vec<Term>,
    truths: Vec<Term>,
}

impl Small {
    fn new(seed: u64, terms: Terms) -> Small {
        let mut random = Random(seed);
        let width = 1 + random.below(4) as u32;
        let mut small = Small { terms, width, random, words: Vec::new(), truths: Vec::new() };
        for name in ["x", "y"] {
            small.words.push(small.terms.symbol(name, Sort::Bits(width)));
            small.truths.push(small.terms.symbol(name, Sort::Bool));
        }
        for _ in 0..3 {
            let value = small.random.next();
            small.words.push(small.terms.word(width, value));
        }
        small
    }

    fn grow(&mut self) {
        let (a, b) = (self.random.pick(&self.words), self.random.pick(&self.words));
        let (p, q) = (self.random.pick(&self.truths), self.random.pick(&self.truths));
        let op = self.random.pick(&BINARY);
        let compare = self.random.pick(&[Op::BvUlt, Op::BvSlt, Op::Eq]);
        let truth = self.random.pick(&[Op::And, Op::Or, Op::Eq]);
        match self.random.below(12) {
            0..=4 => self.truths.push(self.terms.make(compare, &[a, b])),
            5 => self.truths.push(self.terms.make(truth, &[p, q])),
            6 => self.truths.push(self.terms.not(p)),
            7 => self.words.push(self.terms.ite(p, a, b)),
            8 => {
                let by = self.random.below(3) as u32;
                let wide = match self.random.below(2) {
                    0 => self.terms.sign_extend(by, a),
                    _ => self.terms.concat(a, b),
                };
                let low = self.random.below((self.terms.width(wide) - self.width + 1) as usize);
                let low = low as u32;
                self.words.push(self.terms.extract(low + self.width - 1, low, wide));
            }
            9 => self.words.push(self.terms.neg(a)),
            _ => self.words.push(self.terms.make(op, &[a, b])),
        }
    }

    /// All models of the four symbols.
    fn models(&self) -> Vec<Model> {
        let symbol = |term| match self.terms.op(term) {
            Op::Symbol(id) => id,
            _ => unreachable!("the first terms are symbols"),
        };
        let mut models = Vec::new();
        for bits in 0..1u64 << (2 * self.width + 2) {
            let mut model = Model::new();
            let word = |value| Value::Bits(Bits::new(self.width, value));
            model.set(symbol(self.words[0]), word(bits >> 2));
            model.set(symbol(self.words[1]), word(bits >> (2 + self.width)));
            model.set(symbol(self.truths[0]), Value::Bool(bits & 1 != 0));
            model.set(symbol(self.truths[1]), Value::Bool(bits & 2 != 0));
            models.push(model);
        }
        models
    }

    fn satisfiable(&self, assumptions: &[Term]) -> bool {
        self.models().iter().any(|model| {
            let mut evaluator = Evaluator::default();
            assumptions.iter().all(|&term| evaluator.holds(&self.terms, term, model))
        })
    }

    fn query(&mut self) -> Vec<Term> {
        let newest = self.truths.len().saturating_sub(8);
        let count = 1 + self.random.below(5);
        (0..count)
            .map(|_| {
                let truth = self.random.pick(&self.truths[newest..]);
                if self.random.below(3) == 0 { self.terms.not(truth) } else { truth }
            })
            .collect()
    }
}

/// How often the layer said satisfiable, unsatisfiable, and nothing.
fn check_random_queries(store: fn() -> Terms, seeds: u64) -> [usize; 3] {
    let mut said = [0; 3];
    for seed in 0..seeds {
        let mut small = Small::new(seed, store());
        for _ in 0..25 {
            small.grow();
        }
        let assumptions = small.query();
        match check(&mut small.terms, &assumptions) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::default();
                let holds = |&term: &Term| evaluator.holds(&small.terms, term, &model);
                assert!(assumptions.iter().all(holds), "seed {seed}: a wrong model");
                said[0] += 1;
            }
            Answer::Unsat(core) => {
                assert!(core.iter().all(|term| assumptions.contains(term)), "seed {seed}");
                assert!(!small.satisfiable(&core), "seed {seed}: a wrong core");
                said[1] += 1;
            }
            Answer::Unknown(_) => said[2] += 1,
        }
    }
    said
}

#[test]
fn answers_to_random_queries_are_right_without_rewriting() {
    let said = check_random_queries(Terms::without_rewriting, 2000);
    assert!(said.iter().all(|&count| count > 100), "a dull test: {said:?}");
}

#[test]
fn answers_to_random_queries_are_right_with_rewriting() {
    let said = check_random_queries(Terms::new, 2000);
    assert!(said[0] > 100 && said[1] > 50, "a dull test: {said:?}");
}

// ----- what symbolic execution asks -----

/// A store without rewriting and one with it, each with a symbol of 32 bits.
fn stores() -> [(Terms, Term); 2] {
    [Terms::without_rewriting(), Terms::new()].map(|mut terms| {
        let x = terms.symbol("x", Sort::Bits(32));
        (terms, x)
    })
}

#[test]
fn an_index_in_bounds_stays_in_its_block() {
    for (mut terms, i) in stores() {
        let (zero, ten, four) = (terms.word(32, 0), terms.word(32, 10), terms.word(32, 4));
        let size = terms.word(32, 40);
        let (from, to) = (terms.sge(i, zero), terms.slt(i, ten));
        let scaled = terms.mul(i, four);
        let end = terms.add(scaled, four);
        let inside = terms.ule(end, size);
        let outside = terms.not(inside);
        assert_sat(&mut terms, &[from, to, inside]);
        assert_unsat(&mut terms, &[from, to, outside], &[from, to, outside]);
    }
}

#[test]
fn a_core_leaves_out_what_was_not_used() {
    for (mut terms, x) in stores() {
        let y = terms.symbol("y", Sort::Bits(32));
        let (ten, twenty) = (terms.word(32, 10), terms.word(32, 20));
        let unrelated = terms.ult(y, x);
        let (below, not_below) = (terms.ult(x, ten), terms.uge(x, twenty));
        let five = terms.word(32, 5);
        let other = terms.ult(y, five);
        assert_unsat(&mut terms, &[other, below, not_below], &[below, not_below]);
        assert_unsat(&mut terms, &[below, other, not_below, unrelated], &[below, not_below]);
    }
}

#[test]
fn a_value_decides_what_follows_it() {
    for (mut terms, x) in stores() {
        let (three, four, twelve) = (terms.word(32, 3), terms.word(32, 4), terms.word(32, 12));
        let is_three = terms.eq(x, three);
        let product = terms.mul(x, four);
        let wrong = terms.distinct(product, twelve);
        assert_unsat(&mut terms, &[is_three, wrong], &[is_three, wrong]);
        let sum = terms.add(x, four);
        let seven = terms.word(32, 7);
        let (is_seven, not_three) = (terms.eq(sum, seven), terms.distinct(x, three));
        assert_unsat(&mut terms, &[not_three, is_seven], &[not_three, is_seven]);
        assert_sat(&mut terms, &[is_seven, is_three]);
    }
}

#[test]
fn a_loop_counter_ends_at_its_bound() {
    for (mut terms, n) in stores() {
        // for (i = 0; i < n; i++), taken eight times, with n at most eight.
        let eight = terms.word(32, 8);
        let mut path = vec![terms.sle(n, eight)];
        for i in 0..8 {
            let i = terms.word(32, i);
            path.push(terms.slt(i, n));
            assert_sat(&mut terms, &path);
        }
        let again = terms.slt(eight, n);
        let query = [path.clone(), vec![again]].concat();
        assert_unsat(&mut terms, &query, &[path[0], again]);
        let done = terms.not(again);
        path.push(done);
        assert_sat(&mut terms, &path);
    }
}

#[test]
fn a_byte_read_is_compared_through_its_extension() {
    for (mut terms, _) in stores() {
        let byte = terms.symbol("byte", Sort::Bits(8));
        let wide = terms.sign_extend(24, byte);
        let (low, high) = (terms.word(32, 48), terms.word(32, 57));
        let (from, to) = (terms.sle(low, wide), terms.sle(wide, high));
        let minus = terms.word(32, u64::from(u32::MAX) - 47);
        let digit = terms.add(wide, minus);
        let ten = terms.word(32, 10);
        let is_digit = terms.ult(digit, ten);
        let not_digit = terms.not(is_digit);
        assert_unsat(&mut terms, &[from, to, not_digit], &[from, to, not_digit]);
        assert_sat(&mut terms, &[from, to, is_digit]);
        assert_sat(&mut terms, &[is_digit]);
    }
}

#[test]
fn a_conjunction_and_a_choice_are_taken_apart() {
    for (mut terms, x) in stores() {
        let p = terms.symbol("p", Sort::Bool);
        let (four, eight, five) = (terms.word(32, 4), terms.word(32, 8), terms.word(32, 5));
        let chosen = terms.ite(p, four, eight);
        let same = terms.eq(x, chosen);
        let below = terms.ult(x, five);
        let both = terms.and(same, below);
        let not_p = terms.not(p);
        assert_unsat(&mut terms, &[both, not_p], &[both, not_p]);
        assert_sat(&mut terms, &[both]);
    }
}

#[test]
fn what_holds_anyway_is_not_passed_on() {
    let [(mut terms, x), _] = stores();
    let y = terms.symbol("y", Sort::Bits(32));
    let (seven, eight) = (terms.word(32, 7), terms.word(32, 8));
    let masked = terms.bvand(x, seven);
    let anyway = terms.ult(masked, eight);
    let product = terms.mul(x, y);
    let big = terms.word(32, 0x1234_5677);
    let hard = terms.eq(product, big);
    let mut below = Shrug { asked: Vec::new() };
    let answer = check_above(&mut terms, &[anyway, hard], &mut below);
    assert!(matches!(answer, Answer::Unknown(_)));
    assert_eq!(below.asked, [vec![hard]]);
    assert!(matches!(check_above(&mut terms, &[anyway], &mut below), Answer::Sat(_)));
    assert_eq!(below.asked.len(), 1);
}

#[test]
fn a_query_too_large_is_passed_on() {
    let [(mut terms, x), _] = stores();
    let mut sum = x;
    for _ in 0..=MAX_CONE {
        sum = terms.bvxor(sum, x);
        sum = terms.add(sum, x);
    }
    let positive = terms.ult(x, sum);
    assert!(matches!(check(&mut terms, &[positive]), Answer::Unknown(_)));
}
