//! Visited states: subsumption of states that agree in everything on which the rest of their paths depends.
//!
//! Such states have the same future, and one of them is enough. So an infinite loop ends, and a program
//! with finitely many states reaches a verdict.
//!
//! The description of a state consists of the positions of its calls, the live registers, all memory that
//! can change, and the conditions that relate to the symbols in these; symbols are numbered in the order of
//! their occurrence, so that states of different paths can be equal. Addresses are part of the description.
//! It also contains values that can be read again although nothing holds them: uninitialised bytes, and the
//! results of functions that return the same value each time. The description is kept as 128 bits; each
//! list in it follows its length.
//!
//! This file does not know when states are compared. Workers rely on a covered state having the same future
//! as the visited one.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use memory::{Item, Memory, Names, Value};
use term::{FxBuild, Op, Term, TermMap, Terms};
use xxhash_rust::xxh3::xxh3_128;

use crate::explore::Explorer;
use crate::findings::property::Property;
use crate::machine::input_pointers::InputPointers;
use crate::machine::inputs::Foreign;
use crate::state::frames::{NO_FUNCTION, State};
use crate::state::path::{Decision, Decisions};

/// The limit on the size of the terms of a description.
const MAX_SIZE: usize = 4096;
/// The number of states in a row that are not covered, after which only some states are described.
const PATIENCE: u64 = 512;
/// The reciprocal of the fraction of states that are described then.
const SELDOM: u64 = 16;
/// The number of states as which a state with too large a description counts: to detect that takes as long,
/// and the states that follow it are no smaller.
const TOO_LARGE: u64 = 64;

/// The visited states.
#[derive(Default)]
pub struct VisitedStates {
    states: HashSet<u128, FxBuild>,
    /// The number of states since the last one that a visited state covered.
    since: u64,
    /// The number of states that a visited state covered.
    pub subsumed: u64,
    /// Buffers for descriptions, which can be large.
    items: Vec<Item>,
    words: Words,
}

/// A description under construction.
struct Description<'t> {
    terms: &'t Terms,
    names: &'t Names,
    lazy: &'t InputPointers,
    foreign: &'t TermMap<Foreign>,
    words: Words,
    /// The numbers of terms that were described.
    numbers: TermMap<u64>,
    /// The number of terms; a term with many cases counts as many.
    size: usize,
    /// The symbols among the terms, in order.
    symbols: Vec<Term>,
}

impl Description<'_> {
    fn word(&mut self, word: u64) {
        self.words.write_u64(word);
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        self.words.write(text.as_bytes());
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Bits(bits) => {
                self.word(1);
                self.word(bits);
            }
            Value::Pointer { block, offset } => {
                self.word(2);
                self.word(block.index() as u64);
                self.word(offset);
            }
            Value::Term(term) => {
                self.word(3);
                self.term(term);
            }
        }
    }

    /// Describes a term by its structure; a term that was described before is its number.
    fn term(&mut self, term: Term) {
        let terms = self.terms;
        let is_known = |part: Term| self.numbers.contains_key(&part);
        for part in term::visit::post_order_until(terms, &[term], is_known) {
            if self.numbers.contains_key(&part) {
                continue;
            }
            let number = self.numbers.len() as u64;
            self.numbers.insert(part, number);
            self.size += 1 + terms.args(part).len().saturating_sub(3);
            match terms.op(part) {
                // A block that was never written to is described by its own array.
                Op::Symbol(id) if self.names.is_uninitialised(part) => {
                    self.symbols.push(part);
                    id.hash(&mut self.words);
                }
                Op::Symbol(_) => {
                    self.symbols.push(part);
                    // A pointer of a lazy input can become anything that its type allows.
                    if let Some(target) = self.lazy.target_of(part) {
                        self.word(target.index() as u64);
                    }
                    // An access through a pointer that a function without a body returned ends the path
                    // there.
                    if let Some(&foreign) = self.foreign.get(&part) {
                        self.word(u64::MAX - foreign as u64);
                    }
                    // The identity of a symbol does not matter, but its sort does.
                    let sort = terms.sort(part);
                    sort.hash(&mut self.words);
                }
                op => {
                    match op {
                        // The list of cases follows as its arguments.
                        Op::Cases(_) => self.text("cases"),
                        op => op.hash(&mut self.words),
                    }
                    self.word(terms.args(part).len() as u64);
                    for argument in terms.args(part).to_vec() {
                        self.word(self.numbers.get(&argument).copied().unwrap_or(u64::MAX));
                    }
                }
            }
        }
        self.word(self.numbers.get(&term).copied().unwrap_or(u64::MAX));
    }
}

/// The words of a description, in order.
#[derive(Default)]
struct Words(Vec<u8>);

