//! Finished games in the order of their ends, for exports.

use std::fmt::{self, Display};
use std::ops::Bound;
use std::str::FromStr;

use ikibuguzo_protocol::{GameId, GameSummary, Order, Timestamp};

use crate::error::StoreError;
use crate::index_scan::{Cursor, ListTime, Range};
use crate::merged_scan::{ListPage, ListQuery};
use crate::search::Search;
use crate::store::Store;

/// Largest number of games of one scan that a page examines, if it may have to skip some.
const MAX_EXAMINED_GAMES: u32 = 1_000;

/// Which finished games to list. New games come at the end of the list, so that a reader can go on where it stopped.
#[derive(Clone, Debug)]
pub struct FinishedQuery {
    /// Other conditions. `state` and `order` have no effect here.
    pub search: Search,
    /// Whether all private games are listed too. Only for operators.
    pub by_invitation: bool,
    /// Only games after this one.
    pub after: Option<FinishedCursor>,
    /// Only games that ended before this time.
    pub until: Timestamp,
}

/// A cursor in the list of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedCursor {
    /// When the game ended.
    pub at: Timestamp,
    /// The game.
    pub id: GameId,
}

/// A page of the list of finished games.
#[derive(Clone, Debug, Default)]
pub struct FinishedPage {
    /// The games in the order of their ends. A page may be empty and still have a next one.
    pub games: Vec<GameSummary>,
    /// Where the next page begins; none at the end of the list.
    pub next: Option<FinishedCursor>,
}

impl Store {
    /// A page of at most `limit` finished games in the order of their ends. At most 1,000 games of each scan are
    /// examined.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_finished_games(
        &self,
        query: &FinishedQuery,
        limit: u32,
    ) -> Result<FinishedPage, StoreError> {
        let search = Search { state: None, ..query.search.clone() };
        let list = ListQuery {
            database: &self.database,
            search: &search,
            range: query.range(),
            by_invitation: query.by_invitation,
        };
        let ListPage { games, next } = self.read_page(list, limit, MAX_EXAMINED_GAMES).await?;
        Ok(FinishedPage { games, next: next.map(|Cursor { at, id }| FinishedCursor { at, id }) })
    }
}

impl FinishedQuery {
    /// The part of the list of finished games.
    pub(crate) fn range(&self) -> Range {
        let time = ListTime::Ended;
        let order = Order::Oldest;
        let all = Range { time, order, lower: Bound::Unbounded, upper: Bound::Unbounded };
        let range = all.before(self.until);
        self.after.map_or(range, |FinishedCursor { at, id }| range.after(Cursor { at, id }))
    }
}

impl FinishedCursor {
    /// The cursor of a finished game.
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
        let cursor = text.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
        let (at, id) = cursor.ok_or("`after` is the cursor that a line or a record of an export carries")?;
        Ok(Self { at, id })
    }
}
