//! Broken, deep and huge inputs give diagnostics: no panic, no hang, no stack overflow, no module that is not well formed.

mod support;

use std::time::Instant;

use ir::DataModel;

/// Compiles anything; what comes out is well formed.
fn survive(text: &[u8]) -> c::Compiled {
    let source = c::Source { name: "broken.c", text };
    let compiled = c::compile(&[source], DataModel::Lp64, c::Options::default());
    match &compiled.module {
        Some(module) => {
            let problems = ir::verify::verify(module);
            assert!(problems.is_empty(), "{problems:?}\n{}", String::from_utf8_lossy(text));
        }
        None => assert!(!compiled.diagnostics.is_empty()),
    }
    compiled
}

fn programs() -> Vec<Vec<u8>> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the programs are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    // Without directives: names from headers are then undeclared, which is one more thing to survive.
    let plain = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("#include"));
        lines.map(|line| line.replace("#define", "// ")).collect::<Vec<_>>().join("\n").into_bytes()
    };
    paths.iter().map(plain).collect()
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

#[test]
fn truncated_files() {
    for program in programs() {
        for cut in (0..program.len()).step_by(97) {
            survive(&program[..cut]);
        }
    }
}

#[test]
fn mutated_tokens() {
    let mut random = Random(7);
    for program in programs() {
        let text = String::from_utf8_lossy(&program).into_owned();
        let words: Vec<&str> = split(&text);
        for _ in 0..40 {
            let mut mutated = words.clone();
            for _ in 0..1 + random.below(6) {
                let (at, other) = (random.below(mutated.len()), random.below(words.len()));
                match random.below(4) {
                    0 => {
                        mutated.remove(at);
                    }
                    1 => mutated.insert(at, words[other]),
                    2 => mutated[at] = words[other],
                    _ => mutated.truncate(at + mutated.len() / 2),
                }
                if mutated.is_empty() {
                    break;
                }
            }
            survive(mutated.concat().as_bytes());
        }
    }
}

/// Words and single characters, blanks kept.
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut previous = None;
    for (at, c) in text.char_indices() {
        if previous.is_some_and(|p| !(is_word(p) && is_word(c))) {
            pieces.push(&text[start..at]);
            start = at;
        }
        previous = Some(c);
    }
    pieces.push(&text[start..]);
    pieces
}

#[test]
fn random_bytes() {
    let mut random = Random(3);
    for length in 0..300 {
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        survive(&bytes);
        let printable: Vec<u8> = (0..length).map(|_| 32 + random.below(95) as u8).collect();
        survive(&printable);
    }
}

#[test]
fn random_words() {
    let words = [
        "int",
        "struct",
        "s",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "*",
        "&",
        "=",
        ";",
        ",",
        "1",
        "x",
        "f",
        "if",
        "else",
        "return",
        "union",
        "enum",
        "typedef",
        "sizeof",
        ":",
        "?",
        "+",
        "->",
        ".",
        "for",
        "while",
        "switch",
        "case",
        "default",
        "goto",
        "\"s\"",
        "'c'",
        "1.5",
        "static",
        "extern",
        "const",
        "void",
        "char",
        "unsigned",
        "long",
        "__attribute__((packed))",
        "typeof",
        "_Generic",
        "break",
        "continue",
        "do",
        "__builtin_va_arg",
        "...",
        "&&",
        "||",
        "++",
        "main",
    ];
    let mut random = Random(11);
    for _ in 0..3000 {
        let text: Vec<&str> =
            (0..random.below(60)).map(|_| words[random.below(words.len())]).collect();
        survive(text.join(" ").as_bytes());
    }
}

/// Nesting of every construct: shallow is fine, deep is an error.
#[test]
fn deep_nesting() {
    let wrap = |before: &str, open: &str, middle: &str, close: &str, after: &str, depth: usize| {
        format!("{before}{}{middle}{}{after}", open.repeat(depth), close.repeat(depth))
    };
    let cases = [
        ("int x = ", "(", "1", ")", ";"),
        ("int x = ", "- ", "1", "", ";"),
        ("int x = ", "(int)", "1", "", ";"),
        ("int x = ", "sizeof ", "1", "", ";"),
        ("int f(int x) { return ", "!", "x", "", "; }"),
        ("int f(int x) { return ", "x ? x : ", "x", "", "; }"),
        ("int f(int x) { return ", "x ? ", "x", " : 1", "; }"),
        ("int f(int x) { return ", "x = ", "x", "", "; }"),
        ("int f(int x) { return ", "f(", "x", ")", "; }"),
        ("int f(int *x) { return ", "x[", "0", "]", "; }"),
        ("int f(int x) { return ", "({ ", "x", "; })", "; }"),
        ("void f(void) ", "{", "", "}", ""),
        ("void f(int x) { ", "if (x) ", ";", "", "}"),
        ("void f(int x) { ", "if (x) ; else ", ";", "", "}"),
        ("void f(int x) { ", "while (x) ", ";", "", "}"),
        ("void f(int x) { ", "for (;;) ", ";", "", "}"),
        ("void f(int x) { ", "switch (x) ", ";", "", "}"),
        ("void f(int x) { ", "do ", ";", " while (x);", "}"),
        ("int ", "*", "x", "", ";"),
        ("int ", "(", "x", ")", ";"),
        ("int x", "[2]", "", "", ";"),
        ("int x", "[1]", "", "", ";"),
        ("int (*x)", "(int (*)", "", ")", ";"),
        ("", "struct { ", "int x;", "} y;", ""),
        ("", "struct { ", "int x;", "};", ""),
        ("int x = ", "{", "1", "}", ";"),
        ("int x[] = ", "{", "1", "}", ";"),
        ("int x[1] = {", "[0].y", "", "", "= 1};"),
        ("typeof(", "typeof(", "int", ")", ") x;"),
        ("", "_Alignas(8) ", "int x;", "", ""),
        ("int f(int x) { ", "a: ", ";", "", "}"),
    ];
    for (before, open, middle, close, after) in cases {
        for depth in [10, 900, 9_900, 100_000] {
            let text = wrap(before, open, middle, close, after, depth);
            survive(text.as_bytes());
        }
    }
}

