//! The table of operators: the SMT-LIB name, the arity, the sort rule and the algebraic facts of each.
//!
//! The set is small on purpose. `build.rs` defines the other operators of SMT-LIB by these (`bvsub`, `bvule`, `xor`,
//! `distinct`, rotations, the overflow predicates, ...).

use crate::sort::Sort;

/// The widest bit-vector. Wider ones are rejected: they come from mistakes, and would exhaust the memory.
pub(crate) const MAX_WIDTH: u32 = 1 << 20;

/// The id of a free constant of a `Terms` store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub(crate) u32);

/// The id of an uninterpreted function of a `Terms` store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub(crate) u32);

/// The id of an allocation whose address is a `Base` term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AllocId(pub(crate) u32);

/// The id of a constant that is too wide to be stored in its node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WideId(pub(crate) u32);

/// The id of a list of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ListId(pub(crate) u32);

macro_rules! index {
    ($($id:ty),*) => {$(
        impl $id {
            /// Returns the position in the store's table: dense, from zero.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
index!(SymbolId, FunctionId, AllocId, WideId, ListId);

impl AllocId {
    /// Returns the allocation at a position in the store's table.
    #[must_use]
    pub fn from_index(index: usize) -> AllocId {
        AllocId(index as u32)
    }
}

/// An operator: the function that a term applies to its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// The constant `true`.
    True,
    /// The constant `false`.
    False,
    /// A bit-vector constant of at most 64 bits.
    Small {
        /// Its width.
        width: u32,
        /// Its value, zero above the width.
        value: u64,
    },
    /// A bit-vector constant of more than 64 bits.
    Wide(WideId),
    /// A free constant.
    Symbol(SymbolId),
    /// The address of an allocation. The solver sees a number; the simplifier never folds it, so that pointers keep
    /// their provenance.
    Base(AllocId),
    /// Logical negation.
    Not,
    /// Conjunction of two Booleans.
    And,
    /// Disjunction of two Booleans.
    Or,
    /// Equality of two terms of one sort.
    Eq,
    /// The second argument if the first holds, else the third; of any sort.
    Ite,
    /// Bitwise complement.
    BvNot,
    /// Two's complement.
    BvNeg,
    /// Bitwise conjunction.
    BvAnd,
    /// Bitwise disjunction.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Sum modulo `2^w`.
    BvAdd,
    /// Product modulo `2^w`.
    BvMul,
    /// Unsigned quotient; all ones for a zero divisor.
    BvUdiv,
    /// Unsigned remainder; the dividend for a zero divisor.
    BvUrem,
    /// Signed quotient, rounded towards zero.
    BvSdiv,
    /// Signed remainder with the sign of the dividend.
    BvSrem,
    /// Left shift; zero for amounts of the width or more.
    BvShl,
    /// Logical right shift, which fills with zeros.
    BvLshr,
    /// Arithmetic right shift, which fills with the sign bit.
    BvAshr,
    /// Unsigned less-than.
    BvUlt,
    /// Signed less-than.
    BvSlt,
    /// Concatenation; the first argument becomes the high bits. `zero_extend` is a `Concat` with zeros.
    Concat,
    /// The bits from `high` down to `low`.
    Extract {
        /// The position of the highest bit taken.
        high: u32,
        /// The position of the lowest bit taken.
        low: u32,
    },
    /// Sign extension by a number of bits.
    SignExtend(u32),
    /// The element of an array at an index.
    Select,
    /// The array with one element replaced.
    Store,
    /// The array with the argument at every index of this width.
    ConstArray {
        /// The width of its indices.
        index: u32,
    },
    /// An uninterpreted function applied to a list of arguments.
    Apply(FunctionId, ListId),
    /// A term that is selected by the interval in which a variable lies (see `cases`). The list holds the variable, the
    /// first side, and for each further side its start and its term.
    Cases(ListId),
}

/// The table row of an operator.
pub struct OpInfo {
    /// The SMT-LIB name; empty for leaves, whose text does not depend on the operator alone.
    pub name: &'static str,
    /// The number of arguments in the node; some operators keep their arguments in a list instead.
    pub arity: usize,
    /// Whether the two arguments may be swapped.
    pub commutative: bool,
    /// Returns the sort of the result; `None` if the operator cannot be applied to these sorts.
    pub sort: fn(Op, &[Sort]) -> Option<Sort>,
}

impl Op {
    /// Returns the table row of the operator.
    #[must_use]
    pub fn info(self) -> &'static OpInfo {
        const fn row(
            name: &'static str,
            arity: usize,
            commutative: bool,
            sort: fn(Op, &[Sort]) -> Option<Sort>,
        ) -> OpInfo {
            OpInfo { name, arity, commutative, sort }
        }
        macro_rules! table {
            ($($pattern:pat => $row:expr,)*) => {
                match self {
                    $($pattern => {
                        static ROW: OpInfo = $row;
                        &ROW
                    })*
                }
            };
        }
        table! {
            Op::True => row("true", 0, false, boolean),
            Op::False => row("false", 0, false, boolean),
            Op::Small { .. } | Op::Wide(_) | Op::Symbol(_) | Op::Base(_) => row("", 0, false, leaf),
            Op::Not => row("not", 1, false, boolean),
            Op::And => row("and", 2, true, boolean),
            Op::Or => row("or", 2, true, boolean),
            Op::Eq => row("=", 2, true, equality),
            Op::Ite => row("ite", 3, false, ite),
            Op::BvNot => row("bvnot", 1, false, same_bits),
            Op::BvNeg => row("bvneg", 1, false, same_bits),
            Op::BvAnd => row("bvand", 2, true, same_bits),
            Op::BvOr => row("bvor", 2, true, same_bits),
            Op::BvXor => row("bvxor", 2, true, same_bits),
            Op::BvAdd => row("bvadd", 2, true, same_bits),
            Op::BvMul => row("bvmul", 2, true, same_bits),
            Op::BvUdiv => row("bvudiv", 2, false, same_bits),
            Op::BvUrem => row("bvurem", 2, false, same_bits),
            Op::BvSdiv => row("bvsdiv", 2, false, same_bits),
            Op::BvSrem => row("bvsrem", 2, false, same_bits),
            Op::BvShl => row("bvshl", 2, false, same_bits),
            Op::BvLshr => row("bvlshr", 2, false, same_bits),
            Op::BvAshr => row("bvashr", 2, false, same_bits),
            Op::BvUlt => row("bvult", 2, false, comparison),
            Op::BvSlt => row("bvslt", 2, false, comparison),
            Op::Concat => row("concat", 2, false, concat),
            Op::Extract { .. } => row("extract", 1, false, extract),
            Op::SignExtend(_) => row("sign_extend", 1, false, sign_extend),
            Op::Select => row("select", 2, false, select),
            Op::Store => row("store", 3, false, store),
            Op::ConstArray { .. } => row("const", 1, false, const_array),
            // The store holds the signature and checks it.
            Op::Apply(..) | Op::Cases(_) => row("", 0, false, leaf),
        }
    }

    /// Returns whether this is a constant whose value does not depend on a model. `Base` is none, because the
    /// simplifier must not fold it.
    #[must_use]
    pub fn is_constant(self) -> bool {
        matches!(self, Op::True | Op::False | Op::Small { .. } | Op::Wide(_))
    }
}

fn leaf(_: Op, _: &[Sort]) -> Option<Sort> {
    None
}

fn boolean(_: Op, sorts: &[Sort]) -> Option<Sort> {
    sorts.iter().all(|&sort| sort == Sort::Bool).then_some(Sort::Bool)
}

fn equality(_: Op, sorts: &[Sort]) -> Option<Sort> {
    (sorts[0] == sorts[1]).then_some(Sort::Bool)
}

fn ite(_: Op, sorts: &[Sort]) -> Option<Sort> {
    (sorts[0] == Sort::Bool && sorts[1] == sorts[2]).then_some(sorts[1])
}

fn same_bits(_: Op, sorts: &[Sort]) -> Option<Sort> {
    sorts[0].width()?;
    sorts.iter().all(|&sort| sort == sorts[0]).then_some(sorts[0])
}

fn comparison(op: Op, sorts: &[Sort]) -> Option<Sort> {
    same_bits(op, sorts).map(|_| Sort::Bool)
}

fn bits(width: u32) -> Option<Sort> {
    (1..=MAX_WIDTH).contains(&width).then_some(Sort::Bits(width))
}

fn concat(_: Op, sorts: &[Sort]) -> Option<Sort> {
    bits(sorts[0].width()?.checked_add(sorts[1].width()?)?)
}

fn extract(op: Op, sorts: &[Sort]) -> Option<Sort> {
    match op {
        Op::Extract { high, low } if low <= high && high < sorts[0].width()? => {
            bits(high - low + 1)
        }
        _ => None,
    }
}

fn sign_extend(op: Op, sorts: &[Sort]) -> Option<Sort> {
    match op {
        Op::SignExtend(by) => bits(sorts[0].width()?.checked_add(by)?),
        _ => None,
    }
}

fn select(_: Op, sorts: &[Sort]) -> Option<Sort> {
    match sorts[0] {
        Sort::Array { index, element } if sorts[1] == Sort::Bits(index) => {
            Some(Sort::Bits(element))
        }
        _ => None,
    }
}

fn store(_: Op, sorts: &[Sort]) -> Option<Sort> {
    match sorts[0] {
        Sort::Array { index, element }
            if sorts[1] == Sort::Bits(index) && sorts[2] == Sort::Bits(element) =>
        {
            Some(sorts[0])
        }
        _ => None,
    }
}

fn const_array(op: Op, sorts: &[Sort]) -> Option<Sort> {
    match op {
        Op::ConstArray { index } => Some(Sort::Array { index, element: sorts[0].width()? }),
        _ => None,
    }
}
