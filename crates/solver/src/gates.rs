//! The graph of gates: conjunction, exclusive or, `ite` and majority, over edges that may be complemented.
//!
//! It is an and-inverter graph with the gates of arithmetic as additional nodes. A full adder is two nodes (`Xor3` and
//! `Majority`) and fourteen clauses; and-gates would need seven nodes, which the translation to CNF would have to
//! recognise. Complements are bits on edges and cost nothing.
//!
//! Every constructor folds constants, brings its inputs into a canonical order and sign, simplifies cheaply by
//! inspecting one level below, and then hash-conses: each gate exists once. The rules for conjunctions are those of
//! Brummayer and Biere, "Local Two-Level And-Inverter Graph Minimization without Blowup" (MEMICS 2006), section 3,
//! without those that restructure by inspecting four grandchildren. Rules for `Xor` and `Ite` below a conjunction are
//! added.
//!
//! This file does not know words (see `circuits`), terms or clauses. Properties that others rely on: the inputs of a
//! gate have smaller numbers than the gate; gates are never removed; node 0 is the constant.

use std::fmt;
use std::hash::BuildHasher;
use std::ops::Not;

use hashbrown::HashTable;
use term::FxBuild;

/// The output of a gate, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u32);

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant false, node 0.
    False,
    /// A free input.
    Input,
    /// Both inputs hold.
    And(Edge, Edge),
    /// Exactly one input holds. Inputs are not complemented.
    Xor(Edge, Edge),
    /// One or three inputs hold: the sum of a full adder. Inputs are not complemented.
    Xor3(Edge, Edge, Edge),
    /// The second if the first holds, else the third. The first two are not complemented.
    Ite(Edge, Edge, Edge),
    /// At least two inputs hold: the carry of a full adder. At most one input is complemented.
    Majority(Edge, Edge, Edge),
}

/// The graph.
pub struct Gates {
    nodes: Vec<Gate>,
    /// The number of uses of each node, up to 255: a conjunction that is used once is merged into its user.
    uses: Vec<u8>,
    table: HashTable<u32>,
}

impl Edge {
    /// The constant false.
    pub const FALSE: Edge = Edge(0);
    /// The constant true.
    pub const TRUE: Edge = Edge(1);

    fn new(node: u32) -> Edge {
        Edge(node << 1)
    }

    /// Returns the number of its node.
    #[must_use]
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether it is the complement of its node.
    #[must_use]
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns whether it is one of the two constants.
    #[must_use]
    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// Returns the edge, complemented if `complement` holds.
    #[must_use]
    pub fn complement_if(self, complement: bool) -> Edge {
        Edge(self.0 ^ u32::from(complement))
    }

    /// Returns the edge without the complement.
    fn plain(self) -> Edge {
        Edge(self.0 & !1)
    }
}

impl From<bool> for Edge {
    fn from(value: bool) -> Edge {
        if value { Edge::TRUE } else { Edge::FALSE }
    }
}

impl Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_complement() { "!" } else { "" }, self.node())
    }
}

impl Gate {
    /// Returns its inputs, and the number of valid ones.
    #[must_use]
    pub fn inputs(self) -> ([Edge; 3], usize) {
        const NONE: Edge = Edge::FALSE;
        match self {
            Gate::False | Gate::Input => ([NONE; 3], 0),
            Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, NONE], 2),
            Gate::Xor3(a, b, c) | Gate::Ite(a, b, c) | Gate::Majority(a, b, c) => ([a, b, c], 3),
        }
    }

    /// Computes the output from the values of the inputs, for 64 assignments at once, one in each bit.
    #[must_use]
    pub fn simulate(self, input: u64, value: impl Fn(Edge) -> u64) -> u64 {
        match self {
            Gate::False => 0,
            Gate::Input => input,
            Gate::And(a, b) => value(a) & value(b),
            Gate::Xor(a, b) => value(a) ^ value(b),
            Gate::Xor3(a, b, c) => value(a) ^ value(b) ^ value(c),
            Gate::Ite(c, t, e) => (value(c) & value(t)) | (!value(c) & value(e)),
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (value(a), value(b), value(c));
                (a & b) | (c & (a | b))
            }
        }
    }
}

impl Default for Gates {
    fn default() -> Gates {
        Gates { nodes: vec![Gate::False], uses: vec![0], table: HashTable::new() }
    }
}

