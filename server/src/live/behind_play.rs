//! Rests between pieces of work that are done behind play.

use std::time::Duration;

use ikibuguzo_store::StoreError;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::ops::database_log::DatabaseLog;

/// How often to look for work when there was none.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Rests after a piece of work: for as long as it says, or longer if there was nothing to do or if it failed. Returns whether
/// the server goes on.
pub(crate) async fn rest_after(
    work: Result<Option<Duration>, StoreError>,
    database_log: &DatabaseLog,
    stop: &CancellationToken,
) -> bool {
    let rest = match work {
        // Without a rest another task runs, and the server can stop.
        Ok(rest) => rest.unwrap_or(POLL_INTERVAL),
        // Another server has done the work.
        Err(StoreError::Conflict) => POLL_INTERVAL,
        Err(error) => {
            database_log.failed(&error);
            POLL_INTERVAL
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => false,
        () = sleep(rest) => true,
    }
}
