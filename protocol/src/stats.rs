use ikibuguzo_engine::{Array, Ruleset};
use serde::{Deserialize, Serialize};

use crate::{EndReason, PlayerName, Seats, Text};

/// The answer to `GET /api/players/{name}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The name that others see.
    pub name: PlayerName,
    /// When the player came: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// What came of the player's games, by game, in the order of their names.
    pub games: Vec<Score>,
}

/// The answer to `GET /api/players/{name}/against/{opponent}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeadToHead {
    /// Whose score it is.
    pub player: PlayerName,
    /// Against whom.
    pub opponent: PlayerName,
    /// What came of their games, by game, in the order of their names.
    pub games: Vec<Score>,
}

/// What came of a player's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// The game without its options, such as `njombwa`.
    pub game: String,
    /// Games that the player won.
    pub won: u64,
    /// Games that the player lost.
    pub lost: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that were aborted or have expired.
    pub no_result: u64,
}

/// The answer to `GET /api/stats`: what all games together amount to, games by invitation among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Games with a result.
    pub games: u64,
    /// The same, game by game with its options; only those of which one is over.
    pub rules: Vec<RulesStats>,
}

/// What the games by one ruleset amount to. But for `reasons`, those without a result are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesStats {
    /// The game and its options.
    pub rules: Text<Ruleset>,
    /// Games with a result.
    pub games: u64,
    /// Games that each seat won. South makes the first turn.
    pub won: Seats<u64>,
    /// Games that nobody won.
    pub drawn: u64,
    /// Turns in all of them together, both seats.
    pub turns: u64,
    /// Laps that captured, in all of them together.
    pub captures: u64,
    /// Counters that were captured, in all of them together.
    pub captured: u64,
    /// How long they were; none where there are none.
    pub length: Option<Length>,
    /// Why games ended, the most frequent first; those without a result too.
    pub reasons: Vec<ReasonCount>,
    /// In games with arrangement: how each pair of arrays fared.
    pub arrays: Vec<ArraysScore>,
    /// Games by the month in which they were created, in order.
    pub months: Vec<MonthCount>,
}

/// How long games were, in turns of both seats together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Length {
    /// The shortest.
    pub least: u32,
    /// A quarter, a half and three quarters of the games were at most so long.
    pub quartiles: [u32; 3],
    /// The longest.
    pub most: u32,
    /// How many turns a bucket of the histogram is wide.
    pub bucket: u32,
    /// The buckets with games in them, in order.
    pub histogram: Vec<LengthBucket>,
}

/// Games of about the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthBucket {
    /// From so many turns on, up to the width of a bucket.
    pub from: u32,
    /// So many games.
    pub games: u64,
}

/// How many games ended for a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonCount {
    /// The reason.
    pub reason: EndReason,
    /// So many games.
    pub games: u64,
}

/// How two opening arrays fared against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArraysScore {
    /// What each seat arranged.
    pub arrays: Seats<Text<Array>>,
    /// Games with a result.
    pub games: u64,
    /// Games that each seat won.
    pub won: Seats<u64>,
    /// Games that nobody won.
    pub drawn: u64,
}

/// How many games were created in a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonthCount {
    /// The month, such as `2026-11`, in UTC.
    pub month: String,
    /// So many games with a result.
    pub games: u64,
}
