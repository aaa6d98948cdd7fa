//! Random small well-typed programs of a few classes and methods. There are loops, but no recursion.
//!
//! No condition is a constant, so each one becomes a branch in the lowered program.

use std::fmt::Write;

/// A type, as far as the generator needs it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Bool,
    Int,
    Class(&'static str),
}

/// A class with its fields.
type Class = (&'static str, &'static [(Ty, &'static str)]);

/// The classes of programs, and the maximal number of objects of their inputs.
const SHAPES: [(&[Class], usize); 4] = [
    (&[("List", &[(Ty::Class("List"), "next"), (Ty::Bool, "flag")])], 3),
    (&[("Tree", &[(Ty::Class("Tree"), "left"), (Ty::Class("Tree"), "right")])], 3),
    (
        &[
            ("Cell", &[(Ty::Class("Cell"), "next"), (Ty::Class("Item"), "item")]),
            ("Item", &[(Ty::Class("Cell"), "owner")]),
        ],
        3,
    ),
    (&[("Sorted", &[(Ty::Int, "value"), (Ty::Class("Sorted"), "next")])], 2),
];

/// A program whose entry is `m0` of its first class.
pub struct Generated {
    /// The classes, without the brackets around the list.
    pub classes: String,
    /// The name of the first class.
    pub first: &'static str,
    /// The maximal number of objects of its inputs.
    pub most: usize,
}

impl Generated {
    /// Returns the text of the program.
    pub fn text(&self) -> String {
        format!("(({}) ({} m0))", self.classes, self.first)
    }
}

/// Generates a program.
pub fn program(seed: u64) -> Generated {
    let mut random = Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (classes, most) = SHAPES[random.below(SHAPES.len())];
    let parameters: Vec<Ty> = (0..3).map(|_| random.parameter(classes)).collect();
    let mut text = String::new();
    for (index, (name, fields)) in classes.iter().enumerate() {
        let _ = write!(text, "(class {name} (");
        for (ty, field) in *fields {
            let _ = write!(text, "[{} {field}]", spelled(*ty));
        }
        text.push_str(")\n (");
        if index == 0 {
            for number in 0..parameters.len() {
                text.push_str(&method(&mut random, classes, &parameters, number));
            }
        }
        text.push_str("))\n");
    }
    Generated { classes: text, first: classes[0].0, most }
}

fn method(random: &mut Random, classes: &[Class], parameters: &[Ty], number: usize) -> String {
    let this = Ty::Class(classes[0].0);
    let variables = vec![("this".to_owned(), this), ("x".to_owned(), parameters[number])];
    let mut body = Body { random, classes, parameters, number, variables, declared: 0 };
    let first = body.statement(2);
    let second = body.statement(2);
    let result = body.expression(this, 2);
    let parameter = spelled(parameters[number]);
    format!(
        "({} m{number} [{parameter} x]\n  (begin {first}\n {second}\n {result}))\n",
        classes[0].0
    )
}

fn spelled(ty: Ty) -> &'static str {
    match ty {
        Ty::Bool => "bool",
        Ty::Int => "int",
        Ty::Class(name) => name,
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    fn parameter(&mut self, classes: &[Class]) -> Ty {
        match self.below(6) {
            0 => Ty::Bool,
            _ => Ty::Class(classes[self.below(classes.len())].0),
        }
    }
}

struct Body<'a> {
    random: &'a mut Random,
    classes: &'a [Class],
    /// Of all methods.
    parameters: &'a [Ty],
    /// Of this method.
    number: usize,
    variables: Vec<(String, Ty)>,
    declared: usize,
}

impl Body<'_> {
    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.write(0);
        }
        match self.random.below(8) {
            0 | 1 => self.write(depth - 1),
            2 => {
                let (name, ty) = self.variable(|_| true);
                format!("({name} := {})", self.expression(ty, depth - 1))
            }
            3 | 4 => {
                let condition = self.condition(depth - 1);
                let then = self.statement(depth - 1);
                let otherwise = if self.random.below(2) == 0 {
                    "(begin)".to_owned()
                } else {
                    self.statement(depth - 1)
                };
                format!("(if {condition} {then} else {otherwise})")
            }
            5 => {
                let condition = self.condition(depth - 1);
                format!("(while {condition} {})", self.statement(depth - 1))
            }
            6 => {
                let ty = Ty::Class(self.class());
                let value = self.expression(ty, depth - 1);
                self.with_variable(ty, &value, |body| body.statement(depth - 1))
            }
            _ => format!("(assert {})", self.condition(depth - 1)),
        }
    }

    /// `(x $ f := e)`
    fn write(&mut self, depth: usize) -> String {
        let (name, ty) = self.variable(|ty| matches!(ty, Ty::Class(_)));
        let fields = self.fields(ty);
        let (ty, field) = fields[self.random.below(fields.len())];
        format!("({name} $ {field} := {})", self.expression(ty, depth))
    }

    fn with_variable(
        &mut self,
        ty: Ty,
        value: &str,
        body: impl FnOnce(&mut Self) -> String,
    ) -> String {
        self.declared += 1;
        let name = format!("v{}", self.declared);
        self.variables.push((name.clone(), ty));
        let body = body(self);
        self.variables.pop();
        format!("(var {} {name} := {value} in {body})", spelled(ty))
    }

    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Bool => self.truth(depth),
            Ty::Int => self.integer(depth),
            Ty::Class(_) if self.random.below(8) == 0 => "null".to_owned(),
            Ty::Class(class) => self.object(class, depth),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let ty = Ty::Class(self.class());
        match self.random.below(if depth == 0 { 2 } else { 7 }) {
            0 => ["true", "false"][self.random.below(2)].to_owned(),
            1 => self.known(Ty::Bool).unwrap_or_else(|| "true".to_owned()),
            2 => format!("({} = null)", self.expression(ty, depth - 1)),
            3 | 4 => {
                let left = self.expression(ty, depth - 1);
                format!("({left} = {})", self.expression(ty, depth - 1))
            }
            5 => match self.access(Ty::Bool, depth - 1) {
                Some(access) => format!("(not {access})"),
                None => format!("(not {})", self.truth(depth - 1)),
            },
            _ => {
                let sign = ["<", "<=", ">", ">="][self.random.below(4)];
                let left = self.integer(depth - 1);
                format!("({left} {sign} {})", self.integer(depth - 1))
            }
        }
    }

    /// Generates a Boolean expression that is not constant.
    fn condition(&mut self, depth: usize) -> String {
        let (name, ty) = self.variable(|ty| matches!(ty, Ty::Class(_)));
        match self.random.below(if depth == 0 { 2 } else { 6 }) {
            0 => format!("({name} = null)"),
            1 => self.known(Ty::Bool).unwrap_or_else(|| format!("(not ({name} = null))")),
            2 | 3 => format!("({name} = {})", self.expression(ty, depth - 1)),
            4 => format!("(not {})", self.condition(depth - 1)),
            _ => match self.access(Ty::Int, depth - 1) {
                Some(access) => format!("({access} < {})", self.integer(depth - 1)),
                None => match self.access(Ty::Bool, depth - 1) {
                    Some(access) => access,
                    None => format!("(not ({name} = null))"),
                },
            },
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        let number = self.random.below(3).to_string();
        if depth == 0 {
            return number;
        }
        match self.random.below(3) {
            0 => number,
            1 => format!("({} + {number})", self.integer(depth - 1)),
            _ => self.access(Ty::Int, depth - 1).unwrap_or(number),
        }
    }

    /// Generates a reference, which may be null at run time, but not the word `null`, which has no members.
    fn object(&mut self, class: &'static str, depth: usize) -> String {
        let ty = Ty::Class(class);
        let known = self.known(ty).unwrap_or_else(|| format!("(new {class})"));
        if depth == 0 {
            return known;
        }
        match self.random.below(8) {
            0 => known,
            1 => format!("(new {class})"),
            2..=4 => self.access(ty, depth - 1).unwrap_or(known),
            5 => {
                let condition = self.condition(depth - 1);
                let then = self.object(class, depth - 1);
                format!("(if {condition} {then} else {})", self.object(class, depth - 1))
            }
            6 if self.number + 1 < self.parameters.len() && class == self.classes[0].0 => {
                let later = self.parameters.len() - self.number - 1;
                let method = self.number + 1 + self.random.below(later);
                let receiver = self.object(class, depth - 1);
                let argument = self.expression(self.parameters[method], depth - 1);
                format!("({receiver} @ m{method} {argument})")
            }
            _ => {
                let first = self.statement(depth - 1);
                format!("(begin {first} {})", self.object(class, depth - 1))
            }
        }
    }

    /// Generates `(e $ f)` of a type, if a class has such a field.
    fn access(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let has = |(_, fields): &&Class| fields.iter().any(|(other, _)| *other == ty);
        let owners: Vec<&Class> = self.classes.iter().filter(has).collect();
        if owners.is_empty() {
            return None;
        }
        let (owner, fields) = owners[self.random.below(owners.len())];
        let fields: Vec<&str> =
            fields.iter().filter(|(other, _)| *other == ty).map(|(_, name)| *name).collect();
        let field = fields[self.random.below(fields.len())];
        Some(format!("({} $ {field})", self.object(owner, depth)))
    }

    fn class(&mut self) -> &'static str {
        self.classes[self.random.below(self.classes.len())].0
    }

    fn fields(&self, ty: Ty) -> &'static [(Ty, &'static str)] {
        let found = self.classes.iter().find(|(name, _)| Ty::Class(name) == ty);
        found.map_or(&[], |(_, fields)| fields)
    }

    /// Picks a variable of a type, if there is one.
    fn known(&mut self, ty: Ty) -> Option<String> {
        let fits = |(_, other): &&(String, Ty)| *other == ty;
        let all: Vec<String> =
            self.variables.iter().filter(fits).map(|(name, _)| name.clone()).collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())].clone())
    }

    fn variable(&mut self, fits: impl Fn(Ty) -> bool) -> (String, Ty) {
        let all: Vec<&(String, Ty)> = self.variables.iter().filter(|(_, ty)| fits(*ty)).collect();
        let chosen = self.random.below(all.len());
        all[chosen].clone()
    }
}
