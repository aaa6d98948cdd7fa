//! Generates random programs of loops: all forms of loops, counters of all types, in registers, in memory and passed by
//! address, with various steps up and down; bounds from inputs or in memory, stores at moving addresses, values
//! from the previous iteration, calls in headers and bodies, `switch`, jumps out of loops, within them and into them,
//! nested loops. They test summaries of loops. Some programs are those of `blocks`.
//!
//! As in all programs here, there is no undefined behaviour: arithmetic is unsigned, and the index of an access is
//! guarded. Every loop terminates, if necessary because its fuel is exhausted.

use std::fmt::Write as _;

use crate::c_programs::{Program, blocks};
use crate::random::Random;

/// Arrays, and how many elements they have.
const ARRAYS: [(&str, &str, usize); 4] = [
    ("unsigned char", "bytes", 24),
    ("unsigned short", "halves", 20),
    ("unsigned", "words", 20),
    ("unsigned long", "longs", 12),
];
/// Types of variables, and the part of the names of functions that take pointers to them. Signed ones are never wider than
/// `int`: what is added to them is unsigned, so nothing overflows.
const TYPES: [(&str, &str); 7] = [
    ("unsigned char", "uchar"),
    ("unsigned short", "ushort"),
    ("unsigned", "uint"),
    ("unsigned long", "ulong"),
    ("signed char", "schar"),
    ("short", "short"),
    ("int", "int"),
];
/// Variables that loops change.
const VARIABLES: [&str; 3] = ["d", "e", "last"];
/// Counters of loops, by how deep these are: in a register (or in memory, where their address is taken), in a structure, and global.
const COUNTERS: [[&str; 3]; 2] = [["c", "s.c", "gc"], ["b", "s.b", "gb"]];
/// Iterations after which a loop is out of fuel, by how deep it is.
const FUEL: [usize; 2] = [30, 7];
/// The share of programs whose loops are over blocks of the heap, in percent.
const BLOCKS: usize = 40;
/// Functions that loops call; those that take the address of a counter exist for each type.
const FUNCTIONS: &str = "\
static unsigned ticks;
static void nothing(void) {}
static void tick(void) { ticks++; }
static int below(unsigned long a, unsigned long b) { return a < b; }
static unsigned same(unsigned x) { return x; }
static unsigned least(unsigned a, unsigned b) { if (a < b) return a; return b; }
static unsigned deep(unsigned x) { return x ? deep(x - 1) + 2 : 0; }
static unsigned triple(unsigned x) { unsigned y = 0; for (int i = 0; i < 3; i++) y += x; return y; }
";

/// A random program of loops.
#[must_use]
pub fn generate_loops(seed: u64) -> Program {
    let mut random = Random::new(seed);
    if random.chance(BLOCKS) {
        return blocks::generate(random);
    }
    let mut writer = Writer { random, text: super::INPUT.into(), labels: 0 };
    writer.text += FUNCTIONS;
    for (ty, name) in TYPES {
        let _ = writeln!(
            writer.text,
            "static void add_{name}({ty} *p, unsigned by) {{ *p = *p + by; }}"
        );
    }
    let types = [(); 4].map(|()| writer.random.pick(&TYPES));
    let [local, field, global, _] = types.map(|it| it.0);
    let _ = writeln!(writer.text, "static struct {{ char first; {field} c, b; }} s;");
    let _ = writeln!(writer.text, "static {global} gc, gb;");
    writer.text += "int main(void) {\n";
    for (ty, name, count) in ARRAYS {
        let _ = writeln!(writer.text, "    {ty} {name}[{count}] = {{3, 1, 4, 1, 5, 9, 2, 6}};");
    }
    let _ = writeln!(writer.text, "    {local} c = 0, b = 0;");
    for name in VARIABLES {
        let (ty, first) = (writer.random.pick(&TYPES).0, writer.random.below(6));
        let _ = writeln!(writer.text, "    {ty} {name} = {first};");
    }
    let factor = writer.random.between(3, 6);
    let _ = writeln!(
        writer.text,
        "    unsigned n = {factor} * input() + input(), m = input(), fuel0, fuel1;"
    );
    // The driver runs a program many times.
    writer.text += "    ticks = s.c = s.b = gc = gb = 0;\n";
    for _ in 0..writer.random.between(1, 2) {
        writer.any_loop(1, 0, types);
        writer.check(1);
    }
    writer.check(1);
    writer.text += "    return 0;\n}\n";
    Program { text: writer.text }
}

