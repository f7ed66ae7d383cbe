//! Visits that could not be stored. They are stored before this node writes a beat again: until then nobody decides
//! whether a player has left it meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

/// How long to wait before storing again, if nobody says sooner that the database can be used.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// How long a node that returns waits at most until visits are stored.
const MAX_VISIT_WAIT: Duration = Duration::from_millis(300);

/// Counts the tasks with visits that could not be stored, and lets them try again. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct UnstoredVisits {
    shared: Arc<RetryState>,
}

#[derive(Debug, Default)]
struct RetryState {
    count: AtomicUsize,
    try_again: Notify,
    one_less: Notify,
}

/// Visits that could not be stored, until this is dropped.
#[derive(Debug)]
pub(super) struct UnstoredVisit(Arc<RetryState>);

impl UnstoredVisits {
    /// Notes that some visits could not be stored.
    pub(super) fn add(&self) -> UnstoredVisit {
        self.shared.count.fetch_add(1, Ordering::AcqRel);
        UnstoredVisit(Arc::clone(&self.shared))
    }

    /// Lets all that wait try again, and waits a moment until they have stored their visits.
    pub(crate) async fn store_now(&self) {
        let stored = async {
            loop {
                let one_less = self.shared.one_less.notified();
                if self.shared.count.load(Ordering::Acquire) == 0 {
                    return;
                }
                self.shared.try_again.notify_waiters();
                one_less.await;
            }
        };
        // Visits that are not stored by then are stored later.
        let _ = timeout(MAX_VISIT_WAIT, stored).await;
    }
}

impl UnstoredVisit {
    /// Waits until it is time to store again.
    pub(super) async fn wait_to_retry(&self) {
        let _ = timeout(RETRY_DELAY, self.0.try_again.notified()).await;
    }
}

impl Drop for UnstoredVisit {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Ordering::AcqRel);
        self.0.one_less.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::{JoinHandle, yield_now};
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn all_that_wait_are_stored_at_once() {
        let unstored = UnstoredVisits::default();
        let tasks: Vec<_> = (0..10).map(|_| unstored.add()).collect();
        let tasks: Vec<_> =
            tasks.into_iter().map(|visit| tokio::spawn(async move { visit.wait_to_retry().await })).collect();
        yield_now().await;
        let begin = Instant::now();
        unstored.store_now().await;
        assert_eq!((begin.elapsed(), tasks.iter().all(JoinHandle::is_finished)), (Duration::ZERO, true));
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_long_for_what_cannot_be_stored() {
        let unstored = UnstoredVisits::default();
        let _visit = unstored.add();
        let begin = Instant::now();
        unstored.store_now().await;
        assert_eq!(begin.elapsed(), MAX_VISIT_WAIT);
    }
}
