//! Runs a program: the loop over instructions.
//!
//! One instruction, one method call; what operators compute is in `operate`, what memory does in
//! `access`, calls in `call`, library functions in `library`. A decision on a value that is not a
//! number ends the path: forking is the explorer's.

use std::rc::Rc;

use ir::{Body, Instr, Module, Operand, Reg, Terminator, Ty};
use memory::{BlockIds, Blocks, Contents, Kind, NewBlock, Site, Value};
use term::{Sort, Terms};

use crate::end::{End, Finding, FindingKind, Limit, Note, Unsupported, What};
use crate::host::Host;
use crate::operate::{Failed, Operate};
use crate::sites::Sites;
use crate::state::{Frame, NOBODY, State, UNWRITTEN};

/// More calls than this are not told of a finding.
const MAX_CALLS: usize = 32;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
}

/// A program and what is needed to run it.
pub struct Machine<'h> {
    /// The program.
    pub module: Rc<Module>,
    /// The terms of all states.
    pub terms: Terms,
    /// The numbers of instructions.
    pub sites: Sites,
    /// The outside world.
    pub host: &'h mut dyn Host,
    pub(crate) ids: BlockIds,
    pub(crate) limits: Limits,
    /// The width of a pointer.
    pub(crate) pointer: u32,
    pub(crate) natives: Vec<Option<crate::library::Native>>,
}

/// What an instruction yields: a path goes on, or ends.
pub(crate) type Step<T> = Result<T, End>;

