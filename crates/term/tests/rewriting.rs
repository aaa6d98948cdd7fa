//! Checks that random terms have the same value with and without rewriting, and that rewriting is idempotent:
//! rebuilding a simplified term from its arguments changes nothing.

use term::visit::post_order;
use term::{Bits, Model, Op, Sort, Term, Terms, Value, eval};

/// A deterministic generator of random numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 16) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Returns a value, often an extreme one.
    fn bits(&mut self, width: u32) -> Bits {
        match self.below(6) {
            0 => Bits::zero(width),
            1 => Bits::one(width),
            2 => Bits::ones(width),
            3 => Bits::signed_min(width),
            4 => Bits::new(width, self.below(9)),
            _ => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                Bits::from_words(width, &words)
            }
        }
    }
}

const WIDTHS: [u32; 10] = [1, 2, 3, 4, 7, 8, 32, 64, 65, 128];

/// A description of a term, from which the same term is built in two stores.
enum Plan {
    Constant(Bits),
    Symbol(usize),
    Truth(bool),
    Make(Op, Vec<Plan>),
    Base(usize),
}

struct Generator {
    random: Random,
    symbols: Vec<Sort>,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut symbols = vec![Sort::Bool, Sort::Bool];
        for width in WIDTHS {
            symbols.extend([Sort::Bits(width); 2]);
        }
        symbols.extend([Sort::Array { index: 4, element: 8 }; 2]);
        Generator { random: Random(seed), symbols }
    }

    fn plan(&mut self, sort: Sort, depth: u32) -> Plan {
        if depth == 0 || self.random.below(8) == 0 {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        if self.random.below(7) == 0 {
            let args = [Sort::Bool, sort, sort].map(|sort| self.plan(sort, depth));
            return Plan::Make(Op::Ite, args.into());
        }
        match sort {
            Sort::Bool => self.truth(depth),
            Sort::Bits(width) => self.vector(width, depth),
            Sort::Array { index, element } => {
                let args = [sort, Sort::Bits(index), Sort::Bits(element)]
                    .map(|sort| self.plan(sort, depth));
                Plan::Make(Op::Store, args.into())
            }
        }
    }

    fn leaf(&mut self, sort: Sort) -> Plan {
        match sort {
            Sort::Bool if self.random.below(3) == 0 => Plan::Truth(self.random.below(2) == 0),
            Sort::Bits(64) if self.random.below(4) == 0 => {
                Plan::Base(self.random.below(2) as usize)
            }
            Sort::Bits(width) if self.random.below(2) == 0 => {
                Plan::Constant(self.random.bits(width))
            }
            _ => {
                let fitting: Vec<usize> =
                    (0..self.symbols.len()).filter(|&i| self.symbols[i] == sort).collect();
                if fitting.is_empty() {
                    return Plan::Constant(self.random.bits(sort.width().unwrap_or(1)));
                }
                Plan::Symbol(self.random.pick(&fitting))
            }
        }
    }

    fn truth(&mut self, depth: u32) -> Plan {
        let op = self.random.pick(&[Op::Not, Op::And, Op::Or, Op::Eq, Op::BvUlt, Op::BvSlt]);
        let sort = match op {
            Op::Not | Op::And | Op::Or => Sort::Bool,
            Op::Eq if self.random.below(8) == 0 => Sort::Array { index: 4, element: 8 },
            Op::Eq if self.random.below(4) == 0 => Sort::Bool,
            _ => Sort::Bits(self.random.pick(&WIDTHS)),
        };
        let args = (0..op.info().arity).map(|_| self.plan(sort, depth)).collect();
        Plan::Make(op, args)
    }

    fn vector(&mut self, width: u32, depth: u32) -> Plan {
        use Op::{
            BvAdd, BvAnd, BvAshr, BvLshr, BvMul, BvNeg, BvNot, BvOr, BvSdiv, BvShl, BvSrem, BvUdiv,
            BvUrem, BvXor,
        };
        let (op, widths) = match self.random.below(16) {
            0 | 1 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u32;
                (Op::Concat, vec![width - low, low])
            }
            2 | 3 => {
                let low = self.random.below(9) as u32;
                let above = self.random.below(9) as u32;
                (Op::Extract { high: low + width - 1, low }, vec![width + low + above])
            }
            4 if width > 1 => {
                let by = 1 + self.random.below(u64::from(width) - 1) as u32;
                (Op::SignExtend(by), vec![width - by])
            }
            5 if width == 8 => {
                let args = vec![
                    self.plan(Sort::Array { index: 4, element: 8 }, depth),
                    self.plan(Sort::Bits(4), depth),
                ];
                return Plan::Make(Op::Select, args);
            }
            _ => {
                let op = self.random.pick(&[
                    BvNot, BvNeg, BvAnd, BvOr, BvXor, BvAdd, BvAdd, BvMul, BvUdiv, BvUrem, BvSdiv,
                    BvSrem, BvShl, BvLshr, BvAshr,
                ]);
                (op, vec![width; op.info().arity])
            }
        };
        let args = widths.into_iter().map(|width| self.plan(Sort::Bits(width), depth)).collect();
        Plan::Make(op, args)
    }
}

