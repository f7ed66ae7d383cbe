//! Statistics, scores and ratings, which follow from the rows of games.

use std::mem::take;

use ikibuguzo_store::{CountDifference, StoreError};

use super::{Check, Difference};

impl<R: FnMut(&Difference)> Check<R> {
    /// Checks statistics and scores.
    pub(super) async fn check_counts(&mut self) -> Result<(), StoreError> {
        let mut differences = self.checker.compare_outcomes(&self.outcomes).await?;
        differences.extend(self.checker.compare_lengths().await?);
        differences.extend(self.checker.compare_scores().await?);
        if self.is_repair && !differences.is_empty() {
            self.checker.rebuild_counts(take(&mut self.outcomes)).await?;
        }
        self.note_all(differences);
        Ok(())
    }

    /// Checks ratings.
    pub(super) async fn check_ratings(&mut self) -> Result<(), StoreError> {
        let differences = self.checker.compare_ratings().await?;
        if self.is_repair && !differences.is_empty() {
            self.checker.rebuild_all_ratings().await?;
        }
        self.note_all(differences);
        Ok(())
    }

    /// Reports differences that a repair has just repaired.
    pub(super) fn note_all(&mut self, differences: Vec<CountDifference>) {
        differences.into_iter().for_each(|difference| self.note(difference.into(), self.is_repair));
    }
}
