use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{CommandId, ErrorCode, Event, GameId, GameView, PlayerName, Refusal, Role, Seats, fast_json};

/// What most messages fit into, in bytes, so that they are written without growing.
const ROOM: usize = 1024;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the protocol: 1.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// Who the token stands for; none for a spectator.
        player: Option<PlayerName>,
        /// The server's clock: milliseconds since 1970-01-01 UTC.
        #[serde(default)]
        now: u64,
    },
    /// The answer to `join`. What follows is every event after its `seq`.
    Game(Snapshot),
    /// Something happened in a joined game.
    Event {
        /// The game.
        game: GameId,
        /// What happened.
        #[serde(flatten)]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<Event>"))]
        event: Event,
    },
    /// The command is done, for ever: its event is in the log on disk.
    Ack {
        /// The game.
        game: GameId,
        /// The command.
        id: CommandId,
        /// The `seq` of its first event.
        seq: u64,
    },
    /// The message was refused and nothing was changed.
    Refused(Refusal),
    /// The answer to `leave`.
    Left {
        /// The game.
        game: GameId,
    },
    /// The answer to `ping`.
    Pong {
        /// The newest `seq` of each joined game.
        heads: Heads,
        /// The server's clock: milliseconds since 1970-01-01 UTC.
        #[serde(default)]
        now: u64,
    },
    /// Who of the players is there. It comes after `game` and whenever it changes; it is no event, and is not kept.
    Presence(Presence),
    /// The last message on this socket: why the server closes it.
    Bye {
        /// Why, for programs.
        code: ErrorCode,
        /// Why, for people.
        message: String,
        /// With `restarting`: after how many milliseconds to come back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u64>,
    },
}

/// Who of the players of a game is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// The game.
    pub game: GameId,
    /// Which seats follow the game over a socket.
    pub present: Seats<bool>,
    /// When the other seat may claim the game, in milliseconds since 1970-01-01 UTC, for a seat that is gone; null for one
    /// that is there, and where nothing can be claimed.
    pub claim_at: Seats<Option<u64>>,
    /// How many others follow the game, over sockets and streams.
    #[serde(default)]
    pub spectators: u32,
}

/// The newest `seq` of some games.
pub type Heads = BTreeMap<GameId, u64>;

/// A game at `seq`, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The game.
    pub game: GameId,
    /// What the viewer is to it.
    pub role: Role,
    /// How far the viewer is kept behind the players, in milliseconds. Always 0 today.
    pub delay: u64,
    /// The newest `seq` of the game.
    pub head: u64,
    /// The `seq` that this message stands at: `head`, or the client's own `since`.
    pub seq: u64,
    /// The game at `seq`; left out when the client resumes with `since`, because it has it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<GameView>,
}

impl ServerMessage {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// What serde found wrong.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The message as one line of JSON.
    pub fn to_json(&self) -> String {
        match self {
            Self::Ack { game, id, seq } => fast_json::ack(*game, id, *seq),
            other => written(other),
        }
    }
}

impl Event {
    /// The [`ServerMessage::Event`] that tells it, as one line of JSON.
    pub fn to_json(&self, game: GameId) -> String {
        #[derive(Serialize)]
        struct Message<'a> {
            r#type: &'static str,
            game: GameId,
            #[serde(flatten)]
            event: &'a Event,
        }
        fast_json::acted(game, self)
            .unwrap_or_else(|| written(&Message { r#type: "event", game, event: self }))
    }
}

fn written(message: &impl Serialize) -> String {
    let mut json = Vec::with_capacity(ROOM);
    match serde_json::to_writer(&mut json, message) {
        Ok(()) => String::from_utf8(json).unwrap_or_default(),
        Err(_) => String::new(),
    }
}
