//! A work item: a state for another machine or for a file, as the decisions that lead to it.
//!
//! Machines share no terms and no memory. A worker that takes an item replays the path from the start of
//! the program, or from a waypoint (`waypoints.rs`), takes the same decisions without queries, and stops
//! before the instruction at which the state was. Violations on the path are not reported again.
//!
//! A witness of the path may accompany the item, so that none has to be computed. It is not trusted: it
//! counts if it satisfies the whole path condition.
//!
//! That a replay follows the same path is verified, not assumed: it must use up the decisions and arrive at
//! the same instruction, after as many steps and within as many calls. If it does not, the replay follows the
//! inputs of the witness that the work item has. If that fails, too, states were missed, and the worker must
//! report that.
//!
//! Merged states do not become work items. Their terms contain the conditions of both states, which a
//! replay combines in another way, so that its decisions may differ. So merging is off where states are
//! exchanged (`Pool::may_merge`). Checkpoints rely on the text form.

use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use memory::{Memory, Site};
use term::{Bits, Term, TermSet};

use crate::explore::Explorer;
use crate::explore::run::Halt;
use crate::findings::end::End;
use crate::findings::outcome::Outcome;
use crate::parallel::waypoints::Waypoints;
use crate::state::frames::{ExecutionPoint, State};
use crate::state::path::{Decision, Decisions, Input, Path, Witness, parse_decisions};
use crate::state::trail::Trail;

/// The limit on the parts of a witness: a larger one takes more room than the query for a new one takes
/// time.
const MAX_INPUTS: usize = 1024;

/// A state as the decisions that lead to it. They are kept as text, in which most decisions take one byte:
/// there may be very many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkItem {
    /// The decisions that were taken.
    taken: Box<str>,
    /// The decisions that are to be taken next, without queries.
    ahead: Box<str>,
    /// The execution point; `None` is the start of the program.
    point: Option<ExecutionPoint>,
    /// The values of the inputs under a witness of the path, in order; empty if there is none. A file
    /// contains none.
    given: Box<[Bits]>,
}

/// Reasons why a replay failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayFailure {
    /// The replay was paused or cancelled.
    Stopped,
    /// The replay left the recorded path.
    Strayed,
}

impl WorkItem {
    /// Returns the start of the program.
    #[must_use]
    pub fn start() -> WorkItem {
        WorkItem { taken: "".into(), ahead: "".into(), point: None, given: Box::default() }
    }

    /// Returns the work item of a state with its decisions taken and ahead, and its execution point.
    pub(crate) fn new(
        taken: &Trail<Decision>,
        ahead: &VecDeque<Decision>,
        point: ExecutionPoint,
    ) -> WorkItem {
        let taken: Vec<Decision> = taken.items().into_iter().cloned().collect();
        let ahead: Vec<Decision> = ahead.iter().cloned().collect();
        let text = |decisions: &[Decision]| Decisions(decisions).to_string().into();
        let (taken, ahead) = (text(&taken), text(&ahead));
        WorkItem { taken, ahead, point: Some(point), given: Box::default() }
    }

    /// Returns the decisions that were taken, in a form whose order places paths with a common prefix next
    /// to each other.
    pub(crate) fn taken(&self) -> &str {
        &self.taken
    }

    /// Parses the text form that `Display` writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<WorkItem> {
        let decisions = |word: &str| -> Option<Box<str>> {
            let word = if word == "-" { "" } else { word };
            parse_decisions(word).map(|_| word.into())
        };
        let mut words = text.split(' ');
        let point = match words.next()? {
            "start" => None,
            steps => Some(ExecutionPoint {
                steps: steps.parse().ok()?,
                depth: words.next()?.parse().ok()?,
                site: Site(words.next()?.parse().ok()?),
            }),
        };
        let (taken, ahead) = (decisions(words.next()?)?, decisions(words.next()?)?);
        let item = WorkItem { point, taken, ahead, given: Box::default() };
        words.next().is_none().then_some(item)
    }
}

