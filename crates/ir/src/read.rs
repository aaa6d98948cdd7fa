//! Reads the text form that [`crate::text`] prints.
//!
//! It checks the syntax and the order of table entries; the verifier checks that ids and types fit
//! together. The first error ends the reading: this is a format for tools and tests, not for authors.

mod instr;
mod scan;

use std::fmt;

use crate::data_model::DataModel;
use crate::ids::{GlobalId, LocalId, ScopeId, TypeId};
use crate::module::{
    Block, Body, Function, Global, Linkage, Local, Module, Origin, Param, Relocation, Scope,
    Storage, Target, Variable,
};
use crate::scalar::Ty;
use crate::source::{BitRange, Field, Position, Record, SourceType};
use scan::{Scanner, Token};

/// The first error in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from one.
    pub line: u32,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

/// Reads a module.
pub fn read(text: &str) -> Result<Module> {
    let mut scanner = Scanner::new(text)?;
    scanner.keyword("module")?;
    let name = scanner.word()?;
    let model =
        DataModel::from_name(&name).ok_or_else(|| scanner.error("expected lp64 or ilp32"))?;
    let mut module = Module::new(model);
    while !scanner.at_end() {
        match scanner.word()?.as_str() {
            "file" => module.files.push(scanner.string()?),
            "message" => module.messages.push(scanner.string()?),
            "type" => read_type(&mut scanner, &mut module)?,
            "global" => read_global(&mut scanner, &mut module)?,
            "function" => read_function(&mut scanner, &mut module)?,
            other => return Err(scanner.error(&format!("unknown item '{other}'"))),
        }
    }
    Ok(module)
}

fn type_id(scanner: &mut Scanner) -> Result<TypeId> {
    scanner.id(TypeId::PREFIX).map(TypeId)
}

fn position(scanner: &mut Scanner) -> Result<Position> {
    scanner.punctuation('@')?;
    let file = scanner.number()?;
    scanner.punctuation(':')?;
    let line = scanner.number()?;
    scanner.punctuation(':')?;
    let column = scanner.number()?;
    Ok(Position { file: crate::ids::FileId(file), line, column })
}

fn read_type(scanner: &mut Scanner, module: &mut Module) -> Result<()> {
    let id = scanner.entry(TypeId::PREFIX, module.types.len())?;
    scanner.punctuation('=')?;
    let ty = match scanner.word()?.as_str() {
        "void" => SourceType::Void,
        "bool" => SourceType::Bool,
        "int" => {
            let bits = scanner.number()?;
            let signed = sign(scanner)?;
            SourceType::Int { bits, signed, name: scanner.string()? }
        }
        "float" => SourceType::Float { bits: scanner.number()?, name: scanner.string()? },
        "pointer" => SourceType::Pointer(type_id(scanner)?),
        "array" => SourceType::Array {
            element: type_id(scanner)?,
            length: if scanner.take_word("unknown") { None } else { Some(scanner.number()?) },
        },
        "function" => {
            let returns = type_id(scanner)?;
            let params = scanner.list('(', ')', type_id)?;
            SourceType::Function { returns, params, variadic: scanner.take_word("variadic") }
        }
        keyword @ ("struct" | "union") => {
            SourceType::Record(read_record(scanner, keyword == "union")?)
        }
        other => return Err(scanner.error(&format!("unknown type '{other}'"))),
    };
    module.types.add(ty);
    debug_assert_eq!(module.types.len(), id + 1);
    Ok(())
}

fn read_record(scanner: &mut Scanner, is_union: bool) -> Result<Record> {
    let name = scanner.string()?;
    let by_typedef = scanner.take_word("typedef");
    let mut record = Record {
        name,
        by_typedef,
        is_union,
        complete: false,
        size: 0,
        align: 1,
        fields: Vec::new(),
    };
    if scanner.take_word("incomplete") {
        return Ok(record);
    }
    record.complete = true;
    scanner.keyword("size")?;
    record.size = scanner.number()?;
    scanner.keyword("align")?;
    record.align = scanner.number()?;
    scanner.punctuation('{')?;
    while !scanner.take('}') {
        let offset = scanner.number()?;
        let ty = type_id(scanner)?;
        let name = scanner.string()?;
        let bits = if scanner.take_word("bits") {
            Some(BitRange { start: scanner.number()?, width: scanner.number()? })
        } else {
            None
        };
        record.fields.push(Field { name, ty, offset, bits });
    }
    Ok(record)
}

fn sign(scanner: &mut Scanner) -> Result<bool> {
    match scanner.word()?.as_str() {
        "signed" => Ok(true),
        "unsigned" => Ok(false),
        _ => Err(scanner.error("expected signed or unsigned")),
    }
}

fn scalar(scanner: &mut Scanner) -> Result<Ty> {
    let word = scanner.word()?;
    Ty::ALL
        .into_iter()
        .find(|ty| ty.name() == word)
        .ok_or_else(|| scanner.error(&format!("expected a scalar type, found '{word}'")))
}

fn scalar_or_void(scanner: &mut Scanner) -> Result<Option<Ty>> {
    if scanner.take_word("void") { Ok(None) } else { scalar(scanner).map(Some) }
}

