//! A loop invariant: the locations that iterations change, and facts about their values; the abstract state that it
//! stands for; and whether it covers another state.

use ir::Storage;
use memory::{Memory, MultiWrite, Value};
use term::targets::targets;
use term::visit::Substitution;
use term::{AllocId, Sort, Term, TermMap};

use crate::prove::difference::{Difference, Location};
use crate::prove::lists::Lists;
use crate::prove::{Entry, Generaliser};
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{NO_FUNCTION, State, UNINITIALISED};
use crate::state::path::Path;

/// The largest number of locations of an invariant.
const MOST_LOCATIONS: usize = 64;

/// There is no invariant that covers both states.
pub(super) struct NotGeneral;

/// A loop invariant, relative to the state at the entry of the loop.
#[derive(Clone)]
pub(super) struct Invariant {
    /// The locations that may differ from the entry.
    pub variables: Vec<Variable>,
    /// The linked lists, if their nodes may differ from the entry.
    pub lists: Option<Lists>,
    /// What holds for their values: terms over their symbols and over values that the loop does not change.
    pub facts: Vec<Term>,
}

/// A location that iterations change.
#[derive(Clone, Copy)]
pub(super) struct Variable {
    pub location: Location,
    pub shape: Shape,
    /// The symbol of its value: of the offset, for a pointer.
    pub symbol: Term,
}

/// What is known of a value besides facts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A number or truth value.
    Scalar,
    /// A pointer into this allocation.
    Pointer(AllocId),
    /// Any bytes that are no pointers; nothing is known of them.
    Bytes,
}

impl<M: Memory> Generaliser<'_, '_, M> {
    /// Returns an invariant that covers the entry of a loop and a state after an iteration, and its abstract state.
    pub(super) fn generalised(
        &mut self,
        entry: &Entry<M>,
        state: &State<M>,
    ) -> Result<(Invariant, State<M>), NotGeneral> {
        let mut invariant = Invariant { variables: Vec::new(), lists: None, facts: Vec::new() };
        let mut state = state.clone();
        self.extended(&mut invariant, entry, &mut state)?;
        let general = self.abstract_state(&invariant, &entry.state)?;
        Ok((invariant, general))
    }

    /// Weakens an invariant until it covers a state that came back to the header. Returns the abstract state of the
    /// weaker invariant; `None` if the invariant covered the state before.
    pub(super) fn covered(
        &mut self,
        invariant: &mut Invariant,
        entry: &Entry<M>,
        state: &State<M>,
    ) -> Result<Option<State<M>>, NotGeneral> {
        let mut state = state.clone();
        let grew = self.extended(invariant, entry, &mut state)?;
        let values = self.values_of(invariant, &mut state).ok_or(NotGeneral)?;
        let fewer = self.facts_of(&state.path, &invariant.facts, &values);
        let weaker = fewer.len() < invariant.facts.len();
        invariant.facts = fewer;
        match grew || weaker {
            true => self.abstract_state(invariant, &entry.state).map(Some),
            false => Ok(None),
        }
    }

    /// Adds the locations to an invariant in which a state differs from the entry, and the facts about these that
    /// hold in both. Returns whether there were any.
    fn extended(
        &mut self,
        invariant: &mut Invariant,
        entry: &Entry<M>,
        state: &mut State<M>,
    ) -> Result<bool, NotGeneral> {
        let mut first = entry.state.clone();
        let mut new = Vec::new();
        let former = invariant.lists.take();
        let Difference { locations, lists } =
            self.differences(entry, state, former.as_ref()).ok_or(NotGeneral)?;
        let lists_grew = lists != former;
        if let Some(lists) = &lists {
            let is_apart = |it: &Variable| lists.has(it.location).is_some();
            if !invariant.variables.iter().all(is_apart) {
                return Err(NotGeneral);
            }
            let gone =
                invariant.variables.extract_if(.., |it| lists.has(it.location) == Some(true));
            let symbols: Vec<Term> = gone.map(|it| it.symbol).collect();
            invariant.facts.retain(|&fact| !self.mentions_any(fact, &symbols));
        }
        invariant.lists = lists;
        for location in locations {
            if invariant.variables.iter().any(|it| it.location.covers(location)) {
                continue;
            }
            // A wider location replaces those within it; facts about them go.
            let symbols: Vec<Term> = invariant
                .variables
                .extract_if(.., |it| location.covers(it.location))
                .map(|it| it.symbol)
                .collect();
            invariant.facts.retain(|&fact| !self.mentions_any(fact, &symbols));
            let variable = self.variable(&mut first, state, location).ok_or(NotGeneral)?;
            invariant.variables.push(variable);
            new.push(variable.symbol);
        }
        if invariant.variables.len() > MOST_LOCATIONS {
            return Err(NotGeneral);
        }
        if new.is_empty() {
            return Ok(lists_grew);
        }
        let [one, other] = [&mut first, state].map(|it| self.values_of(invariant, it));
        let (one, other) = (one.ok_or(NotGeneral)?, other.ok_or(NotGeneral)?);
        let candidates = self.candidate_facts(invariant, entry, state, (&one, &other));
        let candidates: Vec<Term> =
            candidates.into_iter().filter(|&it| self.mentions_any(it, &new)).collect();
        let hold = self.facts_of(&entry.state.path, &candidates, &one);
        let hold = self.facts_of(&state.path, &hold, &other);
        invariant.facts.extend(hold);
        Ok(true)
    }

