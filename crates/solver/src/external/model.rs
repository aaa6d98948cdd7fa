//! Reading a model from the values that a solver gives to terms.
//!
//! Symbols are asked for directly. A function is known at the arguments of its applications in the
//! query: both the arguments and the application are asked for.

use term::smtlib::{Chunk, Environment, Sexp, Tape, observed_name, read_term};
use term::visit::post_order;
use term::{Model, Op, Term, TermMap, TermSet, Terms, Value, eval};

/// The terms whose values make up the model of a query.
pub(super) struct Wanted {
    /// Symbols, applications and arguments of these, each once, without constants.
    pub asked: Vec<Term>,
    applications: Vec<Term>,
}

impl Wanted {
    /// What to ask about a query.
    pub fn of(terms: &Terms, assumptions: &[Term]) -> Wanted {
        let mut wanted = Wanted { asked: Vec::new(), applications: Vec::new() };
        let mut seen = TermSet::default();
        let mut ask = |asked: &mut Vec<Term>, term: Term| {
            if !is_known(terms, term) && seen.insert(term) {
                asked.push(term);
            }
        };
        for term in post_order(terms, assumptions) {
            match terms.op(term) {
                Op::Symbol(_) => ask(&mut wanted.asked, term),
                Op::Apply(..) => {
                    wanted.applications.push(term);
                    terms.args(term).iter().for_each(|&arg| ask(&mut wanted.asked, arg));
                    ask(&mut wanted.asked, term);
                }
                _ => {}
            }
        }
        wanted
    }

    /// The command that asks, if there is anything to ask.
    pub fn request(&self, terms: &Terms) -> Option<String> {
        let name = |(i, &term): (usize, &Term)| observed_name(terms, term, i);
        let names: Vec<String> = self.asked.iter().enumerate().map(name).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// The model, or what cannot be read.
    pub fn read(&self, terms: &Terms, answer: Option<Chunk>) -> Result<Model, String> {
        let values = self.read_values(terms, answer.as_ref())?;
        let mut model = Model::new();
        for &term in &self.asked {
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

    /// The value of each term that was asked for.
    fn read_values(&self, terms: &Terms, answer: Option<&Chunk>) -> Result<TermMap<Value>, String> {
        let mut values = TermMap::default();
        let Some(chunk) = answer else { return Ok(values) };
        let tape = Tape::parse(&chunk.text, chunk.origin).map_err(|error| error.to_string())?;
        let tape = tape.ok_or("there are no values")?;
        let pairs: Vec<Sexp<'_>> = tape.root().items().collect();
        if pairs.len() != self.asked.len() {
            return Err(format!("{} values for {} terms", pairs.len(), self.asked.len()));
        }
        // Values are terms, too, but those of the query's store should not grow by them.
        let mut scratch = Terms::without_rewriting();
        for (pair, &term) in pairs.into_iter().zip(&self.asked) {
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

/// Whether a term needs no model to have a value.
fn is_known(terms: &Terms, term: Term) -> bool {
    terms.is_constant(term) || matches!(terms.op(term), Op::Base(_))
}

fn value_of(terms: &Terms, values: &TermMap<Value>, term: Term) -> Value {
    match values.get(&term) {
        Some(value) => value.clone(),
        None => eval(terms, term, &Model::new()),
    }
}
