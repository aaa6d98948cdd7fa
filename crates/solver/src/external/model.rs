//! Models of external solvers, read from the values of terms.
//!
//! A query requests the values of symbols directly. A function is determined by the applications in the query: the
//! query requests the values of their arguments and of the applications.

use term::smtlib::{Chunk, Environment, Sexp, Tape, observed_name, read_term};
use term::visit::post_order;
use term::{Model, Op, Term, TermMap, TermSet, Terms, Value, eval};

/// The terms whose values determine the model of a query.
pub(super) struct RequestedValues {
    /// Symbols, applications and their arguments, each once, except for constants.
    pub terms: Vec<Term>,
    applications: Vec<Term>,
}

impl RequestedValues {
    /// Collects the terms to request for a query.
    pub fn of(terms: &Terms, assumptions: &[Term]) -> RequestedValues {
        let mut values = RequestedValues { terms: Vec::new(), applications: Vec::new() };
        let mut seen = TermSet::default();
        let mut request = |list: &mut Vec<Term>, term: Term| {
            if !is_known(terms, term) && seen.insert(term) {
                list.push(term);
            }
        };
        for term in post_order(terms, assumptions) {
            match terms.op(term) {
                Op::Symbol(_) => request(&mut values.terms, term),
                Op::Apply(..) => {
                    values.applications.push(term);
                    terms.args(term).iter().for_each(|&arg| request(&mut values.terms, arg));
                    request(&mut values.terms, term);
                }
                _ => {}
            }
        }
        values
    }

    /// Returns the command that requests the values, if any are needed.
    pub fn request(&self, terms: &Terms) -> Option<String> {
        let name = |(i, &term): (usize, &Term)| observed_name(terms, term, i);
        let names: Vec<String> = self.terms.iter().enumerate().map(name).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// Reads the model, or returns the error.
    pub fn read(&self, terms: &Terms, answer: Option<Chunk>) -> Result<Model, String> {
        let values = self.read_values(terms, answer.as_ref())?;
        let mut model = Model::new();
        for &term in &self.terms {
            if let Op::Symbol(id) = terms.op(term) {
                model.set(id, values[&term].clone());
            }
        }
        for &term in &self.applications {
            if let Op::Apply(function, _) = terms.op(term) {
                let args = terms.args(term).iter().map(|&arg| value_of(terms, &values, arg));
                model.set_call(function, args.collect(), values[&term].clone());
            }
        }
        Ok(model)
    }

    /// Reads the value of each requested term.
    fn read_values(&self, terms: &Terms, answer: Option<&Chunk>) -> Result<TermMap<Value>, String> {
        let mut values = TermMap::default();
        let Some(chunk) = answer else { return Ok(values) };
        let tape = Tape::parse(&chunk.text, chunk.origin).map_err(|error| error.to_string())?;
        let tape = tape.ok_or("there are no values")?;
        let pairs: Vec<Sexp<'_>> = tape.root().items().collect();
        if pairs.len() != self.terms.len() {
            return Err(format!("{} values for {} terms", pairs.len(), self.terms.len()));
        }
        // Values are terms too; a separate store keeps the query's store from growing.
        let mut scratch = Terms::without_rewriting();
        for (pair, &term) in pairs.into_iter().zip(&self.terms) {
            let [_, text] = pair.exactly("`(term value)`").map_err(|error| error.to_string())?;
            let read = read_term(&mut scratch, &mut Environment::new(), &[], text);
            let read = read.map_err(|error| format!("{text}: {}", error.kind()))?.term;
            if scratch.sort(read) != terms.sort(term) {
                return Err(format!("{text} is not of sort {}", terms.sort(term)));
            }
            values.insert(term, eval(&scratch, read, &Model::new()));
        }
        Ok(values)
    }
}

/// Returns whether the value of a term does not depend on the model.
fn is_known(terms: &Terms, term: Term) -> bool {
    terms.is_constant(term) || matches!(terms.op(term), Op::Base(_))
}

fn value_of(terms: &Terms, values: &TermMap<Value>, term: Term) -> Value {
    match values.get(&term) {
        Some(value) => value.clone(),
        None => eval(terms, term, &Model::new()),
    }
}
