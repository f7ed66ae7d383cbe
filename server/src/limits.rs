//! How much of the server one client may take up.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::export::SETTLED;

/// The bounds of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a room that nobody needs stays in memory.
    pub room_idle: Duration,
    /// How long a client may take to send the head of a request, and again its body; and how long a connection is kept
    /// for the next request, which some HTTP clients send after as many as 15 idle seconds.
    pub request: Duration,
    /// How long a socket may take to say hello.
    pub hello: Duration,
    /// How often the server asks a silent socket whether it lives. After two beats without a sign it is closed.
    pub beat: Duration,
    /// How long a socket may take to read one message.
    pub send: Duration,
    /// How long a player may be gone, at the least, before the opponent may claim the game.
    pub absence: Duration,
    /// How long after its end a game is exported.
    pub settled: Duration,
    /// Rooms in memory at a time.
    pub rooms: usize,
    /// Sockets at a time; a stream of events counts as one.
    pub sockets: usize,
    /// Sockets of one address at a time.
    pub sockets_per_address: usize,
    /// How long a server that was told to stop serves on, while it says that it is not ready.
    pub stop_notice: Duration,
    /// How long it then takes at the most to end what is under way.
    pub stop_within: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            room_idle: Duration::from_secs(60),
            request: Duration::from_secs(30),
            hello: Duration::from_secs(10),
            beat: Duration::from_secs(25),
            send: Duration::from_secs(10),
            absence: Duration::from_secs(20),
            settled: SETTLED,
            rooms: 50_000,
            sockets: 10_000,
            sockets_per_address: 500,
            stop_notice: Duration::ZERO,
            stop_within: Duration::from_secs(10),
        }
    }
}

/// Counts the sockets that are open, and lets in as many as there may be.
#[derive(Clone, Debug, Default)]
pub struct Door {
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A socket that was let in; it has gone when this is dropped.
#[derive(Debug)]
pub struct Guest {
    address: IpAddr,
    door: Door,
}

impl Door {
    /// Lets a socket in, if there is room for it.
    pub fn admit(&self, address: IpAddr, limits: &Limits) -> Option<Guest> {
        let mut inside = self.lock();
        let of_address = inside.by_address.get(&address).copied().unwrap_or_default();
        if inside.all >= limits.sockets || of_address >= limits.sockets_per_address {
            return None;
        }
        inside.all += 1;
        inside.by_address.insert(address, of_address + 1);
        Some(Guest { address, door: self.clone() })
    }

    /// How many sockets are open.
    pub fn open(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // The counts are whole after every statement, so a panic elsewhere does not spoil them.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut inside = self.door.lock();
        inside.all -= 1;
        // An address without sockets is forgotten, so that the map does not grow with every visitor.
        if let Some(count) = inside.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

/// Messages that a socket may send at once.
const BURST: u64 = 60;

/// How long it takes until one more may be sent, in milliseconds.
const EACH: u64 = 50;

/// How fast one socket may talk, as a value: a bucket of 60 messages that fills with one every 50 milliseconds.
/// Legal moves cost nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// When the bucket will be full again.
    full_at: u64,
}

impl Pace {
    /// Takes one message out of the bucket.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn take(&mut self, now: u64) -> Result<(), u64> {
        self.check(now)?;
        self.full_at = self.full_at.max(now) + EACH;
        Ok(())
    }

    /// Whether there is one in the bucket.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn check(&self, now: u64) -> Result<(), u64> {
        // A clock that is put back must not silence anybody for long.
        let missing = self.full_at.saturating_sub(now).min(BURST * EACH);
        match missing.checked_sub((BURST - 1) * EACH) {
            Some(wait) if wait > 0 => Err(wait),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_let_through_and_then_one_at_a_time() {
        let mut pace = Pace::default();
        for _ in 0..BURST {
            pace.take(1_000).expect("a burst");
        }
        assert_eq!(pace.take(1_000), Err(EACH));
        assert_eq!(pace.take(1_000 + EACH - 1), Err(1));
        pace.take(1_000 + EACH).expect("one more");
        assert_eq!(pace.check(1_000 + EACH), Err(EACH));
        for _ in 0..BURST {
            pace.take(60_000).expect("full again, and not fuller");
        }
        assert!(pace.take(60_000).is_err());
    }

    #[test]
    fn in_the_long_run_nobody_is_faster_than_the_bucket_fills() {
        let mut rng = fastrand::Rng::with_seed(61);
        let (mut pace, mut now, mut taken) = (Pace::default(), 0, 0);
        for _ in 0..10_000 {
            now += rng.u64(..30);
            match pace.take(now) {
                Ok(()) => taken += 1,
                // Whoever waits as long as it was told may go on.
                Err(wait) => pace.check(now + wait).expect("it has waited"),
            }
            assert!(taken <= BURST + now / EACH + 1);
        }
    }

    #[test]
    fn a_clock_that_is_put_back_silences_nobody_for_long() {
        let mut pace = Pace::default();
        pace.take(1_000_000).expect("the first");
        assert!(pace.check(0).is_err_and(|wait| wait <= BURST * EACH));
        let wait = pace.check(0).expect_err("for a moment");
        assert!(wait <= EACH);
    }

    #[test]
    fn the_door_counts_all_and_by_address() {
        let limits = Limits { sockets: 3, sockets_per_address: 2, ..Limits::default() };
        let (door, here, there) = (Door::default(), [127, 0, 0, 1].into(), [10, 0, 0, 1].into());
        let first = door.admit(here, &limits).expect("room");
        let _second = door.admit(here, &limits).expect("room");
        assert!(door.admit(here, &limits).is_none(), "two of one address");
        let _third = door.admit(there, &limits).expect("room");
        assert!(door.admit(there, &limits).is_none(), "three in all");
        drop(first);
        assert_eq!(door.open(), 2);
        assert!(door.admit(here, &limits).is_some());
    }
}
