//! Publication of finished games by month.
//!
//! A file is written under another name and renamed, and the manifest is written after it. An interrupted run leaves
//! only files that the next run replaces.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use ikibuguzo_game::calendar::{Month, month_of};
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{FinishedQuery, Search, Store};
use sha2::{Digest, Sha256};

use super::dump::{DumpOptions, before_games_of, dumped_games, settled_until, write_compressed};
use super::export::{Export, Format};
use super::publication::{MANIFEST, Manifest, PublishedFile, SCHEMA};

/// How games are published.
#[derive(Clone, Debug)]
pub struct PublishOptions {
    /// The licence of the files, as an SPDX identifier.
    pub licence: String,
    /// Also writes the months that are already published.
    pub all: bool,
}

/// What was published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// The number of months whose file was written.
    pub written: u64,
    /// The number of months whose file was already there.
    pub kept: u64,
}

/// A folder that games are published in.
struct PublishFolder<'a> {
    path: &'a Path,
    licence: &'a str,
    /// The files of the manifest, by month.
    files: BTreeMap<String, PublishedFile>,
}

/// Hashes and counts what it writes.
struct HashingWriter<W> {
    to: W,
    hash: Sha256,
    bytes: u64,
}

/// Writes one file for each past month in UTC in which public games ended, and a manifest of the files.
///
/// # Errors
///
/// If the database or the folder cannot be used.
pub async fn publish(
    database_url: &str,
    options: &PublishOptions,
    folder: &Path,
    now: Timestamp,
) -> Result<Published> {
    let store = Store::open_existing(database_url).await?;
    let mut folder = PublishFolder::open(folder, &options.licence)?;
    let mut found = BTreeSet::new();
    let mut published = Published::default();
    let mut from = Timestamp::ZERO;
    let until = begin_of_month(settled_until(now))?;
    while let Some(month) = next_month(&store, from, until).await? {
        from = month.ends();
        found.insert(month.to_string());
        if !options.all && folder.has(month) {
            published.kept += 1;
        } else if folder.write_month(&store, month, now).await? {
            published.written += 1;
        }
    }
    folder.files.retain(|month, _| found.contains(month));
    folder.write_manifest()?;
    Ok(published)
}

/// The first month in which a public game ended, from a time on and before another one.
async fn next_month(store: &Store, from: Timestamp, until: Timestamp) -> Result<Option<Month>> {
    let (search, after) = (Search::default(), Some(before_games_of(from)));
    let mut games = FinishedQuery { search, by_invitation: false, after, until };
    loop {
        let page = store.list_finished_games(&games, 1).await?;
        if let Some(ended_at) = page.games.first().and_then(|game| game.ended_at) {
            return month_at(ended_at).map(Some);
        }
        if page.next.is_none() {
            return Ok(None);
        }
        games.after = page.next;
    }
}

fn month_at(at: Timestamp) -> Result<Month> {
    month_of(at).parse().map_err(|error| anyhow!("{at}: {error}"))
}

fn begin_of_month(at: Timestamp) -> Result<Timestamp> {
    Ok(month_at(at)?.begins())
}

impl<'a> PublishFolder<'a> {
    fn open(path: &'a Path, licence: &'a str) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot create {}", path.display()))?;
        let manifest = path.join(MANIFEST);
        let files = match fs::read(&manifest) {
            Ok(text) => Manifest::read(&text).map(|manifest| manifest.files),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        let files = files.with_context(|| format!("cannot read {}", manifest.display()))?;
        let files = files.into_iter().map(|file| (file.month.clone(), file)).collect();
        Ok(Self { path, licence, files })
    }

    /// Whether the manifest lists the file of a month, and the file exists.
    fn has(&self, month: Month) -> bool {
        self.files.get(&month.to_string()).is_some_and(|published| {
            fs::metadata(self.path.join(&published.file)).is_ok_and(|file| file.len() == published.bytes)
        })
    }

    /// Writes the file of a month, and the manifest with it. Returns whether there were games; games that ended before
    /// they had a board are not published.
    async fn write_month(&mut self, store: &Store, month: Month, now: Timestamp) -> Result<bool> {
        let file = format!("games-{month}.ndjson.gz");
        let (path, month_name) = (self.path.join(&file), month.to_string());
        let part = path.with_added_extension("part");
        let writing = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
        let games = dumped_games(&DumpOptions { month: Some(month), ..DumpOptions::default() }, now);
        let export = Export::new(store.clone(), games, Format::Ndjson);
        let mut hashing = HashingWriter { to: &writing, hash: Sha256::new(), bytes: 0 };
        let games = write_compressed("", export, &mut hashing).await?;
        let HashingWriter { hash, bytes, .. } = hashing;
        if games == 0 {
            fs::remove_file(&part)?;
            self.files.remove(&month_name);
            return Ok(false);
        }
        writing.sync_all()?;
        fs::rename(&part, &path)?;
        let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self.files
            .insert(month_name.clone(), PublishedFile { month: month_name, file, games, bytes, sha256 });
        self.write_manifest()?;
        Ok(true)
    }

    /// Writes the manifest, unless it already has the same content.
    fn write_manifest(&self) -> Result<()> {
        let files = self.files.values().cloned().collect();
        let manifest = Manifest { schema: SCHEMA, licence: self.licence.to_owned(), files };
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        let path = self.path.join(MANIFEST);
        if fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
            return Ok(());
        }
        let part = path.with_added_extension("part");
        let mut writing = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
        writing.write_all(text.as_bytes())?;
        writing.sync_all()?;
        Ok(fs::rename(&part, &path)?)
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or(bytes));
        self.bytes += u64::try_from(written).unwrap_or_default();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
