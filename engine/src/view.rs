//! Viewers, and what each may see: everything except the stores of others.

use crate::{Actions, BySeat, Seat};

/// A viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of a seat.
    Player(Seat),
    /// A spectator.
    Spectator,
    /// Any viewer after the end of the game, whatever its reason. Nothing is concealed.
    AfterGame,
}

impl Viewer {
    pub(crate) fn sees_store_of(self, owner: Seat) -> bool {
        match self {
            Viewer::Player(seat) => seat == owner,
            Viewer::Spectator => false,
            Viewer::AfterGame => true,
        }
    }
}

/// The parts of a position that depend on the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleState {
    /// The stores, in games that have them.
    pub stores: Option<BySeat<Store>>,
    /// The legal actions. Entering a store is listed only for viewers who see that store.
    pub legal: Actions,
}

/// A store, as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// The number of counters in it.
    Shown(u8),
    /// The number of counters is concealed from this viewer.
    Concealed,
}
