//! The properties that can be checked, and which kinds of violation violate which property.
//!
//! `ViolationKind::when_unselected` alone defines the semantics of a violation whose property was not selected;
//! the verdict `true` relies on it.

use std::hash::Hash;

use ir::CheckKind;

use crate::findings::end::ViolationKind;

/// A property of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// No invalid read or write.
    ValidDeref,
    /// No index out of the bounds of an array that is part of a larger object.
    Bounds,
    /// No invalid `free`.
    ValidFree,
    /// No allocation becomes unreachable before it is freed.
    ValidMemtrack,
    /// Every allocation is freed at the end.
    ValidMemcleanup,
    /// The function that marks an error is unreachable.
    UnreachCall,
    /// The label `ERROR` is unreachable.
    UnreachLabel,
    /// No signed overflow.
    NoOverflow,
    /// No failed assertion.
    Assertions,
    /// No division by zero.
    Division,
    /// No shift by a negative amount, or by the width or more.
    Shifts,
    /// No other undefined behaviour that is checked.
    OtherRules,
    /// No decision depends on uninitialised values.
    Initialised,
}

/// All properties with their names.
const NAMES: [(Property, &str); 13] = [
    (Property::ValidDeref, "valid-deref"),
    (Property::Bounds, "bounds"),
    (Property::ValidFree, "valid-free"),
    (Property::ValidMemtrack, "valid-memtrack"),
    (Property::ValidMemcleanup, "valid-memcleanup"),
    (Property::UnreachCall, "unreach-call"),
    (Property::UnreachLabel, "unreach-label"),
    (Property::NoOverflow, "no-overflow"),
    (Property::Assertions, "assertions"),
    (Property::Division, "division-by-zero"),
    (Property::Shifts, "shifts"),
    (Property::OtherRules, "other-rules"),
    (Property::Initialised, "initialised"),
];

impl Property {
    /// Returns the name of the property.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(property, _)| *property == self).map_or("", |(_, name)| name)
    }

    /// Returns the property of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Property> {
        NAMES.iter().find(|(_, other)| *other == name).map(|(property, _)| *property)
    }

    /// Returns all names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(_, name)| *name)
    }
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Properties(u32);

impl Properties {
    /// Returns the default properties: all, except that all memory is freed at the end, that nothing depends on
    /// uninitialised values, and that the label `ERROR` is unreachable.
    #[must_use]
    pub fn usual() -> Properties {
        let not = [Property::ValidMemcleanup, Property::Initialised, Property::UnreachLabel];
        NAMES.iter().map(|(property, _)| *property).filter(|it| !not.contains(it)).collect()
    }

    /// Returns the set with one more property.
    #[must_use]
    pub fn with(self, property: Property) -> Properties {
        Properties(self.0 | (1 << property as u32))
    }

    /// Returns the set without a property.
    #[must_use]
    pub fn without(self, property: Property) -> Properties {
        Properties(self.0 & !(1 << property as u32))
    }

    /// Whether the set contains a property.
    #[inline]
    #[must_use]
    pub fn has(self, property: Property) -> bool {
        self.0 & (1 << property as u32) != 0
    }
}

/// The semantics of a violation whose property was not selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuation {
    /// Execution goes on: compilers give the operation a meaning.
    Continues,
    /// The program ends, as by `abort`.
    Aborts,
    /// The behaviour is undefined: nothing is known about what follows, and the verdict cannot be `true`.
    Undefined,
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> Properties {
        properties.into_iter().fold(Properties::default(), Properties::with)
    }
}

