//! Coverage of a program by tests, in lines, outcomes of branches and functions of the source. `coverage_report` hands it to crate
//! `report`; `docs/coverage.md` defines what counts, and how `gcov` counts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::Lost;
use engine::findings::Covered;
use engine::program::Program;
use ir::{
    BlockId, Body, Callee, CheckKind, FileId, FuncId, Function, Instr, Linkage, Module, Operand,
    Position, SourceType, Target, Terminator, TypeTable,
};

/// The kind of a unit of coverage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A line that holds code.
    Line,
    /// One outcome of a condition or a `switch`.
    Branch,
    /// A function.
    Function,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Kind; 3] = [Kind::Line, Kind::Branch, Kind::Function];

    /// Returns the kind in the plural.
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Line => "lines",
            Kind::Branch => "branches",
            Kind::Function => "functions",
        }
    }
}

/// A unit of coverage.
#[derive(Debug)]
pub struct Unit {
    pub kind: Kind,
    pub position: Position,
    /// Of a branch, when it is taken: `true`, `case 3`; of a function, its name.
    pub name: String,
    /// Tests that cover it.
    pub tests: u64,
    /// Why paths that reach it gave no test: the index of a reason.
    missed: Option<usize>,
}

/// Why a unit that a path reached is in no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missed {
    /// The path gave no test.
    Lost(Lost),
    /// The test was not kept.
    Dropped,
}

/// Covered units among all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    pub covered: usize,
    pub total: usize,
}

/// What tests cover.
pub struct Coverage {
    /// Sorted by kind and place.
    units: Vec<Unit>,
    /// The units that an edge out of a block covers, by the index of the edge.
    by_edge: Vec<Vec<usize>>,
    /// The units that a block covers, with the instruction that covers each.
    by_block: HashMap<(FuncId, BlockId), Vec<(usize, usize)>>,
    missed: Vec<Missed>,
}

impl Coverage {
    /// Creates the coverage of a program without tests.
    pub fn of(program: Program<'_>) -> Coverage {
        let mut found = Found::default();
        let module = program.module;
        for id in counted_functions(module) {
            if let Some(body) = &module.function(id).body {
                found.function(program, Code { types: &module.types, id, body });
            }
        }
        found.numbered(program.edges.count())
    }

    /// Returns all units.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Returns how many units of a kind are covered, in one file or in all.
    pub fn share(&self, kind: Kind, file: Option<FileId>) -> Share {
        let mut share = Share::default();
        let here = |unit: &&Unit| file.is_none_or(|file| unit.position.file == file);
        for unit in self.units.iter().filter(|unit| unit.kind == kind).filter(here) {
            share.total += 1;
            share.covered += usize::from(unit.tests > 0);
        }
        share
    }

    /// Returns why no test covers a unit, if a path reached it.
    pub fn missed(&self, unit: &Unit) -> Option<&Missed> {
        unit.missed.and_then(|number| self.missed.get(number))
    }

    /// Whether a path covers a unit of some kinds that no test covers.
    pub fn adds(&self, kinds: &[Kind], covered: &Covered) -> bool {
        let new = |unit: &Unit| kinds.contains(&unit.kind) && unit.tests == 0;
        self.units_of(covered).into_iter().any(|number| new(&self.units[number]))
    }

    /// Records a test.
    pub fn tested(&mut self, covered: &Covered) {
        for number in self.units_of(covered) {
            self.units[number].tests += 1;
        }
    }

    /// Records a path that gave no test.
    pub fn miss(&mut self, missed: Missed, covered: &Covered) {
        let known = self.missed.iter().position(|other| *other == missed);
        let reason = known.unwrap_or(self.missed.len());
        if known.is_none() {
            self.missed.push(missed);
        }
        for number in self.units_of(covered) {
            let unit = &mut self.units[number];
            // A dead end is the reason only where there is no other.
            let dead_end = Missed::Lost(Lost::DeadEnd);
            if unit.missed.is_none_or(|number| self.missed[number] == dead_end) {
                unit.missed = Some(reason);
            }
        }
    }

