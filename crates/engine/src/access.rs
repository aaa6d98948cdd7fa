//! Memory as instructions use it: where a pointer points, whether the access is allowed, and the
//! access.

use ir::{LocalId, Operand, Reg, Ty};
use memory::{Block, Contents, Kind, Life, Value};
use term::BlockId;
use term::bits::{mask, sign_extend_word};
use term::targets::targets;

use crate::end::{Access, End, FindingKind, Limit, Note, What};
use crate::machine::{Machine, Step};
use crate::state::State;

/// Blocks may be as large as the program likes, but only so many of their first bytes are kept: a
/// page table for more would not fit into the memory of this machine.
const MAX_TOUCHED: u64 = 1 << 30;

impl Machine<'_> {
    /// Reads a scalar.
    #[inline]
    pub(crate) fn load(&mut self, state: &mut State, ty: Ty, pointer: Value) -> Step<Value> {
        let bytes = ty.bytes(self.pointer) as u32;
        let (id, offset) = self.place(state, pointer, u64::from(bytes), Access::Read)?;
        if let Some(block) = state.memory.get(id)
            && let Some(word) = block.contents.known(offset, bytes)
        {
            return Ok(Value::Bits(word));
        }
        let Some(block) = state.memory.get_mut(id) else { return Ok(Value::ZERO) };
        let value = block.contents.load(&mut self.terms, offset, bytes);
        Ok(self.narrowed(ty, value))
    }

    /// A value of whole bytes as one of a type with fewer bits.
    fn narrowed(&mut self, ty: Ty, value: Value) -> Value {
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

    /// Writes a scalar.
    #[inline]
    pub(crate) fn store(
        &mut self,
        state: &mut State,
        ty: Ty,
        pointer: Value,
        value: Value,
    ) -> Step<()> {
        let bytes = ty.bytes(self.pointer) as u32;
        let (id, offset) = self.place(state, pointer, u64::from(bytes), Access::Write)?;
        if let Some(block) = state.memory.get_mut(id) {
            block.contents.store(&mut self.terms, offset, bytes, value);
        }
        Ok(())
    }

    /// The block and the offset that an access goes to, if it is allowed.
    #[inline]
    pub(crate) fn place(
        &mut self,
        state: &State,
        pointer: Value,
        length: u64,
        access: Access,
    ) -> Step<(BlockId, u64)> {
        let (id, offset) = match pointer {
            Value::Pointer { block, offset } => (block, offset),
            other => self.resolve(state, other, access)?,
        };
        let block = match state.memory.get(id) {
            Some(block) => block,
            None => return Err(self.finding(state, FindingKind::WildPointer(access))),
        };
        let inside = offset <= block.size && length <= block.size - offset;
        let writable = access == Access::Read || !block.constant;
        if inside && writable && block.life == Life::Live && block.kind != Kind::Function {
            if offset + length > MAX_TOUCHED {
                return Err(End::Limit(Limit::Memory));
            }
            return Ok((id, offset));
        }
        Err(self.refused(state, block, offset, length, access))
    }

    /// Where a pointer that is not plainly one points.
    fn resolve(&mut self, state: &State, pointer: Value, access: Access) -> Step<(BlockId, u64)> {
        let number = self.operate().number(Ty::Ptr, pointer);
        if let Value::Term(term) = pointer
            && let [target] = targets(&mut self.terms, term)[..]
            && let Some(block) = target.block
        {
            let offset = Value::of_term(&self.terms, target.offset);
            if let Some(offset) = self.operate().number(Ty::Ptr, offset) {
                return Ok((block, offset as u64 & mask(self.pointer)));
            }
        }
        match number {
            Some(0) => Err(self.finding(state, FindingKind::NullPointer(access))),
            Some(address) => {
                let address = address as u64;
                let found = state.memory.at_address(address);
                let block = found.and_then(|id| Some((id, state.memory.get(id)?)));
                match block {
                    Some((id, block)) => Ok((id, address - block.address)),
                    None => Err(self.finding(state, FindingKind::WildPointer(access))),
                }
            }
            None => Err(self.unsupported(state, What::Other("an access at an unknown address"))),
        }
    }

    /// Why an access is not allowed.
    #[cold]
    fn refused(
        &self,
        state: &State,
        block: &Block<Contents>,
        offset: u64,
        length: u64,
        access: Access,
    ) -> End {
        let mut notes = Vec::new();
        if matches!(block.kind, Kind::Local | Kind::Heap) {
            notes.push((block.born, Note::Born));
        }
        let kind = match block.life {
            Life::Freed(site) => {
                notes.push((site, Note::Freed));
                FindingKind::UseAfterFree(access)
            }
            Life::Ended(site) => {
                notes.push((site, Note::Ended));
                FindingKind::UseAfterScope(access)
            }
            Life::Live if block.kind == Kind::Function => FindingKind::WildPointer(access),
            Life::Live if offset <= block.size && length <= block.size - offset => {
                FindingKind::WriteToConstant
            }
            Life::Live => {
                let offset = sign_extend_word(offset, self.pointer);
                FindingKind::OutOfBounds { access, offset, length, size: block.size }
            }
        };
        self.finding_with(state, kind, notes)
    }

    /// Copies bytes, as if all were read before the first is written.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        count: u64,
    ) -> Step<()> {
        if count == 0 {
            return Ok(());
        }
        let (source, from) = self.place(state, from, count, Access::Read)?;
        let (target, to) = self.place(state, to, count, Access::Write)?;
        let Some(contents) = state.memory.get(source).map(|block| block.contents.clone()) else {
            return Ok(());
        };
        if let Some(block) = state.memory.get_mut(target) {
            block.contents.copy_from(&mut self.terms, to, &contents, from, count);
        }
        Ok(())
    }

    /// Writes the same byte many times.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        pointer: Value,
        byte: Value,
        count: u64,
    ) -> Step<()> {
        if count == 0 {
            return Ok(());
        }
        let (id, offset) = self.place(state, pointer, count, Access::Write)?;
        let Some(block) = state.memory.get_mut(id) else { return Ok(()) };
        match byte {
            Value::Bits(byte) => {
                let bytes = vec![byte as u8; count as usize];
                block.contents.store_bytes(&mut self.terms, offset, &bytes);
            }
            value => {
                for at in offset..offset + count {
                    block.contents.store(&mut self.terms, at, 1, value);
                }
            }
        }
        Ok(())
    }

    /// The bytes of a string, without the terminator.
    pub(crate) fn string(&mut self, state: &mut State, pointer: Value) -> Step<Vec<u8>> {
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

    /// The bytes of a range, which must be numbers.
    pub(crate) fn bytes(&mut self, state: &mut State, from: Value, count: u64) -> Step<Vec<u8>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        self.place(state, from, count, Access::Read)?;
        let mut bytes = Vec::with_capacity(count as usize);
        for i in 0..count {
            let at = self.operate().pointer_add(from, Value::Bits(i));
            let value = self.load(state, Ty::I8, at)?;
            bytes.push(self.concrete(state, value)? as u8);
        }
        Ok(bytes)
    }

    /// Writes bytes.
    pub(crate) fn put_bytes(&mut self, state: &mut State, to: Value, bytes: &[u8]) -> Step<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (id, offset) = self.place(state, to, bytes.len() as u64, Access::Write)?;
        if let Some(block) = state.memory.get_mut(id) {
            block.contents.store_bytes(&mut self.terms, offset, bytes);
        }
        Ok(())
    }

    /// A block for a local begins.
    pub(crate) fn begin(
        &mut self,
        state: &mut State,
        dst: Reg,
        local: LocalId,
        size: Operand,
        align: u32,
    ) -> Step<()> {
        let size = self.get(state, Ty::Ptr, size);
        let size = self.concrete(state, size)?;
        let contents = Contents::uninitialised();
        let block = self.allocate(state, Kind::Local, size, u64::from(align), contents)?;
        state.frame.locals.push((local, block));
        self.set(state, dst, Value::Pointer { block, offset: 0 });
        Ok(())
    }

    /// The latest block of a local ends.
    pub(crate) fn end_local(&mut self, state: &mut State, local: LocalId) {
        let site = self.site(state);
        let locals = &mut state.frame.locals;
        let Some(position) = locals.iter().rposition(|&(other, _)| other == local) else {
            return;
        };
        let (_, block) = locals.remove(position);
        end_block(state, block, Life::Ended(site));
    }
}

/// A block is dead from here on; what it held is forgotten.
pub(crate) fn end_block(state: &mut State, id: BlockId, life: Life) {
    if let Some(block) = state.memory.get_mut(id) {
        block.life = life;
        block.contents = Contents::uninitialised();
    }
}
