//! The ids of the IR: one `u32` newtype for each kind of thing, whose `Display` is its spelling in the text form.
//!
//! An id is an index into the table that owns the thing; it means nothing apart from that table.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// What the text form puts before the number.
            pub const PREFIX: &'static str = $prefix;

            /// The id of the thing at `index` of its table. A table never outgrows `u32`.
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("a table of the IR has fewer than 2^32 entries"))
            }

            /// The place in the owning table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id!(
    /// A register of one function.
    Reg, "r"
);
id!(
    /// A basic block of one function. Block 0 is the entry.
    BlockId, "b"
);
id!(
    /// A local that lives in memory, or an `alloca`: what a `begin` begins.
    LocalId, "l"
);
id!(
    /// A lexical scope of one function. Scope 0 is that of the parameters.
    ScopeId, "s"
);
id!(
    /// A function of the module.
    FuncId, "fn"
);
id!(
    /// A global of the module.
    GlobalId, "g"
);
id!(
    /// A source-level type of the module's type table.
    TypeId, "t"
);
id!(
    /// A source file of the module.
    FileId, "file"
);
id!(
    /// A text of the module that an `unsupported` instruction shows.
    MessageId, "m"
);
