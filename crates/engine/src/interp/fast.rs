//! The fast path: runs decoded functions while every value is a number or a plain pointer.
//!
//! It stops before the first instruction that needs more, with the state as if the preceding instructions had been
//! carried out one by one. It makes no term, decides nothing about one, enters no call and finds no violation; the
//! machine does that. It knows neither the solver nor the path.

use ir::{BlockId, CompareOp, FloatOp};
use memory::{Memory, Value};

use crate::layout::dependence;
use crate::machine::operate::{word_binary, word_fits};
use crate::program::decode::{Code, Op, Slot, Targets};
use crate::state::coverage::EdgeRecorder;
use crate::state::frames::{State, UNINITIALISED};

/// Runs a state from its current instruction. Afterwards its frame stands at an instruction for the machine, or at the
/// start of the basic block at which the state waits at a join point. Does not exceed `limit` steps.
#[inline(never)]
pub(crate) fn run<M: Memory>(
    code: &Code,
    state: &mut State<M>,
    limit: u64,
    recorder: &mut impl EdgeRecorder,
) -> Done {
    let stop = state.join_block().map_or(u32::MAX, |block| block.0);
    let frame = &mut state.frame;
    let mut registers = Registers(&mut state.registers[frame.base..]);
    let mut memory = Cells { memory: &mut state.memory, done: Done::default() };
    let globals = &state.globals[..];
    let mut block = frame.block.0;
    let mut ops = &code.blocks[block as usize][..];
    let mut at = frame.at;
    let mut steps = state.steps;
    // Leaves a basic block after a number of instructions.
    macro_rules! go {
        ($count:expr, $edge:expr, $target:expr) => {{
            let after = steps + $count as u64;
            if after > limit {
                break;
            }
            steps = after;
            recorder.record(block, $edge);
            block = $target;
            ops = &code.blocks[block as usize];
            at = 0;
            if block == stop {
                break;
            }
        }};
    }
    // Executes a comparison and the branch on it.
    macro_rules! go_if {
        ($op:expr, $test:expr, $drop:expr, $flag:expr, $a:expr, $b:expr, $targets:expr) => {{
            let test: fn(u64, u64, u8) -> bool = $test;
            let truth = match (registers.get($a), registers.get($b)) {
                (Value::Bits(a), Value::Bits(b)) => test(a, b, $drop),
                (a, b) => match memory.compare($op, a, b) {
                    Some(truth) => truth,
                    None => break,
                },
            };
            go!(at + 2, u32::from(!truth), chosen($targets, truth));
            registers.set($flag, Value::bit(truth));
            continue;
        }};
    }
    loop {
        let done = match ops[at] {
            Op::Jump { target } => {
                go!(at + 1, 0, target);
                continue;
            }
            Op::Branch { cond, targets } => {
                let Some(truth) = registers.number(cond) else { break };
                let truth = truth & 1 == 1;
                go!(at + 1, u32::from(!truth), chosen(targets, truth));
                continue;
            }
            Op::BranchEq { drop, flag, a, b, targets } => {
                go_if!(CompareOp::Eq, |a, b, _| a == b, drop, flag, a, b, targets)
            }
            Op::BranchNe { drop, flag, a, b, targets } => {
                go_if!(CompareOp::Ne, |a, b, _| a != b, drop, flag, a, b, targets)
            }
            Op::BranchUlt { drop, flag, a, b, targets } => {
                go_if!(CompareOp::Ult, |a, b, _| a < b, drop, flag, a, b, targets)
            }
            Op::BranchUle { drop, flag, a, b, targets } => {
                go_if!(CompareOp::Ule, |a, b, _| a <= b, drop, flag, a, b, targets)
            }
            Op::BranchSlt { drop, flag, a, b, targets } => {
                go_if!(
                    CompareOp::Slt,
                    |a, b, drop| signed(a, drop) < signed(b, drop),
                    drop,
                    flag,
                    a,
                    b,
                    targets
                )
            }
            Op::BranchSle { drop, flag, a, b, targets } => {
                go_if!(
                    CompareOp::Sle,
                    |a, b, drop| signed(a, drop) <= signed(b, drop),
                    drop,
                    flag,
                    a,
                    b,
                    targets
                )
            }
            Op::GlobalAddr { dst, global } => {
                registers.set(dst, Value::Pointer { block: globals[global as usize], offset: 0 });
                Some(1)
            }
            op => step(op, &mut registers, &mut memory),
        };
        let Some(count) = done else { break };
        at += count;
    }
    frame.block = BlockId(block);
    frame.at = at;
    state.steps = steps;
    memory.done
}