    /// Returns the units that a path covers.
    fn units_of(&self, covered: &Covered) -> BTreeSet<usize> {
        let left = covered.taken.iter().flat_map(|edge| &self.by_edge[edge]).copied();
        let standing = covered.standing.iter().flat_map(|(function, block, begun)| {
            let here = self.by_block.get(&(*function, *block)).into_iter().flatten();
            here.filter(|(at, _)| at < begun).map(|(_, number)| *number)
        });
        left.chain(standing).collect()
    }
}

/// The identity of a unit; its fields are in the order of sorting. A macro may put several branches or functions at one
/// place, so the identity includes the function, the block and the edge.
type Key = (Kind, Position, Option<(FuncId, BlockId, usize)>);

/// The units of the functions so far.
#[derive(Default)]
struct Found {
    names: BTreeMap<Key, String>,
    edges: Vec<(usize, Key)>,
    blocks: Vec<(FuncId, BlockId, usize, Key)>,
}

impl Found {
    fn function(&mut self, program: Program<'_>, code: Code<'_>) {
        let Function { name, position, .. } = program.module.function(code.id);
        let entry = (Kind::Function, *position, Some((code.id, BlockId(0), 0)));
        self.names.insert(entry, name.clone());
        for (index, block) in code.body.blocks.iter().enumerate() {
            let at = BlockId::new(index);
            let first = program.edges.first(code.id, at);
            let edges = first..first + block.terminator.successors().len().max(1);
            let head = [(0, entry), (0, line(*position))].into_iter().filter(|_| index == 0);
            let lines = code.lines(at).map(|(place, position)| (place, line(position)));
            for (place, key) in head.chain(lines) {
                self.names.entry(key).or_default();
                self.blocks.push((code.id, at, place, key));
                self.edges.extend(edges.clone().map(|edge| (edge, key)));
            }
            self.branches(code, at, first);
        }
    }

    /// Adds the outcomes of a terminator if they lead to different blocks.
    fn branches(&mut self, code: Code<'_>, at: BlockId, first: usize) {
        let block = code.body.block(at);
        let successors = block.terminator.successors();
        let ends = successors.into_iter().map(|it| code.end_of_jumps(it)).enumerate();
        let ends: Vec<_> = ends.filter(|(_, end)| !code.is_ruled_out(*end)).collect();
        let Some(origin) = code.body.origin(at, block.instrs.len()) else { return };
        if ends.iter().all(|(_, end)| *end == ends[0].1) {
            return;
        }
        let mut outcomes: HashMap<BlockId, usize> = HashMap::new();
        for (edge, end) in ends {
            let same = *outcomes.entry(end).or_insert(edge);
            let key = (Kind::Branch, origin.position, Some((code.id, at, same)));
            self.names.entry(key).or_insert_with(|| outcome(&block.terminator, edge));
            self.edges.push((first + edge, key));
        }
    }

    fn numbered(self, edges: usize) -> Coverage {
        let keys: HashMap<Key, usize> =
            self.names.keys().enumerate().map(|(number, key)| (*key, number)).collect();
        let mut by_edge = vec![Vec::new(); edges];
        for (edge, key) in self.edges {
            by_edge[edge].push(keys[&key]);
        }
        let mut by_block: HashMap<(FuncId, BlockId), Vec<(usize, usize)>> = HashMap::new();
        for (function, block, at, key) in self.blocks {
            by_block.entry((function, block)).or_default().push((at, keys[&key]));
        }
        let unit =
            |((kind, position, _), name)| Unit { kind, position, name, tests: 0, missed: None };
        let units = self.names.into_iter().map(unit).collect();
        Coverage { units, by_edge, by_block, missed: Vec::new() }
    }
}

/// Returns the key of a line.
fn line(position: Position) -> Key {
    (Kind::Line, Position { column: 1, ..position }, None)
}

/// A function whose code is counted.
#[derive(Clone, Copy)]
struct Code<'a> {
    types: &'a TypeTable,
    id: FuncId,
    body: &'a Body,
}

