//! Those who wait for one more transaction: under load the next one is never far.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

/// Who waits, and how many commits are written together.
#[derive(Debug, Default)]
pub(super) struct Company {
    together: AtomicUsize,
    waiting: Mutex<Waiting>,
    joined: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Those who came before the newest transaction was begun.
    before: Vec<Waker>,
    since: Vec<Waker>,
}

impl Company {
    /// Calls somebody when a transaction has been told that was not begun yet.
    pub(super) fn join(&self, waker: Waker) {
        self.lock().since.push(waker);
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
        let Waiting { before, since } = &mut *self.lock();
        before.append(since);
    }

    /// The newest transaction has been told.
    pub(super) fn told(&self) {
        let due = mem::take(&mut self.lock().before);
        due.into_iter().for_each(Waker::wake);
    }

    /// Nobody knows when the next transaction comes: all are called.
    pub(super) fn disperse(&self) {
        let Waiting { before, since } = mem::take(&mut *self.lock());
        before.into_iter().chain(since).for_each(Waker::wake);
    }

    /// Calls all when nobody attends to them any more, whatever the reason.
    pub(super) fn attend(&self) -> Attendance<'_> {
        Attendance(self)
    }

    fn is_empty(&self) -> bool {
        let waiting = self.lock();
        waiting.before.is_empty() && waiting.since.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Both lists are whole after every statement, so a panic elsewhere does not spoil them.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As long as it is there, somebody calls those who wait.
pub(super) struct Attendance<'a>(&'a Company);

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

    fn join(company: &Company) -> impl Fn() -> bool {
        let called = Arc::new(Called::default());
        company.join(Waker::from(Arc::clone(&called)));
        move || called.0.load(Ordering::Relaxed)
    }

    #[test]
    fn who_comes_while_one_transaction_is_told_waits_for_the_next_one() {
        let company = Company::default();
        company.begin(7);
        let early = join(&company);
        company.told();
        assert!(!early() && company.together() == 7);
        let late = join(&company);
        company.begin(8);
        let next = join(&company);
        company.told();
        assert!(early() && late() && !next());
        company.begin(9);
        company.told();
        assert!(next() && company.is_empty());
    }

    #[test]
    fn where_nobody_attends_to_them_any_more_all_are_called() {
        let company = Company::default();
        let attendance = company.attend();
        let waiting = join(&company);
        assert!(!waiting());
        drop(attendance);
        assert!(waiting());
    }

    #[test]
    fn where_no_transaction_comes_all_are_called() {
        let company = Company::default();
        let old = join(&company);
        company.begin(1);
        let new = join(&company);
        company.disperse();
        assert!(old() && new() && company.is_empty());
    }
}
