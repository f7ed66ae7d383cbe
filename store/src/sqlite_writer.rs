//! Writes to SQLite on a thread of its own.
//!
//! SQLite writes on the thread that calls it, which then waits for the disk. sqlx hands each statement to such a
//! thread, and handing over a statement costs as much as executing it. Here the thread gets a whole batch at a time.

use std::collections::BTreeSet;
use std::sync::{Arc, mpsc};
use std::thread;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ToSql, Transaction, TransactionBehavior, ffi, params, params_from_iter};
use tokio::sync::oneshot;

use crate::commit::Commit;
use crate::database::SQLITE_SETTINGS;
use crate::database_file::DatabaseFile;
use crate::error::{StoreError, is_sqlite_violation};
use crate::event_row::EventRow;
use crate::fences::{EntryFence, Fence, FenceResults, Fences};
use crate::statement::{Param, Statement};
use crate::write_plan::after_fences;

/// Number of pages in the write-ahead log from which on they are moved into the file. A page that is written many times
/// in between is moved once.
const CHECKPOINT_PAGES: i64 = 8_000;

/// Number of prepared statements that are kept. They differ in their numbers of rows.
const MAX_CACHED_STATEMENTS: usize = 256;

/// Appends an entry; changes nothing if its `seq` is taken.
const INSERT_EVENT: &str = "insert into event (game_id, seq, at, actor, command_id, command_hash, kind, payload, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing";

/// Whether an entry is in the log with a hash, or without any.
const IS_IN_LOG: &str = "select 1 from event where game_id = ? and seq = ? and coalesce(hash = ?, true)";

/// A thread that writes. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct SqliteWriter {
    batches: mpsc::Sender<Batch>,
}

/// Commits for one transaction.
#[derive(Debug)]
struct Batch {
    commits: Arc<Vec<Commit>>,
    statistics_slot: i64,
    done: oneshot::Sender<Result<BTreeSet<usize>, StoreError>>,
}

impl SqliteWriter {
    /// Starts the thread and opens the file, which exists.
    pub(crate) async fn spawn(file: &DatabaseFile) -> Result<Self, StoreError> {
        let (batches, queue) = mpsc::channel();
        let (opened, is_open) = oneshot::channel();
        let file = file.clone();
        let run = move || match open(&file) {
            Ok(connection) => {
                let _ = opened.send(Ok(()));
                write_batches(connection, &file, &queue);
            }
            Err(error) => drop(opened.send(Err(error))),
        };
        let thread = thread::Builder::new().name("sqlite-writer".to_owned());
        thread.spawn(run).map_err(StoreError::unavailable)?;
        is_open.await.map_err(StoreError::unavailable)??;
        Ok(Self { batches })
    }

    /// Writes commits in one transaction, and runs `meanwhile` while the thread writes. Returns the indexes of the
    /// commits that lost.
    pub(crate) async fn write(
        &mut self,
        commits: Arc<Vec<Commit>>,
        statistics_slot: i64,
        meanwhile: impl FnOnce(),
    ) -> Result<BTreeSet<usize>, StoreError> {
        let (done, is_done) = oneshot::channel();
        self.batches.send(Batch { commits, statistics_slot, done }).map_err(StoreError::unavailable)?;
        // On one core this lets the writer begin at once, and not only when the kernel next preempts this thread.
        thread::yield_now();
        meanwhile();
        is_done.await.map_err(StoreError::unavailable)?
    }
}

fn open(file: &DatabaseFile) -> Result<Connection, StoreError> {
    file.check_and_rescue()?;
    let connection = file.connect()?;
    for setting in SQLITE_SETTINGS {
        connection.execute_batch(setting)?;
    }
    connection.set_prepared_statement_cache_capacity(MAX_CACHED_STATEMENTS);
    Ok(connection)
}

