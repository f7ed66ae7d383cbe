//! Turns of work.

use std::thread;

use tokio::task;

/// Lets every other task have its turn, and every other thread if there is but one core: else the thread that writes to
/// the database would wait, twice a commit, until the kernel takes that core from us, which is milliseconds later.
pub(crate) async fn give_way() {
    thread::yield_now();
    task::yield_now().await;
}
