//! The state of a path: calls, registers, memory. Everything that a fork copies, and nothing else.

use ir::{BlockId, FuncId, LocalId, Reg};
use memory::{Blocks, Contents, Value};
use term::Term;

/// What a register holds that was never written. It becomes a fresh symbol when it is read.
pub const UNWRITTEN: Value = Value::Term(Term::FALSE);

/// A state.
#[derive(Clone)]
pub struct State {
    /// The calls, innermost last.
    pub frames: Vec<Frame>,
    /// The registers of all calls, one after the other.
    pub registers: Vec<Value>,
    /// The blocks and what they hold.
    pub memory: Blocks<Contents>,
    /// The addresses of globals, by number.
    pub globals: std::rc::Rc<Vec<term::BlockId>>,
    /// The addresses of functions, by number.
    pub functions: std::rc::Rc<Vec<term::BlockId>>,
    /// Instructions so far.
    pub steps: u64,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// Where its registers begin.
    pub base: usize,
    /// The block it is in.
    pub block: BlockId,
    /// The next instruction.
    pub at: usize,
    /// The blocks of memory that it began and that live, in order.
    pub locals: Vec<(LocalId, term::BlockId)>,
    /// The variable arguments.
    pub arguments: Option<term::BlockId>,
    /// Where the caller wants the result.
    pub result: Option<Reg>,
}
