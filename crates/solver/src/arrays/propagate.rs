//! Propagation of reads: follows each read through the arrays that have the same element at its index, and finds
//! conflicting elements.
//!
//! An entry states that an array has an element at an index. It comes from a read or, among equal arrays, from a write
//! or a constant array. It also holds for every linked array: the array below a write at another index, the selected
//! side of an `ite`, the other side of a true equality. Each step records its condition, from which a conflict is
//! explained.

use std::rc::Rc;

use hashbrown::HashMap;
use term::{ArrayValue, Bits, FxBuild, Model, Op, Sort, Term, TermMap, Terms, Value};

use super::chain::Chains;
use super::occurrences::Occurrences;
use super::values::Values;

/// The fact that an array has an element at an index.
struct Entry {
    array: Term,
    index: Term,
    element: Term,
    /// The entry from which it was propagated, and the condition of that step.
    from: Option<(usize, Term)>,
}

/// A conflict: two elements that should be equal.
pub(super) struct Conflict {
    /// The conditions under which they are equal: those of the propagation, and that two indices are equal.
    pub conditions: Vec<Term>,
    /// The element of the read.
    pub element: Term,
    /// The other element.
    pub other: Term,
    /// The chain in which the other element was looked up, and the index of the read.
    pub chain: Option<(Term, Term)>,
}

/// The entries that follow from the current values.
pub(super) struct Propagation<'a> {
    occurrences: &'a Occurrences,
    values: &'a Values,
    entries: Vec<Entry>,
    /// The first entry of an array at an index.
    table: HashMap<(Term, Bits), usize, FxBuild>,
    /// Groups of arrays that are linked by true equalities, by representative; empty if no equality is true.
    group: TermMap<Term>,
    equalities_hold: bool,
    pub conflicts: Vec<Conflict>,
}

