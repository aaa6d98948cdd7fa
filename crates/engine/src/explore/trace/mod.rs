//! Replays one path instruction by instruction, and reports its events to a watcher: statements, values
//! that change, decisions, calls, inputs, findings.
//!
//! Events are data; the file does not know how they are written. Events inside functions of the runtime are
//! not reported: a call of such a function is a single event. A statement consists of the instructions of
//! one line, as far as source locations tell; a loop on one line is reported once for each iteration.
//! Watchers rely on receiving the events in the order of the path, each with the state of its moment.

pub(crate) mod event;
pub(crate) mod owner;

use std::collections::HashMap;

use ir::{
    BlockId, Body, Call, Callee, FileId, FuncId, GlobalId, Instr, Operand, Position, Reg, ScopeId,
    SourceType, Storage, Terminator, Ty, TypeId,
};
use memory::{Memory, Value};
use term::{AllocId, Term};

use crate::explore::Explorer;
use crate::explore::run::{Halt, Run};
use crate::explore::start::Start;
use crate::findings::end::{End, Limit};
use crate::findings::outcome::{Cut, Outcome};
use crate::machine::records::Log;
use crate::program::origin::is_runtime;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{NO_FUNCTION, State, UNINITIALISED};
use crate::state::path::Path;

pub use crate::state::path::Input;
pub use event::{Event, Typed, View, Watcher};
pub use owner::Owner;

/// The number of instructions between two checks for an interrupt.
const STRIDE: u64 = 1024;

/// A call, as a trace represents it.
struct Level {
    function: FuncId,
    /// Whether the function belongs to the program, not to the library.
    own: bool,
    /// The line of the current statement.
    line: Option<(FileId, u32)>,
    /// The blocks of the current statement.
    blocks: Vec<BlockId>,
    /// The scope of the latest instruction.
    scope: Option<ScopeId>,
    /// The last known values of variables.
    known: HashMap<(ScopeId, usize), Value>,
    /// A call of a library function from the program, to be reported when it is over.
    pending: Option<Pending>,
}

#[derive(Clone)]
struct Pending {
    function: Option<FuncId>,
    arguments: Vec<Typed>,
    result: Option<(Reg, Ty)>,
}

/// A trace in progress.
struct Tracer<'w, M> {
    watcher: &'w mut dyn Watcher<M>,
    calls: Vec<Level>,
    globals: Vec<(GlobalId, Option<Value>)>,
    told: Told,
    /// Whether the negation of some decision was feasible.
    chosen: bool,
}

/// Counts of the items of a state that were reported.
#[derive(Default)]
struct Told {
    inputs: usize,
    findings: usize,
}

