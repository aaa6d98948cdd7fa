//! Compares the solver's answers on random problems with those of the judges.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::brute_force::Truths;
use crate::formulas::{Dialect, Problem};
use crate::interpreter::Interpreter;
use crate::judges::{Case, Judge, Verdict};

/// The budget of a query, in conflicts.
const CONFLICTS: u64 = 50_000;

/// One of this number of problems that brute force confirmed goes to the judges as well: they interpret its text
/// without Vellum's reader.
const SHARE: usize = 4;

/// A problem with the seed that it comes from.
pub struct Numbered {
    /// The seed.
    pub seed: u64,
    /// The problem.
    pub problem: Problem,
}

/// The solver's answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// These assumptions are satisfiable. The model was evaluated.
    Sat(u32),
    /// These assumptions are unsatisfiable. They are the core, a subset of those of the check.
    Unsat(u32),
    /// The budget was exhausted.
    Unknown,
}

/// Checks, by their answers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Problems.
    pub problems: u64,
    /// Checks with the answer `sat`.
    pub sat: u64,
    /// Checks with the answer `unsat`.
    pub unsat: u64,
    /// Checks with the answer `unknown`.
    pub unknown: u64,
    /// Claims that brute force confirmed.
    pub tried: u64,
    /// Claims that each judge confirmed, in the order of `Judge::ALL`.
    pub judged: [u64; 2],
    /// Claims to which each judge gave no answer.
    pub unjudged: [u64; 2],
}

impl Tally {
    /// Adds the counts of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.problems += other.problems;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.tried += other.tried;
        for i in 0..self.judged.len() {
            self.judged[i] += other.judged[i];
            self.unjudged[i] += other.unjudged[i];
        }
    }

    fn count(&mut self, claims: &[Claim]) {
        self.problems += 1;
        for claim in claims {
            match claim {
                Claim::Sat(_) => self.sat += 1,
                Claim::Unsat(_) => self.unsat += 1,
                Claim::Unknown => self.unknown += 1,
            }
        }
    }
}

/// A claim that a judge refutes.
#[derive(Debug)]
pub struct Disagreement {
    /// The position of the problem in the batch.
    pub position: usize,
    /// The difference, for a reader.
    pub what: String,
}

/// Checks all problems with one solver, and then with the judges.
///
/// # Errors
/// The first disagreement.
pub fn compare(batch: &[Numbered], judges: &[Judge]) -> Result<Tally, Disagreement> {
    let mut tally = Tally::default();
    let mut interpreter = Interpreter::vellum(Some(CONFLICTS));
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut claims = Vec::new();
    for (position, Numbered { problem, .. }) in batch.iter().enumerate() {
        let fail = |what| Disagreement { position, what };
        let said = ask(&mut interpreter, problem).map_err(fail)?;
        tally.count(&said);
        let tried = try_out(problem, &said).map_err(fail)?;
        tally.tried += tried;
        if tried == 0 || position.is_multiple_of(SHARE) {
            cases.push((problem, said.iter().filter_map(|&claim| decided(claim)).collect()));
            claims.push((position, said));
        }
    }
    for &judge in judges {
        consult(judge, &cases, &claims, &mut tally)?;
    }
    Ok(tally)
}

/// Returns the claim of each check of a problem. Models are evaluated, cores compared with the assumptions.
///
/// # Errors
/// If the solver rejects the text, panics, or returns a wrong model or core.
pub fn ask(interpreter: &mut Interpreter, problem: &Problem) -> Result<Vec<Claim>, String> {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        interpreter.restart();
        interpreter.run(&problem.text(Dialect::Vellum))?;
        problem.checks.iter().map(|&check| ask_one(interpreter, problem, check)).collect()
    }));
    asked.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("Vellum panics: {}", text.unwrap_or("without a word")))
    })
}

/// Returns the script of a problem with all its checks.
#[must_use]
pub fn script(problem: &Problem) -> String {
    let mut text = problem.text(Dialect::Vellum);
    for &check in &problem.checks {
        let _ = writeln!(text, "{}", question(problem, check));
        if problem.scopes {
            text.push_str("(pop 1)\n");
        }
    }
    text
}

/// Returns the commands of one check, up to the check itself.
fn question(problem: &Problem, check: u32) -> String {
    let names = problem.names(check);
    if !problem.scopes {
        return format!("(check-sat-assuming ({names}))");
    }
    let mut text = String::from("(push 1)\n");
    for name in names.split_whitespace() {
        let _ = writeln!(text, "(assert (! {name} :named k{name}))");
    }
    text + "(check-sat)"
}

