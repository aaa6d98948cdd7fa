//! Shortcuts for string functions of the runtime on concrete strings.
//!
//! `runtime/string.c` defines these functions, and a shortcut has the same results. It handles live allocations, concrete
//! bytes and ranges in bounds. Otherwise it returns `None` without an effect that the definition does not overwrite, and
//! the caller enters the definition, which finds violations and handles terms. A shortcut makes no term, finds no
//! violation and decides nothing about a term.

use memory::{Access, Memory, Value, is_concretely_valid};
use term::AllocId;

use crate::program::natives::Shortcut;

/// Returns the result of a function; `None` if its arguments and strings are not concrete.
pub(crate) fn call<M: Memory>(shortcut: Shortcut, memory: &mut M, args: &[Value]) -> Option<Value> {
    let text = |memory, index: usize| Text::at(memory, *args.get(index)?);
    let number = |index: usize| args.get(index)?.as_bits();
    let (to, first) = (*args.first()?, text(memory, 0)?);
    Some(match shortcut {
        Shortcut::Strlen => Value::Bits(first.length(u64::MAX)?),
        Shortcut::Strnlen => Value::Bits(first.length(number(1)?)?),
        Shortcut::Strcpy => {
            let from = text(memory, 1)?;
            let length = from.length(u64::MAX)? + 1;
            first.apart(length, &from, length)?;
            let bytes = from.bytes(length)?;
            write(memory, to, 0, &bytes)?
        }
        Shortcut::Strncpy => {
            let (from, room) = (text(memory, 1)?, number(2)?);
            let length = from.length(room)?;
            first.apart(room, &from, room.min(length + 1))?;
            if !first.allows(0, room, Access::Write) {
                return None;
            }
            let mut bytes = from.bytes(length)?;
            bytes.resize(room as usize, 0);
            write(memory, to, 0, &bytes)?
        }
        Shortcut::Strcat => {
            let from = text(memory, 1)?;
            let (old, added) = (first.length(u64::MAX)?, from.length(u64::MAX)? + 1);
            first.after(old).apart(added, &from, added)?;
            let bytes = from.bytes(added)?;
            write(memory, to, old, &bytes)?
        }
        Shortcut::Strcmp => compared(&first, &text(memory, 1)?, u64::MAX)?,
        Shortcut::Strncmp => compared(&first, &text(memory, 1)?, number(2)?)?,
        Shortcut::Memcmp => {
            let (length, second) = (number(2)?, text(memory, 1)?);
            let (left, right) = (first.bytes(length)?, second.bytes(length)?);
            let mut pairs = left.iter().zip(&right);
            let different = pairs.find(|(left, right)| left != right);
            different.map_or(Value::ZERO, |(&left, &right)| difference(left, right))
        }
        Shortcut::Strchr => {
            let wanted = number(1)? as u8;
            let found = first.find(u64::MAX, |byte| byte == wanted || byte == 0)?;
            first.pointer_if(found, first.byte(found)? == wanted)
        }
        Shortcut::Strrchr => {
            let wanted = number(1)? as u8;
            let bytes = first.bytes(first.length(u64::MAX)? + 1)?;
            let found = bytes.iter().rposition(|&byte| byte == wanted);
            first.pointer_if(found.unwrap_or(0) as u64, found.is_some())
        }
        Shortcut::Memchr => {
            let (wanted, length) = (number(1)? as u8, number(2)?);
            let found = first.find(length, |byte| byte == wanted)?;
            first.pointer_if(found, found < length)
        }
        Shortcut::Strstr => {
            let wanted = text(memory, 1)?;
            let wanted = wanted.bytes(wanted.length(u64::MAX)?)?;
            let bytes = first.bytes(first.length(u64::MAX)?)?;
            let found = (0..=bytes.len()).find(|&at| bytes[at..].starts_with(&wanted));
            first.pointer_if(found.unwrap_or(0) as u64, found.is_some())
        }
    })
}

/// The bytes from an offset of a live allocation on.
struct Text<'a, M> {
    id: AllocId,
    memory: &'a M,
    start: u64,
}

