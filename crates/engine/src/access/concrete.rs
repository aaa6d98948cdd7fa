//! Concretisation: a fork for each number that a value can be.

use ir::Ty;
use memory::{Memory, Value};

use crate::machine::{Machine, Step};
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// Returns the number of a value; forks for each number where several are feasible.
    pub(crate) fn concrete(&mut self, state: &mut State<M>, value: Value) -> Step<u64> {
        let term = match self.settle(state, value)? {
            Value::Bits(bits) => return Ok(bits),
            value => {
                self.mark_address_observed(state, value);
                match self.operate().number(Ty::I64, value) {
                    Some(number) => return Ok(number as u64),
                    None => value.to_term(&mut self.terms, self.pointer),
                }
            }
        };
        loop {
            let number = self.number_to_try(state, term)?;
            let width = self.terms.width(term);
            let constant = self.terms.word(width, number);
            let same = self.terms.eq(term, constant);
            if self.decide_term(state, same)? {
                return Ok(number);
            }
        }
    }
}
