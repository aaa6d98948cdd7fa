//! Loops over input heaps that return to an earlier state: a loop that only reads, and whose variables have the values
//! that they had at the start of an earlier iteration, never terminates. Its further iterations reach nothing that the
//! earlier ones did not, so a state continues without the inputs for which this holds.
//!
//! A cyclic list is such an input. With `lazy` and `lazier` it has a path of its own. With `uber` it is one case of
//! many, and each iteration would carry along all lists on which an earlier iteration returned. `explore/visited.rs`
//! does the same for whole states. Dropping the inputs is sound for the same reason, although iterations are counted:
//! the earlier iteration that covers the state has more iterations left.
//!
//! Only loops that write nothing, call nothing and begin no lifetime of a local are considered. So memory is unchanged,
//! except for objects of the input that were initialised during the loop.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BlockId, FuncId, Instr};
use memory::{Memory, Value};
use term::Term;

use crate::findings::property::Property;
use crate::machine::{Machine, Step};
use crate::program::natural::Loop;
use crate::state::frames::State;
use crate::state::inputs::Walk;
use crate::state::trail::Trail;

impl<M: Memory> Machine<'_, M> {
    /// Handles a jump from one basic block to another. At the header of a loop that only reads, the state continues
    /// with the inputs for which it differs from its earlier iterations.
    pub(crate) fn walk(&mut self, state: &mut State<M>, from: BlockId) -> Step<()> {
        // An exploration that wants every path wants these, too.
        if state.path.cases.is_none() || state.taken.is_wanted() {
            return Ok(());
        }
        let header = state.frame.block;
        let walks = self.walks_of(state.frame.function);
        let Some(around) = walks.iter().find(|it| it.header == header) else { return Ok(()) };
        let place = Some((state.frame.function, header, state.callers.len()));
        if !around.contains(from) || state.inputs.walk.place != place {
            state.inputs.walk = Walk { place, been: Trail::default() };
        }
        let now = self.variables_now(state)?;
        self.note_places(state, &now)?;
        let again = self.is_as_before(state, &now)?;
        state.inputs.walk.been.push(now);
        self.drop_inputs_of_others(state, again)
    }

    /// Returns the loops of a function that only read.
    fn walks_of(&mut self, function: FuncId) -> Rc<[Loop]> {
        if let Some(known) = self.lazy.walks.get(&function) {
            return known.clone();
        }
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let body = module.functions.get(function.index()).and_then(|it| it.body.as_ref());
        let found: Rc<[Loop]> = match body {
            None => Rc::default(),
            Some(body) => {
                let reads = |block: BlockId| body.block(block).instrs.iter().all(only_reads);
                let blocks = || (0..body.blocks.len()).map(|index| BlockId(index as u32));
                let loops = self.loops_of(function);
                // A call enters a function at its entry block without a jump, which this analysis would miss.
                let found = loops.iter().filter(|it| {
                    it.header != BlockId(0)
                        && blocks().all(|block| !it.contains(block) || reads(block))
                });
                found.cloned().collect()
            }
        };
        self.lazy.walks.insert(function, found.clone());
        found
    }

    /// Returns the values of the variables of the current function on which the rest of the path depends.
    fn variables_now(&mut self, state: &mut State<M>) -> Step<Rc<[Value]>> {
        let (live, visible) = self.registers_of(&state.frame);
        let leaks = self.options.properties.has(Property::ValidMemtrack);
        let mut all = live;
        all.extend(visible.into_iter().filter(|_| leaks));
        all.sort_unstable();
        all.dedup();
        // Only pointers that changed since the last iteration are settled.
        let last = state.inputs.walk.been.last().cloned();
        for (reg, last) in all.iter().zip(last.iter().flat_map(|last| last.iter())) {
            let at = state.frame.base + reg.index();
            if state.registers[at] != *last {
                state.registers[at] = self.settle(state, state.registers[at])?;
            }
        }
        Ok(all.iter().map(|reg| state.registers[state.frame.base + reg.index()]).collect())
    }

    /// Replaces the recorded pointers of the last iteration by their only target, where the path has left them one. By
    /// the end of an iteration, a pointer that changed usually had one target at its start, and later iterations need
    /// not query it again.
    fn note_places(&mut self, state: &mut State<M>, now: &[Value]) -> Step<()> {
        let Some(last) = state.inputs.walk.been.last().cloned() else { return Ok(()) };
        let mut places = last.to_vec();
        for (place, now) in places.iter_mut().zip(now) {
            if *place != *now
                && let Some(only) = self.place_then(state, *place)?
            {
                *place = Value::of_term(&self.terms, only);
            }
        }
        state.inputs.walk.been.pop();
        state.inputs.walk.been.push(places.into());
        Ok(())
    }

    /// Returns the condition under which the variables have the values of an earlier iteration. Considers only
    /// iterations that differ in one variable: one query then covers all earlier targets of the variable.
    fn is_as_before(&mut self, state: &mut State<M>, now: &[Value]) -> Step<Term> {
        let been = state.inputs.walk.been.clone();
        let mut places: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        for before in been.items() {
            let moved: Vec<usize> = (0..now.len()).filter(|&at| now[at] != before[at]).collect();
            match moved[..] {
                [] => return Ok(Term::TRUE),
                [at] => {
                    let place = self.place_then(state, before[at])?;
                    places.entry(at).or_default().extend(place);
                }
                _ => {}
            }
        }
        let mut again = Term::FALSE;
        for (at, places) in places {
            let here = self.is_one_of(state, now[at], &places);
            again = self.terms.or(again, here);
        }
        Ok(again)
    }

    /// Returns the target of a recorded pointer, if it has only one. A pointer that was open when it was recorded may
    /// be settled now.
    fn place_then(&mut self, state: &mut State<M>, pointer: Value) -> Step<Option<Term>> {
        let settled = self.settle(state, pointer)?;
        Ok(self.one_place(state, settled))
    }
}

/// Returns whether an instruction leaves memory unchanged.
fn only_reads(instr: &Instr) -> bool {
    instr.is_pure() || matches!(instr, Instr::Load { .. } | Instr::Check { .. })
}
