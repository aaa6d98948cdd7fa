//! Random programs in every memory model, with states merged or not, judged by the compiled program under every input. A small
//! part of what `cargo run --release -p bench --bin random` does at length, also with `--loops` and `--lists`.
//!
//! `VELLUM_RANDOM=N` takes N programs instead of a few.

use std::path::{Path, PathBuf};

use bench::c_programs::{
    Comparison, Judge, Program, compare, generate, generate_lists, generate_loops,
};
use engine::options::Merge;
use memory::AnyMemory;

/// The number of programs of lists for the prover; most need a few milliseconds of it.
const LISTS: u64 = 12;

/// The number of programs for each model, unless `VELLUM_RANDOM` sets another.
const PROGRAMS: u64 = 1;

#[test]
fn findings_are_what_the_program_reaches() {
    check_programs("programs", generate);
}

#[test]
fn findings_of_loops_are_what_the_program_reaches() {
    check_programs("loops", generate_loops);
}

#[test]
fn proofs_of_lists_are_of_safe_programs() {
    let folder = folder("lists");
    let options = ["--proofs", "only", "--time-limit", "10"].map(str::to_owned);
    let judge = Judge::new(Path::new(env!("CARGO_BIN_EXE_vellum")), &options, &folder)
        .unwrap_or_else(|what| panic!("the judge fails: {what}"));
    let mut proved = 0;
    for seed in 1..=asked().unwrap_or(LISTS) {
        match judge.compare(&generate_lists(seed)) {
            Ok(judged) => {
                proved += u32::from(judged.is_proved);
                if let Comparison::Different(what) = judged.comparison {
                    panic!("program {seed}: {what}");
                }
            }
            Err(what) => panic!("program {seed}: the judge fails: {what}"),
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(proved > 0, "no program was proved");
}

/// The number of programs that `VELLUM_RANDOM` sets.
fn asked() -> Option<u64> {
    std::env::var("VELLUM_RANDOM").ok().and_then(|count| count.parse().ok())
}

/// A folder for intermediate files.
fn folder(what: &str) -> PathBuf {
    let folder = format!("vellum-random-test-{what}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
    folder
}

/// Compares some programs in each model.
fn check_programs(what: &str, generate: fn(u64) -> Program) {
    let count = asked().unwrap_or(PROGRAMS);
    let folder = folder(what);
    let mut finished = 0;
    for (number, (model, _)) in (0..).zip(AnyMemory::MODELS) {
        let (merge, _) = Merge::ALL[number as usize % Merge::ALL.len()];
        let options = ["--time-limit", "10", "--memory", model, "--merge", merge];
        let options = options.map(str::to_owned);
        // Other programs for each model: they are compared with the judge, not with each other.
        for seed in (number * count + 1)..=(number * count + count) {
            let vellum = Path::new(env!("CARGO_BIN_EXE_vellum"));
            match compare(&generate(seed), vellum, &options, &folder) {
                Ok(Comparison::Same) => finished += 1,
                Ok(Comparison::Unfinished) => {}
                Ok(Comparison::Different(what)) => panic!("{model}, program {seed}: {what}"),
                Err(what) => panic!("program {seed}: the judge fails: {what}"),
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(finished > 0, "no program was checked to its end");
}
