//! The rules and the examples of *SL CPA*, one by one.

use term::{AllocId, Bits, Evaluator, Model, Op, Sort, Term, Terms, Value as Concrete};

use crate::blocks::{Kind, Lifetime, LifetimeEnd, Names, NewBlock, Site};
use crate::memory::{Access, Context, FaultKind, Initial, Memory, Validity};
use crate::oracle::Oracle;
use crate::separation::{Allocation, Heaplet, Holds, Separation};
use crate::value::Value;

const WAYS: [Allocation; 3] = [Allocation::Sl, Allocation::Smt, Allocation::Model];

/// A path on which one input is any of a few numbers.
struct Path {
    inputs: Vec<Model>,
    queries: u64,
}

impl Path {
    fn word(terms: &Terms, input: &Model, term: Term) -> u64 {
        match Evaluator::default().eval(terms, term, input) {
            Concrete::Bool(bit) => u64::from(bit),
            Concrete::Bits(bits) => bits.low_word(),
            Concrete::Array(_) => 0,
        }
    }
}

impl Oracle for Path {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        self.queries += 1;
        self.inputs.iter().any(|input| Path::word(terms, input, formula) == 1)
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        crate::oracle::domain_range(terms, term)
    }

    fn witness(&mut self, terms: &mut Terms, formulas: &[Term]) -> Vec<bool> {
        self.queries += 1;
        let input = &self.inputs[0];
        formulas.iter().map(|&formula| Path::word(terms, input, formula) == 1).collect()
    }
}

/// A state of the document: a symbolic heap, and a path with the input `i`.
struct Scene {
    terms: Terms,
    names: Names,
    path: Path,
    memory: Separation,
    /// The input, as wide as a pointer.
    i: Term,
}

impl Scene {
    /// The input is one of these, of 8 bits.
    fn new(allocation: Allocation, inputs: impl IntoIterator<Item = u64>) -> Scene {
        let mut terms = Terms::new();
        let input = terms.symbol("i", Sort::Bits(8));
        let Op::Symbol(id) = terms.op(input) else { unreachable!("a symbol was made") };
        let model = |value| {
            let mut model = Model::new();
            model.set(id, Concrete::Bits(Bits::new(8, value)));
            model
        };
        let path = Path { inputs: inputs.into_iter().map(model).collect(), queries: 0 };
        let i = terms.zero_extend(56, input);
        let memory = Separation::new(64).with(allocation);
        Scene { terms, names: Names::default(), path, memory, i }
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut Separation, &mut Context<'_>) -> T) -> T {
        let Scene { terms, names, path, memory, .. } = self;
        f(memory, &mut Context { terms, names, oracle: path, pointer: 64 })
    }

    fn make(&mut self, kind: Kind, size: Value) -> AllocId {
        let new = NewBlock {
            kind,
            size,
            room: 1 << 20,
            align: 8,
            constant: false,
            allocated_at: Site(0),
        };
        self.with(|memory, cx| memory.allocate(cx, new, Initial::Uninitialised)).unwrap()
    }

    fn declare(&mut self, size: u64) -> AllocId {
        self.make(Kind::Local, Value::Bits(size))
    }

    fn malloc(&mut self, size: u64) -> AllocId {
        self.make(Kind::Heap, Value::Bits(size))
    }

    /// `block + i`
    fn element(&mut self, block: AllocId) -> Value {
        let base = self.terms.base_of(block);
        Value::Term(self.terms.add(base, self.i))
    }

    fn store(&mut self, to: Value, bytes: u32, value: Value) {
        self.with(|memory, cx| memory.store(cx, to, bytes, value));
    }

    fn load(&mut self, from: Value, bytes: u32) -> Value {
        self.with(|memory, cx| memory.load(cx, from, bytes))
    }

    fn valid(&mut self, pointer: Value, bytes: u64, access: Access) -> Validity {
        self.with(|memory, cx| memory.valid(cx, pointer, Value::Bits(bytes), access))
    }

    fn heaplets(&self, block: AllocId) -> Vec<Heaplet> {
        self.memory.formula(block).unwrap()
    }

    /// What a value is under each input.
    fn under_inputs(&mut self, value: Value, bytes: u32) -> Vec<u64> {
        let term = value.to_term(&mut self.terms, 8 * bytes);
        self.path.inputs.iter().map(|input| Path::word(&self.terms, input, term)).collect()
    }
}

fn to(block: AllocId, offset: u64) -> Value {
    Value::Pointer { block, offset }
}

