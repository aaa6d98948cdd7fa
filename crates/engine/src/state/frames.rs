//! The state of a path: call frames, registers and memory. A state has everything that a fork copies, and nothing
//! else.
//!
//! This file does not know how instructions change a state: `machine` and `interp` do.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BlockId, FuncId, LocalId, Reg, Rounding};
use memory::{Memory, Site, Value};
use term::Term;

use crate::state::coverage::TakenEdges;
use crate::state::folded::Folded;
use crate::state::inputs::Inputs;
use crate::state::joins::PendingJoin;
use crate::state::marks::LoopMarks;
use crate::state::path::Path;

/// The content of an uninitialised register. The first read replaces it by a fresh symbol.
pub const UNINITIALISED: Value = Value::Term(Term::FALSE);

/// A symbolic state: one point of one path.
#[derive(Clone)]
pub struct State<M> {
    /// The frame of the innermost call.
    pub frame: Frame,
    /// The frames of its callers, innermost last; the first belongs to no function (`NO_FUNCTION`).
    pub callers: Vec<Frame>,
    /// The registers of all calls, one call after the other; the constants of its function follow the registers
    /// of a call.
    pub registers: Vec<Value>,
    /// The allocations and their contents.
    pub memory: M,
    /// The allocations of globals, by number; then those of other objects of static lifetime.
    pub globals: Rc<Vec<term::AllocId>>,
    /// The allocations of functions, by number.
    pub functions: Rc<Vec<term::AllocId>>,
    /// The number of instructions before the current block, counted since the start.
    pub steps: u64,
    /// The path that leads to this state.
    pub path: Path,
    /// The number of bytes that were read from standard input.
    pub read: u64,
    /// The last instruction of the program and the calls around it; meaningless until the program has ended.
    pub last: (Site, Vec<Site>),
    /// The lazy inputs of the function under check.
    pub inputs: Inputs,
    /// How often its site had been forked at when the state was created: a search heuristic, not updated
    /// afterwards.
    pub visits: u64,
    /// The outgoing edges of blocks that the path took; empty where coverage is not recorded.
    pub taken: TakenEdges,
    /// The rounding mode of float operations.
    pub rounding: Rounding,
    /// The heap allocations that escaped to a function without a body, which may have freed them, and the site of
    /// that call.
    pub escaped: Rc<BTreeMap<term::AllocId, Site>>,
    /// The allocations that stand for list segments; only an abstract state has any.
    pub folded: Rc<BTreeMap<term::AllocId, Folded>>,
    /// The join points at which the state waits for states that forked from it, the next one last.
    pub pending_joins: Vec<PendingJoin>,
}

impl<M: Memory> State<M> {
    /// Returns a state in which no function has been called yet.
    #[must_use]
    pub fn new(memory: M) -> State<M> {
        State {
            frame: Frame::entry(NO_FUNCTION, 0, None),
            callers: Vec::new(),
            registers: Vec::new(),
            memory,
            globals: Rc::default(),
            functions: Rc::default(),
            steps: 0,
            path: Path::default(),
            read: 0,
            last: (Site(0), Vec::new()),
            inputs: Inputs::default(),
            visits: 0,
            taken: TakenEdges::default(),
            rounding: Rounding::Nearest,
            escaped: Rc::default(),
            folded: Rc::default(),
            pending_joins: Vec::new(),
        }
    }

    /// Records that heap allocations escape to functions without a body, and at which calls; the first call of
    /// each allocation counts.
    pub fn escape(&mut self, blocks: impl IntoIterator<Item = (term::AllocId, Site)>) {
        for (block, site) in blocks {
            if !self.escaped.contains_key(&block) {
                Rc::make_mut(&mut self.escaped).insert(block, site);
            }
        }
    }
}

/// The function of the frame in which no function has been called yet.
pub const NO_FUNCTION: FuncId = FuncId(u32::MAX);

/// A call frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// The index of its first register in `State::registers`.
    pub base: usize,
    /// The current block.
    pub block: BlockId,
    /// The index of the next instruction in the block.
    pub at: usize,
    /// The live allocations of its local variables, in the order of allocation.
    pub locals: Vec<(LocalId, term::AllocId)>,
    /// The allocation of the variable arguments.
    pub arguments: Option<term::AllocId>,
    /// The register of the caller that receives the result.
    pub result: Option<Reg>,
    /// How often back edges to a block were taken; counted only where iterations are limited.
    pub iterations: Vec<(BlockId, u64)>,
    /// The summaries of its loops that are in use.
    pub loops: LoopMarks,
}

impl Frame {
    /// Returns the frame of a call at the entry of its function.
    #[must_use]
    pub fn entry(function: FuncId, base: usize, result: Option<Reg>) -> Frame {
        Frame {
            function,
            base,
            block: BlockId(0),
            at: 0,
            locals: Vec::new(),
            arguments: None,
            result,
            iterations: Vec::new(),
            loops: LoopMarks::default(),
        }
    }
}

/// A point of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutionPoint {
    /// The number of instructions before the current block.
    pub steps: u64,
    /// The depth of the call stack.
    pub depth: usize,
    /// The next instruction.
    pub site: Site,
}
