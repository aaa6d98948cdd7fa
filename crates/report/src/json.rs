//! Results as one JSON object. `docs/json.md` documents it, and `docs/check.schema.json` is its schema.

use std::io::{self, Write};

use ir::diagnostic::{SourceLoc, is_invisible};
use serde_json::{Map, Value, json};

use crate::check::{Check, Finding, FunctionCheck, Functions, Input, Note};
use crate::comparison::Comparison;
use crate::coverage::{Coverage, FileCoverage, LineCoverage};
use crate::heap::Heap;
use crate::place_text;
use crate::sink::Sink;
use crate::statistics::{
    Exploration, LoopStatistics, MemoryStatistics, ProvedLoop, SolverStatistics, Statistics, Winner,
};
use crate::trace::{Event, Step};

/// The version of the schema. It grows with each change that a reader may stumble over.
pub const SCHEMA_VERSION: u32 = 1;

/// More steps are not kept: a path may be without end.
const MOST_STEPS: usize = 200_000;

/// The format.
#[derive(Default)]
pub struct Json {
    steps: Vec<Value>,
    left_out: u64,
}

impl Sink for Json {
    fn step(&mut self, step: Step, _: &mut dyn Write) -> io::Result<()> {
        match self.steps.len() < MOST_STEPS {
            true => self.steps.push(step_json(step)),
            false => self.left_out += 1,
        }
        Ok(())
    }

    fn check(&self, check: &Check, out: &mut dyn Write) -> io::Result<()> {
        let mut report = json!({
            "schema_version": SCHEMA_VERSION,
            "verdict": check.verdict.name(),
            "property": check.findings.first().map(|finding| &finding.property),
            "reason": check.reason(),
            "assumed": check.assumptions,
            "findings": check.findings.iter().map(finding_json).collect::<Vec<Value>>(),
            "statistics": statistics_json(&check.statistics),
        });
        if let Some(note) = &check.note {
            report["note"] = json!(note);
        }
        if check.is_single_path {
            report["trace"] = self.trace();
        }
        if let Some(tests) = &check.tests {
            report["tests"] = json!(tests.written);
            report["coverage"] = coverage_json(&tests.coverage);
        }
        write(&report, out)
    }

    fn functions(&self, functions: &Functions, out: &mut dyn Write) -> io::Result<()> {
        let all: Vec<Value> = functions.functions.iter().map(function_json).collect();
        let mut report = json!({
            "schema_version": SCHEMA_VERSION,
            "verdict": functions.verdict().name(),
            "functions": all,
        });
        if let Some(cut) = &functions.stopped {
            report["reason"] = json!(cut.text());
        }
        write(&report, out)
    }

    fn comparison(&self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        let runs: Vec<&Value> = comparison.runs.iter().map(|run| &run.report).collect();
        write(&json!({ "runs": runs }), out)
    }

    fn invalid_program(&self, out: &mut dyn Write) -> io::Result<()> {
        let reason = "input: the program has errors, which standard error shows";
        let report = json!({
            "schema_version": SCHEMA_VERSION, "verdict": "error", "reason": reason, "findings": [],
        });
        write(&report, out)
    }
}

impl Json {
    fn trace(&self) -> Value {
        let mut steps = self.steps.clone();
        if self.left_out > 0 {
            steps.push(json!({"event": "left-out", "count": self.left_out}));
        }
        Value::Array(steps)
    }
}

fn write(report: &Value, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", json_text(report))
}

/// Returns JSON as text. It has no control characters: those that JSON allows are escaped, too.
#[must_use]
pub fn json_text(value: &Value) -> String {
    let text = format!("{value:#}");
    let is_allowed = |c: char| c == '\n' || !is_invisible(c);
    match text.chars().all(is_allowed) {
        true => text,
        false => {
            let escaped = |c: char| format!("\\u{:04x}", u32::from(c));
            text.chars().map(|c| if is_allowed(c) { c.to_string() } else { escaped(c) }).collect()
        }
    }
}

fn function_json(function: &FunctionCheck) -> Value {
    let FunctionCheck { function, check, not_assumed } = function;
    json!({
        "function": function,
        "verdict": check.verdict.name(),
        "reason": check.reason(),
        "findings": check.findings.iter().map(finding_json).collect::<Vec<Value>>(),
        "assumed": check.assumptions,
        "not_assumed": not_assumed,
        "paths": check.statistics.paths,
        "seconds": check.statistics.time.as_secs_f64(),
        "note": check.note,
    })
}