#[test]
fn declare_gives_cells_of_arbitrary_value() {
    let mut scene = Scene::new(Allocation::Model, [0]);
    let x = scene.declare(4);
    let cells = Heaplet { block: x, offset: 0, bytes: Some(4), holds: Holds::Uninitialised };
    assert_eq!(scene.heaplets(x), [cells]);
}

#[test]
fn memory_is_bytes_little_endian() {
    // &i |-> i^0, i^1, i^2, i^3 * &c |-> c * &a |-> a[0], a[1], a[2]
    let mut scene = Scene::new(Allocation::Model, [0]);
    let [i, c, a] = [4, 1, 3].map(|size| scene.declare(size));
    let value = scene.terms.symbol("value of i", Sort::Bits(32));
    scene.store(to(i, 0), 4, Value::Term(value));
    scene.store(to(c, 0), 1, Value::Bits(7));
    for index in 0..3 {
        scene.store(to(a, index), 1, Value::Bits(10 + index));
    }
    let whole = Holds::Value(Value::Term(value), 0);
    assert_eq!(scene.heaplets(i), [Heaplet { block: i, offset: 0, bytes: Some(4), holds: whole }]);
    assert_eq!(scene.heaplets(a)[0].holds, Holds::Numbers(vec![10, 11, 12]));
    for index in 0..4 {
        let low = 8 * index as u32;
        let byte = scene.terms.extract(low + 7, low, value);
        assert_eq!(scene.load(to(i, index), 1), Value::Term(byte), "i^{index}");
    }
    assert_eq!(scene.load(to(i, 0), 4), Value::Term(value));
    assert_eq!(scene.load(to(c, 0), 1), Value::Bits(7));
}

#[test]
fn assign_changes_its_cells_and_leaves_the_frame() {
    // {x |-> 0 * y |-> 0} *x = 42 {x |-> 42 * y |-> 0}, and cells that point to each other.
    let mut scene = Scene::new(Allocation::Model, [0]);
    let [x, y] = [8, 8].map(|size| scene.malloc(size));
    scene.store(to(x, 0), 8, to(y, 0));
    scene.store(to(y, 0), 8, to(x, 0));
    let before = scene.terms.len();
    assert_eq!(scene.load(to(x, 0), 8), to(y, 0));
    scene.store(to(x, 0), 8, Value::Bits(42));
    assert_eq!(scene.load(to(x, 0), 8), Value::Bits(42));
    assert_eq!(scene.load(to(y, 0), 8), to(x, 0));
    assert_eq!(scene.terms.len(), before, "numbers and pointers make no terms");
}

#[test]
fn reads_and_writes_outside_of_all_cells_are_invalid() {
    for way in WAYS {
        let mut scene = Scene::new(way, [0]);
        let x = scene.declare(4);
        for (pointer, bytes) in [(to(x, 1), 4), (to(x, 4), 1), (to(x, u64::MAX), 1)] {
            for access in [Access::Read, Access::Write] {
                let validity = scene.valid(pointer, bytes, access);
                assert_eq!(validity.allowed, Term::FALSE, "{way:?} {pointer:?}");
                assert!(matches!(validity.faults[0].kind, FaultKind::OutOfBounds(..)));
            }
        }
        let validity = scene.valid(Value::ZERO, 1, Access::Read);
        assert!(matches!(validity.faults[0].kind, FaultKind::Null));
        assert_eq!(scene.valid(to(x, 0), 4, Access::Write).allowed, Term::TRUE);
    }
}

#[test]
fn malloc_gives_a_segment_of_the_heap_and_free_takes_it() {
    let mut scene = Scene::new(Allocation::Model, 0..8);
    let p = scene.declare(8);
    let size = Value::Term(scene.i);
    let x = scene.make(Kind::Heap, size);
    scene.store(to(p, 0), 8, to(x, 0));
    let pointer = Holds::Value(to(x, 0), 0);
    assert_eq!(
        scene.heaplets(p)[0],
        Heaplet { block: p, offset: 0, bytes: Some(8), holds: pointer }
    );
    // As many cells as `i` says.
    let cells = Heaplet { block: x, offset: 0, bytes: None, holds: Holds::Uninitialised };
    assert_eq!(scene.heaplets(x), [cells]);
    assert_eq!(scene.memory.info(x).unwrap().size, size);
    scene.memory.deallocate(x, Lifetime::ended(LifetimeEnd::Freed(Site(1))));
    let validity = scene.valid(to(x, 0), 1, Access::Read);
    assert_eq!(validity.allowed, Term::FALSE);
    assert!(validity.faults.iter().any(|fault| matches!(fault.kind, FaultKind::Dangling(_))));
}

