//! The choice of an opening array in Ikibuguzo.

use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat};

/// South's share of the points in self-play, in thousandths, by South's array and then North's. Printed by
/// `cargo run --release -p ikibuguzo-bot --example arrays`; see docs/BOTS.md.
const SOUTH_POINTS: [[u16; 2]; 2] = [[930, 1000], [0, 700]];

/// The probability with which each array is chosen, so that no opponent profits from knowing it.
///
/// The choice is made by both seats at once (docs/rules/ikibuguzo.md, Arrangement), so the best way to choose is at random
/// with the right shares: a mixed strategy of the game with two rows and two columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrayMix {
    /// Probability of the first array, from 0 to 1.
    pub first: f64,
}

impl ArrayMix {
    /// The mix of a seat.
    pub fn for_seat(seat: Seat) -> ArrayMix {
        let [[a, b], [c, d]] = SOUTH_POINTS.map(|row| row.map(f64::from));
        match seat {
            Seat::South => ArrayMix::solve([[a, b], [c, d]]),
            Seat::North => ArrayMix::solve([[-a, -c], [-b, -d]]),
        }
    }

    /// The best mix of the rows, given what each pair of a row and a column is worth to the row's player.
    pub fn solve(points: [[f64; 2]; 2]) -> ArrayMix {
        let guaranteed = |first: f64| {
            let column = |index: usize| first * points[0][index] + (1.0 - first) * points[1][index];
            column(0).min(column(1))
        };
        // The guaranteed points are a concave function of the share, in two straight pieces: its highest point is at an end
        // or where both columns are worth the same.
        let [[a, b], [c, d]] = points;
        let equal = (d - c) / (a - b - c + d);
        let mixes = [1.0, 0.0, if (0.0..=1.0).contains(&equal) { equal } else { 1.0 }];
        let best = mixes.into_iter().max_by(|left, right| guaranteed(*left).total_cmp(&guaranteed(*right)));
        ArrayMix { first: best.unwrap_or(1.0) }
    }

    /// An array at random, with the probabilities of the mix.
    pub fn choose(self, rng: &mut Rng) -> Array {
        if rng.f64() < self.first { Array::First } else { Array::Second }
    }
}

/// Chooses the array of a seat among those on offer. The random numbers must not be known to the opponent.
pub fn choose_array(offered: &[Array], seat: Seat, rng: &mut Rng) -> Array {
    match offered {
        [only] => *only,
        _ => ArrayMix::for_seat(seat).choose(rng),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_always_better_is_always_chosen_and_others_are_mixed() {
        assert_eq!(ArrayMix::solve([[1.0, 0.0], [0.0, 1.0]]).first, 0.5);
        assert_eq!(ArrayMix::solve([[3.0, -1.0], [-2.0, 1.0]]).first, 3.0 / 7.0);
        assert_eq!(ArrayMix::solve([[0.6, 0.7], [0.4, 0.5]]).first, 1.0);
        assert_eq!(ArrayMix::solve([[0.4, 0.5], [0.6, 0.7]]).first, 0.0);
    }

    #[test]
    fn arrays_are_chosen_as_often_as_the_mix_says() {
        let mut rng = Rng::with_seed(2);
        for share in [0.0, 0.25, 1.0] {
            let mix = ArrayMix { first: share };
            let chosen = (0..4_000).filter(|_| mix.choose(&mut rng) == Array::First).count();
            assert!((chosen as f64 / 4_000.0 - share).abs() < 0.02, "{chosen} of 4,000 at {share}");
        }
    }

    #[test]
    fn where_an_array_is_always_better_every_player_chooses_it() {
        let mut rng = Rng::with_seed(3);
        let mut chosen = Seat::ALL.into_iter().map(|seat| choose_array(&Array::ALL, seat, &mut rng));
        assert!(chosen.all(|array| array == Array::First), "the first array is better against both");
    }

    #[test]
    fn a_ruleset_with_one_array_leaves_no_choice() {
        let mut rng = Rng::with_seed(1);
        assert_eq!(choose_array(&[Array::Second], Seat::North, &mut rng), Array::Second);
    }
}
