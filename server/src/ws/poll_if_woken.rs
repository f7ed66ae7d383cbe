//! Polls a branch of a task only when that branch has woken the task.
//!
//! `tokio::select!` polls every branch whenever any of them wakes the task. To learn that a socket has received nothing
//! costs as much as to read what it has received, and a move woke the task four times for one message. So each branch has
//! its own waker, which sets a flag, and a branch is polled only if its flag is set. See docs/BENCHMARKS.md for the gain.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// The waker of one branch, and whether it was used.
#[derive(Debug)]
pub(super) struct PollIfWoken {
    flag: Arc<WakeFlag>,
    waker: Waker,
    /// The task that the branch wakes, as this value knows it.
    task: Option<Waker>,
}

#[derive(Debug)]
struct WakeFlag {
    is_set: AtomicBool,
    task: Mutex<Option<Waker>>,
}

impl PollIfWoken {
    /// A branch that was never polled: its flag is set.
    pub(super) fn new() -> Self {
        let flag = Arc::new(WakeFlag { is_set: AtomicBool::new(true), task: Mutex::default() });
        Self { waker: Waker::from(Arc::clone(&flag)), flag, task: None }
    }

    /// Waits for a future, and polls it only after it has woken this task.
    ///
    /// The future may be a new one each time, as long as it waits for the same thing and that thing keeps the waker when the
    /// future is dropped. A channel, a socket and an interval do. A future that leaves a waiting list when dropped
    /// (`cancelled()`, `notified()`, `acquire()`, `sleep`) must be created once and passed pinned. Any other wait for the
    /// same thing must come only after this one has returned.
    pub(super) async fn poll<T>(&mut self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        poll_fn(|context| self.poll_future(context, future.as_mut())).await
    }

    fn poll_future<F: Future>(&mut self, context: &Context<'_>, future: Pin<&mut F>) -> Poll<F::Output> {
        self.set_task(context.waker());
        if !self.flag.is_set.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let result = future.poll(&mut Context::from_waker(&self.waker));
        if result.is_ready() {
            // There may be more to read, and a wake-up may have come since.
            self.flag.is_set.swap(true, Ordering::AcqRel);
        }
        result
    }

    fn set_task(&mut self, task: &Waker) {
        if self.task.as_ref().is_some_and(|known| known.will_wake(task)) {
            return;
        }
        self.task = Some(task.clone());
        // The old waker is dropped after the lock is released.
        let _before = self.flag.lock().replace(task.clone());
    }
}

impl WakeFlag {
    fn lock(&self) -> MutexGuard<'_, Option<Waker>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // A task that was woken and has not polled since needs no second wake-up.
        if !self.is_set.swap(true, Ordering::AcqRel) {
            let task = self.lock().clone();
            task.inspect(Waker::wake_by_ref);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::{Notify, mpsc};
    use tokio::task::yield_now;

    use super::*;

    #[tokio::test]
    async fn a_future_is_polled_only_after_it_has_woken() {
        let (mut branch, notify, mut polls) = (PollIfWoken::new(), Notify::new(), 0);
        let mut notified = pin!(notify.notified());
        let mut poll_once = async || {
            let future = poll_fn(|context| {
                polls += 1;
                notified.as_mut().poll(context)
            });
            let poll = futures_util::poll!(pin!(branch.poll(future)));
            (polls, poll.is_ready())
        };
        assert_eq!(poll_once().await, (1, false), "a new branch is polled");
        assert_eq!(poll_once().await, (1, false), "it has not woken");
        notify.notify_one();
        assert_eq!(poll_once().await, (2, true));
    }

    #[tokio::test]
    async fn a_ready_future_is_polled_again() {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let mut branch = PollIfWoken::new();
        (0..3).for_each(|number| sender.send(number).expect("a receiver"));
        for number in 0..3 {
            assert_eq!(branch.poll(receiver.recv()).await, Some(number));
        }
        let late = async {
            yield_now().await;
            sender.send(3).expect("a receiver");
        };
        assert_eq!(tokio::join!(branch.poll(receiver.recv()), late).0, Some(3));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_wake_up_is_lost_between_threads() {
        const MESSAGES: u32 = 20_000;
        let ((there, mut here), (back, mut again)) = (mpsc::channel(1), mpsc::channel(1));
        let echo = tokio::spawn(async move {
            let mut branch = PollIfWoken::new();
            while let Some(number) = branch.poll(here.recv()).await {
                back.send(number).await.expect("a receiver");
            }
        });
        let mut branch = PollIfWoken::new();
        for number in 0..MESSAGES {
            there.send(number).await.expect("the echo");
            assert_eq!(branch.poll(again.recv()).await, Some(number));
        }
        drop(there);
        echo.await.expect("the echo ends");
    }

    #[tokio::test]
    async fn the_task_that_waits_now_is_woken() {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let mut branch = PollIfWoken::new();
        assert!(futures_util::poll!(pin!(branch.poll(receiver.recv()))).is_pending());
        let elsewhere = tokio::spawn(async move { branch.poll(receiver.recv()).await });
        yield_now().await;
        sender.send(7).expect("a receiver");
        assert_eq!(elsewhere.await.expect("an answer"), Some(7));
    }
}
