//! A persistent list: copies share their common prefix.

use std::rc::Rc;

/// A list that is changed at its end alone, and cheap to copy.
#[derive(Clone, Debug)]
pub struct Trail<T> {
    last: Option<Rc<Link<T>>>,
    length: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Option<Rc<Link<T>>>,
}

impl<T> Default for Trail<T> {
    fn default() -> Trail<T> {
        Trail { last: None, length: 0 }
    }
}

impl<T> Trail<T> {
    /// Appends an item.
    pub fn push(&mut self, item: T) {
        let before = self.last.take();
        self.last = Some(Rc::new(Link { item, before }));
        self.length += 1;
    }

    /// Removes the last item.
    pub fn pop(&mut self) {
        if let Some(last) = self.last.take() {
            self.last = last.before.clone();
            self.length -= 1;
        }
    }

    /// Returns the number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns the last item.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.last.as_deref().map(|link| &link.item)
    }

    /// Returns all items, oldest first.
    #[must_use]
    pub fn items(&self) -> Vec<&T> {
        self.items_since(0)
    }

    /// Returns the items after the first `first`, oldest first.
    #[must_use]
    pub fn items_since(&self, first: usize) -> Vec<&T> {
        let count = self.length.saturating_sub(first);
        let mut items = Vec::with_capacity(count);
        let mut link = self.last.as_deref();
        while let Some(at) = link.filter(|_| items.len() < count) {
            items.push(&at.item);
            link = at.before.as_deref();
        }
        items.reverse();
        items
    }
}

impl<T> Drop for Trail<T> {
    fn drop(&mut self) {
        // Links are dropped one by one: a long list must not be dropped by recursion.
        let mut link = self.last.take();
        while let Some(mut at) = link.and_then(Rc::into_inner) {
            link = at.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_and_do_not_see_each_other() {
        let mut a = Trail::default();
        a.push(1);
        let mut b = a.clone();
        a.push(2);
        b.push(3);
        b.push(4);
        b.push(5);
        b.pop();
        assert_eq!(a.items(), [&1, &2]);
        assert_eq!(b.items(), [&1, &3, &4]);
        assert_eq!(b.items_since(2), [&4]);
        assert_eq!((a.len(), b.len()), (2, 3));
    }

    #[test]
    fn a_long_list_is_dropped_without_recursion() {
        let mut list = Trail::default();
        (0..1_000_000).for_each(|i| list.push(i));
        drop(list);
    }
}
