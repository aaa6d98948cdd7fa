//! The certificate of a proof, and its check: an exploration of the program that begins anew and takes nothing from the
//! search for the proof but the loop invariants.
//!
//! At a header with an invariant, the check shows that the invariant holds in the state that enters the loop, gives the
//! locations that iterations change new values, assumes the invariant, and goes on. Where a state comes back to the
//! header, it shows that the invariant holds again and that nothing else has changed. A loop without an invariant is
//! unrolled. Any violation, cut or doubt refuses the certificate. So a proof that passes is one that two programs agree
//! on: `prove` guesses invariants and makes them weaker, this room does neither; it has its own comparison of states and
//! of lists, and may use another memory model and another solver.
//!
//! A certificate mentions no state: an invariant consists of places, which are found anew in each state, and of terms
//! over the values of places at the entry of the loop and at the header.
//!
//! | file | holds |
//! |---|---|
//! | `check` | the exploration |
//! | `places` | the values of places, and the comparison of two states at a header |
//! | `lists` | whether a state has the linked lists of an invariant, and the state that stands for all of them |

mod check;
mod lists;
mod places;

use ir::{BlockId, FuncId, Reg, Ty};
use memory::{Kind, Site};
use term::{AllocId, Term};

use crate::state::folded::{Cells, Node};
use crate::state::path::Decision;

pub(crate) use check::Refusal;

/// The invariants of a proof.
#[derive(Clone, Default, Debug)]
pub(crate) struct Certificate {
    /// The loops, each entered in one state.
    pub(crate) loops: Vec<LoopInvariant>,
    /// The number of arrivals at headers in the search for the proof.
    pub(crate) arrivals: u32,
}

/// The invariant of a loop that is entered in one state.
#[derive(Clone, Debug)]
pub(crate) struct LoopInvariant {
    /// The function of the loop.
    pub(crate) function: FuncId,
    /// The header.
    pub(crate) header: BlockId,
    /// The number of calls around the loop.
    pub(crate) depth: usize,
    /// The number of iterations before the invariant holds; these are unrolled.
    pub(crate) unrolled: u32,
    /// The decisions of the path that enters the loop: of several invariants of a loop, they tell which is meant.
    pub(crate) decisions: Vec<Decision>,
    /// The places that iterations change.
    pub(crate) variables: Vec<Variable>,
    /// The linked lists that iterations change.
    pub(crate) lists: Option<ListShape>,
    /// What holds at the header: terms over the symbols of variables, and over the terms of `first`.
    pub(crate) facts: Vec<Term>,
    /// Terms, each with the place that holds its value at the entry of the loop.
    pub(crate) first: Vec<(Term, Place)>,
}

/// A place that iterations change.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) place: Place,
    pub(crate) shape: VariableShape,
    /// The symbol of its value at the header: of the offset, for a pointer.
    pub(crate) symbol: Term,
}

/// What values a variable has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariableShape {
    /// Numbers or truth values.
    Scalar,
    /// Pointers into the allocation into which it points at the entry.
    Pointer,
}

/// A place that holds a value in each state at a header.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A register of the call with this number of calls around it.
    Register(usize, Reg, Ty),
    /// A register that nothing reads.
    Dead(usize, Reg),
    /// Bytes at a constant offset.
    Cell(Object, u64, u32),
    /// All bytes of an object.
    Contents(Object),
    /// The size of an object: no place in memory, but a value that a state has.
    Size(Object),
}

/// An object: the live allocation with a number, from zero, among those of its kind that were allocated at a site. The
/// numbers are those at the entry of a loop, where `block` becomes known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    pub(crate) allocated_at: Site,
    pub(crate) number: usize,
    /// The allocation in the exploration at hand.
    pub(crate) block: Option<AllocId>,
}

/// Linked lists: the nodes between some roots.
#[derive(Clone, Debug)]
pub(crate) struct ListShape {
    /// What each node is like.
    pub(crate) node: Node,
    /// The offset of the link in each node.
    pub(crate) link: u64,
    /// The offset in a node at which pointers point.
    pub(crate) entry: u64,
    /// The places that point to nodes. A chain ends at the value of a root that is later in `order`.
    pub(crate) roots: Vec<Root>,
    /// The roots by number, each before the one at whose value its chain ends.
    pub(crate) order: Vec<usize>,
}

/// A place that points to the first node of a chain.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) place: Place,
    pub(crate) end: ChainEnd,
    /// The nodes that are certainly there: what each holds.
    pub(crate) plain: Vec<Cells>,
    /// What each of any number of nodes behind these holds; `None` if there are no more.
    pub(crate) more: Option<Cells>,
}

/// The end of a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ChainEnd {
    /// A number.
    Value(Term),
    /// A pointer into an object that is no node, with its offset.
    Pointer(Object, u64),
    /// The value of the root with this number.
    Root(usize),
    /// Any number.
    Any,
}
