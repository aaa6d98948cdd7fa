//! The symbolic heap of a state as a formula, in the notation of separation logic: the pure part, the
//! cells of the stack, the cells of the heap.
//!
//! `E |-> F0, F1` are cells side by side, `F^i..j` are bytes of a value, `-` is an uninitialised
//! byte, `?` one that a write at a symbolic offset may have changed. `&f:x@i` is the `i`th time that
//! `x` of `f` was declared. Functions, string literals and what belongs to the library are left out.

use std::fmt::Write;

use engine::trace::Owner;
use memory::{Heaplet, Holds, Info, Kind, Memory, Value};
use report::Event;
use term::AllocId;

use super::{Scene, term_text};

/// Returns the formula.
pub fn event<M: Memory>(scene: &mut Scene<'_, M>) -> Event {
    let conditions = scene.view.conditions();
    let pure: Vec<String> = conditions.iter().map(|&it| term_text(scene.view.terms, it)).collect();
    let live = |info: &Info| !info.lifetime.has_ended();
    let blocks = scene.view.memory().blocks().filter(|(_, info)| live(info));
    let blocks: Vec<(AllocId, Info)> = blocks.map(|(id, info)| (id, *info)).collect();
    let (mut stack, mut heap) = (Vec::new(), Vec::new());
    for (block, info) in blocks {
        if !scene.is_shown(block, &info) {
            continue;
        }
        let part = if info.kind == Kind::Heap { &mut heap } else { &mut stack };
        part.push(scene.segment(block, &info));
    }
    Event::Heap { pure, stack, heap }
}

impl<M: Memory> Scene<'_, M> {
    fn is_shown(&self, block: AllocId, info: &Info) -> bool {
        match self.view.owner(block) {
            Owner::Global(id) => {
                let global = self.module().global(id);
                !global.string && !self.module().is_runtime(global.position)
            }
            Owner::Local(..) | Owner::Heap => true,
            Owner::Function(_) => false,
            Owner::Unnamed => info.kind == Kind::Arguments,
        }
    }

    fn segment(&mut self, block: AllocId, info: &Info) -> String {
        let heaplets = self.view.memory().formula(block).unwrap_or_default();
        let cells: Vec<String> = heaplets.iter().map(|it| self.heaplet(info, it)).collect();
        let cells = if cells.is_empty() { "emp".to_owned() } else { cells.join(", ") };
        format!("{} |-> {cells}", self.symbolic_location(block))
    }

    /// The document's `SymLoc`: locals with the number of their declaration.
    fn symbolic_location(&mut self, block: AllocId) -> String {
        let Owner::Local(function, local) = self.view.owner(block) else {
            return self.pointer(block, 0);
        };
        let same = |&(id, _): &(AllocId, &Info)| {
            id <= block && self.view.owner(id) == Owner::Local(function, local)
        };
        let count = self.view.memory().blocks().filter(same).count();
        let name = self.local(function, local).map_or("(temporary)", |(name, _)| name);
        format!("&{}:{name}@{count}", self.function(function).name)
    }

    fn heaplet(&mut self, info: &Info, heaplet: &Heaplet) -> String {
        let Some(bytes) = heaplet.bytes else {
            let size = self.cell_value(info.size);
            return format!("{} up to {size}", byte(&heaplet.holds));
        };
        match &heaplet.holds {
            Holds::Numbers(numbers) => {
                let mut text = String::new();
                for run in numbers.chunk_by(|a, b| a == b) {
                    let comma = if text.is_empty() { "" } else { ", " };
                    let _ = match run {
                        [number] => write!(text, "{comma}{number}"),
                        run => write!(text, "{comma}{} x{}", run[0], run.len()),
                    };
                }
                text
            }
            Holds::Value(value, first) => {
                let value = self.cell_value(*value);
                match bytes {
                    1 => format!("{value}^{first}"),
                    _ => format!("{value}^{first}..{}", u64::from(*first) + bytes - 1),
                }
            }
            other if bytes == 1 => byte(other).to_owned(),
            other => format!("{} x{bytes}", byte(other)),
        }
    }

    fn cell_value(&mut self, value: Value) -> String {
        match value {
            Value::Pointer { block, offset } => {
                let width = self.module().model.pointer_bits();
                let location = self.symbolic_location(block);
                match term::bits::sign_extend_word(offset, width) {
                    0 => location,
                    offset => format!("({location}{offset:+})"),
                }
            }
            Value::Term(term) => term_text(self.view.terms, term),
            Value::Bits(number) => number.to_string(),
        }
    }
}

/// One of a range of equal bytes.
fn byte(holds: &Holds) -> &'static str {
    match holds {
        Holds::Uninitialised => "-",
        Holds::Zero => "0",
        Holds::Numbers(_) | Holds::Value(..) | Holds::Something => "?",
    }
}
