//! The part of the store that a query is about, numbered densely, arguments first.
//!
//! Only what domains can say something of is followed. Arrays, very wide vectors and functions end it:
//! a term that reads from one is a leaf here, with the domain that the store knows of it.

use term::{Domain, Op, Sort, Term, Terms};

/// A place in the cone.
pub(super) type Place = usize;

/// A term of the cone.
pub(super) struct Node {
    pub(super) term: Term,
    pub(super) op: Op,
    pub(super) sort: Sort,
    /// The first `arity` are meant. None for leaves.
    args: [u32; 3],
    arity: u8,
}

impl Node {
    /// The places of the arguments.
    pub(super) fn args(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        self.args[..usize::from(self.arity)].iter().map(|&place| place as Place)
    }

    /// Whether nothing is below it in the cone.
    pub(super) fn is_leaf(&self) -> bool {
        self.arity == 0
    }
}

/// The cone of one query; its tables are reused for the next.
#[derive(Default)]
pub(super) struct Cone {
    nodes: Vec<Node>,
    /// Whether some leaf has arguments that were not followed.
    cut: bool,
    /// For each term of the store the query it was last met in, and its place then.
    met: Vec<(u32, u32)>,
    /// The number of this query. An entry of `met` with another number means nothing.
    query: u32,
}

impl Cone {
    /// Numbers the cone of these terms; false if it has more than `limit` terms.
    pub(super) fn build(&mut self, terms: &Terms, roots: &[Term], limit: usize) -> bool {
        self.start(terms);
        self.nodes.clear();
        self.cut = false;
        // A term is pushed to be entered, and again (marked) to be left after its arguments.
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, leaving)) = stack.pop() {
            if leaving || self.meet(term) {
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

    /// The terms, arguments first.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where a root of the cone, or a term below one, has its place.
    pub(super) fn place(&self, term: Term) -> Place {
        self.met[term.index()].1 as Place
    }

    /// Whether evaluating these terms, the roots of the cone, is about as cheap as their cone is
    /// small: below the cut there may be tables with thousands of entries.
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
            if self.meet(term) {
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

    /// Forgets what was met.
    fn start(&mut self, terms: &Terms) {
        if self.met.len() < terms.len() {
            self.met.resize(terms.len(), (0, 0));
        }
        self.query = match self.query.checked_add(1) {
            Some(next) => next,
            None => {
                self.met.fill((0, 0));
                1
            }
        };
    }

    /// Whether this is the first time to meet a term.
    fn meet(&mut self, term: Term) -> bool {
        let entry = &mut self.met[term.index()];
        let first = entry.0 != self.query;
        entry.0 = self.query;
        first
    }

    fn add(&mut self, terms: &Terms, term: Term, followed: &[Term]) {
        let mut args = [0; 3];
        for (place, arg) in args.iter_mut().zip(followed) {
            *place = self.met[arg.index()].1;
        }
        self.met[term.index()].1 = self.nodes.len() as u32;
        let (op, sort) = (terms.op(term), terms.sort(term));
        self.nodes.push(Node { term, op, sort, args, arity: followed.len() as u8 });
    }
}

/// The arguments of a term, if domains of them say something of it.
fn followed_args(terms: &Terms, term: Term) -> &[Term] {
    let args = terms.args(term);
    let told = |term: &Term| {
        matches!(terms.domain(*term), Domain::Bool(_) | Domain::Bits(_) | Domain::Wide(_))
    };
    let opaque = matches!(terms.op(term), Op::Apply(..) | Op::Cases(_));
    if !opaque && told(&term) && args.iter().all(told) { args } else { &[] }
}
