//! Writes scripts.

use std::fmt::{Display, Write};

/// A script under construction.
#[derive(Default)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// An empty script of a logic.
    pub fn new(logic: &str) -> Writer {
        let mut writer = Writer::default();
        writer.line(format_args!("(set-logic {logic})"));
        writer
    }

    /// A command.
    pub fn line(&mut self, line: impl Display) {
        writeln!(self.text, "{line}").expect("a string can be written to");
    }

    /// Declares a bit-vector.
    pub fn bits(&mut self, name: impl Display, width: u32) {
        self.line(format_args!("(declare-const {name} (_ BitVec {width}))"));
    }

    /// Defines a bit-vector.
    pub fn define(&mut self, name: impl Display, width: u32, value: impl Display) {
        self.line(format_args!("(define-fun {name} () (_ BitVec {width}) {value})"));
    }

    /// Asserts a condition.
    pub fn assert(&mut self, condition: impl Display) {
        self.line(format_args!("(assert {condition})"));
    }

    /// Checks what is asserted.
    pub fn check(&mut self) {
        self.line("(check-sat)");
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.line("(push 1)");
    }

    /// Leaves the scope.
    pub fn pop(&mut self) {
        self.line("(pop 1)");
    }

    /// Checks whether a condition is feasible, in a scope of its own.
    pub fn ask(&mut self, condition: impl Display) {
        self.push();
        self.assert(condition);
        self.check();
        self.pop();
    }

    /// A branch: checks both sides and asserts the one that is taken.
    pub fn branch(&mut self, condition: impl Display, taken: bool) {
        let holds = condition.to_string();
        let fails = format!("(not {holds})");
        self.ask(&holds);
        self.ask(&fails);
        self.assert(if taken { holds } else { fails });
    }

    /// The script.
    pub fn finish(self) -> String {
        self.text
    }
}

/// A constant of 8, 16, 32 or 64 bits.
pub fn hex(width: u32, value: u64) -> String {
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    format!("#x{:0digits$x}", value & mask, digits = width as usize / 4)
}
