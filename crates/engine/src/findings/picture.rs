//! A heap that a function is given under one input, as data.

use ir::{BitRange, TypeId};
use term::Bits;

use crate::state::inputs::Owner;

/// The heap.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The objects, in the order in which the function came to them.
    pub objects: Vec<PictureObject>,
    /// The parameters that are pointers: name, type, and where they point.
    pub pointers: Vec<(String, TypeId, Link)>,
}

/// Where a pointer points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// Nowhere.
    Null,
    /// To the start of an object, by number.
    Object(usize),
    /// Into an object, by number: so many bytes behind its start, or there to something of another type.
    Inside(usize, u64),
}

/// An object.
#[derive(Clone, Debug)]
pub struct PictureObject {
    /// Whose it is.
    pub owner: Owner,
    /// The type of its elements.
    pub element: TypeId,
    /// How many it has.
    pub count: u64,
    /// Its bytes; those of pointers are zero.
    pub bytes: Vec<u8>,
    /// Its scalars.
    pub leaves: Vec<PictureLeaf>,
}

/// A scalar.
#[derive(Clone, Debug)]
pub struct PictureLeaf {
    /// Which element it is in.
    pub index: u64,
    /// How it is reached from there.
    pub path: String,
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
    /// For a bit-field, which bits.
    pub bits: Option<BitRange>,
    /// What it is.
    pub value: PictureValue,
}

/// What a scalar is.
#[derive(Clone, Debug)]
pub enum PictureValue {
    /// A number.
    Number(Bits),
    /// A pointer.
    Pointer(Link),
}
