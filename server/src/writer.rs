//! The one writer of games: a task that commits what has come in since its last commit, in one transaction. A lone
//! commit does not wait for company; under load, a commit carries many games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use crate::metrics::Metrics;
use crate::outage;
use crate::store::{Commit, Pen, Store, StoreError};
use crate::time::Stopwatch;

/// Commits that may wait at the writer; the next room waits with its own.
const QUEUE: usize = 1024;

/// Commits in one transaction at the most.
const AT_ONCE: usize = 256;

/// Hands commits to the writer. Cheap to clone; when all are gone, the writer ends.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
    taken: Arc<AtomicU64>,
}

struct Job {
    commit: Commit,
    done: Done,
}

type Done = oneshot::Sender<Result<(), StoreError>>;

impl Writer {
    /// Starts the writer. It shares the threads of the rooms: to be woken on another one costs more than all that it
    /// does besides, since the database does the work on a thread, or in a process, of its own.
    pub fn start(store: Store, metrics: Arc<Metrics>) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(run(store, jobs, metrics));
        Self { queue, taken: Arc::default() }
    }

    /// Commits that were handed over since the server started.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Waits until a commit is on disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where somebody else was first, [`StoreError::Unavailable`] where the database cannot be
    /// used; it may have been written all the same then, which only reading the log can tell.
    pub async fn commit(&self, commit: Commit) -> Result<(), StoreError> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        let (done, answer) = oneshot::channel();
        let gone = || StoreError::unavailable(sqlx::Error::WorkerCrashed);
        self.queue.send(Job { commit, done }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

async fn run(store: Store, mut jobs: mpsc::Receiver<Job>, metrics: Arc<Metrics>) {
    let mut pen = None;
    let mut batch = Vec::with_capacity(AT_ONCE);
    while jobs.recv_many(&mut batch, AT_ONCE).await > 0 {
        gather(&mut jobs, &mut batch).await;
        let (commits, waiting): (Vec<_>, Vec<_>) = batch.drain(..).map(|job| (job.commit, job.done)).unzip();
        let commits = Arc::new(commits);
        match write_with(&store, &metrics, &mut pen, &commits).await {
            // Somebody was not the first: let each stand for itself.
            Err(StoreError::Conflict) => one_by_one(&store, &metrics, &mut pen, &commits, waiting).await,
            together => waiting.into_iter().for_each(|done| answer(done, together.clone())),
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
    pen: &mut Option<Pen>,
    commits: &[Commit],
    waiting: Vec<Done>,
) {
    for (commit, done) in commits.iter().zip(waiting) {
        answer(done, write_with(store, metrics, pen, &Arc::new(vec![commit.clone()])).await);
    }
}

/// Writes with the standing pen, or with a new one if the last one failed.
async fn write_with(
    store: &Store,
    metrics: &Metrics,
    pen: &mut Option<Pen>,
    commits: &Arc<Vec<Commit>>,
) -> Result<(), StoreError> {
    let mut with = match pen.take() {
        Some(with) => with,
        None => store.pen().await?,
    };
    let watch = Stopwatch::start();
    let result = with.write(commits).await;
    if result.is_ok() {
        outage::committed();
        let events = commits.iter().map(|commit| commit.entries.len()).sum();
        // A heartbeat or an alarm on its own brings no events.
        if events > 0 {
            metrics.committed(watch.elapsed(), events);
        }
    }
    // What has failed once may be broken: the next commit gets a new pen.
    if let Ok(()) | Err(StoreError::Conflict) = &result {
        *pen = Some(with);
    }
    result
}

fn answer(done: Done, result: Result<(), StoreError>) {
    // Whoever asked may be gone; the log is what counts.
    let _ = done.send(result);
}
