//! Counters of memory operations, for all states of a run together. `report::MemoryStatistics` repeats them, since formats of
//! results know no memory; `results/statistics.rs` in `vellum` copies one to the other.

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
        // Each counter by name: the compiler finds a forgotten one.
        let Counts {
            reads,
            quick_reads,
            writes,
            quick_writes,
            ranges,
            multi_writes,
            guarded_copies,
            collisions,
            collisions_known,
            collisions_solved,
        } = other;
        self.reads += reads;
        self.quick_reads += quick_reads;
        self.writes += writes;
        self.quick_writes += quick_writes;
        self.ranges += ranges;
        self.multi_writes += multi_writes;
        self.guarded_copies += guarded_copies;
        self.collisions += collisions;
        self.collisions_known += collisions_known;
        self.collisions_solved += collisions_solved;
    }
}
