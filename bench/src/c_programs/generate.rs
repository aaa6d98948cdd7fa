//! Generates random programs. Every program has the same variables; statements and expressions over them
//! are random, and each is defined whatever the values are: arithmetic is unsigned, indices are
//! masked, pointers always point to live objects.

use std::fmt::Write as _;

use crate::c_programs::Program;
use crate::random::Random;

/// The text after the function for inputs, in each program.
const TYPES: &str = "\
struct node { unsigned char tag; unsigned value; struct node *next; };
union word { unsigned w; unsigned short h[2]; unsigned char b[4]; };
static unsigned g[4];
";

/// The variables of `main`.
const VARIABLES: &str = "\
    unsigned char bytes[16] = {1, 2, 3};
    unsigned short halves[8] = {4, 5};
    unsigned words[8] = {6, 7, 8}, v0 = 0, v1 = 1, v2 = 2;
    struct node nodes[3] = {{1, 10, &nodes[1]}, {2, 20, &nodes[0]}, {3, 30, &nodes[2]}};
    union word u = {9};
    struct node *n = &nodes[0];
    unsigned *p = &words[1];
    unsigned char *q = &bytes[1], *heap = malloc(8);
    memset(heap, 3, 8);
    memset(g, 0, sizeof g);
";

/// Statements in a program, without those within others.
const STATEMENTS: usize = 12;

/// A random program.
#[must_use]
pub fn generate(seed: u64) -> Program {
    let mut writer = Writer {
        random: Random::new(seed),
        text: format!("#include <stdlib.h>\n#include <string.h>\n{}{TYPES}", super::INPUT),
        scope: Scope::Function,
        loops: 0,
        inputs: 0,
    };
    for name in ["f0", "f1"] {
        let _ = writeln!(writer.text, "static unsigned {name}(unsigned a, unsigned *r) {{");
        writer.block(1, 3);
        let result = writer.expression(2);
        let _ = writeln!(writer.text, "    return {result};\n}}");
    }
    writer.text += "static unsigned (*const table[2])(unsigned, unsigned *) = {f0, f1};\n";
    writer.text += "int main(void) {\n";
    writer.text += VARIABLES;
    writer.scope = Scope::Main;
    writer.text += "    v0 = input();\n    v1 = input();\n";
    writer.block(1, STATEMENTS);
    writer.check(1);
    writer.text += "    free(heap);\n    return 0;\n}\n";
    Program { text: writer.text }
}

/// Which variables there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Function,
    Main,
}

