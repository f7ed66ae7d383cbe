//! How much one socket may send: refusals for what is too much, and the end of a socket that goes on in spite of them.

use crate::net::rate_limiter::{RateLimit, TokenBucket};
use ikibuguzo_protocol::Timestamp;

/// The rate of messages that are refused because they are too many. A socket that exceeds it is closed. A client that
/// repeats refused messages, each after its `retry_after`, stays below it.
const EXCESS_RATE: RateLimit = RateLimit { burst: 1_000, interval_ms: 50 };

/// The rates of one socket. The caller passes the time, in milliseconds.
#[derive(Debug)]
pub(super) struct MessageRates {
    /// Limits all messages and frames except moves.
    messages: TokenBucket,
    /// Limits moves that are refused. Separate from the others, so that messages delay no move.
    refused_moves: TokenBucket,
    /// Limits what comes in spite of the other limits.
    excess: TokenBucket,
    is_flooding: bool,
}

impl MessageRates {
    /// Takes a message that is not a move. A socket that follows several games may send as many in each of them.
    ///
    /// # Errors
    ///
    /// The milliseconds to wait, if there were too many.
    pub(super) fn take_message(&mut self, games: u64, now: Timestamp) -> Result<(), u64> {
        let taken = self.messages.take_part(games, now);
        self.note_excess(taken, now)
    }

    /// Takes a move.
    ///
    /// # Errors
    ///
    /// The milliseconds to wait, if too many were refused.
    pub(super) fn take_move(&mut self, now: Timestamp) -> Result<(), u64> {
        let taken = self.refused_moves.check(now);
        self.note_excess(taken, now)
    }

    /// Counts a move that was refused.
    pub(super) fn note_refused_move(&mut self, games: u64, now: Timestamp) {
        let _ = self.refused_moves.take_part(games, now);
    }

    /// Whether the client has sent so much that its socket must close.
    pub(super) fn is_flooding(&self) -> bool {
        self.is_flooding
    }

    fn note_excess(&mut self, taken: Result<(), u64>, now: Timestamp) -> Result<(), u64> {
        if taken.is_err() && self.excess.take_part(1, now).is_err() {
            self.is_flooding = true;
        }
        taken
    }
}

impl Default for MessageRates {
    fn default() -> Self {
        Self {
            messages: TokenBucket::default(),
            refused_moves: TokenBucket::default(),
            excess: TokenBucket::new(EXCESS_RATE),
            is_flooding: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An hour, in milliseconds.
    const HOUR_MS: u64 = 3_600_000;

    #[test]
    fn a_client_that_waits_as_it_is_told_never_floods() {
        let mut rates = MessageRates::default();
        let (mut now, mut refused) = (1_000, 0);
        while now < HOUR_MS {
            if let Err(wait) = rates.take_message(1, Timestamp::from_millis(now)) {
                refused += 1;
                now += wait;
            }
        }
        assert!(refused > 10_000 && !rates.is_flooding(), "{refused} refusals");
    }

    #[test]
    fn a_burst_of_a_thousand_messages_is_no_flood() {
        let mut rates = MessageRates::default();
        for _ in 0..1_000 {
            let _ = rates.take_message(1, Timestamp::from_millis(1_000));
        }
        assert!(!rates.is_flooding());
    }

    #[test]
    fn a_hundred_messages_a_second_are_a_flood_within_half_a_minute() {
        let mut rates = MessageRates::default();
        let flooded_at = (0..HOUR_MS).step_by(10).find(|now| {
            let _ = rates.take_message(1, Timestamp::from_millis(*now));
            rates.is_flooding()
        });
        assert!(flooded_at.is_some_and(|at| at < 30_000), "{flooded_at:?}");
    }

    #[test]
    fn moves_after_many_refused_ones_are_a_flood() {
        let mut rates = MessageRates::default();
        for _ in 0..2_000 {
            if rates.take_move(Timestamp::from_millis(1_000)).is_ok() {
                rates.note_refused_move(1, Timestamp::from_millis(1_000));
            }
        }
        assert!(rates.is_flooding());
    }
}
