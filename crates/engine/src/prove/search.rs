//! The states of a proof that wait, the loops that they are in, and what happens where one arrives at a header.
//!
//! A loop is unrolled as long as nothing symbolic decides about it. Then it is generalised: the state at its entry
//! is replaced by an abstract one. If an abstract state comes to a violation, or nothing covers a state that comes
//! back, the first iteration is peeled off: it runs as it is, and the state after it is another entry.
//!
//! States within the most loops run first, so that invariants are stable before their exits are explored. When an
//! invariant changes, all states that descend from the former one are stale: what they stand for is run again, from
//! the weaker one. This file does not know what an invariant is.

use std::rc::Rc;

use ir::BlockId;
use memory::Memory;
use term::Term;

use crate::certify::{Certificate, LoopInvariant};
use crate::explore::Explorer;
use crate::explore::run::Halt;
use crate::explore::statistics::{ProvedLoop, Unproved};
use crate::findings::end::End;
use crate::findings::outcome::Outcome;
use crate::prove::invariant::{Invariant, NotGeneral};
use crate::prove::{Entry, Generaliser, Proof};
use crate::state::frames::State;
use crate::state::marks::HeaderMark;

/// The number of iterations up to which a loop is unrolled that nothing symbolic decides about.
const MOST_CONCRETE: u32 = 1 << 10;
/// The number of forks within a loop, in places that do not leave it, after which it is generalised.
const MOST_FORKS: u32 = 4;
/// The iterations between two at which the state of a long unrolled loop is kept: a copy is cheap, but makes the next
/// allocation expensive.
const KEPT: u32 = 1 << 6;
/// The number of iterations that are peeled off a loop.
const MOST_PEELED: u32 = 3;
/// The number of abstract states that are begun.
const MOST_BEGUN: u32 = 1 << 9;

/// A state that waits.
struct Pending<M> {
    state: State<M>,
    lineage: Option<Rc<Lineage>>,
}

/// The loops that a state descends from, innermost first, also those that it has left.
struct Lineage {
    node: usize,
    /// The version of the node from which the state descends.
    version: u32,
    outer: Option<Rc<Lineage>>,
}

/// A loop, entered in one state.
struct Node<M> {
    entry: Entry<M>,
    /// The lineage of the entry.
    outer: Option<Rc<Lineage>>,
    /// States that descend from an earlier version are stale.
    version: u32,
    stage: Stage,
    /// The iterations that were peeled off before.
    peeled: u32,
    /// The iterations that nothing symbolic decided about.
    concrete: u32,
    /// The iterations since the entry, while the loop is unrolled.
    behind: u32,
    /// Whether the state after each iteration becomes the entry, also in a long loop.
    is_exact: bool,
    /// The forks within the loop in places that do not leave it.
    forks: u32,
    /// Whether a fork decided whether the loop is left.
    is_symbolic: bool,
}

/// How the iterations of a loop are run.
enum Stage {
    /// From the entry, one after the other.
    Unrolled,
    /// From the abstract state of an invariant.
    General(Invariant),
    /// The first one from the entry; what comes back enters the loop anew.
    Peeled,
}

/// A proof under construction.
pub(super) struct Search<'e, 'h, M> {
    generaliser: Generaliser<'e, 'h, M>,
    nodes: Vec<Node<M>>,
    pending: Vec<Pending<M>>,
    /// The number of abstract states that were begun.
    begun: u32,
    /// The number of arrivals at headers.
    arrivals: u32,
}

impl<'e, 'h, M: Memory> Search<'e, 'h, M> {
    pub(super) fn new(explorer: &'e mut Explorer<'h, M>) -> Search<'e, 'h, M> {
        let generaliser = Generaliser { explorer, has_folded: false };
        Search { generaliser, nodes: Vec::new(), pending: Vec::new(), begun: 0, arrivals: 0 }
    }

    /// Runs all states; there is a proof if none comes to a violation or a cut.
    pub(super) fn prove(
        mut self,
        first: State<M>,
    ) -> Result<(Proof, Option<Certificate>), Unproved> {
        self.pending.push(Pending { state: first, lineage: None });
        while let Some(next) = self.next() {
            if !self.is_stale(next.lineage.as_ref()) {
                self.run(next)?;
            }
        }
        let certificate = self.certificate();
        let loops = self.loops();
        let outcome = self.generaliser.explorer.replace_outcome(Outcome::default());
        Ok((Proof { outcome, loops }, certificate))
    }

