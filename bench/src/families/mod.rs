//! Families of queries that resemble those of symbolic execution, as SMT-LIB scripts.
//!
//! Seeds and sizes are fixed, so that every measurement is of the same files. A program is simulated on
//! a hidden input, which decides the branches; at each branch, both sides are queried, as a symbolic
//! executor does.

mod arithmetic;
mod collisions;
mod functions;
mod hashes;
mod paths;
mod stores;
mod strings;
mod tables;
mod trees;
mod writer;

/// A script with many checks.
pub struct Family {
    /// The name in the table.
    pub name: &'static str,
    /// Whether it has many queries that share most of their assumptions.
    pub incremental: bool,
    /// A goal of its own: the time it must not exceed, in seconds.
    pub limit: Option<f64>,
    /// The script.
    pub text: String,
}

/// All families.
#[must_use]
pub fn all() -> Vec<Family> {
    let incremental = |name, text| Family { name, incremental: true, limit: None, text };
    let single = |name, text| Family { name, incremental: false, limit: None, text };
    let quick = |name, text| Family { name, incremental: false, limit: Some(0.1), text };
    vec![
        incremental("paths: loop counter", paths::loop_counter()),
        incremental("paths: nested loops", paths::nested_loops()),
        incremental("paths: byte parser", paths::byte_parser()),
        incremental("paths: signed comparisons", paths::signed_comparisons()),
        incremental("paths: ranges", paths::ranges()),
        incremental("tables: character classes", tables::character_classes()),
        incremental("tables: 256 bytes, asserted", tables::small_table_asserted()),
        incremental("tables: 256 bytes, stored", tables::small_table_stored()),
        incremental("tables: 64 KiB, asserted", tables::large_table_asserted()),
        incremental("tables: 64 KiB, stored", tables::large_table_stored()),
        quick("tables: 64 KiB, one query", tables::large_table_once()),
        incremental("collisions: strides", collisions::strides()),
        incremental("collisions: overlaps", collisions::overlaps()),
        incremental("strings: against constants", strings::against_constants()),
        incremental("strings: against each other", strings::against_each_other()),
        incremental("strings: search", strings::search()),
        single("arithmetic: products", arithmetic::products()),
        incremental("arithmetic: digits out", arithmetic::digits_out()),
        incremental("arithmetic: digits in", arithmetic::digits_in()),
        single("arithmetic: overflow", arithmetic::overflow()),
        single("arithmetic: 64 bits", arithmetic::sixty_four_bits()),
        quick("stores: 1,000 read at one", stores::thousand()),
        incremental("stores: memory model", stores::memory_model()),
        incremental("stores: words of bytes", stores::words()),
        incremental("functions: unknown", functions::unknown()),
        incremental("hashes: times 31", hashes::times_31()),
        single("hashes: crc by table", hashes::crc()),
        incremental("trees: binary search", trees::binary_search()),
        incremental("trees: bubble sort", trees::bubble_sort()),
        incremental("trees: switch", trees::switch()),
    ]
}
