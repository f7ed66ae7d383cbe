//! The remaining time of a seat, computed from the clocks that the server sent last.

use std::time::Duration;

use ikibuguzo_engine::Seat;

use crate::{ClockView, Text, Timestamp};

impl ClockView {
    /// A seat's remaining time at a time of the server's clock.
    ///
    /// Without `now`, the time that the server sent last.
    pub fn time_left(&self, seat: Seat, now: Option<Timestamp>) -> Duration {
        let balance = *self.balance.get(seat);
        let runs_out_at = self.runs_out_at.filter(|_| self.running == Some(Text(seat)));
        match (runs_out_at, now) {
            // During the delay, more time than the balance is left until the clock runs out.
            (Some(runs_out_at), Some(now)) => balance.min(runs_out_at.saturating_since(now)),
            _ => balance,
        }
    }

    /// The clocks after they were stopped at a time of the server's clock.
    pub fn stopped(&self, at: Timestamp) -> Self {
        let mut balance = self.balance;
        for seat in Seat::ALL {
            *balance.get_mut(seat) = self.time_left(seat, Some(at));
        }
        Self { balance, running: None, runs_out_at: None, first_turn_by: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seats, whole_millis};

    const CLOCKS: ClockView = ClockView {
        balance: Seats { south: Duration::from_millis(60_000), north: Duration::from_millis(50_000) },
        running: Some(Text(Seat::South)),
        runs_out_at: Some(Timestamp::from_millis(165_000)),
        first_turn_by: None,
    };

    /// The remaining time in milliseconds.
    fn left(clocks: &ClockView, seat: Seat, now: u64) -> u64 {
        whole_millis(clocks.time_left(seat, Some(Timestamp::from_millis(now))))
    }

    #[test]
    fn a_clock_does_not_fall_while_stopped_or_during_its_delay() {
        assert_eq!(left(&CLOCKS, Seat::North, 120_000), 50_000);
        assert_eq!(left(&CLOCKS, Seat::South, 100_000), 60_000, "5 seconds are free");
        assert_eq!(left(&CLOCKS, Seat::South, 120_000), 45_000);
        assert_eq!(left(&CLOCKS, Seat::South, 999_000), 0);
        assert_eq!(CLOCKS.time_left(Seat::South, None), Duration::from_mins(1), "as the server sent it");
    }

    #[test]
    fn stopped_clocks_do_not_fall() {
        let clocks = CLOCKS.stopped(Timestamp::from_millis(120_000));
        assert_eq!(
            clocks.balance,
            Seats { south: Duration::from_millis(45_000), north: Duration::from_millis(50_000) }
        );
        assert_eq!(left(&clocks, Seat::South, 999_000), 45_000);
    }
}