impl<'a> Propagation<'a> {
    /// Propagates all reads.
    pub fn of(
        terms: &mut Terms,
        chains: &mut Chains,
        occurrences: &'a Occurrences,
        values: &'a Values,
    ) -> Propagation<'a> {
        let mut all = Propagation {
            occurrences,
            values,
            entries: Vec::new(),
            table: HashMap::default(),
            group: TermMap::default(),
            equalities_hold: occurrences.equalities.iter().any(|&eq| values.holds(terms, eq)),
            conflicts: Vec::new(),
        };
        if all.equalities_hold {
            all.join_groups(terms);
            all.enter_writes(terms, chains);
        }
        for &select in &occurrences.selects {
            let (array, index) = (terms.arg(select, 0), terms.arg(select, 1));
            all.enter(terms, chains, Entry { array, index, element: select, from: None });
        }
        if all.equalities_hold {
            all.enter_constant_arrays(terms, chains);
        }
        all
    }

    /// Adds an entry and everything that follows from it.
    fn enter(&mut self, terms: &mut Terms, chains: &mut Chains, entry: Entry) {
        let index = self.values.bits(terms, entry.index);
        let mut waiting = vec![entry];
        while let Some(entry) = waiting.pop() {
            let key = (entry.array, index.clone());
            if let Some(&known) = self.table.get(&key) {
                self.compare(terms, &entry, known);
                continue;
            }
            let id = self.entries.len();
            self.entries.push(entry);
            self.table.insert(key, id);
            self.follow(terms, chains, id, &index, &mut waiting);
        }
    }

    /// Compares a new entry with the existing one of the same array and index.
    fn compare(&mut self, terms: &mut Terms, entry: &Entry, known: usize) {
        let other = self.entries[known].element;
        if !self.disagree(terms, entry.element, other) {
            return;
        }
        let mut conditions = self.conditions(entry);
        conditions.extend(self.conditions(&self.entries[known]));
        conditions.push(terms.eq(entry.index, self.entries[known].index));
        self.conflicts.push(Conflict { conditions, element: entry.element, other, chain: None });
    }

    fn disagree(&self, terms: &Terms, a: Term, b: Term) -> bool {
        a != b && self.values.get(terms, a) != self.values.get(terms, b)
    }

    /// Returns the conditions of the steps that led to an entry.
    fn conditions(&self, entry: &Entry) -> Vec<Term> {
        let mut conditions = Vec::new();
        let mut from = entry.from;
        while let Some((id, condition)) = from {
            conditions.push(condition);
            from = self.entries[id].from;
        }
        conditions
    }

    /// Propagates an entry to linked arrays.
    fn follow(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        id: usize,
        index: &Bits,
        waiting: &mut Vec<Entry>,
    ) {
        let array = self.entries[id].array;
        self.propagate_down(terms, chains, id, array, index, waiting);
        if self.equalities_hold {
            for user in self.occurrences.users.get(&array).cloned().unwrap_or_default() {
                self.propagate_up(terms, chains, id, user, index, waiting);
            }
        }
    }

    /// Propagates from an array to its base array, or compares with its element at the index.
    fn propagate_down(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        id: usize,
        array: Term,
        index: &Bits,
        waiting: &mut Vec<Entry>,
    ) {
        let read_index = self.entries[id].index;
        if let Some(chain) = self.occurrences.chains.get(&array) {
            match chain.get(index) {
                Some(element) => self.meet(terms, id, Some(index), element, Some(array)),
                None => {
                    let base = chain.base;
                    self.propagate_past_chain(terms, chains, id, array, base, waiting);
                }
            }
            return;
        }
        match terms.op(array) {
            Op::ConstArray { .. } => {
                let element = terms.arg(array, 0);
                self.meet(terms, id, None, element, None);
            }
            Op::Store => {
                let (below, written) = (terms.arg(array, 0), terms.arg(array, 1));
                let same = terms.eq(read_index, written);
                if self.values.bits(terms, written) == *index {
                    let element = terms.arg(array, 2);
                    self.meet_if(terms, id, same, element, None);
                } else {
                    let elsewhere = terms.not(same);
                    self.step(id, below, elsewhere, waiting);
                }
            }
            Op::Ite => {
                let condition = terms.arg(array, 0);
                let taken = self.values.holds(terms, condition);
                let side = terms.arg(array, if taken { 1 } else { 2 });
                let condition = if taken { condition } else { terms.not(condition) };
                self.step(id, side, condition, waiting);
            }
            _ => {}
        }
    }

    /// Propagates from an array to the arrays built from it, and to the arrays equal to it.
    fn propagate_up(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        id: usize,
        user: Term,
        index: &Bits,
        waiting: &mut Vec<Entry>,
    ) {
        let array = self.entries[id].array;
        if let Some(chain) = self.occurrences.chains.get(&user) {
            if chain.get(index).is_none() {
                self.propagate_past_chain(terms, chains, id, user, user, waiting);
            }
            return;
        }
        match terms.op(user) {
            Op::Store => {
                let written = terms.arg(user, 1);
                if self.values.bits(terms, written) != *index {
                    let same = terms.eq(self.entries[id].index, written);
                    let elsewhere = terms.not(same);
                    self.step(id, user, elsewhere, waiting);
                }
            }
            Op::Ite => {
                let condition = terms.arg(user, 0);
                let taken = self.values.holds(terms, condition);
                if terms.arg(user, if taken { 1 } else { 2 }) == array {
                    let condition = if taken { condition } else { terms.not(condition) };
                    self.step(id, user, condition, waiting);
                }
            }
            Op::Eq if self.values.holds(terms, user) => {
                let (a, b) = (terms.arg(user, 0), terms.arg(user, 1));
                self.step(id, if a == array { b } else { a }, user, waiting);
            }
            _ => {}
        }
    }

    fn step(&self, id: usize, to: Term, condition: Term, waiting: &mut Vec<Entry>) {
        let Entry { index, element, .. } = self.entries[id];
        waiting.push(Entry { array: to, index, element, from: Some((id, condition)) });
    }

    /// Propagates past a chain of writes at other indices, downwards or upwards.
    fn propagate_past_chain(
        &mut self,
        terms: &mut Terms,
        chains: &mut Chains,
        id: usize,
        chain: Term,
        to: Term,
        waiting: &mut Vec<Entry>,
    ) {
        let index = self.entries[id].index;
        let elsewhere = match chains.outside(terms, chain, index) {
            Some(formula) => formula,
            None => {
                // The general condition is too long: use that of the current value.
                let value = self.values.bits(terms, index);
                let value = terms.bits(&value);
                terms.eq(index, value)
            }
        };
        self.step(id, to, elsewhere, waiting);
    }

    /// Compares an entry with the element that its array is known to have at an index (at all indices for `None`).
    fn meet(
        &mut self,
        terms: &mut Terms,
        id: usize,
        at: Option<&Bits>,
        element: Term,
        chain: Option<Term>,
    ) {
        let condition = match at {
            None => Term::TRUE,
            Some(at) => {
                let at = terms.bits(at);
                terms.eq(self.entries[id].index, at)
            }
        };
        self.meet_if(terms, id, condition, element, chain);
    }

    fn meet_if(
        &mut self,
        terms: &mut Terms,
        id: usize,
        condition: Term,
        other: Term,
        chain: Option<Term>,
    ) {
        let Entry { element, index, .. } = self.entries[id];
        if self.disagree(terms, element, other) {
            let mut conditions = self.conditions(&self.entries[id]);
            conditions.push(condition);
            let chain = chain.map(|chain| (chain, index));
            self.conflicts.push(Conflict { conditions, element, other, chain });
        }
    }
}

