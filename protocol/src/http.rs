use std::collections::BTreeMap;

use ikibuguzo_engine::{Array, Ruleset, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    ClockView, CommandId, Commitment, Event, FirstTurn, GameCount, GameId, LeftGame, Opponent, Outcome,
    PlayerName, Receipt, Role, Sanction, SeatRating, Seats, State, Text, TimeControl, Timestamp, Token,
    whole_number,
};

/// The shortest time for which a challenge can stay open, in seconds: a minute.
pub const MIN_CHALLENGE_TERM_SECONDS: u32 = 60;

/// The longest time for which a challenge can stay open, in seconds: 14 days.
pub const MAX_CHALLENGE_TERM_SECONDS: u32 = 14 * 86_400;

/// The response of `POST /api/players` (new guest) and `POST /api/tokens` (sign in). Only these show the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Credentials {
    /// The player's public name.
    pub name: PlayerName,
    /// The secret that authenticates the player: `Authorization: Bearer …`, or in `hello`.
    pub token: Token,
}

/// The largest body of `POST /api/games/offline`, in bytes. The records of long games have some thousand bytes.
pub const MAX_RECORD_BODY_BYTES: usize = 32_768;

/// The body of `POST /api/games/offline`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfflineGameRecord {
    /// The record of a finished game against a computer player (docs/NOTATION.md).
    pub record: String,
}

/// The response of `GET` and `PUT /api/players/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurrentPlayer {
    /// The player's public name.
    pub name: PlayerName,
    /// Whether the name is claimed, so that the player can sign in with a passphrase.
    #[serde(default)]
    pub claimed: bool,
    /// Whether the player is a bot: a program plays for it. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The operator's decisions about the player that are in force. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sanctions: Vec<Sanction>,
    /// The games that the player has left within a day, the newest first, at most 20. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_games: Vec<LeftGame>,
    /// When the player may again open public games and join those of others, after leaving too many games: milliseconds
    /// since 1970-01-01 UTC. Absent if it may now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing_banned_until: Option<Timestamp>,
}

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The client's id for this command. The same id again returns the same game.
    pub id: CommandId,
    /// The game and its options, as one text: `ikibuguzo:choice`.
    pub rules: Text<Ruleset>,
    /// Who makes the first turn.
    #[serde(default)]
    pub starts: FirstTurn,
    /// Whether the game is listed and open to everybody. A private game opens with its id.
    #[serde(default)]
    pub public: bool,
    /// The time control: `none`, `fischer:300+5`, `delay:300+5`, `days:3`.
    #[serde(default)]
    pub clock: Text<TimeControl>,
    /// Whether the result changes the players' ratings: only with a clock, and between people who have claimed their
    /// names. A player who joins the game agrees to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The opponent: a computer player, which sits down at once, or a player, who is invited. Absent: anybody who may
    /// join can take the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Text<Opponent>>,
    /// How long a challenge stays open, in seconds, whether or not its maker is present: a minute to 14 days, and only
    /// with a player as `opponent`. Absent: with a clock in seconds until 10 minutes after its maker was last present,
    /// otherwise a week.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "whole_number::number_or_null"
    )]
    #[cfg_attr(feature = "schema", schemars(range(min = MIN_CHALLENGE_TERM_SECONDS, max = MAX_CHALLENGE_TERM_SECONDS)))]
    pub open_for: Option<u32>,
}

/// The response of `POST /api/games` and `POST /api/games/{id}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatAssignment {
    /// The game. Its id is also the invitation code.
    pub game: GameId,
    /// The player's seat.
    pub seat: Text<Seat>,
}

