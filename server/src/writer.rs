//! The one writer of games: a task that commits what has come in since its last commit, in one transaction. A lone
//! commit does not wait for company; under load, a commit carries many games.

use std::mem;
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
const AT_ONCE: usize = 1024;

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
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, AT_ONCE).await > 0 {
        gather(&mut jobs, &mut batch).await;
        write_all(&store, &metrics, &mut pen, mem::take(&mut batch)).await;
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

/// Writes a batch together. Where somebody was not the first, half by half, until those stand alone who were not.
async fn write_all(store: &Store, metrics: &Metrics, pen: &mut Option<Pen>, batch: Vec<Job>) {
    let mut parts = vec![batch];
    while let Some(part) = parts.pop() {
        let (commits, waiting): (Vec<_>, Vec<_>) = part.into_iter().map(|job| (job.commit, job.done)).unzip();
        let commits = Arc::new(commits);
        match write_with(store, metrics, pen, &commits).await {
            Err(StoreError::Conflict) if commits.len() > 1 => parts.extend(halves(&commits, waiting)),
            result => waiting.into_iter().for_each(|done| answer(done, result.clone())),
        }
    }
}

/// Both halves, the first one last: it is to be written first.
fn halves(commits: &[Commit], waiting: Vec<Done>) -> [Vec<Job>; 2] {
    let job = |(commit, done)| Job { commit, done };
    let mut first: Vec<_> = commits.iter().cloned().zip(waiting).map(job).collect();
    let second = first.split_off(first.len() / 2);
    [second, first]
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

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_protocol::{GameId, TimeControl};

    use super::*;
    use crate::room::{Terms, begin_facts};

    fn game(number: u8) -> Commit {
        let terms = Terms {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
        };
        let mut commit = Commit::default();
        let id = GameId::from_random([number; GameId::LENGTH]);
        commit.begin(id, None, begin_facts(terms, None, Vec::new()), 1).expect("a game");
        commit
    }

    #[tokio::test]
    async fn who_is_not_the_first_takes_nobody_along() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let writer = Writer::start(Store::open(&url).await.expect("a database"), Arc::new(Metrics::new()));
        for taken in [3, 7] {
            writer.commit(game(taken)).await.expect("the first");
        }
        let written = join_all((0..10).map(|number| writer.commit(game(number)))).await;
        let refused: Vec<_> = (0..10).filter(|number| written[*number].is_err()).collect();
        assert_eq!(refused, [3, 7]);
        assert!(matches!(written[3], Err(StoreError::Conflict)));
    }
}
