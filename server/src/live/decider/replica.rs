//! A game that other nodes also change: what they have stored, and what they are told.

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::projection::ProjectedEvent;

use super::{Decider, LiveRoom};
use crate::cluster::hint::StoredEntries;
use crate::error::Error;
use crate::live::encoded_event::EncodedEvent;

impl Decider {
    /// Takes over entries that another node has stored. What does not follow the newest entry is read from the log.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub(in crate::live) async fn follow(&mut self, stored: StoredEntries) -> Result<(), Error> {
        let StoredEntries { head, entries, .. } = stored;
        let entries: Vec<Entry> = entries.into_iter().map(Entry::from).collect();
        if let Some(first) = entries.first() {
            self.published.get_or_insert(first.seq.saturating_sub(1));
        }
        for entry in entries {
            self.follow_entry(&entry);
        }
        self.catch_up(head, None).await
    }

    /// Applies the next entry of the log.
    fn follow_entry(&mut self, entry: &Entry) {
        let Some(LiveRoom { room, .. }) = self.loaded.as_deref_mut() else { return };
        if entry.seq != room.head() + 1 {
            return;
        }
        match room.apply(entry) {
            Ok(effect) => {
                let event = ProjectedEvent::new(entry, room, &effect);
                self.unsent.push(EncodedEvent::encode(self.game, &event));
                self.published = Some(entry.seq);
            }
            // The log decides.
            Err(_) => self.loaded = None,
        }
    }

    /// Reads the log again if it has more entries than the room. `since` is the newest event that subscribers were told
    /// of, if the game was not in memory.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub(in crate::live) async fn catch_up(&mut self, head: u64, since: Option<u64>) -> Result<(), Error> {
        self.published = self.published.or(since);
        if self.room().is_some_and(|room| room.head() < head) {
            self.loaded = None;
        }
        self.load().await.map(drop)
    }
}
