//! State merging: states that fork at a branch become one state again at its join point.
//!
//! Where a branch forks a state, the post-dominator of the branch is its join point (`ir::JoinPoints`). The
//! states on their way to the join point form a group; a state that arrives there waits. When all states of
//! a group have arrived or ended, the waiting states are merged pairwise, those that forked last first, and
//! continue. Groups nest as blocks of a program do.
//!
//! `states` merges two states, `cost` estimates whether that pays off, `alone` runs one input through the
//! program without merging, to reproduce a finding of a merged state.
//!
//! Merging changes no verdict: a merged state represents exactly the inputs of its two states, each with
//! the values that it had there. A group that exceeds its budget is abandoned: waiting states continue, and
//! later ones do not wait. This folder does not know the search order. The worker relies on `met` for the
//! states that are free to run.

mod alone;
mod cells;
mod cost;
pub(crate) mod states;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use ir::{BlockId, Body, FuncId, JoinPoint, JoinPoints};
use memory::{Memory, Site};

use crate::explore::Explorer;
use crate::findings::property::Property;
use crate::options::Merge;
use crate::state::frames::State;
use crate::state::joins::PendingJoin;
use crate::state::path::{Decision, Path};
use cells::Indices;
use cost::{Spot, Uses};

/// The limit on nested groups.
const MAX_NESTED: usize = 32;
/// The limit on the states of a group that have not left it; a larger group is abandoned.
const MAX_MEMBERS: usize = 64;
/// The limit on the instructions of a group, over all states of the exploration; a longer group is
/// abandoned.
const MAX_INSTRUCTIONS: u64 = 1 << 18;
/// The number of groups at one branch after which no more are formed if none could be merged: states that
/// wait for each other progress in parallel, while one of them alone may have reached a finding long ago.
const FIRST_PATIENCE: u64 = 3;
/// The number of groups at one branch after which no more are formed if few could be merged.
const PATIENCE: u64 = 16;
/// The reciprocal of the fraction of attempts below which merges count as few.
const SELDOM: u64 = 2;

/// The states that forked at one branch and have not reached its join point.
struct Group<M> {
    /// Their common ancestor: the state at the branch.
    ancestor: Ancestor<M>,
    /// The site of the branch.
    site: Site,
    /// The number of states of the group, on their way or waiting.
    members: usize,
    waiting: Vec<State<M>>,
    /// The instruction count of the exploration after which the group is abandoned.
    until: u64,
    given_up: bool,
}

struct Ancestor<M> {
    path: Path,
    memory: M,
}

/// The attempts to merge states of one branch, and the merges that succeeded.
#[derive(Clone, Copy, Default)]
struct Record {
    tried: u64,
    done: u64,
}

impl Record {
    /// Returns whether further attempts are not worthwhile.
    fn is_hopeless(self) -> bool {
        (self.tried >= FIRST_PATIENCE && self.done == 0)
            || (self.tried >= PATIENCE && self.done < self.tried / SELDOM)
    }
}

/// The groups of an exploration.
pub struct Merging<M> {
    /// The number of states that were merged into another one.
    pub merged: u64,
    /// The number of merges that were rejected because of their cost.
    pub too_dear: u64,
    groups: BTreeMap<u32, Group<M>>,
    next: u32,
    /// The first group whose budget may not be exhausted.
    in_time: u32,
    /// Groups that have changed.
    changed: Vec<u32>,
    records: HashMap<Site, Record>,
    meetings: HashMap<FuncId, Rc<JoinPoints>>,
    /// The uses of registers at program points, cached.
    uses: HashMap<Spot, Uses>,
    /// Variables in memory that are used as indices.
    indices: Option<Rc<Indices>>,
}

