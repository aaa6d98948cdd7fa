//! A path: its decisions, the path condition, and a witness.
//!
//! A path whose decisions are given is replayed without a query. Forks rely on this to start over at their
//! instruction, findings to be replayed, and work items to go to another worker. This file knows terms and
//! models; it does not know programs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use term::diagram::{Diagram, Diagrams};
use term::{Evaluator, Model, Op, Sort, Term, TermSet, Terms, Value as Concrete};

use crate::state::path_index::{MAX_PARTS, Mentions, PathIndex, TermIndex};
use crate::state::trail::Trail;

/// The largest diagram of cases that a path keeps; beyond it, a path keeps a weaker diagram.
const MAX_CASES: usize = 2048;

/// A decision of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// Whether a condition holds.
    Holds(bool),
    /// A concrete value to be tried, where a term must be concrete.
    Try(u64),
    /// A loop is summarised, after this number of instructions.
    Summary(u64),
}

/// Decisions as text: `0` and `1`, values in brackets, `{..}` for a loop summary after a number of instructions.
pub struct Decisions<'a>(pub &'a [Decision]);

impl fmt::Display for Decisions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|decision| match decision {
            Decision::Holds(holds) => write!(f, "{}", u8::from(*holds)),
            Decision::Try(number) => write!(f, "[{number}]"),
            Decision::Summary(steps) => write!(f, "{{{steps}}}"),
        })
    }
}

/// Parses the text that `Decisions` writes.
#[must_use]
pub fn parse_decisions(text: &str) -> Option<Vec<Decision>> {
    let mut decisions = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut after = &rest[first.len_utf8()..];
        match first {
            '0' | '1' => decisions.push(Decision::Holds(first == '1')),
            '[' => {
                let (number, behind) = after.split_once(']')?;
                decisions.push(Decision::Try(number.parse().ok()?));
                after = behind;
            }
            '{' => {
                let (steps, behind) = after.split_once('}')?;
                decisions.push(Decision::Summary(steps.parse().ok()?));
                after = behind;
            }
            _ => return None,
        }
        rest = after;
    }
    Some(decisions)
}

/// A model of a path condition: an input that takes the path, with a cache of the values of terms.
pub struct Witness {
    /// The values of the symbols.
    pub model: Rc<Model>,
    /// The values of terms that were evaluated under the model.
    pub(crate) values: RefCell<Evaluator>,
}

impl Witness {
    /// Creates a witness from a model.
    #[must_use]
    pub fn new(model: Rc<Model>) -> Rc<Witness> {
        Rc::new(Witness { model, values: RefCell::default() })
    }

    /// Returns a witness for another model, with a cache for about as many values.
    pub(crate) fn like(&self, model: Model) -> Rc<Witness> {
        let values = RefCell::new(Evaluator::like(&self.values.borrow()));
        Rc::new(Witness { model: Rc::new(model), values })
    }

    /// Returns the same witness with other values for some symbols.
    #[must_use]
    pub fn with(&self, terms: &Terms, others: &[(Term, term::Bits)]) -> Rc<Witness> {
        let mut model = (*self.model).clone();
        for (symbol, bits) in others {
            let Op::Symbol(id) = terms.op(*symbol) else { continue };
            let value = match terms.sort(*symbol) {
                Sort::Bool => Concrete::Bool(bits.low_word() == 1),
                _ => Concrete::Bits(bits.clone()),
            };
            model.set(id, value);
        }
        Witness::new(Rc::new(model))
    }

    /// Whether a condition holds under the witness.
    #[must_use]
    pub fn holds(&self, terms: &Terms, condition: Term) -> bool {
        self.values.borrow_mut().holds(terms, condition, &self.model)
    }

    /// Returns the value of a term under the witness.
    #[must_use]
    pub fn value(&self, terms: &Terms, term: Term) -> Concrete {
        self.values.borrow_mut().eval(terms, term, &self.model)
    }

    /// Returns the value of a term of at most 64 bits.
    #[must_use]
    pub fn number(&self, terms: &Terms, term: Term) -> u64 {
        match self.value(terms, term) {
            Concrete::Bool(bit) => u64::from(bit),
            Concrete::Bits(bits) => bits.low_word(),
            Concrete::Array(_) => 0,
        }
    }
}

/// An input of the program.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name: the function that returned it, or the name that the program gave.
    pub name: String,
    /// Its type in the source, or its number of bytes.
    pub ty: InputType,
    /// Its value.
    pub term: Term,
    /// The site that asked for it.
    pub site: memory::Site,
    /// The condition under which the program asked for it: true, except on merged paths.
    pub guard: Term,
}