/// Creates a store with the symbols and two blocks.
struct World {
    terms: Terms,
    symbols: Vec<Term>,
    bases: Vec<Term>,
}

impl World {
    fn new(mut terms: Terms, sorts: &[Sort]) -> World {
        let symbols = sorts.iter().map(|&sort| terms.symbol("s", sort)).collect();
        let bases = [0x1000, 0x7fff_fff0].map(|at| terms.base(Bits::new(64, at)).1).into();
        World { terms, symbols, bases }
    }

    fn build(&mut self, plan: &Plan) -> Term {
        match plan {
            Plan::Constant(value) => self.terms.bits(value),
            Plan::Symbol(i) => self.symbols[*i],
            Plan::Truth(value) => Term::from(*value),
            Plan::Base(i) => self.bases[*i],
            Plan::Make(op, args) => {
                let args: Vec<Term> = args.iter().map(|arg| self.build(arg)).collect();
                self.terms.make(*op, &args)
            }
        }
    }
}

fn random_model(world: &World, sorts: &[Sort], random: &mut Random) -> Model {
    let mut model = Model::new();
    for (&symbol, &sort) in world.symbols.iter().zip(sorts) {
        let Op::Symbol(id) = world.terms.op(symbol) else { continue };
        let value = match sort {
            Sort::Bool => Value::Bool(random.below(2) == 0),
            Sort::Bits(width) => Value::Bits(random.bits(width)),
            Sort::Array { index, element } => {
                let mut array = term::ArrayValue::new(index, random.bits(element));
                for _ in 0..random.below(4) {
                    array.set(random.bits(index), random.bits(element));
                }
                Value::Array(array.into())
            }
        };
        model.set(id, value);
    }
    model
}

#[test]
fn simplified_terms_have_the_value_of_plain_ones() {
    for seed in 1..3000 {
        let mut generator = Generator::new(seed);
        let sort =
            generator.random.pick(&[Sort::Bool, Sort::Bits(8), Sort::Bits(32), Sort::Bits(64)]);
        let plan = generator.plan(sort, 5);
        let sorts = generator.symbols.clone();
        let mut plain = World::new(Terms::without_rewriting(), &sorts);
        let mut simple = World::new(Terms::new(), &sorts);
        let (before, after) = (plain.build(&plan), simple.build(&plan));
        for _ in 0..8 {
            // The symbols have the same ids in both stores, so one model serves both.
            let model = random_model(&plain, &sorts, &mut generator.random);
            assert_eq!(
                eval(&plain.terms, before, &model),
                eval(&simple.terms, after, &model),
                "seed {seed}: {} became {}",
                plain.terms.display(before),
                simple.terms.display(after)
            );
        }
    }
}

#[test]
fn simplified_terms_stay_as_they_are() {
    for seed in 1..1500 {
        let mut generator = Generator::new(seed);
        let plan = generator.plan(Sort::Bits(32), 5);
        let mut world = World::new(Terms::new(), &generator.symbols);
        let term = world.build(&plan);
        for part in post_order(&world.terms, &[term]) {
            let args = world.terms.args(part).to_vec();
            if !args.is_empty() {
                let again = world.terms.make(world.terms.op(part), &args);
                assert_eq!(again, part, "seed {seed}: {}", world.terms.display(part));
            }
        }
    }
}