    /// Whether a term mentions one of some symbols.
    pub(super) fn mentions_any(&mut self, term: Term, symbols: &[Term]) -> bool {
        let Some(solver) = &mut self.explorer.machine.solver else { return true };
        let mentioned = solver.index.mentions.of(&self.explorer.machine.terms, term);
        mentioned.iter().any(|it| symbols.contains(it))
    }

    /// Returns a new variable for a location in which two states differ.
    fn variable(
        &mut self,
        first: &mut State<M>,
        second: &mut State<M>,
        location: Location,
    ) -> Option<Variable> {
        let (shape, sort) = match location {
            Location::Dead(_) => (Shape::Bytes, Sort::Bool),
            Location::Contents(_) => {
                (Shape::Bytes, Sort::Array { index: self.explorer.machine.pointer, element: 8 })
            }
            Location::Register(..) | Location::Cell(..) => {
                let [one, other] = [&mut *first, second].map(|it| self.value_at(it, location));
                let (shape, same) = (self.shape_of(one)?, self.shape_of(other)?);
                if shape != same {
                    return None;
                }
                (shape, self.explorer.machine.terms.sort(one))
            }
        };
        let name = self.name_of(first, location);
        let symbol = self.explorer.machine.terms.symbol(&name, sort);
        Some(Variable { location, shape, symbol })
    }

    /// Returns the name of the variable that a location holds, for readers.
    fn name_of(&self, state: &State<M>, location: Location) -> String {
        let module = &self.explorer.machine.loaded.module;
        let in_register = |index: usize| {
            let frames = state.callers.iter().chain([&state.frame]);
            let mut innermost_first = frames.rev();
            let frame =
                innermost_first.find(|it| it.function != NO_FUNCTION && it.base <= index)?;
            let body = module.function(frame.function).body.as_ref()?;
            let mut variables = body.scopes.iter().flat_map(|scope| &scope.variables);
            let holds = |storage| matches!(storage, Storage::Register(reg) if reg.index() == index - frame.base);
            variables.find(|it| holds(it.storage)).map(|it| it.name.clone())
        };
        match location {
            Location::Register(index, _) => in_register(index).unwrap_or_else(|| "value".into()),
            Location::Cell(..) | Location::Contents(_) => "memory".into(),
            Location::Dead(_) => "dead".into(),
        }
    }

    /// Returns the value of a register or a cell.
    pub(super) fn value_at(&mut self, state: &mut State<M>, location: Location) -> Term {
        match location {
            Location::Register(index, ty) => {
                let value = match state.registers[index] {
                    UNINITIALISED => self.explorer.machine.fresh(ty),
                    value => value,
                };
                self.explorer.machine.operate().term(ty, value)
            }
            Location::Cell(block, offset, bytes) => {
                let value = self.cell(state, block, offset, bytes);
                value.to_term(&mut self.explorer.machine.terms, 8 * bytes)
            }
            Location::Dead(_) | Location::Contents(_) => Term::FALSE,
        }
    }

    /// Returns the shape of a value; `None` if it has none, as a pointer into one of several allocations.
    fn shape_of(&mut self, value: Term) -> Option<Shape> {
        if !self.explorer.machine.terms.mentions_base(value) {
            return Some(Shape::Scalar);
        }
        match targets(&mut self.explorer.machine.terms, value)[..] {
            [target] if !self.explorer.machine.terms.mentions_base(target.offset) => {
                target.block.map(Shape::Pointer)
            }
            _ => None,
        }
    }

    /// Returns the values that the symbols of an invariant have in a state; `None` if a value has another shape.
    pub(super) fn values_of(
        &mut self,
        invariant: &Invariant,
        state: &mut State<M>,
    ) -> Option<TermMap<Term>> {
        let mut values = TermMap::default();
        for variable in &invariant.variables {
            if variable.shape == Shape::Bytes {
                continue;
            }
            let value = self.value_at(state, variable.location);
            if self.shape_of(value)? != variable.shape {
                return None;
            }
            let value = match variable.shape {
                Shape::Pointer(_) => {
                    targets(&mut self.explorer.machine.terms, value).first()?.offset
                }
                Shape::Scalar | Shape::Bytes => value,
            };
            if self.explorer.machine.terms.sort(value)
                != self.explorer.machine.terms.sort(variable.symbol)
            {
                return None;
            }
            values.insert(variable.symbol, value);
        }
        Some(values)
    }

