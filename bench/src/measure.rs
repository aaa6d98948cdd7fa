//! Times of a script: by Vellum and by z3, each as a process on the same file.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::families::Family;
use crate::interpreter::Interpreter;
use crate::judges::{TemporaryFile, run};

/// The answers of a solver to a script, and its time.
pub struct Run {
    /// The answers, in order.
    pub answers: Vec<String>,
    /// From start to end of the process.
    pub seconds: f64,
    /// Whether it was stopped at the limit.
    pub stopped: bool,
}

/// A family, measured.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Whether its queries share most of their assumptions.
    pub incremental: bool,
    /// How long it may take, if it has a goal of its own.
    pub limit: Option<f64>,
    /// By Vellum.
    pub vellum: Run,
    /// By z3.
    pub z3: Run,
    /// The longest query of Vellum's, without reading the text; for families with a limit.
    pub query: Option<f64>,
}

impl Row {
    /// The number of answers of one kind.
    #[must_use]
    pub fn count(&self, answer: &str) -> usize {
        self.vellum.answers.iter().filter(|it| *it == answer).count()
    }

    /// Returns the first difference between the two solvers. After a timeout of z3, only the answers before it count.
    #[must_use]
    pub fn disagreement(&self) -> Option<String> {
        let (ours, theirs) = (&self.vellum.answers, &self.z3.answers);
        let both = ours.iter().zip(theirs).enumerate();
        let decided = |a: &String, b: &String| a != "unknown" && b != "unknown";
        let different = both.into_iter().find(|(_, (a, b))| a != b && decided(a, b));
        if let Some((i, (a, b))) = different {
            return Some(format!("check {}: Vellum says {a}, z3 {b}", i + 1));
        }
        let complete = !self.z3.stopped && !self.vellum.stopped;
        (complete && ours.len() != theirs.len())
            .then(|| format!("Vellum gives {} answers, z3 {}", ours.len(), theirs.len()))
    }
}

/// How a family is measured.
pub struct Plan<'a> {
    /// The program that is measured.
    pub vellum: &'a Path,
    /// The timeout of a program.
    pub limit: Duration,
    /// How often each is run; the best time counts, since only noise makes one worse.
    pub runs: u32,
}

/// Longer runs are not repeated: noise matters little in them.
const REPEATED_BELOW: Duration = Duration::from_secs(3);

/// Measures a family, the two programs one after the other.
///
/// # Errors
/// If a file cannot be written or a program not run.
pub fn measure(family: &Family, plan: &Plan<'_>) -> Result<Row, String> {
    let file = TemporaryFile::new("family", &family.text)?;
    let mut ours = Command::new(plan.vellum);
    ours.arg("solve").arg(file.path());
    let mut theirs = Command::new("z3");
    theirs.arg("-smt2").arg(file.path());
    Ok(Row {
        name: family.name,
        incremental: family.incremental,
        limit: family.limit,
        vellum: best(ours, plan)?,
        z3: best(theirs, plan)?,
        query: family.limit.and_then(|_| longest_query(&family.text)),
    })
}

/// Runs a command as often as planned; returns the fastest run.
fn best(mut command: Command, plan: &Plan<'_>) -> Result<Run, String> {
    let mut best = timed(&mut command, plan.limit)?;
    for _ in 1..plan.runs {
        if best.seconds > REPEATED_BELOW.as_secs_f64() {
            break;
        }
        let next = timed(&mut command, plan.limit)?;
        if next.seconds < best.seconds {
            best = next;
        }
    }
    Ok(best)
}

fn timed(command: &mut Command, limit: Duration) -> Result<Run, String> {
    let start = Instant::now();
    let output = run(command, limit)?;
    let elapsed = start.elapsed();
    if let Some(error) = output.lines().find(|line| line.starts_with("(error")) {
        return Err(format!("a script is refused: {error}"));
    }
    let answers = output.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line));
    Ok(Run {
        answers: answers.map(str::to_owned).collect(),
        seconds: elapsed.as_secs_f64(),
        stopped: elapsed >= limit,
    })
}

/// Runs a script in this process; returns the time of its longest check.
fn longest_query(text: &str) -> Option<f64> {
    let mut interpreter = Interpreter::vellum(None);
    let mut longest: f64 = 0.0;
    for part in text.split_inclusive("(check-sat)") {
        let before = part.strip_suffix("(check-sat)").unwrap_or(part);
        interpreter.run(before).ok()?;
        if before.len() < part.len() {
            let start = Instant::now();
            interpreter.run("(check-sat)").ok()?;
            longest = longest.max(start.elapsed().as_secs_f64());
        }
    }
    Some(longest)
}
