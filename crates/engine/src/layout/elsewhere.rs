//! Symbols for addresses, on a path that is looked at in all layouts: a truth value that depends on addresses is a formula over them.

use memory::{Memory, Value};
use term::Term;
use term::visit::substitute;

use crate::layout::dependence::PAGE;
use crate::machine::Machine;
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// Terms with symbols for the addresses in them, of which holds from here on what holds in every
    /// layout; `None` if nothing is known of a block.
    pub(crate) fn elsewhere<const N: usize>(
        &mut self,
        state: &mut State<M>,
        terms: [Term; N],
    ) -> Option<[Term; N]> {
        let layout = self.other_layout(state, &terms)?;
        state.path.assume(&mut self.terms, &mut self.solver.as_mut()?.index, layout.facts);
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
