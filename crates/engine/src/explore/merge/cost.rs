//! Whether it pays to merge two states.
//!
//! What is the same on both sides costs nothing. A register in which they differ becomes a choice, and
//! everything that is computed from it becomes one too. How much that costs depends on what the rest of the
//! function does with it (after the query count estimation of Kuznetsov, Kinder, Bucur and Candea): a branch
//! on it is a question where there was none before; an address made of it means several places from then on,
//! which is dearer than any path that is saved. What was unknown on one side already is not made worse.
//!
//! Numbers in variables that live in memory are judged by what the program does with what it reads there (`cells`).
//! What memory costs otherwise is measured: by the choices that are made in it, which must be of numbers, by the
//! ranges that are left to whoever reads there to choose (as where both sides wrote at unknown offsets), and by
//! the objects of which it is no longer certain whether they are there.

use std::collections::HashSet;

use ir::{BlockId, Body, CheckKind, FuncId, Instr, JoinPoints, Operand, Reg, Terminator};
use memory::{Memory, Value};

use crate::explore::Explorer;
use crate::explore::merge::states::Apart;

/// A merge of memories that makes more choices than this is too dear; so is one between
/// unknowns.
pub(super) const MAX_CHOICES: u64 = 16;
/// A number on which more decisions depend than this stays a number.
const MAX_DECISIONS: u64 = 48;
/// A use on a loop counts so often.
const ON_LOOP: u64 = 8;

/// A register at a place in the program.
pub(super) type Spot = (FuncId, BlockId, usize, Reg);

/// What a value is used for.
#[derive(Clone, Copy, Default)]
pub(super) struct Uses {
    /// How often something is decided by it.
    decisions: u64,
    /// Whether it is part of an address or of a length.
    pub is_address: bool,
}

/// What the value of a register at a place is used for: it is followed forwards through the function, as far as
/// anything is computed from it.
pub(super) fn uses_of(body: &Body, meetings: &JoinPoints, (_, block, at, reg): Spot) -> Uses {
    // For each block, the registers that depend on the value when it is entered.
    let mut entered: Vec<HashSet<Reg>> = vec![HashSet::new(); body.blocks.len()];
    let mut used: HashSet<(BlockId, usize)> = HashSet::new();
    let mut is_address = false;
    let mut work = vec![(block, at, HashSet::from([reg]))];
    while let Some((block, at, mut depends)) = work.pop() {
        let found = body.block(block);
        let is_one = |depends: &HashSet<Reg>, operand: Operand| {
            register(operand).is_some_and(|reg| depends.contains(&reg))
        };
        for (index, instr) in found.instrs.iter().enumerate().skip(at) {
            if deciding(instr).into_iter().any(|operand| is_one(&depends, operand)) {
                used.insert((block, index));
            }
            is_address |= addresses(instr).into_iter().any(|operand| is_one(&depends, operand));
            let Some(dst) = instr.dst() else { continue };
            let computed = instr.is_pure()
                && instr.operands().into_iter().any(|operand| is_one(&depends, operand));
            match computed {
                true => depends.insert(dst),
                false => depends.remove(&dst),
            };
        }
        let decides =
            matches!(found.terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
        if decides && found.terminator.operand().is_some_and(|it| is_one(&depends, it)) {
            used.insert((block, found.instrs.len()));
        }
        for target in found.terminator.successors() {
            let known = &mut entered[target.index()];
            let before = known.len();
            known.extend(&depends);
            if known.len() > before {
                work.push((target, 0, known.clone()));
            }
        }
    }
    let weight = |block: BlockId| if meetings.is_on_loop(block) { ON_LOOP } else { 1 };
    let decisions = used.into_iter().map(|(block, _)| weight(block)).sum();
    Uses { decisions, is_address }
}

fn register(operand: Operand) -> Option<Reg> {
    match operand {
        Operand::Reg(reg) => Some(reg),
        Operand::Const(_) => None,
    }
}

/// The operands by which an instruction decides something.
fn deciding(instr: &Instr) -> Vec<Operand> {
    match *instr {
        // Sums of numbers that are known but for a choice have bounds that decide these.
        Instr::Check {
            kind:
                CheckKind::SignedOverflow
                | CheckKind::DivisionOverflow
                | CheckKind::Index
                | CheckKind::PointerOverflow,
            ..
        } => Vec::new(),
        Instr::Check { cond, .. } => vec![cond],
        Instr::Call(_) | Instr::Float { .. } | Instr::FloatCompare { .. } => instr.operands(),
        _ => Vec::new(),
    }
}

/// The operands that say where memory is accessed, or how much of it.
fn addresses(instr: &Instr) -> Vec<Operand> {
    match *instr {
        Instr::Load { ptr, .. } | Instr::Store { ptr, .. } => vec![ptr],
        Instr::Copy { .. } | Instr::Begin { .. } => instr.operands(),
        Instr::Fill { ptr, size, .. } => vec![ptr, size],
        _ => Vec::new(),
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Whether a register in which two states differ makes it too dear to merge them.
    pub(super) fn is_dear(&mut self, apart: &Apart) -> bool {
        let known = |value: Value| !matches!(value, Value::Term(_));
        // What is unknown already is not made worse, and leaks are looked for once.
        if !(apart.live && known(apart.first) && known(apart.second)) {
            return false;
        }
        let function = apart.frame.function;
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let Some(body) = &module.function(function).body else { return false };
        let meetings = self.meetings_of(function, body);
        let spot = (function, apart.frame.block, apart.frame.at, apart.reg);
        let uses = self.merging.uses.entry(spot).or_insert_with(|| uses_of(body, &meetings, spot));
        match (apart.first, apart.second) {
            (Value::Bits(_), Value::Bits(_)) => uses.is_address || uses.decisions > MAX_DECISIONS,
            _ => uses.is_address || uses.decisions > 0,
        }
    }
}
