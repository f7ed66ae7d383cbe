//! Features of the four-row games.

use ikibuguzo_engine::{Position, Seat};

use super::{SIZES, hole_feature};

/// Number of holes of a side that have weights of their own: those of a board with eight columns.
const WEIGHTED_HOLES: usize = 16;

/// The seat to move. Amount: 1.
const TO_MOVE: usize = WEIGHTED_HOLES * SIZES;

/// Counters on the own side less those on the opponent's.
const COUNTERS: usize = TO_MOVE + 1;

/// [`COUNTERS`] as a share of all counters, in 64ths.
const SHARE: usize = TO_MOVE + 2;

/// The first feature of the seat to move; the opponent's follow after [`SIDE_FEATURES`].
const SIDES: usize = TO_MOVE + 3;

/// Number of features of each side: see [`SideFeatures`].
const SIDE_FEATURES: usize = 6;

/// Largest number of holes of a side.
const MAX_SIDE: usize = 20;

/// The features of one side.
#[derive(Default)]
struct SideFeatures {
    /// Holes with two or more counters, which can be sown.
    sowable: i32,
    /// Pairs of an inner and an outer hole that can be captured, and the counters in them.
    exposed: i32,
    exposed_counters: i32,
    /// First laps that capture, their largest capture, and the sum of their captures.
    capturing: i32,
    largest_capture: i32,
    captures: i32,
}

/// Calls `take` with the features of a position; see [`Features`](super::Features).
pub(super) fn for_each_feature_of(
    position: &Position,
    seat: Seat,
    lands_in_empty: bool,
    take: impl FnMut(usize, i32),
) {
    let own = position.holes(seat);
    let opposing = position.holes(!seat);
    // Loops over a constant number of holes are faster.
    match own.len() {
        16 => features_of_sides::<16>(own, opposing, lands_in_empty, take),
        18 => features_of_sides::<18>(own, opposing, lands_in_empty, take),
        _ => features_of_sides::<MAX_SIDE>(own, opposing, lands_in_empty, take),
    }
}

/// Calls `take` with the features of two sides of `N` holes. `lands_in_empty`: a lap captures if it ends in an empty hole,
/// not in an occupied one.
fn features_of_sides<const N: usize>(
    own: &[u8],
    opposing: &[u8],
    lands_in_empty: bool,
    mut take: impl FnMut(usize, i32),
) {
    let (Ok(own), Ok(opposing)) = (own.try_into(), opposing.try_into()) else { return };
    let own_sum = take_holes::<N>(own, 1, &mut take);
    let opposing_sum = take_holes::<N>(opposing, -1, &mut take);
    take(TO_MOVE, 1);
    take(COUNTERS, own_sum - opposing_sum);
    take(SHARE, 64 * (own_sum - opposing_sum) / (own_sum + opposing_sum).max(1));
    for (first, side, other) in [(SIDES, own, opposing), (SIDES + SIDE_FEATURES, opposing, own)] {
        let counted = SideFeatures::count::<N>(side, other, lands_in_empty);
        let SideFeatures { sowable, exposed, exposed_counters, capturing, largest_capture, captures } =
            counted;
        let amounts = [sowable, exposed, exposed_counters, capturing, largest_capture, captures];
        for (feature, amount) in (first..).zip(amounts) {
            take(feature, amount);
        }
    }
}

/// Calls `take` with the feature of each hole, and returns the number of counters.
fn take_holes<const N: usize>(side: &[u8; N], amount: i32, take: &mut impl FnMut(usize, i32)) -> i32 {
    let mut sum = 0;
    for (index, &counters) in side.iter().enumerate() {
        // A wider board has the weights of the hole at the same part of its row.
        take(hole_feature(index * WEIGHTED_HOLES / N, counters), amount);
        sum += i32::from(counters);
    }
    sum
}

impl SideFeatures {
    /// Counts the features of a side.
    fn count<const N: usize>(side: &[u8; N], other: &[u8; N], lands_in_empty: bool) -> SideFeatures {
        let gains = capture_gains(side, other, lands_in_empty);
        let mut features = SideFeatures::default();
        for column in 0..N / 2 {
            let outer = side[column];
            let inner = side[N - 1 - column];
            let is_exposed = inner > 0 && (outer > 0 || lands_in_empty);
            features.exposed += i32::from(is_exposed);
            features.exposed_counters += i32::from(is_exposed) * i32::from(outer + inner);
        }
        for (index, &counters) in side.iter().enumerate() {
            let is_sowable = i32::from(counters > 1);
            let ahead = usize::from(counters);
            let last = index + if ahead <= N { ahead } else { ahead % N };
            let gain = i32::from(gains[last]) * is_sowable;
            features.sowable += is_sowable;
            features.capturing += i32::from(gain > 0);
            features.largest_capture = features.largest_capture.max(gain);
            features.captures += gain;
        }
        features
    }
}

/// For each own hole: the counters that a lap captures that ends there. The holes come twice, for laps past the last one.
fn capture_gains<const N: usize>(
    side: &[u8; N],
    other: &[u8; N],
    lands_in_empty: bool,
) -> [u8; 2 * MAX_SIDE] {
    let mut gains = [0; 2 * MAX_SIDE];
    for column in 0..N / 2 {
        // My inner hole faces the opponent's inner hole, and behind it the outer one.
        let index = N / 2 + column;
        let inner = other[N - 1 - column];
        let outer = other[column];
        let can_capture = inner > 0 && (outer > 0 || lands_in_empty) && (side[index] == 0) == lands_in_empty;
        let gain = if can_capture { inner + outer } else { 0 };
        (gains[index], gains[N + index]) = (gain, gain);
    }
    gains
}
