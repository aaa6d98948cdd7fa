//! The type checker: lists of words to the typed tree. Classes are here, expressions in [`expression`].
//!
//! All errors are reported, not only the first: a wrong form is left out, and what depends on it has the type
//! `Unknown`, which causes no further errors.

mod expression;

use std::collections::HashMap;

use crate::reader::{Datum, Position, Problems};
use crate::tree::{
    Class, ClassId, Expr, ExprKind, Field, Method, MethodId, Program, Type, Variable,
};

/// Keywords, which cannot be names.
const RESERVED: [&str; 17] = [
    "and", "assert", "begin", "bool", "class", "else", "false", "if", "in", "int", "new", "not",
    "null", "or", "true", "var", "while",
];

/// Checks the program of a file; `None` after an error.
pub(crate) fn check(data: &[Datum<'_>], text: &str, problems: &mut Problems) -> Option<Program> {
    let start = Position { line: 1, column: 1 };
    let position = data.first().map_or(start, |first| first.position);
    let (classes, entry) = match data {
        [program] => match program.list() {
            Some([classes, entry]) => (classes, entry),
            _ => {
                problems.add(position, "a program has the form `(((class ...) ...) (C m))`");
                return None;
            }
        },
        [] => {
            problems.add(position, "the file has no program");
            return None;
        }
        [_, more, ..] => {
            problems.add(more.position, "a file has one program: nothing may follow it");
            return None;
        }
    };
    let mut checker = Checker { text, problems, classes: Vec::new(), names: HashMap::new() };
    checker.all(classes, entry)
}

struct Checker<'p> {
    /// The text of the file.
    text: &'p str,
    problems: &'p mut Problems,
    classes: Vec<Class>,
    names: HashMap<String, ClassId>,
}

/// A class whose name is declared.
struct Declared<'d, 'a> {
    id: ClassId,
    fields: &'d [Datum<'a>],
    methods: &'d [Datum<'a>],
}