fn read_global(scanner: &mut Scanner, module: &mut Module) -> Result<()> {
    scanner.entry(GlobalId::PREFIX, module.globals.len())?;
    let name = scanner.string()?;
    let ty = type_id(scanner)?;
    scanner.keyword("size")?;
    let size = scanner.number()?;
    scanner.keyword("align")?;
    let align = scanner.number()?;
    let linkage = linkage(scanner);
    let constant = scanner.take_word("constant");
    let string = scanner.take_word("string");
    let external = scanner.take_word("external");
    let thread_local = scanner.take_word("thread");
    let position = position(scanner)?;
    let bytes = if scanner.take_word("bytes") { hex(scanner)? } else { Vec::new() };
    let mut relocations = Vec::new();
    while scanner.take_word("at") {
        let offset = scanner.number()?;
        let target = match scanner.peek() {
            Some(Token::Word(word)) if word.starts_with("fn") => {
                Target::Function(crate::ids::FuncId(scanner.id("fn")?))
            }
            _ => Target::Global(GlobalId(scanner.id("g")?)),
        };
        relocations.push(Relocation { offset, target, addend: scanner.number()? });
    }
    module.globals.push(Global {
        name,
        ty,
        size,
        align,
        linkage,
        constant,
        string,
        external,
        thread_local,
        bytes,
        relocations,
        position,
    });
    Ok(())
}

fn linkage(scanner: &mut Scanner) -> Linkage {
    match () {
        () if scanner.take_word("internal") => Linkage::Internal,
        () if scanner.take_word("block") => Linkage::Block,
        () => Linkage::External,
    }
}

fn hex(scanner: &mut Scanner) -> Result<Vec<u8>> {
    let word = scanner.word()?;
    let pairs = word.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> = pairs
        .map(|pair| {
            std::str::from_utf8(pair)
                .ok()
                .filter(|p| p.len() == 2)
                .and_then(|p| u8::from_str_radix(p, 16).ok())
        })
        .collect();
    bytes.ok_or_else(|| scanner.error("expected pairs of hexadecimal digits"))
}

fn read_function(scanner: &mut Scanner, module: &mut Module) -> Result<()> {
    scanner.entry("fn", module.functions.len())?;
    let name = scanner.string()?;
    let ty = type_id(scanner)?;
    let returns = scalar_or_void(scanner)?;
    let returns_source = type_id(scanner)?;
    let params = scanner.list('(', ')', |scanner| {
        let (ty, source) = (scalar(scanner)?, type_id(scanner)?);
        Ok(Param { ty, source, constant: scanner.take_word("const"), name: scanner.string()? })
    })?;
    let linkage = linkage(scanner);
    let result_by_pointer = scanner.take_word("result");
    let variadic = scanner.take_word("variadic");
    let unprototyped = scanner.take_word("unprototyped");
    let noreturn = scanner.take_word("noreturn");
    let position = position(scanner)?;
    let body = if scanner.take('{') { Some(read_body(scanner, &params)?) } else { None };
    module.functions.push(Function {
        name,
        linkage,
        ty,
        params,
        returns,
        returns_source,
        result_by_pointer,
        variadic,
        unprototyped,
        noreturn,
        position,
        body,
    });
    Ok(())
}

fn read_body(scanner: &mut Scanner, params: &[Param]) -> Result<Body> {
    let mut body =
        Body { registers: params.iter().map(|param| param.ty).collect(), ..Body::default() };
    loop {
        if scanner.take_word("register") {
            scanner.entry("r", body.registers.len())?;
            body.registers.push(scalar(scanner)?);
        } else if scanner.take_word("local") {
            scanner.entry(LocalId::PREFIX, body.locals.len())?;
            body.locals.push(Local {
                name: scanner.string()?,
                ty: type_id(scanner)?,
                position: position(scanner)?,
            });
        } else if scanner.take_word("scope") {
            scanner.entry(ScopeId::PREFIX, body.scopes.len())?;
            body.scopes.push(read_scope(scanner)?);
        } else if scanner.take('}') {
            return Ok(body);
        } else {
            scanner.entry("b", body.blocks.len())?;
            scanner.punctuation(':')?;
            read_block(scanner, &mut body)?;
        }
    }
}

fn read_scope(scanner: &mut Scanner) -> Result<Scope> {
    let parent =
        if scanner.take_word("in") { Some(ScopeId(scanner.id(ScopeId::PREFIX)?)) } else { None };
    let mut scope = Scope { parent, variables: Vec::new() };
    while let Some(Token::Text(_)) = scanner.peek() {
        let name = scanner.string()?;
        let ty = type_id(scanner)?;
        let storage = match scanner.word()?.as_str() {
            "register" => Storage::Register(instr::reg(scanner)?),
            "memory" => Storage::Memory(instr::reg(scanner)?),
            "global" => Storage::Global(GlobalId(scanner.id(GlobalId::PREFIX)?)),
            _ => return Err(scanner.error("expected register, memory or global")),
        };
        scope.variables.push(Variable { name, ty, storage });
    }
    Ok(scope)
}

fn read_block(scanner: &mut Scanner, body: &mut Body) -> Result<()> {
    let mut origins = Vec::new();
    let mut instrs = Vec::new();
    let mut last = Origin { position: Position::NONE, scope: ScopeId(0) };
    loop {
        let terminator = instr::terminator(scanner)?;
        if terminator.is_none() {
            instrs.push(instr::instr(scanner)?);
        }
        if let Some(Token::Punctuation('@')) = scanner.peek() {
            last = Origin {
                position: position(scanner)?,
                scope: ScopeId(scanner.id(ScopeId::PREFIX)?),
            };
        }
        origins.push(last);
        if let Some(terminator) = terminator {
            body.blocks.push(Block { instrs, terminator });
            body.origins.push(origins);
            return Ok(());
        }
    }
}
