//! Stores which players this node serves.

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_store::{Commit, GameNumber, ServedSeat, StoreError};
use tokio::time::sleep;

use super::RoomTask;
use crate::live::request::Request;
use crate::live::services::Services;

/// How long to wait before storing again what could not be stored.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The state of storing which players are served.
#[derive(Debug, Default)]
pub(super) struct PresenceStore {
    is_busy: bool,
    /// Whether something has changed since this was handed over to be stored.
    has_changed: bool,
}

impl PresenceStore {
    /// Whether something is being stored: until then the room stays in memory.
    pub(super) fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Notes a change. Returns whether it can be stored now.
    fn begin(&mut self) -> bool {
        self.has_changed = self.is_busy;
        !std::mem::replace(&mut self.is_busy, true)
    }

    /// Notes that the change is not being stored any longer. Returns whether another one has come meanwhile.
    fn end(&mut self) -> bool {
        std::mem::take(self).has_changed
    }
}

impl RoomTask {
    /// Stores who is served, while other requests go on. What changes meanwhile is stored afterwards.
    pub(super) fn store_served(&mut self, rows: Vec<ServedSeat>) {
        if !self.presence_store.begin() {
            return;
        }
        let (game, number) = (self.game, self.decider.number());
        let (rooms, services) = (Arc::clone(&self.rooms), Arc::clone(&self.services));
        self.rooms.spawn(async move {
            match number {
                Some(number) => store_visits(&services, number, &rows).await,
                // The room reads its log again first.
                None => sleep(RETRY_DELAY).await,
            }
            if let Some(room) = rooms.get(game) {
                let _ = room.send(Request::PresenceStored { is_stored: number.is_some() }).await;
            }
        });
    }

    /// Notes whether a change was stored, and stores what has not been stored yet.
    pub(super) async fn note_presence_stored(&mut self, is_stored: bool) {
        let is_all_stored = !self.presence_store.end() && is_stored;
        if is_all_stored || self.services.closing.is_cancelled() {
            return;
        }
        let loaded = self.decider.load().await.map(drop);
        self.report(loaded.err().as_ref());
        if !self.is_over() {
            self.store_served(self.decider.served_here());
        }
    }
}

/// Stores visits, as often as it takes, unless connections are closed.
async fn store_visits(services: &Services, number: GameNumber, visits: &[ServedSeat]) {
    while let Err(error) = store_once(services, number, visits).await {
        services.database_log.failed(&error);
        if services.closing.run_until_cancelled(sleep(RETRY_DELAY)).await.is_none() {
            return;
        }
    }
}

async fn store_once(
    services: &Services,
    number: GameNumber,
    visits: &[ServedSeat],
) -> Result<(), StoreError> {
    // Other nodes read what was stored recently, whenever it happened.
    let changed_at = services.clock.now();
    let presence = visits.iter().map(|visit| (number, ServedSeat { changed_at, ..*visit })).collect();
    services.writer.commit(Commit { presence, ..Commit::default() }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_that_come_while_others_are_stored_wait() {
        let mut store = PresenceStore::default();
        assert!(store.begin() && store.is_busy());
        assert!(!store.begin() && !store.begin());
        assert!(store.end(), "a change has come meanwhile");
        assert!(!store.is_busy() && store.begin());
        assert!(!store.end());
    }
}
