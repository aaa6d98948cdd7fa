//! Halts runs at the headers of loops, and notes what a proof wants to know of a run.
//!
//! It does not know what is proved: `prove` decides how a state continues from a header. In an exploration there
//! are no `Headers`, and nothing here has an effect.

use std::collections::HashMap;

use ir::{Instr, Ty};
use memory::{Memory, Value};
use term::{AllocId, FxBuild};

use crate::explore::Explorer;
use crate::explore::run::{Halt, Run};
use crate::findings::end::Violation;
use crate::state::frames::State;

/// What a proof wants to know of its runs.
#[derive(Default)]
pub(crate) struct Headers {
    /// By allocation and constant offset: the width in bytes of the last store there. A hint: it tells how the
    /// bytes that an iteration changes form variables.
    pub(crate) widths: HashMap<(AllocId, u64), u32, FxBuild>,
    /// The last violation. It is that of a state that over-approximates, so it is no finding.
    pub(crate) alarm: Option<Violation>,
}

impl<M: Memory> Explorer<'_, M> {
    /// Halts a run at the header of a loop, once for each arrival.
    pub(crate) fn halt_at_header(&mut self, state: &mut State<M>) -> Run<()> {
        if self.headers.is_none() || state.frame.loops.arrived == Some(state.steps) {
            return Ok(());
        }
        let loops = self.machine.loops_of(state.frame.function);
        if !loops.iter().any(|it| it.header == state.frame.block) {
            return Ok(());
        }
        state.frame.loops.arrived = Some(state.steps);
        Err(Halt::AtHeader)
    }

    /// Notes the width of the next instruction, if it is a store at a constant offset.
    pub(crate) fn note_width(&mut self, state: &mut State<M>) {
        let Some(headers) = &mut self.headers else { return };
        let loaded = self.machine.loaded.clone();
        let Some(body) = &loaded.module.function(state.frame.function).body else { return };
        let instrs = &body.block(state.frame.block).instrs;
        if let Some(&Instr::Store { ty, ptr, .. }) = instrs.get(state.frame.at)
            && let Value::Pointer { block, offset } = self.machine.get(state, Ty::Ptr, ptr)
        {
            headers.widths.insert((block, offset), ty.bytes(self.machine.pointer) as u32);
        }
    }
}
