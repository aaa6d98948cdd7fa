//! Variables in memory that the program uses as indices or dereferences as pointers.
//!
//! The program loads a global, or a local whose address is taken, at a constant offset, or some object at a
//! constant offset from a pointer; if the loaded value becomes part of an address, the location is an
//! index. States with different indices are too expensive to merge. The analysis is syntactic, ignores
//! array elements, and knows no paths. `states` relies on it.

use ir::{BlockId, Body, FuncId, GlobalId, Instr, LocalId, Module, Operand, Reg};
use memory::{Info, Memory, Value};

use crate::explore::Explorer;
use crate::explore::merge::cost::uses_of;
use crate::state::frames::State;

/// A variable in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variable {
    Global(GlobalId),
    Local(FuncId, LocalId),
    /// An object that the analysis does not identify.
    Any,
}

/// A scalar in a variable: the variable, the offset, and the size in bytes.
type Cell = (Variable, u64, u32);

/// The scalars of a program that are used as indices.
#[derive(Default)]
pub(super) struct Indices(Vec<Cell>);

/// Returns the variable and the offset to which a register points just before an instruction, as far as its
/// block shows; or the local whose address the register always holds.
fn pointee(
    function: FuncId,
    body: &Body,
    block: BlockId,
    at: usize,
    reg: Reg,
) -> Option<(Variable, u64)> {
    let (mut reg, mut offset, mut at) = (reg, 0_u64, at);
    let instrs = &body.block(block).instrs;
    while let Some(index) = (0..at).rev().find(|&index| instrs[index].dst() == Some(reg)) {
        match instrs[index] {
            Instr::GlobalAddr { global, .. } => return Some((Variable::Global(global), offset)),
            Instr::Begin { local, .. } => return Some((Variable::Local(function, local), offset)),
            Instr::PtrAdd { ptr: Operand::Reg(ptr), offset: Operand::Const(by), .. } => {
                (reg, offset, at) = (ptr, offset.wrapping_add(by), index);
            }
            Instr::Move { src: Operand::Reg(src), .. } => (reg, at) = (src, index),
            Instr::PtrAdd { .. } => return None,
            _ => return Some((Variable::Any, offset)),
        }
    }
    let all = body.blocks.iter().flat_map(|block| &block.instrs);
    let mut makers = all.filter(|instr| instr.dst() == Some(reg));
    match (makers.next(), makers.next()) {
        (Some(&Instr::Begin { local, .. }), None) => {
            Some((Variable::Local(function, local), offset))
        }
        _ => Some((Variable::Any, offset)),
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns whether two states hold different concrete values in an index.
    pub(super) fn indices_differ(&mut self, first: &State<M>, second: &State<M>) -> bool {
        let indices = match self.merging.indices.clone() {
            Some(indices) => indices,
            None => {
                let loaded = self.machine.loaded.clone();
                let module = &loaded.module;
                let indices = std::rc::Rc::new(self.indices_of(module));
                self.merging.indices.insert(indices).clone()
            }
        };
        indices.0.iter().any(|&(variable, offset, bytes)| {
            blocks_of(first, variable).into_iter().any(|block| {
                let [a, b] = [first, second].map(|it| it.memory.peek(block, offset, bytes));
                let is_known =
                    |it: &Option<Value>| matches!(it, Some(Value::Bits(_) | Value::Pointer { .. }));
                a != b && is_known(&a) && is_known(&b)
            })
        })
    }

    fn indices_of(&mut self, module: &Module) -> Indices {
        let mut indices = Indices::default();
        for (number, function) in module.functions.iter().enumerate() {
            let function_id = FuncId(number as u32);
            let Some(body) = &function.body else { continue };
            let meetings = self.meetings_of(function_id, body);
            for (block, at, ty, dst, ptr) in loads(body) {
                let Some((variable, offset)) = pointee(function_id, body, block, at, ptr) else {
                    continue;
                };
                let cell = (variable, offset, ty.bytes(self.machine.pointer) as u32);
                let uses = uses_of(body, &meetings, (function_id, block, at + 1, dst));
                if uses.is_address && !indices.0.contains(&cell) {
                    indices.0.push(cell);
                }
            }
        }
        indices
    }
}

/// Returns the loads of a function through registers: block, instruction, type, destination, pointer.
fn loads(body: &Body) -> impl Iterator<Item = (BlockId, usize, ir::Ty, Reg, Reg)> {
    body.blocks.iter().enumerate().flat_map(|(block, it)| {
        it.instrs.iter().enumerate().filter_map(move |(at, instr)| match *instr {
            Instr::Load { ty, dst, ptr: Operand::Reg(ptr) } => {
                Some((BlockId(block as u32), at, ty, dst, ptr))
            }
            _ => None,
        })
    })
}

/// Returns the allocations of a variable in a state.
fn blocks_of<M: Memory>(state: &State<M>, variable: Variable) -> Vec<term::AllocId> {
    match variable {
        Variable::Any => {
            let blocks = state.memory.blocks();
            let changing = |info: &Info| !info.constant && !info.lifetime.has_ended();
            blocks.filter(|(_, info)| changing(info)).map(|(block, _)| block).collect()
        }
        Variable::Global(global) => {
            state.globals.get(global.index()).copied().into_iter().collect()
        }
        Variable::Local(function, local) => {
            let frames = state.callers.iter().chain([&state.frame]);
            let frames = frames.filter(|frame| frame.function == function);
            let locals = frames.flat_map(|frame| &frame.locals);
            locals.filter(|(it, _)| *it == local).map(|&(_, block)| block).collect()
        }
    }
}
