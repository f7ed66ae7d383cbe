//! Gathers jobs for one transaction, writes them, and reports their results.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{Commit, Store, StoreError, WriteConnection};
use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};
use tracing::Instrument;

use super::deferred_commits::DeferredCommits;
use super::flush_waiters::FlushWaiters;
use super::job::Job;
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::ops::spans;
use crate::time::{Clock, Stopwatch};

/// Largest number of commits in one transaction, without the deferred ones.
const MAX_BATCH_COMMITS: usize = 1024;

/// The longest time between the creation of a game and the transaction that stores it, in milliseconds. Readers of
/// lists on other nodes wait no longer for the games of a dead node. If it takes longer, the game is created again.
const MAX_CREATION_DELAY: Duration = Duration::from_secs(5);

/// Number of rooms that receive the results of their commits at a time. They and their sockets finish before the next
/// ones begin: what a thousand games touch does not fit into a core's cache, and what eight touch is still there.
const FINISH_BATCH: usize = 8;

/// How often a batch is written at most, if the database rolls it back because of another transaction. Rows are written
/// in one order on all servers, so this is rare.
const MAX_WRITES: usize = 5;

/// The longest idle time before deferred messages and deferred commits are flushed.
const FLUSH_DELAY: Duration = Duration::from_millis(5);

/// The longest time that deferred messages wait while a transaction is written: the database may hang.
const MAX_FLUSH_DELAY: Duration = Duration::from_millis(100);

/// The commits of a batch that failed, by place: they lost, or break a rule of the schema.
type FailedCommits = BTreeMap<usize, StoreError>;

/// The writer's task.
pub(super) struct BatchWriter {
    pub(super) clock: Clock,
    pub(super) store: Store,
    /// The rows of the statistics in which this server counts.
    pub(super) statistics_slot: i64,
    pub(super) metrics: Arc<Metrics>,
    pub(super) database_log: DatabaseLog,
    pub(super) waiters: Arc<FlushWaiters>,
    /// When the oldest commit that is not stored was handed over; `u64::MAX` if none was taken up.
    pub(super) unstored_since: Arc<AtomicU64>,
    /// The connection that worked last time; opened when it is first needed.
    pub(super) connection: Option<WriteConnection>,
}

impl BatchWriter {
    /// Writes until no sender is left.
    pub(super) async fn run(mut self, jobs: mpsc::Receiver<Job>) {
        let (waiters, unstored_since) = (Arc::clone(&self.waiters), Arc::clone(&self.unstored_since));
        // Dropped after the queue: a waiter that comes later sees that the queue is closed.
        let _wake_all_at_the_end = waiters.wake_all_on_drop();
        let (mut jobs, mut batch, mut deferred) = (jobs, Vec::new(), DeferredCommits::default());
        while wait_for_jobs(&mut jobs, &mut batch, &waiters, !deferred.is_empty()).await {
            gather(&mut jobs, &mut batch).await;
            let oldest = batch.iter().map(|job| job.handed_over_at()).min();
            unstored_since.fetch_min(oldest.unwrap_or(Timestamp::MAX).as_millis(), Ordering::Release);
            deferred.sort_out(&mut batch);
            waiters.begin_transaction(batch.len());
            let mut write = pin!(self.write_all(mem::take(&mut batch)));
            while timeout(MAX_FLUSH_DELAY, write.as_mut()).await.is_err() {
                waiters.wake_all();
            }
            waiters.finish_transaction();
            // Commits that arrived meanwhile were handed over later than the oldest one of this batch.
            if jobs.is_empty() {
                unstored_since.store(deferred.oldest().as_millis(), Ordering::Release);
            }
        }
    }

    /// Writes a batch in one transaction and does its work meanwhile. Only the commits that were not first fail.
    async fn write_all(&mut self, mut jobs: Vec<Job>) {
        let now = self.clock.now();
        let late = jobs.extract_if(.., |job| job.creates_game_before(now.saturating_sub(MAX_CREATION_DELAY)));
        for job in late.collect::<Vec<_>>() {
            job.finish(Err(StoreError::Conflict));
        }
        let commits = Arc::new(jobs.iter_mut().map(|job| job.take_commit()).collect());
        let result = self.write_repeatedly(&commits, &mut jobs).await;
        finish_all(jobs, &result).await;
    }

