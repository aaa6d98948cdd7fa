//! A path: the decisions that were taken, the condition under which they are, and an input that
//! takes them.
//!
//! Given the decisions, the path is repeated without asking a solver: that is how a fork starts
//! over at the instruction where it was made, how a finding is replayed, and how work is handed
//! on. This file knows terms and answers; it does not know programs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use term::diagram::{Diagram, Diagrams};
use term::{Evaluator, Model, Op, Sort, Term, TermSet, Terms, Value as Concrete};

use crate::state::path_index::{MAX_PARTS, Mentions, PathIndex, TermIndex};
use crate::state::trail::Trail;

/// A path whose cases would take a larger diagram knows less of them.
const MAX_CASES: usize = 2048;

/// Something that was decided on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// Whether a condition holds.
    Holds(bool),
    /// A number to be tried, where a number is needed.
    Try(u64),
    /// A loop makes any number of rounds, after so many instructions.
    Rounds(u64),
}

/// Decisions as text: `0` and `1`, numbers in brackets, `{..}` for a loop after so many instructions.
pub struct Decisions<'a>(pub &'a [Decision]);

impl fmt::Display for Decisions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|decision| match decision {
            Decision::Holds(holds) => write!(f, "{}", u8::from(*holds)),
            Decision::Try(number) => write!(f, "[{number}]"),
            Decision::Rounds(steps) => write!(f, "{{{steps}}}"),
        })
    }
}

/// Reads what `Decisions` writes.
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
                decisions.push(Decision::Rounds(steps.parse().ok()?));
                after = behind;
            }
            _ => return None,
        }
        rest = after;
    }
    Some(decisions)
}

/// An input that takes a path, with the values of the terms that were asked about.
pub struct Witness {
    /// What the symbols stand for.
    pub model: Rc<Model>,
    pub(crate) values: RefCell<Evaluator>,
}

impl Witness {
    /// A witness.
    #[must_use]
    pub fn new(model: Rc<Model>) -> Rc<Witness> {
        Rc::new(Witness { model, values: RefCell::default() })
    }

    /// Another one of which about as much will be asked.
    pub(crate) fn like(&self, model: Model) -> Rc<Witness> {
        let values = RefCell::new(Evaluator::like(&self.values.borrow()));
        Rc::new(Witness { model: Rc::new(model), values })
    }

    /// The same with other values for some symbols.
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

    /// Whether a condition holds under it.
    #[must_use]
    pub fn holds(&self, terms: &Terms, condition: Term) -> bool {
        self.values.borrow_mut().holds(terms, condition, &self.model)
    }

    /// The value of a term under it.
    #[must_use]
    pub fn value(&self, terms: &Terms, term: Term) -> Concrete {
        self.values.borrow_mut().eval(terms, term, &self.model)
    }

    /// The value of a term of at most 64 bits.
    #[must_use]
    pub fn number(&self, terms: &Terms, term: Term) -> u64 {
        match self.value(terms, term) {
            Concrete::Bool(bit) => u64::from(bit),
            Concrete::Bits(bits) => bits.low_word(),
            Concrete::Array(_) => 0,
        }
    }
}

/// What the program was given.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is called: the function that gave it, or the name that the program gave.
    pub name: String,
    /// The type in the source, or the number of bytes.
    pub ty: InputType,
    /// Its value.
    pub term: Term,
    /// Where it was asked for.
    pub site: memory::Site,
    /// The condition under which it was: others than true only where paths were merged.
    pub guard: Term,
}

/// How an input is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputType {
    /// A scalar of a type of the source.
    Scalar(ir::TypeId),
    /// Some bytes of an object.
    Part {
        /// Where they begin.
        index: u64,
        /// How many they are.
        bytes: u32,
        /// How many the object has.
        of: u64,
    },
    /// Some bytes that a function without a body wrote.
    Written {
        /// Where in the object.
        index: u64,
        /// How many they are.
        bytes: u32,
    },
    /// Whether something happens.
    Flag,
}

/// A path.
#[derive(Clone)]
pub struct Path {
    /// What must hold for an input to take it, as a conjunction.
    pub conditions: Vec<Term>,
    /// An input that takes it; `None` if none is at hand.
    pub witness: Option<Rc<Witness>>,
    /// What was decided.
    pub decisions: Trail<Decision>,
    /// What the program was given, in order.
    pub inputs: Trail<Input>,
    /// What the conditions say, and which of them belong together.
    pub(crate) index: PathIndex,
    /// What the conditions say of the cases that pointers of the input make, where these are not told apart by
    /// paths; `None` if they are.
    pub cases: Option<Diagram>,
    /// Where it first depended on the addresses of blocks.
    pub layout: Option<memory::Site>,
    /// What is to be decided next, without asking.
    pub ahead: VecDeque<Decision>,
    /// What was decided in the current instruction.
    here: Here,
    /// Whether it stands for several that were merged: the decisions are then those of one of them.
    pub merged: bool,
    /// What the program is given, where the path is to follow that.
    pub guide: Option<Guide>,
}

