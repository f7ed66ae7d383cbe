//! What begins or ends a game, or changes its row otherwise, changes ten times as many pages as a move, and mostly the same
//! ones as others do: under load they gather, and the moves go first.

use super::{BUSY, Job};

/// So many change the same pages that nothing is gained by more.
const ENOUGH: usize = 16;

/// Transactions that may go first.
const PATIENCE: usize = 3;

/// Commits that let others go first.
#[derive(Default)]
pub(super) struct DeferredCommits {
    jobs: Vec<Job>,
    /// Transactions that went first.
    passed: usize,
}

impl DeferredCommits {
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Takes out of a batch what may wait, or adds what has waited. A batch that is not empty never becomes so.
    pub(super) fn sift(&mut self, batch: &mut Vec<Job>) {
        let broad = batch.iter().filter(|job| job.is_broad()).count();
        let is_busy = batch.len() - broad >= BUSY;
        if is_busy && self.jobs.len() + broad < ENOUGH && self.passed < PATIENCE {
            self.jobs.extend(batch.extract_if(.., |job| job.is_broad()));
            self.passed += usize::from(!self.is_empty());
        } else {
            batch.append(&mut self.jobs);
            self.passed = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Errand;
    use super::*;
    use ikibuguzo_store::{Commit, StoreError};

    struct Broad(bool);

    impl Errand for Broad {
        fn is_broad(&self) -> bool {
            self.0
        }

        fn commit(&mut self) -> Commit {
            Commit::default()
        }

        fn work(&mut self) {}

        fn tell(self: Box<Self>, _: Result<(), StoreError>) {}
    }

    /// How many are left of so many moves, and so many others, after those that wait.
    fn left(aside: &mut DeferredCommits, moves: usize, others: usize) -> usize {
        let jobs = |count, broad| (0..count).map(move |_| Box::new(Broad(broad)) as Job);
        let mut batch: Vec<Job> = jobs(moves, false).chain(jobs(others, true)).collect();
        aside.sift(&mut batch);
        batch.len()
    }

    #[test]
    fn under_load_moves_go_first_for_a_while() {
        let mut aside = DeferredCommits::default();
        assert_eq!(left(&mut aside, BUSY, 0), BUSY);
        for _ in 0..PATIENCE {
            assert_eq!(left(&mut aside, BUSY, 2), BUSY);
        }
        assert_eq!(left(&mut aside, BUSY, 2), BUSY + 2 * PATIENCE + 2);
        assert!(aside.is_empty());
    }

    #[test]
    fn when_there_are_enough_they_wait_no_longer() {
        let mut aside = DeferredCommits::default();
        assert_eq!(left(&mut aside, 100, ENOUGH - 1), 100);
        assert_eq!(left(&mut aside, 100, 1), 100 + ENOUGH);
        assert_eq!(left(&mut aside, 100, ENOUGH), 100 + ENOUGH);
    }

    #[test]
    fn where_little_is_to_be_done_nobody_waits() {
        let mut aside = DeferredCommits::default();
        assert_eq!(left(&mut aside, BUSY - 1, 1), BUSY);
        assert_eq!(left(&mut aside, 0, 1), 1);
        assert_eq!(left(&mut aside, BUSY, 1), BUSY);
        assert_eq!(left(&mut aside, 0, 0), 1, "what has waited comes at last");
    }
}
