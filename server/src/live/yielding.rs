//! Cooperative yielding: long work lets other tasks, and now and then other threads, run in between.

use std::cell::Cell;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task;

use crate::time::Stopwatch;

/// How long a thread works before it yields its core. The kernel would let it work for several milliseconds; yielding
/// more often gains nothing, since a busy foreign thread then keeps the core for as long each time.
const MAX_THREAD_SLICE: Duration = Duration::from_millis(1);

thread_local! {
    static SLICE_STARTED: Cell<Option<Stopwatch>> = const { Cell::new(None) };
}

/// Lets every other task run, and now and then every other thread: on one core SQLite's thread has to wait for this one
/// twice a commit.
pub(crate) async fn yield_to_others() {
    yield_core();
    task::yield_now().await;
}

fn yield_core() {
    if SLICE_STARTED.get().is_none_or(|started| started.elapsed() >= MAX_THREAD_SLICE) {
        thread::yield_now();
        SLICE_STARTED.set(Some(Stopwatch::start()));
    }
}

/// Lets a few tasks at a time pass, and others run in between. If a thousand spectators join at once, they wait here
/// and delay no player.
#[derive(Clone, Debug)]
pub struct ConcurrencyGate {
    permits: Arc<Semaphore>,
}

impl ConcurrencyGate {
    /// A gate that lets `permits` tasks pass at a time.
    pub(crate) fn new(permits: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(permits)) }
    }

    /// Waits for a permit. The permit is given back at once: what the task does next delays nobody.
    pub(crate) async fn pass(&self) {
        let _permit = self.permits.acquire().await;
        yield_to_others().await;
    }

    /// Does some work with a permit, and lets others run before.
    pub(crate) async fn pass_during<T>(&self, work: impl Future<Output = T>) -> T {
        let _permit = self.permits.acquire().await;
        yield_to_others().await;
        work.await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const TASKS: usize = 100;

    #[tokio::test]
    async fn other_tasks_run_while_many_pass() {
        let (gate, passed) = (ConcurrencyGate::new(4), Arc::new(AtomicUsize::new(0)));
        for _ in 0..TASKS {
            let (gate, passed) = (gate.clone(), Arc::clone(&passed));
            task::spawn(async move {
                gate.pass().await;
                passed.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut turns = 0;
        while passed.load(Ordering::Relaxed) < TASKS {
            task::yield_now().await;
            turns += 1;
        }
        assert!(turns >= TASKS / 8, "{turns} turns of another task while {TASKS} passed");
    }
}
