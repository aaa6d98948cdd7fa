//! Arrays with writes at symbolic indices, as memory models build them.

use super::writer::{Writer, hex};
use crate::random::Random;

const MEMORY: &str = "(Array (_ BitVec 32) (_ BitVec 8))";

/// A thousand writes at symbolic indices, read back at one.
pub fn thousand() -> String {
    let mut script = Writer::new("QF_ABV");
    script.line(format_args!("(declare-const m0 {MEMORY})"));
    for k in 0..1000 {
        script.bits(format_args!("i{k}"), 32);
        script.bits(format_args!("v{k}"), 8);
        let next = format!("(store m{k} i{k} v{k})");
        script.line(format_args!("(define-fun m{} () {MEMORY} {next})", k + 1));
    }
    script.bits("at", 32);
    script.assert("(= (select m1000 at) #x2a)");
    script.assert("(not (= v999 #x2a))");
    script.check();
    script.finish()
}

/// A program that writes and reads a buffer at symbolic offsets, and branches on the result of a read.
pub fn memory_model() -> String {
    let mut random = Random::new(42);
    let mut script = Writer::new("QF_ABV");
    script.line(format_args!("(declare-const m0 {MEMORY})"));
    let mut memory = [0u8; 64];
    for k in 0..40 {
        let (at, value) = (random.below(memory.len()), random.word() as u8);
        script.bits(format_args!("i{k}"), 32);
        script.bits(format_args!("v{k}"), 8);
        script.branch(format_args!("(bvult i{k} {})", hex(32, memory.len() as u64)), true);
        let next = format!("(store m{k} i{k} v{k})");
        script.line(format_args!("(define-fun m{} () {MEMORY} {next})", k + 1));
        memory[at] = value;
        if k % 2 == 1 {
            let read = format!("(select m{} i{})", k + 1, k - 1);
            script.branch(format_args!("(= {read} v{k})"), false);
            let constant = random.below(memory.len()) as u64;
            let read = format!("(select m{} {})", k + 1, hex(32, constant));
            script.branch(format_args!("(bvult {read} #x80)"), true);
        }
    }
    script.finish()
}

/// Words written byte by byte at symbolic aligned pointers, and read back at all of them.
pub fn words() -> String {
    let mut script = Writer::new("QF_ABV");
    script.line(format_args!("(declare-const m0 {MEMORY})"));
    let byte = |pointer: usize, i: u64| format!("(bvadd p{pointer} {})", hex(32, i));
    for k in 0..12 {
        script.bits(format_args!("p{k}"), 32);
        script.bits(format_args!("v{k}"), 32);
        script.assert(format_args!("(bvuge p{k} #x00001000)"));
        script.assert(format_args!("(bvult p{k} #x00002000)"));
        script.assert(format_args!("(= ((_ extract 1 0) p{k}) #b00)"));
        let written = (0..4u64).fold(format!("m{k}"), |memory, i| {
            let part = format!("((_ extract {} {}) v{k})", 8 * i + 7, 8 * i);
            format!("(store {memory} {} {part})", byte(k, i))
        });
        script.line(format_args!("(define-fun m{} () {MEMORY} {written})", k + 1));
        for other in 0..=k {
            let part = |i: u64| format!("(select m{} {})", k + 1, byte(other, i));
            let read = format!("(concat {} {} {} {})", part(3), part(2), part(1), part(0));
            script.ask(format_args!("(= {read} v{other})"));
            script.ask(format_args!("(not (= {read} v{other}))"));
        }
    }
    script.finish()
}
