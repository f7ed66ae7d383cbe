//! Checks a whole database: replays every log, and compares everything that follows from the logs with what is stored.
//!
//! The check reads each page of games in one snapshot of the database, so that it can run beside servers. A repair
//! writes rows that servers write too, so it refuses to run beside one.

mod difference;
mod games;
mod pairings;
mod positions;
mod running;
mod signatures;
mod tables;
mod tournaments;

use ikibuguzo_store::{Checker, OutcomeSums, RowDifference, Store, StoreError};
use thiserror::Error;

pub use difference::{CheckSummary, Difference};

/// Why a check did not end.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A repair was asked for while a server uses the database.
    #[error("a server is using the database: stop all servers before a repair")]
    ServerRuns,
}

/// A check under way.
struct Check<R> {
    checker: Checker,
    is_repair: bool,
    report: R,
    summary: CheckSummary,
    /// What the logs of finished games add to the statistics.
    outcomes: OutcomeSums,
}

/// Checks a database, and repairs it if `is_repair`. Passes each difference to `report`.
///
/// # Errors
///
/// If the database cannot be used, or if a server uses it during a repair.
pub async fn check(
    store: &Store,
    is_repair: bool,
    report: impl FnMut(&Difference),
) -> Result<CheckSummary, CheckError> {
    if is_repair && running::is_any_server_running(store).await? {
        return Err(CheckError::ServerRuns);
    }
    let checker = store.connect_checker().await?;
    let mut check = Check {
        checker,
        is_repair,
        report,
        summary: CheckSummary::default(),
        outcomes: OutcomeSums::default(),
    };
    check.check_games().await?;
    check.check_lost_rows().await?;
    check.check_signatures().await?;
    check.check_names().await?;
    check.check_tournaments().await?;
    check.check_pairings().await?;
    if !check.summary.has_wrong_rows {
        check.check_counts().await?;
        check.check_ratings().await?;
    }
    Ok(check.summary)
}

impl<R: FnMut(&Difference)> Check<R> {
    /// Reports a difference. `is_repaired` says whether it was repaired.
    fn note(&mut self, difference: Difference, is_repaired: bool) {
        let difference = Difference { is_repaired, ..difference };
        self.summary.differences += 1;
        self.summary.repaired += u64::from(is_repaired);
        (self.report)(&difference);
    }

    /// Reports rows that differ, and repairs those that can be repaired.
    async fn note_rows(&mut self, rows: Vec<RowDifference>) -> Result<(), StoreError> {
        for row in rows {
            let is_repaired = self.is_repair && self.checker.repair_row(&row).await?;
            self.note(row.difference.into(), is_repaired);
        }
        Ok(())
    }
}
