use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{CommandId, GameId};

/// Why something was refused: stable, for programs. The sentence beside it is for people and may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// The text is not JSON, or not a JSON object.
    BadJson,
    /// No message has this `type`.
    UnknownType,
    /// The message has a field that its type does not know.
    UnknownField,
    /// A field is missing, or its value cannot be read.
    BadField,
    /// A binary frame: the protocol is JSON in text frames.
    BinaryFrame,
    /// A frame breaks the rules of WebSockets, or a text is not UTF-8; the socket is closed.
    BadFrame,
    /// The message is longer than 4,096 bytes.
    FrameTooLarge,
    /// The socket must say `hello` before anything else.
    HelloFirst,
    /// This socket has said `hello` already.
    HelloTwice,
    /// The token is not one that this server gave out.
    BadToken,
    /// This needs a player's token.
    TokenRequired,
    /// There is no such game.
    UnknownGame,
    /// The game has no such ply (yet).
    UnknownPly,
    /// This socket has not joined the game.
    NotJoined,
    /// This socket has joined as many games as one socket may.
    TooManyGames,
    /// `since` is greater than the game's newest `seq`.
    SinceAhead,
    /// Both seats are taken.
    GameFull,
    /// Only the players of a game may do this.
    NotAPlayer,
    /// The second player has not come yet.
    WaitingForOpponent,
    /// The seats are still arranging their counters.
    StillArranging,
    /// This game has no arrangement, or it is over.
    NotArranging,
    /// This seat has arranged already.
    AlreadyArranged,
    /// The game does not offer this array to this seat.
    ArrayNotOffered,
    /// The other seat is to move.
    NotYourTurn,
    /// The action answers another ply than the last one.
    WrongPly,
    /// The action is not written in the notation of actions.
    BadAction,
    /// The rules do not allow the action here.
    IllegalAction,
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    GameNotOver,
    /// The seat has an offer open, or has offered a short while ago, or was turned down.
    AlreadyOffered,
    /// The answer names an offer that does not stand (any more).
    StaleOffer,
    /// An offer is answered by the other seat.
    OwnOffer,
    /// There is no turn to take back, or one that has told what was concealed.
    CannotTakeBack,
    /// The opponent is there, or has not been gone for long enough.
    NotGone,
    /// Both seats have made a turn: the game has a result from now on.
    TooLateToAbort,
    /// This seat has said all that one game keeps.
    SaidEnough,
    /// The text is empty, too long, or has control characters.
    BadText,
    /// The id belongs to another player's command in this game.
    CommandIdTaken,
    /// The database cannot be used just now; nothing was acknowledged: send a command again with the same id.
    StorageUnavailable,
    /// The server has too much to do just now; nothing was changed.
    Busy,
    /// Too much is sent or asked at a time; legal moves are never too many. The refusal tells when to go on.
    TooFast,
    /// Too many sockets are open, here or from one address.
    TooManySockets,
    /// The client gave no sign of life, did not say hello, or did not send its request in time; it can come back.
    Idle,
    /// The socket read too slowly and was closed; it can resume.
    SlowReader,
    /// The server is stopping; connect again.
    Restarting,
    /// The name is taken, was somebody else's once, or looks like one that is or was.
    NameTaken,
    /// The name and the passphrase do not belong together, or the passphrase until now is wrong or missing.
    WrongPassphrase,
    /// The player has no token of this public id.
    UnknownToken,
    /// A query parameter cannot be read.
    BadQuery,
    /// The search would have to look at every game: name more that they have in common.
    TooBroad,
    /// The cursor belongs to another search or another order.
    WrongCursor,
    /// There is no player of this name.
    UnknownPlayer,
    /// Nothing is at this path.
    NotFound,
    /// The path does not know this method.
    MethodNotAllowed,
    /// The request's body is not what the path takes.
    BadBody,
    /// The server met a fault of its own.
    Internal,
}

impl ErrorCode {
    /// Every code, in the order of `docs/PROTOCOL.md`.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The code as it crosses the wire.
    pub fn as_str(self) -> String {
        <&str>::from(self).to_owned()
    }

    /// The HTTP status that goes with the code.
    pub fn status(self) -> u16 {
        match self {
            Self::BadToken | Self::TokenRequired => 401,
            Self::NotAPlayer | Self::WrongPassphrase => 403,
            Self::UnknownGame
            | Self::UnknownPlayer
            | Self::UnknownPly
            | Self::UnknownToken
            | Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::FrameTooLarge => 413,
            Self::BadField | Self::BadAction | Self::BadText | Self::UnknownField | Self::UnknownType => 422,
            Self::Idle => 408,
            Self::TooFast | Self::TooManySockets => 429,
            Self::Internal => 500,
            Self::StorageUnavailable | Self::Busy | Self::Restarting => 503,
            Self::BadJson
            | Self::BinaryFrame
            | Self::BadFrame
            | Self::HelloFirst
            | Self::HelloTwice
            | Self::BadQuery
            | Self::TooBroad
            | Self::WrongCursor
            | Self::BadBody => 400,
            _ => 409,
        }
    }
}

impl Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.as_str())
    }
}

/// A refused message on the socket: nothing was changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The id of the refused command, where it had a readable one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The game that the refused message was about, where it named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Why, for programs.
    pub code: ErrorCode,
    /// Why, for people: one sentence.
    pub message: String,
    /// With `too_fast`: after how many milliseconds to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl Refusal {
    /// A refusal that is about no command and no game.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { id: None, game: None, code, message: message.into(), retry_after: None }
    }
}

/// The body of every HTTP error: `application/problem+json` (RFC 9457) with our stable `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// Where the code is explained: `/docs/errors#code`, relative to the server.
    #[serde(rename = "type")]
    pub kind: String,
    /// The code in words that do not change from case to case.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong with this very request: one sentence.
    pub detail: String,
    /// The stable code, for programs.
    pub code: ErrorCode,
}

impl Problem {
    /// The problem that a code and a sentence make.
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank".to_owned(),
            title: code.as_str().replace('_', " "),
            status: code.status(),
            detail: detail.into(),
            code,
        }
    }
}