/// One input that a path follows, and no other.
#[derive(Clone)]
pub struct Guide {
    /// What the program is given, in order.
    pub inputs: Rc<[term::Bits]>,
    /// Whether the path forks for where blocks lie; otherwise the witness decides, and nobody is asked.
    pub any_layout: bool,
}

/// What was decided in an instruction, and cannot be seen in the state yet.
#[derive(Clone, Default)]
struct Here {
    moment: Moment,
    decisions: Vec<Decision>,
    /// The cases that were left before. Whoever starts over finds these again: with fewer, there might be less to decide.
    cases: Option<Diagram>,
}

/// An instruction in the course of a path, told apart from all others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moment {
    /// Instructions before the current block.
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
            here: Here::default(),
            merged: false,
            guide: None,
        }
    }
}

impl Path {
    /// A path that begins with decisions already taken.
    #[must_use]
    pub fn along(decisions: &[Decision]) -> Path {
        Path { ahead: decisions.iter().cloned().collect(), ..Path::default() }
    }

    /// An instruction begins, if it is not the current one.
    pub fn enter(&mut self, moment: Moment) {
        if self.here.moment != moment {
            self.here = Here { moment, decisions: Vec::new(), cases: self.cases };
        }
    }

    /// The instruction in which the latest decision was made, or at which a fork starts over.
    #[must_use]
    pub fn moment(&self) -> Moment {
        self.here.moment
    }

    /// Notes a decision.
    pub fn decided(&mut self, moment: Moment, decision: Decision) {
        self.enter(moment);
        self.here.decisions.push(decision.clone());
        self.decisions.push(decision);
    }

    /// Notes a decision that is no instruction's.
    pub fn noted(&mut self, decision: Decision) {
        self.decisions.push(decision);
    }

    /// Whether the next thing that is given beforehand is about a loop: then all blocks are looked at.
    #[must_use]
    pub fn is_to_stop_at_a_loop(&self) -> bool {
        matches!(self.ahead.front(), Some(Decision::Rounds(_)))
    }

    /// What was decided in the current instruction so far was put into the state: whoever starts over here
    /// does not decide it again.
    pub fn keep_decisions(&mut self) {
        self.here.decisions.clear();
        self.here.cases = self.cases;
    }

    /// A copy of this path that starts over at the current instruction: it takes the decisions of
    /// this instruction again, and then those that come `next`.
    #[must_use]
    pub fn start_over(&self, moment: Moment, next: &[Decision]) -> Path {
        let mut path = self.clone();
        path.enter(moment);
        let again = std::mem::take(&mut path.here.decisions);
        for _ in &again {
            path.decisions.pop();
        }
        path.cases = path.here.cases;
        path.ahead = again.iter().chain(next).cloned().collect();
        path
    }

    /// Whether it is looked at wherever blocks lie.
    #[must_use]
    pub fn is_in_any_layout(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.any_layout)
    }

    /// Whether a condition is known to hold.
    #[must_use]
    pub fn knows(&self, condition: Term) -> bool {
        self.index.holds(condition)
    }

    /// Whether a condition cannot hold because its parts are known not to.
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

    /// The conditions that have to do with some symbols, and all symbols of these.
    pub fn related(
        &self,
        terms: &Terms,
        mentions: &mut Mentions,
        symbols: &[Term],
    ) -> (Vec<Term>, TermSet) {
        self.index.related(terms, mentions, symbols)
    }

    /// What a term is on this path: without cases that do not occur on it.
    /// Implements `ST` of *Uber-lazy*.
    pub fn narrowed(&self, terms: &mut Terms, diagrams: &mut Diagrams, term: Term) -> Term {
        let Some(cases) = self.cases else { return term };
        let here = diagrams.of(terms, term, cases);
        diagrams.term(terms, here)
    }

    /// A condition holds on this path by what was assumed before.
    pub fn learn(&mut self, terms: &mut Terms, diagrams: &mut Diagrams, condition: Term) {
        self.index.add_fact(terms, condition);
        self.leave_cases(terms, diagrams, condition);
    }

    /// Cases for which a condition does not hold do not occur.
    fn leave_cases(&mut self, terms: &mut Terms, diagrams: &mut Diagrams, condition: Term) {
        let Some(cases) = self.cases else { return };
        let condition = diagrams.of(terms, condition, cases);
        let Some(fewer) = diagrams.both(cases, condition) else { return };
        if fewer != Diagram::FALSE && diagrams.size(fewer) <= MAX_CASES {
            self.cases = Some(fewer);
        }
    }

    /// A condition holds from here on.
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
            Decision::Rounds(93),
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
