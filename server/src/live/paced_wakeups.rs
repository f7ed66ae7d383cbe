//! Wakes the readers of queues a few at a time. When a server dies, games have messages for thousands of spectators
//! within a moment; sent at once, they would delay the players.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::task::yield_now;
use tokio::time::sleep;

use crate::time::Stopwatch;

/// Number of readers that are woken before other tasks have their turn.
const WAKEUPS_AT_A_TIME: usize = 8;

/// How long woken readers, and tasks between them, run before the next readers wait for as long.
const MAX_SLICE: Duration = Duration::from_millis(1);

/// Largest number of readers that wait to be woken. One more is woken at once.
const MAX_WAITING_READERS: usize = 20_000;

/// Wakes a reader. Returns whether that was still needed.
pub(super) type PacedWakeup = Box<dyn FnOnce() -> bool + Send>;

/// Readers that are woken in order. They take at most half of a busy server's time; one that is not busy wakes them at
/// once. Readers that no longer need to be woken cost no time.
#[derive(Clone, Debug)]
pub struct PacedWakeups {
    line: mpsc::Sender<PacedWakeup>,
}

impl PacedWakeups {
    /// Starts to wake readers, until the last clone is dropped.
    pub(crate) fn start() -> Self {
        let (line, waiting) = mpsc::channel(MAX_WAITING_READERS);
        tokio::spawn(wake_in_line(waiting));
        Self { line }
    }

    /// Wakes a reader when its turn has come, or at once if too many wait.
    pub(super) fn push(&self, wakeup: PacedWakeup) {
        if let Err(TrySendError::Full(wake)) = self.line.try_send(wakeup) {
            wake();
        }
    }
}

async fn wake_in_line(mut waiting: mpsc::Receiver<PacedWakeup>) {
    let (mut woken, mut slice) = (0, Duration::ZERO);
    while let Some(wake) = waiting.recv().await {
        woken += usize::from(wake());
        if woken == WAKEUPS_AT_A_TIME {
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
    use tokio::time::{Instant, advance};

    use super::*;

    const BATCHES: u32 = 10;

    /// For how long a reader runs.
    const RUN_TIME: Duration = MAX_SLICE.checked_div(4).expect("no zero");

    /// Lets many readers be woken, each of which runs for a while. Returns for how long readers had to wait in between.
    async fn time_to_wake(is_needed: bool) -> Duration {
        let wakeups = PacedWakeups::start();
        let begin = Instant::now();
        let (woken, mut all_woken) = mpsc::unbounded_channel();
        let readers = BATCHES as usize * WAKEUPS_AT_A_TIME;
        for _ in 0..readers {
            let woken = woken.clone();
            wakeups.push(Box::new(move || {
                tokio::spawn(async move {
                    advance(RUN_TIME).await;
                    woken.send(()).expect("the test waits");
                });
                is_needed
            }));
        }
        for _ in 0..readers {
            all_woken.recv().await.expect("a reader runs");
        }
        begin.elapsed() - RUN_TIME * u32::try_from(readers).expect("few")
    }

    #[tokio::test(start_paused = true)]
    async fn readers_wait_for_as_long_as_those_before_them_have_run() {
        assert!(time_to_wake(true).await >= MAX_SLICE * (BATCHES - 1));
    }

    #[tokio::test(start_paused = true)]
    async fn readers_that_were_woken_otherwise_hold_nobody_up() {
        assert_eq!(time_to_wake(false).await, Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_is_woken_at_once_when_too_many_wait() {
        let wakeups = PacedWakeups::start();
        // The task behind has not run yet, so all of these wait.
        for _ in 0..MAX_WAITING_READERS {
            wakeups.push(Box::new(|| panic!("woken before its turn")));
        }
        let (woken, mut is_woken) = mpsc::channel(1);
        wakeups.push(Box::new(move || woken.try_send(()).is_ok()));
        is_woken.try_recv().expect("woken at once");
    }
}
