//! Owners of allocations: the entity of the program that an allocation belongs to.

use ir::{FuncId, GlobalId, Instr, LocalId};
use memory::{Kind, Memory};
use term::AllocId;

use crate::program::origin::Program;
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
    /// An entity without a name.
    Unnamed,
}

/// Returns the owner of an allocation.
pub(super) fn owner<M: Memory>(program: Program<'_>, state: &State<M>, block: AllocId) -> Owner {
    let Some(info) = state.memory.info(block) else { return Owner::Unnamed };
    let at = |blocks: &[AllocId]| blocks.iter().position(|&other| other == block);
    match info.kind {
        Kind::Heap => Owner::Heap,
        Kind::Function => {
            at(&state.functions).map_or(Owner::Unnamed, |i| Owner::Function(FuncId::new(i)))
        }
        Kind::Global | Kind::Literal => match at(&state.globals) {
            Some(i) if i < program.module.globals.len() => Owner::Global(GlobalId::new(i)),
            _ => Owner::Unnamed,
        },
        Kind::Local => match program.sites.instruction(info.allocated_at) {
            Some((function, block, at)) => {
                let body = program.module.function(function).body.as_ref();
                match body.and_then(|body| body.block(block).instrs.get(at)) {
                    Some(Instr::Begin { local, .. }) => Owner::Local(function, *local),
                    _ => Owner::Unnamed,
                }
            }
            None => Owner::Unnamed,
        },
        Kind::Arguments => Owner::Unnamed,
    }
}
