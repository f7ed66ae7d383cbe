//! The export of finished games, over HTTP or to a file. One game is in memory at a time.

mod csv;
mod moves;

use ikibuguzo_engine::Record;
use ikibuguzo_game::proof::{commitments, final_hash};
use ikibuguzo_game::record;
use ikibuguzo_protocol::{ExportedGame, Role};
use ikibuguzo_store::{FinishedCursor, FinishedQuery, Store, StoreError};
use serde::Serialize;

use crate::query::finished_games::{ExportGame, FinishedGames, Step};

/// The format of a game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON, one game per line, with all events.
    #[default]
    Ndjson,
    /// Records (docs/NOTATION.md), with a blank line after each.
    Record,
    /// JSON, one game per line, with actions and times and without boards.
    Moves,
    /// Comma-separated values: a line of names, then the summary of each game.
    Csv,
}

/// Finished games as text, one after the other.
#[derive(Debug)]
pub struct Export {
    games: FinishedGames,
    format: Format,
    with_talk: bool,
}

impl Export {
    /// An export that begins with the first of these games.
    pub fn new(store: Store, ended: FinishedQuery, format: Format) -> Self {
        Self { games: FinishedGames::new(store, ended), format, with_talk: false }
    }

    /// With chat in [`Format::Moves`], if `with_talk` is true.
    #[must_use]
    pub fn with_talk(self, with_talk: bool) -> Self {
        Self { with_talk, ..self }
    }

    /// The text before the first game.
    pub fn header(format: Format) -> &'static str {
        match format {
            Format::Csv => csv::HEADER,
            Format::Ndjson | Format::Record | Format::Moves => "",
        }
    }

    /// Returns the text of the next game; `None` at the end. Games that ended before they had a board are skipped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        loop {
            match self.step().await? {
                Step::Found(text) => return Ok(Some(text)),
                Step::Examined => {}
                Step::Ended => return Ok(None),
            }
        }
    }

    /// Takes one step of bounded cost: the text of the next game, or a part of the list without one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub(crate) async fn step(&mut self) -> Result<Step<String>, StoreError> {
        self.games.step().await?.try_map(|game| self.format_game(game))
    }

    fn format_game(&self, game: ExportGame) -> Result<String, StoreError> {
        match self.format {
            Format::Ndjson => json_line(game),
            Format::Record => Ok(format!("{}\n", exported_record(&game))),
            Format::Moves => line(&moves::game_moves(&game, self.with_talk)),
            Format::Csv => Ok(csv::line(&game.summary)),
        }
    }
}

fn json_line(ExportGame { summary, events, log, .. }: ExportGame) -> Result<String, StoreError> {
    let (log_hash, commitments) = (final_hash(summary.game, &log), commitments(&log));
    let log_hash = log_hash.map(|hash| hash.to_string());
    let events = events.iter().map(|event| event.to(Role::Spectator).clone()).collect();
    let game = ExportedGame {
        cursor: FinishedCursor::of(&summary).to_string(),
        summary,
        log_hash,
        commitments,
        events,
    };
    line(&game)
}

fn line(game: &impl Serialize) -> Result<String, StoreError> {
    let text = serde_json::to_string(game).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(text + "\n")
}

/// The record of a game, with its place in the export.
fn exported_record(ExportGame { summary, log, room, .. }: &ExportGame) -> Record {
    let mut record = record::record_of(summary.game, room, log);
    record.add_tag("Cursor", FinishedCursor::of(summary));
    record
}
