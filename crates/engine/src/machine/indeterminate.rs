//! Indeterminate values: decides whether the behaviour of a program depends on uninitialised memory.
//!
//! A value *depends* on such memory if two contents of it give two values for the same inputs. That is a query:
//! the path condition for both contents, and that the values differ. That a term mentions a symbol of
//! uninitialised memory is only a necessary condition: a load after a store at a symbolic offset mentions the
//! previous content, whatever the inputs are.
//!
//! Both contents take the path so far. So the violation is the first decision at which they diverge, and the
//! assumptions that the path makes about the content afterwards are known.

use memory::{Memory, Value};
use term::visit::{post_order, substitute};
use term::{Op, Sort, Term, TermMap};

use crate::findings::end::{End, ViolationKind};
use crate::findings::property::Property;
use crate::machine::{Machine, Step};
use crate::solve::path_solver::Feasibility;
use crate::state::frames::State;
use crate::state::inputs::InputObject;

impl<M: Memory> Machine<'_, M> {
    /// Requires that an address or a length does not depend on indeterminate values, if the property
    /// `initialised` is checked.
    pub(crate) fn value_must_be_determinate(
        &mut self,
        state: &mut State<M>,
        value: Value,
    ) -> Step<()> {
        match value {
            Value::Term(term) => self.must_be_determinate(state, term),
            Value::Bits(_) | Value::Pointer { .. } => Ok(()),
        }
    }

    /// Requires that a decision, an address or a length does not depend on indeterminate values, if the property
    /// `initialised` is checked.
    pub(crate) fn must_be_determinate(&mut self, state: &mut State<M>, term: Term) -> Step<()> {
        if !self.options.properties.has(Property::Initialised)
            || self.repeats(state)
            || state.path.is_in_any_layout()
        {
            return Ok(());
        }
        let Some(differs) = self.differs_by_content(state, term) else { return Ok(()) };
        let Some(solver) = &mut self.solver else { return Ok(()) };
        match solver.feasibility(&mut self.terms, &state.path, differs) {
            Feasibility::Infeasible => Ok(()),
            Feasibility::Feasible(witness) => {
                match self.violation(state, ViolationKind::Uninitialised) {
                    End::Violation(finding) => {
                        self.report(state, *finding, differs, witness);
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
            Feasibility::Unknown(why) => {
                self.undecided(state, &why.to_string());
                Ok(())
            }
        }
    }

    /// Returns the condition under which a term has another value with another content of uninitialised memory,
    /// where that content takes the path, too; `None` if the term certainly does not depend on the content.
    fn differs_by_content(&mut self, state: &State<M>, term: Term) -> Option<Term> {
        let solver = self.solver.as_mut()?;
        let symbols = solver.index.mentions.of(&self.terms, term);
        if !symbols.iter().any(|&symbol| self.is_indeterminate(state, symbol)) {
            return None;
        }
        let not = self.terms.sort(term) == Sort::Bool;
        let not = not.then(|| self.terms.not(term));
        if [Some(term), not].into_iter().flatten().any(|it| state.path.knows(it)) {
            return None;
        }
        let solver = self.solver.as_mut()?;
        let (conditions, mentioned) =
            state.path.related(&self.terms, &mut solver.index.mentions, &symbols);
        let mut mentioned: Vec<Term> = mentioned.into_iter().collect();
        mentioned.retain(|&symbol| self.is_indeterminate(state, symbol));
        mentioned.sort_unstable();
        let renamed: TermMap<Term> =
            mentioned.into_iter().map(|symbol| (symbol, self.other_content(symbol))).collect();
        let other = substitute(&mut self.terms, term, &renamed);
        let mut differs = self.terms.distinct(term, other);
        for condition in conditions {
            let there = substitute(&mut self.terms, condition, &renamed);
            if there != condition {
                differs = self.terms.and(differs, there);
            }
        }
        (differs != Term::FALSE).then_some(differs)
    }

    /// Returns the symbol of another content for the symbol of an indeterminate value.
    fn other_content(&mut self, symbol: Term) -> Term {
        let terms = &mut self.terms;
        *self.other_contents.entry(symbol).or_insert_with(|| {
            let sort = terms.sort(symbol);
            terms.symbol("uninitialised, otherwise", sort)
        })
    }

    /// Whether a symbol stands for uninitialised memory or an uninitialised register; the initial bytes of input
    /// objects do not count.
    fn is_indeterminate(&self, state: &State<M>, symbol: Term) -> bool {
        (self.names.is_uninitialised(symbol) || self.uninitialised.contains(&symbol))
            && !self.is_input_bytes(state, symbol)
    }

    /// Whether terms mention indeterminate values.
    pub(crate) fn mentions_indeterminate(&self, state: &State<M>, terms: &[Term]) -> bool {
        let parts = post_order(&self.terms, terms);
        parts.into_iter().any(|part| {
            matches!(self.terms.op(part), Op::Symbol(_)) && self.is_indeterminate(state, part)
        })
    }

    /// Whether a symbol stands for the initial bytes of an input object.
    pub(crate) fn is_input_bytes(&self, state: &State<M>, symbol: Term) -> bool {
        let bytes_of = |object: &InputObject| self.names.known_uninitialised(object.block);
        state.inputs.objects.iter().any(|object| bytes_of(object) == Some(symbol))
    }
}
