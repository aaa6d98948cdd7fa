//! Queries that are typical of symbolic execution.

use term::{Sort, Term, Terms};

use super::super::MAX_CONE;
use super::{Undecided, assert_sat, assert_unsat, check, check_above};
use crate::answer::Answer;

/// Creates a store without rewriting and one with it, each with a symbol of 32 bits.
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
        // for (i = 0; i < n; i++), eight iterations, with n at most eight.
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
fn a_long_below_a_bound_does_not_overflow() {
    for (mut terms, _) in stores() {
        let i = terms.symbol("i", Sort::Bits(64));
        let (zero, one, four) = (terms.word(64, 0), terms.word(64, 1), terms.word(64, 4));
        let bound = terms.word(64, 1000);
        let (from, to) = (terms.sle(zero, i), terms.slt(i, bound));
        let sum = terms.signed_add_overflows(i, one);
        let product = terms.signed_mul_overflows(i, four);
        assert_unsat(&mut terms, &[to, sum], &[to, sum]);
        assert_unsat(&mut terms, &[from, to, product], &[from, to, product]);
        let fits = terms.not(sum);
        let greatest = terms.word(64, i64::MAX as u64);
        let is_greatest = terms.eq(i, greatest);
        assert_unsat(&mut terms, &[fits, is_greatest], &[fits, is_greatest]);
        assert_sat(&mut terms, &[from, to, fits]);
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
fn valid_assumptions_are_not_passed_on() {
    let [(mut terms, x), _] = stores();
    let y = terms.symbol("y", Sort::Bits(32));
    let (seven, eight) = (terms.word(32, 7), terms.word(32, 8));
    let masked = terms.bvand(x, seven);
    let anyway = terms.ult(masked, eight);
    let product = terms.mul(x, y);
    let big = terms.word(32, 0x1234_5677);
    let hard = terms.eq(product, big);
    let mut below = Undecided { received: Vec::new() };
    let answer = check_above(&mut terms, &[anyway, hard], &mut below);
    assert!(matches!(answer, Answer::Unknown(_)));
    assert_eq!(below.received, [vec![hard]]);
    assert!(matches!(check_above(&mut terms, &[anyway], &mut below), Answer::Sat(_)));
    assert_eq!(below.received.len(), 1);
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