fn ask_one(interpreter: &mut Interpreter, problem: &Problem, check: u32) -> Result<Claim, String> {
    let answer = interpreter.run(&question(problem, check))?;
    let claim = match answer.first().map(String::as_str) {
        Some("sat") => {
            let model = interpreter.run("(get-model)")?.concat();
            evaluate(problem, check, &model)?;
            Claim::Sat(check)
        }
        Some("unsat") => Claim::Unsat(core(interpreter, problem, check)?),
        Some("unknown") => Claim::Unknown,
        other => return Err(format!("a check is answered by {other:?}")),
    };
    if problem.scopes {
        interpreter.run("(pop 1)")?;
    }
    Ok(claim)
}

/// Reads the assumptions again, with the definitions of the model in place of the declarations,
/// and evaluates them with rewriting off.
fn evaluate(problem: &Problem, check: u32, model: &str) -> Result<(), String> {
    let inner = model.trim().strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let values = inner.ok_or_else(|| format!("this is no model: {model}"))?;
    let mut lines = problem.overflow_lines(Dialect::Plain);
    lines.push(values.to_owned());
    lines.extend(problem.macros());
    lines.push(problem.definitions());
    lines.push(format!("(check-sat-assuming ({}))", problem.names(check)));
    let answer = Interpreter::evaluating().run(&lines.join("\n"))?;
    match answer.first().map(String::as_str) {
        Some("sat") => Ok(()),
        _ => Err(format!("this model of {} is none: {model}", problem.names(check))),
    }
}

/// Returns the core of the last check, which must be a subset of its assumptions.
fn core(interpreter: &mut Interpreter, problem: &Problem, check: u32) -> Result<u32, String> {
    let (command, prefix) = match problem.scopes {
        true => ("(get-unsat-core)", "ka"),
        false => ("(get-unsat-assumptions)", "a"),
    };
    let text = interpreter.run(command)?.concat();
    let mut core = 0;
    for name in text.trim_matches(['(', ')']).split_whitespace() {
        let number = name.strip_prefix(prefix).and_then(|it| it.parse::<u32>().ok());
        let number = number.filter(|it| check >> it & 1 == 1);
        core |= 1
            << number
                .ok_or_else(|| format!("a core has {name}, which is no assumption of the check"))?;
    }
    Ok(core)
}

/// Returns the set of assumptions that a claim is about.
fn decided(claim: Claim) -> Option<u32> {
    match claim {
        Claim::Sat(set) | Claim::Unsat(set) => Some(set),
        Claim::Unknown => None,
    }
}

/// Compares claims with brute force, if the space is small; returns how many were confirmed.
fn try_out(problem: &Problem, claims: &[Claim]) -> Result<u64, String> {
    let Some(truths) = Truths::of(problem)? else { return Ok(0) };
    let mut confirmed = 0;
    for &claim in claims {
        let (set, satisfiable) = match claim {
            Claim::Sat(set) => (set, true),
            Claim::Unsat(set) => (set, false),
            Claim::Unknown => continue,
        };
        if truths.satisfiable(set) != satisfiable {
            return Err(wrong("brute force", problem, claim));
        }
        confirmed += 1;
    }
    Ok(confirmed)
}

/// Compares the claims about all problems with the answers of a judge.
fn consult(
    judge: Judge,
    cases: &[Case<'_>],
    claims: &[(usize, Vec<Claim>)],
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let row = Judge::ALL.iter().position(|&it| it == judge).unwrap_or(0);
    let accepted: Vec<usize> = (0..cases.len()).filter(|&i| judge.accepts(cases[i].0)).collect();
    let chosen: Vec<Case<'_>> = accepted.iter().map(|&i| cases[i].clone()).collect();
    let verdicts = judge.decide(&chosen).map_err(|what| Disagreement { position: 0, what })?;
    for (&case, verdicts) in accepted.iter().zip(verdicts) {
        let (position, ref claims) = claims[case];
        let decided = claims.iter().filter(|claim| **claim != Claim::Unknown);
        for (&claim, verdict) in decided.zip(verdicts) {
            match (claim, verdict) {
                (_, Verdict::Unknown) => tally.unjudged[row] += 1,
                (Claim::Sat(_), Verdict::Sat) | (Claim::Unsat(_), Verdict::Unsat) => {
                    tally.judged[row] += 1;
                }
                _ => {
                    let what = wrong(judge.program(), cases[case].0, claim);
                    return Err(Disagreement { position, what });
                }
            }
        }
    }
    Ok(())
}

fn wrong(judge: &str, problem: &Problem, claim: Claim) -> String {
    let (text, set) = match claim {
        Claim::Sat(set) => ("sat", set),
        Claim::Unsat(set) => ("unsat", set),
        Claim::Unknown => ("unknown", 0),
    };
    format!("Vellum says {text} to ({}), {judge} says the opposite", problem.names(set))
}
