//! What memory was asked, by all states of a run together.

/// Counts of operations.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Scalars that were read.
    pub reads: u64,
    /// Those that were found at once, where constant addresses are kept.
    pub quick_reads: u64,
    /// Scalars that were written.
    pub writes: u64,
    /// Those that went at once to where constant addresses are kept.
    pub quick_writes: u64,
    /// Ranges that were filled or copied.
    pub ranges: u64,
    /// Writes to many places at once.
    pub multi_writes: u64,
    /// Copies that count only under a condition: every read there has to choose.
    pub guarded_copies: u64,
    /// Questions whether two accesses may meet.
    pub collisions: u64,
    /// Those that were answered before.
    pub collisions_known: u64,
    /// Those for which a model had to be searched for.
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
