//! A game that is about to be stored: its id, its first facts, and what they amount to.

use ikibuguzo_game::chain::ChainHash;
use ikibuguzo_game::fact::{Fact, log_of};
use ikibuguzo_game::origin::Origin;
use ikibuguzo_game::projection::ProjectedEvent;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Commit, GameNumber, StoreError};

use super::pending_creations::CreationGuard;
use crate::chance::Chance;

/// A new game. Until it is stored its guard keeps readers of lists from passing its creation time.
#[derive(Debug)]
pub(crate) struct CreatedGame {
    /// Its public id.
    pub(crate) id: GameId,
    /// Its key in the database.
    pub(crate) number: GameNumber,
    /// The hash of its newest entry.
    pub(crate) hash: ChainHash,
    /// Its state after its first facts.
    pub(crate) room: Room,
    /// Its first events.
    pub(crate) events: Vec<ProjectedEvent>,
    /// Dropped when the game is stored, or never will be.
    _guard: CreationGuard,
}

impl CreatedGame {
    /// A game that begins with these facts; adds it to a commit.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if a game cannot begin with these facts.
    pub(crate) fn begin(
        commit: &mut Commit,
        id: GameId,
        created_by: Option<Origin>,
        mut facts: Vec<Fact>,
        guard: CreationGuard,
        chance: &Chance,
    ) -> Result<Self, StoreError> {
        let number = chance.game_number(guard.at);
        facts.iter_mut().for_each(|fact| fact.add_salt(|| chance.bytes()));
        let log = log_of(facts, guard.at);
        let (room, events) = replay::room_and_events(&log, 0)?;
        let hash = commit.add_game(number, id, created_by, log, &room);
        Ok(Self { id, number, hash, room, events, _guard: guard })
    }
}
