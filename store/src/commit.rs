//! The changes of one transaction.

use ikibuguzo_game::chain::{ChainHash, ChainedEntry};
use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::origin::Origin;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::{GameOptions, Room};
use ikibuguzo_protocol::{GameId, Timestamp};

use crate::game_number::GameNumber;
use crate::left_games::LeftGameRow;
use crate::listing::{Listing, ListingUpdate};
use crate::node::Beat;
use crate::position_index::IndexedGame;
use crate::presence::ServedSeat;
use crate::ratings::RatedGames;
use crate::tournaments::TournamentStep;

/// Changes that are written together or not at all.
///
/// A commit of a move is copied several times on its way to the disk, so what is large and rare is boxed.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// The rows of new games.
    pub new_games: Vec<NewGameRow>,
    /// Entries to append to logs, each game's in the order of `seq`.
    pub entries: Vec<(GameNumber, ChainedEntry)>,
    /// Changes to what lists show.
    pub listings: Vec<ListingUpdate>,
    /// Games that end, to be counted in the statistics.
    pub finished: Vec<FinishedGame>,
    /// Games that end because a player has left them.
    pub left: Vec<LeftGameRow>,
    /// A beat of a node.
    pub beat: Option<Box<Beat>>,
    /// Which node serves which players.
    pub presence: Vec<(GameNumber, ServedSeat)>,
    /// Games that end: who is served in them need not be stored any longer.
    pub ended: Vec<GameNumber>,
    /// Finished games to add to the position index.
    pub indexed: Vec<IndexedGame>,
    /// Finished rated games, and the ratings after them.
    pub rated: Option<Box<RatedGames>>,
    /// The next step of a tournament.
    pub tournament: Option<Box<TournamentStep>>,
}

/// The row of a new game.
#[derive(Clone, Debug)]
pub struct NewGameRow {
    /// The game's number.
    pub number: GameNumber,
    /// The game's public id.
    pub id: GameId,
    /// The command that created it; none for a rematch and for an imported game.
    pub created_by: Option<Origin>,
    /// The player for whom the free seat is kept.
    pub invited: Option<PlayerId>,
    /// Its rules, version, clock and visibility.
    pub options: GameOptions,
    /// When it was created.
    pub created_at: Timestamp,
    /// What lists show of it.
    pub listing: Listing,
}

impl Commit {
    /// Adds a new game with its log. `room` is the fold of that log. Returns the hash of its newest entry.
    pub fn add_game(
        &mut self,
        number: GameNumber,
        id: GameId,
        created_by: Option<Origin>,
        log: Vec<Entry>,
        room: &Room,
    ) -> ChainHash {
        self.new_games.push(NewGameRow {
            number,
            id,
            created_by,
            invited: room.invited().map(|player| player.id.clone()),
            options: room.options(),
            created_at: room.created_at(),
            listing: Listing::of(room, room.last_at()),
        });
        self.finished.extend(FinishedGame::of(room));
        log.into_iter().fold(ChainHash::start(id), |newest, entry| self.append(number, newest, entry))
    }

    /// Adds an entry to the end of a game's log. It is stored only if the game's newest stored entry has the hash
    /// `newest`. Returns the hash of the new entry.
    pub fn append(&mut self, number: GameNumber, newest: ChainHash, entry: Entry) -> ChainHash {
        let chained = newest.link(entry);
        let hash = chained.hash;
        self.entries.push((number, chained));
        hash
    }
}
