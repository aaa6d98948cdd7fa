//! The laws of domains: soundness of every operator, exhaustively where the space is small and for random terms
//! elsewhere; and precision on the terms that symbolic execution needs.

use super::*;
use crate::bits::{Bits, mask};
use crate::eval::Evaluator;
use crate::model::{ArrayValue, Model};
use crate::op::FunctionId;
use crate::visit::post_order;
use std::rc::Rc;

/// A deterministic generator of random numbers (splitmix64).
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

    /// Works like `word`, for any width; wide values are often extended narrow ones.
    fn bits(&mut self, width: u32) -> Bits {
        if width <= 64 {
            return Bits::new(width, self.word(width));
        }
        let low = Bits::new(64, self.word(64));
        match self.below(3) {
            0 => low.sign_extend(width - 64),
            1 => low.zero_extend(width - 64),
            _ => Bits::from_words(width, &[self.word(64), self.word(64), self.next()]),
        }
    }

    /// Returns small numbers, numbers near the borders, and arbitrary ones.
    fn word(&mut self, width: u32) -> u64 {
        let near = self.next() % 9;
        let value = match self.below(5) {
            0 => near,
            1 => near.wrapping_neg(),
            2 => (1u64 << (width - 1)).wrapping_add(near).wrapping_sub(4),
            3 => 1 << self.below(width as usize),
            _ => self.next(),
        };
        value & mask(width)
    }
}

const BINARY: [Op; 14] = [
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
    Op::Concat,
    Op::Ite,
];

/// Returns all intervals in both orders, and all patterns of known bits.
fn plain_sets(width: u32) -> Vec<WordDomain> {
    let top = mask(width);
    let mut sets = Vec::new();
    for low in 0..=top {
        for high in low..=top {
            sets.extend(WordDomain::unsigned(width, low, high));
            let signed = |value: u64| value as i64 - (top / 2 + 1) as i64;
            sets.extend(WordDomain::signed(width, signed(low), signed(high)));
        }
    }
    for zeros in 0..=top {
        for ones in (0..=top).filter(|ones| zeros & ones == 0) {
            sets.extend(WordDomain::known_bits(width, zeros, ones));
        }
    }
    distinct(sets)
}

/// Returns all sets that are intersections of plain ones.
fn all_sets(width: u32) -> Vec<WordDomain> {
    let plain = plain_sets(width);
    let mut sets = plain.clone();
    for _ in 0..2 {
        let met: Vec<WordDomain> =
            sets.iter().flat_map(|a| plain.iter().filter_map(|b| a.meet(b))).collect();
        sets = distinct(met);
    }
    sets
}

fn distinct(mut sets: Vec<WordDomain>) -> Vec<WordDomain> {
    let key = |set: &WordDomain| {
        (set.known_zeros(), set.known_ones(), set.umin(), set.umax(), set.smin(), set.smax())
    };
    sets.sort_by_key(key);
    sets.dedup();
    sets
}

fn members(set: &WordDomain) -> Vec<u64> {
    (0..=mask(set.width())).filter(|&value| set.contains(value)).collect()
}

