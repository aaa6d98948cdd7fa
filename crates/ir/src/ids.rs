//! The ids of the IR: a `u32` newtype for each table. `Display` gives the spelling of the text form.
//!
//! An id is an index into one table, and has no meaning without that table.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The prefix before the number in the text form.
            pub const PREFIX: &'static str = $prefix;

            /// Makes the id of the entry at `index` of its table. A table never outgrows `u32`.
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("a table of the IR has fewer than 2^32 entries"))
            }

            /// Returns the index in the table.
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
    /// A local in memory or an `alloca`: the operand of `begin` and `end`.
    LocalId, "l"
);
id!(
    /// A lexical scope of one function. Scope 0 contains the parameters.
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
    /// A message of the module, shown by an `unsupported` instruction.
    MessageId, "m"
);
