//! The rooms of `engine`, the folders under its `src`, depend on each other in one direction, as the paths `crate::ROOM` in
//! their files say. The order is that of the table in `docs/architecture.md`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use bench::house::Crate;

fn engine() -> Crate {
    Crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine")).unwrap()
}

/// Returns the rooms in the order of the table; a room may name itself and those above it.
fn order() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/architecture.md");
    let text = std::fs::read_to_string(path).unwrap();
    let table = text.split_once("| room | holds |").unwrap().1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('`').nth(1).unwrap().to_owned()).collect()
}

#[test]
fn the_table_has_every_room() {
    let engine = engine();
    let rooms: BTreeSet<&str> = engine
        .modules
        .iter()
        .filter(|module| module.path.len() > 1)
        .map(|module| module.path[0].as_str())
        .collect();
    assert_eq!(rooms, order().iter().map(String::as_str).collect());
}

#[test]
fn rooms_depend_on_those_above_them_alone() {
    let (graph, order) = (engine().rooms_graph(), order());
    let rank = |room: &str| order.iter().position(|it| it == room).unwrap();
    let wrong: Vec<_> = graph.edges().filter(|(from, to)| rank(from) < rank(to)).collect();
    assert!(graph.edges().count() > 20 && wrong.is_empty(), "{wrong:?}");
}
