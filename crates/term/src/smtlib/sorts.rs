//! The reader of sorts, and sorts that scripts define.

use super::environment::Environment;
use super::error::{Error, ErrorKind};
use super::sexp::Sexp;
use crate::op::MAX_WIDTH;
use crate::sort::Sort;

/// The nesting depth of applications of defined sorts; deeper ones are rejected because they are read by recursion.
const MAX_DEPTH: usize = 64;

/// A sort defined by a script: `(define-sort name (parameters) shape)`.
#[derive(Clone, Debug)]
pub(super) struct SortMacro {
    parameters: usize,
    shape: Shape,
}

/// A sort that may contain parameters.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Known(Sort),
    Parameter(usize),
    Array(Slot, Slot),
}

/// The index or element sort of an array that may be a parameter.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Width(u32),
    Parameter(usize),
}

/// Reads a sort.
///
/// # Errors
/// If the text is not a sort.
pub fn read_sort(environment: &Environment, sexp: Sexp<'_>) -> Result<Sort, Error> {
    match read_shape(environment, &[], sexp, 0)? {
        Shape::Known(sort) => Ok(sort),
        // There are no parameters outside of a definition.
        Shape::Parameter(_) | Shape::Array(..) => Err(sexp.expected("a sort")),
    }
}

impl Environment {
    /// Executes `(define-sort name (parameters) sort)`.
    ///
    /// # Errors
    /// If the sort cannot be read or the name is bound already.
    pub fn define_sort(
        &mut self,
        name: Sexp<'_>,
        parameters: Sexp<'_>,
        sort: Sexp<'_>,
    ) -> Result<(), Error> {
        let text = name.name().ok_or_else(|| name.expected("the name of a sort"))?;
        if !parameters.is_list() {
            return Err(parameters.expected("a list of parameters"));
        }
        let holes = parameters
            .items()
            .map(|item| item.name().ok_or_else(|| item.expected("the name of a parameter")))
            .collect::<Result<Vec<_>, _>>()?;
        let shape = read_shape(self, &holes, sort, 0)?;
        match self.bind_sort(text, SortMacro { parameters: holes.len(), shape }) {
            true => Ok(()),
            false => Err(name.error(ErrorKind::Redeclared(text.to_owned()))),
        }
    }
}

fn read_shape(
    environment: &Environment,
    holes: &[&str],
    sexp: Sexp<'_>,
    depth: usize,
) -> Result<Shape, Error> {
    if depth > MAX_DEPTH {
        return Err(sexp.error(ErrorKind::Unsupported("sorts nested this deeply".into())));
    }
    if let Some(name) = sexp.name() {
        if let Some(hole) = holes.iter().position(|&hole| hole == name) {
            return Ok(Shape::Parameter(hole));
        }
        return match (name, environment.sort(name)) {
            ("Bool", _) => Ok(Shape::Known(Sort::Bool)),
            (_, Some(defined)) => apply(defined, &[], sexp),
            ("Int" | "Real" | "String" | "RegLan" | "RoundingMode" | "Float32" | "Float64", _) => {
                Err(sexp.error(ErrorKind::Unsupported(format!("the sort `{name}`"))))
            }
            _ => Err(sexp.error(ErrorKind::UnknownSort(name.to_owned()))),
        };
    }
    let mut items = sexp.items();
    let Some(head) = items.next() else { return Err(sexp.expected("a sort")) };
    if head.is_word("_") {
        return bit_vector(sexp).map(Shape::Known);
    }
    let Some(name) = head.name() else { return Err(head.expected("the name of a sort")) };
    let args = items
        .map(|item| read_shape(environment, holes, item, depth + 1).map(|shape| (item, shape)))
        .collect::<Result<Vec<_>, _>>()?;
    match (name, environment.sort(name)) {
        ("Array", _) => array(sexp, &args),
        (_, Some(defined)) => apply(defined, &args, sexp),
        _ => Err(head.error(ErrorKind::UnknownSort(name.to_owned()))),
    }
}

/// Reads `(_ BitVec n)`.
fn bit_vector(sexp: Sexp<'_>) -> Result<Sort, Error> {
    let [_, name, width] = sexp.exactly("`(_ BitVec n)`")?;
    if !name.is_word("BitVec") {
        return Err(name.error(ErrorKind::UnknownSort(name.text().to_owned())));
    }
    read_width(width).map(Sort::Bits)
}

/// Reads the width of a bit-vector.
pub(super) fn read_width(sexp: Sexp<'_>) -> Result<u32, Error> {
    let width = sexp.numeral().ok_or_else(|| sexp.expected("a width"))?;
    match u32::try_from(width) {
        Ok(width) if (1..=MAX_WIDTH).contains(&width) => Ok(width),
        _ => Err(sexp.error(ErrorKind::Width(width))),
    }
}

fn array(sexp: Sexp<'_>, args: &[(Sexp<'_>, Shape)]) -> Result<Shape, Error> {
    let [index, element] = args else {
        return Err(sexp.expected("`(Array index element)`"));
    };
    Ok(array_of(slot(*index)?, slot(*element)?))
}

fn slot((sexp, shape): (Sexp<'_>, Shape)) -> Result<Slot, Error> {
    match shape {
        Shape::Known(Sort::Bits(width)) => Ok(Slot::Width(width)),
        Shape::Parameter(hole) => Ok(Slot::Parameter(hole)),
        Shape::Known(_) | Shape::Array(..) => {
            let what = format!("arrays of {sexp}; only arrays from bit-vectors to bit-vectors are");
            Err(sexp.error(ErrorKind::Unsupported(what)))
        }
    }
}

fn array_of(index: Slot, element: Slot) -> Shape {
    match (index, element) {
        (Slot::Width(index), Slot::Width(element)) => Shape::Known(Sort::Array { index, element }),
        (index, element) => Shape::Array(index, element),
    }
}

/// Instantiates the parameters of a defined sort.
fn apply(defined: &SortMacro, args: &[(Sexp<'_>, Shape)], sexp: Sexp<'_>) -> Result<Shape, Error> {
    if args.len() != defined.parameters {
        let name = sexp.items().next().unwrap_or(sexp).text().to_owned();
        let expected = format!("{} sorts", defined.parameters);
        return Err(sexp.error(ErrorKind::Arity { name, expected, found: args.len() }));
    }
    let fill = |hole: Slot| match hole {
        Slot::Width(_) => Ok(hole),
        Slot::Parameter(i) => slot(args[i]),
    };
    match defined.shape {
        Shape::Known(sort) => Ok(Shape::Known(sort)),
        Shape::Parameter(i) => Ok(args[i].1),
        Shape::Array(index, element) => Ok(array_of(fill(index)?, fill(element)?)),
    }
}
