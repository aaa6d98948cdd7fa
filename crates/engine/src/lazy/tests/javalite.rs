//! A differential test of the engine against the reference machine of Javalite, on random programs whose receiver and
//! argument are symbolic. Every strategy explores the paths of the machine, and on each path it represents the same
//! heaps, at the start and at the end. `lazy` and `lazier` are compared with figure 4 of *Uber-lazy*, `uber` with
//! figure 5.
//!
//! 1. A path is the sequence of decisions of the source: the branch that each condition takes, the number of accesses,
//!    and the end. The decisions of the machine whether references are equal, and those of the engine where pointers
//!    point, do not count.
//! 2. An instruction takes a state to all its successors, as a rule of the machine does: a fork that starts over at the
//!    instruction completes it at once. Inputs that are in no successor are those of a finding.

#[path = "../../../../javalite/tests/machine/classic.rs"]
mod classic;
#[path = "../../../../javalite/tests/machine/common.rs"]
mod common;
#[path = "../../../../javalite/tests/machine/generate.rs"]
mod generate;
#[path = "../../../../javalite/tests/machine/heap.rs"]
mod heap;
#[path = "../../../../javalite/tests/machine/heaps.rs"]
mod heaps;
#[path = "../../../../javalite/tests/machine/inputs.rs"]
mod inputs;
mod meaning;
#[path = "../../../../javalite/tests/machine/path.rs"]
mod path;
#[path = "../../../../javalite/tests/machine/symbolic.rs"]
mod symbolic;
#[path = "../../../../javalite/tests/machine/syntax.rs"]
mod syntax;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ::javalite::tree::{PARAMETER, Position, Program, THIS, Type};
use ir::{Callee, DataModel, Instr, SourceType, Terminator};
use memory::{Memory, References, Segments, Site};
use term::Term;

use crate::explore::Explorer;
use crate::explore::run::Halt;
use crate::explore::start::Start;
use crate::findings::end::End;
use crate::findings::property::{Properties, Property};
use crate::machine::Machine;
use crate::options::Heap as Strategy;
use crate::options::{Limits, Options};
use crate::program::host::NoHost;
use crate::program::loaded::Loaded;
use crate::solve::path_solver::{Feasibility, PathSolver};
use crate::state::frames::{Frame, State};
use common::Rules;
use heaps::Heap;
use meaning::{Layouts, Meaning};
use path::{Decision, Exit, MOST_ACCESSES, MOST_BRANCHES, Path, branches};

/// The values of symbolic numbers.
const NUMBERS: [i32; 2] = [0, 2];

/// The result of an exploration.
#[derive(PartialEq, Eq, Debug, Default)]
struct Explored {
    /// The paths.
    paths: BTreeSet<Path>,
    /// The path that each input takes, and the heap at its end.
    ends: BTreeMap<usize, (Path, Heap)>,
}

/// The role of the next instruction in the source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A branch, with the basic block that it takes if its condition holds.
    Branch(ir::BlockId),
    Access,
    Assertion(Position),
    Other,
}

/// A state of the engine, its decisions, and the inputs that it represents.
struct Run<M: Memory> {
    state: State<M>,
    decisions: Vec<Decision>,
    accesses: usize,
    inputs: Vec<usize>,
}

struct Engine<'a, M: Memory> {
    explorer: Explorer<'a, M>,
    program: &'a Program,
    layouts: Layouts,
    inputs: &'a [Heap],
    explored: Explored,
    /// The number of states that ended without a finding.
    ended: usize,
    /// The sites at which inputs were lost, with the kind of the expected finding.
    lost: BTreeSet<(Site, &'static str)>,
}

