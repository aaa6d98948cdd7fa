//! Accesses as instructions make them: validity first, then the access. This file does not know how memory is
//! represented: it asks the memory model for the condition of a valid access, reports the faults as violations, and
//! leaves the access to the model.

use ir::{LocalId, Operand, Reg, Ty};
use memory::{
    Access, Fault, FaultKind, Initial, Kind, Lifetime, LifetimeEnd, Memory, Validity, Value,
};
use term::Term;
use term::bits::sign_extend_word;

use crate::findings::end::ViolationKind;
use crate::findings::property::Property;
use crate::machine::decide::Wrong;
use crate::machine::locations::{allocation_note, end_note};
use crate::machine::{Machine, Step};
use crate::options::Heap;
use crate::state::frames::State;
use crate::state::path::Witness;

impl<M: Memory> Machine<'_, M> {
    /// Reads a scalar.
    pub(crate) fn load(&mut self, state: &mut State<M>, ty: Ty, pointer: Value) -> Step<Value> {
        let bytes = ty.bytes(self.pointer) as u32;
        self.names.counts.reads += 1;
        if let Value::Pointer { block, offset } = pointer
            && let Some(value) = state.memory.peek(block, offset, bytes)
        {
            self.names.counts.quick_reads += 1;
            return self.loaded(state, ty, value);
        }
        let length = Value::Bits(u64::from(bytes));
        let pointer = self.allow(state, pointer, length, Access::Read)?;
        let value = match self.load_each(state, pointer, bytes)? {
            Some(value) => value,
            None => self.access_memory(state, |memory, cx| memory.load(cx, pointer, bytes))?,
        };
        self.loaded(state, ty, value)
    }

    /// Converts a value that was read to its type, and settles it with the strategy `lazy`.
    fn loaded(&mut self, state: &mut State<M>, ty: Ty, value: Value) -> Step<Value> {
        if ty == Ty::I1 {
            self.mark_address_observed(state, value);
        }
        let value = self.narrowed(ty, value);
        self.refuse_untyped(state, ty, value)?;
        match self.options.lazy.heap {
            Heap::Lazy => self.settle(state, value),
            Heap::Lazier | Heap::Uber => Ok(value),
        }
    }

    /// Writes a scalar.
    /// Implements `ASSIGN` of *SL CPA*.
    pub(crate) fn store(
        &mut self,
        state: &mut State<M>,
        ty: Ty,
        pointer: Value,
        value: Value,
    ) -> Step<()> {
        let bytes = ty.bytes(self.pointer) as u32;
        self.names.counts.writes += 1;
        if let (Value::Pointer { block, offset }, Value::Bits(word)) = (pointer, value)
            && state.memory.poke(block, offset, bytes, word)
        {
            self.names.counts.quick_writes += 1;
            return Ok(());
        }
        let length = Value::Bits(u64::from(bytes));
        let pointer = self.allow(state, pointer, length, Access::Write)?;
        let value = self.widened(ty, value);
        if self.store_each(state, pointer, bytes, value)? {
            return Ok(());
        }
        self.access_memory(state, |memory, cx| memory.store(cx, pointer, bytes, value))
    }

    /// Requires that an access is valid; where it may be invalid, this is a violation. Returns an equivalent pointer to
    /// continue with, which may have more provenance.
    pub(crate) fn allow(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Step<Value> {
        for value in [pointer, length] {
            self.value_must_be_determinate(state, value)?;
        }
        self.unfold(state, pointer)?;
        if let Value::Term(_) = pointer {
            self.refuse_foreign(state, pointer)?;
        }
        self.mark_address_observed(state, length);
        if state.path.is_in_any_layout() {
            let pointer = self.placed(state, pointer, length, access)?;
            return self.allow_located(state, pointer, length, access).map(|()| pointer);
        }
        let found_by = self.locate(state, pointer);
        self.allow_located(state, pointer, length, access)?;
        self.located(state, found_by);
        Ok(pointer)
    }

    fn allow_located(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Step<()> {
        let validity = match self.valid_each(state, pointer, length, access) {
            Some(validity) => validity,
            None => self.with_memory(state, |memory, cx| memory.valid(cx, pointer, length, access)),
        };
        let Validity { allowed, faults } = validity;
        if allowed == Term::TRUE {
            return Ok(());
        }
        if self.solver.is_some()
            && !self.with_memory(state, |_, cx| {
                let not = cx.terms.not(allowed);
                cx.may(not)
            })
        {
            return Ok(());
        }
        for fault in faults {
            let fine = self.terms.not(fault.guard);
            self.require(state, fine, Property::ValidDeref, |machine, state, witness| {
                machine.wrong_access(state, fault, length, access, witness)
            })?;
        }
        Ok(())
    }

    /// Describes an invalid access under a witness.
    /// Implements `ASSIGN^InvR`, `ASSIGN^InvW` and `FUNCALL^Inv` of *SL CPA*.
    fn wrong_access(
        &mut self,
        state: &State<M>,
        fault: Fault,
        length: Value,
        access: Access,
        witness: &Witness,
    ) -> Wrong {
        let block = match fault.kind {
            FaultKind::Null => return (ViolationKind::NullPointer(access), Vec::new()),
            FaultKind::Wild | FaultKind::Code(_) => {
                return (ViolationKind::WildPointer(access), Vec::new());
            }
            FaultKind::OutOfBounds(block, _)
            | FaultKind::Dangling(block)
            | FaultKind::Constant(block) => block,
        };
        let Some(info) = state.memory.info(block).copied() else {
            return (ViolationKind::WildPointer(access), Vec::new());
        };
        let mut notes = Vec::new();
        if matches!(info.kind, Kind::Local | Kind::Heap) {
            notes.extend(allocation_note(state, block, &info));
        }
        if let FaultKind::Dangling(_) = fault.kind {
            notes.extend(end_note(&info));
        }
        let kind = match (fault.kind, info.lifetime.end) {
            (FaultKind::Dangling(_), Some(LifetimeEnd::Freed(_))) => {
                ViolationKind::UseAfterFree(access)
            }
            (FaultKind::Dangling(_), Some(LifetimeEnd::OutOfScope(_))) => {
                ViolationKind::UseAfterScope(access)
            }
            (FaultKind::Dangling(_), Some(LifetimeEnd::NeverAllocated) | None) => {
                ViolationKind::WildPointer(access)
            }
            (FaultKind::OutOfBounds(_, offset), _) => {
                let [offset, length, size] = [offset, length, info.size].map(|value| {
                    let term = value.to_term(&mut self.terms, self.pointer);
                    witness.number(&self.terms, term)
                });
                let offset = sign_extend_word(offset, self.pointer);
                ViolationKind::OutOfBounds { access, offset, length, size }
            }
            _ => ViolationKind::WriteToConstant,
        };
        (kind, notes)
    }

    /// Copies bytes, as if all were read before the first is written.
    pub(crate) fn copy(
        &mut self,
        state: &mut State<M>,
        to: Value,
        from: Value,
        count: Value,
    ) -> Step<()> {
        let from = self.allow(state, from, count, Access::Read)?;
        let to = self.allow(state, to, count, Access::Write)?;
        self.names.counts.ranges += 1;
        self.access_memory(state, |memory, cx| memory.copy(cx, to, from, count))
    }

    /// Fills a range with one byte.
    pub(crate) fn fill(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        byte: Value,
        count: Value,
    ) -> Step<()> {
        let pointer = self.allow(state, pointer, count, Access::Write)?;
        self.names.counts.ranges += 1;
        self.access_memory(state, |memory, cx| memory.fill(cx, pointer, count, byte))
    }

    /// Returns the bytes of a string, without the terminator; forks for each value of a symbolic byte.
    pub(crate) fn string(&mut self, state: &mut State<M>, pointer: Value) -> Step<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut at = pointer;
        loop {
            let value = self.load(state, Ty::I8, at)?;
            match self.concrete(state, value)? {
                0 => return Ok(bytes),
                byte => bytes.push(byte as u8),
            }
            at = self.operate().pointer_add(at, Value::Bits(1));
        }
    }

    /// Returns the bytes of a range; forks for each value of a symbolic byte.
    pub(crate) fn bytes(&mut self, state: &mut State<M>, from: Value, count: u64) -> Step<Vec<u8>> {
        let from = self.allow(state, from, Value::Bits(count), Access::Read)?;
        let mut bytes = Vec::new();
        for i in 0..count {
            let at = self.operate().pointer_add(from, Value::Bits(i));
            let value = self.load(state, Ty::I8, at)?;
            bytes.push(self.concrete(state, value)? as u8);
        }
        Ok(bytes)
    }

    /// Writes concrete bytes.
    pub(crate) fn put_bytes(&mut self, state: &mut State<M>, to: Value, bytes: &[u8]) -> Step<()> {
        let to = self.allow(state, to, Value::Bits(bytes.len() as u64), Access::Write)?;
        for (i, &byte) in bytes.iter().enumerate() {
            let at = self.operate().pointer_add(to, Value::Bits(i as u64));
            self.store(state, Ty::I8, at, Value::Bits(u64::from(byte)))?;
        }
        Ok(())
    }

    /// Begins the lifetime of a local.
    /// Implements `DECLARELOCAL2` of *Sel/Upd*; `DECLARE` of *SL CPA*.
    pub(crate) fn begin(
        &mut self,
        state: &mut State<M>,
        dst: Reg,
        local: LocalId,
        size: Operand,
        align: u32,
    ) -> Step<()> {
        let size = self.get(state, Ty::Ptr, size);
        let block =
            self.allocate(state, Kind::Local, size, u64::from(align), Initial::Uninitialised)?;
        state.frame.locals.push((local, block));
        self.set(state, dst, Value::Pointer { block, offset: 0 });
        Ok(())
    }

    /// Ends the lifetime of the latest allocation of a local.
    /// Implements `COMPOUNDSTATEMENT` of *Sel/Upd*; `OUTOFSCOPE^Leak` of *SL CPA*.
    pub(crate) fn end_local(&mut self, state: &mut State<M>, local: LocalId) {
        let site = self.site(state);
        let locals = &mut state.frame.locals;
        let Some(position) = locals.iter().rposition(|&(other, _)| other == local) else {
            return;
        };
        let (_, block) = locals.remove(position);
        state.memory.deallocate(block, Lifetime::ended(LifetimeEnd::OutOfScope(site)));
    }
}

/// Makes a local read-only.
pub(crate) fn protect_local<M: Memory>(state: &mut State<M>, local: LocalId) {
    let block = state.frame.locals.iter().rfind(|&&(other, _)| other == local);
    if let Some(&(_, block)) = block {
        state.memory.protect(block);
    }
}
