//! `vellum test`: checks a program, and writes a test for each path as it ends: for Test-Comp, for KLEE, and
//! as a replay. `docs/confirm.md` says what a replay is.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use engine::findings::{Covered, InputType, InputValue, Properties};
use engine::program::Program;
use engine::{Ended, Lost, Observer, PathEnd};
use ir::DataModel;
use report::{Sources, coverage_listing};

use crate::cli::arguments::{CheckArguments, TestArguments};
use crate::cli::exit::Exit;
use crate::cli::files::{self, Existing};
use crate::cli::options::Cover;
use crate::cli::progress::{Line, Progress};
use crate::cli::properties::properties;
use crate::cli::stream::Stream;
use crate::commands::check;
use crate::replay::confirm;
use crate::replay::{self, Started};
use crate::results::coverage::{Coverage, Kind, Missed};
use crate::results::values;
use crate::supervise::sha256;
use crate::supervise::warden::Warden;

/// Runs the subcommand.
pub fn run(arguments: TestArguments, warden: &Warden) -> Exit {
    let keep = match arguments.cover {
        Some(Cover::Lines) => Keep::Adding(&[Kind::Line]),
        // A program without branches has lines.
        Some(Cover::Branches) => Keep::Adding(&[Kind::Line, Kind::Branch]),
        Some(Cover::Errors) => Keep::Errors,
        None => Keep::All,
    };
    let mut arguments = arguments.check;
    if arguments.program.is_javalite() {
        Stream::Errors.line("vellum: tests are written for programs in C, not in Javalite");
        return Exit::Usage;
    }
    let folder = arguments.out.take();
    if arguments.path.is_some() {
        return check::show_tested_path(arguments, warden);
    }
    let Some(folder) = folder else {
        Stream::Errors.line("vellum: test needs --out DIRECTORY, to write tests to");
        return Exit::Usage;
    };
    if let Err(error) = prepared(&folder, &arguments) {
        Stream::Errors.line(&format!("vellum: cannot write to {}: {error}", files::shown(&folder)));
        return Exit::Usage;
    }
    // A test is wanted for every path, not only for those before the first finding.
    arguments.keep_going = true;
    let arguments = Arc::new(arguments);
    let writer = Writer {
        folder,
        arguments: arguments.clone(),
        progress: Progress::new(Instant::now()),
        // `check` reports errors in them.
        properties: properties(&arguments).unwrap_or_default(),
        keep,
        coverage: None,
        written: 0,
        failed: None,
    };
    check::run_with_tests(arguments, warden, writer)
}

/// Creates the directory, which must be empty, and writes the metadata of all tests.
fn prepared(folder: &Path, arguments: &CheckArguments) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not empty"));
    }
    write(&folder.join("metadata.xml"), metadata(arguments).as_bytes())
}

/// Which tests are kept.
#[derive(Clone, Copy)]
enum Keep {
    All,
    /// Those that cover something of these kinds that the tests before do not.
    Adding(&'static [Kind]),
    /// Those of findings.
    Errors,
}

/// Writes tests as paths end, and records what they cover.
pub struct Writer {
    folder: PathBuf,
    arguments: Arc<CheckArguments>,
    progress: Progress,
    properties: Properties,
    keep: Keep,
    /// From the first path on.
    coverage: Option<Coverage>,
    /// Tests that were written.
    pub written: u64,
    /// The error of the first test that could not be written.
    pub failed: Option<String>,
}

impl Observer for Writer {
    fn progress(&mut self, paths: u64, waiting: usize) {
        self.progress.progress(paths, waiting);
    }

    fn wants_paths(&self) -> bool {
        true
    }

    fn path(&mut self, program: Program<'_>, path: &Ended<'_>) {
        if self.failed.is_some() {
            return;
        }
        let keep = self.keep;
        let coverage = self.coverage(program);
        let kept = match keep {
            Keep::All => true,
            Keep::Adding(kinds) => coverage.adds(kinds, path.covered),
            Keep::Errors => matches!(path.how, PathEnd::Violation(_)),
        };
        if !kept {
            return coverage.miss(Missed::Dropped, path.covered);
        }
        match self.write(program, path) {
            Ok(()) => {
                self.written += 1;
                self.coverage(program).tested(path.covered);
            }
            Err(error) => {
                self.failed =
                    Some(format!("cannot write a test to {}: {error}", files::shown(&self.folder)));
            }
        }
    }

