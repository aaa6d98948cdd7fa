//! An input heap: the concrete heap that a function is given under one input, as data.

use ir::{BitRange, TypeId};
use term::Bits;

use crate::state::inputs::ObjectOrigin;

/// An input heap.
#[derive(Clone, Debug, Default)]
pub struct InputHeap {
    /// The objects, in the order in which the function reached them.
    pub objects: Vec<ObjectContents>,
    /// The parameters that are pointers: name, type, and target.
    pub pointers: Vec<(String, TypeId, PointerTarget)>,
}

/// The target of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerTarget {
    /// Null.
    Null,
    /// The start of an object, by number.
    Object(usize),
    /// The inside of an object, by number: an offset in bytes from its start; or its start, as an object of
    /// another type.
    Inside(usize, u64),
}

/// An object.
#[derive(Clone, Debug)]
pub struct ObjectContents {
    /// The origin of the object.
    pub origin: ObjectOrigin,
    /// The type of its elements.
    pub element: TypeId,
    /// The number of its elements.
    pub count: u64,
    /// Its bytes; those of pointers are zero.
    pub bytes: Vec<u8>,
    /// Its scalars.
    pub leaves: Vec<ScalarContents>,
}

/// A scalar of an object.
#[derive(Clone, Debug)]
pub struct ScalarContents {
    /// The index of the element that contains it.
    pub index: u64,
    /// The path from the element.
    pub path: String,
    /// The offset in bytes from the start of the object.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
    /// The bits, for a bit-field.
    pub bits: Option<BitRange>,
    /// Its value.
    pub value: ScalarValue,
}

/// The value of a scalar.
#[derive(Clone, Debug)]
pub enum ScalarValue {
    /// A number.
    Number(Bits),
    /// A pointer.
    Pointer(PointerTarget),
}
