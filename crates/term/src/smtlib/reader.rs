//! The reader: terms from s-expressions.
//!
//! It does not recurse: `frames` holds the expressions that are partly read, and the stack `values` their arguments.
//! Local names (of `let`, and the parameters of a definition) shadow those of the environment.

use std::collections::HashMap;
use std::rc::Rc;

use super::environment::{Binding, Environment, Macro};
use super::error::{Error, ErrorKind, Position, Span};
use super::literals;
use super::name::is_reserved;
use super::operators::{self, Operator};
use super::sexp::{Items, Kind, Sexp, Tape};
use super::sorts::read_sort;
use crate::op::{FunctionId, MAX_WIDTH};
use crate::sort::Sort;
use crate::store::{FxBuild, Term, TermMap, Terms};
use crate::visit::substitute;

/// A term, and the names that its text gives to parts of it.
pub struct Reading {
    /// The term.
    pub term: Term,
    /// The parts with `:named`, in the order of the text; the environment binds these names.
    pub named: Vec<(String, Term)>,
}

/// Reads a term in an environment. The parameters are names that are valid in this text only.
///
/// # Errors
/// If the text is not a term; then no name is bound.
pub fn read_term(
    terms: &mut Terms,
    environment: &mut Environment,
    parameters: &[(&str, Term)],
    text: Sexp<'_>,
) -> Result<Reading, Error> {
    let mark = environment.mark();
    let mut reader = Reader {
        terms,
        environment,
        locals: parameters.iter().map(|&(name, term)| (name.to_owned(), term)).collect(),
        closed: parameters.is_empty(),
        frames: Vec::new(),
        values: Vec::new(),
        named: Vec::new(),
    };
    let term = reader.read(text);
    let named = reader.named;
    match term {
        Ok(term) => Ok(Reading { term, named }),
        Err(error) => {
            environment.forget_after(mark);
            Err(error)
        }
    }
}

/// Reads a term that must have a certain sort.
///
/// # Errors
/// If the text is not a term of that sort; then no name is bound.
pub fn read_term_of(
    terms: &mut Terms,
    environment: &mut Environment,
    parameters: &[(&str, Term)],
    text: Sexp<'_>,
    wanted: Sort,
) -> Result<Reading, Error> {
    let mark = environment.mark();
    let reading = read_term(terms, environment, parameters, text)?;
    let sort = terms.sort(reading.term);
    if sort == wanted {
        return Ok(reading);
    }
    environment.forget_after(mark);
    let (expected, found) = (format!("a term of sort {wanted}"), format!("one of {sort}"));
    Err(text.error(ErrorKind::Expected { expected, found }))
}

/// Reads a term from a whole text.
///
/// # Errors
/// If the text is malformed or is not a term.
pub fn parse_term(
    terms: &mut Terms,
    environment: &mut Environment,
    text: &str,
) -> Result<Term, Error> {
    let Some(tape) = Tape::parse(text, Position::START)? else {
        let span = Span { start: Position::START, length: 0 };
        let (expected, found) = ("a term".to_owned(), "nothing".to_owned());
        return Err(Error::new(span, ErrorKind::Expected { expected, found }));
    };
    Ok(read_term(terms, environment, &[], tape.root())?.term)
}

/// The syntax of `let`, for messages.
const LET: &str = "`(let ((name term) ...) term)`";

struct Reader<'a, 'e> {
    terms: &'e mut Terms,
    environment: &'e mut Environment,
    locals: HashMap<String, Term, FxBuild>,
    /// Whether terms contain no parameters here, so that parts can be named.
    closed: bool,
    frames: Vec<Frame<'a>>,
    values: Vec<Term>,
    named: Vec<(String, Term)>,
}

