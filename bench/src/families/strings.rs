//! Comparisons of strings, byte by byte.

use super::writer::{Writer, hex};

/// A search for a keyword in a list, by `strcmp`.
pub fn against_constants() -> String {
    let words = [
        "content-length-of-the-message",
        "content-type",
        "content-encoding-and-transfer",
        "connection-keep-alive-or-close-after-this-one-message-has-gone",
        "host",
        "accept-language",
    ];
    let mut script = Writer::new("QF_BV");
    for i in 0..64 {
        script.bits(format_args!("s{i}"), 8);
    }
    for word in words {
        // Every matching prefix, and the first mismatch.
        script.push();
        for (i, byte) in word.bytes().chain([0]).enumerate() {
            script.branch(format_args!("(= s{i} {})", hex(8, byte.into())), true);
        }
        script.pop();
        // All at once, as `memcmp` in one expression.
        let equal = |(i, byte): (usize, u8)| format!("(= s{i} {})", hex(8, byte.into()));
        let all: Vec<String> = word.bytes().enumerate().map(equal).collect();
        script.branch(format_args!("(and {} true)", all.join(" ")), false);
    }
    script.finish()
}

/// `strcmp(s, t)` of two symbolic strings: each step, then the sign of the result.
pub fn against_each_other() -> String {
    const LENGTH: usize = 48;
    let mut script = Writer::new("QF_BV");
    for i in 0..LENGTH {
        script.bits(format_args!("s{i}"), 8);
        script.bits(format_args!("t{i}"), 8);
    }
    script.push();
    for i in 0..LENGTH - 1 {
        script.branch(format_args!("(= s{i} t{i})"), true);
        script.branch(format_args!("(= s{i} #x00)"), false);
    }
    script.pop();
    let mut result = String::from("#x00000000");
    for i in (0..LENGTH).rev() {
        let wide = |name: char| format!("((_ zero_extend 24) {name}{i})");
        let difference = format!("(bvsub {} {})", wide('s'), wide('t'));
        let goes_on = format!("(and (= s{i} t{i}) (not (= s{i} #x00)))");
        script.define(
            format_args!("r{i}"),
            32,
            format_args!("(ite {goes_on} {result} {difference})"),
        );
        result = format!("r{i}");
    }
    for i in (0..LENGTH).step_by(4) {
        script.assert(format_args!("(not (= s{i} #x00))"));
        script.ask("(= r0 #x00000000)");
        script.ask("(bvslt r0 #x00000000)");
        script.ask("(bvsgt r0 #x00000041)");
        script.ask(format_args!("(and (= r0 #x00000000) (not (= s{i} t{i})))"));
    }
    script.finish()
}

/// A search for a short string in a symbolic one.
pub fn search() -> String {
    let needle = b"needle";
    const LENGTH: usize = 40;
    let mut script = Writer::new("QF_BV");
    for i in 0..LENGTH {
        script.bits(format_args!("h{i}"), 8);
        script.assert(format_args!("(not (= h{i} #x00))"));
    }
    for start in 0..=LENGTH - needle.len() {
        // The length of the match at this place.
        let fits = start % needle.len();
        for (i, &byte) in needle.iter().enumerate().take(fits + 1) {
            let place = start + i;
            // Where an earlier iteration has fixed the byte, the hidden string follows it.
            let taken = i < fits && start.is_multiple_of(needle.len() + 1);
            script.branch(format_args!("(= h{place} {})", hex(8, byte.into())), taken);
            if !taken {
                break;
            }
        }
    }
    let ends = |last: usize| {
        let at = |start: usize| {
            let equal =
                |(i, &byte): (usize, &u8)| format!("(= h{} {})", start + i, hex(8, byte.into()));
            let all: Vec<String> = needle.iter().enumerate().map(equal).collect();
            format!("(and {})", all.join(" "))
        };
        let places: Vec<String> = (0..=last).map(at).collect();
        format!("(or false {})", places.join(" "))
    };
    for last in (0..=LENGTH - needle.len()).step_by(3) {
        script.ask(ends(last));
    }
    script.finish()
}
