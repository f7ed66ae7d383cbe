//! Clients that receive what concerns a player, in any game. A subscriber is not a watcher of a room: it does not count
//! as present.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use foldhash::HashMap;
use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::projection::News;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ErrorCode, GameId, Notice, NoticeKind, PlayerGames, ServerMessage};

use super::frame::{FrameKind, OutboundFrame};
use super::known_games::KnownGames;
use super::outbox::Outbox;
use crate::error::Error;

/// Largest number of subscriptions of one player, so that they do not delay the player's games.
const MAX_SUBSCRIPTIONS: usize = 32;

/// The subscribers of all players of this server. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Subscribers(Arc<SubscriberTable>);

#[derive(Debug, Default)]
struct SubscriberTable {
    /// The number of subscriptions, so that a move costs one load while there are none.
    count: AtomicUsize,
    /// Locked for a lookup and at most [`MAX_SUBSCRIPTIONS`] pushes, never over an await.
    outboxes: Mutex<HashMap<PlayerId, Vec<Outbox>>>,
    /// The newest `seq` that subscribers know of their games. Never locked over an await.
    known: Mutex<KnownGames>,
}

/// Sends what concerns a player to an outbox until it is dropped.
#[derive(Debug)]
pub struct Subscription {
    subscribers: Subscribers,
    player: PlayerId,
    socket: u64,
    /// The newest `seq` of each game that the client was shown at the beginning.
    shown: HashMap<GameId, u64>,
}

impl Subscribers {
    /// Subscribes an outbox to what concerns a player.
    ///
    /// # Errors
    ///
    /// `too_many_sockets` if the player has 32 subscriptions.
    pub fn subscribe(&self, player: &PlayerId, outbox: &Outbox) -> Result<Subscription, Error> {
        let mut all = self.lock();
        let outboxes = all.entry(player.clone()).or_default();
        if outboxes.len() >= MAX_SUBSCRIPTIONS {
            let message = format!("a player has at most {MAX_SUBSCRIPTIONS} subscriptions");
            return Err(Error::new(ErrorCode::TooManySockets, message));
        }
        outboxes.push(outbox.clone());
        self.0.count.fetch_add(1, Ordering::Release);
        let (subscribers, player) = (self.clone(), player.clone());
        Ok(Subscription { subscribers, player, socket: outbox.socket(), shown: HashMap::default() })
    }

    /// The players who have a subscriber on this server.
    pub(super) fn players(&self) -> Vec<PlayerId> {
        self.lock().keys().cloned().collect()
    }

    /// Whether a player has a subscriber on this server.
    pub(crate) fn has(&self, player: &PlayerId) -> bool {
        self.lock().contains_key(player)
    }

    /// Whether one of these players has a subscriber on this server.
    pub(super) fn has_any(&self, players: &[PlayerId]) -> bool {
        self.0.count.load(Ordering::Acquire) > 0 && players.iter().any(|player| self.has(player))
    }

    /// Sends the players of a game the notices of its new events. `room` is the game after them.
    pub(super) fn tell(
        &self,
        game: GameId,
        room: &Room,
        rematch_of: Option<GameId>,
        news: impl Iterator<Item = (u64, News)>,
    ) {
        if self.0.count.load(Ordering::Acquire) == 0 {
            return;
        }
        let concerned = room.seats().iter().flatten().chain(room.invited());
        let has_subscriber = concerned.into_iter().any(|player| self.has(&player.id));
        for (seq, news) in news.filter(|_| has_subscriber) {
            if !self.lock_known().note(game, seq) {
                continue;
            }
            for (player, seat, kind) in recipients(news, room) {
                self.send(&player.id, || news.notice(kind, (game, seq), seat, room, rematch_of));
            }
        }
    }

    /// Forgets what subscribers know of a game whose log has lost entries.
    pub(super) fn forget(&self, game: GameId) {
        self.lock_known().forget(game);
    }

    /// The newest `seq` that subscribers know of a game; none if they know nothing about it.
    pub(super) fn known(&self, game: GameId) -> Option<u64> {
        self.lock_known().newest(game)
    }

    /// Sends a notice to each subscriber of a player. One whose outbox is full is disconnected and subscribes again.
    fn send(&self, player: &PlayerId, notice: impl FnOnce() -> Notice) {
        let all = self.lock();
        if let Some(outboxes) = all.get(player) {
            let frame = frame(notice());
            for outbox in outboxes {
                outbox.push(frame.clone());
            }
        }
    }

    fn unsubscribe(&self, player: &PlayerId, socket: u64) {
        let mut all = self.lock();
        if let Entry::Occupied(mut entry) = all.entry(player.clone()) {
            let before = entry.get().len();
            entry.get_mut().retain(|outbox| outbox.socket() != socket);
            self.0.count.fetch_sub(before - entry.get().len(), Ordering::Release);
            if entry.get().is_empty() {
                entry.remove();
            }
        }
    }

    fn lock_known(&self) -> MutexGuard<'_, KnownGames> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Outbox>>> {
        // The map is consistent after every statement, so a poisoned lock is still usable.
        self.0.outboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    /// Notes what the client is shown at the beginning: older notices may be queued, which contain nothing new.
    pub(crate) fn note_shown(&mut self, shown: &PlayerGames) {
        for game in &shown.games {
            self.subscribers.lock_known().note_if_unknown(game.summary.game, game.seq);
        }
        self.shown = shown.games.iter().map(|game| (game.summary.game, game.seq)).collect();
    }

    /// Whether a notice is about an event that the client was not shown.
    pub(crate) fn is_new(&self, game: GameId, seq: u64) -> bool {
        self.shown.get(&game).is_none_or(|shown| *shown < seq)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.subscribers.unsubscribe(&self.player, self.socket);
    }
}

/// The players whom an event concerns, each with the seat that it has or is invited to, and the kind of notice.
fn recipients(news: News, room: &Room) -> Vec<(&Player, Seat, NoticeKind)> {
    let is_invitation = news == News::Invited;
    let to_seat = |seat: Seat| match &room.seats()[seat] {
        Some(player) => news.kinds_for(seat).iter().map(|kind| (player, seat, *kind)).collect(),
        None => room
            .invited()
            .filter(|_| is_invitation)
            .map(|invited| (invited, seat, NoticeKind::Invited))
            .into_iter()
            .collect::<Vec<_>>(),
    };
    Seat::ALL.into_iter().flat_map(to_seat).collect()
}

fn frame(notice: Notice) -> OutboundFrame {
    let (game, kind) = (notice.game, FrameKind::Notice { seq: notice.seq });
    OutboundFrame { game, kind, text: Utf8Bytes::from(ServerMessage::Notice(notice).to_json()) }
}
