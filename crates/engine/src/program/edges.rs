//! Numbers for the outgoing edges of the basic blocks of a program.
//!
//! Coverage relies on them. A number depends on the program alone.

use ir::{BlockId, FuncId, Module};

/// The numbers of the outgoing edges of all blocks. The edges of a terminator are numbered in the order of its
/// successors; a return counts as one edge.
pub struct Edges {
    /// By function, by block: the number of its first outgoing edge.
    first: Vec<Box<[u32]>>,
    /// The number of all edges.
    count: u32,
}

impl Edges {
    /// Numbers the outgoing edges of a program.
    #[must_use]
    pub fn of(module: &Module) -> Edges {
        let mut count = 0;
        let mut first = Vec::with_capacity(module.functions.len());
        for function in &module.functions {
            let blocks = function.body.iter().flat_map(|body| &body.blocks);
            let numbers = blocks.map(|block| {
                let number = count;
                count += block.terminator.successors().len().max(1) as u32;
                number
            });
            first.push(numbers.collect());
        }
        Edges { first, count }
    }

    /// Returns the number of the first outgoing edge of a block; the others follow it.
    #[must_use]
    pub fn first(&self, function: FuncId, block: BlockId) -> usize {
        self.first[function.index()][block.index()] as usize
    }

    /// Returns the numbers of the first outgoing edges of the blocks of a function.
    pub(crate) fn of_function(&self, function: FuncId) -> &[u32] {
        &self.first[function.index()]
    }

    /// Returns the number of all edges.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count as usize
    }
}
