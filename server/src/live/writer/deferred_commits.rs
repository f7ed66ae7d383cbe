//! Commits that begin or end games let moves go first under load.
//!
//! Such a commit changes about ten pages of indexes, lists and counts, and the next one changes mostly the same pages.
//! So they are gathered: at most 16 of them, for at most three transactions, or until nothing else comes for 5 ms.
//! Games are independent, and each has at most one commit under way, so the order between games does not matter.

use super::flush_waiters::BUSY_BATCH;
use super::job::Job;
use ikibuguzo_protocol::Timestamp;

/// Number of deferred commits that are written without further delay: they change the same pages, so more would gain
/// nothing.
const MAX_DEFERRED_COMMITS: usize = 16;

/// Number of transactions that a deferred commit lets go first.
const MAX_PASSED_TRANSACTIONS: usize = 3;

/// The commits that wait.
#[derive(Default)]
pub(super) struct DeferredCommits {
    jobs: Vec<Job>,
    passed_transactions: usize,
}

impl DeferredCommits {
    /// Whether no commit waits.
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// When the oldest commit that waits was handed over; [`Timestamp::MAX`] if none waits.
    pub(super) fn oldest(&self) -> Timestamp {
        self.jobs.iter().map(|job| job.handed_over_at()).min().unwrap_or(Timestamp::MAX)
    }

    /// Takes what may wait out of a batch, or adds what has waited. A batch that is not empty never becomes empty.
    pub(super) fn sort_out(&mut self, batch: &mut Vec<Job>) {
        let deferrable = batch.iter().filter(|job| job.changes_games()).count();
        let is_busy = batch.len() - deferrable >= BUSY_BATCH;
        let has_room = self.jobs.len() + deferrable < MAX_DEFERRED_COMMITS;
        if is_busy && has_room && self.passed_transactions < MAX_PASSED_TRANSACTIONS {
            self.jobs.extend(batch.extract_if(.., |job| job.changes_games()));
            self.passed_transactions += usize::from(!self.is_empty());
        } else {
            batch.append(&mut self.jobs);
            self.passed_transactions = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_store::{Commit, StoreError};

    use super::super::job::CommitJob;
    use super::*;
    struct TestJob {
        changes_games: bool,
        handed_over_at: Timestamp,
    }

    impl CommitJob for TestJob {
        fn changes_games(&self) -> bool {
            self.changes_games
        }

        fn handed_over_at(&self) -> Timestamp {
            self.handed_over_at
        }

        fn take_commit(&mut self) -> Commit {
            Commit::default()
        }

        fn creates_game_before(&self, _: Timestamp) -> bool {
            false
        }

        fn work(&mut self) {}

        fn finish(self: Box<Self>, _: Result<(), StoreError>) {}
    }

    /// The size of a batch of moves and other commits after sorting out.
    fn batch_size(deferred: &mut DeferredCommits, moves: usize, others: usize) -> usize {
        let job = |changes_games| {
            Box::new(TestJob { changes_games, handed_over_at: Timestamp::from_millis(5) }) as Job
        };
        let mut batch: Vec<Job> = (0..moves + others).map(|index| job(index >= moves)).collect();
        deferred.sort_out(&mut batch);
        batch.len()
    }

    #[test]
    fn under_load_moves_go_first_for_three_transactions() {
        let mut deferred = DeferredCommits::default();
        assert_eq!(batch_size(&mut deferred, BUSY_BATCH, 0), BUSY_BATCH);
        for _ in 0..MAX_PASSED_TRANSACTIONS {
            assert_eq!(batch_size(&mut deferred, BUSY_BATCH, 2), BUSY_BATCH);
        }
        assert_eq!(batch_size(&mut deferred, BUSY_BATCH, 2), BUSY_BATCH + 2 * MAX_PASSED_TRANSACTIONS + 2);
        assert!(deferred.is_empty());
    }

    #[test]
    fn a_deferred_commit_is_not_forgotten_when_nothing_else_is_unstored() {
        let mut deferred = DeferredCommits::default();
        assert_eq!(deferred.oldest(), Timestamp::MAX);
        batch_size(&mut deferred, BUSY_BATCH, 1);
        assert_eq!(deferred.oldest(), Timestamp::from_millis(5));
        batch_size(&mut deferred, 0, 0);
        assert_eq!(deferred.oldest(), Timestamp::MAX);
    }

    #[test]
    fn a_full_set_of_deferred_commits_is_written() {
        let mut deferred = DeferredCommits::default();
        assert_eq!(batch_size(&mut deferred, 100, MAX_DEFERRED_COMMITS - 1), 100);
        assert_eq!(batch_size(&mut deferred, 100, 1), 100 + MAX_DEFERRED_COMMITS);
        assert_eq!(batch_size(&mut deferred, 100, MAX_DEFERRED_COMMITS), 100 + MAX_DEFERRED_COMMITS);
    }

    #[test]
    fn without_load_no_commit_waits() {
        let mut deferred = DeferredCommits::default();
        assert_eq!(batch_size(&mut deferred, BUSY_BATCH - 1, 1), BUSY_BATCH);
        assert_eq!(batch_size(&mut deferred, 0, 1), 1);
        assert_eq!(batch_size(&mut deferred, BUSY_BATCH, 1), BUSY_BATCH);
        assert_eq!(
            batch_size(&mut deferred, 0, 0),
            1,
            "deferred commits are written when nothing else comes"
        );
    }
}
