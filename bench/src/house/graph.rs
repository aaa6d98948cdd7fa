//! Directed graphs of names, and their cycles.

use std::collections::{BTreeMap, BTreeSet};

/// A directed graph of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    edges: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    /// Adds an edge, unless it leads from a node to itself.
    pub fn add(&mut self, from: &str, to: &str) {
        if from != to {
            self.edges.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
    }

    /// Returns the edges in order.
    pub fn edges(&self) -> impl Iterator<Item = (&str, &str)> {
        self.edges.iter().flat_map(|(from, to)| to.iter().map(|it| (from.as_str(), it.as_str())))
    }

    /// Returns what is reachable from a node by at least one edge.
    fn reachable(&self, from: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut worklist = vec![from];
        while let Some(node) = worklist.pop() {
            for next in self.edges.get(node).into_iter().flatten() {
                if reached.insert(next.as_str()) {
                    worklist.push(next);
                }
            }
        }
        reached
    }

    /// Returns the strongly connected components of more than one node, the largest first.
    pub fn cycles(&self) -> Vec<BTreeSet<&str>> {
        let reachable: BTreeMap<&str, BTreeSet<&str>> =
            self.edges.keys().map(|node| (node.as_str(), self.reachable(node))).collect();
        let component = |node: &str| -> BTreeSet<&str> {
            let back = |other: &&&str| reachable.get(**other).is_some_and(|it| it.contains(node));
            reachable[node].iter().filter(back).copied().collect()
        };
        let components: BTreeSet<BTreeSet<&str>> =
            reachable.keys().map(|node| component(node)).filter(|it| it.len() > 1).collect();
        let mut components: Vec<BTreeSet<&str>> = components.into_iter().collect();
        components.sort_by_key(|it| std::cmp::Reverse(it.len()));
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_the_strongly_connected_components() {
        let mut graph = Graph::default();
        for (from, to) in [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "d"), ("e", "f")] {
            graph.add(from, to);
        }
        graph.add("f", "e");
        let cycles: Vec<Vec<&str>> =
            graph.cycles().into_iter().map(|it| it.into_iter().collect()).collect();
        assert_eq!(cycles, [vec!["a", "b", "c"], vec!["e", "f"]]);
    }
}
