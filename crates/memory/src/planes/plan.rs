//! Reads through copies of copies, as a loop.
//!
//! A record of a copy says: what that segment held, as it was. A program may copy as often as it
//! likes, so what is found at the end of such a chain is not looked for by recursion: a segment makes
//! a plan of a read, in which such places are left open (`Source::plan`), and `read` fills them in,
//! each once, however many ways lead to it.

use std::rc::Rc;

use hashbrown::HashMap;
use term::{FxBuild, Term};

use crate::candidate_offsets::CandidateOffsets;
use crate::memory::Context;
use crate::symbolic_write::places_through_copies;
use crate::value::{Value, ite};

use super::choice::{Case, choose};
use super::ite_lists::IteLists;
use super::parts::join_halves;

/// What is asked about an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// The value of so many bytes.
    Value { bytes: u32 },
    /// Whether the byte was written: 1 if it was, and 0 if not.
    Written,
}

impl Query {
    /// How many bytes the answer is about, and has.
    pub fn bytes(self) -> u32 {
        match self {
            Query::Value { bytes } => bytes,
            Query::Written => 1,
        }
    }
}

/// A segment, now or as it was.
pub trait Source: Sized {
    /// How to answer a question about an address.
    fn plan(&self, cx: &mut Context<'_>, at: Value, query: Query) -> Plan<Self>;

    /// Where something that mentions a block was written to it, other than by a copy.
    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)>;

    /// Its ite-lists.
    fn ite_lists(&self) -> &IteLists<Self>;

    /// Its ite-lists, to be changed.
    fn layers_mut(&mut self) -> &mut IteLists<Self>;
}

/// How to get the answer to a question.
pub enum Plan<S> {
    /// This is it.
    Known(Value),
    /// It is what another segment says at an address.
    Copy(Rc<S>, Value, Query),
    /// The lower part and the higher part, with their bytes.
    Halves(Box<[(Plan<S>, u32); 2]>),
    /// What the first says whose condition holds, or what is at the bottom; of so many bytes.
    IteLists(Vec<(Term, Plan<S>)>, Box<Plan<S>>, u32),
    /// What is at one of some constant addresses, or below; of so many bytes.
    Choice {
        at: Term,
        candidates: CandidateOffsets,
        cases: Vec<(u64, Plan<S>)>,
        below: Option<Box<Plan<S>>>,
        bytes: u32,
    },
}

/// A question about a segment as it was.
type Key<S> = (*const S, Value, Query);
type QueryCache<S> = HashMap<Key<S>, Value, FxBuild>;

impl<S: Source> Plan<S> {
    /// The plan, or the answer if nothing is open in it.
    pub fn settled(self, cx: &mut Context<'_>) -> Plan<S> {
        let none = QueryCache::default();
        if self.open(&none).is_some() { self } else { Plan::Known(self.answer(cx, &none)) }
    }

    /// A question that must be answered first.
    fn open(&self, known: &QueryCache<S>) -> Option<(Rc<S>, Value, Query)> {
        match self {
            Plan::Known(_) => None,
            Plan::Copy(source, at, query) => {
                let open = !known.contains_key(&(Rc::as_ptr(source), *at, *query));
                open.then(|| (source.clone(), *at, *query))
            }
            Plan::Halves(halves) => halves.iter().find_map(|(half, _)| half.open(known)),
            Plan::IteLists(ite_lists, bottom, _) => {
                let mut plans = ite_lists.iter().map(|(_, plan)| plan).chain([&**bottom]);
                plans.find_map(|plan| plan.open(known))
            }
            Plan::Choice { cases, below, .. } => {
                let mut plans = cases.iter().map(|(_, plan)| plan).chain(below.as_deref());
                plans.find_map(|plan| plan.open(known))
            }
        }
    }

    /// The answer, once nothing is open.
    fn answer(self, cx: &mut Context<'_>, known: &QueryCache<S>) -> Value {
        match self {
            Plan::Known(value) => value,
            Plan::Copy(source, at, query) => {
                known.get(&(Rc::as_ptr(&source), at, query)).copied().unwrap_or(Value::ZERO)
            }
            Plan::Halves(halves) => {
                let [(low, low_bytes), (high, high_bytes)] = *halves;
                let (low, high) = (low.answer(cx, known), high.answer(cx, known));
                join_halves(cx, low, low_bytes, high, high_bytes)
            }
            Plan::IteLists(ite_lists, bottom, bytes) => {
                let bottom = bottom.answer(cx, known);
                ite_lists.into_iter().rev().fold(bottom, |below, (guard, plan)| {
                    let value = plan.answer(cx, known);
                    ite(cx, guard, value, below, bytes)
                })
            }
            Plan::Choice { at, candidates, cases, below, bytes } => {
                let case = |(offset, plan): (u64, Plan<S>)| {
                    let value = plan.answer(cx, known);
                    Case { offset, value }
                };
                let cases = cases.into_iter().map(case).collect();
                let below = below.map(|plan| plan.answer(cx, known));
                choose(cx, at, candidates, cases, below, bytes)
            }
        }
    }
}

/// The answer to a question about an address.
pub fn read<S: Source>(segment: &S, cx: &mut Context<'_>, at: Value, query: Query) -> Value {
    let mut known = QueryCache::default();
    let mut plan = segment.plan(cx, at, query);
    // The plans that wait for the one at hand, and what each of them is the plan of.
    let mut waiting: Vec<(Plan<S>, Option<Key<S>>)> = Vec::new();
    let mut key = None;
    loop {
        if let Some((source, at, query)) = plan.open(&known) {
            let next = source.plan(cx, at, query);
            waiting.push((std::mem::replace(&mut plan, next), key));
            key = Some((Rc::as_ptr(&source), at, query));
            continue;
        }
        let value = plan.answer(cx, &known);
        let (Some(answered), Some((next, next_key))) = (key, waiting.pop()) else { return value };
        known.insert(answered, value);
        (plan, key) = (next, next_key);
    }
}

/// The condition under which a byte was written.
pub fn is_written<S: Source>(segment: &S, cx: &mut Context<'_>, at: Value) -> Term {
    match read(segment, cx, at, Query::Written) {
        Value::Bits(bit) => Term::from(bit == 1),
        value => {
            let (bit, one) = (value.to_term(cx.terms, 8), cx.terms.word(8, 1));
            cx.terms.eq(bit, one)
        }
    }
}

/// The values in a segment that may be pointers: what is now at the places where something was
/// written that mentions a block, in it or in what was copied to it.
pub fn pointers<S: Source>(segment: &S, cx: &mut Context<'_>) -> Vec<Value> {
    let copies = |segment: &S| segment.ite_lists().copies();
    let places = places_through_copies(cx, segment, S::places_of_pointers, copies);
    places.into_iter().map(|(at, bytes)| read(segment, cx, at, Query::Value { bytes })).collect()
}
