//! The effect of any number of iterations as a function of that number: closed forms of registers, of
//! memory cells, and of writes whose address moves from iteration to iteration.
//!
//! A template is a guess that is improved step by step: an iteration from the state that the template
//! describes shows what is wrong in it, until an iteration leads to the state that the template describes
//! for one iteration more. This file makes guesses and states and does not know whether they are right:
//! `proof` proves that. Other files rely on `generalised` for the state that belongs to a template.

use ir::{Reg, Ty};
use memory::{Memory, MultiWrite, Value};
use term::{Sort, Term};

use super::iteration::{Iteration, Stored};
use super::{Fit, Misfit, MisfitKind};
use crate::explore::Explorer;
use crate::findings::property::Property;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{State, UNINITIALISED};
use crate::state::path::Path;

/// The effect of a number of iterations.
#[derive(Clone)]
pub(super) struct Template {
    /// The symbol for the number of iterations.
    pub iterations: Term,
    /// Registers that change, with their forms.
    pub registers: Vec<(Reg, Form)>,
    /// Memory cells at fixed addresses, with their forms.
    pub cells: Vec<Cell>,
    /// Writes at moving addresses, one in each iteration.
    pub moves: Vec<Move>,
}

/// The closed form of a register or a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// The value before the first iteration.
    pub first: Value,
    /// The value after a symbolic number of iterations.
    pub now: Value,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The initial value, unchanged.
    Constant,
    /// The initial value plus a constant in each iteration.
    Affine,
    /// An unknown value, represented by a symbol.
    Open,
    /// A value that the previous iteration left, as a function of the number of iterations.
    Last,
}

/// A memory cell at a fixed address.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub pointer: Value,
    pub bytes: u32,
    pub form: Form,
    pub store: Stored,
}

/// A write at a moving address.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// The address in the iteration after a symbolic number of others.
    pub pointer: Term,
    pub bytes: u32,
    /// The value that this iteration writes.
    pub value: Term,
    /// The stride: the distance by which the address moves in an iteration.
    pub step: i64,
    pub store: Stored,
}

impl Template {
    /// Returns the template of a loop that changes nothing.
    pub fn new(iterations: Term) -> Template {
        Template { iterations, registers: Vec::new(), cells: Vec::new(), moves: Vec::new() }
    }

    /// Returns the symbols that stand for unknown values.
    fn open(&self) -> Vec<Term> {
        let forms = self.registers.iter().map(|(_, form)| form);
        let forms = forms.chain(self.cells.iter().map(|cell| &cell.form));
        let open = forms.filter(|form| form.kind == Kind::Open);
        open.filter_map(|form| if let Value::Term(term) = form.now { Some(term) } else { None })
            .collect()
    }
}

/// The comparison of a template with an iteration.
pub(super) enum Improved {
    /// The template is stable.
    Nothing,
    /// Moving writes differ.
    Moves(Template),
    /// Registers or cells differ.
    Forms(Template),
}

