//! Random queries: the layer's answers are right, by enumeration of all models where these are few, and otherwise by
//! comparison with the bit-blasting layer.

use term::visit::post_order;
use term::{Bits, Evaluator, Model, Op, Sort, Term, Terms, Value};

use super::check;
use crate::answer::{Answer, Limits, Query, Solver};
use crate::bitblast::BitBlast;
use crate::sat::Cadical;
use crate::testing::{BINARY, Random, grow};

/// Random terms over two narrow symbols and two Booleans.
struct Small {
    terms: Terms,
    width: u32,
    random: Random,
    words: Vec<Term>,
    truths: Vec<Term>,
}

impl Small {
    fn new(seed: u64, terms: Terms) -> Small {
        let mut random = Random::new(seed);
        let width = 1 + random.below(4) as u32;
        let mut small = Small { terms, width, random, words: Vec::new(), truths: Vec::new() };
        for name in ["x", "y"] {
            small.words.push(small.terms.symbol(name, Sort::Bits(width)));
            small.truths.push(small.terms.symbol(name, Sort::Bool));
        }
        for _ in 0..3 {
            let value = small.random.word();
            small.words.push(small.terms.word(width, value));
        }
        small
    }

    fn grow(&mut self) {
        let (a, b) = (self.random.pick(&self.words), self.random.pick(&self.words));
        let (p, q) = (self.random.pick(&self.truths), self.random.pick(&self.truths));
        let op = self.random.pick(&BINARY);
        let compare = self.random.pick(&[Op::BvUlt, Op::BvSlt, Op::Eq]);
        let truth = self.random.pick(&[Op::And, Op::Or, Op::Eq]);
        match self.random.below(12) {
            0..=4 => self.truths.push(self.terms.make(compare, &[a, b])),
            5 => self.truths.push(self.terms.make(truth, &[p, q])),
            6 => self.truths.push(self.terms.not(p)),
            7 => self.words.push(self.terms.ite(p, a, b)),
            8 => {
                let by = self.random.below(3) as u32;
                let wide = match self.random.below(2) {
                    0 => self.terms.sign_extend(by, a),
                    _ => self.terms.concat(a, b),
                };
                let low = self.random.below((self.terms.width(wide) - self.width + 1) as usize);
                let low = low as u32;
                self.words.push(self.terms.extract(low + self.width - 1, low, wide));
            }
            9 => self.words.push(self.terms.neg(a)),
            _ => {
                let term = self.terms.make(op, &[a, b]);
                let truth = self.terms.sort(term) == Sort::Bool;
                if truth { self.truths.push(term) } else { self.words.push(term) }
            }
        }
    }

    /// Returns all models of the four symbols.
    fn models(&self) -> Vec<Model> {
        let symbol = |term| match self.terms.op(term) {
            Op::Symbol(id) => id,
            _ => unreachable!("the first terms are symbols"),
        };
        let mut models = Vec::new();
        for bits in 0..1u64 << (2 * self.width + 2) {
            let mut model = Model::new();
            let word = |value| Value::Bits(Bits::new(self.width, value));
            model.set(symbol(self.words[0]), word(bits >> 2));
            model.set(symbol(self.words[1]), word(bits >> (2 + self.width)));
            model.set(symbol(self.truths[0]), Value::Bool(bits & 1 != 0));
            model.set(symbol(self.truths[1]), Value::Bool(bits & 2 != 0));
            models.push(model);
        }
        models
    }

    fn satisfiable(&self, assumptions: &[Term]) -> bool {
        self.models().iter().any(|model| {
            let mut evaluator = Evaluator::default();
            assumptions.iter().all(|&term| evaluator.holds(&self.terms, term, model))
        })
    }

    fn query(&mut self) -> Vec<Term> {
        let newest = self.truths.len().saturating_sub(8);
        let count = 1 + self.random.below(5);
        (0..count)
            .map(|_| {
                let truth = self.random.pick(&self.truths[newest..]);
                if self.random.below(3) == 0 { self.terms.not(truth) } else { truth }
            })
            .collect()
    }
}

/// Returns how often the layer answered satisfiable, unsatisfiable, and nothing.
fn check_random_queries(store: fn() -> Terms, seeds: u64) -> [usize; 3] {
    let mut said = [0; 3];
    for seed in 0..seeds {
        let mut small = Small::new(seed, store());
        for _ in 0..25 {
            small.grow();
        }
        let assumptions = small.query();
        match check(&mut small.terms, &assumptions) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::default();
                let holds = |&term: &Term| evaluator.holds(&small.terms, term, &model);
                assert!(assumptions.iter().all(holds), "seed {seed}: a wrong model");
                said[0] += 1;
            }
            Answer::Unsat(core) => {
                assert!(core.iter().all(|term| assumptions.contains(term)), "seed {seed}");
                assert!(!small.satisfiable(&core), "seed {seed}: a wrong core");
                said[1] += 1;
            }
            Answer::Unknown(_) => said[2] += 1,
        }
    }
    said
}

#[test]
fn answers_to_random_queries_are_right_without_rewriting() {
    let said = check_random_queries(Terms::without_rewriting, 2000);
    assert!(said.iter().all(|&count| count > 100), "a dull test: {said:?}");
}

#[test]
fn answers_to_random_queries_are_right_with_rewriting() {
    let said = check_random_queries(Terms::new, 2000);
    assert!(said[0] > 100 && said[1] > 50, "a dull test: {said:?}");
}

/// Compares answers on words of the widths of C with those of the bit-blasting layer.
#[test]
fn answers_to_random_queries_of_large_widths_agree_with_the_bit_level() {
    let mut random = Random::new(7);
    let mut said = [0; 3];
    for _ in 0..150 {
        let mut terms = Terms::without_rewriting();
        let mut pool = vec![terms.symbol("p", Sort::Bool)];
        for width in [8, 16, 32, 64, 65] {
            pool.push(terms.symbol("x", Sort::Bits(width)));
            pool.push(terms.bits(&random.bits(width)));
            pool.push(terms.word(width, 9));
        }
        let heavy = [Op::BvMul, Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem];
        grow(&mut terms, &mut pool, 150, 80, &mut random);
        pool.retain(|&term| {
            let below = post_order(&terms, &[term]);
            !below.iter().any(|&term| heavy.contains(&terms.op(term)))
        });
        pool.retain(|&term| terms.sort(term) == Sort::Bool);
        for _ in 0..6 {
            let count = 1 + random.below(5);
            let query: Vec<Term> = (0..count)
                .map(|_| {
                    let truth = random.pick(&pool);
                    if random.chance(40) { terms.not(truth) } else { truth }
                })
                .collect();
            said[check_by_bits(&mut terms, &query)] += 1;
        }
    }
    assert!(said.iter().all(|&count| count > 30), "a dull test: {said:?}");
}

/// Checks the layer's answer and returns its kind: satisfiable, unsatisfiable or none.
fn check_by_bits(terms: &mut Terms, query: &[Term]) -> usize {
    match check(terms, query) {
        Answer::Sat(model) => {
            let mut evaluator = Evaluator::default();
            assert!(query.iter().all(|&term| evaluator.holds(terms, term, &model)));
            0
        }
        Answer::Unsat(core) => {
            assert!(core.iter().all(|term| query.contains(term)));
            let limits = Limits::default();
            let mut bits = BitBlast::<Cadical, Cadical>::default();
            let answer = bits.check(terms, Query { assumptions: &core, limits: &limits });
            assert!(matches!(answer, Answer::Unsat(_)), "a wrong core");
            1
        }
        Answer::Unknown(_) => 2,
    }
}
