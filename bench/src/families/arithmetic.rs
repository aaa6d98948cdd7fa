//! Multiplication and division.

use super::writer::{Writer, hex};
use crate::random::Random;

/// `x * y == c` with small factors.
pub fn products() -> String {
    let mut random = Random::new(31);
    let mut script = Writer::new("QF_BV");
    script.bits("x", 32);
    script.bits("y", 32);
    script.assert("(and (bvult #x00000001 x) (bvult x #x00000400))");
    script.assert("(and (bvult #x00000001 y) (bvult y #x00000400))");
    for _ in 0..12 {
        let (a, b) = (2 + random.below(1000) as u64, 2 + random.below(1000) as u64);
        script.ask(format_args!("(= (bvmul x y) {})", hex(32, a * b)));
        script.ask(format_args!("(and (bvule x y) (= (bvmul x y) {}))", hex(32, a * b + 1)));
    }
    // A prime above the range of both, and a square.
    script.ask("(= (bvmul x y) #x000f4243)");
    script.ask("(and (= x y) (= (bvmul x x) #x00010201))");
    script.finish()
}

/// `itoa`: the digits of a symbolic number, each compared.
pub fn digits_out() -> String {
    let mut script = Writer::new("QF_BV");
    script.bits("n", 32);
    script.assert("(bvult n #x000f4240)");
    script.define("q0", 32, "n");
    let hidden = 250_719u64;
    let mut rest = hidden;
    for i in 0..6 {
        script.branch(format_args!("(= q{i} #x00000000)"), rest == 0);
        script.define(format_args!("d{i}"), 32, format_args!("(bvurem q{i} #x0000000a)"));
        script.define(format_args!("q{}", i + 1), 32, format_args!("(bvudiv q{i} #x0000000a)"));
        let digit = rest % 10;
        script.branch(format_args!("(bvult d{i} #x00000005)"), digit < 5);
        script.branch(format_args!("(= d{i} {})", hex(32, digit)), true);
        rest /= 10;
    }
    script.branch("(= q6 #x00000000)", true);
    script.finish()
}

/// `atoi`: a number from symbolic digits, with a check for overflow at each.
pub fn digits_in() -> String {
    let mut script = Writer::new("QF_BV");
    script.define("v0", 32, "#x00000000");
    for i in 0..7 {
        script.bits(format_args!("c{i}"), 8);
        let digit = format!("(bvule (bvsub c{i} #x30) #x09)");
        script.branch(digit, true);
        let wide = format!("((_ sign_extend 32) v{i})");
        let value = format!("((_ zero_extend 56) (bvsub c{i} #x30))");
        let sum = format!("(bvadd (bvmul {wide} {}) {value})", hex(64, 10));
        script.define(format_args!("w{i}"), 64, sum);
        let fits = format!("(bvsle w{i} {})", hex(64, 0x7fff_ffff));
        script.branch(fits, true);
        script.define(format_args!("v{}", i + 1), 32, format_args!("((_ extract 31 0) w{i})"));
        script.ask(format_args!("(= v{} {})", i + 1, hex(32, 4217)));
        script.ask(format_args!("(bvsgt v{} {})", i + 1, hex(32, 2_000_000_000)));
    }
    script.finish()
}

/// Whether sums, differences and products of bounded numbers overflow.
pub fn overflow() -> String {
    let mut script = Writer::new("QF_BV");
    for name in ["x", "y", "n"] {
        script.bits(name, 32);
    }
    let wide = |name: &str| format!("((_ sign_extend 32) {name})");
    let exceeds = |operator: &str| {
        let exact = format!("({operator} {} {})", wide("x"), wide("y"));
        format!("(not (= {exact} {}))", wide(&format!("({operator} x y)")))
    };
    for operator in ["bvadd", "bvsub", "bvmul"] {
        script.ask(exceeds(operator));
    }
    for bits in [8, 12, 15, 16, 20] {
        script.push();
        let bound = hex(32, 1 << bits);
        script.assert(format_args!("(and (bvsge x #x00000000) (bvslt x {bound}))"));
        script.assert(format_args!("(and (bvsge y #x00000000) (bvslt y {bound}))"));
        for operator in ["bvadd", "bvsub", "bvmul"] {
            script.ask(exceeds(operator));
        }
        // `n * 12` as the size of an allocation, and its check by division.
        let size = "(bvmul n #x0000000c)";
        script.ask(format_args!("(not (= (bvudiv {size} #x0000000c) n))"));
        script.ask(format_args!("(and (bvult n {bound}) (not (= (bvudiv {size} #x0000000c) n)))"));
        script.pop();
    }
    script.finish()
}

/// Products, quotients and remainders of 64 bits.
pub fn sixty_four_bits() -> String {
    let mut random = Random::new(34);
    let mut script = Writer::new("QF_BV");
    for name in ["x", "y", "t"] {
        script.bits(name, 64);
    }
    script.assert(format_args!("(bvult x {})", hex(64, 1 << 10)));
    script.assert(format_args!("(bvult y {})", hex(64, 1 << 10)));
    for _ in 0..4 {
        let (a, b) = (random.below(1000) as u64, random.below(1000) as u64);
        script.ask(format_args!("(= (bvmul x y) {})", hex(64, a * b)));
        let third = format!("(bvudiv t {})", hex(64, 1000));
        script.ask(format_args!("(= {third} {})", hex(64, a * 1_000_003)));
        let rest = format!("(bvurem t {})", hex(64, 60));
        script
            .ask(format_args!("(and (bvult t #x0000000000001000) (= {rest} {}))", hex(64, b % 64)));
        script.ask(format_args!("(bvugt (bvmul x y) {})", hex(64, (1 << 20) - 2048 + b)));
    }
    script.ask(format_args!("(bvugt (bvmul x y) {})", hex(64, 1 << 20)));
    script.finish()
}
