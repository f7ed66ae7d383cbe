use ikibuguzo_engine::Array;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CommandId, ErrorCode, GameId, Refusal, Text, Token, whole_number};

/// A message from a client. All but `hello`, `join`, `leave` and `ping` are commands: they carry an id made by the
/// client, and the same id again, on any socket or over `POST /api/commands`, gets the first answer and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message on a socket: who speaks. No token: a spectator.
    Hello {
        /// The player's token.
        #[serde(default)]
        token: Option<Token>,
    },
    /// Follow a game. Answered by `game`, then by every event after its `seq`.
    Join {
        /// The game.
        game: GameId,
        /// The last `seq` that the client has; none for a snapshot.
        #[serde(default, deserialize_with = "whole_number::number_or_null")]
        since: Option<u64>,
    },
    /// Follow a game no longer.
    Leave {
        /// The game.
        game: GameId,
    },
    /// Arrange the counters of one's side. Sealed until both seats have arranged.
    Arrange {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The array.
        array: Text<Array>,
    },
    /// Play an action.
    Act {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The ply that this action answers: the number of actions played so far.
        #[serde(deserialize_with = "whole_number::number")]
        ply: u32,
        /// The action in its notation; kept as text so that a misspelling is answered with its own code.
        action: String,
    },
    /// Give the game up.
    Resign {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Offer a draw.
    OfferDraw {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Take or decline a draw.
    AnswerDraw {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The offer that is answered: the `seq` of its event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to take it.
        accept: bool,
    },
    /// Ask to take back one's last turn, and what followed it.
    OfferTakeback {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Let the other's last turn be taken back, or not.
    AnswerTakeback {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The offer that is answered: the `seq` of its event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to take it.
        accept: bool,
    },
    /// Offer another game with the seats swapped; when both seats have offered, it begins.
    OfferRematch {
        /// The game that is over.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Take or decline a rematch.
    AnswerRematch {
        /// The game that is over.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The offer that is answered: the `seq` of its event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to take it.
        accept: bool,
    },
    /// The opponent has been gone for too long: win the game, or end it without a result.
    Claim {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// What is claimed.
        claim: Claim,
    },
    /// Say something to the opponent; everybody who follows the game hears it.
    Say {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// What to say: 1 to 200 characters on one line.
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 200), regex(pattern = crate::schema::SAYING)))]
        text: String,
    },
    /// Ask for life and for the newest `seq` of each joined game. Answered by `pong`.
    Ping {},
}

/// What a player can claim of a game whose other player has been gone for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The win.
    Win,
    /// An end without a result, before both seats have made a turn.
    Abort,
}

impl ClientMessage {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// A refusal with `bad_json`, `unknown_type`, `unknown_field` or `bad_field`, carrying the message's id and game
    /// where those could be read.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        serde_json::from_str(text).map_err(|error| explain(text, &error))
    }

    /// The id of a command; none of the other messages has one.
    pub fn id(&self) -> Option<&CommandId> {
        match self {
            Self::Arrange { id, .. }
            | Self::Act { id, .. }
            | Self::Resign { id, .. }
            | Self::OfferDraw { id, .. }
            | Self::AnswerDraw { id, .. }
            | Self::OfferTakeback { id, .. }
            | Self::AnswerTakeback { id, .. }
            | Self::OfferRematch { id, .. }
            | Self::AnswerRematch { id, .. }
            | Self::Claim { id, .. }
            | Self::Say { id, .. } => Some(id),
            Self::Hello { .. } | Self::Join { .. } | Self::Leave { .. } | Self::Ping {} => None,
        }
    }

    /// The game that the message is about; none for `hello` and `ping`.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Join { game, .. }
            | Self::Leave { game }
            | Self::Arrange { game, .. }
            | Self::Act { game, .. }
            | Self::Resign { game, .. }
            | Self::OfferDraw { game, .. }
            | Self::AnswerDraw { game, .. }
            | Self::OfferTakeback { game, .. }
            | Self::AnswerTakeback { game, .. }
            | Self::OfferRematch { game, .. }
            | Self::AnswerRematch { game, .. }
            | Self::Claim { game, .. }
            | Self::Say { game, .. } => Some(*game),
            Self::Hello { .. } | Self::Ping {} => None,
        }
    }

    /// The message as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Says what is wrong with a text that is no message: the slow path, so it may read the text again.
fn explain(text: &str, error: &serde_json::Error) -> Refusal {
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(text) else {
        return Refusal::new(ErrorCode::BadJson, "a message is one JSON object with a `type`");
    };
    let field = |name| fields.get(name).and_then(Value::as_str);
    Refusal {
        id: field("id").and_then(|id| id.parse().ok()),
        game: field("game").and_then(|game| game.parse().ok()),
        code: code_of(error, field("type")),
        message: brief(&error.to_string()),
        retry_after: None,
    }
}

/// serde tells its kinds of error apart only by their words; a test pins them. A word that is unknown need not be the type.
fn code_of(error: &serde_json::Error, kind: Option<&str>) -> ErrorCode {
    let message = error.to_string();
    if kind.is_some_and(|kind| message.starts_with(&format!("unknown variant `{kind}`"))) {
        ErrorCode::UnknownType
    } else if message.starts_with("unknown field") {
        ErrorCode::UnknownField
    } else {
        ErrorCode::BadField
    }
}

/// Serde repeats what the client sent: keep the answer short whatever that was, and leave out the position in the text.
fn brief(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or_default();
    if message.chars().count() <= 200 {
        message.to_owned()
    } else {
        message.chars().take(199).chain(['…']).collect()
    }
}
