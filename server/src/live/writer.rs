//! The one writer of the database: commits what has come in since its last transaction, in one transaction.
//!
//! A lone commit does not wait for others. Under load a transaction carries the commits of many games, which makes the
//! disk's share of a move small.

mod job;
mod batch;
mod deferred_commits;
mod flush_waiters;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Waker;

use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{Commit, Store, StoreError};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::time::Clock;
use batch::BatchWriter;
use flush_waiters::{BUSY_BATCH, FlushWaiters};
use job::{Job, WaitingCommit};

/// Largest number of commits that wait at the writer; further rooms wait.
const MAX_WAITING_COMMITS: usize = 1024;

/// Hands commits to the writer. Cheap to clone; when all clones are gone, the writer ends.
#[derive(Clone, Debug)]
pub struct Writer {
    clock: Clock,
    queue: mpsc::Sender<Job>,
    accepted: Arc<AtomicU64>,
    waiters: Arc<FlushWaiters>,
    unstored_since: Arc<AtomicU64>,
}

impl Writer {
    /// Starts the writer. It shares the threads of the rooms, since waking another thread costs more than all that the
    /// writer does: the database works on a thread or in a process of its own. Finished games are counted in the rows
    /// of `statistics_slot`.
    pub fn start(
        store: Store,
        statistics_slot: i64,
        metrics: Arc<Metrics>,
        database_log: DatabaseLog,
        clock: Clock,
    ) -> Self {
        let (queue, jobs) = mpsc::channel(MAX_WAITING_COMMITS);
        let waiters = Arc::<FlushWaiters>::default();
        let unstored_since = Arc::new(AtomicU64::new(u64::MAX));
        let writer = BatchWriter {
            clock: clock.clone(),
            unstored_since: Arc::clone(&unstored_since),
            store,
            statistics_slot,
            metrics,
            database_log,
            waiters: Arc::clone(&waiters),
            connection: None,
        };
        tokio::spawn(writer.run(jobs));
        Self { clock, queue, accepted: Arc::default(), waiters, unstored_since }
    }

    /// When the oldest commit that is not stored was handed over; [`Timestamp::MAX`] if the writer has taken none up. A
    /// commit that was handed over a moment ago may not have been taken up yet, or may be deferred.
    pub fn unstored_since(&self) -> Timestamp {
        Timestamp::from_millis(self.unstored_since.load(Ordering::Acquire))
    }

