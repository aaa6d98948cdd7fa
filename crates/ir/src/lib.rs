//! The program that Vellum executes: a typed control-flow graph over byte-addressed memory.
//!
//! It knows neither C nor symbolic terms. Front ends produce it, engines run it, and both rely on these properties:
//!
//! 1. Registers hold scalars ([`Ty`]); aggregates live in memory.
//! 2. Memory consists of allocations of bytes, little endian. Globals live from the start; `begin` and `end` delimit the lifetime of a
//!    local in memory.
//! 3. A `check` stands before each operation that may be undefined behaviour, and says the condition under which it is defined.
//! 4. [`eval`] is the only definition of the operators on concrete bits.
//! 5. Positions, scopes and source types are side tables. No instruction's meaning depends on them.
//!
//! [`Builder`] builds the body of a function; [`text`] prints a module, [`read`](read::read) parses the text form, and
//! [`verify`](verify::verify) checks that a module is well formed. [`diagnostic`] has the errors and warnings of front ends.

pub mod builder;
pub mod data_model;
pub mod diagnostic;
pub mod disagreeing_calls;
pub mod eval;
pub mod ids;
pub mod instr;
pub mod join_point;
pub mod library;
pub mod liveness;
pub mod module;
pub mod ops;
pub mod read;
pub mod scalar;
pub mod source;
pub mod text;
pub mod verify;

pub use builder::Builder;
pub use data_model::{DataModel, Layout};
pub use ids::{BlockId, FileId, FuncId, GlobalId, LocalId, MessageId, Reg, ScopeId, TypeId};
pub use instr::{Arg, Call, Callee, Case, Instr, Operand, Terminator};
pub use join_point::{JoinPoint, JoinPoints};
pub use liveness::Liveness;
pub use module::{
    Block, Body, Function, Global, Linkage, Local, Module, Origin, Param, Relocation, Scope,
    Storage, Target, Variable,
};
pub use ops::{
    BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, FloatOp, Rounding, UnaryOp,
};
pub use scalar::Ty;
pub use source::{BitRange, Field, Position, Record, SourceType, TypeTable};
