//! Whether a property is broken wherever blocks lie in memory.
//!
//! A finding on a path that depends on the layout shows that the program goes wrong in one of them. Here
//! its inputs are given to the program once more, from the start, and the layout is one more input:
//! a truth value that depends on addresses is a formula over symbols for them, and the path forks
//! on it like on any other. A pointer that says by its number alone where it points is looked for in all
//! blocks, one path for each that it can lie in and one for none. If each of these paths ends with a
//! finding of the same property, it is broken in every layout, if not everywhere in the same way.
//!
//! Nothing is told of these paths, and nothing is guessed: whatever ends one in another way, is
//! out of reach or takes too long leaves it open. What is known of layouts (`layout`) is all that
//! is assumed of the symbols, so there may be more layouts here than there are, never fewer. What memory
//! holds that was never written must not matter either. A variable whose address is never taken has
//! none: no pointer that was made in another way may be used for it.

use std::rc::Rc;

use memory::{Access, Info, Kind, Memory, Value};
use term::visit::{post_order, substitute};
use term::{AllocId, Bits, Op, Sort, Term};

use crate::explore::outcome::Found;
use crate::findings::end::{End, FindingKind, What};
use crate::findings::property::Property;
use crate::interp::machine::{Machine, Step};
use crate::layout::dependence::PAGE;
use crate::state::frames::State;
use crate::state::path::{Guide, Input};

/// So many findings are looked at.
const MAX_TRIALS: u32 = 64;
/// So many paths of one.
const MAX_PATHS: usize = 64;
/// So many decisions on each.
const MAX_DECISIONS: u64 = 512;
/// All of them together make at most so many instructions more than the path of the finding.
const MAX_MORE: u64 = 1 << 20;
/// A question about addresses takes at most so many conflicts.
const MAX_CONFLICTS: u64 = 10_000;
/// A number is looked for in at most so many blocks.
const MAX_BLOCKS: usize = 64;

