//! The text form of a module. It is complete: [`crate::read`] makes an equal module of it.
//!
//! One line for each table entry, block and instruction. `#` starts a comment; the printer writes the names of ids there. The origin
//! of an instruction (`@file:line:column scope`) is printed where it differs from that of the instruction before it.

use std::fmt::{self, Write};

use crate::ids::TypeId;
use crate::instr::{Arg, Call, Callee, Instr, Operand, Terminator};
use crate::module::{Body, Function, Global, Linkage, Module, Origin, Storage, Target};
use crate::source::{Field, SourceType};

/// Prints a module.
pub fn print(module: &Module) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_module(&mut out, module);
    out
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_module(f, self)
    }
}

fn write_module(out: &mut dyn Write, module: &Module) -> fmt::Result {
    writeln!(out, "module {}", module.model)?;
    for file in &module.files {
        writeln!(out, "file {file:?}")?;
    }
    for message in &module.messages {
        writeln!(out, "message {message:?}")?;
    }
    for (id, ty) in module.types.iter() {
        write_type(out, id, ty)?;
    }
    for (index, global) in module.globals.iter().enumerate() {
        write_global(out, index, global)?;
    }
    for (index, function) in module.functions.iter().enumerate() {
        write_function(out, module, index, function)?;
    }
    Ok(())
}

fn write_type(out: &mut dyn Write, id: TypeId, ty: &SourceType) -> fmt::Result {
    write!(out, "type {id} = ")?;
    match ty {
        SourceType::Void => writeln!(out, "void"),
        SourceType::Bool => writeln!(out, "bool"),
        SourceType::Int { name, bits, signed } => {
            writeln!(out, "int {bits} {} {name:?}", sign(*signed))
        }
        SourceType::Float { name, bits } => writeln!(out, "float {bits} {name:?}"),
        SourceType::Pointer(to) => writeln!(out, "pointer {to}"),
        SourceType::Array { element, length: Some(length) } => {
            writeln!(out, "array {element} {length}")
        }
        SourceType::Array { element, length: None } => writeln!(out, "array {element} unknown"),
        SourceType::Function { returns, params, variadic } => {
            write!(out, "function {returns} (")?;
            separated(out, params, |out, param| write!(out, "{param}"))?;
            writeln!(out, "){}", if *variadic { " variadic" } else { "" })
        }
        SourceType::Record(record) => {
            let keyword = if record.is_union { "union" } else { "struct" };
            write!(out, "{keyword} {:?}", record.name)?;
            if record.by_typedef {
                write!(out, " typedef")?;
            }
            if !record.complete {
                return writeln!(out, " incomplete");
            }
            writeln!(out, " size {} align {} {{", record.size, record.align)?;
            for field in &record.fields {
                write_field(out, field)?;
            }
            writeln!(out, "}}")
        }
    }
}

fn write_field(out: &mut dyn Write, field: &Field) -> fmt::Result {
    write!(out, "  {} {} {:?}", field.offset, field.ty, field.name)?;
    match field.bits {
        Some(bits) => writeln!(out, " bits {} {}", bits.start, bits.width),
        None => writeln!(out),
    }
}

fn write_global(out: &mut dyn Write, index: usize, global: &Global) -> fmt::Result {
    write!(
        out,
        "global g{index} {:?} {} size {} align {}",
        global.name, global.ty, global.size, global.align
    )?;
    let flags = [
        (global.linkage == Linkage::Internal, "internal"),
        (global.linkage == Linkage::Block, "block"),
        (global.constant, "constant"),
        (global.string, "string"),
        (global.external, "external"),
        (global.thread_local, "thread"),
    ];
    write_flags(out, &flags)?;
    write_position(out, global.position)?;
    if !global.bytes.is_empty() {
        write!(out, " bytes ")?;
        for byte in &global.bytes {
            write!(out, "{byte:02x}")?;
        }
    }
    for relocation in &global.relocations {
        write!(out, " at {} ", relocation.offset)?;
        match relocation.target {
            Target::Global(id) => write!(out, "{id} {}", relocation.addend)?,
            Target::Function(id) => write!(out, "{id} {}", relocation.addend)?,
        }
    }
    writeln!(out)
}

