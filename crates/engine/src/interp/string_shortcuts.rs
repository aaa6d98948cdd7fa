//! Shortcuts for string functions of the runtime, where everything involved is a number.
//!
//! The definition of these functions is in `runtime/string.c`, and a shortcut gives what it gives. It
//! takes live blocks, known bytes and ranges in bounds; at anything else it gives up before it has
//! changed something, and the definition is entered: that finds what is wrong, and copes with terms.

use memory::{Access, Memory, Value, is_concretely_valid};
use term::AllocId;

use crate::program::natives::Shortcut;

/// What a function returns, if it can be told by numbers alone.
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

/// Bytes from a place of a live block on.
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

    /// The place of the first byte of a kind, or the limit; `None` if an unknown byte or the end of
    /// the block comes before.
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

    /// Bytes before the terminator, up to a limit.
    fn length(&self, limit: u64) -> Option<u64> {
        self.find(limit, |byte| byte == 0)
    }

    fn bytes(&self, count: u64) -> Option<Vec<u8>> {
        if !self.allows(0, count, Access::Read) {
            return None;
        }
        // What is not written yet takes no room, so the block may be larger than this machine's memory.
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

    /// Gives up if two ranges overlap.
    fn apart(&self, length: u64, other: &Text<'_, M>, other_length: u64) -> Option<()> {
        let (start, end) = (self.start, self.start.checked_add(length)?);
        let (other_start, other_end) = (other.start, other.start.checked_add(other_length)?);
        (self.id != other.id || end <= other_start || other_end <= start).then_some(())
    }

    /// A pointer into the text, or null.
    fn pointer_if(&self, index: u64, found: bool) -> Value {
        match found {
            true => Value::Pointer { block: self.id, offset: self.start + index },
            false => Value::ZERO,
        }
    }
}

/// Writes bytes some way behind a pointer; the pointer.
fn write<M: Memory>(memory: &mut M, to: Value, behind: u64, bytes: &[u8]) -> Option<Value> {
    let Value::Pointer { block, offset } = to else { return None };
    let at = offset + behind;
    let info = memory.info(block)?;
    if !is_concretely_valid(info, at, bytes.len() as u64, Access::Write) {
        return None;
    }
    // Where one of them cannot be written this way, the definition writes all of them again.
    let written = bytes.iter().zip(at..).all(|(&byte, at)| memory.poke(block, at, 1, byte.into()));
    written.then_some(to)
}

/// How two strings compare, up to a limit.
fn compared<M: Memory>(left: &Text<'_, M>, right: &Text<'_, M>, limit: u64) -> Option<Value> {
    for at in 0..limit {
        let (x, y) = (left.byte(at)?, right.byte(at)?);
        if x != y || x == 0 {
            return Some(difference(x, y));
        }
    }
    Some(Value::ZERO)
}

/// `x - y`, an `int`.
fn difference(x: u8, y: u8) -> Value {
    Value::Bits(u64::from(u32::from(x).wrapping_sub(u32::from(y))))
}