struct Writer {
    random: Random,
    text: String,
    scope: Scope,
    /// Loops so far: each has a counter of its own.
    loops: usize,
    /// Inputs that are read, besides the first two.
    inputs: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 4 * depth);
    }

    fn block(&mut self, depth: usize, statements: usize) {
        for _ in 0..statements {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        if depth < 4 && self.random.chance(30) {
            return self.compound(depth);
        }
        if self.scope == Scope::Main && self.random.chance(15) {
            return self.check(depth);
        }
        let statement = match self.scope {
            Scope::Function => self.change_in_function(),
            Scope::Main => self.change(),
        };
        self.line(depth, &statement);
    }

    /// A numbered call of `reach_error` under a condition.
    fn check(&mut self, depth: usize) {
        let (value, mask) = (self.expression(2), self.random.pick(&[1, 3, 7, 15, 255]));
        let number = self.random.below(mask + 1);
        self.line(depth, &format!("if ((({value}) & {mask}) == {number}) reach_error();"));
    }

    fn compound(&mut self, depth: usize) {
        match self.random.below(8) {
            0..=2 => {
                let condition = self.expression(2);
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1, 2);
                if self.random.chance(60) {
                    self.line(depth, "} else {");
                    self.block(depth + 1, 2);
                }
                self.line(depth, "}");
            }
            3..=4 => {
                let (bound, counter) = (self.expression(1), self.loops);
                self.loops += 1;
                let bound =
                    if self.random.chance(50) { format!("(({bound}) & 3)") } else { "3".into() };
                let head =
                    format!("for (unsigned i{counter} = 0; i{counter} < {bound}; i{counter}++) {{");
                self.line(depth, &head);
                self.block(depth + 1, 2);
                self.line(depth, "}");
            }
            5 => {
                let value = self.expression(2);
                self.line(depth, &format!("switch (({value}) & 3) {{"));
                for case in 0..3 {
                    self.line(depth, &format!("case {case}:"));
                    self.block(depth + 1, 1);
                    if self.random.chance(70) {
                        self.line(depth + 1, "break;");
                    }
                }
                self.line(depth, "default:");
                self.block(depth + 1, 1);
                self.line(depth, "}");
            }
            6 if self.scope == Scope::Main && self.random.chance(40) => {
                self.line(depth, "while (input()) {");
                let change = self.small_change();
                self.line(depth + 1, &change);
                self.line(depth, "}");
            }
            _ => {
                let condition = self.expression(1);
                self.line(depth, "do {");
                self.block(depth + 1, 1);
                self.line(depth, &format!("}} while ({condition} == 77);"));
            }
        }
    }

    /// A change with few states, for a loop that may not terminate.
    fn small_change(&mut self) -> String {
        let target = self.random.pick(&["v0", "bytes[2]", "words[3]", "u.b[1]"]);
        match self.random.below(3) {
            0 => format!("{target} = !{target};"),
            1 => format!("{target} = ({target} + 1) & 3;"),
            _ => format!("{target} ^= 1;"),
        }
    }

    fn change_in_function(&mut self) -> String {
        let value = self.expression(2);
        match self.random.below(3) {
            0 => format!("a = {value};"),
            1 => format!("*r = {value};"),
            _ => {
                let index = self.expression(1);
                format!("g[({index}) & 3] = {value};")
            }
        }
    }

    fn change(&mut self) -> String {
        let value = self.expression(3);
        let [i, j, k] = [(); 3].map(|()| self.expression(1));
        match self.random.below(24) {
            0 => format!("v{} = {value};", self.random.below(3)),
            1 if self.inputs < 3 => {
                self.inputs += 1;
                format!("v{} = input();", self.random.below(3))
            }
            1 | 2 => format!("words[({i}) & 7] = {value};"),
            3 => format!("bytes[({i}) & 15] = {value};"),
            4 => format!("halves[({i}) & 7] = {value};"),
            5 => format!("p = ({i}) & 1 ? &words[({j}) & 7] : &g[({k}) & 3];"),
            6 => format!(
                "q = ({i}) & 1 ? bytes + (({j}) & 15) : (unsigned char *)words + (({k}) & 31);"
            ),
            7 => format!("*p = {value};"),
            8 => format!("*q = {value};"),
            9 => format!("n = ({i}) & 1 ? &nodes[({j}) & 1] : n->next;"),
            10 => format!("n->value = {value};"),
            11 => format!("nodes[({i}) & 1].next = &nodes[({j}) & 1];"),
            12 => format!("nodes[({i}) & 1] = nodes[2];"),
            13 => format!("u.w = {value};"),
            14 => format!("u.h[({i}) & 1] = {value};"),
            15 => format!("u.b[({i}) & 3] = {value};"),
            16 => format!("memmove(bytes + (({i}) & 7), bytes + (({j}) & 7), ({k}) & 7);"),
            17 => format!("memcpy((unsigned char *)words + (({i}) & 15), bytes, ({j}) & 15);"),
            18 => format!("memset(bytes + (({i}) & 7), {value}, ({j}) & 7);"),
            19 => format!("memcpy(heap + (({i}) & 3), bytes + (({j}) & 7), ({k}) & 3);"),
            20 => format!("heap[({i}) & 7] = {value};"),
            21 => {
                // The value may read the old block; the contents of a new one are indeterminate.
                let fill = format!("unsigned fill = {value};");
                let anew =
                    format!("{{ {fill} free(heap); heap = malloc(8); memset(heap, fill, 8); }}");
                match self.random.below(3) {
                    0 => format!("heap = realloc(heap, 8 + (({i}) & 7));"),
                    1 => anew,
                    _ => format!("if (({i}) & 1) {anew}"),
                }
            }
            22 => format!("v{} = table[({i}) & 1]({j}, p);", self.random.below(3)),
            _ => format!("v{} = f{}({i}, p);", self.random.below(3), self.random.below(2)),
        }
    }

    /// An unsigned expression.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(25) {
            return self.leaf(depth);
        }
        let [a, b] = [(); 2].map(|()| self.expression(depth - 1));
        match self.random.below(16) {
            0..=1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a} * {b})"),
            4 => format!("({a} ^ {b})"),
            5 => format!("({a} & {b})"),
            6 => format!("({a} | {b})"),
            7 => format!("({a} << {})", self.random.below(9)),
            8 => format!("({a} >> {})", self.random.below(9)),
            9 => format!("(unsigned)({a} == {b})"),
            10 => format!("(unsigned)({a} < {b})"),
            11 => format!("(unsigned)(unsigned char)({a})"),
            12 => format!("(unsigned)(signed char)({a})"),
            13 => format!("(({a}) & 1 ? {b} : 5u)"),
            14 => format!("({a} % ({b} | 1))"),
            _ => format!("({a} / ({b} | 4))"),
        }
    }

    fn leaf(&mut self, depth: usize) -> String {
        if self.random.chance(25) {
            return self
                .random
                .pick(&[
                    "0u",
                    "1u",
                    "2u",
                    "3u",
                    "7u",
                    "100u",
                    "255u",
                    "256u",
                    "65535u",
                    "4294967295u",
                ])
                .into();
        }
        let index = match depth {
            0 => self.random.below(4).to_string(),
            _ => format!("({})", self.expression(depth - 1)),
        };
        match self.scope {
            Scope::Function => match self.random.below(4) {
                0..=1 => "a".into(),
                2 => "*r".into(),
                _ => format!("g[{index} & 3]"),
            },
            Scope::Main => match self.random.below(16) {
                0..=5 => format!("v{}", self.random.below(3)),
                6 => format!("words[{index} & 7]"),
                7 => format!("(unsigned)bytes[{index} & 15]"),
                8 => format!("(unsigned)halves[{index} & 7]"),
                9 => format!("g[{index} & 3]"),
                10 => "*p".into(),
                11 => "(unsigned)*q".into(),
                12 => self.random.pick(&["n->value", "(unsigned)n->tag", "n->next->value"]).into(),
                13 => self.random.pick(&["u.w", "(unsigned)u.h[1]", "(unsigned)u.b[2]"]).into(),
                14 => format!("(unsigned)heap[{index} & 7]"),
                _ => "(unsigned)(n == &nodes[0])".into(),
            },
        }
    }
}
