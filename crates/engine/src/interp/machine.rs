//! Runs a program: the loop over instructions.
//!
//! As long as everything is a number, `fast` runs the decoded functions (`decode`); each instruction
//! that is more than that is carried out here, by one method call. What operators compute is in
//! `operate`, what memory does in `access`, calls in `call`, library functions in `library`, decisions
//! and forks in `decide`.

use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ir::{BlockId, Body, Instr, Module, Operand, Reg, Rounding, Terminator, Ty, UnaryOp};
use memory::{Counts, Initial, Kind, Memory, Names, Site, Value};
use term::{FunctionId, Sort, Term, TermMap, TermSet, Terms};

use crate::explore::loops::Loops;
use crate::explore::merge::Merging;
use crate::explore::outcome::Outcome;
use crate::explore::seen::Seen;
use crate::explore::statistics::Repeated;
use crate::findings::end::{End, Finding, FindingKind, Limit, Note, Unsupported, What};
use crate::findings::leaks::LivenessTable;
use crate::findings::property::Properties;
use crate::findings::trace::Log;
use crate::interp::access::protect_local;
use crate::interp::external::Foreign;
use crate::interp::fast;
use crate::interp::heap::Allocations;
use crate::interp::operate::{Failed, Operate};
use crate::interp::text::RUNTIME;
use crate::interp::uninterpreted::PartOfResult;
use crate::lazy::{Heap, LazyInputs};
use crate::library::host::Host;
use crate::library::native::Random;
use crate::parallel::handover::Stand;
use crate::parallel::pause::Pause;
use crate::program::decode::Code;
use crate::program::loaded::Loaded;
use crate::state::coverage::Within;
use crate::state::frames::{Frame, NOBODY, State, UNWRITTEN};
use crate::state::path::Asker;

/// More calls than this are not told of a finding.
const MAX_CALLS: usize = 32;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
    /// Decisions on one path.
    pub decisions: Option<u64>,
    /// Rounds of one loop in one call.
    pub unwind: Option<u64>,
}

/// What a function without a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Externals {
    /// It returns anything, and writes anything to what its arguments lead to.
    Havoc,
    /// It returns anything, and changes no memory.
    Pure,
    /// It returns anything, but the same for the same arguments, and changes no memory.
    Uninterpreted,
    /// It ends the path as unsupported.
    Error,
}

/// After so many instructions a run looks whether it is to stop.
const SLICE: u64 = 1 << 16;

