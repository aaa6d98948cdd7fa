//! The machine syntax of figure 2: states, continuations, and the two maps of the heap.
//!
//! Departures from the figure:
//! 1. Values of `bool` and `int` are terms, so that the fields of input objects can have any value; the figures know only the
//!    constants. A third map beside `L` and `R` has the data fields.
//! 2. States without a value in control exist after `(begin)` and `while`. The figure ignores them.
//! 3. `(x $ f := * -> k)` is followed by `(* $ f := v -> k)`, in which the reference of `x` is in control: it is its field that
//!    `init` must initialise, not one of the value, as FIELD WRITE (EVAL) has it.
//! 4. There is no `pop` after `var`: each declaration has a number of its own in `η`. With the figure's `(pop η k)`, assignments
//!    to other variables within would be lost.
//! 5. Continuations of Vellum's additions to the language are at the end.

use std::collections::BTreeMap;
use std::rc::Rc;

use javalite::tree::{Arithmetic, ClassId, Compare, Expr, FieldId, MethodId, Position, VariableId};
use term::Term;

use super::path::Decision;

/// `r`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reference(pub usize);

/// `l`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location(pub usize);

/// `r_null`
pub const R_NULL: Reference = Reference(0);

/// `l_null`
pub const L_NULL: Location = Location(0);

/// `v`
#[derive(Clone, Copy, Debug)]
pub enum Value {
    Reference(Reference),
    Data(Term),
}

/// `e` or `v`
#[derive(Clone, Copy)]
pub enum Control<'p> {
    Expr(&'p Expr),
    Value(Value),
    Nothing,
}

/// `η`
pub type Environment = Rc<Vec<Option<Value>>>;

/// `k`
#[derive(Clone)]
pub enum Continuation<'p> {
    End,
    /// `(* $ f -> k)`
    Access(FieldId, Next<'p>),
    /// `(* @ m e -> k)`
    Receiver(MethodId, &'p Expr, Next<'p>),
    /// `(v @ m * -> k)`
    Argument(Value, MethodId, Next<'p>),
    /// `(* = e -> k)`
    Left(&'p Expr, Next<'p>),
    /// `(v = * -> k)`
    Right(Value, Next<'p>),
    /// `(x := * -> k)`
    Assign(VariableId, Next<'p>),
    /// `(x $ f := * -> k)`
    Write(VariableId, FieldId, Next<'p>),
    /// `(* $ f := v -> k)`
    WriteTo(FieldId, Value, Next<'p>),
    /// `(if * e else e -> k)`
    If(&'p Expr, &'p Expr, Next<'p>),
    /// `(var T x := * in e -> k)`
    Var(VariableId, &'p Expr, Next<'p>),
    /// `(begin * (e ...) -> k)`
    Begin(&'p [Expr], Next<'p>),
    /// `(pop η k)`
    Pop(Environment, Next<'p>),
    /// `(init f k)`
    Init(FieldId, Next<'p>),

    /// `(* op e -> k)`
    Operand(Operator, &'p Expr, Next<'p>),
    /// `(v op * -> k)`
    Operate(Operator, Term, Next<'p>),
    /// `(while * e -> k)`, with the whole loop.
    While(&'p Expr, Next<'p>),
    /// `(while e * -> k)`, with the whole loop.
    Again(&'p Expr, Next<'p>),
    /// `(assert * -> k)`
    Assert(Position, Next<'p>),
}

pub type Next<'p> = Rc<Continuation<'p>>;

/// Operators on integers.
#[derive(Clone, Copy)]
pub enum Operator {
    Arithmetic(Arithmetic),
    Compare(Compare),
}

/// The root or field that a part of the input belongs to.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    /// `this` is 0, the argument 1.
    Root(usize),
    Field(Location, FieldId),
}

/// An initialised part of the input and its symbol. The list of them, in order, determines the inputs of a state.
#[derive(Clone, Copy, Debug)]
pub struct Initialised {
    pub owner: Owner,
    /// Its symbol.
    pub symbol: Term,
    /// For a reference: its location if it is a new object, and the condition under which it is.
    pub new: Option<(Location, Term)>,
}

/// `(μ L R φ_g η e k)`; the program is the machine's.
#[derive(Clone)]
pub struct State<'p> {
    pub l: BTreeMap<Reference, Vec<(Term, Location)>>,
    pub r: BTreeMap<(Location, FieldId), Reference>,
    pub data: BTreeMap<(Location, FieldId), Term>,
    pub phi: Term,
    pub eta: Environment,
    pub control: Control<'p>,
    pub k: Next<'p>,
    /// The class of each location; none for `l_null`.
    pub types: BTreeMap<Location, ClassId>,
    /// `isInit`: the initialised parts of the input.
    pub inputs: BTreeMap<Reference, Term>,
    pub initialised: Vec<Initialised>,
    /// The decisions so far: comparisons of references, conditions.
    pub decisions: Vec<Decision>,
    /// The number of field accesses so far.
    pub accesses: usize,
}