impl Checker<'_> {
    /// Declares the names of classes, then fields and methods, and then checks the bodies of methods.
    fn all(&mut self, classes: &Datum<'_>, entry: &Datum<'_>) -> Option<Program> {
        let Some(list) = classes.list() else {
            self.problems.add(classes.position, "expected a list of classes");
            return None;
        };
        let declared: Vec<Declared<'_, '_>> =
            list.iter().filter_map(|class| self.declare_class(class)).collect();
        let mut bodies = Vec::new();
        for class in &declared {
            for field in class.fields {
                self.declare_field(class.id, field);
            }
            for method in class.methods {
                bodies.extend(self.declare_method(class.id, method));
            }
        }
        for (method, body) in bodies {
            self.define_method(method, body);
        }
        let position = entry.position;
        let entry = self.entry(entry)?;
        let classes = std::mem::take(&mut self.classes);
        self.problems.is_empty().then_some(Program { classes, entry, position })
    }

    /// Declares the name of `(class C ([T f] ...) (M ...))`.
    fn declare_class<'d, 'a>(&mut self, class: &'d Datum<'a>) -> Option<Declared<'d, 'a>> {
        let (name, fields, methods) = match class.list() {
            Some([keyword, name, fields, methods])
                if keyword.word() == Some("class")
                    && fields.list().is_some()
                    && methods.list().is_some() =>
            {
                (name, fields.list()?, methods.list()?)
            }
            _ => {
                let form = "a class is `(class C ([T f] ...) (method ...))`";
                self.problems.add(class.position, form);
                return None;
            }
        };
        let position = name.position;
        let name = self.name(name)?;
        let id = ClassId(self.classes.len());
        if let Some(other) = self.names.get(&name) {
            let first = self.classes[other.0].position;
            self.twice(position, "class", &name, first);
            return None;
        }
        self.names.insert(name.clone(), id);
        self.classes.push(Class { name, fields: Vec::new(), methods: Vec::new(), position });
        Some(Declared { id, fields, methods })
    }

    /// Declares `[T f]`.
    fn declare_field(&mut self, class: ClassId, field: &Datum<'_>) {
        let Some((ty, name)) = self.typed_name(field, "a field is `[T f]`") else { return };
        let known = &self.classes[class.0].fields;
        if let Some(other) = known.iter().find(|other| other.name == name) {
            let first = other.position;
            return self.twice(field.position, "field", &name, first);
        }
        let field = Field { name, ty, position: field.position };
        self.classes[class.0].fields.push(field);
    }

    /// Declares `(T m [T x] e)` without its body.
    fn declare_method<'d, 'a>(
        &mut self,
        class: ClassId,
        method: &'d Datum<'a>,
    ) -> Option<(MethodId, &'d Datum<'a>)> {
        let Some([returns, name, parameter, body]) = method.list() else {
            self.problems.add(method.position, "a method is `(T m [T x] e)`");
            return None;
        };
        let returns = self.type_named(returns);
        let position = name.position;
        let name = self.name(name);
        let parameter = self.typed_name(parameter, "a parameter is `[T x]`");
        let (name, (ty, parameter)) = (name?, parameter?);
        let known = &self.classes[class.0].methods;
        if let Some(other) = known.iter().find(|other| other.name == name) {
            let first = other.position;
            self.twice(position, "method", &name, first);
            return None;
        }
        let index = known.len();
        let this = Variable { name: "this".to_owned(), ty: Type::Class(class) };
        let variables = vec![this, Variable { name: parameter, ty }];
        let nothing = Expr { kind: ExprKind::Begin(Vec::new()), ty: Type::Nothing, position };
        let method = Method { name, returns, variables, body: nothing, position };
        self.classes[class.0].methods.push(method);
        Some((MethodId { class, index }, body))
    }

    fn define_method(&mut self, id: MethodId, body: &Datum<'_>) {
        let method = &self.classes[id.class.0].methods[id.index];
        let returns = method.returns;
        let mut scope = expression::Scope::of(method.variables.clone());
        let value = self.expression(&mut scope, body);
        self.fits(&value, returns);
        let method = &mut self.classes[id.class.0].methods[id.index];
        method.variables = scope.variables;
        method.body = value;
    }

    /// Checks the entry `(C m)`.
    fn entry(&mut self, entry: &Datum<'_>) -> Option<MethodId> {
        let Some([class, method]) = entry.list() else {
            self.problems.add(entry.position, "the entry is `(C m)`: a class and a method");
            return None;
        };
        let Type::Class(id) = self.class_named(class) else { return None };
        self.method_named(id, method)
    }

    /// Checks that a word may be declared as a name.
    fn name(&mut self, datum: &Datum<'_>) -> Option<String> {
        let message = match datum.word() {
            None => "expected a name".to_owned(),
            Some(word) if word == "this" || RESERVED.contains(&word) => {
                format!("`{word}` is a keyword, not a name")
            }
            Some(word) if !is_name(word) => format!("`{word}` is not a name"),
            Some(word) => return Some(word.to_owned()),
        };
        self.problems.add(datum.position, message);
        None
    }

    /// Reads `[T x]`.
    fn typed_name(&mut self, datum: &Datum<'_>, form: &str) -> Option<(Type, String)> {
        let Some([ty, name]) = datum.list() else {
            self.problems.add(datum.position, form);
            return None;
        };
        let ty = self.type_named(ty);
        Some((ty, self.name(name)?))
    }

    /// Resolves `bool`, `int` or the name of a class.
    fn type_named(&mut self, datum: &Datum<'_>) -> Type {
        match datum.word() {
            Some("bool") => Type::Bool,
            Some("int") => Type::Int,
            _ => self.class_named(datum),
        }
    }

    fn class_named(&mut self, datum: &Datum<'_>) -> Type {
        let Some(word) = datum.word() else {
            self.problems.add(datum.position, "expected a type");
            return Type::Unknown;
        };
        match self.names.get(word) {
            Some(id) => Type::Class(*id),
            None => {
                self.problems.add(datum.position, format!("undefined class `{word}`"));
                Type::Unknown
            }
        }
    }

    fn method_named(&mut self, class: ClassId, datum: &Datum<'_>) -> Option<MethodId> {
        let name = self.name(datum)?;
        let owner = &self.classes[class.0];
        let index = owner.methods.iter().position(|method| method.name == name);
        if index.is_none() {
            let message = format!("class `{}` has no method `{name}`", owner.name);
            self.problems.add(datum.position, message);
        }
        Some(MethodId { class, index: index? })
    }

    fn twice(&mut self, position: Position, what: &str, name: &str, first: Position) {
        let message = format!("{what} `{name}` is declared twice");
        self.problems.add_with_note(position, message, (first, "first declared here"));
    }
}

/// Whether a word is a letter followed by letters, digits and some signs.
fn is_name(word: &str) -> bool {
    let first = |c: char| c.is_alphabetic() || c == '_';
    word.starts_with(first) && word.chars().all(|c| c.is_alphanumeric() || "_-?!'".contains(c))
}