/// A program and what is needed to run it.
pub struct Machine<'h, M> {
    /// The program.
    pub module: Rc<Arc<Module>>,
    /// The program again, with all that is known of it beforehand.
    pub loaded: Arc<Loaded>,
    /// The terms of all states.
    pub terms: Terms,
    /// The outside world.
    pub host: &'h mut dyn Host,
    /// Answers about paths. Without it the program runs on numbers, and a decision on anything else
    /// is a finding.
    pub asker: Option<Asker>,
    /// Set by who wants the machine to give up; where there is an asker, it looks at a flag of its own too.
    pub cancel: Option<Arc<AtomicBool>>,
    /// What is looked for.
    pub properties: Properties,
    /// Whether there is always memory.
    pub allocations: Allocations,
    /// What functions without a body do.
    pub externals: Externals,
    /// Where random numbers come from.
    pub random: Random,
    /// How many bytes standard input has, where that is said.
    pub stdin: Option<u64>,
    /// How a function's inputs are made.
    pub lazy: LazyInputs,
    pub(crate) names: Names,
    /// The memory of a program that was not started yet.
    pub(crate) empty: M,
    /// Symbols that stand for registers that were never written.
    pub(crate) unwritten: TermSet,
    /// For symbols of indeterminate values, those of another content of the same memory.
    pub(crate) other_contents: TermMap<Term>,
    /// What functions without a body returned and wrote.
    pub(crate) foreign: TermMap<Foreign>,
    /// States that were made on the way.
    pub(crate) forks: Vec<State<M>>,
    /// How often a state became two.
    pub(crate) splits: u64,
    /// How often places were forked at.
    pub(crate) forked_at: HashMap<Site, u64>,
    /// How often a state may fork and go on at once before another one gets its turn.
    pub(crate) forks_left: u64,
    /// The number of steps at which another state gets its turn; the largest one where there are no turns.
    pub(crate) turn_ends: u64,
    /// Whether the first finding is not enough.
    pub(crate) keep_going: bool,
    /// What was found so far.
    pub(crate) outcome: Outcome,
    /// Where the function stands that is started: what it is given comes from there.
    pub(crate) start: Site,
    /// The state from which everything is explored.
    pub(crate) first: Option<State<M>>,
    pub(crate) liveness: LivenessTable,
    /// States that were there before.
    pub seen: Seen,
    /// Loops that are done in one step.
    pub loops: Loops,
    /// States that parted and are to meet again.
    pub merging: Merging<M>,
    /// What is noted for a trace, while there is one.
    pub(crate) log: Option<Log>,
    /// How many findings were looked at in all layouts.
    pub(crate) trials: u32,
    /// Symbols for addresses that blocks might have in another layout, by alignment.
    pub(crate) other_addresses: HashMap<(term::AllocId, u64), Term>,
    /// Uninterpreted functions for functions without a body.
    pub(crate) uninterpreted: HashMap<PartOfResult, FunctionId>,
    pub(crate) limits: Limits,
    /// The width of a pointer.
    pub(crate) pointer: u32,
    /// The functions, decoded: this machine's own, since it stops at the loops that it looks at.
    pub(crate) code: Vec<Rc<Code>>,
    /// The instruction before which a path stops that is repeated for another machine.
    pub(crate) until: Option<Stand>,
    /// States that were made again from their decisions.
    pub(crate) handovers: Repeated,
    /// Says when the state that runs is to make a pause.
    pub pause: Option<Pause<'h>>,
    /// Room for the arguments of a call.
    pub(crate) arguments: Vec<Value>,
}

/// What an instruction yields: a path goes on, or ends.
pub(crate) type Step<T> = Result<T, End>;

impl<'h, M: Memory> Machine<'h, M> {
    /// A machine for a program of its own.
    pub fn new(module: Module, limits: Limits, host: &'h mut dyn Host, empty: M) -> Machine<'h, M> {
        Machine::of(&Arc::new(Loaded::new(module)), limits, host, empty)
    }

    /// A machine for a program that others may run as well.
    pub fn of(
        loaded: &Arc<Loaded>,
        limits: Limits,
        host: &'h mut dyn Host,
        empty: M,
    ) -> Machine<'h, M> {
        Machine {
            module: Rc::new(loaded.module.clone()),
            code: loaded.code.iter().map(|code| Rc::new(code.clone())).collect(),
            pointer: loaded.module.model.pointer_bits(),
            loaded: loaded.clone(),
            terms: Terms::new(),
            host,
            asker: None,
            cancel: None,
            properties: Properties::usual(),
            allocations: Allocations::default(),
            externals: Externals::Error,
            random: Random::default(),
            stdin: None,
            lazy: LazyInputs::default(),
            names: Names::default(),
            empty,
            unwritten: TermSet::default(),
            other_contents: TermMap::default(),
            foreign: TermMap::default(),
            forks: Vec::new(),
            splits: 0,
            forked_at: HashMap::new(),
            forks_left: u64::MAX,
            turn_ends: u64::MAX,
            keep_going: false,
            outcome: Outcome::default(),
            start: Site(0),
            first: None,
            liveness: LivenessTable::new(),
            seen: Seen::default(),
            loops: Loops::default(),
            merging: Merging::default(),
            log: None,
            trials: 0,
            other_addresses: HashMap::new(),
            uninterpreted: HashMap::new(),
            limits,
            until: None,
            handovers: Repeated::default(),
            pause: None,
            arguments: Vec::new(),
        }
    }

    /// Runs a state to its end.
    pub fn run(&mut self, state: &mut State<M>) -> End {
        match self.run_frames(state) {
            Ok(never) => match never {},
            Err(end) => self.as_asked(state, end),
        }
    }

