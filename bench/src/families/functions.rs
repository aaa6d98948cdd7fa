//! Uninterpreted functions, as calls without a body are.

use super::writer::Writer;
use crate::random::Random;

/// Conditions on the results of two functions, some of which stay.
pub fn unknown() -> String {
    let mut random = Random::new(61);
    let mut script = Writer::new("QF_UFBV");
    let word = "(_ BitVec 32)";
    script.line(format_args!("(declare-fun f ({word}) {word})"));
    script.line(format_args!("(declare-fun g ({word} {word}) {word})"));
    for i in 0..12 {
        script.bits(format_args!("x{i}"), 32);
    }
    for _ in 0..150 {
        let (i, j, k) = (random.below(12), random.below(12), random.below(12));
        let condition = match random.below(4) {
            0 => format!("(= (f x{i}) x{j})"),
            1 => format!("(bvult (g x{i} x{j}) (f x{k}))"),
            2 => format!("(= (g x{i} (f x{j})) (f x{k}))"),
            _ => format!("(not (= (f x{i}) (f x{j})))"),
        };
        script.ask(&condition);
        script.ask(format_args!("(not {condition})"));
        if random.chance(15) {
            script.assert(condition);
        }
    }
    script.finish()
}
