//! Merges two states at the same program point.
//!
//! A guard tells them apart: it holds for the inputs of the second state. Registers that differ become an
//! `ite`, the memory model merges the memories, and the path condition consists of the common conditions
//! and the disjunction of the two remainders. States with different calls or objects cannot be merged.
//! `mod.rs` relies on a merged state representing exactly the inputs of both. This file does not estimate
//! the cost of registers (`cost`).

use memory::{Memory, Value};
use term::Term;

use crate::explore::Explorer;
use crate::explore::merge::Ancestor;
use crate::explore::merge::cost::MAX_CHOICES;
use crate::findings::property::Property;
use crate::options::Merge;
use crate::state::frames::{Frame, NO_FUNCTION, State, UNINITIALISED};
use crate::state::path::{Input, Path};

/// A register in which two states differ.
pub(crate) struct Apart {
    pub frame: Frame,
    pub reg: ir::Reg,
    pub first: Value,
    pub second: Value,
    /// Whether the register is live; otherwise only the leak check reads it.
    pub live: bool,
}

impl<M: Memory> Explorer<'_, M> {
    /// Merges two states with a common ancestor, if that is possible and pays off.
    pub(super) fn merge_two(
        &mut self,
        ancestor: &Ancestor<M>,
        first: &State<M>,
        second: &State<M>,
    ) -> Option<State<M>> {
        if !stand_alike(first, second) {
            return None;
        }
        // To reproduce a finding, its input is run through the program, which takes long where loops were
        // summarised.
        let parted = ancestor.path.decisions.len();
        if [first, second].iter().any(|it| it.has_summary_since(parted)) {
            return None;
        }
        let apart = self.registers_apart(first, second);
        let choosy = self.machine.options.merge == Merge::Auto;
        if choosy && (apart.iter().any(|it| self.is_dear(it)) || self.indices_differ(first, second))
        {
            self.merging.too_dear += 1;
            return None;
        }
        // The statement of a leak is found by replaying one path, and each path may leak at another
        // statement.
        if self.machine.options.properties.has(Property::ValidMemtrack)
            && [first, second].iter().any(|&it| !self.holds_all(&mut it.clone()))
        {
            return None;
        }
        let (path, guard) = self.merge_paths(ancestor, first, second);
        let mut state = first.clone();
        state.path = path;
        state.forget_rounds();
        let (before, copies) =
            (self.machine.terms.ite_counts(), self.machine.names.counts.guarded_copies);
        self.machine
            .with_memory(&mut state, |memory, cx| {
                memory.merge(cx, &second.memory, guard, &ancestor.memory)
            })
            .ok()?;
        if state.memory.unsupported().is_some() {
            return None;
        }
        if gives_up_description(first, second, &state) {
            return None;
        }
        let (after, copies_after) =
            (self.machine.terms.ite_counts(), self.machine.names.counts.guarded_copies);
        let dear = || {
            after.all - before.all > MAX_CHOICES
                || after.symbolic > before.symbolic
                || copies_after > copies
                || blurs_objects(first, second, &state)
        };
        if choosy && dear() {
            self.merging.too_dear += 1;
            return None;
        }
        for it in apart {
            let value = self.either(&it, guard);
            state.registers[it.frame.base + it.reg.index()] = value;
        }
        state.steps = first.steps.max(second.steps);
        state.escape(second.escaped.iter().map(|(&block, &site)| (block, site)));
        state.visits = first.visits.min(second.visits);
        Some(state)
    }

    /// Returns the relevant registers that differ.
    pub(crate) fn registers_apart(&mut self, first: &State<M>, second: &State<M>) -> Vec<Apart> {
        let mut apart = Vec::new();
        let leaks = self.machine.options.properties.has(Property::ValidMemtrack);
        let frames = first.callers.iter().chain([&first.frame]);
        let mut ends: Vec<usize> = frames.clone().skip(1).map(|frame| frame.base).collect();
        ends.push(first.registers.len());
        for (frame, end) in frames.zip(ends) {
            let range = frame.base..end;
            if frame.function == NO_FUNCTION
                || first.registers[range.clone()] == second.registers[range]
            {
                continue;
            }
            let (live, visible) = self.machine.registers_of(frame);
            let visible = visible.into_iter().filter(|reg| leaks && !live.contains(reg));
            let visible: Vec<ir::Reg> = visible.collect();
            let all = live.into_iter().map(|reg| (reg, true));
            for (reg, live) in all.chain(visible.into_iter().map(|reg| (reg, false))) {
                let at = frame.base + reg.index();
                let (a, b) = (first.registers[at], second.registers[at]);
                if a != b {
                    apart.push(Apart { frame: frame.clone(), reg, first: a, second: b, live });
                }
            }
        }
        apart
    }

    /// Returns the value of a register after the merge: the second value where the guard holds.
    fn either(&mut self, apart: &Apart, guard: Term) -> Value {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let body = module.function(apart.frame.function).body.as_ref();
        let Some(&ty) = body.and_then(|body| body.registers.get(apart.reg.index())) else {
            return apart.first;
        };
        let [first, second] = [apart.first, apart.second].map(|value| {
            let value = match value {
                UNINITIALISED => self.machine.fresh(ty),
                value => value,
            };
            self.machine.operate().term(ty, value)
        });
        let term = self.machine.terms.ite(guard, second, first);
        Value::of_term(&self.machine.terms, term)
    }

    /// Returns the path of both states, and the guard that separates the inputs of the second from those of
    /// the first.
    fn merge_paths(
        &mut self,
        ancestor: &Ancestor<M>,
        first: &State<M>,
        second: &State<M>,
    ) -> (Path, Term) {
        let known = ancestor.path.conditions.len();
        let (a, b) = (&first.path.conditions, &second.path.conditions);
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let [ours, theirs] = [a, b].map(|it| self.machine.terms.all(it[common..].iter().copied()));
        let guard = match (a.get(common), b.get(common)) {
            // The decision at which the states forked.
            (Some(&a), Some(&b)) if self.machine.terms.not(a) == b => b,
            _ => theirs,
        };
        let one_of_them = self.machine.terms.or(ours, theirs);
        let mut path = ancestor.path.clone();
        path.ahead.clear();
        if let Some(solver) = &mut self.machine.solver {
            for &condition in a[known..common].iter().chain([&one_of_them]) {
                path.assume(&mut self.machine.terms, &mut solver.index, condition);
            }
        }
        path.witness = first.path.witness.clone().or_else(|| second.path.witness.clone());
        path.layout = first.path.layout.or(second.path.layout);
        path.decisions = first.path.decisions.clone();
        path.merged = true;
        self.merge_inputs(&mut path, first, second, guard);
        (path, guard)
    }

    /// Merges the inputs of both paths; the guard says on which path an input was read.
    fn merge_inputs(&mut self, path: &mut Path, first: &State<M>, second: &State<M>, guard: Term) {
        let (a, b) = (&first.path.inputs, &second.path.inputs);
        let known = path.inputs.len();
        let (a, b) = (a.items_since(known), b.items_since(known));
        let same = |(a, b): &(&&Input, &&Input)| a.term == b.term && a.guard == b.guard;
        let common = a.iter().zip(&b).take_while(same).count();
        a[..common].iter().for_each(|&input| path.inputs.push(input.clone()));
        let not = self.machine.terms.not(guard);
        for (inputs, guard) in [(a, not), (b, guard)] {
            for &input in &inputs[common..] {
                let guard = self.machine.terms.and(input.guard, guard);
                path.inputs.push(Input { guard, ..input.clone() });
            }
        }
    }
}