/// The registers and constants of a frame.
struct Registers<'a>(&'a mut [Value]);

impl Registers<'_> {
    #[inline(always)]
    fn get(&self, slot: Slot) -> Value {
        self.0[usize::from(slot)]
    }

    #[inline(always)]
    fn number(&self, slot: Slot) -> Option<u64> {
        match self.get(slot) {
            Value::Bits(bits) => Some(bits),
            Value::Pointer { .. } | Value::Term(_) => None,
        }
    }

    /// Returns a value that may be copied; an indeterminate value may not.
    #[inline(always)]
    fn plain(&self, slot: Slot) -> Option<Value> {
        match self.get(slot) {
            UNINITIALISED => None,
            value => Some(value),
        }
    }

    #[inline(always)]
    fn set(&mut self, slot: Slot, value: Value) {
        self.0[usize::from(slot)] = value;
    }
}

/// The memory, with counts of its accesses.
struct Cells<'a, M> {
    memory: &'a mut M,
    done: Done,
}

/// The numbers of accesses to memory.
#[derive(Clone, Copy, Default)]
pub(crate) struct Done {
    pub reads: u64,
    pub writes: u64,
}

impl<M: Memory> Cells<'_, M> {
    /// Compares with a pointer; `None` if the result may be layout-dependent.
    #[cold]
    fn compare(&self, op: CompareOp, a: Value, b: Value) -> Option<bool> {
        dependence::compare(self.memory, op, a, b)
    }

    #[inline(always)]
    fn load(&mut self, pointer: Value, bytes: u8) -> Option<Value> {
        let Value::Pointer { block, offset } = pointer else { return None };
        let value = self.memory.peek(block, offset, u32::from(bytes))?;
        self.done.reads += 1;
        Some(value)
    }

    #[inline(always)]
    fn store(&mut self, pointer: Value, bytes: u8, value: u64) -> Option<()> {
        let Value::Pointer { block, offset } = pointer else { return None };
        let written = self.memory.poke(block, offset, u32::from(bytes), value);
        self.done.writes += u64::from(written);
        written.then_some(())
    }
}

#[inline(always)]
fn chosen(targets: Targets, truth: bool) -> u32 {
    if truth { targets.then } else { targets.otherwise }
}

