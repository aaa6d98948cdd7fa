//! Chains of stores at constant indices, looked up as one table.

use std::rc::Rc;

use hashbrown::HashMap;
use term::{Bits, FxBuild, Op, Term, TermMap, Terms};

/// The number of ranges up to which a formula lists the indices of a chain.
const MAX_RANGES: usize = 1024;
/// The reciprocal of the density from which the lookup becomes a tree of `ite`s.
const SPARSEST: usize = 4;

/// The chains of stores, by the last store.
#[derive(Default)]
pub(super) struct Chains {
    known: TermMap<Rc<Chain>>,
    outside: HashMap<(Term, Term), Option<Term>, FxBuild>,
}

/// A chain of stores at constant indices.
pub(super) struct Chain {
    /// The array before the chain.
    pub base: Term,
    /// The last element stored at each index.
    elements: HashMap<Bits, Term, FxBuild>,
    /// The indices, sorted.
    keys: Vec<Bits>,
    /// The elements that are not constants.
    pub unknown_elements: Vec<Term>,
}

impl Chains {
    /// Returns the chain that ends with a store, if the index of the store is a constant.
    pub fn of(&mut self, terms: &Terms, store: Term) -> Option<Rc<Chain>> {
        if let Some(chain) = self.known.get(&store) {
            return Some(chain.clone());
        }
        if !is_part(terms, store) {
            return None;
        }
        let chain = Rc::new(Chain::of(terms, store));
        self.known.insert(store, chain.clone());
        Some(chain)
    }

    /// Builds the formula that an index is outside of a chain; returns `None` if it would be too long.
    pub fn outside(&mut self, terms: &mut Terms, store: Term, index: Term) -> Option<Term> {
        if let Some(&known) = self.outside.get(&(store, index)) {
            return known;
        }
        let chain = self.of(terms, store)?;
        let formula = in_ranges(terms, index, chain.keys.iter()).map(|inside| terms.not(inside));
        self.outside.insert((store, index), formula);
        formula
    }
}

fn is_part(terms: &Terms, term: Term) -> bool {
    terms.op(term) == Op::Store && terms.is_constant(terms.arg(term, 1))
}

impl Chain {
    fn of(terms: &Terms, store: Term) -> Chain {
        let mut chain = Chain {
            base: store,
            elements: HashMap::default(),
            keys: Vec::new(),
            unknown_elements: Vec::new(),
        };
        while is_part(terms, chain.base) {
            let (index, element) = (terms.arg(chain.base, 1), terms.arg(chain.base, 2));
            if let Some(index) = terms.as_bits(index) {
                // The outermost store at an index determines the element.
                chain.elements.entry(index).or_insert(element);
            }
            chain.base = terms.arg(chain.base, 0);
        }
        chain.keys = chain.elements.keys().cloned().collect();
        chain.keys.sort_unstable();
        let unknown =
            |key: &Bits| Some(chain.elements[key]).filter(|&term| !terms.is_constant(term));
        chain.unknown_elements = chain.keys.iter().filter_map(unknown).collect();
        chain
    }

    /// Returns the element at an index.
    pub fn get(&self, index: &Bits) -> Option<Term> {
        self.elements.get(index).copied()
    }

    /// Iterates over the indices and elements, sorted by index.
    pub fn entries(&self) -> impl Iterator<Item = (&Bits, Term)> {
        self.keys.iter().map(|key| (key, self.elements[key]))
    }

    /// Builds the formula that an index is one of those with this element; returns `None` if it would be too long or
    /// some elements are not constants.
    pub fn indices_of(&self, terms: &mut Terms, index: Term, element: Term) -> Option<Term> {
        if !self.unknown_elements.is_empty() {
            return None;
        }
        let keys = self.keys.iter().filter(|key| self.elements[*key] == element);
        in_ranges(terms, index, keys)
    }

    /// Builds the element at an index of the chain as a tree of `ite`s over the bits of the index; returns `None` if
    /// the chain is too sparse. The result is valid only for indices of the chain.
    pub fn tree(&self, terms: &mut Terms, index: Term) -> Option<Term> {
        let last = self.keys.last()?.to_u64()?;
        let depth = 64 - last.leading_zeros();
        let span = 1usize.checked_shl(depth)?;
        if span > self.keys.len().saturating_mul(SPARSEST) {
            return None;
        }
        let width = self.keys[0].width();
        let any = self.elements[&self.keys[0]];
        let at = |i: usize| self.get(&Bits::new(width, i as u64)).unwrap_or(any);
        let mut level: Vec<Term> = (0..span).map(at).collect();
        let one = terms.word(1, 1);
        for bit in 0..depth {
            let chosen = terms.extract(bit, bit, index);
            let set = terms.eq(chosen, one);
            level = level.chunks(2).map(|pair| terms.ite(set, pair[1], pair[0])).collect();
        }
        level.first().copied()
    }
}

/// Builds the formula that an index is one of these sorted ones; returns `None` if it would be too long.
fn in_ranges<'a>(
    terms: &mut Terms,
    index: Term,
    keys: impl Iterator<Item = &'a Bits>,
) -> Option<Term> {
    let mut ranges: Vec<(&Bits, &Bits)> = Vec::new();
    for key in keys {
        match ranges.last_mut() {
            Some((_, last)) if last.add(&Bits::one(key.width())) == *key => *last = key,
            _ => ranges.push((key, key)),
        }
        if ranges.len() > MAX_RANGES {
            return None;
        }
    }
    let mut any = Term::FALSE;
    for (first, last) in ranges {
        let range = if first == last {
            let first = terms.bits(first);
            terms.eq(index, first)
        } else {
            let (first, last) = (terms.bits(first), terms.bits(last));
            let (above, below) = (terms.uge(index, first), terms.ule(index, last));
            terms.and(above, below)
        };
        any = terms.or(any, range);
    }
    Some(any)
}
