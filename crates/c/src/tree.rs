//! The typed tree of a unit, from parsing and typing to lowering.
//!
//! 1. Every implicit conversion is a node: `Load` (lvalue to value), `Decay` (array or function to pointer), `Cast`.
//! 2. Operands of an operator are already converted to their common type.
//! 3. Names are resolved to [`DeclId`]s; members to offsets; `sizeof` and the like to constants.
//! 4. A tree is never deeper than [`MAX_DEPTH`], so recursion over it is safe on the stack that [`crate::stack`] gives.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Linkage, Position};

use crate::token::{Encoding, Name};
use crate::types::{BitField, QualType, Type};

/// The maximal depth of an expression, counted in nodes. Long sums nest to the left.
pub(crate) const MAX_DEPTH: u32 = 20_000;

/// A declared object or function of the unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct DeclId(pub(crate) u32);

/// A string literal of the unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StringId(pub(crate) u32);

/// A label of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LabelId(pub(crate) u32);

/// A scope of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ScopeRef(pub(crate) u32);

/// An object or a function.
#[derive(Clone, Debug)]
pub(crate) struct Decl {
    /// `None` for objects of the front end: compound literals, lengths of arrays.
    pub(crate) name: Option<Name>,
    pub(crate) ty: QualType,
    pub(crate) position: Position,
    pub(crate) kind: DeclKind,
    /// `aligned` or `_Alignas`.
    pub(crate) align: Option<u64>,
    /// Whether its address is taken, so that it cannot be in a register.
    pub(crate) address_taken: bool,
}

/// The kind of a declaration.
#[derive(Clone, Debug)]
pub(crate) enum DeclKind {
    Function(FunctionDecl),
    Global(GlobalDecl),
    /// A local or a parameter, of automatic lifetime.
    Local,
}

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub(crate) struct FunctionDecl {
    pub(crate) linkage: Linkage,
    pub(crate) noreturn: bool,
    pub(crate) defined: bool,
    /// `__attribute__((alias))`: the name of the function that this one is another name for.
    pub(crate) alias: Option<Name>,
    /// An `inline` definition without `extern`: other units may have their own.
    pub(crate) inline: bool,
    /// `__attribute__((weak))`: another definition takes precedence.
    pub(crate) weak: bool,
}

/// An object of static lifetime.
#[derive(Clone, Debug)]
pub(crate) struct GlobalDecl {
    pub(crate) linkage: Linkage,
    pub(crate) definition: Definition,
    pub(crate) init: Option<Init>,
    pub(crate) thread_local: bool,
    /// `__attribute__((weak))`: without a definition its address is null.
    pub(crate) weak: bool,
}

/// The definition state of an object of static lifetime.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Definition {
    /// `extern int x;`
    Declared,
    /// `int x;` at file scope: a definition unless there is another.
    Tentative,
    /// Defined with an initialiser, or a static local.
    Full,
}

/// A string literal.
#[derive(Clone, Debug)]
pub(crate) struct StringLiteral {
    /// Code units, with the zero at the end.
    pub(crate) units: Rc<[u32]>,
    pub(crate) encoding: Encoding,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: QualType,
    pub(crate) position: Position,
    pub(crate) depth: u32,
}

