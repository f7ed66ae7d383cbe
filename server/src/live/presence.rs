//! Which players of a game are connected to this server. This is not in the log: looking at a board is not part of the
//! game.

use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::room::{DecisionContext, Room};
use ikibuguzo_protocol::{GameId, Period, Presence, Timestamp};

/// When each player became absent; `None` for a connected player.
#[derive(Clone, Copy, Debug)]
pub(super) struct PresenceTracker {
    absent_since: BySeat<Option<Timestamp>>,
    /// Until when no absence counts, because the node to which the player was connected has died.
    excused_until: BySeat<Timestamp>,
}

impl PresenceTracker {
    /// Both players are absent from now on.
    pub(super) fn new(now: Timestamp) -> Self {
        Self { absent_since: BySeat::new(Some(now), Some(now)), excused_until: BySeat::default() }
    }

    /// Notes which players are connected. Returns whether that has changed.
    pub(super) fn update(&mut self, is_connected: impl Fn(Seat) -> bool, now: Timestamp) -> bool {
        let before = self.connected();
        let absent_since = self.absent_since;
        self.absent_since = BySeat::from_fn(|seat| match is_connected(seat) {
            true => None,
            false => absent_since[seat].or(Some(now)),
        });
        let (connected, excused_until) = (self.connected(), self.excused_until);
        self.excused_until =
            BySeat::from_fn(|seat| if connected[seat] { Timestamp::ZERO } else { excused_until[seat] });
        connected != before
    }

    /// Notes a request of a player who may have no socket: an absence counts from it.
    pub(super) fn note_request(&mut self, seat: Seat, now: Timestamp) {
        self.absent_since[seat] = self.absent_since[seat].map(|since| since.max(now));
    }

    /// Notes until when no absence of a player counts, because the node to which it was connected has died.
    pub(super) fn excuse(&mut self, seat: Seat, until: Timestamp) {
        self.excused_until[seat] = until;
    }

    /// Whether a player is connected.
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        self.absent_since[seat].is_none()
    }

    /// Whether both players are connected.
    pub(super) fn is_complete(&self) -> bool {
        self.absent_since.iter().all(Option::is_none)
    }

    /// What a room has to know to decide a command. An absence begins when the room waits for the player. Times in
    /// which no server ran do not count, nor those for which the death of the player's node excuses it. The room is
    /// `None` if it is not in memory.
    pub(super) fn decision_context(
        &self,
        now: Timestamp,
        patience: Duration,
        room: Option<&Room>,
        downtimes: &[Period],
    ) -> DecisionContext {
        let awaited_since = |seat| room.and_then(|room| room.awaited_since(seat)).unwrap_or_default();
        let absent_since = BySeat::from_fn(|seat| {
            let since = self.absent_since[seat]?.max(self.excused_until[seat]).max(awaited_since(seat));
            Some(since + downtime_after(downtimes, since))
        });
        DecisionContext { now, absent_since, min_absence: patience }
    }

    /// The message about presence for everybody who follows the game.
    pub(super) fn message(
        &self,
        game: GameId,
        claim_at: BySeat<Option<Timestamp>>,
        spectators: u32,
        computer_queue: Option<u32>,
    ) -> Presence {
        let present = self.connected().into();
        Presence { game, present, claim_at: claim_at.into(), spectators, computer_queue }
    }

    fn connected(&self) -> BySeat<bool> {
        self.absent_since.map(|since| since.is_none())
    }
}

/// How long no server ran after a time. The downtimes are in order.
pub(super) fn downtime_after(downtimes: &[Period], since: Timestamp) -> Duration {
    let later = downtimes.iter().rev().take_while(|downtime| downtime.until > since);
    later.map(|downtime| downtime.until - downtime.from.max(since)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn downtime_counts_for_no_absence() {
        let downtimes = [Period::new(at(0), at(900)), Period::new(at(2_000), at(42_000))];
        let gone = |millis| {
            let mut presence = PresenceTracker::new(at(millis));
            presence.update(|seat| seat == Seat::South, at(millis));
            presence.decision_context(at(50_000), Duration::from_secs(20), None, &downtimes).absent_since
        };
        assert_eq!((gone(1_000).south, gone(1_000).north), (None, Some(at(41_000))));
        assert_eq!(
            gone(10_000).north,
            Some(at(42_000)),
            "a player who left during the downtime is absent from its end on"
        );
        assert_eq!(gone(45_000).north, Some(at(45_000)));
    }

    #[test]
    fn the_time_after_the_death_of_its_node_counts_for_no_absence_until_the_player_has_come_back() {
        let mut presence = PresenceTracker::new(at(1_000));
        let absent_since = |presence: &PresenceTracker| {
            presence.decision_context(at(50_000), Duration::from_secs(20), None, &[]).absent_since.north
        };
        presence.excuse(Seat::North, at(31_000));
        assert_eq!(absent_since(&presence), Some(at(31_000)));
        presence.update(|_| true, at(5_000));
        assert_eq!(absent_since(&presence), None);
        presence.update(|_| false, at(6_000));
        assert_eq!(absent_since(&presence), Some(at(6_000)), "it has left by its own will");
    }
}
