//! Loads the program on the command line, in C or in Javalite: takes the flags of a compiler, reads, preprocesses, compiles and links
//! the files, and shows diagnostics with their lines.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use c::preprocess::{self, Macro, Settings, needs_preprocessor, preprocess};
use c::{Diagnostic, Options, Severity, Source};
use clap::Args;
use ir::{DataModel, Module};
use process::Limits;

use crate::cli::exit::Exit;
use crate::cli::files;
use crate::load::assumption::{self, Assumption, Misfit, NotAssumed};
use crate::load::sources::Shown;

/// The limits of the preprocessor for a file.
const PREPROCESSING: Limits = Limits {
    time: Some(Duration::from_secs(60)),
    memory: Some(4 << 30),
    file_size: Some(1 << 30),
    processes: None,
    output: 512 << 20,
};

/// The files of a program, and how to read them.
#[derive(Clone, Args, Debug)]
pub struct ProgramArguments {
    /// C files; `.i` files are taken as preprocessed, others go through `cc -E`. Or one `.javalite` file
    #[arg(value_name = "FILE.c", required = true)]
    pub files: Vec<PathBuf>,

    /// Look for included files here
    #[arg(short = 'I', value_name = "DIRECTORY", help_heading = "Preprocessing")]
    include_directories: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = Macro::new,
          help_heading = "Preprocessing")]
    defines: Vec<Macro>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", value_parser = Macro::new,
          help_heading = "Preprocessing")]
    undefines: Vec<Macro>,

    /// Include a file before everything else; `-include FILE` is the same
    #[arg(long = "include", value_name = "FILE", help_heading = "Preprocessing")]
    pub forced_includes: Vec<PathBuf>,

    /// The C standard; `-std=NAME` is the same
    #[arg(long = "std", value_name = "NAME", help_heading = "Preprocessing")]
    standard: Option<String>,

    /// Sizes of types: lp64 (64 bits) or ilp32 (32 bits)
    #[arg(long, value_name = "MODEL", default_value = "lp64", value_parser = data_model)]
    pub data_model: DataModel,

    /// Keep every local variable in memory
    #[arg(long)]
    no_promote: bool,
}

impl ProgramArguments {
    /// Whether the program is in Javalite, as the name of a file says.
    pub fn is_javalite(&self) -> bool {
        self.files.iter().any(|file| file.extension().is_some_and(|it| it == "javalite"))
    }

    /// The flags with which a compiler reads the files. Files that are included before everything else are not among them: a
    /// compiler would include them before files that are not the program's, too.
    pub fn compiler_flags(&self) -> Vec<OsString> {
        preprocess::flags(&Settings { forced_includes: Vec::new(), ..self.settings() })
    }

    /// Returns the files as arguments of a compiler, with some of them replaced, by their numbers.
    pub fn compiler_files<'a>(
        &'a self,
        replaced: &'a BTreeMap<usize, PathBuf>,
    ) -> impl Iterator<Item = OsString> + 'a {
        let files = self.files.iter().enumerate();
        files.map(|(number, file)| replaced.get(&number).unwrap_or(file)).flat_map(|file| {
            let extension = file.extension().and_then(|it| it.to_str());
            let language = match extension {
                Some("c" | "i") => None,
                _ => Some(["-x", "c"].map(OsString::from)),
            };
            let after = language.is_some().then(|| ["-x", "none"].map(OsString::from));
            let after = after.into_iter().flatten();
            language.into_iter().flatten().chain([process::operand(file)]).chain(after)
        })
    }

    fn settings(&self) -> Settings {
        Settings {
            compiler: None,
            include_directories: self.include_directories.clone(),
            defines: self.defines.clone(),
            undefines: self.undefines.clone(),
            forced_includes: self.forced_includes.clone(),
            standard: self.standard.clone(),
            model: self.data_model,
            extra: Vec::new(),
        }
    }
}

fn data_model(text: &str) -> Result<DataModel, String> {
    DataModel::from_name(text).ok_or_else(|| "expected lp64 or ilp32".to_owned())
}

/// Reads, compiles and links the files, with `keep_shape` in the shape of the source. Diagnostics go to standard error.
pub fn load(arguments: &ProgramArguments, keep_shape: bool) -> Result<Module, Exit> {
    load_assuming(arguments, keep_shape, &[]).map(|(module, _)| module)
}