fn write_batches(mut connection: Connection, file: &DatabaseFile, queue: &mpsc::Receiver<Batch>) {
    while let Ok(Batch { commits, statistics_slot, done }) = queue.recv() {
        // After a time-out the caller reads the log to learn what was written: nothing more may be written.
        if done.is_closed() {
            continue;
        }
        let _ = done.send(write_to_file(&mut connection, file, &commits, statistics_slot));
        // If this fails, the pages stay in the write-ahead log until the next batch.
        let _ = checkpoint(&connection);
    }
}

/// Writes commits, unless the file is gone. What was written into a file that was deleted meanwhile is not reported as
/// written.
fn write_to_file(
    connection: &mut Connection,
    file: &DatabaseFile,
    commits: &[Commit],
    statistics_slot: i64,
) -> Result<BTreeSet<usize>, StoreError> {
    file.check_and_rescue()?;
    let lost = write(connection, commits, statistics_slot)?;
    file.check_and_rescue()?;
    Ok(lost)
}

/// Moves pages from the write-ahead log into the file, if there are enough of them.
fn checkpoint(connection: &Connection) -> Result<(), rusqlite::Error> {
    let pages: i64 =
        connection.prepare_cached("pragma wal_checkpoint(noop)")?.query_row([], |row| row.get(1))?;
    if pages >= CHECKPOINT_PAGES {
        connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()))?;
    }
    Ok(())
}

fn write(
    connection: &mut Connection,
    commits: &[Commit],
    statistics_slot: i64,
) -> Result<BTreeSet<usize>, StoreError> {
    let (fences, mut results) = Fences::new(commits, "");
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    execute_fences(&transaction, &fences.games, &mut results)?;
    append(&transaction, &fences.entries, &mut results)?;
    execute_fences(&transaction, &fences.counters, &mut results)?;
    for statement in after_fences(commits, &results, statistics_slot, "") {
        execute(&transaction, &statement)?;
    }
    transaction.commit()?;
    Ok(results.into_lost())
}

fn execute_fences(
    transaction: &Transaction<'_>,
    fences: &[Fence],
    results: &mut FenceResults,
) -> Result<(), StoreError> {
    for Fence { key, statement } in fences {
        if !results.has_lost(key.commit) {
            results.note(*key, execute(transaction, statement)? > 0);
        }
    }
    Ok(())
}

fn append(
    transaction: &Transaction<'_>,
    entries: &[EntryFence<'_>],
    results: &mut FenceResults,
) -> Result<(), StoreError> {
    let mut insert = transaction.prepare_cached(INSERT_EVENT)?;
    let mut is_in_log = transaction.prepare_cached(IS_IN_LOG)?;
    for entry in entries {
        if !results.has_lost(entry.commit) {
            let EventRow { game, seq, at, actor, command, command_hash, fact, hash, expected } = &entry.row;
            let follows =
                expected.map_or(Ok(true), |expected| is_in_log.exists(params![game, seq - 1, expected]))?;
            let kind = fact.kind();
            let payload = fact.payload();
            let values = params![game, seq, at, actor, command, command_hash, kind, payload, hash];
            results.note(entry.key(), follows && insert.execute(values)? > 0);
        }
    }
    Ok(())
}

fn execute(transaction: &Transaction<'_>, statement: &Statement) -> Result<usize, StoreError> {
    let (sql, params) = statement.parts();
    Ok(transaction.prepare_cached(sql)?.execute(params_from_iter(params))?)
}

impl ToSql for Param {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Text(text) => text.to_sql(),
            Self::Number(number) => number.to_sql(),
            Self::Real(bits) => Ok(f64::from_bits(*bits).into()),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY) => Self::Conflict,
            Some(code) if is_sqlite_violation(code) => Self::violation(error),
            _ => Self::unavailable(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_committed_survives_a_loss_of_power() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        std::fs::File::create(&path).expect("a file");
        let connection = open(&DatabaseFile::at(&path)).expect("a database");
        let setting = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        assert_eq!(setting("synchronous").expect("a number"), 2, "a commit waits for the disk: FULL");
        let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
        assert_eq!(mode.expect("a word"), "wal");
    }
}
