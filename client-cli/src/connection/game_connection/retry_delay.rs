//! How long the client waits before it reconnects.

use std::time::Duration;

use crate::random::random_below;

/// Base delays before the attempts to reconnect, in milliseconds. The last one repeats.
const RETRY_DELAYS_MS: [u64; 6] = [100, 500, 1_000, 2_000, 4_000, 8_000];

/// Longest delay that a server may ask for, in milliseconds.
const MAX_RETRY_AFTER_MS: u64 = 60_000;

/// The delay before the next attempt to reconnect.
///
/// A server's `retry_after` is obeyed up to [`MAX_RETRY_AFTER_MS`]. Without it the delay grows with each failed attempt,
/// and is random between once and twice its base, so that clients do not all return at the same moment.
pub fn retry_delay(retry_after_ms: Option<u64>, failed_attempts: usize) -> Duration {
    if let Some(asked) = retry_after_ms {
        return Duration::from_millis(asked.min(MAX_RETRY_AFTER_MS));
    }
    let base = RETRY_DELAYS_MS[failed_attempts.min(RETRY_DELAYS_MS.len() - 1)];
    Duration::from_millis(base + random_below(base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_grows_unless_the_server_asks_for_one() {
        for (failed_attempts, base) in [(0, 100), (1, 500), (5, 8_000), (99, 8_000)] {
            let delay = retry_delay(None, failed_attempts).as_millis();
            assert!((base..2 * base).contains(&delay), "{failed_attempts}: {delay}");
        }
        assert_eq!(retry_delay(Some(400), 99), Duration::from_millis(400));
        assert_eq!(retry_delay(Some(u64::MAX), 0), Duration::from_secs(60));
    }
}
