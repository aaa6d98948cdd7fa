//! Temporary directories that only this process uses.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::control::lock;

/// The directories that exist now.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A private temporary directory. Dropping it removes the directory.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates a directory whose name contains the label.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new(label: &str) -> io::Result<Scratch> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // `TMPDIR` may be relative, and programs that use the directory may run elsewhere.
        let parent = std::path::absolute(std::env::temp_dir())?;
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("vellum-{label}-{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    lock(&LIVE).insert(path.clone());
                    return Ok(Scratch(path));
                }
                // A killed process with the same process id left it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns its absolute path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        lock(&LIVE).remove(&self.0);
        remove(&self.0);
    }
}

/// Removes all directories, for a process that exits without dropping its values.
pub fn remove_all() {
    lock(&LIVE).iter().for_each(|path| remove(path));
}

/// Removes a directory if possible. Failures are ignored: nothing depends on the removal.
fn remove(path: &Path) {
    let _ = std::fs::remove_dir_all(path);
}
