//! Messages on their way to one socket.

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_game::projection::ProjectedEvent;
use ikibuguzo_protocol::{CompactEvent, ErrorCode, Event, EventKind, GameId, Role, ServerMessage, Snapshot};

/// A message of the protocol as text, and what a socket has to know about it.
#[derive(Clone, Debug)]
pub struct OutboundFrame {
    /// The game that the message is about.
    pub game: GameId,
    /// What the message is.
    pub kind: FrameKind,
    /// The message as JSON.
    pub text: Utf8Bytes,
}

/// What a message is, as far as a socket has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// An event of the game's log.
    Event {
        /// Its number in the game.
        seq: u64,
        /// Whether it ends the game.
        is_end: bool,
    },
    /// The game from its beginning, for a client whose events are not in the log any more.
    Snapshot {
        /// The game's newest event.
        head: u64,
    },
    /// Which players and how many spectators are connected. It is not part of the log and is never resent.
    Presence,
    /// Something that concerns a player, for subscribers.
    Notice {
        /// The number of the event that it is about.
        seq: u64,
    },
    /// The answer to a command of this socket.
    Answer {
        /// Whether the command was a move or an arrangement.
        is_move: bool,
        /// Why the command was refused; `None` if it was acknowledged.
        refusal: Option<ErrorCode>,
    },
}

/// The form in which a client gets the actions of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventForm {
    /// With the laps, the position and the clocks.
    #[default]
    Full,
    /// Without what follows from the events before it.
    Compact,
}

impl EventForm {
    /// The message that carries an event to a viewer.
    pub(super) fn frame(self, game: GameId, event: &ProjectedEvent, viewer: Role) -> OutboundFrame {
        let compact = event.compact().filter(|_| self == Self::Compact);
        let full = || OutboundFrame::event(game, event.to(viewer));
        compact.map_or_else(full, |compact| OutboundFrame::compact_event(game, compact))
    }
}

impl OutboundFrame {
    /// The message that carries an event.
    pub fn event(game: GameId, event: &Event) -> Self {
        let is_end = matches!(event.kind, EventKind::Ended { .. });
        let kind = FrameKind::Event { seq: event.seq, is_end };
        Self { game, kind, text: Utf8Bytes::from(event.to_json(game)) }
    }

    /// The message that carries an action in the compact form.
    pub(super) fn compact_event(game: GameId, event: CompactEvent) -> Self {
        let kind = FrameKind::Event { seq: event.seq, is_end: false };
        Self { game, kind, text: Utf8Bytes::from(ServerMessage::Acted { game, event }.to_json()) }
    }

    /// The message that carries a snapshot.
    pub fn snapshot(snapshot: Snapshot) -> Self {
        let (game, kind) = (snapshot.game, FrameKind::Snapshot { head: snapshot.head });
        Self { game, kind, text: Utf8Bytes::from(ServerMessage::Game(snapshot).to_json()) }
    }
}
