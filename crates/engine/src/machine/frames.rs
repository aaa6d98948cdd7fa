//! Call frames: enters functions, and ends the program.
//!
//! Returns from functions are in `interp/call.rs`.

use ir::{FuncId, Reg, Ty};
use memory::{Memory, Value};
use term::AllocId;

use crate::findings::end::{End, Feature, Limit, ViolationKind};
use crate::machine::{Machine, Step};
use crate::state::frames::{Frame, State, UNINITIALISED};

impl<M: Memory> Machine<'_, M> {
    /// Enters a function.
    /// Implements `FUNCALL` and `FUNCALL^void` of *SL CPA*.
    pub(crate) fn enter(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        args: &[Value],
        arguments: Option<AllocId>,
        result: Option<Reg>,
    ) -> Step<()> {
        if state.callers.len() >= self.options.limits.depth {
            return Err(End::Limit(Limit::Depth));
        }
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let Some(body) = &module.function(function).body else {
            let name = module.function(function).name.clone();
            return Err(self.unsupported(state, Feature::External(name)));
        };
        let base = state.registers.len();
        state.registers.extend_from_slice(args);
        state.registers.resize(base + body.registers.len(), UNINITIALISED);
        state.registers.extend_from_slice(&self.code[function.index()].constants);
        let frame = Frame { arguments, ..Frame::entry(function, base, result) };
        state.callers.push(std::mem::replace(&mut state.frame, frame));
        Ok(())
    }

    /// Returns the end of a program that exits with a status.
    pub(crate) fn exit(&mut self, state: &mut State<M>, status: Value) -> End {
        match self.operate().number(Ty::I32, status) {
            Some(status) => End::Exit(Value::Bits(status as u64)),
            None if self.solver.is_some() => End::Exit(status),
            None => self.violation(state, ViolationKind::Uninitialised),
        }
    }

    /// Ends the program at the current instruction.
    pub(crate) fn ends_here(&self, state: &mut State<M>, end: End) -> End {
        state.last = (self.site(state), self.calls(state));
        end
    }
}
