//! The part of the verifier for functions.

use super::Errors;
use crate::ids::{BlockId, FuncId, LocalId, Reg};
use crate::instr::{Call, Callee, Case, Instr, Operand, Terminator};
use crate::module::{Body, Function, Module, Storage};
use crate::ops::CastOp;
use crate::scalar::Ty;

pub(super) fn verify(errors: &mut Errors, module: &Module, function: &Function) {
    errors.source_type(module, function.ty);
    errors.source_type(module, function.returns_source);
    errors.position(module, function.position);
    function.params.iter().for_each(|param| errors.source_type(module, param.source));
    if function.result_by_pointer {
        let first = function.params.first().map(|param| param.ty);
        errors.require(function.returns.is_none() && first == Some(Ty::Ptr), || {
            "returns by pointer, but its signature has no such parameter".to_owned()
        });
    }
    if let Some(body) = &function.body {
        verify_frame(errors, module, function, body);
        Checker { errors, module, function, body, pointer: module.model.pointer_bits() }.blocks();
    }
}

fn verify_frame(errors: &mut Errors, module: &Module, function: &Function, body: &Body) {
    errors.require(!body.blocks.is_empty(), || "has a body without blocks".to_owned());
    errors.require(!body.scopes.is_empty(), || "has a body without scopes".to_owned());
    let types = function.params.iter().map(|param| Some(&param.ty));
    let agree = types.enumerate().all(|(index, ty)| body.registers.get(index) == ty);
    errors.require(agree, || "its first registers are not its parameters".to_owned());
    for (index, scope) in body.scopes.iter().enumerate() {
        let well_placed = match scope.parent {
            None => index == 0,
            Some(parent) => parent.index() < index,
        };
        errors.require(well_placed, || format!("s{index} has a wrong parent"));
        for variable in &scope.variables {
            errors.source_type(module, variable.ty);
            let exists = match variable.storage {
                Storage::Register(reg) => reg.index() < body.registers.len(),
                Storage::Memory(reg) => body.registers.get(reg.index()) == Some(&Ty::Ptr),
                Storage::Global(global) => global.index() < module.globals.len(),
            };
            errors.require(exists, || format!("variable {:?} has no storage", variable.name));
        }
    }
    body.locals.iter().for_each(|local| errors.source_type(module, local.ty));
    let shapes = body.blocks.iter().map(|block| block.instrs.len() + 1);
    errors.require(shapes.eq(body.origins.iter().map(Vec::len)), || {
        "its origins do not have the shape of its blocks".to_owned()
    });
    for origin in body.origins.iter().flatten() {
        errors.position(module, origin.position);
        errors.require(origin.scope.index() < body.scopes.len(), || {
            format!("{} is not a scope", origin.scope)
        });
    }
}

struct Checker<'a> {
    errors: &'a mut Errors,
    module: &'a Module,
    function: &'a Function,
    body: &'a Body,
    pointer: u32,
}

