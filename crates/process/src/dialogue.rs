//! Interactive programs, such as SMT solvers: their standard input and output stay open as pipes.

use std::cell::OnceCell;
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;

use crate::control::{self, Control, Streams};
use crate::{Failure, Invocation, Limits};

/// An interactive program. Dropping it ends the program.
pub struct Dialogue {
    control: Arc<Control>,
    /// The exit status once it is known: the supervisor reports it only once.
    status: OnceCell<ExitStatus>,
}

/// Starts a program with standard input and standard output as pipes. The limits on time and output do not apply here.
///
/// # Errors
/// If the program cannot be started or its supervisor is killed.
pub fn start(
    invocation: &Invocation,
    limits: &Limits,
) -> Result<(Dialogue, ChildStdin, ChildStdout), Failure> {
    let control = control::spawn(invocation, limits, Streams::Dialogue)?;
    let dialogue = Dialogue { control, status: OnceCell::new() };
    dialogue.control.wait_for_start()?;
    let pipes = {
        let mut child = dialogue.control.child();
        child.stdin.take().zip(child.stdout.take())
    };
    let (stdin, stdout) = pipes.ok_or(Failure::Supervisor)?;
    Ok((dialogue, stdin, stdout))
}

impl Dialogue {
    /// Returns the exit status if the program has ended.
    #[must_use]
    pub fn ended(&self) -> Option<ExitStatus> {
        let status = self.control.ended()?;
        control::block_if_exiting();
        let told = || {
            let told = self.control.report().and_then(|it| it.status);
            told.map_or(status, ExitStatus::from_raw)
        };
        Some(*self.status.get_or_init(told))
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.control.end();
        self.control.wait_or_kill();
        self.control.unregister();
    }
}