/// Writes one line: the execution point, the decisions taken, and those ahead.
impl fmt::Display for WorkItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.point {
            None => write!(f, "start")?,
            Some(ExecutionPoint { steps, depth, site }) => write!(f, "{steps} {depth} {}", site.0)?,
        }
        for decisions in [&self.taken, &self.ahead] {
            write!(f, " {}", if decisions.is_empty() { "-" } else { decisions })?;
        }
        Ok(())
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns the work item of a state that waits.
    pub(crate) fn work_item(&self, state: &State<M>) -> WorkItem {
        WorkItem::new(&state.path.decisions, &state.path.ahead, self.execution_point(state))
    }

    /// Returns the work item of a state that waits, with a witness of its path.
    pub(crate) fn work_item_with_input(&self, state: &State<M>) -> WorkItem {
        let Path { witness, inputs, .. } = &state.path;
        let given = match witness {
            Some(witness) if inputs.len() <= MAX_INPUTS => {
                let given = inputs.items().into_iter().map(|it| self.machine.given(witness, it));
                given.collect()
            }
            _ => Box::default(),
        };
        WorkItem { given, ..self.work_item(state) }
    }

    /// Replays a work item; returns its state.
    ///
    /// The decisions lead to another place where the terms of this machine decide a condition that was a decision before, or the
    /// other way round: normal forms depend on the order in which a machine made its terms. Then the inputs lead the way.
    pub(crate) fn replay(
        &mut self,
        waypoints: &mut Waypoints<M>,
        item: &WorkItem,
    ) -> Result<State<M>, ReplayFailure> {
        let Some(point) = item.point else { return Ok(waypoints.first().clone()) };
        let ahead = decisions(&item.ahead)?;
        // The first run of this path has reported its violations.
        let outcome = self.replace_outcome(Outcome::default());
        (self.machine.until, self.forks_left) = (Some(point), u64::MAX);
        let mut replayed = self.replay_decisions(waypoints, item, point);
        if matches!(replayed, Err(ReplayFailure::Strayed)) {
            waypoints.forget();
            replayed = self.replay_inputs(waypoints.first(), item, point);
        }
        self.machine.until = None;
        self.replace_outcome(outcome);
        let mut state = replayed?;
        state.path.restart(ahead.into_iter());
        self.replays.states += 1;
        Ok(state)
    }

    /// Replays the decisions of a work item.
    fn replay_decisions(
        &mut self,
        waypoints: &mut Waypoints<M>,
        item: &WorkItem,
        point: ExecutionPoint,
    ) -> Result<State<M>, ReplayFailure> {
        let mut state = waypoints.nearest(decisions(&item.taken)?, point);
        let from = state.steps;
        let halt = self.go_along(waypoints, &mut state, point);
        self.arrived(&state, from, halt, point)?;
        self.accept_input(&mut state.path, &item.given)?;
        Ok(state)
    }

    /// Replays the path that the inputs of a work item take. It is the path of the work item if nothing but inputs decides
    /// anything on it: then the program has only this run.
    fn replay_inputs(
        &mut self,
        first: &State<M>,
        item: &WorkItem,
        point: ExecutionPoint,
    ) -> Result<State<M>, ReplayFailure> {
        if item.given.is_empty() {
            return Err(ReplayFailure::Strayed);
        }
        let mut state = first.clone();
        let before = state.path.inputs.items().into_iter().zip(&item.given);
        let values: Vec<_> = before.map(|(input, bits)| (input.term, bits.clone())).collect();
        let nothing = Witness::new(Rc::default());
        state.path.witness = Some(nothing.with(&self.machine.terms, &values));
        self.machine.follows = Some(item.given.iter().cloned().collect());
        let from = state.steps;
        self.turn_ends = point.steps.saturating_add(1);
        let halt = self.run(&mut state);
        self.machine.follows = None;
        self.arrived(&state, from, halt, point)?;
        let conditions = state.path.conditions.clone();
        let is_certain = conditions.into_iter().all(|it| self.is_about_inputs(&state.path, it));
        match state.path.witness {
            Some(_) if is_certain => Ok(state),
            _ => Err(ReplayFailure::Strayed),
        }
    }

    /// Checks that a replay has arrived at an execution point, by its decisions alone.
    fn arrived(
        &mut self,
        state: &State<M>,
        from: u64,
        halt: Halt,
        point: ExecutionPoint,
    ) -> Result<(), ReplayFailure> {
        self.replays.instructions += state.steps - from;
        let forks = std::mem::take(&mut self.forks);
        let is_stopped = self.machine.interrupted() || self.is_to_pause();
        match halt {
            Halt::TurnOver if self.execution_point(state) == point => {}
            Halt::TurnOver | Halt::Ended(End::Interrupted) if is_stopped => {
                return Err(ReplayFailure::Stopped);
            }
            _ => return Err(ReplayFailure::Strayed),
        }
        match state.path.ahead.is_empty() && forks.is_empty() {
            true => Ok(()),
            false => Err(ReplayFailure::Strayed),
        }
    }

    /// Runs a state up to an execution point, from waypoint to waypoint.
    fn go_along(
        &mut self,
        waypoints: &mut Waypoints<M>,
        state: &mut State<M>,
        point: ExecutionPoint,
    ) -> Halt {
        loop {
            self.turn_ends = state.steps.saturating_add(waypoints.leg(state.steps, point));
            let halt = self.run(state);
            let is_under_way = halt == Halt::TurnOver
                && state.steps <= point.steps
                && self.execution_point(state) != point
                && !self.is_to_pause();
            if !is_under_way {
                return halt;
            }
            waypoints.pass(state);
        }
    }

    /// Gives a path the witness of its work item. If that violates a condition on inputs alone, the path is another one; if
    /// it violates another condition, something undetermined decides that, and the path goes on without a witness.
    fn accept_input(&mut self, path: &mut Path, given: &[Bits]) -> Result<(), ReplayFailure> {
        let inputs = path.inputs.items();
        if given.is_empty() {
            return Ok(());
        }
        if given.len() != inputs.len() {
            return Err(ReplayFailure::Strayed);
        }
        let inputs = inputs.into_iter().map(|input: &Input| input.term);
        let values: Vec<_> = inputs.zip(given.iter().cloned()).collect();
        let witness = Witness::new(Rc::default()).with(&self.machine.terms, &values);
        let violated = |it: &&Term| !witness.holds(&self.machine.terms, **it);
        match path.conditions.iter().find(violated) {
            None => path.witness = Some(witness),
            Some(&it) if self.is_about_inputs(path, it) => return Err(ReplayFailure::Strayed),
            Some(_) => {}
        }
        Ok(())
    }

    /// Returns whether a condition mentions no symbols but inputs of a path.
    fn is_about_inputs(&mut self, path: &Path, condition: Term) -> bool {
        let Some(solver) = &mut self.machine.solver else { return false };
        let symbols = solver.index.mentions.of(&self.machine.terms, condition);
        let inputs: TermSet = path.inputs.items().into_iter().map(|input| input.term).collect();
        symbols.iter().all(|symbol| inputs.contains(symbol))
    }
}

