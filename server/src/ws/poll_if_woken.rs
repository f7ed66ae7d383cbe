//! A task that waits for several things asks only those that have called it.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// The bell of one of several things that a task waits for. Whoever waits for all of them at once, as with
/// `tokio::select!`, asks each of them whenever any of them calls; with a bell each, only those that have rung. To find
/// out that a socket has sent nothing costs as much as to read what it has sent.
#[derive(Debug)]
pub(crate) struct PollIfWoken {
    rope: Arc<WakeFlag>,
    waker: Waker,
    /// The task that is called, as this bell knows it.
    task: Option<Waker>,
}

/// What is pulled to call the task.
#[derive(Debug)]
struct WakeFlag {
    rung: AtomicBool,
    task: Mutex<Option<Waker>>,
}

impl PollIfWoken {
    /// One that rings, since nothing has been asked yet.
    pub(crate) fn new() -> Self {
        let rope = Arc::new(WakeFlag { rung: AtomicBool::new(true), task: Mutex::default() });
        Self { waker: Waker::from(Arc::clone(&rope)), rope, task: None }
    }

    /// Waits for what a future brings, and asks it only when it has called.
    ///
    /// The future may be another one each time, as long as it waits for the same thing, and that thing goes on calling
    /// when the future is dropped: a channel, a socket and an interval do; what waits in a line leaves it (`cancelled()`,
    /// `notified()`, `acquire()`, a `sleep`), so such a future must be made once and handed in pinned. And whoever else
    /// waits for the same thing in between must do so only after an answer.
    pub(crate) async fn answer<T>(&mut self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        poll_fn(|context| self.poll(context, future.as_mut())).await
    }

    fn poll<F: Future>(&mut self, context: &Context<'_>, future: Pin<&mut F>) -> Poll<F::Output> {
        self.call(context.waker());
        if !self.rope.rung.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let answer = future.poll(&mut Context::from_waker(&self.waker));
        if answer.is_ready() {
            // There may be more. What somebody has done who has rung meanwhile is to be seen by the next question.
            self.rope.rung.swap(true, Ordering::AcqRel);
        }
        answer
    }

    /// From now on this task is called.
    fn call(&mut self, task: &Waker) {
        if self.task.as_ref().is_some_and(|known| known.will_wake(task)) {
            return;
        }
        self.task = Some(task.clone());
        // Dropped when the lock is free again.
        let _before = self.rope.task().replace(task.clone());
    }
}

impl WakeFlag {
    fn task(&self) -> MutexGuard<'_, Option<Waker>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // Whoever has been called and has not asked yet need not be called again.
        if !self.rung.swap(true, Ordering::AcqRel) {
            let task = self.task().clone();
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
    async fn only_who_has_rung_is_asked() {
        let (mut bell, notify, mut asked) = (PollIfWoken::new(), Notify::new(), 0);
        let mut notified = pin!(notify.notified());
        let mut asks = async || {
            let question = poll_fn(|context| {
                asked += 1;
                notified.as_mut().poll(context)
            });
            let poll = futures_util::poll!(pin!(bell.answer(question)));
            (asked, poll.is_ready())
        };
        assert_eq!(asks().await, (1, false), "a new bell rings");
        assert_eq!(asks().await, (1, false), "nobody has called");
        notify.notify_one();
        assert_eq!(asks().await, (2, true));
    }

    #[tokio::test]
    async fn who_has_answered_is_asked_again() {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let mut bell = PollIfWoken::new();
        (0..3).for_each(|number| sender.send(number).expect("a receiver"));
        for number in 0..3 {
            assert_eq!(bell.answer(receiver.recv()).await, Some(number));
        }
        let late = async {
            yield_now().await;
            sender.send(3).expect("a receiver");
        };
        assert_eq!(tokio::join!(bell.answer(receiver.recv()), late).0, Some(3));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_call_is_missed_between_threads() {
        const CALLS: u32 = 20_000;
        let ((there, mut here), (back, mut again)) = (mpsc::channel(1), mpsc::channel(1));
        let echo = tokio::spawn(async move {
            let mut bell = PollIfWoken::new();
            while let Some(number) = bell.answer(here.recv()).await {
                back.send(number).await.expect("somebody listens");
            }
        });
        let mut bell = PollIfWoken::new();
        for number in 0..CALLS {
            there.send(number).await.expect("the echo");
            assert_eq!(bell.answer(again.recv()).await, Some(number));
        }
        drop(there);
        echo.await.expect("the echo ends");
    }

    #[tokio::test]
    async fn it_calls_whoever_waits_now() {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let mut bell = PollIfWoken::new();
        assert!(futures_util::poll!(pin!(bell.answer(receiver.recv()))).is_pending());
        let elsewhere = tokio::spawn(async move { bell.answer(receiver.recv()).await });
        yield_now().await;
        sender.send(7).expect("a receiver");
        assert_eq!(elsewhere.await.expect("an answer"), Some(7));
    }
}
