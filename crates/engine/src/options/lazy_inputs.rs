//! The options of lazy inputs: which heaps a function that is checked by itself may be given, and how they are explored.

/// The time at which an input pointer gets its value, and whether the state forks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heap {
    /// At the load, by a fork for each choice.
    Lazy,
    /// At the first use, by a fork for each choice; comparisons with null only decide whether it is null.
    Lazier,
    /// At the first use, without a fork: the value represents all choices.
    #[default]
    Uber,
}

impl Heap {
    /// All variants, with the names of the option.
    pub const ALL: [(&'static str, Heap); 3] =
        [("uber", Heap::Uber), ("lazier", Heap::Lazier), ("lazy", Heap::Lazy)];

    /// Returns the variant of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Heap> {
        Heap::ALL.iter().find(|(other, _)| *other == name).map(|&(_, heap)| heap)
    }
}

/// The input heaps of a function that is checked by itself.
#[derive(Clone, Debug)]
pub struct LazyInputs {
    /// The variant of initialisation.
    pub heap: Heap,
    /// The most elements of an input array.
    pub array_bound: u64,
    /// The parameters that are assumed not to be null.
    pub non_null: Vec<String>,
    /// Whether input pointers may point into objects, and not only to their start.
    pub interior: bool,
}

impl Default for LazyInputs {
    fn default() -> LazyInputs {
        LazyInputs { heap: Heap::default(), array_bound: 8, non_null: Vec::new(), interior: false }
    }
}
