//! SQLite writes where it is called, and keeps its caller waiting for the disk. So a thread of its own carries out whole
//! batches: over a connection that hands each statement to another thread, handing over costs as much as writing.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ToSql, Transaction, TransactionBehavior, ffi, params, params_from_iter};
use tokio::sync::oneshot;

use super::database::SQLITE;
use super::statement::{Param, Statement};
use super::write_plan::{self, Row, Step};
use super::{Commit, StoreError};

/// Memory for the pages that are changed again and again, in KiB: SQLite's own 2 MiB are fewer than a busy minute has,
/// and it looks through all that it keeps whenever a transaction has split a page.
const CACHE: i64 = 8 * 1024;

/// Pages that are written before they are moved from the log of writes into the file. A page that is written many times
/// in between is moved once.
const CHECKPOINT: i64 = 4_000;

/// Statements that are kept ready. They differ in how many rows they have.
const STATEMENTS: usize = 256;

/// SQLite need not be able to undo half a statement: what fails takes the whole transaction with it.
const LOG: &str = "insert or fail into event (game_id, seq, at, actor, command_id, kind, payload) values (?, ?, ?, ?, ?, ?, ?)";

/// A thread that writes; it goes when it is dropped.
#[derive(Debug)]
pub(super) struct SqliteWriter {
    jobs: mpsc::Sender<Job>,
}

#[derive(Debug)]
struct Job {
    commits: Arc<Vec<Commit>>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl SqliteWriter {
    /// A scribe for a database that is there.
    pub(super) async fn hire(file: &Path) -> Result<Self, StoreError> {
        let (jobs, desk) = mpsc::channel();
        let (ready, is_ready) = oneshot::channel();
        let file = file.to_owned();
        let work = move || match open(&file) {
            Ok(connection) => {
                let _ = ready.send(Ok(()));
                work(connection, &desk);
            }
            Err(error) => drop(ready.send(Err(error))),
        };
        thread::Builder::new().name("scribe".to_owned()).spawn(work).map_err(StoreError::unavailable)?;
        is_ready.await.map_err(StoreError::unavailable)??;
        Ok(Self { jobs })
    }

    /// Writes commits in one transaction, and does something meanwhile.
    pub(super) async fn write(
        &mut self,
        commits: Arc<Vec<Commit>>,
        meanwhile: impl FnOnce(),
    ) -> Result<(), StoreError> {
        let (done, is_done) = oneshot::channel();
        self.jobs.send(Job { commits, done }).map_err(StoreError::unavailable)?;
        // Where there is one core, it is the scribe's from now on, and not when the kernel next takes it from us.
        thread::yield_now();
        meanwhile();
        is_done.await.map_err(StoreError::unavailable)?
    }
}

fn open(file: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(file)?;
    for setting in SQLITE {
        connection.execute_batch(setting)?;
    }
    connection.pragma_update(None, "cache_size", -CACHE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

fn work(mut connection: Connection, desk: &mpsc::Receiver<Job>) {
    while let Ok(Job { commits, done }) = desk.recv() {
        // Whoever has given up takes what the log says then for what became of it.
        if done.is_closed() {
            continue;
        }
        let _ = done.send(write(&mut connection, &commits));
        // What was written stays where it is if this fails, and the next commit tries again.
        let _ = move_pages(&connection);
    }
}

/// Moves pages from the log of writes into the file, if there are enough of them.
fn move_pages(connection: &Connection) -> Result<(), rusqlite::Error> {
    let written: i64 =
        connection.prepare_cached("pragma wal_checkpoint(noop)")?.query_row([], |row| row.get(1))?;
    if written >= CHECKPOINT {
        connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()))?;
    }
    Ok(())
}

fn write(connection: &mut Connection, commits: &[Commit]) -> Result<(), StoreError> {
    let steps = write_plan::of(commits)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in steps {
        match step {
            Step::Log(rows) => insert(&transaction, &rows)?,
            Step::Run(statement) => drop(execute(&transaction, &statement)?),
            Step::Once(statement) => {
                if execute(&transaction, &statement)? == 0 {
                    return Err(StoreError::Conflict);
                }
            }
        }
    }
    Ok(transaction.commit()?)
}

fn insert(to: &Transaction<'_>, rows: &[Row<'_>]) -> Result<(), StoreError> {
    let mut insert = to.prepare_cached(LOG)?;
    for row in rows {
        let Row { game, seq, at, actor, command, fact } = row;
        insert.execute(params![game, seq, at, actor, command, fact.kind(), fact.payload()])?;
    }
    Ok(())
}

fn execute(to: &Transaction<'_>, statement: &Statement) -> Result<usize, StoreError> {
    let (sql, params) = statement.parts();
    Ok(to.prepare_cached(sql)?.execute(params_from_iter(params))?)
}

impl ToSql for Param {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Text(text) => text.to_sql(),
            Self::Number(number) => number.to_sql(),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY) => Self::Conflict,
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
        let connection = open(&folder.path().join("games.db")).expect("a database");
        let setting = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        assert_eq!(setting("synchronous").expect("a number"), 2, "a commit waits for the disk: FULL");
        let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
        assert_eq!(mode.expect("a word"), "wal");
    }
}
