//! A game as one seat sees it.

use ikibuguzo_engine::{Position, Seat, Store, Viewer};

use crate::counters_on_board;

/// Number of counters in a game of Azigo, in both rows and both stores (docs/rules/azigo.md, Start).
const AZIGO_COUNTERS: u16 = 90;

/// Number of counters that a player supposes in a store that it does not count: those of the start.
const INITIAL_STORE: u8 = 9;

/// A game as one seat sees it: the present position and the earlier ones.
///
/// In Azigo the opponent's store is concealed. Counters never leave a game of Azigo, so a player who counts knows it; one
/// who does not count supposes nine counters. Nothing else about the opponent's store enters this value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenGame {
    seat: Seat,
    counts_stores: bool,
    position: Position,
    past: Vec<u64>,
}

impl SeenGame {
    /// Begins with a position that `seat` sees. `counts_stores`: whether it counts the opponent's store.
    pub fn new(position: &Position, seat: Seat, counts_stores: bool) -> SeenGame {
        let mut seen = SeenGame { seat, counts_stores, position: *position, past: Vec::new() };
        seen.see(position);
        seen
    }

    /// Sees the position after an action of either seat.
    pub fn see(&mut self, position: &Position) {
        self.position = supposed(position, self.seat, self.counts_stores);
        if self.position.pending().is_none() {
            self.past.push(self.position.key());
        }
    }

    /// The seat that sees the game.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The present position, with the number of counters in the opponent's store that the seat supposes.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether all numbers of counters in [`position`](SeenGame::position) are known, none supposed.
    pub(crate) fn knows_stores(&self) -> bool {
        self.counts_stores || !self.position.ruleset().has_stores()
    }

    /// The keys of all positions at the start of a turn so far, in order. The last one is the present position, or the
    /// start of the present turn.
    pub fn past(&self) -> &[u64] {
        &self.past
    }
}

/// The position with a supposed number of counters in the opponent's store.
fn supposed(position: &Position, seat: Seat, counts_stores: bool) -> Position {
    let Some(stores) = position.stores_seen_by(Viewer::Player(seat)) else { return *position };
    let Store::Shown(own) = stores[seat] else { return *position };
    let rest = AZIGO_COUNTERS.saturating_sub(counters_on_board(position) + u16::from(own)) as u8;
    let counters = if counts_stores { rest } else { INITIAL_STORE };
    // A finished game conceals nothing.
    position.with_store(!seat, counters).unwrap_or(*position)
}