/// Additional propagation for equal arrays, where not only reads matter.
impl Propagation<'_> {
    /// Computes groups of arrays that differ at finitely many indices.
    fn join_groups(&mut self, terms: &Terms) {
        for &array in &self.occurrences.arrays {
            if let Some(chain) = self.occurrences.chains.get(&array) {
                self.join(array, chain.base);
                continue;
            }
            match terms.op(array) {
                Op::Store => self.join(array, terms.arg(array, 0)),
                Op::Ite => {
                    let taken = self.values.holds(terms, terms.arg(array, 0));
                    self.join(array, terms.arg(array, if taken { 1 } else { 2 }));
                }
                _ => {}
            }
        }
        for &equality in &self.occurrences.equalities {
            if self.values.holds(terms, equality) {
                self.join(terms.arg(equality, 0), terms.arg(equality, 1));
            }
        }
    }

    fn join(&mut self, a: Term, b: Term) {
        let (a, b) = (self.group_of(a), self.group_of(b));
        if a != b {
            self.group.insert(a.max(b), a.min(b));
        }
    }

    fn group_of(&self, mut array: Term) -> Term {
        while let Some(&next) = self.group.get(&array) {
            array = next;
        }
        array
    }

    /// Adds an entry for each written element.
    fn enter_writes(&mut self, terms: &mut Terms, chains: &mut Chains) {
        for &array in &self.occurrences.arrays {
            if let Some(chain) = self.occurrences.chains.get(&array) {
                for (index, element) in chain.entries() {
                    let index = terms.bits(index);
                    self.enter(terms, chains, Entry { array, index, element, from: None });
                }
            } else if terms.op(array) == Op::Store {
                let (index, element) = (terms.arg(array, 1), terms.arg(array, 2));
                self.enter(terms, chains, Entry { array, index, element, from: None });
            }
        }
    }

    /// Adds entries of constant arrays at every index of their group, and at one other index.
    fn enter_constant_arrays(&mut self, terms: &mut Terms, chains: &mut Chains) {
        let constant = |array: &&Term| matches!(terms.op(**array), Op::ConstArray { .. });
        let arrays: Vec<Term> = self.occurrences.arrays.iter().filter(constant).copied().collect();
        for array in arrays {
            let Sort::Array { index: width, .. } = terms.sort(array) else { continue };
            let element = terms.arg(array, 0);
            let mut indices: Vec<(Bits, Term)> = self.indices_in(terms, self.group_of(array));
            let values: Vec<&Bits> = indices.iter().map(|(value, _)| value).collect();
            if let Some(fresh) = unused(width, &values) {
                let index = terms.bits(&fresh);
                indices.push((fresh, index));
            }
            for (_, index) in indices {
                self.enter(terms, chains, Entry { array, index, element, from: None });
            }
        }
    }

    /// Returns the indices at which arrays of a group have entries, each with a term, sorted by value.
    fn indices_in(&self, terms: &Terms, group: Term) -> Vec<(Bits, Term)> {
        let in_group = self.entries.iter().filter(|entry| self.group_of(entry.array) == group);
        let mut indices: Vec<(Bits, Term)> =
            in_group.map(|entry| (self.values.bits(terms, entry.index), entry.index)).collect();
        indices.sort_unstable();
        indices.dedup_by(|a, b| a.0 == b.0);
        indices
    }
}

/// Returns the least index that is not among these sorted ones.
fn unused(width: u32, indices: &[&Bits]) -> Option<Bits> {
    let mut candidate = Bits::zero(width);
    for &index in indices {
        if *index == candidate {
            if candidate.is_ones() {
                return None;
            }
            candidate = candidate.add(&Bits::one(width));
        }
    }
    Some(candidate)
}

/// Construction of arrays from entries without conflicts.
impl Propagation<'_> {
    /// Completes the model of the bit-blasting layer by the values of arrays and functions.
    pub fn model(&self, terms: &Terms, bits: &Model) -> Model {
        let mut model = bits.clone();
        for &application in &self.occurrences.applications {
            if let Op::Apply(function, _) = terms.op(application) {
                let args = terms.args(application).iter().map(|&arg| self.values.get(terms, arg));
                let value = self.values.get(terms, application);
                model.set_call(function, args.collect(), value);
            }
        }
        let mut arrays = self.empty_arrays(terms);
        for entry in &self.entries {
            if let Some((_, array)) = arrays.get_mut(&entry.array) {
                let index = self.values.bits(terms, entry.index);
                array.set(index, self.values.bits(terms, entry.element));
            }
        }
        let mut arrays: Vec<_> = arrays.into_values().collect();
        arrays.sort_unstable_by_key(|&(symbol, _)| symbol);
        for (symbol, array) in arrays {
            model.set(symbol, Value::Array(Rc::new(array)));
        }
        model
    }

    /// Returns the array symbols, each as a constant array of the default of its group.
    fn empty_arrays(&self, terms: &Terms) -> TermMap<(term::SymbolId, ArrayValue)> {
        let mut defaults: TermMap<Bits> = TermMap::default();
        for &array in &self.occurrences.arrays {
            if let Op::ConstArray { .. } = terms.op(array) {
                let element = self.values.bits(terms, terms.arg(array, 0));
                defaults.insert(self.group_of(array), element);
            }
        }
        let mut arrays = TermMap::default();
        for &array in &self.occurrences.arrays {
            if let (Op::Symbol(symbol), Sort::Array { index, element }) =
                (terms.op(array), terms.sort(array))
            {
                let default = defaults.get(&self.group_of(array)).cloned();
                let default = default.unwrap_or_else(|| Bits::zero(element));
                arrays.insert(array, (symbol, ArrayValue::new(index, default)));
            }
        }
        arrays
    }
}