/// The form in which an input is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputType {
    /// A scalar of a type of the source.
    Scalar(ir::TypeId),
    /// Some bytes of an object.
    Part {
        /// The offset of the first byte.
        index: u64,
        /// The number of bytes.
        bytes: u32,
        /// The number of bytes of the object.
        of: u64,
    },
    /// Some bytes that a function without a body wrote.
    Written {
        /// The offset in the object.
        index: u64,
        /// The number of bytes.
        bytes: u32,
    },
    /// A truth value that says whether something happens.
    Flag,
}

/// A path.
#[derive(Clone)]
pub struct Path {
    /// The path condition, as a conjunction.
    pub conditions: Vec<Term>,
    /// An input that takes the path; `None` if none is known.
    pub witness: Option<Rc<Witness>>,
    /// The decisions so far.
    pub decisions: Trail<Decision>,
    /// The inputs that the program has asked for, in order.
    pub inputs: Trail<Input>,
    /// The index of the path condition: known facts, and conditions by symbol.
    pub(crate) index: PathIndex,
    /// The cases of input pointers that are feasible by the path condition, where one path carries several;
    /// `None` where paths fork for them.
    pub cases: Option<Diagram>,
    /// The site at which the path became layout-dependent; `None` if it is not.
    pub layout: Option<memory::Site>,
    /// The decisions to replay next, in order and without a query.
    pub ahead: VecDeque<Decision>,
    /// Whether the decisions ahead are all of the next instruction, which starts over, and not those of a whole path.
    restarts: bool,
    /// The decisions of the current instruction; stale when the next one begins, until `enter` is called.
    here: Here,
    /// Whether the path stands for several paths that were merged: its decisions are then those of one of them.
    pub merged: bool,
    /// The concrete inputs that the path follows, if it follows any.
    pub guide: Option<Guide>,
}

/// The concrete inputs that a path follows.
#[derive(Clone)]
pub struct Guide {
    /// The values of the inputs, in order.
    pub inputs: Rc<[term::Bits]>,
    /// Whether the path forks for the layout of memory; otherwise the witness alone decides, without a query.
    pub any_layout: bool,
}

/// The decisions of an instruction whose effects are not in the state yet.
#[derive(Clone, Default)]
struct Here {
    moment: Moment,
    decisions: Vec<Decision>,
    /// The cases that were feasible before the instruction. A fork starts over with these: with fewer cases, the
    /// instruction might need fewer decisions.
    cases: Option<Diagram>,
}

/// An instance of an instruction on a path. No two instances on a path are equal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moment {
    /// The number of instructions before the current block.
    pub steps: u64,
    /// The number of the instruction.
    pub site: u32,
}

impl Default for Path {
    fn default() -> Path {
        Path {
            conditions: Vec::new(),
            witness: Some(Witness::new(Rc::new(Model::new()))),
            decisions: Trail::default(),
            inputs: Trail::default(),
            index: PathIndex::default(),
            cases: None,
            layout: None,
            ahead: VecDeque::new(),
            restarts: false,
            here: Here::default(),
            merged: false,
            guide: None,
        }
    }
}

impl Path {
    /// Returns a path that replays decisions.
    #[must_use]
    pub fn along(decisions: &[Decision]) -> Path {
        Path { ahead: decisions.iter().cloned().collect(), ..Path::default() }
    }

    /// Begins an instruction, if it is not the current one.
    pub fn enter(&mut self, moment: Moment) {
        if self.here.moment != moment {
            self.here = Here { moment, decisions: Vec::new(), cases: self.cases };
        }
    }

    /// Returns the instruction of the latest decision, or the one at which a fork starts over.
    #[must_use]
    pub fn moment(&self) -> Moment {
        self.here.moment
    }

    /// Records a decision of an instruction.
    pub fn decided(&mut self, moment: Moment, decision: Decision) {
        self.enter(moment);
        self.here.decisions.push(decision.clone());
        self.decisions.push(decision);
    }

    /// Records a decision that belongs to no instruction.
    pub fn noted(&mut self, decision: Decision) {
        self.decisions.push(decision);
    }

    /// Whether the next decision to replay is a loop summary: then the run stops at every block.
    #[must_use]
    pub fn is_to_stop_at_a_loop(&self) -> bool {
        matches!(self.ahead.front(), Some(Decision::Summary(_)))
    }

    /// Commits the decisions of the current instruction: their effects are in the state, and a fork that starts
    /// over here does not make them again.
    pub fn keep_decisions(&mut self) {
        self.here.decisions.clear();
        self.here.cases = self.cases;
    }

    /// Returns a copy of the path that starts over at the current instruction: it replays the decisions of this
    /// instruction, and then `next`.
    #[must_use]
    pub fn start_over(&self, moment: Moment, next: &[Decision]) -> Path {
        let mut path = self.clone();
        path.enter(moment);
        let again = std::mem::take(&mut path.here.decisions);
        for _ in &again {
            path.decisions.pop();
        }
        path.cases = path.here.cases;
        path.restart(again.iter().chain(next).cloned());
        path
    }

