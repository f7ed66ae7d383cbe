//! The pace of a game: at most one move in each interval.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The times at which the moves of a game are due. Both players share it.
///
/// A move that is not possible at its time, because the game stands still, is not made up for: after an outage the
/// moves continue at the same rate.
#[derive(Debug)]
pub struct GamePace {
    /// The time from the start of play to the first move.
    offset: Duration,
    interval: Duration,
    /// Intervals that have passed or whose move was made.
    intervals: Cell<u32>,
}

impl GamePace {
    /// Creates the pace of the game with this number, so that `games` games make `rate` moves a second in turn.
    pub fn new(game: u32, games: u32, rate: u32) -> Self {
        let interval = Duration::from_secs(1) * games / rate;
        Self { offset: interval * game / games, interval, intervals: Cell::new(0) }
    }

    /// When the next move is due, if it has been possible since `ready_at`.
    pub fn due(&self, start: Instant, ready_at: Instant) -> Instant {
        ready_at.max(start + self.offset + self.interval * self.intervals.get())
    }

    /// Records that a move is made now. Intervals that have begun are skipped.
    pub fn record_move(&self, start: Instant, now: Instant) {
        let elapsed = now.saturating_duration_since(start + self.offset);
        let begun = elapsed.as_nanos() / self.interval.as_nanos().max(1);
        self.intervals.set(u32::try_from(begun).unwrap_or(u32::MAX).saturating_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn games_move_in_turn_at_the_rate() {
        let start = clock::now();
        let due = |game| GamePace::new(game, 4, 2).due(start, start) - start;
        assert_eq!([0, 1, 2, 3].map(due), [0, 500, 1_000, 1_500].map(Duration::from_millis));
        let pace = GamePace::new(1, 4, 2);
        pace.record_move(start, start + SECOND / 2);
        assert_eq!(pace.due(start, start), start + SECOND * 5 / 2);
    }

    #[test]
    fn missed_moves_are_skipped() {
        let start = clock::now();
        let pace = GamePace::new(0, 1, 1);
        let ready_at = start + SECOND * 7 / 2;
        assert_eq!(pace.due(start, ready_at), ready_at, "a late move is due at once");
        pace.record_move(start, ready_at);
        assert_eq!(pace.due(start, ready_at), start + 4 * SECOND, "the next one is on time");
    }
}
