//! Translation of gates to CNF, for one SAT instance.
//!
//! Only requested gates are translated, together with the gates below. Each gate gets a variable and the clauses that
//! define it in both directions (Tseitin). There are two exceptions. A conjunction that only another conjunction uses
//! is merged into it, which saves variables. An `ite` gets the two redundant clauses that propagate equal branches. All
//! clauses are definitions, so an instance is never inconsistent by itself; only assumptions make it so.
//!
//! This file does not know terms. A merged gate that is used again later, by a new gate or as a root, is defined then.
//! So the information that a gate is used once may become stale; that affects only the size.

use crate::answer::Limits;
use crate::cone::Cone;
use crate::gates::{Edge, Gate, Gates};
use crate::sat::{Lit, Sat, Var, Verdict};

/// The mark of a node without a variable.
const NONE: u32 = u32::MAX;

/// A SAT instance and the gates that it defines.
#[derive(Default)]
pub struct Cnf<S> {
    sat: S,
    /// The variable of each node, or `NONE`. May be shorter than the graph.
    variables: Vec<u32>,
    /// The number of nodes with a variable.
    defined: usize,
    clauses: u64,
    /// The work stack of nodes to be defined.
    stack: Vec<usize>,
    /// The inputs of a merged conjunction, and those still to be expanded.
    inputs: Vec<Edge>,
    pending: Vec<Edge>,
    clause: Vec<Lit>,
    /// The variables of the cone of a query, and those of its inputs.
    cone_variables: Vec<Var>,
    cone_inputs: Vec<Var>,
}

impl<S: Sat> Cnf<S> {
    /// Returns the number of gates with a variable.
    pub fn variables(&self) -> usize {
        self.defined
    }

    /// Returns the number of clauses.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Returns the conflicts of this instance so far.
    pub fn conflicts(&self) -> u64 {
        self.sat.conflicts()
    }

    /// Returns the number of clauses that this instance visited.
    pub fn visits(&self) -> u64 {
        self.sat.visits()
    }

    /// Returns the literal of an edge, after defining its gate and those below.
    pub fn literal(&mut self, gates: &Gates, edge: Edge) -> Lit {
        if self.variables.len() < gates.len() {
            self.variables.resize(gates.len(), NONE);
        }
        self.stack.push(edge.node());
        while let Some(&node) = self.stack.last() {
            if !self.is_defined(node) && self.push_undefined_inputs(gates, node) {
                continue;
            }
            if !self.is_defined(node) {
                self.define(gates, node);
            }
            self.stack.pop();
        }
        self.defined_literal(edge)
    }

    /// Decides whether these literals are satisfiable together; `cone` is their cone of influence. Values of the gates
    /// outside of it can always be computed afterwards.
    pub fn solve(&mut self, assumptions: &[Lit], cone: &Cone, limits: &Limits) -> Verdict {
        let mut cone_variables = std::mem::take(&mut self.cone_variables);
        let mut inputs = std::mem::take(&mut self.cone_inputs);
        self.variables_of(cone.nodes(), &mut cone_variables);
        self.variables_of(cone.inputs(), &mut inputs);
        let verdict = self.sat.solve_within(assumptions, &cone_variables, &inputs, limits);
        (self.cone_variables, self.cone_inputs) = (cone_variables, inputs);
        verdict
    }

    /// Collects the variables of those nodes that have one; merged conjunctions do not.
    fn variables_of(&self, nodes: &[u32], out: &mut Vec<Var>) {
        let variables = nodes.iter().map(|&node| self.variables[node as usize]);
        out.clear();
        out.extend(variables.filter(|&variable| variable != NONE).map(Var::new));
    }

    /// Returns whether a literal belongs to the core after `Unsat`.
    pub fn failed(&self, assumption: Lit) -> bool {
        self.sat.failed(assumption)
    }

    /// Returns the value of a node after `Sat`, if the node has a variable.
    pub fn value(&self, node: usize) -> Option<bool> {
        match self.variables.get(node) {
            None | Some(&NONE) => None,
            Some(&variable) => Some(self.sat.value(Var::new(variable).positive())),
        }
    }

