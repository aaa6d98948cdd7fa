//! Reachability: allocations that pointers reach, registers that are live or visible, and loops.
//!
//! Leaks, merging, covered states, loop summaries and read-only walks rely on it.

use std::collections::HashMap;
use std::rc::Rc;

use ir::{FuncId, Liveness, Reg, Storage};
use memory::{Memory, Value};
use term::{AllocId, Term};

use crate::machine::Machine;
use crate::program::natural::{Loop, natural_loops};
use crate::state::frames::{Frame, State};

/// The live registers of functions, each computed once.
pub(crate) type LivenessTable = HashMap<FuncId, Liveness>;

impl<M: Memory> Machine<'_, M> {
    /// Extends the reachable allocations by those that the allocations of a worklist reach.
    /// Implements `Leak` and `reachable` of *SL CPA*.
    pub(crate) fn reach_all(
        &mut self,
        state: &mut State<M>,
        reached: &mut HashMap<AllocId, Term>,
        work: &mut Vec<AllocId>,
    ) {
        let mut edges: HashMap<AllocId, Vec<(Term, AllocId)>> = HashMap::new();
        while let Some(block) = work.pop() {
            let from = reached[&block];
            let found = edges.entry(block).or_insert_with(|| {
                self.with_memory(state, |memory, cx| memory.referents(cx, block))
            });
            for (guard, target) in found.clone() {
                self.reach(state, reached, work, from, guard, target);
            }
        }
    }

    /// Records that an allocation is reachable from `from` under a condition, and puts it on the worklist if this
    /// is new.
    pub(crate) fn reach(
        &mut self,
        state: &mut State<M>,
        reached: &mut HashMap<AllocId, Term>,
        work: &mut Vec<AllocId>,
        from: Term,
        guard: Term,
        block: AllocId,
    ) {
        let old = reached.get(&block).copied().unwrap_or(Term::FALSE);
        if old == Term::TRUE {
            return;
        }
        let way = self.terms.and(from, guard);
        let not_old = self.terms.not(old);
        let gain = self.terms.and(way, not_old);
        if !self.with_memory(state, |_, cx| cx.may(gain)) {
            return;
        }
        let new = self.terms.or(old, way);
        reached.insert(block, new);
        work.push(block);
    }

    /// Returns the live registers of a frame, and those of the variables in scope.
    pub(crate) fn registers_of(&mut self, frame: &Frame) -> (Vec<Reg>, Vec<Reg>) {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let Some(body) = &module.function(frame.function).body else { return Default::default() };
        let ignored = self.ignored_checks();
        let liveness =
            self.liveness.entry(frame.function).or_insert_with(|| Liveness::of(body, &ignored));
        let last = body.block(frame.block).instrs.len();
        let at = frame.at.min(last);
        let live = liveness.before(body, frame.block, at);
        let mut visible = Vec::new();
        let mut scope = body.origin(frame.block, at).map(|origin| origin.scope);
        while let Some(id) = scope {
            let Some(found) = body.scopes.get(id.index()) else { break };
            visible.extend(found.variables.iter().filter_map(|variable| match variable.storage {
                Storage::Register(reg) => Some(reg),
                Storage::Memory(_) | Storage::Global(_) => None,
            }));
            scope = found.parent;
        }
        (live, visible)
    }

    /// Returns the natural loops of a function.
    pub(crate) fn loops_of(&mut self, function: FuncId) -> Rc<[Loop]> {
        if let Some(known) = self.natural_loops.get(&function) {
            return known.clone();
        }
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        // The frame of `NO_FUNCTION` has no entry in the table of functions.
        let body = module.functions.get(function.index()).and_then(|it| it.body.as_ref());
        let found: Rc<[Loop]> = body.map(natural_loops).unwrap_or_default().into();
        self.natural_loops.insert(function, found.clone());
        found
    }

    /// Returns the input pointers that a value mentions.
    pub(crate) fn references_in(&mut self, value: Value) -> Vec<Term> {
        let (Value::Term(term), Some(solver)) = (value, &mut self.solver) else {
            return Vec::new();
        };
        let symbols = solver.index.mentions.of(&self.terms, term);
        let is_reference = |symbol: &Term| self.lazy.references.contains_key(symbol);
        symbols.iter().copied().filter(is_reference).collect()
    }
}
