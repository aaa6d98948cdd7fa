//! Inputs: creates their symbols, and evaluates them under a witness.
//!
//! This file does not know which functions ask for inputs: `library` does.

use ir::FuncId;
use memory::{Memory, Value};
use term::{Bits, Sort, Term};

use crate::findings::outcome::InputValue;
use crate::machine::Machine;
use crate::state::frames::State;
use crate::state::path::{Input, InputType, Witness};

/// The origin of a value that comes from a function without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Foreign {
    /// Its result: as a pointer, null or the address of an object.
    Result,
    /// Memory that it wrote.
    Written,
}

/// The key of an uninterpreted function that stands for a part of a result: the function, the part, and the sorts
/// of the arguments.
pub(crate) type PartOfResult = (FuncId, usize, Vec<Sort>);

impl<M: Memory> Machine<'_, M> {
    /// Creates an input of a number of bits.
    pub(crate) fn input(
        &mut self,
        state: &mut State<M>,
        name: &str,
        ty: InputType,
        width: u32,
    ) -> Value {
        let term = match self.given_in_any_layout(state, width) {
            Some(bits) => self.terms.bits(&bits),
            None => self.terms.symbol(name, Sort::Bits(width)),
        };
        let (name, site) = (name.to_owned(), self.site(state));
        self.foresee(state, term);
        state.path.inputs.push(Input { name, ty, term, site, guard: Term::TRUE });
        Value::of_term(&self.terms, term)
    }

    /// Gives a symbol the value of the next concrete input, where the path follows given inputs.
    pub(crate) fn foresee(&mut self, state: &mut State<M>, symbol: Term) {
        let path = &mut state.path;
        let inputs = path.guide.as_ref().map(|guide| &guide.inputs).or(self.follows.as_ref());
        let given = inputs.and_then(|inputs| inputs.get(path.inputs.len()));
        if let (Some(bits), Some(witness)) = (given, &path.witness) {
            path.witness = Some(witness.with(&self.terms, &[(symbol, bits.clone())]));
        }
    }

    /// Returns the inputs under a witness, in order.
    pub(crate) fn input_values(&self, state: &State<M>, witness: &Witness) -> Vec<InputValue> {
        let asked = |input: &&Input| witness.holds(&self.terms, input.guard);
        let inputs = state.path.inputs.items().into_iter().filter(asked);
        inputs.map(|input| InputValue::of(input, self.given(witness, input))).collect()
    }

    /// Returns the value of an input under a witness.
    pub(crate) fn given(&self, witness: &Witness, input: &Input) -> Bits {
        match witness.value(&self.terms, input.term) {
            term::Value::Bits(bits) => bits,
            term::Value::Bool(bit) => Bits::new(1, u64::from(bit)),
            term::Value::Array(_) => Bits::new(1, 0),
        }
    }

    /// Returns the next concrete input, where the path is explored in all layouts: that of the finding, or zero.
    pub(crate) fn given_in_any_layout(&self, state: &State<M>, width: u32) -> Option<Bits> {
        let guide = state.path.guide.as_ref().filter(|guide| guide.any_layout)?;
        let given = guide.inputs.get(state.path.inputs.len());
        let given = given.filter(|bits| bits.width() == width);
        Some(given.cloned().unwrap_or_else(|| Bits::new(width, 0)))
    }
}
