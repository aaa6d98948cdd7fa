//! The machine: the program, the terms, the path solver, and what every part of an instruction needs: memory,
//! decisions, registers, sites.
//!
//! A machine works on one state at a time. It does not know which instruction comes next, or what becomes of the
//! forks and violations that it records; `interp` carries out instructions by it, and `explore` takes the
//! records.

pub(crate) mod dead_blocks;
pub(crate) mod decide;
pub(crate) mod frames;
pub(crate) mod indeterminate;
pub(crate) mod input_pointers;
pub(crate) mod inputs;
pub(crate) mod locations;
pub(crate) mod operate;
pub(crate) mod raw_access;
pub(crate) mod reachability;
pub(crate) mod records;
pub(crate) mod registers;
pub(crate) mod unfold;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ir::FuncId;
use memory::{Memory, Names, Site, Value};
use term::{Bits, FunctionId, Term, TermMap, TermSet, Terms};

use crate::findings::end::End;
use crate::findings::property::Property;
use crate::machine::dead_blocks::FEWEST_ALLOCATIONS;
use crate::machine::input_pointers::InputPointers;
use crate::machine::inputs::{Foreign, PartOfResult};
use crate::machine::reachability::LivenessTable;
use crate::machine::records::{Log, Records};
use crate::options::Options;
use crate::program::decode::Code;
use crate::program::host::Host;
use crate::program::loaded::Loaded;
use crate::program::natural::Loop;
use crate::solve::path_solver::PathSolver;
use crate::state::frames::{ExecutionPoint, State};

/// A machine that executes a program symbolically, or concretely if it has no path solver.
pub struct Machine<'h, M> {
    /// The program, which all machines share. The outer `Rc` makes copies within a thread cheap.
    #[expect(
        clippy::redundant_allocation,
        reason = "the counter of an `Arc` is shared by all threads"
    )]
    pub loaded: Rc<Arc<Loaded>>,
    /// The terms of all states.
    pub terms: Terms,
    /// The environment of the program.
    pub host: &'h mut dyn Host,
    /// The path solver. Without it the program runs concretely, and a decision on a symbolic value is a
    /// violation.
    pub solver: Option<PathSolver>,
    /// The flag that cancels the run; a path solver has a flag of its own in addition.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The options of the run.
    pub options: Options,
    /// The input pointers of a function that is checked by itself.
    pub(crate) lazy: InputPointers,
    /// The symbols and counters that the memory models of all states share.
    pub(crate) names: Names,
    /// The memory of a program that has not started yet.
    pub(crate) empty: M,
    /// The symbols that stand for uninitialised registers.
    pub(crate) uninitialised: TermSet,
    /// For symbols of indeterminate values, the symbols of another content of the same memory.
    pub(crate) other_contents: TermMap<Term>,
    /// The symbols of values that functions without a body returned or wrote.
    pub(crate) foreign: TermMap<Foreign>,
    /// The records of the instructions since they were last taken.
    pub(crate) records: Records<M>,
    /// The undefined behaviour that is a cut already, by property and site.
    pub(crate) known_undefined: Vec<(Property, Site)>,
    /// The number of forks.
    pub(crate) splits: u64,
    /// The number of forks at each site.
    pub(crate) forked_at: HashMap<Site, u64>,
    /// The states that the current instruction forked, until the interpreter takes them.
    pub(crate) forks: Vec<State<M>>,
    /// The site of the function that the program starts in: its inputs are asked for there.
    pub(crate) start: Site,
    /// The live registers of functions, computed when first needed.
    pub(crate) liveness: LivenessTable,
    /// The loops of functions, computed when first needed.
    pub(crate) natural_loops: HashMap<FuncId, Rc<[Loop]>>,
    /// The log of a trace, while there is one.
    pub(crate) log: Option<Log>,
    /// Symbols for the addresses of allocations in another layout, by alignment.
    pub(crate) other_addresses: HashMap<(term::AllocId, u64), Term>,
    /// The uninterpreted functions that stand for functions without a body.
    pub(crate) uninterpreted: HashMap<PartOfResult, FunctionId>,
    /// The width of a pointer in bits.
    pub(crate) pointer: u32,
    /// The decoded functions. Each machine has its own, since it replaces operations to stop at the loops that it
    /// inspects.
    pub(crate) code: Vec<Rc<Code>>,
    /// The point before which a path stops that is replayed for another machine.
    pub(crate) until: Option<ExecutionPoint>,
    /// The inputs that such a path follows, in order, where its decisions lead elsewhere in this machine.
    pub(crate) follows: Option<Rc<[Bits]>>,
    /// A buffer for the arguments of a call.
    pub(crate) arguments: Vec<Value>,
    /// The number of allocations until dead blocks are forgotten, in a run on numbers.
    pub(crate) until_sweep: u64,
}

/// The result of a part of an instruction: an error ends the path.
pub(crate) type Step<T> = Result<T, End>;

impl<'h, M: Memory> Machine<'h, M> {
    /// Creates a machine for a program that other machines may share.
    pub(crate) fn new(
        loaded: &Arc<Loaded>,
        options: Options,
        host: &'h mut dyn Host,
        empty: M,
    ) -> Machine<'h, M> {
        Machine {
            code: loaded.code.iter().map(|code| Rc::new(code.clone())).collect(),
            pointer: loaded.module.model.pointer_bits(),
            loaded: Rc::new(loaded.clone()),
            terms: Terms::new(),
            host,
            solver: None,
            cancel: None,
            options,
            lazy: InputPointers::default(),
            names: Names::default(),
            empty,
            uninitialised: TermSet::default(),
            other_contents: TermMap::default(),
            foreign: TermMap::default(),
            records: Records::default(),
            known_undefined: Vec::new(),
            splits: 0,
            forked_at: HashMap::new(),
            forks: Vec::new(),
            start: Site(0),
            liveness: LivenessTable::new(),
            natural_loops: HashMap::new(),
            log: None,
            other_addresses: HashMap::new(),
            uninterpreted: HashMap::new(),
            until: None,
            follows: None,
            arguments: Vec::new(),
            until_sweep: FEWEST_ALLOCATIONS,
        }
    }

    /// Whether the run was cancelled.
    pub(crate) fn interrupted(&self) -> bool {
        let is_cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.solver.as_ref().is_some_and(PathSolver::interrupted)
            || self.cancel.as_ref().is_some_and(is_cancelled)
    }
}