impl Checker<'_> {
    fn blocks(&mut self) {
        for (index, block) in self.body.blocks.iter().enumerate() {
            let id = BlockId::new(index);
            for (at, instr) in block.instrs.iter().enumerate() {
                self.errors.instruction = Some((id, at));
                self.instr(instr);
            }
            self.errors.instruction = Some((id, block.instrs.len()));
            self.terminator(&block.terminator);
        }
    }

    fn add(&mut self, message: String) {
        self.errors.add(message);
    }

    /// Checks that an operand has type `ty`.
    fn operand(&mut self, operand: Operand, ty: Ty) {
        match operand {
            Operand::Reg(reg) => self.register(reg, ty),
            Operand::Const(bits) => {
                let width = ty.bits(self.pointer);
                if width < 64 && bits >> width != 0 {
                    self.add(format!("{bits} does not fit {ty}"));
                }
            }
        }
    }

    fn register(&mut self, reg: Reg, ty: Ty) {
        match self.body.registers.get(reg.index()) {
            Some(found) if *found == ty => {}
            Some(found) => self.add(format!("{reg} is {found}, not {ty}")),
            None => self.add(format!("{reg} does not exist")),
        }
    }

    fn operands(&mut self, ty: Ty, operands: &[Operand]) {
        operands.iter().for_each(|operand| self.operand(*operand, ty));
    }

    fn int(&mut self, ty: Ty) {
        self.errors.require(ty.is_int(), || format!("{ty} is not an integer type"));
    }

    fn float(&mut self, ty: Ty) {
        self.errors.require(ty.is_float(), || format!("{ty} is not a float type"));
    }

    fn in_memory(&mut self, ty: Ty) {
        self.errors.require(ty != Ty::I1, || "i1 does not live in memory".to_owned());
    }

    fn local(&mut self, local: LocalId) {
        self.errors
            .require(local.index() < self.body.locals.len(), || format!("{local} does not exist"));
    }

    /// Returns the integer type as wide as a pointer.
    fn word(&self) -> Ty {
        Ty::int(self.pointer).unwrap_or(Ty::I64)
    }

    fn instr(&mut self, instr: &Instr) {
        match instr {
            Instr::Const { dst, ty, .. } => self.register(*dst, *ty),
            Instr::Undef { dst } => {
                self.errors.require(dst.index() < self.body.registers.len(), || {
                    format!("{dst} does not exist")
                });
            }
            Instr::Move { dst, ty, src } => {
                self.operand(*src, *ty);
                self.register(*dst, *ty);
            }
            Instr::Unary { ty, dst, a, .. } => {
                self.int(*ty);
                self.operand(*a, *ty);
                self.register(*dst, *ty);
            }
            Instr::Binary { ty, dst, a, b, .. } => {
                self.int(*ty);
                self.operands(*ty, &[*a, *b]);
                self.register(*dst, *ty);
            }
            Instr::Fits { ty, dst, a, b, .. } => {
                self.int(*ty);
                self.operands(*ty, &[*a, *b]);
                self.register(*dst, Ty::I1);
            }
            Instr::Compare { ty, dst, a, b, .. } => {
                self.errors.require(!ty.is_float(), || format!("{ty} is compared as an integer"));
                self.operands(*ty, &[*a, *b]);
                self.register(*dst, Ty::I1);
            }
            Instr::Select { ty, dst, cond, a, b } => {
                self.operand(*cond, Ty::I1);
                self.operands(*ty, &[*a, *b]);
                self.register(*dst, *ty);
            }
            Instr::Cast { op, from, to, dst, a } => {
                self.cast(*op, *from, *to);
                self.operand(*a, *from);
                self.register(*dst, *to);
            }
            Instr::FloatFits { from, to, dst, a, .. } => {
                self.float(*from);
                self.int(*to);
                self.operand(*a, *from);
                self.register(*dst, Ty::I1);
            }
            Instr::FloatNeg { ty, dst, a } => {
                self.float(*ty);
                self.operand(*a, *ty);
                self.register(*dst, *ty);
            }
            Instr::Float { ty, dst, a, b, .. } => {
                self.float(*ty);
                self.operands(*ty, &[*a, *b]);
                self.register(*dst, *ty);
            }
            Instr::FloatCompare { ty, dst, a, b, .. } => {
                self.float(*ty);
                self.operands(*ty, &[*a, *b]);
                self.register(*dst, Ty::I1);
            }
            Instr::Call(call) => self.call(call),
            Instr::Check { cond, ty, a, b, .. } => {
                self.operand(*cond, Ty::I1);
                self.operands(*ty, &[*a, *b]);
            }
            Instr::Unsupported { message } => {
                let known = message.index() < self.module.messages.len();
                self.errors.require(known, || format!("{message} does not exist"));
            }
            memory => self.memory(memory),
        }
    }

    fn memory(&mut self, instr: &Instr) {
        let word = self.word();
        match instr {
            Instr::Load { ty, dst, ptr } => {
                self.in_memory(*ty);
                self.operand(*ptr, Ty::Ptr);
                self.register(*dst, *ty);
            }
            Instr::Store { ty, ptr, value } => {
                self.in_memory(*ty);
                self.operand(*ptr, Ty::Ptr);
                self.operand(*value, *ty);
            }
            Instr::GlobalAddr { dst, global } => {
                let known = global.index() < self.module.globals.len();
                self.errors.require(known, || format!("{global} does not exist"));
                self.register(*dst, Ty::Ptr);
            }
            Instr::FuncAddr { dst, func } => {
                self.known_function(*func);
                self.register(*dst, Ty::Ptr);
            }
            Instr::PtrAdd { dst, ptr, offset } => {
                self.operand(*ptr, Ty::Ptr);
                self.operand(*offset, word);
                self.register(*dst, Ty::Ptr);
            }
            Instr::PtrSub { dst, a, b } => {
                self.operands(Ty::Ptr, &[*a, *b]);
                self.register(*dst, word);
            }
            Instr::Begin { dst, local, size, align } => {
                self.local(*local);
                self.operand(*size, word);
                self.register(*dst, Ty::Ptr);
                self.errors.require(align.is_power_of_two(), || format!("alignment {align}"));
            }
            Instr::End { local } | Instr::Protect { local } => self.local(*local),
            Instr::Copy { to, from, size } => {
                self.operands(Ty::Ptr, &[*to, *from]);
                self.operand(*size, word);
            }
            Instr::Fill { ptr, value, size } => {
                self.operand(*ptr, Ty::Ptr);
                self.operand(*value, Ty::I8);
                self.operand(*size, word);
            }
            Instr::VaStart { list } | Instr::VaEnd { list } => self.operand(*list, Ty::Ptr),
            Instr::VaCopy { to, from } => self.operands(Ty::Ptr, &[*to, *from]),
            Instr::VaArg { ty, dst, list, aggregate } => {
                self.in_memory(*ty);
                self.operand(*list, Ty::Ptr);
                self.register(*dst, *ty);
                let sound = aggregate.is_none() || *ty == Ty::Ptr;
                self.errors
                    .require(sound, || "an aggregate argument is reached by a pointer".to_owned());
            }
            _ => {}
        }
    }

    fn known_function(&mut self, func: FuncId) -> bool {
        let known = func.index() < self.module.functions.len();
        self.errors.require(known, || format!("{func} does not exist"));
        known
    }

    fn cast(&mut self, op: CastOp, from: Ty, to: Ty) {
        let (from_bits, to_bits) = (from.bits(self.pointer), to.bits(self.pointer));
        let sound = match op {
            CastOp::Trunc => from.is_int() && to.is_int() && to_bits < from_bits,
            CastOp::ZExt | CastOp::SExt => from.is_int() && to.is_int() && to_bits > from_bits,
            CastOp::PtrToInt => from == Ty::Ptr && to.is_int() && to_bits == from_bits,
            CastOp::IntToPtr => from.is_int() && to == Ty::Ptr && to_bits == from_bits,
            CastOp::FloatToFloat => from.is_float() && to.is_float() && from != to,
            CastOp::FloatToSigned | CastOp::FloatToUnsigned => from.is_float() && to.is_int(),
            CastOp::SignedToFloat | CastOp::UnsignedToFloat => from.is_int() && to.is_float(),
            CastOp::Bits => from_bits == to_bits && from.is_float() != to.is_float(),
        };
        self.errors.require(sound, || format!("{op} from {from} to {to}"));
    }

    fn call(&mut self, call: &Call) {
        call.args.iter().for_each(|arg| self.operand(arg.value, arg.ty));
        self.errors.require(call.fixed as usize <= call.args.len(), || {
            "the number of fixed arguments exceeds that of all arguments".to_owned()
        });
        if let Some(dst) = call.dst {
            match call.returns {
                Some(ty) => self.register(dst, ty),
                None => self.add("a call without a result has a destination".to_owned()),
            }
        }
        match call.callee {
            Callee::Indirect(pointer) => self.operand(pointer, Ty::Ptr),
            Callee::Direct(func) => {
                if self.known_function(func) {
                    self.direct_call(call, self.module.function(func));
                }
            }
        }
    }

    fn direct_call(&mut self, call: &Call, callee: &Function) {
        self.errors.require(call.returns == callee.returns, || {
            "the call expects a result of another type".to_owned()
        });
        if callee.unprototyped {
            return;
        }
        let fixed = call.args.iter().take(call.fixed as usize).map(|arg| arg.ty);
        let agree = fixed.eq(callee.params.iter().map(|param| param.ty));
        self.errors
            .require(agree, || "the arguments are not those that the function declares".to_owned());
        let extra = call.args.len() > call.fixed as usize;
        self.errors.require(callee.variadic || !extra, || {
            "more arguments than the function takes".to_owned()
        });
    }

    fn target(&mut self, target: BlockId) {
        self.errors.require(target.index() < self.body.blocks.len(), || {
            format!("{target} does not exist")
        });
    }

    fn terminator(&mut self, terminator: &Terminator) {
        terminator.successors().into_iter().for_each(|target| self.target(target));
        match terminator {
            Terminator::Branch { cond, .. } => self.operand(*cond, Ty::I1),
            Terminator::Switch { ty, signed, value, cases, .. } => {
                self.int(*ty);
                self.operand(*value, *ty);
                self.cases(*ty, *signed, cases);
            }
            Terminator::Return(Some(value)) => match self.function.returns {
                Some(ty) => self.operand(*value, ty),
                None => self.add("returns a value, but has no result type".to_owned()),
            },
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }

    fn cases(&mut self, ty: Ty, signed: bool, cases: &[Case]) {
        let bits = ty.bits(self.pointer);
        let order = |value: u64| {
            let value = u128::from(value);
            if signed { crate::eval::signed(value, bits) } else { value as i128 }
        };
        let mut ranges: Vec<_> =
            cases.iter().map(|case| (order(case.low), order(case.high))).collect();
        ranges.sort_unstable();
        let ordered = ranges.iter().all(|(low, high)| low <= high);
        let apart = ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
        self.errors.require(ordered && apart, || "the cases of the switch overlap".to_owned());
    }
}
