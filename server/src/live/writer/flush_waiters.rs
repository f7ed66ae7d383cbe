//! Those who wait for some more transactions: under load the next one is never far.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

/// Transactions that are waited for: whoever answers at once may miss the next one, and hardly ever the one after it.
const TRANSACTIONS: usize = 2;

/// Who waits, and how many commits are written together.
#[derive(Debug, Default)]
pub(super) struct FlushWaiters {
    together: AtomicUsize,
    waiting: Mutex<Waiting>,
    joined: Notify,
}

/// Those who wait, by how many transactions have been begun since they came.
#[derive(Debug, Default)]
struct Waiting([Vec<Waker>; TRANSACTIONS + 1]);

impl FlushWaiters {
    /// Calls somebody when so many transactions have been told that were not begun yet.
    pub(super) fn join(&self, waker: Waker) {
        let Waiting([newest, ..]) = &mut *self.lock();
        newest.push(waker);
        self.joined.notify_one();
    }

    /// Waits until there is somebody, and then for so long.
    pub(super) async fn has_waited(&self, pause: Duration) {
        if self.is_empty() {
            self.joined.notified().await;
        }
        sleep(pause).await;
    }

    /// Commits in the newest transaction.
    pub(super) fn together(&self) -> usize {
        self.together.load(Ordering::Relaxed)
    }

    /// A transaction of so many commits is begun.
    pub(super) fn begin(&self, commits: usize) {
        self.together.store(commits, Ordering::Relaxed);
        let Waiting(by_age) = &mut *self.lock();
        for age in (0..TRANSACTIONS).rev() {
            let mut younger = mem::take(&mut by_age[age]);
            by_age[age + 1].append(&mut younger);
        }
    }

    /// The newest transaction has been told.
    pub(super) fn told(&self) {
        let due = {
            let Waiting([.., oldest]) = &mut *self.lock();
            mem::take(oldest)
        };
        due.into_iter().for_each(Waker::wake);
    }

    /// Nobody knows when the next transaction comes: all are called.
    pub(super) fn disperse(&self) {
        let Waiting(by_age) = mem::take(&mut *self.lock());
        by_age.into_iter().rev().flatten().for_each(Waker::wake);
    }

    /// Calls all when nobody attends to them any more, whatever the reason.
    pub(super) fn attend(&self) -> Attendance<'_> {
        Attendance(self)
    }

    fn is_empty(&self) -> bool {
        self.lock().0.iter().all(Vec::is_empty)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // The lists are whole after every statement, so a panic elsewhere does not spoil them.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As long as it is there, somebody calls those who wait.
pub(super) struct Attendance<'a>(&'a FlushWaiters);

impl Drop for Attendance<'_> {
    fn drop(&mut self) {
        self.0.disperse();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::task::Wake;

    use super::*;

    #[derive(Default)]
    struct Called(AtomicBool);

    impl Wake for Called {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn join(company: &FlushWaiters) -> impl Fn() -> bool {
        let called = Arc::new(Called::default());
        company.join(Waker::from(Arc::clone(&called)));
        move || called.0.load(Ordering::Relaxed)
    }

    #[test]
    fn who_comes_while_one_transaction_is_told_waits_for_the_next_two() {
        let company = FlushWaiters::default();
        company.begin(7);
        let early = join(&company);
        company.told();
        assert!(!early() && company.together() == 7);
        let late = join(&company);
        company.begin(8);
        let next = join(&company);
        company.told();
        assert!(!early() && !late() && !next());
        company.begin(9);
        company.told();
        assert!(early() && late() && !next());
        company.begin(10);
        company.told();
        assert!(next() && company.is_empty());
    }

    #[test]
    fn where_nobody_attends_to_them_any_more_all_are_called() {
        let company = FlushWaiters::default();
        let attendance = company.attend();
        let waiting = join(&company);
        assert!(!waiting());
        drop(attendance);
        assert!(waiting());
    }

    #[test]
    fn where_no_transaction_comes_all_are_called() {
        let company = FlushWaiters::default();
        let old = join(&company);
        company.begin(1);
        let new = join(&company);
        company.disperse();
        assert!(old() && new() && company.is_empty());
    }
}
