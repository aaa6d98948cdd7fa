//! The definitions layer: eliminates symbols that an assumption defines.
//!
//! An assumption `x = t`, where `x` does not occur in `t`, is a definition of `x`; so is a Boolean symbol or its
//! negation. The other assumptions get the value by substitution, and the model gets the symbol back. Assumptions that
//! become constant are decided without bit-blasting. The layer iterates, because a substitution may produce further
//! definitions.

use std::rc::Rc;

use hashbrown::HashSet;
use term::visit::{Substitution, post_order};
use term::{FxBuild, Model, Op, SymbolId, Term, TermMap, TermSet, Terms, eval};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// The limit on iterations; later ones find little.
const MAX_ITERATIONS: usize = 6;

/// The layer; see the module documentation.
#[derive(Default)]
pub struct Definitions {
    definitions: u64,
}

impl Layer for Definitions {
    fn name(&self) -> &'static str {
        "definitions"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let mut work = Work::new(query.assumptions);
        while work.iterations.len() < MAX_ITERATIONS && work.iterate(terms) {
            if let Some(contradiction) = work.contradiction(terms) {
                return Answer::Unsat(contradiction);
            }
        }
        self.definitions += work.definitions.len() as u64;
        if work.definitions.is_empty() {
            return below.check(terms, query);
        }
        work.answer(terms, query, below)
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("definitions used", self.definitions)]
    }
}

/// A conjunct of the query after substitution.
struct Conjunct {
    term: Term,
    origin: Rc<Origin>,
}

/// The derivation of a conjunct, from which its assumptions are computed when a core is needed.
enum Origin {
    Assumption(Term),
    /// Derived from the conjunct `before` by the definitions of an iteration.
    Substituted {
        before: Term,
        origin: Rc<Origin>,
        iteration: usize,
    },
}

struct Work {
    conjuncts: Vec<Conjunct>,
    /// Symbols and their values, in the order in which they were found. Definitions of one iteration do not mention
    /// each other's symbols, and later iterations do not contain earlier symbols.
    definitions: Vec<(SymbolId, Term)>,
    /// For each iteration, the symbols that it substituted and the origins of their definitions.
    iterations: Vec<TermMap<Rc<Origin>>>,
}

impl Work {
    fn new(assumptions: &[Term]) -> Work {
        let conjunct = |&term| Conjunct { term, origin: Rc::new(Origin::Assumption(term)) };
        Work {
            conjuncts: assumptions.iter().map(conjunct).collect(),
            definitions: Vec::new(),
            iterations: Vec::new(),
        }
    }

    /// Finds definitions and substitutes them; returns `false` if there are none.
    fn iterate(&mut self, terms: &mut Terms) -> bool {
        let found = self.find(terms);
        if found.replacement.is_empty() {
            return false;
        }
        let iteration = self.iterations.len();
        self.iterations.push(found.origins);
        let mut substitution = Substitution::new(found.replacement);
        let mut kept = Vec::with_capacity(self.conjuncts.len());
        for (i, conjunct) in std::mem::take(&mut self.conjuncts).into_iter().enumerate() {
            if found.positions.contains(&i) {
                continue;
            }
            let term = substitution.apply(terms, conjunct.term);
            if term == conjunct.term {
                kept.push(conjunct);
            } else {
                let Conjunct { term: before, origin } = conjunct;
                let origin = Rc::new(Origin::Substituted { before, origin, iteration });
                split(terms, Conjunct { term, origin }, &mut kept);
            }
        }
        self.conjuncts = kept;
        true
    }

    /// Collects definitions that do not mention each other's symbols, so that one substitution suffices.
    fn find(&mut self, terms: &Terms) -> FoundDefinitions {
        let mut found = FoundDefinitions::default();
        let mut mentioned = TermSet::default();
        for (i, conjunct) in self.conjuncts.iter().enumerate() {
            let Some((symbol, id, value)) = definition(terms, conjunct.term) else {
                continue;
            };
            if mentioned.contains(&symbol) || found.replacement.contains_key(&symbol) {
                continue;
            }
            let leaves = symbols_in(terms, value);
            if leaves.iter().any(|leaf| *leaf == symbol || found.replacement.contains_key(leaf)) {
                continue;
            }
            mentioned.extend(leaves);
            found.replacement.insert(symbol, value);
            found.origins.insert(symbol, conjunct.origin.clone());
            found.positions.insert(i);
            self.definitions.push((id, value));
        }
        found
    }

