//! Finished games as a compressed file.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use ikibuguzo_game::calendar::Month;
use ikibuguzo_protocol::{GameId, Timestamp};
use ikibuguzo_store::{FinishedCursor, FinishedQuery, Search, Store};

use super::export::{Export, Format};
use crate::net::limits::SETTLED;

/// Which games are dumped, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct DumpOptions {
    /// Only the games that ended in this month; `None` for all.
    pub month: Option<Month>,
    /// The format of the games.
    pub format: Format,
    /// Includes private games.
    pub by_invitation: bool,
}

/// Writes the response of `GET /api/export` to a compressed file, and returns the number of games in it. The file
/// appears under its name when it is complete.
///
/// # Errors
///
/// If the path is a folder, or if the database or the file cannot be used.
pub async fn dump(database_url: &str, options: &DumpOptions, file: &Path, now: Timestamp) -> Result<u64> {
    if file.is_dir() {
        bail!("{} is a folder; name the file to write, such as games.ndjson.gz", file.display());
    }
    let part = file.with_added_extension("part");
    let store = Store::open_existing(database_url).await?;
    let writing = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    let export = Export::new(store, dumped_games(options, now), options.format);
    let games = write_compressed(Export::header(options.format), export, &writing).await?;
    writing.sync_all()?;
    fs::rename(&part, file)?;
    Ok(games)
}

/// Writes an export as gzip, without the time of writing: the same games give the same bytes. Returns the number of
/// games.
///
/// # Errors
///
/// If the database cannot be read, or `to` cannot be written.
pub(super) async fn write_compressed(header: &str, mut export: Export, to: impl Write) -> Result<u64> {
    let mut out = GzEncoder::new(BufWriter::new(to), Compression::default());
    out.write_all(header.as_bytes())?;
    let mut games = 0;
    while let Some(text) = export.next().await? {
        out.write_all(text.as_bytes())?;
        games += 1;
    }
    out.finish()?.flush()?;
    Ok(games)
}

/// The games that a dump consists of.
pub(super) fn dumped_games(options: &DumpOptions, now: Timestamp) -> FinishedQuery {
    let settled = settled_until(now);
    FinishedQuery {
        search: Search::default(),
        by_invitation: options.by_invitation,
        after: options.month.map(|month| before_games_of(month.begins())),
        until: options.month.map_or(settled, |month| month.ends().min(settled)),
    }
}

/// The time before which no more games end.
pub(super) fn settled_until(now: Timestamp) -> Timestamp {
    now.saturating_sub(SETTLED)
}

/// The place before all games that ended at a time or later.
pub(super) fn before_games_of(at: Timestamp) -> FinishedCursor {
    FinishedCursor { at, id: GameId::from_random([0; GameId::LENGTH]) }
}
