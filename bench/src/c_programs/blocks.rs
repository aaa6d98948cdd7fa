//! Generates random programs of loops over blocks of the heap whose sizes are inputs: arrays that loops fill, change, copy,
//! search and sort, by index and by pointer, and strings whose zero is at a position that an input decides. Loops are of
//! all forms, nested, and call functions. They test proofs as well as summaries: the programs are short, and most of
//! their checks fail for few inputs or for none.
//!
//! As in all programs here, there is no undefined behaviour: all elements are written before they are read, a block has at least one
//! element, and the last byte of a string is a zero.

use std::fmt::Write as _;

use crate::c_programs::Program;
use crate::random::Random;

/// Types of elements.
const TYPES: [&str; 4] = ["int", "unsigned", "unsigned char", "short"];
/// Functions that loops call.
const FUNCTIONS: &str = "\
static void put(T *at, unsigned value) { *at = value; }
static unsigned get(const T *at) { return *at; }
static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }
static void exchange(T *a, T *b) { T old = *a; *a = *b; *b = old; }
static unsigned count(const T *a, unsigned n, unsigned value) {
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++)
        if (a[i] == value) found++;
    return found;
}
static unsigned length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return p - s;
}
";

/// A random program.
pub(super) fn generate(random: Random) -> Program {
    let mut writer = Writer { random, text: String::from("#include <stdlib.h>\n"), names: 0 };
    writer.text += super::INPUT;
    let ty = writer.random.pick(&TYPES);
    let _ = writeln!(writer.text, "typedef {ty} T;\n{FUNCTIONS}");
    writer.text += "int main(void) {\n";
    let n = writer.random.pick(&["input() + 1", "input() + input() + 1", "2 * input() + 1"]);
    let _ = writeln!(writer.text, "    unsigned n = {n}, m = input(), result = 0;");
    match writer.random.chance(50) {
        true => writer.array(),
        false => writer.string(),
    }
    writer.text += "    return 0;\n}\n";
    Program { text: writer.text }
}

