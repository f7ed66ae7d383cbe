//! Stores which players this node serves.

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_store::{Commit, GameNumber, ServedSeat, StoreError};
use tokio::time::sleep;

use super::RoomTask;
use crate::live::request::Request;
use crate::live::services::Services;
use crate::time;

/// How late a change may be stored. If it is stored later, this node could not serve the player meanwhile.
const MAX_STORE_DELAY: Duration = Duration::from_secs(1);

/// What is being stored of who is served. Times are milliseconds since 1970-01-01 UTC.
#[derive(Debug, Default)]
pub(super) struct PresenceStore {
    /// The time of the oldest change that is being stored; none if nothing is.
    busy_since: Option<u64>,
    /// The time of the oldest change that has come meanwhile.
    changed_since: Option<u64>,
}

impl PresenceStore {
    /// Whether something is being stored: until then the room stays in memory.
    pub(super) fn is_busy(&self) -> bool {
        self.busy_since.is_some()
    }

    /// Notes a change that came at a time. Returns whether it can be stored now.
    fn begin(&mut self, at: u64) -> bool {
        let is_free = !self.is_busy();
        let since = if is_free { &mut self.busy_since } else { &mut self.changed_since };
        *since = Some(since.unwrap_or(at).min(at));
        is_free
    }

    /// Notes that a change was stored, or could not be. Returns the time of the oldest such change, and the time of the oldest
    /// change that has come meanwhile.
    fn end(&mut self) -> (Option<u64>, Option<u64>) {
        (self.busy_since.take(), self.changed_since.take())
    }
}

impl RoomTask {
    /// Stores who is served, which changed at a time, while other requests go on. What changes meanwhile is stored afterwards.
    pub(super) fn store_served(&mut self, rows: Vec<ServedSeat>, at: u64) {
        if !self.presence_store.begin(at) {
            return;
        }
        let (game, number) = (self.game, self.decider.number());
        let (rooms, services) = (Arc::clone(&self.rooms), Arc::clone(&self.services));
        self.rooms.spawn(async move {
            match number {
                Some(number) => store_visits(&services, number, rows).await,
                // The room reads its log again first.
                None => sleep(MAX_STORE_DELAY).await,
            }
            if let Some(room) = rooms.get(game) {
                let _ = room.send(Request::PresenceStored { is_stored: number.is_some() }).await;
            }
        });
    }

    /// Stores again who is served, if that could not be stored in time or has changed.
    pub(super) async fn note_presence_stored(&mut self, is_stored: bool) {
        let now = time::now();
        let (stored, changed) = self.presence_store.end();
        let is_late = |since: &u64| Duration::from_millis(now.saturating_sub(*since)) >= MAX_STORE_DELAY;
        let late_since = stored.filter(is_late);
        let is_delayed = late_since.is_some_and(|since| self.decider.delay_ends(since, now));
        if (is_stored && changed.is_none() && !is_delayed) || self.services.closing.is_cancelled() {
            return;
        }
        let loaded = self.decider.load().await.map(drop);
        self.report(loaded.err().as_ref());
        if !self.is_over() {
            self.store_served(self.decider.served_here(), changed.unwrap_or(now));
        }
    }
}

/// Stores visits, as often as it takes, unless connections are closed. Those that have ended end when that is stored.
async fn store_visits(services: &Services, number: GameNumber, mut visits: Vec<ServedSeat>) {
    let mut unstored = None;
    while let Err(error) = store_once(services, number, &visits).await {
        services.database_log.failed(&error);
        let unstored = unstored.get_or_insert_with(|| services.unstored_visits.add());
        if services.closing.run_until_cancelled(unstored.wait_to_retry()).await.is_none() {
            return;
        }
        let now = time::now();
        visits.iter_mut().for_each(|visit| visit.until = visit.until.max(visit.until.map(|_| now)));
    }
}

async fn store_once(
    services: &Services,
    number: GameNumber,
    visits: &[ServedSeat],
) -> Result<(), StoreError> {
    // Other nodes read what was stored lately, whenever it happened.
    let changed_at = time::now();
    let presence = visits.iter().map(|visit| (number, ServedSeat { changed_at, ..*visit })).collect();
    services.writer.commit(Commit { presence, ..Commit::default() }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_that_come_while_others_are_stored_wait() {
        let mut store = PresenceStore::default();
        assert!(store.begin(1_000) && store.is_busy());
        assert!(!store.begin(3_000) && !store.begin(2_000));
        assert_eq!(store.end(), (Some(1_000), Some(2_000)));
        assert!(!store.is_busy() && store.begin(2_000));
        assert_eq!(store.end(), (Some(2_000), None));
    }
}
