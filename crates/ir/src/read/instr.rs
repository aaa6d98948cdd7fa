//! Instructions and terminators of the text form.

use super::scan::{Scanner, Token};
use super::{Result, scalar, scalar_or_void, sign};
use crate::ids::{BlockId, FuncId, GlobalId, LocalId, MessageId, Reg};
use crate::instr::{Arg, Call, Callee, Case, Instr, Operand, Terminator};
use crate::ops::{
    BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, FloatOp, UnaryOp,
};

pub(super) fn reg(scanner: &mut Scanner) -> Result<Reg> {
    scanner.id(Reg::PREFIX).map(Reg)
}

fn block(scanner: &mut Scanner) -> Result<BlockId> {
    scanner.id(BlockId::PREFIX).map(BlockId)
}

fn operand(scanner: &mut Scanner) -> Result<Operand> {
    match scanner.peek() {
        Some(Token::Word(word)) if word.starts_with('r') => reg(scanner).map(Operand::Reg),
        _ => scanner.number().map(Operand::Const),
    }
}

fn next_operand(scanner: &mut Scanner) -> Result<Operand> {
    scanner.punctuation(',')?;
    operand(scanner)
}

/// Reads a terminator, if there is one here.
pub(super) fn terminator(scanner: &mut Scanner) -> Result<Option<Terminator>> {
    let terminator = if scanner.take_word("jump") {
        Terminator::Jump(block(scanner)?)
    } else if scanner.take_word("branch") {
        Terminator::Branch {
            cond: operand(scanner)?,
            then: block(scanner)?,
            otherwise: block(scanner)?,
        }
    } else if scanner.take_word("switch") {
        read_switch(scanner)?
    } else if scanner.take_word("return") {
        Terminator::Return(read_returned(scanner)?)
    } else if scanner.take_word("unreachable") {
        Terminator::Unreachable
    } else {
        return Ok(None);
    };
    Ok(Some(terminator))
}

/// Reads the operand of `return`, unless the next block or the end of the function follows.
fn read_returned(scanner: &mut Scanner) -> Result<Option<Operand>> {
    match scanner.peek() {
        Some(Token::Word(word)) if !word.starts_with('b') => operand(scanner).map(Some),
        _ => Ok(None),
    }
}

fn read_switch(scanner: &mut Scanner) -> Result<Terminator> {
    let signed = sign(scanner)?;
    let ty = scalar(scanner)?;
    let value = operand(scanner)?;
    let default = block(scanner)?;
    let cases = scanner.list('[', ']', |scanner| {
        let range = scanner.word()?;
        let bounds = range
            .split_once("..")
            .and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let (low, high) = bounds.ok_or_else(|| scanner.error("expected low..high"))?;
        Ok(Case { low, high, target: block(scanner)? })
    })?;
    Ok(Terminator::Switch { ty, signed, value, cases: cases.into(), default })
}

/// Reads an instruction.
pub(super) fn instr(scanner: &mut Scanner) -> Result<Instr> {
    match scanner.peek() {
        Some(Token::Word(word)) if is_reg(word) => {
            let dst = reg(scanner)?;
            scanner.punctuation('=')?;
            valued(scanner, dst)
        }
        _ => effect(scanner),
    }
}

fn is_reg(word: &str) -> bool {
    word.strip_prefix('r')
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty())
}

/// Reads an instruction without a result.
fn effect(scanner: &mut Scanner) -> Result<Instr> {
    Ok(match scanner.word()?.as_str() {
        "store" => Instr::Store {
            ty: scalar(scanner)?,
            ptr: operand(scanner)?,
            value: next_operand(scanner)?,
        },
        "end" => Instr::End { local: LocalId(scanner.id(LocalId::PREFIX)?) },
        "protect" => Instr::Protect { local: LocalId(scanner.id(LocalId::PREFIX)?) },
        "copy" => Instr::Copy {
            to: operand(scanner)?,
            from: next_operand(scanner)?,
            size: next_operand(scanner)?,
        },
        "fill" => Instr::Fill {
            ptr: operand(scanner)?,
            value: next_operand(scanner)?,
            size: next_operand(scanner)?,
        },
        "call" => Instr::Call(Box::new(read_call(scanner, None)?)),
        "vastart" => Instr::VaStart { list: operand(scanner)? },
        "vaend" => Instr::VaEnd { list: operand(scanner)? },
        "vacopy" => Instr::VaCopy { to: operand(scanner)?, from: next_operand(scanner)? },
        "check" => {
            let name = scanner.word()?;
            let kind = CheckKind::from_name(&name)
                .ok_or_else(|| scanner.error("unknown kind of check"))?;
            let cond = operand(scanner)?;
            Instr::Check {
                kind,
                cond,
                ty: scalar(scanner)?,
                a: operand(scanner)?,
                b: next_operand(scanner)?,
            }
        }
        "unsupported" => Instr::Unsupported { message: MessageId(scanner.id(MessageId::PREFIX)?) },
        other => return Err(scanner.error(&format!("unknown instruction '{other}'"))),
    })
}