    fn run_frames(&mut self, state: &mut State<M>) -> Step<Infallible> {
        let module = self.module.clone();
        loop {
            if state.is_at_meeting() {
                return Err(End::Arrived);
            }
            let function = state.frame.function;
            let body = module.function(function).body.as_ref();
            let body = body.expect("a call that is entered has a body");
            if let Some(limit) = self.fast_until(state) {
                let code = self.code[function.index()].clone();
                self.run_fast(&code, state, limit);
            }
            if state.is_at_meeting() {
                return Err(End::Arrived);
            }
            if self.until.is_some_and(|until| self.stand(state) == until) {
                return Err(End::Paused);
            }
            self.general(state, body)?;
            if self.interrupted() {
                return Err(End::Interrupted);
            }
            // One input that is followed through the program is part of an instruction of another path.
            let may_pause = state.path.guide.is_none();
            if state.steps >= self.turn_ends || (may_pause && self.is_to_pause()) {
                return Err(End::Paused);
            }
        }
    }

    /// The number of steps up to which decoded code may run; `None` if it may not.
    fn fast_until(&self, state: &State<M>) -> Option<u64> {
        // `lazy` looks at every value that is read.
        let plain = !state.inputs.in_use || self.lazy.heap != Heap::Lazy;
        // It does not stop in the middle of a block: the last one is for the machine.
        let last = self.until.map_or(Some(u64::MAX), |until| until.steps.checked_sub(1))?;
        // Now and then it comes back, so that an endless run can be stopped.
        let slice = state.steps.saturating_add(SLICE).min(self.turn_ends);
        // It rounds as the host does.
        let plain = plain && state.rounding == Rounding::Nearest;
        let plain = plain && !state.path.is_to_stop_at_a_loop();
        let allowed = self.limits.unwind.is_none() && plain && state.steps <= last;
        allowed.then(|| self.limits.steps.min(slice).min(last))
    }

    /// Whether somebody asked for a pause.
    pub(crate) fn is_to_pause(&mut self) -> bool {
        self.take_turns();
        self.pause.as_mut().is_some_and(Pause::is_due)
    }

    /// Where a state stands, which no other instruction of its path shares.
    pub(crate) fn stand(&self, state: &State<M>) -> Stand {
        let Frame { function, block, at, .. } = state.frame;
        let site = self.loaded.sites.site(function, block, at);
        Stand { steps: state.steps, depth: state.callers.len(), site }
    }

    /// Runs as far as numbers go.
    #[inline]
    pub(crate) fn run_fast(&mut self, code: &Code, state: &mut State<M>, limit: u64) {
        let done = match state.taken.is_wanted() {
            false => fast::run(code, state, limit, &mut ()),
            true => {
                let first = self.loaded.ways.of_function(state.frame.function);
                let mut taken = std::mem::take(&mut state.taken);
                let mut within = Within { first, taken: &mut taken };
                let done = fast::run(code, state, limit, &mut within);
                state.taken = taken;
                done
            }
        };
        let counts = &mut self.names.counts;
        counts.reads += done.reads;
        counts.quick_reads += done.reads;
        counts.writes += done.writes;
        counts.quick_writes += done.writes;
    }

    /// What memory was asked so far.
    #[must_use]
    pub fn memory_counts(&self) -> Counts {
        self.names.counts
    }

    /// Whether somebody asked to give up.
    pub(crate) fn interrupted(&self) -> bool {
        let is_cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.asker.as_ref().is_some_and(Asker::interrupted)
            || self.cancel.as_ref().is_some_and(is_cancelled)
    }

    /// Carries out the next instruction.
    pub(crate) fn one_instruction(&mut self, state: &mut State<M>) -> Step<()> {
        let module = self.module.clone();
        let body = module.function(state.frame.function).body.as_ref();
        self.general(state, body.expect("a call that is entered has a body"))
    }