impl<M> Default for Merging<M> {
    fn default() -> Merging<M> {
        Merging {
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
    /// Abandons a group: no state waits in it any more. It counts as an attempt that failed.
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
    /// Forms a group if a state has forked at a branch with a join point: the state and its forks wait for
    /// each other there.
    pub(crate) fn plan_join(&mut self, state: &mut State<M>, forks: &mut [State<M>]) {
        let Some(first) = forks.first() else { return };
        let may = self.machine.options.merge != Merge::Never
            && first.path.guide.is_none()
            && self.can_merge(first)
            && first.pending_joins.len() < MAX_NESTED;
        // The forks of one switch belong to one group.
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

    /// Returns whether a state of this kind can be merged.
    fn can_merge(&self, state: &State<M>) -> bool {
        // An uninitialised value is recognised by its term, and an `ite` contains the values of both
        // states.
        self.machine.log.is_none()
            && !self.loops.is_trying()
            && !state.inputs.in_use
            && !self.machine.options.properties.has(Property::Initialised)
            && !state.memory.needs_numbers()
    }

    /// Forms a group with one member for the branch before which a state stands.
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

    /// Returns the join point of the current block: call depth, block, instruction.
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
            // The first frame has no caller.
            JoinPoint::Return if depth > 1 => {
                let caller = state.callers.last()?;
                Some((depth - 1, caller.block, caller.at))
            }
            JoinPoint::Return | JoinPoint::Never => None,
        }
    }

    /// Returns the join points of a function.
    fn meetings_of(&mut self, function: FuncId, body: &Body) -> Rc<JoinPoints> {
        let meetings = self.merging.meetings.entry(function);
        meetings.or_insert_with(|| Rc::new(JoinPoints::of(body))).clone()
    }

    /// Adds a state that a fork created to its groups.
    pub(crate) fn joins_groups(&mut self, state: &State<M>) {
        for meeting in &state.pending_joins {
            let Some(group) = self.merging.groups.get_mut(&meeting.group) else { continue };
            group.members += 1;
            if group.members > MAX_MEMBERS {
                self.merging.give_up(meeting.group);
            }
        }
    }

    /// Removes a state that ended or continues elsewhere from its groups.
    pub(crate) fn leaves_groups(&mut self, state: &State<M>) {
        for meeting in &state.pending_joins {
            if let Some(group) = self.merging.groups.get_mut(&meeting.group) {
                group.members -= 1;
                self.merging.changed.push(meeting.group);
            }
        }
    }

    /// Lets a state wait at its join point; returns the state if it need not wait.
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

    /// Returns the states that are free to continue, merged as far as possible.
    pub(crate) fn met(&mut self) -> Vec<State<M>> {
        let now = self.outcome.instructions;
        // Groups are ordered by the instruction count that exhausts their budget.
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
                // A state that is still on its way cannot be merged any more.
                waiting.into_iter().for_each(|state| self.goes_on(state, &mut free));
            }
        }
        free
    }

    /// Merges the states of a complete group.
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

    /// Moves a state from the group in which it waited to its next join point.
    fn goes_on(&mut self, mut state: State<M>, free: &mut Vec<State<M>>) {
        state.pending_joins.pop();
        free.extend(self.arrives(state));
    }

    /// Returns all waiting states, merged or not; to be called when no other state is left.
    pub(crate) fn all_who_wait(&mut self) -> Vec<State<M>> {
        let groups = std::mem::take(&mut self.merging.groups);
        groups.into_values().flat_map(|group| group.waiting).collect()
    }

    /// Merges the states at one join point, those that forked last first.
    fn merge_all(&mut self, group: &Group<M>, waiting: Vec<State<M>>) -> Vec<State<M>> {
        let length = group.ancestor.path.decisions.len();
        let mut states = waiting;
        states.sort_by_cached_key(|state| -> Vec<Decision> {
            state.path.decisions.items_since(length).into_iter().cloned().collect()
        });
        // In this order, the neighbours with the longest common path condition forked last.
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

    /// Removes a state that was merged into another one from its outer groups. Its own group has counted it
    /// already.
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
