//! Array and function lemmas: derived from conflicts, and kept for later queries.

use hashbrown::HashMap;
use term::{FxBuild, Op, Term, TermMap, TermSet, Terms, Value};

use super::chain::Chains;
use super::expand::expand;
use super::occurrences::Occurrences;
use super::propagate::Conflict;
use super::values::Values;

/// The number of lemmas about single indices of a chain before its lookup becomes a tree.
const MAX_LOOKUPS: u32 = 8;
/// The number of lemmas about single writes for a read before it is expanded.
const MAX_WRITE_LEMMAS: u32 = 6;
/// The limit on lemmas per iteration: the first ones often resolve the other conflicts too.
const MAX_PER_ITERATION: usize = 64;

/// All lemmas that queries needed so far.
#[derive(Default)]
pub(super) struct Lemmas {
    all: Vec<StoredLemma>,
    seen: TermSet,
    /// Lemmas by each of the reads or applications that they mention.
    about: TermMap<Vec<usize>>,
    /// For each equality of arrays, the lemma that unequal arrays differ at some index.
    witnesses: TermMap<Term>,
    /// The number of lookups in a chain, by chain and read.
    lookups: HashMap<(Term, Term), u32, FxBuild>,
    /// The number of conflicts of each read with writes.
    disagreed: TermMap<u32>,
}

struct StoredLemma {
    lemma: Term,
    /// The reads and applications in the lemma: it is irrelevant to queries without them.
    about: Vec<Term>,
}

impl Lemmas {
    /// Returns for each equality of arrays in the query the lemma that the arrays are equal or differ at some index.
    pub fn witnesses(&mut self, terms: &mut Terms, occurrences: &Occurrences) -> Vec<Term> {
        let mut lemmas = Vec::with_capacity(occurrences.equalities.len());
        for &equality in &occurrences.equalities {
            let lemma = match self.witnesses.get(&equality) {
                Some(&lemma) => lemma,
                None => self.witness(terms, equality),
            };
            lemmas.push(lemma);
        }
        lemmas
    }

    fn witness(&mut self, terms: &mut Terms, equality: Term) -> Term {
        let (a, b) = (terms.arg(equality, 0), terms.arg(equality, 1));
        let term::Sort::Array { index, .. } = terms.sort(a) else {
            unreachable!("an equality of arrays");
        };
        let place = terms.symbol("difference", term::Sort::Bits(index));
        let (a, b) = (terms.select(a, place), terms.select(b, place));
        let differ = terms.distinct(a, b);
        let lemma = terms.or(equality, differ);
        self.witnesses.insert(equality, lemma);
        lemma
    }

    /// Returns the lemmas of earlier queries that mention only terms of this query.
    pub fn relevant(&self, occurrences: &Occurrences) -> Vec<Term> {
        let readers = occurrences.selects.iter().chain(&occurrences.applications);
        let positions = readers.filter_map(|reader| self.about.get(reader)).flatten();
        let relevant = positions
            .map(|&position| &self.all[position])
            .filter(|lemma| lemma.about.iter().all(|&term| occurrences.has(term)));
        relevant.map(|relevant| relevant.lemma).collect()
    }

    /// Returns lemmas that the conflicts violate.
    pub fn explain(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        values: &Values,
        conflicts: Vec<Conflict>,
    ) -> Vec<Term> {
        let mut lemmas = Vec::new();
        for conflict in conflicts.into_iter().take(MAX_PER_ITERATION) {
            let conditions = terms.all(conflict.conditions.iter().copied());
            let same = terms.eq(conflict.element, conflict.other);
            let about = [conflict.element, conflict.other];
            self.add(terms, conditions, same, &about, &mut lemmas);
            match conflict.chain {
                Some((chain, index)) => {
                    self.add_table(terms, chains, values, &conflict, chain, index, &mut lemmas);
                }
                None => self.add_expansion(terms, chains, conflict.element, &mut lemmas),
            }
        }
        lemmas
    }

