//! The part of a replay that reaches what only one unit of the program sees: static functions and variables.
//!
//! Such a unit is compiled by way of a file that includes it, and after it has a pointer to each of them that
//! others can see. Nothing here reads a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ir::{Linkage, Module, Position};

use crate::cli::files;

/// What is opened, by unit.
pub struct Statics<'a> {
    /// The program.
    pub module: &'a Module,
    units: &'a [PathBuf],
    /// The files that units include before everything else.
    includes: &'a [PathBuf],
    opened: BTreeMap<usize, BTreeSet<String>>,
}

/// How others get at a name.
pub enum Seen {
    /// By the name.
    ByName,
    /// By a pointer of this name.
    ByPointer(String),
}

impl<'a> Statics<'a> {
    /// Nothing is opened yet. `units` are the files that the program was read from; those that a compiler must not be given by
    /// their names, and those that include others before everything else, are compiled by way of others in any case.
    pub fn new(module: &'a Module, units: &'a [PathBuf], includes: &'a [PathBuf]) -> Statics<'a> {
        let strange = (0..units.len()).filter(|&it| {
            let includes = !includes.is_empty() && is_preprocessed_here(&units[it]);
            includes || process::has_response_file_name(&units[it])
        });
        let opened = strange.map(|it| (it, BTreeSet::new())).collect();
        Statics { module, units, includes, opened }
    }

    /// How others get at something of the program.
    ///
    /// # Errors
    /// If they cannot.
    pub fn see(&mut self, name: &str, linkage: Linkage, at: Position) -> Result<Seen, String> {
        match linkage {
            Linkage::External => return Ok(Seen::ByName),
            Linkage::Block => return Err(format!("{name} is static in a function")),
            Linkage::Internal => {}
        }
        let unit = self
            .unit(at)
            .ok_or_else(|| format!("{name} is static in a header, and there are several files"))?;
        self.opened.entry(unit).or_default().insert(name.to_owned());
        Ok(Seen::ByPointer(pointer(name)))
    }

    /// The unit that something is in: that of its file, or the only one, which then includes the file.
    fn unit(&self, at: Position) -> Option<usize> {
        let file = self.module.files.get(at.file.index())?;
        let own = self.units.iter().position(|unit| unit.as_path() == Path::new(file));
        own.or((self.units.len() == 1).then_some(0))
    }

    /// The names in each unit, and a file by way of which others get at them.
    pub fn files(self) -> Result<BTreeMap<usize, String>, String> {
        self.opened
            .into_iter()
            .map(|(unit, names)| Ok((unit, file(&self.units[unit], self.includes, &names)?)))
            .collect()
    }
}

/// The pointer to a static function or variable.
fn pointer(name: &str) -> String {
    format!("vellum_at_{name}")
}

/// A file that includes a unit, after what that includes before everything else, and shows others where some of it is.
fn file(unit: &Path, includes: &[PathBuf], names: &BTreeSet<String>) -> Result<String, String> {
    let before = if is_preprocessed_here(unit) { includes } else { &[] };
    let mut text = before.iter().map(|it| include(it)).collect::<Result<String, String>>()?;
    text += &include(unit)?;
    text.push('\n');
    text.extend(names.iter().map(|it| format!("void *{} = (void *)&{it};\n", pointer(it))));
    Ok(text)
}

/// Whether a file has not been preprocessed before: nothing is included in one that has.
fn is_preprocessed_here(unit: &Path) -> bool {
    unit.extension().is_none_or(|it| it != "i")
}

/// The directive that includes a file, which is looked for beside the headers if it is not where we are.
fn include(file: &Path) -> Result<String, String> {
    let absolute = std::path::absolute(file).ok().filter(|it| it.exists());
    let path = absolute.as_deref().unwrap_or(file).to_str();
    let path = path.filter(|it| !it.contains(['"', '\n']));
    let path = path.ok_or_else(|| format!("no file can include {}", files::shown(file)))?;
    Ok(format!("#include \"{path}\"\n"))
}
