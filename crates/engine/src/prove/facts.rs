//! The facts that an invariant may begin with: guesses from the values at the entry and after an iteration.
//!
//! They are sizes and orders that loops keep: a counter that grows from its first value, in steps of a power of
//! two; an order or a linear relation between two variables; a bound that the program itself compares with; the size
//! of the allocation that a pointer points into. This file guesses, and need not be right: `invariant` keeps those
//! that hold in both states, and later those that every iteration keeps.

use memory::{Memory, Value};
use term::bits::{mask, sign_extend_word};
use term::visit::post_order;
use term::{AllocId, Op, Sort, Term, TermMap};

use crate::prove::difference::Location;
use crate::prove::invariant::{Invariant, Shape};
use crate::prove::{Entry, Generaliser};
use crate::state::frames::State;

/// The number of bounds that a variable is compared with.
const MOST_BOUNDS: usize = 24;

/// A variable with its values at the entry and after an iteration.
#[derive(Clone, Copy)]
struct Change {
    symbol: Term,
    first: Term,
    width: u32,
    /// The growth in the iteration, sign-extended, if it is constant.
    stride: Option<i64>,
    shape: Shape,
}

impl<M: Memory> Generaliser<'_, '_, M> {
    /// Returns facts about the variables of an invariant, whose symbols have the given values in the state at the
    /// entry and in one after an iteration.
    pub(super) fn candidate_facts(
        &mut self,
        invariant: &Invariant,
        entry: &Entry<M>,
        state: &State<M>,
        (first, second): (&TermMap<Term>, &TermMap<Term>),
    ) -> Vec<Term> {
        let mut changes = Vec::new();
        for variable in &invariant.variables {
            let (Some(&one), Some(&other)) =
                (first.get(&variable.symbol), second.get(&variable.symbol))
            else {
                continue;
            };
            let Sort::Bits(width @ 2..=64) = self.explorer.machine.terms.sort(one) else {
                continue;
            };
            let growth = self.explorer.machine.terms.sub(other, one);
            let stride = self.explorer.machine.terms.as_word(growth);
            let stride = stride.map(|it| sign_extend_word(it, width));
            let symbol = variable.symbol;
            let shape = variable.shape;
            changes.push(Change { symbol, first: one, width, stride, shape });
        }
        let bounds = self.bounds(invariant, entry, state);
        let mut facts = Vec::new();
        for (index, &change) in changes.iter().enumerate() {
            self.facts_of_one(change, &mut facts);
            for &bound in &bounds {
                if self.explorer.machine.terms.width(bound) == change.width {
                    self.orders(change.symbol, bound, &mut facts);
                }
            }
            if let Shape::Pointer(block) = change.shape
                && let Some(size) = self.size_of(&entry.state, block, change.width)
            {
                self.orders(change.symbol, size, &mut facts);
            }
            for &other in &changes[index + 1..] {
                self.facts_of_two(change, other, &mut facts);
            }
        }
        facts.retain(|&fact| !self.explorer.machine.terms.is_constant(fact));
        let mut seen = term::TermSet::default();
        facts.retain(|&fact| seen.insert(fact));
        facts
    }

    /// Adds facts about a variable and its first value.
    fn facts_of_one(&mut self, change: Change, facts: &mut Vec<Term>) {
        let Change { symbol, first, width, stride, .. } = change;
        let terms = &mut self.explorer.machine.terms;
        facts.extend([
            terms.sge(symbol, first),
            terms.sle(symbol, first),
            terms.uge(symbol, first),
            terms.ule(symbol, first),
        ]);
        let zero = terms.word(width, 0);
        facts.extend([terms.sge(symbol, zero), terms.sle(symbol, zero)]);
        let moved = terms.sub(symbol, first);
        let low = stride.map_or(0, |it| it.unsigned_abs().trailing_zeros()).min(width - 1);
        if stride != Some(0) && low > 0 {
            let rest = terms.extract(low - 1, 0, moved);
            let none = terms.word(low, 0);
            facts.push(terms.eq(rest, none));
        }
        // Values that alternate, such as flags.
        facts.push(terms.eq(symbol, first));
    }

