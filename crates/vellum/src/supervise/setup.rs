//! The setup of a check: from the arguments to the description of an exploration.

use std::sync::Arc;

use engine::findings::Properties;
use engine::options::{Allocations, Environment, LazyInputs, Limits, Options};
use engine::program::Loaded;
use engine::{Solvers, Start, Task};
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

/// Returns the solvers of a machine.
fn solvers(arguments: &CheckArguments) -> Result<Solvers, String> {
    let Some(config) = &arguments.solver else {
        return Ok(Solvers { paths: solver::stack(), separation: None });
    };
    let memory = arguments.limits.memory_limit;
    let config = solver::external::Config { memory, ..config.clone() };
    let mut separation = None;
    if arguments.allocation == Some(AllocationCheck::Sl) {
        let solver = separation.insert(solver::External::new(config.clone()));
        solver.knows_separation().map_err(|why| {
            let command = config.command.join(" ");
            format!("`{command}` does not support separation logic: {why}")
        })?;
    }
    Ok(Solvers { paths: Box::new(solver::External::new(config)), separation })
}

/// A check of a function.
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
    /// Returns the description of the exploration.
    pub fn task(&self) -> Task<M> {
        let arguments = self.arguments.clone();
        Task {
            program: self.loaded.clone(),
            memory: self.make.clone(),
            solvers: Arc::new(move || solvers(&arguments)),
            options: self.options(),
            start: Start {
                function: self.arguments.start().to_owned(),
                arguments: self.arguments.symbolic_args,
                path: self.arguments.path.as_ref().map(|path| path.0.clone()),
            },
        }
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
                paths: arguments.max_paths,
                conflicts: arguments.conflicts,
            },
            environment: Environment {
                allocations,
                externals: arguments.externals.into(),
                uninterpreted: arguments.uninterpreted.clone(),
                random: arguments.random.into(),
                stdin: arguments.symbolic_stdin,
            },
            lazy: LazyInputs {
                heap: arguments.heap.into(),
                array_bound: arguments.array_bound,
                non_null: non_null(&self.loaded.module, arguments),
                interior: arguments.interior_aliases,
            },
            keep_going: arguments.keep_going,
            search: arguments.search.into(),
            merge: arguments.merge.into(),
            summarise_loops: arguments.loops == LoopSummaries::Compact,
            proofs: arguments.proofs.into(),
        }
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