    fn is_defined(&self, node: usize) -> bool {
        self.variables[node] != NONE
    }

    fn defined_literal(&self, edge: Edge) -> Lit {
        Var::new(self.variables[edge.node()]).lit(edge.is_complement())
    }

    /// Pushes the inputs that must be defined before this node; returns whether there were any.
    fn push_undefined_inputs(&mut self, gates: &Gates, node: usize) -> bool {
        let waiting = self.stack.len();
        self.collect_inputs(gates, node);
        for i in 0..self.inputs.len() {
            let input = self.inputs[i].node();
            if !self.is_defined(input) {
                self.stack.push(input);
            }
        }
        self.stack.len() > waiting
    }

    /// Collects the inputs of a node; for a conjunction, also those of the conjunctions merged into it.
    fn collect_inputs(&mut self, gates: &Gates, node: usize) {
        self.inputs.clear();
        let gate = gates.gate(node);
        let (edges, count) = gate.inputs();
        if !matches!(gate, Gate::And(..)) {
            self.inputs.extend_from_slice(&edges[..count]);
            return;
        }
        self.pending.extend_from_slice(&edges[..count]);
        while let Some(edge) = self.pending.pop() {
            match gates.gate(edge.node()) {
                Gate::And(a, b) if self.merges(gates, edge) => self.pending.extend([a, b]),
                _ => self.inputs.push(edge),
            }
        }
    }

    /// Returns whether a conjunction below a conjunction is merged into it.
    fn merges(&self, gates: &Gates, edge: Edge) -> bool {
        !edge.is_complement() && gates.is_used_once(edge.node()) && !self.is_defined(edge.node())
    }

    /// Creates the variable of a node whose inputs are defined, and its defining clauses.
    fn define(&mut self, gates: &Gates, node: usize) {
        let variable = self.sat.new_var();
        self.variables[node] = variable.index();
        self.defined += 1;
        let output = variable.positive();
        let literal = |edge| self.defined_literal(edge);
        match gates.gate(node) {
            Gate::Input => {}
            Gate::False => self.add(&[!output]),
            Gate::And(..) => self.define_and(gates, node, output),
            Gate::Xor(a, b) => self.define_xor(output, literal(a), literal(b)),
            Gate::Xor3(a, b, c) => self.define_xor3(output, [a, b, c].map(literal)),
            Gate::Ite(c, t, e) => self.define_ite(output, [c, t, e].map(literal)),
            Gate::Majority(a, b, c) => self.define_majority(output, [a, b, c].map(literal)),
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.sat.add_clause(clause);
    }

    fn define_and(&mut self, gates: &Gates, node: usize, output: Lit) {
        self.collect_inputs(gates, node);
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.push(output);
        for i in 0..self.inputs.len() {
            let input = self.defined_literal(self.inputs[i]);
            clause.push(!input);
            self.add(&[!output, input]);
        }
        self.add(&clause);
        self.clause = clause;
    }

    fn define_xor(&mut self, output: Lit, a: Lit, b: Lit) {
        self.add(&[!output, a, b]);
        self.add(&[!output, !a, !b]);
        self.add(&[output, !a, b]);
        self.add(&[output, a, !b]);
    }

    fn define_xor3(&mut self, output: Lit, [a, b, c]: [Lit; 3]) {
        for (x, y, z) in [(a, b, c), (a, !b, !c), (!a, b, !c), (!a, !b, c)] {
            self.add(&[!output, x, y, z]);
            self.add(&[output, !x, !y, !z]);
        }
    }

    fn define_ite(&mut self, output: Lit, [c, t, e]: [Lit; 3]) {
        self.add(&[!c, !t, output]);
        self.add(&[!c, t, !output]);
        self.add(&[c, !e, output]);
        self.add(&[c, e, !output]);
        self.add(&[!t, !e, output]);
        self.add(&[t, e, !output]);
    }

    fn define_majority(&mut self, output: Lit, [a, b, c]: [Lit; 3]) {
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.add(&[!output, x, y]);
            self.add(&[output, !x, !y]);
        }
    }
}
