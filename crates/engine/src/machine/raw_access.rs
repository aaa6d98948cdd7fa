//! Unchecked access to memory, and allocation. The caller has established that an access is valid; `access/` does
//! so.

use ir::Ty;
use memory::{Context, Initial, Kind, Memory, NewBlock, Site, Value};
use term::{AllocId, Term};

use crate::findings::end::{End, Feature, Limit};
use crate::machine::{Machine, Step};
use crate::solve::path_solver::PathOracle;
use crate::state::frames::State;

/// The most bytes of an allocation of symbolic size: no machine has more.
const ROOM: u64 = 1 << 40;

impl<M: Memory> Machine<'_, M> {
    /// Calls the memory model with its context.
    pub(crate) fn with_memory<T>(
        &mut self,
        state: &mut State<M>,
        work: impl FnOnce(&mut M, &mut Context<'_>) -> T,
    ) -> T {
        let mut oracle = PathOracle { solver: self.solver.as_mut(), path: &state.path };
        let mut context = Context {
            terms: &mut self.terms,
            names: &mut self.names,
            oracle: &mut oracle,
            pointer: self.pointer,
        };
        work(&mut state.memory, &mut context)
    }

    /// Calls the memory model with its context; ends the path if the model does not support the operation.
    pub(crate) fn access_memory<T>(
        &mut self,
        state: &mut State<M>,
        work: impl FnOnce(&mut M, &mut Context<'_>) -> T,
    ) -> Step<T> {
        let result = self.with_memory(state, work);
        match state.memory.unsupported() {
            Some(what) => Err(self.unsupported(state, Feature::Other(what.into()))),
            None => Ok(result),
        }
    }

    /// Truncates a value of whole bytes to a type with fewer bits.
    pub(crate) fn narrowed(&mut self, ty: Ty, value: Value) -> Value {
        match value {
            Value::Term(term) => {
                let width = ty.bits(self.pointer);
                if self.terms.width(term) == width {
                    return value;
                }
                let low = self.terms.extract(width - 1, 0, term);
                Value::of_term(&self.terms, low)
            }
            value => value,
        }
    }

    /// Extends a value of a type with fewer bits to whole bytes.
    pub(crate) fn widened(&mut self, ty: Ty, value: Value) -> Value {
        let (width, bytes) = (ty.bits(self.pointer), ty.bytes(self.pointer) as u32);
        match value {
            Value::Term(term) if width < 8 * bytes => {
                let wide = self.terms.zero_extend(8 * bytes - width, term);
                Value::of_term(&self.terms, wide)
            }
            value => value,
        }
    }

    /// Stores a scalar to a location that is known to be valid.
    pub(crate) fn put_scalar(&mut self, state: &mut State<M>, to: Value, bytes: u32, value: Value) {
        self.names.counts.writes += 1;
        self.with_memory(state, |memory, cx| memory.store(cx, to, bytes, value));
    }

    /// Allocates memory.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State<M>,
        kind: Kind,
        size: Value,
        align: u64,
        initial: Initial,
    ) -> Step<AllocId> {
        let born = self.site(state);
        self.allocate_at(state, kind, size, align, initial, born)
    }

    pub(crate) fn allocate_at(
        &mut self,
        state: &mut State<M>,
        kind: Kind,
        size: Value,
        align: u64,
        initial: Initial,
        born: Site,
    ) -> Step<AllocId> {
        self.forget_dead_blocks(state);
        self.mark_address_observed(state, size);
        let most = self.most_bytes(state);
        if let Value::Term(term) = size {
            self.assume_most_bytes(state, term, most)?;
        }
        let made = self.with_memory(state, |memory, cx| {
            let room = match size {
                Value::Bits(size) => size,
                size => cx.range(size).1.min(most),
            };
            let new = NewBlock { kind, size, room, align, constant: false, allocated_at: born };
            memory.allocate(cx, new, initial)
        });
        made.map_err(|_| End::Limit(Limit::Memory))
    }

    /// Returns the most bytes of an allocation of symbolic size: a power of two, so that there are few different
    /// bounds.
    fn most_bytes(&self, state: &State<M>) -> u64 {
        let most = ROOM.min(self.loaded.module.model.max_object()).min(state.memory.room());
        most.checked_ilog2().map_or(0, |bits| 1 << bits)
    }

    /// Assumes that a size is at most a bound; records the assumption if larger sizes are feasible. A path on
    /// which all sizes are larger ends.
    fn assume_most_bytes(&mut self, state: &mut State<M>, size: Term, most: u64) -> Step<()> {
        let bound = self.terms.word(self.pointer, most);
        let fits = self.terms.ule(size, bound);
        if self.known(fits) == Some(true) {
            return Ok(());
        }
        if self.solver.is_some() && !self.repeats(state) {
            let exceeds = self.terms.not(fits);
            if !self.with_memory(state, |_, cx| cx.may(fits)) {
                return Err(End::Limit(Limit::Memory));
            }
            if self.with_memory(state, |_, cx| cx.may(exceeds)) {
                let what = format!("a block of unknown size has at most {most} bytes");
                self.assume_of_system(state, &what);
            }
        }
        self.assume(state, fits)
    }
}
