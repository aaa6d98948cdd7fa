//! List segments: allocations of an abstract state that stand for one node or more of a linked list.
//!
//! A folded allocation is the first node of a segment whose other nodes do not exist yet. It holds what all nodes of
//! the segment hold, and in its link the end of the segment; nothing may read or write it. `machine::unfold` makes a
//! plain node of it, whose link leads to the rest of the segment, if there is a rest. This file has the data alone.

use std::rc::Rc;

use memory::{Site, Value};

/// Values in a node: offset, width in bytes, value.
pub(crate) type Cells = Rc<[(u64, u32, Value)]>;

/// A list segment, at its first node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The offset of the link in each node.
    pub(crate) link: u64,
    /// The offset in a node at which links point.
    pub(crate) entry: u64,
    /// The link of the last node.
    pub(crate) end: Value,
    /// What each node is like.
    pub(crate) node: Node,
    /// The values that each node holds; other data is not known.
    pub(crate) cells: Cells,
}

/// What the nodes of a list have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The size in bytes.
    pub(crate) size: u64,
    /// The alignment.
    pub(crate) align: u64,
    /// Where one of them was allocated.
    pub(crate) allocated_at: Site,
}
