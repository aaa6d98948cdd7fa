//! The solvers z3 and cvc5 as processes: many problems in one run, answers as they come.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::formulas::{Dialect, Problem};

/// A solver on the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// z3.
    Z3,
    /// cvc5.
    Cvc5,
}

/// A judge's answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// A timeout, or no answer at all.
    Unknown,
}

/// A problem, and the sets of its assumptions that are to be decided.
pub type Case<'a> = (&'a Problem, Vec<u32>);

/// The time that a judge has for one check.
const MILLISECONDS_PER_CHECK: u32 = 700;

/// From this index width on, z3 is correct about constant arrays.
const RELIABLE_INDEX: u32 = 16;

impl Judge {
    /// All of them.
    pub const ALL: [Judge; 2] = [Judge::Z3, Judge::Cvc5];

    /// The name of the program.
    #[must_use]
    pub fn program(self) -> &'static str {
        match self {
            Judge::Z3 => "z3",
            Judge::Cvc5 => "cvc5",
        }
    }

    /// Whether it is installed.
    #[must_use]
    pub fn is_present(self) -> bool {
        let mut command = Command::new(self.program());
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Whether it supports the whole text of a problem: cvc5 has constant arrays of literals only, and does not compare two
    /// of them.
    #[must_use]
    pub fn accepts(self, problem: &Problem) -> bool {
        let count = || const_array_indices(&problem.text(Dialect::Plain)).len();
        self == Judge::Z3 || (!problem.open_const_array && count() <= 1)
    }

    /// Whether its answer counts. z3 (seen in 4.8.12) takes different constant arrays with a narrow index
    /// for equal: `(store (store (const 1) 0 0) 1 x)` and `(const 0)` over four indices.
    fn is_reliable(self, problem: &Problem, verdict: Verdict) -> bool {
        let narrow = || {
            let indices = const_array_indices(&problem.text(Dialect::Plain));
            indices.iter().any(|&width| width < RELIABLE_INDEX)
        };
        self == Judge::Cvc5 || verdict != Verdict::Sat || !narrow()
    }

    /// Decides checks of many problems in one run; the answers are in the order of the checks.
    ///
    /// # Errors
    /// If it cannot be started, or rejects a text.
    pub fn decide(self, cases: &[Case<'_>]) -> Result<Vec<Vec<Verdict>>, String> {
        let file = TemporaryFile::new(self.program(), &self.script(cases))?;
        let checks: usize = cases.iter().map(|(_, checks)| checks.len()).sum();
        let limit = Duration::from_millis(u64::from(MILLISECONDS_PER_CHECK) * checks as u64);
        let output = run(&mut self.command(file.path()), limit + Duration::from_secs(10))?;
        if let Some(error) = output.lines().find(|line| line.starts_with("(error")) {
            return Err(format!("{} refuses {}: {error}", self.program(), file.keep()));
        }
        let mut verdicts = verdicts(cases, &output);
        for ((problem, _), verdicts) in cases.iter().zip(&mut verdicts) {
            let unreliable = |verdict: &&mut Verdict| !self.is_reliable(problem, **verdict);
            verdicts.iter_mut().filter(unreliable).for_each(|it| *it = Verdict::Unknown);
        }
        Ok(verdicts)
    }

    fn command(self, file: &Path) -> Command {
        let mut command = Command::new(self.program());
        match self {
            Judge::Z3 => command.arg("-smt2").arg(format!("-t:{MILLISECONDS_PER_CHECK}")),
            Judge::Cvc5 => {
                command.arg("--incremental").arg(format!("--tlimit-per={MILLISECONDS_PER_CHECK}"))
            }
        };
        command.arg(file);
        command
    }

    fn script(self, cases: &[Case<'_>]) -> String {
        let mut text = String::new();
        for (number, (problem, checks)) in cases.iter().enumerate() {
            text.push_str("(reset)\n(set-logic ALL)\n");
            text.push_str(&problem.text(Dialect::Plain));
            text.push_str(&format!("(echo \"problem {number}\")\n"));
            for &check in checks {
                text.push_str(&format!(
                    "(push 1)\n(assert (and true true {}))\n(check-sat)\n(pop 1)\n",
                    problem.names(check)
                ));
            }
        }
        text
    }
}

/// The index widths of the constant arrays in a text.
fn const_array_indices(text: &str) -> Vec<u32> {
    let after = text.split("(as const (Array (_ BitVec ").skip(1);
    after.filter_map(|it| it.split(')').next()?.parse().ok()).collect()
}

/// Returns the answers, each of which follows the number of its problem.
fn verdicts(cases: &[Case<'_>], output: &str) -> Vec<Vec<Verdict>> {
    let mut all: Vec<Vec<Verdict>> = vec![Vec::new(); cases.len()];
    let mut current = 0;
    for line in output.lines() {
        let line = line.trim_matches('"');
        match line {
            "sat" => all[current].push(Verdict::Sat),
            "unsat" => all[current].push(Verdict::Unsat),
            "unknown" | "timeout" => all[current].push(Verdict::Unknown),
            _ => {
                let number = line.strip_prefix("problem ").and_then(|it| it.parse().ok());
                current = number.filter(|&it| it < cases.len()).unwrap_or(current);
            }
        }
    }
    for ((_, checks), verdicts) in cases.iter().zip(&mut all) {
        // A judge that timed out has no answer to the rest.
        verdicts.resize(checks.len(), Verdict::Unknown);
    }
    all
}

/// Runs a command to its end, or to the limit; returns its output.
///
/// # Errors
/// If it cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> Result<String, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    let mut stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stdout) = &mut stdout {
            // The output before an error is still useful.
            let _ = stdout.read_to_end(&mut bytes);
        }
        bytes
    });
    wait(&mut child, limit);
    let bytes = reader.join().map_err(|_| "the reader of a pipe failed".to_owned())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn wait(child: &mut Child, limit: Duration) {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    while let Ok(None) = child.try_wait() {
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// A file that is removed when it is no longer needed.
pub struct TemporaryFile(Option<PathBuf>);

impl TemporaryFile {
    /// A file with this text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(label: &str, text: &str) -> Result<TemporaryFile, String> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("vellum-{}-{number}-{label}.smt2", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(TemporaryFile(Some(path)))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.as_deref().unwrap_or(Path::new(""))
    }

    /// Keeps the file, and returns its path.
    #[must_use]
    pub fn keep(mut self) -> String {
        self.0.take().unwrap_or_default().display().to_string()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = std::fs::remove_file(path);
        }
    }
}
