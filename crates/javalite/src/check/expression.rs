//! The type checker for expressions: recognises forms, resolves names, checks types.

use super::Checker;
use crate::reader::{Datum, Position};
use crate::tree::{
    Arithmetic, ClassId, Compare, Expr, ExprKind, FieldId, MethodId, PARAMETER, Type, Variable,
    VariableId,
};

/// The variables of a method, and those in scope.
pub(super) struct Scope {
    /// All variables.
    pub(super) variables: Vec<Variable>,
    /// Those in scope, the innermost last.
    visible: Vec<VariableId>,
}

impl Scope {
    /// Makes a scope with all of these variables visible.
    pub(super) fn of(variables: Vec<Variable>) -> Scope {
        let visible = (0..variables.len()).map(VariableId).collect();
        Scope { variables, visible }
    }

    fn named(&self, name: &str) -> Option<VariableId> {
        let named = |id: &&VariableId| self.variables[id.0].name == name;
        self.visible.iter().rev().find(named).copied()
    }

    fn ty(&self, id: VariableId) -> Type {
        self.variables[id.0].ty
    }
}

type Result = Option<(ExprKind, Type)>;

impl Checker<'_> {
    /// Checks the expression that a datum stands for.
    pub(super) fn expression(&mut self, scope: &mut Scope, datum: &Datum<'_>) -> Expr {
        let mut position = datum.position;
        let result = match datum.list() {
            None => self.word(scope, datum),
            Some([first, rest @ ..]) if is_prefix(first) => self.prefix(scope, datum, first, rest),
            Some(items @ [_, sign, ..]) => {
                if sign.word().is_some() {
                    position = sign.position;
                }
                self.infix(scope, datum, items)
            }
            Some(_) => self.no_expression(datum.position),
        };
        let (kind, ty) = result.unwrap_or((ExprKind::Begin(Vec::new()), Type::Unknown));
        Expr { kind, ty, position }
    }

    /// Checks that the value of an expression has a type.
    pub(super) fn fits(&mut self, value: &Expr, ty: Type) {
        let fits = match (value.ty, ty) {
            (Type::Unknown, _) | (_, Type::Unknown) | (Type::Null, Type::Class(_)) => true,
            (given, wanted) => given == wanted,
        };
        if !fits {
            let message = match value.ty {
                Type::Nothing => {
                    format!("expected {}, found an expression without a value", self.spelled(ty))
                }
                given => format!("expected {}, found {}", self.spelled(ty), self.spelled(given)),
            };
            self.problems.add(value.position, message);
        }
    }

    fn spelled(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "`bool`".to_owned(),
            Type::Int => "`int`".to_owned(),
            Type::Class(id) => format!("`{}`", self.classes[id.0].name),
            Type::Null => "`null`".to_owned(),
            Type::Nothing | Type::Unknown => "nothing".to_owned(),
        }
    }

    /// Checks an expression whose value must have a type.
    fn of_type(&mut self, scope: &mut Scope, datum: &Datum<'_>, ty: Type) -> Box<Expr> {
        let value = self.expression(scope, datum);
        self.fits(&value, ty);
        Box::new(value)
    }

    fn no_expression(&mut self, position: Position) -> Result {
        self.problems.add(position, "expected an expression");
        None
    }

    fn word(&mut self, scope: &Scope, datum: &Datum<'_>) -> Result {
        let word = datum.word()?;
        Some(match word {
            "null" => (ExprKind::Null, Type::Null),
            "true" => (ExprKind::Bool(true), Type::Bool),
            "false" => (ExprKind::Bool(false), Type::Bool),
            _ if is_number(word) => (ExprKind::Int(self.number(datum.position, word)?), Type::Int),
            _ => {
                let variable = self.variable(scope, datum)?;
                (ExprKind::Variable(variable), scope.ty(variable))
            }
        })
    }

    fn number(&mut self, position: Position, word: &str) -> Option<i32> {
        let number = word.parse().ok();
        if number.is_none() {
            self.problems.add(position, format!("`{word}` is not an integer of 32 bits"));
        }
        number
    }

    fn variable(&mut self, scope: &Scope, datum: &Datum<'_>) -> Option<VariableId> {
        let name = match datum.word() {
            Some("this") => "this".to_owned(),
            _ => self.name(datum)?,
        };
        let found = scope.named(&name);
        if found.is_none() {
            self.problems.add(datum.position, format!("undefined variable `{name}`"));
        }
        found
    }

    /// Resolves a field of a value of type `owner`.
    fn field(&mut self, owner: Type, position: Position, datum: &Datum<'_>) -> Option<FieldId> {
        let class = self.class_of(owner, position)?;
        let name = self.name(datum)?;
        let index = self.classes[class.0].fields.iter().position(|field| field.name == name);
        if index.is_none() {
            let message = format!("class `{}` has no field `{name}`", self.classes[class.0].name);
            self.problems.add(datum.position, message);
        }
        Some(FieldId { class, index: index? })
    }

    fn field_type(&self, field: FieldId) -> Type {
        self.classes[field.class.0].fields[field.index].ty
    }

    fn class_of(&mut self, ty: Type, position: Position) -> Option<ClassId> {
        match ty {
            Type::Class(class) => return Some(class),
            Type::Unknown => {}
            Type::Null => self.problems.add(position, "`null` has no class, so it has no members"),
            Type::Nothing => self.problems.add(position, "expected an expression with a value"),
            Type::Bool | Type::Int => {
                let message = format!("{} has no members", self.spelled(ty));
                self.problems.add(position, message);
            }
        }
        None
    }

    /// Checks a form that begins with a keyword.
    fn prefix(
        &mut self,
        scope: &mut Scope,
        whole: &Datum<'_>,
        first: &Datum<'_>,
        rest: &[Datum<'_>],
    ) -> Result {
        let word = first.word().unwrap_or_default();
        match (word, rest) {
            ("new", [class]) => match self.class_named(class) {
                Type::Class(id) => Some((ExprKind::New(id), Type::Class(id))),
                _ => None,
            },
            ("if", [condition, then, word, otherwise]) if word.word() == Some("else") => {
                let condition = self.of_type(scope, condition, Type::Bool);
                let then = Box::new(self.expression(scope, then));
                let otherwise = Box::new(self.expression(scope, otherwise));
                let ty = joined(then.ty, otherwise.ty);
                Some((ExprKind::If { condition, then, otherwise }, ty))
            }
            ("var", [ty, name, assign, value, word, body])
                if assign.word() == Some(":=") && word.word() == Some("in") =>
            {
                self.declaration(scope, ty, name, value, body)
            }
            ("begin", items) => {
                let items: Vec<Expr> = items.iter().map(|it| self.expression(scope, it)).collect();
                let ty = items.last().map_or(Type::Nothing, |last| last.ty);
                Some((ExprKind::Begin(items), ty))
            }
            ("while", [condition, body]) => {
                let condition = self.of_type(scope, condition, Type::Bool);
                let body = Box::new(self.expression(scope, body));
                Some((ExprKind::While { condition, body }, Type::Nothing))
            }
            ("assert", [condition]) => {
                let text = &self.text[condition.range.clone()];
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let condition = self.of_type(scope, condition, Type::Bool);
                Some((ExprKind::Assert { condition, text }, Type::Bool))
            }
            ("not", [operand]) => {
                let operand = self.of_type(scope, operand, Type::Bool);
                let no = Box::new(truth(false, whole.position));
                Some((ExprKind::Equal(operand, no), Type::Bool))
            }
            _ => {
                let form = match word {
                    "new" => "(new C)",
                    "if" => "(if e e else e)",
                    "var" => "(var T x := e in e)",
                    "while" => "(while e e)",
                    "assert" => "(assert e)",
                    _ => "(not e)",
                };
                self.problems.add(whole.position, format!("expected the form `{form}`"));
                None
            }
        }
    }

    /// Checks `(var T x := e in e)`.
    fn declaration(
        &mut self,
        scope: &mut Scope,
        ty: &Datum<'_>,
        name: &Datum<'_>,
        value: &Datum<'_>,
        body: &Datum<'_>,
    ) -> Result {
        let ty = self.type_named(ty);
        let name = self.name(name);
        let value = self.of_type(scope, value, ty);
        let variable = VariableId(scope.variables.len());
        // The body is checked even if the name is wrong.
        scope.variables.push(Variable { name: name.unwrap_or_default(), ty });
        scope.visible.push(variable);
        let body = Box::new(self.expression(scope, body));
        scope.visible.pop();
        let ty = body.ty;
        Some((ExprKind::Var { variable, value, body }, ty))
    }

    /// Checks a form with an operator in second place.
    fn infix(&mut self, scope: &mut Scope, whole: &Datum<'_>, items: &[Datum<'_>]) -> Result {
        let sign = items[1].word().unwrap_or_default();
        match (sign, items) {
            ("$", [object, sign, field]) => {
                let object = Box::new(self.expression(scope, object));
                let field = self.field(object.ty, sign.position, field)?;
                Some((ExprKind::Access { object, field }, self.field_type(field)))
            }
            ("$", [variable, sign, field, assign, value]) if assign.word() == Some(":=") => {
                let variable = self.variable(scope, variable);
                let owner = variable.map_or(Type::Unknown, |variable| scope.ty(variable));
                let field = self.field(owner, sign.position, field);
                let ty = field.map_or(Type::Unknown, |field| self.field_type(field));
                let value = self.of_type(scope, value, ty);
                Some((ExprKind::Write { variable: variable?, field: field?, value }, ty))
            }
            ("@", [receiver, sign, method, argument]) => {
                let receiver = Box::new(self.expression(scope, receiver));
                let class = self.class_of(receiver.ty, sign.position);
                let method = class.and_then(|class| self.method_named(class, method));
                let (parameter, returns) = match method {
                    Some(id) => self.signature(id),
                    None => (Type::Unknown, Type::Unknown),
                };
                let argument = self.of_type(scope, argument, parameter);
                Some((ExprKind::Call { receiver, method: method?, argument }, returns))
            }
            (":=", [variable, _, value]) => {
                let variable = self.variable(scope, variable);
                let ty = variable.map_or(Type::Unknown, |variable| scope.ty(variable));
                let value = self.of_type(scope, value, ty);
                Some((ExprKind::Assign { variable: variable?, value }, ty))
            }
            ("=", [left, sign, right]) => {
                let left = Box::new(self.expression(scope, left));
                let right = Box::new(self.expression(scope, right));
                self.comparable(&left, &right, sign.position);
                Some((ExprKind::Equal(left, right), Type::Bool))
            }
            ("and" | "or", [left, _, right]) => {
                let condition = self.of_type(scope, left, Type::Bool);
                let right = self.of_type(scope, right, Type::Bool);
                let known = Box::new(truth(sign == "or", whole.position));
                let (then, otherwise) = if sign == "or" { (known, right) } else { (right, known) };
                Some((ExprKind::If { condition, then, otherwise }, Type::Bool))
            }
            (_, [left, _, right]) if operator(sign).is_some() => {
                let left = self.of_type(scope, left, Type::Int);
                let right = self.of_type(scope, right, Type::Int);
                Some(match operator(sign)? {
                    Operator::Arithmetic(op) => (ExprKind::Arithmetic(op, left, right), Type::Int),
                    Operator::Compare(op) => (ExprKind::Compare(op, left, right), Type::Bool),
                })
            }
            _ => self.no_expression(whole.position),
        }
    }

    /// Returns the types of the parameter and of the result.
    fn signature(&self, id: MethodId) -> (Type, Type) {
        let method = &self.classes[id.class.0].methods[id.index];
        (method.variables[PARAMETER.0].ty, method.returns)
    }

    /// Checks that two values have a common type.
    fn comparable(&mut self, left: &Expr, right: &Expr, position: Position) {
        let comparable = match (left.ty, right.ty) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Nothing, _) | (_, Type::Nothing) => {
                self.problems.add(position, "an operand has no value");
                return;
            }
            (left, right) => joined(left, right) != Type::Nothing,
        };
        if !comparable {
            let (left, right) = (self.spelled(left.ty), self.spelled(right.ty));
            self.problems
                .add(position, format!("a value of type {left} never equals one of type {right}"));
        }
    }
}

