use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    CommandId, CompactEvent, ErrorCode, Event, GameId, GameView, Notice, PlayerGames, PlayerName, Refusal,
    Role, Seats, Timestamp,
};

/// Initial buffer of a message, in bytes. Most messages fit.
const MESSAGE_CAPACITY: usize = 1024;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "most messages are events")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// The player of the token; null for a spectator.
        player: Option<PlayerName>,
        /// The server's clock: milliseconds since 1970-01-01 UTC.
        #[serde(default)]
        now: Timestamp,
    },
    /// The answer to `join`. Every event after its `seq` follows.
    Game(Snapshot),
    /// An event of a joined game.
    Event {
        /// The game.
        game: GameId,
        /// The event.
        #[serde(flatten)]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<Event>"))]
        event: Event,
    },
    /// An action of a game that was joined with `compact`, in the compact form.
    Acted {
        /// The game.
        game: GameId,
        /// The event.
        #[serde(flatten)]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<CompactEvent>"))]
        event: CompactEvent,
    },
    /// The command was carried out: its event is in the log on disk.
    Ack {
        /// The game.
        game: GameId,
        /// The id of the command.
        id: CommandId,
        /// The `seq` of its first event.
        seq: u64,
    },
    /// The message was refused. It changed nothing.
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
        now: Timestamp,
    },
    /// Which players are connected. It follows `game` and every change. It is not an event and is not stored.
    Presence(Presence),
    /// The answer to `subscribe`: the player's live games. A notice follows for everything that happens in them later.
    Subscribed(PlayerGames),
    /// Something that concerns the player, in any game. It is not an event and is not stored.
    Notice(Notice),
    /// The last message on a socket: the reason why the server closes it.
    Bye {
        /// The reason, for programs.
        code: ErrorCode,
        /// The reason, for people.
        message: String,
        /// With `restarting` and `too_fast`: the number of milliseconds to wait before reconnecting.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u64>,
    },
}

/// Which players of a game are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// The game.
    pub game: GameId,
    /// Whether each seat follows the game over a socket.
    pub present: Seats<bool>,
    /// When the opponent of an absent seat may claim the game: milliseconds since 1970-01-01 UTC. Null for a seat that
    /// is present, and in games where nothing can be claimed.
    pub claim_at: Seats<Option<Timestamp>>,
    /// Number of spectators, over sockets and streams.
    #[serde(default)]
    pub spectators: u32,
    /// Number of games that come before this one for a computer player. Absent if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer_queue: Option<u32>,
}

/// The newest `seq` of some games.
pub type Heads = BTreeMap<GameId, u64>;

/// A game at `seq`, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The game.
    pub game: GameId,
    /// The viewer's role in it.
    pub role: Role,
    /// Delay of the viewer behind the players, in milliseconds. Always 0.
    pub delay: u64,
    /// The newest `seq` of the game.
    pub head: u64,
    /// The `seq` of this snapshot: `head`, or the client's own `since`.
    pub seq: u64,
    /// The game at `seq`. Absent when the client resumes with `since`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<GameView>>,
}

impl ServerMessage {
    /// Parses a message.
    ///
    /// # Errors
    ///
    /// Returns serde's error if the text is not a message.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The message as one line of JSON.
    pub fn to_json(&self) -> String {
        json_of(self)
    }
}

impl Event {
    /// The [`ServerMessage::Event`] of this event, as one line of JSON.
    pub fn to_json(&self, game: GameId) -> String {
        #[derive(Serialize)]
        struct Message<'a> {
            r#type: &'static str,
            game: GameId,
            #[serde(flatten)]
            event: &'a Event,
        }
        json_of(&Message { r#type: "event", game, event: self })
    }
}

fn json_of(message: &impl Serialize) -> String {
    let mut json = Vec::with_capacity(MESSAGE_CAPACITY);
    match serde_json::to_writer(&mut json, message) {
        Ok(()) => String::from_utf8(json).unwrap_or_default(),
        Err(_) => String::new(),
    }
}
