use std::time::Duration;

use ikibuguzo_engine::Array;
use serde::{Deserialize, Serialize};

use crate::{CommandId, DeclineReason, GameId, Refusal, Text, Token, parse_message, whole_number};

/// A message from a client.
///
/// All messages except `hello`, `join`, `leave`, `subscribe` and `ping` are commands, with an id made by the client.
/// The same id again, on any socket or over `POST /api/commands`, gets the first answer and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Authenticates the socket. It must be the first message. A client without a token is a spectator.
    Hello {
        /// The player's token.
        #[serde(default)]
        token: Option<Token>,
    },
    /// Follows a game. The server answers with `game`, then sends every event after its `seq`.
    Join {
        /// The game.
        game: GameId,
        /// The last `seq` that the client has. Null or absent: the answer is a snapshot.
        #[serde(default, deserialize_with = "whole_number::number_or_null")]
        since: Option<u64>,
        /// Whether actions come in the compact form, as `acted` messages. Absent: they come as events.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        compact: bool,
    },
    /// Stops following a game.
    Leave {
        /// The game.
        game: GameId,
    },
    /// Requests notices about all games of the player. The server answers with `subscribed`, then sends notices.
    Subscribe {},
    /// Chooses the player's opening array. It stays secret until both seats have arranged.
    Arrange {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The opening array.
        array: Text<Array>,
    },
    /// Halves the player's clock before its first action in a game of an arena, and gives up its increments. A win in
    /// this game gives one more point.
    Berserk {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Plays an action.
    Act {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The position that the action answers: the `seq` of the event that brought it, or of any later event that the
        /// client has. Refused with `wrong_position` if the position has changed since then.
        #[serde(deserialize_with = "whole_number::number")]
        after: u64,
        /// The action in its notation. It is parsed later, so that a misspelled action gets the code `bad_action`.
        #[cfg_attr(feature = "schema", schemars(with = "Text<ikibuguzo_engine::Action>"))]
        action: String,
    },
    /// Declines the invitation to a game, which ends it.
    Decline {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The reason, for the maker of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<DeclineReason>,
    },
    /// Resigns the game.
    Resign {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Offers a draw.
    OfferDraw {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Accepts or declines a draw offer.
    AnswerDraw {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The `seq` of the offer's event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to accept it.
        accept: bool,
    },
    /// Asks to take back the player's last turn and what followed it.
    OfferTakeback {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Accepts or declines the opponent's takeback offer.
    AnswerTakeback {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The `seq` of the offer's event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to accept it.
        accept: bool,
    },
    /// Offers that both players are shown what an action would do before it is played.
    OfferPreviews {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Accepts or declines an offer of previews.
    AnswerPreviews {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The `seq` of the offer's event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to accept it.
        accept: bool,
    },
    /// Offers a rematch with swapped seats. It begins when both seats have offered.
    OfferRematch {
        /// The finished game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
    },
    /// Accepts or declines a rematch offer.
    AnswerRematch {
        /// The finished game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The `seq` of the offer's event.
        #[serde(deserialize_with = "whole_number::number")]
        offer: u64,
        /// Whether to accept it.
        accept: bool,
    },
    /// Ends a game whose opponent has been absent for too long.
    Claim {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The claim.
        claim: Claim,
    },
    /// Sends a chat message to the opponent and to everybody who follows the game.
    Say {
        /// The game.
        game: GameId,
        /// The client's id for this command.
        id: CommandId,
        /// The text: one line, not blank.
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::MAX_CHAT_CHARS), regex(pattern = crate::schema::CHAT_PATTERN)))]
        text: String,
    },
    /// Keeps the socket alive. The server answers with `pong`, which has the newest `seq` of each joined game.
    Ping {
        /// The time within which the client sends its next message, in seconds. The server sends no WebSocket pings during this
        /// time, but for 57 seconds at most: a ping wakes the radio of a phone. Null or absent: the server pings as usual.
        #[serde(
            default,
            deserialize_with = "whole_number::number_or_null",
            skip_serializing_if = "Option::is_none"
        )]
        next_within: Option<NextWithin>,
    },
}

/// A number of seconds within which a client sends its next message: 1 to 120.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextWithin(#[cfg_attr(feature = "schema", schemars(range(min = 1, max = 120)))] u8);

impl NextWithin {
    /// The time.
    pub fn duration(self) -> Duration {
        Duration::from_secs(self.0.into())
    }
}

impl TryFrom<u64> for NextWithin {
    type Error = ();

    fn try_from(seconds: u64) -> Result<Self, Self::Error> {
        let in_range = u8::try_from(seconds).ok().filter(|seconds| (1..=120).contains(seconds));
        in_range.map(Self).ok_or(())
    }
}

/// What a player can claim when the opponent has been absent for too long.
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
    /// A `ping` that says nothing about the next message.
    pub const PING: Self = Self::Ping { next_within: None };

    /// Parses a message.
    ///
    /// # Errors
    ///
    /// `bad_json`, `unknown_type`, `unknown_field` or `bad_field`. The refusal has the message's id and game if these
    /// are readable.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        parse_message(text)
    }

    /// The id of a command. Other messages have none.
    pub fn id(&self) -> Option<&CommandId> {
        match self {
            Self::Arrange { id, .. }
            | Self::Berserk { id, .. }
            | Self::Act { id, .. }
            | Self::Decline { id, .. }
            | Self::Resign { id, .. }
            | Self::OfferDraw { id, .. }
            | Self::AnswerDraw { id, .. }
            | Self::OfferTakeback { id, .. }
            | Self::AnswerTakeback { id, .. }
            | Self::OfferPreviews { id, .. }
            | Self::AnswerPreviews { id, .. }
            | Self::OfferRematch { id, .. }
            | Self::AnswerRematch { id, .. }
            | Self::Claim { id, .. }
            | Self::Say { id, .. } => Some(id),
            Self::Hello { .. }
            | Self::Join { .. }
            | Self::Leave { .. }
            | Self::Subscribe {}
            | Self::Ping { .. } => None,
        }
    }

    /// The game of the message. `hello`, `subscribe` and `ping` have none.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Join { game, .. }
            | Self::Leave { game }
            | Self::Arrange { game, .. }
            | Self::Berserk { game, .. }
            | Self::Act { game, .. }
            | Self::Decline { game, .. }
            | Self::Resign { game, .. }
            | Self::OfferDraw { game, .. }
            | Self::AnswerDraw { game, .. }
            | Self::OfferTakeback { game, .. }
            | Self::AnswerTakeback { game, .. }
            | Self::OfferPreviews { game, .. }
            | Self::AnswerPreviews { game, .. }
            | Self::OfferRematch { game, .. }
            | Self::AnswerRematch { game, .. }
            | Self::Claim { game, .. }
            | Self::Say { game, .. } => Some(*game),
            Self::Hello { .. } | Self::Subscribe {} | Self::Ping { .. } => None,
        }
    }

    /// The message as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
