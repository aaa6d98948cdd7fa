//! Measures the structure of the source, so that a refactoring can be compared before and after: the largest type of the engine,
//! its dependency cycles of modules and of rooms, its exports, the public items of each crate that no other crate uses, and the
//! calls of a store.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bench::house::Crate;
use bench::house::store::hops;
use clap::Parser;

/// Measures the structure of the source: sizes, dependency cycles, and unused public items
#[derive(Parser)]
struct Arguments {
    /// The folder of the workspace
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/.."))]
    workspace: PathBuf,
    /// The crate whose structure is measured
    #[arg(long, default_value = "engine")]
    of: String,
    /// List the members of cycles and the unused items
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match measure(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", arguments.workspace.display());
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), String> {
    let crates = read_all(&arguments.workspace).map_err(|error| error.to_string())?;
    for measured in crates.iter().filter(|it| it.name == arguments.of) {
        inside(measured, arguments.list);
    }
    for measured in crates.iter().filter(|it| it.name != "bench" && it.name != "vellum") {
        let unused = measured.unused_items(&crates);
        row(&format!("{}: public items that no other crate uses", measured.name), unused.len());
        list(arguments.list, unused.iter().map(String::as_str));
    }
    let (symbolic, concrete) = hops(&crates)?;
    row("calls of a symbolic store, from interp to the bytes", symbolic);
    row("calls of a concrete store, from access to the bytes", concrete);
    Ok(())
}

fn read_all(workspace: &Path) -> std::io::Result<Vec<Crate>> {
    let mut folders = vec![workspace.join("bench")];
    for entry in std::fs::read_dir(workspace.join("crates"))? {
        folders.push(entry?.path());
    }
    folders.sort();
    folders.iter().map(|folder| Crate::read(folder)).collect()
}

fn inside(measured: &Crate, is_listed: bool) {
    let name = &measured.name;
    let largest = measured.largest_type();
    row(&format!("{name}: methods of the largest type, {}", largest.name), largest.methods);
    row(&format!("{name}: its fields"), largest.fields);
    row(&format!("{name}: files with its methods"), largest.files);
    for (what, graph) in
        [("modules", measured.modules_graph(&largest.name)), ("rooms", measured.rooms_graph())]
    {
        let cycles = graph.cycles();
        let size = cycles.first().map_or(0, |it| it.len());
        row(&format!("{name}: {what} in the largest dependency cycle"), size);
        list(is_listed, cycles.iter().take(1).flatten().copied());
    }
    row(&format!("{name}: exported names"), measured.exports());
}

fn row(measure: &str, value: usize) {
    println!("{measure:<60}{value:>5}");
}

fn list<'a>(is_listed: bool, names: impl Iterator<Item = &'a str>) {
    if is_listed {
        names.for_each(|name| println!("    {name}"));
    }
}