fn write_function(
    out: &mut dyn Write,
    module: &Module,
    index: usize,
    function: &Function,
) -> fmt::Result {
    write!(out, "function fn{index} {:?} {} ", function.name, function.ty)?;
    match function.returns {
        Some(ty) => write!(out, "{ty}")?,
        None => write!(out, "void")?,
    }
    write!(out, " {} (", function.returns_source)?;
    separated(out, &function.params, |out, param| {
        let constant = if param.constant { " const" } else { "" };
        write!(out, "{} {}{constant} {:?}", param.ty, param.source, param.name)
    })?;
    write!(out, ")")?;
    let flags = [
        (function.linkage == Linkage::Internal, "internal"),
        (function.result_by_pointer, "result"),
        (function.variadic, "variadic"),
        (function.unprototyped, "unprototyped"),
        (function.noreturn, "noreturn"),
    ];
    write_flags(out, &flags)?;
    write_position(out, function.position)?;
    match &function.body {
        None => writeln!(out),
        Some(body) => {
            writeln!(out, " {{")?;
            write_body(out, module, function, body)?;
            writeln!(out, "}}")
        }
    }
}

fn write_flags(out: &mut dyn Write, flags: &[(bool, &str)]) -> fmt::Result {
    flags.iter().filter(|flag| flag.0).try_for_each(|flag| write!(out, " {}", flag.1))
}

fn write_position(out: &mut dyn Write, position: crate::source::Position) -> fmt::Result {
    write!(out, " @{}:{}:{}", position.file.0, position.line, position.column)
}

fn write_body(
    out: &mut dyn Write,
    module: &Module,
    function: &Function,
    body: &Body,
) -> fmt::Result {
    // Parameters come first and have their types above.
    for (index, ty) in body.registers.iter().enumerate().skip(function.params.len()) {
        writeln!(out, "  register r{index} {ty}")?;
    }
    for (index, local) in body.locals.iter().enumerate() {
        write!(out, "  local l{index} {:?} {}", local.name, local.ty)?;
        write_position(out, local.position)?;
        writeln!(out)?;
    }
    for (index, scope) in body.scopes.iter().enumerate() {
        write!(out, "  scope s{index}")?;
        if let Some(parent) = scope.parent {
            write!(out, " in {parent}")?;
        }
        for variable in &scope.variables {
            write!(out, " {:?} {}", variable.name, variable.ty)?;
            match variable.storage {
                Storage::Register(reg) => write!(out, " register {reg}")?,
                Storage::Memory(reg) => write!(out, " memory {reg}")?,
                Storage::Global(global) => write!(out, " global {global}")?,
            }
        }
        writeln!(out)?;
    }
    for (index, block) in body.blocks.iter().enumerate() {
        writeln!(out, "b{index}:")?;
        let origins = body.origins.get(index).map_or(&[][..], Vec::as_slice);
        let mut last = None;
        for (at, instr) in block.instrs.iter().enumerate() {
            write!(out, "  ")?;
            write_instr(out, instr)?;
            write_origin(out, origins.get(at), &mut last)?;
            write_comment(out, module, instr)?;
            writeln!(out)?;
        }
        write!(out, "  ")?;
        write_terminator(out, &block.terminator)?;
        write_origin(out, origins.get(block.instrs.len()), &mut last)?;
        writeln!(out)?;
    }
    Ok(())
}

fn write_origin(
    out: &mut dyn Write,
    origin: Option<&Origin>,
    last: &mut Option<Origin>,
) -> fmt::Result {
    let Some(origin) = origin.copied().filter(|origin| Some(*origin) != *last) else {
        return Ok(());
    };
    *last = Some(origin);
    write_position(out, origin.position)?;
    write!(out, " {}", origin.scope)
}

fn write_comment(out: &mut dyn Write, module: &Module, instr: &Instr) -> fmt::Result {
    let name = match instr {
        Instr::GlobalAddr { global, .. } => {
            module.globals.get(global.index()).map(|global| &global.name)
        }
        Instr::FuncAddr { func, .. } => module.functions.get(func.index()).map(|func| &func.name),
        Instr::Call(call) => match call.callee {
            Callee::Direct(func) => module.functions.get(func.index()).map(|func| &func.name),
            Callee::Indirect(_) => None,
        },
        _ => None,
    };
    match name.filter(|name| !name.is_empty() && !name.contains('\n')) {
        Some(name) => write!(out, "  # {name}"),
        None => Ok(()),
    }
}

