//! The regression suites of other tools: the meaning of a `.desc` file of CBMC or ESBMC, as options and an expected verdict
//! of Vellum.
//!
//! Such a file names a level, a program, the options of the tool, and patterns of what the tool prints. An option is mapped only
//! where its meaning is known; a test with any other one is skipped, with the reason. If the tool checks more than
//! Vellum, or less, only one of the verdicts can be compared.
//!
//! This file knows the options of the tools and starts no process.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::checking::{Said, first_finding};

/// Whose tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Suite {
    /// CBMC
    Cbmc,
    /// CPROVER, which comes with CBMC
    Cprover,
    /// ESBMC
    Esbmc,
}

/// A test that can be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The `.desc` file.
    pub name: PathBuf,
    /// The files of the program.
    pub files: Vec<PathBuf>,
    /// Flags for `vellum check`.
    pub flags: Vec<String>,
    /// Whether the program is expected to be safe.
    pub holds: bool,
    /// Whether another verdict would be a difference: the tool may check more than Vellum, or less.
    pub comparable: bool,
}

/// How a verdict compares with the expected one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is the same.
    Same,
    /// It is another one, given here.
    Differs(String),
    /// It is another one, given here, where the tool checks something else.
    Incomparable(String),
    /// There is none, for this reason.
    Unknown(String),
    /// The program was rejected, or the run failed.
    Error(String),
}

impl Test {
    /// Compares a verdict with the expected one.
    #[must_use]
    pub fn compared(&self, said: &Said) -> Comparison {
        let report = match said {
            Said::Report(report) => report,
            Said::Failure(error) => return Comparison::Error(error.clone()),
        };
        let (holds, what) = match report["verdict"].as_str() {
            Some("true") => (true, "true".to_owned()),
            Some("false") => (false, format!("false: {}", first_finding(report))),
            _ => return Comparison::Unknown(report["reason"].as_str().unwrap_or("").to_owned()),
        };
        match (holds == self.holds, self.comparable) {
            (true, _) => Comparison::Same,
            (false, true) => Comparison::Differs(what),
            (false, false) => Comparison::Incomparable(what),
        }
    }
}

