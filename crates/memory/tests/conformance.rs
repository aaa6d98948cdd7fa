//! Every model against a plain array of bytes, under every input.
//!
//! Random operations on a handful of small blocks, with offsets, lengths, sizes and guards that
//! depend on three small inputs. For each of the 128 inputs a judge keeps the same memory as plain
//! bytes; after each operation the model's formulas, evaluated under that input, must say what the
//! judge says. Queries to the oracle are about exactly these inputs; in some of the programs it knows less.
//!
//! A model may say that an operation is out of its reach. Then the program goes on without it, and how
//! much was done and how much refused is counted.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use memory::{
    Access, Allocation, AnyMemory, Context, FaultKind, Initial, Kind, Lifetime, LifetimeEnd,
    Memory, MultiWrite, Names, NewBlock, Oracle, References, Separation, Site, Value,
};
use term::{AllocId, ArrayValue, Bits, Evaluator, Model, Op, Sort, Term, Terms, Value as Concrete};

/// A reproducible source of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// What memory holds before it is written: any function of the offset will do.
fn unwritten_byte(block: AllocId, offset: u64) -> u8 {
    (block.index() as u64 * 37 + offset * 11 + 5) as u8
}

/// One input, and the memory that a program has under it.
#[derive(Clone)]
struct World {
    model: Model,
    blocks: BTreeMap<AllocId, Plain>,
}

/// A block as plain bytes.
#[derive(Clone)]
struct Plain {
    bytes: Vec<u8>,
    written: Vec<bool>,
    live: bool,
    constant: bool,
}

/// The inputs that take the current path.
struct Worlds {
    worlds: Vec<World>,
    /// Whether the oracle knows little: anything may be, and ranges are
    /// far too large. What a model says must be right all the same.
    vague: bool,
}

fn word(terms: &Terms, world: &World, term: Term) -> u64 {
    match Evaluator::default().eval(terms, term, &world.model) {
        Concrete::Bool(bit) => u64::from(bit),
        Concrete::Bits(bits) => bits.low_word(),
        Concrete::Array(_) => unreachable!("the suite evaluates no arrays"),
    }
}

impl Oracle for Worlds {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        self.vague || self.worlds.iter().any(|world| word(terms, world, formula) == 1)
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        let values = self.worlds.iter().map(|world| word(terms, world, term));
        let (low, high) = values.fold((u64::MAX, 0), |(low, high), it| (low.min(it), high.max(it)));
        match self.vague && terms.as_word(term).is_none() {
            true => (0, high.saturating_mul(16).saturating_add(40)),
            false => (low.min(high), high),
        }
    }

    fn witness(&mut self, terms: &mut Terms, formulas: &[Term]) -> Vec<bool> {
        let holds = |formula: &Term| {
            self.worlds.first().is_some_and(|world| word(terms, world, *formula) == 1)
        };
        formulas.iter().map(holds).collect()
    }
}

/// A pointer as the test made it.
#[derive(Clone)]
enum Pointer {
    Null,
    /// A number that is no address.
    Number(u64),
    At(AllocId, Term),
    Choice(Term, Box<Pointer>, Box<Pointer>),
}

impl Pointer {
    fn value(&self, terms: &mut Terms) -> Value {
        let term = self.term(terms);
        Value::of_term(terms, term)
    }

    fn term(&self, terms: &mut Terms) -> Term {
        match self {
            Pointer::Null => terms.word(WIDTH, 0),
            Pointer::Number(number) => terms.word(WIDTH, *number),
            Pointer::At(block, offset) => {
                let base = terms.base_of(*block);
                terms.add(base, *offset)
            }
            Pointer::Choice(condition, a, b) => {
                let (a, b) = (a.term(terms), b.term(terms));
                terms.ite(*condition, a, b)
            }
        }
    }