/// A game in the list of `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// The game and its options, as one text.
    pub rules: Text<Ruleset>,
    /// Whether the game is listed and open to everybody. A private game opens with its id.
    pub public: bool,
    /// Whether the result changes the players' ratings. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The phase of the game.
    pub state: State,
    /// The time control. Absent in games without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Text<TimeControl>>,
    /// The player of each seat.
    pub players: Seats<Option<PlayerName>>,
    /// The present ratings of the players for this game and its kind of clock. Absent if neither player has one, and in
    /// finished games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Seats<Option<SeatRating>>>,
    /// The seats of bots: players for whom a program plays. Absent if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Text<Seat>>,
    /// The player for whom the free seat is kept. Absent if there is none, or if the seat is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<PlayerName>,
    /// The seat to move. Absent in games that are not being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Text<Seat>>,
    /// Whether the game waits for the viewer to move or to arrange. Absent unless the viewer sits in it and it is being
    /// arranged or played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub my_turn: Option<bool>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Completed turns of both seats together. Absent before the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// The opening arrays. Absent before both seats have arranged, and in games without arrangement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrays: Option<Seats<Text<Array>>>,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: Option<Timestamp>,
}

/// The response of `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// One page. A short or empty page is not necessarily the last one.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next: Option<String>,
    /// Number of games in the whole search, if the request asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<GameCount>,
}

/// The response of `GET /api/games/{id}/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventPage {
    /// The game.
    pub game: GameId,
    /// The viewer's role in it.
    pub role: Role,
    /// The newest `seq` of the game.
    pub head: u64,
    /// Every event after `since`, in order.
    pub events: Vec<Event>,
}

/// A line of `GET /api/export`: a finished game with all its events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedGame {
    /// The value of `after` that continues the export after this game.
    pub cursor: String,
    /// The fields of a listed game.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<GameSummary>"))]
    pub summary: GameSummary,
    /// The hash of the entry with which the game ended: 64 hexadecimal digits. It covers all entries before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_hash: Option<String>,
    /// How names and chat messages enter the hashes, by the `seq` of their events.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Commitment>"))]
    pub commitments: BTreeMap<u64, Commitment>,
    /// Every event, in order.
    pub events: Vec<Event>,
}

/// The response of `GET /api/games/{id}/clock`: an account of every millisecond.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockReport {
    /// The game.
    pub game: GameId,
    /// The time control.
    pub clock: Text<TimeControl>,
    /// The clocks now. Null in games without a clock and before play has begun.
    pub clocks: Option<ClockView>,
    /// The time charged for every action.
    pub bills: Vec<ActionCharge>,
    /// The server's downtimes, for which no seat was charged.
    pub excused: Vec<ExcusedDowntime>,
}

/// The response of `GET /api/oembed`: how another site embeds a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OEmbed {
    /// The version of oEmbed: `1.0`.
    pub version: String,
    /// The type of the content: `rich`, which is HTML.
    #[serde(rename = "type")]
    pub kind: String,
    /// Who plays.
    pub title: String,
    /// The name of the site.
    pub provider_name: String,
    /// The address of the site.
    pub provider_url: String,
    /// The width of the frame, in pixels.
    pub width: u32,
    /// The height of the frame, in pixels.
    pub height: u32,
    /// The frame, as HTML.
    pub html: String,
    /// A picture of the game, if it is no larger than the site allows.
    #[serde(flatten)]
    pub thumbnail: Option<Thumbnail>,
}

/// The picture of an [`OEmbed`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thumbnail {
    /// The address of the picture.
    #[serde(rename = "thumbnail_url")]
    pub url: String,
    /// Its width, in pixels.
    #[serde(rename = "thumbnail_width")]
    pub width: u32,
    /// Its height, in pixels.
    #[serde(rename = "thumbnail_height")]
    pub height: u32,
}

impl OEmbed {
    /// The version of oEmbed.
    pub const VERSION: &'static str = "1.0";

    /// The type of content that is HTML.
    pub const RICH: &'static str = "rich";
}

/// The time charged for one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionCharge {
    /// The `seq` of its event.
    pub seq: u64,
    /// The seat that acted.
    pub seat: Text<Seat>,
    /// Arrival, charge and balance.
    #[serde(flatten)]
    pub receipt: Receipt,
}

/// A downtime of the server, for which no seat was charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExcusedDowntime {
    /// The `seq` of its event.
    pub seq: u64,
    /// Start of the downtime: milliseconds since 1970-01-01 UTC.
    pub from: Timestamp,
    /// End of the downtime: milliseconds since 1970-01-01 UTC.
    pub until: Timestamp,
}