#[test]
fn long_chains() {
    for operator in ["+", "*", "&&", "||", ",", "<<", "=="] {
        for count in [1000, 15_000, 100_000] {
            let sum = vec!["x"; count].join(operator);
            survive(format!("int f(int x) {{ return {sum}; }}").as_bytes());
        }
    }
    survive(format!("int x = {};", vec!["1"; 100_000].join("+")).as_bytes());
    survive(format!("char s[] = {};", "\"ab\" ".repeat(50_000)).as_bytes());
    survive(format!("void f(struct s *x) {{ x{}; }}", "->next".repeat(50_000)).as_bytes());
    survive(
        format!(
            "struct s {{ struct s *next; }}; void f(struct s *x) {{ x{}; }}",
            "->next".repeat(50_000)
        )
        .as_bytes(),
    );
    survive(format!("int f(); int g(void) {{ return f{}; }}", "()".repeat(50_000)).as_bytes());
    let structs = (1..50_000)
        .map(|i| format!("struct s{i} {{ struct s{} *p; }};", i - 1))
        .collect::<String>();
    survive(format!("struct s0 {{ int x; }}; {structs} struct s49999 last;").as_bytes());
    survive(
        format!(
            "typedef int t0; {}",
            (1..50_000).map(|i| format!("typedef t{} *t{i};", i - 1)).collect::<String>()
        )
        .as_bytes(),
    );
    survive(format!("int a[] = {{{}}};", "1,".repeat(200_000)).as_bytes());
    survive(
        format!("enum e {{ {} }};", (0..50_000).map(|i| format!("e{i},")).collect::<String>())
            .as_bytes(),
    );
}

#[test]
fn huge_things() {
    let cases = [
        "int a[0x7fffffffffffffff];",
        "int a[1 << 30][1 << 30][1 << 30];",
        "char a[99999999999999999999999999999999999999999];",
        "int x = 1e99999999999999999999;",
        "double x = 1e999999999999999999999999, y = 0x1p99999999999999999999, z = 1e-99999999999999999999;",
        "struct s { char a[0x4000000000000000]; char b[0x4000000000000000]; };",
        "struct s { char a[0x7ffffffffffffff0]; int : 0; long b : 3; } s;",
        "int a[0x100000000] = {[0xfffffffff] = 1};",
        "char a[] = {[0x7fffffff0000] = 1};",
        "int a[] = {[0 ... 0x7fffffff] = 1};",
        "struct s { int x : 99999999999; };",
        "enum e { A = 0x7fffffffffffffff, B, C = -0x7fffffffffffffff - 2 };",
        "int x = -0x80000000 / -1 % 0; int y = 1 << 99999; int z = 1 / 0;",
        "int f(int x) { switch (x) { case 0 ... 0x7fffffffffffffff: return 1; } return 0; }",
        "_Alignas(0x8000000000000000) int x; int y __attribute__((aligned(99999999999999999999)));",
        "int x = (__int128)1 << 127 >> 3 ? 1 : 0; __int128 y = ((__int128)1 << 126) * 4;",
        "void f(void) { char a[0x7fffffffffffffff]; char b[0x7fffffffffffffff]; }",
        "int f(long n) { char a[n][n][n]; return sizeof a; }",
    ];
    for case in cases {
        survive(case.as_bytes());
    }
}

#[test]
fn cyclic_and_incomplete_types() {
    let cases = [
        "struct s { struct s s; };",
        "struct a { struct b b; }; struct b { struct a a; };",
        "typedef T T; T x;",
        "typedef struct s T; struct s { T t; };",
        "struct s x; struct s { int y; }; int z = sizeof x;",
        "struct s { struct s *p; struct s a[]; };",
        "union u { union u *u; int x[]; };",
        "enum e { A = B, B = A };",
        "int x = x; int y = sizeof(y); int z[sizeof(z)];",
        "void f(void) { struct s { struct s *p; } a; struct s b = a; { struct s; struct s *c; } }",
        "struct s { int (*f)(struct s); int (*g)(int, ...); struct s *(*h)(struct s *); };",
        "typedef int A[]; A a = {1}, b = {1, 2}; A c;",
        "extern struct never x; void f(void) { &x; }",
        "extern struct never x; struct never *f(void) { return &x; } int g(void) { return sizeof x; }",
        "struct s { int a; struct s { int b; } c; };",
        "int a[sizeof(int[sizeof(int[3])])];",
        "void f(int n, int a[n][n], int b[*][n]); void g(int n, int a[n][sizeof(*a)]) { }",
    ];
    for case in cases {
        survive(case.as_bytes());
    }
}

/// Time grows no faster than the text.
#[test]
fn no_quadratic_surprises() {
    let function = |index: usize| {
        format!("static int f{index}(int x) {{ int y = x; if (y > {index}) y++; return y; }}\n")
    };
    let text: String = (0..5000).map(function).collect();
    let start = Instant::now();
    survive(text.as_bytes());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
