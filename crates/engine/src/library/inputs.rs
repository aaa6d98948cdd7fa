//! Intrinsics of several tools (*dialects*): symbolic inputs, assumptions, assertions and errors; and standard input.

use ir::{Call, CompareOp, FuncId, SourceType, Ty};
use memory::{Access, Memory, Value, points_to};
use term::{Op, Sort, Term};

use crate::findings::end::{End, Feature, ViolationKind};
use crate::findings::property::Property;
use crate::machine::{Machine, Step};
use crate::program::natives::Dialect;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::State;
use crate::state::path::InputType;

/// The limit of bytes of an object that is an input, with one symbol for each byte; larger ones are unsupported.
pub(crate) const LARGEST_INPUT: u64 = 1 << 20;

impl<M: Memory> Machine<'_, M> {
    /// Calls an intrinsic of a dialect.
    pub(crate) fn call_dialect(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        dialect: Dialect,
        call: &Call,
        args: &[Value],
    ) -> Step<Option<Value>> {
        let at = |i: usize| args.get(i).copied().unwrap_or(Value::ZERO);
        Ok(match dialect {
            Dialect::Nondet => self.havoc_result(state, function, args)?,
            Dialect::MakeSymbolic => {
                let size = self.concrete(state, at(1))?;
                let name = self.name_of(state, at(2))?;
                self.make_input(state, at(0), size, &name)?;
                None
            }
            Dialect::Havoc => {
                let size = self.concrete(state, at(1))?;
                self.make_input(state, at(0), size, "memory")?;
                None
            }
            Dialect::Int => {
                let name = self.name_of(state, at(0))?;
                Some(self.scalar_input(state, function, &name, Ty::I32))
            }
            Dialect::Range => {
                let name = self.name_of(state, at(2))?;
                let value = self.scalar_input(state, function, &name, Ty::I32);
                self.mark_address_observed(state, at(0));
                self.mark_address_observed(state, at(1));
                let [value_term, from, to] =
                    [value, at(0), at(1)].map(|it| self.operate().term(Ty::I32, it));
                let has_values = self.terms.slt(from, to);
                self.must_have_choices(state, has_values)?;
                let below = self.terms.slt(value_term, from);
                let (not_below, above) = (self.terms.not(below), self.terms.slt(value_term, to));
                let within = self.terms.and(not_below, above);
                self.assume(state, within)?;
                Some(value)
            }
            Dialect::Choose => {
                let value = self.scalar_input(state, function, "choice", Ty::Ptr);
                self.mark_address_observed(state, at(0));
                let [chosen, most] = [value, at(0)].map(|it| self.operate().term(Ty::Ptr, it));
                let none = self.terms.word(self.pointer, 0);
                let has_values = self.terms.ult(none, most);
                self.must_have_choices(state, has_values)?;
                let below = self.terms.ult(chosen, most);
                self.assume(state, below)?;
                Some(value)
            }
            Dialect::Accessible(_) if args.len() < 2 => {
                // Without a length, the type of the pointer would determine the number of bytes.
                let name = &self.loaded.module.function(function).name;
                let what = format!("{name}() without a number of bytes");
                return Err(self.unsupported(state, Feature::Other(what.into())));
            }
            Dialect::Accessible(access) => Some(self.accessible(state, at(0), at(1), access)?),
            Dialect::CheckAccess => {
                self.allow(state, at(0), at(1), Access::Read)?;
                None
            }
            Dialect::SameObject => Some(self.same_object(state, at(0), at(1))?),
            Dialect::IsSymbolic => Some(Value::Bits(u64::from(self.is_symbolic(at(0))))),
            Dialect::GetValue => Some(self.one_value(state, function, at(0))?),
            Dialect::Assume => {
                let holds = self.is_not_zero(state, call, args, 0);
                self.assume(state, holds)?;
                None
            }
            Dialect::Assert => {
                let holds = self.is_not_zero(state, call, args, 0);
                let text = match args.get(1) {
                    Some(&text) => self.text_of(state, text),
                    None => String::new(),
                };
                let wrong = (ViolationKind::Assertion(text), Vec::new());
                match self.options.properties.has(Property::Assertions) {
                    true => self.require(state, holds, Property::Assertions, |_, _, _| wrong)?,
                    false => self.abort_unless(state, holds)?,
                }
                None
            }
            Dialect::Error => {
                let name = self.loaded.module.function(function).name.clone();
                return Err(self.violation(state, ViolationKind::ErrorCall(name)));
            }
            Dialect::SilentExit => return Err(self.ends_here(state, End::Exit(Value::ZERO))),
            Dialect::Nothing => None,
        })
    }

    /// Ends the path as unsupported for the inputs under which a choice has no values. KLEE reports that as an error of
    /// the harness; an assumption that no value satisfies would prove whatever follows.
    fn must_have_choices(&mut self, state: &mut State<M>, has_values: Term) -> Step<()> {
        match self.decide_term(state, has_values)? {
            true => Ok(()),
            false => {
                Err(self.unsupported(state, Feature::Other("a choice among no values".into())))
            }
        }
    }

    /// Returns whether an access is valid, as an `int`.
    fn accessible(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Step<Value> {
        self.refuse_foreign(state, pointer)?;
        self.mark_address_observed(state, length);
        self.must_have_block(state, pointer);
        let found_by = self.locate(state, pointer);
        let valid = self.with_memory(state, |memory, cx| memory.valid(cx, pointer, length, access));
        self.located(state, found_by);
        let allowed = Value::of_term(&self.terms, valid.allowed);
        Ok(self.operate().select(Ty::I32, allowed, Value::Bits(1), Value::ZERO))
    }

    /// Returns whether two pointers point into the same object, as an `int`.
    fn same_object(&mut self, state: &mut State<M>, one: Value, other: Value) -> Step<Value> {
        let mut found = Vec::new();
        for pointer in [one, other] {
            self.refuse_foreign(state, pointer)?;
            self.must_have_block(state, pointer);
            found.push(self.with_memory(state, |memory, cx| points_to(memory, cx, pointer)));
        }
        let mut same = Term::FALSE;
        for a in &found[0].pointees {
            for b in found[1].pointees.iter().filter(|b| b.block == a.block) {
                let both = self.terms.and(a.guard, b.guard);
                same = self.terms.or(same, both);
            }
        }
        for (a, _) in &found[0].without_block {
            for (b, _) in &found[1].without_block {
                let both = self.terms.and(*a, *b);
                same = self.terms.or(same, both);
            }
        }
        let same = Value::of_term(&self.terms, same);
        Ok(self.operate().select(Ty::I32, same, Value::Bits(1), Value::ZERO))
    }

    fn is_symbolic(&self, value: Value) -> bool {
        let Value::Term(term) = value else { return false };
        let mut parts = term::visit::post_order(&self.terms, &[term]).into_iter();
        parts.any(|part| matches!(self.terms.op(part), Op::Symbol(_) | Op::Apply(..)))
    }

    /// Returns a number that a value can have on this path. Other values may be feasible, and the path condition does
    /// not exclude them.
    fn one_value(&mut self, state: &mut State<M>, function: FuncId, value: Value) -> Step<Value> {
        let Value::Term(term) = value else { return Ok(value) };
        let name = self.loaded.module.function(function).name.clone();
        let witness = match (&state.path.witness, &mut self.solver) {
            (Some(witness), _) => Some(witness.clone()),
            (None, Some(solver)) => {
                match solver.feasibility(&mut self.terms, &state.path, Term::TRUE) {
                    Feasibility::Feasible(witness) => Some(witness),
                    Feasibility::Infeasible | Feasibility::Unknown(_) => None,
                }
            }
            (None, None) => None,
        };
        let wide = matches!(self.terms.sort(term), Sort::Bits(65..));
        let Some(witness) = witness.filter(|_| !wide) else {
            return Err(self.unsupported(state, Feature::External(name)));
        };
        self.one_answer(state, format!("other values that {name}() may return"));
        Ok(Value::Bits(witness.number(&self.terms, term)))
    }

    /// Returns the condition that an argument is not zero.
    fn is_not_zero(
        &mut self,
        state: &mut State<M>,
        call: &Call,
        args: &[Value],
        index: usize,
    ) -> Term {
        let (Some(arg), Some(&value)) = (call.args.get(index), args.get(index)) else {
            return Term::TRUE;
        };
        if arg.ty == Ty::I1 {
            return self.operate().term(arg.ty, value);
        }
        let zero = self.operate().of_number(arg.ty, 0);
        let truth = self.compare(state, CompareOp::Ne, arg.ty, value, zero);
        self.operate().term(Ty::I1, truth)
    }

    fn name_of(&mut self, state: &mut State<M>, pointer: Value) -> Step<String> {
        let bytes = self.string(state, pointer)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the concrete text behind a pointer for a message, or an empty text.
    pub(crate) fn text_of(&mut self, state: &mut State<M>, pointer: Value) -> String {
        let mut text = Vec::new();
        let Value::Pointer { block, mut offset } = pointer else { return String::new() };
        while let Some(Value::Bits(byte @ 1..)) = state.memory.peek(block, offset, 1) {
            text.push(byte as u8);
            offset += 1;
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Returns an unconstrained result of the type that a function returns.
    pub(crate) fn havoc_result(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        args: &[Value],
    ) -> Step<Option<Value>> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let declared = module.function(function);
        if declared.result_by_pointer {
            let to = args.first().copied().unwrap_or(Value::ZERO);
            self.write_result(state, function, to)?;
            return Ok(None);
        }
        let Some(ty) = declared.returns else { return Ok(None) };
        let value = self.scalar_input(state, function, &declared.name, ty);
        let is_bool = matches!(module.types.get(declared.returns_source), SourceType::Bool);
        if is_bool || declared.name.ends_with("nondet_bool") {
            let term = self.operate().term(ty, value);
            let one = self.terms.word(ty.bits(self.pointer), 1);
            let fine = self.terms.ule(term, one);
            self.assume(state, fine)?;
        }
        Ok(Some(value))
    }

    /// Creates a scalar input.
    fn scalar_input(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        name: &str,
        ty: Ty,
    ) -> Value {
        let source = self.loaded.module.function(function).returns_source;
        self.input(state, name, InputType::Scalar(source), ty.bits(self.pointer))
    }

    /// Makes an object an input. An object of the size of a scalar is one symbol; any other has a symbol for each byte,
    /// so that a constraint on one byte does not concern the others.
    fn make_input(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        size: u64,
        name: &str,
    ) -> Step<()> {
        let pointer = self.allow(state, pointer, Value::Bits(size), Access::Write)?;
        if size > LARGEST_INPUT {
            let what = format!("an input of {size} bytes, with more than {LARGEST_INPUT}");
            return Err(self.unsupported(state, Feature::Other(what.into())));
        }
        let step = if matches!(size, 1 | 2 | 4 | 8) { size } else { 1 };
        for index in (0..size).step_by(step as usize) {
            if self.interrupted() {
                return Err(End::Interrupted);
            }
            let bytes = step as u32;
            let part = InputType::Part { index, bytes, of: size };
            let value = self.input(state, name, part, 8 * bytes);
            let to = self.operate().pointer_add(pointer, Value::Bits(index));
            self.names.counts.writes += 1;
            self.access_memory(state, |memory, cx| memory.store(cx, to, bytes, value))?;
        }
        Ok(())
    }

    /// Returns a byte of standard input, or -1 at its end.
    pub(crate) fn read_byte(&mut self, state: &mut State<M>) -> Step<Value> {
        if self.solver.is_none() {
            let end = Value::Bits(u64::from(u32::MAX));
            return Ok(self.host.read().map_or(end, |byte| Value::Bits(u64::from(byte))));
        }
        match self.options.environment.stdin {
            Some(length) if state.read >= length => Ok(Value::Bits(u64::from(u32::MAX))),
            Some(length) => {
                let index = state.read;
                state.read += 1;
                let part = InputType::Part { index, bytes: 1, of: length };
                let byte = self.input(state, "stdin", part, 8);
                let byte = self.operate().term(Ty::I8, byte);
                let wide = self.terms.zero_extend(24, byte);
                Ok(Value::of_term(&self.terms, wide))
            }
            None => self.any_byte(state),
        }
    }

    /// Returns a byte of a standard input of unknown length, or its end.
    fn any_byte(&mut self, state: &mut State<M>) -> Step<Value> {
        let index = state.read;
        state.read += 1;
        let part = InputType::Part { index, bytes: 2, of: index + 1 };
        let value = self.input(state, "stdin", part, 16);
        let term = self.operate().term(Ty::I16, value);
        let [last, end] = [255, 0xffff].map(|number| self.terms.word(16, number));
        let (byte, over) = (self.terms.ule(term, last), self.terms.eq(term, end));
        let fine = self.terms.or(byte, over);
        self.assume(state, fine)?;
        let wide = self.terms.sign_extend(16, term);
        Ok(Value::of_term(&self.terms, wide))
    }
}
