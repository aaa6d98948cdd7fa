//! References: `L`, and the rules of figure 5 for it.
//!
//! A reference is the points-to set of a variable or a field: locations, each under its guard. The
//! engine holds a reference as a term, an `ite` over the addresses of blocks, from which the set is
//! read; a field holds the set itself. References are immutable: `fresh_r` creates another one.
//!
//! In a set, a location is a pointer with a constant offset, and `l_null` is zero. Anything else is
//! data, as is a pointer of the input that is not initialised yet. Guards exclude each other, and
//! on the current path one of them holds. This file does not know where references are kept.

use std::rc::Rc;

use term::Term;
use term::targets::targets;

use crate::memory::Context;
use crate::value::{Value, ite};

/// An element of a reference's set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guarded {
    /// The condition under which the reference means it.
    pub guard: Term,
    /// A location, `l_null`, or data.
    pub value: Value,
}

/// A reference `r`, as its set `L(r)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reference {
    /// One element, under the guard `true`.
    One(Value),
    /// Several elements, at least one of which is a location.
    Set(Rc<[Guarded]>),
}

impl Reference {
    /// Returns the reference that a value is.
    pub fn of(cx: &mut Context<'_>, value: Value) -> Reference {
        let Value::Term(term) = value else { return Reference::One(value) };
        if !cx.terms.mentions_base(term) {
            return Reference::One(value);
        }
        let width = cx.terms.width(term);
        let mut set = Vec::new();
        for target in targets(cx.terms, term) {
            if !cx.may(target.guard) {
                continue;
            }
            let term = match target.block {
                Some(block) => {
                    let base = cx.terms.base_of(block);
                    cx.terms.add(base, target.offset)
                }
                None => target.offset,
            };
            let value = Value::of_term(cx.terms, term);
            set.push(Guarded { guard: target.guard, value });
        }
        Reference::gathered(cx, set, width / 8)
    }

    /// `L(r)`
    pub fn locations(&self) -> Vec<Guarded> {
        match self {
            Reference::One(value) => vec![Guarded { guard: Term::TRUE, value: *value }],
            Reference::Set(set) => set.to_vec(),
        }
    }

    /// Returns the value that the engine holds it as, of `bytes` bytes.
    pub fn value(&self, cx: &mut Context<'_>, bytes: u32) -> Value {
        match self {
            Reference::One(value) => *value,
            Reference::Set(set) => chosen(cx, set, bytes),
        }
    }

    /// `ST`: strengthens all guards and drops those that become unsatisfiable. The new guard is
    /// satisfiable by itself.
    pub fn strengthened(&self, cx: &mut Context<'_>, by: Term) -> Vec<Guarded> {
        let Reference::Set(set) = self else {
            return self.locations().into_iter().map(|it| Guarded { guard: by, ..it }).collect();
        };
        let mut stronger = Vec::new();
        for element in set.iter() {
            let guard = cx.terms.and(element.guard, by);
            if cx.may(guard) {
                stronger.push(Guarded { guard, ..*element });
            }
        }
        stronger
    }

    /// `VS`: returns the union of the sets of some references, each under its guard. The guards
    /// exclude each other.
    pub fn value_set(cx: &mut Context<'_>, read: &[(Term, Reference)], bytes: u32) -> Reference {
        let mut set = Vec::new();
        for (guard, reference) in read {
            set.extend(reference.strengthened(cx, *guard));
        }
        Reference::gathered(cx, set, bytes)
    }

    /// Returns `ST(L, r, guard)` and `ST(L, r_old, not guard)` in one set: the contents of a field
    /// after a guarded write.
    /// Implements `FIELD WRITE` of *Uber-lazy*.
    pub fn written_over(
        &self,
        cx: &mut Context<'_>,
        guard: Term,
        old: &Reference,
        bytes: u32,
    ) -> Reference {
        let not = cx.terms.not(guard);
        Reference::value_set(cx, &[(guard, self.clone()), (not, old.clone())], bytes)
    }

    /// Returns the condition under which two references are equal, by the rule EQUALS
    /// (REFERENCES-TRUE); EQUALS (REFERENCES-FALSE) holds for all other inputs.
    pub fn equals(&self, cx: &mut Context<'_>, other: &Reference) -> Term {
        let (first, second) = (self.locations(), other.locations());
        let mut both = Vec::new();
        let mut met = (vec![false; first.len()], vec![false; second.len()]);
        for (i, one) in first.iter().enumerate() {
            for (k, another) in second.iter().enumerate() {
                // Two locations are equal or not; for data that is a condition.
                let [a, b] = [one.value, another.value].map(|value| cx.address(value));
                let same = cx.terms.eq(a, b);
                if same != Term::FALSE {
                    (met.0[i], met.1[k]) = (true, true);
                    both.push(cx.terms.all([one.guard, another.guard, same]));
                }
            }
        }
        let mut parts = vec![cx.terms.any(both)];
        for (set, met) in [(first, met.0), (second, met.1)] {
            for (element, _) in set.into_iter().zip(met).filter(|(_, met)| !met) {
                parts.push(cx.terms.not(element.guard));
            }
        }
        cx.terms.all(parts)
    }

    /// Returns a set as a reference: each location once; data alone is a choice, which is data
    /// again.
    fn gathered(cx: &mut Context<'_>, set: Vec<Guarded>, bytes: u32) -> Reference {
        let mut once: Vec<Guarded> = Vec::new();
        for element in set {
            match once.iter_mut().find(|other| other.value == element.value) {
                Some(other) => other.guard = cx.terms.or(other.guard, element.guard),
                None => once.push(element),
            }
        }
        let has_location = once.iter().any(|element| element.value.mentions_block(cx.terms));
        match has_location && once.len() > 1 {
            true => Reference::Set(once.into()),
            false => Reference::One(chosen(cx, &once, bytes)),
        }
    }
}

/// Returns the element whose guard holds, as a value: the last one if no other does.
fn chosen(cx: &mut Context<'_>, set: &[Guarded], bytes: u32) -> Value {
    let Some((last, rest)) = set.split_last() else { return Value::ZERO };
    let choices = rest.iter().rev();
    choices.fold(last.value, |below, it| ite(cx, it.guard, it.value, below, bytes))
}
