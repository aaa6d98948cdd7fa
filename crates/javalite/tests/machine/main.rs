//! The reference machine: the rules of "Uber-lazy Symbolic Execution" (Person, Rungta, Mercer, Hillery), figures 3, 4 and 5, one
//! function for each. The tests check that lazy initialization and the fully symbolic heap take the same paths for the same inputs,
//! and end with the same heaps.
//!
//! | module | what it is |
//! |---|---|
//! | `syntax` | states and continuations, figure 2 |
//! | `common` | the rules of figure 3 |
//! | `heap`, `classic`, `symbolic` | the rules of figures 4 and 5 |
//! | `path` | the path of a run: its decisions and its exit |
//! | `heaps` | concrete heaps, up to isomorphism |
//! | `inputs` | the concrete heaps that take the path of a state |
//! | `concrete` | a run on one concrete heap: the judge |
//! | `generate` | random programs |
//!
//! `path`, `heaps`, `concrete` and `generate` are independent of the machines; tests of the engine use them too.

mod classic;
mod common;
mod concrete;
mod generate;
mod heap;
mod heaps;
mod inputs;
mod path;
mod symbolic;
mod syntax;

use std::collections::BTreeSet;

use common::{Machine, Rules};
use heaps::Heap;
use inputs::the_end;
use javalite::tree::{PARAMETER, Program, THIS};
use path::{Exit, Path};

/// The values of data fields of inputs.
const NUMBERS: [i32; 3] = [-1, 0, 2];

fn read(text: &str) -> Program {
    javalite::read("test.javalite", text.as_bytes())
        .unwrap_or_else(|wrong| panic!("{}\n{text}", wrong[0]))
}

fn explored(program: &Program, rules: Rules) -> Machine<'_> {
    let mut machine = Machine::new(program, rules);
    machine.run();
    machine
}

fn paths<'a>(machine: &'a Machine<'_>) -> BTreeSet<&'a Path> {
    machine.ended.iter().map(|ended| &ended.path).collect()
}

/// Enumerates the inputs up to a number of objects.
fn inputs(program: &Program, most: usize) -> Vec<Heap> {
    let variables = &program.method(program.entry).variables;
    heaps::all(program, &[variables[THIS.0].ty, variables[PARAMETER.0].ty], most, &NUMBERS)
}

/// Checks that a heap takes one path of a machine: the judge's, with the judge's heap at its end.
fn agrees(machine: &Machine<'_>, heap: &Heap, judged: &concrete::Run) {
    let rules = machine.rules;
    let (ended, meaning) = the_end(machine, heap);
    assert_eq!(ended.path, judged.path, "{rules:?}: {heap:?}");
    assert_eq!(meaning.last(ended), judged.last, "{rules:?}: {heap:?} on {:?}", judged.path);
}

/// Checks that both machines and the judge agree on a program, and returns the number of paths of both machines.
fn compare(text: &str, most: usize) -> (usize, usize) {
    let program = read(text);
    let (classic, symbolic) =
        (explored(&program, Rules::Classic), explored(&program, Rules::Symbolic));
    assert_eq!(paths(&classic), paths(&symbolic), "{text}");
    assert_eq!(paths(&symbolic).len(), symbolic.ended.len(), "a path was explored twice: {text}");
    for heap in inputs(&program, most) {
        let judged = concrete::run(&program, &heap);
        agrees(&classic, &heap, &judged);
        agrees(&symbolic, &heap, &judged);
    }
    (classic.ended.len(), symbolic.ended.len())
}

#[test]
fn random_programs_have_the_same_heaps_on_every_path() {
    let seeds = std::env::var("JAVALITE_SEEDS").ok().and_then(|text| text.parse().ok());
    let (mut classic, mut symbolic) = (0, 0);
    for seed in 0..seeds.unwrap_or(40) {
        let program = generate::program(seed);
        let text = program.text();
        let caught = std::panic::catch_unwind(|| compare(&text, program.most));
        let ends = caught.unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
        (classic, symbolic) = (classic + ends.0, symbolic + ends.1);
    }
    println!("{classic} ends with lazy initialization, {symbolic} with the symbolic heap");
    assert!(symbolic * 2 < classic, "{classic} ends with lazy initialization, {symbolic} without");
}

/// Makes a program with a list class and a method with this body.
fn list(body: &str) -> String {
    format!("(((class Node ([Node next] [bool flag]) ((Node m [Node x] {body})))) (Node m))")
}

#[test]
fn null_is_found_by_both() {
    for body in ["(x $ next)", "(begin (x $ next := null) x)", "((this $ next) $ next)"] {
        let text = list(body);
        compare(&text, 3);
        let program = read(&text);
        for rules in [Rules::Classic, Rules::Symbolic] {
            let machine = explored(&program, rules);
            assert!(machine.ended.iter().any(|ended| ended.path.exit == Exit::Null), "{body}");
        }
    }
}

#[test]
fn three_references_may_be_one() {
    let body = "(begin (assert (not (((this $ next) = x) and (x = this)))) this)";
    let program = read(&list(body));
    for rules in [Rules::Classic, Rules::Symbolic] {
        let machine = explored(&program, rules);
        let fails = |exit: Exit| matches!(exit, Exit::Assertion(_));
        assert!(machine.ended.iter().any(|ended| fails(ended.path.exit)), "{rules:?}");
    }
    compare(&list(body), 3);
}

#[test]
fn a_write_through_one_name_is_seen_through_the_other() {
    let body = "(begin (this $ next := null) (x $ next := this) (this $ next))";
    compare(&list(body), 3);
}

#[test]
fn swapping_neighbours_is_one_path_for_each_condition() {
    let body = "
        (if ((this $ next) = null) this else
          (var Node second := (this $ next) in
            (begin (this $ next := (second $ next))
                   (second $ next := this)
                   second)))";
    let (classic, symbolic) = compare(&list(body), 4);
    // The comparison and the condition that it decides; no access can be of null.
    assert_eq!(symbolic, 2);
    assert!(classic > symbolic, "{classic}");
}

#[test]
fn a_walk_is_one_path_for_each_length() {
    let body = "
        (begin
          (while (not (x = null)) (x := (x $ next)))
          x)";
    let (classic, symbolic) = compare(&list(body), 4);
    assert!(classic > 2 * symbolic, "{classic} and {symbolic}");
}

#[test]
fn heaps_are_the_same_if_they_are_isomorphic() {
    let program = read(&list("x"));
    let all = inputs(&program, 2);
    let distinct: BTreeSet<&Heap> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
    // `this` alone: itself or null behind it, two flags, `x` null or `this`: 8. And with a second object: first met as `x`
    // (3 * 3 fields, 4 flags) or behind `this` (`x` is null or `this`; 3 fields of the second, 4 flags): 36 + 24.
    assert_eq!(all.len(), 8 + 36 + 24);
    for heap in all {
        let again = Heap::reachable(&heap.roots.iter().map(renamed).collect::<Vec<_>>(), |name| {
            let object = &heap.objects[7 - name];
            (object.class, object.fields.iter().map(renamed).collect())
        });
        assert_eq!(again, heap);
    }
}

/// A slot in which objects have other names.
fn renamed(slot: &heaps::Slot) -> heaps::Reach<usize> {
    match slot {
        heaps::Slot::Null => heaps::Reach::Null,
        heaps::Slot::Object(index) => heaps::Reach::Object(7 - index),
        heaps::Slot::Data(value) => heaps::Reach::Data(*value),
    }
}
