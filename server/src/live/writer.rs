//! The one writer of games: a task that commits what has come in since its last commit, in one transaction. A lone
//! commit does not wait for company; under load, a commit carries many games.

mod aside;
mod company;

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Waker;
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::time::Stopwatch;
use aside::DeferredCommits;
use company::FlushWaiters;
use ikibuguzo_store::{Commit, Store, StoreError, WriteConnection};

/// Commits that may wait at the writer; the next room waits with its own.
const QUEUE: usize = 1024;

/// Commits that are taken in for one transaction at the most, beside those that have let others go first.
const AT_ONCE: usize = 1024;

/// Rooms that hear at a time what became of their commits. They tell it, and the sockets send it, before the next ones
/// hear: what a thousand games touch does not fit into a core's own memory, and what eight touch is still there.
const TOLD_AT_ONCE: usize = 8;

/// Where so many commits are in one transaction, another one is on its way as soon as it is told.
const BUSY: usize = 32;

/// For so long another transaction is waited for by those that wait for some, and other commits by those that let them go
/// first.
const PAUSE: Duration = Duration::from_millis(5);

/// For so long whoever waits for a transaction to be told waits while it is being written: the database may stand still.
const LONGEST: Duration = Duration::from_millis(100);

/// Hands commits to the writer. Cheap to clone; when all are gone, the writer ends.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
    taken: Arc<AtomicU64>,
    company: Arc<FlushWaiters>,
}

/// A commit, and who waits for it: all in one place, so that little is moved and little is touched on the way.
type Job = Box<dyn Errand>;

trait Errand: Send {
    /// What is to be written.
    fn commit(&mut self) -> Commit;
    /// Whether it changes rows of games, and not only their logs.
    fn is_broad(&self) -> bool;
    /// Does, once, what is to be done while the database writes.
    fn work(&mut self);
    /// Tells what became of the commit.
    fn tell(self: Box<Self>, result: Result<(), StoreError>);
}

struct Waiting<T, F> {
    commit: Commit,
    work: Option<F>,
    /// None where the work has failed, which is its own affair.
    worked_out: Option<T>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send, F: FnOnce() -> T + Send> Errand for Waiting<T, F> {
    fn commit(&mut self) -> Commit {
        mem::take(&mut self.commit)
    }

    fn is_broad(&self) -> bool {
        let Commit { new_games, listings, finished, .. } = &self.commit;
        !(new_games.is_empty() && listings.is_empty() && finished.is_empty())
    }

    fn work(&mut self) {
        if let Some(work) = self.work.take() {
            self.worked_out = Some(work());
        }
    }

    fn tell(self: Box<Self>, result: Result<(), StoreError>) {
        // Whoever asked may be gone; the log is what counts.
        match (result, self.worked_out) {
            (Ok(()), Some(worked_out)) => drop(self.answer.send(Ok(worked_out))),
            (Ok(()), None) => {}
            (Err(error), _) => drop(self.answer.send(Err(error))),
        }
    }
}

impl Writer {
    /// Starts the writer. It shares the threads of the rooms: to be woken on another one costs more than all that it
    /// does besides, since the database does the work on a thread, or in a process, of its own.
    pub fn start(store: Store, metrics: Arc<Metrics>, database_log: DatabaseLog) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let company = Arc::default();
        tokio::spawn(run(store, jobs, metrics, database_log, Arc::clone(&company)));
        Self { queue, taken: Arc::default(), company }
    }

    /// Commits that were handed over since the server started.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Whether another transaction is on its way as soon as the newest one is told.
    pub fn is_busy(&self) -> bool {
        self.company.together() >= BUSY && !self.has_ended()
    }

    /// Calls somebody when two more transactions have been written and told than there are now, or when none has come for
    /// some milliseconds, or when one takes longer than a tenth of a second.
    pub fn call_later(&self, waker: Waker) {
        self.company.join(waker);
        if self.has_ended() {
            self.company.disperse();
        }
    }

    /// Whether it has ended, which only a fault of its own can have done: nothing can be committed any more.
    pub fn has_ended(&self) -> bool {
        self.queue.is_closed()
    }

    /// Hands over a commit, at once if it can, and waits until it is on disk. Whoever does not wait does not know whether
    /// it was handed over.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where somebody else was first, [`StoreError::Unavailable`] where the database cannot be
    /// used; it may have been written all the same then, which only reading the log can tell.
    pub fn commit(&self, commit: Commit) -> impl Future<Output = Result<(), StoreError>> + use<> {
        self.commit_while(commit, || ())
    }