    /// The block and the offset under an input; the number without a block.
    fn place(&self, terms: &Terms, world: &World) -> Result<(AllocId, u64), u64> {
        match self {
            Pointer::Null => Err(0),
            Pointer::Number(number) => Err(*number),
            Pointer::At(block, offset) => Ok((*block, word(terms, world, *offset))),
            Pointer::Choice(condition, a, b) => {
                let side = if word(terms, world, *condition) == 1 { a } else { b };
                side.place(terms, world)
            }
        }
    }
}

const WIDTH: u32 = 64;

/// A model, the judge, and what they work on.
struct Trial<M> {
    random: Random,
    terms: Terms,
    names: Names,
    worlds: Worlds,
    memory: M,
    /// The small inputs, as wide as pointers.
    numbers: Vec<Term>,
    condition: Term,
    blocks: Vec<AllocId>,
    /// Whether all accesses are to fields: offsets, widths and lengths are multiples of this number, and
    /// offsets are known.
    fields: Option<u64>,
    checks: u64,
    /// Operations that were done, and that were out of reach.
    done: u64,
    refused: u64,
}

impl<M: Memory> Trial<M> {
    fn new(seed: u64, memory: M) -> Trial<M> {
        let mut terms = Terms::new();
        let inputs = ["i", "j"].map(|name| terms.symbol(name, Sort::Bits(3)));
        let condition = terms.symbol("c", Sort::Bool);
        let numbers = inputs.map(|input| terms.zero_extend(WIDTH - 3, input)).to_vec();
        let mut worlds = Vec::new();
        for i in 0..128 {
            let mut model = Model::new();
            for (symbol, value) in [(inputs[0], i & 7), (inputs[1], (i >> 3) & 7)] {
                let Op::Symbol(id) = terms.op(symbol) else { unreachable!() };
                model.set(id, Concrete::Bits(Bits::new(3, value)));
            }
            let Op::Symbol(id) = terms.op(condition) else { unreachable!() };
            model.set(id, Concrete::Bool(i >> 6 == 1));
            worlds.push(World { model, blocks: BTreeMap::new() });
        }
        Trial {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            terms,
            names: Names::default(),
            worlds: Worlds { worlds, vague: seed % 4 == 3 },
            memory,
            numbers,
            condition,
            blocks: Vec::new(),
            fields: None,
            checks: 0,
            done: 0,
            refused: 0,
        }
    }