impl ViolationKind {
    /// Returns the property that a violation of this kind violates.
    #[must_use]
    pub fn property(&self) -> Property {
        match self {
            ViolationKind::NullPointer(_)
            | ViolationKind::WildPointer(_)
            | ViolationKind::OutOfBounds { .. }
            | ViolationKind::UseAfterFree(_)
            | ViolationKind::UseAfterScope(_)
            | ViolationKind::WriteToConstant
            | ViolationKind::Check(CheckKind::Index)
            | ViolationKind::NoFunction => Property::ValidDeref,
            ViolationKind::Check(CheckKind::Bounds) => Property::Bounds,
            ViolationKind::FreeOfNonHeap
            | ViolationKind::FreeInside
            | ViolationKind::DoubleFree => Property::ValidFree,
            ViolationKind::Leak => Property::ValidMemtrack,
            ViolationKind::NotFreed => Property::ValidMemcleanup,
            ViolationKind::ErrorCall(_) => Property::UnreachCall,
            ViolationKind::Assertion(_) => Property::Assertions,
            ViolationKind::Check(CheckKind::SignedOverflow | CheckKind::DivisionOverflow) => {
                Property::NoOverflow
            }
            ViolationKind::Check(CheckKind::DivisionByZero) => Property::Division,
            ViolationKind::Check(CheckKind::Shift) => Property::Shifts,
            ViolationKind::Check(CheckKind::ErrorLabel) => Property::UnreachLabel,
            ViolationKind::Check(
                CheckKind::Unreachable
                | CheckKind::ArrayLength
                | CheckKind::EmptyArray
                | CheckKind::PointerOverflow
                | CheckKind::FloatToInt,
            )
            | ViolationKind::BadCall
            | ViolationKind::OverlappingCopy
            | ViolationKind::Library(_) => Property::OtherRules,
            ViolationKind::Uninitialised => Property::Initialised,
        }
    }

    /// Returns the semantics of a violation of this kind if its property was not selected.
    #[must_use]
    pub fn when_unselected(&self) -> Continuation {
        match self {
            ViolationKind::Check(
                CheckKind::SignedOverflow
                | CheckKind::Shift
                | CheckKind::EmptyArray
                | CheckKind::Bounds
                | CheckKind::ErrorLabel,
            )
            | ViolationKind::Leak
            | ViolationKind::NotFreed
            | ViolationKind::Uninitialised => Continuation::Continues,
            ViolationKind::ErrorCall(_) | ViolationKind::Assertion(_) => Continuation::Aborts,
            ViolationKind::NullPointer(_)
            | ViolationKind::WildPointer(_)
            | ViolationKind::OutOfBounds { .. }
            | ViolationKind::UseAfterFree(_)
            | ViolationKind::UseAfterScope(_)
            | ViolationKind::WriteToConstant
            | ViolationKind::FreeOfNonHeap
            | ViolationKind::FreeInside
            | ViolationKind::DoubleFree
            | ViolationKind::NoFunction
            | ViolationKind::BadCall
            | ViolationKind::OverlappingCopy
            | ViolationKind::Library(_)
            | ViolationKind::Check(
                CheckKind::DivisionByZero
                | CheckKind::DivisionOverflow
                | CheckKind::Unreachable
                | CheckKind::ArrayLength
                | CheckKind::Index
                | CheckKind::PointerOverflow
                | CheckKind::FloatToInt,
            ) => Continuation::Undefined,
        }
    }

    /// Returns the name of the kind, as in reports and in test programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            ViolationKind::NullPointer(_) => "null-dereference",
            ViolationKind::WildPointer(_) => "wild-pointer",
            ViolationKind::OutOfBounds { .. } => "out-of-bounds",
            ViolationKind::UseAfterFree(_) => "use-after-free",
            ViolationKind::UseAfterScope(_) => "use-after-scope",
            ViolationKind::WriteToConstant => "write-to-constant",
            ViolationKind::FreeOfNonHeap | ViolationKind::FreeInside => "invalid-free",
            ViolationKind::DoubleFree => "double-free",
            ViolationKind::Leak => "memory-leak",
            ViolationKind::NotFreed => "not-freed",
            ViolationKind::Assertion(_) => "assertion",
            ViolationKind::ErrorCall(_) => "error-call",
            ViolationKind::Check(kind) => match kind {
                CheckKind::SignedOverflow | CheckKind::DivisionOverflow => "signed-overflow",
                CheckKind::DivisionByZero => "division-by-zero",
                CheckKind::Shift => "shift",
                CheckKind::Unreachable => "unreachable-reached",
                CheckKind::ArrayLength | CheckKind::EmptyArray => "array-length",
                CheckKind::FloatToInt => "float-to-int",
                CheckKind::Index => "out-of-bounds",
                CheckKind::PointerOverflow => "pointer-overflow",
                CheckKind::Bounds => "subobject-overflow",
                CheckKind::ErrorLabel => "error-label",
            },
            ViolationKind::NoFunction | ViolationKind::BadCall => "bad-call",
            ViolationKind::Uninitialised => "uninitialised",
            ViolationKind::OverlappingCopy => "overlapping-copy",
            ViolationKind::Library(_) => "library-misuse",
        }
    }
}
