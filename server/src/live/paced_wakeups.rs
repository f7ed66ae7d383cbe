//! Wakes the readers of queues a few at a time. When a server dies, games have news for thousands of spectators within a
//! moment; sent at once, they would delay the players.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::sleep;

use crate::time::Stopwatch;

/// Readers that are woken before other tasks have their turn.
const BATCH: usize = 8;

/// How long woken readers, and tasks between them, run before the next readers wait for as long.
const MAX_SLICE: Duration = Duration::from_millis(1);

/// Wakes a reader. Returns whether that was still needed.
pub(super) type PacedWakeup = Box<dyn FnOnce() -> bool + Send>;

/// Readers that are woken in order. They take at most half of a busy server's time; one that is not busy wakes them at once.
/// Those that nobody has to wake any more cost no time, so the line is about as long as the number of queues at most.
#[derive(Clone, Debug)]
pub struct PacedWakeups {
    line: mpsc::UnboundedSender<PacedWakeup>,
}

impl PacedWakeups {
    /// Starts to wake readers, until the last clone is dropped.
    pub(crate) fn start() -> Self {
        let (line, waiting) = mpsc::unbounded_channel();
        tokio::spawn(wake_in_line(waiting));
        Self { line }
    }

    /// Wakes a reader when its turn has come.
    pub(super) fn push(&self, wakeup: PacedWakeup) {
        let _ = self.line.send(wakeup);
    }
}

async fn wake_in_line(mut waiting: mpsc::UnboundedReceiver<PacedWakeup>) {
    let (mut woken, mut slice) = (0, Duration::ZERO);
    while let Some(wake) = waiting.recv().await {
        woken += usize::from(wake());
        if woken == BATCH {
            woken = 0;
            slice += time_until_next_turn().await;
        }
        if slice >= MAX_SLICE {
            sleep(std::mem::take(&mut slice)).await;
        }
    }
}

/// Lets all other tasks run that can. Returns how long they took.
async fn time_until_next_turn() -> Duration {
    let begin = Stopwatch::start();
    yield_now().await;
    begin.elapsed()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    const MANY: usize = 10 * BATCH;

    /// Lets many readers be woken, of which each runs for a while. Returns how often another task has run meanwhile.
    async fn turns_of_another_task(is_needed: bool) -> usize {
        let (wakeups, woken) = (PacedWakeups::start(), Arc::new(AtomicUsize::new(0)));
        for _ in 0..MANY {
            let woken = Arc::clone(&woken);
            wakeups.push(Box::new(move || {
                let reader = async move {
                    thread::sleep(MAX_SLICE / 4);
                    woken.fetch_add(1, Ordering::Relaxed);
                };
                tokio::spawn(reader);
                is_needed
            }));
        }
        let mut turns = 0;
        while woken.load(Ordering::Relaxed) < MANY {
            yield_now().await;
            turns += 1;
        }
        turns
    }

    #[tokio::test]
    async fn other_tasks_run_while_many_readers_are_woken() {
        assert!(turns_of_another_task(true).await > 100);
    }

    #[tokio::test]
    async fn readers_that_were_woken_otherwise_hold_nobody_up() {
        assert!(turns_of_another_task(false).await < 10);
    }
}
