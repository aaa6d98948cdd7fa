//! No input and no option makes `vellum check` panic or crash: the programs of `tests/programs`, whole
//! and cut at random places, with random options. Only the exit code is looked at.
//!
//! `VELLUM_ROBUST=N` runs N cases instead of a few, and `VELLUM_ROBUST_SEED=S` others.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The default number of cases.
const CASES: u64 = 120;

/// Numbers that look random and are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        // Neighbouring seeds must not give neighbouring numbers.
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            random.next();
        });
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// Numbers for options, sensible and silly.
const NUMBERS: &[&str] = &["0", "1", "2", "7", "100", "18446744073709551615", "-1", "many", ""];

/// Every option with the values that it is tried with; none for one without a value.
const OPTIONS: &[(&str, &[&str])] = &[
    ("--data-model", &["lp64", "ilp32", "ilp32", "8"]),
    ("--no-promote", &[]),
    (
        "--property",
        &[
            "valid-memsafety",
            "no-overflow",
            "valid-deref,valid-free",
            "valid-memcleanup",
            "initialised,assertions",
            "unreach-call",
            "other-rules,division-by-zero,shifts",
            "nonsense",
            ",",
            "",
            "/dev/null",
        ],
    ),
    ("--function", &["main", "reach_error", "no_such_function", "sort", "push", "f", ""]),
    ("--keep-going", &[]),
    ("--format", &["human", "json", "xml"]),
    ("--out", &["replays", "a/b", ".", "", "/dev/null", "/dev/null/replays"]),
    ("--malloc-may-fail", &[]),
    ("--check-uninitialised", &[]),
    ("--allow-subobject-overflow", &[]),
    ("--symbolic-args", &["0,0", "1,3", "2,0", "256,1", "1,65536", "3", "-1,2", "9999999,1"]),
    ("--symbolic-stdin", NUMBERS),
    ("--extern", &["havoc", "pure", "uninterpreted", "error", "nothing"]),
    ("--uninterpreted", &["f", "main", ""]),
    ("--random", &["any", "glibc", "dice"]),
    (
        "--memory",
        &["segments", "arrays", "planes", "planes-naive", "separation", "no-such-model", ""],
    ),
    ("--allocation", &["sl", "smt", "model", "no-such-way"]),
    ("--solver", &["z3", "cvc5", "true", "no-such-solver", ""]),
    ("--heap-formula", &[]),
    ("--heap", &["uber", "lazier", "lazy", "laziest"]),
    ("--array-bound", NUMBERS),
    ("--interior-aliases", &[]),
    ("--non-null", &["p", "list", "no_such_parameter", ""]),
    ("--assume", &["1", "p != 0", "n <= 10 &&", "no_such_name", "", "*(int *)0", "1 / 0"]),
    ("--dot", &["heap.dot", "", "/dev/null", "/dev/null/heap.dot"]),
    ("--merge", &["never", "joins", "auto", "sometimes"]),
    ("--loops", &["unroll", "compact", "none"]),
    ("--proofs", &["on", "off", "only", "some"]),
    ("--jobs", &["1", "2", "3", "0", "-1", "many"]),
    ("--checkpoint", &["run.checkpoint", "", ".", "/dev/null/run"]),
    ("--checkpoint-every", &["0.001", "0", "-1", "nan"]),
    ("--resume", &["no-such-file", "/dev/null", ".", ""]),
    ("--search", &["auto", "dfs", "bfs", "random", "coverage", "none"]),
    ("--time-limit", &["0.001", "0.05", "0", "-1", "1e300", "nan"]),
    ("--memory-limit", NUMBERS),
    ("--max-depth", NUMBERS),
    ("--max-paths", NUMBERS),
    ("--max-steps", NUMBERS),
    ("--unwind", NUMBERS),
    ("--conflicts", NUMBERS),
    (
        "--path",
        &[
            "",
            "0",
            "1",
            "0110",
            "1111111111",
            "[5]",
            "1[0]0",
            "[",
            "x",
            "(1|0)1",
            "(",
            "{3}1",
            "01010101[3]11",
        ],
    ),
    ("--stats", &[]),
    ("-I", &["/usr/include", "/nowhere"]),
    ("-D", &["NDEBUG", "int=long", "main=f", "X=(", "=", "return="]),
    ("-U", &["__x86_64__", "NULL", "-"]),
    ("--include", &["stdio.h", "/nowhere.h"]),
    ("--std", &["c11", "gnu99", "c89", "pascal"]),
];

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let folders = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = folders
        .filter(|path| path.is_dir())
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|file| file.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

/// A program, perhaps a spoilt one.
fn spoilt(random: &mut Random, files: &[PathBuf]) -> Vec<u8> {
    let read = |random: &mut Random| std::fs::read(&files[random.below(files.len())]).unwrap();
    let mut text = read(random);
    match random.below(6) {
        // Cut off.
        0 => text.truncate(random.below(text.len())),
        // A piece is missing.
        1 => {
            let from = random.below(text.len());
            let to = (from + 1 + random.below(40)).min(text.len());
            text.drain(from..to);
        }
        // A byte is another.
        2 => {
            let at = random.below(text.len());
            let bytes = b"()[]{};,*&=+-<>?:.0129azA\"'#\\ \n\0\xff";
            text[at] = bytes[random.below(bytes.len())];
        }
        // The rest is that of another program.
        3 => {
            let other = read(random);
            text.truncate(random.below(text.len()));
            text.extend_from_slice(&other[random.below(other.len())..]);
        }
        _ => {}
    }
    text
}

