//! Commands that declare and define names.

use std::rc::Rc;

use term::smtlib::{Binding, Error, ErrorKind, Macro, Sexp, read_sort, read_term_of};
use term::{Sort, Term, Terms};

use super::Script;

impl Script {
    pub(super) fn declare_const(
        &mut self,
        terms: &mut Terms,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        let [_, name, sort] = command.exactly("`(declare-const name sort)`")?;
        let sort = read_sort(&self.environment, sort)?;
        self.declare_symbol(terms, name, sort)
    }

    pub(super) fn declare_fun(
        &mut self,
        terms: &mut Terms,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        let [_, name, parameters, result] = command.exactly("`(declare-fun name (sorts) sort)`")?;
        if !parameters.is_list() {
            return Err(parameters.expected("a list of sorts"));
        }
        if parameters.items().next().is_none() {
            let sort = read_sort(&self.environment, result)?;
            return self.declare_symbol(terms, name, sort);
        }
        let sorts = parameters
            .items()
            .map(|sort| self.function_sort(sort))
            .collect::<Result<Vec<_>, _>>()?;
        let result = self.function_sort(result)?;
        let text = self.free_name(name)?;
        let function = terms.function(text, sorts, result);
        self.bind(name, Binding::Function(function))
    }

    pub(super) fn define_fun(
        &mut self,
        terms: &mut Terms,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        let form = "`(define-fun name ((parameter sort) ...) sort term)`";
        let [_, name, parameters, sort, body] = command.exactly(form)?;
        if !parameters.is_list() {
            return Err(parameters.expected("a list of parameters with their sorts"));
        }
        let text = self.free_name(name)?;
        let sort = read_sort(&self.environment, sort)?;
        let parameters = self.read_parameters(terms, text, parameters)?;
        let environment = &mut self.environment;
        let body = read_term_of(terms, environment, &parameters, body, sort)?.term;
        if parameters.is_empty() {
            return self.bind(name, Binding::Term(body));
        }
        let parameters = parameters.into_iter().map(|(_, symbol)| symbol).collect();
        self.bind(name, Binding::Macro(Rc::new(Macro { parameters, body })))
    }

    pub(super) fn define_const(
        &mut self,
        terms: &mut Terms,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        let [_, name, sort, body] = command.exactly("`(define-const name sort term)`")?;
        self.free_name(name)?;
        let sort = read_sort(&self.environment, sort)?;
        let body = read_term_of(terms, &mut self.environment, &[], body, sort)?.term;
        self.bind(name, Binding::Term(body))
    }

    pub(super) fn define_sort(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let form = "`(define-sort name (parameters) sort)`";
        let [_, name, parameters, sort] = command.exactly(form)?;
        self.environment.define_sort(name, parameters, sort)?;
        Ok(None)
    }

    fn declare_symbol(
        &mut self,
        terms: &mut Terms,
        name: Sexp<'_>,
        sort: Sort,
    ) -> Result<Option<String>, Error> {
        let text = name.name().ok_or_else(|| name.expected("a name"))?;
        match self.environment.declare(terms, text, sort) {
            Some(_) => Ok(None),
            None => Err(name.error(ErrorKind::Redeclared(text.to_owned()))),
        }
    }

    /// Returns a name that is not bound yet.
    fn free_name<'a>(&self, name: Sexp<'a>) -> Result<&'a str, Error> {
        let text = name.name().ok_or_else(|| name.expected("a name"))?;
        match self.environment.is_free(text) {
            true => Ok(text),
            false => Err(name.error(ErrorKind::Redeclared(text.to_owned()))),
        }
    }

    fn bind(&mut self, name: Sexp<'_>, binding: Binding) -> Result<Option<String>, Error> {
        let text = self.free_name(name)?;
        self.environment.bind(text, binding);
        Ok(None)
    }

    /// Reads a sort that is allowed in the signature of a function.
    fn function_sort(&self, text: Sexp<'_>) -> Result<Sort, Error> {
        match read_sort(&self.environment, text)? {
            Sort::Array { .. } => {
                let what = "functions from or to arrays; truth values and bit-vectors are";
                Err(text.error(ErrorKind::Unsupported(what.into())))
            }
            sort => Ok(sort),
        }
    }

    /// Reads the parameters of a definition; each gets a symbol that represents the argument.
    fn read_parameters<'a>(
        &self,
        terms: &mut Terms,
        function: &str,
        list: Sexp<'a>,
    ) -> Result<Vec<(&'a str, Term)>, Error> {
        let mut parameters: Vec<(&str, Term)> = Vec::new();
        for item in list.items() {
            let [name, sort] = item.exactly("`(parameter sort)`")?;
            let text = name.name().ok_or_else(|| name.expected("the name of a parameter"))?;
            let sort = read_sort(&self.environment, sort)?;
            if parameters.iter().any(|&(other, _)| other == text) {
                return Err(name.error(ErrorKind::Redeclared(text.to_owned())));
            }
            // The name is arbitrary, but must not look like one that the script declares.
            parameters.push((text, terms.symbol(&format!("{function}/{text}"), sort)));
        }
        Ok(parameters)
    }
}
