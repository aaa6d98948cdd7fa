//! The steps of one path: what a reader, a code flow or a witness is made of.

use ir::diagnostic::SourceLoc;

/// A step of a path.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of calls around it.
    pub depth: usize,
    /// The statement that it belongs to.
    pub location: Option<SourceLoc>,
    /// What happens.
    pub event: Event,
}

/// What happens in a step. Values are text, in the notation of their type.
#[derive(Clone, Debug)]
pub enum Event {
    /// A statement begins, at the place of the step.
    Statement {
        /// The line of the source.
        text: String,
    },
    /// A variable or a place in memory gets a value.
    Assignment {
        /// Its name, or an expression for it.
        name: String,
        /// The value.
        value: String,
    },
    /// Bytes are copied.
    Copy {
        /// The address of the target.
        to: String,
        /// The address of the source.
        from: String,
        /// The number of bytes.
        bytes: String,
    },
    /// Bytes are set.
    Fill {
        /// The address.
        to: String,
        /// The value of each byte.
        byte: String,
        /// The number of bytes.
        bytes: String,
    },
    /// A condition is decided.
    Decision {
        /// The condition.
        condition: String,
        /// Whether it holds on this path.
        holds: bool,
        /// Whether the other outcome is feasible, too; `None` if the solver does not know.
        choice: Option<bool>,
        /// The library function that decides.
        within: Option<String>,
    },
    /// A summarised loop is left.
    Iterations {
        /// The symbol for the number of iterations.
        number: String,
    },
    /// A function of the program is called.
    Call {
        /// Its name.
        function: String,
        /// The names of its parameters, which may be empty, and their values.
        arguments: Vec<(String, String)>,
    },
    /// A function of the program returns.
    Return {
        /// Its name.
        function: String,
        /// The value, if it returns one.
        value: Option<String>,
    },
    /// A library function is called.
    Library {
        /// Its name, where it is known.
        function: Option<String>,
        /// The arguments.
        arguments: Vec<String>,
        /// The result; `None` if there is none, or if it did not return.
        result: Option<String>,
    },
    /// The program is given an input.
    Input {
        /// Its name.
        name: String,
        /// The symbols for its parts.
        symbols: Vec<String>,
    },
    /// A violation.
    Finding {
        /// The kind.
        kind: String,
        /// One line for a reader.
        message: String,
        /// The innermost place of the program itself.
        location: Option<SourceLoc>,
    },
    /// The decisions that were given are used up.
    DecisionsEnd {
        /// The condition that would be decided next.
        condition: String,
    },
    /// The path ends.
    End {
        /// How.
        how: String,
    },
    /// The symbolic heap, as a formula of separation logic.
    Heap {
        /// The conjuncts of the pure part.
        pure: Vec<String>,
        /// The cells of the stack.
        stack: Vec<String>,
        /// The cells of the heap.
        heap: Vec<String>,
    },
}

impl Event {
    /// Returns whether the event stands for itself, and is not a part of a statement.
    #[must_use]
    pub fn is_heading(&self) -> bool {
        matches!(self, Event::Statement { .. } | Event::Call { .. })
    }
}
