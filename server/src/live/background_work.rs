//! Work that one node does in the background, piece by piece.

use std::time::Duration;

use ikibuguzo_store::StoreError;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::cluster::nodes::Nodes;
use crate::ops::background_tasks::{BackgroundTask, TaskActivity};
use crate::ops::database_log::DatabaseLog;

/// How often to look for work when there was none.
const WORK_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Work of which one node does a piece after the other.
pub(crate) trait BackgroundWork: Send + 'static {
    /// The name of the work. One of the nodes is chosen for it: that is enough.
    const NAME: &'static str;

    /// Does a piece. Returns how long to rest after it; none if there was nothing to do.
    fn do_piece(&mut self) -> impl Future<Output = Result<Option<Duration>, StoreError>> + Send;
}

/// Does the pieces of some work in the background, while this node is chosen for it.
#[derive(Debug)]
pub(crate) struct ChosenWork<W> {
    /// The work.
    pub(crate) work: W,
    /// Chooses the node that does the work.
    pub(crate) nodes: Nodes,
    /// Logs failures of the database.
    pub(crate) database_log: DatabaseLog,
    /// Cancelled when the server is told to stop.
    pub(crate) stop: CancellationToken,
}

impl<W: BackgroundWork> BackgroundTask for ChosenWork<W> {
    const NAME: &'static str = W::NAME;

    async fn run(&mut self, activity: &TaskActivity) {
        loop {
            let done = match self.nodes.is_chosen(W::NAME) {
                true => self.work.do_piece().await,
                false => Ok(None),
            };
            let rest = sleep(self.rest_after(done));
            if activity.wait(self.stop.run_until_cancelled(rest)).await.is_none() {
                return;
            }
        }
    }
}

impl<W> ChosenWork<W> {
    /// The rest after a piece of work. A rest of zero still yields, so that the server can stop.
    fn rest_after(&self, work: Result<Option<Duration>, StoreError>) -> Duration {
        match work {
            Ok(rest) => rest.unwrap_or(WORK_POLL_INTERVAL),
            // Another server has done the work.
            Err(StoreError::Conflict) => WORK_POLL_INTERVAL,
            Err(error) => {
                self.database_log.failed(&error);
                WORK_POLL_INTERVAL
            }
        }
    }
}
