//! What a viewer may see of a position: everything but the stores of others.

use crate::{Actions, BySeat, Seat};

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of a seat.
    Player(Seat),
    /// Somebody who watches.
    Spectator,
    /// Anybody, when the game is over by whatever reason: nothing is hidden any more.
    Afterwards,
}

impl Viewer {
    pub(crate) fn sees_store_of(self, owner: Seat) -> bool {
        match self {
            Viewer::Player(seat) => seat == owner,
            Viewer::Spectator => false,
            Viewer::Afterwards => true,
        }
    }
}

/// What a viewer sees of what not everybody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The stores, in games that have them.
    pub stores: Option<BySeat<Store>>,
    /// What the seat to move may do. Whoever may not look into its store does not see whether it can be entered.
    pub legal: Actions,
}

/// A store, as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// How many counters it holds.
    Shown(u8),
    /// There is a store; how many counters it holds is its owner's secret.
    Concealed,
}
