//! The environment: nested scopes that bind names to symbols, functions, definitions and sorts.

use std::collections::HashMap;
use std::rc::Rc;

use super::name::{self, is_reserved};
use super::sorts::SortMacro;
use crate::op::{FunctionId, Op};
use crate::sort::Sort;
use crate::store::{FxBuild, Term, Terms};
use crate::visit::post_order;

/// The entity that a name is bound to.
#[derive(Clone, Debug)]
pub enum Binding {
    /// A declared constant.
    Symbol(Term),
    /// A definition without parameters, or a named term.
    Term(Term),
    /// A declared function.
    Function(FunctionId),
    /// A definition with parameters.
    Macro(Rc<Macro>),
}

/// A definition with parameters.
#[derive(Debug)]
pub struct Macro {
    /// The symbols that stand for the arguments in the body; at least one.
    pub parameters: Vec<Term>,
    /// The body.
    pub body: Term,
}

/// A map from names to bindings. Scopes nest; leaving a scope removes its bindings.
#[derive(Default)]
pub struct Environment {
    bindings: HashMap<String, Binding, FxBuild>,
    sorts: HashMap<String, SortMacro, FxBuild>,
    /// The trail: the names in the order of their binding. Leaving a scope removes them from the end.
    trail: Vec<Bound>,
    /// The length of the trail at the start of each scope.
    scopes: Vec<usize>,
}

enum Bound {
    Name(String),
    Sort(String),
}

impl Environment {
    /// Creates an environment that contains only the names of the theories.
    #[must_use]
    pub fn new() -> Environment {
        Environment::default()
    }

    /// Creates an environment of the symbols and functions that occur in some terms, under their printed names.
    #[must_use]
    pub fn of_terms(terms: &Terms, roots: &[Term]) -> Environment {
        let mut environment = Environment::new();
        for term in post_order(terms, roots) {
            match terms.op(term) {
                Op::Symbol(id) => {
                    let name = unquoted(&name::symbol_name(terms, id));
                    environment.bind(&name, Binding::Symbol(term));
                }
                Op::Apply(id, _) => {
                    let name = unquoted(&name::function_name(terms, id));
                    environment.bind(&name, Binding::Function(id));
                }
                _ => {}
            }
        }
        environment
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.trail.len());
    }

    /// Leaves the innermost scope; returns `false` if there is none.
    pub fn pop(&mut self) -> bool {
        let Some(start) = self.scopes.pop() else { return false };
        for bound in self.trail.drain(start..) {
            match bound {
                Bound::Name(name) => {
                    self.bindings.remove(&name);
                }
                Bound::Sort(name) => {
                    self.sorts.remove(&name);
                }
            }
        }
        true
    }

    /// Returns the binding of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Binding> {
        self.bindings.get(name)
    }

    /// Iterates over all bindings in the order in which they were made.
    pub fn bindings(&self) -> impl Iterator<Item = (&str, &Binding)> {
        self.trail.iter().filter_map(|bound| match bound {
            Bound::Name(name) => Some((name.as_str(), self.bindings.get(name)?)),
            Bound::Sort(_) => None,
        })
    }

    /// Returns whether a name is unbound.
    #[must_use]
    pub fn is_free(&self, name: &str) -> bool {
        !is_reserved(name) && !self.bindings.contains_key(name)
    }

    /// Binds a name; returns `false` if it is bound already.
    pub fn bind(&mut self, name: &str, binding: Binding) -> bool {
        if !self.is_free(name) {
            return false;
        }
        self.bindings.insert(name.to_owned(), binding);
        self.trail.push(Bound::Name(name.to_owned()));
        true
    }

    /// Declares a constant in the store; returns `None` if the name is bound already.
    pub fn declare(&mut self, terms: &mut Terms, name: &str, sort: Sort) -> Option<Term> {
        if !self.is_free(name) {
            return None;
        }
        let symbol = terms.symbol(name, sort);
        self.bind(name, Binding::Symbol(symbol));
        Some(symbol)
    }

    pub(super) fn sort(&self, name: &str) -> Option<&SortMacro> {
        self.sorts.get(name)
    }

    /// Binds the name of a sort; returns `false` if it is bound already.
    pub(super) fn bind_sort(&mut self, name: &str, sort: SortMacro) -> bool {
        if is_reserved(name) || self.sorts.contains_key(name) {
            return false;
        }
        self.sorts.insert(name.to_owned(), sort);
        self.trail.push(Bound::Sort(name.to_owned()));
        true
    }

    /// Returns the length of the trail, for `forget_after`.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Removes the bindings made since a mark.
    pub(super) fn forget_after(&mut self, mark: usize) {
        self.scopes.push(mark);
        self.pop();
    }
}

fn unquoted(name: &str) -> String {
    name.trim_matches('|').to_owned()
}