impl<M: Memory> Explorer<'_, M> {
    /// Replays the path of a start. The trace ends where it needs a decision that was not given.
    ///
    /// # Errors
    /// If there is no such function, or it cannot be started.
    pub(crate) fn trace_from(
        &mut self,
        start: &Start,
        watcher: &mut dyn Watcher<M>,
    ) -> Result<Outcome, String> {
        let mut state = match self.first_state(start)? {
            Ok(state) => state,
            Err(end) => return Ok(self.ended_early(end)),
        };
        self.first = Some(state.clone());
        self.keep_going = self.machine.options.keep_going;
        self.forks_left = u64::MAX;
        self.machine.log = Some(Log::default());
        let mut tracer = Tracer {
            watcher,
            calls: Vec::new(),
            globals: self.own_globals(),
            told: Told::default(),
            chosen: false,
        };
        let halt = match self.trace(&mut tracer, &mut state) {
            Ok(()) => Halt::Ended(End::Interrupted),
            Err(Halt::Ended(end)) => Halt::Ended(self.machine.as_selected(&mut state, end)),
            Err(halt) => halt,
        };
        self.finish(&mut tracer, &mut state, halt);
        Ok(std::mem::take(&mut self.outcome))
    }

    fn trace(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>) -> Run<()> {
        for global in 0..tracer.globals.len() {
            tracer.globals[global].1 = self.global_value(state, tracer.globals[global].0);
        }
        self.entered(tracer, state, None);
        self.tell_inputs(tracer, state);
        let mut left = STRIDE;
        while !tracer.watcher.gone() && (left > 0 || !self.machine.interrupted()) {
            left = left.checked_sub(1).unwrap_or(STRIDE);
            self.traced_instruction(tracer, state)?;
        }
        Ok(())
    }

    /// Reports the end of the trace.
    fn finish(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>, halt: Halt) {
        self.tell_inputs(tracer, state);
        self.flush(tracer, state);
        for index in 0..tracer.calls.len() {
            if let Some(pending) = tracer.calls[index].pending.take() {
                self.tell_library(tracer, state, pending, None);
            }
        }
        let log = self.machine.log.take().unwrap_or_default();
        if let Some(solver) = &mut self.machine.solver
            && matches!(
                solver.feasibility(&mut self.machine.terms, &state.path, Term::TRUE),
                Feasibility::Infeasible
            )
        {
            self.tell(tracer, state, &Event::Impossible);
        } else if let Some(next) = log.next {
            self.tell(tracer, state, &Event::DecisionsEnd(next));
        } else if halt == Halt::Ended(End::Infeasible) {
            self.tell(tracer, state, &Event::Impossible);
        } else if let Halt::Ended(end) = &halt {
            self.tell(tracer, state, &Event::Ended(end.clone()));
        }
        // Other inputs take other paths, which this trace does not explore.
        let is_cut = halt == Halt::Ended(End::Limit(Limit::Path));
        if !is_cut && (tracer.chosen || halt == Halt::Ended(End::Infeasible)) {
            self.outcome.cut(Cut::Limit(Limit::Path));
        }
        self.outcome.instructions += state.steps;
        self.halted(state, halt);
        self.tell_findings(tracer, state);
    }

    /// Carries out an instruction, and reports its events.
    fn traced_instruction(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>) -> Run<()> {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let body = module.function(state.frame.function).body.as_ref();
        let body = body.expect("a call that is entered has a body");
        self.statement(tracer, state, body);
        let block = body.block(state.frame.block);
        let instr = block.instrs.get(state.frame.at);
        let result = match (instr, &block.terminator) {
            (Some(Instr::Call(call)), _) => self.traced_call(tracer, state, call),
            (Some(instr), _) => {
                let done = self.advance(state);
                if done.is_ok() && tracer.own() {
                    self.tell_write(tracer, state, instr);
                }
                done
            }
            (None, Terminator::Return(value)) => self.traced_return(tracer, state, *value),
            (None, _) => self.advance(state),
        };
        self.tell_inputs(tracer, state);
        self.tell_summary(tracer, state);
        self.tell_decisions(tracer, state);
        self.tell_findings(tracer, state);
        result
    }

    /// Determines the statement of the next instruction; reports a new statement.
    fn statement(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>, body: &Body) {
        let (block, at) = (state.frame.block, state.frame.at);
        let Some(origin) = body.origin(block, at) else { return };
        let Some(call) = tracer.calls.last_mut().filter(|call| call.own) else { return };
        let Position { file, line, .. } = origin.position;
        // A join point has a jump, and the start of a scope begins its objects; neither is a statement.
        let here = body.block(block);
        let silent = match here.instrs.get(at) {
            Some(instr) => matches!(instr, Instr::Begin { .. }),
            None => matches!(here.terminator, Terminator::Jump(_)),
        };
        let same = line == 0 || silent || call.line == Some((file, line));
        let again = at == 0 && call.blocks.contains(&block);
        if same && !again {
            if at == 0 {
                call.blocks.push(block);
            }
            call.scope = Some(origin.scope);
            return;
        }
        self.flush(tracer, state);
        let Some(call) = tracer.calls.last_mut() else { return };
        call.blocks = vec![block];
        call.scope = Some(origin.scope);
        if line == 0 {
            return;
        }
        call.line = Some((file, line));
        let function = call.function;
        self.tell(tracer, state, &Event::Statement(origin.position, function));
    }

    fn traced_call(
        &mut self,
        tracer: &mut Tracer<'_, M>,
        state: &mut State<M>,
        call: &Call,
    ) -> Run<()> {
        self.flush(tracer, state);
        let pending = tracer.own().then(|| self.pending(state, call));
        let depth = state.callers.len();
        let done = self.advance(state);
        if done.is_ok() && state.callers.len() > depth {
            self.tell_inputs(tracer, state);
            self.tell_decisions(tracer, state);
            self.entered(tracer, state, pending);
        } else if let Some(pending) = pending {
            let dst = pending.result.filter(|_| done.is_ok());
            let result = dst.map(|(reg, ty)| (register(state, reg), ty));
            self.tell_library(tracer, state, pending, result);
        }
        done
    }

    /// Returns the callee and the arguments of a call that is about to be carried out.
    fn pending(&mut self, state: &mut State<M>, call: &Call) -> Pending {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let function = match call.callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(pointer) => match self.machine.get(state, Ty::Ptr, pointer) {
                Value::Pointer { block, .. } => {
                    state.functions.iter().position(|&it| it == block).map(FuncId::new)
                }
                Value::Bits(_) | Value::Term(_) => None,
            },
        };
        let params = function.map(|id| &module.function(id).params[..]).unwrap_or_default();
        let arguments = call.args.iter().enumerate().map(|(index, arg)| {
            let source = params.get(index).map(|param| param.source);
            let value = match arg.value {
                Operand::Reg(reg) => register(state, reg),
                Operand::Const(_) => Some(self.machine.get(state, arg.ty, arg.value)),
            };
            Typed { value, ty: arg.ty, source }
        });
        let arguments = arguments.collect();
        Pending { function, arguments, result: call.dst.zip(call.returns) }
    }

    /// Records a call that was entered.
    fn entered(
        &mut self,
        tracer: &mut Tracer<'_, M>,
        state: &mut State<M>,
        pending: Option<Pending>,
    ) {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let function = state.frame.function;
        let own = !is_runtime(module, module.function(function));
        tracer.calls.push(Level {
            function,
            own,
            line: None,
            blocks: Vec::new(),
            scope: None,
            known: HashMap::new(),
            pending: pending.filter(|_| !own),
        });
        if !own {
            return;
        }
        let params = module.function(function).params.iter().enumerate();
        let arguments = params.map(|(index, param)| {
            let value = register(state, Reg::new(index));
            Typed { value, ty: param.ty, source: Some(param.source) }
        });
        let arguments = arguments.collect();
        if let Some(body) = &module.function(function).body {
            let scope = body.origin(state.frame.block, 0).map(|origin| origin.scope);
            let values = self.variables(state, body, scope);
            if let Some(call) = tracer.calls.last_mut() {
                call.scope = scope;
                call.known =
                    values.into_iter().filter_map(|(key, _, it)| Some((key, it.value?))).collect();
            }
        }
        self.tell(tracer, state, &Event::Called(function, arguments));
    }

    fn traced_return(
        &mut self,
        tracer: &mut Tracer<'_, M>,
        state: &mut State<M>,
        operand: Option<Operand>,
    ) -> Run<()> {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let function = state.frame.function;
        let returned = module.function(function);
        let value = returned.returns.zip(operand).map(|(ty, operand)| {
            let value = match operand {
                Operand::Reg(reg) => register(state, reg),
                Operand::Const(_) => Some(self.machine.get(state, ty, operand)),
            };
            Typed { value, ty, source: Some(returned.returns_source) }
        });
        if tracer.own() {
            self.flush(tracer, state);
            self.tell(tracer, state, &Event::Returned(function, value));
        }
        let left = tracer.calls.pop();
        let done = self.advance(state);
        if done.is_ok() && state.callers.len() > tracer.calls.len() {
            // `exit` is called after `main`.
            self.entered(tracer, state, None);
        }
        if let Some(pending) = left.and_then(|call| call.pending) {
            let value = value.and_then(|it| Some((Some(it.value?), it.ty)));
            self.tell_library(tracer, state, pending, value);
        }
        done
    }

    fn tell_library(
        &mut self,
        tracer: &mut Tracer<'_, M>,
        state: &State<M>,
        pending: Pending,
        result: Option<(Option<Value>, Ty)>,
    ) {
        let Pending { function, arguments, .. } = pending;
        let source = function.map(|id| self.machine.loaded.module.function(id).returns_source);
        let result = result.map(|(value, ty)| Typed { value, ty, source });
        self.tell(tracer, state, &Event::Library { function, arguments, result });
    }

    /// Reports a write whose destination is no scalar variable: variables are compared.
    fn tell_write(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>, instr: &Instr) {
        let event = match *instr {
            Instr::Store { ty, ptr, value } => {
                let pointer = self.machine.get(state, Ty::Ptr, ptr);
                let value = Some(self.machine.get(state, ty, value));
                Event::Written(pointer, Typed { value, ty, source: None })
            }
            Instr::Copy { to, from, size } => Event::Copied(
                [to, from, size].map(|operand| self.machine.get(state, Ty::Ptr, operand)),
            ),
            Instr::Fill { ptr, value, size } => {
                let [to, size] =
                    [ptr, size].map(|operand| self.machine.get(state, Ty::Ptr, operand));
                Event::Filled([to, self.machine.get(state, Ty::I8, value), size])
            }
            _ => return,
        };
        let (Event::Written(to, _) | Event::Copied([to, ..]) | Event::Filled([to, ..])) = event
        else {
            return;
        };
        if let Value::Pointer { block, .. } = to
            && self.is_compared(state, block)
        {
            return;
        }
        self.tell(tracer, state, &event);
    }

    /// Returns whether writes to a block are noticed by comparing variables, or are of no interest.
    fn is_compared(&self, state: &State<M>, block: AllocId) -> bool {
        let module = &self.machine.loaded.module;
        let ty = match owner::owner(self.machine.program(), state, block) {
            Owner::Global(id) => module.global(id).ty,
            Owner::Local(function, local) if function == state.frame.function => {
                let Some(body) = &module.function(function).body else { return false };
                let Some(found) = body.locals.get(local.index()) else { return false };
                if found.name.is_empty() {
                    return true;
                }
                if !state.frame.locals.iter().any(|&(_, live)| live == block) {
                    return false;
                }
                found.ty
            }
            Owner::Local(..) | Owner::Function(_) | Owner::Heap | Owner::Unnamed => return false,
        };
        self.scalar_ty(ty).is_some()
    }

    fn tell_inputs(&mut self, tracer: &mut Tracer<'_, M>, state: &State<M>) {
        let count = state.path.inputs.len();
        if count == tracer.told.inputs {
            return;
        }
        let all = state.path.inputs.items();
        let new = all.get(tracer.told.inputs.min(count)..).unwrap_or_default();
        tracer.told.inputs = count;
        for same in new.chunk_by(|a, b| a.name == b.name) {
            let inputs = same.iter().map(|&input| input.clone()).collect();
            self.tell(tracer, state, &Event::Given(inputs));
        }
    }

    fn tell_summary(&mut self, tracer: &mut Tracer<'_, M>, state: &State<M>) {
        if let Some(iterations) = self.machine.log.as_mut().and_then(|log| log.iterations.take()) {
            tracer.chosen = true;
            self.tell(tracer, state, &Event::Summary(iterations));
        }
    }

    fn tell_decisions(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>) {
        let Some(log) = &mut self.machine.log else { return };
        if log.decisions.is_empty() {
            return;
        }
        let decisions = std::mem::take(&mut log.decisions);
        let within = tracer.calls.iter().rev().take_while(|call| !call.own).last();
        let within = within.map(|call| call.function);
        self.flush(tracer, state);
        for (condition, holds, before) in decisions {
            let choice = self.was_choice(state, condition, holds, before);
            tracer.chosen |= choice != Some(false);
            let event = Event::Decided { condition, holds, choice, within };
            self.tell(tracer, state, &event);
        }
    }

    /// Returns whether the negation of a decision was feasible under the path condition before it.
    fn was_choice(
        &mut self,
        state: &State<M>,
        condition: Term,
        holds: bool,
        before: usize,
    ) -> Option<bool> {
        let other = if holds { self.machine.terms.not(condition) } else { condition };
        let conditions = state.path.conditions.get(..before)?.to_vec();
        let mut path = Path::default();
        (path.conditions, path.witness) = (conditions, None);
        let solver = self.machine.solver.as_mut()?;
        match solver.feasibility(&mut self.machine.terms, &path, other) {
            Feasibility::Feasible(_) => Some(true),
            Feasibility::Infeasible => Some(false),
            Feasibility::Unknown(_) => None,
        }
    }

    fn tell_findings(&mut self, tracer: &mut Tracer<'_, M>, state: &State<M>) {
        while let Some(found) = self.outcome.found.get(tracer.told.findings) {
            tracer.told.findings += 1;
            let event = Event::Violation(Box::new(found.violation.clone()));
            self.tell(tracer, state, &event);
        }
    }

    fn tell(&self, tracer: &mut Tracer<'_, M>, state: &State<M>, event: &Event) {
        let depth = tracer.calls.iter().filter(|call| call.own).count().saturating_sub(1);
        let view = View { program: self.machine.program(), terms: &self.machine.terms, state };
        tracer.watcher.see(&view, depth, event);
    }

    /// Reports the variables that changed since they were last compared.
    fn flush(&mut self, tracer: &mut Tracer<'_, M>, state: &mut State<M>) {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let Some(call) = tracer.calls.last().filter(|call| call.own) else { return };
        if call.function != state.frame.function {
            return;
        }
        let Some(body) = &module.function(call.function).body else { return };
        let values = self.variables(state, body, call.scope);
        let mut changed = Vec::new();
        for (key, name, typed) in values {
            let Some(call) = tracer.calls.last_mut() else { return };
            let old = match typed.value {
                Some(value) => call.known.insert(key, value),
                None => call.known.remove(&key),
            };
            if typed.value.is_some() && old != typed.value {
                changed.push(Event::Variable(name, typed));
            }
        }
        for index in 0..tracer.globals.len() {
            let (global, old) = tracer.globals[index];
            let value = self.global_value(state, global);
            if value == old {
                continue;
            }
            tracer.globals[index].1 = value;
            let global = module.global(global);
            if let Some(ty) = self.scalar_ty(global.ty) {
                let typed = Typed { value, ty, source: Some(global.ty) };
                changed.push(Event::Variable(global.name.clone(), typed));
            }
        }
        changed.iter().for_each(|event| self.tell(tracer, state, event));
    }

    /// Returns the scalar variables in scope in the current call, with their values.
    fn variables(
        &mut self,
        state: &mut State<M>,
        body: &Body,
        scope: Option<ScopeId>,
    ) -> Vec<((ScopeId, usize), String, Typed)> {
        let mut found = Vec::new();
        let mut next = scope;
        while let Some(id) = next {
            let Some(scope) = body.scopes.get(id.index()) else { break };
            for (index, variable) in scope.variables.iter().enumerate() {
                let Some(ty) = self.scalar_ty(variable.ty) else { continue };
                let value = match variable.storage {
                    Storage::Register(reg) => register(state, reg),
                    Storage::Memory(reg) => match register(state, reg) {
                        Some(Value::Pointer { block, offset: 0 }) => self.held(state, block, ty),
                        _ => None,
                    },
                    // Globals are compared separately.
                    Storage::Global(_) => continue,
                };
                let typed = Typed { value, ty, source: Some(variable.ty) };
                found.push(((id, index), variable.name.clone(), typed));
            }
            next = scope.parent;
        }
        found.sort_by_key(|&(key, ..)| key);
        found
    }

    /// Returns the scalar at the start of a block, if the block is live and the scalar initialised.
    fn held(&mut self, state: &mut State<M>, block: AllocId, ty: Ty) -> Option<Value> {
        let bytes = ty.bytes(self.machine.pointer) as u32;
        let info = state.memory.info(block)?;
        if !info.lifetime.is_certainly_live()
            || info.size.as_bits().is_none_or(|size| size < bytes.into())
        {
            return None;
        }
        if let Some(value) = state.memory.peek(block, 0, bytes) {
            return Some(value);
        }
        // An observation must not change the memory.
        let memory = state.memory.clone();
        let pointer = Value::Pointer { block, offset: 0 };
        let value = self.machine.with_memory(state, |memory, cx| {
            let written = memory.initialised(cx, pointer, Value::Bits(bytes.into()));
            let value = (written != Term::FALSE).then(|| memory.load(cx, pointer, bytes));
            value.filter(|_| memory.unsupported().is_none())
        });
        state.memory = memory;
        value
    }

    fn global_value(&mut self, state: &mut State<M>, global: GlobalId) -> Option<Value> {
        let ty = self.scalar_ty(self.machine.loaded.module.global(global).ty)?;
        let block = *state.globals.get(global.index())?;
        self.held(state, block, ty)
    }

    /// Returns the scalar globals of the program that can change.
    fn own_globals(&self) -> Vec<(GlobalId, Option<Value>)> {
        let module = &self.machine.loaded.module;
        let globals = module.globals.iter().enumerate().filter(|(_, global)| {
            let plain = !global.string && !global.constant && !global.name.is_empty();
            let own = !module.is_runtime(global.position);
            plain && own && self.scalar_ty(global.ty).is_some()
        });
        globals.map(|(index, _)| (GlobalId::new(index), None)).collect()
    }

    /// Returns the register type of a scalar source type.
    fn scalar_ty(&self, ty: TypeId) -> Option<Ty> {
        match self.machine.loaded.module.types.get(ty) {
            SourceType::Int { bits, .. } => Ty::int(*bits),
            SourceType::Bool => Some(Ty::I8),
            SourceType::Float { bits: 32, .. } => Some(Ty::F32),
            SourceType::Float { bits: 64, .. } => Some(Ty::F64),
            SourceType::Float { bits: 80, .. } => Some(Ty::F80),
            SourceType::Pointer(_) => Some(Ty::Ptr),
            _ => None,
        }
    }
}

impl<M> Tracer<'_, M> {
    /// Returns whether the innermost call belongs to the program.
    fn own(&self) -> bool {
        self.calls.last().is_some_and(|call| call.own)
    }
}

/// Returns the value of a register of the current call, unless it was never set.
fn register<M>(state: &State<M>, reg: Reg) -> Option<Value> {
    if state.frame.function == NO_FUNCTION {
        return None;
    }
    let value = state.registers.get(state.frame.base + reg.index()).copied();
    value.filter(|&value| value != UNINITIALISED)
}
