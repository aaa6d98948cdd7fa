//! Symbols for addresses, on a path that is looked at in all layouts: a truth value that depends on addresses is a formula over them.

use memory::{Memory, Value};
use term::visit::substitute;
use term::{Bits, Term};

use crate::layout::dependence::PAGE;
use crate::machine::Machine;
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// What the next input is, where the layout is open: what the finding had, or anything.
    pub(crate) fn given_in_any_layout(&self, state: &State<M>, width: u32) -> Option<Bits> {
        let guide = state.path.guide.as_ref().filter(|guide| guide.any_layout)?;
        let given = guide.inputs.get(state.path.inputs.len());
        let given = given.filter(|bits| bits.width() == width);
        Some(given.cloned().unwrap_or_else(|| Bits::new(width, 0)))
    }

    /// Terms with symbols for the addresses in them, of which holds from here on what holds in every
    /// layout; `None` if nothing is known of a block.
    pub(crate) fn elsewhere<const N: usize>(
        &mut self,
        state: &mut State<M>,
        terms: [Term; N],
    ) -> Option<[Term; N]> {
        let layout = self.other_layout(state, &terms)?;
        state.path.assume(&mut self.terms, self.asker.as_mut()?, layout.facts);
        Some(terms.map(|term| substitute(&mut self.terms, term, &layout.moved)))
    }
}

/// Whether a pointer points into the same block in every layout, or into none.
pub(crate) fn has_block(pointer: Value) -> bool {
    match pointer {
        Value::Pointer { .. } => true,
        Value::Bits(number) => number < PAGE,
        Value::Term(_) => false,
    }
}
