//! The machine: the program, the terms, and what every part of an instruction needs: memory, decisions, registers, places.
//!
//! It knows one state at a time. It does not know which instruction comes next, or what becomes of the states that it notes.

pub(crate) mod decide;
pub(crate) mod frames;
pub(crate) mod indeterminate;
pub(crate) mod inputs;
pub(crate) mod lazy_inputs;
pub(crate) mod locations;
pub(crate) mod notes;
pub(crate) mod operate;
pub(crate) mod options;
pub(crate) mod owners;
pub(crate) mod raw_access;
pub(crate) mod reachability;
pub(crate) mod registers;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ir::{FuncId, Module};
use memory::{Counts, Memory, Names, Site, Value};
use term::{FunctionId, Term, TermMap, TermSet, Terms};

use crate::findings::end::End;
use crate::findings::property::{Properties, Property};
use crate::machine::inputs::{Foreign, PartOfResult};
use crate::machine::lazy_inputs::LazyInputs;
use crate::machine::notes::{Log, Notes};
use crate::machine::options::{Allocations, Externals, Limits, Random};
use crate::machine::reachability::LivenessTable;
use crate::program::decode::Code;
use crate::program::host::Host;
use crate::program::loaded::Loaded;
use crate::program::natural::Loop;
use crate::solve::path_solver::PathSolver;
use crate::state::frames::{ExecutionPoint, State};

/// A program and what is needed to run it.
pub struct Machine<'h, M> {
    /// The program, shared by all machines that run it; counted here once more, for a copy within a thread costs less.
    pub loaded: Rc<Arc<Loaded>>,
    /// The terms of all states.
    pub terms: Terms,
    /// The outside world.
    pub host: &'h mut dyn Host,
    /// Answers about paths. Without it the program runs on numbers, and a decision on anything else
    /// is a finding.
    pub solver: Option<PathSolver>,
    /// Set by who wants the machine to give up; where there is an solver, it looks at a flag of its own too.
    pub cancel: Option<Arc<AtomicBool>>,
    /// What is looked for.
    pub properties: Properties,
    /// Whether there is always memory.
    pub allocations: Allocations,
    /// What functions without a body do.
    pub externals: Externals,
    /// Where random numbers come from.
    pub random: Random,
    /// How many bytes standard input has, where that is said.
    pub stdin: Option<u64>,
    /// How a function's inputs are made.
    pub lazy: LazyInputs,
    pub(crate) names: Names,
    /// The memory of a program that was not started yet.
    pub(crate) empty: M,
    /// Symbols that stand for registers that were never written.
    pub(crate) unwritten: TermSet,
    /// For symbols of indeterminate values, those of another content of the same memory.
    pub(crate) other_contents: TermMap<Term>,
    /// What functions without a body returned and wrote.
    pub(crate) foreign: TermMap<Foreign>,
    /// What instructions noted, for whoever runs them.
    pub(crate) notes: Notes<M>,
    /// Undefined behaviour that is a reason already, by property and place.
    pub(crate) known_undefined: Vec<(Property, Site)>,
    /// How often a state became two.
    pub(crate) splits: u64,
    /// How often places were forked at.
    pub(crate) forked_at: HashMap<Site, u64>,
    /// States that the current instruction has made of one.
    pub(crate) forks: Vec<State<M>>,
    /// Where the function stands that is started: what it is given comes from there.
    pub(crate) start: Site,
    pub(crate) liveness: LivenessTable,
    /// The loops of functions in which one was looked for.
    pub(crate) natural_loops: HashMap<FuncId, Rc<[Loop]>>,
    /// What is noted for a trace, while there is one.
    pub(crate) log: Option<Log>,
    /// Symbols for addresses that blocks might have in another layout, by alignment.
    pub(crate) other_addresses: HashMap<(term::AllocId, u64), Term>,
    /// Uninterpreted functions for functions without a body.
    pub(crate) uninterpreted: HashMap<PartOfResult, FunctionId>,
    pub(crate) limits: Limits,
    /// The width of a pointer.
    pub(crate) pointer: u32,
    /// The functions, decoded: this machine's own, since it stops at the loops that it looks at.
    pub(crate) code: Vec<Rc<Code>>,
    /// The instruction before which a path stops that is repeated for another machine.
    pub(crate) until: Option<ExecutionPoint>,
    /// Room for the arguments of a call.
    pub(crate) arguments: Vec<Value>,
}

/// What an instruction yields: a path goes on, or ends.
pub(crate) type Step<T> = Result<T, End>;

impl<'h, M: Memory> Machine<'h, M> {
    /// A machine for a program of its own.
    pub fn new(module: Module, limits: Limits, host: &'h mut dyn Host, empty: M) -> Machine<'h, M> {
        Machine::of(&Arc::new(Loaded::new(module)), limits, host, empty)
    }

    /// A machine for a program that others may run as well.
    pub fn of(
        loaded: &Arc<Loaded>,
        limits: Limits,
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
            properties: Properties::usual(),
            allocations: Allocations::default(),
            externals: Externals::Error,
            random: Random::default(),
            stdin: None,
            lazy: LazyInputs::default(),
            names: Names::default(),
            empty,
            unwritten: TermSet::default(),
            other_contents: TermMap::default(),
            foreign: TermMap::default(),
            notes: Notes::default(),
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
            limits,
            until: None,
            arguments: Vec::new(),
        }
    }

    /// What memory was asked so far.
    #[must_use]
    pub fn memory_counts(&self) -> Counts {
        self.names.counts
    }

    /// Whether somebody asked to give up.
    pub(crate) fn interrupted(&self) -> bool {
        let is_cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.solver.as_ref().is_some_and(PathSolver::interrupted)
            || self.cancel.as_ref().is_some_and(is_cancelled)
    }
}