fn decisions(text: &str) -> Result<Vec<Decision>, ReplayFailure> {
    parse_decisions(text).ok_or(ReplayFailure::Strayed)
}

#[cfg(test)]
mod tests {
    use memory::Segments;
    use std::sync::Arc;

    use super::*;
    use crate::explore::start::Start;
    use crate::findings::outcome::Cut;
    use crate::machine::Machine;
    use crate::options::{Limits, Options};
    use crate::program::host::NoHost;
    use crate::program::loaded::Loaded;
    use crate::solve::path_solver::PathSolver;

    const BRANCHES: &str = "int __VERIFIER_nondet_int(void);
        int main(void) {
            int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
            if (a <= 7) return 0;
            if (b != a) return 1;
            if (a > 900) return 2;
            return 3;
        }";

    /// Returns an explorer and the initial state of the program.
    fn started(host: &mut NoHost) -> (Explorer<'_, Segments>, State<Segments>) {
        let source = c::Source { name: "test.c", text: BRANCHES.as_bytes(), original: None };
        let compiled = c::compile(&[source], ir::DataModel::Lp64, c::Options::default());
        let module = compiled.module.expect("the program compiles");
        let limits = Limits::of_path(u64::MAX, 64);
        let mut machine = Machine::new(
            &Arc::new(Loaded::new(module)),
            Options::within(limits),
            host,
            Segments::new(64),
        );
        machine.solver = Some(PathSolver::new(solver::stack(), solver::Limits::default()));
        let start = Start { function: "main".to_owned(), ..Start::default() };
        let mut explorer = Explorer::new(machine);
        let first = explorer.first_state(&start).expect("there is a main").expect("it starts");
        (explorer, first)
    }