/// The kind of an expression. The type of the node is the type of the result.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// After an error.
    Error,
    /// An integer, pointer or float constant: its bits, zero-extended.
    Const(u128),
    /// A string literal: an lvalue of array type.
    Str(StringId),
    /// An object (an lvalue) or a function.
    Decl(DeclId),
    /// `&&label`.
    LabelAddress(LabelId),

    /// The value of an lvalue.
    Load(Box<Expr>),
    /// The address of the first element of an array, or of a function.
    Decay(Box<Expr>),
    /// A conversion between scalar types, or to `void`.
    Cast(Box<Expr>),
    /// `&lvalue`.
    AddressOf(Box<Expr>),
    /// `*pointer`, an lvalue.
    Deref(Box<Expr>),
    /// A member of a struct that is an lvalue or a value.
    Member(Box<Expr>, Member),

    /// `-`, `~` of arithmetic values.
    Unary(UnaryOp, Box<Expr>),
    /// `!` of a scalar; the result is an `int`.
    Not(Box<Expr>),
    /// Arithmetic, shifts and comparisons of scalars.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `pointer + index * size`; the index has the type `ptrdiff_t`, the size is an expression because of variable arrays.
    /// A subscript of an array has its bounds.
    PointerAdd {
        pointer: Box<Expr>,
        index: Box<Expr>,
        size: Box<Expr>,
        negative: bool,
        within: Option<Within>,
    },
    /// `(a - b) / size`.
    PointerDifference { a: Box<Expr>, b: Box<Expr>, size: Box<Expr> },
    /// `&&` and `||`.
    Logical { and: bool, a: Box<Expr>, b: Box<Expr> },
    /// `c ? a : b`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `c ?: b`: `c` is evaluated once; both have the type of the result.
    ConditionalOmitted { value: Box<Expr>, otherwise: Box<Expr> },
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),

    /// `target = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `target op= value`: the target is converted to `compute`, and the result back.
    AssignOp { op: BinaryOp, target: Box<Expr>, value: Box<Expr>, compute: Type },
    /// `pointer += index`, `-=`.
    AssignPointer { target: Box<Expr>, index: Box<Expr>, size: Box<Expr>, negative: bool },
    /// `++` and `--`. For pointers `size` is the step.
    Step { target: Box<Expr>, increment: bool, postfix: bool, size: Option<Box<Expr>> },

    /// A call through a function pointer; a direct call has `Decay(Decl)` as its callee.
    /// A returned struct goes to the hidden local `result`.
    Call { callee: Box<Expr>, args: Vec<Expr>, result: Option<DeclId> },
    /// A copy of a struct in a hidden local: a variadic argument.
    Copied(DeclId, Box<Expr>),
    /// A builtin that is lowered to instructions.
    Builtin(Builtin, Vec<Expr>),
    /// `({ ... })`.
    Statements(Box<Block>),
    /// `(type){ ... }`, an lvalue.
    CompoundLiteral(DeclId, Box<Init>),
    /// `va_arg(list, type)`; the operand is the address of the list.
    VaArg(Box<Expr>),
    /// Computes the hidden lengths, then the expression. An lvalue if the expression is one.
    Bounds(Vec<Bound>, Box<Expr>),
}

/// The bounds of a subscripted array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    /// The bounds of the allocation: an object of its own, or an array that may have more elements than declared.
    Memory,
    /// The number of elements of an array that is part of a larger object.
    Length(u64),
    /// The hidden variable with the number of elements of an array that is part of a larger object.
    Variable(DeclId),
}

/// A resolved member access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) offset: u64,
    pub(crate) bits: Option<BitField>,
    /// The size of the accessed record; a bit-field is never read beyond it.
    pub(crate) record_size: u64,
    /// Whether it is the last member of the record, or a member of a union.
    pub(crate) last: bool,
    /// The alignment of the member itself.
    pub(crate) align: u64,
}

/// The length of a variable array: `hidden = length`.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// `None` for the operand of `typeof`, which is evaluated only for its effects.
    pub(crate) hidden: Option<DeclId>,
    pub(crate) length: Expr,
}

/// Operators of one arithmetic operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnaryOp {
    Neg,
    BitNot,
}

/// Operators of two scalar operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
}

impl BinaryOp {
    pub(crate) fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne)
    }

    pub(crate) fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }

    pub(crate) fn text(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            And => "&",
            Or => "|",
            Xor => "^",
            Lt => "<",
            Gt => ">",
            Le => "<=",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
        }
    }
}

