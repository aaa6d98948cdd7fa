//! Follows each read through the arrays that have the same element there, and finds where two
//! elements disagree.
//!
//! An entry says that an array has an element at an index. It comes from a read, or, where arrays
//! are equal, from a write or a constant array; and it holds as well for every array that is linked
//! with the first: below a write at another index, the side taken of an `ite`, the other side of a
//! true equality. Each step keeps the condition for it, so that a disagreement can be explained.

use std::rc::Rc;

use hashbrown::HashMap;
use term::{ArrayValue, Bits, FxBuild, Model, Op, Sort, Term, TermMap, Terms, Value};

use super::run::Runs;
use super::scene::Scene;
use super::values::Values;

/// That an array has an element at an index.
struct Entry {
    array: Term,
    index: Term,
    element: Term,
    /// The entry it follows from, and under which condition.
    from: Option<(usize, Term)>,
}

/// Two elements that should be the same.
pub(super) struct Conflict {
    /// What must hold for them to be: conditions of the way, and that two indices are equal.
    pub conditions: Vec<Term>,
    /// The element that was read.
    pub element: Term,
    /// The other one.
    pub other: Term,
    /// The run that the other one was looked up in, and the index of the read.
    pub run: Option<(Term, Term)>,
}

/// The entries that follow from the values at hand.
pub(super) struct Propagation<'a> {
    scene: &'a Scene,
    values: &'a Values,
    entries: Vec<Entry>,
    /// The first entry of an array at an index.
    table: HashMap<(Term, Bits), usize, FxBuild>,
    /// Arrays that are linked by equalities that hold, if there are any; by representative.
    group: TermMap<Term>,
    equalities_hold: bool,
    pub conflicts: Vec<Conflict>,
}

