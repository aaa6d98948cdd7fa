//! What tests cover of a program.

/// What tests cover.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// Lines, branches and functions.
    pub shares: Vec<CoverageShare>,
    /// The files that hold code.
    pub files: Vec<FileCoverage>,
}

/// How much of one kind is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoverageShare {
    /// The kind, in the plural.
    pub kind: &'static str,
    /// How many are covered.
    pub covered: usize,
    /// How many there are.
    pub total: usize,
}

/// What tests cover of a file.
#[derive(Clone, Debug)]
pub struct FileCoverage {
    /// Its name.
    pub file: String,
    /// Lines, branches and functions of this file.
    pub shares: Vec<CoverageShare>,
    /// The lines that hold code, in order.
    pub lines: Vec<LineCoverage>,
}

/// What tests cover of a line.
#[derive(Clone, Debug)]
pub struct LineCoverage {
    /// Its number.
    pub line: usize,
    /// Tests that execute it.
    pub tests: u64,
    /// Why no test executes it; `None` if one does.
    pub missed: Option<String>,
    /// The outcomes of the branches on this line.
    pub branches: Vec<BranchCoverage>,
}

/// What tests cover of one outcome of a branch.
#[derive(Clone, Debug)]
pub struct BranchCoverage {
    /// The column of the condition.
    pub column: u32,
    /// When it is taken: `true`, `case 3`.
    pub outcome: String,
    /// Tests that take it.
    pub tests: u64,
    /// Why no test takes it; `None` if one does.
    pub missed: Option<String>,
}
