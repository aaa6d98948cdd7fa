//! `arrays`: a block is an array term, a read is `sel`, a write is `upd` (*Sel/Upd*).
//!
//! A pointer is `ptr a + s` (`toOffset` of the document is `points_to::points_to`): the array `a`
//! and an index. Locals are the document's stack environment, everything else its heap environment;
//! both are one table here, in which each block has a kind.
//!
//! Departures from the document:
//! 1. An index tuple `sel(s, (i, j))` is one index here: the front end multiplies the indices out,
//!    as C lays out its arrays. Every element is still one element of one array.
//! 2. `DECLARELOCAL1` gives a new variable the value 0; C does not. An uninitialised element is the
//!    same symbolic value at each read.
//! 3. The width of elements is that of the first write, because memory does not know the declared
//!    type. Bytes and casts are parts of elements, or an array of bytes above (`block.rs`).
//! 4. `upd` cannot express `memset` and `memcpy` of symbolic length, multi-writes and merges; they
//!    lie between arrays as writes of their own.
//! 5. Elements at constant indices are kept in a map until a read at a symbolic index needs terms.

mod block;
mod element_array;

use crate::blockwise::Blockwise;

/// The memory.
pub type Arrays = Blockwise<block::Array>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Kind, Names, NewBlock, Site};
    use crate::memory::{Context, Initial, Memory};
    use crate::oracle::SyntacticOracle;
    use crate::value::Value;
    use term::{AllocId, Op, Sort, Term, Terms};

    const WIDTH: u32 = 64;

    struct Bench {
        terms: Terms,
        names: Names,
        memory: Arrays,
    }

    impl Bench {
        fn new() -> Bench {
            Bench { terms: Terms::new(), names: Names::default(), memory: Arrays::new(WIDTH) }
        }

        fn with<T>(&mut self, f: impl FnOnce(&mut Arrays, &mut Context<'_>) -> T) -> T {
            let mut cx = Context {
                terms: &mut self.terms,
                names: &mut self.names,
                oracle: &mut SyntacticOracle,
                pointer: WIDTH,
            };
            f(&mut self.memory, &mut cx)
        }

        fn declare(&mut self, kind: Kind, bytes: u64, initial: Initial) -> AllocId {
            let (size, allocated_at) = (Value::Bits(bytes), Site(0));
            let new = NewBlock { kind, size, room: bytes, align: 8, constant: false, allocated_at };
            self.with(|memory, cx| memory.allocate(cx, new, initial)).unwrap()
        }

        /// `ptr a + (i * columns + j) * 4`
        fn element(&mut self, block: AllocId, i: Term, columns: u64, j: Term) -> Value {
            let [columns, four] = [columns, 4].map(|number| self.terms.word(WIDTH, number));
            let row = self.terms.mul(i, columns);
            let index = self.terms.add(row, j);
            let offset = self.terms.mul(index, four);
            let base = self.terms.base_of(block);
            let pointer = self.terms.add(base, offset);
            Value::of_term(&self.terms, pointer)
        }

        fn load(&mut self, pointer: Value, bytes: u32) -> Value {
            self.with(|memory, cx| memory.load(cx, pointer, bytes))
        }

        fn store(&mut self, pointer: Value, bytes: u32, value: Value) {
            self.with(|memory, cx| memory.store(cx, pointer, bytes, value));
        }

        /// A small number, so that it can be an index.
        fn index(&mut self, name: &str) -> Term {
            let symbol = self.terms.symbol(name, Sort::Bits(2));
            self.terms.zero_extend(WIDTH - 2, symbol)
        }
    }

    /// SELLOCAL, UPDLOCAL, SELGLOBAL, UPDGLOBAL, with index tuples.
    #[test]
    fn sel_of_upd_at_the_same_tuple_is_what_was_written() {
        for kind in [Kind::Local, Kind::Heap] {
            let mut bench = Bench::new();
            let block = bench.declare(kind, 64, Initial::Uninitialised);
            let [i, j, k] = ["i", "j", "k"].map(|name| bench.index(name));
            let written = Value::Term(bench.terms.symbol("v", Sort::Bits(32)));
            let there = bench.element(block, i, 4, j);
            bench.store(there, 4, written);
            assert_eq!(bench.load(there, 4), written);
            let elsewhere = bench.element(block, i, 4, k);
            assert!(matches!(bench.load(elsewhere, 4), Value::Term(_)));
        }
    }

    /// NewArr and DECLARELOCAL2: an uninitialised element is the same at each read; zeros are
    /// zeros.
    #[test]
    fn a_new_array() {
        let mut bench = Bench::new();
        let block = bench.declare(Kind::Local, 16, Initial::Uninitialised);
        let start = Value::Pointer { block, offset: 4 };
        assert_eq!(bench.load(start, 4), bench.load(start, 4));
        let zeros = bench.declare(Kind::Global, 16, Initial::Zero);
        assert_eq!(bench.load(Value::Pointer { block: zeros, offset: 8 }, 4), Value::ZERO);
    }

    /// DEREFSTACK and DEREFHEAP at a symbolic index: one `sel` on the array, whatever it holds.
    #[test]
    fn a_read_at_an_unknown_index_is_one_sel() {
        let mut bench = Bench::new();
        let block = bench.declare(Kind::Heap, 16, Initial::Zero);
        for offset in [0, 4, 8, 12] {
            bench.store(Value::Pointer { block, offset }, 4, Value::Bits(100 + offset));
        }
        let (i, none) = (bench.index("i"), bench.terms.word(WIDTH, 0));
        let there = bench.element(block, none, 4, i);
        let Value::Term(read) = bench.load(there, 4) else { panic!("a number") };
        assert_eq!(bench.terms.op(read), Op::Select);
    }

    /// Casts go through the same array.
    #[test]
    fn bytes_are_parts_of_elements_and_elements_are_made_of_bytes() {
        let mut bench = Bench::new();
        let block = bench.declare(Kind::Local, 8, Initial::Uninitialised);
        bench.store(Value::Pointer { block, offset: 4 }, 4, Value::Bits(0x4433_2211));
        assert_eq!(bench.load(Value::Pointer { block, offset: 6 }, 1), Value::Bits(0x33));
        bench.store(Value::Pointer { block, offset: 5 }, 1, Value::Bits(0xff));
        assert_eq!(bench.load(Value::Pointer { block, offset: 4 }, 4), Value::Bits(0x4433_ff11));
    }

    /// A pointer that was stored at a symbolic index keeps its provenance.
    #[test]
    fn pointers_keep_their_blocks() {
        let mut bench = Bench::new();
        let table = bench.declare(Kind::Heap, 32, Initial::Zero);
        let target = bench.declare(Kind::Heap, 4, Initial::Zero);
        let (i, j) = (bench.index("i"), bench.index("j"));
        let [there, elsewhere] = [i, j].map(|index| {
            let eight = bench.terms.word(WIDTH, 8);
            let offset = bench.terms.mul(index, eight);
            let base = bench.terms.base_of(table);
            let pointer = bench.terms.add(base, offset);
            Value::of_term(&bench.terms, pointer)
        });
        bench.store(there, 8, Value::Pointer { block: target, offset: 0 });
        let Value::Term(read) = bench.load(elsewhere, 8) else { panic!("not a choice") };
        let targets = term::targets::targets(&mut bench.terms, read);
        assert!(targets.iter().any(|it| it.block == Some(target)));
        let found = bench.with(|memory, cx| memory.referents(cx, table));
        assert!(found.iter().any(|(_, block)| *block == target));
    }
}
