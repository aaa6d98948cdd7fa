//! The options of an exploration: the properties that are checked, the limits, the environment of the program, its lazy
//! inputs, and the strategy.
//!
//! This is data alone. The binary fills it from the command line; each machine has a copy.

pub(crate) mod environment;
pub(crate) mod lazy_inputs;
pub(crate) mod limits;
pub(crate) mod strategy;

pub use environment::{Allocations, Environment, Externals, Random};
pub use lazy_inputs::{Heap, LazyInputs};
pub use limits::Limits;
pub use strategy::{Merge, SearchOrder};

use crate::findings::property::Properties;

/// The options of an exploration.
#[derive(Clone, Debug)]
pub struct Options {
    /// The properties that are checked.
    pub properties: Properties,
    /// The limits.
    pub limits: Limits,
    /// The environment of the program.
    pub environment: Environment,
    /// The input heaps of a function that is checked by itself.
    pub lazy: LazyInputs,
    /// Whether the exploration continues after the first finding.
    pub keep_going: bool,
    /// The search order.
    pub search: SearchOrder,
    /// Which states are merged.
    pub merge: Merge,
    /// Whether loops are summarised where they fit.
    pub summarise_loops: bool,
    /// The use of the prover.
    pub proofs: Proofs,
}

/// The use of the prover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proofs {
    /// It is not used.
    Off,
    /// It runs beside the exploration.
    Beside,
    /// It runs instead of the exploration, so that nothing else comes to a verdict.
    Only,
}

impl Options {
    /// Returns the options in which only limits were chosen: the usual properties, no function without a body, and every
    /// path by itself.
    #[must_use]
    pub fn within(limits: Limits) -> Options {
        Options {
            properties: Properties::usual(),
            limits,
            environment: Environment {
                allocations: Allocations::default(),
                externals: Externals::Error,
                uninterpreted: Vec::new(),
                random: Random::default(),
                stdin: None,
            },
            lazy: LazyInputs::default(),
            keep_going: false,
            search: SearchOrder::default(),
            merge: Merge::Never,
            summarise_loops: false,
            proofs: Proofs::Off,
        }
    }
}
