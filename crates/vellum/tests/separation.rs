//! `vellum check --memory separation` as a user sees it: the examples of *SL CPA*, the three ways to
//! decide what is allocated, and the symbolic heap as a formula.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A program in a folder of its own, which goes with it.
struct Program {
    folder: PathBuf,
}

impl Program {
    fn new(name: &str, text: &str) -> Program {
        let name = format!("vellum-separation-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.c"), text).unwrap();
        Program { folder }
    }

    fn check(&self, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_vellum"))
            .args(["check", "a.c"])
            .args(options)
            .current_dir(&self.folder)
            .output()
            .unwrap()
    }

    fn errors(&self, options: &[&str]) -> String {
        let output = self.check(options);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    }

    /// Returns the lines of the trace between the statements of two lines, without indentation.
    fn formula_after(&self, line: u32) -> Vec<String> {
        let output =
            self.check(&["--memory", "separation", "--no-promote", "--path", "", "--heap-formula"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let place = format!("a.c:{line}: ");
        let mut lines = text.lines().map(str::trim).skip_while(|text| !text.starts_with(&place));
        assert!(lines.next().is_some(), "line {line} is not in {text}");
        let told = lines.take_while(|line| !line.starts_with("a.c:"));
        let parts = ["pure: ", "stack: ", "heap: "];
        let formula = told.filter(|line| parts.iter().any(|part| line.starts_with(part)));
        formula.map(str::to_owned).collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Verdict and findings of a program.
fn answer(file: &Path, options: &[&str]) -> (String, Vec<(u64, String)>) {
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["check", "--keep-going", "--format", "json"])
        .args(options)
        .arg(file)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}: {errors}", file.display());
    });
    let finding = |it: &Value| {
        (it["location"]["line"].as_u64().unwrap(), it["kind"].as_str().unwrap().to_owned())
    };
    let mut findings: Vec<_> = report["findings"].as_array().unwrap().iter().map(finding).collect();
    findings.sort();
    (report["verdict"].as_str().unwrap().to_owned(), findings)
}

const LEAK: &str = "void *malloc(unsigned long); void free(void *);
int main(void) {
    char *p = 0;
    {
        char *q = malloc(1);
        p = q;
    }
    p = 0;
    return 0;
}
";

#[test]
fn the_leak_example() {
    let program = Program::new("leak", LEAK);
    let file = program.folder.join("a.c");
    let expected = ("false".to_owned(), vec![(8, "memory-leak".to_owned())]);
    assert_eq!(answer(&file, &["--memory", "separation"]), expected);
    assert_eq!(
        program.formula_after(6),
        [
            "pure:  true",
            "stack: &main:p@1 |-> heap#1^0..7 * &main:q@1 |-> heap#1^0..7",
            "heap:  heap#1 |-> -"
        ]
    );
    // `q` is out of scope, and the block is still reachable: nothing is lost before line 8.
    assert_eq!(program.formula_after(7)[1], "stack: &main:p@1 |-> heap#1^0..7");
}

#[test]
fn the_scope_example() {
    let text = "int main(void) {
    char *p = 0;
    for (char i = 0; i < 2; i++) {
        char x;
        if (i == 0)
            p = &x;
        else
            *p = 1;
    }
    return 0;
}
";
    let program = Program::new("scope", text);
    let file = program.folder.join("a.c");
    let expected = ("false".to_owned(), vec![(8, "use-after-scope".to_owned())]);
    assert_eq!(answer(&file, &["--memory", "separation"]), expected);
    // The second `x` is another one than that which `p` points to.
    let output =
        program.check(&["--memory", "separation", "--no-promote", "--path", "", "--heap-formula"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let both = "&main:p@1 |-> &main:x@1^0..7 * &main:i@1 |-> 1 * &main:x@2 |-> -";
    assert!(text.contains(both), "{text}");
}

#[test]
fn the_formula_shows_conditions_and_unknown_sizes() {
    let text = "#include <stdlib.h>
int klee_int(const char *name);
int main(void) {
    unsigned n = klee_int(\"n\");
    if (n < 8 || n > 100) return 0;
    char *p = malloc(n);
    p[2] = 7;
    p[3] = 7;
    p[5] = (char)n;
    free(p);
    return 0;
}
";
    let program = Program::new("sizes", text);
    let output = program.check(&[
        "--memory",
        "separation",
        "--path",
        "00",
        "--heap-formula",
        "--format",
        "json",
    ]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let trace = report["trace"].as_array().unwrap();
    let formulas: Vec<&Value> = trace.iter().filter(|it| it["event"] == "heap").collect();
    let heap = |it: &Value| it["heap"][0].as_str().unwrap_or_default().to_owned();
    let shown = formulas.iter().any(|it| {
        let pure = it["pure"].as_array().unwrap().len();
        pure >= 2
            && heap(it).starts_with("heap#1 |-> - x2, 7 x2, -, ((_ extract 7 0) n)^0, - up to ")
    });
    assert!(shown, "{formulas:#?}");
}

/// A few programs of each kind.
fn some_programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files = Vec::new();
    for kind in ["memory", "inputs", "out-of-bounds", "use-after-free", "memory-leak", "strings"] {
        let mut all: Vec<PathBuf> =
            std::fs::read_dir(root.join(kind)).unwrap().map(|it| it.unwrap().path()).collect();
        all.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
        all.retain(|file| !std::fs::read_to_string(file).unwrap().contains("// options:"));
        all.sort();
        files.extend(all.into_iter().step_by(3));
    }
    assert!(files.len() > 20, "{files:?}");
    files
}

#[test]
fn all_ways_to_decide_what_is_allocated_give_the_same_verdicts() {
    for file in some_programs() {
        let [one, two, three] = ["sl", "smt", "model"]
            .map(|way| answer(&file, &["--memory", "separation", "--allocation", way]));
        assert_eq!(one, two, "{}", file.display());
        assert_eq!(one, three, "{}", file.display());
    }
}

const INDEX: &str = "int klee_int(const char *name);
int main(void) {
    char small[6] = {1, 2, 3, 4, 5, 6};
    char large[100] = {0};
    unsigned i = klee_int(\"i\");
    if (i < 6)
        small[i] = 0;
    if (i < 100)
        large[i] = 1;
    return small[i % 7];
}
";

#[test]
fn cvc5_decides_separation_logic_where_it_is_installed() {
    let program = Program::new("cvc5", INDEX);
    let file = program.folder.join("a.c");
    let expected = ("false".to_owned(), vec![(10, "out-of-bounds".to_owned())]);
    let sl = ["--memory", "separation", "--allocation", "sl"];
    assert_eq!(answer(&file, &sl), expected);
    if Command::new("cvc5").arg("--version").output().is_err() {
        return;
    }
    assert_eq!(answer(&file, &[&sl[..], &["--solver", "cvc5"]].concat()), expected);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let program = Program::new("options", LEAK);
    let errors = program.errors(&["--allocation", "sl"]);
    assert!(errors.contains("--allocation is for --memory separation"), "{errors}");
    let errors = program.errors(&["--path", "", "--heap-formula"]);
    assert!(errors.contains("--heap-formula is for --memory separation"), "{errors}");
    let sl = ["--memory", "separation", "--allocation", "sl"];
    let errors = program.errors(&[&sl[..], &["--solver", "no-such-solver"]].concat());
    assert!(errors.contains("cannot start `no-such-solver`"), "{errors}");
}
