//! Shared parts of this crate's tests: deterministic random numbers, and random terms.

use term::{Bits, Op, Sort, Term, Terms};

/// Marsaglia's xorshift.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() >> 20) as usize % bound
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns an arbitrary value of this width, or an extreme one.
    pub fn bits(&mut self, width: u32) -> Bits {
        match self.below(8) {
            0 => Bits::zero(width),
            1 => Bits::ones(width),
            2 => Bits::signed_min(width),
            3 => Bits::new(width, self.word() % 8),
            4 => Bits::new(width, self.word() % 8).neg(),
            _ => Bits::from_fn(width, |_| self.word() >> 40 & 1 == 1),
        }
    }
}

/// The binary operators on words of the same width.
pub const BINARY: [Op; 15] = [
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::BvUlt,
    Op::BvSlt,
    Op::Eq,
];

/// Returns a random operator, which may not fit its arguments.
fn any_operator(random: &mut Random, widest: u32) -> Op {
    let low = random.below(widest as usize) as u32;
    let others = [
        Op::Not,
        Op::And,
        Op::Or,
        Op::Eq,
        Op::Ite,
        Op::Ite,
        Op::BvNot,
        Op::BvNeg,
        Op::Concat,
        Op::Extract { high: low + random.below(3) as u32, low },
        Op::SignExtend(random.below(3) as u32),
    ];
    if random.chance(50) { random.pick(&BINARY) } else { random.pick(&others) }
}

/// Builds a random `Cases` term, if the chosen terms fit.
fn any_cases(terms: &mut Terms, pool: &[Term], random: &mut Random) -> Option<Term> {
    let (variable, first) = (random.pick(pool), random.pick(pool));
    let width = terms.sort(variable).width().filter(|width| *width <= 64)?;
    let sort = terms.sort(first);
    sort.width()?;
    let mut starts: Vec<u64> = (0..6).map(|_| random.bits(width).low_word()).collect();
    starts.push(0);
    starts.sort_unstable();
    starts.dedup();
    let others: Vec<Term> = pool.iter().copied().filter(|&it| terms.sort(it) == sort).collect();
    let sides: Vec<_> = starts.into_iter().map(|start| (start, random.pick(&others))).collect();
    Some(terms.cases(variable, &sides))
}

/// Grows a pool by `count` random terms over its elements, no wider than `widest`.
pub fn grow(terms: &mut Terms, pool: &mut Vec<Term>, count: usize, widest: u32, rng: &mut Random) {
    let wanted = pool.len() + count;
    while pool.len() < wanted {
        if rng.chance(5) {
            let cases = any_cases(terms, pool, rng);
            pool.extend(cases);
            continue;
        }
        let op = any_operator(rng, widest);
        let args: Vec<Term> = (0..op.info().arity).map(|_| rng.pick(pool)).collect();
        match terms.result_sort(op, &args) {
            Some(Sort::Bits(width)) if width > widest => {}
            Some(_) => pool.push(terms.make(op, &args)),
            None => {}
        }
    }
}
