//! Directories of our own.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::control::lock;

/// The directories that there are.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A directory of our own, for nobody else to look into, that is removed when the value is dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new directory. The label is a part of its name.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new(label: &str) -> io::Result<Scratch> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // `TMPDIR` may be relative, and what is started may run elsewhere.
        let parent = std::path::absolute(std::env::temp_dir())?;
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("vellum-{label}-{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    lock(&LIVE).insert(path.clone());
                    return Ok(Scratch(path));
                }
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is: an absolute path.
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

/// Removes all directories, for a process that drops nothing any more.
pub fn remove_all() {
    lock(&LIVE).iter().for_each(|path| remove(path));
}

/// What can't be removed stays: there is nobody to tell, and nothing depends on it.
fn remove(path: &Path) {
    let _ = std::fs::remove_dir_all(path);
}
