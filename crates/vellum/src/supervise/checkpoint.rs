//! Checkpoints: the frontier of an exploration and its findings so far, in a file from which another run can resume.
//!
//! The file is text, one record a line; `docs/long-runs.md` describes it. It is written under another name, synced
//! to the disk, and then renamed, so that a complete file always exists. Its last line is a digest
//! of everything before. States and findings are written as the decisions that lead to them: the run that
//! resumes replays the path of a finding to get its inputs.
//!
//! A file is accepted only for the same program, with the same relevant options, by the same version.

use std::io;
use std::path::Path;
use std::sync::Arc;

use engine::findings::{
    Cut, Decision, Decisions, Feature, Finding, Limit, Outcome, Property, Undefined, Unsupported,
    parse_decisions,
};
use engine::{Snapshot, Task, WorkItem};
use memory::{Memory, Site};
use serde_json::{Value, json};

use crate::cli::arguments::CheckArguments;
use crate::cli::files;
use crate::supervise::setup::Setup;
use crate::supervise::sha256;

/// The first line of the file: its format, and the version of the format.
const FIRST: &str = "vellum checkpoint 1";

/// The identity of the exploration that a checkpoint belongs to.
pub struct Identity {
    program: String,
    options: String,
}

impl Identity {
    /// Returns the identity of this exploration.
    pub fn of<M>(setup: &Setup<M>) -> Identity {
        let text = ir::text::print(&setup.loaded.module);
        Identity {
            program: sha256::hexadecimal(text.as_bytes()),
            options: options(&setup.arguments, &format!("{:?}", setup.properties)),
        }
    }

    fn json(&self) -> Value {
        let version = env!("CARGO_PKG_VERSION");
        json!({"version": version, "program": self.program, "options": self.options})
    }
}

/// Returns the options that affect the paths or the result.
fn options(arguments: &CheckArguments, properties: &str) -> String {
    let CheckArguments { function, keep_going, malloc_may_fail, heap, array_bound, .. } = arguments;
    let CheckArguments { non_null, symbolic_args, symbolic_stdin, externals, random, .. } =
        arguments;
    let CheckArguments { memory, allocation, solver, max_depth, max_steps, unwind, .. } = arguments;
    let solver = solver.as_ref().map(|config| config.command.join(" "));
    let (conflicts, interior) = (arguments.conflicts, arguments.interior_aliases);
    format!(
        "properties {properties}, function {function}, keep-going {keep_going}, \
         malloc-may-fail {malloc_may_fail}, heap {heap}, array-bound {array_bound}, \
         interior-aliases {interior}, \
         non-null {non_null:?}, symbolic-args {symbolic_args:?}, symbolic-stdin {symbolic_stdin:?}, \
         extern {externals}, random {random}, memory {memory}, allocation {allocation:?}, solver {solver:?}, \
         max-depth {max_depth:?}, max-steps {max_steps:?}, unwind {unwind:?}, conflicts {conflicts:?}"
    )
}

/// Writes a checkpoint.
pub fn write(file: &Path, identity: &Identity, snapshot: &Snapshot) -> io::Result<()> {
    files::write_durable(file, text(identity, snapshot).as_bytes())
}

fn text(identity: &Identity, snapshot: &Snapshot) -> String {
    let Snapshot { frontier, outcome } = snapshot;
    let Outcome { found, cuts, paths, instructions, assumed } = outcome;
    let mut lines = vec![FIRST.to_owned(), identity.json().to_string()];
    lines.push(json!({"paths": paths, "instructions": instructions}).to_string());
    let assumed = assumed.iter().map(|(name, site)| json!({"assumed": name, "site": site.0}));
    let cuts = cuts.iter().map(|(cut, times)| json!({"cut": cut_json(cut), "times": times}));
    let found = found.iter().map(|found| {
        let path = Decisions(&found.path).to_string();
        json!({"found": found.violation.kind.name(), "place": found.place.0, "path": path})
    });
    let states = frontier.iter().map(|state| json!({"state": state.to_string()}));
    lines.extend(assumed.chain(cuts).chain(found).chain(states).map(|line| line.to_string()));
    lines.push(String::new());
    let text = lines.join("\n");
    let digest = sha256::hexadecimal(text.as_bytes());
    format!("{text}sha256 {digest}\n")
}

