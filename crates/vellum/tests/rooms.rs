//! The rooms of `engine`, the folders under its `src`, depend on each other in one direction, from the paths `crate::ROOM` in
//! their files. What still goes in the other direction is listed here, and the list is to become empty.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use bench::house::Crate;

/// The rooms. A room may name itself and those before it.
const ORDER: [&str; 10] = [
    "program", "state", "findings", "solve", "layout", "interp", "lazy", "library", "explore",
    "parallel",
];

/// The dependencies on a later room that still exist.
const BACK_EDGES: [(&str, &str); 19] = [
    ("explore", "parallel"),
    ("findings", "explore"),
    ("findings", "interp"),
    ("interp", "explore"),
    ("interp", "lazy"),
    ("interp", "library"),
    ("interp", "parallel"),
    ("layout", "explore"),
    ("layout", "interp"),
    ("lazy", "explore"),
    ("library", "explore"),
    ("program", "findings"),
    ("program", "interp"),
    ("program", "library"),
    ("program", "state"),
    ("solve", "explore"),
    ("solve", "interp"),
    ("state", "explore"),
    ("state", "lazy"),
];

fn engine() -> Crate {
    Crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine")).unwrap()
}

#[test]
fn the_order_has_every_room() {
    let engine = engine();
    let rooms: BTreeSet<&str> = engine
        .modules
        .iter()
        .filter(|module| module.path.len() > 1)
        .map(|module| module.path[0].as_str())
        .collect();
    assert_eq!(rooms, BTreeSet::from(ORDER));
}

/// An edge that is listed and does not exist any more fails the test too, so that the list stays true.
#[test]
fn rooms_depend_on_earlier_rooms_except_for_the_listed_edges() {
    let graph = engine().rooms_graph();
    println!("cycles: {:?}", graph.cycles());
    let rank = |room: &str| ORDER.iter().position(|it| *it == room).unwrap();
    let back_edges: BTreeSet<(&str, &str)> =
        graph.edges().filter(|(from, to)| rank(from) < rank(to)).collect();
    assert_eq!(back_edges, BTreeSet::from(BACK_EDGES));
}