/// Some options; the first one takes its turn.
fn options(random: &mut Random, case: u64) -> Vec<String> {
    let mut words = Vec::new();
    let mut next = case as usize % OPTIONS.len();
    loop {
        let (name, values) = OPTIONS[next];
        words.push(name.to_owned());
        if !values.is_empty() {
            words.push(random.pick(values).to_owned());
        }
        if random.one_in(2) {
            return words;
        }
        next = random.below(OPTIONS.len());
    }
}

/// Runs a case; returns the failure, if there is one.
fn problem(case: u64, seed: u64, files: &[PathBuf], folder: &Path) -> Option<String> {
    let random = &mut Random::new(seed.wrapping_add(case));
    let text = spoilt(random, files);
    let words = options(random, case);
    let file = folder.join(format!("{case}.c"));
    std::fs::write(&file, &text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .arg("check")
        // Silly limits are refused, so this one stands alone, where no other was picked.
        .args(if words.iter().any(|word| word == "--time-limit") {
            &[][..]
        } else {
            &["--time-limit", "0.3"]
        })
        .args(&words)
        .arg(&file)
        .current_dir(folder)
        .output()
        .unwrap();
    let code = output.status.code();
    let json = words.windows(2).filter(|pair| pair[0] == "--format").all(|pair| pair[1] == "json")
        && words.iter().any(|word| word == "--format");
    let one_object = !json
        || code == Some(1)
        || serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok();
    if matches!(code, Some(0 | 1 | 2 | 5 | 10)) && one_object {
        std::fs::remove_file(&file).unwrap();
        return None;
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let panic: Vec<&str> =
        errors.lines().skip_while(|line| !line.contains("panicked")).take(2).collect();
    Some(format!(
        "case {case}, seed {seed}: {:?}: vellum check --time-limit 0.3 {words:?} {}: {}",
        output.status,
        file.display(),
        panic.join(" ")
    ))
}

#[test]
fn nothing_makes_it_panic() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let cases = number("VELLUM_ROBUST").unwrap_or(CASES);
    let seed: u64 = number("VELLUM_ROBUST_SEED").unwrap_or(1);
    let files = programs();
    assert!(files.len() >= 150, "only {} programs", files.len());
    let folder = std::env::temp_dir().join(format!("vellum-robust-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = |first: u64| -> Vec<String> {
        let every_other = (first..cases).step_by(2);
        every_other.filter_map(|case| problem(case, seed, &files, &folder)).collect()
    };
    let problems = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(1));
        let mut problems = run(0);
        problems.extend(second.join().unwrap());
        problems
    });
    // What went wrong is kept, to be tried again.
    assert!(problems.is_empty(), "{} of {cases}:\n{}", problems.len(), problems.join("\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every option is tried.
#[test]
fn every_option_has_its_turn() {
    let output = Command::new(env!("CARGO_BIN_EXE_vellum")).args(["check", "-h"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let name = |line: &'_ str| {
        let words = line.split_whitespace().take(2).filter(|word| word.starts_with('-'));
        words.last().map(str::to_owned)
    };
    let names: Vec<String> = lines.filter_map(name).collect();
    assert!(names.len() >= OPTIONS.len(), "{help}");
    // `--confirm` would execute a mutated program, with unknown effects.
    let not = ["--help", "--confirm"];
    for name in names.into_iter().filter(|name| !not.contains(&name.as_str())) {
        assert!(OPTIONS.iter().any(|(known, _)| *known == name), "{name}");
    }
}

/// Programs may declare library functions as they like, and call functions as others.
#[test]
fn functions_with_types_of_their_own() {
    let body = |declarations: &str, code: &str| {
        format!("{declarations} int n(void); int main(void) {{ {code} return 0; }}\n")
    };
    let folder = std::env::temp_dir().join(format!("vellum-types-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (index, (declarations, code)) in [
        ("unsigned char klee_int(const char *);", "if (klee_int(\"i\") > 3) n();"),
        ("int klee_range(long, long, const char *);", "if (klee_range(1, n(), \"i\") > 3) n();"),
        ("int f(void) { return 7; }", "long (*p)(void) = (long (*)(void))f; if (p() > n()) n();"),
        ("int f(void);", "long (*p)(void) = (long (*)(void))f; if (p() > n()) n();"),
        ("float f(void);", "double (*p)(void) = (double (*)(void))f; double d = p();"),
        ("void f(void) {}", "int (*p)(void) = (int (*)(void))f; if (p() > n()) n();"),
        ("long long time(long long *);", "if (time(0) > n()) n();"),
        ("int malloc(int);", "if (malloc(n()) > n()) n();"),
        ("void *malloc(unsigned char);", "if (malloc(n()) == 0) n();"),
        ("double malloc(double);", "if (malloc(1.0) > 0) n();"),
        ("void free(char);", "free(n());"),
        ("void memset(int, char, char);", "memset(n(), n(), n());"),
        ("int memcpy();", "memcpy(n()); memcpy();"),
        ("int sqrt(int);", "if (sqrt(n()) > 3) n();"),
        ("void __VERIFIER_assume(double);", "__VERIFIER_assume(0.5);"),
        ("double __VERIFIER_nondet_int(void);", "__VERIFIER_nondet_int();"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.join(format!("{index}.c"));
        std::fs::write(&file, body(declarations, code)).unwrap();
        let models = [&["--data-model", "lp64"][..], &["--data-model", "ilp32"]];
        for options in models.into_iter().chain([&["--extern", "uninterpreted"][..]]) {
            let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
            let output = vellum.arg("check").args(options).arg(&file).output().unwrap();
            let code = output.status.code();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(code, Some(0 | 2 | 5 | 10)), "{declarations} {options:?}: {errors}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