/// Returns the width of the number of iterations: that of the widest integer that changes; if there is
/// none, that of a pointer.
pub(super) fn iterations_width(types: impl Iterator<Item = Ty>, pointer: u32) -> u32 {
    let integers = types.filter(|ty| matches!(ty, Ty::I8 | Ty::I16 | Ty::I32 | Ty::I64));
    integers.map(|ty| ty.bits(pointer)).max().unwrap_or(pointer)
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns the registers of the current call on which later instructions depend: live ones, and
    /// pointers in variables, which keep blocks reachable.
    pub(super) fn registers_of_loop(&mut self, before: &State<M>, after: &State<M>) -> Vec<Reg> {
        let (mut registers, visible) = self.machine.registers_of(&before.frame);
        if self.machine.options.properties.has(Property::ValidMemtrack) {
            let pointer = |reg: &Reg| {
                [before, after]
                    .iter()
                    .any(|it| register(it, *reg).mentions_block(&self.machine.terms))
            };
            registers.extend(visible.into_iter().filter(pointer));
        }
        registers.sort_unstable();
        registers.dedup();
        registers
    }

    /// Returns the state that a template describes, from the state before the first iteration.
    pub(super) fn generalised(&mut self, first: &State<M>, template: &Template) -> Fit<State<M>> {
        let mut state = first.clone();
        for (reg, form) in &template.registers {
            self.machine.set(&mut state, *reg, form.now);
        }
        for cell in &template.cells {
            let Cell { pointer, bytes, form, .. } = *cell;
            self.machine
                .with_memory(&mut state, |memory, cx| memory.store(cx, pointer, bytes, form.now));
        }
        for write in &template.moves {
            self.write_moves(&mut state, template.iterations, write);
        }
        match state.memory.unsupported() {
            Some(_) => Err(Misfit { what: MisfitKind::Model, site: self.next_site(first) }),
            None => Ok(state),
        }
    }

    /// Writes at once what all iterations before have written at moving addresses.
    /// Implements `compact symbolic execution` of *SEGY*.
    fn write_moves(&mut self, state: &mut State<M>, iterations: Term, write: &Move) {
        let pointer = self.machine.pointer;
        let stride = write.step.unsigned_abs();
        let count = self.resized(iterations, pointer);
        let length = self.times(count, stride);
        let zero = self.machine.terms.zero_of(self.machine.terms.sort(iterations));
        let start = self.with_iterations(write.pointer, iterations, zero);
        let lowest = match write.step > 0 {
            true => start,
            false => {
                let stride = self.machine.terms.word(pointer, stride);
                let back = self.machine.terms.sub(length, stride);
                self.machine.terms.sub(start, back)
            }
        };
        let lowest = Value::of_term(&self.machine.terms, lowest);
        let length = Value::of_term(&self.machine.terms, length);
        if let Some(byte) = self.repeated_byte(write).filter(|_| stride == u64::from(write.bytes)) {
            self.machine.names.counts.ranges += 1;
            let byte = Value::Bits(byte);
            return self
                .machine
                .with_memory(state, |memory, cx| memory.fill(cx, lowest, length, byte));
        }
        let many = self.many(iterations, count, write, length);
        self.machine.with_memory(state, |memory, cx| memory.multi_write(cx, lowest, &many));
    }

    /// Returns the write as a function of the distance from its lowest address.
    fn many(&mut self, iterations: Term, count: Term, write: &Move, length: Value) -> MultiWrite {
        let pointer = self.machine.pointer;
        let stride = write.step.unsigned_abs();
        let distance = match self.loops.distance {
            Some(distance) => distance,
            None => {
                let symbol = self.machine.terms.symbol("distance", Sort::Bits(pointer));
                *self.loops.distance.insert(symbol)
            }
        };
        // Counting from the first address leaves the distance from there as the only variable.
        let from_first = match write.step > 0 {
            true => distance,
            false => {
                let (whole, stride) =
                    (self.times(count, stride), self.machine.terms.word(pointer, stride));
                let highest = self.machine.terms.sub(whole, stride);
                self.machine.terms.sub(highest, distance)
            }
        };
        let iteration = self.divided(from_first, stride);
        let (exact, below) =
            (self.is_multiple(from_first, stride), self.machine.terms.ult(iteration, count));
        let set = self.machine.terms.and(exact, below);
        let iteration = self.resized(iteration, self.machine.terms.width(iterations));
        let value = self.with_iterations(write.value, iterations, iteration);
        MultiWrite { distance, set, bytes: write.bytes, value, length }
    }

    /// Returns the byte that the write repeats, if the value consists of one byte repeated.
    fn repeated_byte(&self, write: &Move) -> Option<u64> {
        let word = self.machine.terms.as_word(write.value)?;
        let byte = word & 0xff;
        let all = u64::from_le_bytes([byte as u8; 8]) & term::bits::mask(8 * write.bytes);
        (word == all).then_some(byte)
    }

    /// Compares a template with an iteration, and improves it.
    pub(super) fn improved(
        &mut self,
        first: &State<M>,
        template: &Template,
        iteration: &mut Iteration<M>,
        path: &Path,
    ) -> Fit<Improved> {
        let mut next = Template::new(template.iterations);
        let (mut changed, mut moved) = (false, false);
        for reg in self.registers_of_loop(first, &iteration.after) {
            let old = template.registers.iter().find(|(other, _)| *other == reg);
            let (before, after) = (register(first, reg), register(&iteration.after, reg));
            if old.is_none() && before == after {
                continue;
            }
            let loaded = self.machine.loaded.clone();
            let module = &loaded.module;
            let body = module.function(first.frame.function).body.as_ref();
            let ty = body.map_or(Ty::I64, |body| body.registers[reg.index()]);
            let form = old.map_or_else(|| Form::constant(before), |(_, form)| *form);
            let better = self.better(template, form, after, ty.bits(self.machine.pointer), path);
            let better =
                better.ok_or_else(|| self.misfit(&iteration.after, MisfitKind::Register))?;
            changed |= old.is_none_or(|(_, form)| better != *form);
            next.registers.push((reg, better));
        }
        for store in iteration.stores.clone() {
            let cells = next.cells.len();
            let differs = self.note_store(first, template, &mut next, iteration, store, path)?;
            let of_cell = next.cells.len() != cells;
            changed |= differs && of_cell;
            moved |= differs && !of_cell;
        }
        changed |= next.cells.len() != template.cells.len();
        changed |= next.registers.len() != template.registers.len();
        moved |= next.moves.len() != template.moves.len();
        Ok(match (changed, moved) {
            (true, _) => Improved::Forms(next),
            (false, true) => Improved::Moves(next),
            (false, false) => Improved::Nothing,
        })
    }

    /// Adds a store to the next template; returns whether the template differs.
    fn note_store(
        &mut self,
        first: &State<M>,
        template: &Template,
        next: &mut Template,
        iteration: &mut Iteration<M>,
        store: Stored,
        path: &Path,
    ) -> Fit<bool> {
        let Stored { pointer, bytes, value, site } = store;
        let place = pointer.to_term(&mut self.machine.terms, self.machine.pointer);
        if !self.mentions(place, &[template.iterations]) && !self.mentions(place, &template.open())
        {
            let same = |cell: &&Cell| (cell.pointer, cell.bytes) == (pointer, bytes);
            if next.cells.iter().any(|cell| same(&cell)) {
                return Ok(false);
            }
            let old = template.cells.iter().find(same).map(|cell| cell.form);
            let form =
                old.unwrap_or_else(|| Form::constant(self.cell_value(first, pointer, bytes)));
            let after = self.cell_value(&iteration.after, pointer, bytes);
            let better = self.better(template, form, after, 8 * bytes, path);
            let better = better.ok_or(Misfit { what: MisfitKind::Stored, site })?;
            next.cells.push(Cell { pointer, bytes, form: better, store });
            // A new cell counts as different, so that the next iteration checks it with everything that is
            // known of it.
            return Ok(old != Some(better));
        }
        let step = self.slope(place, template.iterations, path);
        let value = value.to_term(&mut self.machine.terms, 8 * bytes);
        let old = template.moves.get(next.moves.len()).copied();
        let write = Move { pointer: place, bytes, value, step, store };
        let same = old.is_some_and(|old| {
            old.bytes == bytes
                && old.step == step
                && self.are_equal(path, old.pointer, place)
                && self.are_equal(path, old.value, value)
        });
        // An equal entry keeps its terms: the proof is about the same terms.
        next.moves.push(old.filter(|_| same).unwrap_or(write));
        Ok(!same)
    }

    /// Returns the value of a memory cell.
    pub(super) fn cell_value(&mut self, state: &State<M>, pointer: Value, bytes: u32) -> Value {
        let mut state = state.clone();
        self.machine.with_memory(&mut state, |memory, cx| memory.load(cx, pointer, bytes))
    }

    /// Returns a closed form of a value that is `after` after one iteration more; keeps the given form if
    /// it predicts that value.
    fn better(
        &mut self,
        template: &Template,
        form: Form,
        after: Value,
        width: u32,
        path: &Path,
    ) -> Option<Form> {
        if form.first == UNINITIALISED || after == UNINITIALISED {
            return (form.now == after).then_some(form);
        }
        let iterations = template.iterations;
        let next = self.successor(iterations);
        let [now, after] = [form.now, after].map(|it| self.form_term(it, width));
        let expected = self.with_iterations(now, iterations, next);
        let open = template.open();
        match form.kind {
            Kind::Open => {
                if self.mentions(after, &open) {
                    return Some(form);
                }
                let before = self.predecessor(iterations);
                let last = self.with_iterations(after, iterations, before);
                let none = self.is_zero(iterations);
                let first = self.form_term(form.first, width);
                let now = self.machine.terms.ite(none, first, last);
                Some(Form {
                    now: Value::of_term(&self.machine.terms, now),
                    kind: Kind::Last,
                    ..form
                })
            }
            _ if self.are_equal(path, expected, after) => Some(form),
            Kind::Constant => {
                let affine = self.affine(iterations, form, [now, after], path);
                Some(affine.unwrap_or_else(|| self.opened(form, now)))
            }
            Kind::Affine => Some(self.opened(form, now)),
            Kind::Last => None,
        }
    }

    /// Returns the affine form of a value that grew by a constant in the first iteration.
    fn affine(
        &mut self,
        iterations: Term,
        form: Form,
        [before, after]: [Term; 2],
        path: &Path,
    ) -> Option<Form> {
        let Sort::Bits(width) = self.machine.terms.sort(before) else { return None };
        let step = self.machine.terms.sub(after, before);
        let step = self.constant_on(path, step)?;
        let count = self.resized(iterations, width);
        let moved = self.machine.terms.mul(step, count);
        let now = self.machine.terms.add(before, moved);
        Some(Form { now: Value::of_term(&self.machine.terms, now), kind: Kind::Affine, ..form })
    }

    /// Returns the constant that a term equals on a path, if there is one.
    pub(super) fn constant_on(&mut self, path: &Path, term: Term) -> Option<Term> {
        if self.machine.terms.is_constant(term) {
            return Some(term);
        }
        let Feasibility::Feasible(witness) =
            self.machine.solver.as_mut()?.feasibility(&mut self.machine.terms, path, Term::TRUE)
        else {
            return None;
        };
        let term::Value::Bits(bits) = witness.value(&self.machine.terms, term) else { return None };
        let number = self.machine.terms.bits(&bits);
        self.are_equal(path, term, number).then_some(number)
    }

    /// Returns a form with an unknown value: a new symbol.
    fn opened(&mut self, form: Form, like: Term) -> Form {
        let symbol = self.machine.terms.symbol("open", self.machine.terms.sort(like));
        Form { now: Value::Term(symbol), kind: Kind::Open, ..form }
    }

    /// Converts a value to a term of the sort of another term.
    pub(super) fn like(&mut self, value: Value, other: Term) -> Term {
        match self.machine.terms.sort(other) {
            Sort::Bool => self.form_term(value, 1),
            _ => {
                let width = self.machine.terms.width(other);
                value.to_term(&mut self.machine.terms, width)
            }
        }
    }

    /// Converts the value of a register or a cell to a term.
    fn form_term(&mut self, value: Value, width: u32) -> Term {
        match width {
            1 => self.machine.operate().term(Ty::I1, value),
            _ => value.to_term(&mut self.machine.terms, width),
        }
    }
}

impl Form {
    fn constant(first: Value) -> Form {
        Form { first, now: first, kind: Kind::Constant }
    }
}

/// Returns the value of a register of the current call.
pub(super) fn register<M>(state: &State<M>, reg: Reg) -> Value {
    state.registers[state.frame.base + reg.index()]
}
