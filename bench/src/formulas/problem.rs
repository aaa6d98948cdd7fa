//! A problem: declarations, a graph of nodes, assumptions among them, and checks.

use std::collections::BTreeSet;
use std::fmt::Write;

use term::Sort;

use super::overflow::Overflow;

/// Names a node of a problem.
pub type NodeId = usize;

/// A piece of text with holes for other nodes.
#[derive(Clone, Debug)]
pub struct Node {
    /// The text before, between and after the arguments: one piece more than there are arguments.
    pub pieces: Vec<String>,
    /// What stands in the holes: nodes with smaller ids.
    pub args: Vec<NodeId>,
    /// The sort of the whole.
    pub sort: Sort,
}

impl Node {
    /// A text without holes.
    #[must_use]
    pub fn leaf(text: String, sort: Sort) -> Node {
        Node { pieces: vec![text], args: Vec::new(), sort }
    }

    /// `(head argument ...)`
    #[must_use]
    pub fn apply(head: &str, args: Vec<NodeId>, sort: Sort) -> Node {
        let mut pieces = vec![format!("({head} ")];
        pieces.extend((1..args.len()).map(|_| " ".to_owned()));
        pieces.push(")".to_owned());
        Node { pieces, args, sort }
    }

    /// Another node, as it is.
    #[must_use]
    pub fn alias(of: NodeId, sort: Sort) -> Node {
        Node { pieces: vec![String::new(); 2], args: vec![of], sort }
    }

    /// Whether writing it twice costs nothing.
    fn is_short(&self) -> bool {
        self.args.is_empty()
    }
}

/// Who reads the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Vellum: everything by its own name.
    Vellum,
    /// The judges: what SMT-LIB 2.6 lacks, by its meaning.
    Plain,
}

/// A random problem.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// Commands that declare symbols and functions, and define macros.
    pub declarations: Vec<String>,
    /// The overflow predicates that are used.
    pub overflows: BTreeSet<Overflow>,
    /// The graph, arguments first.
    pub nodes: Vec<Node>,
    /// The assumptions: Boolean nodes.
    pub roots: Vec<NodeId>,
    /// The checks: for each one, a set of assumptions, as a bit for each.
    pub checks: Vec<u32>,
    /// Whether shared nodes are written as definitions; otherwise by `let`.
    pub defines: bool,
    /// Whether assumptions are asserted in scopes; otherwise they are assumed by the check.
    pub scopes: bool,
    /// Whether an array has a term that is no literal everywhere, which cvc5 rejects.
    pub open_const_array: bool,
}

impl Problem {
    /// The name of an assumption, a definition in the text.
    #[must_use]
    pub fn assumption(i: usize) -> String {
        format!("a{i}")
    }

    /// The names of a set of assumptions.
    #[must_use]
    pub fn names(&self, set: u32) -> String {
        let chosen = (0..self.roots.len()).filter(|i| set >> i & 1 == 1);
        chosen.map(Problem::assumption).collect::<Vec<_>>().join(" ")
    }

    /// Everything but the checks.
    #[must_use]
    pub fn text(&self, dialect: Dialect) -> String {
        let mut lines = self.declarations.clone();
        lines.splice(0..0, self.overflow_lines(dialect));
        lines.push(self.definitions());
        lines.join("\n")
    }

    /// The definitions of the assumptions, and of what they share: all that comes after the
    /// declarations. Over values instead of declarations it can be evaluated.
    #[must_use]
    pub fn definitions(&self) -> String {
        let mut text = String::new();
        let shared = if self.defines { self.shared(&self.roots) } else { BTreeSet::new() };
        for &node in &shared {
            let (sort, body) = (self.nodes[node].sort, self.body(node, &shared));
            let _ = writeln!(text, "(define-fun n{node} () {sort} {body})");
        }
        for (i, &root) in self.roots.iter().enumerate() {
            let body = if self.defines { self.print(root, &shared) } else { self.with_lets(root) };
            let _ = writeln!(text, "(define-fun {} () Bool {body})", Problem::assumption(i));
        }
        text
    }

    /// The definitions of overflow predicates that are used.
    #[must_use]
    pub fn overflow_lines(&self, dialect: Dialect) -> Vec<String> {
        let line = |overflow: &Overflow| match dialect {
            Dialect::Vellum => overflow.by_name(),
            Dialect::Plain => overflow.by_meaning(),
        };
        self.overflows.iter().map(line).collect()
    }

    /// The macros, which need no symbols: definitions among the declarations.
    #[must_use]
    pub fn macros(&self) -> Vec<String> {
        let defined = self.declarations.iter().filter(|line| line.starts_with("(define-fun"));
        defined.cloned().collect()
    }

    /// The text of a node, written out.
    #[must_use]
    pub fn inline(&self, node: NodeId) -> String {
        self.body(node, &BTreeSet::new())
    }

    /// The nodes below some roots.
    #[must_use]
    pub fn cone(&self, roots: &[NodeId]) -> BTreeSet<NodeId> {
        let mut cone = BTreeSet::new();
        let mut stack = roots.to_vec();
        while let Some(node) = stack.pop() {
            if cone.insert(node) {
                stack.extend(&self.nodes[node].args);
            }
        }
        cone
    }

    /// The nodes below some roots that are used more than once and are not short.
    fn shared(&self, roots: &[NodeId]) -> BTreeSet<NodeId> {
        let mut uses = vec![0; self.nodes.len()];
        let cone = self.cone(roots);
        let used = cone.iter().flat_map(|&node| &self.nodes[node].args).chain(roots);
        for &node in used {
            uses[node] += 1;
        }
        cone.into_iter().filter(|&node| uses[node] > 1 && !self.nodes[node].is_short()).collect()
    }

    fn with_lets(&self, root: NodeId) -> String {
        let shared = self.shared(&[root]);
        let mut text = String::new();
        for &node in &shared {
            let _ = write!(text, "(let ((n{node} {})) ", self.body(node, &shared));
        }
        text.push_str(&self.print(root, &shared));
        text.extend(shared.iter().map(|_| ')'));
        text
    }

    /// The text of a node, shared ones by name.
    fn print(&self, node: NodeId, shared: &BTreeSet<NodeId>) -> String {
        match shared.contains(&node) {
            true => format!("n{node}"),
            false => self.body(node, shared),
        }
    }

    /// The text of a node; shared nodes below it by name.
    fn body(&self, node: NodeId, shared: &BTreeSet<NodeId>) -> String {
        let Node { pieces, args, .. } = &self.nodes[node];
        let mut text = pieces[0].clone();
        for (&arg, piece) in args.iter().zip(&pieces[1..]) {
            text.push_str(&self.print(arg, shared));
            text.push_str(piece);
        }
        text
    }
}