fn finding_json(finding: &Finding) -> Value {
    let note = |note: &Note| json!({"location": location_json(note.location.as_ref()), "message": note.message});
    let input = |input: &Input| {
        json!({
            "name": input.name, "type": input.ty, "value": input.value,
            "location": location_json(input.location.as_ref()),
        })
    };
    let confirmation = &finding.confirmation;
    let mut report = json!({
        "kind": finding.kind,
        "property": finding.property,
        "message": finding.message,
        "location": location_json(finding.location.as_ref()),
        "notes": finding.notes.iter().map(note).collect::<Vec<Value>>(),
        "inputs": finding.inputs.iter().map(input).collect::<Vec<Value>>(),
        "path": finding.path,
        "confirmed": confirmation.confirmed,
    });
    if let Some(layout) = &finding.layout {
        report["depends_on_addresses"] = location_json(layout.location.as_ref());
        report["property_violated_with_all_addresses"] = json!(layout.is_violated_in_all_layouts);
    }
    if let Some(heap) = &finding.heap {
        report["heap"] = heap_json(heap);
    }
    if !confirmation.message.is_empty() {
        report["confirmation"] = json!(confirmation.message);
    }
    if let Some(missing) = &confirmation.unconfined {
        report["unconfined"] = json!(missing);
    }
    if let Some(replay) = &confirmation.replay {
        report["replay"] = json!(replay.display().to_string());
    }
    report
}

fn location_json(location: Option<&SourceLoc>) -> Value {
    let Some(SourceLoc { file, line, column, function }) = location else { return json!({}) };
    json!({
        "file": file, "line": line, "column": column,
        "function": function.as_deref().unwrap_or_default(),
    })
}

fn heap_json(heap: &Heap) -> Value {
    let objects = heap.objects.iter().map(|object| {
        let fields = object.fields.iter().map(|field| {
            json!({
                "element": field.element, "path": field.path, "type": field.ty,
                "value": field.value,
            })
        });
        json!({
            "name": object.name, "from": object.from, "type": object.ty,
            "elements": object.elements, "fields": fields.collect::<Vec<Value>>(),
        })
    });
    let pointers = heap
        .pointers
        .iter()
        .map(|pointer| json!({"name": pointer.name, "type": pointer.ty, "value": pointer.value}));
    json!({
        "objects": objects.collect::<Vec<Value>>(),
        "pointers": pointers.collect::<Vec<Value>>(),
        "code": heap.code,
    })
}

fn statistics_json(statistics: &Statistics) -> Value {
    let mut report = json!({
        "paths": statistics.paths,
        "instructions": statistics.instructions,
        "seconds": statistics.time.as_secs_f64(),
    });
    if let (Some(exploration), Some(report)) = (&statistics.exploration, report.as_object_mut()) {
        report.append(&mut exploration_json(exploration));
    }
    report
}