impl<M: Memory> Engine<'_, M> {
    fn explore(&mut self) {
        let entry = self.program.method(self.program.entry);
        let class = &self.program.class(self.program.entry.class).name;
        let start = Start { function: format!("{class}.{}", entry.name), ..Start::default() };
        let state =
            self.explorer.first_state(&start).expect("there is a start").expect("it starts");
        let inputs = (0..self.inputs.len()).collect();
        let mut work = vec![Run { state, decisions: Vec::new(), accesses: 0, inputs }];
        while let Some(run) = work.pop() {
            work.extend(self.step(run));
        }
    }

    /// Executes the next instruction and returns the successors.
    fn step(&mut self, mut run: Run<M>) -> Vec<Run<M>> {
        let next = self.next(&run.state);
        let cut = match next {
            Next::Branch(_) => branches(&run.decisions) == MOST_BRANCHES,
            Next::Access => run.accesses == MOST_ACCESSES,
            Next::Assertion(_) | Next::Other => false,
        };
        if cut {
            self.end(run, Exit::Cut);
            return Vec::new();
        }
        run.accesses += usize::from(next == Next::Access);
        let mut lost = run.inputs.clone();
        let mut left = Vec::new();
        let mut after = Vec::new();
        let before = run.state.path.conditions.len();
        for (state, done) in self.successors(run.state.clone()) {
            left.push(
                self.explorer.machine.terms.all(state.path.conditions[before..].iter().copied()),
            );
            let inputs = self.of_these(&state, &run.inputs, left.last() == Some(&Term::TRUE));
            lost.retain(|input| !inputs.contains(input));
            let mut decisions = run.decisions.clone();
            if let Next::Branch(then) = next {
                decisions.push(Decision::Branch(state.frame.block == then));
            }
            let next = Run { state, decisions, accesses: run.accesses, inputs };
            match done {
                true => self.end(next, Exit::Done),
                false => after.push(next),
            }
        }
        self.lose(Run { inputs: lost, ..run }, next, &left);
        after
    }

    /// Returns the states after an instruction, each with whether the program ended.
    fn successors(&mut self, state: State<M>) -> Vec<(State<M>, bool)> {
        let (mut waiting, mut after) = (vec![state], Vec::new());
        while let Some(mut state) = waiting.pop() {
            let end = self.explorer.advance(&mut state);
            waiting.append(&mut self.explorer.forks);
            match end {
                Ok(()) => after.push((state, false)),
                Err(Halt::Ended(End::Exit(_))) => after.push((state, true)),
                Err(Halt::Ended(End::Infeasible)) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        after
    }

    /// Returns the inputs that a state represents.
    fn of_these(&mut self, state: &State<M>, inputs: &[usize], all: bool) -> Vec<usize> {
        let machine = &mut self.explorer.machine;
        let mut stands_for =
            |input: &usize| all || Meaning::of(machine, state, &self.inputs[*input]).is_some();
        inputs.iter().copied().filter(|input| stands_for(input)).collect()
    }

    /// Records the inputs that do not complete an instruction; `left` has the conditions of its successors.
    fn lose(&mut self, run: Run<M>, next: Next, left: &[Term]) {
        let left = self.explorer.machine.terms.any(left.iter().copied());
        let lost = self.explorer.machine.terms.not(left);
        let solver = self.explorer.machine.solver.as_mut().expect("there is one");
        let some = match solver.feasibility(&mut self.explorer.machine.terms, &run.state.path, lost)
        {
            Feasibility::Feasible(_) => true,
            Feasibility::Infeasible => false,
            Feasibility::Unknown(why) => panic!("{why}"),
        };
        assert!(some || run.inputs.is_empty(), "inputs went astray");
        let (exit, name) = match next {
            _ if !some => return,
            Next::Access => (Exit::Null, "null-dereference"),
            Next::Assertion(position) => (Exit::Assertion(position), "assertion"),
            Next::Branch(_) | Next::Other => panic!("an instruction lost inputs"),
        };
        let Frame { function, block, at, .. } = run.state.frame;
        self.lost.insert((self.explorer.machine.loaded.sites.site(function, block, at), name));
        self.keep(run, exit);
    }

    /// Records the end of a state.
    fn end(&mut self, run: Run<M>, exit: Exit) {
        self.ended += 1;
        self.keep(run, exit);
    }

    fn keep(&mut self, mut run: Run<M>, exit: Exit) {
        let Engine { explorer, program, layouts, inputs, explored, .. } = self;
        let machine = &mut explorer.machine;
        let path = Path { decisions: run.decisions, accesses: run.accesses, exit };
        for number in run.inputs {
            let meaning = Meaning::of(machine, &run.state, &inputs[number]);
            let (meaning, witness) = meaning.expect("it came that far");
            let last = meaning.last(machine, &mut run.state, &witness, (*program, &*layouts));
            let other = explored.ends.insert(number, (path.clone(), last));
            assert_eq!(other, None, "{:?} takes two paths", inputs[number]);
        }
        explored.paths.insert(path);
    }

    fn next(&self, state: &State<M>) -> Next {
        let module = &self.explorer.machine.loaded.module;
        let body = module.function(state.frame.function).body.as_ref().expect("it runs");
        let block = body.block(state.frame.block);
        match block.instrs.get(state.frame.at) {
            None => match block.terminator {
                Terminator::Branch { then, .. } => Next::Branch(then),
                _ => Next::Other,
            },
            Some(Instr::Load { .. } | Instr::Store { .. }) => Next::Access,
            Some(Instr::Call(call)) => match call.callee {
                Callee::Direct(id) if module.function(id).name == "__CPROVER_assert" => {
                    let origin = body.origin(state.frame.block, state.frame.at);
                    let ir::Position { line, column, .. } =
                        origin.expect("it is somewhere").position;
                    Next::Assertion(Position { line, column })
                }
                _ => Next::Other,
            },
            Some(_) => Next::Other,
        }
    }
}

/// Explores a program by the engine; returns the result and the number of states that end without a finding.
fn by_engine<M: Memory>(
    program: &Program,
    inputs: &[Heap],
    strategy: Strategy,
    memory: M,
) -> (Explored, usize) {
    let module = ::javalite::lower(program, "test.javalite", DataModel::Lp64);
    let field = |field: &ir::Field| {
        let layout = module.types.layout(field.ty, module.model).expect("it has one");
        (field.offset, layout.size as u32)
    };
    // The lowering creates a record for each class, in their order.
    let records = module.types.iter().filter_map(|(_, ty)| match ty {
        SourceType::Record(record) => Some(record),
        _ => None,
    });
    let layouts = records.map(|record| record.fields.iter().map(field).collect()).collect();
    let limits = Limits::of_path(u64::MAX, 64);
    let mut host = NoHost;
    let mut machine =
        Machine::new(&Arc::new(Loaded::new(module)), Options::within(limits), &mut host, memory);
    machine.solver = Some(PathSolver::new(solver::stack(), solver::Limits::default()));
    machine.options.lazy.heap = strategy;
    machine.options.lazy.non_null = vec!["this".to_owned()];
    machine.options.properties = Properties::usual().without(Property::ValidMemtrack);
    let mut explorer = Explorer::new(machine);
    explorer.keep_going = true;
    let explored = Explored::default();
    let lost = BTreeSet::new();
    let mut engine = Engine { explorer, program, layouts, inputs, explored, ended: 0, lost };
    engine.explore();
    let found = engine.explorer.outcome.found.iter().map(|found| &found.violation);
    let found = found.map(|finding| (finding.site, finding.kind.name())).collect();
    assert_eq!(engine.lost, found, "where inputs are lost there is a finding");
    (engine.explored, engine.ended)
}

/// Explores a program by the reference machine.
fn by_machine(program: &Program, inputs: &[Heap], rules: Rules) -> Explored {
    let mut machine = common::Machine::new(program, rules);
    machine.run();
    let control = |path: &Path| {
        let mut path = path.clone();
        path.decisions.retain(|decision| matches!(decision, Decision::Branch(_)));
        path
    };
    let end = |heap| {
        let (ended, meaning) = inputs::the_end(&machine, heap);
        (control(&ended.path), meaning.last(ended))
    };
    Explored {
        paths: machine.ended.iter().map(|ended| control(&ended.path)).collect(),
        ends: inputs.iter().map(end).enumerate().collect(),
    }
}

/// Compares engine and machine on a program, and returns the common result.
fn compare(text: &str, most: usize) -> Explored {
    let program = ::javalite::read("test.javalite", text.as_bytes()).expect("it is a program");
    let variables = &program.method(program.entry).variables;
    let types: [Type; 2] = [THIS, PARAMETER].map(|variable| variables[variable.0].ty);
    let inputs = heaps::all(&program, &types, most, &NUMBERS);
    let [classic, symbolic] =
        [Rules::Classic, Rules::Symbolic].map(|rules| by_machine(&program, &inputs, rules));
    for strategy in [Strategy::Lazy, Strategy::Lazier] {
        let (explored, _) = by_engine(&program, &inputs, strategy, Segments::new(64));
        assert_eq!(explored, classic, "{strategy:?}");
    }
    let uber = [
        by_engine(&program, &inputs, Strategy::Uber, Segments::new(64)),
        by_engine(&program, &inputs, Strategy::Uber, References::new(64)),
    ];
    for (explored, ended) in uber {
        assert_eq!(explored, symbolic, "Uber");
        let finding = |path: &&Path| matches!(path.exit, Exit::Null | Exit::Assertion(_));
        let findings = explored.paths.iter().filter(finding).count();
        assert_eq!(ended + findings, explored.paths.len(), "a path was explored twice");
    }
    symbolic
}

#[test]
fn random_programs_have_the_paths_and_heaps_of_the_machine() {
    let seeds = std::env::var("JAVALITE_SEEDS").ok().and_then(|text| text.parse().ok());
    let (mut paths, mut ends) = (0, [0; 4]);
    for seed in 0..seeds.unwrap_or(96) {
        let program = generate::program(seed);
        let text = program.text();
        // Heaps of three objects are many.
        let most = if seed % 16 == 0 { program.most } else { 2 };
        let caught = std::panic::catch_unwind(|| compare(&text, most));
        let explored = caught.unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
        paths += explored.paths.len();
        for (path, _) in explored.ends.values() {
            ends[match path.exit {
                Exit::Done => 0,
                Exit::Null => 1,
                Exit::Assertion(_) => 2,
                Exit::Cut => 3,
            }] += 1;
        }
    }
    let [done, null, assertion, cut] = ends;
    println!(
        "{paths} paths; of the heaps {done} came to the end, {null} to null, {assertion} to an assertion, {cut} too far"
    );
    assert!(ends.iter().all(|count| *count >= 20), "too few of a kind: {ends:?}");
}
