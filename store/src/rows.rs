//! Values of rows, to and from the types of the program.

use std::fmt::Display;
use std::str::FromStr;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::projection::time_control_view;
use ikibuguzo_protocol::{ArrayPair, EndReason, GameSummary, Outcome, PlayerName, Seats, Text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::StoreError;

/// code, rules, clock, public, state, South's name, North's name, whether they are bots, winner, reason, turns, arrays,
/// created_at, ended_at.
#[rustfmt::skip]
pub(crate) type GameRow = (
    String, String, String, i64, String, Option<String>, Option<String>, Option<i64>, Option<i64>, Option<String>,
    Option<String>, Option<i64>, Option<String>, i64, Option<i64>,
);

/// The beginning of a query for [`GameRow`]s: a subquery that selects games comes next, then [`JOIN_NAMES`].
pub(crate) const SELECT_GAMES: &str =
    "select found.code, found.rules, found.clock, found.public, found.state, s.name, n.name,
            s.bot, n.bot, found.winner, found.reason, found.turns, found.arrays, found.created_at, found.ended_at
     from (";

/// What follows the subquery of [`SELECT_GAMES`]: the names of the players.
pub(crate) const JOIN_NAMES: &str = ") found
     left join player s on s.player_id = found.south left join player n on n.player_id = found.north";

/// Reads a line of a list, without whose turn it is.
pub(crate) fn summary(row: GameRow) -> Result<GameSummary, StoreError> {
    let (
        id,
        rules,
        clock,
        public,
        state,
        south,
        north,
        south_bot,
        north_bot,
        winner,
        reason,
        turns,
        arrays,
        ..,
    ) = row;
    let (created_at, ended_at) = (row.13, row.14);
    let bots = BySeat::new(south_bot, north_bot);
    Ok(GameSummary {
        game: parse(&id)?,
        rules: Text(parse(&rules)?),
        public: public != 0,
        clock: time_control_view(parse(&clock)?),
        state: parse_word(&state)?,
        players: player_names(south, north)?,
        bots: Seat::ALL.into_iter().filter(|seat| bots[*seat] == Some(1)).map(Text).collect(),
        // Not in the row, which does not change with every turn.
        to_move: None,
        my_turn: None,
        outcome: reason.map(|reason| outcome(winner.as_deref(), &reason)).transpose()?,
        turns: turns.map(u32::try_from).transpose().map_err(corrupt)?,
        arrays: arrays.as_deref().map(parse::<ArrayPair>).transpose()?.map(Seats::from),
        created_at: unsigned(created_at)?,
        ended_at: ended_at.map(unsigned).transpose()?,
    })
}

/// Reads how a game ended.
pub(crate) fn outcome(winner: Option<&str>, reason: &str) -> Result<Outcome, StoreError> {
    let winner = winner.map(parse::<Seat>).transpose()?.map(Text);
    Ok(Outcome { winner, reason: parse_word::<EndReason>(reason)? })
}

/// Reads the names of both players, none for an empty seat.
pub(crate) fn player_names(
    south: Option<String>,
    north: Option<String>,
) -> Result<Seats<Option<PlayerName>>, StoreError> {
    let name = |name: Option<String>| name.as_deref().map(parse).transpose();
    Ok(Seats { south: name(south)?, north: name(north)? })
}

/// A time in milliseconds, or another count, as it is stored. The largest is 2⁶³ − 1.
pub(crate) fn millis(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Reads a stored count.
pub(crate) fn unsigned(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(corrupt)
}

/// Reads a stored text.
pub(crate) fn parse<T: FromStr>(text: &str) -> Result<T, StoreError>
where
    T::Err: Display,
{
    text.parse().map_err(corrupt)
}

/// The word that serde writes a variant without fields as.
pub(crate) fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Reads a variant without fields from the word that serde writes it as.
pub(crate) fn parse_word<T: DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    serde_json::from_value(Value::from(word)).map_err(corrupt)
}

/// A [`StoreError::Corrupt`] for this reason.
pub(crate) fn corrupt(error: impl Display) -> StoreError {
    StoreError::Corrupt(error.to_string())
}
