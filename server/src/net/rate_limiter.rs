//! Token buckets: a burst at once, then one token an interval.
//!
//! A bucket is one number: the time at which it will be full, which each token taken moves on by an interval. While that
//! time is more than `burst - 1` intervals ahead, the bucket has no token, and the caller is told how long to wait. A
//! caller passes the time; it may take many tokens if there is one, take a part of a token, or check without taking. A
//! limiter keeps 100,000 buckets at most: at that number it forgets the full ones, or all if none is full. Decision 0087
//! says why this is not `governor`.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ikibuguzo_protocol::{Timestamp, whole_millis};

/// The size of a token bucket and how fast it refills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Tokens in a full bucket.
    pub burst: u64,
    /// Milliseconds until one token is added.
    pub interval_ms: u64,
}

/// The rate of messages on one socket, and of refused commands of one player over HTTP: 60 at once, then 20 per second.
/// Legal moves are free.
pub const MESSAGE_RATE: RateLimit = RateLimit { burst: 60, interval_ms: 50 };

/// Largest number of keys that a [`KeyedRateLimiter`] keeps.
const MAX_KEYS: usize = 100_000;

/// One token bucket. The caller passes the time.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    rate: RateLimit,
    /// When the bucket will be full.
    full_at: Timestamp,
}

impl Default for TokenBucket {
    /// The bucket of one socket.
    fn default() -> Self {
        Self::new(MESSAGE_RATE)
    }
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(rate: RateLimit) -> Self {
        Self { rate, full_at: Timestamp::ZERO }
    }

    /// Takes one token divided by `parts`.
    ///
    /// # Errors
    ///
    /// The milliseconds until there is a token, if there is none.
    pub fn take_part(&mut self, parts: u64, now: Timestamp) -> Result<(), u64> {
        self.check(now)?;
        self.full_at = self.full_at.max(now) + Duration::from_millis(self.rate.interval_ms / parts.max(1));
        Ok(())
    }

    /// Takes `count` tokens. If there is one, more can be taken: the bucket then needs longer until it has one again.
    ///
    /// # Errors
    ///
    /// The milliseconds until there is a token, if there is none.
    pub fn take_many(&mut self, count: u64, now: Timestamp) -> Result<(), u64> {
        self.check(now)?;
        self.full_at = self.full_at.max(now) + Duration::from_millis(count * self.rate.interval_ms);
        Ok(())
    }

    /// Checks that there is a token.
    ///
    /// # Errors
    ///
    /// The milliseconds until there is a token, if there is none.
    pub fn check(&self, now: Timestamp) -> Result<(), u64> {
        let RateLimit { burst, interval_ms } = self.rate;
        // If the system's clock is set back, the wait stays within that of an empty bucket.
        let until_full = whole_millis(self.full_at.saturating_since(now)).min(burst * interval_ms);
        match until_full.checked_sub((burst - 1) * interval_ms) {
            Some(wait) if wait > 0 => Err(wait),
            _ => Ok(()),
        }
    }

    fn is_full(&self, now: Timestamp) -> bool {
        self.full_at <= now
    }
}

/// One token bucket a key. Cheap to clone; all clones share the buckets.
#[derive(Clone, Debug)]
pub struct KeyedRateLimiter<Key> {
    rate: RateLimit,
    buckets: Arc<Mutex<HashMap<Key, TokenBucket>>>,
}

impl<Key: Eq + Hash> KeyedRateLimiter<Key> {
    /// A limiter with full buckets.
    pub fn new(rate: RateLimit) -> Self {
        Self { rate, buckets: Arc::default() }
    }

