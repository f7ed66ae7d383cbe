//! The sets of features that weights can be fitted to.

use ikibuguzo_engine::{Position, Seat, Store, Viewer};

use super::{azigo, four_row};

/// A set of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// The difference of the counters alone, as feature 0: for any game.
    Counters,
    /// The features of the four-row games.
    FourRow {
        /// Whether a lap captures if it ends in an empty hole, not in an occupied one.
        lands_in_empty: bool,
    },
    /// The features of Azigo.
    Azigo,
}

impl Features {
    /// Calls `take` with the number and the amount of each feature of a position in which `seat` starts its turn. A number
    /// can come more than once; then the amounts add up.
    pub fn for_each(self, position: &Position, seat: Seat, mut take: impl FnMut(usize, i32)) {
        match self {
            Features::Counters => take(0, counters_of(position, seat) - counters_of(position, !seat)),
            Features::FourRow { lands_in_empty } => {
                four_row::for_each_feature_of(position, seat, lands_in_empty, take);
            }
            Features::Azigo => azigo::for_each_feature_of(position, seat, take),
        }
    }
}

/// The counters in the holes and in the store of a seat.
fn counters_of(position: &Position, seat: Seat) -> i32 {
    let in_holes: i32 = position.holes(seat).iter().map(|&counters| i32::from(counters)).sum();
    in_holes + i32::from(stored_counters(position, seat))
}

/// The counters in a store, which is a supposed one if the player does not see it; 0 in games without stores.
pub(crate) fn stored_counters(position: &Position, owner: Seat) -> u8 {
    match position.stores_seen_by(Viewer::AfterGame).map(|stores| stores[owner]) {
        Some(Store::Shown(counters)) => counters,
        Some(Store::Concealed) | None => 0,
    }
}
