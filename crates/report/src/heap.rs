//! The heap that a checked function is given.

use std::fmt::Write;

/// A heap of objects.
#[derive(Clone, Default, Debug)]
pub struct Heap {
    /// The objects.
    pub objects: Vec<HeapObject>,
    /// Pointers outside of objects: parameters and globals.
    pub pointers: Vec<HeapPointer>,
    /// C statements that build the heap.
    pub code: Vec<String>,
}

/// An object.
#[derive(Clone, Debug)]
pub struct HeapObject {
    /// Its name in the statements.
    pub name: String,
    /// The expression whose pointer led to it; `None` for globals and parameters.
    pub from: Option<String>,
    /// The type of its elements.
    pub ty: String,
    /// The number of its elements.
    pub elements: u64,
    /// Its content as a string literal, if it is text.
    pub text: Option<String>,
    /// Its scalars.
    pub fields: Vec<HeapField>,
}

/// A scalar of an object.
#[derive(Clone, Debug)]
pub struct HeapField {
    /// The number of the element it is in.
    pub element: u64,
    /// How to get there from the element: `.next`.
    pub path: String,
    /// Its type.
    pub ty: String,
    /// Its value as a C expression.
    pub value: String,
    /// What it points to, if it is a pointer that is not null.
    pub target: Option<HeapTarget>,
}

/// A pointer outside of objects.
#[derive(Clone, Debug)]
pub struct HeapPointer {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Its value as a C expression.
    pub value: String,
    /// What it points to; `None` for null.
    pub target: Option<HeapTarget>,
}

/// What a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapTarget {
    /// The number of the object.
    pub object: usize,
    /// The number of the field, if it points to one and not to the object as a whole.
    pub field: Option<usize>,
}

/// Returns bytes as a C string literal, without the zero that they end with if there is one.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    let mut text = String::from("\"");
    for byte in bytes {
        let _ = match byte {
            b'"' | b'\\' | b'?' => write!(text, "\\{}", char::from(*byte)),
            b' '..=b'~' => write!(text, "{}", char::from(*byte)),
            _ => write!(text, "\\{byte:03o}"),
        };
    }
    text + "\""
}
