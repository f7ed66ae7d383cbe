//! What is left on a clock now, by the server's own clock.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ClockView, Text};

/// So many milliseconds are little time.
const LOW: u64 = 20_000;

/// What a seat has left at a moment of the server's clock, in milliseconds; without a moment, what was told last.
pub fn left(clocks: &ClockView, seat: Seat, now: Option<u64>) -> u64 {
    let balance = *clocks.balance.get(seat);
    let runs_out_at = clocks.runs_out_at.filter(|_| clocks.running == Some(Text(seat)));
    match (runs_out_at, now) {
        // With a delay the clock stands still for a while.
        (Some(runs_out_at), Some(now)) => balance.min(runs_out_at.saturating_sub(now)),
        _ => balance,
    }
}

/// How long it takes until so many milliseconds are little time; nothing where they are already.
pub fn until_low(left: u64) -> Duration {
    Duration::from_millis(left.saturating_sub(LOW))
}

/// The clocks as they stand still from a moment on.
pub fn stopped(clocks: ClockView, at: u64) -> ClockView {
    let mut balance = clocks.balance;
    for seat in Seat::ALL {
        *balance.get_mut(seat) = left(&clocks, seat, Some(at));
    }
    ClockView { balance, running: None, runs_out_at: None }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::Seats;

    use super::*;

    const CLOCKS: ClockView = ClockView {
        balance: Seats { south: 60_000, north: 50_000 },
        running: Some(Text(Seat::South)),
        runs_out_at: Some(165_000),
    };

    #[test]
    fn a_clock_stands_while_it_does_not_run_and_during_a_delay() {
        assert_eq!(left(&CLOCKS, Seat::North, Some(120_000)), 50_000);
        assert_eq!(left(&CLOCKS, Seat::South, Some(100_000)), 60_000, "5 seconds are free");
        assert_eq!(left(&CLOCKS, Seat::South, Some(120_000)), 45_000);
        assert_eq!(left(&CLOCKS, Seat::South, Some(999_000)), 0);
        assert_eq!(left(&CLOCKS, Seat::South, None), 60_000, "what was told");
    }

    #[test]
    fn nothing_runs_after_the_end() {
        let clocks = stopped(CLOCKS, 120_000);
        assert_eq!(clocks.balance, Seats { south: 45_000, north: 50_000 });
        assert_eq!(left(&clocks, Seat::South, Some(999_000)), 45_000);
    }

    #[test]
    fn twenty_seconds_are_little_time() {
        assert_eq!(until_low(60_000), Duration::from_secs(40));
        assert_eq!(until_low(9_000), Duration::ZERO);
    }
}
