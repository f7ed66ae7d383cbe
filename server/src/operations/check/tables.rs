//! Tables as a whole: statistics, scores and ratings, which follow from the rows of games; rows without a game; names.

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

    /// Checks for rows whose game is missing.
    pub(super) async fn check_lost_rows(&mut self) -> Result<(), StoreError> {
        let mut rows = self.checker.find_logs_without_games().await?;
        rows.extend(self.checker.find_games_left_by_others().await?);
        self.note_rows(rows).await
    }

    /// Checks that the name of each player is reserved for it.
    pub(super) async fn check_names(&mut self) -> Result<(), StoreError> {
        let mut after = String::new();
        while let Some((last, rows)) = self.checker.compare_names(&after).await? {
            self.note_rows(rows).await?;
            after = last;
        }
        Ok(())
    }

    /// Reports differences that a repair has just repaired.
    pub(super) fn note_all(&mut self, differences: Vec<CountDifference>) {
        differences.into_iter().for_each(|difference| self.note(difference.into(), self.is_repair));
    }
}
