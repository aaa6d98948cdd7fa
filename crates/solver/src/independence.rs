//! The independence layer: splits a query into parts that share no symbol and no function.
//!
//! Each part is decided by itself, the newest first. A client that adds one condition to a long path condition thus
//! pays only for the part that is connected with the new condition; the cache below answers the others.

use std::rc::Rc;

use term::visit::post_order;
use term::{Model, Op, Term, TermMap, Terms};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// The layer; see the module documentation.
#[derive(Default)]
pub struct Independence {
    supports: TermMap<Rc<[Name]>>,
    parts: u64,
}

/// A symbol or a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Name {
    Symbol(term::SymbolId),
    Function(term::FunctionId),
}

impl Layer for Independence {
    fn name(&self) -> &'static str {
        "independence"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let parts = self.split(terms, query.assumptions);
        self.parts += parts.len() as u64;
        if parts.len() == 1 {
            return below.check(terms, query);
        }
        let mut whole = Model::new();
        let mut unknown = None;
        for part in &parts {
            match below.check(terms, query.with(part)) {
                Answer::Sat(model) => self.take_over(terms, &model, part, &mut whole),
                Answer::Unsat(core) => return Answer::Unsat(core),
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Sat(Rc::new(whole)),
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("parts", self.parts)]
    }
}

impl Independence {
    /// Copies the values of the symbols and functions of a part from its model. The model may mention others: a model
    /// from the cache contains everything that its original query mentions.
    fn take_over(&mut self, terms: &Terms, model: &Model, part: &[Term], whole: &mut Model) {
        for &assumption in part {
            for &name in self.support(terms, assumption).iter() {
                match name {
                    Name::Symbol(symbol) => whole.take_symbol(model, symbol),
                    Name::Function(function) => whole.take_function(model, function),
                }
            }
        }
    }

    /// Returns the parts, each in the order of the query; the part with the last assumption comes first.
    fn split(&mut self, terms: &Terms, assumptions: &[Term]) -> Vec<Vec<Term>> {
        let mut groups = Groups::new(assumptions.len());
        let mut owner: hashbrown::HashMap<Name, usize, term::FxBuild> =
            hashbrown::HashMap::default();
        for (i, &assumption) in assumptions.iter().enumerate() {
            for &name in self.support(terms, assumption).iter() {
                match owner.get(&name) {
                    Some(&other) => groups.join(other, i),
                    None => _ = owner.insert(name, i),
                }
            }
        }
        let mut parts: Vec<Vec<Term>> = Vec::new();
        let mut part_of = vec![None; assumptions.len()];
        for i in (0..assumptions.len()).rev() {
            let root = groups.root(i);
            let part = *part_of[root].get_or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(assumptions[i]);
        }
        parts.iter_mut().for_each(|part| part.reverse());
        parts
    }

    /// Returns the symbols and functions of a term.
    fn support(&mut self, terms: &Terms, term: Term) -> Rc<[Name]> {
        if let Some(support) = self.supports.get(&term) {
            return support.clone();
        }
        let name = |term: Term| match terms.op(term) {
            Op::Symbol(id) => Some(Name::Symbol(id)),
            Op::Apply(id, _) => Some(Name::Function(id)),
            _ => None,
        };
        let mut names: Vec<Name> =
            post_order(terms, &[term]).into_iter().filter_map(name).collect();
        names.sort_unstable();
        names.dedup();
        let support: Rc<[Name]> = names.into();
        self.supports.insert(term, support.clone());
        support
    }
}

/// A union-find structure of positions.
struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Groups {
        Groups { parent: (0..count).collect() }
    }

    fn root(&mut self, mut i: usize) -> usize {
        while self.parent[i] != i {
            self.parent[i] = self.parent[self.parent[i]];
            i = self.parent[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }
}
