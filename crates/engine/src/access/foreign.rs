//! Pointers that come from outside of the program: a path ends as unsupported at an access through one.

use memory::{Memory, Value};
use term::targets::targets;
use term::{Sort, Term};

use crate::findings::end::Feature;
use crate::machine::inputs::Foreign;
use crate::machine::{Machine, Step};
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// Ends the path as unsupported where a pointer is one that a function without a body returned or wrote. A null
    /// result is left to the caller.
    pub(crate) fn refuse_foreign(&mut self, state: &mut State<M>, pointer: Value) -> Step<()> {
        let Value::Term(term) = pointer else { return Ok(()) };
        if self.foreign.is_empty() {
            return Ok(());
        }
        for target in targets(&mut self.terms, term) {
            if target.block.is_some() {
                continue;
            }
            let Some(is_object) = self.is_foreign_object(target.offset) else { continue };
            let there = self.terms.and(target.guard, is_object);
            if self.decide_term(state, there)? {
                let what = "an access through a pointer that comes from outside of the program";
                return Err(self.unsupported(state, Feature::Other(what.into())));
            }
        }
        Ok(())
    }

    /// Returns the condition under which a number without an allocation is the address of an object outside of the
    /// program; `None` if no function without a body returned or wrote it.
    fn is_foreign_object(&mut self, number: Term) -> Option<Term> {
        let parts = term::visit::post_order(&self.terms, &[number]);
        let given: Vec<(Term, Foreign)> = parts
            .into_iter()
            .filter_map(|part| self.foreign.get(&part).map(|&foreign| (part, foreign)))
            .collect();
        let pointer = Sort::Bits(self.pointer);
        match given[..] {
            [] => None,
            [(result, Foreign::Result)] if self.terms.sort(result) == pointer => {
                let null = self.terms.word(self.pointer, 0);
                Some(self.terms.distinct(result, null))
            }
            _ => Some(Term::TRUE),
        }
    }
}
