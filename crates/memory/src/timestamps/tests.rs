//! The rules of the document as tests, for both models; and what the index adds.

use term::visit::post_order;
use term::{AllocId, Sort, Term, Terms};

use crate::blocks::{Kind, Names, NewBlock, Site};
use crate::blockwise::BlockContents;
use crate::memory::{Context, Initial, Memory};
use crate::oracle::SyntacticOracle;
use crate::timestamps::{Timeline, Timestamps, TimestampsNaive};
use crate::value::Value;

const WIDTH: u32 = 64;

/// A memory with one block of 16 bytes, and two symbolic offsets in it.
struct World<M> {
    terms: Terms,
    names: Names,
    memory: M,
    block: AllocId,
    i: Term,
    j: Term,
}

impl<M: Memory> World<M> {
    fn new(memory: M, initial: Initial) -> World<M> {
        let mut terms = Terms::new();
        let [i, j] = ["i", "j"].map(|name| {
            let small = terms.symbol(name, Sort::Bits(3));
            terms.zero_extend(WIDTH - 3, small)
        });
        let mut world =
            World { terms, names: Names::default(), memory, block: AllocId::from_index(0), i, j };
        world.block = world.allocate(initial);
        world
    }

    fn allocate(&mut self, initial: Initial) -> AllocId {
        let new = NewBlock {
            kind: Kind::Heap,
            size: Value::Bits(16),
            room: 16,
            align: 8,
            constant: false,
            allocated_at: Site(0),
        };
        self.with(|memory, cx| memory.allocate(cx, new, initial)).expect("there is room")
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut M, &mut Context<'_>) -> T) -> T {
        let mut cx = Context {
            terms: &mut self.terms,
            names: &mut self.names,
            oracle: &mut SyntacticOracle,
            pointer: WIDTH,
        };
        f(&mut self.memory, &mut cx)
    }

    fn at(&mut self, offset: Term) -> Value {
        let base = self.terms.base_of(self.block);
        let pointer = self.terms.add(base, offset);
        Value::of_term(&self.terms, pointer)
    }

    fn store(&mut self, offset: Term, byte: u64) {
        let to = self.at(offset);
        self.with(|memory, cx| memory.store(cx, to, 1, Value::Bits(byte)));
    }

    fn load(&mut self, offset: Term, bytes: u32) -> Value {
        let from = self.at(offset);
        self.with(|memory, cx| memory.load(cx, from, bytes))
    }

    fn load_byte(&mut self, offset: Term) -> Term {
        let value = self.load(offset, 1);
        value.to_term(&mut self.terms, 8)
    }

    fn number(&mut self, number: u64) -> Term {
        self.terms.word(WIDTH, number)
    }

    fn uninitialised(&mut self, offset: Term) -> Term {
        let array = self.names.uninitialised(&mut self.terms, self.block);
        self.terms.select(array, offset)
    }

    /// `ite(a = b, byte, otherwise)`
    fn where_equal(&mut self, a: Term, b: Term, byte: u64, otherwise: Term) -> Term {
        let (same, byte) = (self.terms.eq(a, b), self.terms.word(8, byte));
        self.terms.ite(same, byte, otherwise)
    }
}

