//! A queue that is fair to the owners of its items.

use std::collections::VecDeque;

/// Items that wait. Owners take turns, and the items of one owner come in the order in which they were pushed.
#[derive(Debug)]
pub(crate) struct FairQueue<K, T>(VecDeque<OwnedItems<K, T>>);

/// The items of one owner; never empty.
#[derive(Debug)]
struct OwnedItems<K, T> {
    owner: K,
    items: VecDeque<T>,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        FairQueue(VecDeque::new())
    }
}

impl<K: PartialEq, T> FairQueue<K, T> {
    /// Adds an item behind the others of its owner.
    pub(crate) fn push(&mut self, owner: K, item: T) {
        match self.0.iter_mut().find(|owned| owned.owner == owner) {
            Some(owned) => owned.items.push_back(item),
            None => self.0.push_back(OwnedItems { owner, items: VecDeque::from([item]) }),
        }
    }

    /// Removes the next item.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.pop_if(|_| true)
    }

    /// Removes the next item for which the condition holds. Its owner's turn comes again after those of the others.
    pub(crate) fn pop_if(&mut self, condition: impl Fn(&T) -> bool) -> Option<T> {
        let (turn, place) = self.find(condition)?;
        let mut owned = self.0.remove(turn)?;
        let next = owned.items.remove(place);
        if !owned.items.is_empty() {
            self.0.push_back(owned);
        }
        next
    }

    /// Removes the next item for which the condition holds. The turns of the owners stay. Returns whether there was one.
    pub(crate) fn remove(&mut self, condition: impl Fn(&T) -> bool) -> bool {
        let Some((turn, place)) = self.find(condition) else { return false };
        self.0[turn].items.remove(place);
        self.0.retain(|owned| !owned.items.is_empty());
        true
    }

    /// Number of items that come before the first one for which the condition holds; none if there is no such item.
    pub(crate) fn count_before(&self, condition: impl Fn(&T) -> bool) -> Option<usize> {
        let (turn, place) = self.find(condition)?;
        let before = |(index, owned): (usize, &OwnedItems<K, T>)| match index {
            _ if index == turn => place,
            _ => owned.items.len().min(place + usize::from(index < turn)),
        };
        Some(self.0.iter().enumerate().map(before).sum())
    }

    /// The next item for which the condition holds: the index of its owner, and its own among the owner's items.
    fn find(&self, condition: impl Fn(&T) -> bool) -> Option<(usize, usize)> {
        let of_owner = |owned: &OwnedItems<K, T>| owned.items.iter().position(&condition);
        self.0.iter().enumerate().find_map(|(turn, owned)| Some((turn, of_owner(owned)?)))
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of items.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|owned| owned.items.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue() -> FairQueue<char, u8> {
        let mut queue = FairQueue::default();
        for (owner, item) in [('a', 1), ('a', 2), ('a', 3), ('b', 4), ('b', 5), ('c', 6)] {
            queue.push(owner, item);
        }
        queue
    }

    #[test]
    fn owners_take_turns() {
        let mut queue = queue();
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [1, 4, 6, 2, 5, 3]);
    }

    #[test]
    fn the_count_before_an_item_is_its_place_in_the_order() {
        for (place, item) in [1, 4, 6, 2, 5, 3].into_iter().enumerate() {
            assert_eq!(queue().count_before(|it| *it == item), Some(place), "item {item}");
        }
        assert_eq!(queue().count_before(|it| *it == 7), None);
    }

    #[test]
    fn a_removed_item_changes_no_turn() {
        let mut queue = queue();
        assert!(queue.remove(|item| *item == 6) && queue.remove(|item| *item == 1));
        assert!(!queue.remove(|item| *item == 6));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [2, 4, 3, 5]);
    }

    #[test]
    fn an_item_that_has_to_wait_holds_up_no_other_one() {
        let mut queue = queue();
        assert_eq!(queue.pop_if(|item| *item > 1), Some(2));
        assert_eq!(queue.pop_if(|item| *item < 4), Some(1));
        assert_eq!((queue.pop_if(|item| *item > 6), queue.len()), (None, 4));
    }
}