/// Reads an instruction with a result.
fn valued(scanner: &mut Scanner, dst: Reg) -> Result<Instr> {
    let word = scanner.word()?;
    Ok(match word.as_str() {
        "const" => Instr::Const {
            dst,
            ty: scalar(scanner)?,
            low: scanner.number()?,
            high: scanner.number()?,
        },
        "move" => Instr::Move { dst, ty: scalar(scanner)?, src: operand(scanner)? },
        "undef" => Instr::Undef { dst },
        "fits" => {
            let name = scanner.word()?;
            let op = FitsOp::from_name(&name)
                .ok_or_else(|| scanner.error("unknown operator of 'fits'"))?;
            let signed = sign(scanner)?;
            Instr::Fits {
                op,
                signed,
                dst,
                ty: scalar(scanner)?,
                a: operand(scanner)?,
                b: next_operand(scanner)?,
            }
        }
        "select" => {
            let ty = scalar(scanner)?;
            let cond = operand(scanner)?;
            Instr::Select { ty, dst, cond, a: next_operand(scanner)?, b: next_operand(scanner)? }
        }
        "floatfits" => {
            let signed = sign(scanner)?;
            let from = scalar(scanner)?;
            let a = operand(scanner)?;
            Instr::FloatFits { signed, from, dst, a, to: scalar(scanner)? }
        }
        "fneg" => Instr::FloatNeg { dst, ty: scalar(scanner)?, a: operand(scanner)? },
        "load" => Instr::Load { dst, ty: scalar(scanner)?, ptr: operand(scanner)? },
        "address" => match scanner.peek() {
            Some(Token::Word(word)) if word.starts_with("fn") => {
                Instr::FuncAddr { dst, func: FuncId(scanner.id(FuncId::PREFIX)?) }
            }
            _ => Instr::GlobalAddr { dst, global: GlobalId(scanner.id(GlobalId::PREFIX)?) },
        },
        "ptradd" => Instr::PtrAdd { dst, ptr: operand(scanner)?, offset: next_operand(scanner)? },
        "ptrsub" => Instr::PtrSub { dst, a: operand(scanner)?, b: next_operand(scanner)? },
        "begin" => {
            let local = LocalId(scanner.id(LocalId::PREFIX)?);
            let size = operand(scanner)?;
            scanner.punctuation(',')?;
            Instr::Begin { dst, local, size, align: scanner.number()? }
        }
        "call" => Instr::Call(Box::new(read_call(scanner, Some(dst))?)),
        "vaarg" => {
            let ty = scalar(scanner)?;
            let list = operand(scanner)?;
            let aggregate =
                if scanner.take_word("aggregate") { Some(scanner.number()?) } else { None };
            Instr::VaArg { ty, dst, list, aggregate }
        }
        other => return operator(scanner, dst, other),
    })
}

/// Reads an instruction that is named by its operator.
fn operator(scanner: &mut Scanner, dst: Reg, name: &str) -> Result<Instr> {
    if let Some(op) = UnaryOp::from_name(name) {
        return Ok(Instr::Unary { op, dst, ty: scalar(scanner)?, a: operand(scanner)? });
    }
    if let Some(op) = CastOp::from_name(name) {
        let from = scalar(scanner)?;
        let a = operand(scanner)?;
        return Ok(Instr::Cast { op, from, dst, a, to: scalar(scanner)? });
    }
    let ty = scalar(scanner)?;
    let a = operand(scanner)?;
    let b = next_operand(scanner)?;
    if let Some(op) = BinaryOp::from_name(name) {
        Ok(Instr::Binary { op, ty, dst, a, b })
    } else if let Some(op) = CompareOp::from_name(name) {
        Ok(Instr::Compare { op, ty, dst, a, b })
    } else if let Some(op) = FloatOp::from_name(name) {
        Ok(Instr::Float { op, ty, dst, a, b })
    } else if let Some(op) = FloatCompareOp::from_name(name) {
        Ok(Instr::FloatCompare { op, ty, dst, a, b })
    } else {
        Err(scanner.error(&format!("unknown instruction '{name}'")))
    }
}

fn read_call(scanner: &mut Scanner, dst: Option<Reg>) -> Result<Call> {
    let returns = scalar_or_void(scanner)?;
    let callee = if scanner.take('*') {
        Callee::Indirect(operand(scanner)?)
    } else {
        Callee::Direct(FuncId(scanner.id(FuncId::PREFIX)?))
    };
    scanner.punctuation('(')?;
    let mut args = Vec::new();
    let mut fixed = None;
    while !scanner.take(')') {
        if scanner.take(';') {
            fixed = Some(args.len());
        } else if !args.is_empty() {
            scanner.punctuation(',')?;
        }
        args.push(Arg { ty: scalar(scanner)?, value: operand(scanner)? });
    }
    let fixed = u32::try_from(fixed.unwrap_or(args.len()))
        .map_err(|_| scanner.error("too many arguments"))?;
    Ok(Call { dst, returns, callee, args, fixed })
}
