//! A game of a file, as the readers of exports and of records make it.

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{GameId, PlayerName, Timestamp};

/// A game that the engine has replayed.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) id: GameId,
    /// The first line of the game in its file.
    pub(super) line: usize,
    /// The log. The ids of its players are their names.
    pub(super) log: Vec<Entry>,
    /// The names of the players in lists.
    pub(super) names: BySeat<PlayerName>,
    pub(super) remarks: u64,
}

/// A player whose id is its name.
pub(super) fn named_player(name: &PlayerName, shown: PlayerName, bot: bool) -> Player {
    Player { id: PlayerId::from(name.as_str()), name: shown, bot }
}

/// A log of these facts, each with its time.
pub(super) fn entries(facts: Vec<(Timestamp, Fact)>) -> Vec<Entry> {
    let entry = |((at, fact), seq)| Entry { seq, at, origin: None, fact };
    facts.into_iter().zip(1..).map(entry).collect()
}
