//! Makes random programs of loops: counters of all widths that go up and down by various steps, bounds
//! that inputs say or that lie in memory, stores that move, values from the round before, ways out in
//! the middle. They attack whoever thinks to know what many rounds come to.
//!
//! As in all programs here nothing is undefined: arithmetic is unsigned, and the index of an access is
//! guarded by the condition of its loop. Every loop ends, if need be because its fuel does.

use std::fmt::Write as _;

use crate::c_programs::Program;
use crate::random::Random;

/// Arrays, and how many elements they have.
const ARRAYS: [(&str, &str, usize); 4] = [
    ("unsigned char", "bytes", 24),
    ("unsigned short", "halves", 20),
    ("unsigned", "words", 20),
    ("unsigned long", "longs", 12),
];
const TYPES: [&str; 4] = ["unsigned char", "unsigned short", "unsigned", "unsigned long"];
/// Variables that loops change; the first is the counter of the loop.
const VARIABLES: [&str; 4] = ["c", "d", "e", "last"];
/// Rounds after which a loop is out of fuel.
const FUEL: usize = 30;

/// A random program of loops.
#[must_use]
pub fn generate_loops(seed: u64) -> Program {
    let mut writer = Writer { random: Random::new(seed), text: super::INPUT.into() };
    writer.text += "int main(void) {\n";
    for (ty, name, count) in ARRAYS {
        let _ = writeln!(writer.text, "    {ty} {name}[{count}] = {{3, 1, 4, 1, 5, 9, 2, 6}};");
    }
    for name in VARIABLES {
        let (ty, first) = (writer.random.pick(&TYPES), writer.random.below(6));
        let _ = writeln!(writer.text, "    {ty} {name} = {first};");
    }
    let factor = writer.random.between(3, 6);
    let _ =
        writeln!(writer.text, "    unsigned n = {factor} * input() + input(), m = input(), fuel;");
    for _ in 0..writer.random.between(1, 2) {
        writer.one_loop(1);
        writer.check(1);
    }
    writer.check(1);
    writer.text += "    return 0;\n}\n";
    Program { text: writer.text }
}

struct Writer {
    random: Random,
    text: String,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 4 * depth);
    }

    fn one_loop(&mut self, depth: usize) {
        let array = self.random.pick(&ARRAYS);
        let first = match self.random.below(4) {
            0 => "n".to_owned(),
            1 => "m".to_owned(),
            2 => format!("{}", array.2 - 1),
            _ => self.random.below(4).to_string(),
        };
        let (condition, step) = (self.condition(), self.step());
        self.line(depth, "fuel = 0;");
        let inside = format!("c < {} && ", array.2);
        let inside = if self.random.chance(80) { &inside[..] } else { "" };
        let fuel = FUEL;
        let head = format!("for (c = {first}; {inside}{condition} && fuel < {fuel}; {step}) {{");
        self.line(depth, &head);
        self.line(depth + 1, "fuel++;");
        for _ in 0..self.random.between(1, 4) {
            self.statement(depth + 1, (!inside.is_empty()).then_some(array));
        }
        self.line(depth, "}");
    }

    fn condition(&mut self) -> String {
        let compare = self.random.pick(&["<", "<", "<", "<=", ">", ">=", "!="]);
        let bound = self.bound();
        format!("c {compare} {bound}")
    }

    fn bound(&mut self) -> String {
        match self.random.below(7) {
            0 | 1 => "n".to_owned(),
            2 => "n + m".to_owned(),
            3 => "m".to_owned(),
            4 => self.element(),
            5 => "250".to_owned(),
            _ => self.random.below(20).to_string(),
        }
    }

    fn step(&mut self) -> String {
        let (sign, by) = (self.random.pick(&["+", "+", "-"]), self.random.between(1, 3));
        format!("c {sign}= {by}")
    }

    /// An element of an array at a constant or a masked index.
    fn element(&mut self) -> String {
        let (_, name, count) = self.random.pick(&ARRAYS);
        match self.random.chance(60) {
            true => format!("{name}[{}]", self.random.below(count)),
            false => format!("{name}[(n + {}) & 7]", self.random.below(8)),
        }
    }

    fn statement(&mut self, depth: usize, array: Option<(&str, &str, usize)>) {
        let variable = self.random.pick(&VARIABLES[1..]);
        let value = self.value(array);
        let statement = match (self.random.below(12), array) {
            (0..=3, Some((_, name, _))) => format!("{name}[c] = {value};"),
            (4, _) => format!("{} = {value};", self.element()),
            (5, _) => {
                let bound = self.bound();
                format!("if ({variable} == {bound}) break;")
            }
            (6, _) => {
                let bound = self.bound();
                format!("if (c == {bound}) {variable} = {value};")
            }
            (7, _) => return self.check(depth),
            (8, _) => format!("{variable} = {value};"),
            (9, _) => format!("{variable} -= {};", self.random.between(1, 4)),
            _ => format!("{variable} += {};", self.random.between(1, 4)),
        };
        self.line(depth, &statement);
    }

    fn value(&mut self, array: Option<(&str, &str, usize)>) -> String {
        let variable = self.random.pick(&VARIABLES);
        match (self.random.below(7), array) {
            (0, Some((_, name, _))) => format!("{name}[c]"),
            (1, Some((_, name, _))) => format!("{name}[c] + {}u", self.random.between(1, 3)),
            (2, _) => self.element(),
            (3, _) => format!("{variable} * {}u", self.random.between(2, 5)),
            (4, _) => self.random.below(300).to_string(),
            (5, _) => format!("{variable} ^ m"),
            _ => variable.to_owned(),
        }
    }

    /// A place at which something may be reached.
    fn check(&mut self, depth: usize) {
        let one = match self.random.chance(50) {
            true => self.element(),
            false => self.random.pick(&VARIABLES).to_owned(),
        };
        let compare = self.random.pick(&["==", "!=", "<", ">"]);
        let other = match self.random.below(3) {
            0 => self.bound(),
            1 => self.random.pick(&VARIABLES).to_owned(),
            _ => self.random.below(40).to_string(),
        };
        let and = match self.random.chance(50) {
            true => format!(" && m == {}", self.random.below(4)),
            false => String::new(),
        };
        self.line(depth, &format!("if ({one} {compare} {other}{and}) reach_error();"));
    }
}