impl<'h> Machine<'h> {
    /// A machine for a program.
    pub fn new(module: Module, limits: Limits, host: &'h mut dyn Host) -> Machine<'h> {
        let pointer = module.model.pointer_bits();
        let natives = module
            .functions
            .iter()
            .map(|function| match function.body {
                Some(_) => None,
                None => crate::library::native(&function.name),
            })
            .collect();
        Machine {
            sites: Sites::of(&module),
            module: Rc::new(module),
            terms: Terms::new(),
            host,
            ids: BlockIds::default(),
            limits,
            pointer,
            natives,
        }
    }

    /// Runs a state to its end.
    pub fn run(&mut self, state: &mut State) -> End {
        match self.run_frames(state) {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    fn run_frames(&mut self, state: &mut State) -> Step<std::convert::Infallible> {
        let module = self.module.clone();
        loop {
            let body = module.function(state.frame.function).body.as_ref();
            let body = body.expect("a call that is entered has a body");
            self.run_blocks(state, body)?;
        }
    }

    /// Runs the blocks of one function until another one is entered, or this one is left.
    fn run_blocks(&mut self, state: &mut State, body: &Body) -> Step<()> {
        loop {
            let block = body.block(state.frame.block);
            let mut at = state.frame.at;
            while let Some(instr) = block.instrs.get(at) {
                at += 1;
                // Calls go on after the call, and findings know where they are.
                state.frame.at = at;
                if self.instruction(state, instr)? {
                    return Ok(());
                }
            }
            state.frame.at = at + 1;
            state.steps += at as u64 + 1;
            if state.steps > self.limits.steps {
                return Err(End::Limit(Limit::Steps));
            }
            if self.terminator(state, &block.terminator)? {
                return Ok(());
            }
        }
    }

    /// Where the current instruction stands.
    pub(crate) fn site(&self, state: &State) -> Site {
        self.site_in(&state.frame)
    }

    fn site_in(&self, frame: &Frame) -> Site {
        if frame.function == NOBODY {
            return Site(0);
        }
        self.sites.site(frame.function, frame.block, frame.at.saturating_sub(1))
    }

    /// Ends the path with a finding at the current instruction.
    pub(crate) fn finding(&self, state: &State, kind: FindingKind) -> End {
        self.finding_with(state, kind, Vec::new())
    }

    /// Ends the path with a finding that has other places.
    pub(crate) fn finding_with(
        &self,
        state: &State,
        kind: FindingKind,
        notes: Vec<(Site, Note)>,
    ) -> End {
        let (site, calls) = (self.site(state), self.calls(state));
        End::Finding(Box::new(Finding { kind, site, calls, notes }))
    }

    /// Where the calls around the current one stand, innermost first.
    fn calls(&self, state: &State) -> Vec<Site> {
        let callers = state.callers.iter().rev().filter(|frame| frame.function != NOBODY);
        callers.take(MAX_CALLS).map(|frame| self.site_in(frame)).collect()
    }

    /// Ends the path as unsupported at the current instruction.
    pub(crate) fn unsupported(&self, state: &State, what: What) -> End {
        let (site, calls) = (self.site(state), self.calls(state));
        End::Unsupported(Box::new(Unsupported { what, site, calls }))
    }

    pub(crate) fn operate(&mut self) -> Operate<'_> {
        Operate { terms: &mut self.terms, pointer: self.pointer }
    }

    /// What an operand holds.
    #[inline(always)]
    pub(crate) fn get(&mut self, state: &mut State, ty: Ty, operand: Operand) -> Value {
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
    fn invent(&mut self, state: &mut State, ty: Ty, reg: Reg) -> Value {
        let sort = if ty == Ty::I1 { Sort::Bool } else { Sort::Bits(ty.bits(self.pointer)) };
        let value = Value::Term(self.terms.symbol("uninitialised", sort));
        self.set(state, reg, value);
        value
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, state: &mut State, reg: Reg, value: Value) {
        state.registers[state.frame.base + reg.index()] = value;
    }

    /// The truth of a condition that must be a number.
    pub(crate) fn decide(&mut self, state: &mut State, condition: Operand) -> Step<bool> {
        match self.get(state, Ty::I1, condition) {
            Value::Bits(bit) => Ok(bit & 1 == 1),
            value => match self.operate().number(Ty::I1, value) {
                Some(bit) => Ok(bit & 1 == 1),
                None => Err(self.finding(state, FindingKind::Uninitialised)),
            },
        }
    }

    /// Carries out an instruction; `true` if it entered a function.
    #[inline]
    fn instruction(&mut self, state: &mut State, instr: &Instr) -> Step<bool> {
        match *instr {
            Instr::Binary { op, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let result = self.operate().binary(op, ty, a, b);
                let value = self.computed(state, result)?;
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
                let value = self.operate().compare(op, ty, a, b);
                self.set(state, dst, value);
            }
            Instr::Fits { op, signed, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let value = self.operate().fits(op, signed, ty, a, b);
                self.set(state, dst, value);
            }
            Instr::Check { kind, cond, .. } => {
                if !self.decide(state, cond)? {
                    return Err(self.finding(state, FindingKind::Check(kind)));
                }
            }
            Instr::PtrAdd { dst, ptr, offset } => {
                let (pointer, offset) =
                    (self.get(state, Ty::Ptr, ptr), self.get(state, Ty::Ptr, offset));
                let value = self.operate().pointer_add(pointer, offset);
                self.set(state, dst, value);
            }
            Instr::Cast { op, from, to, dst, a } => {
                let a = self.get(state, from, a);
                let result = self.operate().cast(op, from, to, a);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::Call(ref call) => return self.call(state, call),
            ref other => self.rare_instruction(state, other)?,
        }
        Ok(false)
    }

    /// The instructions that do not come up in every line.
    fn rare_instruction(&mut self, state: &mut State, instr: &Instr) -> Step<()> {
        match *instr {
            Instr::Const { dst, ty, low, high } => {
                let number = u128::from(low) | (u128::from(high) << 64);
                let value = self.operate().of_number(ty, number);
                self.set(state, dst, value);
            }
            Instr::Undef { dst } => self.set(state, dst, UNWRITTEN),
            Instr::Unary { op, ty, dst, a } => {
                let a = self.get(state, ty, a);
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
                let a = self.get(state, from, a);
                let result = self.operate().float_fits(signed, from, to, a);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::FloatNeg { ty, dst, a } => {
                let a = self.get(state, ty, a);
                let result = self.operate().float_neg(ty, a);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::Float { op, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
                let result = self.operate().float(op, ty, a, b);
                let value = self.computed(state, result)?;
                self.set(state, dst, value);
            }
            Instr::FloatCompare { op, ty, dst, a, b } => {
                let (a, b) = (self.get(state, ty, a), self.get(state, ty, b));
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
            Instr::Copy { to, from, size } => {
                let (to, from) = (self.get(state, Ty::Ptr, to), self.get(state, Ty::Ptr, from));
                let size = self.get(state, Ty::Ptr, size);
                let size = self.concrete(state, size)?;
                self.copy(state, to, from, size)?;
            }
            Instr::Fill { ptr, value, size } => {
                let pointer = self.get(state, Ty::Ptr, ptr);
                let value = self.get(state, Ty::I8, value);
                let size = self.get(state, Ty::Ptr, size);
                let size = self.concrete(state, size)?;
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

    fn computed(&self, state: &State, result: Result<Value, Failed>) -> Step<Value> {
        result.map_err(|failed| match failed {
            Failed::SymbolicFloat => {
                self.unsupported(state, What::Other("arithmetic on an unknown float"))
            }
            Failed::ZeroDivisor => {
                self.finding(state, FindingKind::Check(ir::CheckKind::DivisionByZero))
            }
        })
    }

    /// The number that a size, a length or a status must be.
    pub(crate) fn concrete(&mut self, state: &State, value: Value) -> Step<u64> {
        match value {
            Value::Bits(bits) => Ok(bits),
            value => match self.operate().number(Ty::I64, value) {
                Some(number) => Ok(number as u64),
                None => Err(self.finding(state, FindingKind::Uninitialised)),
            },
        }
    }

    /// Goes on after a block; `true` if the function was left.
    #[inline]
    fn terminator(&mut self, state: &mut State, terminator: &Terminator) -> Step<bool> {
        let target = match terminator {
            Terminator::Jump(target) => *target,
            Terminator::Branch { cond, then, otherwise } => {
                if self.decide(state, *cond)? {
                    *then
                } else {
                    *otherwise
                }
            }
            Terminator::Switch { ty, signed, value, cases, default } => {
                let value = self.get(state, *ty, *value);
                let value = self.concrete(state, value)?;
                let width = ty.bits(self.pointer);
                let order = |bits: u64| {
                    if *signed {
                        i128::from(term::bits::sign_extend_word(bits, width))
                    } else {
                        i128::from(bits)
                    }
                };
                let holds = |case: &&ir::Case| {
                    order(case.low) <= order(value) && order(value) <= order(case.high)
                };
                cases.iter().find(holds).map_or(*default, |case| case.target)
            }
            Terminator::Return(value) => {
                self.leave(state, *value)?;
                return Ok(true);
            }
            Terminator::Unreachable => {
                let kind = FindingKind::Check(ir::CheckKind::Unreachable);
                return Err(self.finding(state, kind));
            }
        };
        state.frame.block = target;
        state.frame.at = 0;
        Ok(false)
    }

    /// Makes a block of memory.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        kind: Kind,
        size: u64,
        align: u64,
        contents: Contents,
    ) -> Step<term::BlockId> {
        let born = self.site(state);
        let new = NewBlock { kind, size, align, constant: false, born };
        state
            .memory
            .add(&mut self.terms, &mut self.ids, new, contents)
            .map_err(|_| End::Limit(Limit::Memory))
    }
}

/// The start of a program.
impl Machine<'_> {
    /// The state before `main` is called, with the globals in place.
    ///
    /// # Errors
    /// If the globals do not fit into the address space.
    pub fn initial(&mut self) -> Step<State> {
        let mut state = State {
            frame: Frame::entry(NOBODY, 0, None),
            callers: Vec::new(),
            registers: Vec::new(),
            memory: Blocks::new(self.pointer),
            globals: Rc::default(),
            functions: Rc::default(),
            steps: 0,
        };
        let module = self.module.clone();
        let mut functions = Vec::with_capacity(module.functions.len());
        for _ in &module.functions {
            let contents = Contents::uninitialised();
            functions.push(self.allocate(&mut state, Kind::Function, 1, 16, contents)?);
        }
        state.functions = Rc::new(functions);
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in &module.globals {
            let kind = if global.string { Kind::Literal } else { Kind::Global };
            let contents = Contents::zeroed();
            globals.push(self.allocate(&mut state, kind, global.size, global.align, contents)?);
        }
        state.globals = Rc::new(globals);
        for (index, global) in module.globals.iter().enumerate() {
            self.initialise(&mut state, index, global);
        }
        Ok(state)
    }

    fn initialise(&mut self, state: &mut State, index: usize, global: &ir::Global) {
        let relocated: Vec<(u64, Value)> = global
            .relocations
            .iter()
            .map(|relocation| {
                let block = match relocation.target {
                    ir::Target::Global(id) => state.globals[id.index()],
                    ir::Target::Function(id) => state.functions[id.index()],
                };
                let offset = relocation.addend as u64 & term::bits::mask(self.pointer);
                (relocation.offset, Value::Pointer { block, offset })
            })
            .collect();
        let bytes = self.pointer / 8;
        let id = state.globals[index];
        if let Some(block) = state.memory.get_mut(id) {
            block.contents.store_bytes(&mut self.terms, 0, &global.bytes);
            for (offset, value) in relocated {
                block.contents.store(&mut self.terms, offset, bytes, value);
            }
            block.constant = global.constant || global.string;
        }
    }

    /// Calls `main` with arguments.
    ///
    /// # Errors
    /// If there is no `main`, or its parameters are not those of one.
    pub fn start(&mut self, state: &mut State, arguments: &[Vec<u8>]) -> Step<()> {
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

    fn argument_block(&mut self, state: &mut State, arguments: &[Vec<u8>]) -> Step<Value> {
        let bytes = u64::from(self.pointer / 8);
        let size = bytes * (arguments.len() as u64 + 1);
        let argv = self.allocate(state, Kind::Global, size, 16, Contents::zeroed())?;
        for (i, argument) in arguments.iter().enumerate() {
            let size = argument.len() as u64 + 1;
            let block = self.allocate(state, Kind::Global, size, 1, Contents::zeroed())?;
            if let Some(text) = state.memory.get_mut(block) {
                text.contents.store_bytes(&mut self.terms, 0, argument);
            }
            if let Some(table) = state.memory.get_mut(argv) {
                let value = Value::Pointer { block, offset: 0 };
                table.contents.store(&mut self.terms, i as u64 * bytes, bytes as u32, value);
            }
        }
        Ok(Value::Pointer { block: argv, offset: 0 })
    }
}
