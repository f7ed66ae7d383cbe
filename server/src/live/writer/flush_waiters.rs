//! Tasks that wait for a few more transactions, so that they send several messages at once.
//!
//! A waker that registers is woken when two transactions that had not begun yet are finished: an answer that comes at
//! once may miss the next transaction, and rarely the one after. When no transaction comes, all are woken.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

/// From this many commits in one transaction, another transaction follows as soon as this one is finished.
pub(super) const BUSY_BATCH: usize = 32;

/// Number of transactions that a waker waits for.
const TRANSACTIONS_TO_WAIT: usize = 2;

/// The registered wakers, and the size of the newest transaction.
#[derive(Debug, Default)]
pub(super) struct FlushWaiters {
    batch_size: AtomicUsize,
    wakers: Mutex<WakersByAge>,
    registered: Notify,
}

/// Wakers by the number of transactions that have begun since they registered.
#[derive(Debug, Default)]
struct WakersByAge([Vec<Waker>; TRANSACTIONS_TO_WAIT + 1]);

impl FlushWaiters {
    /// Registers a waker for the end of the second transaction from now on.
    pub(super) fn register(&self, waker: Waker) {
        let WakersByAge([newest, ..]) = &mut *self.lock();
        newest.push(waker);
        self.registered.notify_one();
    }

    /// Waits until a waker is registered, and then for `delay`.
    pub(super) async fn idle_for(&self, delay: Duration) {
        if self.is_empty() {
            self.registered.notified().await;
        }
        sleep(delay).await;
    }

    /// The number of commits in the newest transaction.
    pub(super) fn batch_size(&self) -> usize {
        self.batch_size.load(Ordering::Relaxed)
    }

    /// Notes that a transaction of `commits` commits begins.
    pub(super) fn begin_transaction(&self, commits: usize) {
        self.batch_size.store(commits, Ordering::Relaxed);
        let WakersByAge(by_age) = &mut *self.lock();
        for age in (0..TRANSACTIONS_TO_WAIT).rev() {
            let mut younger = mem::take(&mut by_age[age]);
            by_age[age + 1].append(&mut younger);
        }
    }

    /// Wakes the tasks that have waited for two transactions.
    pub(super) fn finish_transaction(&self) {
        let due = {
            let WakersByAge([.., oldest]) = &mut *self.lock();
            mem::take(oldest)
        };
        due.into_iter().for_each(Waker::wake);
    }

    /// Wakes all, since nobody knows when the next transaction comes.
    pub(super) fn wake_all(&self) {
        let WakersByAge(by_age) = mem::take(&mut *self.lock());
        by_age.into_iter().rev().flatten().for_each(Waker::wake);
    }

    /// Wakes all when the returned guard is dropped, for whatever reason the writer ends.
    pub(super) fn wake_all_on_drop(&self) -> WakeAllGuard<'_> {
        WakeAllGuard(self)
    }

    fn is_empty(&self) -> bool {
        self.lock().0.iter().all(Vec::is_empty)
    }

    fn lock(&self) -> MutexGuard<'_, WakersByAge> {
        // The lists are consistent after every statement, so a poisoned lock is still usable.
        self.wakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes all wakers when it is dropped.
pub(super) struct WakeAllGuard<'a>(&'a FlushWaiters);

impl Drop for WakeAllGuard<'_> {
    fn drop(&mut self) {
        self.0.wake_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::task::Wake;

    use super::*;

    #[derive(Default)]
    struct WakeFlag(AtomicBool);

    impl Wake for WakeFlag {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn register(waiters: &FlushWaiters) -> impl Fn() -> bool {
        let called = Arc::new(WakeFlag::default());
        waiters.register(Waker::from(Arc::clone(&called)));
        move || called.0.load(Ordering::Relaxed)
    }

    #[test]
    fn a_waker_waits_for_the_next_two_transactions() {
        let waiters = FlushWaiters::default();
        waiters.begin_transaction(7);
        let early = register(&waiters);
        waiters.finish_transaction();
        assert!(!early() && waiters.batch_size() == 7);
        let late = register(&waiters);
        waiters.begin_transaction(8);
        let next = register(&waiters);
        waiters.finish_transaction();
        assert!(!early() && !late() && !next());
        waiters.begin_transaction(9);
        waiters.finish_transaction();
        assert!(early() && late() && !next());
        waiters.begin_transaction(10);
        waiters.finish_transaction();
        assert!(next() && waiters.is_empty());
    }

    #[test]
    fn all_are_woken_when_the_writer_ends() {
        let waiters = FlushWaiters::default();
        let guard = waiters.wake_all_on_drop();
        let waiting = register(&waiters);
        assert!(!waiting());
        drop(guard);
        assert!(waiting());
    }

    #[test]
    fn all_are_woken_when_no_transaction_comes() {
        let waiters = FlushWaiters::default();
        let old = register(&waiters);
        waiters.begin_transaction(1);
        let new = register(&waiters);
        waiters.wake_all();
        assert!(old() && new() && waiters.is_empty());
    }
}