fn write_instr(out: &mut dyn Write, instr: &Instr) -> fmt::Result {
    if let Some(dst) = instr.dst() {
        write!(out, "{dst} = ")?;
    }
    match instr {
        Instr::Const { ty, low, high, .. } => write!(out, "const {ty} {low} {high}"),
        Instr::Move { ty, src, .. } => write!(out, "move {ty} {src}"),
        Instr::Undef { .. } => write!(out, "undef"),
        Instr::Unary { op, ty, a, .. } => write!(out, "{op} {ty} {a}"),
        Instr::Binary { op, ty, a, b, .. } => write!(out, "{op} {ty} {a}, {b}"),
        Instr::Fits { op, signed, ty, a, b, .. } => {
            write!(out, "fits {op} {} {ty} {a}, {b}", sign(*signed))
        }
        Instr::Compare { op, ty, a, b, .. } => write!(out, "{op} {ty} {a}, {b}"),
        Instr::Select { ty, cond, a, b, .. } => write!(out, "select {ty} {cond}, {a}, {b}"),
        Instr::Cast { op, from, to, a, .. } => write!(out, "{op} {from} {a} {to}"),
        Instr::FloatFits { signed, from, to, a, .. } => {
            write!(out, "floatfits {} {from} {a} {to}", sign(*signed))
        }
        Instr::FloatNeg { ty, a, .. } => write!(out, "fneg {ty} {a}"),
        Instr::Float { op, ty, a, b, .. } => write!(out, "{op} {ty} {a}, {b}"),
        Instr::FloatCompare { op, ty, a, b, .. } => write!(out, "{op} {ty} {a}, {b}"),
        Instr::Load { ty, ptr, .. } => write!(out, "load {ty} {ptr}"),
        Instr::Store { ty, ptr, value } => write!(out, "store {ty} {ptr}, {value}"),
        Instr::GlobalAddr { global, .. } => write!(out, "address {global}"),
        Instr::FuncAddr { func, .. } => write!(out, "address {func}"),
        Instr::PtrAdd { ptr, offset, .. } => write!(out, "ptradd {ptr}, {offset}"),
        Instr::PtrSub { a, b, .. } => write!(out, "ptrsub {a}, {b}"),
        Instr::Begin { local, size, align, .. } => write!(out, "begin {local} {size}, {align}"),
        Instr::End { local } => write!(out, "end {local}"),
        Instr::Protect { local } => write!(out, "protect {local}"),
        Instr::Copy { to, from, size } => write!(out, "copy {to}, {from}, {size}"),
        Instr::Fill { ptr, value, size } => write!(out, "fill {ptr}, {value}, {size}"),
        Instr::Call(call) => write_call(out, call),
        Instr::VaStart { list } => write!(out, "vastart {list}"),
        Instr::VaArg { ty, list, aggregate: None, .. } => write!(out, "vaarg {ty} {list}"),
        Instr::VaArg { ty, list, aggregate: Some(size), .. } => {
            write!(out, "vaarg {ty} {list} aggregate {size}")
        }
        Instr::VaEnd { list } => write!(out, "vaend {list}"),
        Instr::VaCopy { to, from } => write!(out, "vacopy {to}, {from}"),
        Instr::Check { kind, cond, ty, a, b } => write!(out, "check {kind} {cond} {ty} {a}, {b}"),
        Instr::Unsupported { message } => write!(out, "unsupported {message}"),
    }
}

fn write_call(out: &mut dyn Write, call: &Call) -> fmt::Result {
    write!(out, "call ")?;
    match call.returns {
        Some(ty) => write!(out, "{ty} ")?,
        None => write!(out, "void ")?,
    }
    match call.callee {
        Callee::Direct(func) => write!(out, "{func}(")?,
        Callee::Indirect(pointer) => write!(out, "*{pointer}(")?,
    }
    let argument = |out: &mut dyn Write, arg: &Arg| write!(out, "{} {}", arg.ty, arg.value);
    let (fixed, variable) = call.args.split_at((call.fixed as usize).min(call.args.len()));
    separated(out, fixed, argument)?;
    if !variable.is_empty() {
        write!(out, "; ")?;
        separated(out, variable, argument)?;
    }
    write!(out, ")")
}

fn write_terminator(out: &mut dyn Write, terminator: &Terminator) -> fmt::Result {
    match terminator {
        Terminator::Jump(target) => write!(out, "jump {target}"),
        Terminator::Branch { cond, then, otherwise } => {
            write!(out, "branch {cond} {then} {otherwise}")
        }
        Terminator::Switch { ty, signed, value, cases, default } => {
            write!(out, "switch {} {ty} {value} {default} [", sign(*signed))?;
            separated(out, cases, |out, case| {
                write!(out, "{}..{} {}", case.low, case.high, case.target)
            })?;
            write!(out, "]")
        }
        Terminator::Return(None) => write!(out, "return"),
        Terminator::Return(Some(value)) => write!(out, "return {value}"),
        Terminator::Unreachable => write!(out, "unreachable"),
    }
}

fn sign(signed: bool) -> &'static str {
    if signed { "signed" } else { "unsigned" }
}

fn separated<T>(
    out: &mut dyn Write,
    items: &[T],
    mut write_one: impl FnMut(&mut dyn Write, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            write!(out, ", ")?;
        }
        write_one(out, item)?;
    }
    Ok(())
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Reg(reg) => write!(f, "{reg}"),
            Operand::Const(bits) => write!(f, "{bits}"),
        }
    }
}
