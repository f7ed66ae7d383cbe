use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{GameId, Role};

use super::outbox::OutboundFrame;
use ikibuguzo_game::projection::ProjectedEvent;

/// An event on its way to many sockets, as each kind of viewer reads it: written once for all who see the same.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    seq: u64,
    spectators: OutboundFrame,
    /// What the players read, in games where it is not what everybody reads.
    players: Option<Box<BySeat<OutboundFrame>>>,
}

impl Lines {
    /// Writes events, in order.
    pub(super) fn of_all(game: GameId, events: &[ProjectedEvent]) -> Vec<Self> {
        events.iter().map(|event| Self::of(game, event)).collect()
    }

    /// Writes an event.
    pub(super) fn of(game: GameId, event: &ProjectedEvent) -> Self {
        let read_by = |role| OutboundFrame::of(game, event.to(role));
        let player = |seat| match seat {
            Seat::South => read_by(Role::South),
            Seat::North => read_by(Role::North),
        };
        let players = (!event.is_same_for_all()).then(|| Box::new(BySeat::from_fn(player)));
        Self { seq: event.seq(), spectators: read_by(Role::Spectator), players }
    }

    /// The event's number in the game.
    pub(super) fn seq(&self) -> u64 {
        self.seq
    }

    /// What a viewer reads.
    pub(super) fn to(&self, viewer: Role) -> &OutboundFrame {
        match (&self.players, viewer.seat()) {
            (Some(players), Some(seat)) => &players[seat],
            _ => &self.spectators,
        }
    }
}
