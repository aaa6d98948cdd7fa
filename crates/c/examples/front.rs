//! Compiles preprocessed files as separate programs, and prints how many of them can be lowered.
//!
//! `front [--ilp32] [--print] FILE...`

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut model = ir::DataModel::Lp64;
    let mut print = false;
    let (mut good, mut bad) = (0, 0);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--ilp32" => model = ir::DataModel::Ilp32,
            "--print" => print = true,
            path => match std::fs::read(path) {
                Ok(text) if lower(path, &text, model, print) => good += 1,
                Ok(_) => bad += 1,
                Err(error) => {
                    eprintln!("{path}: {error}");
                    bad += 1;
                }
            },
        }
    }
    println!("{good} of {} files", good + bad);
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn lower(path: &str, text: &[u8], model: ir::DataModel, print: bool) -> bool {
    let compiled =
        c::compile(&[c::Source { name: path, text, original: None }], model, c::Options::default());
    for diagnostic in
        compiled.diagnostics.iter().filter(|diagnostic| diagnostic.severity == c::Severity::Error)
    {
        println!("{diagnostic}");
    }
    let Some(module) = compiled.module else {
        return false;
    };
    let problems = ir::verify::verify(&module);
    problems.iter().take(5).for_each(|problem| println!("{path}: {problem}"));
    let text = ir::text::print(&module);
    if print {
        print!("{text}");
    }
    match ir::read::read(&text) {
        Ok(again) if again == module => problems.is_empty(),
        Ok(_) => {
            println!("{path}: the text form reads back as another module");
            false
        }
        Err(error) => {
            println!("{path}: {error}");
            false
        }
    }
}
