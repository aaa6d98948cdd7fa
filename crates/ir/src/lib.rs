//! The program that Vellum executes: a typed control-flow graph over byte-addressed memory.
//!
//! It knows neither C nor symbolic terms. Front ends produce it, engines run it, and both agree on this much:
//!
//! 1. Registers hold scalars ([`Ty`]); aggregates live in memory.
//! 2. Memory is blocks of bytes, little endian. Globals exist from the start; locals that need memory `begin` and `end`.
//! 3. Where a rule of the language may break, a `check` says so, with the condition under which it holds.
//! 4. [`eval`] is the one definition of what the operators compute on concrete bits.
//! 5. Positions, scopes and source types are side tables. No instruction's meaning depends on them.
//!
//! [`Builder`] makes the body of a function; [`text`] prints a module and [`read`](read::read) reads it back;
//! [`verify`](verify::verify) checks that all of it fits together. [`diagnostic`] is what front ends say about source files.

pub mod builder;
pub mod data_model;
pub mod diagnostic;
pub mod eval;
pub mod ids;
pub mod instr;
pub mod liveness;
pub mod meeting;
pub mod module;
pub mod ops;
pub mod read;
pub mod scalar;
pub mod source;
pub mod supply;
pub mod text;
pub mod verify;

pub use builder::Builder;
pub use data_model::{DataModel, Layout};
pub use ids::{BlockId, FileId, FuncId, GlobalId, LocalId, MessageId, Reg, ScopeId, TypeId};
pub use instr::{Arg, Call, Callee, Case, Instr, Operand, Terminator};
pub use liveness::Liveness;
pub use meeting::{Meeting, Meetings};
pub use module::{
    Block, Body, Function, Global, Linkage, Local, Module, Origin, Param, Place, Relocation, Scope,
    Target, Variable,
};
pub use ops::{
    BinaryOp, CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, FloatOp, Rounding, UnaryOp,
};
pub use scalar::Ty;
pub use source::{BitRange, Field, Position, Record, SourceType, TypeTable};