    /// The number of commits handed over since the server started.
    pub fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }

    /// Whether another transaction follows as soon as the newest one is finished.
    pub fn is_busy(&self) -> bool {
        self.waiters.batch_size() >= BUSY_BATCH && !self.has_ended()
    }

    /// Wakes a task when two more transactions have been written and reported, when none has begun for 5 milliseconds,
    /// or when one takes longer than 100 milliseconds.
    pub fn wake_after_transactions(&self, waker: Waker) {
        self.waiters.register(waker);
        if self.has_ended() {
            self.waiters.wake_all();
        }
    }

    /// Whether the writer has ended, which only a panic can cause: nothing can be committed then.
    pub fn has_ended(&self) -> bool {
        self.queue.is_closed()
    }

    /// Hands over a commit and waits until it is on disk. A caller that does not wait does not know whether it was
    /// handed over.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if another writer was first; [`StoreError::Unavailable`] if the database cannot be
    /// used. In that case the commit may have been written, which only reading the log can tell.
    pub fn commit(&self, commit: Commit) -> impl Future<Output = Result<(), StoreError>> + use<> {
        self.commit_while(commit, || ())
    }

    /// Hands over a commit as [`commit`](Self::commit) does, and runs some work while the database writes. Returns the
    /// output of the work when the commit is on disk.
    ///
    /// # Errors
    ///
    /// As for [`commit`](Self::commit).
    pub fn commit_while<T: Send + 'static, F: FnOnce() -> T + Send + 'static>(
        &self,
        commit: Commit,
        work: F,
    ) -> impl Future<Output = Result<T, StoreError>> + use<T, F> {
        self.accepted.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let (handed_over_at, work) = (self.clock.now(), Some(work));
        let job: Job = Box::new(WaitingCommit { commit, handed_over_at, work, output: None, answer });
        // If the writer has ended, the answer is dropped with the job.
        let waiting = match self.queue.try_send(job) {
            Ok(()) | Err(TrySendError::Closed(_)) => None,
            Err(TrySendError::Full(job)) => Some((self.queue.clone(), job)),
        };
        async {
            if let Some((queue, job)) = waiting {
                let _ = queue.send(job).await;
            }
            answered.await.map_err(|_| StoreError::writer_ended())?
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
    use ikibuguzo_game::player::PlayerId;
    use ikibuguzo_game::room::{GameOptions, Room, initial_facts};
    use ikibuguzo_store::GameNumber;
    use std::mem;
    use tokio::task::yield_now;

    fn new_game(number: u64) -> Commit {
        let terms = GameOptions {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
            rated: false,
        };
        let mut commit = Commit::default();
        // Anywhere among the others, as ids are.
        let id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let game = GameId::from_random(std::array::from_fn(|place| (id >> (5 * place)) as u8));
        let log = log_of(initial_facts(terms, None, Vec::new()), Clock::system().now());
        let room = Room::replay(&log).expect("a game");
        commit.add_game(GameNumber::new(Timestamp::from_millis(1), id), game, None, log, &room);
        commit
    }

    async fn start_writer() -> (TempDir, Writer) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let writer = Writer::start(
            Store::open(&url).await.expect("a database"),
            0,
            Arc::new(Metrics::new()),
            DatabaseLog::default(),
            Clock::system(),
        );
        (folder, writer)
    }

    #[tokio::test]
    async fn the_result_of_the_work_comes_after_the_commit() {
        let (_folder, writer) = start_writer().await;
        assert_eq!(writer.commit_while(new_game(1), || 7).await.expect("the first"), 7);
        let again = writer.commit_while(new_game(1), || 7).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "it was not the first");
    }

    #[tokio::test]
    async fn a_panic_in_one_jobs_work_affects_no_other_job() {
        let (_folder, writer) = start_writer().await;
        let fault = || -> u32 { panic!("a fault of its own") };
        let (faulty, sound) =
            tokio::join!(writer.commit_while(new_game(1), fault), writer.commit(new_game(2)));
        assert!(matches!(faulty, Err(StoreError::Unavailable(_))));
        assert!(sound.is_ok() && writer.commit(new_game(3)).await.is_ok());
        assert!(
            matches!(writer.commit(new_game(1)).await, Err(StoreError::Conflict)),
            "it was written all the same"
        );
    }

    #[tokio::test]
    async fn the_write_ahead_log_of_sqlite_stays_bounded() {
        const GAMES: u64 = 24_000;
        let (folder, writer) = start_writer().await;
        let size = || {
            let file = folder.path().join("games.db-wal");
            file.metadata().expect("a write-ahead log").len()
        };
        let mut sizes = Vec::new();
        for first in (0..GAMES).step_by(250) {
            let written = join_all((first..first + 250).map(|number| writer.commit(new_game(number)))).await;
            assert!(written.iter().all(Result::is_ok));
            sizes.push(size());
        }
        let (then, now) = (sizes[sizes.len() * 3 / 4], size());
        assert!(now < then + then / 10, "{sizes:?}");
    }

    #[tokio::test]
    async fn deferred_messages_are_flushed_while_the_database_hangs() {
        let (folder, writer) = start_writer().await;
        let other = rusqlite::Connection::open(folder.path().join("games.db")).expect("the database");
        other.execute_batch("begin immediate").expect("nobody else writes");
        let commit = tokio::spawn(writer.commit(new_game(1)));
        while writer.waiters.batch_size() == 0 {
            yield_now().await;
        }
        let mut joined = false;
        let called = poll_fn(|context| {
            if mem::replace(&mut joined, true) {
                return Poll::Ready(());
            }
            writer.wake_after_transactions(context.waker().clone());
            Poll::Pending
        });
        called.await;
        assert!(!commit.is_finished());
        other.execute_batch("rollback").expect("free again");
        assert!(commit.await.expect("no fault").is_ok());
    }

    #[tokio::test]
    async fn an_ended_writer_refuses_commits() {
        let (_folder, writer) = start_writer().await;
        assert!(!writer.has_ended());
        let (queue, jobs) = mpsc::channel(MAX_WAITING_COMMITS);
        drop(jobs);
        let waiters = Arc::default();
        let ended = Writer { queue, waiters, ..writer.clone() };
        assert!(ended.has_ended());
        assert!(matches!(ended.commit(new_game(1)).await, Err(StoreError::Unavailable(_))));
    }

    #[tokio::test]
    async fn more_commits_than_may_wait_are_all_written() {
        let (_folder, writer) = start_writer().await;
        let games = u64::try_from(MAX_WAITING_COMMITS).expect("a number") + 500;
        let written = join_all((0..games).map(|number| writer.commit(new_game(number)))).await;
        assert!(written.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn a_commit_that_breaks_a_rule_of_the_schema_fails_alone() {
        let (_folder, writer) = start_writer().await;
        let faulty = |number| {
            let mut commit = new_game(number);
            commit.new_games[0].invited = Some(PlayerId::from("nobody"));
            commit
        };
        let commit = |number| writer.commit(if number == 3 { faulty(number) } else { new_game(number) });
        let written = join_all((0..10).map(commit)).await;
        assert!(matches!(written[3], Err(StoreError::Violation(_))), "{:?}", written[3]);
        assert!(written.iter().enumerate().all(|(number, result)| result.is_ok() == (number != 3)));
        writer.commit(new_game(3)).await.expect("nothing of it was stored");
    }

    #[tokio::test]
    async fn who_is_not_the_first_takes_nobody_along() {
        let (_folder, writer) = start_writer().await;
        for taken in [3, 7] {
            writer.commit(new_game(taken)).await.expect("the first");
        }
        let written = join_all((0..10).map(|number| writer.commit(new_game(number)))).await;
        let refused: Vec<_> = (0..10).filter(|number| written[*number].is_err()).collect();
        assert_eq!(refused, [3, 7]);
        assert!(matches!(written[3], Err(StoreError::Conflict)));
    }
}
