//! Queries as numbered files in a directory.

use std::fs;
use std::io;
use std::path::Path;

use solver::WriteQuery;

use crate::cli::files::{self, Existing};
use crate::cli::stream::Stream;

/// Creates the directory if it does not exist, and returns a function that writes queries into it.
pub fn writer(directory: &Path) -> io::Result<WriteQuery> {
    fs::create_dir_all(directory)?;
    let directory = directory.to_owned();
    let mut warned = false;
    Ok(Box::new(move |number, text| {
        let written = write(&directory, number, text);
        if let (Err(error), false) = (&written, warned) {
            let name = files::shown(&directory);
            Stream::Errors.line(&format!("vellum: warning: cannot write to {name}: {error}"));
            warned = true;
        }
        written.is_ok()
    }))
}

fn write(directory: &Path, number: u64, text: &str) -> io::Result<()> {
    let file = directory.join(format!("{number:06}.smt2"));
    files::write(&file, text.as_bytes(), Existing::Replace)
}