    /// An operation that reads or writes; `None`, and nothing is changed, if it is out of reach.
    fn attempt<T>(&mut self, f: impl FnOnce(&mut M, &mut Context<'_>) -> T) -> Option<T> {
        let before = self.memory.clone();
        let result = self.with(f);
        if self.memory.unsupported().is_some() {
            self.memory = before;
            self.refused += 1;
            return None;
        }
        self.done += 1;
        Some(result)
    }

    /// How many bytes a scalar has.
    fn width(&mut self, widths: &[u32]) -> u32 {
        self.fields.map_or_else(|| self.random.pick(widths), |field| field as u32)
    }

    /// How many bytes a range has.
    fn length(&mut self) -> Term {
        match self.fields {
            Some(field) => {
                let length = field * self.random.below(4);
                self.terms.word(WIDTH, length)
            }
            None => self.number(9),
        }
    }

    /// How far from the start of a block something is.
    fn offset(&mut self) -> Term {
        if let Some(field) = self.fields {
            let offset = field * self.random.below(3);
            return self.terms.word(WIDTH, offset);
        }
        let most = if self.random.one_in(2) { 14 } else { 4 };
        self.number(most)
    }

    /// Works on the memory with the context that it needs.
    fn with<T>(&mut self, f: impl FnOnce(&mut M, &mut Context<'_>) -> T) -> T {
        let mut cx = Context {
            terms: &mut self.terms,
            names: &mut self.names,
            oracle: &mut self.worlds,
            pointer: WIDTH,
        };
        f(&mut self.memory, &mut cx)
    }

    /// A number that depends on the inputs, or does not.
    fn number(&mut self, most: u64) -> Term {
        let constant = self.random.below(most + 1);
        let constant = self.terms.word(WIDTH, constant);
        let [i, j] = [self.numbers[0], self.numbers[1]];
        match self.random.below(8) {
            0..=2 => constant,
            3 => i,
            4 => {
                let factor = self.random.pick(&[2, 3, 4]);
                let factor = self.terms.word(WIDTH, factor);
                self.terms.mul(j, factor)
            }
            5 => self.terms.add(i, j),
            6 => self.terms.add(i, constant),
            _ => self.terms.ite(self.condition, j, constant),
        }
    }

    fn guard(&mut self) -> Term {
        let (a, b) = (self.number(8), self.number(8));
        if self.random.one_in(2) { self.condition } else { self.terms.ult(a, b) }
    }

    fn pointer(&mut self) -> Pointer {
        match self.random.below(24) {
            0 => Pointer::Null,
            1 => Pointer::Number(self.random.below(8192)),
            2..=6 => {
                let (a, b) = (self.pointer(), self.pointer());
                Pointer::Choice(self.guard(), Box::new(a), Box::new(b))
            }
            _ => {
                let block = self.random.pick(&self.blocks);
                Pointer::At(block, self.offset())
            }
        }
    }

    fn allocate(&mut self) {
        let size = if self.random.one_in(4) {
            self.number(16)
        } else {
            let size = self.random.pick(&[0, 1, 13, 16, 24, 32]);
            self.terms.word(WIDTH, size)
        };
        let initial = if self.random.one_in(3) { Initial::Zero } else { Initial::Uninitialised };
        let constant = self.random.one_in(12);
        let new = NewBlock {
            kind: Kind::Heap,
            size: Value::of_term(&self.terms, size),
            room: 64,
            align: 8,
            constant,
            allocated_at: Site(0),
        };
        let id = self.with(|memory, cx| memory.allocate(cx, new, initial)).unwrap();
        let array = self.names.uninitialised(&mut self.terms, id);
        let Op::Symbol(symbol) = self.terms.op(array) else { unreachable!() };
        let mut content = ArrayValue::new(WIDTH, Bits::new(8, 0));
        for at in 0..64 {
            let byte = u64::from(unwritten_byte(id, at));
            content.set(Bits::new(WIDTH, at), Bits::new(8, byte));
        }
        let content: std::rc::Rc<ArrayValue> = content.into();
        for world in &mut self.worlds.worlds {
            world.model.set(symbol, Concrete::Array(content.clone()));
            let size = word(&self.terms, world, size);
            let bytes = (0..size).map(|at| match initial {
                Initial::Zero => 0,
                Initial::Uninitialised => unwritten_byte(id, at),
            });
            let written = vec![initial == Initial::Zero; size as usize];
            let plain = Plain { bytes: bytes.collect(), written, live: true, constant };
            world.blocks.insert(id, plain);
        }
        self.blocks.push(id);
    }

    /// A block is given back, or is where a condition holds.
    fn deallocate(&mut self) {
        let block = self.random.pick(&self.blocks);
        let guard = if self.random.one_in(2) { Term::TRUE } else { self.guard() };
        let live = self.memory.info(block).unwrap().lifetime.live;
        let elsewhere = self.terms.not(guard);
        let live = self.terms.and(live, elsewhere);
        self.memory.deallocate(block, Lifetime { live, end: Some(LifetimeEnd::Freed(Site(1))) });
        for world in &mut self.worlds.worlds {
            let gone = word(&self.terms, world, guard) == 1;
            world.blocks.get_mut(&block).unwrap().live &= !gone;
        }
    }

    /// Compares the condition of a valid access, and continues with the inputs for which it
    /// is, if they are most.
    fn allowed(&mut self, pointer: &Pointer, length: Term, access: Access) -> bool {
        let value = pointer.value(&mut self.terms);
        let size = Value::of_term(&self.terms, length);
        let validity = self.with(|memory, cx| memory.valid(cx, value, size, access));
        let terms = &self.terms;
        let mut fine = Vec::new();
        for world in &self.worlds.worlds {
            let length = word(terms, world, length);
            let place = pointer.place(terms, world);
            let expected = fault(world, place, length, access);
            let allowed = word(terms, world, validity.allowed) == 1;
            assert_eq!(allowed, expected.is_none(), "{place:?} {length} {access:?}");
            let found: Vec<&str> = validity
                .faults
                .iter()
                .filter(|fault| word(terms, world, fault.guard) == 1)
                .map(|fault| name(fault.kind))
                .collect();
            let expected: Vec<&str> = expected.into_iter().collect();
            assert_eq!(found, expected, "{place:?} {length} {access:?}");
            fine.push(allowed);
        }
        self.checks += fine.len() as u64;
        // An access that few inputs allow is left out, so that some inputs stay.
        let most = fine.iter().filter(|&&fine| fine).count() * 4 >= fine.len() * 3;
        if most {
            let mut fine = fine.into_iter();
            self.worlds.worlds.retain(|_| fine.next().unwrap_or(false));
        }
        most
    }

    fn load(&mut self) {
        let pointer = self.pointer();
        let bytes = self.width(&[1, 2, 4, 8]);
        let length = self.terms.word(WIDTH, u64::from(bytes));
        if !self.allowed(&pointer, length, Access::Read) {
            return;
        }
        self.compare(&pointer, bytes);
    }

    fn compare(&mut self, pointer: &Pointer, bytes: u32) {
        let value = pointer.value(&mut self.terms);
        let Some(got) = self.attempt(|memory, cx| memory.load(cx, value, bytes)) else { return };
        let got = got.to_term(&mut self.terms, 8 * bytes);
        assert_eq!(self.terms.width(got), 8 * bytes);
        for world in &self.worlds.worlds {
            let (block, offset) = pointer.place(&self.terms, world).unwrap();
            let from = offset as usize;
            let mut expected = [0; 8];
            expected[..bytes as usize]
                .copy_from_slice(&world.blocks[&block].bytes[from..from + bytes as usize]);
            let got = word(&self.terms, world, got);
            assert_eq!(got, u64::from_le_bytes(expected), "{bytes} bytes at {offset}");
            self.checks += 1;
        }
    }

    /// A value of a size: a number, an input, or a pointer.
    fn content(&mut self, bytes: u32) -> Term {
        let wide = match self.random.below(4) {
            0 if !self.blocks.is_empty() => {
                let pointer = Pointer::At(self.random.pick(&self.blocks), self.number(4));
                pointer.term(&mut self.terms)
            }
            1 => self.terms.word(WIDTH, 0x8877_6655_4433_2211),
            _ => {
                let number = self.number(200);
                let factor = self.terms.word(WIDTH, 0x0102_0408_1020_4081);
                self.terms.mul(number, factor)
            }
        };
        self.terms.extract(8 * bytes - 1, 0, wide)
    }

    fn store(&mut self) {
        let pointer = self.pointer();
        let bytes = self.width(&[1, 2, 4, 8]);
        let content = self.content(bytes);
        let length = self.terms.word(WIDTH, u64::from(bytes));
        if !self.allowed(&pointer, length, Access::Write) {
            return;
        }
        let (value, to) = (Value::of_term(&self.terms, content), pointer.value(&mut self.terms));
        if self.attempt(|memory, cx| memory.store(cx, to, bytes, value)).is_none() {
            return;
        }
        for world in &mut self.worlds.worlds {
            let number = word(&self.terms, world, content).to_le_bytes();
            let (block, offset) = pointer.place(&self.terms, world).unwrap();
            put(world, block, offset, &number[..bytes as usize], &[true; 8][..bytes as usize]);
        }
    }

    fn fill(&mut self) {
        let (pointer, length, byte) = (self.pointer(), self.length(), self.content(1));
        if !self.allowed(&pointer, length, Access::Write) {
            return;
        }
        let to = pointer.value(&mut self.terms);
        let [size, value] = [length, byte].map(|it| Value::of_term(&self.terms, it));
        if self.attempt(|memory, cx| memory.fill(cx, to, size, value)).is_none() {
            return;
        }
        for world in &mut self.worlds.worlds {
            let count = word(&self.terms, world, length) as usize;
            let bytes = vec![word(&self.terms, world, byte) as u8; count];
            if let Ok((block, offset)) = pointer.place(&self.terms, world) {
                put(world, block, offset, &bytes, &vec![true; count]);
            }
        }
    }

    fn copy(&mut self) {
        let (to, from, length) = (self.pointer(), self.pointer(), self.length());
        if !self.allowed(&from, length, Access::Read) || !self.allowed(&to, length, Access::Write) {
            return;
        }
        let (target, source) = (to.value(&mut self.terms), from.value(&mut self.terms));
        let size = Value::of_term(&self.terms, length);
        if self.attempt(|memory, cx| memory.copy(cx, target, source, size)).is_none() {
            return;
        }
        for world in &mut self.worlds.worlds {
            let count = word(&self.terms, world, length) as usize;
            let places = (to.place(&self.terms, world), from.place(&self.terms, world));
            let (Ok((target, at)), Ok((source, first))) = places else { continue };
            if count == 0 {
                continue;
            }
            let first = first as usize;
            let source = world.blocks[&source].clone();
            let (bytes, written) =
                (&source.bytes[first..first + count], &source.written[first..first + count]);
            put(world, target, at, bytes, written);
        }
    }

    fn initialised(&mut self) {
        let (pointer, length) = (self.pointer(), self.length());
        if !self.allowed(&pointer, length, Access::Read) {
            return;
        }
        let from = pointer.value(&mut self.terms);
        let size = Value::of_term(&self.terms, length);
        let formula = self.with(|memory, cx| memory.initialised(cx, from, size));
        for world in &self.worlds.worlds {
            let count = word(&self.terms, world, length) as usize;
            let Ok((block, offset)) = pointer.place(&self.terms, world) else { continue };
            let written = count == 0
                || world.blocks[&block].written[offset as usize..][..count].iter().all(|&it| it);
            assert_eq!(word(&self.terms, world, formula) == 1, written, "{offset} {count}");
            self.checks += 1;
        }
    }

    /// Elements at a few distances that depend on the inputs, each another value.
    fn multi_write(&mut self) {
        let (pointer, bytes) = (self.pointer(), self.random.pick(&[1, 2, 4]));
        let stride = u64::from(bytes) * (1 + self.random.below(2));
        let count = self.number(4);
        let distance = self.terms.symbol("distance", Sort::Bits(WIDTH));
        let [step, size] = [stride, u64::from(bytes)].map(|it| self.terms.word(WIDTH, it));
        let length = self.terms.mul(count, step);
        let (before, rest) = (self.terms.ult(distance, length), self.terms.urem(distance, step));
        let zero = self.terms.word(WIDTH, 0);
        let begins = self.terms.eq(rest, zero);
        let set = self.terms.and(before, begins);
        let factor = self.number(200);
        let value = self.terms.mul(distance, factor);
        let value = self.terms.add(value, size);
        let value = self.terms.extract(8 * bytes - 1, 0, value);
        if !self.allowed(&pointer, length, Access::Write) {
            return;
        }
        let span = Value::of_term(&self.terms, length);
        let write = MultiWrite { distance, set, bytes, value, length: span };
        let to = pointer.value(&mut self.terms);
        if self.attempt(|memory, cx| memory.multi_write(cx, to, &write)).is_none() {
            return;
        }
        for world in &mut self.worlds.worlds {
            let Ok((block, offset)) = pointer.place(&self.terms, world) else { continue };
            let factor = word(&self.terms, world, factor);
            for i in 0..word(&self.terms, world, count) {
                let element = (i * stride).wrapping_mul(factor).wrapping_add(u64::from(bytes));
                let element = &element.to_le_bytes()[..bytes as usize];
                put(world, block, offset + i * stride, element, &[true; 8][..bytes as usize]);
            }
        }
    }

    /// Two ways from here, each for the inputs that take it, and one memory for both.
    fn fork(&mut self, depth: usize) {
        let guard = self.guard();
        let all = std::mem::take(&mut self.worlds.worlds);
        let (there, here): (Vec<World>, Vec<World>) =
            all.into_iter().partition(|world| word(&self.terms, world, guard) == 1);
        if there.is_empty() || here.is_empty() {
            self.worlds.worlds = there.into_iter().chain(here).collect();
            return;
        }
        let (ancestor, blocks) = (self.memory.clone(), self.blocks.clone());
        self.worlds.worlds = there;
        self.steps(5, depth + 1);
        let other = std::mem::replace(&mut self.memory, ancestor.clone());
        let there = std::mem::replace(&mut self.worlds.worlds, here);
        let made = std::mem::replace(&mut self.blocks, blocks);
        self.steps(5, depth + 1);
        let here = std::mem::take(&mut self.worlds.worlds);
        self.worlds.worlds = here.iter().cloned().chain(there).collect();
        let merged = self.attempt(|memory, cx| memory.merge(cx, &other, guard, &ancestor));
        if !matches!(merged, Some(Ok(()))) {
            self.worlds.worlds = here;
            return;
        }
        self.blocks.extend(made);
        self.blocks.sort_unstable();
        self.blocks.dedup();
        self.bury_unmade();
    }

    /// A block that only one side of a merge allocated is not live for the inputs of the other.
    fn bury_unmade(&mut self) {
        let unmade = Plain { bytes: Vec::new(), written: Vec::new(), live: false, constant: false };
        for world in &mut self.worlds.worlds {
            for &block in &self.blocks {
                world.blocks.entry(block).or_insert_with(|| unmade.clone());
            }
        }
    }

    /// Every byte, or field, of every block that lives, in all worlds.
    fn compare_all(&mut self) {
        let bytes = self.fields.unwrap_or(1);
        for block in self.blocks.clone() {
            for at in (0..16).step_by(bytes as usize) {
                let offset = self.terms.word(WIDTH, at);
                let pointer = Pointer::At(block, offset);
                let reaches = |world: &World| {
                    let plain = &world.blocks[&block];
                    plain.live && (plain.bytes.len() as u64) >= at + bytes
                };
                if self.worlds.worlds.iter().all(reaches) {
                    self.compare(&pointer, bytes as u32);
                }
            }
        }
    }

    fn run(&mut self, steps: usize) {
        for _ in 0..3 {
            self.allocate();
        }
        self.steps(steps, 0);
        self.compare_all();
    }

    fn steps(&mut self, steps: usize, depth: usize) {
        for _ in 0..steps {
            match self.random.below(24) {
                0 => self.allocate(),
                1 if self.random.one_in(3) => self.deallocate(),
                2..=6 => self.load(),
                7..=8 => self.fill(),
                9..=11 => self.copy(),
                12 => self.initialised(),
                13 => self.multi_write(),
                14..=15 if depth < 3 => self.fork(depth),
                _ => self.store(),
            }
        }
    }
}

/// What is wrong with an access under an input.
fn fault(
    world: &World,
    place: Result<(AllocId, u64), u64>,
    length: u64,
    access: Access,
) -> Option<&'static str> {
    if length == 0 {
        return None;
    }
    let (block, offset) = match place {
        Ok(place) => place,
        Err(..4096) => return Some("null"),
        Err(_) => return Some("wild"),
    };
    let plain = &world.blocks[&block];
    let end = offset.checked_add(length);
    if !plain.live {
        Some("dead")
    } else if access == Access::Write && plain.constant {
        Some("constant")
    } else if end.is_none_or(|end| end > plain.bytes.len() as u64) {
        Some("outside")
    } else {
        None
    }
}

fn name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Null => "null",
        FaultKind::Wild => "wild",
        FaultKind::OutOfBounds(..) => "outside",
        FaultKind::Dangling(_) => "dead",
        FaultKind::Constant(_) => "constant",
        FaultKind::Code(_) => "code",
    }
}

