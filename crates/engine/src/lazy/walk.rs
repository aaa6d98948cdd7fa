//! Walks that come back: a loop that only reads, and finds everything as it was some rounds before, goes round for
//! ever. Nothing comes of it that did not come of the rounds before, so a state goes on without the inputs for
//! which that is so.
//!
//! A list that leads back into itself is such an input. With `lazy` and `lazier` it has a path of its own; with `uber` it
//! is one case of many, and without this every round would carry all lists along that went back in an earlier one. `seen` does
//! the same for whole states. It is sound for the same reason, and although rounds are counted: what is left to an
//! earlier round has more of them to go.
//!
//! Only loops that write nothing, call nothing and begin no variable are looked at: then memory is what it was, but for
//! objects of the input that were found on the way.

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
    /// A state has come from one block to another: if that is the start of a round of a walk, it goes on with the inputs for
    /// which it is not where it was.
    pub(crate) fn walk(&mut self, state: &mut State<M>, from: BlockId) -> Step<()> {
        // Whoever wants every path wants also those that come back.
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

    /// The loops of a function that only read.
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
                // A call comes to the entry of a function without a jump that could be seen here.
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

    /// What the variables of the current function are that the rest of the path depends on.
    fn variables_now(&mut self, state: &mut State<M>) -> Step<Rc<[Value]>> {
        let (live, visible) = self.registers_of(&state.frame);
        let leaks = self.properties.has(Property::ValidMemtrack);
        let mut all = live;
        all.extend(visible.into_iter().filter(|_| leaks));
        all.sort_unstable();
        all.dedup();
        // Where a pointer leads is found out only where it has moved.
        let last = state.inputs.walk.been.last().cloned();
        for (reg, last) in all.iter().zip(last.iter().flat_map(|last| last.iter())) {
            let at = state.frame.base + reg.index();
            if state.registers[at] != *last {
                state.registers[at] = self.settle(state, state.registers[at])?;
            }
        }
        Ok(all.iter().map(|reg| state.registers[state.frame.base + reg.index()]).collect())
    }

    /// By the end of a round, what moved in it was at one place at its start, as a rule. On the rest of the path it was there too,
    /// and need not be asked again.
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

    /// The condition under which variables are what they were at the start of an earlier round. Walks that move one variable
    /// are looked at: all places where it has been are one question then.
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

    /// The place that a pointer was, if it is only one. What was open then may be settled now.
    fn place_then(&mut self, state: &mut State<M>, pointer: Value) -> Step<Option<Term>> {
        let settled = self.settle(state, pointer)?;
        Ok(self.one_place(state, settled))
    }
}

/// Whether an instruction leaves memory as it is.
fn only_reads(instr: &Instr) -> bool {
    instr.is_pure() || matches!(instr, Instr::Load { .. } | Instr::Check { .. })
}
