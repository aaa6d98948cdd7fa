//! The cases. Each reader gets the same kinds of malformed texts, valid ones truncated and mutated at random positions, and
//! directories, pipes and devices; each option gets invalid values; each output cannot be written.

use std::fmt::Write;

use super::{Case, Output, Thing};
use crate::random::Random;

/// A verdict.
const VERDICTS: [i32; 3] = [0, 5, 10];
/// A verdict, or an error in the input or in the command line.
const ANY: [i32; 5] = [0, 1, 2, 5, 10];
/// An error in the input, or a limit that was reached before it.
const REFUSED: [i32; 2] = [2, 5];
/// An error in the command line.
const USAGE: [i32; 1] = [1];

const C: &str = "int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
static int sum(struct node *list) {
    int sum = 0;
    for (; list; list = list->next) sum += list->value & 7;
    return sum;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    struct node nodes[3];
    for (int i = 0; i < 3; i++) nodes[i] = (struct node){ i < 2 ? &nodes[i + 1] : 0, n >> i };
    char text[] = \"some text\\n\";
    switch (n) { case 1: return text[n]; case 2 ... 4: return sizeof text; default: break; }
    return sum(nodes) > 30;
}
";

const JAVALITE: &str = "((class Node ([Node next] [int value])
   ((int sum [int most]
      (var int sum := 0 in
      (var Node at := this in
        (begin
          (while ((not (at = null)) and (sum < most))
            (begin (sum := (sum + (at $ value))) (at := (at $ next))))
          (assert (sum < (most + 100)))
          sum))))))
 (Node sum))
";