    /// Takes `count` tokens out of the bucket of a key.
    ///
    /// # Errors
    ///
    /// The milliseconds until there is a token, if there is none.
    pub fn take(&self, key: Key, count: u64, now: Timestamp) -> Result<(), u64> {
        let mut buckets = self.lock();
        if buckets.len() >= MAX_KEYS {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        if buckets.len() >= MAX_KEYS {
            // This many active keys are an attack. Bounded memory matters more than exact limits.
            buckets.clear();
        }
        buckets.entry(key).or_insert(TokenBucket::new(self.rate)).take_many(count, now)
    }

    /// Checks that the bucket of a key has a token.
    ///
    /// # Errors
    ///
    /// The milliseconds until there is a token, if there is none.
    pub fn check(&self, key: &Key, now: Timestamp) -> Result<(), u64> {
        self.lock().get(key).map_or(Ok(()), |bucket| bucket.check(now))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, TokenBucket>> {
        // Each statement leaves the map consistent.
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BURST: u64 = MESSAGE_RATE.burst;
    const INTERVAL: u64 = MESSAGE_RATE.interval_ms;

    #[test]
    fn two_half_tokens_cost_one_token() {
        let (mut whole, mut halves) = (TokenBucket::default(), TokenBucket::default());
        whole.take_part(1, Timestamp::from_millis(1_000)).expect("a burst");
        (0..2).for_each(|_| halves.take_part(2, Timestamp::from_millis(1_000)).expect("two halves"));
        assert_eq!(whole.full_at, halves.full_at);
    }

    #[test]
    fn a_burst_passes_and_then_one_token_an_interval() {
        let mut bucket = TokenBucket::default();
        for _ in 0..BURST {
            bucket.take_part(1, Timestamp::from_millis(1_000)).expect("a burst");
        }
        assert_eq!(bucket.take_part(1, Timestamp::from_millis(1_000)), Err(INTERVAL));
        assert_eq!(bucket.take_part(1, Timestamp::from_millis(1_000 + INTERVAL - 1)), Err(1));
        bucket.take_part(1, Timestamp::from_millis(1_000 + INTERVAL)).expect("one more");
        assert_eq!(bucket.check(Timestamp::from_millis(1_000 + INTERVAL)), Err(INTERVAL));
        for _ in 0..BURST {
            bucket.take_part(1, Timestamp::from_millis(60_000)).expect("full again");
        }
        assert!(
            bucket.take_part(1, Timestamp::from_millis(60_000)).is_err(),
            "a bucket holds no more than its burst"
        );
    }

    #[test]
    fn the_average_rate_is_never_exceeded() {
        let mut rng = fastrand::Rng::with_seed(61);
        let (mut bucket, mut now, mut taken) = (TokenBucket::default(), 0, 0);
        for _ in 0..10_000 {
            now += rng.u64(..30);
            match bucket.take_part(1, Timestamp::from_millis(now)) {
                Ok(()) => taken += 1,
                Err(wait) => {
                    bucket
                        .check(Timestamp::from_millis(now + wait))
                        .expect("there is a token after the wait");
                }
            }
            assert!(taken <= BURST + now / INTERVAL + 1);
        }
    }

    #[test]
    fn a_clock_that_is_set_back_blocks_only_briefly() {
        let mut bucket = TokenBucket::default();
        bucket.take_part(1, Timestamp::from_millis(1_000_000)).expect("the first");
        assert!(bucket.check(Timestamp::ZERO).is_err_and(|wait| wait <= BURST * INTERVAL));
        let wait = bucket.check(Timestamp::ZERO).expect_err("for a moment");
        assert!(wait <= INTERVAL);
    }

    #[test]
    fn each_key_has_its_bucket_and_idle_keys_are_forgotten() {
        let limiter = KeyedRateLimiter::new(RateLimit { burst: 2, interval_ms: 1_000 });
        limiter.take(0, 5, Timestamp::from_millis(1)).expect("more than there are, once");
        assert_eq!(limiter.check(&0, Timestamp::from_millis(1)), Err(1_000));
        limiter.take(1, 1, Timestamp::from_millis(1)).expect("another key");
        for key in 0..200_000 {
            let _ = limiter.take(key, 1, Timestamp::from_millis(10_000 + key / 10));
        }
        assert!(limiter.lock().len() <= MAX_KEYS);
    }
}
