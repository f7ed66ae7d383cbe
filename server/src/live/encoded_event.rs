//! An event as JSON text, encoded once for all viewers who see the same in the same form.

use std::sync::OnceLock;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::projection::{News, ProjectedEvent};
use ikibuguzo_protocol::{CompactEvent, GameId, Role};

use super::frame::{EventForm, OutboundFrame};

/// An event, ready to be sent to every kind of viewer.
#[derive(Clone, Debug)]
pub(super) struct EncodedEvent {
    seq: u64,
    news: News,
    spectator: OutboundFrame,
    /// What each player reads, in games where that differs from what spectators read.
    players: Option<Box<BySeat<OutboundFrame>>>,
    /// The compact form, if there is one.
    compact: Option<CompactFrame>,
}

/// An event in the compact form, which is the same for all viewers. It is encoded for the first client that wants it.
#[derive(Clone, Debug)]
struct CompactFrame {
    game: GameId,
    event: CompactEvent,
    frame: OnceLock<OutboundFrame>,
}

impl CompactFrame {
    fn get(&self) -> &OutboundFrame {
        self.frame.get_or_init(|| OutboundFrame::compact_event(self.game, self.event.clone()))
    }
}

impl EncodedEvent {
    /// Encodes events, in order.
    pub(super) fn encode_all(game: GameId, events: &[ProjectedEvent]) -> Vec<Self> {
        events.iter().map(|event| Self::encode(game, event)).collect()
    }

    /// Encodes one event.
    pub(super) fn encode(game: GameId, event: &ProjectedEvent) -> Self {
        let frame = |role| OutboundFrame::event(game, event.to(role));
        let player = |seat| match seat {
            Seat::South => frame(Role::South),
            Seat::North => frame(Role::North),
        };
        let players = (!event.is_same_for_all()).then(|| Box::new(BySeat::from_fn(player)));
        let compact = event.compact().map(|event| CompactFrame { game, event, frame: OnceLock::new() });
        Self { seq: event.seq(), news: event.news(), spectator: frame(Role::Spectator), players, compact }
    }

    /// The event's number in its game.
    pub(super) fn seq(&self) -> u64 {
        self.seq
    }

    /// What the event means to the players.
    pub(super) fn news(&self) -> News {
        self.news
    }

    /// The frame that a viewer is sent, in a form.
    pub(super) fn frame_for(&self, viewer: Role, form: EventForm) -> &OutboundFrame {
        if let (EventForm::Compact, Some(compact)) = (form, &self.compact) {
            return compact.get();
        }
        match (&self.players, viewer.seat()) {
            (Some(players), Some(seat)) => &players[seat],
            _ => &self.spectator,
        }
    }
}
