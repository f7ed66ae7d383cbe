//! A commit on its way to the writer, and back to the task that waits for it.

use std::mem;

use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{Commit, StoreError};
use tokio::sync::oneshot;

/// A commit and everything that belongs to it, in one allocation: little is moved and touched on the way.
pub(super) type Job = Box<dyn CommitJob>;

/// What the writer does with a job.
pub(super) trait CommitJob: Send {
    /// When the commit was handed over.
    fn handed_over_at(&self) -> Timestamp;
    /// Takes what is to be written.
    fn take_commit(&mut self) -> Commit;
    /// Whether the commit changes rows of games, and not only their logs.
    fn changes_games(&self) -> bool;
    /// Whether the commit creates a game, with a time of creation before this one.
    fn creates_game_before(&self, time: Timestamp) -> bool;
    /// Does, once, the work that needs no result from the database.
    fn work(&mut self);
    /// Reports the result of the commit to the task that waits.
    fn finish(self: Box<Self>, result: Result<(), StoreError>);
}

/// A job whose work has a result.
pub(super) struct WaitingCommit<T, F> {
    pub(super) commit: Commit,
    pub(super) handed_over_at: Timestamp,
    pub(super) work: Option<F>,
    /// `None` if the work has panicked.
    pub(super) output: Option<T>,
    pub(super) answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send, F: FnOnce() -> T + Send> CommitJob for WaitingCommit<T, F> {
    fn handed_over_at(&self) -> Timestamp {
        self.handed_over_at
    }

    fn take_commit(&mut self) -> Commit {
        mem::take(&mut self.commit)
    }

    fn changes_games(&self) -> bool {
        let Commit { new_games, listings, finished, .. } = &self.commit;
        !(new_games.is_empty() && listings.is_empty() && finished.is_empty())
    }

    fn creates_game_before(&self, time: Timestamp) -> bool {
        self.commit.new_games.iter().any(|game| game.created_at < time)
    }

    fn work(&mut self) {
        if let Some(work) = self.work.take() {
            self.output = Some(work());
        }
    }

    fn finish(self: Box<Self>, result: Result<(), StoreError>) {
        // The task that waited may be gone: the log is what counts.
        match (result, self.output) {
            (Ok(()), Some(output)) => drop(self.answer.send(Ok(output))),
            (Ok(()), None) => drop(self.answer.send(Err(StoreError::unreported_commit()))),
            (Err(error), _) => drop(self.answer.send(Err(error))),
        }
    }
}
