//! Finished games as a compressed file.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use ikibuguzo_game::calendar::Month;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{FinishedCursor, FinishedQuery, Search, Store};

use super::export::{Export, Format, SETTLED};
use crate::time;

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
/// If the path is a folder, or the database or the file cannot be used.
pub async fn dump(database_url: &str, options: &DumpOptions, file: &Path) -> Result<u64> {
    if file.is_dir() {
        bail!("{} is a folder; name the file to write, such as games.ndjson.gz", file.display());
    }
    let part = file.with_added_extension("part");
    let store = Store::open_existing(database_url).await?;
    let writing = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    let export = Export::new(store, games(options), options.format);
    let games = write(Export::header(options.format), export, &writing).await?;
    writing.sync_all()?;
    fs::rename(&part, file)?;
    Ok(games)
}

async fn write(header: &str, mut export: Export, to: &File) -> Result<u64> {
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

fn games(options: &DumpOptions) -> FinishedQuery {
    let settled = time::now().saturating_sub(time::millis(SETTLED));
    let first =
        |month: Month| FinishedCursor { at: month.begins(), id: GameId::from_random([0; GameId::LENGTH]) };
    FinishedQuery {
        search: Search::default(),
        by_invitation: options.by_invitation,
        after: options.month.map(first),
        until: options.month.map_or(settled, |month| month.ends().min(settled)),
    }
}