    /// Writes again what the database rolled back because of another transaction: after a deadlock nothing is written.
    /// If one of several commits breaks a rule of the schema, each is written alone, so that the others do not fail.
    async fn write_repeatedly(
        &mut self,
        commits: &Arc<Vec<Commit>>,
        jobs: &mut [Job],
    ) -> Result<FailedCommits, StoreError> {
        let mut retries = 1..MAX_WRITES;
        loop {
            match self.write(commits, || jobs.iter_mut().for_each(work_guarded)).await {
                Err(StoreError::Conflict) if retries.next().is_some() => {}
                Err(StoreError::Violation(_)) if commits.len() > 1 => {
                    // The transaction may have failed before the work was done.
                    jobs.iter_mut().for_each(work_guarded);
                    return Ok(self.write_alone(commits).await);
                }
                result => {
                    return Ok(result?.into_iter().map(|place| (place, StoreError::Conflict)).collect());
                }
            }
        }
    }

    /// Writes each commit in a transaction of its own.
    async fn write_alone(&mut self, commits: &[Commit]) -> FailedCommits {
        let mut failed = FailedCommits::new();
        for (place, commit) in commits.iter().enumerate() {
            let result = self.write(&Arc::new(vec![commit.clone()]), || ()).await;
            let lost = result.map(|lost| !lost.is_empty());
            if let Some(error) = lost.map_or_else(Some, |lost| lost.then_some(StoreError::Conflict)) {
                failed.insert(place, error);
            }
        }
        failed
    }

    /// Writes over the open connection, or over a new one if the last one failed.
    async fn write(
        &mut self,
        commits: &Arc<Vec<Commit>>,
        work: impl FnOnce(),
    ) -> Result<BTreeSet<usize>, StoreError> {
        let result = self.write_connected(commits, work).await;
        if let Err(error) = &result {
            self.database_log.write_failed(error);
        }
        result
    }

    async fn write_connected(
        &mut self,
        commits: &Arc<Vec<Commit>>,
        work: impl FnOnce(),
    ) -> Result<BTreeSet<usize>, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.store.connect_writer(self.statistics_slot).await?,
        };
        let watch = Stopwatch::start();
        let result = connection.write(commits, work).instrument(spans::transaction(commits.len())).await;
        if let Ok(lost) = &result {
            self.note_committed(commits, lost, watch.elapsed());
        }
        // A connection that has failed may be broken.
        if let Ok(_) | Err(StoreError::Conflict) = &result {
            self.connection = Some(connection);
        }
        result
    }

    fn note_committed(&self, commits: &[Commit], lost: &BTreeSet<usize>, elapsed: Duration) {
        let winners = commits.iter().enumerate().filter(|(place, _)| !lost.contains(place));
        let events = winners.map(|(_, commit)| commit.entries.len()).sum();
        // What writes nothing proves nothing.
        if events > 0 || commits.iter().any(|commit| commit.beat.is_some()) {
            self.database_log.committed();
        }
        // A beat on its own brings no events.
        if events > 0 {
            self.metrics.committed(elapsed, events);
        }
    }
}

/// Waits for jobs. If deferred commits or deferred messages wait, waits at most [`FLUSH_DELAY`]. Returns whether there
/// is anything to write.
async fn wait_for_jobs(
    jobs: &mut mpsc::Receiver<Job>,
    batch: &mut Vec<Job>,
    waiters: &FlushWaiters,
    has_deferred: bool,
) -> bool {
    let mut flush = pin!(sleep(FLUSH_DELAY));
    loop {
        tokio::select! {
            biased;
            received = jobs.recv_many(batch, MAX_BATCH_COMMITS) => return received > 0 || has_deferred,
            () = flush.as_mut(), if has_deferred => return true,
            () = waiters.idle_for(FLUSH_DELAY) => waiters.wake_all(),
        }
    }
}

/// Lets all other tasks run while that brings more jobs: fewer transactions make a move cheaper.
async fn gather(jobs: &mut mpsc::Receiver<Job>, batch: &mut Vec<Job>) {
    let mut gathered = 0;
    while gathered < batch.len() && batch.len() < MAX_BATCH_COMMITS {
        gathered = batch.len();
        yield_now().await;
        while batch.len() < MAX_BATCH_COMMITS
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
    }
}

/// A panic in one room's work must not stop the writer.
fn work_guarded(job: &mut Job) {
    let _ = catch_unwind(AssertUnwindSafe(|| job.work()));
}

/// Reports the results of commits to rooms, a few at a time.
async fn finish_all(jobs: Vec<Job>, result: &Result<FailedCommits, StoreError>) {
    for (place, job) in jobs.into_iter().enumerate() {
        job.finish(match result {
            Ok(failed) => failed.get(&place).cloned().map_or(Ok(()), Err),
            Err(error) => Err(error.clone()),
        });
        if (place + 1) % FINISH_BATCH == 0 {
            yield_now().await;
        }
    }
}
