//! Reads of constant tables at symbolic indices.

use super::writer::{Writer, hex};
use crate::random::Random;

/// A table of bytes as stores that leave nothing of the array below them. (A constant array would
/// be the natural one to begin with, but z3 has none in this logic.)
fn define_table(script: &mut Writer, name: &str, index: u32, bytes: &[u8]) {
    let sort = format!("(Array (_ BitVec {index}) (_ BitVec 8))");
    let mut text = "(store ".repeat(bytes.len());
    script.line(format_args!("(declare-const {name}.below {sort})"));
    text.push_str(&format!("{name}.below"));
    for (i, &byte) in bytes.iter().enumerate() {
        text.push_str(&format!(" {} {})", hex(index, i as u64), hex(8, byte.into())));
    }
    script.line(format_args!("(define-fun {name} () {sort} {text})"));
}

/// A table of bytes as an array symbol whose elements are asserted, one by one.
fn assert_table(script: &mut Writer, name: &str, index: u32, bytes: &[u8]) {
    script.line(format_args!("(declare-const {name} (Array (_ BitVec {index}) (_ BitVec 8)))"));
    for (i, &byte) in bytes.iter().enumerate() {
        let element = format!("(select {name} {})", hex(index, i as u64));
        script.assert(format_args!("(= {element} {})", hex(8, byte.into())));
    }
}

fn random_bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.word() as u8).collect()
}

/// The classes of `ctype.h`, looked up for each byte of an input.
pub fn character_classes() -> String {
    let mut random = Random::new(11);
    let mut script = Writer::new("QF_ABV");
    let class = |byte: u8| {
        let bit = |set: bool, position: u32| u8::from(set) << position;
        bit(byte.is_ascii_uppercase(), 0)
            | bit(byte.is_ascii_lowercase(), 1)
            | bit(byte.is_ascii_digit(), 2)
            | bit(byte.is_ascii_whitespace(), 3)
            | bit(byte.is_ascii_punctuation(), 4)
            | bit(byte.is_ascii_hexdigit(), 5)
    };
    let classes: Vec<u8> = (0..=255).map(class).collect();
    assert_table(&mut script, "classes", 8, &classes);
    for i in 0..20 {
        script.bits(format_args!("c{i}"), 8);
        let byte = random.pick(b"aZ09 \n.,f");
        for mask in [4u8, 3, 8, 32] {
            let masked = format!("(bvand (select classes c{i}) {})", hex(8, mask.into()));
            let taken = class(byte) & mask != 0;
            script.branch(format_args!("(not (= {masked} #x00))"), taken);
            if taken {
                break;
            }
        }
    }
    script.finish()
}

/// A table of 256 random bytes that are asserted.
pub fn small_table_asserted() -> String {
    let mut script = Writer::new("QF_ABV");
    assert_table(&mut script, "table", 8, &random_bytes(13, 256));
    small_table_queries(&mut script, 15);
    script.finish()
}

/// A table of 256 random bytes that are stored.
pub fn small_table_stored() -> String {
    let mut script = Writer::new("QF_ABV");
    define_table(&mut script, "table", 8, &random_bytes(13, 256));
    small_table_queries(&mut script, 1);
    script.finish()
}

/// One read, two reads, a read at what was read.
fn small_table_queries(script: &mut Writer, rounds: usize) {
    let mut random = Random::new(12);
    for name in ["i", "j", "k"] {
        script.bits(name, 8);
    }
    script.assert("(bvult i j)");
    for _ in 0..rounds {
        let mut value = || hex(8, random.word());
        let (a, b, c) = (value(), value(), value());
        script.ask(format_args!("(= (select table i) {a})"));
        script.ask(format_args!("(= (bvadd (select table i) (select table j)) {b})"));
        script.ask(format_args!("(= (select table (select table k)) {c})"));
        script.ask(format_args!("(and (= (select table i) {a}) (bvult i #x10))"));
    }
}

fn large(script: &mut Writer) {
    define_table(script, "table", 16, &random_bytes(14, 1 << 16));
    script.bits("i", 16);
    script.bits("j", 16);
}

/// A table of 64 KiB that is stored, several queries.
pub fn large_table_stored() -> String {
    let mut script = Writer::new("QF_ABV");
    large(&mut script);
    large_table_queries(&mut script);
    script.finish()
}

/// A table of 64 KiB that is asserted, several queries.
pub fn large_table_asserted() -> String {
    let mut script = Writer::new("QF_ABV");
    assert_table(&mut script, "table", 16, &random_bytes(14, 1 << 16));
    script.bits("i", 16);
    script.bits("j", 16);
    large_table_queries(&mut script);
    script.finish()
}

fn large_table_queries(script: &mut Writer) {
    let mut random = Random::new(15);
    for _ in 0..5 {
        let low = random.below(60_000) as u64;
        let (low, high) = (hex(16, low), hex(16, low + 40));
        let range = format!("(bvuge i {low}) (bvult i {high})");
        let value = hex(8, random.word());
        script.ask(format_args!("(and {range} (= (select table i) {value}))"));
        script.ask(format_args!("(= (bvadd (select table i) (select table j)) {value})"));
    }
}

/// A table of 64 KiB that is stored, one query.
pub fn large_table_once() -> String {
    let mut script = Writer::new("QF_ABV");
    large(&mut script);
    script.assert("(= (select table i) #x2a)");
    script.assert("(bvuge i #x8000)");
    script.check();
    script.finish()
}
