//! The subterms of a query, numbered densely, arguments first.
//!
//! The cone stops at terms of which domains know nothing: arrays, very wide vectors and functions. A term that reads
//! from one of them is a leaf, with the domain that the store has for it.

use term::{Domain, Op, Sort, Term, Terms};

/// The number of a term in the cone.
pub(super) type Index = usize;

/// A term of the cone.
pub(super) struct Node {
    pub(super) term: Term,
    pub(super) op: Op,
    pub(super) sort: Sort,
    /// The arguments, as many as the arity says; none for leaves.
    args: [u32; 3],
    arity: u8,
}

impl Node {
    /// Iterates over the numbers of the arguments.
    pub(super) fn args(&self) -> impl ExactSizeIterator<Item = Index> + '_ {
        self.args[..usize::from(self.arity)].iter().map(|&index| index as Index)
    }

    /// Returns whether the term has no arguments in the cone.
    pub(super) fn is_leaf(&self) -> bool {
        self.arity == 0
    }
}

/// The cone of one query. Its tables are reused for the next query.
#[derive(Default)]
pub(super) struct Cone {
    nodes: Vec<Node>,
    /// Whether some leaf has arguments outside of the cone.
    cut: bool,
    /// For each term of the store, the query that visited it last, and its number in that query's cone.
    visited: Vec<(u32, u32)>,
    /// The number of the current query. Entries of `visited` with another number are stale.
    query: u32,
}

impl Cone {
    /// Builds the cone of these terms; returns false if it would have more than `limit` terms.
    pub(super) fn build(&mut self, terms: &Terms, roots: &[Term], limit: usize) -> bool {
        self.start(terms);
        self.nodes.clear();
        self.cut = false;
        // A term is pushed twice: to be entered, and (marked) to be left after its arguments.
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, leaving)) = stack.pop() {
            if leaving || self.visit(term) {
                let followed = followed_args(terms, term);
                if leaving || followed.is_empty() {
                    self.cut |= followed.len() < terms.args(term).len();
                    self.add(terms, term, followed);
                } else {
                    stack.push((term, true));
                    stack.extend(followed.iter().rev().map(|&arg| (arg, false)));
                }
            }
            if self.nodes.len() > limit {
                return false;
            }
        }
        true
    }

    /// Returns the terms, arguments first.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of a root or of a term below one.
    pub(super) fn index(&self, term: Term) -> Index {
        self.visited[term.index()].1 as Index
    }

    /// Returns whether evaluating the roots costs about as much as the size of the cone suggests: outside of the cone
    /// there may be tables with thousands of entries.
    pub(super) fn is_cheap_to_evaluate(
        &mut self,
        terms: &Terms,
        roots: &[Term],
        limit: usize,
        stores: usize,
    ) -> bool {
        if !self.cut {
            return true;
        }
        self.start(terms);
        let (mut count, mut stored) = (0, 0);
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if self.visit(term) {
                count += 1;
                stored += usize::from(terms.op(term) == Op::Store);
                if count > limit || stored > stores {
                    return false;
                }
                stack.extend_from_slice(terms.args(term));
            }
        }
        true
    }

    /// Starts a new query.
    fn start(&mut self, terms: &Terms) {
        if self.visited.len() < terms.len() {
            self.visited.resize(terms.len(), (0, 0));
        }
        self.query = match self.query.checked_add(1) {
            Some(next) => next,
            None => {
                self.visited.fill((0, 0));
                1
            }
        };
    }

    /// Marks a term as visited; returns whether this is the first visit.
    fn visit(&mut self, term: Term) -> bool {
        let entry = &mut self.visited[term.index()];
        let first = entry.0 != self.query;
        entry.0 = self.query;
        first
    }

    fn add(&mut self, terms: &Terms, term: Term, followed: &[Term]) {
        let mut args = [0; 3];
        for (index, arg) in args.iter_mut().zip(followed) {
            *index = self.visited[arg.index()].1;
        }
        self.visited[term.index()].1 = self.nodes.len() as u32;
        let (op, sort) = (terms.op(term), terms.sort(term));
        self.nodes.push(Node { term, op, sort, args, arity: followed.len() as u8 });
    }
}

/// Returns the arguments of a term whose domains matter to it.
fn followed_args(terms: &Terms, term: Term) -> &[Term] {
    let args = terms.args(term);
    let told = |term: &Term| {
        matches!(terms.domain(*term), Domain::Bool(_) | Domain::Bits(_) | Domain::Wide(_))
    };
    let opaque = matches!(terms.op(term), Op::Apply(..) | Op::Cases(_));
    if !opaque && told(&term) && args.iter().all(told) { args } else { &[] }
}