    /// Returns the violated instances of congruence: equal arguments of a function give equal values.
    pub fn congruence(
        &mut self,
        terms: &mut Terms,
        occurrences: &Occurrences,
        values: &Values,
    ) -> Vec<Term> {
        let mut known: HashMap<(term::FunctionId, Vec<Value>), Term, FxBuild> = HashMap::default();
        let mut lemmas = Vec::new();
        for &application in &occurrences.applications {
            let Op::Apply(function, _) = terms.op(application) else { continue };
            let args = terms.args(application).iter().map(|&arg| values.get(terms, arg)).collect();
            let other = *known.entry((function, args)).or_insert(application);
            if values.get(terms, application) == values.get(terms, other) {
                continue;
            }
            let pairs: Vec<(Term, Term)> = terms
                .args(application)
                .iter()
                .copied()
                .zip(terms.args(other).iter().copied())
                .collect();
            let equal: Vec<Term> = pairs.into_iter().map(|(a, b)| terms.eq(a, b)).collect();
            let conditions = terms.all(equal);
            let same = terms.eq(application, other);
            self.add(terms, conditions, same, &[application, other], &mut lemmas);
        }
        lemmas
    }

    /// Adds lemmas about a read that was looked up in a chain: the indices of the current element, and finally the
    /// whole chain.
    #[expect(clippy::too_many_arguments, reason = "the parts of one conflict")]
    fn add_table(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        values: &Values,
        conflict: &Conflict,
        store: Term,
        index: Term,
        lemmas: &mut Vec<Term>,
    ) {
        let (Some(chain), Some(outside)) =
            (chains.of(terms, store), chains.outside(terms, store, index))
        else {
            return;
        };
        // The last condition fixes the index to its current value; this lemma is about all indices.
        let path = &conflict.conditions[..conflict.conditions.len() - 1];
        let path = terms.all(path.iter().copied());
        let inside = terms.not(outside);
        let about = [conflict.element];
        let lookups = self.lookups.entry((conflict.element, store)).or_insert(0);
        *lookups += 1;
        if *lookups == MAX_LOOKUPS
            && let Some(tree) = chain.tree(terms, index)
        {
            let conditions = terms.and(path, inside);
            let same = terms.eq(conflict.element, tree);
            self.add(terms, conditions, same, &about, lemmas);
            return;
        }
        let value = values.get(terms, conflict.element).to_term(terms);
        if let Some(indices) = chain.indices_of(terms, index, value) {
            let has_value = terms.eq(conflict.element, value);
            let conditions = terms.all([path, inside, has_value]);
            self.add(terms, conditions, indices, &about, lemmas);
        }
    }

    /// Adds the expansion of a read that conflicted with many writes.
    fn add_expansion(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        read: Term,
        lemmas: &mut Vec<Term>,
    ) {
        let disagreed = self.disagreed.entry(read).or_insert(0);
        *disagreed += 1;
        if *disagreed == MAX_WRITE_LEMMAS
            && let Some(expansion) = expand(terms, chains, read)
        {
            let same = terms.eq(read, expansion);
            self.add(terms, Term::TRUE, same, &[read], lemmas);
        }
    }

    /// Adds the lemma that the conditions imply the conclusion.
    fn add(
        &mut self,
        terms: &mut Terms,
        conditions: Term,
        conclusion: Term,
        about: &[Term],
        lemmas: &mut Vec<Term>,
    ) {
        let lemma = terms.implies(conditions, conclusion);
        if lemma == Term::TRUE {
            return;
        }
        lemmas.push(lemma);
        if !self.seen.insert(lemma) {
            return;
        }
        let is_reader = |term: &&Term| matches!(terms.op(**term), Op::Select | Op::Apply(..));
        let about: Vec<Term> = about.iter().filter(is_reader).copied().collect();
        if let Some(&first) = about.first() {
            self.about.entry(first).or_default().push(self.all.len());
            self.all.push(StoredLemma { lemma, about });
        }
    }
}
