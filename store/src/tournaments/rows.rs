//! The rows of a tournament.

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{GameId, Text, Timestamp, TournamentState, TournamentSummary};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::error::StoreError;
use crate::rows::{corrupt, parse, timestamp, unsigned};

/// The key of a tournament in the database. It is never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TournamentNumber(i64);

/// A tournament with its players and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTournament {
    /// Its key.
    pub number: TournamentNumber,
    /// How often it has changed.
    pub version: u64,
    /// What lists show of it.
    pub summary: TournamentSummary,
    /// The players: in the order of the pairings, or of their entry before it begins.
    pub players: Vec<TournamentPlayer>,
    /// The games, by round.
    pub games: Vec<TournamentGameRow>,
    /// The players who rested, by round.
    pub byes: Vec<ByeRow>,
}

/// A player who rests in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByeRow {
    /// The round, from 1.
    pub round: u32,
    /// The player.
    pub player: PlayerId,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentPlayer {
    /// The player.
    pub player: Player,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
}

/// Two players who meet in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentGameRow {
    /// The round, from 1.
    pub round: u32,
    /// The players.
    pub players: BySeat<PlayerId>,
    /// Their game; none if one of them had withdrawn before.
    pub game: Option<GameId>,
    /// When the pairing was made. None in tournaments that were stored before arenas existed.
    pub begun_at: Option<Timestamp>,
    /// When the game ended.
    pub ended_at: Option<Timestamp>,
    /// The points of both; none while they play.
    pub points: Option<BySeat<u32>>,
}

/// The columns that [`read_summary`] reads.
pub(super) const COLUMNS: &str = "tournament.tournament_id, tournament.version, tournament.code, tournament.rules,
    tournament.clock, tournament.rated, tournament.places, tournament.entered, player.name as maker_name,
    tournament.created_at, tournament.starts_at, tournament.started_at, tournament.ended_at, tournament.format,
    tournament.minutes, tournament.closes_at, tournament.rounds";

/// player_id, name, bot, withdrawn_at.
pub(super) type PlayerRow = (String, String, i64, Option<i64>);

/// The columns of a pairing, as [`PairingRow`] has them.
pub(super) const GAME_COLUMNS: &str =
    "round, south, north, game, south_points, north_points, begun_at, ended_at";

/// A pairing and its points.
#[rustfmt::skip]
pub(super) type PairingRow = (
    i64, String, String, Option<String>, Option<i64>, Option<i64>, Option<i64>, Option<i64>,
);

impl TournamentNumber {
    /// A number from random bits. The sign does not count.
    pub fn from_random(random: u64) -> Self {
        Self((random >> 1).cast_signed())
    }

    pub(crate) fn from_stored(stored: i64) -> Self {
        Self(stored)
    }

    pub(crate) fn to_stored(self) -> i64 {
        self.0
    }
}

/// Reads a tournament: its number, its version, and what lists show.
pub(super) fn read_summary(row: &AnyRow) -> Result<(TournamentNumber, u64, TournamentSummary), StoreError> {
    let ended_at = time(row, "ended_at")?;
    let summary = TournamentSummary {
        tournament: parse(row.try_get("code")?)?,
        rules: Text(parse(row.try_get("rules")?)?),
        clock: Text(parse(row.try_get("clock")?)?),
        rated: row.try_get::<i64, _>("rated")? != 0,
        format: parse(row.try_get("format")?)?,
        minutes: optional_count(row, "minutes")?,
        round_count: optional_count(row, "rounds")?,
        state: state_of(time(row, "started_at")?.is_some(), ended_at.is_some()),
        places: count(row.try_get("places")?)?,
        entered: count(row.try_get("entered")?)?,
        maker: parse(row.try_get("maker_name")?)?,
        created_at: timestamp(row.try_get("created_at")?)?,
        starts_at: time(row, "starts_at")?,
        closes_at: time(row, "closes_at")?,
        ended_at,
    };
    let number = TournamentNumber::from_stored(row.try_get("tournament_id")?);
    Ok((number, unsigned(row.try_get("version")?)?, summary))
}

fn time(row: &AnyRow, column: &str) -> Result<Option<Timestamp>, StoreError> {
    row.try_get::<Option<i64>, _>(column)?.map(timestamp).transpose()
}

fn optional_count(row: &AnyRow, column: &str) -> Result<Option<u32>, StoreError> {
    row.try_get::<Option<i64>, _>(column)?.map(count).transpose()
}

pub(super) fn read_player((id, name, bot, withdrawn_at): PlayerRow) -> Result<TournamentPlayer, StoreError> {
    let player = Player { id: id.as_str().into(), name: parse(&name)?, bot: bot != 0 };
    Ok(TournamentPlayer { player, withdrawn: withdrawn_at.is_some() })
}

pub(super) fn read_game(row: PairingRow) -> Result<TournamentGameRow, StoreError> {
    let (round, south, north, game, south_points, north_points, begun_at, ended_at) = row;
    let points = match south_points.zip(north_points) {
        Some((south, north)) => Some(BySeat { south: count(south)?, north: count(north)? }),
        None => None,
    };
    Ok(TournamentGameRow {
        round: count(round)?,
        players: BySeat { south: south.as_str().into(), north: north.as_str().into() },
        game: game.as_deref().map(parse).transpose()?,
        begun_at: begun_at.map(timestamp).transpose()?,
        ended_at: ended_at.map(timestamp).transpose()?,
        points,
    })
}

/// Reads a small number.
pub(super) fn count(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(corrupt)
}

fn state_of(has_begun: bool, has_ended: bool) -> TournamentState {
    match (has_begun, has_ended) {
        (false, false) => TournamentState::Open,
        (true, false) => TournamentState::Running,
        (true, true) => TournamentState::Finished,
        (false, true) => TournamentState::Cancelled,
    }
}
