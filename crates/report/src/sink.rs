//! The interface of formats, and the list of them.

use std::io::{self, Write};

use crate::check::{Check, FunctionCheck, Functions};
use crate::comparison::Comparison;
use crate::human::{Human, comparison_table};
use crate::json::Json;
use crate::source::Sources;
use crate::trace::Step;

/// A format that is chosen by its name.
pub struct Format {
    /// The name, as it is typed.
    pub name: &'static str,
    /// A short explanation.
    pub about: &'static str,
    /// Makes the sink.
    make: for<'a> fn(Settings<'a>) -> Box<dyn Sink + 'a>,
}

/// The formats, the one that is used if none is named first.
pub const FORMATS: &[Format] = &[
    Format { name: "human", about: "Text for a terminal", make: |it| Box::new(Human(it)) },
    Format { name: "json", about: "One JSON object", make: |_| Box::new(Json::default()) },
];

/// What a sink may need beyond the results.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// Whether what is written may have colours.
    pub colours: bool,
    /// The lines of the source.
    pub sources: &'a dyn Sources,
}

/// Returns a new sink of the format with a name; without such a format, of the usual one.
#[must_use]
pub fn sink_of<'a>(format: &str, settings: Settings<'a>) -> Box<dyn Sink + 'a> {
    let format = FORMATS.iter().find(|it| it.name == format).unwrap_or(&FORMATS[0]);
    (format.make)(settings)
}

/// A writer of results in one format. What it writes are whole lines.
pub trait Sink {
    /// Takes a step of the path that is repeated, as it happens.
    ///
    /// # Errors
    /// If it cannot be written.
    fn step(&mut self, step: Step, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the result of a check.
    ///
    /// # Errors
    /// If it cannot be written.
    fn check(&self, check: &Check, out: &mut dyn Write) -> io::Result<()>;

    /// Takes the result of one function of several, as soon as it is there. Most formats wait for all.
    ///
    /// # Errors
    /// If it cannot be written.
    fn function(&self, _: &FunctionCheck, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the results of all functions.
    ///
    /// # Errors
    /// If it cannot be written.
    fn functions(&self, functions: &Functions, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the results under several memory models, by default as the table of the human format.
    ///
    /// # Errors
    /// If it cannot be written.
    fn comparison(&self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(comparison_table(comparison).as_bytes())
    }

    /// Writes that the program cannot be checked because it has errors, which are shown elsewhere.
    ///
    /// # Errors
    /// If it cannot be written.
    fn invalid_program(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
