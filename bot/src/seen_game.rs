//! A game as one seat sees it.

use ikibuguzo_engine::{BySeat, GameStart, Position, Ruleset, Seat, Store, Viewer};

use crate::counters_on_board;
use crate::evaluation::stored_counters;

/// A game as one seat sees it: the present position and the earlier ones.
///
/// In a game with stores, the opponent's store is concealed. Counters never leave such a game, so a player who counts knows it;
/// one who does not count supposes as many counters as at the start. Nothing else about the opponent's store enters this value.
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
    let start = StartCounters::new(position.ruleset());
    let rest = start.total.saturating_sub(counters_on_board(position) + u16::from(own)) as u8;
    let counters = if counts_stores { rest } else { start.stores[!seat] };
    // A finished game conceals nothing.
    position.with_store(!seat, counters).unwrap_or(*position)
}

/// The counters at the start of a game with stores.
struct StartCounters {
    /// The counters in all holes and in both stores.
    total: u16,
    stores: BySeat<u8>,
}

impl StartCounters {
    fn new(ruleset: Ruleset) -> StartCounters {
        let GameStart::Play(game) = ruleset.begin() else {
            unreachable!("no game has both stores and an arrangement")
        };
        let stores = BySeat::from_fn(|seat| stored_counters(game.position(), seat));
        let stored = u16::from(stores.south) + u16::from(stores.north);
        StartCounters { total: counters_on_board(game.position()) + stored, stores }
    }
}