    /// Returns the facts that hold on a path for values of their symbols.
    fn facts_of(&mut self, path: &Path, facts: &[Term], values: &TermMap<Term>) -> Vec<Term> {
        let mut substitution = Substitution::new(values.clone());
        let terms = &mut self.explorer.machine.terms;
        let mut open: Vec<(Term, Term)> =
            facts.iter().map(|&fact| (fact, substitution.apply(terms, fact))).collect();
        open.retain(|&(_, here)| self.explorer.machine.known(here) != Some(false));
        // Each counterexample refutes facts; what is left when there is none holds.
        loop {
            let asked: Vec<Term> = open.iter().map(|&(_, here)| here).collect();
            let all = self.explorer.machine.terms.all(asked);
            let not = self.explorer.machine.terms.not(all);
            if not == Term::FALSE {
                break;
            }
            let Some(solver) = &mut self.explorer.machine.solver else { return Vec::new() };
            match solver.feasibility(&mut self.explorer.machine.terms, path, not) {
                Feasibility::Infeasible => break,
                Feasibility::Feasible(witness) => {
                    let before = open.len();
                    open.retain(|&(_, here)| witness.holds(&self.explorer.machine.terms, here));
                    if open.len() == before {
                        return Vec::new();
                    }
                }
                Feasibility::Unknown(_) => {
                    open.retain(|&(_, here)| self.implies(path, here));
                    break;
                }
            }
        }
        open.into_iter().map(|(fact, _)| fact).collect()
    }

    /// Whether a path condition implies a condition; `false` also where the solver has no answer.
    pub(super) fn implies(&mut self, path: &Path, condition: Term) -> bool {
        let not = self.explorer.machine.terms.not(condition);
        let Some(solver) = &mut self.explorer.machine.solver else { return false };
        matches!(
            solver.feasibility(&mut self.explorer.machine.terms, path, not),
            Feasibility::Infeasible
        )
    }

    /// Returns the abstract state of an invariant.
    fn abstract_state(
        &mut self,
        invariant: &Invariant,
        entry: &State<M>,
    ) -> Result<State<M>, NotGeneral> {
        let mut state = entry.clone();
        if let Some(lists) = &invariant.lists {
            self.fold(&mut state, lists).ok_or(NotGeneral)?;
        }
        for variable in &invariant.variables {
            let value = match variable.shape {
                Shape::Pointer(block) => {
                    let base = self.explorer.machine.terms.base_of(block);
                    self.explorer.machine.terms.add(base, variable.symbol)
                }
                Shape::Scalar | Shape::Bytes => variable.symbol,
            };
            match variable.location {
                Location::Dead(index) => state.registers[index] = UNINITIALISED,
                Location::Register(index, _) => {
                    state.registers[index] = Value::of_term(&self.explorer.machine.terms, value);
                }
                Location::Cell(block, offset, bytes) => {
                    let at = Value::Pointer { block, offset };
                    self.explorer.machine.put_scalar(&mut state, at, bytes, Value::Term(value));
                }
                Location::Contents(block) => self.forget_contents(&mut state, block, value),
            }
        }
        if state.memory.unsupported().is_some() {
            return Err(NotGeneral);
        }
        for &fact in &invariant.facts {
            self.assume(&mut state, fact);
        }
        Ok(state)
    }

    /// Assumes a condition; returns `false` if that is infeasible.
    pub(super) fn assume(&mut self, state: &mut State<M>, condition: Term) -> bool {
        let machine = &mut self.explorer.machine;
        let Some(solver) = &mut machine.solver else { return true };
        state.path.assume(&mut machine.terms, &mut solver.index, condition);
        if state.path.witness.is_some() {
            return true;
        }
        match solver.feasibility(&mut machine.terms, &state.path, Term::TRUE) {
            Feasibility::Feasible(witness) => {
                state.path.witness = Some(witness);
                true
            }
            Feasibility::Infeasible => false,
            Feasibility::Unknown(_) => true,
        }
    }

    /// Gives all bytes of an allocation the values of an array.
    fn forget_contents(&mut self, state: &mut State<M>, block: AllocId, array: Term) {
        let Some(size) = state.memory.info(block).map(|info| info.size) else { return };
        let pointer = self.explorer.machine.pointer;
        let distance = self.explorer.machine.terms.symbol("distance", Sort::Bits(pointer));
        let value = self.explorer.machine.terms.select(array, distance);
        self.explorer.machine.with_memory(state, |memory, cx| {
            let end = cx.address(size);
            let set = cx.terms.ult(distance, end);
            let write = MultiWrite { distance, set, bytes: 1, value, length: size };
            memory.multi_write(cx, Value::Pointer { block, offset: 0 }, &write);
        });
    }
}
