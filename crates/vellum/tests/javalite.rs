//! Random programs in Javalite on concrete heaps: `vellum check` says what the judge of the reference machine says.
//!
//! Each heap is built by a method that is added to the program, which calls the program's entry and then asserts that what can be
//! reached is the judge's heap, object by object.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../javalite/tests/machine/concrete.rs"]
mod concrete;
#[path = "../../javalite/tests/machine/generate.rs"]
mod generate;
#[path = "../../javalite/tests/machine/heaps.rs"]
mod heaps;
#[path = "../../javalite/tests/machine/path.rs"]
mod path;

use std::fmt::Write;
use std::path::Path as File;
use std::process::Command;

use heaps::{Heap, Slot};
use javalite::tree::{ClassId, PARAMETER, Program, THIS, Type};
use path::Exit;
use serde_json::Value;

/// Methods that are checked together.
const TOGETHER: usize = 12;

/// A method that builds a heap, runs the entry on it, and inspects the resulting heap.
fn method(program: &Program, number: usize, heap: &Heap, last: Option<&Heap>) -> String {
    let entry = program.method(program.entry);
    let mut text = format!("(bool run{number} [int n]\n");
    let class = |id: ClassId| program.class(id).name.as_str();
    for (index, object) in heap.objects.iter().enumerate() {
        let name = class(object.class);
        let _ = writeln!(text, "(var {name} o{index} := (new {name}) in");
    }
    text.push_str("(begin\n");
    for (index, object) in heap.objects.iter().enumerate() {
        for (field, slot) in program.class(object.class).fields.iter().zip(&object.fields) {
            let value = spelled(*slot, field.ty, |index| format!("o{index}"));
            let _ = writeln!(text, "(o{index} $ {} := {value})", field.name);
        }
    }
    let root = |index: usize, ty: Type| spelled(heap.roots[index], ty, |index| format!("o{index}"));
    let (this, argument) =
        (root(0, entry.variables[THIS.0].ty), root(1, entry.variables[PARAMETER.0].ty));
    let Type::Class(result) = entry.returns else { panic!("the entry gives an object") };
    let _ = writeln!(
        text,
        "(var {} result := ({this} @ {} {argument}) in (begin",
        class(result),
        entry.name
    );
    if let Some(last) = last {
        let types = [entry.returns, entry.variables[THIS.0].ty, entry.variables[PARAMETER.0].ty];
        text.push_str(&assertions(program, last, &["result".to_owned(), this, argument], types));
    }
    text.push_str("true)))");
    text.push_str(&")".repeat(heap.objects.len() + 1));
    text + "\n"
}

/// That what the roots reach is a heap: each slot holds what it should, and different objects are different.
fn assertions(program: &Program, heap: &Heap, roots: &[String], types: [Type; 3]) -> String {
    // How each object is reached first.
    let mut names: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut holds = |name: String, slot: Slot, ty: Type, names: &mut Vec<String>| {
        if slot == Slot::Object(names.len()) {
            names.push(name.clone());
        }
        let value = spelled(slot, ty, |index| names[index].clone());
        let _ = writeln!(text, "(assert ({name} = {value}))");
    };
    for ((name, slot), ty) in roots.iter().zip(&heap.roots).zip(types) {
        // A word of its own has no class, and is what it is.
        if name != "null" {
            holds(name.clone(), *slot, ty, &mut names);
        }
    }
    for (index, object) in heap.objects.iter().enumerate() {
        for (field, slot) in program.class(object.class).fields.iter().zip(&object.fields) {
            holds(format!("({} $ {})", names[index], field.name), *slot, field.ty, &mut names);
        }
    }
    for (index, object) in heap.objects.iter().enumerate() {
        for other in (0..index).filter(|other| heap.objects[*other].class == object.class) {
            let _ = writeln!(text, "(assert (not ({} = {})))", names[index], names[other]);
        }
    }
    text
}

fn spelled(slot: Slot, ty: Type, object: impl Fn(usize) -> String) -> String {
    match slot {
        Slot::Null => "null".to_owned(),
        Slot::Object(index) => object(index),
        Slot::Data(value) if ty == Type::Bool => (value == 1).to_string(),
        Slot::Data(value) => value.to_string(),
    }
}

/// A program with these methods, of which a number chooses one.
fn with_methods(classes: &str, methods: &[String]) -> String {
    let choice = (0..methods.len())
        .fold("true".to_owned(), |rest, i| format!("(if (n = {i}) (this @ run{i} n) else {rest})"));
    let methods = methods.concat();
    format!("(({classes} (class Test () ({methods} (bool run [int n] {choice})))) (Test run))")
}

/// The verdict in a memory, and the kinds of the findings.
fn checked(text: &str, memory: &str) -> (String, Vec<String>) {
    let file = File::new(env!("CARGO_TARGET_TMPDIR")).join("random.javalite");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["check", "--format", "json", "--memory", memory])
        .arg(&file)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}\n{text}", String::from_utf8_lossy(&output.stderr)));
    let kinds = report["findings"].as_array().unwrap().iter();
    let kinds = kinds.map(|it| it["kind"].as_str().unwrap().to_owned()).collect();
    (report["verdict"].as_str().unwrap().to_owned(), kinds)
}

#[test]
fn random_programs_do_what_the_judge_does() {
    let (mut done, mut failed) = (0, 0);
    for seed in 0..40 {
        // Both the memory that all programs have and the one that Javalite comes with.
        let memory = if seed % 2 == 0 { "segments" } else { "references" };
        let generated = generate::program(seed);
        let program = javalite::read("random", generated.text().as_bytes()).unwrap();
        let variables = &program.method(program.entry).variables;
        let types = [variables[THIS.0].ty, variables[PARAMETER.0].ty];
        let heaps = heaps::all(&program, &types, generated.most, &[-1, 0, 2]);
        let step = heaps.len() / 20 + 1;
        let mut methods = Vec::new();
        for heap in heaps.iter().step_by(step) {
            let run = concrete::run(&program, heap);
            let expected = match run.path.exit {
                Exit::Cut => continue,
                Exit::Done => {
                    let number = methods.len();
                    methods.push(method(&program, number, heap, Some(&run.last)));
                    continue;
                }
                Exit::Null => "null-dereference",
                Exit::Assertion(_) => "assertion",
            };
            if failed < 3 * (seed + 1) {
                let text = with_methods(&generated.classes, &[method(&program, 0, heap, None)]);
                let found = checked(&text, memory);
                assert_eq!(found, ("false".to_owned(), vec![expected.to_owned()]), "{text}");
                failed += 1;
            }
        }
        methods.truncate(TOGETHER);
        done += methods.len();
        let text = with_methods(&generated.classes, &methods);
        let found = checked(&text, memory);
        assert_eq!(found, ("true".to_owned(), Vec::new()), "seed {seed}:\n{text}");
    }
    assert!(done >= 100 && failed >= 20, "only {done} runs that end, and {failed} that fail");
}
