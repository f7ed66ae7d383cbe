//! The delay before a client reconnects, as in the terminal client.

use std::ops::Range;
use std::time::Duration;

use fastrand::Rng;

/// The delay before the first attempt of a player, in milliseconds.
pub const PLAYER_DELAY_MS: Range<u64> = 100..600;

/// The delay before the first attempt of a spectator, in milliseconds.
pub const SPECTATOR_DELAY_MS: Range<u64> = 800..5_000;

/// The delays before later attempts, in milliseconds. The last one repeats.
const LATER_DELAYS_MS: [Range<u64>; 5] =
    [300..1_000, 1_000..2_000, 2_000..4_000, 4_000..8_000, 8_000..16_000];

/// The delay before the next attempt to reconnect.
///
/// A server's `retry_after` in milliseconds is obeyed. Without it the delay is random: in `first`, in milliseconds, and
/// no shorter after each failed attempt.
pub fn retry_delay(
    retry_after: Option<u64>,
    first: Range<u64>,
    failed_attempts: usize,
    rng: &mut Rng,
) -> Duration {
    let range = match failed_attempts {
        0 => first,
        failed => {
            let later = &LATER_DELAYS_MS[(failed - 1).min(LATER_DELAYS_MS.len() - 1)];
            first.start.max(later.start)..first.end.max(later.end)
        }
    };
    Duration::from_millis(retry_after.unwrap_or_else(|| rng.u64(range)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_grows_unless_the_server_names_one() {
        let mut rng = Rng::with_seed(1);
        for (failed_attempts, range) in
            [(0, 800..5_000), (1, 800..5_000), (5, 8_000..16_000), (99, 8_000..16_000)]
        {
            let delay = retry_delay(None, SPECTATOR_DELAY_MS, failed_attempts, &mut rng).as_millis();
            assert!(range.contains(&delay), "{failed_attempts}: {delay}");
        }
        assert_eq!(retry_delay(Some(2_718), PLAYER_DELAY_MS, 3, &mut rng), Duration::from_millis(2_718));
    }
}
