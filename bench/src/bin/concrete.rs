//! Measures `vellum run` against `cc -O0` on the programs under `bench/programs`, and compares what
//! they print. With `--csmith N`, compares the output of N random programs of csmith instead.
//!
//! Ratios are of whole processes, best of several runs; the interpreter's start (preprocessing,
//! compiling the program and the runtime) is included, and is also shown separately.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;

/// Measure and compare `vellum run`
#[derive(Parser)]
struct Arguments {
    /// Compare this number of random programs of `csmith` instead of measuring
    #[arg(long, value_name = "COUNT")]
    csmith: Option<u32>,

    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u32,

    /// Where csmith's headers are
    #[arg(long, default_value = "/usr/include/csmith")]
    headers: PathBuf,
}

/// Programs that take longer natively are left out of the comparison.
const NATIVE_LIMIT: Duration = Duration::from_secs(5);
/// Runs of which the best counts.
const RUNS: usize = 5;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("vellum-concrete-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("cannot make {}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let good = match arguments.csmith {
        Some(count) => compare_random(&arguments, count, &folder),
        None => measure_all(&folder),
    };
    let _ = std::fs::remove_dir_all(&folder);
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The tool, built beside this program.
fn vellum() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.with_file_name("vellum")
}

fn measure_all(folder: &Path) -> bool {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut good = true;
    let empty = folder.join("empty.c");
    let _ = std::fs::write(&empty, "int main(void) { return 0; }\n");
    let start = best(|| Command::new(vellum()).arg("run").arg(&empty).output().ok());
    println!("{:10} {:>10} {:>10} {:>8}", "program", "cc -O0 s", "Vellum s", "ratio");
    for name in ["sieve", "matrix", "hash", "list", "strings"] {
        let source = programs.join(format!("{name}.c"));
        let Some(binary) = compiled(&source, &folder.join(name), &[]) else {
            eprintln!("{name}: cc failed");
            good = false;
            continue;
        };
        let native = best(|| Command::new(&binary).output().ok());
        let ours = best(|| Command::new(vellum()).arg("run").arg(&source).output().ok());
        let (Some((native, expected)), Some((ours, printed))) = (native, ours) else {
            eprintln!("{name}: did not run");
            good = false;
            continue;
        };
        let ratio = ours.as_secs_f64() / native.as_secs_f64();
        let (native, ours) = (native.as_secs_f64(), ours.as_secs_f64());
        println!("{name:10} {native:10.4} {ours:10.4} {ratio:8.0}");
        if printed != expected {
            println!("FAIL: {name} prints something else");
            good = false;
        }
    }
    if let Some((start, _)) = start {
        println!("of which start {:.4} s", start.as_secs_f64());
    }
    good
}

/// Returns the shortest of several runs, and the output.
fn best(run: impl Fn() -> Option<Output>) -> Option<(Duration, Vec<u8>)> {
    let mut best: Option<(Duration, Vec<u8>)> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let output = run()?;
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(known, _)| time < *known) {
            best = Some((time, output.stdout));
        }
    }
    best
}

fn compiled(source: &Path, binary: &Path, flags: &[String]) -> Option<PathBuf> {
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O0"]).args(flags).arg(source).arg("-o").arg(binary);
    cc.status().ok()?.success().then(|| binary.to_owned())
}

fn compare_random(arguments: &Arguments, count: u32, folder: &Path) -> bool {
    let flag = format!("-I{}", arguments.headers.display());
    let (mut passed, mut failed, mut endless) = (0, 0, 0);
    let source = folder.join("random.c");
    // Programs that do not terminate are replaced by others.
    for seed in arguments.seed..arguments.seed.saturating_add(count.saturating_mul(2)) {
        if passed + failed == count {
            break;
        }
        match compare_one(seed, &source, &folder.join("random"), &flag) {
            Some(true) => passed += 1,
            Some(false) => {
                failed += 1;
                println!("seed {seed}: different output");
            }
            None => endless += 1,
        }
    }
    println!("{passed} of {count} the same, {failed} different, {endless} left out: endless");
    failed == 0
}

/// Whether a random program prints the same; `None` if there is nothing to compare.
fn compare_one(seed: u32, source: &Path, binary: &Path, flag: &str) -> Option<bool> {
    let mut csmith = Command::new("csmith");
    // It writes a `platform.info` into its working directory.
    csmith.arg("--seed").arg(seed.to_string()).current_dir(source.parent()?);
    let text = csmith.output().ok()?;
    std::fs::write(source, text.stdout).ok()?;
    let binary = compiled(source, binary, &[flag.to_owned()])?;
    let expected = limited(Command::new(binary), NATIVE_LIMIT)?;
    let mut ours = Command::new(vellum());
    ours.arg("run").arg(flag).arg(source);
    Some(limited(ours, NATIVE_LIMIT * 60).is_some_and(|printed| printed == expected))
}

/// Returns the output of a command, if it succeeds in time.
fn limited(mut command: Command, limit: Duration) -> Option<Vec<u8>> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let start = Instant::now();
    while start.elapsed() < limit {
        // The programs print one line, so a full pipe does not stop them.
        match child.try_wait() {
            Ok(Some(status)) => {
                let output = child.wait_with_output().ok()?;
                return status.success().then_some(output.stdout);
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            Err(_) => return None,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}