impl<'a> Code<'a> {
    /// Returns the lines that a block executes, each with the index of an instruction.
    fn lines(self, at: BlockId) -> impl Iterator<Item = (usize, Position)> + 'a {
        let instrs = &self.body.block(at).instrs;
        let speaks = move |place: &usize| !instrs.get(*place).is_some_and(|it| self.is_silent(it));
        let positions = (0..=instrs.len()).filter(speaks).filter_map(move |place| {
            let position = self.body.origin(at, place)?.position;
            Some((place, position))
        });
        positions.filter(|(_, position)| position.line > 0)
    }

    /// Whether an instruction has no source code: the start and the end of a lifetime, except an `alloca`.
    fn is_silent(self, instr: &Instr) -> bool {
        match instr {
            Instr::Undef { .. } | Instr::End { .. } | Instr::Protect { .. } => true,
            Instr::Begin { local, .. } => {
                let ty = self.body.locals.get(local.index()).map(|local| self.types.get(local.ty));
                ty != Some(&SourceType::Void)
            }
            _ => false,
        }
    }

    /// Whether reaching a block is undefined behaviour (`__builtin_unreachable`).
    fn is_ruled_out(self, at: BlockId) -> bool {
        let first = self.body.block(at).instrs.first();
        let never = Operand::Const(0);
        matches!(first, Some(Instr::Check { kind: CheckKind::Unreachable, cond, .. }) if *cond == never)
    }

    /// Returns the block that is reached from a block without executing a line.
    fn end_of_jumps(self, mut block: BlockId) -> BlockId {
        // Bounded, because jumps may form a cycle.
        for _ in 0..self.body.blocks.len() {
            match self.body.block(block).terminator {
                Terminator::Jump(next) if self.lines(block).next().is_none() => block = next,
                _ => break,
            }
        }
        block
    }
}

/// Returns when an outgoing edge is taken.
fn outcome(terminator: &Terminator, edge: usize) -> String {
    let Terminator::Switch { ty, signed, cases, .. } = terminator else {
        return if edge == 0 { "true".to_owned() } else { "false".to_owned() };
    };
    let Some(case) = cases.get(edge) else { return "default".to_owned() };
    let width = ty.bits(64);
    let number = |bits: u64| match signed {
        true => term::bits::sign_extend_word(bits, width).to_string(),
        false => bits.to_string(),
    };
    match case.low == case.high {
        true => format!("case {}", number(case.low)),
        false => format!("case {} ... {}", number(case.low), number(case.high)),
    }
}

/// Returns the functions that are counted: not those of the runtime, and no internal ones without a
/// reference, of which headers have many.
fn counted_functions(module: &Module) -> BTreeSet<FuncId> {
    let is_own = |id: &FuncId| !module.is_runtime(module.function(*id).position);
    let all = (0..module.functions.len()).map(FuncId::new).filter(is_own);
    let seen_by_all = all.filter(|id| module.function(*id).linkage == Linkage::External);
    let relocations = module.globals.iter().flat_map(|global| &global.relocations);
    let in_tables = relocations.filter_map(|relocation| match relocation.target {
        Target::Function(id) => Some(id),
        Target::Global(_) => None,
    });
    let mut waiting: Vec<FuncId> = seen_by_all.chain(in_tables.filter(is_own)).collect();
    let mut counted = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if counted.insert(id) {
            let body = module.function(id).body.iter();
            let instrs = body.flat_map(|body| &body.blocks).flat_map(|block| &block.instrs);
            waiting.extend(instrs.filter_map(referred).filter(is_own));
        }
    }
    counted
}

/// Returns the function to which an instruction refers.
fn referred(instr: &Instr) -> Option<FuncId> {
    match instr {
        Instr::FuncAddr { func, .. } => Some(*func),
        Instr::Call(call) => match call.callee {
            Callee::Direct(id) => Some(id),
            Callee::Indirect(_) => None,
        },
        _ => None,
    }
}