    /// Hands over a commit, as [`commit`](Self::commit) does, and has something worked out while it is written: what comes
    /// of it is for nobody before.
    ///
    /// # Errors
    ///
    /// As of [`commit`](Self::commit).
    pub fn commit_while<T: Send + 'static, F: FnOnce() -> T + Send + 'static>(
        &self,
        commit: Commit,
        work: F,
    ) -> impl Future<Output = Result<T, StoreError>> + use<T, F> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(Waiting { commit, work: Some(work), worked_out: None, answer });
        // Where the writer has ended, the answer is dropped with the rest.
        let late = match self.queue.try_send(job) {
            Ok(()) | Err(TrySendError::Closed(_)) => None,
            Err(TrySendError::Full(job)) => Some((self.queue.clone(), job)),
        };
        async {
            if let Some((queue, job)) = late {
                let _ = queue.send(job).await;
            }
            answered.await.map_err(|_| gone())?
        }
    }
}

fn gone() -> StoreError {
    StoreError::writer_ended()
}

async fn run(
    store: Store,
    jobs: mpsc::Receiver<Job>,
    metrics: Arc<Metrics>,
    database_log: DatabaseLog,
    company: Arc<FlushWaiters>,
) {
    // Ends last of all: whoever comes after it sees that the queue is closed.
    let _attendance = company.attend();
    let mut jobs = jobs;
    let (mut pen, mut batch, mut aside) = (None, Vec::new(), DeferredCommits::default());
    while begin(&mut jobs, &mut batch, &company, !aside.is_empty()).await {
        gather(&mut jobs, &mut batch).await;
        aside.sift(&mut batch);
        company.begin(batch.len());
        let mut write = pin!(write_all(&store, &metrics, &database_log, &mut pen, mem::take(&mut batch)));
        while timeout(LONGEST, write.as_mut()).await.is_err() {
            company.disperse();
        }
        company.told();
    }
}