/// Loads a program with assumptions about calls, and returns those that cannot be made, too.
pub fn load_assuming(
    arguments: &ProgramArguments,
    keep_shape: bool,
    assumptions: &[Assumption],
) -> Result<(Module, Vec<NotAssumed>), Exit> {
    let mut shown = Shown::default();
    files::add_sources(arguments.files.iter().chain(&arguments.forced_includes).cloned());
    if arguments.is_javalite() {
        let module = load_javalite(arguments).map_err(|said| {
            shown.show_all(&said);
            Exit::BadInput
        })?;
        let misfits = vec![Some(Misfit::NoBody); assumptions.len()];
        return Ok((module, not_assumed(assumptions, misfits)));
    }
    let (mut texts, mut originals) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        match text_of(arguments, file) {
            Ok(Text { text, original, said }) => {
                shown.show_all(&said);
                texts.push(text);
                originals.push(original);
            }
            Err(said) => shown.show_all(&said),
        }
    }
    if shown.errors > 0 {
        return Err(Exit::BadInput);
    }
    let mut misfits: Vec<Option<Misfit>> =
        assumptions.iter().map(|it| it.changes_something().map(Misfit::Wrong)).collect();
    loop {
        let mut with = texts.clone();
        for (number, assumption) in assumptions.iter().enumerate() {
            if misfits[number].is_none() {
                misfits[number] = assumption.insert_into(number, &mut with, &arguments.files).err();
            }
        }
        let mut compiled = compiled(arguments, keep_shape, &with, &originals);
        // The others may compile without those that do not.
        if !take_misfits(&mut compiled.diagnostics, &mut misfits) {
            shown.show_all(&compiled.diagnostics);
            let mut module = compiled.module.ok_or(Exit::BadInput)?;
            module.files.iter_mut().for_each(assumption::without_number);
            return Ok((module, not_assumed(assumptions, misfits)));
        }
    }
}

fn compiled(
    arguments: &ProgramArguments,
    keep_shape: bool,
    texts: &[Vec<u8>],
    originals: &[Option<Vec<u8>>],
) -> c::Compiled {
    let names: Vec<String> =
        arguments.files.iter().map(|file| file.display().to_string()).collect();
    let texts = texts.iter().zip(originals);
    let sources: Vec<Source<'_>> = names
        .iter()
        .zip(texts)
        .map(|(name, (text, original))| Source { name, text, original: original.as_deref() })
        .collect();
    let options = Options { promote: !arguments.no_promote, keep_shape };
    c::compile(&sources, arguments.data_model, options)
}

fn not_assumed(assumptions: &[Assumption], misfits: Vec<Option<Misfit>>) -> Vec<NotAssumed> {
    let both = assumptions.iter().cloned().zip(misfits);
    both.filter_map(|(assumption, why)| Some(NotAssumed { assumption, why: why? })).collect()
}

/// Records the errors in assumptions; returns whether there are any.
fn take_misfits(diagnostics: &mut [Diagnostic], misfits: &mut [Option<Misfit>]) -> bool {
    let mut found = false;
    for diagnostic in diagnostics {
        let number = assumption::number_in(diagnostic);
        if let Some(misfit) = number.and_then(|number| misfits.get_mut(number))
            && misfit.is_none()
            && diagnostic.severity == Severity::Error
        {
            *misfit = Some(Misfit::Wrong(diagnostic.clone()));
            found = true;
        }
    }
    found
}

/// Reads and compiles a program in Javalite.
fn load_javalite(arguments: &ProgramArguments) -> Result<Module, Vec<Diagnostic>> {
    let [file] = arguments.files.as_slice() else {
        let file = arguments.files.first().map_or(Path::new(""), PathBuf::as_path);
        return Err(vec![about(file, "a program in Javalite must be one file".to_owned())]);
    };
    javalite::compile(&file.display().to_string(), &bytes_of(file)?, arguments.data_model)
}

fn bytes_of(file: &Path) -> Result<Vec<u8>, Vec<Diagnostic>> {
    files::read(file)
        .map_err(|error| vec![about(file, format!("the file cannot be read: {error}"))])
}

/// Returns an error about a file as a whole.
fn about(file: &Path, message: String) -> Diagnostic {
    let place = c::SourceLoc::new(file.display().to_string(), 0, 0);
    Diagnostic { severity: Severity::Error, location: place, message, notes: Vec::new() }
}

/// A file that was read.
struct Text {
    /// Preprocessed.
    text: Vec<u8>,
    /// The text before preprocessing, if it was preprocessed.
    original: Option<Vec<u8>>,
    /// The messages of the preprocessor.
    said: Vec<Diagnostic>,
}

/// The preprocessed text of a file.
fn text_of(arguments: &ProgramArguments, file: &Path) -> Result<Text, Vec<Diagnostic>> {
    let text = bytes_of(file)?;
    let preprocessed = file.extension().is_some_and(|extension| extension == "i");
    if preprocessed || (!needs_preprocessor(&text) && arguments.forced_includes.is_empty()) {
        return Ok(Text { text, original: None, said: Vec::new() });
    }
    let original = Some(text);
    let mut opened = Vec::new();
    let done = preprocess(&arguments.settings(), file, &PREPROCESSING, &mut opened);
    files::add_sources(opened);
    let (text, said) = done?;
    Ok(Text { text, original, said })
}
