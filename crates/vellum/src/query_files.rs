//! Queries as numbered files in a directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use solver::WriteQuery;

/// Makes the directory if it is not there, and gives what writes queries into it. A file is written
/// under another name first, so that whoever looks sees it whole or not at all.
pub fn writer(directory: &Path) -> io::Result<WriteQuery> {
    fs::create_dir_all(directory)?;
    let directory = directory.to_owned();
    let mut warned = false;
    Ok(Box::new(move |number, text| {
        let written = write(&directory, number, text);
        if let (Err(error), false) = (&written, warned) {
            eprintln!("vellum: warning: cannot write to {}: {error}", directory.display());
            warned = true;
        }
        written.is_ok()
    }))
}

fn write(directory: &Path, number: u64, text: &str) -> io::Result<()> {
    let name = |ending: &str| -> PathBuf { directory.join(format!("{number:06}.{ending}")) };
    let unfinished = name("unfinished");
    let done = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, name("smt2")));
    if done.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    done
}
