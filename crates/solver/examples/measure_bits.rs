//! Measures the bit-blasting layer alone: many small queries that share most of their assumptions, and single hard
//! ones, for several solvers and divisions of work.
//!
//! `cargo run --release -p vellum-solver --example measure_bits [FAMILY [WAY]]`

use std::sync::LazyLock;
use std::time::Instant;

use solver::sat::{Batsat, Cadical, Local, Sat};
use solver::{Answer, BitBlast, Effort, Lifetime, Limits, Query, Report, Solver};
use term::{Sort, Term, Terms};

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let only = std::env::args().nth(2).unwrap_or_default();
    for family in FAMILIES.iter().filter(|family| family.name.contains(&wanted)) {
        for &(name, run, effort) in DIVISIONS.iter().filter(|(name, ..)| name.contains(&only)) {
            run(family, name, effort);
        }
    }
}

/// A name, the solvers, and the division of work between them.
type Division = (&'static str, fn(&Family, &str, Effort), Effort);

const DIVISIONS: &[Division] = &[
    ("local", run::<Local, Cadical>, effort(u64::MAX, usize::MAX, 0)),
    ("local+cadical/1000", run::<Local, Cadical>, effort(1000, usize::MAX, 0)),
    ("local+cadical/5000", run::<Local, Cadical>, effort(5000, usize::MAX, 0)),
    ("local+cadical/20000", run::<Local, Cadical>, effort(20_000, usize::MAX, 0)),
    ("cadical one", run::<Cadical, Cadical>, effort(u64::MAX, usize::MAX, 0)),
    ("cadical x4", run::<Cadical, Cadical>, effort(u64::MAX, 2000, 4)),
    ("cadical fresh", run::<Cadical, Cadical>, effort(u64::MAX, 0, 0)),
    ("batsat x2", run::<Batsat, Batsat>, effort(u64::MAX, 500, 2)),
    ("batsat x4", run::<Batsat, Batsat>, effort(u64::MAX, 2000, 4)),
    ("batsat fresh", run::<Batsat, Batsat>, effort(u64::MAX, 0, 0)),
];

const fn effort(quick_conflicts: u64, least: usize, factor: usize) -> Effort {
    let thorough = Lifetime { least: 2000, factor: 2 };
    Effort { quick_conflicts, quick: Lifetime { least, factor }, thorough }
}

/// A family of queries.
struct Family {
    name: &'static str,
    queries: fn() -> (Terms, Vec<Vec<Term>>),
}

const FAMILIES: &[Family] = &[
    Family { name: "path/bytes", queries: path_over_bytes },
    Family { name: "path/words", queries: path_over_words },
    Family { name: "path/tree", queries: tree_of_paths },
    Family { name: "path/arith", queries: path_with_products },
    Family { name: "path/small", queries: small_parts },
    Family { name: "hard/factor", queries: factor },
    Family { name: "hard/associative", queries: associative },
    Family { name: "hard/distributive", queries: distributive },
    Family { name: "hard/square", queries: square },
    Family { name: "hard/overflow", queries: overflow },
    Family { name: "hard/division", queries: division_law },
    Family { name: "hard/inverse", queries: inverse_division },
];

fn run<Q: Sat, T: Sat>(family: &Family, division: &str, effort: Effort) {
    let (mut terms, queries) = (family.queries)();
    let mut layer = BitBlast::<Q, T>::new(effort);
    let limits = Limits { conflicts: Some(200_000), interrupt: None };
    let start = cpu_time();
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for query in &queries {
        match layer.check(&mut terms, Query { assumptions: query, limits: &limits }) {
            Answer::Sat(_) => sat += 1,
            Answer::Unsat(_) => unsat += 1,
            Answer::Unknown(_) => unknown += 1,
        }
    }
    let time = cpu_time() - start;
    let mut report = Report::default();
    layer.report(&mut report);
    let counters: Vec<String> =
        report.sections[0].counters.iter().map(|(name, n)| format!("{name} {n}")).collect();
    println!(
        "{:17} {division:20} {:9.2} ms {:9.1} us/query; {sat}/{unsat}/{unknown}; {}",
        family.name,
        time * 1e3,
        time * 1e6 / queries.len() as f64,
        counters.join(", "),
    );
}

/// Returns the processor time of this process in seconds; unlike wall-clock time, it does not depend on other
/// processes. Falls back to wall-clock time where the system does not report it.
fn cpu_time() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    match schedstat.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds * 1e-9,
        None => START.elapsed().as_secs_f64(),
    }
}

