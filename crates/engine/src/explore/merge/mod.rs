//! States that parted and meet again become one.
//!
//! Where a branch forks a state, the place is known at which all ways out of it meet (`ir::JoinPoints`).
//! The states that are under way to it are a group; one that arrives there waits. When all of a
//! group have arrived, or have ended on the way, those that wait are merged, two at a time, the ones
//! that parted last first, and go on. Groups lie within groups as blocks do in a program.
//!
//! `states` makes one state of two, `cost` says whether that pays, `alone` follows one input through
//! the program without any merging: that is how a finding of a merged state is shown.
//!
//! Merging changes no verdict: a merged state stands for exactly the inputs of its parts, each with
//! the values it had there. A group that takes too long is given up: who waits goes on, and who
//! comes later does not wait.

mod alone;
mod cells;
mod cost;
mod states;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use ir::{BlockId, Body, FuncId, JoinPoint, JoinPoints};
use memory::{Memory, Site};

use crate::explore::Explorer;
use crate::findings::property::Property;
use crate::state::frames::State;
use crate::state::joins::PendingJoin;
use crate::state::path::{Decision, Path};
use cells::Indices;
use cost::{Spot, Uses};

/// Whether states are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merge {
    /// Never.
    #[default]
    Never,
    /// Wherever they meet.
    Joins,
    /// Where it saves more than it costs.
    Auto,
}