fn exploration_json(exploration: &Exploration) -> Map<String, Value> {
    let workers = exploration.workers.iter().map(|worker| {
        json!({"worked": worker.worked.as_secs_f64(), "waited": worker.waited.as_secs_f64()})
    });
    let first = exploration.first.map(|winner| match winner {
        Winner::PathByPath => "path by path",
        Winner::Merging => "merging",
        Winner::Proving => "proof",
    });
    let entries = [
        ("states", json!(exploration.states)),
        ("subsumed_states", json!(exploration.subsumed)),
        ("loops", exploration.loops.iter().map(loop_json).collect()),
        ("merged_states", json!(exploration.merged)),
        ("too_expensive_to_merge", json!(exploration.too_expensive_to_merge)),
        ("first", json!(first)),
        ("proved_loops", exploration.proved.iter().map(proved_json).collect()),
        ("no_proof", json!(exploration.unproved)),
        ("rebuilt_states", json!(exploration.rebuilt)),
        ("repeated_instructions", json!(exploration.repeated_instructions)),
        ("workers", workers.collect()),
        ("solver", solver_json(&exploration.solver)),
        ("memory", memory_json(&exploration.memory)),
    ];
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn proved_json(proved: &ProvedLoop) -> Value {
    let ProvedLoop { header, facts, has_lists } = proved;
    json!({"location": location_json(header.as_ref()), "invariant": facts, "lists": has_lists})
}

fn loop_json(report: &LoopStatistics) -> Value {
    let unrolled = report.unrolled.iter().map(|it| {
        json!({"reason": it.reason, "at": place_text(it.location.as_ref()), "count": it.count})
    });
    json!({
        "loop": place_text(report.header.as_ref()),
        "summarised": report.summarised,
        "subsumed": report.subsumed,
        "unrolled": unrolled.collect::<Vec<Value>>(),
    })
}

fn solver_json(solver: &SolverStatistics) -> Value {
    let layers = solver.layers.iter().map(|layer| {
        let numbers = json!({
            "queries": layer.queries, "answered": layer.answered,
            "seconds": layer.time.as_secs_f64(),
        });
        (layer.name.to_owned(), numbers)
    });
    json!({
        "queries": solver.queries, "by_witness": solver.by_witness,
        "by_repair": solver.by_repair, "by_solver": solver.by_solver, "unknown": solver.unknown,
        "layers": layers.collect::<Map<String, Value>>(),
    })
}

fn memory_json(memory: &MemoryStatistics) -> Value {
    json!({
        "model": memory.model,
        "terms": memory.terms,
        "choices": memory.choices,
        "reads": memory.reads,
        "quick_reads": memory.quick_reads,
        "writes": memory.writes,
        "quick_writes": memory.quick_writes,
        "ranges": memory.ranges,
        "multi_writes": memory.multi_writes,
        "guarded_copies": memory.guarded_copies,
        "collisions": memory.collisions,
        "collisions_known": memory.collisions_known,
        "collisions_solved": memory.collisions_solved,
        "peak_bytes": memory.peak_bytes,
    })
}

fn coverage_json(coverage: &Coverage) -> Value {
    let shares = coverage.shares.iter().map(|share| {
        (share.kind.to_owned(), json!({"covered": share.covered, "total": share.total}))
    });
    let mut report: Map<String, Value> = shares.collect();
    let line_json = |line: &LineCoverage| {
        let branches: Vec<u64> = line.branches.iter().map(|branch| branch.tests).collect();
        json!({"line": line.line, "tests": line.tests, "branches": branches})
    };
    let files = coverage.files.iter().map(|FileCoverage { file, lines, .. }| {
        json!({"file": file, "lines": lines.iter().map(line_json).collect::<Vec<Value>>()})
    });
    report.insert("files".to_owned(), files.collect());
    Value::Object(report)
}

fn step_json(step: Step) -> Value {
    let mut report = match step.event {
        Event::Statement { text } => {
            let SourceLoc { file, line, function, .. } = step.location.unwrap_or_default();
            json!({
                "event": "statement", "file": file, "line": line,
                "function": function.unwrap_or_default(), "text": text,
            })
        }
        Event::Assignment { name, value } => {
            json!({"event": "assign", "name": name, "value": value})
        }
        Event::Copy { to, from, bytes } => {
            json!({"event": "copy", "to": to, "from": from, "bytes": bytes})
        }
        Event::Fill { to, byte, bytes } => {
            json!({"event": "fill", "to": to, "byte": byte, "bytes": bytes})
        }
        Event::Decision { condition, holds, choice, within } => json!({
            "event": "decision", "condition": condition, "holds": holds, "choice": choice,
            "within": within,
        }),
        Event::Iterations { number } => json!({"event": "iterations", "number": number}),
        Event::Call { function, arguments } => {
            let arguments = arguments.into_iter();
            let arguments = arguments.map(|(name, value)| json!({"name": name, "value": value}));
            json!({
                "event": "call", "function": function,
                "arguments": arguments.collect::<Vec<Value>>(),
            })
        }
        Event::Return { function, value } => {
            json!({"event": "return", "function": function, "value": value})
        }
        Event::Library { function, arguments, result } => {
            let function = function.as_deref().unwrap_or(crate::human::SOME_FUNCTION);
            json!({
                "event": "library", "function": function, "arguments": arguments,
                "result": result,
            })
        }
        Event::Input { name, symbols } => {
            json!({"event": "input", "name": name, "symbols": symbols})
        }
        Event::Finding { kind, message, location } => json!({
            "event": "finding", "kind": kind, "message": message,
            "place": place_text(location.as_ref()),
        }),
        Event::DecisionsEnd { condition } => {
            json!({"event": "decisions-end", "condition": condition})
        }
        Event::End { how } => json!({"event": "end", "how": how}),
        Event::Heap { pure, stack, heap } => {
            json!({"event": "heap", "pure": pure, "stack": stack, "heap": heap})
        }
    };
    report["depth"] = json!(step.depth);
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(json_text(&json!("\x1b\x7f\u{9b}é")), r#""\u001b\u007f\u009bé""#);
    }
}