/// Builtins that become instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    VaStart,
    VaEnd,
    VaCopy,
    /// `alloca` with its alignment in bytes.
    Alloca(u32),
    Unreachable,
    /// An integer operator on the argument; the result has type `int` or the argument's type.
    Bits(ir::UnaryOp),
    /// `ffs`.
    FindFirstSet,
    /// `parity`.
    Parity,
    /// `add_overflow(a, b, pointer)` and the like: stores the wrapped result to `*pointer`; the value is whether it overflowed.
    Overflow(ir::FitsOp),
    /// `add_overflow_p(a, b, c)`: whether the exact result overflows the type of `c`.
    OverflowTest(ir::FitsOp),
    /// `clrsb`: the number of bits below the sign bit that equal it.
    SignCopies,
    /// `isunordered(a, b)`; `isnan(x)` passes `x` twice.
    Unordered,
    /// An ordered comparison, quiet on NaN.
    FloatCompare(BinaryOp),
    /// The sign bit of a float as 0 or 1.
    SignBit,
    /// The float without its sign.
    FloatAbs,
    /// `isfinite`, `isinf`, `isnormal` by comparing the absolute value with a bound.
    IsFinite,
    IsInfinite,
    IsNormal,
    /// 1 for infinity, -1 for minus infinity.
    InfinitySign,
    /// `islessgreater(a, b)`.
    LessGreater,
    /// `fpclassify` as `(x, nan, infinite, normal, subnormal, zero)`: selects the argument for the class of `x`.
    FloatClass,
    /// Reads the old value and writes old `op` value; the result is the old or the new value.
    FetchOp {
        op: BinaryOp,
        nand: bool,
        new: bool,
    },
    /// Writes a value; the result is the old one.
    Exchange,
    /// `compare_and_swap(pointer, old, new)`; the result is the old value, or whether it was equal.
    CompareSwap {
        as_bool: bool,
    },
    /// `(from, to)`: copies an object of any type.
    AtomicLoad,
    /// `(to, from)`.
    AtomicStore,
    /// `(object, new, old)`.
    AtomicExchange,
    /// `(object, expected, desired)`: the object gets the desired value, or `*expected` gets the object's; the result
    /// says which. The desired value is a value or a pointer to it.
    AtomicCompareExchange {
        by_value: bool,
    },
    /// A fence, a prefetch: evaluates the arguments and does nothing else.
    Nothing,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) position: Position,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Empty,
    Expr(Expr),
    /// The declaration of a local: it is initialised, or becomes indeterminate.
    Declare(DeclId, Option<Init>),
    /// Computes lengths of variable arrays.
    Bounds(Vec<Bound>),
    /// Enters a scope for the rest of the block, opened by a variable array.
    Enter(ScopeRef),
    Block(Block),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    For {
        init: Option<Box<Stmt>>,
        cond: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
        cases: Vec<SwitchCase>,
        default: Option<LabelId>,
    },
    /// A label, also that of a case.
    Label(LabelId, Box<Stmt>),
    Goto(LabelId),
    /// `goto *address`.
    GotoAddress(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// Inline assembly, or another construct that is an error only if executed.
    Unsupported(String),
}

/// One `case` of a switch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwitchCase {
    pub(crate) low: u64,
    pub(crate) high: u64,
    pub(crate) label: LabelId,
}

/// Statements in a scope.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) scope: ScopeRef,
    pub(crate) body: Vec<Stmt>,
    /// The position of its closing brace.
    pub(crate) end: Position,
    /// The value of a statement expression.
    pub(crate) value: Option<Expr>,
    /// A hidden local outside of the block for a struct value: the block's own locals end before the value is used.
    pub(crate) result: Option<DeclId>,
}

/// An initialiser in flat form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Init {
    /// Whether members and elements without an entry become zero.
    pub(crate) zero: bool,
    /// In the order of the source; later entries override earlier ones.
    pub(crate) entries: Vec<InitEntry>,
    /// The initialised member of each union, by the union's offset and type. The bytes of the union outside of the member are
    /// unspecified (C11 6.2.6.1).
    pub(crate) chosen: BTreeMap<(u64, Type), usize>,
}

impl Init {
    /// Makes the initialiser of a union whose member of this number gets a value.
    pub(crate) fn of_member(union: Type, member: usize, entry: InitEntry) -> Init {
        let chosen = BTreeMap::from([((0, union), member)]);
        Init { zero: true, entries: vec![entry], chosen }
    }
}

