//! Options that are a choice among words, as types: each is parsed once, where it was typed.
//!
//! The words and their explanations are shown by `--help`.

use std::fmt;
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use engine::options::{self, Externals, Heap, Merge, Random};
use memory::{Allocation, AnyMemory};
use report::FORMATS;

/// A format of results, by its name in `report::FORMATS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format(&'static str);

impl Format {
    /// Returns the format that is used if none is named.
    pub fn usual() -> Format {
        Format(FORMATS[0].name)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        static ALL: LazyLock<Vec<Format>> =
            LazyLock::new(|| FORMATS.iter().map(|format| Format(format.name)).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let format = FORMATS.iter().find(|format| format.name == self.0)?;
        Some(PossibleValue::new(format.name).help(format.about))
    }
}

/// The strategy by which a pointer of the input gets its value.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum HeapStrategy {
    /// When it is used, without a fork: all choices at once, under guards
    Uber,
    /// When it is used, by a fork for each choice
    Lazier,
    /// When it is read, by a fork for each choice
    Lazy,
}

impl From<HeapStrategy> for Heap {
    fn from(strategy: HeapStrategy) -> Heap {
        match strategy {
            HeapStrategy::Uber => Heap::Uber,
            HeapStrategy::Lazier => Heap::Lazier,
            HeapStrategy::Lazy => Heap::Lazy,
        }
    }
}

/// The behaviour of functions without a body.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ExternalFunctions {
    /// Returns any value, and writes any value to all memory that its arguments reach
    Havoc,
    /// Returns any value, and writes no memory
    Pure,
    /// Returns any value, but equal results for equal arguments, and writes no memory
    Uninterpreted,
    /// Ends the path as unsupported
    Error,
}

impl From<ExternalFunctions> for Externals {
    fn from(functions: ExternalFunctions) -> Externals {
        match functions {
            ExternalFunctions::Havoc => Externals::Havoc,
            ExternalFunctions::Pure => Externals::Pure,
            ExternalFunctions::Uninterpreted => Externals::Uninterpreted,
            ExternalFunctions::Error => Externals::Error,
        }
    }
}

/// The values that random number generators give.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum RandomNumbers {
    /// Any number of the range, whatever the seed
    Any,
    /// The numbers of glibc's generators: equal seeds give equal sequences
    Glibc,
}

impl From<RandomNumbers> for Random {
    fn from(numbers: RandomNumbers) -> Random {
        match numbers {
            RandomNumbers::Any => Random::Any,
            RandomNumbers::Glibc => Random::Glibc,
        }
    }
}

/// The decision procedure of `--memory separation` for allocated cells.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum AllocationCheck {
    /// Separation logic
    Sl,
    /// A query for each cell
    Smt,
    /// One query, with a switch for each cell
    Model,
}

impl From<AllocationCheck> for Allocation {
    fn from(check: AllocationCheck) -> Allocation {
        match check {
            AllocationCheck::Sl => Allocation::Sl,
            AllocationCheck::Smt => Allocation::Smt,
            AllocationCheck::Model => Allocation::Model,
        }
    }
}

/// The treatment of loops that have a closed form.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum LoopSummaries {
    /// Summarised: one state stands for any number of iterations
    Compact,
    /// Unrolled, iteration by iteration
    Unroll,
}

/// The use of the prover.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Proofs {
    /// Beside the exploration
    On,
    /// Not at all
    Off,
    /// Instead of the exploration; the verdict is true or unknown
    Only,
}

impl From<Proofs> for options::Proofs {
    fn from(proofs: Proofs) -> options::Proofs {
        match proofs {
            Proofs::On => options::Proofs::Beside,
            Proofs::Off => options::Proofs::Off,
            Proofs::Only => options::Proofs::Only,
        }
    }
}

/// The order in which paths are explored.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum SearchOrder {
    /// Alternates between orders
    Auto,
    /// Depth first
    Dfs,
    /// Breadth first
    Bfs,
    /// A random waiting state
    Random,
    /// The state in the code that was executed least
    Coverage,
}

impl From<SearchOrder> for options::SearchOrder {
    fn from(order: SearchOrder) -> options::SearchOrder {
        match order {
            SearchOrder::Auto => options::SearchOrder::Auto,
            SearchOrder::Dfs => options::SearchOrder::DepthFirst,
            SearchOrder::Bfs => options::SearchOrder::BreadthFirst,
            SearchOrder::Random => options::SearchOrder::Random,
            SearchOrder::Coverage => options::SearchOrder::Coverage,
        }
    }
}

/// The places where states are merged.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum MergePoints {
    /// Nowhere
    Never,
    /// At all joins of the control flow
    Joins,
    /// Where it seems to save more than it costs, beside an exploration path by path
    Auto,
}

impl From<MergePoints> for Merge {
    fn from(points: MergePoints) -> Merge {
        match points {
            MergePoints::Never => Merge::Never,
            MergePoints::Joins => Merge::Joins,
            MergePoints::Auto => Merge::Auto,
        }
    }
}

/// The tests that `vellum test` keeps.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Cover {
    /// Tests that cover a line that the tests before do not
    Lines,
    /// Tests that cover a line or an outcome of a branch that the tests before do not
    Branches,
    /// Tests of findings
    Errors,
}

/// A model of symbolic memory, by its name in `AnyMemory::MODELS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Model(&'static str);

impl Model {
    /// Returns the model that is used if none is named.
    pub fn usual() -> Model {
        Model(AnyMemory::MODELS[0].0)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl ValueEnum for Model {
    fn value_variants<'a>() -> &'a [Model] {
        static ALL: LazyLock<Vec<Model>> =
            LazyLock::new(|| AnyMemory::MODELS.iter().map(|(name, _)| Model(name)).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, about) = AnyMemory::MODELS.iter().find(|(name, _)| *name == self.0)?;
        Some(PossibleValue::new(name).help(about))
    }
}

/// Writes an option as it is typed.
macro_rules! shown_as_typed {
    ($($option:ty),*) => {
        $(impl fmt::Display for $option {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let value = self.to_possible_value();
                f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
            }
        })*
    };
}

shown_as_typed!(
    Format,
    HeapStrategy,
    ExternalFunctions,
    RandomNumbers,
    AllocationCheck,
    LoopSummaries,
    Proofs,
    SearchOrder,
    MergePoints,
    Model
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_engine() {
        for order in SearchOrder::value_variants() {
            let named = options::SearchOrder::named(&order.to_string());
            assert_eq!(named, Some((*order).into()));
        }
        for strategy in HeapStrategy::value_variants() {
            assert_eq!(Heap::named(&strategy.to_string()), Some((*strategy).into()));
        }
        for points in MergePoints::value_variants() {
            assert_eq!(Merge::named(&points.to_string()), Some((*points).into()));
        }
        for check in AllocationCheck::value_variants() {
            assert_eq!(Allocation::named(&check.to_string()), Some((*check).into()));
        }
        assert_eq!(Model::value_variants().len(), AnyMemory::MODELS.len());
        assert_eq!(Model::usual().to_string(), "segments");
    }
}