const SMT: &str = "(set-logic QF_ABV)
(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const x (_ BitVec 32))
(define-fun y () (_ BitVec 32) (bvmul x (_ bv3 32)))
(assert (= (select (store a #x01 #xff) ((_ extract 7 0) x)) #xff))
(assert (bvult y #x00000010))
(check-sat)
(get-value (x (bvadd x y)))
";

const PROPERTY: &str =
    "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G ! overflow) )\n";

/// A program that takes no time.
const PLAIN: &str = "int main(void) { return 0; }\n";

fn case(name: impl Into<String>, words: &[&str], codes: &[i32]) -> Case {
    Case {
        name: name.into(),
        words: words.iter().map(|&word| word.to_owned()).collect(),
        files: vec![("plain.c".to_owned(), Thing::Bytes(PLAIN.into()))],
        input: Vec::new(),
        output: Output::Null,
        codes: codes.to_vec(),
        leaves: Vec::new(),
        times: 1,
    }
}

impl Case {
    fn with(mut self, name: &str, thing: Thing) -> Case {
        self.files.push((name.to_owned(), thing));
        self
    }

    fn text(self, name: &str, text: impl Into<Vec<u8>>) -> Case {
        self.with(name, Thing::Bytes(text.into()))
    }

    fn leaving(mut self, names: &[&'static str]) -> Case {
        self.leaves.extend(names);
        self
    }
}

/// All cases, the same each time.
#[must_use]
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for reader in READERS {
        texts(reader, &mut cases);
        things(reader, &mut cases);
    }
    standard_input(&mut cases);
    option_values(&mut cases);
    outputs(&mut cases);
    heavy(&mut cases);
    cases
}

/// A reader of a file: its name, the command line, a valid file.
struct Reader {
    name: &'static str,
    file: &'static str,
    words: &'static [&'static str],
    good: &'static str,
    /// Its exit codes for a malformed text.
    refuses: &'static [i32],
}

const READERS: &[Reader] = &[
    Reader { name: "C", file: "a.c", words: &["check", "a.c"], good: C, refuses: &ANY },
    Reader {
        name: "preprocessed C",
        file: "a.i",
        words: &["check", "a.i", "--format", "json"],
        good: C,
        refuses: &ANY,
    },
    Reader {
        name: "run",
        file: "a.i",
        words: &["run", "a.i"],
        good: C,
        refuses: &[0, 1, 2, 5, 10, 32, 134],
    },
    Reader { name: "ir", file: "a.i", words: &["ir", "a.i"], good: C, refuses: &[0, 2, 5] },
    Reader {
        name: "Javalite",
        file: "a.javalite",
        words: &["check", "a.javalite"],
        good: JAVALITE,
        refuses: &ANY,
    },
    Reader {
        name: "SMT-LIB",
        file: "a.smt2",
        words: &["solve", "a.smt2"],
        good: SMT,
        refuses: &[0, 2, 5],
    },
    Reader {
        name: "property file",
        file: "a.prp",
        words: &["check", "plain.c", "--property", "a.prp"],
        good: PROPERTY,
        refuses: &[0, 1, 5],
    },
    Reader {
        name: "checkpoint",
        file: "a.checkpoint",
        words: &["check", "plain.c", "--resume", "a.checkpoint"],
        good: "vellum checkpoint 1\n{}\nsha256 0\n",
        refuses: &[1, 5],
    },
    Reader {
        name: "assumed program",
        file: "a.c",
        words: &["check", "a.c", "--function", "sum", "--assume", "list != 0"],
        good: C,
        refuses: &ANY,
    },
];

/// Malformed texts for every reader.
fn texts(reader: &Reader, cases: &mut Vec<Case>) {
    let mut random = Random::new(19);
    let noise: Vec<u8> = (0..4096).map(|_| random.word() as u8).collect();
    let many = |text: &str, count: usize| text.repeat(count).into_bytes();
    let kinds: [(&str, Vec<u8>); 17] = [
        ("nothing", Vec::new()),
        ("zeros", vec![0; 1 << 16]),
        ("noise", noise),
        ("no UTF-8", b"int main(void) { return \xff\xfe; } // \xc3".to_vec()),
        ("a byte order mark", format!("\u{feff}{}", reader.good).into_bytes()),
        ("line ends of others", reader.good.replace('\n', "\r\n").into_bytes()),
        ("a million parentheses", many("(", 1 << 20)),
        ("a hundred thousand braces", many("{", 100_000)),
        ("closed before open", many(")}]", 10_000)),
        ("a long name", many("a", 1 << 20)),
        ("a long number", many("9", 1 << 20)),
        ("a long text without an end", [b"\"".to_vec(), many("a", 1 << 20)].concat()),
        ("a comment without an end", b"/* ; | (".to_vec()),
        ("many errors", many("@ $ ` \\ # ?\n", 20_000)),
        ("many lines", many("\n", 1 << 20)),
        ("lines that go on", many("\\\n", 100_000)),
        (
            "a file of another place",
            b"# 1 \"/dev/zero\"\nint x = y;\n#line 4294967295 \"/dev/random\"\nint z = w;\n"
                .to_vec(),
        ),
    ];
    for (name, bytes) in kinds {
        cases.push(
            case(format!("{}: {name}", reader.name), reader.words, reader.refuses)
                .text(reader.file, bytes),
        );
    }
    for number in 0..4 {
        let mut bytes = reader.good.as_bytes().to_vec();
        bytes.truncate(random.below(bytes.len() + 1));
        let name = format!("{}: cut {number}", reader.name);
        cases.push(case(name, reader.words, reader.refuses).text(reader.file, bytes));
    }
    for number in 0..6 {
        let mut bytes = reader.good.as_bytes().to_vec();
        for _ in 0..=number {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.word() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random.pick(b"(){}[];,\"'\\0-9&*=<>#")),
            }
        }
        let name = format!("{}: changed {number}", reader.name);
        cases.push(case(name, reader.words, reader.refuses).text(reader.file, bytes));
    }
}

/// Directories, pipes and devices in place of files.
fn things(reader: &Reader, cases: &mut Vec<Case>) {
    let codes: &[i32] = match reader.name {
        "property file" | "checkpoint" => &USAGE,
        _ => &REFUSED,
    };
    let things = [
        ("a folder", Thing::Folder),
        ("a link to itself", Thing::Link(reader.file)),
        ("zeros without an end", Thing::Link("/dev/zero")),
        ("noise without an end", Thing::Link("/dev/urandom")),
        ("a pipe", Thing::Pipe),
    ];
    for (name, thing) in things {
        // A reader of single commands may get them by a pipe, and waits for it.
        if !(reader.name == "SMT-LIB" && matches!(thing, Thing::Pipe)) {
            let name = format!("{}: {name}", reader.name);
            cases.push(case(name, reader.words, codes).with(reader.file, thing));
        }
    }
    cases.push(case(format!("{}: no file", reader.name), reader.words, codes));
    // A superuser can read it.
    cases.push(
        case(format!("{}: unreadable", reader.name), reader.words, &ANY)
            .with(reader.file, Thing::Unreadable),
    );
}

fn standard_input(cases: &mut Vec<Case>) {
    let mut more = |name: &str, words: &[&str], codes: &[i32], input: Vec<u8>| {
        cases.push(Case { input, ..case(format!("input: {name}"), words, codes) });
    };
    more("noise to solve", &["solve", "-"], &REFUSED, (0..=255).cycle().take(1 << 16).collect());
    more("half a command", &["solve", "-"], &REFUSED, b"(check-sat".to_vec());
    more("many commands", &["solve", "-"], &[0], b"(check-sat)\n".repeat(10_000));
    more(
        "one long command",
        &["solve", "-"],
        &REFUSED,
        [b"(assert (and ".to_vec(), b"true ".repeat(1 << 20)].concat(),
    );
    more(
        "many scopes",
        &["solve", "-"],
        &[0, 2, 5],
        b"(push 1000000)\n(pop 1000000)\n(push 18446744073709551616)\n".to_vec(),
    );
    more(
        "wide numbers",
        &["solve", "-"],
        &[0, 2, 5],
        b"(declare-const x (_ BitVec 100000000))(assert (= x (bvmul x x)))(check-sat)".to_vec(),
    );
    more(
        "a deep term",
        &["solve", "-"],
        &[0, 2, 5],
        format!(
            "(declare-const p Bool)(assert {}p{})(check-sat)",
            "(not ".repeat(200_000),
            ")".repeat(200_000)
        )
        .into_bytes(),
    );
    more(
        "a name again and again",
        &["solve", "-"],
        &[0, 2],
        b"(declare-const x Bool)(declare-const x Bool)".to_vec(),
    );
}

fn option_values(cases: &mut Vec<Case>) {
    let long = "1".repeat(100_000);
    let deep = "(".repeat(50_000);
    let brackets = "[".repeat(50_000);
    let sum = format!("1{}", "+1".repeat(20_000));
    let values: &[(&str, &[&str], &[i32])] = &[
        (
            "--time-limit",
            &["0", "-1", "5x", "nan", "1e400", "", "1h1m", "99999999999999999999h"],
            &USAGE,
        ),
        (
            "--memory-limit",
            &["0", "-1", "1.5GB", "2XB", "18446744073709551616", "18446744073709551615GB", ""],
            &USAGE,
        ),
        ("--memory-limit", &["1", "1KB"], &[5]),
        ("--jobs", &["0", "-1", "257", "many"], &USAGE),
        ("--array-bound", &["0", "1025", "-1"], &USAGE),
        ("--unwind", &["-1", "1e9", &long], &USAGE),
        ("--max-paths", &["18446744073709551615", "0"], &VERDICTS),
        ("--max-steps", &["0", "18446744073709551615"], &VERDICTS),
        ("--symbolic-args", &["256,65536", "1,65536"], &VERDICTS),
        ("--symbolic-args", &["257,1", "1", ",", "-1,-1", "1,65537"], &USAGE),
        ("--symbolic-stdin", &["18446744073709551615"], &VERDICTS),
        ("--path", &[&long, "0", "1[2]{3}", "[18446744073709551615]", ""], &[0, 1, 5, 10]),
        ("--path", &[&deep, &brackets, "[-1]", "2", "[18446744073709551616]", "é"], &USAGE),
        (
            "--assume",
            &[
                "",
                "1 +",
                "x",
                "}",
                "/*",
                "1; system(\"touch owned\")",
                "\"",
                &deep,
                "*(int *)0",
                "main()",
                "({ int x; x; })",
            ],
            &[0, 1, 2, 5, 10],
        ),
        ("--assume", &[&sum], &ANY),
        ("--function", &["", "no_such", "all", "main ", "\n", &long], &[0, 1, 5, 10]),
        ("--non-null", &["", "no_such", &long], &USAGE),
        (
            "--property",
            &["", ",", "no-such", "valid-deref,", ".", "/dev/zero", "/dev/tty", &long],
            &USAGE,
        ),
        ("--format", &["", "xml", "JSON"], &USAGE),
        ("--memory", &["", "no-such"], &USAGE),
        ("--search", &["", "no-such"], &USAGE),
        ("--checkpoint-every", &["0", "-1", "x"], &USAGE),
        ("--resume", &["plain.c", "/dev/zero", "."], &USAGE),
        ("--data-model", &["", "8", "LP64"], &USAGE),
        ("--std", &["", "c1899", "-wrapper", "@x"], &ANY),
        (
            "-D",
            &["", "=", "X=", "X Y", "-o owned", "main=main", "X=\n#include \"/dev/zero\""],
            &ANY,
        ),
        ("-U", &["", "-o", "@x"], &ANY),
        ("-I", &["", "no/such", "/dev/zero", "@x", "-"], &ANY),
        ("--include", &["", "no/such.h", ".", "/dev/zero", "@x", "-"], &ANY),
        ("--conflicts", &["-1", "x"], &USAGE),
        ("--no-such-option", &["1"], &USAGE),
    ];
    for (option, list, codes) in values {
        for value in *list {
            let shown: String = value.chars().take(20).collect();
            let word = format!("{option}={value}");
            let words: &[&str] = match option.starts_with("--") {
                true => &["check", "plain.c", &word],
                false => &["check", "plain.c", option, value],
            };
            let name = format!("option: {option} {shown:?}");
            let mut case = case(name, words, codes);
            if option.ends_with("-limit") {
                // Not the one of the judge.
                case.words =
                    vec!["check".into(), "plain.c".into(), (*option).into(), (*value).into()];
            }
            cases.push(case);
        }
    }
    for command in ["check", "test", "compare", "run", "ir", "solve", "no-such", ""] {
        cases.push(case(format!("option: {command} alone"), &[command], &USAGE));
        cases.push(case(
            format!("option: {command} of a file without a name"),
            &[command, ""],
            &[1, 2],
        ));
    }
    for (name, words) in [
        ("a file that looks like an option", &["check", "--", "-o.c"][..]),
        ("a file that looks like a response file", &["check", "@a.c"]),
    ] {
        let macros = "#define X 1\nint main(void) { return X; }\n";
        let file = words[words.len() - 1];
        cases.push(case(format!("option: {name}"), words, &[0, 1, 2]).text(file, macros));
    }
}

fn outputs(cases: &mut Vec<Case>) {
    let bad = "int __VERIFIER_nondet_int(void);\nint main(void) { int *p = 0; if (__VERIFIER_nondet_int() > 3) *p = 1; return 0; }\n";
    let lazy = "struct s { struct s *next; };\nvoid f(struct s *p) { p->next->next = 0; }\n";
    for (name, output) in [
        ("a full disk", Output::Full),
        ("nobody", Output::Gone),
        ("a closed stream", Output::Closed),
    ] {
        for (words, codes) in [
            (&["check", "bad.c"][..], &[10][..]),
            (&["check", "bad.c", "--format", "json", "--stats"], &[10]),
            (&["check", "bad.c", "--path", "1"], &[5, 10]),
            (&["compare", "plain.c", "--memory", "segments"], &[0]),
            (&["ir", "plain.c"], &[0]),
            (&["run", "plain.c"], &[0]),
            (&["solve", "plain.smt2"], &[0]),
            (&["--help"], &[0]),
            (&["--version"], &[0]),
        ] {
            let words_text = words.join(" ");
            // The program that runs prints nothing.
            let is_lost = matches!(output, Output::Full) && words[0] != "run";
            let codes = if is_lost { &[2][..] } else { codes };
            let case = case(format!("output: {words_text} to {name}"), words, codes);
            let case =
                case.text("bad.c", bad).text("plain.smt2", "(check-sat)\n(get-info :name)\n");
            cases.push(Case { output, ..case });
        }
    }
    let mut file = |name: &str, words: &[&str], codes: &[i32], leaves: &[&'static str]| {
        let case = case(format!("output: {name}"), words, codes).leaving(leaves);
        let case = case.text("bad.c", bad).text("lazy.c", lazy).with("pipe", Thing::Pipe);
        cases.push(case.with("locked", Thing::ReadOnlyFolder).with("folder", Thing::Folder));
    };
    for target in ["no/such/file", "folder", "/dev/full", "plain.c/x", ""] {
        let words = ["check", "plain.c", "--checkpoint", target];
        file(&format!("checkpoint to {target:?}"), &words, &USAGE, &[]);
    }
    file("checkpoint to /dev/null", &["check", "plain.c", "--checkpoint", "/dev/null"], &[0], &[]);
    // A superuser can write to it.
    file(
        "checkpoint to a locked folder",
        &["check", "plain.c", "--checkpoint", "locked/c"],
        &[0, 1],
        &["locked"],
    );
    for target in ["no/such/file", "folder", "/dev/full", "plain.c/x", ""] {
        let words = ["check", "lazy.c", "--function", "f", "--dot", target];
        file(&format!("drawing to {target:?}"), &words, &USAGE, &[]);
    }
    file(
        "drawing to /dev/null",
        &["check", "lazy.c", "--function", "f", "--dot", "/dev/null"],
        &[10],
        &[],
    );
    for target in ["plain.c", "/dev/null", "/dev/null/x", "plain.c/x"] {
        let words = ["test", "bad.c", "--out", target];
        file(&format!("tests to {target:?}"), &words, &USAGE, &[]);
        let words = ["check", "bad.c", "--out", target];
        file(&format!("replays to {target:?}"), &words, &[10], &[]);
    }
    file("tests to a folder", &["test", "bad.c", "--out", "tests"], &[10], &["tests"]);
    file("tests to a locked folder", &["test", "bad.c", "--out", "locked"], &[1, 10], &["locked"]);
    file("replays to a locked folder", &["check", "bad.c", "--out", "locked"], &[10], &["locked"]);
    file("tests to a folder that is full", &["test", "bad.c", "--out", "."], &USAGE, &[]);
    file("queries to a file", &["solve", "plain.c", "--log-queries", "plain.c"], &[1, 2], &[]);
}

/// Programs that need minutes or gigabytes without limits.
fn heavy(cases: &mut Vec<Case>) {
    let mut list = "int a[] = {".to_owned();
    for number in 0..2_000_000 {
        let _ = write!(list, "{number},");
    }
    list.push_str("};\nint main(void) { return a[0]; }\n");
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(100_000), close.repeat(100_000))
    };
    let mut types = "struct s0 { int a[2]; };\n".to_owned();
    for i in 1..=40 {
        let _ = writeln!(types, "struct s{i} {{ struct s{} a[2]; }};", i - 1);
    }
    let mut doubling =
        "(declare-const x0 (_ BitVec 64))\n(declare-const y0 (_ BitVec 64))\n".to_owned();
    for i in 0..40 {
        let j = i + 1;
        let _ =
            writeln!(doubling, "(define-fun x{j} () (_ BitVec 64) (bvmul x{i} (bvadd x{i} y{i})))");
        let _ = writeln!(
            doubling,
            "(define-fun y{j} () (_ BitVec 64) (bvurem (bvmul y{i} x{i}) #x0123456789abcdef))"
        );
    }
    doubling.push_str("(assert (= x40 (bvadd y40 #x0000000000000001)))\n(check-sat)\n");
    let nondet = "int __VERIFIER_nondet_int(void);\nvoid klee_make_symbolic(void *, unsigned long, const char *);\n";
    let forks = "int main(void) { int kept[200], s = 0; for (int i = 0; i < 200; i++) kept[i] = i;
        for (int i = 0; i < 40; i++) { int x = __VERIFIER_nondet_int(); if (x > i) for (int j = 0; j < 200; j++) kept[j] ^= x; }
        for (int j = 0; j < 200; j++) s ^= kept[j]; return s; }\n";
    let programs: Vec<(&str, String)> = vec![
        ("a list of 2,000,000 numbers", list),
        ("100,000 blocks within each other", format!("int main(void) {}", nested("{", ";", "}"))),
        ("100,000 parentheses", format!("int main(void) {{ return {}; }}", nested("(", "1", ")"))),
        ("100,000 minus signs", format!("int main(void) {{ return {}; }}", nested("- ", "1", ""))),
        ("100,000 pointers", format!("int {}p; int main(void) {{ return !p; }}", "*".repeat(100_000))),
        ("100,000 dimensions", format!("char a{}; int main(void) {{ return 0; }}", "[1]".repeat(100_000))),
        ("100,000 conditions", format!("int main(void) {{ return {}; }}", nested("1 ? ", "1", " : 0"))),
        ("a struct of 2^43 bytes", format!("{types}struct s40 x; int main(void) {{ return x.a[0].a[1].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0]; }}\n")),
        ("a struct of 256 MB by value", "struct s { char a[256 << 20]; }; struct s x, y; int f(struct s v) { return v.a[3]; } int main(void) { x.a[3] = 1; y = x; return f(y); }\n".to_owned()),
        ("a static array of 1 GB", "char a[1 << 30]; int main(void) { for (unsigned i = 0; i < sizeof a; i += 4096) a[i] = 1; return a[7]; }\n".to_owned()),
        ("an initialised array of 1 GB", "char a[1 << 30] = \"text\"; char b[1 << 30] = { [1 << 29] = 1 }; int main(void) { return a[7] + b[7]; }\n".to_owned()),
        ("a variable array", format!("{nondet}int main(void) {{ int n = __VERIFIER_nondet_int(); if (n < 1) return 0; long a[n]; for (int i = 0; i < n; i++) a[i] = i; return a[n - 1] > 5; }}\n")),
        ("an input of 16 MB", format!("{nondet}char a[1 << 24]; int main(void) {{ klee_make_symbolic(a, sizeof a, \"a\"); return a[5] == 3; }}\n")),
        ("an input of 1 MB", format!("{nondet}char a[1 << 20]; int main(void) {{ klee_make_symbolic(a, sizeof a, \"a\"); int s = 0; for (int i = 0; i < 1 << 20; i++) s += a[i] > s; return s == 3; }}\n")),
        ("copies of 1 GB", "#include <stdlib.h>\n#include <string.h>\nint main(void) { char *p = malloc(1u << 30), *q = malloc(1u << 30); if (p && q) { memset(p, 1, 1u << 30); memcpy(q, p, 1u << 30); memmove(p + 1, q, (1u << 30) - 1); } free(p); free(q); return 0; }\n".to_owned()),
        ("endless allocation", "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 64) p[i] = 1; } }\n".to_owned()),
        ("endless recursion", "int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }\n".to_owned()),
        ("very many states", format!("{nondet}{forks}")),
        ("a long string", format!("int main(void) {{ return \"{}\"[7]; }}\n", "text".repeat(1 << 20))),
        ("many functions", (0..50_000).map(|i| format!("int f{i}(int x) {{ return x + {i}; }}\n")).collect::<String>() + PLAIN),
        ("many macros", (0..60).map(|i| format!("#define X{} X{i} + X{i}\n", i + 1)).collect::<String>() + "#define X0 1\nint main(void) { return X60; }\n"),
        ("an include of itself", "#include \"a.c\"\nint main(void) { return 0; }\n".to_owned()),
        ("an include of a device", "#include \"/dev/zero\"\nint main(void) { return 0; }\n".to_owned()),
        ("an include of a pipe", "#include \"pipe\"\nint main(void) { return 0; }\n".to_owned()),
    ];
    for (name, text) in programs {
        for words in [
            &["check", "a.c"][..],
            &["check", "a.c", "--format", "json", "--keep-going", "--jobs", "2"],
            &["run", "a.c"],
        ] {
            let name = format!("heavy: {} {name}", words.join(" "));
            let codes: Vec<i32> = match words[0] {
                // What programs return.
                "run" => (0..=255).filter(|code| *code != 6 && *code != 101).collect(),
                _ => vec![0, 2, 5, 10],
            };
            cases.push(
                case(name, words, &codes).text("a.c", text.as_str()).with("pipe", Thing::Pipe),
            );
        }
    }
    let many = format!("{nondet}{forks}");
    let more: [(&str, &[&str], u32); 5] = [
        ("compare", &["compare", "a.c", "--memory", "segments,planes,arrays"], 3),
        ("test", &["test", "a.c", "--out", "tests"], 1),
        ("a checkpoint", &["check", "a.c", "--checkpoint", "checkpoint"], 1),
        ("all functions", &["check", "a.c", "--function", "all"], 1),
        ("a trace", &["check", "a.c", "--path", "1111111111111111111111111111111111111111"], 1),
    ];
    for (name, words, times) in more {
        let case = case(format!("heavy: {name}"), words, &[5]).leaving(&["tests", "checkpoint"]);
        cases.push(Case { times, ..case.text("a.c", many.as_str()) });
    }
    let query = case("heavy: a query of doublings", &["solve", "a.smt2"], &[0, 5]);
    cases.push(query.text("a.smt2", doubling));
}
