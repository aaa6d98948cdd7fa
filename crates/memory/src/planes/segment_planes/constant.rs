//! Constant addresses: the boost maps of all planes of a segment, as one.
//!
//! No byte is in two of the maps, so a value in any of them is the newest of all planes.

use crate::memory::Context;
use crate::planes::boost_map::BoostEntry;
use crate::planes::parts::{Origin, PLANES, lower_half, plane_of};
use crate::planes::plan::{Plan, ReadQuery, read};
use crate::value::Value;

use super::{MAX_QUERIES, SegmentPlanes};

impl SegmentPlanes {
    /// Whether an access is within the segment, as far as numbers say. One that is not is not
    /// allowed.
    pub(super) fn is_inside(&self, offset: u64, length: u64) -> bool {
        offset.checked_add(length).is_some_and(|end| end <= self.ite_lists.room())
    }

    /// Whether a value at an address lies in one plane as a whole.
    #[inline]
    pub(super) fn fits(&self, offset: u64, bytes: u32) -> bool {
        self.boost_maps[plane_of(bytes)].bytes() == bytes && offset & u64::from(bytes - 1) == 0
    }

    /// Returns the entry of a plane's boost map at an address.
    #[inline]
    pub(super) fn cell(&self, offset: u64, bytes: u32) -> Option<BoostEntry> {
        if self.fits(offset, bytes) { self.boost_maps[plane_of(bytes)].get(offset) } else { None }
    }

    /// Returns the entry of any boost map that has a byte, and where it begins; there is at most
    /// one.
    pub(super) fn cell_with(&self, offset: u64) -> Option<((u64, u32), BoostEntry)> {
        self.boost_maps.iter().find_map(|boost_map| {
            Some(((boost_map.start(offset), boost_map.bytes()), boost_map.get(offset)?))
        })
    }

    /// Whether a boost map has any byte of a range.
    pub(super) fn overlaps_boost_map(&self, offset: u64, bytes: u32) -> bool {
        let end = offset + u64::from(bytes);
        self.boost_maps.iter().any(|boost_map| boost_map.within(offset, end).next().is_some())
    }

    /// Whether bytes of a segment of zeros are the initial ones: its boost maps have these zeros
    /// implicitly.
    #[inline]
    pub(super) fn is_plainly_zero(&self, offset: u64, bytes: u32) -> bool {
        self.ite_lists.origin() == Origin::Zero
            && bytes <= 8
            && !self.overlaps_boost_map(offset, bytes)
            && !self.ite_lists.overlaps(offset, offset + u64::from(bytes))
    }

    /// Reads a value at a constant address.
    pub(super) fn read_at(&self, cx: &mut Context<'_>, offset: u64, bytes: u32) -> Value {
        read(self, cx, Value::Bits(offset), ReadQuery::Value { bytes })
    }

    /// Plans a read at a constant address.
    /// Implements the read operation of *SEGY*.
    pub(super) fn plan_at(
        &self,
        cx: &mut Context<'_>,
        offset: u64,
        query: ReadQuery,
    ) -> Plan<SegmentPlanes> {
        let bytes = query.bytes();
        if let Some(((start, whole), cell)) = self.cell_with(offset)
            && offset + u64::from(bytes) <= start + u64::from(whole)
        {
            return Plan::Known(match query {
                ReadQuery::Written => Value::bit(cell.is_written()),
                ReadQuery::Value { bytes } => {
                    cell.part(cx, whole, (offset - start) as u32, bytes).value(cx, bytes)
                }
            });
        }
        if !self.overlaps_boost_map(offset, bytes) {
            return self.ite_lists.plan(cx, Value::Bits(offset), query, MAX_QUERIES);
        }
        let (half, rest) = (lower_half(bytes), bytes - lower_half(bytes));
        let low = self.plan_at(cx, offset, ReadQuery::Value { bytes: half });
        let high = self.plan_at(cx, offset + u64::from(half), ReadQuery::Value { bytes: rest });
        Plan::Halves(Box::new([(low, half), (high, rest)])).settled(cx)
    }

