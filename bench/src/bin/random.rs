//! Checks random C programs with Vellum and compares the findings with the runs of the compiled programs
//! under every input.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bench::c_programs::{
    Comparison, Judge, Judged, ListProgram, compare, generate, generate_lists, generate_loops,
};
use clap::Parser;

/// Compare the findings of `vellum check` on random programs with all their runs
#[derive(Parser)]
struct Arguments {
    /// The number of programs
    #[arg(long, default_value_t = 100)]
    count: u64,

    /// The seed of the first program
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Generate programs of loops
    #[arg(long, conflicts_with = "lists")]
    loops: bool,

    /// Generate programs of linked lists, of which some violate properties
    #[arg(long)]
    lists: bool,

    /// Where programs of lists that differ are written, reduced
    #[arg(long, default_value = "differences")]
    output: PathBuf,

    /// Print the program of this seed, and stop
    #[arg(long)]
    print: bool,

    /// The tool; otherwise the `vellum` beside this program
    #[arg(long, value_name = "PROGRAM")]
    vellum: Option<PathBuf>,

    /// Options of `vellum check`
    #[arg(last = true)]
    options: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.print {
        print!("{}", text(&arguments));
        return ExitCode::SUCCESS;
    }
    let folder = std::env::temp_dir().join(format!("vellum-random-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("cannot make {}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let compared = match arguments.lists {
        true => compare_lists(&arguments, &folder),
        false => Ok(compare_programs(&arguments, &folder)),
    };
    let _ = std::fs::remove_dir_all(&folder);
    match compared {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(what) => {
            eprintln!("error: {what}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the program of the first seed.
fn text(arguments: &Arguments) -> String {
    match arguments {
        Arguments { lists: true, seed, .. } => generate_lists(*seed).program.text(),
        Arguments { loops: true, seed, .. } => generate_loops(*seed).text,
        Arguments { seed, .. } => generate(*seed).text,
    }
}

/// Returns the tool that is tested.
fn tool(arguments: &Arguments) -> PathBuf {
    let beside = || std::env::current_exe().unwrap_or_default().with_file_name("vellum");
    arguments.vellum.clone().unwrap_or_else(beside)
}

/// How many programs had which result.
#[derive(Default)]
struct Totals {
    same: u64,
    unfinished: u64,
    different: u64,
}

impl Totals {
    /// Counts a comparison, and prints a difference.
    fn add(&mut self, seed: u64, comparison: Result<Comparison, String>) {
        match comparison {
            Ok(Comparison::Same) => self.same += 1,
            Ok(Comparison::Unfinished) => self.unfinished += 1,
            Ok(Comparison::Different(what)) => {
                self.different += 1;
                println!("{seed}: {what}");
            }
            Err(what) => {
                self.different += 1;
                println!("{seed}: the judge fails: {what}");
            }
        }
    }

    fn print(&self) {
        let Totals { same, unfinished, different } = self;
        println!("{same} the same, {unfinished} not finished, {different} different");
    }
}

/// Compares programs without undefined behaviour, and returns the number of differences.
fn compare_programs(arguments: &Arguments, folder: &Path) -> u64 {
    let generate = if arguments.loops { generate_loops } else { generate };
    let (vellum, mut totals) = (tool(arguments), Totals::default());
    for seed in arguments.seed..arguments.seed + arguments.count {
        totals.add(seed, compare(&generate(seed), &vellum, &arguments.options, folder));
    }
    totals.print();
    totals.different
}

/// Compares programs of lists, and returns the number of differences.
fn compare_lists(arguments: &Arguments, folder: &Path) -> Result<u64, String> {
    let judge = Judge::new(&tool(arguments), &arguments.options, folder)?;
    let mut totals = Totals::default();
    let (mut safe, mut proved, mut violating, mut not_judged) = (0_u64, 0_u64, 0_u64, 0_u64);
    for seed in arguments.seed..arguments.seed + arguments.count {
        let program = generate_lists(seed);
        let judged = judge.compare(&program);
        if let Ok(Judged { is_safe, is_proved, .. }) = judged {
            safe += u64::from(is_safe == Some(true));
            proved += u64::from(is_safe == Some(true) && is_proved);
            violating += u64::from(is_safe == Some(false));
            not_judged += u64::from(is_safe.is_none());
        }
        let differs =
            matches!(&judged, Ok(it) if matches!(it.comparison, Comparison::Different(_)));
        totals.add(seed, judged.map(|it| it.comparison));
        if differs {
            write_reduced(arguments, &judge, seed, &program)?;
        }
    }
    println!(
        "{safe} safe, {proved} of them `true`; {violating} with a violation; {not_judged} not judged"
    );
    totals.print();
    Ok(totals.different)
}

/// Writes the smallest program found that has the difference.
fn write_reduced(
    arguments: &Arguments,
    judge: &Judge,
    seed: u64,
    program: &ListProgram,
) -> Result<(), String> {
    let small = judge.reduce(program);
    let path = arguments.output.join(format!("lists-{seed}.c"));
    let properties = match program.properties {
        [] => String::new(),
        some => format!("--property {}", some.join(",")),
    };
    let options = arguments.options.join(" ");
    let head = format!(
        "// vellum check --keep-going {properties} {options}\n// found with: random --lists --count 1 --seed {seed}\n"
    );
    let written = std::fs::create_dir_all(&arguments.output)
        .and_then(|()| std::fs::write(&path, format!("{head}{}", small.text())));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    println!("    reduced: {}", path.display());
    Ok(())
}
