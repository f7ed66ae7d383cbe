//! Who serves the players of a game: this node, and others.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::ServedSeat;

use super::{Decider, LiveRoom};
use crate::error::Error;

/// How often to check whether other nodes that served a player ran, when the player has come to this one.
const CONTEST_INTERVAL: Duration = Duration::from_millis(300);

impl Decider {
    /// Notes whether a player is connected here since a time. Returns what has to be stored.
    pub(in crate::live) fn note_connection(
        &mut self,
        seat: Seat,
        is_connected: bool,
        at: Timestamp,
    ) -> Option<ServedSeat> {
        self.served.note_connection(seat, is_connected, at)
    }

    /// Notes a request of a player. Returns what has to be stored.
    pub(in crate::live) fn note_request(&mut self, seat: Seat, now: Timestamp) -> Option<ServedSeat> {
        self.served.note_request(seat, now)
    }

    /// What is known about the players who are or were served here.
    pub(in crate::live) fn served_here(&self) -> Vec<ServedSeat> {
        self.served.rows()
    }

    /// Who serves the players, by the database. Other nodes that serve a player who has just come here may have died.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(in crate::live) async fn read_presence(&mut self) -> Result<Vec<ServedSeat>, Error> {
        let Some(LiveRoom { number, .. }) = self.loaded.as_deref() else { return Ok(Vec::new()) };
        let rows = self.served.merge(self.services.served_seats.load(*number).await?);
        let me = self.services.nodes.me();
        for row in rows.iter().filter(|row| row.node != me && row.until.is_none()) {
            let contested = &mut self.contested[row.seat];
            if let Some(since) = self.served.since(row.seat)
                && !contested.contains(&(row.node, since))
            {
                contested.push((row.node, since));
            }
        }
        Ok(rows)
    }

    /// Whether a clock depends on whether another node that served a player before ran, and that is not known yet.
    pub(in crate::live) fn is_contested(&mut self, player: &PlayerId) -> bool {
        self.forget_known_contests();
        let Some(room) = self.room() else { return self.has_contest() };
        let is_open = |seat: Seat| !self.contested[seat].is_empty();
        room.excusable_since().is_some() && room.seat_of(player).is_some_and(is_open)
    }

    /// How long to wait before checking again whether other nodes that served a player ran; none if that is known and no
    /// command waits for it.
    pub(in crate::live) fn contest_due_in(&self, has_waiting: bool) -> Option<Duration> {
        (has_waiting || self.has_contest()).then_some(CONTEST_INTERVAL)
    }

    /// Reads whether the nodes that served a player ran. Returns whether it is now known for all of them.
    pub(in crate::live) async fn learn_contest(&mut self) -> bool {
        // If the database cannot be used, the heartbeat logs it.
        let _ = self.services.nodes.refresh_after(CONTEST_INTERVAL).await;
        self.forget_known_contests();
        !self.has_contest()
    }

    fn has_contest(&self) -> bool {
        self.contested.iter().any(|nodes| !nodes.is_empty())
    }

    fn forget_known_contests(&mut self) {
        let nodes = &self.services.nodes;
        for seat in Seat::ALL {
            self.contested[seat].retain(|(node, since)| !nodes.is_known(*node, *since));
        }
    }
}
