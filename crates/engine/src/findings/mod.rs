//! What is found: how paths end, what each violation means under the properties that were asked for, leaks, and traces of one path.

pub(crate) mod end;
pub(crate) mod outcome;
pub(crate) mod picture;
pub(crate) mod property;
