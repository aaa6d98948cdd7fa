//! The examples of the document, one after the other.
//!
//! Pointers have 32 bits, as in the document. Its symbols are inputs of three bits, and the oracle
//! tries them all.

use term::{AllocId, Bits, Evaluator, Model, Op, Sort, Term, Terms, Value as Concrete};

use crate::blocks::{Kind, LifetimeEnd, Names, NewBlock, Site};
use crate::memory::{Context, Initial, Memory};
use crate::multi_write::MultiWrite;
use crate::oracle::Oracle;
use crate::planes::address::{Address, AddressSet, segment_of};
use crate::planes::{Planes, PlanesNaive};
use crate::value::Value;

use super::SegmentPlanes;

const WIDTH: u32 = 32;

/// All inputs of a few symbols, numbers below 8; it counts queries.
#[derive(Default)]
struct Inputs {
    symbols: Vec<Term>,
    asked: usize,
}

impl Inputs {
    fn all(&self, terms: &Terms) -> Vec<Model> {
        let mut models = vec![Model::new()];
        for &symbol in &self.symbols {
            let Op::Symbol(id) = terms.op(symbol) else { unreachable!() };
            let width = terms.width(symbol);
            let values = |model: &Model| {
                let model = model.clone();
                (0..8).map(move |value| {
                    let mut model = model.clone();
                    model.set(id, Concrete::Bits(Bits::new(width, value)));
                    model
                })
            };
            models = models.iter().flat_map(values).collect();
        }
        models
    }
}

impl Oracle for Inputs {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        self.asked += 1;
        let holds = |model: &Model| {
            Evaluator::default().eval(terms, formula, model) == Concrete::Bool(true)
        };
        self.all(terms).iter().any(holds)
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        crate::oracle::domain_range(terms, term)
    }
}

struct Example<M> {
    terms: Terms,
    names: Names,
    inputs: Inputs,
    memory: M,
}

impl<M: Memory> Example<M> {
    fn new(memory: M) -> Example<M> {
        let (terms, names, inputs) = (Terms::new(), Names::default(), Inputs::default());
        Example { terms, names, inputs, memory }
    }