/// Checks for each condition of a path whether it and its negation are satisfiable, as an engine does.
fn branches(terms: &mut Terms, path: &mut Vec<Term>, condition: Term, out: &mut Vec<Vec<Term>>) {
    let not = terms.not(condition);
    for side in [not, condition] {
        path.push(side);
        out.push(path.clone());
        path.pop();
    }
    path.push(condition);
}

/// Builds the queries of a parser, which compares the bytes of its input one after the other.
fn path_over_bytes() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries, mut path) = (Terms::new(), Vec::new(), Vec::new());
    for i in 0..300 {
        let byte = terms.symbol("b", Sort::Bits(8));
        let wide = terms.zero_extend(24, byte);
        let (low, high) = (terms.word(32, 48 + i % 7), terms.word(32, 57 + i % 60));
        for condition in [terms.sle(low, wide), terms.slt(wide, high)] {
            branches(&mut terms, &mut path, condition, &mut queries);
        }
    }
    (terms, queries)
}

/// Builds the queries of loops over words: sums, comparisons with bounds, masks.
fn path_over_words() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries, mut path) = (Terms::new(), Vec::new(), Vec::new());
    let n = terms.symbol("n", Sort::Bits(32));
    let mut sum = terms.word(32, 0);
    for i in 0..150 {
        let x = terms.symbol("x", Sort::Bits(32));
        let (bound, index) = (terms.word(32, 1000), terms.word(32, i));
        sum = terms.add(sum, x);
        let conditions = [terms.slt(index, n), terms.ult(x, bound), terms.sle(x, sum)];
        for condition in conditions {
            branches(&mut terms, &mut path, condition, &mut queries);
        }
    }
    (terms, queries)
}

/// Builds the queries of many short paths from one root, each with its own symbols and arithmetic: two queries share
/// little.
fn tree_of_paths() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::new(), Vec::new());
    let n = terms.symbol("n", Sort::Bits(32));
    let zero = terms.word(32, 0);
    let root = terms.slt(zero, n);
    for _ in 0..300 {
        let mut path = vec![root];
        let x = terms.symbol("x", Sort::Bits(32));
        let mut value = terms.add(x, n);
        for step in 0..5 {
            let bound = terms.word(32, 100 << step);
            let condition = terms.ult(value, bound);
            branches(&mut terms, &mut path, condition, &mut queries);
            let moved = terms.sub(value, n);
            value = terms.bvxor(moved, x);
        }
    }
    (terms, queries)
}

/// Builds the queries of a path with occasional products, quotients and shifts.
fn path_with_products() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries, mut path) = (Terms::new(), Vec::new(), Vec::new());
    let n = terms.symbol("n", Sort::Bits(32));
    for i in 0..60 {
        let x = terms.symbol("x", Sort::Bits(32));
        let (ten, bound) = (terms.word(32, 10), terms.word(32, 50 + i));
        let digit = terms.urem(x, ten);
        let tenth = terms.udiv(x, ten);
        let scaled = terms.mul(x, n);
        let shifted = terms.lshr(x, digit);
        let three = terms.word(32, 3);
        let conditions = [
            terms.ult(digit, three),
            terms.ult(tenth, bound),
            terms.ult(shifted, bound),
            terms.ult(scaled, bound),
        ];
        for condition in &conditions[..if i % 6 == 0 { 4 } else { 3 }] {
            branches(&mut terms, &mut path, *condition, &mut queries);
        }
    }
    (terms, queries)
}

/// Builds the independent parts of a path: a few comparisons of a few symbols each.
fn small_parts() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::new(), Vec::new());
    let symbols: Vec<Term> = (0..60).map(|_| terms.symbol("x", Sort::Bits(32))).collect();
    let mut state = 1u64;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..5000 {
        let first = random(60) as usize;
        let mut query = Vec::new();
        for i in 0..3 {
            let (x, y) = (symbols[first], symbols[(first + i) % 60]);
            let (factor, bound) = (terms.word(32, 4 + random(3)), terms.word(32, random(5000)));
            let scaled = terms.mul(y, factor);
            let address = terms.add(scaled, x);
            query.push(if random(2) == 0 {
                terms.ult(address, bound)
            } else {
                terms.slt(bound, address)
            });
        }
        queries.push(query);
    }
    (terms, queries)
}

