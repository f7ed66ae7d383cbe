//! Tournaments.

use std::ops::RangeInclusive;

use ikibuguzo_engine::Ruleset;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::{CommandId, GameId, PlayerName, Seats, Text, TimeControl, Timestamp, TournamentId, whole_number};

/// How the players of a tournament are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TournamentFormat {
    /// Everybody plays everybody else once.
    #[default]
    RoundRobin,
    /// For some minutes, the players who are free are paired again and again. Players enter and leave at any time.
    Arena,
    /// In each of some rounds, players meet opponents with as many points, and nobody meets the same opponent twice.
    Swiss,
}

/// The body of `POST /api/tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// The client's id for this command. The same id again returns the same tournament.
    pub id: CommandId,
    /// The game and its options, as one text: `ikibuguzo:choice`.
    pub rules: Text<Ruleset>,
    /// The time control of the games. Tournament games always have a clock.
    pub clock: Text<TimeControl>,
    /// Whether the games change ratings. If so, only players who have claimed their names can enter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How the players are paired. Absent: everybody plays everybody else once.
    #[serde(default, skip_serializing_if = "TournamentFormat::is_round_robin")]
    pub format: TournamentFormat,
    /// The number of places: 4 to 8, in a Swiss tournament 4 to 64, in an arena 4 to 300.
    #[serde(deserialize_with = "whole_number::number")]
    #[cfg_attr(feature = "schema", schemars(range(min = 4, max = 300)))]
    pub places: u32,
    /// How long an arena lasts, in minutes: 10 to 360. Absent: 60. Only for arenas.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "whole_number::number_or_null"
    )]
    #[cfg_attr(feature = "schema", schemars(range(min = 10, max = 360)))]
    pub minutes: Option<u32>,
    /// The number of rounds of a Swiss tournament: 3 to 11, fewer than places. Absent: 5, or one less than places. Only
    /// for Swiss tournaments.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "whole_number::number_or_null"
    )]
    #[cfg_attr(feature = "schema", schemars(range(min = 3, max = 11)))]
    pub round_count: Option<u32>,
    /// When it begins, with the players who have entered: milliseconds since 1970-01-01 UTC, in the future, at most 60
    /// days from now. With fewer than three players it is then cancelled, unless it is an arena. Absent: it begins when
    /// all places are taken, and is cancelled if they are not taken after 14 days; an arena begins at once.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "whole_number::number_or_null"
    )]
    pub starts_at: Option<Timestamp>,
}

impl NewTournament {
    /// The numbers of minutes that an arena can last.
    pub const MINUTES: RangeInclusive<u32> = 10..=360;

    /// How long an arena lasts by default, in minutes.
    pub const DEFAULT_MINUTES: u32 = 60;

    /// The numbers of rounds that a Swiss tournament can have.
    pub const ROUNDS: RangeInclusive<u32> = 3..=11;

    /// The number of rounds of a Swiss tournament by default, if it has more places.
    pub const DEFAULT_ROUNDS: u32 = 5;
}

impl TournamentFormat {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Swiss, Self::Arena];

    /// The numbers of places that a tournament can have.
    pub const fn places(self) -> RangeInclusive<u32> {
        match self {
            Self::RoundRobin => 4..=8,
            Self::Swiss => 4..=64,
            Self::Arena => 4..=300,
        }
    }

    /// The number of places that clients propose.
    pub const fn proposed_places(self) -> u32 {
        match self {
            Self::RoundRobin => 4,
            Self::Swiss => 16,
            Self::Arena => 100,
        }
    }

    /// Whether this is the default format, which is not written.
    fn is_round_robin(&self) -> bool {
        *self == Self::RoundRobin
    }
}

/// The response of `POST /api/tournaments`, and a tournament of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentSummary {
    /// The tournament.
    pub tournament: TournamentId,
    /// The game and its options, as one text.
    pub rules: Text<Ruleset>,
    /// The time control of the games.
    pub clock: Text<TimeControl>,
    /// Whether the games change ratings. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How the players are paired. Absent: everybody plays everybody else once.
    #[serde(default, skip_serializing_if = "TournamentFormat::is_round_robin")]
    pub format: TournamentFormat,
    /// How long an arena lasts, in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// The number of rounds of a Swiss tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_count: Option<u32>,
    /// Its state.
    pub state: TournamentState,
    /// The number of places.
    pub places: u32,
    /// The number of players who have entered.
    pub entered: u32,
    /// Who made it.
    pub maker: PlayerName,
    /// When it was made: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
    /// When it is to begin: milliseconds since 1970-01-01 UTC. Absent if it begins when all places are taken, or at
    /// once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// When an arena that has begun closes: milliseconds since 1970-01-01 UTC. Games that end later do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes_at: Option<Timestamp>,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
}

/// The state of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TournamentState {
    /// Players can enter.
    Open,
    /// Its games are played.
    Running,
    /// All its games have ended.
    Finished,
    /// Too few players entered.
    Cancelled,
}

/// The response of `GET /api/tournaments`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentList {
    /// The open and running tournaments, the newest first, at most 100; then the 50 that ended last.
    pub tournaments: Vec<TournamentSummary>,
}

/// The response of `GET /api/tournaments/{tournament}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tournament {
    /// The fields of a listed tournament.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<TournamentSummary>"))]
    pub summary: TournamentSummary,
    /// The players, the best first; in the order of their entry before it begins.
    pub standings: Vec<TournamentStanding>,
    /// The rounds that have begun: the pairings of each. An arena has no rounds: its pairings come as one list, the
    /// newest first, with at most 50 whose games have ended.
    pub rounds: Vec<Vec<TournamentPairing>>,
    /// The players who rest in a round of a Swiss tournament with an odd number of players, and get the points of a
    /// win. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<TournamentBye>,
}

/// A player who rests in a round, and gets the points of a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentBye {
    /// The round, from 1.
    pub round: u32,
    /// The player.
    pub player: PlayerName,
}

/// What a player has achieved in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentStanding {
    /// The player.
    pub player: PlayerName,
    /// Whether the player has withdrawn. Except in a round robin, a player who does not come to a game is also
    /// withdrawn, and comes back by entering again. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// The place, from 1. Players who are equal in everything share it.
    pub place: u32,
    /// Points: 2 for a game won, 1 for a drawn one; in an arena twice as many after two games won in a row, and one
    /// more for a game won with half the clock.
    pub points: u32,
    /// The score of Sonneborn and Berger: twice the points of the opponents whom the player has beaten, and the points
    /// of those against whom it drew. 0 in an arena.
    pub tie_break: u32,
    /// In an arena: the number of games won in a row until now. Absent if it is 0.
    #[serde(default, skip_serializing_if = "crate::clock::is_zero")]
    pub streak: u32,
    /// Games won.
    pub won: u32,
    /// Games that have ended.
    pub played: u32,
}

/// Two players who meet in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentPairing {
    /// The players.
    pub players: Seats<PlayerName>,
    /// Their game. Absent if one of them had withdrawn before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The points of both. In an arena, 3 or 5 is a game won with half the clock. Absent while the game is played, and
    /// if it ended after the arena closed. If neither player came, both get 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Seats<u32>>,
}