    /// Takes a state within the most loops; of several the latest.
    fn next(&mut self) -> Option<Pending<M>> {
        let depth = |state: &State<M>| -> usize {
            let frames = state.callers.iter().chain([&state.frame]);
            frames.map(|frame| frame.loops.headers.len()).sum()
        };
        let waiting = self.pending.iter().enumerate();
        let (index, _) = waiting.max_by_key(|(index, it)| (depth(&it.state), *index))?;
        Some(self.pending.swap_remove(index))
    }

    fn is_stale(&self, lineage: Option<&Rc<Lineage>>) -> bool {
        ancestors(lineage).any(|it| self.nodes[it.node].version != it.version)
    }

    fn run(&mut self, pending: Pending<M>) -> Result<(), Unproved> {
        let Pending { mut state, lineage } = pending;
        self.generaliser.explorer.forks_left = u64::MAX;
        self.generaliser.explorer.turn_ends = u64::MAX;
        let steps = state.steps;
        let halt = self.generaliser.explorer.run(&mut state);
        self.generaliser.explorer.outcome.instructions += state.steps.saturating_sub(steps);
        if !self.generaliser.explorer.outcome.cuts.is_empty() {
            // Also where the path goes on. What was cut belongs to this lineage, as the forks do.
            self.generaliser.explorer.forks.clear();
            return self.refuted(lineage.as_ref());
        }
        for fork in std::mem::take(&mut self.generaliser.explorer.forks) {
            self.note_fork(&fork);
            self.pending.push(Pending { state: fork, lineage: lineage.clone() });
        }
        let pending = Pending { state, lineage };
        match halt {
            Halt::Ended(End::Interrupted) => Err(Unproved::Cancelled),
            Halt::Ended(end) => self.ended(pending, end),
            Halt::Enough | Halt::AtJoin => self.refuted(pending.lineage.as_ref()),
            Halt::AtHeader => self.arrived(pending),
            Halt::TurnOver if self.generaliser.explorer.machine.interrupted() => {
                Err(Unproved::Cancelled)
            }
            Halt::TurnOver => {
                self.pending.push(pending);
                Ok(())
            }
        }
    }

    /// Notes in the loops around a fork whether it decides about leaving them.
    fn note_fork(&mut self, fork: &State<M>) {
        let frames = fork.callers.iter().chain([&fork.frame]);
        for (index, frame) in frames.enumerate() {
            let is_in_call = index < fork.callers.len();
            let loops = match frame.loops.headers.is_empty() {
                true => continue,
                false => self.generaliser.explorer.machine.loops_of(frame.function),
            };
            for &HeaderMark { header, number, .. } in &frame.loops.headers {
                let around = loops.iter().find(|it| it.header == header);
                let leaves = is_in_call || around.is_some_and(|it| it.may_leave(frame.block));
                let node = &mut self.nodes[number];
                node.forks += 1;
                node.is_symbolic |= leaves || node.forks > MOST_FORKS;
            }
        }
    }

    /// Handles the end of a path: there must be no violation, and nothing that was cut.
    fn ended(&mut self, mut pending: Pending<M>, end: End) -> Result<(), Unproved> {
        let is_over = self.generaliser.explorer.ended(&mut pending.state, end);
        let outcome = &self.generaliser.explorer.outcome;
        match is_over || !outcome.found.is_empty() || !outcome.cuts.is_empty() {
            true => self.refuted(pending.lineage.as_ref()),
            false => Ok(()),
        }
    }

    /// Handles a state that came to a violation or a cut.
    fn refuted(&mut self, lineage: Option<&Rc<Lineage>>) -> Result<(), Unproved> {
        let explorer = &mut self.generaliser.explorer;
        let alarm = explorer.headers.as_mut().and_then(|headers| headers.alarm.take());
        let cut = explorer.outcome.cuts.first();
        let why = match (alarm, cut) {
            (Some(alarm), _) => Unproved::Violation(Box::new(alarm)),
            (None, Some((cut, _))) => Unproved::Cut(cut.clone()),
            (None, None) => Unproved::Cancelled,
        };
        self.weaken(lineage, why)
    }

