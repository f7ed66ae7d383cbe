//! Turns of work: whoever has much to do lets others have theirs in between.

use std::cell::Cell;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task;

use crate::time::Stopwatch;

/// For so long one thread works before it lets others have the core: the kernel would let it for some milliseconds.
/// Oftener is no better: a stranger's thread that is always busy takes as many milliseconds every time.
const SPELL: Duration = Duration::from_millis(1);

thread_local! {
    static SPELL_BEGAN: Cell<Option<Stopwatch>> = const { Cell::new(None) };
}

/// Lets every other task have its turn, and now and then every other thread: where there is but one core, the one that
/// writes to the database has to wait for it twice a commit.
pub(crate) async fn yield_to_others() {
    give_up_core();
    task::yield_now().await;
}

fn give_up_core() {
    if SPELL_BEGAN.get().is_none_or(|began| began.elapsed() >= SPELL) {
        thread::yield_now();
        SPELL_BEGAN.set(Some(Stopwatch::start()));
    }
}

/// Lets a few through at a time, and whoever has something else to do in between. A thousand who come at once wait for
/// each other here, and nobody else waits for them.
#[derive(Clone, Debug)]
pub struct ConcurrencyGate {
    places: Arc<Semaphore>,
}

impl ConcurrencyGate {
    /// One that lets so many through at a time.
    pub(crate) fn new(at_once: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(at_once)) }
    }

    /// Waits until it is one's turn. What one does then holds up nobody, however long it takes.
    pub(crate) async fn pass(&self) {
        let _place = self.places.acquire().await;
        yield_to_others().await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const CROWD: usize = 100;

    #[tokio::test]
    async fn a_crowd_lets_others_have_their_turn_in_between() {
        let (turnstile, passed) = (ConcurrencyGate::new(4), Arc::new(AtomicUsize::new(0)));
        for _ in 0..CROWD {
            let (turnstile, passed) = (turnstile.clone(), Arc::clone(&passed));
            task::spawn(async move {
                turnstile.pass().await;
                passed.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut turns = 0;
        while passed.load(Ordering::Relaxed) < CROWD {
            task::yield_now().await;
            turns += 1;
        }
        assert!(turns >= CROWD / 8, "{turns} turns while {CROWD} passed");
    }
}