impl<M: Memory> Machine<'_, M> {
    /// Whether the property of a finding is broken in every layout, given the inputs of the finding.
    pub(crate) fn breaks_everywhere(&mut self, state: &State<M>, found: &Found) -> bool {
        let property = found.finding.kind.property();
        // Whoever gives a function its inputs may have blocks that nobody knows.
        let open = found.layout.is_some()
            && !found.merged
            && state.path.guide.is_none()
            && !state.inputs.in_use
            && !self.loops.is_trying()
            && ends_paths(property);
        if !open || self.trials == MAX_TRIALS {
            return false;
        }
        let inputs = found.inputs.iter().map(|it| it.value.clone()).collect();
        let Some(first) = self.in_any_layout(inputs) else { return false };
        self.trials += 1;
        let kept = (self.limits, self.turn_ends, self.splits);
        let (log, until) = (self.log.take(), self.until.take());
        let asked = self.asker.as_mut().map(|asker| asker.limit_conflicts(MAX_CONFLICTS));
        let most = self.limits.decisions.unwrap_or(MAX_DECISIONS);
        (self.limits.decisions, self.turn_ends) = (Some(most.min(MAX_DECISIONS)), u64::MAX);
        let steps = state.steps.saturating_add(MAX_MORE);
        let (breaks, assumed) = self.quietly(|machine| {
            let breaks = machine.all_break(first, property, steps);
            (breaks, std::mem::take(&mut machine.outcome.assumed))
        });
        if breaks {
            assumed.into_iter().for_each(|(what, site)| {
                self.outcome.assumed.entry(what).or_insert(site);
            });
        }
        (self.limits, self.turn_ends, self.splits) = kept;
        (self.log, self.until) = (log, until);
        if let (Some(asker), Some(limits)) = (&mut self.asker, asked) {
            asker.set_limits(limits);
        }
        breaks
    }

    /// The state from which everything is explored, with inputs given and the layout open.
    fn in_any_layout(&mut self, inputs: Rc<[Bits]>) -> Option<State<M>> {
        let mut state = self.first.clone()?;
        let before = state.path.inputs.items().into_iter().zip(&*inputs);
        let given: Vec<(Term, Bits)> =
            before.map(|(input, bits): (&Input, _)| (input.term, bits.clone())).collect();
        let witness = state.path.witness.take()?;
        state.path.witness = Some(witness.with(&self.terms, &given));
        state.path.guide = Some(Guide { inputs, any_layout: true });
        // Where one path is repeated, its decisions are those of our layout.
        state.path.ahead.clear();
        for (symbol, bits) in given {
            let same = match self.terms.sort(symbol) {
                Sort::Bool if bits.low_word() == 1 => symbol,
                Sort::Bool => self.terms.not(symbol),
                _ => {
                    let value = self.terms.bits(&bits);
                    self.terms.eq(symbol, value)
                }
            };
            state.path.assume(&mut self.terms, self.asker.as_mut()?, same);
        }
        Some(state)
    }

    /// Whether a state ends with findings of one property, by all ways, within so many instructions.
    fn all_break(&mut self, first: State<M>, property: Property, steps: u64) -> bool {
        let (mut work, mut paths, mut left) = (vec![first], 0, steps.min(self.limits.steps));
        while let Some(mut state) = work.pop() {
            paths += 1;
            let before = state.steps;
            self.limits.steps = before.saturating_add(left);
            let end = self.run(&mut state);
            left = left.saturating_sub(state.steps - before);
            let breaks = match end {
                End::Finding(finding) => finding.kind.property() == property,
                _ => false,
            };
            if !breaks || paths > MAX_PATHS || !self.outcome.cuts.is_empty() {
                return false;
            }
            work.append(&mut self.forks);
        }
        true
    }

    /// What the next input is, where the layout is open: what the finding had, or anything.
    pub(crate) fn given_in_any_layout(&self, state: &State<M>, width: u32) -> Option<Bits> {
        let guide = state.path.guide.as_ref().filter(|guide| guide.any_layout)?;
        let given = guide.inputs.get(state.path.inputs.len());
        let given = given.filter(|bits| bits.width() == width);
        Some(given.cloned().unwrap_or_else(|| Bits::new(width, 0)))
    }

    /// Terms with symbols for the addresses in them, of which holds from here on what holds in every
    /// layout; `None` if nothing is known of a block.
    pub(crate) fn elsewhere<const N: usize>(
        &mut self,
        state: &mut State<M>,
        terms: [Term; N],
    ) -> Option<[Term; N]> {
        let layout = self.other_layout(state, &terms)?;
        state.path.assume(&mut self.terms, self.asker.as_mut()?, layout.facts);
        Some(terms.map(|term| substitute(&mut self.terms, term, &layout.moved)))
    }

    /// Whether a condition would be decided by the numbers that addresses happen to have.
    pub(crate) fn is_about_our_layout(&self, condition: Term) -> bool {
        let parts = post_order(&self.terms, &[condition]);
        parts.into_iter().any(|part| matches!(self.terms.op(part), Op::Base(_)))
    }

    /// Where a pointer points to so many bytes, as a place in a block, in each layout: where it was not
    /// made from the address of one, a path for each that has all of these bytes. (No byte
    /// belongs to two, but of string literals, and these hold the same there.)
    pub(crate) fn placed(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Step<Value> {
        let pointer = self.without_choices(state, pointer)?;
        if has_block(pointer) || length == Value::ZERO {
            return Ok(pointer);
        }
        let number = pointer.to_term(&mut self.terms, self.pointer);
        let length = length.to_term(&mut self.terms, self.pointer);
        for (block, info) in self.live_blocks(state, |kind| kind != Kind::Function)? {
            let base = self.terms.base_of(block);
            let Some([there, start]) = self.elsewhere(state, [number, base]) else {
                return Err(self.out_of_reach(state));
            };
            let size = info.size.to_term(&mut self.terms, self.pointer);
            let terms = &mut self.terms;
            let offset = terms.sub(there, start);
            let (begins, room) = (terms.ule(offset, size), terms.sub(size, offset));
            let ends = terms.ule(length, room);
            let here = terms.all([info.lifetime.live, begins, ends]);
            if self.decide_term(state, here)? {
                let mut offset = Value::of_term(&self.terms, offset);
                if state.memory.needs_numbers() {
                    offset = Value::Bits(self.concrete(state, offset)?);
                }
                let start = Value::Pointer { block, offset: 0 };
                return Ok(self.operate().pointer_add(start, offset));
            }
        }
        Err(self.finding(state, FindingKind::WildPointer(access)))
    }

    /// The live block of the heap that a pointer is the start of, in each layout; `None` for null.
    pub(crate) fn heap_block_anywhere(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
    ) -> Step<Option<AllocId>> {
        let number = pointer.to_term(&mut self.terms, self.pointer);
        let Some([there]) = self.elsewhere(state, [number]) else {
            return Err(self.out_of_reach(state));
        };
        let zero = self.terms.word(self.pointer, 0);
        let null = self.terms.eq(there, zero);
        if self.decide_term(state, null)? {
            return Ok(None);
        }
        for (block, info) in self.live_blocks(state, |kind| kind == Kind::Heap)? {
            let base = self.terms.base_of(block);
            let Some([there, start]) = self.elsewhere(state, [number, base]) else {
                return Err(self.out_of_reach(state));
            };
            let same = self.terms.eq(there, start);
            let here = self.terms.and(info.lifetime.live, same);
            if self.decide_term(state, here)? {
                return Ok(Some(block));
            }
        }
        Err(self.finding(state, FindingKind::FreeOfNonHeap))
    }

    /// The blocks of some kinds that may live.
    fn live_blocks(
        &self,
        state: &State<M>,
        is_meant: fn(Kind) -> bool,
    ) -> Step<Vec<(AllocId, Info)>> {
        let live = |info: &Info| is_meant(info.kind) && !info.lifetime.has_ended();
        let blocks = state.memory.blocks().filter(|(_, info)| live(info));
        let blocks: Vec<_> = blocks.map(|(id, info)| (id, *info)).take(MAX_BLOCKS + 1).collect();
        if blocks.len() > MAX_BLOCKS { Err(self.out_of_reach(state)) } else { Ok(blocks) }
    }

    fn out_of_reach(&self, state: &State<M>) -> End {
        self.unsupported(state, What::Other("a pointer that may be in any of many blocks".into()))
    }
}

/// Whether a pointer points into the same block in every layout, or into none.
pub(crate) fn has_block(pointer: Value) -> bool {
    match pointer {
        Value::Pointer { .. } => true,
        Value::Bits(number) => number < PAGE,
        Value::Term(_) => false,
    }
}

/// Whether a path that breaks a property ends there.
fn ends_paths(property: Property) -> bool {
    !matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup | Property::Initialised)
}
