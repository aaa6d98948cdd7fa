//! Reads through chains of copies, as a loop.
//!
//! The record of a copy refers to the source segment as it was. Chains of copies may be long, so
//! reads do not recurse: a segment plans a read (`Source::plan`) and leaves the reads of sources
//! open, and `read` answers each of them once, even if several copies need it.

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

/// A query about an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadQuery {
    /// The value of this size.
    Value { bytes: u32 },
    /// Whether the byte is initialised: 1 or 0.
    Written,
}

impl ReadQuery {
    /// Returns the number of bytes that the query is about and its answer has.
    pub fn bytes(self) -> u32 {
        match self {
            ReadQuery::Value { bytes } => bytes,
            ReadQuery::Written => 1,
        }
    }
}

/// A segment, now or at an earlier time.
pub trait Source: Sized {
    /// Plans the answer to a query.
    fn plan(&self, cx: &mut Context<'_>, at: Value, query: ReadQuery) -> Plan<Self>;

    /// Returns where something that mentions a block was written, other than by a copy.
    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)>;

    /// Returns its ite-lists.
    fn ite_lists(&self) -> &IteLists<Self>;

    /// Returns its ite-lists, to be changed.
    fn ite_lists_mut(&mut self) -> &mut IteLists<Self>;
}

/// A plan of an answer.
pub enum Plan<S> {
    /// The answer is known.
    Known(Value),
    /// The answer of another segment to a query about an address.
    Copy(Rc<S>, Value, ReadQuery),
    /// The lower and the higher part, with their bytes.
    Halves(Box<[(Plan<S>, u32); 2]>),
    /// The first layer whose condition holds, or the bottom; of this size.
    Layered(Vec<(Term, Plan<S>)>, Box<Plan<S>>, u32),
    /// The value at one of some constant addresses, or below; of this size.
    Choice {
        at: Term,
        candidates: CandidateOffsets,
        cases: Vec<(u64, Plan<S>)>,
        below: Option<Box<Plan<S>>>,
        bytes: u32,
    },
}

/// A query about a segment as it was.
type Key<S> = (*const S, Value, ReadQuery);
type Answers<S> = HashMap<Key<S>, Value, FxBuild>;

impl<S: Source> Plan<S> {
    /// Returns the plan, or its answer if nothing is open in it.
    pub fn settled(self, cx: &mut Context<'_>) -> Plan<S> {
        let none = Answers::default();
        if self.open(&none).is_some() { self } else { Plan::Known(self.answer(cx, &none)) }
    }

    /// Returns a query that must be answered first.
    fn open(&self, known: &Answers<S>) -> Option<(Rc<S>, Value, ReadQuery)> {
        match self {
            Plan::Known(_) => None,
            Plan::Copy(source, at, query) => {
                let open = !known.contains_key(&(Rc::as_ptr(source), *at, *query));
                open.then(|| (source.clone(), *at, *query))
            }
            Plan::Halves(halves) => halves.iter().find_map(|(half, _)| half.open(known)),
            Plan::Layered(ite_lists, bottom, _) => {
                let mut plans = ite_lists.iter().map(|(_, plan)| plan).chain([&**bottom]);
                plans.find_map(|plan| plan.open(known))
            }
            Plan::Choice { cases, below, .. } => {
                let mut plans = cases.iter().map(|(_, plan)| plan).chain(below.as_deref());
                plans.find_map(|plan| plan.open(known))
            }
        }
    }

    /// Returns the answer, once nothing is open.
    fn answer(self, cx: &mut Context<'_>, known: &Answers<S>) -> Value {
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
            Plan::Layered(ite_lists, bottom, bytes) => {
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

/// Answers a query.
pub fn read<S: Source>(segment: &S, cx: &mut Context<'_>, at: Value, query: ReadQuery) -> Value {
    let mut known = Answers::default();
    let mut plan = segment.plan(cx, at, query);
    // The stack of waiting plans, each with the query that it answers.
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

/// Returns the condition under which a byte is initialised.
pub fn is_written<S: Source>(segment: &S, cx: &mut Context<'_>, at: Value) -> Term {
    match read(segment, cx, at, ReadQuery::Written) {
        Value::Bits(bit) => Term::from(bit == 1),
        value => {
            let (bit, one) = (value.to_term(cx.terms, 8), cx.terms.word(8, 1));
            cx.terms.eq(bit, one)
        }
    }
}

/// Returns the values that may be pointers: the current values where something was written that
/// mentions a block, in the segment or in the sources of its copies.
pub fn pointers<S: Source>(segment: &S, cx: &mut Context<'_>) -> Vec<Value> {
    let copies = |segment: &S| segment.ite_lists().copies();
    let places = places_through_copies(cx, segment, S::places_of_pointers, copies);
    places
        .into_iter()
        .map(|(at, bytes)| read(segment, cx, at, ReadQuery::Value { bytes }))
        .collect()
}
