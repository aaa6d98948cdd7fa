//! The origin of code: the program itself, or the runtime library.
//!
//! `ir` decides which files belong to the runtime. Findings rely on this file to move a violation inside of a
//! library function to the call in the program.

use ir::{BlockId, Module};
use memory::Site;

use crate::program::edges::Edges;
use crate::program::sites::Sites;

/// Whether the body of a function comes from the runtime: a program may have a `strlen` of its own.
pub(crate) fn is_runtime(module: &Module, function: &ir::Function) -> bool {
    let origin = function.body.as_ref().and_then(|body| body.origin(BlockId(0), 0));
    origin.is_some_and(|origin| module.is_runtime(origin.position))
}

/// The program that is explored, with its tables.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The program itself.
    pub module: &'a Module,
    /// The numbers of its instructions.
    pub sites: &'a Sites,
    /// The numbers of the outgoing edges of its blocks.
    pub edges: &'a Edges,
}

impl Program<'_> {
    /// Whether a site is in the program itself, and not in the library.
    #[must_use]
    pub fn is_own(&self, site: Site) -> bool {
        let location = self.sites.locate(self.module, site);
        location.is_some_and(|it| !self.module.is_runtime(it.position))
    }

    /// Returns the innermost site that is in the program itself, among a site and the calls around it; the site,
    /// if none is.
    #[must_use]
    pub fn own_site(&self, site: Site, calls: &[Site]) -> Site {
        let mut places = std::iter::once(site).chain(calls.iter().copied());
        places.find(|&place| self.is_own(place)).unwrap_or(site)
    }
}