    /// Replays decisions of the next instruction.
    pub fn restart(&mut self, decisions: impl Iterator<Item = Decision>) {
        self.ahead = decisions.collect();
        self.restarts = true;
    }

    /// Replays decisions of a whole path.
    pub fn follow(&mut self, decisions: impl Iterator<Item = Decision>) {
        self.ahead = decisions.collect();
        self.restarts = false;
    }

    /// Whether an instruction that started over, and is over, has left decisions: it was not the one that made them.
    #[must_use]
    pub fn has_strayed(&self) -> bool {
        self.restarts && !self.ahead.is_empty()
    }

    /// Whether the path is explored in all layouts of memory.
    #[must_use]
    pub fn is_in_any_layout(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.any_layout)
    }

    /// Whether the path condition contains a condition, as a whole or as a conjunct.
    #[must_use]
    pub fn knows(&self, condition: Term) -> bool {
        self.index.holds(condition)
    }

    /// Whether the path condition refutes a condition by the known parts of the condition; incomplete.
    #[must_use]
    pub fn refutes(&self, terms: &mut Terms, condition: Term) -> bool {
        let mut work = vec![condition];
        for _ in 0..MAX_PARTS {
            let Some(part) = work.pop() else { return true };
            let not = terms.not(part);
            match terms.op(part) {
                _ if self.knows(not) => {}
                Op::Or => work.extend(terms.args(part)),
                Op::And => {
                    let nots = [0, 1].map(|i| {
                        let arg = terms.arg(part, i);
                        terms.not(arg)
                    });
                    if !nots.iter().any(|&not| self.knows(not)) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// Returns the part of the path condition that shares symbols with some symbols, directly or through other
    /// conditions, and all symbols of that part.
    pub fn related(
        &self,
        terms: &Terms,
        mentions: &mut Mentions,
        symbols: &[Term],
    ) -> (Vec<Term>, TermSet) {
        self.index.related(terms, mentions, symbols)
    }

    /// Returns a term without the cases that are infeasible on this path.
    /// Implements `ST` of *Uber-lazy*.
    pub fn narrowed(&self, terms: &mut Terms, diagrams: &mut Diagrams, term: Term) -> Term {
        let Some(cases) = self.cases else { return term };
        let here = diagrams.of(terms, term, cases);
        diagrams.term(terms, here)
    }

    /// Records a condition that the path condition implies.
    pub fn learn(&mut self, terms: &mut Terms, diagrams: &mut Diagrams, condition: Term) {
        self.index.add_fact(terms, condition);
        self.leave_cases(terms, diagrams, condition);
    }

    /// Drops the cases for which a condition does not hold.
    fn leave_cases(&mut self, terms: &mut Terms, diagrams: &mut Diagrams, condition: Term) {
        let Some(cases) = self.cases else { return };
        let condition = diagrams.of(terms, condition, cases);
        let Some(fewer) = diagrams.both(cases, condition) else { return };
        if fewer != Diagram::FALSE && diagrams.size(fewer) <= MAX_CASES {
            self.cases = Some(fewer);
        }
    }

    /// Adds a condition to the path condition. The path loses its witness if that violates the condition.
    pub fn assume(&mut self, terms: &mut Terms, index: &mut TermIndex, condition: Term) {
        if condition == Term::TRUE {
            return;
        }
        if self.index.holds(condition) {
            return self.leave_cases(terms, &mut index.diagrams, condition);
        }
        let here = self.narrowed(terms, &mut index.diagrams, condition);
        self.learn(terms, &mut index.diagrams, condition);
        if here == Term::TRUE {
            return;
        }
        self.index.add_fact(terms, here);
        self.index.add_condition(here, &index.mentions.of(terms, here));
        self.conditions.push(here);
        if self.witness.as_ref().is_some_and(|witness| !witness.holds(terms, condition)) {
            self.witness = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_read_back_what_they_write() {
        let decisions = [
            Decision::Holds(true),
            Decision::Try(17),
            Decision::Holds(false),
            Decision::Summary(93),
            Decision::Try(0),
        ];
        let text = Decisions(&decisions).to_string();
        assert_eq!(text, "1[17]0{93}[0]");
        assert_eq!(parse_decisions(&text).as_deref(), Some(&decisions[..]));
        assert_eq!(parse_decisions(""), Some(Vec::new()));
        for wrong in ["2", "[", "[x]", "01[4", "0 1", "(1)", "é", "{", "{x}"] {
            assert_eq!(parse_decisions(wrong), None, "{wrong}");
        }
    }
}
