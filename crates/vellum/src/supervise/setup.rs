//! The setup of a check, from which each worker creates its machine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::{
    Allocations, Bounds, Explorer, Limits, Loaded, Machine, NoHost, PathSolver, Properties, Start,
};
use ir::{Function, Module};
use memory::{Allocation, AnyMemory, Memory};

use crate::cli::arguments::CheckArguments;
use crate::cli::options::{AllocationCheck, LoopSummaries};
use crate::load::assumption::NotAssumed;
use crate::supervise::warden::Warden;

/// The limit on nested calls.
pub const DEPTH: usize = 4096;

/// Returns an empty memory of the selected model.
pub fn empty_memory(arguments: &CheckArguments, pointer: u32) -> Result<AnyMemory, String> {
    let name = arguments.memory.name();
    let empty = AnyMemory::named(name, pointer);
    let empty = empty.ok_or_else(|| format!("there is no memory model '{name}'"))?;
    let allocation = arguments.allocation;
    match empty {
        AnyMemory::Separation(empty) => {
            let allocation = allocation.map(Allocation::from).unwrap_or_default();
            Ok(AnyMemory::Separation(empty.with(allocation)))
        }
        _ if allocation.is_some() => {
            Err(format!("--allocation is for --memory separation, not for --memory {name}"))
        }
        _ if arguments.heap_formula => {
            Err(format!("--heap-formula is for --memory separation, not for --memory {name}"))
        }
        empty => Ok(empty),
    }
}

/// Returns the solver for queries about paths.
fn solver(arguments: &CheckArguments, limits: solver::Limits) -> Result<PathSolver, String> {
    let Some(config) = &arguments.solver else {
        return Ok(PathSolver::new(solver::stack(), limits));
    };
    let memory = arguments.limits.memory_limit;
    let config = &solver::external::Config { memory, ..config.clone() };
    let mut solver = PathSolver::new(Box::new(solver::External::new(config.clone())), limits);
    if arguments.allocation == Some(AllocationCheck::Sl) {
        let mut separation = solver::External::new(config.clone());
        separation.knows_separation().map_err(|why| {
            let command = config.command.join(" ");
            format!("`{command}` does not support separation logic: {why}")
        })?;
        solver.separation = Some(separation);
    }
    Ok(solver)
}

/// A check, from which each worker creates its machine.
pub struct Setup<M> {
    /// Creates a memory without blocks.
    pub make: Arc<dyn Fn() -> M + Send + Sync>,
    pub loaded: Arc<Loaded>,
    pub properties: Properties,
    pub arguments: Arc<CheckArguments>,
    /// Assumptions that cannot be made for a function.
    pub not_assumed: Arc<[NotAssumed]>,
    pub warden: Warden,
    /// Whether the process ends after this check, so that nothing needs to be dropped.
    pub is_last: bool,
}

impl<M> Clone for Setup<M> {
    fn clone(&self) -> Setup<M> {
        Setup {
            make: self.make.clone(),
            loaded: self.loaded.clone(),
            properties: self.properties,
            arguments: self.arguments.clone(),
            not_assumed: self.not_assumed.clone(),
            warden: self.warden.clone(),
            is_last: self.is_last,
        }
    }
}

impl<M: Memory + 'static> Setup<M> {
    /// Creates an exploration that a flag cancels.
    pub fn explorer<'h>(
        &self,
        nobody: &'h mut NoHost,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Explorer<'h, M>, String> {
        let arguments = &*self.arguments;
        let limits = Limits {
            steps: arguments.max_steps.unwrap_or(u64::MAX),
            depth: DEPTH,
            decisions: arguments.max_depth,
            unwind: arguments.unwind,
        };
        let mut machine = Machine::of(&self.loaded, limits, nobody, (self.make)());
        let limits = solver::Limits { conflicts: arguments.conflicts, interrupt: Some(interrupt) };
        machine.solver = Some(solver(arguments, limits)?);
        machine.properties = self.properties;
        // `new` does not fail.
        machine.allocations = match arguments.malloc_may_fail {
            _ if arguments.program.is_javalite() => Allocations::Succeed,
            true => Allocations::MayFail,
            false => Allocations::AssumedToSucceed,
        };
        machine.stdin = arguments.symbolic_stdin;
        machine.random = arguments.random.into();
        machine.externals = arguments.externals.into();
        machine.lazy.heap = arguments.heap.into();
        machine.lazy.array_bound = arguments.array_bound;
        machine.lazy.interior = arguments.interior_aliases;
        machine.lazy.non_null = non_null(&self.loaded.module, arguments);
        let mut explorer = Explorer::new(machine);
        explorer.merging.how = arguments.merge.into();
        explorer.loops.compact = arguments.loops == LoopSummaries::Compact;
        Ok(explorer)
    }
}

/// The word for every parameter in `--non-null`.
pub const EVERY: &str = "all";

/// Whether a function has a parameter, so that `--non-null` applies to it.
pub fn has_parameter(function: &Function, name: &str) -> bool {
    name == EVERY || function.params.iter().any(|param| param.name == name)
}

/// The parameters that are not null.
fn non_null(module: &Module, arguments: &CheckArguments) -> Vec<String> {
    let function = module.function_named(arguments.start()).map(|id| module.function(id));
    match function.filter(|_| arguments.non_null.iter().any(|name| name == EVERY)) {
        Some(function) => function.params.iter().map(|param| param.name.clone()).collect(),
        None => arguments.non_null.clone(),
    }
}

/// Returns the start of the exploration.
pub fn from(arguments: &CheckArguments) -> Start {
    Start {
        function: arguments.start().to_owned(),
        arguments: arguments.symbolic_args,
        path: arguments.path.as_ref().map(|path| path.0.clone()),
    }
}

/// Returns the bounds of the exploration.
pub fn bounds(arguments: &CheckArguments) -> Bounds {
    Bounds { paths: arguments.max_paths, deadline: None, keep_going: arguments.keep_going }
}
