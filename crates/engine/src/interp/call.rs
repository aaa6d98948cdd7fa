//! Calls, returns and variable arguments.
//!
//! The variable arguments of a call are an allocation of their own, with one slot of 32 bytes for each, and a `va_list`
//! holds a pointer into it. So reading past the last argument is an access out of bounds.

use ir::{Arg, Call, Callee, FuncId, Operand, Rounding, Ty};
use memory::{Initial, Kind, Lifetime, LifetimeEnd, Memory, Value, points_to};
use term::AllocId;

use crate::findings::end::{End, Feature, ViolationKind};
use crate::findings::property::Property;
use crate::interp::string_shortcuts;
use crate::machine::{Machine, Step};
use crate::program::origin::is_runtime;
use crate::state::frames::{NO_FUNCTION, State, UNINITIALISED};

/// The bytes of a slot: the largest scalar, and the class of the argument.
const SLOT: u64 = 32;
/// The offset of the class of the argument in a slot.
const CLASS: u64 = 16;

impl<M: Memory> Machine<'_, M> {
    /// Carries out a call.
    pub(crate) fn call(&mut self, state: &mut State<M>, call: &Call) -> Step<()> {
        let function = match self.callee(state, call)? {
            Called::Function(function) => function,
            Called::Given(block) => return self.call_given(state, call, block),
        };
        let mut args = std::mem::take(&mut self.arguments);
        args.clear();
        args.extend(call.args.iter().map(|arg| self.get(state, arg.ty, arg.value)));
        self.call_with(state, call, function, &args)?;
        self.arguments = args;
        Ok(())
    }

    fn call_with(
        &mut self,
        state: &mut State<M>,
        call: &Call,
        function: FuncId,
        args: &[Value],
    ) -> Step<()> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let callee = module.function(function);
        // With the property `unreach-call`, a call of a function that marks an error is a violation even if the program
        // defines a body.
        let marks = self.loaded.natives[function.index()].is_some()
            && self.options.properties.has(Property::UnreachCall)
            && self.solver.is_some();
        if callee.body.is_none() || marks {
            return self.call_native(state, function, call, args);
        }
        let count = callee.params.len();
        let fits = args.len() >= count
            && (args.len() == count || callee.variadic || callee.unprototyped)
            && call.args.iter().zip(&callee.params).all(|(arg, param)| arg.ty == param.ty)
            && (call.dst.is_none() || callee.returns.is_none() || callee.returns == call.returns);
        if !fits {
            return Err(self.violation(state, ViolationKind::BadCall));
        }
        if self.loaded.to_nearest[function.index()] && state.rounding != Rounding::Nearest {
            let what = "a function of <math.h> in a rounding mode other than to nearest";
            return Err(self.unsupported(state, Feature::Other(what.into())));
        }
        if let Some(shortcut) = self.loaded.shortcuts[function.index()]
            && let Some(value) = string_shortcuts::call(shortcut, &mut state.memory, args)
        {
            if let Some(dst) = call.dst {
                self.set(state, dst, value);
            }
            return Ok(());
        }
        let arguments = match callee.variadic {
            true => Some(self.argument_slots(state, &call.args[count..], &args[count..])?),
            false => None,
        };
        self.enter(state, function, &args[..count], arguments, call.dst)
    }

    /// Returns the callee of a call.
    fn callee(&mut self, state: &mut State<M>, call: &Call) -> Step<Called> {
        let operand = match call.callee {
            Callee::Direct(function) => return Ok(Called::Function(function)),
            Callee::Indirect(operand) => operand,
        };
        let pointer = self.get(state, Ty::Ptr, operand);
        if let Value::Pointer { block, offset: 0 } = pointer
            && let Some(called) = called_at(state, block)
        {
            return Ok(called);
        }
        self.value_must_be_determinate(state, pointer)?;
        self.refuse_foreign(state, pointer)?;
        let found_by = self.locate(state, pointer);
        // Forks for each function that the pointer may point to.
        let found = self.with_memory(state, |memory, cx| points_to(memory, cx, pointer));
        for place in found.pointees {
            if let Some(called) = called_at(state, place.block)
                && self.decide_term(state, place.guard)?
            {
                self.located(state, found_by);
                let (offset, zero) =
                    (self.operate().term(Ty::Ptr, place.offset), self.terms.word(self.pointer, 0));
                let start = self.terms.eq(offset, zero);
                let wrong = (ViolationKind::NoFunction, Vec::new());
                self.require(state, start, Property::ValidDeref, |_, _, _| wrong)?;
                return Ok(called);
            }
        }
        Err(self.violation(state, ViolationKind::NoFunction))
    }

    /// Returns from the current function: ends the lifetimes of its locals, and hands its result to the caller.
    /// Implements `RETURN`, `RETURN^void`, `FUNRET` and `FUNRET^void` of *SL CPA*.
    pub(crate) fn leave(&mut self, state: &mut State<M>, value: Option<Operand>) -> Step<()> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let site = self.site(state);
        let value = match (value, module.function(state.frame.function).returns) {
            (Some(operand), Some(ty)) => self.get(state, ty, operand),
            _ => UNINITIALISED,
        };
        let Some(caller) = state.callers.pop() else { return Err(End::Exit(Value::ZERO)) };
        let frame = std::mem::replace(&mut state.frame, caller);
        for (_, block) in frame.locals {
            state.memory.deallocate(block, Lifetime::ended(LifetimeEnd::OutOfScope(site)));
        }
        if let Some(block) = frame.arguments {
            state.memory.deallocate(block, Lifetime::ended(LifetimeEnd::OutOfScope(site)));
        }
        state.registers.truncate(frame.base);
        if state.frame.function == NO_FUNCTION {
            state.last = (site, Vec::new());
            return self.leave_program(state, frame.function, value);
        }
        if let Some(dst) = frame.result {
            self.set(state, dst, value);
        }
        Ok(())
    }

    /// Handles the return of the outermost function. After `main`, `exit` is entered if the program has it, and runs
    /// the handlers. The status of a `main` without a result is zero.
    fn leave_program(&mut self, state: &mut State<M>, left: FuncId, value: Value) -> Step<()> {
        if state.inputs.in_use {
            // The result is what the caller of a function that is checked by itself gets.
            state.inputs.returned = Some(value);
            return Err(End::Exit(Value::ZERO));
        }
        let status = if value == UNINITIALISED { Value::ZERO } else { value };
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let exit = module.function_named("exit");
        let exit = exit.filter(|&id| is_runtime(module, module.function(id)));
        match exit {
            Some(exit) if exit != left => self.enter(state, exit, &[status], None, None),
            _ => Err(self.exit(state, status)),
        }
    }

    /// Allocates the variable arguments of a call, and stores them.
    fn argument_slots(
        &mut self,
        state: &mut State<M>,
        args: &[Arg],
        values: &[Value],
    ) -> Step<AllocId> {
        let size = Value::Bits(SLOT * args.len() as u64);
        let block = self.allocate(state, Kind::Arguments, size, SLOT, Initial::Uninitialised)?;
        for (i, (arg, &value)) in args.iter().zip(values).enumerate() {
            let at = |offset| Value::Pointer { block, offset: SLOT * i as u64 + offset };
            self.store(state, arg.ty, at(0), value)?;
            self.store(state, Ty::I8, at(CLASS), class_of(arg.ty))?;
        }
        Ok(block)
    }

    /// Sets a `va_list` to the first variable argument.
    pub(crate) fn va_start(&mut self, state: &mut State<M>, list: Operand) -> Step<()> {
        let list = self.get(state, Ty::Ptr, list);
        let Some(block) = state.frame.arguments else {
            return Err(self.unsupported(
                state,
                Feature::Other("va_start in a function without `...`".into()),
            ));
        };
        self.store(state, Ty::Ptr, list, Value::Pointer { block, offset: 0 })
    }

    /// Returns the next variable argument.
    pub(crate) fn va_arg(&mut self, state: &mut State<M>, ty: Ty, list: Operand) -> Step<Value> {
        let list = self.get(state, Ty::Ptr, list);
        let place = self.load(state, Ty::Ptr, list)?;
        let value = self.load(state, ty, place)?;
        let class = self.operate().pointer_add(place, Value::Bits(CLASS));
        if self.load(state, Ty::I8, class)? != class_of(ty) {
            let rule = "va_arg: the argument is a number of another kind";
            return Err(self.violation(state, ViolationKind::Library(rule.to_owned())));
        }
        let next = self.operate().pointer_add(place, Value::Bits(SLOT));
        self.store(state, Ty::Ptr, list, next)?;
        Ok(value)
    }
}

/// Returns the class of a variable argument: an integer, a float in a register, or a float in memory.
fn class_of(ty: Ty) -> Value {
    Value::Bits(match ty {
        Ty::F80 => 2,
        _ => ty.is_float().into(),
    })
}

/// The callee of a call.
enum Called {
    /// A function of the program.
    Function(FuncId),
    /// A function that the input points to.
    Given(AllocId),
}

/// Returns the function whose address an allocation is.
fn called_at<M: Memory>(state: &State<M>, block: AllocId) -> Option<Called> {
    let given = || {
        let is_function = state.memory.info(block).is_some_and(|info| info.kind == Kind::Function);
        (is_function && state.inputs.has_block(block)).then_some(Called::Given(block))
    };
    let function = state.functions.iter().position(|&function| function == block);
    function.map(|index| Called::Function(FuncId::new(index))).or_else(given)
}
