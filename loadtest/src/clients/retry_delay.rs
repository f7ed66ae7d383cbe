//! The delay before a client reconnects, as in the terminal client.

use std::time::Duration;

use fastrand::Rng;

/// Base delays before the attempts to reconnect, in milliseconds. The last one repeats.
const RETRY_DELAYS_MS: [u64; 6] = [100, 500, 1_000, 2_000, 4_000, 8_000];

/// The delay before the next attempt to reconnect.
///
/// A server's `retry_after` in milliseconds is obeyed. Without it the delay is random between once and twice its base,
/// which grows with each failed attempt.
pub fn retry_delay(retry_after: Option<u64>, failed_attempts: usize, rng: &mut Rng) -> Duration {
    let base = RETRY_DELAYS_MS[failed_attempts.min(RETRY_DELAYS_MS.len() - 1)];
    Duration::from_millis(retry_after.unwrap_or_else(|| rng.u64(base..2 * base)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_grows_unless_the_server_names_one() {
        let mut rng = Rng::with_seed(1);
        for (failed_attempts, base) in [(0, 100), (1, 500), (5, 8_000), (99, 8_000)] {
            let delay = retry_delay(None, failed_attempts, &mut rng).as_millis();
            assert!((base..2 * base).contains(&delay), "{failed_attempts}: {delay}");
        }
        assert_eq!(retry_delay(Some(2_718), 3, &mut rng), Duration::from_millis(2_718));
    }
}
