//! The result of checking one program under several memory models, each in a process of its own.

use std::time::Duration;

use serde_json::Value;

use crate::check::Verdict;

/// The results under all models.
#[derive(Clone, Default, Debug)]
pub struct Comparison {
    /// One for each model, in the order in which they are wanted.
    pub runs: Vec<ModelRun>,
}

/// The result under one model.
#[derive(Clone, Debug)]
pub struct ModelRun {
    /// The name of the model.
    pub model: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The first reason why not everything was explored.
    pub reason: Option<String>,
    /// Costs.
    pub costs: ModelCosts,
    /// The whole result, as `vellum check --format json` prints it.
    pub report: Value,
}

/// The costs by which models are compared.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ModelCosts {
    /// Paths that ended, in any way.
    pub paths: u64,
    /// Instructions that were executed.
    pub instructions: u64,
    /// Loads of scalars.
    pub loads: u64,
    /// Loads from constant addresses.
    pub quick_loads: u64,
    /// Stores of scalars.
    pub stores: u64,
    /// Stores to constant addresses.
    pub quick_stores: u64,
    /// Terms that choose between two values.
    pub choices: u64,
    /// Queries about paths.
    pub queries: u64,
    /// Queries that the solver answered.
    pub by_solver: u64,
    /// Time in the layers of the solver.
    pub solver_time: Duration,
    /// Time on the clock.
    pub time: Duration,
    /// The largest resident size of the process, where the system reports it.
    pub peak_bytes: Option<u64>,
}

impl ModelRun {
    /// Reads a result as `vellum check --format json` prints it; `None` if it has no verdict.
    #[must_use]
    pub fn of(model: &str, report: Value) -> Option<ModelRun> {
        Some(ModelRun {
            model: model.to_owned(),
            verdict: Verdict::named(report["verdict"].as_str()?)?,
            reason: report["reason"].as_str().map(str::to_owned),
            costs: costs(&report["statistics"]),
            report,
        })
    }
}

/// Costs that a report lacks are zero.
fn costs(statistics: &Value) -> ModelCosts {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let seconds = |value: &Value| {
        Duration::try_from_secs_f64(value.as_f64().unwrap_or(0.0)).unwrap_or_default()
    };
    let (memory, solver) = (&statistics["memory"], &statistics["solver"]);
    let layers = solver["layers"].as_object().into_iter().flatten();
    ModelCosts {
        paths: number(&statistics["paths"]),
        instructions: number(&statistics["instructions"]),
        loads: number(&memory["reads"]),
        quick_loads: number(&memory["quick_reads"]),
        stores: number(&memory["writes"]),
        quick_stores: number(&memory["quick_writes"]),
        choices: number(&memory["choices"]),
        queries: number(&solver["queries"]),
        by_solver: number(&solver["by_solver"]),
        solver_time: layers.map(|(_, layer)| seconds(&layer["seconds"])).sum(),
        time: seconds(&statistics["seconds"]),
        peak_bytes: memory["peak_bytes"].as_u64(),
    }
}

impl Comparison {
    /// Returns one verdict for all models; `None` if two contradict each other, which is a bug.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let has = |verdict| self.runs.iter().any(|run| run.verdict == verdict);
        match (has(Verdict::True), has(Verdict::False), has(Verdict::Unknown)) {
            (true, true, _) => None,
            (_, true, _) => Some(Verdict::False),
            (_, _, true) => Some(Verdict::Unknown),
            _ => Some(Verdict::True),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Check;
    use crate::json::Json;
    use crate::sink::Sink;
    use crate::statistics::{
        Exploration, MemoryStatistics, SolverLayer, SolverStatistics, Statistics,
    };

    fn run(verdict: &str) -> ModelRun {
        ModelRun::of("planes", serde_json::json!({ "verdict": verdict })).expect("a verdict")
    }

    #[test]
    fn models_that_contradict_each_other_have_no_verdict() {
        for (runs, expected) in [
            (&["true", "true"][..], Some(Verdict::True)),
            (&["true", "unknown"], Some(Verdict::Unknown)),
            (&["unknown", "false"], Some(Verdict::False)),
            (&["true", "unknown", "false"], None),
        ] {
            let runs = runs.iter().map(|verdict| run(verdict)).collect();
            assert_eq!(Comparison { runs }.verdict(), expected);
        }
        assert!(ModelRun::of("planes", serde_json::json!({"verdict": "error"})).is_none());
    }

    /// The names that the JSON format writes are those that are read here.
    #[test]
    fn costs_are_those_that_were_written() {
        let layer = |name, milliseconds| SolverLayer {
            name,
            queries: 1,
            answered: 1,
            time: Duration::from_millis(milliseconds),
            counters: Vec::new(),
        };
        let exploration = Exploration {
            solver: SolverStatistics {
                queries: 8,
                by_solver: 9,
                layers: vec![layer("cache", 250), layer("arrays", 500)],
                ..SolverStatistics::default()
            },
            memory: MemoryStatistics {
                reads: 3,
                quick_reads: 4,
                writes: 5,
                quick_writes: 6,
                choices: 7,
                peak_bytes: Some(10),
                ..MemoryStatistics::default()
            },
            ..Exploration::default()
        };
        let check = Check {
            statistics: Statistics {
                paths: 1,
                instructions: 2,
                time: Duration::from_millis(1500),
                exploration: Some(Box::new(exploration)),
            },
            ..Check::default()
        };
        let mut written = Vec::new();
        Json::default().check(&check, &mut written).expect("a vector takes everything");
        let report = serde_json::from_slice(&written).expect("JSON");
        let costs = ModelRun::of("planes", report).expect("a verdict").costs;
        let expected = ModelCosts {
            paths: 1,
            instructions: 2,
            loads: 3,
            quick_loads: 4,
            stores: 5,
            quick_stores: 6,
            choices: 7,
            queries: 8,
            by_solver: 9,
            solver_time: Duration::from_millis(750),
            time: Duration::from_millis(1500),
            peak_bytes: Some(10),
        };
        assert_eq!(costs, expected);
    }
}