/// Applies an operator to two values by the arithmetic that `eval` uses.
fn concrete(op: Op, a: &Bits, b: &Bits) -> Value {
    Value::Bits(match op {
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvAdd => a.add(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::Concat => a.concat(b),
        Op::Eq => return Value::Bool(a == b),
        Op::BvUlt => return Value::Bool(a.ult(b)),
        Op::BvSlt => return Value::Bool(a.slt(b)),
        _ => unreachable!("a binary operator"),
    })
}

/// Checks for every binary operator and every pair of these sets that the result contains the operator's value for all
/// members.
fn check_binary(sets: &[WordDomain]) {
    let width = sets[0].width();
    let operators = BINARY.iter().copied().filter(|&op| op != Op::Ite);
    for op in operators.chain([Op::Eq, Op::BvUlt, Op::BvSlt]) {
        let sort = (op.info().sort)(op, &[Sort::Bits(width); 2]).unwrap();
        let table: Vec<Value> = (0..=mask(width))
            .flat_map(|a| (0..=mask(width)).map(move |b| (a, b)))
            .map(|(a, b)| concrete(op, &Bits::new(width, a), &Bits::new(width, b)))
            .collect();
        for a in sets {
            for b in sets {
                let result = transfer(op, sort, &[Domain::Bits(*a), Domain::Bits(*b)]);
                for x in members(a) {
                    for y in members(b) {
                        let value = &table[((x << width) | y) as usize];
                        assert!(
                            result.contains(value),
                            "{op:?} of {x} in {a:?} and {y} in {b:?} gives {value}, not in {result:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn binary_operators_are_sound_for_all_sets_of_up_to_three_bits() {
    for width in 1..=3 {
        check_binary(&all_sets(width));
    }
}

#[test]
fn binary_operators_are_sound_for_all_intervals_and_patterns_of_four_bits() {
    check_binary(&plain_sets(4));
}

type BitsFunction = Box<dyn Fn(&Bits) -> Bits>;

#[test]
fn unary_operators_are_sound_for_all_sets_of_up_to_four_bits() {
    for width in 1..=4 {
        let mut operators: Vec<(Op, BitsFunction)> =
            vec![(Op::BvNot, Box::new(Bits::not)), (Op::BvNeg, Box::new(Bits::neg))];
        for high in 0..width {
            for low in 0..=high {
                let op = Op::Extract { high, low };
                operators.push((op, Box::new(move |a: &Bits| a.extract(high, low))));
            }
        }
        for by in 0..4 {
            operators.push((Op::SignExtend(by), Box::new(move |a: &Bits| a.sign_extend(by))));
        }
        for set in all_sets(width) {
            for (op, apply) in &operators {
                let sort = (op.info().sort)(*op, &[Sort::Bits(width)]).unwrap();
                let result = transfer(*op, sort, &[Domain::Bits(set)]);
                for x in members(&set) {
                    let value = Value::Bits(apply(&Bits::new(width, x)));
                    assert!(result.contains(&value), "{op:?} of {x} in {set:?}: {result:?}");
                }
            }
        }
    }
}

#[test]
fn meet_is_the_intersection_and_join_contains_the_union() {
    for width in 1..=3 {
        let sets = all_sets(width);
        for a in &sets {
            for b in &sets {
                let (meet, join) = (a.meet(b), a.join(b));
                for x in 0..=mask(width) {
                    let both = a.contains(x) && b.contains(x);
                    assert_eq!(both, meet.is_some_and(|meet| meet.contains(x)));
                    assert!(join.contains(x) || !(a.contains(x) || b.contains(x)));
                }
            }
        }
    }
}

/// Checks that the bounds of a set are members of it, and that its known bits are exactly those that its members share.
#[test]
fn sets_are_fully_reduced() {
    for width in 1..=4 {
        for set in all_sets(width) {
            let members = members(&set);
            let signed = |value: u64| crate::bits::sign_extend_word(value, width);
            assert_eq!(Some(&set.umin()), members.first());
            assert_eq!(Some(&set.umax()), members.last());
            assert_eq!(Some(set.smin()), members.iter().map(|&x| signed(x)).min());
            assert_eq!(Some(set.smax()), members.iter().map(|&x| signed(x)).max());
            assert_eq!(set.known_ones(), members.iter().fold(u64::MAX, |all, x| all & x));
            let zeros = mask(width) & !members.iter().fold(0, |any, x| any | x);
            assert_eq!(set.known_zeros(), zeros);
        }
    }
}

#[test]
fn connectives_are_sound_and_exact() {
    let truths = [Truth::False, Truth::True, Truth::Both];
    let values = |truth: Truth| {
        [false, true].into_iter().filter(move |&value| truth.decided().is_none_or(|x| x == value))
    };
    for a in truths {
        for b in truths {
            for (op, f) in [
                (Op::And, (|x, y| x && y) as fn(bool, bool) -> bool),
                (Op::Or, |x, y| x || y),
                (Op::Eq, |x, y| x == y),
            ] {
                let domain = transfer(op, Sort::Bool, &[Domain::Bool(a), Domain::Bool(b)]);
                let results: Vec<bool> =
                    values(a).flat_map(|x| values(b).map(move |y| f(x, y))).collect();
                let same = results.iter().all(|&result| result == results[0]);
                assert_eq!(domain.decided(), same.then_some(results[0]), "{op:?} {a:?} {b:?}");
            }
        }
    }
}

/// Creates a store with symbols of several widths, arrays and a function, and random terms over them.
struct Garden {
    terms: Terms,
    random: Random,
    pool: Vec<Term>,
    function: FunctionId,
}

const WIDTHS: [u32; 13] = [1, 2, 7, 8, 16, 32, 33, 63, 64, 65, 66, 128, 129];

impl Garden {
    fn new(seed: u64) -> Garden {
        let mut terms = Terms::without_rewriting();
        let mut random = Random(seed);
        let mut pool = vec![Term::TRUE, Term::FALSE, terms.symbol("p", Sort::Bool)];
        for width in WIDTHS {
            pool.push(terms.symbol("x", Sort::Bits(width)));
            pool.push(terms.bits(&random.bits(width)));
            let narrow = terms.bits(&random.bits(width));
            let masked = terms.bvand(pool[pool.len() - 2], narrow);
            pool.push(masked);
        }
        pool.push(terms.symbol("a", Sort::Array { index: 8, element: 8 }));
        let zero = terms.word(8, 3);
        pool.push(terms.const_array(8, zero));
        pool.push(terms.base(Bits::new(64, random.word(64))).1);
        let function = terms.function("f", vec![Sort::Bits(8), Sort::Bool], Sort::Bits(16));
        Garden { terms, random, pool, function }
    }

    fn of_sort(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Term> =
            self.pool.iter().copied().filter(|&term| self.terms.sort(term) == sort).collect();
        // Recent terms are deeper.
        let recent = fitting.len().saturating_sub(6);
        match self.random.below(3) {
            0 => self.random.pick(&fitting),
            _ => self.random.pick(&fitting[recent..]),
        }
    }

    fn grow(&mut self) {
        let width = self.random.pick(&WIDTHS);
        let bits = Sort::Bits(width);
        let array = Sort::Array { index: 8, element: 8 };
        let (a, b) = (self.of_sort(bits), self.of_sort(bits));
        let (p, q) = (self.of_sort(Sort::Bool), self.of_sort(Sort::Bool));
        let binary = self.random.pick(&BINARY);
        let truth = self.random.pick(&[Op::And, Op::Or, Op::Eq]);
        let compare = self.random.pick(&[Op::Eq, Op::BvUlt, Op::BvSlt]);
        let term = match self.random.below(12) {
            0 => self.terms.make(truth, &[p, q]),
            1 => self.terms.not(p),
            2 => self.terms.make(compare, &[a, b]),
            3 => self.terms.bvnot(a),
            4 => self.terms.neg(a),
            5 => {
                let wanted = self.random.pick(&WIDTHS);
                if wanted <= width {
                    let low = self.random.below((width - wanted + 1) as usize) as u32;
                    self.terms.extract(low + wanted - 1, low, a)
                } else if self.random.below(2) == 0 {
                    self.terms.sign_extend(wanted - width, a)
                } else {
                    self.terms.zero_extend(wanted - width, a)
                }
            }
            6 => {
                let (array, index) = (self.of_sort(array), self.of_sort(Sort::Bits(8)));
                let element = self.of_sort(Sort::Bits(8));
                let stored = self.terms.store(array, index, element);
                self.pool.push(stored);
                let index = self.of_sort(Sort::Bits(8));
                self.terms.select(stored, index)
            }
            7 => {
                let byte = self.of_sort(Sort::Bits(8));
                self.terms.apply(self.function, &[byte, p])
            }
            _ if binary == Op::Ite => self.terms.ite(p, a, b),
            _ if binary == Op::Concat => {
                let term = self.terms.concat(a, b);
                let low = self.random.below(width as usize + 1) as u32;
                self.terms.extract(low + width - 1, low, term)
            }
            _ => self.terms.make(binary, &[a, b]),
        };
        self.pool.push(term);
    }

    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for term in self.pool.clone() {
            let Op::Symbol(id) = self.terms.op(term) else { continue };
            let value = match self.terms.sort(term) {
                Sort::Bool => Value::Bool(self.random.below(2) == 0),
                Sort::Bits(width) => Value::Bits(self.random.bits(width)),
                Sort::Array { index, element } => {
                    let default = Bits::new(element, self.random.word(element));
                    let mut array = ArrayValue::new(index, default);
                    for _ in 0..4 {
                        let at = Bits::new(index, self.random.word(index));
                        array.set(at, Bits::new(element, self.random.word(element)));
                    }
                    Value::Array(Rc::new(array))
                }
            };
            model.set(id, value);
        }
        model
    }
}

#[test]
fn random_terms_evaluate_into_their_domains() {
    for seed in 0..150 {
        let mut garden = Garden::new(seed);
        for _ in 0..200 {
            garden.grow();
        }
        for _ in 0..20 {
            let model = garden.model();
            let mut evaluator = Evaluator::default();
            let terms = &garden.terms;
            for term in post_order(terms, &garden.pool) {
                let value = evaluator.eval(terms, term, &model);
                let domain = terms.domain(term);
                assert!(
                    domain.contains(&value),
                    "seed {seed}: {:?} of {:?} is {value}, not in {domain:?}",
                    terms.op(term),
                    terms.args(term).iter().map(|&arg| terms.domain(arg)).collect::<Vec<_>>(),
                );
            }
        }
    }
}

/// Creates a store with symbols of 8, 32 and 64 bits, and a condition.
fn symbols() -> (Terms, Term, Term, Term, Term) {
    let mut terms = Terms::without_rewriting();
    let byte = terms.symbol("byte", Sort::Bits(8));
    let int = terms.symbol("int", Sort::Bits(32));
    let long = terms.symbol("long", Sort::Bits(64));
    let condition = terms.symbol("c", Sort::Bool);
    (terms, byte, int, long, condition)
}

#[test]
fn a_byte_made_wider_is_a_byte() {
    let (mut terms, byte, _, _, _) = symbols();
    let zero = terms.zero_extend(24, byte);
    assert_eq!((terms.domain(zero).umin(), terms.domain(zero).umax()), (Some(0), Some(255)));
    assert_eq!((terms.domain(zero).smin(), terms.domain(zero).smax()), (Some(0), Some(255)));
    let bound = terms.word(32, 256);
    let below = terms.ult(zero, bound);
    assert_eq!(terms.domain(below).decided(), Some(true));
    let sign = terms.sign_extend(24, byte);
    assert_eq!((terms.domain(sign).smin(), terms.domain(sign).smax()), (Some(-128), Some(127)));
    let two = terms.word(32, 2);
    let twice = terms.mul(sign, two);
    assert_eq!((terms.domain(twice).smin(), terms.domain(twice).smax()), (Some(-256), Some(254)));
    let cut = terms.extract(15, 0, twice);
    assert_eq!((terms.domain(cut).smin(), terms.domain(cut).smax()), (Some(-256), Some(254)));
}

#[test]
fn masks_remainders_and_shifts_bound() {
    let (mut terms, _, int, _, _) = symbols();
    let (seven, ten, shift) = (terms.word(32, 7), terms.word(32, 10), terms.word(32, 28));
    let masked = terms.bvand(int, seven);
    assert_eq!(terms.domain(masked).umax(), Some(7));
    let rest = terms.urem(int, ten);
    assert_eq!(terms.domain(rest).umax(), Some(9));
    let signed_rest = terms.srem(int, ten);
    assert_eq!(terms.domain(signed_rest).smin(), Some(-9));
    assert_eq!(terms.domain(signed_rest).smax(), Some(9));
    let shifted = terms.lshr(int, shift);
    assert_eq!(terms.domain(shifted).umax(), Some(15));
    let signed = terms.ashr(int, shift);
    assert_eq!((terms.domain(signed).smin(), terms.domain(signed).smax()), (Some(-8), Some(7)));
    let divided = terms.udiv(int, ten);
    assert_eq!(terms.domain(divided).umax(), Some(u64::from(u32::MAX) / 10));
}

#[test]
fn a_choice_of_offsets_from_a_base_is_between_them() {
    let (mut terms, _, _, _, condition) = symbols();
    let (_, base) = terms.base(Bits::new(64, 0x10_0000));
    let (four, eight) = (terms.word(64, 4), terms.word(64, 8));
    let offset = terms.ite(condition, four, eight);
    let pointer = terms.add(base, offset);
    let domain = terms.domain(pointer);
    assert_eq!((domain.umin(), domain.umax()), (Some(0x10_0004), Some(0x10_0008)));
    assert_eq!(domain.known_zeros() & 3, 3);
}

#[test]
fn a_scaled_index_is_bounded_and_aligned() {
    let (mut terms, _, _, long, _) = symbols();
    let (ten, four, base) = (terms.word(64, 10), terms.word(64, 4), terms.word(64, 0x1000));
    let index = terms.urem(long, ten);
    let offset = terms.mul(index, four);
    let address = terms.add(base, offset);
    let domain = terms.domain(address);
    assert_eq!((domain.umin(), domain.umax()), (Some(0x1000), Some(0x1024)));
    assert_eq!(domain.known_zeros() & 3, 3);
    let odd = terms.word(64, 0x1001);
    let same = terms.eq(address, odd);
    assert_eq!(terms.domain(same).decided(), Some(false));
}

#[test]
fn elements_of_a_table_are_between_its_entries() {
    let (mut terms, byte, _, _, _) = symbols();
    let zero = terms.word(8, 0);
    let mut table = terms.const_array(8, zero);
    for i in 0..100 {
        let (index, element) = (terms.word(8, i), terms.word(8, 100 - i));
        table = terms.store(table, index, element);
    }
    let element = terms.select(table, byte);
    assert_eq!(terms.domain(element).umax(), Some(100));
}

#[test]
fn wider_vectors_are_followed_as_numbers() {
    let (mut terms, byte, int, long, _) = symbols();
    let ten = terms.word(64, 10);
    let index = terms.urem(long, ten);
    let one = terms.word(64, 1);
    for predicate in [Terms::signed_add_overflows, Terms::signed_mul_overflows] {
        let overflows = predicate(&mut terms, index, one);
        assert_eq!(terms.domain(overflows).decided(), Some(false));
        let unknown = predicate(&mut terms, long, ten);
        assert_eq!(terms.domain(unknown).decided(), None);
    }
    let (byte, int) = (terms.sign_extend(56, byte), terms.sign_extend(32, int));
    let overflows = terms.signed_mul_overflows(byte, int);
    assert_eq!(terms.domain(overflows).decided(), Some(false));
    let (byte, int) = (terms.bvand(byte, ten), terms.bvand(int, ten));
    let overflows = terms.unsigned_mul_overflows(byte, int);
    assert_eq!(terms.domain(overflows).decided(), Some(false));
    let narrow = terms.signed_add_overflows(byte, int);
    assert_eq!(terms.domain(narrow).decided(), Some(false));
}
