//! An open game stays open while its maker is there.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::Timestamp;

use super::RoomTask;

impl RoomTask {
    /// Keeps an open game open if its maker is connected or subscribed at a time.
    pub(super) async fn keep_open(&mut self, at: Timestamp) {
        let (presence, subscribers) = (self.fan_out.presence(), &self.services.subscribers);
        let seats = self.decider.room().map(Room::seats);
        let is_there = |seat: Seat| {
            let player = seats.and_then(|seats| seats[seat].as_ref());
            presence.is_connected(seat) || player.is_some_and(|player| subscribers.has(&player.id))
        };
        if Seat::ALL.into_iter().any(is_there) {
            self.extend_invitation(at).await;
        }
    }

    /// Until when an open game stays open, because its maker was present recently; none if that is not known here.
    pub(super) fn open_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.decider.room().filter(|room| room.is_short_invitation())?;
        self.invitation.open_until(now)
    }

    /// Notes that the maker of an open game is present.
    pub(super) async fn extend_invitation(&mut self, now: Timestamp) {
        if !self.decider.room().is_some_and(Room::is_short_invitation) {
            return;
        }
        if let Some(until) = self.invitation.extend(now) {
            let stored = self.decider.store_due(Some(until)).await;
            self.report(stored.err().as_ref());
        }
    }
}
