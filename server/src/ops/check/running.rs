//! Whether a server uses the database.

use std::time::Duration;

use ikibuguzo_store::{Store, StoreError};
use tokio::time::sleep;

/// How long to wait for a beat. A server writes one every 0.4 s.
const BEAT_WAIT: Duration = Duration::from_secs(2);

/// Whether a server writes beats. The clocks of servers do not matter.
pub(super) async fn is_any_server_running(store: &Store) -> Result<bool, StoreError> {
    let Some(before) = store.load_newest_node().await? else { return Ok(false) };
    sleep(BEAT_WAIT).await;
    let after = store.load_newest_node().await?;
    Ok(after.is_some_and(|after| after.beat_at != before.beat_at))
}
