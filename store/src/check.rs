//! The check of a whole database: what is stored beside the logs, and what follows from the logs.
//!
//! Each page of games, and each comparison of tables, is read in one snapshot, so that the check can run beside servers.

#[cfg(test)]
mod columns;
mod counts;
mod games;
mod linked;
mod lost_rows;
mod names;
mod positions;
mod repair;
mod row;
mod signatures;
mod tournament_rows;
mod tournaments;

use sqlx::AnyConnection;

use crate::error::StoreError;
use crate::statement::Statement;
use crate::store::Store;
pub use games::{CheckedGame, GameToCheck, IndexedRows};
pub use positions::IndexTotals;
pub use row::ColumnDifference;
pub use signatures::SignatureToCheck;
pub use tournaments::{TournamentGameKey, TournamentGameToCheck};

/// Largest number of differences of one table that are named.
pub(crate) const MAX_NAMED_DIFFERENCES: usize = 1_000;

/// A connection that reads a whole database for a check, and repairs it.
#[derive(Debug)]
pub struct Checker {
    pub(crate) store: Store,
    pub(crate) connection: AnyConnection,
}

/// A row of a table of sums that differs from what the games give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountDifference {
    /// What the row is about.
    pub subject: String,
    /// What is stored.
    pub stored: String,
    /// What follows from the games.
    pub expected: String,
}

/// A difference of one row, and how it is repaired.
#[derive(Clone, Debug)]
pub struct RowDifference {
    /// What differs.
    pub difference: CountDifference,
    /// The statement that repairs it; none if only a person or a backup can.
    pub(crate) repair: Option<Statement>,
}

impl RowDifference {
    pub(crate) fn new(
        subject: String,
        stored: impl Into<String>,
        expected: impl Into<String>,
        repair: Option<Statement>,
    ) -> Self {
        let difference = CountDifference { subject, stored: stored.into(), expected: expected.into() };
        Self { difference, repair }
    }
}

impl Checker {
    /// Repairs a row, if that is possible. Returns whether it was repaired.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn repair_row(&mut self, row: &RowDifference) -> Result<bool, StoreError> {
        let Some(repair) = row.repair.clone() else { return Ok(false) };
        Ok(repair.execute(&mut self.connection).await? > 0)
    }
}

impl Store {
    /// Opens a connection for a check. Its statements may take as long as they need.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be reached within 5 s.
    pub async fn connect_checker(&self) -> Result<Checker, StoreError> {
        let connection = self.database.connect_for_check().await?;
        Ok(Checker { store: self.clone(), connection })
    }
}
