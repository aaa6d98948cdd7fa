//! `planes-naive`: the segment-offset-plane memory as seed 002 explains it, before it is made fast.
//!
//! Section 2: "the content of a plane is represented by a list of write records", to which each write
//! adds one, and a read makes an `ite` of all records "and asks an SMT solver to simplify" it
//! (section 5). There is no boost map, no cache, no limit to the questions, and no record is ever
//! removed. It is the measure for `planes`, and what it is compared with.
//!
//! Departures: 1. of `layers`, and 1. and 2. of `planes`; without these it would give other values, not
//! only the same ones slower. Where a record surely is what is read, the `ite` is made without what
//! is older ("trivial simplification", section 3).

use std::rc::Rc;

use term::{BlockId, Term};

use crate::blockwise::{Blockwise, Content};
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::spots::Spots;
use crate::update::Effect;
use crate::value::Value;

use super::layers::{Layers, all_written, record};
use super::parts::Origin;
use super::plan::{Ask, Plan, Source, pointers, read};

/// The memory.
pub type PlanesNaive = Blockwise<History>;

/// A segment in all planes: everything that was ever written to it.
#[derive(Clone)]
pub struct History(Layers<History>);

impl History {
    fn push(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, effect: Effect<Rc<History>>) {
        let spots = Spots::of(cx, at, self.0.room());
        if let Some((plane, entry)) = record(cx, guard, at, spots, effect) {
            self.0.push(plane, entry);
        }
    }
}

impl Source for History {
    fn plan(&self, cx: &mut Context<'_>, at: Value, ask: Ask) -> Plan<History> {
        self.0.plan_of_all(cx, at, ask)
    }

    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        self.0.places_of_pointers(cx)
    }

    fn layers(&self) -> &Layers<History> {
        &self.0
    }

    fn layers_mut(&mut self) -> &mut Layers<History> {
        &mut self.0
    }
}

impl Content for History {
    type Settings = ();

    fn new(owner: BlockId, initial: Initial, room: u64, (): ()) -> History {
        History(Layers::new(Origin::new(owner, initial), room))
    }

    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        read(self, cx, at, Ask::Value { bytes })
    }

    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        self.push(cx, guard, at, Effect::Write { bytes, value });
    }

    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        self.push(cx, guard, at, Effect::Fill { length, byte });
    }

    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &History,
        from: Value,
        length: Value,
    ) {
        let source = Rc::new(source.clone());
        self.push(cx, guard, at, Effect::Copy { length, source, from });
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        self.push(cx, guard, at, Effect::Many(Rc::new(*write)));
    }

    fn merge(&mut self, cx: &mut Context<'_>, other: &History, guard: Term, _: Option<&History>) {
        self.0.merge(cx, &other.0, guard);
    }

    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        all_written(self, cx, at, length, self.0.room())
    }

    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        pointers(self, cx)
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.0.describe(items)
    }
}
