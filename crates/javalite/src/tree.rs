//! The typed tree of a program: all names are resolved, and all types agree.
//!
//! 1. A class, a field, a method and a variable are indices into the table of their owner.
//! 2. Variables of a method are numbered in the order of their declarations: 0 is `this`, 1 the parameter, then those of
//!    `var`. No two declarations share a number, so traversals need not handle shadowing.
//! 3. An expression without a value has the type [`Type::Nothing`]; it occurs only where its value is not used.
//! 4. `not`, `and` and `or` are desugared to `=` and `if`.

pub use crate::reader::Position;

/// A class of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub usize);

/// A field of a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId {
    /// The class.
    pub class: ClassId,
    /// Its index among the fields.
    pub index: usize,
}

/// A method of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodId {
    /// The class.
    pub class: ClassId,
    /// Its index among the methods.
    pub index: usize,
}

/// A variable of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableId(pub usize);

/// `this`, in every method.
pub const THIS: VariableId = VariableId(0);

/// The parameter, in every method.
pub const PARAMETER: VariableId = VariableId(1);

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A Boolean.
    Bool,
    /// An integer of 32 bits that wraps.
    Int,
    /// A reference to an object of a class, or null.
    Class(ClassId),
    /// The type of `null`, a subtype of every class.
    Null,
    /// No value.
    Nothing,
    /// The type after a reported error. Never in a finished tree.
    Unknown,
}

/// A whole program: `(mu (C m))`.
#[derive(Debug)]
pub struct Program {
    /// In the order of the file.
    pub classes: Vec<Class>,
    /// The entry: the method that is checked.
    pub entry: MethodId,
    /// The position of the entry.
    pub position: Position,
}

/// `(class C ([T f] ...) (M ...))`
#[derive(Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// In order.
    pub fields: Vec<Field>,
    /// In order.
    pub methods: Vec<Method>,
    /// Where it is declared.
    pub position: Position,
}

/// `[T f]`
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// `Bool`, `Int` or `Class`.
    pub ty: Type,
    /// Where it is declared.
    pub position: Position,
}

/// `(T m [T x] e)`
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// `Bool`, `Int` or `Class`.
    pub returns: Type,
    /// All variables: `this`, the parameter, and those of `var`.
    pub variables: Vec<Variable>,
    /// The body.
    pub body: Expr,
    /// Where it is declared.
    pub position: Position,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// `Bool`, `Int` or `Class`.
    pub ty: Type,
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// The form.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// The position of its operator, such as `$`; without one, its start.
    pub position: Position,
}

/// The forms of figure 1, followed by Vellum's additions.
#[expect(missing_docs, reason = "the doc of each variant shows its fields in the syntax")]
#[derive(Debug)]
pub enum ExprKind {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// `x`, `this`
    Variable(VariableId),
    /// `(new C)`
    New(ClassId),
    /// `(object $ field)`
    Access { object: Box<Expr>, field: FieldId },
    /// `(receiver @ method argument)`
    Call { receiver: Box<Expr>, method: MethodId, argument: Box<Expr> },
    /// `(e = e)`
    Equal(Box<Expr>, Box<Expr>),
    /// `(variable := value)`
    Assign { variable: VariableId, value: Box<Expr> },
    /// `(variable $ field := value)`
    Write { variable: VariableId, field: FieldId, value: Box<Expr> },
    /// `(if condition then else otherwise)`
    If { condition: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
    /// `(var T variable := value in body)`
    Var { variable: VariableId, value: Box<Expr>, body: Box<Expr> },
    /// `(begin e ...)`
    Begin(Vec<Expr>),
    /// A number.
    Int(i32),
    /// `(e + e)` and the like.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// `(e < e)` and the like.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `(while condition body)`
    While { condition: Box<Expr>, body: Box<Expr> },
    /// `(assert condition)`, with the text of the condition.
    Assert { condition: Box<Expr>, text: String },
}

/// Operators on integers; they wrap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// Comparisons of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Program {
    /// Returns a class of the table.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0]
    }

    /// Returns a field of its class.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.classes[id.class.0].fields[id.index]
    }

    /// Returns a method of its class.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.classes[id.class.0].methods[id.index]
    }
}