struct Writer {
    random: Random,
    text: String,
    /// How many labels there are.
    labels: usize,
}

/// A loop whose body is being written.
#[derive(Clone, Copy)]
struct Around {
    /// How many loops are around it.
    level: usize,
    counter: &'static str,
    /// The part of the names of functions that take its address.
    counter_type: &'static str,
    array: (&'static str, &'static str, usize),
    /// Whether the condition of the loop guards accesses at the counter.
    guarded: bool,
    /// Whether `continue` is for this loop.
    continues: bool,
    /// The number of its labels.
    label: usize,
    types: [(&'static str, &'static str); 4],
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 4 * depth);
    }

    fn any_loop(&mut self, depth: usize, level: usize, types: [(&'static str, &'static str); 4]) {
        let array = self.random.pick(&ARRAYS);
        // Most counters are in a register.
        let which = self.random.below(6).saturating_sub(3);
        let counter = COUNTERS[level][which];
        let counter_type = types[which].1;
        let form = self.random.below(6);
        let enters_inside = self.random.chance(8);
        let tests_first = form < 4 && !enters_inside;
        let guarded = tests_first && self.random.chance(80);
        self.labels += 1;
        let label = self.labels;
        let continues = form != 5;
        let around =
            Around { level, counter, counter_type, array, guarded, continues, label, types };
        let first = match self.random.below(4) {
            0 => "n".to_owned(),
            1 => "m".to_owned(),
            2 => format!("{}", array.2 - 1),
            _ => self.random.below(4).to_string(),
        };
        let inside = format!("(unsigned long){counter} < {} && ", array.2);
        let inside = if guarded { &inside[..] } else { "" };
        let condition =
            format!("{inside}{} && fuel{level} < {}", self.condition(around), FUEL[level]);
        let step = self.step(around);
        self.line(depth, &format!("fuel{level} = 0;"));
        self.line(depth, &format!("{counter} = {first};"));
        if enters_inside {
            let bound = self.random.below(4);
            self.line(depth, &format!("if (m == {bound}) goto inside{label};"));
        }
        match form {
            0 | 1 => self.line(depth, &format!("for (; {condition}; {step}) {{")),
            2 | 3 => self.line(depth, &format!("while ({condition}) {{")),
            4 => self.line(depth, "do {"),
            _ => self.line(depth, &format!("again{label}: {{")),
        }
        let inner = depth + 1;
        self.line(inner, &format!("fuel{level}++;"));
        let steps_first = form >= 2 && !guarded && self.random.chance(60);
        if steps_first {
            self.line(inner, &format!("{step};"));
        }
        let count = self.random.between(1, 4) as usize;
        let entry = self.random.below(count);
        for index in 0..count {
            if enters_inside && index == entry {
                self.line(inner, &format!("inside{label}:;"));
            }
            self.statement(inner, around);
        }
        if form >= 2 && !steps_first {
            self.line(inner, &format!("{step};"));
        }
        match form {
            0..=3 => self.line(depth, "}"),
            4 => self.line(depth, &format!("}} while ({condition});")),
            _ => self.line(depth, &format!("}} if ({condition}) goto again{label};")),
        }
        self.line(depth, &format!("out{label}:;"));
    }

    fn condition(&mut self, around: Around) -> String {
        let (counter, bound) = (around.counter, self.bound());
        match self.random.below(8) {
            0 => format!("below({counter}, {bound})"),
            1 => format!("same({counter}) != same({bound})"),
            _ => {
                let compare = self.random.pick(&["<", "<", "<", "<=", ">", ">=", "!="]);
                format!("{counter} {compare} {bound}")
            }
        }
    }

    fn bound(&mut self) -> String {
        match self.random.below(8) {
            0 | 1 => "n".to_owned(),
            2 => "n + m".to_owned(),
            3 => "m".to_owned(),
            4 => self.element(),
            5 => "250".to_owned(),
            6 => "least(n, 5)".to_owned(),
            _ => self.random.below(20).to_string(),
        }
    }

    fn step(&mut self, around: Around) -> String {
        let Around { counter, counter_type, .. } = around;
        let by = self.random.between(1, 3);
        match self.random.below(4) {
            0 => format!("{counter} -= {by}u"),
            1 => format!("add_{counter_type}(&{counter}, {by})"),
            _ => format!("{counter} += {by}u"),
        }
    }

    /// An element of an array at a constant or a masked index.
    fn element(&mut self) -> String {
        let (_, name, count) = self.random.pick(&ARRAYS);
        match self.random.chance(60) {
            true => format!("{name}[{}]", self.random.below(count)),
            false => format!("{name}[(n + {}) & 7]", self.random.below(8)),
        }
    }

    fn statement(&mut self, depth: usize, around: Around) {
        let Around { level, counter, array: (_, name, size), label, .. } = around;
        let variable = self.random.pick(&VARIABLES);
        let (value, bound) = (self.value(around), self.bound());
        let statement = match self.random.below(24) {
            0..=4 => {
                let guard = format!("if ((unsigned long){counter} < {size}) ");
                let guard = if around.guarded { "" } else { &guard[..] };
                format!("{guard}{name}[{counter}] = {value};")
            }
            5 => format!("{} = {value};", self.element()),
            6 if around.continues => format!("if ({variable} == {bound}) break;"),
            7 => format!("if ({counter} == {bound}) {variable} = {value};"),
            8 => return self.check(depth),
            9 => format!("{variable} = {value};"),
            10 => format!("{variable} -= {}u;", self.random.between(1, 4)),
            11..=13 => self.call(variable),
            14 if around.continues => format!("if ({counter} > {bound}) continue;"),
            15 => {
                let exit = self.exit(around);
                format!("if ({variable} > {bound}) {exit};")
            }
            16 => return self.switch(depth, around),
            17 | 18 if level == 0 => return self.any_loop(depth, 1, around.types),
            19 => {
                self.labels += 1;
                let (back, fuel) = (self.labels, FUEL[level]);
                self.line(depth, &format!("back{back}: {variable} += 1u;"));
                format!("if ({variable} < {bound} && fuel{level}++ < {fuel}) goto back{back};")
            }
            20 => format!("if ({counter} == {bound}) goto out{label};"),
            _ => format!("{variable} += {}u;", self.random.between(1, 4)),
        };
        self.line(depth, &statement);
    }

    /// An exit from the middle of a loop.
    fn exit(&mut self, around: Around) -> String {
        match self.random.chance(70) {
            true => format!("goto out{}", around.label),
            false => "return 0".to_owned(),
        }
    }

    /// A call without an effect, or with one on a variable.
    fn call(&mut self, variable: &str) -> String {
        match self.random.below(7) {
            0 | 1 => "nothing();".to_owned(),
            2 | 3 => "tick();".to_owned(),
            4 => format!("{variable} = least({variable}, 9);"),
            5 => format!("{variable} = deep(m & 1) + {variable};"),
            _ => format!("{variable} += triple(2);"),
        }
    }

    fn switch(&mut self, depth: usize, around: Around) {
        let Around { counter, .. } = around;
        let [one, two, three] = [0, 1, 2].map(|index| {
            let (variable, value) = (VARIABLES[index], self.value(around));
            match self.random.below(3) {
                0 => format!("{variable} = {value};"),
                1 => "tick();".to_owned(),
                _ => format!("{variable} += {}u;", self.random.between(1, 3)),
            }
        });
        let on = if self.random.chance(50) { counter } else { "m" };
        let leave = match around.continues && self.random.chance(30) {
            true => "continue",
            false => "break",
        };
        self.line(depth, &format!("switch ({on} & 3) {{"));
        self.line(depth, &format!("case 0: {one} break;"));
        // Falls through.
        self.line(depth, &format!("case 1: {two}"));
        self.line(depth, &format!("case 2: {three} {leave};"));
        self.line(depth, "default: nothing();");
        self.line(depth, "}");
    }

    fn value(&mut self, around: Around) -> String {
        let Around { counter, array: (_, name, _), guarded, .. } = around;
        let variable = match self.random.chance(25) {
            true => counter,
            false => self.random.pick(&VARIABLES),
        };
        match (self.random.below(8), guarded) {
            (0, true) => format!("{name}[{counter}]"),
            (1, true) => format!("{name}[{counter}] + {}u", self.random.between(1, 3)),
            (2, _) => self.element(),
            (3, _) => format!("{variable} * {}u", self.random.between(2, 5)),
            (4, _) => self.random.below(300).to_string(),
            (5, _) => format!("{variable} ^ m"),
            (6, _) => format!("same({variable})"),
            _ => variable.to_owned(),
        }
    }

    /// A numbered call of `reach_error` under a condition.
    fn check(&mut self, depth: usize) {
        let one = match self.random.below(4) {
            0 | 1 => self.element(),
            2 => self.random.pick(&VARIABLES).to_owned(),
            _ => self.random.pick(&["c", "c", "s.c", "gc", "ticks"]).to_owned(),
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
