//! Which parts of a program are its own, and which the runtime library's.

use ir::{BlockId, Module};
use memory::Site;

use crate::program::sites::Sites;
use crate::program::ways::Ways;

/// Whether the body of a function is the runtime's: a program may have a `strlen` of its own.
pub(crate) fn is_runtime(module: &Module, function: &ir::Function) -> bool {
    let origin = function.body.as_ref().and_then(|body| body.origin(BlockId(0), 0));
    origin.is_some_and(|origin| module.is_runtime(origin.position))
}

/// The program that is explored.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// What it consists of.
    pub module: &'a Module,
    /// Where its instructions stand.
    pub sites: &'a Sites,
    /// The ways out of its blocks.
    pub ways: &'a Ways,
}

impl Program<'_> {
    /// Whether a place is in the program itself, and not in the library.
    #[must_use]
    pub fn is_own(&self, site: Site) -> bool {
        let location = self.sites.locate(self.module, site);
        location.is_some_and(|it| !self.module.is_runtime(it.position))
    }

    /// The innermost place that is the program's own, of one and the calls around it.
    #[must_use]
    pub fn own_site(&self, site: Site, calls: &[Site]) -> Site {
        let mut places = std::iter::once(site).chain(calls.iter().copied());
        places.find(|&place| self.is_own(place)).unwrap_or(site)
    }
}
