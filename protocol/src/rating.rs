use serde::{Deserialize, Serialize};

use crate::{PlayerName, Seats, Timestamp};

/// The rating of a player in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRating {
    /// The name of the game, without options.
    pub game: String,
    /// Whether it is the rating for clocks with days; the other one is for clocks with seconds.
    pub correspondence: bool,
    /// The rating. A player begins with 1500.
    pub rating: i32,
    /// Its standard deviation, which grows while the player plays no rated games.
    pub deviation: i32,
    /// Whether too little is known about the player: the deviation is 110 or more.
    pub provisional: bool,
    /// Rated games that counted.
    pub games: u32,
    /// When the last of them ended: milliseconds since 1970-01-01 UTC.
    pub rated_at: Timestamp,
}

/// The rating of a player beside its name in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatRating {
    /// The rating for the game and its kind of clock. In a finished rated game: after it.
    pub rating: i32,
    /// Whether too little is known about the player. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// How much a finished rated game changed the rating. Absent in lists, and if the game has not changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// The response of `GET /api/games/{id}/ratings`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRatings {
    /// The rating of the player in each seat. Null without rated games, and for a free seat.
    pub ratings: Seats<Option<SeatRating>>,
}

/// The response of `GET /api/players/{name}/ratings/{pool}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingHistory {
    /// The player.
    pub player: PlayerName,
    /// The rating after each of the last 500 rated games that counted, the first one first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingPoint {
    /// When the game ended: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
    /// The rating.
    pub rating: i32,
    /// Its standard deviation.
    pub deviation: i32,
}

/// The response of `GET /api/leaderboards/{pool}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leaderboard {
    /// The players with the highest ratings that are not provisional, the best first: at most 100.
    pub players: Vec<LeaderboardEntry>,
}

/// A player of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardEntry {
    /// The player.
    pub name: PlayerName,
    /// The rating.
    pub rating: i32,
    /// Rated games that counted.
    pub games: u64,
}