/// Returns whether two memories had a description and their merge has none: an infinite loop would then not
/// be recognised by a visited state.
fn gives_up_description<M: Memory>(first: &State<M>, second: &State<M>, both: &State<M>) -> bool {
    let is_described = |state: &State<M>| state.memory.describe(&mut Vec::new());
    !is_described(both) && is_described(first) && is_described(second)
}

/// Returns whether the merge makes the lifetime of objects uncertain that was certain in both states: every
/// access to them would then be a query.
fn blurs_objects<M: Memory>(first: &State<M>, second: &State<M>, both: &State<M>) -> bool {
    let blurred = |state: &State<M>| {
        let lives = state.memory.blocks().map(|(_, info)| info.lifetime);
        lives.filter(|life| !life.is_certainly_live() && !life.has_ended()).count()
    };
    blurred(both) > blurred(first).max(blurred(second))
}

/// Returns whether two states are at the same program point, with the same objects.
pub(crate) fn stand_alike<M: Memory>(first: &State<M>, second: &State<M>) -> bool {
    let same_frame = |(a, b): (&Frame, &Frame)| {
        (a.function, a.block, a.at, a.base) == (b.function, b.block, b.at, b.base)
            && (a.arguments, a.result) == (b.arguments, b.result)
            && a.locals == b.locals
            && a.iterations == b.iterations
    };
    first.callers.len() == second.callers.len()
        && first.callers.iter().zip(&second.callers).all(same_frame)
        && same_frame((&first.frame, &second.frame))
        && first.read == second.read
        && first.rounding == second.rounding
        && first.globals == second.globals
        && first.registers.len() == second.registers.len()
        && first.path.ahead.is_empty()
        && second.path.ahead.is_empty()
}
