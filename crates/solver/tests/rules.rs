//! Proves every rewrite rule on its examples: with rewriting off, the plain solver shows that the value of a term and
//! the result of the rule are always equal. Also checks that a rule does not apply to its counterexamples.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use solver::{Answer, Limits, Query, plain};
use term::rewrite::{GROUPS, Rule};
use term::smtlib::{Environment, parse_term};
use term::{Sort, Term, Terms};

/// The widths at which examples are parsed; the smallest has room for their constants.
const WIDTHS: [u32; 4] = [4, 5, 8, 13];
/// The widths for laws of multiplication and division, which are hard for a SAT solver.
const NARROW: [u32; 3] = [4, 5, 6];

/// Parses an example at a width.
fn example(terms: &mut Terms, text: &str, width: u32) -> Term {
    let mut environment = Environment::new();
    for name in ["x", "y", "z"] {
        environment.declare(terms, name, Sort::Bits(width)).unwrap();
    }
    for name in ["p", "q", "r"] {
        environment.declare(terms, name, Sort::Bool).unwrap();
    }
    for name in ["a", "b"] {
        environment.declare(terms, name, Sort::Array { index: width, element: width }).unwrap();
    }
    let text = text
        .replace("$max", &((1u64 << width) - 1).to_string())
        .replace("$min", &(1u64 << (width - 1)).to_string())
        .replace("$top", &(width - 1).to_string())
        .replace("$w", &width.to_string());
    parse_term(terms, &mut environment, &text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn widths(rule: &Rule) -> &'static [u32] {
    let hard = ["product-", "divide-"].iter().any(|name| rule.name.starts_with(name));
    if hard { &NARROW } else { &WIDTHS }
}

fn all_rules() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|group| group.rules)
}

#[test]
fn every_rule_applies_to_its_examples_and_keeps_their_value() {
    for rule in all_rules() {
        assert!(!rule.applies.is_empty(), "{} has no example", rule.name);
        for text in rule.applies {
            for &width in widths(rule) {
                prove(rule, text, width);
            }
        }
    }
}

fn prove(rule: &Rule, text: &str, width: u32) {
    let mut terms = Terms::without_rewriting();
    let before = example(&mut terms, text, width);
    let after = rule
        .apply_to(&mut terms, before)
        .unwrap_or_else(|| panic!("{} does not apply to {text} at width {width}", rule.name));
    assert_ne!(before, after, "{} does nothing to {text}", rule.name);
    let differ = terms.distinct(before, after);
    let limits = Limits::default();
    let query = Query { assumptions: &[differ], limits: &limits };
    match plain().check(&mut terms, query) {
        Answer::Unsat(_) => {}
        other => panic!(
            "{} is wrong for {text} at width {width}: {other:?}\nresult: {}",
            rule.name,
            terms.display(after)
        ),
    }
}

#[test]
fn no_rule_applies_where_it_must_not() {
    for rule in all_rules() {
        assert!(!rule.not.is_empty(), "{} has no counterexample", rule.name);
        for text in rule.not {
            for width in WIDTHS {
                let mut terms = Terms::without_rewriting();
                let term = example(&mut terms, text, width);
                let result = rule.apply_to(&mut terms, term);
                assert_eq!(result, None, "{} applies to {text} at width {width}", rule.name);
            }
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = all_rules().map(|rule| rule.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Checks that the constructors, with all rules together, keep the value of the examples.
#[test]
fn simplified_examples_keep_their_value() {
    for rule in all_rules() {
        for text in rule.applies.iter().chain(rule.not) {
            let mut raw = Terms::without_rewriting();
            let before = example(&mut raw, text, 8);
            let mut terms = Terms::new();
            let after = example(&mut terms, text, 8);
            let mut environment = Environment::of_terms(&raw, &[before]);
            let printed = term::smtlib::print_term(&terms, after);
            declare_missing(&mut raw, &mut environment);
            let after = parse_term(&mut raw, &mut environment, &printed).unwrap();
            let differ = raw.distinct(before, after);
            let limits = Limits::default();
            let query = Query { assumptions: &[differ], limits: &limits };
            let answer = plain().check(&mut raw, query);
            assert!(matches!(answer, Answer::Unsat(_)), "{text} became {printed}: {answer:?}");
        }
    }
}

/// Declares names that only one of an example and its simplification contains.
fn declare_missing(terms: &mut Terms, environment: &mut Environment) {
    for name in ["x", "y", "z"] {
        let _ = environment.declare(terms, name, Sort::Bits(8));
    }
    for name in ["p", "q", "r"] {
        let _ = environment.declare(terms, name, Sort::Bool);
    }
    for name in ["a", "b"] {
        let _ = environment.declare(terms, name, Sort::Array { index: 8, element: 8 });
    }
}