#[test]
fn allocated_means_must() {
    for way in WAYS {
        // For every input: nothing is wrong, though the terms alone do not say so.
        let mut scene = Scene::new(way, 0..4);
        let a = scene.declare(4);
        let pointer = scene.element(a);
        let validity = scene.valid(pointer, 1, Access::Read);
        assert_eq!(validity.allowed, Term::TRUE, "{way:?}");
        // For some: a finding for the others.
        let mut scene = Scene::new(way, 2..6);
        let a = scene.declare(4);
        let pointer = scene.element(a);
        let validity = scene.valid(pointer, 1, Access::Read);
        let allowed = scene.terms.bit_of(validity.allowed);
        assert_eq!(scene.under_inputs(Value::Term(allowed), 1), [1, 1, 0, 0], "{way:?}");
        // Two bytes: the last must be a cell as well.
        let validity = scene.valid(pointer, 2, Access::Read);
        let allowed = scene.terms.bit_of(validity.allowed);
        assert_eq!(scene.under_inputs(Value::Term(allowed), 1), [1, 0, 0, 0], "{way:?}");
    }
}

#[test]
fn an_address_is_judged_by_the_segment_it_comes_from() {
    for way in WAYS {
        let mut scene = Scene::new(way, 0..100);
        let (a, b) = (scene.declare(4), scene.declare(64));
        let there = scene.memory.info(b).unwrap().address - scene.memory.info(a).unwrap().address;
        assert_eq!(scene.valid(to(a, there), 1, Access::Read).allowed, Term::FALSE, "{way:?}");
    }
}

#[test]
fn a_large_segment_and_one_of_unknown_size_are_judged_alike_in_all_ways() {
    for way in WAYS {
        let mut scene = Scene::new(way, 90..110);
        let large = scene.declare(100);
        let pointer = scene.element(large);
        let validity = scene.valid(pointer, 1, Access::Write);
        let allowed = scene.terms.bit_of(validity.allowed);
        let expected: Vec<u64> = (90..110).map(|i| u64::from(i < 100)).collect();
        assert_eq!(scene.under_inputs(Value::Term(allowed), 1), expected, "{way:?}");
        let size = Value::Term(scene.i);
        let unknown = scene.make(Kind::Heap, size);
        let validity = scene.valid(to(unknown, 95), 1, Access::Write);
        let allowed = scene.terms.bit_of(validity.allowed);
        let expected: Vec<u64> = (90..110).map(|i| u64::from(95 < i)).collect();
        assert_eq!(scene.under_inputs(Value::Term(allowed), 1), expected, "{way:?}");
        let pointer = scene.element(unknown);
        assert_eq!(scene.valid(pointer, 1, Access::Read).allowed, Term::FALSE, "{way:?}");
    }
}

#[test]
fn deref_is_a_choice_between_the_cells_that_may_be_hit() {
    for way in WAYS {
        let mut scene = Scene::new(way, [1, 3]);
        let a = scene.declare(4);
        for index in 0..4 {
            scene.store(to(a, index), 1, Value::Bits(10 * index));
        }
        let pointer = scene.element(a);
        let value = scene.load(pointer, 1);
        assert_eq!(scene.under_inputs(value, 1), [10, 30], "{way:?}");
        scene.store(pointer, 1, Value::Bits(99));
        let all: Vec<Vec<u64>> = (0..4)
            .map(|index| {
                let value = scene.load(to(a, index), 1);
                scene.under_inputs(value, 1)
            })
            .collect();
        assert_eq!(all, [[0, 0], [99, 10], [20, 20], [30, 99]], "{way:?}");
        // Where the path leaves one cell, there is no choice.
        scene.path.inputs.truncate(1);
        scene.store(to(a, 1), 1, Value::Bits(5));
        assert_eq!(scene.load(pointer, 1), Value::Bits(5), "{way:?}");
    }
}

#[test]
fn the_ways_ask_as_the_document_says() {
    let queries = WAYS.map(|way| {
        let mut scene = Scene::new(way, 0..4);
        let a = scene.declare(4);
        let b = scene.declare(4);
        let (one, other) = (scene.element(a), scene.element(b));
        let two = scene.terms.word(64, 2);
        let first = scene.terms.ult(scene.i, two);
        let [one, other] = [one, other].map(|it| it.to_term(&mut scene.terms, 64));
        let pointer = Value::Term(scene.terms.ite(first, one, other));
        assert_eq!(scene.valid(pointer, 1, Access::Read).allowed, Term::TRUE);
        scene.path.queries
    });
    // One for each segment, one for each way to be wrong, one.
    assert_eq!(queries, [2, 2, 1]);
}

