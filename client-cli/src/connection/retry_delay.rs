//! How long the client waits before it connects again or sends a request again.

use std::ops::Range;
use std::time::Duration;

use crate::system::random_below;

/// The delay before the first attempt of a player, in milliseconds.
///
/// A server that was killed cannot tell its clients when to come back. The range is wide enough that thousands of
/// clients do not connect at the same moment, and short enough that a player hardly notices.
pub const PLAYER_DELAY_MS: Range<u64> = 100..600;

/// The delay before the first attempt of a spectator, in milliseconds. There are more spectators than players, and
/// players connect first.
pub const SPECTATOR_DELAY_MS: Range<u64> = 800..5_000;

/// The delays before later attempts, in milliseconds. The last range repeats.
const LATER_DELAYS_MS: [Range<u64>; 5] =
    [300..1_000, 1_000..2_000, 2_000..4_000, 4_000..8_000, 8_000..16_000];

/// Longest delay that a server may request, in milliseconds.
const MAX_RETRY_AFTER_MS: u64 = 60_000;

/// The delay before the next attempt.
///
/// A server's `retry_after` is obeyed up to [`MAX_RETRY_AFTER_MS`]. Without it the delay is random: in `first_ms` at
/// first, and no shorter after each failed attempt.
pub fn retry_delay(retry_after_ms: Option<u64>, first_ms: Range<u64>, failed_attempts: usize) -> Duration {
    if let Some(asked) = retry_after_ms {
        return Duration::from_millis(asked.min(MAX_RETRY_AFTER_MS));
    }
    let Range { start, end } = match failed_attempts {
        0 => first_ms,
        failed => {
            let later = &LATER_DELAYS_MS[(failed - 1).min(LATER_DELAYS_MS.len() - 1)];
            first_ms.start.max(later.start)..first_ms.end.max(later.end)
        }
    };
    Duration::from_millis(start + random_below(end - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_is_random_and_grows_unless_the_server_asks_for_one() {
        for (failed_attempts, range) in
            [(0, 800..5_000), (1, 800..5_000), (5, 8_000..16_000), (99, 8_000..16_000)]
        {
            let delay = || retry_delay(None, SPECTATOR_DELAY_MS, failed_attempts).as_millis();
            let delays: Vec<_> = std::iter::repeat_with(delay).take(100).collect();
            assert!(delays.iter().all(|delay| range.contains(delay)), "{failed_attempts}: {delays:?}");
            let spread = delays.iter().max().expect("some") - delays.iter().min().expect("some");
            assert!(spread > (range.end - range.start) / 2, "{failed_attempts}: {delays:?}");
        }
        assert_eq!(retry_delay(Some(400), PLAYER_DELAY_MS, 99), Duration::from_millis(400));
        assert_eq!(retry_delay(Some(u64::MAX), PLAYER_DELAY_MS, 0), Duration::from_secs(60));
    }
}
