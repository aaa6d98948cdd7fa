//! The strategy of an exploration: which state is next, and which states are merged.

/// The order in which waiting states are selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchOrder {
    /// Alternates between orders.
    #[default]
    Auto,
    /// The latest state first.
    DepthFirst,
    /// The earliest state first.
    BreadthFirst,
    /// A random state.
    Random,
    /// The state whose program point was reached least.
    Coverage,
}

impl SearchOrder {
    /// All orders, with the names of the option.
    pub const ALL: [(&'static str, SearchOrder); 5] = [
        ("auto", SearchOrder::Auto),
        ("dfs", SearchOrder::DepthFirst),
        ("bfs", SearchOrder::BreadthFirst),
        ("random", SearchOrder::Random),
        ("coverage", SearchOrder::Coverage),
    ];

    /// Returns the order of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<SearchOrder> {
        SearchOrder::ALL.iter().find(|(other, _)| *other == name).map(|&(_, order)| order)
    }
}

/// The policy for merging states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merge {
    /// Never merge.
    #[default]
    Never,
    /// Merge at every join point.
    Joins,
    /// Merge where the heuristic expects a merge to pay off.
    Auto,
}

impl Merge {
    /// All policies, with their names.
    pub const ALL: [(&'static str, Merge); 3] =
        [("never", Merge::Never), ("joins", Merge::Joins), ("auto", Merge::Auto)];

    /// Returns the policy of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Merge> {
        Merge::ALL.iter().find(|(other, _)| *other == name).map(|&(_, merge)| merge)
    }
}
