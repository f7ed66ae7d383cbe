//! Whether a server uses the database.

use std::time::Duration;

use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{Store, StoreError};
use tokio::time::sleep;

/// How long to wait for a beat. A server writes one every 0.4 s.
const BEAT_WAIT: Duration = Duration::from_secs(2);

/// Whether a server writes beats. A server that was stopped has said so; one that was killed has not, so the check
/// waits for its next beat. The clocks of servers do not matter.
pub(super) async fn is_any_server_running(store: &Store) -> Result<bool, StoreError> {
    let before = store.load_nodes(Timestamp::ZERO, Timestamp::MAX).await?;
    if before.iter().all(|node| node.stopped_at.is_some()) {
        return Ok(false);
    }
    sleep(BEAT_WAIT).await;
    let after = store.load_nodes(Timestamp::ZERO, Timestamp::MAX).await?;
    Ok(after.iter().any(|node| node.stopped_at.is_none() && !before.contains(node)))
}
