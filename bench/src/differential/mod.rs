//! Random C programs that may violate properties, checked by Vellum with various options and run natively under every input: no
//! violation may be missing from the verdict, and none may be added.
//!
//! `generate` generates programs as trees of text (`program`), `native` runs them, `expected` compares reports with the runs,
//! `options` generates random options, `reduce` reduces programs with a difference.

pub mod expected;
pub mod generate;
pub mod native;
pub mod options;
pub mod program;
pub mod reduce;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::checking::{self, Said};

pub use expected::Comparison;
pub use generate::generate;
use native::{Native, Runs, Trace};
pub use options::Options;
pub use program::Program;

/// The memory that each check may take, in megabytes.
const MEMORY: &str = "2000";

/// Compares programs with the native judge, in a folder for intermediate files.
pub struct Tester {
    native: Native,
    vellum: PathBuf,
    folder: PathBuf,
    limit: Duration,
}

/// A wrong report.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The options with which it was given.
    pub options: Options,
    /// The kind of difference.
    pub way: String,
    /// The details.
    pub details: String,
}

/// The results of all checks of a program.
#[derive(Default, Debug)]
pub struct Tested {
    /// The number of native runs.
    pub runs: u64,
    /// Why the program could not be judged.
    pub given_up: Option<String>,
    /// Each check: the verdict, and for `unknown` the reason.
    pub verdicts: Vec<(String, Option<String>)>,
    /// The first difference.
    pub differences: Vec<Difference>,
}

impl Tester {
    /// Creates a tester; `limit` is the time limit of each check.
    ///
    /// # Errors
    /// If the driver cannot be compiled.
    pub fn new(vellum: PathBuf, folder: &Path, limit: Duration) -> Result<Tester, String> {
        let native = Native::new(folder)?;
        Ok(Tester { native, vellum, folder: folder.to_owned(), limit })
    }

    /// Checks a program with each of the options.
    ///
    /// # Errors
    /// If the program cannot be compiled or run.
    pub fn test(&self, program: &Program, all: &[Options]) -> Result<Tested, String> {
        let mut tested = Tested::default();
        let sources = self.write(program)?;
        // Runs in which no allocation fails, and runs in which any may.
        let mut judged = [None, None];
        for options in all {
            let fail = options.allocations_may_fail;
            let runs = match judged[usize::from(fail)].take() {
                Some(runs) => runs,
                None => tested.count_runs(self.native.runs(program, fail)?),
            };
            if let Runs::All(traces) = &runs {
                // The preprocessed text depends on the data model. With the system's own, one check preprocesses as users do.
                let is_plain = tested.verdicts.is_empty() || options.has_other_sizes();
                let source = if is_plain { &sources[0] } else { &sources[1] };
                tested.add(options, self.check(source, options, traces));
            }
            judged[usize::from(fail)] = Some(runs);
        }
        Ok(tested)
    }

    /// Writes the program, and its preprocessed text.
    fn write(&self, program: &Program) -> Result<[PathBuf; 2], String> {
        let sources = ["program.c", "program.i"].map(|name| self.folder.join(name));
        std::fs::write(&sources[0], program.text()).map_err(|error| error.to_string())?;
        let mut command = Command::new("cc");
        native::run(command.arg("-E").arg(&sources[0]).arg("-o").arg(&sources[1]))?;
        Ok(sources)
    }

    /// Returns the verdict, and whether it is correct.
    fn check(&self, source: &Path, options: &Options, traces: &[Trace]) -> (String, Comparison) {
        let mut flags = vec!["--memory-limit".to_owned(), MEMORY.to_owned()];
        flags.extend(options.flags());
        match checking::check(&self.vellum, &flags, &[source.to_owned()], self.limit).said {
            Said::Failure(what) => {
                ("failure".to_owned(), Comparison::Different("failure".to_owned(), what))
            }
            Said::Report(report) => {
                let verdict = report["verdict"].as_str().unwrap_or("").to_owned();
                let asked = |property: &str| options.asks(property);
                (verdict, expected::compare(traces, &asked, options.keep_going, &report))
            }
        }
    }

    /// Returns the smallest program found with the same kind of difference under the same options.
    #[must_use]
    pub fn reduce(&self, program: &Program, difference: &Difference) -> Program {
        let fails = |candidate: &Program| {
            let tested = self.test(candidate, std::slice::from_ref(&difference.options));
            tested.is_ok_and(|it| it.differences.iter().any(|other| other.way == difference.way))
        };
        reduce::reduce(program, &fails)
    }
}

impl Tested {
    fn count_runs(&mut self, runs: Runs) -> Runs {
        match &runs {
            Runs::All(traces) => self.runs += traces.iter().map(|it| it.runs).sum::<u64>(),
            Runs::GivenUp(why) => self.given_up = Some(why.clone()),
        }
        runs
    }

    fn add(&mut self, options: &Options, (verdict, comparison): (String, Comparison)) {
        let reason = match comparison {
            Comparison::Same => None,
            Comparison::Unknown(reason) => Some(reason),
            Comparison::Different(way, details) => {
                self.differences.push(Difference { options: options.clone(), way, details });
                None
            }
        };
        self.verdicts.push((verdict, reason));
    }
}
