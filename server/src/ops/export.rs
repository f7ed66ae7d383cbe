//! Finished games, one after the other, as a reader elsewhere gets them: over HTTP, or as a file. One game is in memory
//! at a time.

use std::time::Duration;

use ikibuguzo_engine::Record;
use ikibuguzo_protocol::{ExportedGame, Role};

use ikibuguzo_game::record;
use ikibuguzo_store::{Ended, Ending, Store, StoreError};

use crate::query::finished_games::{ExportGame, FinishedGames};

/// How long after its end a game is exported: by then whatever ended before it has been committed too, so nobody who goes
/// on after a cursor misses anything.
pub const SETTLED: Duration = Duration::from_secs(20);

/// How a game is written.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON, one game a line, with every event.
    #[default]
    Ndjson,
    /// Records (docs/NOTATION.md), with a blank line after each.
    Record,
}

/// Finished games as text, one after the other.
#[derive(Debug)]
pub struct Export {
    games: FinishedGames,
    format: Format,
}

impl Export {
    /// An export that begins with the first of these games.
    pub fn new(store: Store, ended: Ended, format: Format) -> Self {
        Self { games: FinishedGames::new(store, ended), format }
    }

    /// The next game as text; none at the end. Games that ended before they had a board are left out.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        let game = self.games.next().await?;
        game.map(|game| self.written(game)).transpose()
    }

    fn written(&self, game: ExportGame) -> Result<String, StoreError> {
        match self.format {
            Format::Ndjson => line(game),
            Format::Record => Ok(format!("{}\n", exported_record(&game))),
        }
    }
}

fn line(ExportGame { summary, events, .. }: ExportGame) -> Result<String, StoreError> {
    let events = events.iter().map(|event| event.to(Role::Spectator).clone()).collect();
    let game = ExportedGame { cursor: Ending::of(&summary).to_string(), summary, events };
    let text = serde_json::to_string(&game).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(text + "\n")
}

/// The record, with what only a list knows.
fn exported_record(ExportGame { summary, log, room, .. }: &ExportGame) -> Record {
    let mut record = record::record_of(summary.game, room, log);
    if !summary.public {
        record.add_tag("ByInvitation", "yes");
    }
    record.add_tag("EndedAt", Ending::of(summary).at);
    record.add_tag("Cursor", Ending::of(summary));
    record
}