impl Merge {
    /// All, with the names that they are chosen by.
    pub const ALL: [(&'static str, Merge); 3] =
        [("never", Merge::Never), ("joins", Merge::Joins), ("auto", Merge::Auto)];

    /// The one with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Merge> {
        Merge::ALL.iter().find(|(other, _)| *other == name).map(|&(_, merge)| merge)
    }
}

/// Groups within groups, at most.
const MAX_NESTED: usize = 32;
/// A group with more states under way than this is given up.
const MAX_MEMBERS: usize = 64;
/// So is one that takes more instructions than this, of all states together.
const MAX_INSTRUCTIONS: u64 = 1 << 18;
/// After so many groups at one place, no more are made there if none of them could be merged: waiting for each other,
/// states go on side by side, where one of them alone may have come to a finding long ago.
const FIRST_PATIENCE: u64 = 3;
/// After so many, no more are made if few of them could be merged.
const PATIENCE: u64 = 16;
/// Few are less than one in so many.
const SELDOM: u64 = 2;

/// States that parted at one branch and have not met yet.
struct Group<M> {
    /// What they have in common: the state at the branch.
    ancestor: Ancestor<M>,
    /// Where the branch stands.
    site: Site,
    /// How many states are under way or wait.
    members: usize,
    waiting: Vec<State<M>>,
    /// When it is given up, in instructions of the exploration.
    until: u64,
    given_up: bool,
}

struct Ancestor<M> {
    path: Path,
    memory: M,
}

/// How often it was tried to merge what parted at a place, and how often it could be done.
#[derive(Clone, Copy, Default)]
struct Record {
    tried: u64,
    done: u64,
}

impl Record {
    /// Whether it is not worth to try again.
    fn is_hopeless(self) -> bool {
        (self.tried >= FIRST_PATIENCE && self.done == 0)
            || (self.tried >= PATIENCE && self.done < self.tried / SELDOM)
    }
}

/// The groups of an exploration.
pub struct Merging<M> {
    /// Whether states are merged.
    pub how: Merge,
    /// How many states became part of another one.
    pub merged: u64,
    /// How many met and were left apart because of the cost.
    pub too_dear: u64,
    groups: BTreeMap<u32, Group<M>>,
    next: u32,
    /// The first group whose time may not be over.
    in_time: u32,
    /// Groups in which something has changed.
    changed: Vec<u32>,
    records: HashMap<Site, Record>,
    meetings: HashMap<FuncId, Rc<JoinPoints>>,
    /// How often what a register holds is looked at later on.
    uses: HashMap<Spot, Uses>,
    /// Variables in memory that are used as indices.
    indices: Option<Rc<Indices>>,
}

impl<M> Default for Merging<M> {
    fn default() -> Merging<M> {
        Merging {
            how: Merge::default(),
            merged: 0,
            too_dear: 0,
            groups: BTreeMap::new(),
            next: 0,
            in_time: 0,
            changed: Vec::new(),
            records: HashMap::new(),
            meetings: HashMap::new(),
            uses: HashMap::new(),
            indices: None,
        }
    }
}

impl<M> Merging<M> {
    /// NoHost waits in this group any more. That counts as one that could not be merged.
    fn give_up(&mut self, id: u32) {
        if let Some(group) = self.groups.get_mut(&id)
            && !std::mem::replace(&mut group.given_up, true)
        {
            self.records.entry(group.site).or_default().tried += 1;
            self.changed.push(id);
        }
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// A state has forked: if that was at a branch whose ways meet again, it and the others wait for each other there.
    pub(crate) fn plan_join(&mut self, state: &mut State<M>, forks: &mut [State<M>]) {
        let Some(first) = forks.first() else { return };
        let may = self.merging.how != Merge::Never
            && first.path.guide.is_none()
            && self.can_merge(first)
            && first.pending_joins.len() < MAX_NESTED;
        // The decisions of one switch belong together.
        let parted = first.path.moment();
        if !may || first.pending_joins.last().is_some_and(|meeting| meeting.parted == parted) {
            return;
        }
        let record = self.merging.records.get(&Site(parted.site)).copied().unwrap_or_default();
        if record.is_hopeless() {
            return;
        }
        if let Some(meeting) = self.group_at(first) {
            state.pending_joins.push(meeting);
            forks.iter_mut().for_each(|fork| fork.pending_joins.push(meeting));
        }
    }

    /// Whether states like this one can be merged at all.
    fn can_merge(&self, state: &State<M>) -> bool {
        // Whether a value was never written is seen by its term, and an `ite` has both.
        self.machine.log.is_none()
            && !self.loops.is_trying()
            && !state.inputs.in_use
            && !self.machine.properties.has(Property::Initialised)
            && !state.memory.needs_numbers()
    }

    /// A group for the branch before which a state stands that starts over there, with one state in it.
    fn group_at(&mut self, state: &State<M>) -> Option<PendingJoin> {
        let (depth, block, at) = self.join_location(state)?;
        let group = self.merging.next;
        self.merging.next += 1;
        let ancestor = Ancestor { path: state.path.clone(), memory: state.memory.clone() };
        let until = self.outcome.instructions + MAX_INSTRUCTIONS;
        let parted = state.path.moment();
        let site = Site(parted.site);
        let (waiting, given_up) = (Vec::new(), false);
        let new = Group { ancestor, site, members: 1, waiting, until, given_up };
        self.merging.groups.insert(group, new);
        Some(PendingJoin { group, parted, depth, block, at })
    }

    /// Where the ways out of the current block meet: calls around it, block, instruction.
    fn join_location(&mut self, state: &State<M>) -> Option<(usize, BlockId, usize)> {
        let frame = &state.frame;
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let body = module.function(frame.function).body.as_ref()?;
        let is_terminator = frame.at >= body.block(frame.block).instrs.len();
        if !is_terminator {
            return None;
        }
        let meetings = self.meetings_of(frame.function, body);
        let depth = state.callers.len();
        match meetings.after(frame.block) {
            JoinPoint::Block(block) => Some((depth, block, 0)),
            // The first frame is nobody's.
            JoinPoint::Return if depth > 1 => {
                let caller = state.callers.last()?;
                Some((depth - 1, caller.block, caller.at))
            }
            JoinPoint::Return | JoinPoint::Never => None,
        }
    }

    /// Where the ways through a function meet.
    fn meetings_of(&mut self, function: FuncId, body: &Body) -> Rc<JoinPoints> {
        let meetings = self.merging.meetings.entry(function);
        meetings.or_insert_with(|| Rc::new(JoinPoints::of(body))).clone()
    }

    /// A state was made, by a fork.
    pub(crate) fn joins_groups(&mut self, state: &State<M>) {
        for meeting in &state.pending_joins {
            let Some(group) = self.merging.groups.get_mut(&meeting.group) else { continue };
            group.members += 1;
            if group.members > MAX_MEMBERS {
                self.merging.give_up(meeting.group);
            }
        }
    }

    /// A state is over, or goes on elsewhere: nobody waits for it.
    pub(crate) fn leaves_groups(&mut self, state: &State<M>) {
        for meeting in &state.pending_joins {
            if let Some(group) = self.merging.groups.get_mut(&meeting.group) {
                group.members -= 1;
                self.merging.changed.push(meeting.group);
            }
        }
    }

    /// A state has come to where it waits for others. It is given back if it need not.
    pub(crate) fn arrives(&mut self, mut state: State<M>) -> Option<State<M>> {
        while state.is_at_join() {
            let meeting = state.pending_joins[state.pending_joins.len() - 1];
            match self.merging.groups.get_mut(&meeting.group) {
                Some(group) if !group.given_up => {
                    group.waiting.push(state);
                    self.merging.changed.push(meeting.group);
                    return None;
                }
                Some(group) => {
                    group.members -= 1;
                    self.merging.changed.push(meeting.group);
                }
                None => {}
            }
            state.pending_joins.pop();
        }
        Some(state)
    }

    /// The states that need not wait any more, merged as far as they can be.
    pub(crate) fn met(&mut self) -> Vec<State<M>> {
        let now = self.outcome.instructions;
        // They are in the order in which their time is over.
        while let Some((&id, group)) = self.merging.groups.range(self.merging.in_time..).next()
            && now > group.until
        {
            self.merging.in_time = id + 1;
            self.merging.give_up(id);
        }
        let mut free = Vec::new();
        while let Some(id) = self.merging.changed.pop() {
            let Some(group) = self.merging.groups.get_mut(&id) else { continue };
            let complete = group.members == group.waiting.len();
            if !complete && !group.given_up {
                continue;
            }
            let waiting = std::mem::take(&mut group.waiting);
            group.members -= waiting.len();
            if complete {
                let Some(group) = self.merging.groups.remove(&id) else { continue };
                self.resolve(group, waiting, &mut free);
            } else {
                // NoHost can be merged with who is still under way.
                waiting.into_iter().for_each(|state| self.goes_on(state, &mut free));
            }
        }
        free
    }

    /// All of a group have met.
    fn resolve(&mut self, group: Group<M>, waiting: Vec<State<M>>, free: &mut Vec<State<M>>) {
        let before = waiting.len();
        let states = self.merge_all(&group, waiting);
        if before > 1 {
            let record = self.merging.records.entry(group.site).or_default();
            record.tried += 1;
            record.done += (before - states.len()) as u64;
        }
        states.into_iter().for_each(|state| self.goes_on(state, free));
    }

    /// A state leaves the group in which it waited, and goes on to the next meeting.
    fn goes_on(&mut self, mut state: State<M>, free: &mut Vec<State<M>>) {
        state.pending_joins.pop();
        free.extend(self.arrives(state));
    }

    /// Everybody who waits, merged or not: there is nobody left to wait for.
    pub(crate) fn all_who_wait(&mut self) -> Vec<State<M>> {
        let groups = std::mem::take(&mut self.merging.groups);
        groups.into_values().flat_map(|group| group.waiting).collect()
    }

    /// Merges states that wait at one place, those first that parted last.
    fn merge_all(&mut self, group: &Group<M>, waiting: Vec<State<M>>) -> Vec<State<M>> {
        let length = group.ancestor.path.decisions.len();
        let mut states = waiting;
        states.sort_by_cached_key(|state| -> Vec<Decision> {
            state.path.decisions.items_since(length).into_iter().cloned().collect()
        });
        // Of neighbours in this order, those with the longest common beginning parted last.
        let common = |a: &State<M>, b: &State<M>| {
            let (a, b) = (&a.path.conditions, &b.path.conditions);
            a.iter().zip(b).take_while(|(a, b)| a == b).count()
        };
        let mut apart = Vec::new();
        while states.len() > 1 {
            let pair = (0..states.len() - 1)
                .filter(|&i| !apart.contains(&i))
                .max_by_key(|&i| common(&states[i], &states[i + 1]));
            let Some(at) = pair else { break };
            let second = states.remove(at + 1);
            match self.merge_two(&group.ancestor, &states[at], &second) {
                Some(one) => {
                    states[at] = one;
                    self.merging.merged += 1;
                    self.one_state_less(&second);
                    apart.clear();
                }
                None => {
                    states.insert(at + 1, second);
                    apart.push(at);
                }
            }
        }
        states
    }

    /// A state became part of another one. Its own group has taken note already.
    fn one_state_less(&mut self, state: &State<M>) {
        let around = state.pending_joins.len() - 1;
        for meeting in &state.pending_joins[..around] {
            if let Some(group) = self.merging.groups.get_mut(&meeting.group) {
                group.members -= 1;
                self.merging.changed.push(meeting.group);
            }
        }
    }
}
