//! An export as a compressed file.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use ikibuguzo_protocol::GameId;

use crate::ops::export::{Export, Format, SETTLED};
use crate::time;
use ikibuguzo_game::calendar::Month;
use ikibuguzo_store::{Ended, Ending, Search, Store};

/// What to dump.
#[derive(Clone, Copy, Debug, Default)]
pub struct What {
    /// Only the games that ended in this month.
    pub month: Option<Month>,
    /// How they are written.
    pub format: Format,
    /// Games by invitation too.
    pub by_invitation: bool,
}

/// Writes what `GET /api/export` answers to a file, or to one of its own in a folder; tells which, and how many games are
/// in it. The file appears when it is whole.
///
/// # Errors
///
/// Where the database or the file cannot be used.
pub async fn dump(database_url: &str, what: &What, to: &Path) -> Result<(PathBuf, u64)> {
    let store = Store::open_existing(database_url).await?;
    let file = if to.is_dir() { to.join(name(what)) } else { to.to_owned() };
    let part = file.with_added_extension("part");
    let writing = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    let games = write(Export::new(store, games(what), what.format), &writing).await?;
    writing.sync_all()?;
    fs::rename(&part, &file)?;
    Ok((file, games))
}

async fn write(mut export: Export, to: &File) -> Result<u64> {
    let mut out = GzEncoder::new(BufWriter::new(to), Compression::default());
    let mut games = 0;
    while let Some(text) = export.next().await? {
        out.write_all(text.as_bytes())?;
        games += 1;
    }
    out.finish()?.flush()?;
    Ok(games)
}

fn games(what: &What) -> Ended {
    let settled = time::now().saturating_sub(time::millis(SETTLED));
    let first = |month: Month| Ending { at: month.begins(), id: GameId::from_random([0; GameId::LENGTH]) };
    Ended {
        search: Search::default(),
        by_invitation: what.by_invitation,
        after: what.month.map(first),
        until: what.month.map_or(settled, |month| month.ends().min(settled)),
    }
}

fn name(what: &What) -> String {
    let month = what.month.map(|month| format!("-{month}")).unwrap_or_default();
    let kind = match what.format {
        Format::Ndjson => "ndjson",
        Format::Record => "txt",
    };
    format!("ikibuguzo{month}.{kind}.gz")
}