    /// Whether all bytes are initialised for all inputs, as far as that is cheap to see.
    pub(super) fn is_surely_written(&self, offset: u64, bytes: u32) -> bool {
        if let Some(cell) = self.cell(offset, bytes) {
            return cell.is_written();
        }
        let end = offset + u64::from(bytes);
        let zeros =
            self.ite_lists.origin() == Origin::Zero && !self.ite_lists.overlaps(offset, end);
        (offset..end).all(|at| match self.cell_with(at) {
            Some((_, cell)) => cell.is_written(),
            None => zeros,
        })
    }

    /// Writes to a constant address: into the boost map of its plane.
    pub(super) fn put(&mut self, cx: &mut Context<'_>, offset: u64, bytes: u32, cell: BoostEntry) {
        let plane = plane_of(bytes);
        if !self.fits(offset, bytes) {
            let half = lower_half(bytes);
            let (low, high) =
                (cell.part(cx, bytes, 0, half), cell.part(cx, bytes, half, bytes - half));
            self.put(cx, offset, half, low);
            self.put(cx, offset + u64::from(half), bytes - half, high);
            return;
        }
        if self.boost_maps[plane].get(offset).is_none() {
            self.make_place(cx, offset, bytes);
        }
        self.boost_maps[plane].insert(offset, cell);
    }

    /// Removes the entries of other planes that overlap a range.
    /// Implements the type casting of *SEGY*.
    pub(super) fn make_place(&mut self, cx: &mut Context<'_>, offset: u64, bytes: u32) {
        let end = offset + u64::from(bytes);
        for boost_map in self.boost_maps.iter_mut().filter(|boost_map| boost_map.bytes() < bytes) {
            if !boost_map.is_empty() {
                let inside: Vec<u64> = boost_map.within(offset, end).map(|(at, _)| at).collect();
                for at in inside {
                    boost_map.remove(at);
                }
            }
        }
        for plane in plane_of(bytes) + 1..PLANES {
            let start = self.boost_maps[plane].start(offset);
            if let Some(cell) = self.boost_maps[plane].remove(start) {
                self.keep_halves(cx, start, plane, cell, offset, plane_of(bytes));
            }
        }
    }

    /// Moves a value to the planes of its halves, except the part at an offset that has the size of
    /// another plane.
    /// Implements the type casting of *SEGY*.
    pub(super) fn keep_halves(
        &mut self,
        cx: &mut Context<'_>,
        mut start: u64,
        from: usize,
        mut cell: BoostEntry,
        without: u64,
        to: usize,
    ) {
        for plane in (to..from).rev() {
            let half: u32 = 1 << plane;
            let middle = start + u64::from(half);
            let (low, high) =
                (cell.part(cx, 2 * half, 0, half), cell.part(cx, 2 * half, half, half));
            if without < middle {
                self.boost_maps[plane].insert(middle, high);
                cell = low;
            } else {
                self.boost_maps[plane].insert(start, low);
                (start, cell) = (middle, high);
            }
        }
    }

    /// Returns the contents of a range that no record of an ite-list overlaps: distance, bytes,
    /// cell.
    pub(super) fn cells(
        &self,
        cx: &mut Context<'_>,
        from: u64,
        length: u64,
    ) -> Vec<(u64, u32, BoostEntry)> {
        let mut cells = Vec::new();
        let (mut at, end) = (from, from + length);
        while at < end {
            let (bytes, cell) = match self.cell_with(at) {
                Some(((start, whole), cell)) if start == at && u64::from(whole) <= end - at => {
                    (whole, cell)
                }
                Some(((start, whole), cell)) => (1, cell.part(cx, whole, (at - start) as u32, 1)),
                None => {
                    let mut bytes = piece(at, end);
                    while self.overlaps_boost_map(at, bytes) {
                        bytes /= 2;
                    }
                    match self.ite_lists.origin() {
                        Origin::Zero => (bytes, BoostEntry::Value(Value::ZERO)),
                        Origin::Uninitialised(block) => {
                            (bytes, BoostEntry::Uninitialised { block, offset: at })
                        }
                    }
                }
            };
            cells.push((at - from, bytes, cell));
            at += u64::from(bytes);
        }
        cells
    }
}

/// Returns how many bytes to write at once: the largest aligned size.
pub(super) fn piece(at: u64, end: u64) -> u32 {
    let fits = |bytes: &u32| {
        let size = u64::from(*bytes);
        at.is_multiple_of(size) && size <= end - at
    };
    [8, 4, 2].into_iter().find(fits).unwrap_or(1)
}
