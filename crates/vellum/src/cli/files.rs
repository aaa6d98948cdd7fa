//! Files that users name: read up to a bound, and written completely or not at all.
//!
//! A file has another name until it is complete. These names are kept, so that a process that ends in between
//! (`exit::leave`) removes the files.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ir::diagnostic::visible;

/// The largest file that is read.
const LARGEST: u64 = 1 << 30;

/// Reads a regular file: a device or a pipe might never end.
///
/// # Errors
/// If it is no regular file, too large, or cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !about.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let too_large = || io::Error::other(format!("it is larger than {} MB", LARGEST >> 20));
    if about.len() > LARGEST {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A file may grow, and some have no size.
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(too_large()) } else { Ok(bytes) }
}

/// The same, as text.
///
/// # Errors
/// As `read`, and if it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| io::Error::other("it is not text in UTF-8"))
}

/// Returns a name for messages: in one line, and without control characters.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// The files that a program was read from: those that the user named, and those that the preprocessor opened for them.
static SOURCES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn sources() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    SOURCES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records files that a program was read from.
pub fn add_sources(paths: impl IntoIterator<Item = PathBuf>) {
    sources().extend(paths.into_iter().map(|path| without_dots(&path)));
}

/// Returns the text of a source file, to show it; `None` if it cannot be read. `#line` and line markers can name any file, so
/// only files that the program was read from are opened.
pub fn source(name: &str) -> Option<String> {
    let path = Path::new(name);
    if !sources().contains(&without_dots(path)) {
        return None;
    }
    Some(String::from_utf8_lossy(&read(path).ok()?).into_owned())
}

/// Returns a path without `.` components, which compilers omit or add.
fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|it| *it != Component::CurDir).collect()
}

/// The files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes incomplete files, and prevents that others are begun or finished. For the end of the process.
pub fn abandon() {
    let names = unfinished();
    for name in names.iter() {
        let _ = match name.is_dir() {
            true => fs::remove_dir_all(name),
            false => fs::remove_file(name),
        };
    }
    std::mem::forget(names);
}

/// A path that is removed at any end of the process, unless its owner removes or renames it before.
pub struct Temporary(PathBuf);

impl Temporary {
    /// Records a path.
    pub fn new(path: &Path) -> Temporary {
        unfinished().push(path.to_owned());
        Temporary(path.to_owned())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        unfinished().retain(|name| *name != self.0);
    }
}

/// The treatment of an existing file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It is replaced.
    Replace,
    /// It is an error.
    Refuse,
}

/// Writes a file under another name and then renames it, so that it is complete or absent. Files that are not regular,
/// such as `/dev/stdout`, are written directly.
///
/// # Errors
/// If it cannot be written; then no part of it is left.
pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    write_through(path, bytes, existing, |_| Ok(()))
}

/// Writes a file that survives a crash of the system, in place of the previous one.
///
/// # Errors
/// As `write`.
pub fn write_durable(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_through(path, bytes, Existing::Replace, File::sync_all)?;
    // The renaming must survive, too.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

fn write_through(
    path: &Path,
    bytes: &[u8],
    existing: Existing,
    sync: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) if existing == Existing::Refuse => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(about) if !about.is_file() => {
            return File::options().write(true).open(path)?.write_all(bytes);
        }
        _ => {}
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    let name = PathBuf::from(name);
    let temporary = Temporary::new(&name);
    // A file with this name is left from a run that was killed; a link is not followed.
    let _ = fs::remove_file(&name);
    let file = File::create_new(&name);
    let done = file.and_then(|mut file| file.write_all(bytes).and_then(|()| sync(&file)));
    let done = done.and_then(|()| {
        // Not while the process ends.
        let _names = unfinished();
        fs::rename(&name, path)
    });
    if done.is_err() {
        let _ = fs::remove_file(&name);
    }
    drop(temporary);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read() {
        assert!(read(Path::new("/dev/zero")).unwrap_err().to_string().contains("no regular file"));
        assert_eq!(read(Path::new("/")).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(read(Path::new("/no/such")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(
            !read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")))
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn only_files_that_were_named_are_shown() {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(source(manifest), None);
        add_sources([PathBuf::from(manifest)]);
        assert!(source(manifest).is_some());
        assert!(source(concat!(env!("CARGO_MANIFEST_DIR"), "/./Cargo.toml")).is_some());
        assert_eq!(source(concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs")), None);
    }

    #[test]
    fn files_are_whole_or_not_there() {
        let folder = std::env::temp_dir().join(format!("vellum-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a");
        write(&file, b"one", Existing::Refuse).unwrap();
        assert!(write(&file, b"two", Existing::Refuse).is_err());
        write(&file, b"three", Existing::Replace).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"three");
        assert!(write(&folder, b"", Existing::Replace).is_err());
        assert!(write(Path::new("/dev/full"), b"x", Existing::Replace).is_err());
        write(Path::new("/dev/null"), b"x", Existing::Replace).unwrap();
        assert!(!Path::new("/dev/null").is_file());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
