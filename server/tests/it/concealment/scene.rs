//! The common part of all worlds: players, games and a tournament, in one database.

use std::path::PathBuf;

use ikibuguzo_protocol::{ClientMessage, Credentials, GameId, NewGame, Timestamp, TournamentId};
use ikibuguzo_testing::{TestServer, new_game, resign};
use tempfile::TempDir;

use crate::storage::tournaments::{enter, make, new_tournament};

/// A game of Azigo up to the turn that differs.
const STORE_OPENING: &str = "H e C g F e A i F b H g K f L k G * K d N f M e G a O c P d H i E c H d Q h * d D e \
    G n C p N b F l K g O m H f D q L a D c L j H e R i P r B h A q G r A l I r T s";

/// The turns after it: South sows `A` or enters its store, and North captures. Then the holes are the same, and the store
/// of South holds 2 counters or none, that of North 1 or 3. The last turn is seen alike by all.
const STORE_TURNS: [[&str; 3]; 2] = [["A", "t", "C"], ["*", "t", "C"]];

/// Number of events before the first action of a game without an arrangement.
pub(super) const EVENTS_BEFORE_PLAY: u64 = 4;

/// The names of the players.
pub(super) const SOUTH: &str = "Kamau";
pub(super) const NORTH: &str = "Wanjiru";
pub(super) const STRANGER: &str = "Mutesi";
pub(super) const FRIEND: &str = "Keza";

/// Players, games and a tournament, and the database that has them.
pub(super) struct Scene {
    /// Sits South in all games of the scene, and has the secrets.
    pub(super) south: Credentials,
    /// Sits North in the same games.
    pub(super) north: Credentials,
    /// Has an account, and no seat.
    pub(super) stranger: Credentials,
    /// Plays with South in private.
    pub(super) friend: Credentials,
    /// A game of Ikibuguzo that waits for both arrays. It has no clock, so that no pause of a server changes it.
    pub(super) arranging: GameId,
    /// A game of Azigo before [`STORE_TURNS`].
    pub(super) stores: GameId,
    /// A game that is over.
    pub(super) finished: GameId,
    /// A game that waits for an opponent.
    pub(super) open: GameId,
    /// A tournament that has not begun.
    pub(super) tournament: TournamentId,
    /// When the scene was complete. The times before are the same in all worlds.
    pub(super) complete_at: Timestamp,
    folder: TempDir,
}

impl Scene {
    /// Makes the scene on a server of its own.
    pub(super) async fn make() -> Self {
        let server = TestServer::start_on_sqlite().await;
        let http = &server.http;
        let mut players = Vec::new();
        for name in [SOUTH, NORTH, STRANGER, FRIEND] {
            players.push(http.create_claimed(name).await);
        }
        let [south, north, stranger, friend] = players.try_into().expect("four players");
        let seated = async |rules: &str| {
            let new = NewGame { public: true, ..new_game(rules, "none") };
            let game = http.create_game(&south, &new).await.expect("a game").game;
            http.join_game(&north, game).await.expect("a seat");
            game
        };
        let arranging = seated("ikibuguzo:choice").await;
        let stores = seated("azigo").await;
        let finished = seated("kubuguza").await;
        let open = NewGame { public: true, ..new_game("kubuguza", "none") };
        let open = http.create_game(&south, &open).await.expect("a game").game;
        http.command(&north, &resign(finished)).await.expect("resigned");
        play(&server, stores, [&south, &north], &opening_actions(), 0).await;
        let tournament =
            make(http, &north, &new_tournament("days:1")).await.expect("a tournament").tournament;
        enter(http, tournament, &south).await.expect("entered");
        let scene = Self {
            folder: tempfile::tempdir().expect("a folder"),
            complete_at: server.app.clock.now(),
            south,
            north,
            stranger,
            friend,
            arranging,
            stores,
            finished,
            open,
            tournament,
        };
        server.database().execute(&format!("vacuum into '{}'", scene.database().display())).await;
        server.shut_down().await;
        scene
    }

    /// The file of the database. Servers run on copies of it.
    pub(super) fn database(&self) -> PathBuf {
        self.folder.path().join("scene.db")
    }

    /// Plays the turns of Azigo that differ in the stores alone.
    pub(super) async fn play_store_turns(&self, server: &TestServer, has_other_stores: bool) {
        let turns = STORE_TURNS[usize::from(has_other_stores)];
        play(server, self.stores, [&self.south, &self.north], &turns, opening_actions().len()).await;
    }

    /// The `seq` of the newest event of Azigo after these turns.
    pub(super) fn head_of_stores() -> u64 {
        EVENTS_BEFORE_PLAY + Self::plies_of_stores() as u64
    }

    /// The `seq` of the turn that differs. The position is the same again after the next event.
    pub(super) fn differing_seq() -> u64 {
        EVENTS_BEFORE_PLAY + opening_actions().len() as u64 + 1
    }

    /// Number of actions of Azigo after these turns.
    pub(super) fn plies_of_stores() -> usize {
        opening_actions().len() + STORE_TURNS[0].len()
    }
}

fn opening_actions() -> Vec<&'static str> {
    STORE_OPENING.split_whitespace().collect()
}

/// Plays actions of Azigo, South and North in turn, after a number of actions.
async fn play(
    server: &TestServer,
    game: GameId,
    players: [&Credentials; 2],
    actions: &[&str],
    played: usize,
) {
    for (index, action) in actions.iter().enumerate() {
        let after = EVENTS_BEFORE_PLAY + (played + index) as u64;
        let id = format!("p{after}").parse().expect("an id");
        let act = ClientMessage::Act { game, id, after, action: (*action).to_owned() };
        server.http.command(players[(played + index) % 2], &act).await.expect("played");
    }
}