fn cut_json(cut: &Cut) -> Value {
    match cut {
        Cut::Limit(limit) => json!({"limit": limit.name()}),
        Cut::Solver(why, site) => json!({"solver": why, "site": site.0}),
        Cut::Layout(site) => json!({"addresses": site.0}),
        Cut::Undefined(Undefined { kind, property, place }) => {
            json!({"undefined": kind, "property": property.name(), "site": place.0})
        }
        Cut::Strayed => json!({"strayed": true}),
        Cut::Interrupted | Cut::NoProof => json!({"interrupted": true}),
        Cut::Unsupported(unsupported) => {
            let Unsupported { what, site, calls } = &**unsupported;
            let what = match what {
                Feature::Message(id) => json!({"message": id.index()}),
                Feature::External(name) => json!({"external": name}),
                Feature::Other(text) => json!({"other": text}),
            };
            let calls: Vec<u32> = calls.iter().map(|site| site.0).collect();
            json!({"unsupported": what, "site": site.0, "calls": calls})
        }
    }
}

/// A finding, as a file names it.
struct Place {
    kind: String,
    place: Site,
    path: Vec<Decision>,
}

/// The contents of a file.
struct Stored {
    frontier: Vec<WorkItem>,
    /// Without findings.
    outcome: Outcome,
    found: Vec<Place>,
}

/// Reads a checkpoint of the same exploration, and replays its findings.
pub fn resumed<M: Memory>(
    task: &Task<M>,
    identity: &Identity,
    file: &Path,
) -> Result<Snapshot, String> {
    let wrong = |why: String| format!("cannot resume from {}: {why}", files::shown(file));
    let bytes = files::read(file).map_err(|error| wrong(error.to_string()))?;
    let Stored { frontier, mut outcome, found } = parse(&bytes, identity).map_err(wrong)?;
    for place in found {
        let again = found_again(task, &place)?;
        let again =
            again.ok_or_else(|| wrong(format!("{} does not come about again", place.kind)))?;
        outcome.keep(again);
    }
    Ok(Snapshot { frontier, outcome })
}

/// Replays the path of a finding. It is satisfiable, so queries have no budget.
fn found_again<M: Memory>(task: &Task<M>, place: &Place) -> Result<Option<Finding>, String> {
    let mut task = task.clone();
    task.start.path = Some(place.path.clone());
    task.options.limits.conflicts = None;
    task.options.keep_going = true;
    // Without a flag to cancel it: a cut would lose the finding.
    let (outcome, _) = task.trace(Arc::default(), &mut ())?;
    let same = |it: &Finding| it.place == place.place && it.violation.kind.name() == place.kind;
    let again = outcome.found.into_iter().find(same);
    Ok(again.map(|found| Finding { path: place.path.clone(), ..found }))
}

/// Reads a file, or returns the reason to reject it.
fn parse(bytes: &[u8], identity: &Identity) -> Result<Stored, String> {
    let text = str::from_utf8(bytes).map_err(|_| "it is not a checkpoint".to_owned())?;
    let first = text.lines().next().unwrap_or("");
    if first != FIRST {
        return Err(match first.strip_prefix("vellum checkpoint ") {
            Some(form) => format!("its form is {form}, and this is not known here"),
            None => "it is not a checkpoint".to_owned(),
        });
    }
    let broken = || "it is damaged or incomplete".to_owned();
    let at = text.rfind("sha256 ").ok_or_else(broken)?;
    let (body, digest) = text.split_at(at);
    if digest != format!("sha256 {}\n", sha256::hexadecimal(body.as_bytes())) {
        return Err(broken());
    }
    let mut lines = body.lines().skip(1).map(serde_json::from_str::<Value>);
    let mut next = || lines.next().and_then(Result::ok);
    compare(identity, &next().ok_or_else(broken)?)?;
    let mut stored =
        Stored { frontier: Vec::new(), outcome: Outcome::default(), found: Vec::new() };
    for line in lines {
        line.ok().and_then(|line| stored.read(&line)).ok_or_else(broken)?;
    }
    Ok(stored)
}

