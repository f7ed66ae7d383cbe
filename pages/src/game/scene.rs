//! What the page of a game shows.

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_protocol::{Event, GameId, GameView, PlayerName, PositionView, SeatRating, Seats, Timestamp};

use crate::address::SiteAddress;
use crate::words::Words;

/// A game after some of its actions, as a spectator sees it.
#[derive(Clone, Debug)]
pub struct GamePage {
    /// The game.
    pub id: GameId,
    /// The game as it stands.
    pub view: GameView,
    /// The number of its newest event.
    pub head: u64,
    /// Every action that has been played.
    pub acts: Vec<(Seat, Action)>,
    /// The number of actions before the position to show.
    pub ply: usize,
    /// The position to show; none before the first.
    pub position: Option<PositionView>,
    /// Its events, if all viewers see the same; otherwise none.
    pub past: Vec<Event>,
    /// The ratings of the players.
    pub ratings: Seats<Option<SeatRating>>,
    /// Whether the game is analysed, or somebody has requested its analysis.
    pub has_analysis: bool,
    /// The address of the site.
    pub address: SiteAddress,
    /// The time now.
    pub now: Timestamp,
}

impl GamePage {
    /// The title of the page: who plays.
    pub(crate) fn title(&self) -> String {
        title(&self.view)
    }

    /// The name of the player in a seat.
    pub(crate) fn player(&self, seat: Seat) -> Option<&str> {
        player(&self.view, seat)
    }

    /// The name of the bot in a seat; none if a person sits there, or nobody.
    pub(crate) fn bot(&self, seat: Seat) -> Option<&PlayerName> {
        self.view.players.get(seat).as_ref().filter(|_| self.view.bots.contains(&seat.into()))
    }

    /// Whether a seat has halved its clock.
    pub(crate) fn is_berserk(&self, seat: Seat) -> bool {
        *self.view.berserk.get(seat)
    }

    /// Whether the position to show is the newest.
    pub(crate) fn is_newest(&self) -> bool {
        self.ply == self.acts.len()
    }
}

/// The title of a game: who plays.
pub fn title(view: &GameView) -> String {
    let words = Words::english();
    match (player(view, Seat::South), player(view, Seat::North)) {
        (Some(south), Some(north)) => words.fill("game.title", &[("south", south), ("north", north)]),
        (one, other) => {
            let key = if view.outcome.is_some() { "game.title.withdrawn" } else { "game.title.open" };
            words.fill(key, &[("name", one.or(other).unwrap_or_default())])
        }
    }
}

fn player(view: &GameView, seat: Seat) -> Option<&str> {
    view.players.get(seat).as_ref().map(PlayerName::as_str)
}
