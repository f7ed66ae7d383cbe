//! Finished games in the order of their ends.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_protocol::{GameId, GameSummary};

use super::rows::{self, GameRow, millis};
use super::search::{Search, Seating};
use super::statement::Statement;
use super::{Store, StoreError};

/// Games that are looked at for a page, where not all of them need be on it.
const LOOKED_AT: u32 = 2_000;

/// Which finished games, in the order of their ends. New ones come at the end, so a list goes on where it was left.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What else they have to be. Its `state` and its `order` say nothing here.
    pub search: Search,
    /// Games by invitation too, whoever asks: for whoever runs the server.
    pub by_invitation: bool,
    /// Only those that come after this one.
    pub after: Option<Ending>,
    /// Only those that had ended before: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}

/// The end of a game, as a place in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// When it was: milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// The game.
    pub id: GameId,
}

/// A page of a list of finished games.
#[derive(Clone, Debug, Default)]
pub struct EndedPage {
    /// The games, the first to end first. There may be none, and still more behind them.
    pub games: Vec<GameSummary>,
    /// From where the list goes on; none at its end.
    pub next: Option<Ending>,
}

impl Store {
    /// Some finished games, the first to end first. So many games are looked at and no more, however few are found.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn ended(&self, ended: &Ended, limit: u32) -> Result<EndedPage, StoreError> {
        let Some(seatings) = self.seatings(&ended.search.seats).await? else {
            return Ok(EndedPage::default());
        };
        let edge = self.edge_of_ended(ended).await?;
        let found: Vec<GameRow> = ended.page(&seatings, edge, limit).rows(&self.pool).await?;
        let full = found.len() == limit as usize;
        let games = found.into_iter().map(rows::summary).collect::<Result<Vec<_>, _>>()?;
        let last = games.last().map(Ending::of);
        Ok(EndedPage { games, next: if full { last } else { edge } })
    }

    /// Where looking has to stop; none where that is the end of the list.
    async fn edge_of_ended(&self, ended: &Ended) -> Result<Option<Ending>, StoreError> {
        let mut statement = Statement::new("select ended_at, code from game where ");
        ended.push_range(&mut statement, None);
        statement.push(&format!(" order by ended_at, code limit 1 offset {}", LOOKED_AT - 1));
        let last: Vec<(i64, String)> = statement.rows(&self.pool).await?;
        let place = |(at, id): (i64, String)| Ok(Ending { at: rows::unsigned(at)?, id: rows::read(&id)? });
        last.into_iter().next().map(place).transpose()
    }
}

impl Ended {
    fn page(&self, seatings: &[Seating], edge: Option<Ending>, limit: u32) -> Statement {
        let mut statement = Statement::new(rows::SELECT_FOUND);
        statement.push("select * from game where ");
        self.push_range(&mut statement, edge);
        self.push_seats(&mut statement, seatings);
        self.push_visible(&mut statement);
        Search { state: None, ..self.search.clone() }.push_residue(&mut statement, None);
        self.push_created(&mut statement);
        statement.push(&format!(" order by ended_at, code limit {limit}"));
        statement.push(rows::WITH_NAMES);
        statement.push(" order by found.ended_at, found.code");
        statement
    }

    /// Adds what stands between the place that the list goes on from and its end, or the edge.
    fn push_range(&self, statement: &mut Statement, edge: Option<Ending>) {
        statement.push("ended_at < ");
        statement.bind(millis(self.until).into());
        for (place, sign) in [(self.after, ">"), (edge, "<=")] {
            let Some(place) = place else { continue };
            statement.push(&format!(" and (ended_at, code) {sign} ("));
            statement.bind_all([millis(place.at).into(), place.id.as_str().into()]);
            statement.push(")");
        }
    }

    /// Adds who sits where, if that matters.
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

    /// Adds that a game is one that all may see, or the viewer's own.
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

    /// Adds when a game was created, if that matters.
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

impl Ending {
    /// Where a finished game stands.
    pub fn of(game: &GameSummary) -> Self {
        Self { at: game.ended_at.unwrap_or_default(), id: game.game }
    }
}

impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at, self.id)
    }
}

impl FromStr for Ending {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let place = text.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
        let (at, id) = place.ok_or("`after` is the cursor that a line or a record of an export carries")?;
        Ok(Self { at, id })
    }
}