    /// Carries out one instruction, whatever it is.
    pub(crate) fn general(&mut self, state: &mut State<M>, body: &Body) -> Step<()> {
        let block = body.block(state.frame.block);
        let at = state.frame.at;
        if at == 0 {
            self.at_block(state)?;
        }
        // Calls go on after the call, and findings know where they are.
        state.frame.at = at + 1;
        if let Some(instr) = block.instrs.get(at) {
            self.settle_for(state, instr)?;
            return self.instruction(state, instr);
        }
        let steps = state.steps + at as u64 + 1;
        if steps > self.limits.steps {
            return Err(End::Limit(Limit::Steps));
        }
        // A fork starts over before this.
        self.settle_for_end(state, &block.terminator)?;
        self.terminator(state, &block.terminator)?;
        state.steps = steps;
        Ok(())
    }

    /// Where the current instruction stands.
    pub(crate) fn site(&self, state: &State<M>) -> Site {
        self.site_in(&state.frame)
    }

    fn site_in(&self, frame: &Frame) -> Site {
        if frame.function == NOBODY {
            return self.start;
        }
        self.loaded.sites.site(frame.function, frame.block, frame.at.saturating_sub(1))
    }

    /// Ends the path with a finding at the current instruction.
    pub(crate) fn finding(&self, state: &State<M>, kind: FindingKind) -> End {
        self.finding_with(state, kind, Vec::new())
    }

    /// Ends the path with a finding that has other places.
    pub(crate) fn finding_with(
        &self,
        state: &State<M>,
        kind: FindingKind,
        notes: Vec<(Site, Note)>,
    ) -> End {
        let (site, calls) = (self.site(state), self.calls(state));
        End::Finding(Box::new(Finding { kind, site, calls, notes }))
    }

    /// Where the calls around the current one stand, innermost first.
    pub(crate) fn calls(&self, state: &State<M>) -> Vec<Site> {
        let callers = state.callers.iter().rev().filter(|frame| frame.function != NOBODY);
        callers.take(MAX_CALLS).map(|frame| self.site_in(frame)).collect()
    }

    /// Ends the path as unsupported at the current instruction.
    pub(crate) fn unsupported(&self, state: &State<M>, what: What) -> End {
        let (site, calls) = (self.site(state), self.calls(state));
        End::Unsupported(Box::new(Unsupported { what, site, calls }))
    }

