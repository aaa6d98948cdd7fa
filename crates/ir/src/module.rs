//! A program: functions, globals, and the tables that they refer to.
//!
//! How values cross a call:
//! 1. A scalar parameter is passed in a register.
//! 2. A struct or union parameter is a `ptr` to the caller's object. The *callee* copies it into its own memory before
//!    anything else, so the caller makes no copy. The parameter's source type is the struct, not a pointer to it.
//! 3. A function that returns a struct or union has `result_by_pointer`: its first parameter is a `ptr` to memory of
//!    the caller, which it fills before it returns; `returns` is `None`, and `returns_source` is the struct.
//! 4. A variadic struct argument is a `ptr` to a copy that the caller made and keeps until after the call.
//!    `va_arg` with `aggregate` gives that pointer.

use crate::data_model::DataModel;
use crate::diagnostic::{SourceLoc, is_runtime};
use crate::ids::{BlockId, FileId, FuncId, GlobalId, MessageId, Reg, ScopeId, TypeId};
use crate::instr::{Instr, Terminator};
use crate::scalar::Ty;
use crate::source::{Position, TypeTable};

/// A whole program. Plain data: every table is public, and [`crate::verify`] lists their invariants.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// The width of pointers, and the layout rules of the front end.
    pub model: DataModel,
    /// Names of source files, for positions.
    pub files: Vec<String>,
    /// Source-level types.
    pub types: TypeTable,
    /// Globals, static locals and string literals.
    pub globals: Vec<Global>,
    /// Functions with and without bodies.
    pub functions: Vec<Function>,
    /// The messages of `unsupported` instructions.
    pub messages: Vec<String>,
}

/// The linkage of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Visible to all units.
    External,
    /// Visible in one unit: another unit may have the same name.
    Internal,
    /// Visible in one block: a static local.
    Block,
}

/// An object of static lifetime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// As in the source; string literals have an empty name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Bytes; zero for an external object of incomplete type.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// Its linkage.
    pub linkage: Linkage,
    /// Writing to it is an error.
    pub constant: bool,
    /// A string literal.
    pub string: bool,
    /// Declared but not defined anywhere: its contents are unconstrained.
    pub external: bool,
    /// Thread-local; an engine with one thread may ignore it.
    pub thread_local: bool,
    /// The first bytes; the rest is zero. Empty for an object that is all zero.
    pub bytes: Vec<u8>,
    /// The pointers in it, in ascending order of offset, where `bytes` is zero.
    pub relocations: Vec<Relocation>,
    /// Where it is declared.
    pub position: Position,
}

/// A pointer inside the initial value of a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Its offset in the global.
    pub offset: u64,
    /// What it points to.
    pub target: Target,
    /// Bytes added to the target's address.
    pub addend: i64,
}

/// An object or function with a constant address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
}

/// A function; external if it has no body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// As in the source.
    pub name: String,
    /// Its linkage.
    pub linkage: Linkage,
    /// Its source type.
    pub ty: TypeId,
    /// Parameters; the first may be the pointer for the result (see the module's documentation).
    pub params: Vec<Param>,
    /// The scalar that it returns.
    pub returns: Option<Ty>,
    /// The type that it returns in the source.
    pub returns_source: TypeId,
    /// It returns a struct through its first parameter.
    pub result_by_pointer: bool,
    /// More arguments may follow.
    pub variadic: bool,
    /// Declared without a parameter list (`int f();`): calls may pass anything.
    pub unprototyped: bool,
    /// It never returns.
    pub noreturn: bool,
    /// Where it is declared, or defined.
    pub position: Position,
    /// Its code.
    pub body: Option<Body>,
}

/// A parameter. Its register is the one with the same number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// The type of the register.
    pub ty: Ty,
    /// The type in the source: a struct for a parameter passed by pointer.
    pub source: TypeId,
    /// A pointer to what is const-qualified.
    pub constant: bool,
    /// Empty if it has none.
    pub name: String,
}

/// The body of a function. Register `i` for `i < params.len()` holds parameter `i` at entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// The type of each register.
    pub registers: Vec<Ty>,
    /// The locals in memory.
    pub locals: Vec<Local>,
    /// Lexical scopes; a scope's parent stands before it.
    pub scopes: Vec<Scope>,
    /// Block 0 is the entry.
    pub blocks: Vec<Block>,
    /// For each block the origin of each instruction and of the terminator: the same shape as `blocks`.
    pub origins: Vec<Vec<Origin>>,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its instructions in order.
    pub instrs: Vec<Instr>,
    /// Its terminator.
    pub terminator: Terminator,
}

/// The origin of an instruction in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The position.
    pub position: Position,
    /// The innermost scope.
    pub scope: ScopeId,
}

/// A local that lives in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Empty for a temporary of the front end.
    pub name: String,
    /// Its type; `void` for an `alloca`.
    pub ty: TypeId,
    /// Where it is declared.
    pub position: Position,
}

/// A lexical scope.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// The scope around it; scope 0 has none.
    pub parent: Option<ScopeId>,
    /// Its variables, in order.
    pub variables: Vec<Variable>,
}

/// A variable of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where its value is stored.
    pub storage: Storage,
}

/// The storage of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In a register.
    Register(Reg),
    /// In memory, at the address that a register holds after `begin`.
    Memory(Reg),
    /// In a global: a static local.
    Global(GlobalId),
}

impl Module {
    /// Makes an empty program.
    pub fn new(model: DataModel) -> Module {
        Module { model, ..Module::default() }
    }

    /// Returns a position with the name of its file; an empty name if the module does not know it.
    #[must_use]
    pub fn source_loc(&self, position: Position) -> SourceLoc {
        let file = self.files.get(position.file.index()).map_or("", String::as_str);
        SourceLoc::new(file, position.line, position.column)
    }

    /// Returns whether a position is in the runtime; one in an unknown file is not.
    #[must_use]
    pub fn is_runtime(&self, position: Position) -> bool {
        self.files.get(position.file.index()).is_some_and(|file| is_runtime(file))
    }

    /// Returns the id of a source file, entered if it is new. Linear in the number of files.
    pub fn file(&mut self, name: &str) -> FileId {
        let index = self.files.iter().position(|file| file == name).unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        });
        FileId::new(index)
    }

    /// Returns the id of a message, entered if it is new.
    pub fn message(&mut self, text: &str) -> MessageId {
        let index = self.messages.iter().position(|message| message == text).unwrap_or_else(|| {
            self.messages.push(text.to_owned());
            self.messages.len() - 1
        });
        MessageId::new(index)
    }

    /// Returns the function with external linkage and this name; without one, any function with the name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        let named = |&(_, function): &(usize, &Function)| function.name == name;
        let mut candidates = self.functions.iter().enumerate().filter(named);
        let first = candidates.next()?;
        let is_external =
            |(_, function): &(usize, &Function)| function.linkage == Linkage::External;
        let external = [first].into_iter().chain(candidates).find(is_external);
        Some(FuncId::new(external.unwrap_or(first).0))
    }

    /// Returns a function of the table.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// Returns a global of the table.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
}

impl Body {
    /// Returns a block of the body.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// Returns the origin of instruction `index` of a block; the number after the last instruction is the terminator.
    pub fn origin(&self, block: BlockId, index: usize) -> Option<Origin> {
        self.origins.get(block.index())?.get(index).copied()
    }
}
