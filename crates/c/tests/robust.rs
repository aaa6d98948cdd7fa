//! Robustness: broken, deep and huge inputs give diagnostics: no panic, no hang, no stack overflow, no ill-formed module.

mod support;

use std::time::Instant;

use support::survive::survive;

fn programs() -> Vec<Vec<u8>> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the programs are there")
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    paths.sort();
    // Without directives, names from headers are undeclared, which the front end must survive too.
    let plain = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a program can be read");
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

/// Splits a text into words and single characters, with blanks.
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
        ("int f(int x) { switch (x) {", "case 1: ", ";", "", "} }"),
        ("int f(int x) { return ", "(long)(int)", "x", "", "; }"),
        ("int f(int *x) { return ", "*&", "*x", "", "; }"),
        ("int f(void) { return ", "(int){", "1", "}", "; }"),
        ("int f(int x) { return ", "_Generic(x, int: ", "1", ")", "; }"),
        ("int x = ", "__builtin_choose_expr(1, ", "1", ", 0)", ";"),
        ("int x ", "__attribute__((aligned(", "8", "))) ", ";"),
        ("int x = ", "sizeof(int[", "1", "])", ";"),
        ("int ", "(*", "x", ")()", ";"),
        ("void f(int n) { int a", "[n]", "", "", "; }"),
        ("void f(void) { asm(", "(", "", ")", "); }"),
        ("struct s { int a[9]; } x = {.a", "[0 ... 1]", "", "", "= 1};"),
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
        "int a[1000000][1000000] = {[0 ... 999999] = {[0 ... 999999] = 1}};",
        "struct s { int b : 3; } a[0x1000000000000000] = {[0x0ffffffffffffff0].b = 1};",
        "struct s { int b : 3; }; void f(void) { struct s a[0x1000000000000000] = {[0x0ffffffffffffff0].b = 1}; }",
        "struct s { char a[0x0fffffffffffff00]; struct { int b : 3; }; } s; int f(void) { return s.b; }",
        "struct s { int x : 99999999999; };",
        "enum e { A = 0x7fffffffffffffff, B, C = -0x7fffffffffffffff - 2 };",
        "int x = -0x80000000 / -1 % 0; int y = 1 << 99999; int z = 1 / 0;",
        "int f(int x) { switch (x) { case 0 ... 0x7fffffffffffffff: return 1; } return 0; }",
        "_Alignas(0x8000000000000000) int x; int y __attribute__((aligned(99999999999999999999)));",
        "int x = (__int128)1 << 127 >> 3 ? 1 : 0; __int128 y = ((__int128)1 << 126) * 4;",
        "void f(void) { char a[0x7fffffffffffffff]; char b[0x7fffffffffffffff]; }",
        "int f(long n) { char a[n][n][n]; return sizeof a; }",
        "struct s { char a[1ULL << 40]; char b[4]; } s = {.b = \"abc\"};",
        "int a[] = {[0 ... 1000000000] = 1}; void f(void) { int a[1000000001] = {[0 ... 1000000000] = 1}; }",
        "char a[1ULL << 62], b[1ULL << 63], c[-1ULL], d[-1]; int e[1ULL << 62]; char f[1ULL << 62] = {1};",
        "void f(void) { char a[1ULL << 40] = {1}, c[1ULL << 40] = \"abc\"; struct { char x[1ULL << 40]; } s = {{[5] = 1}}; }",
        "int f(unsigned long x) { switch (x) { case 0 ... 0xffffffffffffffffUL: return 1; } return 0; }",
        "int f(int x) { switch (x) { case 5 ... 1: return 1; case -2147483648 ... 2147483647: return 2; } return 0; }",
        "enum { X = 1 / 0, Y = 1 << 999 }; int f[1 / 0], g[1 << 31]; struct { int b : 1 / 0; } s; _Static_assert(1 / 0, \"\");",
        "long i = (long)1e300; int j = (int)(0.0 / 0.0), k = (-2147483647 - 1) % -1, l = 1 ? 2 : 1 / 0, m = 1 << -1;",
        "struct s { int a : 0, b : 33, h : -1, k : 2; _Bool e : 2; float f : 3; int *g : 3; __int128 l : 100; } x;",
    ];
    for case in cases {
        survive(case.as_bytes());
    }
}

#[test]
fn cyclic_and_incomplete_types() {
    let cases = [
        "struct s { struct s s; };",
        "struct s { struct s next, *prev; }; void f(void) { struct s top = {&top, &top}; top.next.next; }",
        "struct s { struct s; int x; }; struct s a = {1}; struct t { struct s { int y; }; int x; } b = {2};",
        "union u { union u u[3]; int x; } u = {1}; struct v { struct v v[]; } v = {1};",
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
        "struct e {}; struct e a[] = {1, 2}; struct e b[5] = {1}; struct e c[0x1000000000000000] = {1};",
        "void f(void) { struct e {} a[] = {1}; int z[3][0] = {1}; struct { struct e x[9]; int y; } s = {4}; }",
        "struct s { int a; struct s { int b; } c; };",
        "int a[sizeof(int[sizeof(int[3])])];",
        "typeof(x) x; typeof(f()) f(void); struct s { typeof(struct s) *a; }; typeof(sizeof(z)) z;",
        "int f(int a, typeof(a) b) { typeof(b) c = a; typeof(c) d = ({ typeof(d) e; e; }); return d; }",
        "enum e { A = sizeof(enum e), B = (enum e)3 }; enum f; enum f x; enum g { C = D, D };",
        "struct s { int a[sizeof(struct s)]; }; struct t { char a[sizeof(*(struct t *)0)]; }; int w[sizeof w];",
        "typedef struct a a; typedef struct b b; struct a { b x; }; struct b { a y; }; a q; typedef int t[t]; typedef T (*T)(T);",
        "void f(int n, int a[n][n], int b[*][n]); void g(int n, int a[n][sizeof(*a)]) { }",
    ];
    for case in cases {
        survive(case.as_bytes());
    }
}

/// Inputs that mutation found, reduced.
#[test]
fn found_by_mutation() {
    // A directive with a continued line, at whose position an error is reported.
    survive(b"#define x \\\n  y\n");
    survive(b" #if 1 \\\n\\\n");
    // More errors with notes than the limit: the notes were added to the last kept error.
    let again = "int f(int x) { switch (x) { case 1: case 1: ; } return 0; ".to_owned()
        + &"{ int a, a; }".repeat(5000)
        + "}";
    let compiled = survive(again.as_bytes());
    let notes: usize = compiled.diagnostics.iter().map(|diagnostic| diagnostic.notes.len()).sum();
    assert!(notes <= compiled.diagnostics.len(), "{notes}");
}

/// Time grows linearly with the text.
#[test]
fn no_quadratic_surprises() {
    let function = |index: usize| {
        format!("static int f{index}(int x) {{ int y = x; if (y > {index}) y++; return y; }}\n")
    };
    let text: String = (0..5000).map(function).collect();
    let start = Instant::now();
    survive(text.as_bytes());
    survive(format!("char *a[] = {{{}}};", "\"x\",".repeat(100_000)).as_bytes());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