    fn with<T>(&mut self, operation: impl FnOnce(&mut M, &mut Context<'_>) -> T) -> T {
        let mut cx = Context {
            terms: &mut self.terms,
            names: &mut self.names,
            oracle: &mut self.inputs,
            pointer: WIDTH,
        };
        operation(&mut self.memory, &mut cx)
    }

    fn input(&mut self, name: &str) -> Term {
        let symbol = self.terms.symbol(name, Sort::Bits(3));
        self.inputs.symbols.push(symbol);
        self.terms.zero_extend(WIDTH - 3, symbol)
    }

    fn number(&mut self, number: u64) -> Term {
        self.terms.word(WIDTH, number)
    }

    fn allocate(&mut self, size: Value, initial: Initial) -> AllocId {
        let new = NewBlock {
            kind: Kind::Heap,
            size,
            room: 4096,
            align: 16,
            constant: false,
            allocated_at: Site(0),
        };
        self.with(|memory, cx| memory.allocate(cx, new, initial)).unwrap()
    }

    fn at(&mut self, block: AllocId, offset: Term) -> Value {
        let base = self.terms.base_of(block);
        let pointer = self.terms.add(base, offset);
        Value::of_term(&self.terms, pointer)
    }

    fn store(&mut self, pointer: Value, bytes: u32, value: Value) {
        self.with(|memory, cx| memory.store(cx, pointer, bytes, value));
    }

    fn load(&mut self, pointer: Value, bytes: u32) -> Value {
        self.with(|memory, cx| memory.load(cx, pointer, bytes))
    }

    /// Whether a formula holds, whatever the inputs are.
    fn must(&mut self, formula: Term) -> bool {
        self.inputs.must(&mut self.terms, formula)
    }

    /// Whether two terms have the same value, whatever the inputs are.
    fn same(&mut self, a: Term, b: Term) -> bool {
        let same = self.terms.eq(a, b);
        self.must(same)
    }
}

impl Example<Planes> {
    fn strip(&self, block: AllocId) -> &SegmentPlanes {
        &self.memory.segments.block(block).unwrap().contents
    }
}

fn planes() -> Example<Planes> {
    Example::new(Planes::new(WIDTH))
}

fn at(block: AllocId, offset: u64) -> Value {
    Value::Pointer { block, offset }
}

/// Figure 2 up to line 6: the segments of `A`, of the stack and of the array, and the offset
/// `4 * (3 * i + 1)`.
fn figure_2<M: Memory>(example: &mut Example<M>) -> ([AllocId; 3], Term) {
    let (n, i) = (example.input("n"), example.input("i"));
    let data = example.allocate(Value::Bits(4), Initial::Uninitialised);
    let stack = example.allocate(Value::Bits(1024), Initial::Uninitialised);
    example.store(at(data, 0), 4, Value::ZERO);
    example.store(at(stack, 0), 4, Value::Term(n));
    example.store(at(stack, 4), 4, Value::Term(i));
    let [three, four, one] = [3, 4, 1].map(|it| example.number(it));
    let size = example.terms.mul(n, four);
    let array = example.allocate(Value::Term(size), Initial::Uninitialised);
    example.store(at(data, 0), 4, at(array, 0));
    example.store(at(array, 4 * 3), 4, Value::Bits(777));
    example.store(at(array, 4 * 4), 4, Value::Bits(888));
    let index = example.terms.mul(i, three);
    let index = example.terms.add(index, one);
    let offset = example.terms.mul(index, four);
    let place = example.at(array, offset);
    example.store(place, 4, Value::Bits(999));
    ([data, stack, array], offset)
}

#[test]
fn figure_1_a_pointer_is_stored_in_two_planes() {
    let mut example = planes();
    let blocks: Vec<AllocId> =
        (0..5).map(|_| example.allocate(Value::Bits(20), Initial::Uninitialised)).collect();
    let (third, fifth) = (blocks[2], blocks[4]);
    assert_eq!((segment_of(third), segment_of(fifth)), (3, 5));
    example.store(at(fifth, 10), 4, at(third, 7));
    let stored = example.load(at(fifth, 10), 4);
    let address = example.with(|memory, cx| memory.segment_and_offset(cx, stored));
    assert_eq!(address, Address { segment: example.number(3), offset: example.number(7) });
    // Sizes: segment 5 has 20 bytes, and 6 is not allocated.
    for (segment, size) in [(5, 20), (6, 0)] {
        let (segment, size) = (example.number(segment), example.number(size));
        assert_eq!(example.with(|memory, cx| memory.size_of(cx, segment)), size);
    }
    // A null pointer is 0:0.
    let null = example.with(|memory, cx| memory.segment_and_offset(cx, Value::ZERO));
    assert_eq!(null, Address { segment: example.number(0), offset: example.number(0) });
}

#[test]
fn section_3_a_write_at_a_symbolic_address_moves_what_it_may_collide_with() {
    let mut example = planes();
    let ([_, stack, array], offset) = figure_2(&mut example);
    let boost_map = |block| -> Vec<u64> {
        example.strip(block).boost_maps[2].within(0, 1024).map(|(offset, _)| offset).collect()
    };
    // {(2:0, n), (2:4, i), (3:12, 777)}
    assert_eq!(boost_map(stack), [0, 4]);
    assert_eq!(boost_map(array), [12]);
    // [(3:16, 888), (3:4(3i + 1), 999)]
    let list: Vec<Value> =
        example.strip(array).ite_lists.youngest_first().map(|entry| entry.offset).collect();
    assert_eq!(list, [Value::Term(offset), Value::Bits(16)]);
}

#[test]
fn section_3_a_read_from_the_boost_map_makes_no_term() {
    let mut example = planes();
    let ([_, _, array], _) = figure_2(&mut example);
    let (made, asked) = (example.terms.len(), example.inputs.asked);
    assert_eq!(example.load(at(array, 4 * 3), 4), Value::Bits(777));
    assert_eq!((example.terms.len(), example.inputs.asked), (made, asked));
}

#[test]
fn section_3_a_read_from_the_ite_list_has_the_records_that_may_collide() {
    let mut example = planes();
    let ([_, stack, array], _) = figure_2(&mut example);
    let read = example.load(at(array, 4 * 4), 4);
    let Value::Term(i) = example.load(at(stack, 4), 4) else { unreachable!() };
    let [one, new, old] = [1, 999, 888].map(|it| example.number(it));
    let first = example.terms.eq(i, one);
    assert_eq!(read, Value::Term(example.terms.ite(first, new, old)));
}

#[test]
fn section_2_the_naive_list_gives_the_same_values() {
    let mut example = Example::new(PlanesNaive::new(WIDTH));
    let ([_, stack, array], _) = figure_2(&mut example);
    assert_eq!(example.load(at(array, 4 * 3), 4), Value::Bits(777));
    let Value::Term(read) = example.load(at(array, 4 * 4), 4) else { unreachable!() };
    let Value::Term(i) = example.load(at(stack, 4), 4) else { unreachable!() };
    let [one, new, old] = [1, 999, 888].map(|it| example.number(it));
    let first = example.terms.eq(i, one);
    assert_eq!(read, example.terms.ite(first, new, old));
}

#[test]
fn section_3_3_52_collides_with_3_4_3i_1_and_3_53_does_not() {
    let mut example = planes();
    let (_, offset) = figure_2(&mut example);
    let array = example.allocate(Value::Bits(128), Initial::Uninitialised);
    for byte in [52, 53] {
        example.store(at(array, byte), 1, Value::Bits(byte));
    }
    let place = example.at(array, offset);
    example.store(place, 1, Value::Bits(1));
    let left: Vec<u64> =
        example.strip(array).boost_maps[0].within(52, 54).map(|(offset, _)| offset).collect();
    assert_eq!(left, [53]);
}

#[test]
fn section_2_what_was_never_written_has_a_default_value() {
    let mut example = planes();
    let block = example.allocate(Value::Bits(16), Initial::Uninitialised);
    let first = example.load(at(block, 8), 4);
    assert_eq!(example.load(at(block, 8), 4), first);
    assert_ne!(first, Value::ZERO);
    let length = Value::Bits(4);
    let written = example.with(|memory, cx| memory.initialised(cx, at(block, 8), length));
    assert_eq!(written, Term::FALSE);
    example.store(at(block, 8), 4, Value::Bits(1));
    let written = example.with(|memory, cx| memory.initialised(cx, at(block, 8), length));
    assert_eq!(written, Term::TRUE);
}

#[test]
fn section_2_3_memset_is_one_record() {
    let mut example = planes();
    let n = example.input("n");
    let block = example.allocate(Value::Term(n), Initial::Uninitialised);
    example.with(|memory, cx| memory.fill(cx, at(block, 0), Value::Term(n), Value::ZERO));
    assert_eq!(example.strip(block).ite_lists.youngest_first().count(), 1);
    let five = example.number(5);
    let reaches = example.terms.ult(five, n);
    let value = example.load(at(block, 5), 1).to_term(&mut example.terms, 8);
    let zero = example.terms.word(8, 0);
    let is_zero = example.terms.eq(value, zero);
    let right = example.terms.implies(reaches, is_zero);
    assert!(example.must(right));
    let written = |memory: &mut Planes, cx: &mut Context<'_>| {
        memory.initialised(cx, at(block, 5), Value::Bits(1))
    };
    let written = example.with(written);
    assert!(example.same(written, reaches));
}

