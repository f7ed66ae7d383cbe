//! How a player who waits on its socket is told that it may move in one of its games.

use std::cell::RefCell;
use std::collections::VecDeque;

use tokio::sync::Notify;

/// One bell a player, for all its chairs.
#[derive(Debug, Default)]
pub struct Bell {
    rung: RefCell<VecDeque<usize>>,
    notify: Notify,
}

impl Bell {
    /// Rings for a chair.
    pub fn ring(&self, chair: usize) {
        self.rung.borrow_mut().push_back(chair);
        self.notify.notify_one();
    }

    /// Until it rings, or at once if it has.
    pub async fn heard(&self) {
        self.notify.notified().await;
    }

    /// A chair that it has rung for.
    pub fn next(&self) -> Option<usize> {
        self.rung.borrow_mut().pop_front()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn it_is_heard_once_for_all_who_rang_before() {
        let bell = Bell::default();
        assert!(bell.heard().now_or_never().is_none());
        bell.ring(2);
        bell.ring(0);
        assert!(bell.heard().now_or_never().is_some());
        assert_eq!([(); 3].map(|()| bell.next()), [Some(2), Some(0), None]);
        assert!(bell.heard().now_or_never().is_none());
    }
}
