//! What other nodes are told about a game.

use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Commit, GameNumber};

use crate::cluster::hint::{Hint, StoredEntries, StoredEntry};

/// What other nodes are told about a game in a commit.
pub(super) fn stored_entries(
    game: GameId,
    number: GameNumber,
    room: &Room,
    commit: &Commit,
    rematch_of: Option<GameId>,
) -> Hint<StoredEntries> {
    let own = commit.entries.iter().filter(|(of, _)| *of == number);
    let entries = own.map(|(_, chained)| StoredEntry::from(chained)).collect();
    let concerned = room.seats().iter().flatten().chain(room.invited());
    Hint {
        game,
        players: concerned.map(|player| player.id.clone()).collect(),
        body: StoredEntries { head: room.head(), entries, rematch_of },
    }
}
