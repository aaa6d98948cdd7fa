//! Random C programs whose behaviour under every input is known: an independent judge, the system's compiler, compiles
//! them.
//!
//! A program reads small inputs, computes with them (variables, arrays, structures, unions, pointers
//! with several pointees, copies, the heap, loops, calls) and calls `reach_error` at numbered
//! places under conditions. It has no undefined behaviour. Compiled with the driver, it
//! runs under every sequence of inputs and prints which places were reached; Vellum must report
//! exactly these.

mod blocks;
mod generate;
mod lists;
mod loops;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

pub use generate::generate;
pub use lists::{Judge, Judged, ListProgram, generate_lists};
pub use loops::generate_loops;

/// How programs read an input.
const INPUT: &str = "\
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef reach_error
void reach_error(void);
#endif
static unsigned input(void) { return __VERIFIER_nondet_uchar() & 3; }
";
/// Inputs are numbers below this.
pub const INPUTS: u32 = 4;
/// A run that reads more inputs is cancelled.
const MAX_INPUTS: u32 = 7;
/// Programs with more runs are skipped.
const MAX_RUNS: u32 = 200_000;

/// A program.
pub struct Program {
    /// Its text.
    pub text: String,
}

/// The lines with a call of `reach_error` that runs of a program reached.
pub struct Reached {
    /// The lines.
    pub lines: BTreeSet<usize>,
    /// Whether all runs terminated.
    pub complete: bool,
}

/// Runs a program under all inputs. The folder is for files in between.
///
/// # Errors
/// If the compiler or the program fails, which it must not: its output.
pub fn reached(program: &Program, folder: &Path) -> Result<Reached, String> {
    let (source, binary) = (folder.join("driven.c"), folder.join("driven"));
    std::fs::write(&source, driven(program)).map_err(|error| error.to_string())?;
    let flags = ["-w", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    run(Command::new("cc").args(flags).arg("-o").arg(&binary).arg(&source))?;
    // Leaks are not judged here.
    let text = run(Command::new(&binary).env("ASAN_OPTIONS", "detect_leaks=0"))?;
    let mut lines = BTreeSet::new();
    let mut complete = false;
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("reached", number)) => {
                lines.insert(number.parse().map_err(|_| format!("strange output: {line}"))?);
            }
            _ => complete = line == "complete",
        }
    }
    Ok(Reached { lines, complete })
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The program with a `main` around it that calls it under all inputs, as an odometer counts.
fn driven(program: &Program) -> String {
    let mut text = String::from("#include <setjmp.h>\n#include <stdio.h>\n");
    let _ = write!(
        text,
        "static unsigned given[{MAX_INPUTS}], asked;
static jmp_buf over;
static char hit[100000];
static int gave_up;
unsigned char __VERIFIER_nondet_uchar(void) {{
    if (asked == {MAX_INPUTS}) {{ gave_up = 1; longjmp(over, 1); }}
    return given[asked++];
}}
static void reached_line(int line) {{ hit[line] = 1; longjmp(over, 1); }}
#define reach_error() reached_line(__LINE__)
#define main checked
#line 1 \"program\"
{}
#undef main
int main(void) {{
    for (unsigned runs = 0; runs < {MAX_RUNS}; runs++) {{
        asked = 0;
        if (!setjmp(over)) checked();
        while (asked && given[asked - 1] == {}) given[--asked] = 0;
        if (!asked) {{
            for (int i = 0; i < 100000; i++) if (hit[i]) printf(\"reached %d\\n\", i);
            puts(gave_up ? \"given up\" : \"complete\");
            return 0;
        }}
        given[asked - 1]++;
    }}
    for (int i = 0; i < 100000; i++) if (hit[i]) printf(\"reached %d\\n\", i);
    puts(\"given up\");
    return 0;
}}
",
        program.text,
        INPUTS - 1
    );
    text
}

/// The result of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same places.
    Same,
    /// No difference, but Vellum did not explore everything.
    Unfinished,
    /// The difference.
    Different(String),
}

/// Checks a program with Vellum, with these options, and compares.
///
/// # Errors
/// If the program could not be compiled or run.
pub fn compare(
    program: &Program,
    vellum: &Path,
    options: &[String],
    folder: &Path,
) -> Result<Comparison, String> {
    let reached = reached(program, folder)?;
    let source = folder.join("program.c");
    std::fs::write(&source, &program.text).map_err(|error| error.to_string())?;
    let mut command = Command::new(vellum);
    command.arg("check").arg(&source).args(["--format", "json", "--keep-going", "--property"]);
    command.arg("unreach-call,valid-deref,valid-free,no-overflow,division-by-zero,shifts");
    let output = command.args(options).output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let Ok(report) = serde_json::from_str::<serde_json::Value>(&printed) else {
        let said = String::from_utf8_lossy(&output.stderr);
        return Ok(Comparison::Different(format!("no report, {}: {said}", output.status)));
    };
    Ok(judge(&reached, &report))
}

fn judge(reached: &Reached, report: &serde_json::Value) -> Comparison {
    let mut lines = BTreeSet::new();
    for finding in report["findings"].as_array().into_iter().flatten() {
        let line = finding["location"]["line"].as_u64().unwrap_or(0) as usize;
        if finding["kind"] != "error-call" {
            return Comparison::Different(format!("{} at line {line}", finding["kind"]));
        }
        lines.insert(line);
    }
    let finished = report["reason"].is_null() && report["incomplete"] != true;
    let missed: Vec<&usize> = reached.lines.difference(&lines).collect();
    let invented: Vec<&usize> = lines.difference(&reached.lines).collect();
    if reached.complete && !invented.is_empty() {
        return Comparison::Different(format!("not reached: lines {invented:?}"));
    }
    match (finished, missed.is_empty()) {
        (true, true) => Comparison::Same,
        (true, false) => Comparison::Different(format!("missed: lines {missed:?}")),
        (false, _) => Comparison::Unfinished,
    }
}
