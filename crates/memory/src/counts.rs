//! Counters of memory operations, for all states of a run together.

/// Counts of operations.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Scalar loads.
    pub reads: u64,
    /// Loads answered by the constant part of a block at once.
    pub quick_reads: u64,
    /// Scalar stores.
    pub writes: u64,
    /// Stores that went to the constant part of a block at once.
    pub quick_writes: u64,
    /// Fills and copies of ranges.
    pub ranges: u64,
    /// Multi-writes.
    pub multi_writes: u64,
    /// Copies under a guard: every read there has to choose.
    pub guarded_copies: u64,
    /// Collision queries: may two accesses overlap?
    pub collisions: u64,
    /// Collision queries that were cache hits.
    pub collisions_known: u64,
    /// Collision queries that reached the solver.
    pub collisions_solved: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.reads += other.reads;
        self.quick_reads += other.quick_reads;
        self.writes += other.writes;
        self.quick_writes += other.quick_writes;
        self.ranges += other.ranges;
        self.multi_writes += other.multi_writes;
        self.guarded_copies += other.guarded_copies;
        self.collisions += other.collisions;
        self.collisions_known += other.collisions_known;
        self.collisions_solved += other.collisions_solved;
    }
}