#[test]
fn what_was_found_below_a_write_at_an_unknown_place_becomes_a_cell() {
    let mut scene = Scene::new(Allocation::Model, 0..200);
    let a = scene.declare(1000);
    for index in 0..250 {
        scene.store(to(a, index), 1, Value::Bits(index));
    }
    let pointer = scene.element(a);
    scene.store(pointer, 1, Value::Bits(255));
    assert_eq!(scene.heaplets(a)[0].holds, Holds::Something);
    let value = scene.load(to(a, 7), 1);
    let expected: Vec<u64> = (0..200).map(|i| if i == 7 { 255 } else { 7 }).collect();
    assert_eq!(scene.under_inputs(value, 1), expected);
    assert_eq!(scene.memory.peek(a, 7, 1), Some(value));
    assert_eq!(scene.load(to(a, 240), 1), Value::Bits(240));
}

#[test]
fn the_block_of_the_leak_example_stays_reachable() {
    // char *p = 0; { char *q = malloc(1); p = q; }
    let mut scene = Scene::new(Allocation::Model, [0]);
    let p = scene.declare(8);
    scene.store(to(p, 0), 8, Value::ZERO);
    let q = scene.declare(8);
    let block = scene.malloc(1);
    scene.store(to(q, 0), 8, to(block, 0));
    assert_eq!(scene.with(|memory, cx| memory.referents(cx, p)), []);
    let value = scene.load(to(q, 0), 8);
    scene.store(to(p, 0), 8, value);
    scene.memory.deallocate(q, Lifetime::ended(LifetimeEnd::OutOfScope(Site(1))));
    assert_eq!(scene.with(|memory, cx| memory.referents(cx, p)), [(Term::TRUE, block)]);
    scene.store(to(p, 0), 8, Value::ZERO);
    assert_eq!(scene.with(|memory, cx| memory.referents(cx, p)), []);
}

#[test]
fn pointers_are_found_below_writes_at_unknown_places_and_in_copies() {
    let mut scene = Scene::new(Allocation::Model, (0..200).step_by(8));
    let table = scene.declare(1000);
    let (kept, moved) = (scene.malloc(1), scene.malloc(1));
    scene.store(to(table, 800), 8, to(kept, 0));
    let pointer = scene.element(table);
    scene.store(pointer, 8, to(moved, 0));
    let copy = scene.declare(1000);
    let eight = scene.terms.word(64, 8);
    let length = Value::Term(scene.terms.add(scene.i, eight));
    scene.with(|memory, cx| memory.copy(cx, to(copy, 0), to(table, 0), length));
    for block in [table, copy] {
        let found = scene.with(|memory, cx| memory.referents(cx, block));
        let blocks: Vec<AllocId> = found.iter().map(|&(_, block)| block).collect();
        assert!(blocks.contains(&moved), "{blocks:?}");
        assert_eq!(blocks.contains(&kept), block == table);
    }
}

#[test]
fn a_local_that_is_declared_again_has_another_address() {
    // for (...) { char x; if (i == 0) p = &x; else *p = 1; }
    let mut scene = Scene::new(Allocation::Model, [0]);
    let first = scene.declare(1);
    scene.memory.deallocate(first, Lifetime::ended(LifetimeEnd::OutOfScope(Site(1))));
    let second = scene.declare(1);
    assert_ne!(
        scene.memory.info(first).unwrap().address,
        scene.memory.info(second).unwrap().address
    );
    let validity = scene.valid(to(first, 0), 1, Access::Write);
    assert!(matches!(validity.faults[0].kind, FaultKind::Dangling(_)));
    assert_eq!(scene.valid(to(second, 0), 1, Access::Write).allowed, Term::TRUE);
}

#[test]
fn many_writes_at_unknown_places_do_not_nest_too_deeply() {
    let mut scene = Scene::new(Allocation::Model, 0..200);
    let (a, b) = (scene.declare(1000), scene.declare(1000));
    let (there, here) = (scene.element(a), scene.element(b));
    for round in 0..30_000 {
        scene.store(there, 1, Value::Bits(round % 256));
        if round % 3 == 0 {
            scene.with(|memory, cx| memory.copy(cx, here, to(a, 0), Value::Bits(1)));
        } else {
            scene.with(|memory, cx| memory.copy(cx, there, to(b, 0), Value::Bits(1)));
        }
    }
    let copy = scene.memory.clone();
    drop(copy);
    let value = scene.load(to(a, 999), 1);
    assert!(matches!(value, Value::Term(_)), "{value:?}");
}
