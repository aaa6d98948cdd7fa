//! Stores at constant indices in a row, looked up as one table.

use std::rc::Rc;

use hashbrown::HashMap;
use term::{Bits, FxBuild, Op, Term, TermMap, Terms};

/// A table of more ranges than this is not described by them in a formula.
const MAX_RANGES: usize = 1024;
/// A tree of `ite`s is made for a table that fills at least this share of its span.
const SPARSEST: usize = 4;

/// The runs of stores that were met, by the term of the last store.
#[derive(Default)]
pub(super) struct Runs {
    known: TermMap<Rc<Run>>,
    outside: HashMap<(Term, Term), Option<Term>, FxBuild>,
}

/// Stores at constant indices in a row.
pub(super) struct Run {
    /// The array below the run.
    pub base: Term,
    /// The last element stored at each index.
    elements: HashMap<Bits, Term, FxBuild>,
    /// The indices, sorted.
    keys: Vec<Bits>,
    /// Elements that are not constants.
    pub unknown_elements: Vec<Term>,
}

impl Runs {
    /// The run that a store is the last of, if its index is a constant.
    pub fn of(&mut self, terms: &Terms, store: Term) -> Option<Rc<Run>> {
        if let Some(run) = self.known.get(&store) {
            return Some(run.clone());
        }
        if !is_part(terms, store) {
            return None;
        }
        let run = Rc::new(Run::of(terms, store));
        self.known.insert(store, run.clone());
        Some(run)
    }

    /// The formula that an index is none of a run's; `None` if it would be too long.
    pub fn outside(&mut self, terms: &mut Terms, store: Term, index: Term) -> Option<Term> {
        if let Some(&known) = self.outside.get(&(store, index)) {
            return known;
        }
        let run = self.of(terms, store)?;
        let formula = in_ranges(terms, index, run.keys.iter()).map(|inside| terms.not(inside));
        self.outside.insert((store, index), formula);
        formula
    }
}

fn is_part(terms: &Terms, term: Term) -> bool {
    terms.op(term) == Op::Store && terms.is_constant(terms.arg(term, 1))
}

impl Run {
    fn of(terms: &Terms, store: Term) -> Run {
        let mut run = Run {
            base: store,
            elements: HashMap::default(),
            keys: Vec::new(),
            unknown_elements: Vec::new(),
        };
        while is_part(terms, run.base) {
            let (index, element) = (terms.arg(run.base, 1), terms.arg(run.base, 2));
            if let Some(index) = terms.as_bits(index) {
                // The outermost store at an index is the one that counts.
                run.elements.entry(index).or_insert(element);
            }
            run.base = terms.arg(run.base, 0);
        }
        run.keys = run.elements.keys().cloned().collect();
        run.keys.sort_unstable();
        let unknown = |key: &Bits| Some(run.elements[key]).filter(|&term| !terms.is_constant(term));
        run.unknown_elements = run.keys.iter().filter_map(unknown).collect();
        run
    }

    /// The element at an index.
    pub fn get(&self, index: &Bits) -> Option<Term> {
        self.elements.get(index).copied()
    }

    /// The indices and elements, by index.
    pub fn entries(&self) -> impl Iterator<Item = (&Bits, Term)> {
        self.keys.iter().map(|key| (key, self.elements[key]))
    }

    /// The formula that an index is one of those with this element; `None` if it would be too long
    /// or some elements are unknown.
    pub fn indices_of(&self, terms: &mut Terms, index: Term, element: Term) -> Option<Term> {
        if !self.unknown_elements.is_empty() {
            return None;
        }
        let keys = self.keys.iter().filter(|key| self.elements[*key] == element);
        in_ranges(terms, index, keys)
    }

    /// The element at an index of the run as a tree of `ite`s over the bits of the index; `None`
    /// if the run is too sparse for that. Right only for indices of the run.
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

/// The formula that an index is one of these, which are sorted; `None` if it would be too long.
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
