//! Leaks: unreachable allocations on the heap.
//!
//! At the end of a path, an allocation leaks if no variable, no global and no reachable block holds a
//! pointer into it; pointers under guards yield a condition. A replay of the path then locates the
//! statement that lost the last pointer: a leaked allocation stays unreachable.
//!
//! Variables are roots as long as their scope lasts, other registers as long as they are live. This file
//! does not know how models store pointers (`memory::referents`); `observer` relies on `check_end` at the
//! end of each path.

use std::collections::HashMap;
use std::rc::Rc;

use ir::Reg;
use memory::{Info, Kind, Memory, Site, Value, referents};
use term::{AllocId, Term};

use crate::explore::Explorer;
use crate::explore::run::Run;
use crate::findings::end::{End, Feature, Note, Unsupported, Violation, ViolationKind};
use crate::findings::outcome::Cut;
use crate::findings::property::Property;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{Frame, NO_FUNCTION, State};
use crate::state::path::{Path, Witness};

/// The number of instructions between two leak checks during a replay, before single steps locate the
/// statement.
const STRIDE: usize = 256;

impl<M: Memory> Explorer<'_, M> {
    /// Checks leaks and allocations that were not freed at the end of a path, however it ended.
    pub(crate) fn check_end(&mut self, state: &mut State<M>, end: &End) -> Run<()> {
        if self.machine.options.properties.has(Property::ValidMemtrack) {
            let leaks = match end {
                End::Violation(_) | End::Unsupported(_) | End::Limit(_) | End::Interrupted => {
                    self.check_leaks_within(state)
                }
                _ => {
                    let heap = self.live_heap(state);
                    self.check_leaks(state, heap)
                }
            };
            leaks?;
        }
        let ends = matches!(end, End::Exit(_) | End::Abort);
        if ends && self.machine.options.properties.has(Property::ValidMemcleanup) {
            self.check_all_freed(state)?;
        }
        Ok(())
    }

    fn check_all_freed(&mut self, state: &mut State<M>) -> Run<()> {
        for (block, info) in self.live_heap(state) {
            if let Some(&call) = state.escaped.get(&block) {
                self.may_be_freed_elsewhere(state, call, info.lifetime.live);
                continue;
            }
            let (site, calls) = state.last.clone();
            let notes = vec![(info.allocated_at, Note::Allocated)];
            let finding = Violation { kind: ViolationKind::NotFreed, site, calls, notes };
            self.found_at_end(state, finding, info.lifetime.live)?;
        }
        Ok(())
    }

    /// Returns the heap allocations that may be live.
    fn live_heap(&self, state: &State<M>) -> Vec<(AllocId, Info)> {
        let live = |info: &Info| info.kind == Kind::Heap && !info.lifetime.has_ended();
        // The caller of the function owns its inputs and frees them.
        let blocks = state.memory.blocks().filter(|(id, _)| !state.inputs.has_block(*id));
        blocks.filter(|(_, info)| live(info)).map(|(id, info)| (id, *info)).collect()
    }

    /// Checks leaks where a path ended within an instruction, perhaps because that is not supported or
    /// exceeds a limit: the operands of the instruction are still reachable, and no pointer to an
    /// allocation of this instruction exists yet.
    fn check_leaks_within(&mut self, state: &mut State<M>) -> Run<()> {
        let here = self.machine.site(state);
        state.last = (here, self.machine.calls(state));
        let mut heap = self.live_heap(state);
        heap.retain(|(_, info)| info.allocated_at != here);
        let after = state.frame.at;
        state.frame.at = after.saturating_sub(1);
        let leaks = self.check_leaks(state, heap);
        state.frame.at = after;
        leaks
    }

    /// Reports the allocations of `heap` that can be unreachable.
    /// Implements `MALLOC^Leak`, `Leak` and `reachable` of *SL CPA*.
    fn check_leaks(&mut self, state: &mut State<M>, heap: Vec<(AllocId, Info)>) -> Run<()> {
        if heap.is_empty() {
            return Ok(());
        }
        let reached = self.reached(state);
        for (block, info) in heap {
            let reachable = reached.get(&block).copied().unwrap_or(Term::FALSE);
            if reachable == Term::TRUE {
                continue;
            }
            let unreachable = self.machine.terms.not(reachable);
            let lost = self.machine.terms.and(unreachable, info.lifetime.live);
            if let Some(&call) = state.escaped.get(&block) {
                self.may_be_freed_elsewhere(state, call, lost);
                continue;
            }
            let Some(solver) = &mut self.machine.solver else { return Ok(()) };
            match solver.feasibility(&mut self.machine.terms, &state.path, lost) {
                Feasibility::Infeasible => {}
                Feasibility::Feasible(witness) if state.path.merged => {
                    let found = self.alone(state, &witness);
                    let is_meant = |it: &Violation| {
                        it.kind == ViolationKind::Leak
                            && it.notes.contains(&(info.allocated_at, Note::Allocated))
                    };
                    match found.into_iter().find(|it| is_meant(&it.violation)) {
                        Some(found) => self.keep(found)?,
                        None => {
                            let place = state.last.clone();
                            self.note_leak(state, place, info.allocated_at, lost, witness)?
                        }
                    }
                }
                Feasibility::Feasible(witness) => {
                    let place = self.where_lost(state, block);
                    self.note_leak(state, place, info.allocated_at, lost, witness)?;
                }
                Feasibility::Unknown(why) => {
                    let cut = Cut::Solver(why.to_string(), state.last.0);
                    self.outcome.cut(cut);
                }
            }
        }
        Ok(())
    }

    /// Cuts the path if a live allocation was passed to a function without a body: that function may free
    /// it.
    fn may_be_freed_elsewhere(&mut self, state: &State<M>, call: Site, condition: Term) {
        let Some(solver) = &mut self.machine.solver else { return };
        if matches!(
            solver.feasibility(&mut self.machine.terms, &state.path, condition),
            Feasibility::Infeasible
        ) {
            return;
        }
        let what =
            Feature::Other("whether a function without a body frees what it is given".into());
        let unsupported = Unsupported { what, site: call, calls: Vec::new() };
        self.outcome.cut(Cut::Unsupported(Box::new(unsupported)));
    }

    fn note_leak(
        &mut self,
        state: &mut State<M>,
        (site, calls): (Site, Vec<Site>),
        born: Site,
        condition: Term,
        witness: Rc<Witness>,
    ) -> Run<()> {
        let notes = vec![(born, Note::Allocated)];
        let finding = Violation { kind: ViolationKind::Leak, site, calls, notes };
        self.machine.report(state, finding, condition, witness);
        self.take_records()
    }

    /// Returns whether every live heap allocation is certainly reachable.
    pub(crate) fn holds_all(&mut self, state: &mut State<M>) -> bool {
        let heap = self.live_heap(state);
        if heap.is_empty() {
            return true;
        }
        let reached = self.reached(state);
        heap.into_iter().all(|(block, info)| {
            let reachable = reached.get(&block).copied().unwrap_or(Term::FALSE);
            self.machine.terms.implies(info.lifetime.live, reachable) == Term::TRUE
        })
    }

    /// Returns the condition under which each block is reachable; blocks without an entry are unreachable.
    fn reached(&mut self, state: &mut State<M>) -> HashMap<AllocId, Term> {
        let mut reached: HashMap<AllocId, Term> = HashMap::new();
        let mut work: Vec<AllocId> = Vec::new();
        for block in root_blocks(state) {
            reached.insert(block, Term::TRUE);
            work.push(block);
        }
        let values = self.root_values(state);
        let direct = self.machine.with_memory(state, |_, cx| referents(cx, &values));
        for (guard, block) in direct {
            self.machine.reach(state, &mut reached, &mut work, Term::TRUE, guard, block);
        }
        self.machine.reach_all(state, &mut reached, &mut work);
        reached
    }

    /// Returns the values of all registers that may still be used, in all calls.
    fn root_values(&mut self, state: &State<M>) -> Vec<Value> {
        let mut values: Vec<Value> = state.inputs.returned.into_iter().collect();
        let frames = state.callers.iter().chain([&state.frame]);
        for frame in frames.filter(|frame| frame.function != NO_FUNCTION) {
            for reg in self.visible_registers(frame) {
                values.push(state.registers[frame.base + reg.index()]);
            }
        }
        values
    }

    /// Returns the registers of variables in scope, and the live registers.
    fn visible_registers(&mut self, frame: &Frame) -> Vec<Reg> {
        let (mut registers, visible) = self.machine.registers_of(frame);
        registers.extend(visible);
        registers
    }

    /// Returns the statement that lost the last pointer to a block, with its calls, by replaying the path.
    /// Implements `OUTOFSCOPE^Leak` of *SL CPA*.
    fn where_lost(&mut self, end: &State<M>, block: AllocId) -> (Site, Vec<Site>) {
        let nowhere = end.last.clone();
        let Some(first) = self.first.clone() else { return nowhere };
        let decisions: Vec<_> = end.path.decisions.items().into_iter().cloned().collect();
        let mut state = first;
        state.path = Path::along(&decisions);
        // The first run of this path has reported its violations.
        let found = self.quietly(|explorer| explorer.run_until_lost(&mut state, block));
        found.unwrap_or(nowhere)
    }

    fn run_until_lost(
        &mut self,
        state: &mut State<M>,
        block: AllocId,
    ) -> Option<(Site, Vec<Site>)> {
        loop {
            let before = state.clone();
            let ended = (0..STRIDE).any(|_| self.advance(state).is_err());
            if !ended && !self.is_lost(state, block) {
                continue;
            }
            *state = before;
            for _ in 0..STRIDE {
                let place = self.place_of_next(state);
                let ended = self.advance(state).is_err();
                if ended || self.is_lost(state, block) {
                    return Some(place);
                }
            }
            return None;
        }
    }

    /// Returns the next instruction and the calls around it.
    fn place_of_next(&self, state: &mut State<M>) -> (Site, Vec<Site>) {
        state.frame.at += 1;
        let place = (self.machine.site(state), self.machine.calls(state));
        state.frame.at -= 1;
        place
    }

    /// Returns whether a block is live and can be unreachable.
    fn is_lost(&mut self, state: &mut State<M>, block: AllocId) -> bool {
        let Some(live) = state.memory.info(block).map(|info| info.lifetime.live) else {
            return false;
        };
        if live == Term::FALSE {
            return false;
        }
        let reachable = self.reached(state).get(&block).copied().unwrap_or(Term::FALSE);
        let unreachable = self.machine.terms.not(reachable);
        let lost = self.machine.terms.and(unreachable, live);
        lost != Term::FALSE && self.machine.with_memory(state, |_, cx| cx.may(lost))
    }
}

/// Returns the blocks that are reachable without a pointer: globals, the locals of all calls, and the
/// inputs that the caller owns.
fn root_blocks<M: Memory>(state: &State<M>) -> Vec<AllocId> {
    let frames = state.callers.iter().chain([&state.frame]);
    let locals = frames
        .flat_map(|frame| frame.locals.iter().map(|&(_, block)| block).chain(frame.arguments));
    let given = state.inputs.objects.iter().map(|object| object.block);
    locals.chain(state.globals.iter().copied()).chain(given).collect()
}
