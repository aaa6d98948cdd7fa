//! The parameter and result types of native functions, and conversions of values of other types: a program may declare
//! `malloc` with other types, and call it through a pointer of another type.

use std::borrow::Cow;

use ir::{Call, CastOp, FuncId, SourceType, Ty};
use memory::{Memory, Value};

use crate::findings::end::{Feature, ViolationKind};
use crate::machine::{Machine, Step};
use crate::program::natives::{Dialect, Native};
use crate::state::frames::State;

/// Types of parameters; `None` for a parameter of any type.
type Types = [Option<Ty>; 7];

/// Returns the types of the first parameters, and of the result.
fn signature(native: Native) -> (Types, Option<Ty>) {
    let (word, int) = (Some(Ty::Ptr), Some(Ty::I32));
    match native {
        Native::Malloc | Native::Environment => (types(&[word]), word),
        Native::Calloc | Native::Realloc | Native::AlignedAlloc => (types(&[word, word]), word),
        Native::Free
        | Native::AssertFail
        | Native::Fail
        | Native::Assumed
        | Native::OneAnswer
        | Native::Unsupported => (types(&[word]), None),
        Native::NoFile => (types(&[word, word]), None),
        Native::Memcpy | Native::Memmove => (types(&[word, word, word]), word),
        Native::Memset => (types(&[word, int, word]), word),
        Native::Abort => (types(&[]), None),
        Native::Exit => (types(&[int]), None),
        Native::Write => (types(&[int, word, word]), None),
        Native::Read => (types(&[]), int),
        Native::FormatFloat => (types(&[word, None, None, None, None, None, Some(Ty::F80)]), word),
        Native::ParseFloat => (types(&[word, None, None]), Some(Ty::F80)),
        Native::Time => (types(&[]), word),
        Native::Choice => (types(&[Some(Ty::I64)]), Some(Ty::I64)),
        Native::Chooses | Native::Rounding => (types(&[]), int),
        Native::SetRounding => (types(&[int]), None),
        Native::Outermost => (types(&[]), int),
        Native::Overlap => (types(&[word, word, word, word]), int),
        Native::Bytes => (types(&[word]), word),
        Native::Math(math) => {
            let (ty, count) = math.signature();
            (types(&[Some(ty); 3][..count]), Some(ty))
        }
        Native::Dialect(dialect) => match dialect {
            Dialect::MakeSymbolic => (types(&[word, word, word]), None),
            Dialect::Havoc => (types(&[word, word]), None),
            Dialect::Range => (types(&[int, int, word]), int),
            Dialect::Int => (types(&[word]), int),
            Dialect::Choose => (types(&[word]), word),
            Dialect::Accessible(_) | Dialect::SameObject => (types(&[word, word]), int),
            Dialect::CheckAccess => (types(&[word, word]), None),
            Dialect::IsSymbolic => (types(&[]), int),
            Dialect::GetValue
            | Dialect::Nondet
            | Dialect::Assume
            | Dialect::Assert
            | Dialect::Error
            | Dialect::SilentExit
            | Dialect::Nothing => (types(&[]), None),
        },
    }
}

fn types(first: &[Option<Ty>]) -> Types {
    let mut all = [None; 7];
    all.iter_mut().zip(first).for_each(|(ty, first)| *ty = *first);
    all
}

impl<M: Memory> Machine<'_, M> {
    /// Converts the arguments of a call to the parameter types of a native function.
    pub(crate) fn fitting_arguments<'a>(
        &mut self,
        state: &State<M>,
        function: FuncId,
        native: Native,
        call: &Call,
        args: &'a [Value],
    ) -> Step<Cow<'a, [Value]>> {
        let (wanted, _) = signature(native);
        let least = wanted.iter().flatten().count();
        if call.args.len() < least && !matches!(native, Native::Dialect(_)) {
            return Err(self.violation(state, ViolationKind::BadCall));
        }
        let mut args = Cow::Borrowed(args);
        for (index, (arg, ty)) in call.args.iter().zip(wanted).enumerate() {
            let Some(ty) = ty.filter(|&ty| !self.alike(arg.ty, ty)) else { continue };
            let signed = self.is_signed(function, index);
            let value = self.fitting(state, args[index], (arg.ty, ty), signed)?;
            args.to_mut()[index] = value;
        }
        Ok(args)
    }

    /// Converts the result of a function without a body to the type that the call expects.
    pub(crate) fn fitting_result(
        &mut self,
        state: &State<M>,
        function: FuncId,
        native: Option<Native>,
        call: &Call,
        value: Value,
    ) -> Step<Value> {
        let given = native.and_then(|native| signature(native).1);
        let given = given.or(self.loaded.module.function(function).returns);
        match given.zip(call.returns) {
            Some((from, to)) if !self.alike(from, to) => {
                self.fitting(state, value, (from, to), true)
            }
            _ => Ok(value),
        }
    }

    /// Returns whether values of two types are interchangeable.
    fn alike(&self, a: Ty, b: Ty) -> bool {
        a.is_float() == b.is_float() && a.bits(self.pointer) == b.bits(self.pointer)
    }

    /// Converts an integer to another width.
    fn fitting(
        &mut self,
        state: &State<M>,
        value: Value,
        (from, to): (Ty, Ty),
        signed: bool,
    ) -> Step<Value> {
        let wrong = Feature::Other("a library function that is declared with other types".into());
        if from.is_float() || to.is_float() {
            return Err(self.unsupported(state, wrong));
        }
        let op = match (from.bits(self.pointer) > to.bits(self.pointer), signed) {
            (true, _) => CastOp::Trunc,
            (false, true) => CastOp::SExt,
            (false, false) => CastOp::ZExt,
        };
        let result = self.operate().cast(op, from, to, value);
        result.map_err(|_| self.unsupported(state, wrong))
    }

    /// Returns whether an argument is signed; an undeclared parameter is signed like an `int`.
    fn is_signed(&self, function: FuncId, index: usize) -> bool {
        let param = self.loaded.module.function(function).params.get(index);
        param.is_none_or(|param| {
            matches!(
                self.loaded.module.types.get(param.source),
                SourceType::Int { signed: true, .. }
            )
        })
    }
}
