//! Messages that this client does not know in full: those of a newer server.

use ikibuguzo_protocol::{CommandId, ErrorCode, GameId, Refusal};
use serde::Deserialize;

/// What the client can use of a message that it does not know.
#[derive(Debug)]
pub enum UnknownMessage {
    /// The refusal of a command, with a code that this client does not know. It shows as `internal`.
    Refused(Refusal),
    /// An event, of a kind that this client does not know.
    Event {
        /// The game.
        game: GameId,
        /// The event's number.
        seq: u64,
    },
    /// Anything else. It can be ignored.
    Other,
}

/// The fields that every refusal of a command has.
#[derive(Deserialize)]
struct RefusalFields {
    id: CommandId,
    message: String,
}

/// The fields that every event has.
#[derive(Deserialize)]
struct EventFields {
    game: GameId,
    seq: u64,
}

impl UnknownMessage {
    /// Reads as much of a message as this client can use.
    pub fn parse(text: &str) -> Self {
        if let Ok(RefusalFields { id, message }) = serde_json::from_str(text) {
            return Self::Refused(Refusal { id: Some(id), ..Refusal::new(ErrorCode::Internal, message) });
        }
        match serde_json::from_str(text) {
            Ok(EventFields { game, seq }) => Self::Event { game, seq },
            Err(_) => Self::Other,
        }
    }
}
