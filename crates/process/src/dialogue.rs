//! A program that is talked to.

use std::cell::OnceCell;
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;

use crate::control::{self, Control, Streams};
use crate::{Failure, Invocation, Limits};

/// A program that is talked to. It is ended when this is dropped.
pub struct Dialogue {
    control: Arc<Control>,
    /// How it ended, once that is known: it is told only once.
    status: OnceCell<ExitStatus>,
}

/// Starts a program whose standard input and standard output are pipes. Its time and its output are not limited here.
///
/// # Errors
/// If it cannot be started, or somebody kills its supervisor.
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
    /// How it ended, if it did.
    #[must_use]
    pub fn ended(&self) -> Option<ExitStatus> {
        let status = self.control.ended()?;
        control::wait_if_leaving();
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
        self.control.forget();
    }
}
