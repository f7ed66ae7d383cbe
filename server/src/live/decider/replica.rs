//! A game that other nodes also change: what they have stored, and what they are told.

use ikibuguzo_game::projection::{OpenOffers, ProjectedEvent};

use super::{Decider, LiveRoom, PublishedEvent};
use crate::cluster::hint::{StoredEntries, StoredEntry};
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
        if let Some(first) = entries.first() {
            let before = PublishedEvent { seq: first.seq().saturating_sub(1), hash: None };
            self.published.get_or_insert(before);
        }
        for stored in entries {
            self.follow_entry(stored);
        }
        self.catch_up(head, None).await
    }

    /// Applies the next entry of the log. If it does not fit the entries before it, the log is read instead.
    fn follow_entry(&mut self, stored: StoredEntry) {
        let Some(LiveRoom { room, hash, .. }) = self.loaded.as_deref_mut() else { return };
        if stored.seq() != room.head() + 1 {
            return;
        }
        let (entry, stored_hash) = stored.into_entry();
        let next = hash.next(&entry);
        let offers = OpenOffers::of(room);
        match room.apply(&entry) {
            Ok(effect) if stored_hash == Some(next) => {
                *hash = next;
                let event = ProjectedEvent::new(&entry, room, &effect, &offers.closed_since(room));
                self.unsent.push(EncodedEvent::encode(self.game, &event));
                self.published = Some(PublishedEvent { seq: entry.seq, hash: Some(next) });
            }
            _ => self.loaded = None,
        }
    }

    /// Reads the log again if it has more entries than the room. `since` is the newest event that subscribers were told
    /// of, if the game was not in memory.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub(in crate::live) async fn catch_up(&mut self, head: u64, since: Option<u64>) -> Result<(), Error> {
        self.published = self.published.or(since.map(|seq| PublishedEvent { seq, hash: None }));
        if self.room().is_some_and(|room| room.head() < head) {
            self.loaded = None;
        }
        self.load().await.map(drop)
    }
}