/// Executes an operation that stays in its basic block. Returns the number of instructions that it stands for, or
/// `None`, without any change, if the machine has to execute it.
#[inline(always)]
fn step<M: Memory>(
    op: Op,
    registers: &mut Registers<'_>,
    memory: &mut Cells<'_, M>,
) -> Option<usize> {
    let (dst, value) = match op {
        Op::Move { dst, a } => (dst, registers.plain(a)?),
        Op::Forget { dst } => (dst, UNINITIALISED),
        Op::Add { dst, a, b, mask } => {
            let (a, b) = (registers.number(a)?, registers.number(b)?);
            (dst, Value::Bits(a.wrapping_add(b) & mask))
        }
        Op::Sub { dst, a, b, mask } => {
            let (a, b) = (registers.number(a)?, registers.number(b)?);
            (dst, Value::Bits(a.wrapping_sub(b) & mask))
        }
        Op::Mul { dst, a, b, mask } => {
            let (a, b) = (registers.number(a)?, registers.number(b)?);
            (dst, Value::Bits(a.wrapping_mul(b) & mask))
        }
        Op::And { dst, a, b } => (dst, Value::Bits(registers.number(a)? & registers.number(b)?)),
        Op::Or { dst, a, b } => (dst, Value::Bits(registers.number(a)? | registers.number(b)?)),
        Op::Xor { dst, a, b } => (dst, Value::Bits(registers.number(a)? ^ registers.number(b)?)),
        Op::Word { op, width, dst, a, b } => {
            let (a, b) = (registers.number(a)?, registers.number(b)?);
            (dst, Value::Bits(word_binary(op, u32::from(width), a, b)?))
        }
        Op::Fits { op, signed, width, dst, a, b } => {
            let (a, b) = (registers.number(a)?, registers.number(b)?);
            (dst, Value::bit(word_fits(op, signed, u32::from(width), a, b)?))
        }
        Op::AddChecked { drop, flag, dst, a, b } => {
            let (a, b) = (registers.number(a)? << drop, registers.number(b)? << drop);
            let sum = (a as i64).checked_add(b as i64)?;
            return checked(registers, flag, dst, sum as u64 >> drop);
        }
        Op::SubChecked { drop, flag, dst, a, b } => {
            let (a, b) = (registers.number(a)? << drop, registers.number(b)? << drop);
            let difference = (a as i64).checked_sub(b as i64)?;
            return checked(registers, flag, dst, difference as u64 >> drop);
        }
        Op::MulChecked { drop, flag, dst, a, b } => {
            let (a, b) = (registers.number(a)? << drop, registers.number(b)? << drop);
            let product = (a as i64).checked_mul(b as i64 >> drop)?;
            return checked(registers, flag, dst, product as u64 >> drop);
        }
        Op::Check { cond } => return (registers.number(cond)? & 1 == 1).then_some(1),
        Op::Compare { test, drop, dst, a, b } => {
            (dst, Value::bit(compare(registers, memory, test, drop, a, b)?))
        }
        Op::Mask { dst, a, mask } => (dst, Value::Bits(registers.number(a)? & mask)),
        Op::SignExtend { drop, dst, a, mask } => {
            let shifted = (registers.number(a)? << drop) as i64;
            (dst, Value::Bits((shifted >> drop) as u64 & mask))
        }
        Op::Select { dst, cond, a, b } => {
            let chosen = registers.number(cond)? & 1 == 1;
            let (a, b) = (registers.plain(a)?, registers.plain(b)?);
            (dst, if chosen { a } else { b })
        }
        Op::Float { op, dst, a, b } => {
            let (a, b) = (registers.number(a)?, registers.number(b)?);
            (dst, float(op, f64::from_bits(a), f64::from_bits(b))?)
        }
        Op::Load { bytes, dst, ptr } => (dst, memory.load(registers.get(ptr), bytes)?),
        Op::Store { bytes, ptr, value } => {
            memory.store(registers.get(ptr), bytes, registers.number(value)?)?;
            return Some(1);
        }
        Op::PtrAdd { dst, ptr, offset, mask } => {
            let by = registers.number(offset)?;
            (dst, moved(registers.get(ptr), by, mask)?)
        }
        Op::PtrSub { dst, a, b, mask } => {
            (dst, distance(registers.get(a), registers.get(b), mask)?)
        }
        Op::General
        | Op::GlobalAddr { .. }
        | Op::Jump { .. }
        | Op::Branch { .. }
        | Op::BranchEq { .. }
        | Op::BranchNe { .. }
        | Op::BranchUlt { .. }
        | Op::BranchUle { .. }
        | Op::BranchSlt { .. }
        | Op::BranchSle { .. } => return None,
    };
    registers.set(dst, value);
    Some(1)
}

/// Completes a checked operator that does not overflow.
#[inline(always)]
fn checked(registers: &mut Registers<'_>, flag: Slot, dst: Slot, result: u64) -> Option<usize> {
    registers.set(flag, Value::bit(true));
    registers.set(dst, Value::Bits(result));
    Some(3)
}

#[inline(always)]
fn compare<M: Memory>(
    registers: &Registers<'_>,
    memory: &Cells<'_, M>,
    test: CompareOp,
    drop: u8,
    a: Slot,
    b: Slot,
) -> Option<bool> {
    let (a, b) = match (registers.get(a), registers.get(b)) {
        (Value::Bits(a), Value::Bits(b)) => (a, b),
        (a, b) => return memory.compare(test, a, b),
    };
    Some(match test {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(a, drop) < signed(b, drop),
        CompareOp::Sle => signed(a, drop) <= signed(b, drop),
    })
}

/// Returns a number that compares like a signed number of its width.
#[inline(always)]
fn signed(bits: u64, drop: u8) -> i64 {
    (bits << drop) as i64
}