fn put(world: &mut World, block: AllocId, offset: u64, bytes: &[u8], written: &[bool]) {
    if bytes.is_empty() {
        return;
    }
    let plain = world.blocks.get_mut(&block).unwrap();
    let at = offset as usize;
    plain.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    plain.written[at..at + bytes.len()].copy_from_slice(written);
}

/// Runs a model through many random programs: nothing that it says is wrong. The share of operations that
/// are out of its reach.
fn conforms(
    empty: &impl Memory,
    seeds: impl Iterator<Item = u64>,
    steps: usize,
    fields: Option<u64>,
) -> f64 {
    let (mut checks, mut done, mut refused) = (0, 0, 0);
    for seed in seeds {
        let mut trial = Trial { fields, ..Trial::new(seed, empty.clone()) };
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| trial.run(steps)));
        assert!(ran.is_ok(), "seed {seed}");
        checks += trial.checks;
        done += trial.done;
        refused += trial.refused;
    }
    assert!(checks > 1000, "too little was compared: {checks}");
    refused as f64 / (done + refused) as f64
}

/// How many random programs: more by `CONFORMANCE=10000`.
fn count() -> u64 {
    std::env::var("CONFORMANCE").ok().and_then(|count| count.parse().ok()).unwrap_or(60)
}

/// Seeds that once found something.
const FOUND: [u64; 7] = [3, 606, 1025, 1069, 1293, 1498, 19279];

