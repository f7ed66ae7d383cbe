//! Finished games, one after the other, as a reader elsewhere gets them: over HTTP, or as a file. One game is in memory
//! at a time.

use std::time::Duration;
use std::vec;

use ikibuguzo_engine::Record;
use ikibuguzo_protocol::{ExportedGame, GameSummary, Role};

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::record;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::Room;
use ikibuguzo_store::{Ended, Ending, Store, StoreError};

/// How long after its end a game is exported: by then whatever ended before it has been committed too, so nobody who goes
/// on after a cursor misses anything.
pub const SETTLED: Duration = Duration::from_secs(20);

/// Games that are looked up at a time.
const AT_ONCE: u32 = 100;

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

/// An export under way.
#[derive(Debug)]
pub struct Export {
    store: Store,
    ended: Ended,
    format: Format,
    page: vec::IntoIter<GameSummary>,
    at_the_end: bool,
}

impl Export {
    /// An export that begins with the first of these games.
    pub fn new(store: Store, ended: Ended, format: Format) -> Self {
        Self { store, ended, format, page: Vec::new().into_iter(), at_the_end: false }
    }

    /// The next game as text; none at the end. Games that ended before they began are left out.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        while let Some(summary) = self.next_summary().await? {
            let log = self.store.log(summary.game).await?;
            if Room::replay(&log)?.game().is_some() {
                return Ok(Some(self.written(summary, &log)?));
            }
        }
        Ok(None)
    }

    async fn next_summary(&mut self) -> Result<Option<GameSummary>, StoreError> {
        while self.page.as_slice().is_empty() && !self.at_the_end {
            let page = self.store.ended(&self.ended, AT_ONCE).await?;
            self.page = page.games.into_iter();
            self.at_the_end = page.next.is_none();
            self.ended.after = page.next.or(self.ended.after);
        }
        Ok(self.page.next())
    }

    fn written(&self, summary: GameSummary, log: &[Entry]) -> Result<String, StoreError> {
        match self.format {
            Format::Ndjson => line(summary, log),
            Format::Record => Ok(format!("{}\n", exported_record(&summary, log)?)),
        }
    }
}

fn line(summary: GameSummary, log: &[Entry]) -> Result<String, StoreError> {
    let told = replay::tell(log, 0)?;
    let events = told.iter().map(|event| event.to(Role::Spectator).clone()).collect();
    let game = ExportedGame { cursor: Ending::of(&summary).to_string(), summary, events };
    let text = serde_json::to_string(&game).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(text + "\n")
}

/// The record, with what only a list knows.
fn exported_record(summary: &GameSummary, log: &[Entry]) -> Result<Record, StoreError> {
    let mut record = record::record(summary.game, log)?;
    if !summary.public {
        record.add_tag("ByInvitation", "yes");
    }
    record.add_tag("EndedAt", Ending::of(summary).at);
    record.add_tag("Cursor", Ending::of(summary));
    Ok(record)
}
