//! The values that the bit level chose for what matters to arrays and functions.

use term::{Bits, Term, TermMap, Terms, Value};

use crate::bitblast::BitBlast;
use crate::sat::Sat;

use super::scene::Scene;

/// The values of indices, elements, conditions, arguments and reads.
pub(super) struct Values {
    values: TermMap<Value>,
}

impl Values {
    /// Takes the values over from the bit level.
    pub fn of<Q: Sat, T: Sat>(terms: &Terms, bits: &mut BitBlast<Q, T>, scene: &Scene) -> Values {
        let mut values = Values { values: TermMap::default() };
        let readers = scene.selects.iter().chain(&scene.applications).chain(&scene.equalities);
        for &term in readers {
            values.take(terms, bits, term);
            terms.args(term).iter().for_each(|&arg| values.take(terms, bits, arg));
        }
        for &array in &scene.arrays {
            match scene.runs.get(&array) {
                Some(run) => {
                    run.unknown_elements.iter().for_each(|&term| values.take(terms, bits, term));
                }
                None => terms.args(array).iter().for_each(|&arg| values.take(terms, bits, arg)),
            }
        }
        values
    }

    fn take<Q: Sat, T: Sat>(&mut self, terms: &Terms, bits: &mut BitBlast<Q, T>, term: Term) {
        if !terms.is_constant(term)
            && !self.values.contains_key(&term)
            && let Some(value) = bits.value(terms, term)
        {
            self.values.insert(term, value);
        }
    }

    /// The value of a term that is no array.
    pub fn get(&self, terms: &Terms, term: Term) -> Value {
        match (self.values.get(&term), terms.as_bits(term)) {
            (Some(value), _) => value.clone(),
            (None, Some(bits)) => Value::Bits(bits),
            (None, None) if term == Term::TRUE => Value::Bool(true),
            // A value that the bit level could not give; the model will be checked.
            (None, None) => Value::zero(terms.sort(term)),
        }
    }

    /// The value of a bit-vector term.
    pub fn bits(&self, terms: &Terms, term: Term) -> Bits {
        match self.get(terms, term) {
            Value::Bits(bits) => bits,
            other => unreachable!("a bit-vector has the value {other}"),
        }
    }

    /// Whether a Boolean term holds.
    pub fn holds(&self, terms: &Terms, term: Term) -> bool {
        self.get(terms, term) == Value::Bool(true)
    }
}
