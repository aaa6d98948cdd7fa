//! The ways out of the blocks of a program, numbered.

use ir::{BlockId, FuncId, Module};

/// Numbers for the ways out of all blocks of a program: those of a terminator in the order of its
/// successors; a return has one.
pub struct Ways {
    /// By function, by block: the number of its first way out.
    first: Vec<Box<[u32]>>,
    count: u32,
}

impl Ways {
    /// Numbers the ways out.
    #[must_use]
    pub fn of(module: &Module) -> Ways {
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
        Ways { first, count }
    }

    /// The number of the first way out of a block; the others follow it.
    #[must_use]
    pub fn first(&self, function: FuncId, block: BlockId) -> usize {
        self.first[function.index()][block.index()] as usize
    }

    /// The numbers of the first ways out of the blocks of a function.
    pub(crate) fn of_function(&self, function: FuncId) -> &[u32] {
        &self.first[function.index()]
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count as usize
    }
}
