//! A state on its way to another machine, or to a file: the decisions that lead to it.
//!
//! Machines share no terms and no memory. Whoever takes a state over runs the program again from its
//! start, takes the same decisions without asking a solver, and stops before the instruction at which the
//! state stood. What was looked at on the way is not looked at again.
//!
//! That the path is the same one is checked, not believed: it must use up the decisions and come to that
//! very instruction, after as many steps and within as many calls. If it does not, something was missed, and
//! whoever repeats it has to say so.
//!
//! States that were merged are not handed over. Their terms have conditions in them, and these are put
//! together in another way when a path is repeated: what is decided then may differ. So there is no merging
//! where states are handed over (`Pool::may_merge`).

use std::collections::VecDeque;
use std::fmt;

use memory::{Memory, Site};

use crate::end::End;
use crate::machine::Machine;
use crate::path::{Decision, Decisions, parse_decisions};
use crate::state::State;
use crate::trail::Trail;

/// A place in the course of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Instructions before the current block.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
    /// The instruction that comes next.
    pub site: Site,
}

/// What leads to a state. Decisions are kept as text, in which most of them are one byte: there may
/// be very many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handover {
    /// The decisions that were taken.
    taken: Box<str>,
    /// Those that are to be taken next, without asking.
    ahead: Box<str>,
    /// Where it stands; `None` is the start of the program.
    stand: Option<Stand>,
}

/// Why a path was not repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRepeated {
    /// Somebody asked for a pause, or to give up.
    Stopped,
    /// It went another way.
    Strayed,
}

impl Handover {
    /// The start of the program.
    #[must_use]
    pub fn start() -> Handover {
        Handover { taken: "".into(), ahead: "".into(), stand: None }
    }

    /// What leads to a state that took some decisions, has others ahead, and stands somewhere.
    pub(crate) fn new(
        taken: &Trail<Decision>,
        ahead: &VecDeque<Decision>,
        stand: Stand,
    ) -> Handover {
        let taken: Vec<Decision> = taken.items().into_iter().cloned().collect();
        let ahead: Vec<Decision> = ahead.iter().cloned().collect();
        let text = |decisions: &[Decision]| Decisions(decisions).to_string().into();
        Handover { taken: text(&taken), ahead: text(&ahead), stand: Some(stand) }
    }

    /// Reads what `Display` writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Handover> {
        let decisions = |word: &str| -> Option<Box<str>> {
            let word = if word == "-" { "" } else { word };
            parse_decisions(word).map(|_| word.into())
        };
        let mut words = text.split(' ');
        let stand = match words.next()? {
            "start" => None,
            steps => Some(Stand {
                steps: steps.parse().ok()?,
                depth: words.next()?.parse().ok()?,
                site: Site(words.next()?.parse().ok()?),
            }),
        };
        let handover =
            Handover { stand, taken: decisions(words.next()?)?, ahead: decisions(words.next()?)? };
        words.next().is_none().then_some(handover)
    }
}

/// One line: where it stands, the decisions, and those ahead.
impl fmt::Display for Handover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stand {
            None => write!(f, "start")?,
            Some(Stand { steps, depth, site }) => write!(f, "{steps} {depth} {}", site.0)?,
        }
        for decisions in [&self.taken, &self.ahead] {
            write!(f, " {}", if decisions.is_empty() { "-" } else { decisions })?;
        }
        Ok(())
    }
}

impl<M: Memory> Machine<'_, M> {
    /// What leads to a state that waits.
    pub(crate) fn handover(&self, state: &State<M>) -> Handover {
        Handover::new(&state.path.decisions, &state.path.ahead, self.stand(state))
    }

    /// The state that a handover leads to.
    pub(crate) fn repeat(
        &mut self,
        first: &State<M>,
        handover: &Handover,
    ) -> Result<State<M>, NotRepeated> {
        let Some(stand) = handover.stand else { return Ok(first.clone()) };
        let decisions = |text: &str| parse_decisions(text).ok_or(NotRepeated::Strayed);
        let mut state = first.clone();
        // What the first state decided is part of it.
        let taken = decisions(&handover.taken)?.into_iter();
        state.path.ahead = taken.skip(first.path.decisions.len()).collect();
        // What happens on the way was noted before.
        let outcome = std::mem::take(&mut self.outcome);
        (self.until, self.turn_ends, self.forks_left) = (Some(stand), u64::MAX, u64::MAX);
        let end = self.run(&mut state);
        self.until = None;
        self.outcome = outcome;
        let forks = std::mem::take(&mut self.forks);
        match end {
            End::Paused if self.stand(&state) == stand => {}
            End::Paused | End::Interrupted => return Err(NotRepeated::Stopped),
            _ => return Err(NotRepeated::Strayed),
        }
        if !state.path.ahead.is_empty() || !forks.is_empty() {
            return Err(NotRepeated::Strayed);
        }
        state.path.ahead = decisions(&handover.ahead)?.into();
        self.handovers += 1;
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handovers_read_back_what_they_write() {
        let stand = Some(Stand { steps: 17, depth: 2, site: Site(5) });
        let all = [
            Handover::start(),
            Handover { taken: "01[7]".into(), ahead: "1".into(), stand },
            Handover { taken: "".into(), ahead: "".into(), stand },
        ];
        for handover in all {
            assert_eq!(Handover::parse(&handover.to_string()), Some(handover));
        }
        for wrong in ["", "start", "start -", "1 2 3 01 0 0", "1 2 3 x 0", "1 -2 3 - -"] {
            assert_eq!(Handover::parse(wrong), None, "{wrong}");
        }
    }
}
