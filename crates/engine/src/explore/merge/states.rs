//! One state of two that stand at the same place.
//!
//! A guard tells them apart: it holds for the inputs of the second. A register is an `ite` where they
//! differ, memories are merged by the model, the conditions are what both have in common and that
//! one of the two rests holds. States differ too much to be one if their calls or their objects do.

use memory::{Memory, Value};
use term::Term;

use crate::explore::Explorer;
use crate::explore::merge::cost::MAX_CHOICES;
use crate::explore::merge::{Ancestor, Merge};
use crate::findings::property::Property;
use crate::state::frames::{Frame, NO_FUNCTION, State, UNWRITTEN};
use crate::state::path::{Input, Path};

/// A register in which two states differ.
pub(super) struct Apart {
    pub frame: Frame,
    pub reg: ir::Reg,
    pub first: Value,
    pub second: Value,
    /// Whether it is read later on; otherwise it is only looked at when leaks are looked for.
    pub live: bool,
}

impl<M: Memory> Explorer<'_, M> {
    /// One state for two that come from one ancestor, if they can be one, and if that pays.
    pub(super) fn merge_two(
        &mut self,
        ancestor: &Ancestor<M>,
        first: &State<M>,
        second: &State<M>,
    ) -> Option<State<M>> {
        if !stand_alike(first, second) {
            return None;
        }
        // A finding is shown by following its input, which takes long where loops were done in one step.
        let parted = ancestor.path.decisions.len();
        if [first, second].iter().any(|it| it.made_rounds_since(parted)) {
            return None;
        }
        let apart = self.registers_apart(first, second);
        let choosy = self.merging.how == Merge::Auto;
        if choosy && (apart.iter().any(|it| self.is_dear(it)) || self.indices_differ(first, second))
        {
            self.merging.too_dear += 1;
            return None;
        }
        // Where something was lost is found by going back on one path, and each path may lose it elsewhere.
        if self.machine.properties.has(Property::ValidMemtrack)
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

    /// The registers that matter and differ.
    fn registers_apart(&mut self, first: &State<M>, second: &State<M>) -> Vec<Apart> {
        let mut apart = Vec::new();
        let leaks = self.machine.properties.has(Property::ValidMemtrack);
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

    /// What a register holds: the second value where the guard holds.
    fn either(&mut self, apart: &Apart, guard: Term) -> Value {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let body = module.function(apart.frame.function).body.as_ref();
        let Some(&ty) = body.and_then(|body| body.registers.get(apart.reg.index())) else {
            return apart.first;
        };
        let [first, second] = [apart.first, apart.second].map(|value| {
            let value = match value {
                UNWRITTEN => self.machine.fresh(ty),
                value => value,
            };
            self.machine.operate().term(ty, value)
        });
        let term = self.machine.terms.ite(guard, second, first);
        Value::of_term(&self.machine.terms, term)
    }

    /// The path of both, and the condition that tells the second one's inputs from the first one's.
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
            // The decision at which they parted.
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

    /// What the program was given on either path.
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

/// Whether the memories of two states could be described and that of both cannot: a loop without end would then
/// not be seen to repeat itself.
fn gives_up_description<M: Memory>(first: &State<M>, second: &State<M>, both: &State<M>) -> bool {
    let is_described = |state: &State<M>| state.memory.describe(&mut Vec::new());
    !is_described(both) && is_described(first) && is_described(second)
}

/// Whether objects are there or not in one state that were certain in two: then every access to them asks.
fn blurs_objects<M: Memory>(first: &State<M>, second: &State<M>, both: &State<M>) -> bool {
    let blurred = |state: &State<M>| {
        let lives = state.memory.blocks().map(|(_, info)| info.lifetime);
        lives.filter(|life| !life.is_certainly_live() && !life.has_ended()).count()
    };
    blurred(both) > blurred(first).max(blurred(second))
}

/// Whether two states stand at the same place, with the same objects around.
fn stand_alike<M: Memory>(first: &State<M>, second: &State<M>) -> bool {
    let same_frame = |(a, b): (&Frame, &Frame)| {
        (a.function, a.block, a.at, a.base) == (b.function, b.block, b.at, b.base)
            && (a.arguments, a.result) == (b.arguments, b.result)
            && a.locals == b.locals
            && a.rounds == b.rounds
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