/// Waits for commits; whoever waits for another transaction, or lets others go first, waits no longer where none comes
/// soon. Whether there is anything to be written.
async fn begin(
    jobs: &mut mpsc::Receiver<Job>,
    batch: &mut Vec<Job>,
    company: &FlushWaiters,
    others: bool,
) -> bool {
    let mut due = pin!(sleep(PAUSE));
    loop {
        tokio::select! {
            biased;
            commits = jobs.recv_many(batch, AT_ONCE) => return commits > 0 || others,
            () = due.as_mut(), if others => return true,
            () = company.has_waited(PAUSE) => company.disperse(),
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

/// Writes a batch together, and does meanwhile what is to be done. Where somebody was not the first, half by half, until
/// those stand alone who were not.
async fn write_all(
    store: &Store,
    metrics: &Metrics,
    database_log: &DatabaseLog,
    pen: &mut Option<WriteConnection>,
    mut batch: Vec<Job>,
) {
    let commits = batch.iter_mut().map(|job| job.commit()).collect();
    let mut parts = vec![(commits, batch)];
    while let Some((commits, mut jobs)) = parts.pop() {
        let commits = Arc::new(commits);
        let meanwhile = || jobs.iter_mut().for_each(work_guarded);
        match write_with(store, metrics, database_log, pen, &commits, meanwhile).await {
            Err(StoreError::Conflict) if commits.len() > 1 => parts.extend(halves(&commits, jobs)),
            result => tell_all(jobs, &result).await,
        }
    }
}

/// Both halves, the first one last: it is to be written first.
fn halves(commits: &[Commit], mut jobs: Vec<Job>) -> [(Vec<Commit>, Vec<Job>); 2] {
    let (first, second) = commits.split_at(commits.len() / 2);
    let jobs_of_second = jobs.split_off(first.len());
    [(second.to_vec(), jobs_of_second), (first.to_vec(), jobs)]
}

/// Writes with the standing pen, or with a new one if the last one failed.
async fn write_with(
    store: &Store,
    metrics: &Metrics,
    database_log: &DatabaseLog,
    pen: &mut Option<WriteConnection>,
    commits: &Arc<Vec<Commit>>,
    meanwhile: impl FnOnce(),
) -> Result<(), StoreError> {
    let mut with = match pen.take() {
        Some(with) => with,
        None => store.pen().await?,
    };
    let watch = Stopwatch::start();
    let result = with.write(commits, meanwhile).await;
    if result.is_ok() {
        database_log.committed();
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

/// A fault in the work of one room is that room's own: the writer goes on.
fn work_guarded(job: &mut Job) {
    let _ = catch_unwind(AssertUnwindSafe(|| job.work()));
}

/// Tells rooms, a few at a time, what became of their commits.
async fn tell_all(jobs: Vec<Job>, result: &Result<(), StoreError>) {
    for (told, job) in (1..).zip(jobs) {
        job.tell(result.clone());
        if told % TOLD_AT_ONCE == 0 {
            yield_now().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;

    use futures_util::future::join_all;
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_protocol::{GameId, TimeControl};
    use tempfile::TempDir;

    use super::*;
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::room::{GameOptions, Room, begin_facts};
    use ikibuguzo_store::GameNumber;

    fn game(number: u64) -> Commit {
        let terms = GameOptions {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
        };
        let mut commit = Commit::default();
        // Anywhere among the others, as ids are.
        let id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let game = GameId::from_random(std::array::from_fn(|place| (id >> (5 * place)) as u8));
        let log = log_of(begin_facts(terms, None, Vec::new()), 1);
        let room = Room::replay(&log).expect("a game");
        commit.add_game(GameNumber::new(1, id), game, None, log, &room);
        commit
    }

    async fn writer() -> (TempDir, Writer) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let writer = Writer::start(
            Store::open(&url).await.expect("a database"),
            Arc::new(Metrics::new()),
            DatabaseLog::default(),
        );
        (folder, writer)
    }

    #[tokio::test]
    async fn what_is_worked_out_meanwhile_is_told_when_all_is_on_disk() {
        let (_folder, writer) = writer().await;
        assert_eq!(writer.commit_while(game(1), || 7).await.expect("the first"), 7);
        let again = writer.commit_while(game(1), || 7).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "it was not the first");
    }

    #[tokio::test]
    async fn a_fault_in_what_one_works_out_is_nobody_elses() {
        let (_folder, writer) = writer().await;
        let fault = || -> u32 { panic!("a fault of its own") };
        let (faulty, sound) = tokio::join!(writer.commit_while(game(1), fault), writer.commit(game(2)));
        assert!(matches!(faulty, Err(StoreError::Unavailable(_))));
        assert!(sound.is_ok() && writer.commit(game(3)).await.is_ok());
        assert!(
            matches!(writer.commit(game(1)).await, Err(StoreError::Conflict)),
            "it was written all the same"
        );
    }

    #[tokio::test]
    async fn sqlites_log_of_writes_does_not_grow_for_ever() {
        const GAMES: u64 = 10_000;
        let (folder, writer) = writer().await;
        let size = || {
            let file = folder.path().join("games.db-wal");
            file.metadata().expect("a log of writes").len()
        };
        let mut sizes = Vec::new();
        for first in (0..GAMES).step_by(250) {
            let written = join_all((first..first + 250).map(|number| writer.commit(game(number)))).await;
            assert!(written.iter().all(Result::is_ok));
            sizes.push(size());
        }
        let (then, now) = (sizes[sizes.len() * 3 / 4], size());
        assert!(now < then + then / 10, "{sizes:?}");
    }

    #[tokio::test]
    async fn while_the_database_stands_still_those_are_called_who_wait_for_a_transaction() {
        let (folder, writer) = writer().await;
        let other = rusqlite::Connection::open(folder.path().join("games.db")).expect("the database");
        other.execute_batch("begin immediate").expect("nobody else writes");
        let commit = tokio::spawn(writer.commit(game(1)));
        while writer.company.together() == 0 {
            yield_now().await;
        }
        let mut joined = false;
        let called = poll_fn(|context| {
            if mem::replace(&mut joined, true) {
                return Poll::Ready(());
            }
            writer.call_later(context.waker().clone());
            Poll::Pending
        });
        called.await;
        assert!(!commit.is_finished());
        other.execute_batch("rollback").expect("free again");
        assert!(commit.await.expect("no fault").is_ok());
    }

    #[tokio::test]
    async fn whoever_asks_is_told_that_it_has_ended() {
        let (_folder, writer) = writer().await;
        assert!(!writer.has_ended());
        let (queue, jobs) = mpsc::channel(QUEUE);
        drop(jobs);
        let ended = Writer { queue, taken: Arc::default(), company: Arc::default() };
        assert!(ended.has_ended());
        assert!(matches!(ended.commit(game(1)).await, Err(StoreError::Unavailable(_))));
    }

    #[tokio::test]
    async fn more_commits_than_may_wait_are_all_written() {
        let (_folder, writer) = writer().await;
        let games = u64::try_from(QUEUE).expect("a number") + 500;
        let written = join_all((0..games).map(|number| writer.commit(game(number)))).await;
        assert!(written.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn who_is_not_the_first_takes_nobody_along() {
        let (_folder, writer) = writer().await;
        for taken in [3, 7] {
            writer.commit(game(taken)).await.expect("the first");
        }
        let written = join_all((0..10).map(|number| writer.commit(game(number)))).await;
        let refused: Vec<_> = (0..10).filter(|number| written[*number].is_err()).collect();
        assert_eq!(refused, [3, 7]);
        assert!(matches!(written[3], Err(StoreError::Conflict)));
    }
}
