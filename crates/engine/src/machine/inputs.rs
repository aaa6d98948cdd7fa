//! Inputs: symbols for what the program is given.

use ir::FuncId;
use memory::{Memory, Value};
use term::{Bits, Sort, Term};

use crate::findings::outcome::InputValue;
use crate::machine::Machine;
use crate::state::frames::State;
use crate::state::path::{Input, InputType, Witness};

/// What a value that comes from a function without a body may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Foreign {
    /// What it returned: as a pointer, null or an object.
    Result,
    /// What it wrote.
    Written,
}

/// Which uninterpreted function a part of a result is: of which function, which part, and for arguments of which sorts.
pub(crate) type PartOfResult = (FuncId, usize, Vec<Sort>);

impl<M: Memory> Machine<'_, M> {
    /// An input of so many bits.
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

    /// Where the path follows given inputs: what the next one is.
    pub(crate) fn foresee(&mut self, state: &mut State<M>, symbol: Term) {
        let path = &mut state.path;
        let given = path.guide.as_ref().and_then(|guide| guide.inputs.get(path.inputs.len()));
        if let (Some(bits), Some(witness)) = (given, &path.witness) {
            path.witness = Some(witness.with(&self.terms, &[(symbol, bits.clone())]));
        }
    }

    /// What a witness gives to the program, in order.
    pub(crate) fn input_values(&self, state: &State<M>, witness: &Witness) -> Vec<InputValue> {
        let asked = |input: &&Input| witness.holds(&self.terms, input.guard);
        let inputs = state.path.inputs.items().into_iter().filter(asked);
        inputs.map(|input| InputValue::of(input, self.given(witness, input))).collect()
    }

    /// What a witness gives for an input.
    pub(crate) fn given(&self, witness: &Witness, input: &Input) -> Bits {
        match witness.value(&self.terms, input.term) {
            term::Value::Bits(bits) => bits,
            term::Value::Bool(bit) => Bits::new(1, u64::from(bit)),
            term::Value::Array(_) => Bits::new(1, 0),
        }
    }

    /// What the next input is, where the layout is open: what the finding had, or anything.
    pub(crate) fn given_in_any_layout(&self, state: &State<M>, width: u32) -> Option<Bits> {
        let guide = state.path.guide.as_ref().filter(|guide| guide.any_layout)?;
        let given = guide.inputs.get(state.path.inputs.len());
        let given = given.filter(|bits| bits.width() == width);
        Some(given.cloned().unwrap_or_else(|| Bits::new(width, 0)))
    }
}