struct Writer {
    random: Random,
    text: String,
    /// The number of names so far.
    names: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 4 * depth);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Statements in a loop of any form over the indices below a bound. There is at least one.
    fn indexed(&mut self, depth: usize, bound: &str, body: impl Fn(&str) -> String) {
        let i = self.name("i");
        let statements = body(&i);
        let lines = match self.random.below(6) {
            0 | 1 => format!("for (unsigned {i} = 0; {i} < {bound}; {i}++) {{ {statements} }}"),
            2 => format!("unsigned {i} = 0; while ({i} != {bound}) {{ {statements} {i}++; }}"),
            3 => format!("unsigned {i} = 0; do {{ {statements} {i}++; }} while ({i} < {bound});"),
            4 => format!("for (unsigned {i} = {bound}; {i}-- > 0;) {{ {statements} }}"),
            _ => format!(
                "unsigned {i} = 0; while (1) {{ {statements} if (++{i} >= {bound}) break; }}"
            ),
        };
        self.line(depth, &lines);
    }

    /// An array that is filled, changed, and checked.
    fn array(&mut self) {
        self.line(1, "T *a = malloc(n * sizeof *a);");
        let value = self.random.pick(&["m", "7", "INDEX", "INDEX & 1", "n - INDEX"]);
        self.fill(value);
        for _ in 0..self.random.below(3) {
            self.change();
        }
        let checks = self.random.between(1, 2);
        for _ in 0..checks {
            self.check_array();
        }
        self.line(1, "free(a);");
    }

    /// Writes all elements, by index or by pointer, perhaps by a function.
    fn fill(&mut self, value: &str) {
        let stores = self.random.pick(&[
            "a[INDEX] = VALUE;",
            "put(&a[INDEX], VALUE);",
            "put(a + INDEX, VALUE);",
        ]);
        let store = stores.replace("VALUE", value);
        if value.contains("INDEX") || self.random.chance(60) {
            return self.indexed(1, "n", |i| store.replace("INDEX", i));
        }
        let p = self.name("p");
        let stores = [format!("*{p} = {value};"), format!("put({p}, {value});")];
        let store = &stores[self.random.below(2)];
        let text = match self.random.below(3) {
            0 => format!("for (T *{p} = a; {p} < a + n; {p}++) {{ {store} }}"),
            1 => format!("T *{p} = a; while ({p} != a + n) {{ {store} {p}++; }}"),
            _ => format!("T *{p} = a + n; do {{ {p}--; {store} }} while ({p} > a);"),
        };
        self.line(1, &text);
    }

    fn change(&mut self) {
        match self.random.below(7) {
            0 => self.line(1, "if (m < n) a[m] = 9;"),
            1 => self.indexed(1, "n", |i| format!("if (a[{i}] == 1) a[{i}] = 2;")),
            2 => self.line(
                1,
                "for (unsigned i = 0, j = n - 1; i < j; i++, j--) exchange(&a[i], &a[j]);",
            ),
            3 => self.line(1, "for (unsigned i = 0; i + 1 < n; i++) a[i] = a[i + 1];"),
            4 => self.sort(),
            5 => self.line(1, "for (unsigned i = n - 1; i > 0; i--) put(&a[i], get(&a[i - 1]));"),
            _ => self.copy(),
        }
    }

    /// Bubble sort.
    fn sort(&mut self) {
        self.line(1, "for (unsigned i = 0; i < n; i++)");
        self.line(2, "for (unsigned j = 0; j + 1 < n - i; j++)");
        self.line(3, "if (a[j] > a[j + 1]) exchange(&a[j], &a[j + 1]);");
    }

    /// The elements in another block, some of them in a nested loop.
    fn copy(&mut self) {
        let b = self.name("b");
        self.line(1, &format!("T *{b} = malloc((n + 1) * sizeof *{b});"));
        self.line(1, &format!("{b}[n] = 0;"));
        self.indexed(1, "n", |i| format!("{b}[{i}] = a[{i}];"));
        let compare = self.random.pick(&["<", "==", ">"]);
        let number = self.random.below(9);
        self.line(
            1,
            &format!("for (unsigned i = 0; i <= n; i++) if ({b}[i] {compare} {number}) result++;"),
        );
        let bound = self.random.pick(&["result > n", "result > n + 1", "result == 4"]);
        self.line(1, &format!("if ({bound}) reach_error();"));
        self.line(1, &format!("result = 0; free({b});"));
    }

    /// Something that may hold for the elements.
    fn check_array(&mut self) {
        let number = self.random.below(9);
        let compare = self.random.pick(&["!=", ">", "<", "=="]);
        match self.random.below(6) {
            0 | 1 => {
                self.indexed(1, "n", |i| format!("if (a[{i}] {compare} {number}) reach_error();"))
            }
            2 => self.line(1, &format!("if (count(a, n, {number}) {compare} n) reach_error();")),
            3 => {
                self.line(
                    1,
                    "for (unsigned i = 0; i < n; i++) result = larger(result, get(&a[i]));",
                );
                self.line(1, &format!("if (result {compare} {number}) reach_error();"));
            }
            4 => {
                let p = self.name("found");
                self.line(1, &format!("T *{p} = a;"));
                self.line(1, &format!("while ({p} < a + n && *{p} != {number}) {p}++;"));
                let wrong = self.random.pick(&["P > a + n", "P == a + 3", "P - a > 5"]);
                self.line(1, &format!("if ({}) reach_error();", wrong.replace('P', &p)));
                self.line(1, &format!("if ({p} != a + n) *{p} = 0;"));
            }
            _ => self.line(
                1,
                "for (unsigned i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) reach_error();",
            ),
        }
    }

    /// A string that is walked along.
    fn string(&mut self) {
        self.line(1, "char *s = malloc(n), *p;");
        let letter = self.random.pick(&["'a'", "'a' + INDEX", "'a' + (INDEX & 1)", "'b' + m"]);
        self.indexed(1, "n", |i| format!("s[{i}] = {};", letter.replace("INDEX", i)));
        self.line(1, "s[n - 1] = 0;");
        if self.random.chance(60) {
            self.line(1, "s[m % n] = 0;");
        }
        for _ in 0..self.random.between(1, 2) {
            self.walk();
        }
        self.line(1, "free(s);");
    }

    /// A walk along the string, and a check.
    fn walk(&mut self) {
        let number = self.random.below(7);
        match self.random.below(6) {
            0 => {
                self.line(1, "for (p = s; *p; p++) result++;");
                let wrong = self.random.pick(&["result >= n", "result > m", "p != s + result"]);
                self.line(1, &format!("if ({wrong}) reach_error();"));
                self.line(1, "result = 0;");
            }
            1 => {
                let wrong = ["length(s) >= n".to_owned(), format!("length(s) == {number}")];
                let wrong = &wrong[self.random.below(2)];
                self.line(1, &format!("if ({wrong}) reach_error();"));
            }
            2 => {
                self.line(1, "p = s; while (*p && *p != 'b') p++;");
                let wrong = self.random.pick(&["p - s >= n", "*p == 'c'", "*p && p - s > 3"]);
                self.line(1, &format!("if ({wrong}) reach_error();"));
            }
            3 => self.copied(),
            4 => {
                self.line(1, "p = s; do { if (*p == 'c') result = 1; } while (*p++);");
                let wrong = self.random.pick(&["p > s + n", "p == s", "result && m == 2"]);
                self.line(1, &format!("if ({wrong}) reach_error();"));
                self.line(1, "result = 0;");
            }
            _ => {
                self.line(1, "p = s + length(s); while (p > s) { p--; if (*p == 'a') *p = 'z'; }");
                self.line(1, "for (; *p; p++) if (*p == 'a') reach_error();");
            }
        }
    }

    /// A copy of the string in another block, and a comparison.
    fn copied(&mut self) {
        let t = self.name("t");
        self.line(1, &format!("char *{t} = malloc(n + m), *q{t} = {t};"));
        self.line(1, &format!("p = s; while ((*q{t}++ = *p++)) ;"));
        if self.random.chance(40) {
            self.line(1, &format!("if (m == 2) {t}[0] = 'x';"));
        }
        self.line(1, &format!("p = s; q{t} = {t}; while (*p && *p == *q{t}) {{ p++; q{t}++; }}"));
        let wrong = self.random.pick(&["*p != *Q", "p - s != Q - T", "*p == 'b'"]);
        let wrong = wrong.replace('Q', &format!("q{t}")).replace('T', &t);
        self.line(1, &format!("if ({wrong}) reach_error();"));
        self.line(1, &format!("free({t});"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled() {
        for seed in 0..100 {
            let text = generate(Random::new(seed)).text;
            assert!(!text.contains("INDEX") && !text.contains("VALUE"), "{text}");
        }
    }
}