impl<'a, M: Memory> Text<'a, M> {
    fn at(memory: &'a M, pointer: Value) -> Option<Text<'a, M>> {
        let Value::Pointer { block: id, offset: start } = pointer else { return None };
        let text = Text { id, memory, start };
        text.allows(0, 0, Access::Read).then_some(text)
    }

    fn allows(&self, at: u64, count: u64, access: Access) -> bool {
        let start = self.start.checked_add(at);
        let info = self.memory.info(self.id);
        info.zip(start).is_some_and(|(info, start)| is_concretely_valid(info, start, count, access))
    }

    fn after(&self, count: u64) -> Text<'a, M> {
        Text { start: self.start + count, ..*self }
    }

    fn byte(&self, index: u64) -> Option<u8> {
        let at = self.start.checked_add(index)?;
        Some(self.memory.peek(self.id, at, 1)?.as_bits()? as u8)
    }

    fn word(&self, index: u64) -> Option<u64> {
        let at = self.start.checked_add(index)?;
        self.memory.peek(self.id, at, 8)?.as_bits()
    }

    /// Returns the index of the first byte that satisfies a predicate, or the limit; `None` if a byte before it is not
    /// concrete, or the allocation ends.
    fn find(&self, limit: u64, wanted: impl Fn(u8) -> bool) -> Option<u64> {
        let mut at = 0;
        while at < limit {
            let word = if limit - at >= 8 { self.word(at) } else { None };
            match word {
                Some(word) => match word.to_le_bytes().iter().position(|&byte| wanted(byte)) {
                    Some(position) => return Some(at + position as u64),
                    None => at += 8,
                },
                None if wanted(self.byte(at)?) => return Some(at),
                None => at += 1,
            }
        }
        Some(limit)
    }

    /// Returns the number of bytes before the terminator, up to a limit.
    fn length(&self, limit: u64) -> Option<u64> {
        self.find(limit, |byte| byte == 0)
    }

    fn bytes(&self, count: u64) -> Option<Vec<u8>> {
        if !self.allows(0, count, Access::Read) {
            return None;
        }
        // Uninitialised memory takes no room, so an allocation may be larger than the memory of this machine.
        let mut bytes = Vec::new();
        let mut at = 0;
        while at + 8 <= count {
            bytes.extend_from_slice(&self.word(at)?.to_le_bytes());
            at += 8;
        }
        for at in at..count {
            bytes.push(self.byte(at)?);
        }
        Some(bytes)
    }

    /// Returns `None` if two ranges overlap.
    fn apart(&self, length: u64, other: &Text<'_, M>, other_length: u64) -> Option<()> {
        let (start, end) = (self.start, self.start.checked_add(length)?);
        let (other_start, other_end) = (other.start, other.start.checked_add(other_length)?);
        (self.id != other.id || end <= other_start || other_end <= start).then_some(())
    }

    /// Returns a pointer into the text, or null.
    fn pointer_if(&self, index: u64, found: bool) -> Value {
        match found {
            true => Value::Pointer { block: self.id, offset: self.start + index },
            false => Value::ZERO,
        }
    }
}

/// Writes bytes at a distance from a pointer, and returns the pointer.
fn write<M: Memory>(memory: &mut M, to: Value, behind: u64, bytes: &[u8]) -> Option<Value> {
    let Value::Pointer { block, offset } = to else { return None };
    let at = offset + behind;
    let info = memory.info(block)?;
    if !is_concretely_valid(info, at, bytes.len() as u64, Access::Write) {
        return None;
    }
    // If a byte cannot be written this way, the definition writes all of them again.
    let written = bytes.iter().zip(at..).all(|(&byte, at)| memory.poke(block, at, 1, byte.into()));
    written.then_some(to)
}

/// Returns the result of comparing two strings up to a limit.
fn compared<M: Memory>(left: &Text<'_, M>, right: &Text<'_, M>, limit: u64) -> Option<Value> {
    for at in 0..limit {
        let (x, y) = (left.byte(at)?, right.byte(at)?);
        if x != y || x == 0 {
            return Some(difference(x, y));
        }
    }
    Some(Value::ZERO)
}

/// Returns `x - y` as an `int`.
fn difference(x: u8, y: u8) -> Value {
    Value::Bits(u64::from(u32::from(x).wrapping_sub(u32::from(y))))
}