/// All `.desc` files of a folder and of the folders in it, in the order of their names.
///
/// # Errors
/// If a folder cannot be read.
pub fn descriptions(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|it| it == "desc") {
                found.insert(entry.path());
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// The meaning of an option of a tool.
#[derive(Clone, Copy)]
enum Meaning {
    /// It concerns how the tool works, and takes this number of values.
    Method(usize),
    /// The tool checks these properties.
    Checks(&'static [&'static str]),
    /// The tool does not check these.
    Ignores(&'static [&'static str]),
    /// The tool checks something that Vellum has no property for.
    More,
    /// The tool checks less than Vellum's properties.
    Less,
    /// A flag of Vellum.
    Flag(&'static [&'static str]),
    /// A flag of Vellum does not apply.
    NoFlag(&'static str),
    /// A flag of Vellum, with the value of the option.
    Value(&'static str),
    /// The loop bound.
    Unwind,
    /// Whether loops that continue beyond the bound are a failure.
    Assertions(bool),
    /// All checks of the tool are off, and allocations never fail.
    NoChecks,
    /// Where to start.
    Function,
}

use Meaning::{
    Assertions, Checks, Flag, Function, Ignores, Less, Method, More, NoChecks, NoFlag, Unwind,
    Value,
};

/// The properties that all tools check.
const ALWAYS: [&str; 2] = ["assertions", "unreach-call"];

/// The properties that CBMC checks by default; it has further checks of its own.
const CBMC_CHECKS: [&str; 6] =
    ["valid-deref", "valid-free", "bounds", "division-by-zero", "no-overflow", "shifts"];

/// The properties that CPROVER checks by default.
const CPROVER_CHECKS: [&str; 3] = ["valid-deref", "bounds", "division-by-zero"];

/// The options of CBMC, and of CPROVER.
const CBMC: &[(&str, Meaning)] = &[
    ("--bounds-check", Checks(&["bounds"])),
    ("--no-bounds-check", Ignores(&["bounds"])),
    ("--pointer-check", Checks(&["valid-deref", "valid-free"])),
    ("--no-pointer-check", Ignores(&["valid-deref"])),
    ("--div-by-zero-check", Checks(&["division-by-zero"])),
    ("--no-div-by-zero-check", Ignores(&["division-by-zero"])),
    ("--signed-overflow-check", Checks(&["no-overflow"])),
    ("--no-signed-overflow-check", Ignores(&["no-overflow"])),
    ("--undefined-shift-check", Checks(&["shifts"])),
    ("--no-undefined-shift-check", Ignores(&["shifts"])),
    ("--memory-leak-check", Checks(&["valid-memcleanup"])),
    ("--memory-cleanup-check", Checks(&["valid-memcleanup"])),
    ("--no-standard-checks", NoChecks),
    ("--no-pointer-primitive-check", Method(0)),
    ("--pointer-primitive-check", More),
    ("--pointer-overflow-check", More),
    ("--unsigned-overflow-check", More),
    ("--conversion-check", More),
    ("--float-overflow-check", More),
    ("--float-div-by-zero-check", More),
    ("--nan-check", More),
    ("--enum-range-check", More),
    ("--malloc-may-fail", Flag(&["--malloc-may-fail"])),
    ("--malloc-fail-null", Method(0)),
    ("--no-malloc-may-fail", NoFlag("--malloc-may-fail")),
    ("--unwind", Unwind),
    ("--unwinding-assertions", Assertions(true)),
    ("--no-unwinding-assertions", Assertions(false)),
    ("--32", Flag(&["--data-model", "ilp32"])),
    ("--64", Method(0)),
    ("--function", Function),
    ("--trace", Method(0)),
    ("--compact-trace", Method(0)),
    ("--stack-trace", Method(0)),
    ("--trace-hex", Method(0)),
    ("--trace-show-code", Method(0)),
    ("--trace-show-function-calls", Method(0)),
    ("--verbosity", Method(1)),
    ("--floatbv", Method(0)),
    ("--little-endian", Method(0)),
    ("--no-simplify", Method(0)),
    ("--no-simplify-if", Method(0)),
    ("--no-propagation", Method(0)),
    ("--arrays-uf-always", Method(0)),
    ("--arrays-uf-never", Method(0)),
    ("--refine", Method(0)),
    ("--refine-arrays", Method(0)),
    ("--refine-arithmetic", Method(0)),
    ("--full-slice", Method(0)),
    ("--slice-formula", Method(0)),
    ("--reachability-slice", Method(0)),
    ("--reachability-slice-fb", Method(0)),
    ("--no-sat-preprocessor", Method(0)),
    ("--no-array-field-sensitivity", Method(0)),
    ("--max-field-sensitivity-array-size", Method(1)),
    ("--sat-solver", Method(1)),
    ("--smt2", Method(0)),
    ("--z3", Method(0)),
    ("--fpa", Method(0)),
    ("--cprover-smt2", Method(0)),
    ("--paths", Method(1)),
    ("--drop-unused-functions", Method(0)),
    ("--slice-global-inits", Method(0)),
    ("--stop-on-fail", Method(0)),
    ("--symex-complexity-limit", Method(1)),
    ("--validate-goto-model", Method(0)),
    ("--validate-ssa-equation", Method(0)),
    ("--show-goto-symex-steps", Method(0)),
    ("--c89", Flag(&["--std", "gnu89"])),
    ("--c99", Flag(&["--std", "gnu99"])),
    ("--c11", Flag(&["--std", "gnu11"])),
    // CPROVER's own.
    ("--text", Method(0)),
    ("--solve", Method(0)),
    ("--inline", Method(0)),
    ("--variables", Method(0)),
    ("--verbose", Method(0)),
    ("--safety", Method(0)),
    ("--no-safety", NoChecks),
];

/// The properties that ESBMC checks by default.
const ESBMC_CHECKS: [&str; 4] = ["valid-deref", "valid-free", "bounds", "division-by-zero"];

/// The options of ESBMC.
const ESBMC: &[(&str, Meaning)] = &[
    ("--no-bounds-check", Ignores(&["bounds"])),
    ("--no-pointer-check", Ignores(&["valid-deref", "valid-free"])),
    ("--no-div-by-zero-check", Ignores(&["division-by-zero"])),
    ("--no-standard-checks", Ignores(&ESBMC_CHECKS)),
    ("--overflow-check", Checks(&["no-overflow"])),
    ("--overflow", Checks(&["no-overflow"])),
    ("--ub-shift-check", Checks(&["shifts"])),
    ("--memory-leak-check", Checks(&["valid-memcleanup"])),
    ("--no-reachable-memory-leak", Checks(&["valid-memtrack"])),
    ("--no-abnormal-memory-leak", Less),
    ("--unsigned-overflow-check", More),
    ("--nan-check", More),
    ("--uninitialised-vars-check", More),
    ("--data-races-check", More),
    ("--deadlock-check", More),
    ("--lock-order-check", More),
    ("--atomicity-check", More),
    ("--goto-unwind", Method(0)),
    ("--no-por", Method(0)),
    ("--no-align-check", Method(0)),
    ("--no-vla-size-check", Less),
    ("--no-pointer-relation-check", Method(0)),
    ("--force-malloc-success", NoFlag("--malloc-may-fail")),
    ("--force-realloc-success", Less),
    ("--unwind", Unwind),
    ("--unwinding-assertions", Assertions(true)),
    ("--no-unwinding-assertions", Assertions(false)),
    ("--no-unwinding-assertion", Assertions(false)),
    ("--32", Flag(&["--data-model", "ilp32"])),
    ("--64", Method(0)),
    ("--function", Function),
    ("--std", Value("--std")),
    ("--incremental-bmc", Method(0)),
    ("--falsification", Method(0)),
    ("--k-induction", Method(0)),
    ("--k-induction-parallel", Method(0)),
    ("--max-k-step", Method(1)),
    ("--k-step", Method(1)),
    ("--base-k-step", Method(1)),
    ("--unlimited-k-steps", Method(0)),
    ("--max-inductive-step", Method(1)),
    ("--interval-analysis", Method(0)),
    ("--add-symex-value-sets", Method(0)),
    ("--goto-contractor", Method(0)),
    ("--multi-property", Method(0)),
    ("--z3", Method(0)),
    ("--boolector", Method(0)),
    ("--bitwuzla", Method(0)),
    ("--mathsat", Method(0)),
    ("--yices", Method(0)),
    ("--cvc", Method(0)),
    ("--cvc4", Method(0)),
    ("--cvc5", Method(0)),
    ("--smtlib", Method(0)),
    ("--bv", Method(0)),
    ("--floatbv", Method(0)),
    ("--fp2bv", Method(0)),
    ("--tuple-node-flattener", Method(0)),
    ("--tuple-sym-flattener", Method(0)),
    ("--array-flattener", Method(0)),
    ("--smt-during-symex", Method(0)),
    ("--smt-symex-guard", Method(0)),
    ("--smt-symex-assert", Method(0)),
    ("--no-simplify", Method(0)),
    ("--no-slice", Method(0)),
    ("--no-propagation", Method(0)),
    ("--slice-assumes", Method(0)),
    ("--no-goto-merge", Method(0)),
    ("--partial-loops-off", Method(0)),
    ("--state-hashing", Method(0)),
    ("--context-bound", Method(1)),
    ("--compact-trace", Method(0)),
    ("--result-only", Method(0)),
    ("--quiet", Method(0)),
    ("--verbosity", Method(1)),
    ("--timeout", Method(1)),
    ("--memlimit", Method(1)),
    ("--little-endian", Method(0)),
    ("--irep2-native-body", Method(0)),
    ("--irep2-bodies", Method(0)),
    ("--clang-c-irep2-adjust-only", Method(0)),
    ("--gcse", Method(0)),
    ("--force-sse2", Method(0)),
];

/// The collected meaning of the options of a test.
struct Reading {
    properties: BTreeSet<&'static str>,
    flags: Vec<String>,
    files: Vec<PathBuf>,
    unwind: Option<String>,
    assertions: bool,
    /// The tool checks more than Vellum.
    more: bool,
    /// The tool looks at less than we do.
    less: bool,
}

/// Reads a `.desc` file, and the programs that it names.
///
/// # Errors
/// Why the test is skipped.
pub fn read(suite: Suite, name: &Path, text: &str) -> Result<Test, String> {
    let folder = name.parent().unwrap_or(Path::new(""));
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or("").trim();
    let (level, program, options) = (line(), line(), line());
    let level = level.split_whitespace().next().unwrap_or("");
    if !["CORE", "THOROUGH"].contains(&level) {
        return Err(format!("level {level}"));
    }
    let patterns: Vec<&str> = lines.map(str::trim).take_while(|line| *line != "--").collect();
    let holds = expected(suite, &patterns).ok_or("no verdict is expected")?;
    let mut reading = Reading::of(suite);
    reading.files.push(folder.join(program));
    reading.read_options(suite, folder, &words(options))?;
    let is_c = |file: &PathBuf| file.extension().is_some_and(|it| it == "c" || it == "i");
    if !reading.files.iter().all(is_c) {
        return Err("not C".to_owned());
    }
    reading.bound(holds, &patterns);
    reading.more |= reading.files.iter().any(|file| {
        let text = std::fs::read(file).unwrap_or_default();
        takes_arguments(&String::from_utf8_lossy(&text))
    });
    let comparable = if holds { !reading.less } else { !reading.more };
    let mut flags: Vec<String> = Vec::new();
    flags.extend(reading.properties.iter().flat_map(|it| ["--property".into(), (*it).to_owned()]));
    flags.extend(reading.flags);
    Ok(Test { name: name.to_owned(), files: reading.files, flags, holds, comparable })
}

/// Whether the program is expected to be safe, if the patterns say so.
fn expected(suite: Suite, patterns: &[&str]) -> Option<bool> {
    let has = |word: &str| patterns.iter().any(|pattern| pattern.contains(word));
    let (safe, unsafe_) = match suite {
        Suite::Cbmc | Suite::Esbmc => (has("VERIFICATION SUCCESSFUL"), has("VERIFICATION FAILED")),
        Suite::Cprover => (has("EXIT=0"), has("EXIT=10") && has("REFUTED")),
    };
    (safe != unsafe_).then_some(safe)
}

/// The words of a line; quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(end)) if c == end => quote = None,
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

impl Reading {
    fn of(suite: Suite) -> Reading {
        let checks: &[&'static str] = match suite {
            Suite::Cbmc => &CBMC_CHECKS,
            Suite::Cprover => &CPROVER_CHECKS,
            Suite::Esbmc => &ESBMC_CHECKS,
        };
        // A function without a body returns anything, and changes nothing.
        let mut flags = ["--extern", "pure"].map(str::to_owned).to_vec();
        if suite != Suite::Cprover {
            flags.push("--malloc-may-fail".to_owned());
        }
        Reading {
            properties: ALWAYS.iter().chain(checks).copied().collect(),
            flags,
            files: Vec::new(),
            unwind: None,
            assertions: true,
            more: false,
            less: false,
        }
    }

    fn read_options(
        &mut self,
        suite: Suite,
        folder: &Path,
        words: &[String],
    ) -> Result<(), String> {
        let table = if suite == Suite::Esbmc { ESBMC } else { CBMC };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if self.preprocessing(folder, word, &mut words)? {
                continue;
            }
            if !word.starts_with('-') {
                self.files.push(folder.join(word));
                continue;
            }
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (&word[..], None),
            };
            let found = table.iter().find(|(option, _)| *option == name);
            let (_, meaning) = found.ok_or_else(|| format!("option {name}"))?;
            let mut value = || value.clone().or_else(|| words.next().cloned()).unwrap_or_default();
            self.apply(*meaning, &mut value)?;
        }
        Ok(())
    }

    /// Options of preprocessors, which all tools share; whether it was one.
    fn preprocessing<'a>(
        &mut self,
        folder: &Path,
        word: &str,
        words: &mut impl Iterator<Item = &'a String>,
    ) -> Result<bool, String> {
        for option in ["-D", "-I"] {
            let Some(rest) = word.strip_prefix(option) else { continue };
            let value = match rest {
                "" => words.next().cloned().unwrap_or_default(),
                rest => rest.to_owned(),
            };
            let value = match option {
                "-I" => folder.join(value).display().to_string(),
                _ => value,
            };
            self.flags.extend([option.to_owned(), value]);
            return Ok(true);
        }
        // Which warnings a compiler has changes no verdict.
        Ok(word.starts_with("-W"))
    }

    fn apply(
        &mut self,
        meaning: Meaning,
        value: &mut impl FnMut() -> String,
    ) -> Result<(), String> {
        match meaning {
            Method(values) => (0..values).for_each(|_| drop(value())),
            Checks(properties) => self.properties.extend(properties),
            Ignores(properties) => {
                self.properties.retain(|it| !properties.contains(it));
                // Those of arrays that are objects by themselves are accesses to us.
                self.less |= properties.contains(&"bounds");
            }
            More => self.more = true,
            Less => self.less = true,
            Flag(flags) => self.flags.extend(flags.iter().map(|it| (*it).to_owned())),
            NoFlag(flag) => self.flags.retain(|it| it != flag),
            Value(flag) => self.flags.extend([flag.to_owned(), value()]),
            Unwind => self.unwind = Some(value()),
            Assertions(are_checked) => self.assertions = are_checked,
            NoChecks => {
                self.properties.retain(|it| ALWAYS.contains(it));
                self.flags.retain(|it| it != "--malloc-may-fail");
                self.assertions = false;
            }
            // What a function is given is not the same in any two tools.
            Function if value() != "main" => return Err("--function".to_owned()),
            Function => {}
        }
        Ok(())
    }

    /// Loops that are unwound to a bound: where going on after it is a failure, the bound is large enough or that is what fails.
    fn bound(&mut self, holds: bool, patterns: &[&str]) {
        // The general property has the special one in it.
        if self.properties.contains("valid-memtrack") {
            self.properties.remove("valid-memcleanup");
        }
        let Some(unwind) = self.unwind.take() else { return };
        let fails = |it: &str| it.contains("FAILURE") && !it.contains("unwind");
        match (self.assertions, holds) {
            (true, true) => {}
            (true, false) => self.more |= !patterns.iter().any(|it| fails(it)),
            (false, _) => self.flags.extend(["--unwind".to_owned(), unwind]),
        }
    }
}