/// Returns the common supertype of two types; `Nothing` if there is none.
fn joined(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Unknown, other) | (other, Type::Unknown) => other,
        (Type::Null, Type::Class(class)) | (Type::Class(class), Type::Null) => Type::Class(class),
        (a, b) if a == b => a,
        _ => Type::Nothing,
    }
}

fn truth(value: bool, position: Position) -> Expr {
    Expr { kind: ExprKind::Bool(value), ty: Type::Bool, position }
}

fn is_prefix(first: &Datum<'_>) -> bool {
    let words = ["new", "if", "var", "begin", "while", "assert", "not"];
    first.word().is_some_and(|word| words.contains(&word))
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

enum Operator {
    Arithmetic(Arithmetic),
    Compare(Compare),
}

fn operator(sign: &str) -> Option<Operator> {
    Some(match sign {
        "+" => Operator::Arithmetic(Arithmetic::Add),
        "-" => Operator::Arithmetic(Arithmetic::Subtract),
        "*" => Operator::Arithmetic(Arithmetic::Multiply),
        "<" => Operator::Compare(Compare::Less),
        "<=" => Operator::Compare(Compare::LessOrEqual),
        ">" => Operator::Compare(Compare::Greater),
        ">=" => Operator::Compare(Compare::GreaterOrEqual),
        _ => return None,
    })
}
