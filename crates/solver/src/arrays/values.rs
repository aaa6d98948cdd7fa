//! The values that the bit-blasting layer chose for terms that matter to arrays and functions.

use term::{Bits, Term, TermMap, Terms, Value};

use crate::bitblast::BitBlast;
use crate::sat::Sat;

use super::occurrences::Occurrences;

/// The values of indices, elements, conditions, arguments and reads.
pub(super) struct Values {
    values: TermMap<Value>,
}

impl Values {
    /// Collects the values from the bit-blasting layer.
    pub fn of<Q: Sat, T: Sat>(
        terms: &Terms,
        bits: &mut BitBlast<Q, T>,
        occurrences: &Occurrences,
    ) -> Values {
        let mut values = Values { values: TermMap::default() };
        let readers = occurrences
            .selects
            .iter()
            .chain(&occurrences.applications)
            .chain(&occurrences.equalities);
        for &term in readers {
            values.take(terms, bits, term);
            terms.args(term).iter().for_each(|&arg| values.take(terms, bits, arg));
        }
        for &array in &occurrences.arrays {
            match occurrences.chains.get(&array) {
                Some(chain) => {
                    chain.unknown_elements.iter().for_each(|&term| values.take(terms, bits, term));
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

    /// Returns the value of a term that is not an array.
    pub fn get(&self, terms: &Terms, term: Term) -> Value {
        match (self.values.get(&term), terms.as_bits(term)) {
            (Some(value), _) => value.clone(),
            (None, Some(bits)) => Value::Bits(bits),
            (None, None) if term == Term::TRUE => Value::Bool(true),
            // The bit-blasting layer has no value; the final check of the model decides.
            (None, None) => Value::zero(terms.sort(term)),
        }
    }

    /// Returns the value of a bit-vector term.
    pub fn bits(&self, terms: &Terms, term: Term) -> Bits {
        match self.get(terms, term) {
            Value::Bits(bits) => bits,
            other => unreachable!("a bit-vector has the value {other}"),
        }
    }

    /// Returns whether a Boolean term holds.
    pub fn holds(&self, terms: &Terms, term: Term) -> bool {
        self.get(terms, term) == Value::Bool(true)
    }
}
