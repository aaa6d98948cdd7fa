//! The setup of a check: each worker makes its machine from it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::findings::Properties;
use engine::options::{Allocations, Bounds, Environment, LazyInputs, Limits, Options};
use engine::{Explorer, Loaded, Machine, NoHost, PathSolver, Start};
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
            format!("`{command}` cannot be asked about separation logic: {why}")
        })?;
        solver.separation = Some(separation);
    }
    Ok(solver)
}

/// A check: each worker makes its machine from it.
pub struct Setup<M> {
    /// Makes a memory without blocks.
    pub make: Arc<dyn Fn() -> M + Send + Sync>,
    pub loaded: Arc<Loaded>,
    pub properties: Properties,
    pub arguments: Arc<CheckArguments>,
    /// Assumptions that cannot be made for a function.
    pub not_assumed: Arc<[NotAssumed]>,
    pub warden: Warden,
    /// Whether the process ends after this: then nothing needs to be dropped.
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
    /// Makes an exploration that is cancelled when a flag is set.
    pub fn explorer<'h>(
        &self,
        nobody: &'h mut NoHost,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Explorer<'h, M>, String> {
        let arguments = &*self.arguments;
        let mut machine = Machine::of(&self.loaded, self.options(), nobody, (self.make)());
        let limits = solver::Limits { conflicts: arguments.conflicts, interrupt: Some(interrupt) };
        machine.solver = Some(solver(arguments, limits)?);
        Ok(Explorer::new(machine))
    }

    /// Returns the options of the exploration.
    fn options(&self) -> Options {
        let arguments = &*self.arguments;
        // `new` does not fail.
        let allocations = match arguments.malloc_may_fail {
            _ if arguments.program.is_javalite() => Allocations::Succeed,
            true => Allocations::MayFail,
            false => Allocations::AssumedToSucceed,
        };
        Options {
            properties: self.properties,
            limits: Limits {
                steps: arguments.max_steps.unwrap_or(u64::MAX),
                depth: DEPTH,
                decisions: arguments.max_depth,
                unwind: arguments.unwind,
                conflicts: arguments.conflicts,
            },
            environment: Environment {
                allocations,
                externals: arguments.externals.into(),
                random: arguments.random.into(),
                stdin: arguments.symbolic_stdin,
            },
            lazy: LazyInputs {
                heap: arguments.heap.into(),
                array_bound: arguments.array_bound,
                non_null: non_null(&self.loaded.module, arguments),
                interior: arguments.interior_aliases,
            },
            search: arguments.search.into(),
            merge: arguments.merge.into(),
            summarise_loops: arguments.loops == LoopSummaries::Compact,
        }
    }
}

/// What stands for every parameter in `--non-null`.
pub const EVERY: &str = "all";

/// Whether `--non-null` says something about a function.
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
