//! Reading a game from its log: at first, after a commit whose result is unknown, and when the log has other entries than
//! this server knows.

use std::time::Duration;

use ikibuguzo_game::replay;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_store::StoredLog;
use tracing::error;

use super::{Decider, FIRST_RELOAD_DELAY, LiveRoom, PublishedEvent};
use crate::cluster::hint::{Hint, HintBody, StoredEntries};
use crate::error::Error;
use crate::live::encoded_event::EncodedEvent;

/// A commit with an unknown result is not made after this time.
const MAX_RELOAD_DELAY: Duration = Duration::from_secs(60);

impl Decider {
    /// How long to wait before the log is read again: to learn the result of a commit, or for watchers. `None` if that
    /// is not needed.
    pub(in crate::live) fn reload_in(&self, is_watched: bool) -> Option<Duration> {
        let is_missed = is_watched && self.loaded.is_none();
        self.reload_delay.or(is_missed.then_some(FIRST_RELOAD_DELAY))
    }

    /// Reads the log again, to learn the result of a commit.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub(in crate::live) async fn reload(&mut self) -> Result<(), Error> {
        self.loaded = None;
        let head = self.load().await?.head();
        // Other nodes have not been told of a commit whose result was unknown.
        let newest = || HintBody::Stored(StoredEntries::newest(head));
        self.services.bus.send(|| Hint::for_followers(self.game, newest()));
        let longer = self.reload_delay.map(|delay| 2 * delay);
        self.reload_delay = longer.filter(|delay| *delay < MAX_RELOAD_DELAY);
        Ok(())
    }

    /// Reads the log again, which may have lost its newest entries.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub(in crate::live) async fn reread(&mut self) -> Result<(), Error> {
        self.loaded = None;
        self.load().await.map(drop)
    }

    /// The game; read from its log if it is not in memory.
    ///
    /// # Errors
    ///
    /// `unknown_game`; or if the database cannot be used.
    pub(in crate::live) async fn load(&mut self) -> Result<&mut Room, Error> {
        let loaded = match self.loaded.take() {
            Some(loaded) => loaded,
            None => Box::new(self.read().await?),
        };
        Ok(&mut self.loaded.insert(loaded).room)
    }

    /// The game, with at least `seq` events if the log has as many. Another server may have gone on with it.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub(in crate::live) async fn load_at_least(&mut self, seq: Option<u64>) -> Result<&mut Room, Error> {
        let head = self.load().await?.head();
        // Anybody may claim to have seen any event, so the log is read again only if there is more in it.
        if seq > Some(head) && self.stored_head().await? > Some(head) {
            self.loaded = None;
        }
        self.load().await
    }

    async fn stored_head(&self) -> Result<Option<u64>, Error> {
        let heads = self.services.store.find_heads(&[self.game]).await?;
        Ok(heads.first().map(|(_, head)| *head))
    }

    async fn read(&mut self) -> Result<LiveRoom, Error> {
        let unknown = || Error::new(ErrorCode::UnknownGame, format!("there is no game {}", self.game));
        let log = self.services.store.load(self.game).await?.ok_or_else(unknown)?;
        let room = match self.published {
            None => Room::replay(&log.entries)?,
            Some(published) if published.is_in(&log) => {
                let (room, missed) = replay::room_and_events(&log.entries, published.seq)?;
                self.unsent.extend(EncodedEvent::encode_all(self.game, &missed));
                room
            }
            Some(published) => {
                let room = Room::replay(&log.entries)?;
                self.note_rewound(published.seq, room.head());
                room
            }
        };
        let hash = log.newest_hash();
        self.published = Some(PublishedEvent { seq: room.head(), hash: Some(hash) });
        Ok(LiveRoom { number: log.number, room, hash })
    }

    /// Notes that the log has other entries than those that were acknowledged. The game goes on from what it has.
    fn note_rewound(&mut self, published: u64, head: u64) {
        let game = self.game;
        error!(game.id = %game, published, head, "The database has lost acknowledged entries of game {game}: it goes on from entry {head}");
        self.services.metrics.rewound_games.inc();
        self.unsent.clear();
        self.is_rewound = true;
    }
}

impl PublishedEvent {
    /// Whether a log still has the event.
    fn is_in(self, log: &StoredLog) -> bool {
        let stored = log.hash_at(self.seq);
        self.seq == 0 || stored.is_some_and(|stored| self.hash.is_none_or(|hash| hash == stored))
    }
}
