//! Finished games in the order of their ends, for exports.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_protocol::{GameId, GameSummary};

use crate::error::StoreError;
use crate::rows::{self, GameRow, millis, parse, unsigned};
use crate::search::Search;
use crate::seating::Seating;
use crate::statement::Statement;
use crate::store::Store;

/// Games that are examined for a page, if it may have to skip some.
const MAX_EXAMINED: u32 = 2_000;

/// Which finished games to list. New games come at the end of the list, so that a reader can go on where it stopped.
#[derive(Clone, Debug)]
pub struct FinishedQuery {
    /// Other conditions. `state` and `order` have no effect here.
    pub search: Search,
    /// Whether all games by invitation are listed too: only for those who run the server.
    pub by_invitation: bool,
    /// Only games behind this one.
    pub after: Option<FinishedCursor>,
    /// Only games that ended before this time: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}

/// A place in the list of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedCursor {
    /// When the game ended: milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// The game.
    pub id: GameId,
}

/// A page of the list of finished games.
#[derive(Clone, Debug, Default)]
pub struct FinishedPage {
    /// The games, the first to end first. A page may be empty and still have a next one.
    pub games: Vec<GameSummary>,
    /// Where the next page begins; none at the end of the list.
    pub next: Option<FinishedCursor>,
}

impl Store {
    /// A page of at most `limit` finished games, the first to end first. At most 2,000 games are examined.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_finished_games(
        &self,
        query: &FinishedQuery,
        limit: u32,
    ) -> Result<FinishedPage, StoreError> {
        let Some(seatings) = self.find_seatings(&query.search.seats).await? else {
            return Ok(FinishedPage::default());
        };
        let edge = self.find_finished_edge(query).await?;
        let found: Vec<GameRow> = query.select_page(&seatings, edge, limit).rows(&self.pool).await?;
        let is_full = found.len() == limit as usize;
        let games = found.into_iter().map(rows::summary).collect::<Result<Vec<_>, _>>()?;
        let last = games.last().map(FinishedCursor::of);
        Ok(FinishedPage { games, next: if is_full { last } else { edge } })
    }

    /// Where the bound on examined games ends the page; none if the list ends before.
    async fn find_finished_edge(&self, query: &FinishedQuery) -> Result<Option<FinishedCursor>, StoreError> {
        let mut statement = Statement::new("select ended_at, code from game where ");
        query.push_range(&mut statement, None);
        statement.push(&format!(" order by ended_at, code limit 1 offset {}", MAX_EXAMINED - 1));
        let last: Vec<(i64, String)> = statement.rows(&self.pool).await?;
        let place = |(at, id): (i64, String)| Ok(FinishedCursor { at: unsigned(at)?, id: parse(&id)? });
        last.into_iter().next().map(place).transpose()
    }
}

impl FinishedQuery {
    fn select_page(&self, seatings: &[Seating], edge: Option<FinishedCursor>, limit: u32) -> Statement {
        let mut statement = Statement::new(rows::SELECT_GAMES);
        statement.push("select * from game where ");
        self.push_range(&mut statement, edge);
        self.push_seats(&mut statement, seatings);
        self.push_visible(&mut statement);
        Search { state: None, ..self.search.clone() }.push_conditions(&mut statement, None);
        self.push_created(&mut statement);
        statement.push(&format!(" order by ended_at, code limit {limit}"));
        statement.push(rows::JOIN_NAMES);
        statement.push(" order by found.ended_at, found.code");
        statement
    }

    /// Adds that a game stands behind `after`, and before the end of the list or up to the edge.
    fn push_range(&self, statement: &mut Statement, edge: Option<FinishedCursor>) {
        statement.push("ended_at < ");
        statement.bind(millis(self.until).into());
        for (place, sign) in [(self.after, ">"), (edge, "<=")] {
            let Some(place) = place else { continue };
            statement.push(&format!(" and (ended_at, code) {sign} ("));
            statement.bind_all([millis(place.at).into(), place.id.as_str().into()]);
            statement.push(")");
        }
    }

    /// Adds who sits where, if players are named.
    fn push_seats(&self, statement: &mut Statement, seatings: &[Seating]) {
        let named = |seating: &Seating| seating.iter().any(Option::is_some);
        if !seatings.iter().any(named) {
            return;
        }
        for (place, seating) in seatings.iter().enumerate() {
            statement.push(if place == 0 { " and (" } else { " or " });
            push_seating(statement, seating);
        }
        statement.push(")");
    }

    /// Adds that a game is public or the viewer's own.
    fn push_visible(&self, statement: &mut Statement) {
        match &self.search.viewer {
            _ if self.by_invitation => {}
            None => statement.push(" and public = 1"),
            Some(viewer) => {
                statement.push(" and (public = 1");
                for seat in ["south", "north"] {
                    statement.push(&format!(" or {seat} = "));
                    statement.bind(viewer.as_str().into());
                }
                statement.push(")");
            }
        }
    }

    /// Adds when a game was created, if that is limited.
    fn push_created(&self, statement: &mut Statement) {
        for (time, sign) in [(self.search.from, ">="), (self.search.until, "<")] {
            if let Some(time) = time {
                statement.push(&format!(" and created_at {sign} "));
                statement.bind(millis(time).into());
            }
        }
    }
}

fn push_seating(statement: &mut Statement, seating: &Seating) {
    let taken = ["south", "north"].into_iter().zip(seating);
    let taken = taken.filter_map(|(seat, player)| Some((seat, player.as_ref()?)));
    for (place, (seat, player)) in taken.enumerate() {
        statement.push(if place == 0 { "(" } else { " and " });
        statement.push(&format!("{seat} = "));
        statement.bind(player.as_str().into());
    }
    statement.push(")");
}

impl FinishedCursor {
    /// The place of a finished game.
    pub fn of(game: &GameSummary) -> Self {
        Self { at: game.ended_at.unwrap_or_default(), id: game.game }
    }
}

impl Display for FinishedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at, self.id)
    }
}

impl FromStr for FinishedCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let place = text.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
        let (at, id) = place.ok_or("`after` is the cursor that a line or a record of an export carries")?;
        Ok(Self { at, id })
    }
}