/// Computes a float operation; `None` for a NaN, whose bits depend on the host.
#[inline(always)]
fn float(op: FloatOp, a: f64, b: f64) -> Option<Value> {
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    };
    (!result.is_nan()).then_some(Value::Bits(result.to_bits()))
}

#[inline(always)]
fn moved(pointer: Value, by: u64, mask: u64) -> Option<Value> {
    match pointer {
        Value::Pointer { block, offset } => {
            Some(Value::Pointer { block, offset: offset.wrapping_add(by) & mask })
        }
        Value::Bits(address) => Some(Value::Bits(address.wrapping_add(by) & mask)),
        Value::Term(_) => None,
    }
}

#[inline(always)]
fn distance(a: Value, b: Value, mask: u64) -> Option<Value> {
    match (a, b) {
        (Value::Pointer { block: one, offset: a }, Value::Pointer { block: other, offset: b })
            if one == other =>
        {
            Some(Value::Bits(a.wrapping_sub(b) & mask))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use ir::{
        BinaryOp, Block, Body, CastOp, CheckKind, FitsOp, FuncId, Function, Global, GlobalId,
        Instr, Linkage, Module, Operand, Origin, Position, Reg, Scope, ScopeId, Terminator, Ty,
        TypeId,
    };
    use memory::Segments;
    use term::Sort;
    use term::bits::mask;

    use super::*;
    use crate::machine::Machine;
    use crate::options::{Limits, Options};
    use crate::program::host::NoHost;
    use crate::program::loaded::Loaded;
    use crate::state::coverage::TakenEdges;

    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 8) as usize % bound
        }

        fn of<T: Copy>(&mut self, all: &[T]) -> T {
            all[self.below(all.len())]
        }
    }

    /// The types of the registers, in this order; there are three of each.
    const TYPES: [Ty; 8] = [Ty::I1, Ty::I8, Ty::I16, Ty::I32, Ty::I64, Ty::Ptr, Ty::F64, Ty::I128];
    const INTEGERS: [Ty; 5] = [Ty::I8, Ty::I16, Ty::I32, Ty::I64, Ty::I128];
    const SIZE: u64 = 600;

    fn register(random: &mut Random, ty: Ty) -> Reg {
        let first = TYPES.iter().position(|&other| other == ty).unwrap() * 3;
        Reg::new(first + random.below(3))
    }

    fn number(random: &mut Random, ty: Ty, pointer: u32) -> u64 {
        let wide = random.of(&[0, 1, 2, u64::MAX, u64::MAX / 2, 1 << 31, 1 << 63, 200]);
        let floats = [0.0, -1.5, 1e300, f64::NAN, f64::INFINITY].map(f64::to_bits);
        let wide = if ty == Ty::F64 { random.of(&floats) } else { wide };
        let wide = if random.below(3) == 0 { random.0 } else { wide };
        wide & mask(ty.bits(pointer).min(64))
    }

    fn operand(random: &mut Random, ty: Ty, pointer: u32) -> Operand {
        match random.below(3) {
            0 => Operand::Const(number(random, ty, pointer)),
            _ => Operand::Reg(register(random, ty)),
        }
    }

    /// Returns one instruction, or three that belong together.
    fn instructions(random: &mut Random, pointer: u32) -> Vec<Instr> {
        let ty = random.of(&INTEGERS);
        let any = random.of(&TYPES);
        let address = Ty::int(pointer).unwrap();
        let dst = register(random, ty);
        let flag = register(random, Ty::I1);
        let (a, b) = (operand(random, ty, pointer), operand(random, ty, pointer));
        let ptr = Operand::Reg(register(random, Ty::Ptr));
        let stored = random.of(&[Ty::I8, Ty::I16, Ty::I32, Ty::I64, Ty::Ptr, Ty::F64]);
        let value = operand(random, stored, pointer);
        let kind = CheckKind::SignedOverflow;
        let check = Instr::Check { kind, cond: flag.into(), ty, a, b };
        let (fits, same) = random.of(&[
            (FitsOp::Add, BinaryOp::Add),
            (FitsOp::Sub, BinaryOp::Sub),
            (FitsOp::Mul, BinaryOp::Mul),
            (FitsOp::Add, BinaryOp::Sub),
        ]);
        let signed = random.below(4) > 0;
        let cast = || {
            let (from, to) = (Ty::I16, Ty::I32);
            let cases = [(CastOp::ZExt, from, to), (CastOp::SExt, from, to)];
            [cases[0], cases[1], (CastOp::Trunc, to, from), (CastOp::PtrToInt, Ty::Ptr, address)]
        };
        let one = match random.below(15) {
            0 => Instr::Binary { op: random.of(BinaryOp::ALL), ty, dst, a, b },
            1 => Instr::Move {
                dst: register(random, any),
                ty: any,
                src: operand(random, any, pointer),
            },
            2 => Instr::Fits { op: random.of(FitsOp::ALL), signed, ty, dst: flag, a, b },
            3 | 4 => {
                let fits = Instr::Fits { op: fits, signed, ty, dst: flag, a, b };
                return vec![fits, check, Instr::Binary { op: same, ty, dst, a, b }];
            }
            5 => check,
            6 => compare(random, pointer),
            7 => {
                let (op, from, to) = random.of(&cast());
                let (dst, a) = (register(random, to), operand(random, from, pointer));
                Instr::Cast { op, from, to, dst, a }
            }
            8 => Instr::Select { ty, dst, cond: flag.into(), a, b },
            9 => {
                let (a, b) = [(); 2].map(|()| operand(random, Ty::F64, pointer)).into();
                let (op, ty) = (random.of(FloatOp::ALL), Ty::F64);
                Instr::Float { op, ty, dst: register(random, ty), a, b }
            }
            10 => Instr::Load { ty: stored, dst: register(random, stored), ptr },
            11 => Instr::Store { ty: stored, ptr, value },
            12 => {
                let offset = operand(random, address, pointer);
                Instr::PtrAdd { dst: register(random, Ty::Ptr), ptr, offset }
            }
            13 => Instr::Undef { dst: register(random, any) },
            _ => match random.below(2) {
                0 => Instr::GlobalAddr { dst: register(random, Ty::Ptr), global: GlobalId(0) },
                _ => {
                    let b = Operand::Reg(register(random, Ty::Ptr));
                    Instr::PtrSub { dst: register(random, address), a: ptr, b }
                }
            },
        };
        vec![one]
    }

    fn compare(random: &mut Random, pointer: u32) -> Instr {
        let ty = random.of(&[Ty::I8, Ty::I32, Ty::I64, Ty::I128, Ty::Ptr]);
        let (a, b) = (operand(random, ty, pointer), operand(random, ty, pointer));
        Instr::Compare { op: random.of(CompareOp::ALL), ty, dst: register(random, Ty::I1), a, b }
    }

    /// Returns a function with random instructions and a random branch to one of two basic blocks that return.
    fn body(random: &mut Random, pointer: u32) -> Body {
        let count = random.below(3) + 1;
        let mut instrs: Vec<Instr> =
            (0..count).flat_map(|_| instructions(random, pointer)).collect();
        let mut cond = Operand::Reg(register(random, Ty::I1));
        if random.below(2) == 0 {
            let last = compare(random, pointer);
            cond = last.dst().map_or(cond, Operand::Reg);
            instrs.push(last);
        }
        let terminator = match random.below(3) {
            0 => Terminator::Jump(BlockId(1)),
            _ => Terminator::Branch { cond, then: BlockId(1), otherwise: BlockId(2) },
        };
        let last = || Block { instrs: Vec::new(), terminator: Terminator::Return(None) };
        let registers = TYPES.iter().flat_map(|&ty| [ty; 3]).collect();
        let blocks = vec![Block { instrs, terminator }, last(), last()];
        let origin = Origin { position: Position::NONE, scope: ScopeId(0) };
        let origins = |block: &Block| vec![origin; block.instrs.len() + 1];
        let origins = blocks.iter().map(origins).collect();
        Body { registers, blocks, origins, scopes: vec![Scope::default()], ..Body::default() }
    }

    fn module(model: ir::DataModel, body: Body) -> Module {
        let function = Function {
            name: "f".to_owned(),
            linkage: Linkage::External,
            ty: TypeId(0),
            params: Vec::new(),
            returns: None,
            returns_source: TypeId(0),
            result_by_pointer: false,
            variadic: false,
            unprototyped: false,
            noreturn: false,
            position: Position::NONE,
            body: Some(body),
        };
        let global = Global {
            name: "g".to_owned(),
            ty: TypeId(0),
            size: SIZE,
            align: 8,
            linkage: Linkage::External,
            constant: false,
            string: false,
            external: false,
            thread_local: false,
            bytes: vec![7; 300],
            relocations: Vec::new(),
            position: Position::NONE,
        };
        let mut module = Module::new(model);
        module.types.add(ir::SourceType::Void);
        module.functions.push(function);
        module.globals.push(global);
        module
    }

    /// Returns a value of any kind.
    fn value(
        random: &mut Random,
        machine: &mut Machine<'_, Segments>,
        state: &State<Segments>,
        ty: Ty,
    ) -> Value {
        let width = ty.bits(machine.pointer);
        let sort = if ty == Ty::I1 { Sort::Bool } else { Sort::Bits(width) };
        match random.below(if ty == Ty::Ptr { 12 } else { 8 }) {
            0 => UNINITIALISED,
            1 => Value::Term(machine.terms.symbol("x", sort)),
            2 | 3 | 8.. if ty == Ty::Ptr || Ty::int(machine.pointer) == Some(ty) => {
                let blocks = [state.globals[0], state.functions[0]];
                let block = blocks[usize::from(random.below(8) == 0)];
                let near = random.of(&[0, 250, 296, SIZE - 8]);
                let offset = (near + random.below(10) as u64).wrapping_sub(1);
                Value::Pointer { block, offset: offset & mask(width) }
            }
            _ if width > 64 => Value::Term(machine.terms.symbol("x", sort)),
            _ => Value::Bits(number(random, ty, machine.pointer)),
        }
    }

    fn bytes(state: &State<Segments>) -> Vec<Option<Value>> {
        (0..SIZE).map(|at| state.memory.peek(state.globals[0], at, 1)).collect()
    }

    /// Checks that every operation has the effect of its instructions, for all kinds of values.
    #[test]
    fn operations_do_what_their_instructions_do() {
        let mut used = BTreeSet::new();
        for seed in 1..6000 {
            let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
            let model = random.of(&[ir::DataModel::Lp64, ir::DataModel::Ilp32]);
            let body = body(&mut random, model.pointer_bits());
            let mut host = NoHost;
            let limits = Limits::of_path(1000, 10);
            let mut machine: Machine<'_, Segments> = Machine::new(
                &Arc::new(Loaded::new(module(model, body.clone()))),
                Options::within(limits),
                &mut host,
                Segments::new(model.pointer_bits()),
            );
            // The state is created twice: copies share pages, and the fast path does not write to a shared page.
            let [mut quick, mut plain] = [(); 2].map(|()| {
                let mut state = machine.initial().unwrap();
                machine.enter(&mut state, FuncId(0), &[], None, None).unwrap();
                state.taken = TakenEdges::room(&machine.loaded.edges);
                state
            });
            for (index, &ty) in body.registers.iter().enumerate() {
                quick.registers[index] = value(&mut random, &mut machine, &quick, ty);
            }
            plain.registers.clone_from(&quick.registers);
            let code = machine.code.clone();
            machine.run_fast(&code[0], &mut quick, limits.steps);
            let place = |state: &State<Segments>| (state.frame.block, state.frame.at);
            while place(&plain) != place(&quick) {
                let (block, at) = place(&plain);
                let op = code[0].blocks[block.index()][at];
                let text = format!("{op:?}");
                used.insert(text.split(' ').next().unwrap_or_default().to_owned());
                machine.general(&mut plain, &body).unwrap();
            }
            assert_eq!(quick.registers, plain.registers, "seed {seed}: {:?}", body.blocks[0]);
            assert_eq!(bytes(&quick), bytes(&plain), "seed {seed}: {:?}", body.blocks[0]);
            assert_eq!(quick.steps, plain.steps, "seed {seed}");
            assert!(quick.taken.iter().eq(plain.taken.iter()), "seed {seed}");
        }
        // All but `General`, before which a run stops.
        assert_eq!(used.len(), 32, "an operation is not tested: {used:?}");
    }
}
