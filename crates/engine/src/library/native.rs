//! Library functions that the engine implements: memory and the outside world. Mathematics is in `math.rs`, the heap in
//! `heap.rs`. The functions of the C library that can be written in C are in `runtime/`.

use ir::{Call, CastOp, FuncId, Rounding, Ty, eval};
use memory::{Access, Initial, Memory, Site, Value};

use crate::findings::end::{End, Feature, ViolationKind};
use crate::library::format_float::{Flags, format_float};
use crate::machine::{Machine, Step};
use crate::options::Random;
use crate::program::natives::{Dialect, Native};
use crate::state::frames::{State, UNINITIALISED};
use crate::state::path::InputType;

/// The factor between the rounding modes of `ir::Rounding` and the bits of the x86 control word that a program sees.
const ROUNDING_UNIT: u64 = 0x400;

impl<M: Memory> Machine<'_, M> {
    /// Calls a native function, or a function without any definition.
    pub(crate) fn call_native(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Step<()> {
        let native =
            self.loaded.natives[function.index()].filter(|it| self.is_meant(function, *it));
        let native = native.filter(|_| !self.is_uninterpreted(function));
        let args = match native {
            Some(native) => &*self.fitting_arguments(state, function, native, call, args)?,
            None => args,
        };
        let result = match native {
            Some(Native::Dialect(dialect))
                if dialect != Dialect::Nondet || self.solver.is_some() =>
            {
                self.call_dialect(state, function, dialect, call, args)?
            }
            Some(native) => Some(self.call_library(state, native, args)?),
            None => self.call_external(state, function, call, args)?,
        };
        if let Some(dst) = call.dst {
            let value = match result {
                Some(value) => self.fitting_result(state, function, native, call, value)?,
                None => UNINITIALISED,
            };
            self.set(state, dst, value);
        }
        Ok(())
    }

    /// Returns whether a function with the name of a native function has its signature. A function that returns an
    /// input has a result and takes no arguments.
    fn is_meant(&self, function: FuncId, native: Native) -> bool {
        let declared = self.loaded.module.function(function);
        let gives = declared.returns.is_some() && declared.params.is_empty();
        gives
            || declared.result_by_pointer && declared.params.len() == 1
            || !matches!(native, Native::Dialect(Dialect::Nondet))
    }

    fn call_library(
        &mut self,
        state: &mut State<M>,
        native: Native,
        args: &[Value],
    ) -> Step<Value> {
        let at = |i: usize| args.get(i).copied().unwrap_or(Value::ZERO);
        Ok(match native {
            Native::Malloc => self.malloc(state, at(0), None)?,
            Native::Calloc => self.malloc(state, at(0), Some(at(1)))?,
            Native::Realloc => self.realloc(state, at(0), at(1))?,
            Native::AlignedAlloc => {
                let align = self.concrete(state, at(0))?;
                self.aligned(state, at(1), align, Initial::Uninitialised)?
            }
            Native::Free => self.free(state, at(0)).map(|()| Value::ZERO)?,
            Native::Memcpy => self.memcpy(state, at(0), at(1), at(2)).map(|()| at(0))?,
            Native::Memmove => self.copy(state, at(0), at(1), at(2)).map(|()| at(0))?,
            Native::Memset => {
                let byte = self.operate().cast(CastOp::Trunc, Ty::I32, Ty::I8, at(1));
                let byte = byte.unwrap_or(Value::ZERO);
                self.fill(state, at(0), byte, at(2)).map(|()| at(0))?
            }
            Native::Abort => return Err(self.ends_here(state, End::Abort)),
            Native::Exit => {
                if state.last.0 == Site(0) {
                    state.last = (self.site(state), self.calls(state));
                }
                return Err(self.exit(state, at(0)));
            }
            Native::Write => self.write(state, at(0), at(1), at(2)).map(|()| Value::ZERO)?,
            Native::Read => self.read_byte(state)?,
            Native::FormatFloat => self.format_float(state, args)?,
            Native::ParseFloat => self.parse_float(state, args)?,
            Native::Environment => self.environment(state, at(0))?,
            Native::Time => self.time(state),
            Native::Chooses => Value::Bits(u64::from(
                self.solver.is_some() && self.options.environment.random == Random::Any,
            )),
            Native::Choice => self.system_choice(state, at(0))?,
            Native::Rounding => Value::Bits(state.rounding as u64 * ROUNDING_UNIT),
            Native::SetRounding => {
                let mode = self.concrete(state, at(0))? / ROUNDING_UNIT;
                let modes = [Rounding::Nearest, Rounding::Down, Rounding::Up, Rounding::Zero];
                state.rounding = modes[mode as usize % modes.len()];
                Value::ZERO
            }
            Native::Outermost => Value::bit(state.callers.len() == 1),
            Native::Overlap => {
                let overlap = self.overlap(state, (at(0), at(1)), (at(2), at(3)));
                self.operate().select(Ty::I32, overlap, Value::Bits(1), Value::ZERO)
            }
            Native::Bytes => self.bytes_behind(state, at(0)),
            Native::AssertFail => {
                let text = self.text_of(state, at(0));
                return Err(self.violation(state, ViolationKind::Assertion(text)));
            }
            Native::Fail => {
                let text = self.text_of(state, at(0));
                return Err(self.violation(state, ViolationKind::Library(text)));
            }
            Native::Assumed => {
                let text = self.text_of(state, at(0));
                self.assumed(state, text);
                Value::ZERO
            }
            Native::OneAnswer => {
                let text = self.text_of(state, at(0));
                self.one_answer(state, text);
                Value::ZERO
            }
            Native::NoFile => {
                let [call, path] = [at(0), at(1)].map(|it| self.text_of(state, it));
                let program = self.program();
                let site = program.own_site(self.site(state), &self.calls(state));
                self.host.no_file(&call, &path, site);
                Value::ZERO
            }
            Native::Unsupported => {
                let text = self.text_of(state, at(0));
                return Err(self.unsupported(state, Feature::Other(text.into())));
            }
            Native::Math(function) => self.math(state, function, args)?,
            Native::Dialect(_) => {
                let what = "an input of unknown value: only `vellum check` has them";
                return Err(self.unsupported(state, Feature::Other(what.into())));
            }
        })
    }

    /// Writes bytes to a file descriptor. A symbolic run only requires that the bytes are readable.
    fn write(
        &mut self,
        state: &mut State<M>,
        descriptor: Value,
        from: Value,
        count: Value,
    ) -> Step<()> {
        if self.solver.is_some() {
            return self.allow(state, from, count, Access::Read).map(|_| ());
        }
        let (descriptor, count) = (self.concrete(state, descriptor)?, self.concrete(state, count)?);
        let bytes = self.bytes(state, from, count)?;
        self.host.write(descriptor as i32, &bytes);
        Ok(())
    }

    fn time(&mut self, state: &mut State<M>) -> Value {
        if self.solver.is_none() {
            return Value::Bits(self.host.time() as u64 & term::bits::mask(self.pointer));
        }
        let part = InputType::Part { index: 0, bytes: self.pointer / 8, of: 8 };
        self.input(state, "time", part, self.pointer)
    }

    /// Returns a number below a bound that the system chooses.
    fn system_choice(&mut self, state: &mut State<M>, bound: Value) -> Step<Value> {
        let part = InputType::Part { index: 0, bytes: 8, of: 8 };
        let value = self.input(state, "system", part, 64);
        let [term, bound] = [value, bound].map(|it| self.operate().term(Ty::I64, it));
        let below = self.terms.ult(term, bound);
        self.assume(state, below)?;
        Ok(value)
    }

    /// Executes `size_t __vellum_format_float(to, room, conversion, flags, width, precision, value)`.
    fn format_float(&mut self, state: &mut State<M>, args: &[Value]) -> Step<Value> {
        let &[to, room, conversion, flags, width, precision, value] = args else {
            return Err(self.violation(state, ViolationKind::BadCall));
        };
        let [room, conversion, flags, width, precision] =
            self.all_concrete(state, [room, conversion, flags, width, precision])?;
        let value = self.without_choices(state, value)?;
        let Some(bits) = self.operate().number(Ty::F80, value) else {
            return Err(self.unsupported(state, Feature::Other("printing an unknown float".into())));
        };
        if state.rounding != Rounding::Nearest {
            let what = "printing a float in a rounding mode other than to nearest";
            return Err(self.unsupported(state, Feature::Other(what.into())));
        }
        let precision = usize::try_from(precision as u32 as i32).ok();
        let conversion = char::from(conversion as u8);
        let flags = Flags::from_bits(flags);
        let text = format_float(conversion, flags, width as u32 as usize, precision, bits);
        let kept = text.len().min(room as usize);
        self.put_bytes(state, to, &text.as_bytes()[..kept])?;
        Ok(Value::Bits(text.len() as u64))
    }

    /// Executes `long double __vellum_parse_float(text, length, kind)`.
    fn parse_float(&mut self, state: &mut State<M>, args: &[Value]) -> Step<Value> {
        let &[text, length, kind] = args else {
            return Err(self.violation(state, ViolationKind::BadCall));
        };
        let [length, kind] = self.all_concrete(state, [length, kind])?;
        let text = self.bytes(state, text, length)?;
        let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        // The sign is added at the end.
        let rounding = match (state.rounding, negative) {
            (Rounding::Down, true) => Rounding::Up,
            (Rounding::Up, true) => Rounding::Down,
            (rounding, _) => rounding,
        };
        let ty = [Ty::F32, Ty::F64, Ty::F80].get(kind as usize).copied().unwrap_or(Ty::F64);
        let special = |exponent: u128, significand: u128| (exponent << 64) | significand;
        let magnitude = match digits.get(..3) {
            Some("inf") => special(0x7fff, 1 << 63),
            Some("nan") => special(0x7fff, 3 << 62),
            _ => {
                // The exponent of a hexadecimal number is optional in C, but required by `parse_float_in`.
                let lacking = digits.starts_with("0x") && !digits.contains('p');
                let digits = format!("{digits}{}", if lacking { "p0" } else { "" });
                let bits = eval::parse_float_in(rounding, ty, &digits).unwrap_or(0);
                eval::cast(CastOp::FloatToFloat, ty, Ty::F80, bits, self.pointer)
            }
        };
        let bits = magnitude | (u128::from(negative) << 79);
        Ok(self.operate().of_number(Ty::F80, bits))
    }

    fn environment(&mut self, state: &mut State<M>, name: Value) -> Step<Value> {
        if self.solver.is_some() {
            let name = self.allow(state, name, Value::Bits(1), Access::Read)?;
            let name = self.text_of(state, name);
            self.assumed(state, format!("the environment has no variable {name}"));
            return Ok(Value::ZERO);
        }
        let name = self.string(state, name)?;
        let Some(text) = self.host.environment(&name) else { return Ok(Value::ZERO) };
        let block = self.lasting_block(state, Value::Bits(text.len() as u64 + 1), 1)?;
        let pointer = Value::Pointer { block, offset: 0 };
        self.put_bytes(state, pointer, &text)?;
        Ok(pointer)
    }

    fn all_concrete<const N: usize>(
        &mut self,
        state: &mut State<M>,
        values: [Value; N],
    ) -> Step<[u64; N]> {
        let mut numbers = [0; N];
        for (number, value) in numbers.iter_mut().zip(values) {
            *number = self.concrete(state, value)?;
        }
        Ok(numbers)
    }
}
