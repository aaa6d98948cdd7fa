//! A persistent interval tree: finds the entries whose interval overlaps a range without visiting
//! the others. Copies share all nodes until one of them changes.
//!
//! It is a treap, ordered by the starts of intervals, a heap by pseudo-random priorities, so its
//! depth is logarithmic in expectation for any order of insertions, and the recursion here goes no
//! deeper. Each node knows how far the intervals below it reach. Entries are opaque, and intervals
//! may be equal.

use std::rc::Rc;

/// The tree.
#[derive(Clone)]
pub struct Tree<T> {
    root: Link<T>,
    /// The number of insertions so far: the source of priorities.
    made: u64,
}

type Link<T> = Option<Rc<Node<T>>>;

#[derive(Clone)]
struct Node<T> {
    low: u64,
    high: u64,
    item: T,
    priority: u64,
    /// The greatest `high` of this node and those below it.
    reach: u64,
    left: Link<T>,
    right: Link<T>,
}

impl<T> Default for Tree<T> {
    fn default() -> Tree<T> {
        Tree { root: None, made: 0 }
    }
}

impl<T: Clone> Tree<T> {
    /// Whether the tree is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Whether it is a copy of another tree, and neither has changed since.
    pub fn is_same(&self, other: &Tree<T>) -> bool {
        match (&self.root, &other.root) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            (None, None) => true,
            _ => false,
        }
    }

    /// Inserts an entry at `low..high`.
    pub fn insert(&mut self, low: u64, high: u64, item: T) {
        self.made += 1;
        let priority = scrambled(self.made);
        let node = Node { low, high, item, priority, reach: high, left: None, right: None };
        let (before, behind) = split(self.root.take(), low);
        self.root = join(join(before, Some(Rc::new(node))), behind);
    }

    /// Iterates over the entries whose interval overlaps `low..high`.
    pub fn overlapping(&self, low: u64, high: u64) -> impl Iterator<Item = &T> {
        let mut rest: Vec<&Node<T>> = Vec::new();
        rest.extend(self.root.as_deref());
        std::iter::from_fn(move || {
            while let Some(node) = rest.pop() {
                if node.reach <= low {
                    continue;
                }
                rest.extend(node.left.as_deref());
                if node.low < high {
                    rest.extend(node.right.as_deref());
                    if low < node.high {
                        return Some(&node.item);
                    }
                }
            }
            None
        })
    }

    /// Iterates over all entries.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.overlapping(0, u64::MAX)
    }

    /// Removes the unwanted entries that overlap `low..high`.
    pub fn remove(&mut self, low: u64, high: u64, unwanted: impl Fn(&T) -> bool) {
        // Only then are shared nodes copied.
        if self.overlapping(low, high).any(&unwanted) {
            self.root = pruned(self.root.take(), low, high, &unwanted);
        }
    }
}

impl<T: Clone> Node<T> {
    fn update(&mut self) {
        let below = [&self.left, &self.right].into_iter().flatten().map(|node| node.reach);
        self.reach = below.fold(self.high, u64::max);
    }
}

/// Splits into the entries that begin before a bound and those that do not.
fn split<T: Clone>(link: Link<T>, bound: u64) -> (Link<T>, Link<T>) {
    let Some(mut tree) = link else { return (None, None) };
    let node = Rc::make_mut(&mut tree);
    if node.low < bound {
        let (before, behind) = split(node.right.take(), bound);
        node.right = before;
        node.update();
        (Some(tree), behind)
    } else {
        let (before, behind) = split(node.left.take(), bound);
        node.left = behind;
        node.update();
        (before, Some(tree))
    }
}

/// Joins two trees, of which the first begins before the second.
fn join<T: Clone>(first: Link<T>, second: Link<T>) -> Link<T> {
    let (mut first, mut second) = match (first, second) {
        (Some(first), Some(second)) => (first, second),
        (first, second) => return first.or(second),
    };
    if first.priority > second.priority {
        let node = Rc::make_mut(&mut first);
        node.right = join(node.right.take(), Some(second));
        node.update();
        Some(first)
    } else {
        let node = Rc::make_mut(&mut second);
        node.left = join(Some(first), node.left.take());
        node.update();
        Some(second)
    }
}

fn pruned<T: Clone>(link: Link<T>, low: u64, high: u64, unwanted: &impl Fn(&T) -> bool) -> Link<T> {
    let mut tree = link?;
    if tree.reach <= low {
        return Some(tree);
    }
    let node = Rc::make_mut(&mut tree);
    node.left = pruned(node.left.take(), low, high, unwanted);
    if node.low < high {
        node.right = pruned(node.right.take(), low, high, unwanted);
        if low < node.high && unwanted(&node.item) {
            return join(node.left.take(), node.right.take());
        }
    }
    node.update();
    Some(tree)
}

/// Scrambles a number (the finish of SplitMix64).
fn scrambled(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An interval, and which one it is.
    type Item = (u64, u64, u64);

    fn depth(link: &Link<Item>) -> usize {
        link.as_ref().map_or(0, |node| 1 + depth(&node.left).max(depth(&node.right)))
    }

    fn same(tree: &Tree<Item>, plain: &[Item], low: u64, high: u64) {
        let mut found: Vec<Item> = tree.overlapping(low, high).copied().collect();
        found.sort_unstable_by_key(|&(.., which)| which);
        let expected: Vec<Item> =
            plain.iter().filter(|it| it.0 < high && low < it.1).copied().collect();
        assert_eq!(found, expected, "{low}..{high}");
    }

    #[test]
    fn a_tree_finds_what_a_list_finds() {
        let mut state = 7;
        let mut below = |bound: u64| {
            state += 1;
            scrambled(state) % bound
        };
        for _ in 0..50 {
            let (mut tree, mut plain): (Tree<Item>, Vec<Item>) = (Tree::default(), Vec::new());
            let mut copies = Vec::new();
            for which in 0..120 {
                let low = below(100);
                let high = low + below(12);
                match below(8) {
                    0 => {
                        let odd = |it: &Item| it.2 % 2 == 1;
                        tree.remove(low, high, odd);
                        plain.retain(|it| !(it.0 < high && low < it.1 && odd(it)));
                    }
                    1 => copies.push((tree.clone(), plain.clone())),
                    2 | 3 => same(&tree, &plain, low, high),
                    _ => {
                        tree.insert(low, high, (low, high, which));
                        plain.push((low, high, which));
                    }
                }
            }
            copies.push((tree, plain));
            for (tree, plain) in &copies {
                for low in 0..110 {
                    same(tree, plain, low, low + 1);
                }
                assert_eq!(tree.is_empty(), plain.is_empty());
            }
        }
    }

    #[test]
    fn a_tree_stays_flat_in_any_order() {
        for up in [true, false] {
            let mut tree = Tree::default();
            for i in 0..10_000 {
                let low = if up { i } else { 10_000 - i };
                tree.insert(low, low + 1, (low, low + 1, i));
            }
            assert!(depth(&tree.root) < 60, "{}", depth(&tree.root));
        }
    }

    #[test]
    fn copies_share_until_one_changes() {
        let mut tree = Tree::default();
        tree.insert(0, 4, (0, 4, 0));
        let copy = tree.clone();
        assert!(tree.is_same(&copy));
        tree.remove(0, 4, |_| false);
        assert!(tree.is_same(&copy));
        tree.remove(0, 4, |_| true);
        assert!(tree.is_empty() && !copy.is_empty());
    }
}
