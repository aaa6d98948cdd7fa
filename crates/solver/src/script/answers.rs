//! Commands that inspect the last answer.

use std::collections::HashSet;
use std::fmt::Write;
use std::rc::Rc;

use term::smtlib::{Binding, Error, ErrorKind, Sexp, quote, read_term};
use term::{Evaluator, FunctionId, Model, Term, Terms, Value, eval};

use super::{Mode, Script};

impl Script {
    pub(super) fn get_model(
        &self,
        terms: &Terms,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(get-model)`")?;
        let model = self.model(command)?;
        let mut text = String::from("(\n");
        for (name, binding) in self.environment.bindings() {
            match binding {
                Binding::Symbol(symbol) => {
                    let (sort, value) = (terms.sort(*symbol), eval(terms, *symbol, &model));
                    line(&mut text, format_args!("{} () {sort} {value}", quote(name)));
                }
                Binding::Function(id) => {
                    line(&mut text, format_args!("{}", function(terms, name, *id, &model)));
                }
                Binding::Term(_) | Binding::Macro(_) => {}
            }
        }
        text.push(')');
        Ok(Some(text))
    }

    pub(super) fn get_value(
        &mut self,
        terms: &mut Terms,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        let [_, list] = command.exactly("`(get-value (term ...))`")?;
        if list.items().next().is_none() {
            return Err(list.expected("a list of terms"));
        }
        let model = self.model(command)?;
        let mut evaluator = Evaluator::default();
        let mut pairs = Vec::new();
        for text in list.items() {
            let term = read_term(terms, &mut self.environment, &[], text)?.term;
            let value = evaluator.eval(terms, term, &model);
            pairs.push(format!("({} {value})", text.text()));
        }
        Ok(Some(format!("({})", pairs.join("\n "))))
    }

    pub(super) fn get_assertions(&self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(get-assertions)`")?;
        if !self.options.produce_assertions() {
            let what = "`get-assertions` needs `(set-option :produce-assertions true)`";
            return Err(command.error(ErrorKind::Command(what.into())));
        }
        let texts = self.assertions.iter().filter_map(|assertion| assertion.text.as_deref());
        Ok(Some(format!("({})", texts.collect::<Vec<_>>().join("\n "))))
    }

    pub(super) fn get_unsat_assumptions(&self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(get-unsat-assumptions)`")?;
        let Mode::Unsat { core, assumed: Some(assumed) } = &self.mode else {
            let what = "`get-unsat-assumptions` comes after a `check-sat-assuming` that \
                        answered unsat";
            return Err(command.error(ErrorKind::Command(what.into())));
        };
        let core: HashSet<Term> = core.iter().copied().collect();
        let texts = assumed.iter().filter(|(term, _)| core.contains(term));
        let texts: Vec<&str> = texts.map(|(_, text)| text.as_str()).collect();
        Ok(Some(format!("({})", texts.join(" "))))
    }

    pub(super) fn get_unsat_core(&self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(get-unsat-core)`")?;
        let Mode::Unsat { core, .. } = &self.mode else {
            let what = "`get-unsat-core` comes after a `check-sat` that answered unsat";
            return Err(command.error(ErrorKind::Command(what.into())));
        };
        let core: HashSet<Term> = core.iter().copied().collect();
        let used = self.assertions.iter().filter(|assertion| core.contains(&assertion.term));
        let names: Vec<_> = used.filter_map(|it| it.name.as_deref()).map(quote).collect();
        Ok(Some(format!("({})", names.join(" "))))
    }

    fn model(&self, command: Sexp<'_>) -> Result<Rc<Model>, Error> {
        match &self.mode {
            Mode::Sat(model) => Ok(Rc::clone(model)),
            _ => {
                let name = command.items().next().map_or("", Sexp::text);
                let what = format!("`{name}` comes after a `check-sat` that answered sat");
                Err(command.error(ErrorKind::Command(what)))
            }
        }
    }
}

fn line(text: &mut String, definition: std::fmt::Arguments<'_>) {
    writeln!(text, "  (define-fun {definition})").expect("a string can be written to");
}

/// Prints the signature of a function, and its table as nested `ite`s.
fn function(terms: &Terms, name: &str, id: FunctionId, model: &Model) -> String {
    let function = terms.function_info(id);
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .enumerate()
        .map(|(i, sort)| format!("({} {sort})", parameter(i)))
        .collect();
    let mut text = format!("{} ({}) {} ", quote(name), parameters.join(" "), function.result);
    let table = model.functions().find(|&(other, _)| other == id).map(|(_, table)| table);
    let entries = table.into_iter().flatten();
    for (args, value) in entries.clone() {
        text.push_str("(ite ");
        text.push_str(&condition(args));
        let _ = write!(text, " {value} ");
    }
    text.push_str(&Value::zero(function.result).to_string());
    text.extend(entries.map(|_| ')'));
    text
}

fn condition(args: &[Value]) -> String {
    let equal = |(i, value)| format!("(= {} {value})", parameter(i));
    let equalities: Vec<String> = args.iter().enumerate().map(equal).collect();
    match equalities.as_slice() {
        [one] => one.clone(),
        all => format!("(and {})", all.join(" ")),
    }
}

/// Returns the name of a parameter in a printed model.
fn parameter(i: usize) -> String {
    format!("x{}", i + 1)
}
