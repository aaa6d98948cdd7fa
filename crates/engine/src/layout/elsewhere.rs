//! Symbolic addresses, on a path that is explored in all layouts: a truth value that depends on addresses becomes a
//! formula over them.

use memory::{Memory, Value};
use term::Term;
use term::visit::substitute;

use crate::layout::dependence::PAGE;
use crate::machine::Machine;
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// Returns terms with symbols for the addresses in them, and assumes the facts that hold of these addresses in
    /// every layout; `None` if an allocation is unknown.
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

/// Returns whether a pointer points into the same allocation in every layout, or into none.
pub(crate) fn has_block(pointer: Value) -> bool {
    match pointer {
        Value::Pointer { .. } => true,
        Value::Bits(number) => number < PAGE,
        Value::Term(_) => false,
    }
}
