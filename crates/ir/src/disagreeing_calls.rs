//! Direct calls that disagree with the declaration of their callee become calls through its address.
//!
//! A caller may have seen another declaration than the one that linking keeps: that of another unit, or that of the library.
//! Whether such a call is an error is decided when it is executed. Linkers call this; [`crate::verify`] relies on it.

use crate::ids::Reg;
use crate::instr::{Arg, Call, Callee, Instr, Operand};
use crate::module::{Function, Module, Origin};
use crate::scalar::Ty;

/// Makes every direct call indirect that disagrees with the declaration of its callee.
pub fn make_indirect(module: &mut Module) {
    let signatures: Vec<Signature> = module.functions.iter().map(Signature::of).collect();
    for body in module.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        for (block, origins) in body.blocks.iter_mut().zip(&mut body.origins) {
            redirect_calls(&signatures, &mut body.registers, &mut block.instrs, origins);
        }
    }
}

/// The signature that a direct call must agree with.
struct Signature {
    params: Vec<Ty>,
    returns: Option<Ty>,
    variadic: bool,
    unprototyped: bool,
}

impl Signature {
    fn of(function: &Function) -> Signature {
        Signature {
            params: function.params.iter().map(|param| param.ty).collect(),
            returns: function.returns,
            variadic: function.variadic,
            unprototyped: function.unprototyped,
        }
    }

    fn agrees(&self, call: &Call) -> bool {
        let fixed = call.args.iter().take(call.fixed as usize).map(|arg: &Arg| arg.ty);
        let extra = call.args.len() > call.fixed as usize;
        self.returns == call.returns
            && (self.unprototyped
                || (fixed.eq(self.params.iter().copied()) && (self.variadic || !extra)))
    }
}

fn redirect_calls(
    signatures: &[Signature],
    registers: &mut Vec<Ty>,
    instrs: &mut Vec<Instr>,
    origins: &mut Vec<Origin>,
) {
    let mut at = 0;
    while at < instrs.len() {
        if let Instr::Call(call) = &mut instrs[at]
            && let Callee::Direct(func) = call.callee
            && !signatures[func.index()].agrees(call)
        {
            // Only the caller knows the variadic part of a call: a variadic callee takes it unchanged.
            if signatures[func.index()].variadic {
                call.fixed = call
                    .fixed
                    .min(u32::try_from(signatures[func.index()].params.len()).unwrap_or(u32::MAX));
            }
            if !signatures[func.index()].agrees(call) {
                let dst = Reg::new(registers.len());
                registers.push(Ty::Ptr);
                call.callee = Callee::Indirect(Operand::Reg(dst));
                instrs.insert(at, Instr::FuncAddr { dst, func });
                let origin = origins[at];
                origins.insert(at, origin);
                at += 1;
            }
        }
        at += 1;
    }
}