#[test]
fn section_2_3_a_multi_write_of_a_function_of_the_offset() {
    let mut example = planes();
    let n = example.input("n");
    let block = example.allocate(Value::Bits(8), Initial::Zero);
    // 0 to even elements and 1 to odd ones.
    let distance = example.terms.symbol("distance", Sort::Bits(WIDTH));
    let set = example.terms.ult(distance, n);
    let two = example.number(2);
    let rest = example.terms.urem(distance, two);
    let seven = example.terms.word(8, 7);
    let value = example.terms.extract(7, 0, rest);
    example.with(|memory, cx| memory.fill(cx, at(block, 0), Value::Bits(8), Value::Bits(7)));
    let write = MultiWrite { distance, set, bytes: 1, value, length: Value::Term(n) };
    example.with(|memory, cx| memory.multi_write(cx, at(block, 0), &write));
    for offset in 0..7 {
        let read = example.load(at(block, offset), 1).to_term(&mut example.terms, 8);
        let (place, parity) = (example.number(offset), example.terms.word(8, offset % 2));
        let written = example.terms.ult(place, n);
        let expected = example.terms.ite(written, parity, seven);
        assert!(example.same(read, expected), "at {offset}");
    }
}

#[test]
fn a_segment_that_is_a_term_is_one_of_several() {
    let mut example = planes();
    let c = example.input("c");
    let blocks = [(); 2].map(|()| example.allocate(Value::Bits(8), Initial::Zero));
    let zero = example.number(0);
    let first = example.terms.eq(c, zero);
    let [a, b] = blocks.map(|block| example.terms.base_of(block));
    let either = example.terms.ite(first, a, b);
    let address = example.with(|memory, cx| memory.segment_and_offset(cx, Value::Term(either)));
    let numbers = blocks.map(|block| example.number(segment_of(block)));
    assert_eq!(address.segment, example.terms.ite(first, numbers[0], numbers[1]));
    // A write there is one to each, under its condition.
    example.store(Value::Term(either), 4, Value::Bits(5));
    let five = example.number(5);
    let [in_a, in_b] = blocks.map(|block| example.load(at(block, 0), 4));
    assert_eq!(in_a, Value::Term(example.terms.ite(first, five, zero)));
    assert_eq!(in_b, Value::Term(example.terms.ite(first, zero, five)));
    // Stored and loaded, it is the same pointer.
    example.store(at(blocks[0], 4), 4, Value::Term(either));
    assert_eq!(example.load(at(blocks[0], 4), 4), Value::Term(either));
}

