//! Calls, returns and variable arguments.
//!
//! The variable arguments of a call are a block of their own, one slot of 16 bytes for each, and a
//! `va_list` holds a pointer into it: reading past the last argument is an access out of bounds.

use ir::{Arg, Call, Callee, FuncId, Operand, Reg, Ty};
use memory::{Contents, Kind, Life, Value};
use term::BlockId;

use crate::access::end_block;
use crate::end::{End, FindingKind, Limit, What};
use crate::machine::{Machine, Step};
use crate::state::{Frame, NOBODY, State, UNWRITTEN};

/// Bytes for each variable argument: room for the largest scalar.
const SLOT: u64 = 16;

impl Machine<'_> {
    /// Carries out a call; `true` if a function was entered.
    pub(crate) fn call(&mut self, state: &mut State, call: &Call) -> Step<bool> {
        let function = self.callee(state, call)?;
        let module = self.module.clone();
        let callee = module.function(function);
        let args: Vec<Value> =
            call.args.iter().map(|arg| self.get(state, arg.ty, arg.value)).collect();
        if callee.body.is_none() {
            return self.call_native(state, function, call, &args);
        }
        let count = callee.params.len();
        let fits = args.len() >= count
            && (args.len() == count || callee.variadic || callee.unprototyped)
            && call.args.iter().zip(&callee.params).all(|(arg, param)| arg.ty == param.ty);
        if !fits {
            return Err(self.finding(state, FindingKind::BadCall));
        }
        let arguments = match callee.variadic {
            true => Some(self.argument_slots(state, &call.args[count..], &args[count..])?),
            false => None,
        };
        self.enter(state, function, &args[..count], arguments, call.dst)?;
        Ok(true)
    }

    /// The function that a call calls.
    fn callee(&mut self, state: &mut State, call: &Call) -> Step<FuncId> {
        let operand = match call.callee {
            Callee::Direct(function) => return Ok(function),
            Callee::Indirect(operand) => operand,
        };
        let pointer = self.get(state, Ty::Ptr, operand);
        let position = match pointer {
            Value::Pointer { block, offset: 0 } => {
                state.functions.iter().position(|&function| function == block)
            }
            _ => None,
        };
        position.map(FuncId::new).ok_or_else(|| self.finding(state, FindingKind::BadCall))
    }

    /// Enters a function.
    pub(crate) fn enter(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Value],
        arguments: Option<BlockId>,
        result: Option<Reg>,
    ) -> Step<()> {
        if state.callers.len() >= self.limits.depth {
            return Err(End::Limit(Limit::Depth));
        }
        let module = self.module.clone();
        let Some(body) = &module.function(function).body else {
            let name = module.function(function).name.clone();
            return Err(self.unsupported(state, What::External(name)));
        };
        let base = state.registers.len();
        state.registers.extend_from_slice(args);
        state.registers.resize(base + body.registers.len().max(args.len()), UNWRITTEN);
        let frame = Frame { arguments, ..Frame::entry(function, base, result) };
        state.callers.push(std::mem::replace(&mut state.frame, frame));
        Ok(())
    }

    /// Leaves a function.
    pub(crate) fn leave(&mut self, state: &mut State, value: Option<Operand>) -> Step<()> {
        let module = self.module.clone();
        let site = self.site(state);
        let value = match (value, module.function(state.frame.function).returns) {
            (Some(operand), Some(ty)) => self.get(state, ty, operand),
            _ => UNWRITTEN,
        };
        let Some(caller) = state.callers.pop() else { return Err(End::Exit(0)) };
        let frame = std::mem::replace(&mut state.frame, caller);
        for (_, block) in frame.locals {
            end_block(state, block, Life::Ended(site));
        }
        if let Some(block) = frame.arguments {
            end_block(state, block, Life::Ended(site));
        }
        state.registers.truncate(frame.base);
        if state.frame.function == NOBODY {
            return self.leave_program(state, frame.function, value);
        }
        if let Some(dst) = frame.result {
            self.set(state, dst, value);
        }
        Ok(())
    }

    /// The outermost function was left. After `main` comes `exit`, if the program has one: it runs
    /// the handlers. The status of a `main` that returns none is zero.
    fn leave_program(&mut self, state: &mut State, left: FuncId, value: Value) -> Step<()> {
        let status = if value == UNWRITTEN { Value::ZERO } else { value };
        let module = self.module.clone();
        let exit = module.function_named("exit").filter(|&id| module.function(id).body.is_some());
        match exit {
            Some(exit) if exit != left => self.enter(state, exit, &[status], None, None),
            _ => Err(End::Exit(self.concrete(state, status)? as i32)),
        }
    }

    /// The block of the variable arguments.
    fn argument_slots(
        &mut self,
        state: &mut State,
        args: &[Arg],
        values: &[Value],
    ) -> Step<BlockId> {
        let size = SLOT * args.len() as u64;
        let contents = Contents::uninitialised();
        let block = self.allocate(state, Kind::Arguments, size, SLOT, contents)?;
        for (i, (arg, &value)) in args.iter().zip(values).enumerate() {
            let bytes = arg.ty.bytes(self.pointer) as u32;
            if let Some(slots) = state.memory.get_mut(block) {
                slots.contents.store(&mut self.terms, SLOT * i as u64, bytes, value);
            }
        }
        Ok(block)
    }

    /// A list stands at the first variable argument.
    pub(crate) fn va_start(&mut self, state: &mut State, list: Operand) -> Step<()> {
        let list = self.get(state, Ty::Ptr, list);
        let Some(block) = state.frame.arguments else {
            return Err(
                self.unsupported(state, What::Other("va_start in a function without `...`"))
            );
        };
        self.store(state, Ty::Ptr, list, Value::Pointer { block, offset: 0 })
    }

    /// The next variable argument.
    pub(crate) fn va_arg(&mut self, state: &mut State, ty: Ty, list: Operand) -> Step<Value> {
        let list = self.get(state, Ty::Ptr, list);
        let place = self.load(state, Ty::Ptr, list)?;
        let value = self.load(state, ty, place)?;
        let next = self.operate().pointer_add(place, Value::Bits(SLOT));
        self.store(state, Ty::Ptr, list, next)?;
        Ok(value)
    }
}
