//! The state of a path: calls, registers, memory. Everything that a fork copies, and nothing else.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BlockId, FuncId, LocalId, Reg, Rounding};
use memory::{Memory, Site, Value};
use term::Term;

use crate::state::coverage::Taken;
use crate::state::inputs::Inputs;
use crate::state::joins::PendingJoin;
use crate::state::marks::Rounds;
use crate::state::path::Path;

/// What a register holds that was never written. It becomes a fresh symbol when it is read.
pub const UNWRITTEN: Value = Value::Term(Term::FALSE);

/// A state.
#[derive(Clone)]
pub struct State<M> {
    /// The innermost call.
    pub frame: Frame,
    /// The calls around it, innermost last; the first is nobody's.
    pub callers: Vec<Frame>,
    /// The registers of all calls, one after the other; after those of a call, its function's constants.
    pub registers: Vec<Value>,
    /// The blocks and what they hold.
    pub memory: M,
    /// The addresses of globals, by number; then those of other objects that live as long.
    pub globals: Rc<Vec<term::AllocId>>,
    /// The addresses of functions, by number.
    pub functions: Rc<Vec<term::AllocId>>,
    /// Instructions so far.
    pub steps: u64,
    /// How it got here.
    pub path: Path,
    /// Bytes of standard input that were read.
    pub read: u64,
    /// The last instruction of the program once it has ended, and the calls around it.
    pub last: (Site, Vec<Site>),
    /// What the function that is checked was given.
    pub inputs: Inputs,
    /// How often its place had been forked at when it was made.
    pub visits: u64,
    /// The ways out of blocks that it took, where somebody wants to know.
    pub taken: Taken,
    /// How float operations round.
    pub rounding: Rounding,
    /// Blocks of the heap that a function without a body was given, which may have freed them, and where it was called.
    pub escaped: Rc<BTreeMap<term::AllocId, Site>>,
    /// Where it waits for states that it parted from, the next one last.
    pub pending_joins: Vec<PendingJoin>,
}

impl<M: Memory> State<M> {
    /// A state in which nothing was called yet.
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
            taken: Taken::default(),
            rounding: Rounding::Nearest,
            escaped: Rc::default(),
            pending_joins: Vec::new(),
        }
    }

    /// Functions without a body are given blocks of the heap, where they are called.
    pub fn escape(&mut self, blocks: impl IntoIterator<Item = (term::AllocId, Site)>) {
        for (block, site) in blocks {
            if !self.escaped.contains_key(&block) {
                Rc::make_mut(&mut self.escaped).insert(block, site);
            }
        }
    }
}

/// The function of the frame in which nothing was called yet.
pub const NO_FUNCTION: FuncId = FuncId(u32::MAX);

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
    pub locals: Vec<(LocalId, term::AllocId)>,
    /// The variable arguments.
    pub arguments: Option<term::AllocId>,
    /// Where the caller wants the result.
    pub result: Option<Reg>,
    /// How often a block was gone back to, where that is counted.
    pub rounds: Vec<(BlockId, u64)>,
    /// What it knows about its loops.
    pub loops: Rounds,
}

impl Frame {
    /// A call at the entry of its function.
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
            rounds: Vec::new(),
            loops: Rounds::default(),
        }
    }
}

/// A place in the course of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutionPoint {
    /// Instructions before the current block.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
    /// The instruction that comes next.
    pub site: Site,
}
