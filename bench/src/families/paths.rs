//! Path conditions that grow by one comparison at a time.

use super::writer::{Writer, hex};
use crate::random::Random;

/// `for (i = 0; i < n; i++)` with a symbolic `n`, up to its bound.
pub fn loop_counter() -> String {
    let mut script = Writer::new("QF_BV");
    script.bits("n", 32);
    script.assert(format_args!("(bvsle n {})", hex(32, 800)));
    for i in 0..=800 {
        let condition = format!("(bvslt {} n)", hex(32, i));
        script.branch(condition, i < 800);
    }
    script.finish()
}

/// Two loops, the inner bound depending on the outer one, and a sum of symbolic elements.
pub fn nested_loops() -> String {
    let mut random = Random::new(2);
    let mut script = Writer::new("QF_BV");
    for name in ["n", "m", "limit"] {
        script.bits(name, 32);
    }
    script.assert("(bvsgt limit #x00000000)");
    script.define("s0", 32, "#x00000000");
    let (n, m) = (5, 4);
    let mut step = 0;
    for i in 0..=n {
        script.branch(format_args!("(bvslt {} n)", hex(32, i)), i < n);
        if i == n {
            break;
        }
        for j in 0..=m + i {
            let condition = format!("(bvslt {} (bvadd m {}))", hex(32, j), hex(32, i));
            script.branch(condition, j < m + i);
            if random.chance(50) {
                script.bits(format_args!("v{step}"), 32);
                script.assert(format_args!("(bvult v{step} #x00000100)"));
                let sum = format!("(bvadd s{step} v{step})");
                script.define(format_args!("s{}", step + 1), 32, sum);
                step += 1;
                script.branch(format_args!("(bvslt limit s{step})"), false);
            }
        }
    }
    script.finish()
}

/// A parser of numbers, names and operators over 24 symbolic bytes, along several inputs.
pub fn byte_parser() -> String {
    let mut random = Random::new(3);
    let mut script = Writer::new("QF_BV");
    const LENGTH: usize = 24;
    for i in 0..LENGTH {
        script.bits(format_args!("b{i}"), 8);
    }
    for _ in 0..8 {
        script.push();
        for i in 0..LENGTH {
            parse_byte(&mut script, i, random.pick(b"0123456789abcxyzABC_ +-*/()\n=<>\"&"));
        }
        script.pop();
    }
    script.finish()
}

/// The branches that a byte takes through a lexer.
fn parse_byte(script: &mut Writer, i: usize, byte: u8) {
    let is = |value: u8| format!("(= b{i} {})", hex(8, value.into()));
    let within = |low: u8, high: u8| {
        let (low, high) = (hex(8, low.into()), hex(8, high.into()));
        format!("(and (bvuge b{i} {low}) (bvule b{i} {high}))")
    };
    script.branch(is(0), false);
    script.branch(format_args!("(or {} {})", is(b' '), is(b'\n')), b" \n".contains(&byte));
    if b" \n".contains(&byte) {
        return;
    }
    script.branch(within(b'0', b'9'), byte.is_ascii_digit());
    if byte.is_ascii_digit() {
        return;
    }
    let folded = format!("(bvule (bvsub (bvor b{i} #x20) #x61) #x19)");
    script.branch(folded, byte.is_ascii_alphabetic());
    if byte.is_ascii_alphabetic() {
        return;
    }
    for &operator in b"_+-*/()=" {
        script.branch(is(operator), byte == operator);
        if byte == operator {
            return;
        }
    }
}

/// Comparisons of sums and differences of symbolic numbers, decided by hidden values.
pub fn signed_comparisons() -> String {
    let mut random = Random::new(4);
    let mut script = Writer::new("QF_BV");
    let hidden: Vec<i64> = (0..6).map(|_| random.below(2000) as i64 - 1000).collect();
    for i in 0..hidden.len() {
        script.bits(format_args!("x{i}"), 32);
        let bounds = format!("(and (bvsle #xfffff000 x{i}) (bvsle x{i} #x00001000))");
        script.assert(bounds);
    }
    for _ in 0..100 {
        let (i, j) = (random.below(hidden.len()), random.below(hidden.len()));
        let constant = random.below(400) as i64 - 200;
        let left = format!("(bvadd x{i} {})", hex(32, constant as u64));
        let (condition, taken) = match random.below(3) {
            0 => (format!("(bvslt {left} x{j})"), hidden[i] + constant < hidden[j]),
            1 => (
                format!("(bvsle {left} (bvsub x{j} x{}))", (j + 1) % hidden.len()),
                hidden[i] + constant <= hidden[j] - hidden[(j + 1) % hidden.len()],
            ),
            _ => (format!("(= {left} x{j})"), hidden[i] + constant == hidden[j]),
        };
        script.branch(condition, taken);
    }
    script.finish()
}

/// Checks of indices and sizes against symbolic bounds, as before each access to a buffer.
pub fn ranges() -> String {
    let mut random = Random::new(5);
    let mut script = Writer::new("QF_BV");
    script.bits("size", 64);
    script.assert(format_args!("(bvule size {})", hex(64, 1 << 20)));
    let size = 70_000;
    for i in 0..100u64 {
        let width = random.pick(&[1u64, 2, 4, 8]);
        let index = random.below(1000) as u64;
        script.bits(format_args!("i{i}"), 32);
        let offset = format!("((_ sign_extend 32) i{i})");
        script.branch(format_args!("(bvsge i{i} #x00000000)"), true);
        let limit = hex(32, 1000 + i);
        script.branch(format_args!("(bvslt i{i} {limit})"), index < 1000 + i);
        let end = format!("(bvadd (bvmul {} {offset}) {})", hex(64, width), hex(64, width));
        script.branch(format_args!("(bvule {end} size)"), index * width + width <= size);
    }
    script.finish()
}
