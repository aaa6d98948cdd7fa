//! Layer 4: assumptions that define a symbol are used to get rid of it.
//!
//! Of `x = t`, where `x` does not occur in `t`, and of a Boolean symbol or its negation, everything
//! else learns the value; the symbol gets it back in the model. What becomes constant by that is
//! decided without bits. Several rounds: a definition may make others.

use std::rc::Rc;

use hashbrown::HashSet;
use term::visit::{Substitution, post_order};
use term::{FxBuild, Model, Op, SymbolId, Term, TermMap, TermSet, Terms, eval};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// More rounds find little.
const ROUNDS: usize = 6;

/// The layer.
#[derive(Default)]
pub struct SolveFor {
    definitions: u64,
}

impl Layer for SolveFor {
    fn name(&self) -> &'static str {
        "definitions"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let mut work = Work::new(query.assumptions);
        while work.rounds.len() < ROUNDS && work.round(terms) {
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

/// A conjunct as it is now.
struct Conjunct {
    term: Term,
    origin: Rc<Origin>,
}

/// Where a conjunct comes from: what must be known to say which assumptions it needs, but is only
/// worked out when somebody asks.
enum Origin {
    Assumption(Term),
    /// From the conjunct `before`, by the definitions of a round.
    Substituted {
        before: Term,
        origin: Rc<Origin>,
        round: usize,
    },
}

struct Work {
    conjuncts: Vec<Conjunct>,
    /// Symbols with what they are, in the order found. Within a round definitions do not mention
    /// each other's symbols, and in later rounds earlier symbols are gone.
    definitions: Vec<(SymbolId, Term)>,
    /// For each round, the symbols that it put values in for, and where these come from.
    rounds: Vec<TermMap<Rc<Origin>>>,
}

impl Work {
    fn new(assumptions: &[Term]) -> Work {
        let conjunct = |&term| Conjunct { term, origin: Rc::new(Origin::Assumption(term)) };
        Work {
            conjuncts: assumptions.iter().map(conjunct).collect(),
            definitions: Vec::new(),
            rounds: Vec::new(),
        }
    }

    /// Finds definitions and puts them in; `false` if there are none.
    fn round(&mut self, terms: &mut Terms) -> bool {
        let found = self.find(terms);
        if found.replacement.is_empty() {
            return false;
        }
        let round = self.rounds.len();
        self.rounds.push(found.origins);
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
                let origin = Rc::new(Origin::Substituted { before, origin, round });
                split(terms, Conjunct { term, origin }, &mut kept);
            }
        }
        self.conjuncts = kept;
        true
    }

    /// Definitions that do not mention each other's symbols, so that one substitution is enough.
    fn find(&mut self, terms: &Terms) -> Found {
        let mut found = Found::default();
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

    /// The assumptions behind a conjunct that became false.
    fn contradiction(&self, terms: &Terms) -> Option<Vec<Term>> {
        let conjunct = self.conjuncts.iter().find(|conjunct| conjunct.term == Term::FALSE)?;
        Some(self.assumptions_behind(terms, vec![conjunct.origin.clone()]))
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
                Answer::Unsat(self.assumptions_behind(terms, origins))
            }
            unknown => unknown,
        }
    }

    /// The assumptions that some conjuncts follow from.
    fn assumptions_behind(&self, terms: &Terms, mut origins: Vec<Rc<Origin>>) -> Vec<Term> {
        let mut seen: HashSet<*const Origin, FxBuild> = HashSet::default();
        let mut assumptions = Vec::new();
        while let Some(origin) = origins.pop() {
            if !seen.insert(Rc::as_ptr(&origin)) {
                continue;
            }
            match &*origin {
                Origin::Assumption(term) => assumptions.push(*term),
                Origin::Substituted { before, origin, round } => {
                    origins.push(origin.clone());
                    let symbols = symbols_in(terms, *before).into_iter();
                    let used = symbols.filter_map(|symbol| self.rounds[*round].get(&symbol));
                    origins.extend(used.cloned());
                }
            }
        }
        assumptions.sort_unstable();
        assumptions.dedup();
        assumptions
    }
}

/// The definitions of one round.
#[derive(Default)]
struct Found {
    replacement: TermMap<Term>,
    origins: TermMap<Rc<Origin>>,
    /// Of the conjuncts that are definitions.
    positions: HashSet<usize, FxBuild>,
}

/// The symbol that a conjunct defines, and its value.
fn definition(terms: &Terms, conjunct: Term) -> Option<(Term, SymbolId, Term)> {
    let symbol = |term: Term, value: Term| match terms.op(term) {
        Op::Symbol(id) => Some((term, id, value)),
        _ => None,
    };
    match terms.op(conjunct) {
        Op::Not => symbol(terms.arg(conjunct, 0), Term::FALSE),
        Op::Eq => {
            let (a, b) = (terms.arg(conjunct, 0), terms.arg(conjunct, 1));
            // Of two symbols the later one is the more likely to be a name for the other.
            symbol(a.max(b), a.min(b)).or_else(|| symbol(a.min(b), a.max(b)))
        }
        _ => symbol(conjunct, Term::TRUE),
    }
}

fn symbols_in(terms: &Terms, term: Term) -> Vec<Term> {
    let all = post_order(terms, &[term]);
    all.into_iter().filter(|&term| matches!(terms.op(term), Op::Symbol(_))).collect()
}

/// A conjunct's own conjuncts, but for `true`: substitution may have made some.
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