/// Queries.
impl Gates {
    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the gate of a node.
    #[must_use]
    pub fn gate(&self, node: usize) -> Gate {
        self.nodes[node]
    }

    /// Returns whether exactly one gate uses a node.
    #[must_use]
    pub fn is_used_once(&self, node: usize) -> bool {
        self.uses[node] == 1
    }

    /// Returns the two inputs, if the edge is an uncomplemented conjunction.
    fn as_and(&self, edge: Edge) -> Option<(Edge, Edge)> {
        match self.nodes[edge.node()] {
            Gate::And(a, b) if !edge.is_complement() => Some((a, b)),
            _ => None,
        }
    }
}

/// Construction.
impl Gates {
    /// Creates a free input.
    pub fn input(&mut self) -> Edge {
        let node = self.nodes.len() as u32;
        self.nodes.push(Gate::Input);
        self.uses.push(0);
        Edge::new(node)
    }

    /// Builds `a & b`.
    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (mut a, mut b) = (a, b);
        loop {
            match self.simplify_and(a, b) {
                Simpler::Edge(edge) => return edge,
                Simpler::And(c, d) => (a, b) = (c, d),
                Simpler::Nothing => break,
            }
        }
        if a > b {
            (a, b) = (b, a);
        }
        self.share(Gate::And(a, b))
    }

    /// Builds `a | b`.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// Builds `a ^ b`.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let complement = a.is_complement() != b.is_complement();
        let (mut a, mut b) = (a.plain(), b.plain());
        if a > b {
            (a, b) = (b, a);
        }
        let plain = match (self.nodes[a.node()], self.nodes[b.node()]) {
            _ if a == b => Edge::FALSE,
            (Gate::False, _) => b,
            (Gate::Xor(c, d), _) if b == c || b == d => other(b, c, d),
            (_, Gate::Xor(c, d)) if a == c || a == d => other(a, c, d),
            _ => self.share(Gate::Xor(a, b)),
        };
        plain.complement_if(complement)
    }

    /// Builds `a == b`.
    pub fn iff(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    /// Builds `a ^ b ^ c`.
    pub fn xor3(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let complement = a.is_complement() ^ b.is_complement() ^ c.is_complement();
        let (a, b, c) = sorted(a.plain(), b.plain(), c.plain());
        let plain = if a == b {
            c
        } else if b == c {
            a
        } else if a == Edge::FALSE {
            self.xor(b, c)
        } else {
            self.share(Gate::Xor3(a, b, c))
        };
        plain.complement_if(complement)
    }

    /// Builds the majority of three.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        // After sorting, equal or opposite edges are adjacent and a constant comes first.
        let (a, b, c) = sorted(a, b, c);
        if a.plain() == b.plain() {
            return if a == b { a } else { c };
        }
        if b.plain() == c.plain() {
            return if b == c { b } else { a };
        }
        match a {
            Edge::FALSE => self.and(b, c),
            Edge::TRUE => self.or(b, c),
            _ => {
                let count = [a, b, c].into_iter().filter(|edge| edge.is_complement()).count();
                let flip = count >= 2;
                let [a, b, c] = [a, b, c].map(|edge| edge.complement_if(flip));
                self.share(Gate::Majority(a, b, c)).complement_if(flip)
            }
        }
    }

    /// Builds `condition ? then : otherwise`.
    pub fn ite(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        let (c, mut t, mut e) = if condition.is_complement() {
            (!condition, otherwise, then)
        } else {
            (condition, then, otherwise)
        };
        if c.is_constant() {
            return e;
        }
        if let Some((inner, _)) = self.branches(t, c) {
            t = inner;
        }
        if let Some((_, inner)) = self.branches(e, c) {
            e = inner;
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t == c || t == Edge::TRUE {
            return self.or(c, e);
        }
        if t == !c || t == Edge::FALSE {
            return self.and(!c, e);
        }
        if e == c || e == Edge::FALSE {
            return self.and(c, t);
        }
        if e == !c || e == Edge::TRUE {
            return self.or(!c, t);
        }
        let flip = t.is_complement();
        let gate = Gate::Ite(c, t.complement_if(flip), e.complement_if(flip));
        self.share(gate).complement_if(flip)
    }

    /// Returns the branches of an `ite` with this condition, if the edge is one.
    fn branches(&self, edge: Edge, condition: Edge) -> Option<(Edge, Edge)> {
        let flip = edge.is_complement();
        match self.nodes[edge.node()] {
            Gate::Ite(c, t, e) if c == condition => {
                Some((t.complement_if(flip), e.complement_if(flip)))
            }
            _ => None,
        }
    }

    /// Performs one simplification step of `a & b`.
    fn simplify_and(&self, a: Edge, b: Edge) -> Simpler {
        if a == b {
            return Simpler::Edge(a);
        }
        if a == !b || a == Edge::FALSE || b == Edge::FALSE {
            return Simpler::Edge(Edge::FALSE);
        }
        if a == Edge::TRUE {
            return Simpler::Edge(b);
        }
        if b == Edge::TRUE {
            return Simpler::Edge(a);
        }
        match self.simplify_below(a, b) {
            Simpler::Nothing => {}
            simpler => return simpler,
        }
        match self.simplify_below(b, a) {
            Simpler::Nothing => self.simplify_between(a, b),
            simpler => simpler,
        }
    }

    /// Simplifies `a & b` by what `b` implies about the inputs of `a`.
    fn simplify_below(&self, a: Edge, b: Edge) -> Simpler {
        let complement = a.is_complement();
        match self.nodes[a.node()] {
            Gate::And(c, d) if !complement => {
                if b == c || b == d {
                    Simpler::Edge(a)
                } else if b == !c || b == !d {
                    Simpler::Edge(Edge::FALSE)
                } else {
                    Simpler::Nothing
                }
            }
            Gate::And(c, d) => {
                if b == !c || b == !d {
                    Simpler::Edge(b)
                } else if b == c || b == d {
                    Simpler::And(b, !other(b, c, d))
                } else {
                    Simpler::Nothing
                }
            }
            Gate::Xor(c, d) if b.plain() == c || b.plain() == d => {
                let rest = other(b.plain(), c, d);
                Simpler::And(b, rest.complement_if(complement == b.is_complement()))
            }
            Gate::Ite(c, t, e) if b.plain() == c => {
                let taken = if b.is_complement() { e } else { t };
                Simpler::And(b, taken.complement_if(complement))
            }
            _ => Simpler::Nothing,
        }
    }

    /// Simplifies `a & b` where both are conjunctions or complements of conjunctions.
    fn simplify_between(&self, a: Edge, b: Edge) -> Simpler {
        match (self.as_and(a), self.as_and(!a), self.as_and(b), self.as_and(!b)) {
            (Some(ab), _, Some(cd), _) if clash(ab, cd) => Simpler::Edge(Edge::FALSE),
            (Some(ab), _, _, Some(cd)) => simplify_by(a, ab, cd),
            (_, Some(ab), Some(cd), _) => simplify_by(b, cd, ab),
            (_, Some((c, d)), _, Some((e, f))) => {
                // (!c | !d) & (!e | !f) with one shared literal and one opposite pair.
                if (c == e && d == !f) || (c == f && d == !e) {
                    Simpler::Edge(!c)
                } else if (d == e && c == !f) || (d == f && c == !e) {
                    Simpler::Edge(!d)
                } else {
                    Simpler::Nothing
                }
            }
            _ => Simpler::Nothing,
        }
    }

    /// Returns the node of a gate with canonical inputs.
    fn share(&mut self, gate: Gate) -> Edge {
        let hash = FxBuild::default().hash_one(gate);
        let nodes = &self.nodes;
        if let Some(&node) = self.table.find(hash, |&node| nodes[node as usize] == gate) {
            return Edge::new(node);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(gate);
        self.uses.push(0);
        let (inputs, count) = gate.inputs();
        for input in &inputs[..count] {
            let uses = &mut self.uses[input.node()];
            *uses = uses.saturating_add(1);
        }
        let nodes = &self.nodes;
        self.table
            .insert_unique(hash, node, |&node| FxBuild::default().hash_one(nodes[node as usize]));
        Edge::new(node)
    }
}

/// The replacement of a conjunction.
enum Simpler {
    Nothing,
    Edge(Edge),
    And(Edge, Edge),
}

/// Returns whether a literal of one conjunction is the complement of a literal of the other.
fn clash(ab: (Edge, Edge), cd: (Edge, Edge)) -> bool {
    ab.0 == !cd.0 || ab.0 == !cd.1 || ab.1 == !cd.0 || ab.1 == !cd.1
}

/// Simplifies `a & !(c & d)` where `a` is the conjunction of `ab`.
fn simplify_by(a: Edge, ab: (Edge, Edge), (c, d): (Edge, Edge)) -> Simpler {
    if clash(ab, (c, d)) {
        Simpler::Edge(a)
    } else if c == ab.0 || c == ab.1 {
        Simpler::And(a, !d)
    } else if d == ab.0 || d == ab.1 {
        Simpler::And(a, !c)
    } else {
        Simpler::Nothing
    }
}

/// Returns the one of two edges that is not `this`.
fn other(this: Edge, a: Edge, b: Edge) -> Edge {
    if this == a { b } else { a }
}

fn sorted(a: Edge, b: Edge, c: Edge) -> (Edge, Edge, Edge) {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let (b, c) = if b <= c { (b, c) } else { (c, b) };
    if a <= b { (a, b, c) } else { (b, a, c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the truth table of an edge over at most six inputs.
    fn table(gates: &Gates, edge: Edge) -> u64 {
        const PATTERNS: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        let mut values: Vec<u64> = Vec::new();
        let mut inputs = PATTERNS.iter();
        let read = |values: &[u64], edge: Edge| {
            values[edge.node()] ^ if edge.is_complement() { u64::MAX } else { 0 }
        };
        for node in 0..gates.len() {
            let gate = gates.gate(node);
            let input = if gate == Gate::Input { *inputs.next().unwrap() } else { 0 };
            let value = gate.simulate(input, |edge| read(&values, edge));
            values.push(value);
        }
        read(&values, edge)
    }

    /// Checks that every gate over every small graph has the right truth table, whichever rules apply.
    #[test]
    fn constructors_preserve_truth_tables() {
        let mut state = 88_172_645_463_325_252u64;
        let mut random = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % below
        };
        for _ in 0..3000 {
            let mut gates = Gates::default();
            let mut edges = vec![Edge::FALSE, Edge::TRUE];
            edges.extend((0..4).map(|_| gates.input()));
            for _ in 0..25 {
                let mut pick = || {
                    let edge = edges[random(edges.len())];
                    edge.complement_if(random(2) == 0)
                };
                let (a, b, c) = (pick(), pick(), pick());
                let (x, y, z) = (table(&gates, a), table(&gates, b), table(&gates, c));
                let (edge, want) = match random(5) {
                    0 => (gates.and(a, b), x & y),
                    1 => (gates.xor(a, b), x ^ y),
                    2 => (gates.xor3(a, b, c), x ^ y ^ z),
                    3 => (gates.ite(a, b, c), (x & y) | (!x & z)),
                    _ => (gates.majority(a, b, c), (x & y) | (x & z) | (y & z)),
                };
                assert_eq!(table(&gates, edge), want, "{:?}", gates.gate(edge.node()));
                edges.push(edge);
            }
        }
    }

    #[test]
    fn the_same_gate_exists_once() {
        let mut gates = Gates::default();
        let (a, b, c) = (gates.input(), gates.input(), gates.input());
        assert_eq!(gates.and(a, b), gates.and(b, a));
        assert_eq!(gates.xor(a, !b), !gates.xor(b, a));
        assert_eq!(gates.ite(!a, b, c), gates.ite(a, c, b));
        assert_eq!(gates.ite(a, !b, c), !gates.ite(a, b, !c));
        assert_eq!(gates.majority(!a, !b, c), !gates.majority(a, !c, b));
        assert_eq!(gates.xor3(a, !b, c), !gates.xor3(c, a, b));
    }

    #[test]
    fn local_rules_apply() {
        let mut gates = Gates::default();
        let (a, b, c) = (gates.input(), gates.input(), gates.input());
        let ab = gates.and(a, b);
        assert_eq!(gates.and(ab, !a), Edge::FALSE);
        assert_eq!(gates.and(!ab, a), gates.and(a, !b));
        let a_not_b = gates.and(a, !b);
        assert_eq!(gates.and(!ab, !a_not_b), !a);
        let differ = gates.xor(a, b);
        assert_eq!(gates.and(differ, a), gates.and(a, !b));
        assert_eq!(gates.xor(differ, b), a);
        let choice = gates.ite(a, b, c);
        assert_eq!(gates.and(choice, !a), gates.and(!a, c));
        assert_eq!(gates.ite(a, choice, b), b);
    }
}
