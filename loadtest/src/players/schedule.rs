//! The times at which moves are due at a fixed rate.

use std::time::Duration;

/// A fixed number of moves per second, at equal intervals, over all slots in turn.
#[derive(Clone, Copy, Debug)]
pub struct MoveSchedule {
    rate: u32,
    slots: usize,
}

/// One move of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledMove {
    /// The time from the start until the move is due.
    pub after: Duration,
    /// The slot of the move, from 0.
    pub slot: usize,
}

impl MoveSchedule {
    /// Creates a schedule of `rate` moves per second in `slots` slots. Neither may be 0.
    pub fn new(rate: u32, slots: usize) -> Self {
        Self { rate, slots }
    }

    /// The moves in order. The iterator has no end.
    pub fn moves(self) -> impl Iterator<Item = ScheduledMove> {
        (0_u64..).map(move |number| {
            let seconds = number / u64::from(self.rate);
            let nanos = number % u64::from(self.rate) * 1_000_000_000 / u64::from(self.rate);
            let after = Duration::from_secs(seconds) + Duration::from_nanos(nanos);
            let slot = usize::try_from(number % self.slots as u64).unwrap_or_default();
            ScheduledMove { after, slot }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_as_many_moves_as_the_rate() {
        for rate in [1, 3, 7, 5_000, 30_000] {
            let second = Duration::from_secs(1);
            let moves = || MoveSchedule::new(rate, 10).moves();
            assert_eq!(moves().take_while(|due| due.after < second).count(), rate as usize);
            let third = moves().filter(|due| due.after >= 2 * second);
            assert_eq!(third.take_while(|due| due.after < 3 * second).count(), rate as usize);
        }
    }

    #[test]
    fn moves_are_even_in_time_and_over_the_slots() {
        let moves: Vec<ScheduledMove> = MoveSchedule::new(4, 3).moves().take(6).collect();
        let expected = [(0, 0), (250, 1), (500, 2), (750, 0), (1_000, 1), (1_250, 2)];
        let expected =
            expected.map(|(after, slot)| ScheduledMove { after: Duration::from_millis(after), slot });
        assert_eq!(moves, expected);
    }

    #[test]
    fn a_schedule_does_not_drift() {
        let hour = MoveSchedule::new(3, 1).moves().nth(3 * 3_600).expect("the iterator has no end");
        assert_eq!(hour.after, Duration::from_secs(3_600));
    }
}
