//! Notices that wait to be sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::projection::News;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tracing::debug;

use super::push_notice::{PushNotice, notices_of};

/// Largest number of notices that wait. Those that come while the queue is full are not sent.
const MAX_WAITING_NOTICES: usize = 4_096;

/// The notices that wait to be sent. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct PushQueue {
    sender: Sender<PushNotice>,
    /// Whether any browser receives notices of any player: if not, a move costs one load.
    is_used: Arc<AtomicBool>,
}

impl PushQueue {
    /// An empty queue, and its other end.
    pub(crate) fn new() -> (Self, Receiver<PushNotice>) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING_NOTICES);
        (Self { sender, is_used: Arc::default() }, receiver)
    }

    /// Adds the notices of new events for players who are away. `room` is the game after them.
    pub(crate) fn push_news(
        &self,
        game: GameId,
        room: &Room,
        news: impl Iterator<Item = News>,
        is_away: impl Fn(Option<Seat>, &PlayerId) -> bool,
    ) {
        if !self.is_used.load(Ordering::Relaxed) {
            return;
        }
        for notice in news.flat_map(|news| notices_of(news, game, room)) {
            if is_away(room.seat_of(&notice.player), &notice.player) {
                self.push(notice);
            }
        }
    }

    /// Adds a notice.
    pub(crate) fn push(&self, notice: PushNotice) {
        if self.sender.try_send(notice).is_err() {
            debug!("A push notice was dropped: too many wait");
        }
    }

    /// Notes whether any browser receives notices of any player.
    pub(crate) fn set_used(&self, is_used: bool) {
        self.is_used.store(is_used, Ordering::Relaxed);
    }

    /// Whether any browser receives notices of any player.
    pub(crate) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }
}
