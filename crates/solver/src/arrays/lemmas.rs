//! Lemmas: made from conflicts, and remembered for later queries.

use hashbrown::HashMap;
use term::{FxBuild, Op, Term, TermMap, TermSet, Terms, Value};

use super::expand::expanded;
use super::propagate::Conflict;
use super::run::Runs;
use super::scene::Scene;
use super::values::Values;

/// So many lemmas about single indices of a table are tried before it becomes a tree.
const LOOKUPS: u32 = 8;
/// So many lemmas about single writes are tried for a read before it is written out.
const WRITES: u32 = 6;
/// More lemmas are not added in one round: the first ones often take care of the others.
const PER_ROUND: usize = 64;

/// The lemmas that were needed so far.
#[derive(Default)]
pub(super) struct Lemmas {
    all: Vec<Remembered>,
    seen: TermSet,
    /// Lemmas by one of the reads or applications they are about.
    about: TermMap<Vec<usize>>,
    /// For each equality of arrays: the lemma that they differ somewhere if they are not equal.
    witnesses: TermMap<Term>,
    /// How often a table was looked up for a read.
    lookups: HashMap<(Term, Term), u32, FxBuild>,
    /// How often a read disagreed with a write.
    disagreed: TermMap<u32>,
}

struct Remembered {
    lemma: Term,
    /// The reads and applications it is about: of no use where they do not occur.
    about: Vec<Term>,
}

impl Lemmas {
    /// For each equality of arrays in the scene: if it does not hold, there is an index where the
    /// elements differ.
    pub fn witnesses(&mut self, terms: &mut Terms, scene: &Scene) -> Vec<Term> {
        let mut lemmas = Vec::with_capacity(scene.equalities.len());
        for &equality in &scene.equalities {
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

    /// The lemmas of earlier queries that are about what is in the scene.
    pub fn remembered(&self, scene: &Scene) -> Vec<Term> {
        let readers = scene.selects.iter().chain(&scene.applications);
        let positions = readers.filter_map(|reader| self.about.get(reader)).flatten();
        let relevant = positions
            .map(|&position| &self.all[position])
            .filter(|lemma| lemma.about.iter().all(|&term| scene.has(term)));
        relevant.map(|remembered| remembered.lemma).collect()
    }

    /// The lemmas that the conflicts violate.
    pub fn explain(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        values: &Values,
        conflicts: Vec<Conflict>,
    ) -> Vec<Term> {
        let mut lemmas = Vec::new();
        for conflict in conflicts.into_iter().take(PER_ROUND) {
            let conditions = terms.all(conflict.conditions.iter().copied());
            let same = terms.eq(conflict.element, conflict.other);
            let about = [conflict.element, conflict.other];
            self.add(terms, conditions, same, &about, &mut lemmas);
            match conflict.run {
                Some((run, index)) => {
                    self.add_table(terms, runs, values, &conflict, run, index, &mut lemmas);
                }
                None => self.add_expansion(terms, runs, conflict.element, &mut lemmas),
            }
        }
        lemmas
    }

    /// Two applications of one function to the same arguments have the same value.
    pub fn congruence(&mut self, terms: &mut Terms, scene: &Scene, values: &Values) -> Vec<Term> {
        let mut known: HashMap<(term::FunctionId, Vec<Value>), Term, FxBuild> = HashMap::default();
        let mut lemmas = Vec::new();
        for &application in &scene.applications {
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

    /// What else is known of a read that met a table: the indices that have the value at hand, and
    /// in the end everything.
    #[expect(clippy::too_many_arguments, reason = "the parts of one conflict")]
    fn add_table(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        values: &Values,
        conflict: &Conflict,
        store: Term,
        index: Term,
        lemmas: &mut Vec<Term>,
    ) {
        let (Some(run), Some(outside)) = (runs.of(terms, store), runs.outside(terms, store, index))
        else {
            return;
        };
        // The last condition is that the index is the one at hand; here it may be any.
        let way = &conflict.conditions[..conflict.conditions.len() - 1];
        let way = terms.all(way.iter().copied());
        let inside = terms.not(outside);
        let about = [conflict.element];
        let lookups = self.lookups.entry((conflict.element, store)).or_insert(0);
        *lookups += 1;
        if *lookups == LOOKUPS
            && let Some(tree) = run.tree(terms, index)
        {
            let conditions = terms.and(way, inside);
            let same = terms.eq(conflict.element, tree);
            self.add(terms, conditions, same, &about, lemmas);
            return;
        }
        let value = values.get(terms, conflict.element).to_term(terms);
        if let Some(indices) = run.indices_of(terms, index, value) {
            let has_value = terms.eq(conflict.element, value);
            let conditions = terms.all([way, inside, has_value]);
            self.add(terms, conditions, indices, &about, lemmas);
        }
    }

    /// Everything that is known of a read that disagreed with many writes.
    fn add_expansion(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        read: Term,
        lemmas: &mut Vec<Term>,
    ) {
        let disagreed = self.disagreed.entry(read).or_insert(0);
        *disagreed += 1;
        if *disagreed == WRITES
            && let Some(expansion) = expanded(terms, runs, read)
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
            self.all.push(Remembered { lemma, about });
        }
    }
}
