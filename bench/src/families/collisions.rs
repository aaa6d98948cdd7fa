//! Whether two accesses may alias.

use super::writer::{Writer, hex};
use crate::random::Random;

/// `a + 4*i == b + 8*j` under ranges of the indices and the bases.
pub fn strides() -> String {
    let mut random = Random::new(21);
    let mut script = Writer::new("QF_BV");
    for name in ["a", "b", "i", "j"] {
        script.bits(name, 64);
    }
    script.assert("(and (bvuge a #x0000000000010000) (bvule a #x00000000000fffff))");
    script.assert("(and (bvuge b #x0000000000010000) (bvule b #x00000000000fffff))");
    for round in 0..60u64 {
        let (n, m) = (1 + random.below(64) as u64, 1 + random.below(64) as u64);
        let (stride, other) = random.pick(&[(4u64, 8u64), (8, 8), (4, 4), (1, 8), (12, 16)]);
        script.push();
        script.assert(format_args!("(bvult i {})", hex(64, n)));
        script.assert(format_args!("(bvult j {})", hex(64, m)));
        let address = |base: &str, stride: u64, index: &str| {
            format!("(bvadd {base} (bvmul {} {index}))", hex(64, stride))
        };
        let (left, right) = (address("a", stride, "i"), address("b", other, "j"));
        script.ask(format_args!("(= {left} {right})"));
        // Bases that are aligned, and those with a distance that no index bridges.
        script.assert("(= ((_ extract 2 0) a) #b000)");
        script.assert("(= ((_ extract 2 0) b) #b010)");
        script.ask(format_args!("(= {left} {right})"));
        let distance = hex(64, 0x1000 + round);
        script.assert(format_args!("(bvuge a (bvadd b {distance}))"));
        script.ask(format_args!("(= {left} {right})"));
        script.pop();
    }
    script.finish()
}

/// Accesses of several widths to one buffer at symbolic offsets: the same, disjoint, or partly
/// overlapping.
pub fn overlaps() -> String {
    let mut random = Random::new(22);
    let mut script = Writer::new("QF_BV");
    let offsets: Vec<u64> = (0..24).map(|_| random.below(256) as u64).collect();
    for i in 0..offsets.len() {
        script.bits(format_args!("p{i}"), 64);
        script.assert(format_args!("(bvult p{i} {})", hex(64, 256)));
    }
    for i in 1..offsets.len() {
        for j in i.saturating_sub(6)..i {
            let (size, other) = (random.pick(&[1u64, 2, 4, 8]), random.pick(&[1u64, 4, 8]));
            let reaches = |from: usize, to: usize, size: u64| {
                format!("(bvult (bvsub p{from} p{to}) {})", hex(64, size))
            };
            let meets =
                |from: usize, to: usize, size: u64| offsets[from].wrapping_sub(offsets[to]) < size;
            let condition = format!("(or {} {})", reaches(i, j, size), reaches(j, i, other));
            script.branch(condition, meets(i, j, size) || meets(j, i, other));
        }
    }
    script.finish()
}