    fn lost(&mut self, program: Program<'_>, lost: &Lost, covered: &Covered) {
        self.coverage(program).miss(Missed::Lost(lost.clone()), covered);
    }
}

impl Writer {
    /// The line of progress.
    pub fn line(&self) -> Line {
        self.progress.line()
    }

    /// What the tests cover.
    pub fn coverage(&mut self, program: Program<'_>) -> &mut Coverage {
        self.coverage.get_or_insert_with(|| Coverage::of(program))
    }

    /// Writes what the tests cover, and why not more.
    pub fn write_listing(&mut self, coverage: &report::Coverage, sources: &dyn Sources) {
        // Paths that end after a failure are not counted.
        if self.failed.is_some() {
            return;
        }
        let file = self.folder.join("coverage.txt");
        if let Err(error) = write(&file, coverage_listing(coverage, sources).as_bytes()) {
            self.failed = Some(format!("cannot write {}: {error}", files::shown(&file)));
        }
    }

    fn write(&self, program: Program<'_>, path: &Ended<'_>) -> io::Result<()> {
        let name =
            |ending: &str| self.folder.join(format!("test-{:06}.{ending}", self.written + 1));
        write(&name("xml"), test_case(program, path).as_bytes())?;
        write(&name("ktest"), &ktest(&self.arguments.program.files, path.inputs))?;
        let started = Started::of(&self.arguments);
        // Where there is no replay, the other two files still have the inputs.
        let Ok(replay) = replay::replay(program, path, &started) else { return Ok(()) };
        let file = name("c");
        let commands = match path.how {
            PathEnd::Violation(finding) => {
                let kind = &finding.kind;
                let flags = confirm::flags(&self.arguments, self.properties, &replay, kind, &file);
                confirm::commands(&flags, &confirm::environment(kind))
            }
            PathEnd::Exit(_) | PathEnd::Abort => {
                let mut flags: Vec<OsString> = ["-g", "-w"].map(OsString::from).into();
                flags.extend(confirm::program_flags(&self.arguments, &replay, &file));
                confirm::commands(&flags, &[])
            }
        };
        let mut files = replay.files(&file, &commands).into_iter();
        files.try_for_each(|(file, text)| write(&file, text.as_bytes()))
    }
}

/// Writes a file of a test, never over another.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::write(path, bytes, Existing::Refuse)
}

/// Returns a test case of Test-Comp: the results of calls, in order.
fn test_case(program: Program<'_>, path: &Ended<'_>) -> String {
    let covers = matches!(path.how, PathEnd::Violation(_));
    let attribute = if covers { " coversError=\"true\"" } else { "" };
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase{attribute}>\n"
    );
    for input in path.inputs {
        let (ty, value) = match &input.ty {
            InputType::Scalar(ty) => (
                program.module.types.describe(*ty),
                values::scalar(program.module, *ty, &input.value),
            ),
            InputType::Part { bytes, .. } => {
                (format!("{bytes} bytes"), input.value.low_word().to_string())
            }
            // It is not the result of a call of the program.
            InputType::Flag | InputType::Written { .. } => continue,
        };
        let _ = writeln!(
            text,
            "  <input variable=\"{}\" type=\"{}\">{}</input>",
            escaped(&input.name),
            escaped(&ty),
            escaped(&value)
        );
    }
    text + "</testcase>\n"
}

