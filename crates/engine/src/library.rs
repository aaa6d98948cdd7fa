//! Library functions that the engine has itself: memory and the outside world; mathematics is in
//! `math.rs`. What can be written in C is in `runtime/`.

use ir::{Call, CastOp, FuncId, Ty, eval};
use memory::{Contents, Kind, Life, Value};

use crate::access::end_block;
use crate::end::{Access, End, FindingKind, Note, What};
use crate::format_float::{Flags, format_float};
use crate::machine::{Machine, Step};
use crate::math::{Math, math};
use crate::state::State;

/// A library function of the engine.
#[derive(Clone, Copy, Debug)]
pub enum Native {
    /// `malloc`
    Malloc,
    /// `calloc`
    Calloc,
    /// `realloc`
    Realloc,
    /// `free`
    Free,
    /// `memcpy`: the ranges must not overlap.
    Memcpy,
    /// `memmove`
    Memmove,
    /// `memset`
    Memset,
    /// `abort`
    Abort,
    /// The end of the program, after handlers have run.
    Exit,
    /// Bytes to a file descriptor.
    Write,
    /// A byte of standard input.
    Read,
    /// A float as text.
    FormatFloat,
    /// Text as a float.
    ParseFloat,
    /// A variable of the environment.
    Environment,
    /// Seconds since 1970.
    Time,
    /// A failed assertion.
    AssertFail,
    /// A broken rule of a library function.
    Fail,
    /// A function of numbers.
    Math(Math),
}

/// The native function of a name.
#[must_use]
pub fn native(name: &str) -> Option<Native> {
    Some(match name {
        "malloc" => Native::Malloc,
        "calloc" => Native::Calloc,
        "realloc" => Native::Realloc,
        "free" => Native::Free,
        "memcpy" | "__builtin_memcpy" => Native::Memcpy,
        "memmove" | "__builtin_memmove" => Native::Memmove,
        "memset" | "__builtin_memset" => Native::Memset,
        "abort" | "__vellum_abort" => Native::Abort,
        "__vellum_exit" | "_exit" => Native::Exit,
        "__vellum_write" => Native::Write,
        "__vellum_read" => Native::Read,
        "__vellum_format_float" => Native::FormatFloat,
        "__vellum_parse_float" => Native::ParseFloat,
        "__vellum_getenv" => Native::Environment,
        "__vellum_time" => Native::Time,
        "__vellum_assert_fail" => Native::AssertFail,
        "__vellum_fail" => Native::Fail,
        _ => return math(name).map(Native::Math),
    })
}