impl Words {
    fn digest(&self) -> u128 {
        xxh3_128(&self.0)
    }
}

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        self.digest() as u64
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns whether a visited state covers a state; if none does, adds the state to the visited states.
    pub(crate) fn is_visited(&mut self, state: &State<M>) -> bool {
        self.visited.since += 1;
        let often = self.visited.since <= PATIENCE || self.visited.since.is_multiple_of(SELDOM);
        if !often {
            return false;
        }
        let Some(description) = self.described(state) else { return false };
        if self.visited.states.insert(description) {
            return false;
        }
        self.visited.since = 0;
        self.visited.subsumed += 1;
        true
    }

    /// Returns the description of a state; `None` if it has none.
    fn described(&mut self, state: &State<M>) -> Option<u128> {
        // Conditions on unrelated symbols can be omitted because a witness of the path exists.
        state.path.witness.as_ref()?;
        self.visited.items.clear();
        if !state.memory.describe(&mut self.visited.items) {
            return None;
        }
        let registers = self.registers_that_matter(state);
        let solver = self.machine.solver.as_mut()?;
        let mut description = Description {
            terms: &self.machine.terms,
            names: &self.machine.names,
            lazy: &self.machine.lazy,
            foreign: &self.machine.foreign,
            words: std::mem::take(&mut self.visited.words),
            numbers: TermMap::default(),
            size: 0,
            symbols: Vec::new(),
        };
        describe_calls(&mut description, state);
        description.word(registers.len() as u64);
        for value in registers {
            description.value(value);
        }
        description.word(self.visited.items.len() as u64);
        for &item in &self.visited.items {
            if description.size > MAX_SIZE {
                break;
            }
            match item {
                Item::Word(word) => description.word(word),
                Item::Value(value) => description.value(value),
                Item::Uninitialised(block) => {
                    description.word(block.index() as u64);
                    if let Some(array) = self.machine.names.known_uninitialised(block) {
                        description.term(array);
                    }
                }
            }
        }
        // The settled pointers of lazy inputs, with their targets.
        let mut given = Vec::new();
        state.inputs.describe(&mut given);
        description.word(given.len() as u64);
        for item in given {
            if description.size > MAX_SIZE {
                break;
            }
            match item {
                Item::Value(value) => description.value(value),
                Item::Word(word) => description.word(word),
                Item::Uninitialised(_) => {}
            }
        }
        // The conditions on the symbols, and on those related to them. A function can be called again,
        // whether or not its earlier results are still held.
        let mut symbols = description.symbols.clone();
        symbols.extend(solver.index.mentions.functions());
        let (conditions, _) =
            state.path.related(&self.machine.terms, &mut solver.index.mentions, &symbols);
        description.word(conditions.len() as u64);
        for condition in conditions {
            description.term(condition);
        }
        let Description { size, mut words, .. } = description;
        let fits = size <= MAX_SIZE;
        self.visited.since += if fits { 0 } else { TOO_LARGE };
        let digest = fits.then(|| words.digest());
        words.0.clear();
        self.visited.words = words;
        digest
    }

    /// Returns the live registers; where leaks are checked, also pointers in variables.
    fn registers_that_matter(&mut self, state: &State<M>) -> Vec<Value> {
        let leaks = self.machine.options.properties.has(Property::ValidMemtrack);
        let mut values = Vec::new();
        let frames = state.callers.iter().chain([&state.frame]);
        for frame in frames.filter(|frame| frame.function != NO_FUNCTION) {
            let (live, visible) = self.machine.registers_of(frame);
            for reg in live {
                values.push(state.registers[frame.base + reg.index()]);
            }
            for reg in visible.into_iter().filter(|_| leaks) {
                let value = state.registers[frame.base + reg.index()];
                if !matches!(value, Value::Bits(_)) {
                    values.push(Value::Bits(reg.index() as u64));
                    values.push(value);
                }
            }
            values.push(Value::Bits(u64::MAX));
        }
        values
    }
}

/// Describes the positions of the calls of a state.
fn describe_calls<M: Memory>(description: &mut Description<'_>, state: &State<M>) {
    for frame in state.callers.iter().chain([&state.frame]) {
        description.word(u64::from(frame.function.0));
        description.word(u64::from(frame.block.0));
        description.word(frame.at as u64);
        description.word(frame.result.map_or(u64::MAX, |reg| reg.index() as u64));
        description.word(frame.arguments.map_or(u64::MAX, |block| block.index() as u64));
        description.word(frame.locals.len() as u64);
        for (local, block) in &frame.locals {
            description.word(u64::from(local.0));
            description.word(block.index() as u64);
        }
        description.word(frame.iterations.len() as u64);
        for (block, iterations) in &frame.iterations {
            description.word(u64::from(block.0));
            description.word(*iterations);
        }
    }
    description.word(state.read);
    description.word(state.rounding as u64);
    description.word(state.escaped.len() as u64);
    state.escaped.keys().for_each(|block| description.word(block.index() as u64));
    description.word(u64::from(state.path.layout.is_some()));
    let ahead: Vec<Decision> = state.path.ahead.iter().cloned().collect();
    description.text(&Decisions(&ahead).to_string());
}
