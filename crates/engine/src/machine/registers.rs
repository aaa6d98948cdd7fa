//! Registers and operands: reads, writes, and the access to the operators.

use ir::{Operand, Reg, Ty};
use memory::{Memory, Value};
use term::Sort;

use crate::findings::end::{Feature, ViolationKind};
use crate::machine::operate::{Failed, Operate};
use crate::machine::{Machine, Step};
use crate::state::frames::{State, UNINITIALISED};

impl<M: Memory> Machine<'_, M> {
    /// Returns an evaluator of operators on the machine's terms.
    pub(crate) fn operate(&mut self) -> Operate<'_> {
        let real = self.solver.is_none();
        Operate { terms: &mut self.terms, pointer: self.pointer, real }
    }

    /// Returns the value of an operand.
    /// Implements `LITERAL` and `VAR` of *Sel/Upd*.
    #[inline(always)]
    pub(crate) fn get(&mut self, state: &mut State<M>, ty: Ty, operand: Operand) -> Value {
        match operand {
            Operand::Const(bits) => self.constant(ty, bits),
            Operand::Reg(reg) => match state.registers[state.frame.base + reg.index()] {
                UNINITIALISED => self.invent(state, ty, reg),
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
    /// Creates a fresh symbol for an uninitialised register, and stores it there.
    fn invent(&mut self, state: &mut State<M>, ty: Ty, reg: Reg) -> Value {
        let value = self.fresh(ty);
        self.set(state, reg, value);
        value
    }

    /// Creates a fresh symbol for an uninitialised value.
    pub(crate) fn fresh(&mut self, ty: Ty) -> Value {
        let sort = if ty == Ty::I1 { Sort::Bool } else { Sort::Bits(ty.bits(self.pointer)) };
        let symbol = self.terms.symbol("uninitialised", sort);
        self.uninitialised.insert(symbol);
        Value::Term(symbol)
    }

    /// Writes a register.
    /// Implements `ASSIGNLOCAL` of *Sel/Upd*.
    #[inline(always)]
    pub(crate) fn set(&mut self, state: &mut State<M>, reg: Reg, value: Value) {
        state.registers[state.frame.base + reg.index()] = value;
    }

    /// Returns the result of an operator; ends the path if there is none.
    pub(crate) fn computed(&self, state: &State<M>, result: Result<Value, Failed>) -> Step<Value> {
        result.map_err(|failed| match failed {
            Failed::SymbolicFloat => {
                self.unsupported(state, Feature::Other("arithmetic on an unknown float".into()))
            }
            Failed::ZeroDivisor => {
                self.violation(state, ViolationKind::Check(ir::CheckKind::DivisionByZero))
            }
        })
    }
}