    /// Returns the assumptions of a conjunct that became false.
    fn contradiction(&self, terms: &Terms) -> Option<Vec<Term>> {
        let conjunct = self.conjuncts.iter().find(|conjunct| conjunct.term == Term::FALSE)?;
        Some(self.source_assumptions(terms, vec![conjunct.origin.clone()]))
    }

    fn answer(self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let assumptions: Vec<Term> = self.conjuncts.iter().map(|conjunct| conjunct.term).collect();
        let answer = if assumptions.is_empty() {
            Answer::Sat(Rc::new(Model::new()))
        } else {
            below.check(terms, query.with(&assumptions))
        };
        match answer {
            Answer::Sat(model) => {
                let mut model = Model::clone(&model);
                for &(symbol, value) in self.definitions.iter().rev() {
                    let value = eval(terms, value, &model);
                    model.set(symbol, value);
                }
                Answer::Sat(Rc::new(model))
            }
            Answer::Unsat(core) => {
                let core: TermSet = core.into_iter().collect();
                let in_core = self.conjuncts.iter().filter(|c| core.contains(&c.term));
                let origins = in_core.map(|conjunct| conjunct.origin.clone()).collect();
                Answer::Unsat(self.source_assumptions(terms, origins))
            }
            unknown => unknown,
        }
    }

    /// Returns the assumptions from which some conjuncts were derived.
    fn source_assumptions(&self, terms: &Terms, mut origins: Vec<Rc<Origin>>) -> Vec<Term> {
        let mut seen: HashSet<*const Origin, FxBuild> = HashSet::default();
        let mut assumptions = Vec::new();
        while let Some(origin) = origins.pop() {
            if !seen.insert(Rc::as_ptr(&origin)) {
                continue;
            }
            match &*origin {
                Origin::Assumption(term) => assumptions.push(*term),
                Origin::Substituted { before, origin, iteration } => {
                    origins.push(origin.clone());
                    let symbols = symbols_in(terms, *before).into_iter();
                    let used =
                        symbols.filter_map(|symbol| self.iterations[*iteration].get(&symbol));
                    origins.extend(used.cloned());
                }
            }
        }
        assumptions.sort_unstable();
        assumptions.dedup();
        assumptions
    }
}

/// The definitions of one iteration.
#[derive(Default)]
struct FoundDefinitions {
    replacement: TermMap<Term>,
    origins: TermMap<Rc<Origin>>,
    /// The positions of the conjuncts that are definitions.
    positions: HashSet<usize, FxBuild>,
}

/// Returns the symbol that a conjunct defines, and its value.
fn definition(terms: &Terms, conjunct: Term) -> Option<(Term, SymbolId, Term)> {
    let symbol = |term: Term, value: Term| match terms.op(term) {
        Op::Symbol(id) => Some((term, id, value)),
        _ => None,
    };
    match terms.op(conjunct) {
        Op::Not => symbol(terms.arg(conjunct, 0), Term::FALSE),
        Op::Eq => {
            let (a, b) = (terms.arg(conjunct, 0), terms.arg(conjunct, 1));
            // Of two symbols, the later one is more likely to be an abbreviation of the other.
            symbol(a.max(b), a.min(b)).or_else(|| symbol(a.min(b), a.max(b)))
        }
        _ => symbol(conjunct, Term::TRUE),
    }
}

fn symbols_in(terms: &Terms, term: Term) -> Vec<Term> {
    let all = post_order(terms, &[term]);
    all.into_iter().filter(|&term| matches!(terms.op(term), Op::Symbol(_))).collect()
}

/// Splits a conjunct that substitution may have turned into a conjunction; drops `true`.
fn split(terms: &Terms, conjunct: Conjunct, to: &mut Vec<Conjunct>) {
    let mut stack = vec![conjunct.term];
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::True => {}
            Op::And => stack.extend([terms.arg(term, 1), terms.arg(term, 0)]),
            _ => to.push(Conjunct { term, origin: conjunct.origin.clone() }),
        }
    }
}
