//! How long the client waits before it connects again or sends a request again.

use std::ops::Range;
use std::time::Duration;

use crate::random::random_below;

/// The delay before each attempt, in milliseconds: a random one of the range. The last range repeats.
///
/// A server that was killed cannot tell its clients when to come back. The first range is wide enough that thousands of
/// them do not all come at the same moment, and short enough that a player hardly notices.
const RETRY_DELAYS_MS: [Range<u64>; 6] =
    [100..600, 300..1_000, 1_000..2_000, 2_000..4_000, 4_000..8_000, 8_000..16_000];

/// Longest delay that a server may ask for, in milliseconds.
const MAX_RETRY_AFTER_MS: u64 = 60_000;

/// The delay before the next attempt.
///
/// A server's `retry_after` is obeyed up to [`MAX_RETRY_AFTER_MS`]. Without it the delay is random and grows with each
/// failed attempt.
pub fn retry_delay(retry_after_ms: Option<u64>, failed_attempts: usize) -> Duration {
    if let Some(asked) = retry_after_ms {
        return Duration::from_millis(asked.min(MAX_RETRY_AFTER_MS));
    }
    let Range { start, end } = &RETRY_DELAYS_MS[failed_attempts.min(RETRY_DELAYS_MS.len() - 1)];
    Duration::from_millis(start + random_below(end - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_is_random_and_grows_unless_the_server_asks_for_one() {
        for (failed_attempts, range) in
            [(0, 100..600), (1, 300..1_000), (5, 8_000..16_000), (99, 8_000..16_000)]
        {
            let delays: Vec<_> = (0..100).map(|_| retry_delay(None, failed_attempts).as_millis()).collect();
            assert!(delays.iter().all(|delay| range.contains(delay)), "{failed_attempts}: {delays:?}");
            let spread = delays.iter().max().expect("some") - delays.iter().min().expect("some");
            assert!(spread > (range.end - range.start) / 2, "{failed_attempts}: {delays:?}");
        }
        assert_eq!(retry_delay(Some(400), 99), Duration::from_millis(400));
        assert_eq!(retry_delay(Some(u64::MAX), 0), Duration::from_secs(60));
    }
}
