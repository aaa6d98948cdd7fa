//! Carries out one instruction of one state.
//!
//! While every value is concrete, `fast` runs the decoded functions (`program/decode.rs`). Each instruction that needs
//! more is carried out here, by one method call. Operators are in `machine/operate.rs`, accesses in `access`, calls in
//! `call`, library functions in `library`, decisions and forks in `machine/decide.rs`.
//!
//! An instruction makes its decisions before it changes the state: a fork starts over at the instruction, with the other
//! decision ahead. All rooms that an instruction calls rely on this.

use ir::{BlockId, Body, Instr, Operand, Rounding, Terminator, Ty, UnaryOp};
use memory::{Memory, Value};

use crate::access::checked::protect_local;
use crate::findings::end::{End, Feature, Limit, ViolationKind};
use crate::interp::fast;
use crate::machine::operate::{Failed, Operate};
use crate::machine::{Machine, Step};
use crate::program::decode::Code;
use crate::state::coverage::FunctionRecorder;
use crate::state::frames::{Frame, State, UNINITIALISED};

/// The result of one instruction.
pub(crate) enum Stepped<M> {
    /// The state continues.
    Continue,
    /// The instruction depends on inputs: the state takes one side, the others take the remaining ones.
    Fork {
        /// The states that start over at the instruction, with another decision ahead.
        others: Vec<State<M>>,
        /// The end of the path of the state itself, if it ended at the instruction.
        end: Option<End>,
    },
    /// The path ends.
    End(End),
}

impl<'h, M: Memory> Machine<'h, M> {
    /// Runs the fast path.
    #[inline]
    pub(crate) fn run_fast(&mut self, code: &Code, state: &mut State<M>, limit: u64) {
        let done = match state.taken.is_wanted() {
            false => fast::run(code, state, limit, &mut ()),
            true => {
                let first = self.loaded.edges.of_function(state.frame.function);
                let mut taken = std::mem::take(&mut state.taken);
                let mut within = FunctionRecorder { first, taken: &mut taken };
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

    /// Carries out the next instruction of a state. The caller takes the notes of the instruction.
    pub(crate) fn step(&mut self, state: &mut State<M>) -> Stepped<M> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let body = module.function(state.frame.function).body.as_ref();
        let done = self.general(state, body.expect("a call that is entered has a body"));
        let others = std::mem::take(&mut self.forks);
        match done {
            done if !others.is_empty() => Stepped::Fork { others, end: done.err() },
            Ok(()) => Stepped::Continue,
            Err(end) => Stepped::End(end),
        }
    }

    /// Carries out one instruction by the general path.
    pub(crate) fn general(&mut self, state: &mut State<M>, body: &Body) -> Step<()> {
        let block = body.block(state.frame.block);
        let at = state.frame.at;
        // Calls return to the instruction after the call, and violations use the position to determine their site.
        state.frame.at = at + 1;
        if let Some(instr) = block.instrs.get(at) {
            self.settle_for(state, instr)?;
            return self.instruction(state, instr);
        }
        let steps = state.steps + at as u64 + 1;
        if steps > self.options.limits.steps {
            return Err(End::Limit(Limit::Steps));
        }
        // A fork starts over before this.
        self.settle_for_end(state, &block.terminator)?;
        self.terminator(state, &block.terminator)?;
        state.steps = steps;
        Ok(())
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
                    self.mark_address_observed(state, a);
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

    /// Carries out an instruction that is infrequent.
    fn rare_instruction(&mut self, state: &mut State<M>, instr: &Instr) -> Step<()> {
        match *instr {
            Instr::Const { dst, ty, low, high } => {
                let number = u128::from(low) | (u128::from(high) << 64);
                let value = self.operate().of_number(ty, number);
                self.set(state, dst, value);
            }
            Instr::Undef { dst } => self.set(state, dst, UNINITIALISED),
            Instr::Unary { op, ty, dst, a } => {
                let a = self.get(state, ty, a);
                if matches!(op, UnaryOp::LeadingZeros | UnaryOp::TrailingZeros) {
                    self.mark_address_observed(state, a);
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
                self.copy_apart(state, to, from, size, || ViolationKind::OverlappingCopy)?;
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
                return Err(self.unsupported(state, Feature::Message(message)));
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

    /// Returns the value of an operand; forks until it is no choice between values.
    fn number(&mut self, state: &mut State<M>, ty: Ty, operand: Operand) -> Step<Value> {
        let value = self.get(state, ty, operand);
        self.without_choices(state, value)
    }

    /// Computes an operation in the rounding mode of a state. Compilers may fold an operation on constants, with
    /// rounding to nearest: where the results differ, either is possible.
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

    /// Carries out the terminator of a basic block.
    fn terminator(&mut self, state: &mut State<M>, terminator: &Terminator) -> Step<()> {
        let (edge, target) = match terminator {
            Terminator::Jump(target) => (0, *target),
            Terminator::Branch { cond, then, otherwise } => match self.decide(state, *cond)? {
                true => (0, *then),
                false => (1, *otherwise),
            },
            Terminator::Switch { ty, signed, value, cases, default } => {
                let value = self.get(state, *ty, *value);
                let edge = self.switch(state, *ty, *signed, value, cases)?;
                (edge, cases.get(edge).map_or(*default, |case| case.target))
            }
            Terminator::Return(value) => {
                self.record_edge(state, 0);
                return self.leave(state, *value);
            }
            Terminator::Unreachable => {
                let kind = ViolationKind::Check(ir::CheckKind::Unreachable);
                return Err(self.violation(state, kind));
            }
        };
        if let Some(most) = self.options.limits.unwind {
            count_round(&mut state.frame, target, most)?;
        }
        self.record_edge(state, edge);
        let from = std::mem::replace(&mut state.frame.block, target);
        state.frame.at = 0;
        // Where iterations are limited, the fast path is off and every jump is taken here.
        if self.options.limits.unwind.is_some() { self.walk(state, from) } else { Ok(()) }
    }

    /// Records the edge by which the current basic block is left.
    fn record_edge(&self, state: &mut State<M>, edge: usize) {
        if state.taken.is_wanted() {
            let first = self.loaded.edges.first(state.frame.function, state.frame.block);
            state.taken.insert((first + edge) as u32);
        }
    }

    /// Returns the index of the case that a switch takes; the number of cases for its default.
    fn switch(
        &mut self,
        state: &mut State<M>,
        ty: Ty,
        signed: bool,
        value: Value,
        cases: &[ir::Case],
    ) -> Step<usize> {
        let width = ty.bits(self.pointer);
        self.mark_address_observed(state, value);
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
        for (edge, case) in cases.iter().enumerate() {
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
                return Ok(edge);
            }
        }
        Ok(cases.len())
    }
}

/// Counts the iterations of a loop: a jump to an earlier basic block begins one.
fn count_round(frame: &mut Frame, target: BlockId, most: u64) -> Step<()> {
    if target > frame.block {
        return Ok(());
    }
    let iterations = match frame.iterations.iter_mut().find(|(block, _)| *block == target) {
        Some((_, iterations)) => iterations,
        None => {
            frame.iterations.push((target, 0));
            match frame.iterations.last_mut() {
                Some((_, iterations)) => iterations,
                None => return Ok(()),
            }
        }
    };
    *iterations += 1;
    if *iterations > most { Err(End::Limit(Limit::Unwind)) } else { Ok(()) }
}
