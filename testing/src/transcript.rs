use std::net::SocketAddr;

use ikibuguzo_protocol::{ClientMessage, Event, EventKind, GameId, Role, Timestamp};

/// What one player or spectator did and saw.
#[derive(Debug)]
pub struct Transcript {
    /// The game.
    pub game: GameId,
    /// The role that the last snapshot named.
    pub role: Role,
    /// Events, in the order in which they came.
    pub events: Vec<Event>,
    /// Commands, each with the `seq` of its acknowledgement.
    pub acknowledged: Vec<(ClientMessage, u64)>,
    /// When each acknowledged command was first sent and when its acknowledgement came.
    pub answer_times: Vec<AnswerTime>,
    /// Chat messages that were sent, acknowledged or not.
    pub said: Vec<String>,
    /// Number of connections that were attempted.
    pub connections: usize,
    /// Connections over which the player joined the game, or tried to.
    pub lines: Vec<PlayerLine>,
    /// Number of commands that were sent again.
    pub resent: usize,
    /// Number of refusals because the database failed or the server was busy.
    pub storage_refusals: usize,
    /// Refusals for another reason, except that the time limit has ended the game.
    pub refusals: Vec<String>,
}

/// When a command was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerTime {
    /// The `seq` of the acknowledgement.
    pub seq: u64,
    /// When the command was first sent.
    pub sent_at: Timestamp,
    /// When the acknowledgement came.
    pub answered_at: Timestamp,
}

/// A connection of a player to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The server.
    pub address: SocketAddr,
    /// When the player sent its `join`.
    pub sent_at: Timestamp,
    /// When the snapshot came; none if it did not.
    pub joined_at: Option<Timestamp>,
    /// When the connection ended for the player.
    pub ended_at: Timestamp,
    /// Whether the player cut it itself.
    pub was_cut: bool,
}

impl Transcript {
    pub(crate) fn new(game: GameId) -> Self {
        Self {
            game,
            role: Role::Spectator,
            events: Vec::new(),
            acknowledged: Vec::new(),
            answer_times: Vec::new(),
            said: Vec::new(),
            connections: 0,
            lines: Vec::new(),
            resent: 0,
            storage_refusals: 0,
            refusals: Vec::new(),
        }
    }
}

/// Whether the game is over.
pub fn is_over(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.kind, EventKind::Ended { .. }))
}
