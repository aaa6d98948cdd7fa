//! Walks over the graph of gates: what an edge depends on, and what value it has.
//!
//! Both keep a table over all nodes between two walks, and mark its entries with the number of the
//! walk instead of clearing it. Neither recurses.

use crate::gates::{Edge, Gate, Gates};

/// The gates that some edges depend on.
#[derive(Default)]
pub struct Cone {
    /// The walk that last saw a node.
    seen: Vec<u32>,
    walk: u32,
    nodes: Vec<u32>,
    inputs: Vec<u32>,
}

impl Cone {
    /// Finds everything that these edges depend on.
    pub fn collect(&mut self, gates: &Gates, roots: &[Edge]) {
        self.walk = next_walk(self.walk, &mut self.seen);
        self.seen.resize(gates.len(), 0);
        self.nodes.clear();
        self.inputs.clear();
        for &root in roots {
            self.push(root);
        }
        // The list of nodes is also the queue of those to be looked at.
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            next += 1;
            self.visit(gates, node as usize);
        }
        self.inputs.sort_unstable();
    }

    /// The nodes, roots first.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The inputs among them, in order.
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
        if *seen != self.walk {
            *seen = self.walk;
            self.nodes.push(edge.node() as u32);
        }
    }
}

/// The values of gates, computed when asked for from those of the inputs.
#[derive(Default)]
pub struct Simulation {
    /// For each node, twice the number of the model that gave it a value, plus the value.
    values: Vec<u32>,
    walk: u32,
    has_model: bool,
    stack: Vec<usize>,
}

impl Simulation {
    /// Forgets all values, and expects those of a new model.
    pub fn start(&mut self, gates: &Gates) {
        self.walk = next_walk(self.walk, &mut self.values);
        self.values.resize(gates.len(), 0);
        self.has_model = true;
    }

    /// Forgets all values: there is no model.
    pub fn forget(&mut self) {
        self.has_model = false;
    }

    /// Whether there is a model.
    pub fn has_model(&self) -> bool {
        self.has_model
    }

    /// Gives an input its value.
    pub fn set(&mut self, node: usize, value: bool) {
        self.values[node] = self.walk << 1 | u32::from(value);
    }

    /// The value of an input; false if it was not given one.
    pub fn input(&self, node: usize) -> bool {
        self.known(node).unwrap_or(false)
    }

    /// The value of an edge.
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
        (value >> 1 == self.walk).then_some(value & 1 == 1)
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

/// The number of the next walk; clears the table in the rare case that they run out.
fn next_walk(walk: u32, table: &mut Vec<u32>) -> u32 {
    if walk < u32::MAX / 2 - 1 {
        return walk + 1;
    }
    table.clear();
    1
}