    /// Adds orders of two values.
    fn orders(&mut self, a: Term, b: Term, facts: &mut Vec<Term>) {
        let terms = &mut self.explorer.machine.terms;
        facts.extend([
            terms.ult(a, b),
            terms.ule(a, b),
            terms.slt(a, b),
            terms.sle(a, b),
            terms.ult(b, a),
            terms.ule(b, a),
            terms.slt(b, a),
            terms.sle(b, a),
            terms.distinct(a, b),
        ]);
        // A counter that a bound includes ends just behind the bound.
        let one = terms.word(terms.width(a), 1);
        let (above, below) = (terms.add(b, one), terms.sub(b, one));
        let (is_above, is_below) = (terms.eq(a, above), terms.eq(a, below));
        for (order, edge) in [
            (terms.sle(a, b), is_above),
            (terms.ule(a, b), is_above),
            (terms.sge(a, b), is_below),
            (terms.uge(a, b), is_below),
        ] {
            facts.push(terms.or(order, edge));
        }
    }

    /// Adds linear relations and orders of two variables.
    fn facts_of_two(&mut self, one: Change, other: Change, facts: &mut Vec<Term>) {
        if one.width == other.width {
            self.orders(one.symbol, other.symbol, facts);
        }
        let (wide, narrow) = if one.width < other.width { (other, one) } else { (one, other) };
        for (x, y) in [(wide, narrow), (narrow, wide)] {
            let (Some(dx), Some(dy)) = (x.stride, y.stride) else { continue };
            if dx == 0 || dy == 0 || dx % dy != 0 || x.width < y.width {
                continue;
            }
            let factor = (dx / dy) as u64 & mask(x.width);
            for signed in [true, false] {
                let terms = &mut self.explorer.machine.terms;
                let by = x.width - y.width;
                let mut extended = |term| match signed {
                    true => terms.sign_extend(by, term),
                    false => terms.zero_extend(by, term),
                };
                let (now, first) = (extended(y.symbol), extended(y.first));
                let moved = terms.sub(now, first);
                let factor = terms.word(x.width, factor);
                let scaled = terms.mul(moved, factor);
                let expected = terms.add(x.first, scaled);
                facts.push(terms.eq(x.symbol, expected));
                if by == 0 {
                    break;
                }
            }
        }
    }

    /// Returns values that a loop does not change and that its variables may be compared with: what its conditions
    /// mention, and what its live registers hold.
    fn bounds(&mut self, invariant: &Invariant, entry: &Entry<M>, state: &State<M>) -> Vec<Term> {
        let &Entry { state: ref entry, terms } = entry;
        let mut found: Vec<Term> = Vec::new();
        let known = entry.path.conditions.len().min(state.path.conditions.len());
        for part in post_order(&self.explorer.machine.terms, &state.path.conditions[known..]) {
            if !matches!(self.explorer.machine.terms.op(part), Op::BvUlt | Op::BvSlt | Op::Eq) {
                continue;
            }
            let args = self.explorer.machine.terms.args(part).to_vec();
            found.extend(args.into_iter().filter(|&it| self.is_older(it, terms)));
        }
        let changed = |index: usize| {
            invariant.variables.iter().any(|it| match it.location {
                Location::Register(other, _) | Location::Dead(other) => other == index,
                Location::Cell(..) | Location::Contents(_) => false,
            })
        };
        let mut registers: Vec<Term> = Vec::new();
        let (live, _) = self.explorer.machine.registers_of(&entry.frame);
        for reg in live {
            let index = entry.frame.base + reg.index();
            if let Value::Term(term) = entry.registers[index]
                && !changed(index)
                && !self.explorer.machine.terms.mentions_base(term)
            {
                registers.push(term);
            }
        }
        found.extend(registers);
        found.retain(|&it| matches!(self.explorer.machine.terms.sort(it), Sort::Bits(2..=64)));
        found.retain(|&it| !self.explorer.machine.terms.mentions_base(it));
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_BOUNDS);
        found
    }

    /// Whether all symbols of a term existed when there was this number of terms, and stand for the same in each
    /// iteration. The unknown bytes of an allocation do not: the next iteration may make another allocation of the
    /// same number.
    pub(super) fn is_older(&mut self, term: Term, terms: usize) -> bool {
        let machine = &mut self.explorer.machine;
        let Some(solver) = &mut machine.solver else { return false };
        let symbols = solver.index.mentions.of(&machine.terms, term);
        symbols.iter().all(|&it| it.index() < terms && !machine.names.is_uninitialised(it))
    }

    /// Returns the size of an allocation, which offsets in it are compared with.
    fn size_of(&mut self, entry: &State<M>, block: AllocId, width: u32) -> Option<Term> {
        let size = entry.memory.info(block)?.size;
        Some(size.to_term(&mut self.explorer.machine.terms, width))
    }
}