/// Returns the metadata of all tests.
fn metadata(arguments: &CheckArguments) -> String {
    let program = &arguments.program;
    let files: Vec<String> = program.files.iter().map(|it| it.display().to_string()).collect();
    // Unreadable files are reported when the program is compiled.
    let bytes: Vec<u8> =
        program.files.iter().flat_map(|file| files::read(file).unwrap_or_default()).collect();
    let goal = match arguments.property.iter().any(|it| it == "unreach-call") {
        true => "COVER EDGES(@CALL(reach_error))",
        false => "COVER EDGES(@DECISIONEDGE)",
    };
    let function = &arguments.function;
    let entries = [
        ("sourcecodelang", "C".to_owned()),
        ("producer", format!("vellum {}", env!("CARGO_PKG_VERSION"))),
        ("specification", format!("COVER( init({function}()), FQL({goal}) )")),
        ("programfile", files.join(" ")),
        ("programhash", sha256::hexadecimal(&bytes)),
        ("entryfunction", function.clone()),
        (
            "architecture",
            match program.data_model {
                DataModel::Lp64 => "64bit".to_owned(),
                DataModel::Ilp32 => "32bit".to_owned(),
            },
        ),
        ("creationtime", date(seconds_since_1970())),
    ];
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
                    <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
                    \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
        .to_owned();
    for (name, value) in entries {
        let _ = writeln!(text, "  <{name}>{}</{name}>", escaped(&value));
    }
    text + "</test-metadata>\n"
}

/// Escapes text for XML. Characters that XML does not allow, not even escaped, are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => escaped.push(c),
            _ => {}
        }
    }
    escaped
}

/// Returns the current time, or `SOURCE_DATE_EPOCH` for reproducible tests.
fn seconds_since_1970() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    given.unwrap_or_else(now)
}

/// The last second of the year 9999.
const LAST_SECOND: u64 = 253_402_300_799;

/// Formats a time as `2024-02-29T12:00:00Z`. Times after the year 9999, which the format lacks, become its last second.
fn date(seconds: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LAST_SECOND));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// A `.ktest` file: numbers are big-endian words of 32 bits.
fn ktest(files: &[PathBuf], inputs: &[InputValue]) -> Vec<u8> {
    fn number(to: &mut Vec<u8>, number: usize) {
        to.extend(u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes());
    }
    fn sized(to: &mut Vec<u8>, bytes: &[u8]) {
        number(to, bytes.len());
        to.extend(bytes);
    }
    let objects = objects(inputs);
    let mut text = b"KTEST".to_vec();
    number(&mut text, 3);
    number(&mut text, 1);
    let program = files.first().map(|it| it.display().to_string()).unwrap_or_default();
    sized(&mut text, program.as_bytes());
    // Arguments are objects, not options.
    number(&mut text, 0);
    number(&mut text, 0);
    number(&mut text, objects.len());
    for (name, bytes) in objects {
        sized(&mut text, name.as_bytes());
        sized(&mut text, &bytes);
    }
    text
}

/// The inputs as objects with names; the bytes of one object together.
fn objects(inputs: &[InputValue]) -> Vec<(&str, Vec<u8>)> {
    let mut objects: Vec<(&str, Vec<u8>)> = Vec::new();
    for input in inputs {
        let words = input.value.words().iter();
        let bytes = words.flat_map(|word| word.to_le_bytes());
        let size = input.value.width().div_ceil(8) as usize;
        match (&input.ty, objects.last_mut()) {
            (InputType::Written { .. }, _) => {}
            // Of standard input of symbolic length, a number beyond all bytes is the end.
            (InputType::Part { bytes: 2, .. }, _)
                if input.name == "stdin" && input.value.low_word() > 255 => {}
            (InputType::Part { index, bytes: 2, .. }, last) if input.name == "stdin" => {
                let byte = input.value.low_word() as u8;
                match last {
                    Some((name, bytes)) if *index > 0 && *name == "stdin" => bytes.push(byte),
                    _ => objects.push(("stdin", vec![byte])),
                }
            }
            (InputType::Part { index: 1.., .. }, Some((name, all))) if *name == input.name => {
                all.extend(bytes.take(size));
            }
            _ => objects.push((&input.name, bytes.take(size).collect())),
        }
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_735_689_599), "2024-12-31T23:59:59Z");
        assert_eq!(date(4_107_542_400), "2100-03-01T00:00:00Z");
        assert_eq!(date(LAST_SECOND), "9999-12-31T23:59:59Z");
        assert_eq!(date(u64::MAX), "9999-12-31T23:59:59Z");
    }

    #[test]
    fn xml() {
        assert_eq!(escaped("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot;");
    }
}
