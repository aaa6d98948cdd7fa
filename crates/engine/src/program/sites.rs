//! Numbers for all instructions of a program, so that a site is one word.
//!
//! The numbers depend on the program alone: work items, checkpoints and several machines share them.

use ir::{BlockId, FuncId, Module, Position};
use memory::Site;

/// The source position of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// The position in the source.
    pub position: Position,
    /// The function that contains the instruction.
    pub function: FuncId,
}

/// The table between instructions and their numbers.
pub struct Sites {
    /// By function, by block: the number of its first instruction.
    first: Vec<Vec<u32>>,
}

impl Sites {
    /// Numbers the instructions of a program; a terminator counts as one.
    #[must_use]
    pub fn of(module: &Module) -> Sites {
        let mut next = 0;
        let mut first = Vec::with_capacity(module.functions.len());
        for function in &module.functions {
            let blocks = function.body.iter().flat_map(|body| &body.blocks);
            let mut starts = Vec::new();
            for block in blocks {
                starts.push(next);
                next += block.instrs.len() as u32 + 1;
            }
            first.push(starts);
        }
        Sites { first }
    }

    /// Returns the number of an instruction.
    #[must_use]
    pub fn site(&self, function: FuncId, block: BlockId, at: usize) -> Site {
        Site(self.first[function.index()][block.index()] + at as u32)
    }

    /// Returns the first instruction of a function that has a position in the source.
    #[must_use]
    pub fn start_of(&self, module: &Module, function: FuncId) -> Option<Site> {
        let body = module.function(function).body.as_ref()?;
        let stands = |&(block, at): &(BlockId, usize)| {
            body.origin(block, at).is_some_and(|origin| origin.position.line > 0)
        };
        let blocks = body.blocks.iter().enumerate();
        let all = blocks.flat_map(|(index, block)| {
            (0..=block.instrs.len()).map(move |at| (BlockId::new(index), at))
        });
        let (block, at) = all.into_iter().find(stands)?;
        Some(self.site(function, block, at))
    }

    /// Returns the source position of a numbered instruction.
    #[must_use]
    pub fn locate(&self, module: &Module, site: Site) -> Option<Location> {
        let (function, block, at) = self.instruction(site)?;
        let body = module.function(function).body.as_ref()?;
        let position = body.origin(block, at).map_or(Position::NONE, |origin| origin.position);
        Some(Location { position, function })
    }

    /// Returns the instruction with a number: its function, its block, and its index there.
    #[must_use]
    pub fn instruction(&self, site: Site) -> Option<(FuncId, BlockId, usize)> {
        let at_or_before = |starts: &Vec<u32>| starts.first().is_some_and(|&start| start <= site.0);
        let with_body = (0..self.first.len()).filter(|&function| !self.first[function].is_empty());
        let function =
            with_body.take_while(|&function| at_or_before(&self.first[function])).last()?;
        let starts = &self.first[function];
        let block = starts.partition_point(|&start| start <= site.0).checked_sub(1)?;
        let at = (site.0 - starts[block]) as usize;
        Some((FuncId::new(function), BlockId::new(block), at))
    }
}
