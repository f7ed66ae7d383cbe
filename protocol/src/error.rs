use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{CommandId, GameId};

/// Why something was refused. Codes are stable; the sentence sent with them is for people and may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// The text is not JSON, or not a JSON object.
    BadJson,
    /// No message has this `type`.
    UnknownType,
    /// The message has a field that its type does not have.
    UnknownField,
    /// A field is missing or has an invalid value.
    BadField,
    /// The frame is binary. The protocol uses text frames.
    BinaryFrame,
    /// A frame violates the WebSocket protocol, or a text is not UTF-8. The socket is closed.
    BadFrame,
    /// The message or the body is longer than 4,096 bytes, or than the path allows.
    FrameTooLarge,
    /// The first message on a socket must be `hello`.
    HelloFirst,
    /// This socket has already sent `hello`.
    HelloTwice,
    /// The server does not know the token.
    BadToken,
    /// The request needs a player's token.
    TokenRequired,
    /// The game does not exist.
    UnknownGame,
    /// The log of the game is damaged. The operator has been told; trying again does not help.
    GameUnreadable,
    /// A newer version of the server has written in the game. Another server, or this one after its upgrade, can show
    /// it.
    NeedsNewerServer,
    /// A server that runs could not read this in the game. Nothing was changed; it works when all servers have been
    /// upgraded.
    UpgradeInProgress,
    /// The game does not have this ply, or does not have it yet.
    UnknownPly,
    /// This socket has not joined the game.
    NotJoined,
    /// This socket has joined 32 games.
    TooManyGames,
    /// `since` is greater than the newest `seq` of the game.
    SinceAhead,
    /// Both seats are taken.
    GameFull,
    /// The player is not invited: the free seat is kept for another player, or there is no invitation.
    NotInvited,
    /// Only a challenge to a player can stay open for a chosen time.
    NotAChallenge,
    /// The player has 50 unfinished games against computer players.
    TooManyComputerGames,
    /// 20 games of the player wait for an opponent.
    TooManyOpenGames,
    /// Three challenges of the player to the same opponent are open.
    TooManyChallenges,
    /// Rated games have a clock, and are between people who have claimed their names.
    NotRateable,
    /// One of the two players has blocked the other.
    Blocked,
    /// You cannot block yourself, nor more than 500 players.
    CannotBlock,
    /// Notices cannot be sent to the browser's address, or cannot be encrypted with its keys.
    CannotPush,
    /// You cannot report yourself.
    CannotReport,
    /// The player has made ten reports within a day.
    TooManyReports,
    /// The operator has banned the player: it cannot start or join games for a time. The message says how long and why.
    Banned,
    /// The operator has silenced the player: it cannot chat for a time. The message says how long and why.
    Silenced,
    /// The operator has banned this address: for a time, nobody can become a player, claim a name or sign in from it. The
    /// message says how long and why.
    AddressBanned,
    /// The player has left too many games, and cannot play with strangers for a time. The refusal says until when.
    LeftTooManyGames,
    /// The tournament does not exist.
    UnknownTournament,
    /// All places of the tournament are taken.
    TournamentFull,
    /// The tournament has begun, and is not an arena.
    TournamentBegun,
    /// The tournament is over, or the arena has closed.
    TournamentOver,
    /// The player has made three tournaments that are not over.
    TooManyTournaments,
    /// A tournament of this format cannot have these numbers of places, rounds or minutes, this clock, or this start
    /// time.
    ImpossibleTournament,
    /// Only a player who has claimed a name may do this.
    NameNotClaimed,
    /// Only the players of a game may do this.
    NotAPlayer,
    /// The second player has not joined yet.
    WaitingForOpponent,
    /// The seats are still choosing their arrays.
    StillArranging,
    /// The game has no arrangement, or its arrangement is over.
    NotArranging,
    /// This seat has already chosen its array.
    AlreadyArranged,
    /// The game does not offer this array to this seat.
    ArrayNotOffered,
    /// The other seat is to move.
    NotYourTurn,
    /// The action answers a position that is not the present one: the board has changed since `after`, or the game has
    /// no such event.
    WrongPosition,
    /// The game does not belong to an arena; only there can a clock be halved.
    CannotBerserk,
    /// The seat has acted, or has halved its clock already.
    TooLateToBerserk,
    /// The text is not an action in the notation of actions.
    BadAction,
    /// The rules do not allow the action in this position.
    IllegalAction,
    /// The game is over.
    GameOver,
    /// The game is not over yet, or ended before its arrays were revealed.
    GameNotOver,
    /// The server has not signed the game: the day on which it ended is not over, or it was imported later.
    NotSigned,
    /// Nobody has asked for the analysis of the game, or the game has no turn.
    NotAnalysed,
    /// Three games that the player asked for wait for their analysis, or twelve that were asked for from its address. The
    /// refusal says when to try again.
    TooManyAnalyses,
    /// The position does not say how many counters a store holds.
    ConcealedStore,
    /// The seat has an open offer, offered too recently, or was declined; the opponent's takeback offer is open; or
    /// previews are shown already.
    AlreadyOffered,
    /// The offer is not open, or is no longer open.
    StaleOffer,
    /// Only the other seat can answer an offer.
    OwnOffer,
    /// There is no turn to take back, the turn has revealed concealed information, or 50 takebacks have been made.
    CannotTakeBack,
    /// The opponent is present, does not have to act, or has not been absent for long enough.
    NotGone,
    /// Both seats have made a turn, so the game can no longer end without a result.
    TooLateToAbort,
    /// A seat has not made a turn yet, so a claim can only abort the game.
    TooEarlyToWin,
    /// Nobody to play again: no opponent sat down before the game ended, or the opponent has deleted the account or is
    /// banned.
    NoOpponent,
    /// This seat has sent 100 chat messages in this game.
    SaidEnough,
    /// The text shows nothing, is too long, or has control characters or more than one line.
    BadText,
    /// Another player's command in this game has the same id.
    CommandIdTaken,
    /// The player has used the id for another command.
    CommandIdReused,
    /// The database is unavailable. Nothing was acknowledged: send the command again with the same id.
    StorageUnavailable,
    /// The server is overloaded, or was down and does not know yet for how long. Nothing was changed: try again.
    Busy,
    /// Too many messages or requests in a short time; legal moves are never too many. The refusal says when to
    /// continue.
    TooFast,
    /// Too many sockets are open, in total or from one address.
    TooManySockets,
    /// Too many exports are in progress, in total or for one address. The refusal says when to try again.
    TooManyExports,
    /// The client was silent for too long, or sent its `hello` or its request too late. It can reconnect.
    Idle,
    /// The client read too slowly, and the socket was closed. The client can resume.
    SlowReader,
    /// The server is stopping. The client can reconnect.
    Restarting,
    /// The server's clock differs from that of its database. Nothing was changed: send the command again with the same
    /// id, to this server or another one.
    ClockOff,
    /// The name, or one that looks like it, belongs or belonged to another player.
    NameTaken,
    /// The passphrase does not match the name, or the present passphrase is wrong or missing.
    WrongPassphrase,
    /// The player already has a game or has entered a tournament, so it cannot become a bot.
    AlreadyPlayed,
    /// The player has no token with this public id.
    UnknownToken,
    /// A query parameter is invalid.
    BadQuery,
    /// The search would have to read every game. Add a filter.
    TooBroad,
    /// The cursor belongs to another search or another order.
    WrongCursor,
    /// No player has this name.
    UnknownPlayer,
    /// The path does not exist.
    NotFound,
    /// The path does not support this method.
    MethodNotAllowed,
    /// The body of the request is invalid.
    BadBody,
    /// The text is not the record of a finished game against a computer player.
    BadRecord,
    /// The request does not have the `Content-Type` of its path: `application/json`, or that of a form at `/forms`.
    UnsupportedMediaType,
    /// A form was not sent from a page of this site, or was made for another visitor.
    CrossSite,
    /// The head of the request is not valid HTTP/1.1, or does not have one `Host`.
    BadRequest,
    /// The head of the request has more than 16 KiB or more than 100 headers.
    HeadTooLarge,
    /// The answer is not available in the requested format.
    UnsupportedFormat,
    /// An internal error of the server.
    Internal,
}

