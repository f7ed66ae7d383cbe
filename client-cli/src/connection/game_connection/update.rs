//! What a connection reports to its owner.

use ikibuguzo_protocol::{Event, Presence, Refusal, Snapshot};

use crate::exit::Failure;

/// What a connection reports. The `String` beside a message is its JSON text as the server sent it.
#[derive(Debug)]
pub enum GameUpdate {
    /// The state of the game, once, before any event.
    Snapshot(Box<Snapshot>, String),
    /// The state of a game of two people at one keyboard, as the one who has to act sees it: once before any event, and
    /// again whenever the other one has to act.
    SharedSnapshot(Box<Snapshot>, String),
    /// The next event: in order, without gaps or repeats.
    Event(Box<Event>, String),
    /// The next event, with its `seq`, of a kind that this client does not know.
    UnknownEvent(u64, String),
    /// Which players are connected.
    Presence(Presence, String),
    /// A command is done, and the event with this `seq` is its effect.
    Acknowledged(u64, String),
    /// A message was refused.
    Refused(Refusal, String),
    /// A command was refused temporarily, with the server's reason. The connection resends it.
    Deferred(String),
    /// The connection was lost, with the reason. It reconnects by itself.
    Disconnected(String),
    /// The connection is back.
    Reconnected,
    /// The connection has ended and does not reconnect.
    Failed(Failure),
}

impl GameUpdate {
    /// Whether this is the final answer to a command.
    pub fn is_answer(&self) -> bool {
        match self {
            Self::Acknowledged(..) => true,
            Self::Refused(refusal, _) => refusal.id.is_some(),
            _ => false,
        }
    }
}
