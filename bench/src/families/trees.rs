//! Decision trees on one variable.

use super::writer::{Writer, hex};
use crate::random::Random;

/// A tree of comparisons, every node visited.
pub fn binary_search() -> String {
    let mut random = Random::new(51);
    let mut script = Writer::new("QF_BV");
    script.bits("x", 32);
    visit(&mut script, &mut random, 0, 1 << 32, 9);
    script.finish()
}

/// The subtree of the values from `low` to below `high`, and some comparisons that cannot hold.
fn visit(script: &mut Writer, random: &mut Random, low: u64, high: u64, depth: u32) {
    if depth == 0 || high - low < 4 {
        return;
    }
    let middle = low + 1 + (random.word() % (high - low - 2));
    let condition = format!("(bvult x {})", hex(32, middle));
    for (condition, low, high) in
        [(condition.clone(), low, middle), (format!("(not {condition})"), middle, high)]
    {
        script.push();
        script.assert(condition);
        script.check();
        script.ask(format_args!("(= x {})", hex(32, random.word())));
        visit(script, random, low, high, depth - 1);
        script.pop();
    }
}

/// A `switch` with many cases over a masked and shifted variable.
pub fn switch() -> String {
    let mut random = Random::new(52);
    let mut script = Writer::new("QF_BV");
    script.bits("op", 32);
    script.define("code", 32, "(bvand (bvlshr op #x00000008) #x000000ff)");
    let mut cases: Vec<u64> = (0..200).map(|_| random.below(300) as u64).collect();
    cases.dedup();
    for case in cases {
        script.branch(format_args!("(= code {})", hex(32, case)), false);
    }
    script.branch("(bvult op #x00000100)", false);
    script.branch("(bvugt code #x000000f0)", true);
    script.finish()
}

/// The first paths of a bubble sort of symbolic numbers, depth first.
pub fn bubble_sort() -> String {
    const LENGTH: usize = 8;
    let mut script = Writer::new("QF_BV");
    for i in 0..LENGTH {
        script.bits(format_args!("a{i}"), 32);
    }
    let mut left = 2000;
    sort(&mut script, (0..LENGTH).collect(), (0, 0), &mut left);
    script.finish()
}

/// Continues sorting at an iteration and a place, on both sides of the comparison, while checks are left.
fn sort(script: &mut Writer, order: Vec<usize>, at: (usize, usize), left: &mut u32) {
    let (round, place) = if at.1 + at.0 + 1 < order.len() { at } else { (at.0 + 1, 0) };
    if round + 1 >= order.len() {
        return;
    }
    let (a, b) = (order[place], order[place + 1]);
    for condition in [format!("(bvsgt a{a} a{b})"), format!("(bvsle a{a} a{b})")] {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let mut next = order.clone();
        if condition.starts_with("(bvsgt") {
            next.swap(place, place + 1);
        }
        script.push();
        script.assert(condition);
        script.check();
        sort(script, next, (round, place + 1), left);
        script.pop();
    }
}
