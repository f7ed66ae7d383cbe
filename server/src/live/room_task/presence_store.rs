//! Stores which players this node serves.

use ikibuguzo_protocol::Timestamp;
use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_store::{Commit, GameNumber, ServedSeat, StoreError};
use tokio::time::sleep;

use super::RoomTask;
use crate::live::request::Request;
use crate::live::services::Services;

/// How late a change may be stored. If it is stored later, this node could not serve the player meanwhile.
const MAX_STORE_DELAY: Duration = Duration::from_secs(1);

/// The state of storing which players are served.
#[derive(Debug, Default)]
pub(super) struct PresenceStore {
    /// The time of the oldest change that is being stored; none if nothing is.
    busy_since: Option<Timestamp>,
    /// The time of the oldest change that has arrived meanwhile.
    changed_since: Option<Timestamp>,
}

impl PresenceStore {
    /// Whether something is being stored: until then the room stays in memory.
    pub(super) fn is_busy(&self) -> bool {
        self.busy_since.is_some()
    }

    /// Notes a change that came at a time. Returns whether it can be stored now.
    fn begin(&mut self, at: Timestamp) -> bool {
        let is_free = !self.is_busy();
        let since = if is_free { &mut self.busy_since } else { &mut self.changed_since };
        *since = Some(since.unwrap_or(at).min(at));
        is_free
    }

    /// Notes that a change was stored, or could not be. Returns the time of the oldest such change, and the time of the
    /// oldest change that has arrived meanwhile.
    fn end(&mut self) -> (Option<Timestamp>, Option<Timestamp>) {
        (self.busy_since.take(), self.changed_since.take())
    }
}

impl RoomTask {
    /// Stores who is served, which changed at a time, while other requests go on. What changes meanwhile is stored
    /// afterwards.
    pub(super) fn store_served(&mut self, rows: Vec<ServedSeat>, at: Timestamp) {
        if !self.presence_store.begin(at) {
            return;
        }
        let (game, number) = (self.game, self.decider.number());
        let (rooms, services) = (Arc::clone(&self.rooms), Arc::clone(&self.services));
        self.rooms.spawn(async move {
            let (mut is_stored, mut late_end) = (false, None);
            match number {
                Some(number) => {
                    late_end = store_visits(&services, number, rows, at).await;
                    is_stored = true;
                }
                // The room reads its log again first.
                None => sleep(MAX_STORE_DELAY).await,
            }
            if let Some(room) = rooms.get(game) {
                let _ = room.send(Request::PresenceStored { is_stored, late_end }).await;
            }
        });
    }

    /// Notes that a change was stored, and when visits ended if it was stored late; then stores what has changed
    /// meanwhile.
    pub(super) async fn note_presence_stored(&mut self, is_stored: bool, late_end: Option<Timestamp>) {
        let (stored, changed) = self.presence_store.end();
        if let (Some(since), Some(end)) = (stored, late_end) {
            self.decider.delay_ends(since, end);
        }
        let not_stored = stored.filter(|_| !is_stored);
        let Some(since) = changed.into_iter().chain(not_stored).min() else { return };
        if self.services.closing.is_cancelled() {
            return;
        }
        let loaded = self.decider.load().await.map(drop);
        self.report(loaded.err().as_ref());
        if !self.is_over() {
            self.store_served(self.decider.served_here(), since);
        }
    }
}

/// Stores visits, which changed at a time, as often as it takes, unless connections are closed. If they are stored
/// late, those that have ended since then end later; returns that time.
async fn store_visits(
    services: &Services,
    number: GameNumber,
    mut visits: Vec<ServedSeat>,
    at: Timestamp,
) -> Option<Timestamp> {
    let (mut unstored, mut late_end) = (None, None);
    let latest_end = at + MAX_STORE_DELAY;
    loop {
        let stored = store_once(services, number, &visits).await;
        if stored.is_ok() && (late_end.is_some() || services.clock.now() < latest_end) {
            return late_end;
        }
        let unstored = unstored.get_or_insert_with(|| services.unstored_visits.add());
        if let Err(error) = stored {
            services.database_log.failed(&error);
            services.closing.run_until_cancelled(unstored.wait_to_retry()).await?;
        }
        let end = services.clock.now().min(latest_end);
        let ends = visits.iter_mut().filter_map(|visit| visit.until.as_mut());
        ends.filter(|until| **until >= at).for_each(|until| *until = end.max(*until));
        late_end = Some(end);
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
        let at = Timestamp::from_millis;
        let mut store = PresenceStore::default();
        assert!(store.begin(at(1_000)) && store.is_busy());
        assert!(!store.begin(at(3_000)) && !store.begin(at(2_000)));
        assert_eq!(store.end(), (Some(at(1_000)), Some(at(2_000))));
        assert!(!store.is_busy() && store.begin(at(2_000)));
        assert_eq!(store.end(), (Some(at(2_000)), None));
    }
}
