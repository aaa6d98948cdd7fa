//! `Allocated(E)`: is there a cell at this address? (*SL CPA*, "Memory Access" and
//! "Implementation")
//!
//! The document decides it in three ways, and so does this file:
//! - `sl`: by separation logic, `not SAT(S * E |-> -)`: there is no room for another cell at `E`.
//!   The oracle answers natively, since `*` only says here that addresses differ, or by a solver
//!   for separation logic.
//! - `smt`: by a query for each cell.
//! - `model`: by one query for all cells; where a cell is wanted, with a switch for each, which the
//!   model sets.
//!
//! Departures from the document:
//! 1. The document simulates `not SAT(F |-> - * E |-> -)` by `SAT(F = E)`, which says that the
//!    access may hit this cell. `Allocated` means that it must hit one: where only some inputs do,
//!    the access is a finding for the others, and the value is a choice between the cells that may
//!    be hit.
//! 2. An address is judged by the segment it was derived from; the cells of all others are the
//!    frame. An index that leaves one segment and lands in another is not allowed.
//! 3. A small segment of concrete size is listed cell by cell. A larger one, or one of symbolic
//!    size, is folded into one cell at its first address: the address of an access within it is
//!    that address, any other is null, where no cell ever is.
//! 4. A switch needs no symbol of its own: a model gives every term a value, so the condition that
//!    a cell is hit is its own switch.

use term::Term;

use crate::blocks::Info;
use crate::memory::{Access, Context, Memory, Validity};
use crate::points_to::{self, Bounds};
use crate::value::Value;

/// A segment of at most this number of bytes is listed cell by cell.
const MAX_LISTED: u64 = 64;
/// An access of at most this number of bytes is listed cell by cell.
const MAX_SCALAR: u64 = 16;

/// The decision procedure for `Allocated`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// By separation logic.
    Sl,
    /// By a query for each cell.
    Smt,
    /// By one query with a switch for each cell.
    #[default]
    Model,
}

impl Allocation {
    /// The names of the procedures.
    pub const NAMES: [&str; 3] = ["sl", "smt", "model"];

    /// Returns the procedure of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Allocation> {
        Some(match name {
            "sl" => Allocation::Sl,
            "smt" => Allocation::Smt,
            "model" => Allocation::Model,
            _ => return None,
        })
    }

    /// Returns the condition under which an access is allowed, and the faults where it is not.
    /// Faults that are infeasible on this path are left out.
    /// Implements `Allocated` of *SL CPA*.
    pub(super) fn valid<M: Memory>(
        self,
        memory: &M,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        match self {
            Allocation::Sl => {
                let outside = |cx: &mut Context<'_>, bounds: &Bounds<'_>| match leaves(cx, bounds) {
                    true => cx.terms.not(bounds.inside),
                    false => Term::FALSE,
                };
                points_to::valid_within(memory, cx, pointer, length, access, outside)
            }
            Allocation::Smt => {
                let mut validity = points_to::valid(memory, cx, pointer, length, access);
                validity.faults.retain(|fault| cx.may(fault.guard));
                let wrong = cx.terms.any(validity.faults.iter().map(|fault| fault.guard));
                validity.allowed = cx.terms.not(wrong);
                validity
            }
            Allocation::Model => {
                let validity = points_to::valid(memory, cx, pointer, length, access);
                let wrong = cx.terms.not(validity.allowed);
                match cx.may(wrong) {
                    true => validity,
                    false => Validity::always(),
                }
            }
        }
    }

    /// Returns the cells that an access must be read from, of those that it may hit, each with its
    /// condition. The conditions exclude each other and, as the access is allowed, one of them
    /// holds.
    /// Implements `Allocated` and `model generation` of *SL CPA*.
    pub(super) fn hit(
        self,
        cx: &mut Context<'_>,
        address: Term,
        cells: Vec<(Term, u64)>,
    ) -> Vec<(Term, u64)> {
        let must = match self {
            Allocation::Sl => cells.iter().position(|&(_, offset)| {
                let cell = cx.number(offset);
                !cx.separate(Term::TRUE, &[cell], address)
            }),
            Allocation::Smt => {
                let mut hit = cells.clone();
                hit.retain(|&(here, _)| cx.may(here));
                // On an infeasible path any answer is right.
                return if hit.is_empty() { cells } else { hit };
            }
            Allocation::Model => {
                let switches: Vec<Term> = cells.iter().map(|&(here, _)| here).collect();
                let shown = cx.witness(&switches).into_iter().position(|it| it);
                shown.filter(|&first| {
                    let elsewhere = cx.terms.not(cells[first].0);
                    !cx.may(elsewhere)
                })
            }
        };
        match must {
            Some(only) => vec![(Term::TRUE, cells[only].1)],
            None => cells,
        }
    }
}

/// Whether some input takes an access out of its segment: whether a cell at the address of one of
/// its bytes can be separate from the cells of the segment.
fn leaves(cx: &mut Context<'_>, bounds: &Bounds<'_>) -> bool {
    let Bounds { guard, info, offset, length, inside } = *bounds;
    match (info.size, length) {
        (Value::Bits(size), Value::Bits(length @ 1..=MAX_SCALAR)) if size <= MAX_LISTED => {
            let cells: Vec<Term> = (0..size).map(|i| cx.number(info.address + i)).collect();
            let (start, offset) = (cx.number(info.address), cx.address(offset));
            let first = cx.terms.add(start, offset);
            let last = cx.number(length - 1);
            let last = cx.terms.add(first, last);
            cx.separate(guard, &cells, first) || (last != first && cx.separate(guard, &cells, last))
        }
        _ => folded(cx, guard, info, inside),
    }
}

fn folded(cx: &mut Context<'_>, guard: Term, info: &Info, inside: Term) -> bool {
    let (cell, null) = (cx.number(info.address), cx.number(0));
    let address = cx.terms.ite(inside, cell, null);
    cx.separate(guard, &[cell], address)
}
