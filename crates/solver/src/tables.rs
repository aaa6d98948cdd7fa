//! The tables layer: arrays with many known elements become array terms with these elements stored.
//!
//! Some clients write a constant table as `(= (select A 3) 7)` for index after index. This layer replaces `A` by the
//! array with these elements stored, which is a constant if every index is known. A read at a symbolic index is then a
//! read of a constant array and needs no hundreds of array lemmas, and queries that read the same table do not share a
//! symbol any more.

use std::rc::Rc;

use term::visit::Substitution;
use term::{Model, Op, Sort, SymbolId, Term, TermMap, TermSet, Terms, eval};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// Elements are stored in groups of this size. Smaller numbers are left to the array layer, and a list that grows by
/// one element with each query does not build a new table each time.
const GROUP_SIZE: usize = 64;

/// The layer; see the module documentation.
#[derive(Default)]
pub struct Tables {
    /// The tables of the last query that had some: the next query usually has the same.
    known: Option<KnownElements>,
    made: u64,
    used: u64,
}

impl Layer for Tables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let elements: Vec<Term> =
            query.assumptions.iter().copied().filter(|&it| element(terms, it).is_some()).collect();
        if elements.len() < GROUP_SIZE {
            return below.check(terms, query);
        }
        if self.known.as_ref().is_none_or(|known| known.elements != elements) {
            self.made += 1;
            self.known = Some(KnownElements::new(terms, elements));
        }
        match &mut self.known {
            Some(known) if !known.tables.is_empty() => {
                self.used += 1;
                known.decide(terms, query, below)
            }
            _ => below.check(terms, query),
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("queries with tables", self.used), ("table sets built", self.made)]
    }
}

/// The known elements of arrays in a query.
struct KnownElements {
    /// The assumptions.
    elements: Vec<Term>,
    /// The assumptions that tables replace.
    taken: TermSet,
    tables: Vec<Table>,
    /// The substitution of arrays by tables.
    substitution: Substitution,
}

/// An array with its known elements stored.
struct Table {
    array: SymbolId,
    written: Term,
}

impl KnownElements {
    fn new(terms: &mut Terms, elements: Vec<Term>) -> KnownElements {
        let mut taken = TermSet::default();
        let mut tables = Vec::new();
        let mut replacement = TermMap::default();
        for (array, list) in by_array(terms, &elements) {
            let group = &list[..list.len() / GROUP_SIZE * GROUP_SIZE];
            let Op::Symbol(id) = terms.op(array) else { continue };
            if group.is_empty() {
                continue;
            }
            let written = write(terms, array, group);
            taken.extend(group.iter().map(|element| element.assumption));
            replacement.insert(array, written);
            tables.push(Table { array: id, written });
        }
        KnownElements { elements, taken, tables, substitution: Substitution::new(replacement) }
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let mut assumptions = Vec::with_capacity(query.assumptions.len());
        let mut origins: TermMap<Term> = TermMap::default();
        for &assumption in query.assumptions {
            if !self.taken.contains(&assumption) {
                let term = self.substitution.apply(terms, assumption);
                origins.entry(term).or_insert(assumption);
                assumptions.push(term);
            }
        }
        match below.check(terms, query.with(&assumptions)) {
            Answer::Sat(model) => Answer::Sat(self.complete(terms, &model)),
            Answer::Unsat(core) => Answer::Unsat(self.origins(&core, &origins, query.assumptions)),
            unknown => unknown,
        }
    }

    /// Completes the model of the layers below by the known elements.
    fn complete(&self, terms: &Terms, model: &Model) -> Rc<Model> {
        let mut complete = model.clone();
        for table in &self.tables {
            complete.set(table.array, eval(terms, table.written, model));
        }
        Rc::new(complete)
    }

