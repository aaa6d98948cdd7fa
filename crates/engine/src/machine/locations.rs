//! Sites of a state, and what the machine records about them: violations, unsupported features, assumptions, and
//! layout dependence.

use memory::{Info, LifetimeEnd, Memory, Site, Value};
use term::visit::post_order;
use term::{AllocId, Op, Term};

use crate::findings::end::{End, Feature, Note, Unsupported, Violation, ViolationKind};
use crate::findings::outcome::{Cut, Undefined};
use crate::machine::Machine;
use crate::program::origin::Program;
use crate::state::frames::{Frame, NO_FUNCTION, State};

/// The most calls that a violation records.
const MAX_CALLS: usize = 32;

/// Returns the note of a violation that says where an allocation was allocated; `None` for one of the input, which has no
/// site in the program.
pub(crate) fn allocation_note<M>(
    state: &State<M>,
    block: AllocId,
    info: &Info,
) -> Option<(Site, Note)> {
    (!state.inputs.has_block(block)).then_some((info.allocated_at, Note::Allocated))
}

/// Returns the note of a violation that says where the lifetime of an allocation ended, if it did.
pub(crate) fn end_note(info: &Info) -> Option<(Site, Note)> {
    match info.lifetime.end? {
        LifetimeEnd::Freed(site) => Some((site, Note::Freed)),
        LifetimeEnd::OutOfScope(site) => Some((site, Note::Ended)),
        LifetimeEnd::NeverAllocated => None,
    }
}

impl<M: Memory> Machine<'_, M> {
    /// Returns the site of the current instruction.
    pub(crate) fn site(&self, state: &State<M>) -> Site {
        self.site_in(&state.frame)
    }

    fn site_in(&self, frame: &Frame) -> Site {
        if frame.function == NO_FUNCTION {
            return self.start;
        }
        self.loaded.sites.site(frame.function, frame.block, frame.at.saturating_sub(1))
    }

    /// Returns the end of a path by a violation at the current instruction.
    pub(crate) fn violation(&self, state: &State<M>, kind: ViolationKind) -> End {
        self.violation_with(state, kind, Vec::new())
    }

    /// Returns the end of a path by a violation at the current instruction, with further sites.
    pub(crate) fn violation_with(
        &self,
        state: &State<M>,
        kind: ViolationKind,
        notes: Vec<(Site, Note)>,
    ) -> End {
        let (site, calls) = (self.site(state), self.calls(state));
        End::Violation(Box::new(Violation { kind, site, calls, notes }))
    }

    /// Returns the sites of the calls around the current one, innermost first.
    pub(crate) fn calls(&self, state: &State<M>) -> Vec<Site> {
        let callers = state.callers.iter().rev().filter(|frame| frame.function != NO_FUNCTION);
        callers.take(MAX_CALLS).map(|frame| self.site_in(frame)).collect()
    }

    /// Returns the end of a path at an unsupported feature of the current instruction.
    pub(crate) fn unsupported(&self, state: &State<M>, what: Feature) -> End {
        let (site, calls) = (self.site(state), self.calls(state));
        End::Unsupported(Box::new(Unsupported { what, site, calls }))
    }

    /// Returns the program that is explored, with its tables.
    #[must_use]
    pub fn program(&self) -> Program<'_> {
        Program {
            module: &self.loaded.module,
            sites: &self.loaded.sites,
            edges: &self.loaded.edges,
        }
    }

    /// Records an assumption, unless the program runs concretely.
    pub(crate) fn assumed(&mut self, state: &State<M>, what: String) {
        if self.solver.is_some() {
            let site = self.site(state);
            self.records.assumed.entry(what).or_insert(site);
        }
    }

    /// Records a cut: the path goes on with one of several possible results of the system.
    pub(crate) fn one_answer(&mut self, state: &State<M>, what: String) {
        if self.solver.is_some()
            && let End::Unsupported(it) = self.unsupported(state, Feature::Other(what.into()))
        {
            self.records.cuts.push(Cut::Unsupported(it));
        }
    }

    /// Records an assumption about the system, once.
    pub(crate) fn assume_of_system(&mut self, state: &State<M>, what: &str) {
        if self.solver.is_some() && !self.records.assumed.contains_key(what) {
            let site = self.site(state);
            self.records.assumed.insert(what.to_owned(), site);
        }
    }

    /// Marks the path as layout-dependent from the current instruction on, and records the cut.
    pub(crate) fn mark_layout_dependent(&mut self, state: &mut State<M>) {
        let program = self.program();
        let site = program.own_site(self.site(state), &self.calls(state));
        self.records.cuts.push(Cut::Layout(site));
        state.path.layout.get_or_insert(site);
    }

    /// Whether a condition mentions the address of an allocation, so that the concrete layout would decide it.
    pub(crate) fn is_about_our_layout(&self, condition: Term) -> bool {
        let parts = post_order(&self.terms, &[condition]);
        parts.into_iter().any(|part| matches!(self.terms.op(part), Op::Base(_)))
    }

    /// Converts a violation whose property was not selected to undefined behaviour, for a cut.
    pub(crate) fn undefined(&self, finding: &Violation) -> Undefined {
        Undefined {
            kind: finding.kind.name().into(),
            property: finding.kind.property(),
            place: self.program().own_site(finding.site, &finding.calls),
        }
    }

    /// Marks the path as layout-dependent if a value whose bits are observed is made from an address.
    pub(crate) fn mark_address_observed(&mut self, state: &mut State<M>, value: Value) {
        if self.solver.is_some() && self.operate().is_address(value) {
            self.mark_layout_dependent(state);
        }
    }
}