/// Whether `main` takes arguments: any in the tools, and none in Vellum.
fn takes_arguments(text: &str) -> bool {
    text.match_indices("main").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let word = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        let behind = text[at + 4..].trim_start();
        let Some(parameters) = behind.strip_prefix('(').filter(|_| word) else { return false };
        let parameters = parameters.split(')').next().unwrap_or("").trim();
        !parameters.is_empty() && parameters != "void"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(suite: Suite, text: &str) -> Result<Test, String> {
        read(suite, Path::new("no-such-folder/x/test.desc"), text)
    }

    #[test]
    fn options_become_flags() {
        let text = "CORE gcc-only\nmain.c\n--32 --no-signed-overflow-check -D N=3 -I inc\n\
                    ^EXIT=10$\n^VERIFICATION FAILED$\n--\n^VERIFICATION SUCCESSFUL$\n";
        let test = test(Suite::Cbmc, text).unwrap();
        assert!(!test.holds && test.comparable);
        assert_eq!(test.files, [PathBuf::from("no-such-folder/x/main.c")]);
        let flags = test.flags.join(" ");
        for flag in ["--data-model ilp32", "-D N=3", "-I no-such-folder/x/inc", "shifts"] {
            assert!(flags.contains(flag), "{flag}: {flags}");
        }
        assert!(flags.contains("--malloc-may-fail") && !flags.contains("no-overflow"), "{flags}");
    }

    #[test]
    fn what_cannot_be_mapped_is_skipped() {
        let safe = "^VERIFICATION SUCCESSFUL$\n";
        let skipped = |head: &str| test(Suite::Esbmc, &format!("{head}\n{safe}")).unwrap_err();
        assert_eq!(skipped("KNOWNBUG\nmain.c\n"), "level KNOWNBUG");
        assert_eq!(skipped("CORE\nmain.cpp\n"), "not C");
        assert_eq!(skipped("CORE\nmain.c\n--strange 4"), "option --strange");
        assert_eq!(skipped("CORE\nmain.c\n--function f"), "--function");
        let none = test(Suite::Esbmc, "CORE\nmain.c\n\n^Parsing$\n");
        assert_eq!(none, Err("no verdict is expected".to_owned()));
    }

    #[test]
    fn a_bound_of_loops_may_be_what_fails() {
        let text = |options: &str, more: &str| {
            format!("CORE\nmain.c\n{options}\n^VERIFICATION FAILED$\n{more}")
        };
        let bounded = test(Suite::Cbmc, &text("--unwind 3", "")).unwrap();
        assert!(!bounded.comparable && !bounded.flags.contains(&"--unwind".to_owned()));
        let named = text("--unwind 3", "^.main.assertion.1. line 4 x: FAILURE$\n");
        assert!(test(Suite::Cbmc, &named).unwrap().comparable);
        let cut = test(Suite::Esbmc, &text("--no-unwinding-assertions --unwind=3", "")).unwrap();
        assert!(cut.comparable && cut.flags.join(" ").contains("--unwind 3"));
    }

    #[test]
    fn more_checks_matter_where_something_is_to_be_found() {
        let text = |verdict: &str| format!("CORE\nmain.c\n--nan-check\n^VERIFICATION {verdict}$\n");
        assert!(test(Suite::Cbmc, &text("SUCCESSFUL")).unwrap().comparable);
        assert!(!test(Suite::Cbmc, &text("FAILED")).unwrap().comparable);
    }

    #[test]
    fn verdicts_are_compared() {
        let text = "CORE\nmain.c\n\n^VERIFICATION FAILED$\n";
        let test = test(Suite::Esbmc, text).unwrap();
        let says = |verdict: &str| {
            let report = serde_json::json!({"verdict": verdict, "reason": "time: up"});
            test.compared(&Said::Report(report))
        };
        assert_eq!(says("true"), Comparison::Differs("true".to_owned()));
        assert_eq!(says("false"), Comparison::Same);
        assert_eq!(says("unknown"), Comparison::Unknown("time: up".to_owned()));
    }

    #[test]
    fn main_may_take_arguments() {
        assert!(takes_arguments("int main(int argc, char **argv) {"));
        for none in ["int main() {", "int main(void)", "int remain(int x)", "mainly(int x)"] {
            assert!(!takes_arguments(none), "{none}");
        }
    }

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(words("-D'f(x)=a b'  \"c d\" e"), ["-Df(x)=a b", "c d", "e"]);
    }
}