    pub(crate) fn operate(&mut self) -> Operate<'_> {
        let real = self.asker.is_none();
        Operate { terms: &mut self.terms, pointer: self.pointer, real }
    }

    /// What an operand holds.
    /// Implements `LITERAL` and `VAR` of *Sel/Upd*.
    #[inline(always)]
    pub(crate) fn get(&mut self, state: &mut State<M>, ty: Ty, operand: Operand) -> Value {
        match operand {
            Operand::Const(bits) => self.constant(ty, bits),
            Operand::Reg(reg) => match state.registers[state.frame.base + reg.index()] {
                UNWRITTEN => self.invent(state, ty, reg),
                value => value,
            },
        }
    }

    #[inline]
    fn constant(&mut self, ty: Ty, bits: u64) -> Value {
        if ty.bits(self.pointer) <= 64 {
            return Value::Bits(bits);
        }
        self.operate().of_number(ty, u128::from(bits))
    }

    #[cold]
    /// A fresh symbol for a register that was never written; it keeps it.
    fn invent(&mut self, state: &mut State<M>, ty: Ty, reg: Reg) -> Value {
        let value = self.fresh(ty);
        self.set(state, reg, value);
        value
    }

    /// A fresh symbol for something that was never written.
    pub(crate) fn fresh(&mut self, ty: Ty) -> Value {
        let sort = if ty == Ty::I1 { Sort::Bool } else { Sort::Bits(ty.bits(self.pointer)) };
        let symbol = self.terms.symbol("uninitialised", sort);
        self.unwritten.insert(symbol);
        Value::Term(symbol)
    }

    /// Implements `ASSIGNLOCAL` of *Sel/Upd*.
    #[inline(always)]
    pub(crate) fn set(&mut self, state: &mut State<M>, reg: Reg, value: Value) {
        state.registers[state.frame.base + reg.index()] = value;
    }

    /// Carries out an instruction.
    fn instruction(&mut self, state: &mut State<M>, instr: &Instr) -> Step<()> {
        match *instr {
            Instr::Binary { op, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let value = self.binary(state, op, ty, a, b)?;
                self.set(state, dst, value);
            }
            Instr::Move { dst, ty, src } => {
                let value = self.get(state, ty, src);
                self.set(state, dst, value);
            }
            Instr::Load { ty, dst, ptr } => {
                let pointer = self.get(state, Ty::Ptr, ptr);
                let value = self.load(state, ty, pointer)?;
                self.set(state, dst, value);
            }
            Instr::Store { ty, ptr, value } => {
                let pointer = self.get(state, Ty::Ptr, ptr);
                let value = self.get(state, ty, value);
                self.store(state, ty, pointer, value)?;
            }
            Instr::Compare { op, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let value = self.compare(state, op, ty, a, b);
                self.set(state, dst, value);
            }
            Instr::Fits { op, signed, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let value = self.truth_of(state, ty, [a, b], |machine, [a, b]| {
                    machine.operate().fits(op, signed, ty, a, b)
                });
                self.set(state, dst, value);
            }
            Instr::Check { kind, cond, .. } => self.check(state, kind, cond)?,
            Instr::PtrAdd { dst, ptr, offset } => {
                let (pointer, offset) =
                    (self.get(state, Ty::Ptr, ptr), self.get(state, Ty::Ptr, offset));
                let value = self.operate().pointer_add(pointer, offset);
                self.set(state, dst, value);
            }
            Instr::Cast { op, from, to, dst, a: operand } => {
                let mut a = self.get(state, from, operand);
                if from.is_float() || to.is_float() {
                    a = self.without_choices(state, a)?;
                }
                if to == Ty::I1 {
                    self.as_number(state, a);
                }
                let value = self.rounded(state, &[operand], |operate, rounding| {
                    operate.cast_in(rounding, op, from, to, a)
                })?;
                self.set(state, dst, value);
            }
            Instr::Call(ref call) => self.call(state, call)?,
            ref other => self.rare_instruction(state, other)?,
        }
        Ok(())
    }

    /// The instructions that do not come up in every line.
    fn rare_instruction(&mut self, state: &mut State<M>, instr: &Instr) -> Step<()> {
        match *instr {
            Instr::Const { dst, ty, low, high } => {
                let number = u128::from(low) | (u128::from(high) << 64);
                let value = self.operate().of_number(ty, number);
                self.set(state, dst, value);
            }
            Instr::Undef { dst } => self.set(state, dst, UNWRITTEN),
            Instr::Unary { op, ty, dst, a } => {
                let a = self.get(state, ty, a);
                if matches!(op, UnaryOp::LeadingZeros | UnaryOp::TrailingZeros) {
                    self.as_number(state, a);
                }
                let value = self.operate().unary(op, ty, a);
                self.set(state, dst, value);
            }
            Instr::Select { ty, dst, cond, a, b } => {
                let condition = self.get(state, Ty::I1, cond);
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let value = self.operate().select(ty, condition, a, b);
                self.set(state, dst, value);
            }
            Instr::FloatFits { signed, from, to, dst, a } => {
                let a = self.number(state, from, a)?;
                let result = self.operate().float_fits(signed, from, to, a);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::FloatNeg { ty, dst, a } => {
                let a = self.number(state, ty, a)?;
                let result = self.operate().float_neg(ty, a);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::Float { op, ty, dst, a, b } => {
                let operands = [a, b];
                let (a, b) = (self.number(state, ty, a)?, self.number(state, ty, b)?);
                let value = self.rounded(state, &operands, |operate, rounding| {
                    operate.float(rounding, op, ty, a, b)
                })?;
                self.set(state, dst, value);
            }
            Instr::FloatCompare { op, ty, dst, a, b } => {
                let (a, b) = (self.number(state, ty, a)?, self.number(state, ty, b)?);
                let result = self.operate().float_compare(op, ty, a, b);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::GlobalAddr { dst, global } => {
                let block = state.globals[global.index()];
                self.set(state, dst, Value::Pointer { block, offset: 0 });
            }
            Instr::FuncAddr { dst, func } => {
                let block = state.functions[func.index()];
                self.set(state, dst, Value::Pointer { block, offset: 0 });
            }
            Instr::PtrSub { dst, a, b } => {
                let (a, b) = (self.get(state, Ty::Ptr, a), self.get(state, Ty::Ptr, b));
                let value = self.operate().pointer_sub(a, b);
                self.set(state, dst, value);
            }
            Instr::Begin { dst, local, size, align } => {
                self.begin(state, dst, local, size, align)?
            }
            Instr::End { local } => self.end_local(state, local),
            Instr::Protect { local } => protect_local(state, local),
            Instr::Copy { to, from, size } => {
                let (to, from) = (self.get(state, Ty::Ptr, to), self.get(state, Ty::Ptr, from));
                let size = self.get(state, Ty::Ptr, size);
                self.copy_apart(state, to, from, size, || FindingKind::OverlappingCopy)?;
            }
            Instr::Fill { ptr, value, size } => {
                let pointer = self.get(state, Ty::Ptr, ptr);
                let value = self.get(state, Ty::I8, value);
                let size = self.get(state, Ty::Ptr, size);
                self.fill(state, pointer, value, size)?;
            }
            Instr::VaStart { list } => self.va_start(state, list)?,
            Instr::VaArg { ty, dst, list, .. } => {
                let value = self.va_arg(state, ty, list)?;
                self.set(state, dst, value);
            }
            Instr::VaEnd { .. } => {}
            Instr::VaCopy { to, from } => {
                let (to, from) = (self.get(state, Ty::Ptr, to), self.get(state, Ty::Ptr, from));
                let place = self.load(state, Ty::Ptr, from)?;
                self.store(state, Ty::Ptr, to, place)?;
            }
            Instr::Unsupported { message } => {
                return Err(self.unsupported(state, What::Message(message)));
            }
            Instr::Binary { .. }
            | Instr::Move { .. }
            | Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Compare { .. }
            | Instr::Fits { .. }
            | Instr::Check { .. }
            | Instr::PtrAdd { .. }
            | Instr::Cast { .. }
            | Instr::Call(_) => unreachable!("carried out by `instruction`"),
        }
        Ok(())
    }

    /// What an operand holds, where only a number will do.
    fn number(&mut self, state: &mut State<M>, ty: Ty, operand: Operand) -> Step<Value> {
        let value = self.get(state, ty, operand);
        self.without_choices(state, value)
    }

    /// What an operation computes in the rounding mode of a state. Compilers may fold an operation on constants, which they do
    /// to nearest: where that is not the same, both may be.
    fn rounded(
        &mut self,
        state: &State<M>,
        operands: &[Operand],
        compute: impl Fn(&mut Operate<'_>, Rounding) -> Result<Value, Failed>,
    ) -> Step<Value> {
        let nearest = |machine: &mut Self| compute(&mut machine.operate(), Rounding::Nearest);
        if state.rounding == Rounding::Nearest {
            let result = nearest(self);
            return self.computed(state, result);
        }
        let result = compute(&mut self.operate(), state.rounding);
        let value = self.computed(state, result)?;
        let constant = operands.iter().all(|it| matches!(it, Operand::Const(_)));
        if constant && nearest(self) != Ok(value) {
            let what =
                "constants that are folded in another rounding mode than the one that is set";
            self.one_answer(state, what.to_owned());
            let result = nearest(self);
            return self.computed(state, result);
        }
        Ok(value)
    }

    pub(crate) fn computed(&self, state: &State<M>, result: Result<Value, Failed>) -> Step<Value> {
        result.map_err(|failed| match failed {
            Failed::SymbolicFloat => {
                self.unsupported(state, What::Other("arithmetic on an unknown float".into()))
            }
            Failed::ZeroDivisor => {
                self.finding(state, FindingKind::Check(ir::CheckKind::DivisionByZero))
            }
        })
    }

    /// Goes on after a block.
    fn terminator(&mut self, state: &mut State<M>, terminator: &Terminator) -> Step<()> {
        let (way, target) = match terminator {
            Terminator::Jump(target) => (0, *target),
            Terminator::Branch { cond, then, otherwise } => match self.decide(state, *cond)? {
                true => (0, *then),
                false => (1, *otherwise),
            },
            Terminator::Switch { ty, signed, value, cases, default } => {
                let value = self.get(state, *ty, *value);
                let way = self.switch(state, *ty, *signed, value, cases)?;
                (way, cases.get(way).map_or(*default, |case| case.target))
            }
            Terminator::Return(value) => {
                self.note_way(state, 0);
                return self.leave(state, *value);
            }
            Terminator::Unreachable => {
                let kind = FindingKind::Check(ir::CheckKind::Unreachable);
                return Err(self.finding(state, kind));
            }
        };
        if let Some(most) = self.limits.unwind {
            count_round(&mut state.frame, target, most)?;
        }
        self.note_way(state, way);
        let from = std::mem::replace(&mut state.frame.block, target);
        state.frame.at = 0;
        // Where rounds are counted, every one of them is seen here.
        if self.limits.unwind.is_some() { self.walk(state, from) } else { Ok(()) }
    }

    /// Notes by which way the current block is left.
    fn note_way(&self, state: &mut State<M>, way: usize) {
        if state.taken.is_wanted() {
            let first = self.loaded.ways.first(state.frame.function, state.frame.block);
            state.taken.note((first + way) as u32);
        }
    }

    /// Which case a switch goes to; the number after the last one for its default.
    fn switch(
        &mut self,
        state: &mut State<M>,
        ty: Ty,
        signed: bool,
        value: Value,
        cases: &[ir::Case],
    ) -> Step<usize> {
        let width = ty.bits(self.pointer);
        self.as_number(state, value);
        if let Some(number) = self.operate().number(ty, value) {
            let order = |bits: u64| match signed {
                true => i128::from(term::bits::sign_extend_word(bits, width)),
                false => i128::from(bits),
            };
            let number = order(number as u64);
            let holds = |case: &ir::Case| order(case.low) <= number && number <= order(case.high);
            return Ok(cases.iter().position(holds).unwrap_or(cases.len()));
        }
        let value = self.operate().term(ty, value);
        for (way, case) in cases.iter().enumerate() {
            let [low, high] = [case.low, case.high].map(|bits| self.terms.word(width, bits));
            let here = if low == high {
                self.terms.eq(value, low)
            } else if signed {
                let (below, above) = (self.terms.slt(value, low), self.terms.slt(high, value));
                let outside = self.terms.or(below, above);
                self.terms.not(outside)
            } else {
                let (above, below) = (self.terms.ule(low, value), self.terms.ule(value, high));
                self.terms.and(above, below)
            };
            if self.decide_term(state, here)? {
                return Ok(way);
            }
        }
        Ok(cases.len())
    }
}

/// Whether the body of a function is the runtime's: a program may have a `strlen` of its own.
pub(crate) fn is_runtime(module: &Module, function: &ir::Function) -> bool {
    let origin = function.body.as_ref().and_then(|body| body.origin(BlockId(0), 0));
    let file = origin.and_then(|origin| module.files.get(origin.position.file.index()));
    file.is_some_and(|file| file.starts_with(RUNTIME))
}

/// The start of a program.
impl<M: Memory> Machine<'_, M> {
    /// The state before `main` is called, with the globals in place.
    ///
    /// # Errors
    /// If the globals do not fit into the address space, or one of the library has no model.
    pub fn initial(&mut self) -> Step<State<M>> {
        let mut state = State::new(self.empty.clone());
        let module = self.module.clone();
        let mut functions = Vec::with_capacity(module.functions.len());
        for _ in &module.functions {
            let size = Value::Bits(1);
            functions.push(self.allocate(
                &mut state,
                Kind::Function,
                size,
                1,
                Initial::Uninitialised,
            )?);
        }
        state.functions = Rc::new(functions);
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in &module.globals {
            let kind = if global.string { Kind::Literal } else { Kind::Global };
            // What is declared and not defined anywhere can hold anything.
            let unknown = global.external || self.lazy.has_global(globals.len());
            let unknown = unknown && self.asker.is_some();
            let initial = if unknown { Initial::Uninitialised } else { Initial::Zero };
            let size = Value::Bits(global.size);
            globals.push(self.allocate(&mut state, kind, size, global.align, initial)?);
        }
        state.globals = Rc::new(globals);
        for (index, global) in module.globals.iter().enumerate() {
            if self.lazy.has_global(index) {
                continue;
            }
            match global.external && self.asker.is_some() {
                true => self.write_undefined(&mut state, index)?,
                false => self.initialise(&mut state, index, global),
            }
        }
        // What the program finds is not what it did.
        self.names.counts = Counts::default();
        Ok(state)
    }

    fn initialise(&mut self, state: &mut State<M>, index: usize, global: &ir::Global) {
        let block = state.globals[index];
        self.write_bytes(state, block, &global.bytes);
        let bytes = self.pointer / 8;
        for relocation in &global.relocations {
            let target = match relocation.target {
                ir::Target::Global(id) => state.globals[id.index()],
                ir::Target::Function(id) => state.functions[id.index()],
            };
            let offset = relocation.addend as u64 & term::bits::mask(self.pointer);
            let value = Value::Pointer { block: target, offset };
            let to = Value::Pointer { block, offset: relocation.offset };
            self.with_memory(state, |memory, cx| memory.store(cx, to, bytes, value));
        }
        if global.constant || global.string {
            state.memory.protect(block);
        }
    }

    /// Writes numbers to the start of a block.
    fn write_bytes(&mut self, state: &mut State<M>, block: term::AllocId, bytes: &[u8]) {
        for (index, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let value = Value::Bits(u64::from_le_bytes(word));
            let to = Value::Pointer { block, offset: 8 * index as u64 };
            self.put_scalar(state, to, chunk.len() as u32, value);
        }
    }

    /// Calls `main` with arguments.
    ///
    /// # Errors
    /// If there is no `main`, or its parameters are not those of one.
    pub fn start(&mut self, state: &mut State<M>, arguments: &[Vec<u8>]) -> Step<()> {
        let module = self.module.clone();
        let main = module
            .function_named("main")
            .filter(|&id| module.function(id).body.is_some())
            .ok_or_else(|| self.unsupported(state, What::External("main".to_owned())))?;
        let count = module.function(main).params.len();
        let argv = self.argument_block(state, arguments)?;
        let values = [Value::Bits(arguments.len() as u64), argv, Value::ZERO];
        let args: Vec<Value> = values.into_iter().cycle().take(count).collect();
        self.enter(state, main, &args, None, None)
    }

    pub(crate) fn argument_block(
        &mut self,
        state: &mut State<M>,
        arguments: &[Vec<u8>],
    ) -> Step<Value> {
        let bytes = u64::from(self.pointer / 8);
        let mut texts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let size = Value::Bits(argument.len() as u64 + 1);
            let block = self.lasting_block(state, size, 1)?;
            self.write_bytes(state, block, argument);
            texts.push(Value::Pointer { block, offset: 0 });
        }
        let argv = self.lasting_block(state, Value::Bits(bytes * (texts.len() as u64 + 1)), 16)?;
        for (index, text) in texts.into_iter().enumerate() {
            let to = Value::Pointer { block: argv, offset: index as u64 * bytes };
            self.put_scalar(state, to, bytes as u32, text);
        }
        Ok(Value::Pointer { block: argv, offset: 0 })
    }

    /// A block of zeros that lives as long as the program.
    pub(crate) fn lasting_block(
        &mut self,
        state: &mut State<M>,
        size: Value,
        align: u64,
    ) -> Step<term::AllocId> {
        let block = self.allocate(state, Kind::Global, size, align, Initial::Zero)?;
        Rc::make_mut(&mut state.globals).push(block);
        Ok(block)
    }
}

/// Counts how often a loop went round: an earlier block is gone to.
fn count_round(frame: &mut Frame, target: BlockId, most: u64) -> Step<()> {
    if target > frame.block {
        return Ok(());
    }
    let rounds = match frame.rounds.iter_mut().find(|(block, _)| *block == target) {
        Some((_, rounds)) => rounds,
        None => {
            frame.rounds.push((target, 0));
            match frame.rounds.last_mut() {
                Some((_, rounds)) => rounds,
                None => return Ok(()),
            }
        }
    };
    *rounds += 1;
    if *rounds > most { Err(End::Limit(Limit::Unwind)) } else { Ok(()) }
}
