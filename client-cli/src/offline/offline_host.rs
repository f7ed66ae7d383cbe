//! The host of games without a server.

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use ikibuguzo_bot::EndgameTables;
use ikibuguzo_engine::Record;
use ikibuguzo_game::offline::{OfflineGame, Opponents};
use ikibuguzo_protocol::{GameId, Role};

use crate::connection::game_connection::GameConnection;
use crate::game_view::turn_list::TurnList;
use crate::live_game::game_host::{GameHost, Parting};
use crate::live_game::references::References;
use crate::offline::offline_task::OfflineTask;
use crate::system::wall_clock_time;

/// Runs one game after another between the user and the computer, or between two people at one keyboard.
pub struct OfflineHost {
    opponents: Opponents,
    endgame_tables: EndgameTables,
    /// The file to which the record of each game is appended.
    records: Option<File>,
    game: Option<Arc<Mutex<OfflineGame>>>,
}

impl OfflineHost {
    /// A host whose first game has these players. `endgame_tables`: the tables that levels 7 and 8 use.
    pub fn new(opponents: Opponents, endgame_tables: EndgameTables, records: Option<File>) -> Self {
        Self { opponents, endgame_tables, records, game: None }
    }

    /// The record of the game, if it has begun.
    fn record(&self) -> Option<Record> {
        let game = self.game.as_ref()?.lock().expect("no thread panics while it holds the game");
        game.room().has_begun().then(|| game.room().record())
    }
}

impl GameHost for OfflineHost {
    fn connect(&mut self, game: GameId) -> GameConnection {
        let id_of = |game: Arc<Mutex<OfflineGame>>| Some(game.lock().ok()?.room().id());
        let rematch_of = self.game.take().and_then(id_of);
        if rematch_of.is_some() {
            self.opponents = self.opponents.of_rematch();
        }
        let opponents = self.opponents.clone();
        let game = OfflineGame::new(game, opponents.clone(), rematch_of, wall_clock_time());
        let game = Arc::new(Mutex::new(game));
        self.game = Some(Arc::clone(&game));
        let endgame_tables = self.endgame_tables.clone();
        GameConnection::spawn(|channels| OfflineTask::new(game, opponents, endgame_tables, channels).run())
    }

    fn past_turns(&self, _: GameId, _: u64) -> TurnList {
        TurnList::default()
    }

    fn references(&self) -> Option<References> {
        self.game.as_ref().map(|game| References::Offline(Arc::clone(game)))
    }

    fn parting(&self, _: GameId, _: Role) -> Parting {
        let text = match (&self.records, self.record()) {
            (Some(_), Some(_)) => "The game ends here; its record is saved.",
            (Some(_), None) => "The game ends here: it had not begun, so it has no record.",
            (None, _) => "The game ends here: without a server it is not kept.",
        };
        Parting { text: text.to_owned(), command: None }
    }

    fn outlives_input(&self) -> bool {
        false
    }

    fn finish_game(&mut self) -> Result<()> {
        let record = self.record();
        let (Some(file), Some(record)) = (&mut self.records, record) else { return Ok(()) };
        writeln!(file, "{record}").context("cannot write the record")
    }
}