/// Builds `x * y == c` without overflow, for products of two primes, and for primes.
fn factor() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::new(), Vec::new());
    for number in [1009 * 1013, 4093 * 4091, 65_521 * 32_749, 8191 * 8179, 1_048_583, 16_777_213] {
        let x = terms.symbol("x", Sort::Bits(16));
        let y = terms.symbol("y", Sort::Bits(16));
        let (wide_x, wide_y) = (terms.zero_extend(16, x), terms.zero_extend(16, y));
        let product = terms.mul(wide_x, wide_y);
        let number = terms.word(32, number);
        let one = terms.word(16, 1);
        queries.push(vec![terms.eq(product, number), terms.ult(one, x), terms.ult(one, y)]);
    }
    (terms, queries)
}

fn associative() -> (Terms, Vec<Vec<Term>>) {
    law(&[4, 5, 6], |terms, x, y, z| {
        let (xy, yz) = (terms.mul(x, y), terms.mul(y, z));
        (terms.mul(xy, z), terms.mul(x, yz))
    })
}

fn distributive() -> (Terms, Vec<Vec<Term>>) {
    law(&[6, 7, 8], |terms, x, y, z| {
        let sum = terms.add(y, z);
        let (xy, xz) = (terms.mul(x, y), terms.mul(x, z));
        (terms.mul(x, sum), terms.add(xy, xz))
    })
}

/// Refutes that two computations of the same value differ, for some widths.
fn law(
    widths: &[u32],
    sides: fn(&mut Terms, Term, Term, Term) -> (Term, Term),
) -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::without_rewriting(), Vec::new());
    for &width in widths {
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Bits(width)));
        let (left, right) = sides(&mut terms, x, y, z);
        queries.push(vec![terms.distinct(left, right)]);
    }
    (terms, queries)
}

/// Builds queries for square roots modulo a power of two.
fn square() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::new(), Vec::new());
    for root in [12_345u64, 987_654_321, 77_777_777, 3_000_000_019] {
        let x = terms.symbol("x", Sort::Bits(32));
        let product = terms.mul(x, x);
        let number = terms.word(32, root * root);
        queries.push(vec![terms.eq(product, number)]);
    }
    (terms, queries)
}

/// Builds queries for the overflow of a product of bounded factors.
fn overflow() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::new(), Vec::new());
    for (a, b) in [(46_340, 46_340), (46_342, 46_342), (1000, 2_000_000), (60_000, 40_000)] {
        let x = terms.symbol("x", Sort::Bits(32));
        let y = terms.symbol("y", Sort::Bits(32));
        let (a, b, zero) = (terms.word(32, a), terms.word(32, b), terms.word(32, 0));
        let bounds = [terms.sle(x, a), terms.sle(y, b), terms.sle(zero, x), terms.sle(zero, y)];
        let mut query = bounds.to_vec();
        query.push(terms.signed_mul_overflows(x, y));
        queries.push(query);
    }
    (terms, queries)
}

/// Refutes the negation of `(x / y) * y + x % y == x`.
fn division_law() -> (Terms, Vec<Vec<Term>>) {
    law(&[6, 7, 8], |terms, x, y, _| {
        let (quotient, rest) = (terms.udiv(x, y), terms.urem(x, y));
        let product = terms.mul(quotient, y);
        (terms.add(product, rest), x)
    })
}

/// Builds queries for numbers with a given quotient and remainder, at 32 bits.
fn inverse_division() -> (Terms, Vec<Vec<Term>>) {
    let (mut terms, mut queries) = (Terms::new(), Vec::new());
    for (q, r) in [(12, 5), (1000, 77), (123_456, 7), (3, 1_000_000)] {
        let x = terms.symbol("x", Sort::Bits(32));
        let y = terms.symbol("y", Sort::Bits(32));
        let (quotient, rest) = (terms.udiv(x, y), terms.urem(x, y));
        let (signed, q_term, r_term) = (terms.sdiv(x, y), terms.word(32, q), terms.word(32, r));
        queries.push(vec![terms.eq(quotient, q_term), terms.eq(rest, r_term)]);
        queries.push(vec![terms.eq(signed, q_term), terms.eq(rest, r_term)]);
    }
    (terms, queries)
}
