//! The value at an address that may be one of many constant ones.

use std::collections::HashMap;

use term::{FxBuild, Term};

use crate::candidate_offsets::CandidateOffsets;
use crate::memory::Context;
use crate::value::{Value, ite};

use super::parts::zero;

/// Up to this number of cases are an `ite`; more are an array.
const MAX_CHOICES: usize = 32;

/// The value at a constant address.
#[derive(Clone, Copy)]
pub struct Case {
    pub offset: u64,
    pub value: Value,
}

/// Returns the value at an address: one of the cases, in the order of their offsets, or `below` if
/// the address is none of them. Without `below` it is one of them.
pub fn choose(
    cx: &mut Context<'_>,
    at: Term,
    candidates: CandidateOffsets,
    cases: Vec<Case>,
    below: Option<Value>,
    bytes: u32,
) -> Value {
    if cases.len() > MAX_CHOICES {
        return from_array(cx, at, candidates, &cases, below, bytes);
    }
    let mut groups = by_value(cases);
    let below = below.unwrap_or_else(|| {
        // The value of the most addresses needs no condition.
        let most = groups.iter().map(|(_, offsets)| offsets.len()).max().unwrap_or(0);
        match groups.iter().position(|(_, offsets)| offsets.len() == most) {
            Some(group) => groups.remove(group).0,
            None => zero(cx, bytes),
        }
    });
    groups.into_iter().rev().fold(below, |below, (value, offsets)| {
        let mut here = Term::FALSE;
        for offset in offsets {
            let number = cx.number(offset);
            let same = cx.terms.eq(at, number);
            here = cx.terms.or(here, same);
        }
        ite(cx, here, value, below, bytes)
    })
}

/// Groups offsets by value, in the order of the first.
fn by_value(cases: Vec<Case>) -> Vec<(Value, Vec<u64>)> {
    let mut groups: Vec<(Value, Vec<u64>)> = Vec::new();
    let mut index: HashMap<Value, usize, FxBuild> = HashMap::default();
    for Case { offset, value } in cases {
        let group = *index.entry(value).or_insert_with(|| {
            groups.push((value, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(offset);
    }
    groups
}

/// Returns the cases as an array, indexed by the number of the candidate.
fn from_array(
    cx: &mut Context<'_>,
    at: Term,
    candidates: CandidateOffsets,
    cases: &[Case],
    below: Option<Value>,
    bytes: u32,
) -> Value {
    let low = candidates.stride.trailing_zeros();
    let width = (64 - candidates.last.leading_zeros()).saturating_sub(low).max(1);
    let zero = cx.terms.word(8 * bytes, 0);
    let mut array = cx.terms.const_array(width, zero);
    for case in cases.iter().filter(|case| case.value != Value::ZERO) {
        let index = cx.terms.word(width, case.offset >> low);
        let element = case.value.to_term(cx.terms, 8 * bytes);
        array = cx.terms.store(array, index, element);
    }
    let index = cx.terms.extract(low + width - 1, low, at);
    let element = cx.terms.select(array, index);
    let element = Value::of_term(cx.terms, element);
    let Some(below) = below else { return element };
    let among = among(cx, at, candidates, cases);
    ite(cx, among, element, below, bytes)
}

/// Returns the condition that an address is one of the cases: a comparison for each run of them.
fn among(cx: &mut Context<'_>, at: Term, candidates: CandidateOffsets, cases: &[Case]) -> Term {
    let mut among = Term::FALSE;
    let mut rest = cases;
    while let Some(first) = rest.first() {
        let follows = |pair: &[Case]| pair[1].offset - pair[0].offset == candidates.stride;
        let count = 1 + rest.windows(2).take_while(|pair| follows(pair)).count();
        let (start, span) = (cx.number(first.offset), cx.number(count as u64 * candidates.stride));
        let distance = cx.terms.sub(at, start);
        let inside = cx.terms.ult(distance, span);
        among = cx.terms.or(among, inside);
        rest = &rest[count..];
    }
    among
}