/// An entry of an initialiser.
#[derive(Clone, Debug)]
pub(crate) struct InitEntry {
    /// Bytes from the start of the object.
    pub(crate) offset: u64,
    /// The bits of a bit-field, relative to the start of the object.
    pub(crate) bits: Option<BitField>,
    /// The size of the whole object, for bit-fields.
    pub(crate) object_size: u64,
    pub(crate) value: InitValue,
}

impl InitEntry {
    /// Returns the first bit that it writes.
    pub(crate) fn first_bit(&self) -> u64 {
        self.bits.map_or(self.offset.saturating_mul(8), |bits| bits.bit_offset)
    }
}

/// The value of an entry.
#[derive(Clone, Debug)]
pub(crate) enum InitValue {
    Expr(Expr),
    /// The first bytes of a string.
    Str(StringId, u64),
}

/// The body of a function.
#[derive(Debug)]
pub(crate) struct FunctionBody {
    pub(crate) decl: DeclId,
    pub(crate) params: Vec<DeclId>,
    /// Lengths of variable arrays among the parameters.
    pub(crate) bounds: Vec<Bound>,
    pub(crate) body: Block,
    pub(crate) scopes: Vec<FunctionScope>,
    pub(crate) labels: Vec<Label>,
    pub(crate) end: Position,
}

/// A scope of a function, with its locals.
#[derive(Debug, Default)]
pub(crate) struct FunctionScope {
    pub(crate) parent: Option<ScopeRef>,
    pub(crate) locals: Vec<DeclId>,
    /// The variable array whose declaration opened it: a jump cannot enter it.
    pub(crate) variable: Option<DeclId>,
}

/// A label.
#[derive(Debug)]
pub(crate) struct Label {
    pub(crate) name: Option<Name>,
    /// The scope of the label; unknown before the parser reads it.
    pub(crate) scope: Option<ScopeRef>,
    pub(crate) position: Position,
    pub(crate) address_taken: bool,
}

impl ExprKind {
    /// Returns the depth of the deepest child.
    pub(crate) fn child_depth(&self) -> u32 {
        use ExprKind::*;
        let deepest = |expressions: &[Expr]| expressions.iter().map(|e| e.depth).max().unwrap_or(0);
        match self {
            Error | Const(_) | Str(_) | Decl(_) | LabelAddress(_) => 0,
            Load(a)
            | Decay(a)
            | Cast(a)
            | AddressOf(a)
            | Deref(a)
            | Member(a, _)
            | Unary(_, a)
            | Not(a)
            | VaArg(a) => a.depth,
            Binary(_, a, b)
            | Comma(a, b)
            | Assign(a, b)
            | Logical { a, b, .. }
            | AssignOp { target: a, value: b, .. }
            | ConditionalOmitted { value: a, otherwise: b } => a.depth.max(b.depth),
            PointerAdd { pointer: a, index: b, size: c, .. }
            | AssignPointer { target: a, index: b, size: c, .. }
            | PointerDifference { a, b, size: c }
            | Conditional(a, b, c) => a.depth.max(b.depth).max(c.depth),
            Step { target, size, .. } => {
                target.depth.max(size.as_ref().map_or(0, |size| size.depth))
            }
            Copied(_, a) => a.depth,
            Call { callee, args, .. } => callee.depth.max(deepest(args)),
            Builtin(_, args) => deepest(args),
            // The parser limits the nesting of statements.
            Statements(block) => block.value.as_ref().map_or(0, |value| value.depth),
            CompoundLiteral(_, init) => init
                .entries
                .iter()
                .map(|entry| match &entry.value {
                    InitValue::Expr(value) => value.depth,
                    InitValue::Str(..) => 0,
                })
                .max()
                .unwrap_or(0),
            Bounds(bounds, e) => {
                bounds.iter().map(|bound| bound.length.depth).max().unwrap_or(0).max(e.depth)
            }
        }
    }
}

impl Expr {
    /// Whether it is an lvalue, which has an address and can be assigned.
    pub(crate) fn is_lvalue(&self) -> bool {
        match &self.kind {
            ExprKind::Str(_)
            | ExprKind::Decl(_)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral(..) => true,
            ExprKind::Member(base, _) | ExprKind::Bounds(_, base) => base.is_lvalue(),
            _ => false,
        }
    }
}