impl Machine<'_> {
    /// Calls a function without a body; never enters one.
    pub(crate) fn call_native(
        &mut self,
        state: &mut State,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Step<bool> {
        let Some(native) = self.natives[function.index()] else {
            let name = self.module.function(function).name.clone();
            return Err(self.unsupported(state, What::External(name)));
        };
        let at = |i: usize| args.get(i).copied().unwrap_or(Value::ZERO);
        let result = match native {
            Native::Malloc => self.malloc(state, at(0), None)?,
            Native::Calloc => self.malloc(state, at(0), Some(at(1)))?,
            Native::Realloc => self.realloc(state, at(0), at(1))?,
            Native::Free => self.free(state, at(0)).map(|()| Value::ZERO)?,
            Native::Memcpy => self.memcpy(state, at(0), at(1), at(2))?,
            Native::Memmove => {
                let count = self.concrete(state, at(2))?;
                self.copy(state, at(0), at(1), count)?;
                at(0)
            }
            Native::Memset => {
                let count = self.concrete(state, at(2))?;
                let byte = self.operate().cast(CastOp::Trunc, Ty::I32, Ty::I8, at(1));
                let byte = byte.unwrap_or(Value::ZERO);
                self.fill(state, at(0), byte, count)?;
                at(0)
            }
            Native::Abort => return Err(End::Abort),
            Native::Exit => return Err(End::Exit(self.concrete(state, at(0))? as i32)),
            Native::Write => {
                let (descriptor, count) =
                    (self.concrete(state, at(0))?, self.concrete(state, at(2))?);
                let bytes = self.bytes(state, at(1), count)?;
                self.host.write(descriptor as i32, &bytes);
                Value::ZERO
            }
            Native::Read => match self.host.read() {
                Some(byte) => Value::Bits(u64::from(byte)),
                None => Value::Bits(u64::from(u32::MAX)),
            },
            Native::FormatFloat => self.format_float(state, args)?,
            Native::ParseFloat => self.parse_float(state, args)?,
            Native::Environment => self.environment(state, at(0))?,
            Native::Time => Value::Bits(self.host.time() as u64),
            Native::AssertFail => {
                let text = self.string(state, at(0))?;
                let text = String::from_utf8_lossy(&text).into_owned();
                return Err(self.finding(state, FindingKind::Assertion(text)));
            }
            Native::Fail => {
                let text = self.string(state, at(0))?;
                let text = String::from_utf8_lossy(&text).into_owned();
                return Err(self.finding(state, FindingKind::Library(text)));
            }
            Native::Math(function) => self.math(state, function, args)?,
        };
        if let Some(dst) = call.dst {
            self.set(state, dst, result);
        }
        Ok(false)
    }

    /// `size_t __vellum_format_float(to, room, conversion, flags, width, precision, value)`
    fn format_float(&mut self, state: &mut State, args: &[Value]) -> Step<Value> {
        let &[to, room, conversion, flags, width, precision, value] = args else {
            return Err(self.finding(state, FindingKind::BadCall));
        };
        let [room, conversion, flags, width, precision] =
            self.all_concrete(state, [room, conversion, flags, width, precision])?;
        let Some(bits) = self.operate().number(Ty::F80, value) else {
            return Err(self.unsupported(state, What::Other("printing an unknown float")));
        };
        let precision = usize::try_from(precision as u32 as i32).ok();
        let conversion = char::from(conversion as u8);
        let flags = Flags::from_bits(flags);
        let text = format_float(conversion, flags, width as u32 as usize, precision, bits);
        let kept = text.len().min(room as usize);
        self.put_bytes(state, to, &text.as_bytes()[..kept])?;
        Ok(Value::Bits(text.len() as u64))
    }

    /// `long double __vellum_parse_float(text, length, kind)`
    fn parse_float(&mut self, state: &mut State, args: &[Value]) -> Step<Value> {
        let &[text, length, kind] = args else {
            return Err(self.finding(state, FindingKind::BadCall));
        };
        let [length, kind] = self.all_concrete(state, [length, kind])?;
        let text = self.bytes(state, text, length)?;
        let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        let ty = [Ty::F32, Ty::F64, Ty::F80].get(kind as usize).copied().unwrap_or(Ty::F64);
        let special = |exponent: u128, significand: u128| (exponent << 64) | significand;
        let magnitude = match digits.get(..3) {
            Some("inf") => special(0x7fff, 1 << 63),
            Some("nan") => special(0x7fff, 3 << 62),
            _ => {
                // A hexadecimal number may lack the exponent here, but not there.
                let lacking = digits.starts_with("0x") && !digits.contains('p');
                let digits = format!("{digits}{}", if lacking { "p0" } else { "" });
                let bits = eval::parse_float(ty, &digits).unwrap_or(0);
                eval::cast(CastOp::FloatToFloat, ty, Ty::F80, bits, self.pointer)
            }
        };
        let bits = magnitude | (u128::from(negative) << 79);
        Ok(self.operate().of_number(Ty::F80, bits))
    }

    fn environment(&mut self, state: &mut State, name: Value) -> Step<Value> {
        let name = self.string(state, name)?;
        let Some(text) = self.host.environment(&name) else { return Ok(Value::ZERO) };
        let size = text.len() as u64 + 1;
        let block = self.allocate(state, Kind::Global, size, 1, Contents::zeroed())?;
        let pointer = Value::Pointer { block, offset: 0 };
        self.put_bytes(state, pointer, &text)?;
        Ok(pointer)
    }

    fn all_concrete<const N: usize>(
        &mut self,
        state: &State,
        values: [Value; N],
    ) -> Step<[u64; N]> {
        let mut numbers = [0; N];
        for (number, value) in numbers.iter_mut().zip(values) {
            *number = self.concrete(state, value)?;
        }
        Ok(numbers)
    }

    /// `malloc`, and `calloc` with a count.
    fn malloc(&mut self, state: &mut State, size: Value, count: Option<Value>) -> Step<Value> {
        let size = self.concrete(state, size)?;
        let total = match count {
            Some(count) => size.checked_mul(self.concrete(state, count)?),
            None => Some(size),
        };
        let most = self.module.model.max_object();
        let Some(total) = total.filter(|&total| total <= most) else {
            return Ok(Value::ZERO);
        };
        let contents = if count.is_some() { Contents::zeroed() } else { Contents::uninitialised() };
        // A block that does not fit is what a null pointer is for.
        match self.allocate(state, Kind::Heap, total, self.module.model.max_align(), contents) {
            Ok(block) => Ok(Value::Pointer { block, offset: 0 }),
            Err(_) => Ok(Value::ZERO),
        }
    }

    fn free(&mut self, state: &mut State, pointer: Value) -> Step<()> {
        if pointer == Value::ZERO {
            return Ok(());
        }
        let id = self.heap_block(state, pointer)?;
        let site = self.site(state);
        end_block(state, id, Life::Freed(site));
        Ok(())
    }

    /// The live block of the heap that a pointer is the start of.
    fn heap_block(&mut self, state: &State, pointer: Value) -> Step<term::BlockId> {
        let Value::Pointer { block: id, offset } = pointer else {
            return Err(self.finding(state, FindingKind::FreeOfNonHeap));
        };
        let Some(block) = state.memory.get(id) else {
            return Err(self.finding(state, FindingKind::FreeOfNonHeap));
        };
        let mut notes = vec![(block.born, Note::Born)];
        let kind = match block.life {
            _ if block.kind != Kind::Heap => {
                notes.clear();
                FindingKind::FreeOfNonHeap
            }
            Life::Freed(site) | Life::Ended(site) => {
                notes.push((site, Note::Freed));
                FindingKind::DoubleFree
            }
            Life::Live if offset != 0 => FindingKind::FreeInside,
            Life::Live => return Ok(id),
        };
        Err(self.finding_with(state, kind, notes))
    }

    fn realloc(&mut self, state: &mut State, pointer: Value, size: Value) -> Step<Value> {
        if pointer == Value::ZERO {
            return self.malloc(state, size, None);
        }
        let old = self.heap_block(state, pointer)?;
        let new = self.malloc(state, size, None)?;
        let Value::Pointer { block: id, .. } = new else { return Ok(new) };
        let sizes = [old, id].map(|id| state.memory.get(id).map_or(0, |block| block.size));
        self.copy(state, new, pointer, sizes[0].min(sizes[1]))?;
        let site = self.site(state);
        end_block(state, old, Life::Freed(site));
        Ok(new)
    }

    fn memcpy(&mut self, state: &mut State, to: Value, from: Value, count: Value) -> Step<Value> {
        let count = self.concrete(state, count)?;
        if count > 0 {
            let source = self.place(state, from, count, Access::Read)?;
            let target = self.place(state, to, count, Access::Write)?;
            let apart = source.1.abs_diff(target.1) >= count;
            if source.0 == target.0 && source.1 != target.1 && !apart {
                let rule = "memcpy of ranges that overlap".to_owned();
                return Err(self.finding(state, FindingKind::Library(rule)));
            }
            self.copy(state, to, from, count)?;
        }
        Ok(to)
    }
}