fn model_conforms(name: &str) {
    let empty = AnyMemory::named(name, WIDTH).unwrap();
    let refused = conforms(&empty, FOUND.into_iter().chain(0..count()), 30, None);
    if name == "references" {
        // Offsets that are not known, and parts of fields.
        assert!(refused < 0.3, "{refused} out of reach");
    } else {
        assert!(refused == 0.0, "{refused} out of reach");
    }
}

/// Programs that are in the reach of a memory of fields.
#[test]
fn references_by_fields() {
    let empty = References::new(WIDTH);
    for field in [4, 8] {
        let refused = conforms(&empty, 0..2 * count(), 30, Some(field));
        assert!(refused < 0.1, "{refused} of fields with {field} bytes out of reach");
    }
}

/// A test for each model, and one that none is left out.
macro_rules! models {
    ($($test:ident $name:literal,)*) => {
        $(
            #[test]
            fn $test() {
                model_conforms($name);
            }
        )*

        #[test]
        fn no_model_is_left_out() {
            let all: Vec<&str> = AnyMemory::MODELS.iter().map(|(name, _)| *name).collect();
            assert_eq!(all, [$($name),*]);
        }
    };
}

/// All ways to decide what is allocated.
#[test]
fn separation_by_sl_and_smt() {
    for allocation in [Allocation::Sl, Allocation::Smt] {
        let empty = Separation::new(WIDTH).with(allocation);
        conforms(&empty, FOUND.into_iter().chain(0..count()), 30, None);
    }
}

models! {
    segments "segments",
    arrays "arrays",
    planes "planes",
    planes_naive "planes-naive",
    references "references",
    separation "separation",
    timestamps "timestamps",
    timestamps_naive "timestamps-naive",
}
