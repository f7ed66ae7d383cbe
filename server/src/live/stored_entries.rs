//! What other nodes are told of a game.

use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Commit, GameNumber};

use crate::cluster::hint::{StoredEntries, StoredEntry};

/// What other nodes are told of a game in a commit.
pub(super) fn stored_entries(
    game: GameId,
    number: GameNumber,
    room: &Room,
    commit: &Commit,
    rematch_of: Option<GameId>,
) -> StoredEntries {
    let own = commit.entries.iter().filter(|(of, _)| *of == number);
    StoredEntries {
        game,
        head: room.head(),
        entries: own.map(|(_, entry)| StoredEntry::from(entry)).collect(),
        players: room
            .seats()
            .iter()
            .flatten()
            .chain(room.invited())
            .map(|player| player.id.clone())
            .collect(),
        rematch_of,
    }
}