/// An expression that is partly read. It owns the values from `base` on.
enum Frame<'a> {
    /// An application; `rest` are the remaining arguments.
    Apply { head: Head, at: Sexp<'a>, rest: Items<'a>, base: usize },
    /// The bindings of a `let`.
    Let { at: Sexp<'a>, names: Vec<&'a str>, rest: Items<'a>, base: usize },
    /// The body of a `let`, with the names to restore afterwards.
    Body { hidden: Vec<(&'a str, Option<Term>)> },
    /// `(! term attributes)`
    Annotated { attributes: Items<'a> },
    /// `(as term sort)`
    Qualified { at: Sexp<'a>, sort: Sort },
}

/// The head of an application.
enum Head {
    Operator(&'static Operator, Vec<u32>),
    Function(FunctionId),
    Macro(String, Rc<Macro>),
    /// `(as const sort)`
    ConstArray {
        index: u32,
        element: u32,
    },
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self, root: Sexp<'a>) -> Result<Term, Error> {
        self.enter(root)?;
        while let Some(frame) = self.frames.pop() {
            match frame {
                Frame::Apply { head, at, rest, base } => self.resume(head, at, rest, base)?,
                Frame::Let { at, names, rest, base } => self.next_binding(at, names, rest, base)?,
                Frame::Body { hidden } => self.leave_let(hidden),
                Frame::Annotated { attributes } => self.annotate(attributes)?,
                Frame::Qualified { at, sort } => self.check_qualified(at, sort)?,
            }
        }
        Ok(self.values.pop().expect("the root left its value"))
    }

    /// Starts reading a term: an atom pushes its value, a list its frame.
    fn enter(&mut self, sexp: Sexp<'a>) -> Result<(), Error> {
        match sexp.kind() {
            Kind::List => self.enter_list(sexp),
            Kind::Symbol | Kind::Quoted => {
                let term = self.named_term(sexp)?;
                self.values.push(term);
                Ok(())
            }
            Kind::Hexadecimal | Kind::Binary => {
                let term = literals::literal(self.terms, sexp)?;
                self.values.push(term);
                Ok(())
            }
            Kind::Numeral | Kind::Decimal | Kind::String => {
                let what =
                    format!("the constant {sexp}; bit-vectors are written #b, #x or (_ bvN w)");
                Err(sexp.error(ErrorKind::Unsupported(what)))
            }
            Kind::Keyword => Err(sexp.expected("a term")),
        }
    }

    fn enter_list(&mut self, sexp: Sexp<'a>) -> Result<(), Error> {
        let mut rest = sexp.items();
        let Some(first) = rest.next() else { return Err(sexp.expected("a term")) };
        if first.kind() == Kind::Symbol {
            match first.text() {
                "let" => return self.enter_let(sexp),
                "!" => return self.enter_annotated(sexp, rest),
                "_" => {
                    let term = literals::indexed(self.terms, sexp)?;
                    self.values.push(term);
                    return Ok(());
                }
                "as" => {
                    let [_, term, sort] = sexp.exactly("`(as term sort)`")?;
                    let sort = read_sort(self.environment, sort)?;
                    self.frames.push(Frame::Qualified { at: term, sort });
                    return self.enter(term);
                }
                word @ ("forall" | "exists" | "lambda" | "match" | "par") => {
                    return Err(first.error(ErrorKind::Unsupported(format!("`{word}`"))));
                }
                _ => {}
            }
        }
        let head = self.head(first)?;
        let base = self.values.len();
        self.frames.push(Frame::Apply { head, at: sexp, rest, base });
        Ok(())
    }

    // ----- names -----

    fn named_term(&mut self, sexp: Sexp<'a>) -> Result<Term, Error> {
        let name = sexp.name().unwrap_or_default();
        if let Some(&term) = self.locals.get(name) {
            return Ok(term);
        }
        let without_arguments = |parameters: usize| ErrorKind::Arity {
            name: name.to_owned(),
            expected: format!("{parameters} arguments"),
            found: 0,
        };
        match self.environment.get(name) {
            Some(&(Binding::Symbol(term) | Binding::Term(term))) => return Ok(term),
            Some(&Binding::Function(id)) => {
                let parameters = self.terms.function_info(id).parameters.len();
                return Err(sexp.error(without_arguments(parameters)));
            }
            Some(Binding::Macro(defined)) => {
                return Err(sexp.error(without_arguments(defined.parameters.len())));
            }
            None => {}
        }
        match (sexp.text(), operators::find(name)) {
            ("true", _) => Ok(Term::TRUE),
            ("false", _) => Ok(Term::FALSE),
            (_, Some(_)) => Err(sexp.expected("a term; an operator stands after `(`")),
            _ => Err(unknown(sexp, name)),
        }
    }

    // ----- applications -----

    fn head(&self, sexp: Sexp<'a>) -> Result<Head, Error> {
        if sexp.is_list() {
            return self.indexed_head(sexp);
        }
        let Some(name) = sexp.name() else {
            return Err(sexp.expected("an operator or a function"));
        };
        if self.locals.contains_key(name) {
            return Err(sexp.expected("a function; this is a local name"));
        }
        match self.environment.get(name) {
            Some(&Binding::Function(id)) => return Ok(Head::Function(id)),
            Some(Binding::Macro(defined)) => {
                return Ok(Head::Macro(name.to_owned(), Rc::clone(defined)));
            }
            Some(Binding::Symbol(_) | Binding::Term(_)) => {
                return Err(sexp.expected("a function; this is a constant"));
            }
            None => {}
        }
        match operators::find(name) {
            Some(operator) if operator.indices == 0 => Ok(Head::Operator(operator, Vec::new())),
            Some(operator) => {
                let indices = ["n", "n m"][operator.indices - 1];
                Err(sexp.expected(format!("`(_ {name} {indices})`")))
            }
            None => Err(unknown(sexp, name)),
        }
    }

    /// Reads `(_ operator numbers)`, `(as const sort)` or `(as function sort)`.
    fn indexed_head(&self, sexp: Sexp<'a>) -> Result<Head, Error> {
        let mut items = sexp.items();
        match (items.next(), items.next()) {
            (Some(word), Some(name)) if word.is_word("_") => {
                let operator = name.name().and_then(operators::find);
                let operator = operator.filter(|operator| operator.indices > 0);
                let Some(operator) = operator else {
                    return Err(name.expected("an operator with numbers, such as `extract`"));
                };
                let indices = items.map(index).collect::<Result<Vec<_>, _>>()?;
                if indices.len() != operator.indices {
                    let expected = format!("{} numbers", operator.indices);
                    let (name, found) = (operator.name.to_owned(), indices.len());
                    return Err(sexp.error(ErrorKind::Arity { name, expected, found }));
                }
                Ok(Head::Operator(operator, indices))
            }
            (Some(word), Some(name)) if word.is_word("as") => {
                let [_, _, sort] = sexp.exactly("`(as name sort)`")?;
                self.qualified_head(name, sort)
            }
            _ => Err(sexp.expected("an operator or a function")),
        }
    }

    fn qualified_head(&self, name: Sexp<'a>, sort: Sexp<'a>) -> Result<Head, Error> {
        let wanted = read_sort(self.environment, sort)?;
        if name.is_word("const") {
            return match wanted {
                Sort::Array { index, element } => Ok(Head::ConstArray { index, element }),
                _ => Err(sort.expected("an array sort")),
            };
        }
        let head = self.head(name)?;
        match head {
            Head::Function(id) if self.terms.function_info(id).result != wanted => {
                let result = self.terms.function_info(id).result;
                Err(sort.expected(format!("{result}, the sort of `{}`", name.text())))
            }
            head => Ok(head),
        }
    }

    /// Continues with the next argument of an application, or builds the application.
    fn resume(
        &mut self,
        head: Head,
        at: Sexp<'a>,
        mut rest: Items<'a>,
        base: usize,
    ) -> Result<(), Error> {
        if let Some(next) = rest.next() {
            self.frames.push(Frame::Apply { head, at, rest, base });
            return self.enter(next);
        }
        let term = self.build(&head, base).map_err(|kind| at_argument(at, kind))?;
        self.values.truncate(base);
        self.values.push(term);
        Ok(())
    }

    fn build(&mut self, head: &Head, base: usize) -> Result<Term, ErrorKind> {
        let args = &self.values[base..];
        match head {
            Head::Operator(operator, indices) => operator.apply(self.terms, indices, args),
            Head::Function(id) => {
                let function = self.terms.function_info(*id);
                check_arguments(self.terms, &function.name, &function.parameters, args)?;
                Ok(self.terms.apply(*id, args))
            }
            Head::Macro(name, defined) => {
                let parameters = &defined.parameters;
                let sorts: Vec<Sort> =
                    parameters.iter().map(|&term| self.terms.sort(term)).collect();
                check_arguments(self.terms, name, &sorts, args)?;
                let replacement: TermMap<Term> =
                    parameters.iter().copied().zip(args.iter().copied()).collect();
                Ok(substitute(self.terms, defined.body, &replacement))
            }
            Head::ConstArray { index, element } => {
                check_arguments(self.terms, "const", &[Sort::Bits(*element)], args)?;
                Ok(self.terms.const_array(*index, args[0]))
            }
        }
    }

    // ----- let, and annotations -----

    fn enter_let(&mut self, sexp: Sexp<'a>) -> Result<(), Error> {
        let [_, bindings, _] = sexp.exactly(LET)?;
        if bindings.items().next().is_none() {
            return Err(bindings.expected("a list of at least one `(name term)`"));
        }
        let (names, base) = (Vec::new(), self.values.len());
        self.frames.push(Frame::Let { at: sexp, names, rest: bindings.items(), base });
        Ok(())
    }

    /// Continues with the value of the next binding, or with the body.
    fn next_binding(
        &mut self,
        at: Sexp<'a>,
        mut names: Vec<&'a str>,
        mut rest: Items<'a>,
        base: usize,
    ) -> Result<(), Error> {
        if let Some(binding) = rest.next() {
            let [name, value] = binding.exactly("`(name term)`")?;
            let text = name.name().ok_or_else(|| name.expected("a name"))?;
            names.push(text);
            if is_reserved(text) {
                return Err(name.error(ErrorKind::Redeclared(text.to_owned())));
            }
            self.frames.push(Frame::Let { at, names, rest, base });
            return self.enter(value);
        }
        // All names are bound at once: no value sees the names of its neighbours.
        let mut hidden = Vec::with_capacity(names.len());
        for (&name, &value) in names.iter().zip(&self.values[base..]) {
            hidden.push((name, self.locals.insert(name.to_owned(), value)));
        }
        self.values.truncate(base);
        let [_, bindings, body] = at.exactly(LET)?;
        if let Some(twice) = repeated(&mut names) {
            return Err(bindings.error(ErrorKind::Redeclared(twice.to_owned())));
        }
        self.frames.push(Frame::Body { hidden });
        self.enter(body)
    }

    fn leave_let(&mut self, hidden: Vec<(&'a str, Option<Term>)>) {
        for (name, earlier) in hidden {
            match earlier {
                Some(term) => self.locals.insert(name.to_owned(), term),
                None => self.locals.remove(name),
            };
        }
    }

    fn enter_annotated(&mut self, sexp: Sexp<'a>, mut rest: Items<'a>) -> Result<(), Error> {
        let Some(term) = rest.next() else {
            return Err(sexp.expected("`(! term :attribute ...)`"));
        };
        self.frames.push(Frame::Annotated { attributes: rest });
        self.enter(term)
    }

    /// Interprets attributes; all but `:named` are ignored.
    fn annotate(&mut self, mut attributes: Items<'a>) -> Result<(), Error> {
        while let Some(attribute) = attributes.next() {
            if attribute.kind() != Kind::Keyword {
                return Err(attribute.expected("an attribute, such as `:named`"));
            }
            if attribute.text() == ":named" {
                let name = attributes.next().unwrap_or(attribute);
                self.give_name(name)?;
                continue;
            }
            // The value of an attribute is optional.
            let value = attributes.clone().next();
            if value.is_some_and(|value| value.kind() != Kind::Keyword) {
                attributes.next();
            }
        }
        Ok(())
    }

    fn give_name(&mut self, sexp: Sexp<'a>) -> Result<(), Error> {
        let name = sexp.name().ok_or_else(|| sexp.expected("a name"))?;
        if !self.closed {
            return Err(sexp.expected("no name here: the term has parameters in it"));
        }
        let term = *self.values.last().expect("the annotated term left its value");
        if !self.environment.bind(name, Binding::Term(term)) {
            return Err(sexp.error(ErrorKind::Redeclared(name.to_owned())));
        }
        self.named.push((name.to_owned(), term));
        Ok(())
    }

    fn check_qualified(&mut self, at: Sexp<'a>, sort: Sort) -> Result<(), Error> {
        let term = *self.values.last().expect("the qualified term left its value");
        match self.terms.sort(term) == sort {
            true => Ok(()),
            false => Err(at.expected(format!("a term of sort {sort}"))),
        }
    }
}

fn unknown(sexp: Sexp<'_>, name: &str) -> Error {
    sexp.error(ErrorKind::UnknownSymbol(name.to_owned()))
}

/// Reads an index of an operator.
fn index(sexp: Sexp<'_>) -> Result<u32, Error> {
    let number = sexp.numeral().ok_or_else(|| sexp.expected("a number"))?;
    u32::try_from(number).map_err(|_| sexp.expected(format!("a number below {MAX_WIDTH}")))
}

/// Moves an error of an application to the argument that causes it, if there is one.
fn at_argument(application: Sexp<'_>, kind: ErrorKind) -> Error {
    let place = match &kind {
        ErrorKind::ArgumentSort { argument, .. } => application.items().nth(*argument),
        _ => None,
    };
    place.unwrap_or(application).error(kind)
}

fn check_arguments(
    terms: &Terms,
    name: &str,
    parameters: &[Sort],
    args: &[Term],
) -> Result<(), ErrorKind> {
    if parameters.len() != args.len() {
        let expected = match parameters.len() {
            1 => "one argument".to_owned(),
            n => format!("{n} arguments"),
        };
        return Err(ErrorKind::Arity { name: name.to_owned(), expected, found: args.len() });
    }
    for (i, (&arg, &wanted)) in args.iter().zip(parameters).enumerate() {
        let found = terms.sort(arg);
        if found != wanted {
            let (name, expected) = (name.to_owned(), wanted.to_string());
            return Err(ErrorKind::ArgumentSort { name, argument: i + 1, expected, found });
        }
    }
    Ok(())
}

/// Returns a name that occurs twice.
fn repeated<'n>(names: &mut [&'n str]) -> Option<&'n str> {
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