    /// Returns the assumptions of a core. If a table replaced an array in the core, these include the table's elements.
    fn origins(&self, core: &[Term], origins: &TermMap<Term>, all: &[Term]) -> Vec<Term> {
        let own: TermSet = core.iter().map(|term| origins[term]).collect();
        let has_table = core.iter().any(|term| origins[term] != *term);
        let needed = |term: &Term| own.contains(term) || (has_table && self.taken.contains(term));
        let mut needed: Vec<Term> = all.iter().copied().filter(needed).collect();
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

/// An assumption that an element of an array is a constant.
#[derive(Clone, Copy)]
struct Element {
    assumption: Term,
    array: Term,
    index: Term,
    value: Term,
}

/// Matches an assumption that an element of an array is a constant.
fn element(terms: &Terms, assumption: Term) -> Option<Element> {
    if terms.op(assumption) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.arg(assumption, 0), terms.arg(assumption, 1));
    let (read, value) = if terms.is_constant(a) { (b, a) } else { (a, b) };
    if !terms.is_constant(value) || terms.op(read) != Op::Select {
        return None;
    }
    let (array, index) = (terms.arg(read, 0), terms.arg(read, 1));
    let is_plain = matches!(terms.op(array), Op::Symbol(_)) && terms.is_constant(index);
    is_plain.then_some(Element { assumption, array, index, value })
}

/// Groups the elements by array, in order. If an index has two values, only the first is taken; the second remains an
/// assumption, which the layers below decide.
fn by_array(terms: &Terms, elements: &[Term]) -> Vec<(Term, Vec<Element>)> {
    let mut all: Vec<(Term, Vec<Element>)> = Vec::new();
    let mut positions: TermMap<usize> = TermMap::default();
    let mut indices: TermMap<TermSet> = TermMap::default();
    for element in elements.iter().filter_map(|&assumption| element(terms, assumption)) {
        if indices.entry(element.array).or_default().insert(element.index) {
            let position = *positions.entry(element.array).or_insert(all.len());
            if position == all.len() {
                all.push((element.array, Vec::new()));
            }
            all[position].1.push(element);
        }
    }
    all
}

/// Stores some elements in an array. If these are all elements, the array itself is dropped.
fn write(terms: &mut Terms, array: Term, elements: &[Element]) -> Term {
    let sort = terms.sort(array);
    let complete = match sort {
        Sort::Array { index, .. } => 1usize.checked_shl(index) == Some(elements.len()),
        _ => false,
    };
    let below = if complete { terms.zero_of(sort) } else { array };
    elements.iter().fold(below, |array, it| terms.store(array, it.index, it.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Limits;
    use crate::layer::Stacked;
    use crate::stack::plain;

    /// Creates an array of bytes with `count` known elements, each three times its index.
    fn asserted(terms: &mut Terms, count: u64) -> (Term, Vec<Term>) {
        let array = terms.symbol("t", Sort::Array { index: 8, element: 8 });
        let mut assert = |i: u64| {
            let (index, value) = (terms.word(8, i), terms.word(8, 3 * i));
            let read = terms.select(array, index);
            terms.eq(read, value)
        };
        let all = (0..count).map(&mut assert).collect();
        (array, all)
    }

    fn check(terms: &mut Terms, assumptions: &[Term]) -> Answer {
        struct Plain(Box<dyn Solver>);
        impl Solver for Plain {
            fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
                self.0.check(terms, query)
            }
            fn report(&self, _report: &mut crate::answer::Report) {}
        }
        let limits = Limits::default();
        let query = Query { assumptions, limits: &limits };
        let mut solver = Stacked::new(Tables::default(), Plain(plain()));
        let answer = solver.check(terms, query);
        match &answer {
            Answer::Sat(model) => {
                let holds = |&term: &Term| eval(terms, term, model).as_bool() == Some(true);
                assert!(assumptions.iter().all(holds));
            }
            Answer::Unsat(core) => {
                assert!(core.iter().all(|term| assumptions.contains(term)));
                let query = Query { assumptions: core, limits: &limits };
                assert!(matches!(plain().check(terms, query), Answer::Unsat(_)));
            }
            Answer::Unknown(reason) => panic!("{reason}"),
        }
        answer
    }

    /// Builds the assumption that the table has a value at a symbolic index.
    fn read(terms: &mut Terms, array: Term, value: u64) -> Term {
        let index = terms.symbol("i", Sort::Bits(8));
        let (element, value) = (terms.select(array, index), terms.word(8, value));
        terms.eq(element, value)
    }

    #[test]
    fn elements_of_a_table_are_found() {
        for count in [10, 64, 100, 256] {
            let mut terms = Terms::new();
            let (array, mut all) = asserted(&mut terms, count);
            all.push(read(&mut terms, array, 27));
            assert!(matches!(check(&mut terms, &all), Answer::Sat(_)));
        }
    }

    #[test]
    fn other_elements_of_a_complete_table_are_not_found() {
        let mut terms = Terms::new();
        let (array, mut all) = asserted(&mut terms, 256);
        let five = terms.word(8, 5);
        let index = terms.symbol("i", Sort::Bits(8));
        let element = terms.select(array, index);
        let smaller = terms.ult(index, five);
        all.extend([smaller, read(&mut terms, array, 1)]);
        assert!(matches!(check(&mut terms, &all), Answer::Sat(_)));
        let hundred = terms.word(8, 100);
        all.push(terms.ult(hundred, element));
        assert!(matches!(check(&mut terms, &all), Answer::Unsat(_)));
    }

    #[test]
    fn other_elements_of_an_incomplete_table_are_free() {
        let mut terms = Terms::new();
        let (array, mut all) = asserted(&mut terms, 100);
        all.push(read(&mut terms, array, 1));
        assert!(matches!(check(&mut terms, &all), Answer::Sat(_)));
    }

    #[test]
    fn an_element_with_two_values_is_a_contradiction() {
        let mut terms = Terms::new();
        let (array, mut all) = asserted(&mut terms, 64);
        let (index, value) = (terms.word(8, 9), terms.word(8, 28));
        let element = terms.select(array, index);
        all.push(terms.eq(element, value));
        assert!(matches!(check(&mut terms, &all), Answer::Unsat(_)));
    }
}