impl ErrorCode {
    /// Every code, in the order of `docs/REFERENCE.md`.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The code as it is written on the wire.
    pub fn as_str(self) -> String {
        <&str>::from(self).to_owned()
    }

    /// Whether the same message, sent again a little later with the same id, may succeed.
    pub fn is_temporary(self) -> bool {
        matches!(
            self,
            Self::StorageUnavailable
                | Self::Busy
                | Self::TooFast
                | Self::Restarting
                | Self::ClockOff
                | Self::NeedsNewerServer
        )
    }

    /// The HTTP status of the code.
    pub fn status(self) -> u16 {
        match self {
            Self::BadToken | Self::TokenRequired => 401,
            Self::NotAPlayer
            | Self::NotInvited
            | Self::NotRateable
            | Self::NameNotClaimed
            | Self::Blocked
            | Self::Banned
            | Self::Silenced
            | Self::AddressBanned
            | Self::CrossSite
            | Self::WrongPassphrase => 403,
            Self::UnknownGame
            | Self::UnknownTournament
            | Self::UnknownPlayer
            | Self::UnknownPly
            | Self::UnknownToken
            | Self::NotAnalysed
            | Self::NotSigned
            | Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::FrameTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::BadField
            | Self::BadAction
            | Self::BadText
            | Self::BadRecord
            | Self::UnknownField
            | Self::UnknownType => 422,
            Self::Idle => 408,
            Self::TooFast
            | Self::TooManySockets
            | Self::TooManyExports
            | Self::TooManyAnalyses
            | Self::TooManyReports
            | Self::LeftTooManyGames => 429,
            Self::HeadTooLarge => 431,
            Self::Internal | Self::GameUnreadable => 500,
            Self::UnsupportedFormat => 501,
            Self::StorageUnavailable
            | Self::Busy
            | Self::Restarting
            | Self::ClockOff
            | Self::NeedsNewerServer => 503,
            Self::BadJson
            | Self::BinaryFrame
            | Self::BadFrame
            | Self::HelloFirst
            | Self::HelloTwice
            | Self::BadQuery
            | Self::TooBroad
            | Self::WrongCursor
            | Self::ConcealedStore
            | Self::BadBody
            | Self::BadRequest => 400,
            _ => 409,
        }
    }
}

impl Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.as_str())
    }
}

/// The refusal of a message on the socket. The message changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The id of the refused command, if it was readable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The game of the refused message, if it was readable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The reason, for programs.
    pub code: ErrorCode,
    /// The reason, for people: one sentence.
    pub message: String,
    /// With `too_fast`: the number of milliseconds to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl Refusal {
    /// Makes a refusal without a command id and a game.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { id: None, game: None, code, message: message.into(), retry_after: None }
    }
}

/// The body of every HTTP error: `application/problem+json` (RFC 9457) with a stable `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The path of the page that explains the code: `/errors#code`, relative to the server.
    #[serde(rename = "type")]
    pub kind: String,
    /// The code in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The error of this request: one sentence.
    pub detail: String,
    /// The stable code, for programs.
    pub code: ErrorCode,
}

impl Problem {
    /// The `type` of problems with a code.
    pub fn type_of(code: ErrorCode) -> String {
        format!("/errors#{}", code.as_str())
    }

    /// Makes a problem from a code and a sentence.
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            kind: Self::type_of(code),
            title: code.as_str().replace('_', " "),
            status: code.status(),
            detail: detail.into(),
            code,
        }
    }
}
