//! An interpreter: runs a program on concrete values, from the start of `main` to its end.
//!
//! It has no solver: a decision on a symbolic value is a violation. This file does not know where output goes; the
//! `Host` does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use memory::Memory;

use crate::explore::Explorer;
use crate::findings::end::End;
use crate::machine::{Machine, Step};
use crate::options::{Limits, Options};
use crate::program::host::Host;
use crate::program::loaded::Loaded;

/// An interpreter of a program.
pub struct Interpreter<'h, M> {
    explorer: Explorer<'h, M>,
}

impl<'h, M: Memory> Interpreter<'h, M> {
    /// Creates an interpreter with a memory without allocations; the flag cancels the run.
    pub fn new(
        program: &Arc<Loaded>,
        memory: M,
        limits: Limits,
        host: &'h mut dyn Host,
        cancel: Arc<AtomicBool>,
    ) -> Interpreter<'h, M> {
        let mut machine = Machine::new(program, Options::within(limits), host, memory);
        machine.cancel = Some(cancel);
        Interpreter { explorer: Explorer::new(machine) }
    }

    /// Runs the program with arguments, the first of which is its name.
    pub fn run(&mut self, arguments: &[Vec<u8>]) -> End {
        self.run_to_end(arguments).unwrap_or_else(|end| end)
    }

    fn run_to_end(&mut self, arguments: &[Vec<u8>]) -> Step<End> {
        let mut state = self.explorer.machine.initial()?;
        self.explorer.machine.start(&mut state, arguments)?;
        Ok(self.explorer.run_to_end(&mut state))
    }
}
