//! The one writer of games: a task that commits what has come in since its last commit, in one transaction. A lone
//! commit does not wait for company; under load, a commit carries many games.

use std::sync::Arc;

use sqlx::AnyConnection;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use crate::metrics::Metrics;
use crate::outage;
use crate::store::{Commit, Store, StoreError};
use crate::time::Stopwatch;

/// Commits that may wait at the writer; the next room waits with its own.
const QUEUE: usize = 1024;

/// Commits in one transaction at the most.
const AT_ONCE: usize = 256;

/// Hands commits to the writer. Cheap to clone; when all are gone, the writer ends.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
}

struct Job {
    commit: Commit,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Writer {
    /// Starts the writer. It shares the threads of the rooms: to be woken on another one costs more than all that it
    /// does besides, since the database does the work on a thread, or in a process, of its own.
    pub fn start(store: Store, metrics: Arc<Metrics>) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(run(store, jobs, metrics));
        Self { queue }
    }

    /// Waits until a commit is on disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where somebody else was first, [`StoreError::Unavailable`] where the database cannot be
    /// used; it may have been written all the same then, which only reading the log can tell.
    pub async fn commit(&self, commit: Commit) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let gone = || StoreError::unavailable(sqlx::Error::WorkerCrashed);
        self.queue.send(Job { commit, done }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

async fn run(store: Store, mut jobs: mpsc::Receiver<Job>, metrics: Arc<Metrics>) {
    let mut connection = None;
    let mut batch = Vec::with_capacity(AT_ONCE);
    while jobs.recv_many(&mut batch, AT_ONCE).await > 0 {
        gather(&mut jobs, &mut batch).await;
        let commits: Vec<&Commit> = batch.iter().map(|job| &job.commit).collect();
        match write_through(&store, &metrics, &mut connection, &commits).await {
            // Somebody was not the first: let each stand for itself.
            Err(StoreError::Conflict) => one_by_one(&store, &metrics, &mut connection, &mut batch).await,
            together => batch.drain(..).for_each(|job| answer(job, &together)),
        }
    }
}

/// Lets all others have their turn while that brings more commits: the fewer transactions, the less a move costs.
async fn gather(jobs: &mut mpsc::Receiver<Job>, batch: &mut Vec<Job>) {
    let mut gathered = 0;
    while gathered < batch.len() && batch.len() < AT_ONCE {
        gathered = batch.len();
        yield_now().await;
        while batch.len() < AT_ONCE
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
    }
}

async fn one_by_one(
    store: &Store,
    metrics: &Metrics,
    connection: &mut Option<AnyConnection>,
    batch: &mut Vec<Job>,
) {
    for job in batch.drain(..) {
        let result = write_through(store, metrics, connection, &[&job.commit]).await;
        answer(job, &result);
    }
}

/// Writes over the standing connection, or over a new one if the last one failed.
async fn write_through(
    store: &Store,
    metrics: &Metrics,
    connection: &mut Option<AnyConnection>,
    commits: &[&Commit],
) -> Result<(), StoreError> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => store.connect().await?,
    };
    let watch = Stopwatch::start();
    let result = store.write(&mut open, commits).await;
    if result.is_ok() {
        outage::committed();
        let events = commits.iter().map(|commit| commit.entries.len()).sum();
        // A heartbeat or an alarm on its own brings no events.
        if events > 0 {
            metrics.committed(watch.elapsed(), events);
        }
    }
    // What has failed once may be broken: the next commit gets a new connection.
    if let Ok(()) | Err(StoreError::Conflict) = &result {
        *connection = Some(open);
    }
    result
}

fn answer(job: Job, result: &Result<(), StoreError>) {
    // Whoever asked may be gone; the log is what counts.
    let _ = job.done.send(result.clone());
}
