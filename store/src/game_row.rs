//! Lines of lists of games, as queries return them.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::projection::time_control_view;
use ikibuguzo_protocol::{ArrayPair, GameSummary, Seats, Text};
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use crate::error::StoreError;
use crate::rows::{corrupt, outcome, parse, parse_word, player_names, timestamp};
use crate::store::Store;

/// The beginning of a query for [`GameRow`]s: a subquery that selects games comes next, then [`JOIN_NAMES`].
pub(crate) const SELECT_GAMES: &str =
    "select found.code, found.rules, found.clock, found.public, found.rated, found.state, s.name as south_name,
            n.name as north_name, s.bot as south_bot, n.bot as north_bot, i.name as invited_name,
            found.winner, found.reason, found.turns, found.arrays, found.created_at, found.ended_at
     from (";

/// The SQL behind the subquery of [`SELECT_GAMES`]: it joins the names of the players.
pub(crate) const JOIN_NAMES: &str = ") found
     left join player s on s.player_id = found.south left join player n on n.player_id = found.north
     left join player i on i.player_id = found.invited and found.state = 'open'";

/// A line of a list.
pub(crate) struct GameRow {
    code: String,
    rules: String,
    clock: String,
    public: i64,
    rated: i64,
    state: String,
    names: [Option<String>; 2],
    bots: [Option<i64>; 2],
    invited: Option<String>,
    winner: Option<String>,
    reason: Option<String>,
    turns: Option<i64>,
    arrays: Option<String>,
    created_at: i64,
    ended_at: Option<i64>,
}

impl FromRow<'_, AnyRow> for GameRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            code: row.try_get("code")?,
            rules: row.try_get("rules")?,
            clock: row.try_get("clock")?,
            public: row.try_get("public")?,
            rated: row.try_get("rated")?,
            state: row.try_get("state")?,
            names: [row.try_get("south_name")?, row.try_get("north_name")?],
            bots: [row.try_get("south_bot")?, row.try_get("north_bot")?],
            invited: row.try_get("invited_name")?,
            winner: row.try_get("winner")?,
            reason: row.try_get("reason")?,
            turns: row.try_get("turns")?,
            arrays: row.try_get("arrays")?,
            created_at: row.try_get("created_at")?,
            ended_at: row.try_get("ended_at")?,
        })
    }
}

impl Store {
    /// The lines of a list, without whose turn it is. Those that cannot be read are left out.
    pub(crate) fn summaries(&self, rows: Vec<GameRow>) -> Result<Vec<GameSummary>, StoreError> {
        let summary = |row: GameRow| self.leave_out_unreadable(parse(&row.code)?, row.summary());
        rows.into_iter().filter_map(|row| summary(row).transpose()).collect()
    }
}

impl GameRow {
    fn summary(self) -> Result<GameSummary, StoreError> {
        let [south, north] = self.names;
        let has_bot = |(seat, bot)| (bot == Some(1)).then_some(Text(seat));
        Ok(GameSummary {
            game: parse(&self.code)?,
            rules: Text(parse(&self.rules)?),
            public: self.public != 0,
            rated: self.rated != 0,
            clock: time_control_view(parse(&self.clock)?),
            state: parse_word(&self.state)?,
            players: player_names(south, north)?,
            // Not in the row: ratings are read when a list is shown.
            ratings: None,
            bots: Seat::ALL.into_iter().zip(self.bots).filter_map(has_bot).collect(),
            invited: self.invited.as_deref().map(parse).transpose()?,
            // Not in the row, which does not change with every turn.
            to_move: None,
            my_turn: None,
            outcome: self.reason.map(|reason| outcome(self.winner.as_deref(), &reason)).transpose()?,
            turns: self.turns.map(u32::try_from).transpose().map_err(corrupt)?,
            arrays: self.arrays.as_deref().map(parse::<ArrayPair>).transpose()?.map(Seats::from),
            created_at: timestamp(self.created_at)?,
            ended_at: self.ended_at.map(timestamp).transpose()?,
        })
    }
}