#[test]
fn section_3_segments_of_a_multi_allocation_have_negative_numbers() {
    let mut example = planes();
    let n = example.input("n");
    let [size, two, minus_one, one] = [24, 2, u64::MAX, 1].map(|it| example.number(it));
    let first = example.with(|memory, cx| memory.multi_allocate(cx, n, size));
    // -1 - n + 1 : 0
    let lowest = example.terms.neg(n);
    assert!(example.same(first.segment, lowest));
    let second = example.with(|memory, cx| memory.multi_allocate(cx, two, size));
    let expected = example.terms.sub(lowest, two);
    assert!(example.same(second.segment, expected));
    // -1 is allocated if n is not zero, then it is one of the first; -n - 2 is the last of all.
    for (segment, up_to) in [(minus_one, one), (second.segment, one)] {
        let allocated = example.with(|memory, cx| memory.is_allocated(cx, segment));
        let some = example.terms.ule(up_to, n);
        let right = example.terms.implies(some, allocated);
        assert!(example.must(right));
    }
    let below = example.terms.sub(second.segment, one);
    let allocated = example.with(|memory, cx| memory.is_allocated(cx, below));
    let not = example.terms.not(allocated);
    assert!(example.must(not));
}

#[test]
fn section_3_one_segment_or_many_are_deallocated_by_a_size_of_zero() {
    let mut example = planes();
    let block = example.allocate(Value::Bits(8), Initial::Zero);
    let [four, size, one] = [4, 24, 1].map(|it| example.number(it));
    let low = example.with(|memory, cx| memory.multi_allocate(cx, four, size));
    let next = example.terms.add(low.segment, one);
    let death = LifetimeEnd::Freed(Site(1));
    let only = example.with(|_, cx| AddressSet::one(cx, low));
    example.with(|memory, cx| memory.multi_deallocate(cx, &only, death));
    let sizes =
        [low.segment, next].map(|segment| example.with(|memory, cx| memory.size_of(cx, segment)));
    assert_eq!(sizes, [example.number(0), size]);
    // All of them, and the block.
    let all = example.with(|_, cx| AddressSet::of(cx, |_, _| Term::TRUE));
    example.with(|memory, cx| memory.multi_deallocate(cx, &all, death));
    let numbers = [next, example.number(segment_of(block))];
    for segment in numbers {
        assert_eq!(example.with(|memory, cx| memory.is_allocated(cx, segment)), Term::FALSE);
    }
    assert!(example.memory.info(block).unwrap().lifetime.has_ended());
    // The counter goes on where it was.
    let more = example.with(|memory, cx| memory.multi_allocate(cx, one, size));
    assert_eq!(more.segment, example.terms.sub(low.segment, one));
}

#[test]
fn values_are_written_to_sets_of_addresses_and_tested_for_initialisation() {
    let mut example = planes();
    let n = example.input("n");
    let s = example.input("s");
    let block = example.allocate(Value::Bits(8), Initial::Uninitialised);
    let [four, size] = [4, 8].map(|it| example.number(it));
    let low = example.with(|memory, cx| memory.multi_allocate(cx, four, size));
    // The segment's number to the first n bytes of all segments.
    let set = example.with(|_, cx| AddressSet::of(cx, |cx, at| cx.terms.ult(at.offset, n)));
    let value = example.terms.extract(7, 0, set.variables.segment);
    example.with(|memory, cx| memory.write_set(cx, &set, 1, value));
    let own = example.number(segment_of(block));
    let moved = example.terms.add(low.segment, s);
    for segment in [own, low.segment, moved] {
        let offset = example.number(2);
        let at = Address { segment, offset };
        let read = example.with(|memory, cx| memory.read_address(cx, at, 1));
        let inside = example.terms.ult(offset, n);
        let number = example.terms.extract(7, 0, segment);
        let same = example.terms.eq(read, number);
        let exists = example.with(|memory, cx| memory.is_allocated(cx, segment));
        let asked = example.terms.and(inside, exists);
        let right = example.terms.implies(asked, same);
        assert!(example.must(right));
        let written = example.with(|memory, cx| memory.is_initialised(cx, at, 1));
        let written = example.terms.implies(exists, written);
        let inside = example.terms.implies(exists, inside);
        assert!(example.same(written, inside));
    }
}