impl<'a> Propagation<'a> {
    /// Propagates all reads.
    pub fn of(
        terms: &mut Terms,
        runs: &mut Runs,
        scene: &'a Scene,
        values: &'a Values,
    ) -> Propagation<'a> {
        let mut all = Propagation {
            scene,
            values,
            entries: Vec::new(),
            table: HashMap::default(),
            group: TermMap::default(),
            equalities_hold: scene.equalities.iter().any(|&eq| values.holds(terms, eq)),
            conflicts: Vec::new(),
        };
        if all.equalities_hold {
            all.join_groups(terms);
            all.enter_writes(terms, runs);
        }
        for &select in &scene.selects {
            let (array, index) = (terms.arg(select, 0), terms.arg(select, 1));
            all.enter(terms, runs, Entry { array, index, element: select, from: None });
        }
        if all.equalities_hold {
            all.enter_constant_arrays(terms, runs);
        }
        all
    }

    /// Adds an entry and everything that follows from it.
    fn enter(&mut self, terms: &mut Terms, runs: &mut Runs, entry: Entry) {
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
            self.follow(terms, runs, id, &index, &mut waiting);
        }
    }

    /// Compares a new entry with the one that its array has at that index.
    fn compare(&mut self, terms: &mut Terms, entry: &Entry, known: usize) {
        let other = self.entries[known].element;
        if !self.disagree(terms, entry.element, other) {
            return;
        }
        let mut conditions = self.conditions(entry);
        conditions.extend(self.conditions(&self.entries[known]));
        conditions.push(terms.eq(entry.index, self.entries[known].index));
        self.conflicts.push(Conflict { conditions, element: entry.element, other, run: None });
    }

    fn disagree(&self, terms: &Terms, a: Term, b: Term) -> bool {
        a != b && self.values.get(terms, a) != self.values.get(terms, b)
    }

    /// The conditions of an entry's way.
    fn conditions(&self, entry: &Entry) -> Vec<Term> {
        let mut conditions = Vec::new();
        let mut from = entry.from;
        while let Some((id, condition)) = from {
            conditions.push(condition);
            from = self.entries[id].from;
        }
        conditions
    }

    /// The entries of linked arrays that follow from one.
    fn follow(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        id: usize,
        index: &Bits,
        waiting: &mut Vec<Entry>,
    ) {
        let array = self.entries[id].array;
        self.go_down(terms, runs, id, array, index, waiting);
        if self.equalities_hold {
            for user in self.scene.users.get(&array).cloned().unwrap_or_default() {
                self.go_up(terms, runs, id, user, index, waiting);
            }
        }
    }

    /// From an array to the one it is made from, or to what it has at the index.
    fn go_down(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        id: usize,
        array: Term,
        index: &Bits,
        waiting: &mut Vec<Entry>,
    ) {
        let read_index = self.entries[id].index;
        if let Some(run) = self.scene.runs.get(&array) {
            match run.get(index) {
                Some(element) => self.meet(terms, id, Some(index), element, Some(array)),
                None => {
                    let base = run.base;
                    self.step_past_run(terms, runs, id, array, base, waiting);
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

    /// From an array to one made from it, or to one it is equal to.
    fn go_up(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        id: usize,
        user: Term,
        index: &Bits,
        waiting: &mut Vec<Entry>,
    ) {
        let array = self.entries[id].array;
        if let Some(run) = self.scene.runs.get(&user) {
            if run.get(index).is_none() {
                self.step_past_run(terms, runs, id, user, user, waiting);
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

    /// Past a run of writes that are all elsewhere, down or up.
    fn step_past_run(
        &mut self,
        terms: &mut Terms,
        runs: &mut Runs,
        id: usize,
        run: Term,
        to: Term,
        waiting: &mut Vec<Entry>,
    ) {
        let index = self.entries[id].index;
        let elsewhere = match runs.outside(terms, run, index) {
            Some(formula) => formula,
            None => {
                // Too long to say in general: say it for the value at hand.
                let value = self.values.bits(terms, index);
                let value = terms.bits(&value);
                terms.eq(index, value)
            }
        };
        self.step(id, to, elsewhere, waiting);
    }

    /// Compares an entry with what its array is known to have at an index (anywhere for `None`).
    fn meet(
        &mut self,
        terms: &mut Terms,
        id: usize,
        at: Option<&Bits>,
        element: Term,
        run: Option<Term>,
    ) {
        let condition = match at {
            None => Term::TRUE,
            Some(at) => {
                let at = terms.bits(at);
                terms.eq(self.entries[id].index, at)
            }
        };
        self.meet_if(terms, id, condition, element, run);
    }

    fn meet_if(
        &mut self,
        terms: &mut Terms,
        id: usize,
        condition: Term,
        other: Term,
        run: Option<Term>,
    ) {
        let Entry { element, index, .. } = self.entries[id];
        if self.disagree(terms, element, other) {
            let mut conditions = self.conditions(&self.entries[id]);
            conditions.push(condition);
            let run = run.map(|run| (run, index));
            self.conflicts.push(Conflict { conditions, element, other, run });
        }
    }
}

/// Where arrays are equal, reads are not the only things that matter.
impl Propagation<'_> {
    /// Groups of arrays that are the same but for some indices.
    fn join_groups(&mut self, terms: &Terms) {
        for &array in &self.scene.arrays {
            if let Some(run) = self.scene.runs.get(&array) {
                self.join(array, run.base);
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
        for &equality in &self.scene.equalities {
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

    /// What is written at an index is what is read there.
    fn enter_writes(&mut self, terms: &mut Terms, runs: &mut Runs) {
        for &array in &self.scene.arrays {
            if let Some(run) = self.scene.runs.get(&array) {
                for (index, element) in run.entries() {
                    let index = terms.bits(index);
                    self.enter(terms, runs, Entry { array, index, element, from: None });
                }
            } else if terms.op(array) == Op::Store {
                let (index, element) = (terms.arg(array, 1), terms.arg(array, 2));
                self.enter(terms, runs, Entry { array, index, element, from: None });
            }
        }
    }

    /// Constant arrays are read at every index of their group, and at one that is not among these.
    fn enter_constant_arrays(&mut self, terms: &mut Terms, runs: &mut Runs) {
        let constant = |array: &&Term| matches!(terms.op(**array), Op::ConstArray { .. });
        let arrays: Vec<Term> = self.scene.arrays.iter().filter(constant).copied().collect();
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
                self.enter(terms, runs, Entry { array, index, element, from: None });
            }
        }
    }

    /// The indices at which arrays of a group have entries, with a term for each, sorted by value.
    fn indices_in(&self, terms: &Terms, group: Term) -> Vec<(Bits, Term)> {
        let in_group = self.entries.iter().filter(|entry| self.group_of(entry.array) == group);
        let mut indices: Vec<(Bits, Term)> =
            in_group.map(|entry| (self.values.bits(terms, entry.index), entry.index)).collect();
        indices.sort_unstable();
        indices.dedup_by(|a, b| a.0 == b.0);
        indices
    }
}

/// The least index that is not among these sorted ones.
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

/// Without conflicts, the entries are arrays.
impl Propagation<'_> {
    /// The model of the bit level, with what arrays and functions are in it.
    pub fn model(&self, terms: &Terms, bits: &Model) -> Model {
        let mut model = bits.clone();
        for &application in &self.scene.applications {
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

    /// The array symbols, each with the default of its group and nothing else.
    fn empty_arrays(&self, terms: &Terms) -> TermMap<(term::SymbolId, ArrayValue)> {
        let mut defaults: TermMap<Bits> = TermMap::default();
        for &array in &self.scene.arrays {
            if let Op::ConstArray { .. } = terms.op(array) {
                let element = self.values.bits(terms, terms.arg(array, 0));
                defaults.insert(self.group_of(array), element);
            }
        }
        let mut arrays = TermMap::default();
        for &array in &self.scene.arrays {
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