    /// Peels an iteration off the innermost loop that a state descends from, whose invariant is too weak.
    fn weaken(&mut self, lineage: Option<&Rc<Lineage>>, why: Unproved) -> Result<(), Unproved> {
        if self.generaliser.explorer.machine.interrupted() {
            return Err(Unproved::Cancelled);
        }
        let Outcome { paths, instructions, assumed, .. } =
            self.generaliser.explorer.replace_outcome(Outcome::default());
        let kept = Outcome { paths, instructions, assumed, ..Outcome::default() };
        self.generaliser.explorer.replace_outcome(kept);
        let may_be_peeled =
            |node: &Node<M>| matches!(node.stage, Stage::General(_)) && node.peeled < MOST_PEELED;
        let node = ancestors(lineage).map(|it| it.node).find(|&it| may_be_peeled(&self.nodes[it]));
        let node = node.ok_or(why)?;
        self.nodes[node].stage = Stage::Peeled;
        let entry = self.nodes[node].entry.state.clone();
        self.begin(node, entry)
    }

    /// Handles a state at a header that has no generalisation with the entry.
    fn not_general(&mut self, pending: &Pending<M>) -> Result<(), Unproved> {
        let frame = &pending.state.frame;
        let header =
            self.generaliser.explorer.machine.loaded.sites.site(frame.function, frame.block, 0);
        self.weaken(pending.lineage.as_ref(), Unproved::Loop(header))
    }

    /// Begins a new version of a loop with a state.
    fn begin(&mut self, node: usize, state: State<M>) -> Result<(), Unproved> {
        self.count_state()?;
        let entered = &mut self.nodes[node];
        entered.version += 1;
        let (version, outer) = (entered.version, entered.outer.clone());
        let lineage = Some(Rc::new(Lineage { node, version, outer }));
        self.pending.push(Pending { state, lineage });
        Ok(())
    }

    fn count_state(&mut self) -> Result<(), Unproved> {
        self.begun += 1;
        // Where the solver answers nothing any more, nothing would ever be decided.
        if self.generaliser.explorer.machine.interrupted() {
            return Err(Unproved::Cancelled);
        }
        if self.begun > MOST_BEGUN { Err(Unproved::TooManyStates) } else { Ok(()) }
    }

    /// Handles a state at the header of a loop.
    fn arrived(&mut self, mut pending: Pending<M>) -> Result<(), Unproved> {
        self.arrivals += 1;
        if self.generaliser.has_folded
            && let Some(condition) = self.generaliser.undecided(&pending.state)
        {
            return self.split(pending, condition);
        }
        let header = pending.state.frame.block;
        let loops = self.generaliser.explorer.machine.loops_of(pending.state.frame.function);
        let around = &mut pending.state.frame.loops.headers;
        let is_inside = |of: BlockId| loops.iter().any(|it| it.header == of && it.contains(header));
        while around.last().is_some_and(|mark| !is_inside(mark.header)) {
            around.pop();
        }
        match around.last_mut() {
            Some(mark) if mark.header == header => {
                mark.arrivals += 1;
                let node = mark.number;
                self.came_back(node, pending)
            }
            _ => {
                around.push(HeaderMark { header, number: self.nodes.len(), arrivals: 0 });
                self.enter(pending, 0)
            }
        }
    }

    /// Splits a state by a condition, both parts of which are at the header.
    fn split(&mut self, pending: Pending<M>, condition: Term) -> Result<(), Unproved> {
        if let Some(mark) = pending.state.frame.loops.headers.last() {
            self.nodes[mark.number].is_symbolic = true;
        }
        self.count_state()?;
        let not = self.generaliser.explorer.machine.terms.not(condition);
        for side in [condition, not] {
            let mut state = pending.state.clone();
            if self.generaliser.assume(&mut state, side) {
                self.arrived(Pending { state, lineage: pending.lineage.clone() })?;
            }
        }
        Ok(())
    }

    /// Enters a loop, the innermost one of the state.
    fn enter(&mut self, pending: Pending<M>, peeled: u32) -> Result<(), Unproved> {
        let Pending { state: mut entry, lineage: outer } = pending;
        let node = self.nodes.len();
        if let Some(mark) = entry.frame.loops.headers.last_mut() {
            mark.number = node;
        }
        self.nodes.push(Node {
            entry: self.entry(&entry),
            outer,
            version: 0,
            stage: Stage::Unrolled,
            peeled,
            concrete: 0,
            behind: 0,
            is_exact: false,
            forks: 0,
            is_symbolic: false,
        });
        self.begin(node, entry)
    }

    fn entry(&self, state: &State<M>) -> Entry<M> {
        Entry { state: state.clone(), terms: self.generaliser.explorer.machine.terms.len() }
    }

