//! The cost heuristic of merging: estimates whether a merge pays off.
//!
//! Values that are equal in both states cost nothing. A register that differs becomes an `ite`, and so does
//! everything that is computed from it. Its cost depends on its uses in the rest of the function (after the
//! query count estimation of Kuznetsov, Kinder, Bucur and Candea): a branch on the `ite` is a query where
//! there was none before; an address that contains the `ite` has several pointees from then on, which costs
//! more than any path that is saved. A value that is symbolic in one of the states already becomes no
//! worse.
//!
//! Values of variables in memory are judged by how the program uses the loaded value (`cells`). The
//! remaining cost of memory is measured after the merge (`states`): the number of `ite` terms, which must
//! select between concrete values, the ranges for which later reads must choose a side (as where both
//! states wrote at symbolic offsets), and the objects that are no longer certainly live. This file does not
//! know how states are merged.

use std::collections::HashSet;

use ir::{BlockId, Body, CheckKind, FuncId, Instr, JoinPoints, Operand, Reg, Terminator};
use memory::{Memory, Value};

use crate::explore::Explorer;
use crate::explore::merge::states::Apart;

/// The limit on `ite` terms over concrete values that a merge of memories may create. An `ite` between
/// symbolic values is too expensive in any case.
pub(super) const MAX_CHOICES: u64 = 16;
/// The limit on the decisions that depend on a concrete value; above it the value stays concrete.
const MAX_DECISIONS: u64 = 48;
/// The weight of a use in a loop.
const ON_LOOP: u64 = 8;

/// A register at a program point.
pub(super) type Spot = (FuncId, BlockId, usize, Reg);

/// The uses of a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Uses {
    /// The number of decisions that depend on the value, weighted.
    decisions: u64,
    /// Whether the value is part of an address or of a length.
    pub is_address: bool,
}

/// Returns the uses of a register at a program point: a forward data-flow analysis of the function over
/// everything that is computed from the register.
pub(super) fn uses_of(body: &Body, meetings: &JoinPoints, (_, block, at, reg): Spot) -> Uses {
    // For each block, the registers that depend on the value at its entry.
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

/// Returns the operands on which a decision of an instruction depends.
fn deciding(instr: &Instr) -> Vec<Operand> {
    match *instr {
        // Sums of concrete values and `ite` terms over them have bounds that decide these checks.
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

/// Returns the operands that determine an address or a length.
fn addresses(instr: &Instr) -> Vec<Operand> {
    match *instr {
        Instr::Load { ptr, .. } | Instr::Store { ptr, .. } => vec![ptr],
        Instr::Copy { .. } | Instr::Begin { .. } => instr.operands(),
        Instr::Fill { ptr, size, .. } => vec![ptr, size],
        _ => Vec::new(),
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns whether a register in which two states differ makes their merge too expensive.
    pub(super) fn is_dear(&mut self, apart: &Apart) -> bool {
        let known = |value: Value| !matches!(value, Value::Term(_));
        // A symbolic value becomes no worse, and the leak check queries only once.
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
