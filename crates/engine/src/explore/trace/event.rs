//! The events of a trace, and their watchers.

use ir::{FuncId, Position, Ty, TypeId};
use memory::{Memory, Value};
use term::{AllocId, Term, Terms};

use crate::explore::trace::owner::{self, Owner};
use crate::findings::end::{End, Violation};
use crate::program::origin::Program;
use crate::state::frames::State;
use crate::state::path::Input;

/// A value and its type.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// The value; `None` if it was never set.
    pub value: Option<Value>,
    /// The type of the register that holds it.
    pub ty: Ty,
    /// The type in the source, where it is known.
    pub source: Option<TypeId>,
}

/// An event on a path.
#[derive(Clone, Debug)]
pub enum Event {
    /// A statement of the program begins.
    Statement(Position, FuncId),
    /// A variable has another value than before the statement.
    Variable(String, Typed),
    /// A value was written through a pointer.
    Written(Value, Typed),
    /// Bytes were copied: destination, source, length.
    Copied([Value; 3]),
    /// Bytes were set: destination, value, length.
    Filled([Value; 3]),
    /// A condition was decided.
    Decided {
        /// The condition.
        condition: Term,
        /// Whether it holds on this path.
        holds: bool,
        /// Whether its negation was feasible; `None` if the solver returned unknown.
        choice: Option<bool>,
        /// The library function that contains the decision.
        within: Option<FuncId>,
    },
    /// A loop was summarised: the symbol for the number of iterations.
    Summary(Term),
    /// A function of the program is entered.
    Called(FuncId, Vec<Typed>),
    /// A function of the program returns.
    Returned(FuncId, Option<Typed>),
    /// A library function was called; it has no result if it did not return.
    Library {
        /// The function, where it is known.
        function: Option<FuncId>,
        /// The arguments.
        arguments: Vec<Typed>,
        /// The result.
        result: Option<Typed>,
    },
    /// The program read inputs: parts of one input.
    Given(Vec<Input>),
    /// A violation.
    Violation(Box<Violation>),
    /// The given decisions are used up; this condition would be decided next.
    DecisionsEnd(Term),
    /// The decisions contradict each other, or the program.
    Impossible,
    /// The path ends.
    Ended(End),
}

/// The state of the path at an event.
pub struct View<'a, M> {
    /// The program.
    pub program: Program<'a>,
    /// The terms.
    pub terms: &'a Terms,
    pub(super) state: &'a State<M>,
}

impl<M: Memory> View<'_, M> {
    /// Returns the memory.
    #[must_use]
    pub fn memory(&self) -> &M {
        &self.state.memory
    }

    /// Returns the path condition, as a conjunction.
    #[must_use]
    pub fn conditions(&self) -> &[Term] {
        &self.state.path.conditions
    }

    /// Returns the owner of an allocation.
    #[must_use]
    pub fn owner(&self, block: AllocId) -> Owner {
        owner::owner(self.program, self.state, block)
    }
}

/// A receiver of events.
pub trait Watcher<M> {
    /// Receives an event in a call at a depth, counted in calls of the program.
    fn see(&mut self, view: &View<'_, M>, depth: usize, event: &Event);

    /// Returns whether the receiver is gone, so that the trace can be cancelled.
    fn gone(&self) -> bool {
        false
    }
}

/// The watcher that ignores all events.
impl<M> Watcher<M> for () {
    fn see(&mut self, _: &View<'_, M>, _: usize, _: &Event) {}
}