#[test]
fn section_3_all_of_a_set_is_initialised_if_any_address_of_it_is() {
    let mut example = planes();
    let n = example.input("n");
    let block = example.allocate(Value::Bits(8), Initial::Uninitialised);
    let [one, own] = [1, segment_of(block)].map(|it| example.number(it));
    example.with(|memory, cx| memory.fill(cx, at(block, 0), Value::Term(n), Value::ZERO));
    let more = example.terms.add(n, one);
    for (end, all) in [(n, true), (more, false)] {
        // own : λω. ω < end
        let set = example.with(|_, cx| {
            AddressSet::of(cx, |cx, it| {
                let (here, before) = (cx.terms.eq(it.segment, own), cx.terms.ult(it.offset, end));
                cx.terms.and(here, before)
            })
        });
        example.inputs.symbols.extend([set.variables.segment, set.variables.offset]);
        let formula = example.with(|memory, cx| memory.all_initialised(cx, &set, 1));
        assert_eq!(example.must(formula), all);
        example.inputs.symbols.truncate(1);
    }
}

#[test]
fn section_3_a_collision_formula_is_asked_once() {
    let mut example = planes();
    let ([_, _, array], _) = figure_2(&mut example);
    let first = example.load(at(array, 4 * 4), 4);
    let asked = example.inputs.asked;
    assert_eq!(example.load(at(array, 4 * 4), 4), first);
    assert_eq!(example.inputs.asked, asked);
}

#[test]
fn section_4_what_one_plane_was_written_another_reads() {
    let mut example = planes();
    let block = example.allocate(Value::Bits(16), Initial::Uninitialised);
    example.store(at(block, 0), 8, Value::Bits(0x8877_6655_4433_2211));
    let made = example.terms.len();
    assert_eq!(example.load(at(block, 0), 4), Value::Bits(0x4433_2211));
    assert_eq!(example.load(at(block, 3), 2), Value::Bits(0x5544));
    // Of a value that is written over in part, the rest is extended to smaller planes.
    example.store(at(block, 5), 1, Value::Bits(0xff));
    let cells = |plane: usize| -> Vec<u64> {
        example.strip(block).boost_maps[plane].within(0, 16).map(|(offset, _)| offset).collect()
    };
    assert_eq!([0, 1, 2, 3].map(cells), [vec![4, 5], vec![6], vec![0], vec![]]);
    assert_eq!(example.load(at(block, 0), 8), Value::Bits(0x8877_ff55_4433_2211));
    assert_eq!(example.terms.len(), made, "numbers make no terms");
}

#[test]
fn section_4_a_record_of_another_plane_is_seen_where_it_may_be() {
    let mut example = planes();
    let i = example.input("i");
    let block = example.allocate(Value::Bits(16), Initial::Zero);
    example.store(at(block, 0), 4, Value::Bits(0x0403_0201));
    let place = example.at(block, i);
    example.store(place, 1, Value::Bits(0xff));
    let read = example.load(at(block, 0), 4).to_term(&mut example.terms, 32);
    for (byte, old) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
        let got = example.terms.extract(8 * byte + 7, 8 * byte, read);
        let number = example.number(u64::from(byte));
        let hit = example.terms.eq(i, number);
        let [new, old] = [0xff, old].map(|it| example.terms.word(8, it));
        let expected = example.terms.ite(hit, new, old);
        assert!(example.same(got, expected), "byte {byte}");
    }
}

#[test]
fn a_long_chain_of_copies_is_read_by_a_loop() {
    let mut example = planes();
    let n = example.input("n");
    let blocks = [(); 2].map(|()| example.allocate(Value::Bits(8), Initial::Zero));
    example.store(at(blocks[0], 0), 1, Value::Bits(5));
    for round in 0..20_000 {
        let [to, from] = [blocks[(round + 1) % 2], blocks[round % 2]];
        let length = Value::Term(n);
        example.with(|memory, cx| memory.copy(cx, at(to, 0), at(from, 0), length));
    }
    let read = example.load(at(blocks[1], 0), 1).to_term(&mut example.terms, 8);
    let zero = example.number(0);
    let none = example.terms.eq(n, zero);
    let [five, nothing] = [5, 0].map(|it| example.terms.word(8, it));
    let expected = example.terms.ite(none, nothing, five);
    assert!(example.same(read, expected));
}