/// Checks that a file is of the same exploration.
fn compare(identity: &Identity, theirs: &Value) -> Result<(), String> {
    let own = identity.json();
    let says = |value: &Value| value.as_str().unwrap_or("").to_owned();
    if theirs["version"] != own["version"] {
        return Err(format!("it was written by Vellum {}", says(&theirs["version"])));
    }
    if theirs["program"] != own["program"] {
        return Err("it belongs to another program".to_owned());
    }
    if theirs["options"] == own["options"] {
        return Ok(());
    }
    let (theirs, own) = (says(&theirs["options"]), says(&own["options"]));
    let differ = theirs.split(", ").zip(own.split(", ")).find(|(theirs, own)| theirs != own);
    let (theirs, own) = differ.unwrap_or_default();
    Err(format!("it belongs to a run with other options: {theirs}; the options here are {own}"))
}

impl Stored {
    /// Parses a line; `None` if it is malformed.
    fn read(&mut self, line: &Value) -> Option<()> {
        let site = |value: &Value| Some(Site(u32::try_from(value.as_u64()?).ok()?));
        if let Some(state) = line.get("state") {
            self.frontier.push(WorkItem::parse(state.as_str()?)?);
        } else if let Some(kind) = line.get("found") {
            self.found.push(Place {
                kind: kind.as_str()?.to_owned(),
                place: site(&line["place"])?,
                path: parse_decisions(line["path"].as_str()?)?,
            });
        } else if let Some(cut) = line.get("cut") {
            self.outcome.cut_often(read_cut(cut)?, line["times"].as_u64()?);
        } else if let Some(name) = line.get("assumed") {
            self.outcome.assumed.insert(name.as_str()?.to_owned(), site(&line["site"])?);
        } else {
            self.outcome.paths = line["paths"].as_u64()?;
            self.outcome.instructions = line["instructions"].as_u64()?;
        }
        Some(())
    }
}

fn read_cut(cut: &Value) -> Option<Cut> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let site = |value: &Value| number(value).map(Site);
    if let Some(limit) = cut.get("limit") {
        return Some(Cut::Limit(Limit::named(limit.as_str()?)?));
    }
    if let Some(why) = cut.get("solver") {
        return Some(Cut::Solver(why.as_str()?.to_owned(), site(&cut["site"])?));
    }
    if let Some(at) = cut.get("addresses") {
        return Some(Cut::Layout(site(at)?));
    }
    if let Some(kind) = cut.get("undefined") {
        let kind = kind.as_str()?.to_owned().into();
        let property = Property::named(cut["property"].as_str()?)?;
        return Some(Cut::Undefined(Undefined { kind, property, place: site(&cut["site"])? }));
    }
    let Some(what) = cut.get("unsupported") else {
        return cut.get("strayed").map(|_| Cut::Strayed);
    };
    let text = |name: &str| what[name].as_str().map(str::to_owned);
    let what = match number(&what["message"]) {
        Some(id) => Feature::Message(ir::MessageId(id)),
        None => match text("external") {
            Some(name) => Feature::External(name),
            None => Feature::Other(text("other")?.into()),
        },
    };
    let calls = cut["calls"].as_array()?.iter().map(site).collect::<Option<Vec<Site>>>()?;
    Some(Cut::Unsupported(Box::new(Unsupported { what, site: site(&cut["site"])?, calls })))
}
