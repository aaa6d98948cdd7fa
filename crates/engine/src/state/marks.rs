//! What a call knows about the loops that were summarised in it.

use std::rc::Rc;

use ir::BlockId;
use term::Term;

use crate::state::path::Decision;

/// What a call knows about its loops.
#[derive(Clone, Default, Debug)]
pub struct Rounds {
    /// When a header was last come to: the steps before it.
    pub(crate) arrived: Option<u64>,
    /// The loops that it is in some round of.
    pub(crate) marks: Vec<Rc<Mark>>,
}

/// A state that stands for any number of rounds was made.
#[derive(Debug)]
pub(crate) struct Mark {
    pub(crate) header: BlockId,
    /// The steps when it comes back: it made one round, and no more.
    pub(crate) returns: u64,
    /// How many decisions there were.
    pub(crate) decided: usize,
    /// What is decided on the way round.
    pub(crate) way: Vec<Decision>,
    /// How many rounds were made: a symbol.
    pub(crate) rounds: Term,
    /// The condition that a state that comes back is among those that were made.
    pub(crate) covered: Term,
}
