//! The part of a replay that gives access to static functions and variables of the program.
//!
//! A generated file includes the unit that defines them, and exports a pointer to each of them; it is compiled in place of
//! the unit. Nothing here reads a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ir::{Linkage, Module, Position};

use crate::cli::files;

/// The exported names, by unit.
pub struct Statics<'a> {
    /// The program.
    pub module: &'a Module,
    units: &'a [PathBuf],
    /// The files that units include before everything else.
    includes: &'a [PathBuf],
    opened: BTreeMap<usize, BTreeSet<String>>,
}

/// How other units refer to a name.
pub enum Seen {
    /// By the name.
    ByName,
    /// By a pointer of this name.
    ByPointer(String),
}

impl<'a> Statics<'a> {
    /// Exports nothing yet. `units` are the files that the program was read from. Those whose names a compiler must not be
    /// given, and those that include others before everything else, are always included by generated files.
    pub fn new(module: &'a Module, units: &'a [PathBuf], includes: &'a [PathBuf]) -> Statics<'a> {
        let strange = (0..units.len()).filter(|&it| {
            let includes = !includes.is_empty() && is_preprocessed_here(&units[it]);
            includes || process::has_response_file_name(&units[it])
        });
        let opened = strange.map(|it| (it, BTreeSet::new())).collect();
        Statics { module, units, includes, opened }
    }

    /// Returns how other units refer to a function or variable of the program.
    ///
    /// # Errors
    /// If they cannot refer to it.
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

    /// Returns the unit of a definition: that of its file, or the only one, which then includes the file.
    fn unit(&self, at: Position) -> Option<usize> {
        let file = self.module.files.get(at.file.index())?;
        let own = self.units.iter().position(|unit| unit.as_path() == Path::new(file));
        own.or((self.units.len() == 1).then_some(0))
    }

    /// The exported names of a unit, and the generated file that exports them.
    pub fn files(self) -> Result<BTreeMap<usize, String>, String> {
        self.opened
            .into_iter()
            .map(|(unit, names)| Ok((unit, file(&self.units[unit], self.includes, &names)?)))
            .collect()
    }
}

/// Returns the name of the pointer to a static function or variable.
fn pointer(name: &str) -> String {
    format!("vellum_at_{name}")
}

/// Returns a file that includes a unit, after the files that the unit includes before everything else, and exports pointers.
fn file(unit: &Path, includes: &[PathBuf], names: &BTreeSet<String>) -> Result<String, String> {
    let before = if is_preprocessed_here(unit) { includes } else { &[] };
    let mut text = before.iter().map(|it| include(it)).collect::<Result<String, String>>()?;
    text += &include(unit)?;
    text.push('\n');
    text.extend(names.iter().map(|it| format!("void *{} = (void *)&{it};\n", pointer(it))));
    Ok(text)
}

/// Whether a file is not preprocessed yet: nothing is included in a preprocessed one.
fn is_preprocessed_here(unit: &Path) -> bool {
    unit.extension().is_none_or(|it| it != "i")
}

/// Returns the directive that includes a file, by its absolute path if it exists. Otherwise it is searched beside the headers.
fn include(file: &Path) -> Result<String, String> {
    let absolute = std::path::absolute(file).ok().filter(|it| it.exists());
    let path = absolute.as_deref().unwrap_or(file).to_str();
    let path = path.filter(|it| !it.contains(['"', '\n']));
    let path = path.ok_or_else(|| format!("no file can include {}", files::shown(file)))?;
    Ok(format!("#include \"{path}\"\n"))
}