    /// Handles a state that comes back to the header of a loop after an iteration.
    fn came_back(&mut self, node: usize, pending: Pending<M>) -> Result<(), Unproved> {
        let Node { entry, stage, is_symbolic, behind, .. } = &mut self.nodes[node];
        match stage {
            Stage::Unrolled if !*is_symbolic => self.unroll(node, pending),
            Stage::Unrolled if *behind > 0 => self.repeat(node),
            Stage::Unrolled => match self.generaliser.generalised(entry, &pending.state) {
                Ok((invariant, general)) => {
                    *stage = Stage::General(invariant);
                    self.begin(node, general)
                }
                Err(NotGeneral) => {
                    *stage = Stage::Peeled;
                    self.peel(node, pending)
                }
            },
            Stage::General(invariant) => {
                match self.generaliser.covered(invariant, entry, &pending.state) {
                    // Allocations that leaked before belong to this path.
                    Ok(None) => self.ended(pending, End::Covered),
                    Ok(Some(general)) => self.begin(node, general),
                    Err(NotGeneral) => self.not_general(&pending),
                }
            }
            Stage::Peeled => self.peel(node, pending),
        }
    }

    /// Runs another iteration of a loop that nothing symbolic decides about.
    fn unroll(&mut self, node: usize, pending: Pending<M>) -> Result<(), Unproved> {
        let entered = &mut self.nodes[node];
        entered.concrete += 1;
        if entered.concrete > MOST_CONCRETE {
            entered.is_symbolic = true;
        }
        // No other state descends from the entry as long as nothing forks.
        if entered.forks == 0 {
            let is_kept = entered.concrete <= KEPT || entered.concrete.is_multiple_of(KEPT);
            if is_kept || entered.is_exact {
                entered.behind = 0;
                self.nodes[node].entry = self.entry(&pending.state);
            } else {
                entered.behind += 1;
            }
        }
        self.pending.push(pending);
        Ok(())
    }

    /// Unrolls a loop once more from the last state that was kept, and keeps each one.
    fn repeat(&mut self, node: usize) -> Result<(), Unproved> {
        let entered = &mut self.nodes[node];
        (entered.behind, entered.is_exact) = (0, true);
        (entered.forks, entered.is_symbolic) = (0, false);
        let entry = entered.entry.state.clone();
        self.begin(node, entry)
    }

    /// Enters a loop anew after its first iteration.
    fn peel(&mut self, node: usize, pending: Pending<M>) -> Result<(), Unproved> {
        let peeled = self.nodes[node].peeled + 1;
        if peeled > MOST_PEELED {
            return self.not_general(&pending);
        }
        self.enter(pending, peeled)
    }

    /// Returns the loops with an invariant that the proof rests on.
    fn generalised_loops(&self) -> impl Iterator<Item = (&Node<M>, &Invariant)> {
        self.nodes.iter().filter_map(|node| match &node.stage {
            Stage::General(invariant) if !self.is_stale(node.outer.as_ref()) => {
                Some((node, invariant))
            }
            _ => None,
        })
    }

    /// Returns the certificate of the proof.
    fn certificate(&mut self) -> Option<Certificate> {
        let loops: Vec<(Invariant, Entry<M>)> = self
            .generalised_loops()
            .map(|(node, invariant)| (invariant.clone(), node.entry.clone()))
            .collect();
        let certified = loops.iter().map(|(invariant, entry)| {
            let unrolled = entry.state.frame.loops.headers.last().map_or(0, |it| it.arrivals);
            self.generaliser.certificate(invariant, entry, unrolled)
        });
        let loops: Option<Vec<LoopInvariant>> = certified.collect();
        Some(Certificate { loops: loops?, arrivals: self.arrivals })
    }

    /// Returns the loops that the proof rests on, for readers.
    fn loops(&self) -> Vec<ProvedLoop> {
        let mut loops: Vec<ProvedLoop> = Vec::new();
        for (node, invariant) in self.generalised_loops() {
            let frame = &node.entry.state.frame;
            let header =
                self.generaliser.explorer.machine.loaded.sites.site(frame.function, frame.block, 0);
            let facts = invariant.facts.iter();
            let facts = facts
                .map(|&fact| self.generaliser.explorer.machine.terms.display(fact).to_string());
            let has_lists = invariant.lists.is_some();
            loops.push(ProvedLoop { header, facts: facts.collect(), has_lists });
        }
        loops.sort_by_key(|it| it.header);
        loops
    }
}

fn ancestors(lineage: Option<&Rc<Lineage>>) -> impl Iterator<Item = &Lineage> {
    std::iter::successors(lineage, |it| it.outer.as_ref()).map(|it| &**it)
}
