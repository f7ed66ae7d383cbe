use ikibuguzo_engine::{Array, Ruleset};
use serde::{Deserialize, Serialize};

use crate::{EndReason, GameRating, PlayerName, Seats, Text, Timestamp};

/// The response of `GET /api/players/{name}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The player's public name.
    pub name: PlayerName,
    /// Whether the player is a bot: a program plays for it. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// When the player was created: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
    /// The player's score in each game, sorted by the game's name. Games of a person against a bot do not count.
    pub games: Vec<Score>,
    /// The player's ratings, by game. Absent if the player has no rated game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<GameRating>,
}

/// The response of `GET /api/players/{name}/against/{opponent}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeadToHead {
    /// The player whose score it is.
    pub player: PlayerName,
    /// The opponent.
    pub opponent: PlayerName,
    /// The player's score in each game, sorted by the game's name.
    pub games: Vec<Score>,
}

/// The score of a player in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// The game without its options, such as `njombwa`.
    pub game: String,
    /// Number of games that the player won.
    pub won: u64,
    /// Number of games that the player lost.
    pub lost: u64,
    /// Number of drawn games.
    pub drawn: u64,
    /// Number of games that were aborted or expired.
    pub no_result: u64,
}

/// The response of `GET /api/stats`: statistics of all finished games of people, public and private. Games with a bot
/// do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Number of games with a result.
    pub games: u64,
    /// Statistics of each ruleset that has a finished game.
    pub rules: Vec<RulesStats>,
}

/// Statistics of one ruleset. Games without a result count only in `reasons`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesStats {
    /// The game and its options.
    pub rules: Text<Ruleset>,
    /// Number of games with a result.
    pub games: u64,
    /// Number of games that each seat won. South makes the first turn.
    pub won: Seats<u64>,
    /// Number of drawn games.
    pub drawn: u64,
    /// Number of turns in all games, both seats together.
    pub turns: u64,
    /// Number of laps with a capture in all games.
    pub captures: u64,
    /// Number of counters captured in all games.
    pub captured: u64,
    /// Lengths of the games; null if there are none.
    pub length: Option<GameLengths>,
    /// Reasons why games ended, most frequent first.
    pub reasons: Vec<ReasonCount>,
    /// In games with arrangement, the score of each pair of arrays.
    pub arrays: Vec<ArrayPairScore>,
    /// Number of games by month of creation, in order.
    pub months: Vec<MonthCount>,
}

/// The lengths of games, in turns of both seats together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameLengths {
    /// The shortest game.
    pub least: u32,
    /// The three quartiles.
    pub quartiles: [u32; 3],
    /// The longest game.
    pub most: u32,
    /// Width of a histogram bucket, in turns.
    pub bucket: u32,
    /// The buckets that are not empty, in order.
    pub histogram: Vec<LengthBucket>,
}

/// A bucket of the histogram of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthBucket {
    /// The smallest number of turns in the bucket.
    pub from: u32,
    /// Number of games.
    pub games: u64,
}

/// The number of games that ended for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonCount {
    /// The reason.
    pub reason: EndReason,
    /// Number of games.
    pub games: u64,
}

/// The score of a pair of opening arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayPairScore {
    /// The array of each seat.
    pub arrays: Seats<Text<Array>>,
    /// Number of games with a result.
    pub games: u64,
    /// Number of games that each seat won.
    pub won: Seats<u64>,
    /// Number of drawn games.
    pub drawn: u64,
}

/// The number of games created in one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonthCount {
    /// The month, such as `2026-11`, in UTC.
    pub month: String,
    /// Number of games with a result.
    pub games: u64,
}
