use std::time::Duration;

use tokio::time::{sleep, timeout};

/// The longest time that a test waits for anything. It is far longer than necessary, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Pause between two checks of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Waits for a future. `what` completes the sentence "… did not happen".
///
/// # Panics
///
/// Panics after [`PATIENCE`].
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    let result = timeout(PATIENCE, future).await;
    result.unwrap_or_else(|_| panic!("{what} did not happen within {} seconds", PATIENCE.as_secs()))
}

/// Waits until a condition holds. `what` completes the sentence "… did not happen".
///
/// # Panics
///
/// Panics after [`PATIENCE`].
pub async fn eventually(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !condition().await {
            sleep(POLL_INTERVAL).await;
        }
    };
    within(what, wait).await;
}
