//! Traversals of the graph of gates: the cone of influence of some edges, and the simulation of an edge.
//!
//! Both keep a table over all nodes between two traversals. Instead of clearing it, they mark its entries with the
//! number of the traversal. Neither recurses.

use crate::gates::{Edge, Gate, Gates};

/// The cone of influence of some edges: the gates that they depend on.
#[derive(Default)]
pub struct Cone {
    /// The last traversal that visited each node.
    seen: Vec<u32>,
    traversal: u32,
    nodes: Vec<u32>,
    inputs: Vec<u32>,
}

impl Cone {
    /// Collects everything that these edges depend on.
    pub fn collect(&mut self, gates: &Gates, roots: &[Edge]) {
        self.traversal = next_traversal(self.traversal, &mut self.seen);
        self.seen.resize(gates.len(), 0);
        self.nodes.clear();
        self.inputs.clear();
        for &root in roots {
            self.push(root);
        }
        // The list of nodes is also the worklist.
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            next += 1;
            self.visit(gates, node as usize);
        }
        self.inputs.sort_unstable();
    }

    /// Returns the nodes, roots first.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Returns the inputs among the nodes, in order.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    fn visit(&mut self, gates: &Gates, node: usize) {
        let gate = gates.gate(node);
        if gate == Gate::Input {
            self.inputs.push(node as u32);
        }
        let (inputs, count) = gate.inputs();
        for &input in &inputs[..count] {
            self.push(input);
        }
    }

    fn push(&mut self, edge: Edge) {
        let seen = &mut self.seen[edge.node()];
        if *seen != self.traversal {
            *seen = self.traversal;
            self.nodes.push(edge.node() as u32);
        }
    }
}

/// The values of gates under a model, computed on demand from those of the inputs.
#[derive(Default)]
pub struct Simulation {
    /// For each node, twice the number of the model under which it has its value, plus the value.
    values: Vec<u32>,
    traversal: u32,
    has_model: bool,
    stack: Vec<usize>,
}

impl Simulation {
    /// Starts a new model: forgets all values.
    pub fn start(&mut self, gates: &Gates) {
        self.traversal = next_traversal(self.traversal, &mut self.values);
        self.values.resize(gates.len(), 0);
        self.has_model = true;
    }

    /// Forgets the model.
    pub fn forget(&mut self) {
        self.has_model = false;
    }

    /// Returns whether there is a model.
    pub fn has_model(&self) -> bool {
        self.has_model
    }

    /// Sets the value of an input.
    pub fn set(&mut self, node: usize, value: bool) {
        self.values[node] = self.traversal << 1 | u32::from(value);
    }

    /// Returns the value of an input; false if it has none.
    pub fn input(&self, node: usize) -> bool {
        self.known(node).unwrap_or(false)
    }

    /// Returns the value of an edge.
    pub fn value(&mut self, gates: &Gates, edge: Edge) -> bool {
        if self.values.len() < gates.len() {
            self.values.resize(gates.len(), 0);
        }
        self.stack.push(edge.node());
        while let Some(&node) = self.stack.last() {
            if self.known(node).is_none() && self.push_unknown_inputs(gates.gate(node)) {
                continue;
            }
            if self.known(node).is_none() {
                let value = gates.gate(node).simulate(0, |edge| self.read(edge));
                self.set(node, value & 1 == 1);
            }
            self.stack.pop();
        }
        self.read(edge) & 1 == 1
    }

    fn known(&self, node: usize) -> Option<bool> {
        let value = self.values.get(node).copied().unwrap_or(0);
        (value >> 1 == self.traversal).then_some(value & 1 == 1)
    }

    fn read(&self, edge: Edge) -> u64 {
        u64::from(self.known(edge.node()).unwrap_or(false) != edge.is_complement())
    }

    fn push_unknown_inputs(&mut self, gate: Gate) -> bool {
        let waiting = self.stack.len();
        let (inputs, count) = gate.inputs();
        for &input in &inputs[..count] {
            if self.known(input.node()).is_none() {
                self.stack.push(input.node());
            }
        }
        self.stack.len() > waiting
    }
}

/// Returns the number of the next traversal; clears the table when the numbers run out.
fn next_traversal(traversal: u32, table: &mut Vec<u32>) -> u32 {
    if traversal < u32::MAX / 2 - 1 {
        return traversal + 1;
    }
    table.clear();
    1
}
