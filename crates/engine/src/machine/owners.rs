//! Owners of allocations: the entity of the program that an allocation belongs to.

use ir::{FuncId, GlobalId, Instr, LocalId};
use memory::{Kind, Memory};
use term::AllocId;

use crate::machine::Machine;
use crate::state::frames::State;

/// The owner of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A global, a static local or a string literal.
    Global(GlobalId),
    /// A local variable of a function.
    Local(FuncId, LocalId),
    /// A function.
    Function(FuncId),
    /// The heap.
    Heap,
    /// Something without a name.
    Nobody,
}

impl<M: Memory> Machine<'_, M> {
    /// Returns the owner of an allocation.
    #[must_use]
    pub fn owner(&self, state: &State<M>, block: AllocId) -> Owner {
        let Some(info) = state.memory.info(block) else { return Owner::Nobody };
        let at = |blocks: &[AllocId]| blocks.iter().position(|&other| other == block);
        match info.kind {
            Kind::Heap => Owner::Heap,
            Kind::Function => {
                at(&state.functions).map_or(Owner::Nobody, |i| Owner::Function(FuncId::new(i)))
            }
            Kind::Global | Kind::Literal => match at(&state.globals) {
                Some(i) if i < self.loaded.module.globals.len() => Owner::Global(GlobalId::new(i)),
                _ => Owner::Nobody,
            },
            Kind::Local => match self.loaded.sites.instruction(info.allocated_at) {
                Some((function, block, at)) => {
                    let body = self.loaded.module.function(function).body.as_ref();
                    match body.and_then(|body| body.block(block).instrs.get(at)) {
                        Some(Instr::Begin { local, .. }) => Owner::Local(function, *local),
                        _ => Owner::Nobody,
                    }
                }
                None => Owner::Nobody,
            },
            Kind::Arguments => Owner::Nobody,
        }
    }
}