    #[test]
    fn an_input_counts_only_if_it_takes_the_path() {
        let (mut host, mut other) = (NoHost, NoHost);
        let (mut explorer, mut state) = started(&mut host);
        state.path.ahead = [false, false].map(Decision::Holds).into();
        explorer.run(&mut state);
        let waits = explorer.forks.pop().expect("the last decision has two answers");
        let right = explorer.work_item_with_input(&waits);
        assert_eq!(right.given.len(), 2);
        let wrong = WorkItem { given: [3, 3].map(|it| Bits::new(32, it)).into(), ..right.clone() };
        let missing = WorkItem { given: Box::default(), ..right.clone() };
        let (mut explorer, first) = started(&mut other);
        let mut waypoints = Waypoints::new(first, true);
        for (item, counts) in [(&right, true), (&missing, false)] {
            let state = explorer.replay(&mut waypoints, item).expect("it is the same path");
            assert_eq!(explorer.work_item(&state).to_string(), item.to_string());
            let inputs = state.path.inputs.items();
            let witness = state.path.witness.as_ref();
            let given = witness
                .map(|it| inputs.iter().map(|input| explorer.machine.given(it, input)).collect());
            assert_eq!(given.as_ref() == Some(&item.given), counts);
            assert!(witness.is_some() == counts, "none else is known");
        }
        let strayed = explorer.replay(&mut waypoints, &wrong).err();
        assert_eq!(strayed, Some(ReplayFailure::Strayed), "these inputs take another path");
    }

    #[test]
    fn inputs_lead_the_way_where_decisions_stray() {
        let (mut host, mut other) = (NoHost, NoHost);
        let (mut explorer, mut state) = started(&mut host);
        state.path.ahead = [false, false].map(Decision::Holds).into();
        explorer.run(&mut state);
        let waits = explorer.forks.pop().expect("the last decision has two answers");
        let right = explorer.work_item_with_input(&waits);
        let (mut explorer, first) = started(&mut other);
        let mut waypoints = Waypoints::new(first, true);
        for taken in ["", "0", "000", "1", "01", "[3]0"] {
            let strays = WorkItem { taken: taken.into(), ..right.clone() };
            let state = explorer.replay(&mut waypoints, &strays).expect("the inputs are right");
            assert_eq!(explorer.work_item_with_input(&state), right, "{taken}");
            let blind = WorkItem { given: Box::default(), ..strays };
            let failure = explorer.replay(&mut waypoints, &blind).err();
            assert_eq!(failure, Some(ReplayFailure::Strayed), "{taken}");
        }
    }

    #[test]
    fn decisions_that_an_instruction_leaves_over_are_a_cut() {
        let (mut host, mut other) = (NoHost, NoHost);
        let (mut explorer, mut state) = started(&mut host);
        state.path.ahead = [false, false].map(Decision::Holds).into();
        explorer.run(&mut state);
        let waits = explorer.forks.pop().expect("the last decision has two answers");
        let right = explorer.work_item(&waits);
        let (mut explorer, first) = started(&mut other);
        let mut waypoints = Waypoints::new(first, true);
        for (more, strays) in [("", false), ("0", true)] {
            let ahead = format!("{}{more}", right.ahead).into();
            let item = WorkItem { ahead, ..right.clone() };
            let mut state = explorer.replay(&mut waypoints, &item).expect("it is the same path");
            explorer.run(&mut state);
            assert_eq!(explorer.outcome.cuts.iter().any(|it| it.0 == Cut::Strayed), strays);
        }
    }

    #[test]
    fn work_items_read_back_what_they_write() {
        let point = Some(ExecutionPoint { steps: 17, depth: 2, site: Site(5) });
        let all = [
            WorkItem::start(),
            WorkItem { taken: "01[7]".into(), ahead: "1".into(), point, ..WorkItem::start() },
            WorkItem { point, ..WorkItem::start() },
        ];
        for item in all {
            assert_eq!(WorkItem::parse(&item.to_string()), Some(item));
        }
        for wrong in ["", "start", "start -", "1 2 3 01 0 0", "1 2 3 x 0", "1 -2 3 - -"] {
            assert_eq!(WorkItem::parse(wrong), None, "{wrong}");
        }
    }
}