/// Runs a test for both models.
macro_rules! for_both {
    ($($(#[$doc:meta])* fn $name:ident($world:ident) $body:block)*) => {
        $(
            mod $name {
                use super::*;

                fn rule<M: Memory>(mut $world: World<M>) $body

                #[test]
                fn indexed() {
                    rule(World::new(Timestamps::new(WIDTH), Initial::Uninitialised));
                }

                #[test]
                fn naive() {
                    rule(World::new(TimestampsNaive::new(WIDTH), Initial::Uninitialised));
                }
            }
        )*
    };
}

for_both! {
    fn a_load_is_a_choice_between_the_records_that_may_be_meant(world) {
        let (i, j) = (world.i, world.j);
        world.store(i, 7);
        let below = world.uninitialised(j);
        let expected = world.where_equal(j, i, 7, below);
        assert_eq!(world.load_byte(j), expected);
    }

    fn of_two_stores_the_later_one_shows(world) {
        let (i, j) = (world.i, world.j);
        let three = world.number(3);
        world.store(three, 1);
        world.store(i, 2);
        world.store(j, 3);
        let one = world.terms.word(8, 1);
        let older = world.where_equal(three, i, 2, one);
        let expected = world.where_equal(three, j, 3, older);
        assert_eq!(world.load_byte(three), expected);
        // And once more at the constant address: nothing else is left.
        world.store(three, 4);
        assert_eq!(world.load(three, 1), Value::Bits(4));
    }

    fn an_uninitialised_read_gives_the_same_again(world) {
        let i = world.i;
        let first = world.load_byte(i);
        assert_eq!(first, world.uninitialised(i));
        let nine = world.number(9);
        world.store(nine, 1);
        let again = world.load_byte(i);
        assert_eq!(again, first, "i is below 8");
    }

    fn what_is_surely_written_has_no_implicit_store_below(world) {
        let i = world.i;
        world.store(i, 5);
        assert_eq!(world.load(i, 1), Value::Bits(5));
        let from = world.at(i);
        let written = world.with(|memory, cx| memory.initialised(cx, from, Value::Bits(1)));
        let evaluated = world.terms.domain(written).decided();
        assert_ne!(evaluated, Some(false));
    }

    fn memset_covers_a_half_open_range_and_advances_time(world) {
        let (i, zero, four) = (world.i, world.number(0), world.number(4));
        world.store(zero, 9);
        let to = world.at(zero);
        // `memset(p, 1, i)`
        let length = Value::Term(i);
        world.with(|memory, cx| memory.fill(cx, to, length, Value::Bits(1)));
        let nine = world.terms.word(8, 9);
        let (none, one) = (world.terms.eq(i, zero), world.terms.word(8, 1));
        let expected = world.terms.ite(none, nine, one);
        assert_eq!(world.load_byte(zero), expected, "of no bytes, or of the first at least");
        let below = world.uninitialised(four);
        let (covered, one) = (world.terms.ult(four, i), world.terms.word(8, 1));
        let expected = world.terms.ite(covered, one, below);
        assert_eq!(world.load_byte(four), expected, "the end does not belong to it");
        world.store(four, 2);
        assert_eq!(world.load(four, 1), Value::Bits(2), "a store after it is newer");
    }

    fn memcpy_reads_its_source_as_it_was(world) {
        let [i, j] = [world.i, world.j];
        let [zero, eight] = [0, 8].map(|it| world.number(it));
        world.store(i, 7);
        let (to, from) = (world.at(eight), world.at(zero));
        world.with(|memory, cx| memory.copy(cx, to, from, Value::Bits(8)));
        // The source changes afterwards, the copy does not.
        world.store(j, 1);
        let below = world.uninitialised(zero);
        let expected = world.where_equal(zero, i, 7, below);
        assert_eq!(world.load_byte(eight), expected);
        // What was not written is not written in the copy either.
        let from = world.at(eight);
        let written = world.with(|memory, cx| memory.initialised(cx, from, Value::Bits(1)));
        let hit = world.terms.eq(i, zero);
        assert_eq!(written, hit);
    }

    fn a_copy_onto_itself_moves_each_byte_once(world) {
        let [zero, one] = [0, 1].map(|it| world.number(it));
        for at in 0..4 {
            let offset = world.number(at);
            world.store(offset, 10 + at);
        }
        let (to, from) = (world.at(one), world.at(zero));
        world.with(|memory, cx| memory.copy(cx, to, from, Value::Bits(4)));
        assert_eq!(world.load(zero, 4), Value::Bits(0x0c0b_0a0a));
    }

    fn merging_puts_the_later_records_under_guards(world) {
        let (i, guard) = (world.i, world.terms.symbol("c", Sort::Bool));
        let [two, three] = [2, 3].map(|it| world.number(it));
        world.store(two, 1);
        let ancestor = world.memory.clone();
        world.store(two, 5);
        world.store(i, 6);
        let other = std::mem::replace(&mut world.memory, ancestor.clone());
        world.store(three, 8);
        world
            .with(|memory, cx| memory.merge(cx, &other, guard, &ancestor))
            .expect("the blocks are alike");
        // The other side's newer store at a symbolic offset lies above its store at 2.
        let (one, five) = (world.terms.word(8, 1), world.terms.word(8, 5));
        let there = world.where_equal(two, i, 6, five);
        let expected = world.terms.ite(guard, there, one);
        let got = world.load_byte(two);
        assert_same(&mut world.terms, got, expected);
        // Written on this side only: elsewhere it still is what it was.
        let from = world.at(three);
        let written = world.with(|memory, cx| memory.initialised(cx, from, Value::Bits(1)));
        let (not, hit) = (world.terms.not(guard), world.terms.eq(i, three));
        let hit = world.terms.and(guard, hit);
        let expected = world.terms.or(not, hit);
        assert_same(&mut world.terms, written, expected);
    }

    fn a_stored_pointer_is_loaded_with_its_block(world) {
        let (i, eight) = (world.i, world.number(8));
        let block = world.allocate(Initial::Zero);
        let pointer = Value::Pointer { block, offset: 4 };
        let (to, four) = (world.at(eight), world.number(4));
        world.with(|memory, cx| memory.store(cx, to, 8, pointer));
        assert_eq!(world.load(eight, 8), pointer);
        let found = world.block;
        let referents = world.with(|memory, cx| memory.referents(cx, found));
        assert!(referents.contains(&(Term::TRUE, block)), "{referents:?}");
        // Half of it is written over, perhaps.
        let low = world.terms.add(i, four);
        world.store(low, 0);
        let referents = world.with(|memory, cx| memory.referents(cx, found));
        assert!(referents.iter().any(|(_, it)| *it == block), "{referents:?}");
    }
}

/// Whether two terms of few small symbols have the same value under every input.
fn assert_same(terms: &mut Terms, a: Term, b: Term) {
    let symbols: Vec<Term> = post_order(terms, &[a, b])
        .into_iter()
        .filter(|&it| matches!(terms.op(it), term::Op::Symbol(_)))
        .collect();
    let widths: Vec<u32> = symbols.iter().map(|&it| terms.sort(it).width().unwrap_or(1)).collect();
    for input in 0..1u64 << widths.iter().sum::<u32>() {
        let mut rest = input;
        let mut model = term::Model::new();
        for (&symbol, &width) in symbols.iter().zip(&widths) {
            let term::Op::Symbol(id) = terms.op(symbol) else { continue };
            let value = rest & term::bits::mask(width);
            rest >>= width;
            model.set(
                id,
                match terms.sort(symbol) {
                    Sort::Bool => term::Value::Bool(value == 1),
                    _ => term::Value::Bits(term::Bits::new(width, value)),
                },
            );
        }
        assert_eq!(term::eval(terms, a, &model), term::eval(terms, b, &model), "input {input}");
    }
}

/// A timeline by itself, as long as its block.
struct Line {
    terms: Terms,
    names: Names,
    line: Timeline,
    i: Term,
}

impl Line {
    fn new(initial: Initial) -> Line {
        let mut terms = Terms::new();
        let (owner, _) = terms.base(term::Bits::new(WIDTH, 0x1000));
        let small = terms.symbol("i", Sort::Bits(3));
        let i = terms.zero_extend(WIDTH - 3, small);
        let line = Timeline::new(owner, initial, 64, ());
        Line { terms, names: Names::default(), line, i }
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut Timeline, &mut Context<'_>) -> T) -> T {
        let mut cx = Context {
            terms: &mut self.terms,
            names: &mut self.names,
            oracle: &mut SyntacticOracle,
            pointer: WIDTH,
        };
        f(&mut self.line, &mut cx)
    }

    /// Stores a word at a symbolic offset.
    fn store_somewhere(&mut self, word: u64) {
        let four = self.terms.word(WIDTH, 4);
        let at = Value::Term(self.terms.mul(self.i, four));
        self.with(|line, cx| line.store(cx, Term::TRUE, at, 4, Value::Bits(word)));
    }

    fn store(&mut self, offset: u64, word: u64) {
        self.with(|line, cx| line.store(cx, Term::TRUE, Value::Bits(offset), 4, Value::Bits(word)));
    }

    fn records(&self) -> usize {
        self.line.records.iter().count()
    }
}

#[test]
fn a_load_of_what_one_store_wrote_is_one_term() {
    let mut line = Line::new(Initial::Zero);
    let wide = line.terms.symbol("x", Sort::Bits(32));
    let at = Value::Term(line.i);
    line.with(|line, cx| line.store(cx, Term::TRUE, at, 4, Value::Term(wide)));
    assert_eq!(line.with(|line, cx| line.load(cx, at, 4)), Value::Term(wide));
}

#[test]
fn numbers_at_constant_offsets_make_no_records_and_no_terms() {
    let mut line = Line::new(Initial::Uninitialised);
    let terms = line.terms.len();
    for offset in (0..64).step_by(4) {
        line.store(offset, offset);
    }
    assert_eq!(line.with(|line, cx| line.load(cx, Value::Bits(8), 4)), Value::Bits(8));
    assert_eq!((line.records(), line.terms.len(), line.line.now), (0, terms, 0));
}

#[test]
fn records_that_are_surely_covered_are_dropped() {
    let mut line = Line::new(Initial::Zero);
    line.store_somewhere(1);
    line.store_somewhere(2);
    assert_eq!(line.records(), 1, "the same place, written again");
    line.with(|line, cx| {
        line.fill(cx, Term::TRUE, Value::ZERO, Value::Bits(32), Value::ZERO);
    });
    assert_eq!(line.records(), 0, "all places, written again");
}

#[test]
fn adjacent_constants_are_one_record() {
    let mut line = Line::new(Initial::Zero);
    line.store_somewhere(1);
    for offset in [0, 4, 12, 8] {
        line.store(offset, 5);
    }
    assert_eq!(line.records(), 2);
    line.store_somewhere(2);
    line.store(4, 6);
    assert_eq!(line.with(|line, cx| line.load(cx, Value::Bits(4), 4)), Value::Bits(6));
    assert!(line.line.peek(4, 4).is_some() && line.line.peek(8, 4).is_none());
}

#[test]
fn a_composed_read_is_cached() {
    let mut line = Line::new(Initial::Zero);
    line.store_somewhere(1);
    let value = line.with(|line, cx| line.load(cx, Value::Bits(4), 4));
    let terms = line.terms.len();
    assert_eq!(line.with(|line, cx| line.load(cx, Value::Bits(4), 4)), value);
    assert_eq!(line.terms.len(), terms);
}

#[test]
fn merging_shares_what_neither_side_changed() {
    let mut line = Line::new(Initial::Zero);
    line.store_somewhere(1);
    let ancestor = line.line.clone();
    let guard = line.terms.symbol("c", Sort::Bool);
    let other = ancestor.clone();
    line.store(40, 3);
    line.with(|line, cx| line.merge(cx, &other, guard, Some(&ancestor)));
    assert!(line.line.records.is_same(&ancestor.records), "only the constant layer has changed");
    let not = line.terms.not(guard);
    let (three, zero) = (line.terms.word(32, 3), line.terms.word(32, 0));
    let expected = Value::Term(line.terms.ite(not, three, zero));
    assert_eq!(line.with(|line, cx| line.load(cx, Value::Bits(40), 4)), expected);
}
