//! When moves are due: an even timetable over the games.

use std::time::Duration;

/// So many moves a second, one after another in all places, each at its own time.
#[derive(Clone, Copy, Debug)]
pub struct Timetable {
    rate: u32,
    places: usize,
}

/// One move of a timetable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// How long after the beginning it is due.
    pub after: Duration,
    /// The place that it is due in, from 0.
    pub place: usize,
}

impl Timetable {
    /// A timetable of `rate` moves a second in `places` places. Neither may be 0.
    pub fn new(rate: u32, places: usize) -> Self {
        Self { rate, places }
    }

    /// Every move, in order, without end.
    pub fn moves(self) -> impl Iterator<Item = Due> {
        (0_u64..).map(move |number| {
            let seconds = number / u64::from(self.rate);
            let nanos = number % u64::from(self.rate) * 1_000_000_000 / u64::from(self.rate);
            let after = Duration::from_secs(seconds) + Duration::from_nanos(nanos);
            let place = usize::try_from(number % self.places as u64).unwrap_or_default();
            Due { after, place }
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
            let first = Timetable::new(rate, 10).moves().take_while(|due| due.after < second).count();
            assert_eq!(first, rate as usize);
            let third = Timetable::new(rate, 10).moves().filter(|due| due.after >= 2 * second);
            assert_eq!(third.take_while(|due| due.after < 3 * second).count(), rate as usize);
        }
    }

    #[test]
    fn moves_are_even_in_time_and_over_the_places() {
        let moves: Vec<Due> = Timetable::new(4, 3).moves().take(6).collect();
        let expected = [(0, 0), (250, 1), (500, 2), (750, 0), (1_000, 1), (1_250, 2)];
        let expected = expected.map(|(after, place)| Due { after: Duration::from_millis(after), place });
        assert_eq!(moves, expected);
    }

    #[test]
    fn a_timetable_does_not_drift() {
        let hour = Timetable::new(3, 1).moves().nth(3 * 3_600).expect("without end");
        assert_eq!(hour.after, Duration::from_secs(3_600));
    }
}
