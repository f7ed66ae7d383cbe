//! Lists of games, page by page.
//!
//! Every page is read from index scans. If no index holds exactly the games of a search, a bounded number of games is
//! examined; then the page ends early, with a cursor to go on from. So a page costs the same anywhere in the list,
//! however long the list is.

use ikibuguzo_protocol::{GameCount, GameSummary, Timestamp};

use crate::error::StoreError;
use crate::index_scan::Cursor;
use crate::merged_scan::{ListPage, ListQuery};
use crate::rows::unsigned;
use crate::search::Search;
use crate::store::Store;

/// Largest number of games of one scan that a page examines, if it may have to skip some.
const MAX_EXAMINED_FOR_PAGE: u32 = 500;

/// Largest number of games of one scan that are examined to count a search.
const MAX_EXAMINED_FOR_COUNT: u32 = 10_000;

/// A page of a list.
#[derive(Clone, Debug, Default)]
pub struct SearchPage {
    /// The games, in the order of the list.
    pub games: Vec<GameSummary>,
    /// Where the next page begins; none at the end of the list.
    pub next: Option<Cursor>,
}

impl Store {
    /// A page of a search: at most `limit` games after a cursor of the list.
    ///
    /// With the oldest games first, it shows no game that was created at `complete_before` or later: otherwise a game
    /// that is stored late would be skipped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn search(
        &self,
        search: &Search,
        after: Option<Cursor>,
        limit: u32,
        complete_before: Timestamp,
    ) -> Result<SearchPage, StoreError> {
        let range = search.range(after, complete_before);
        let query = ListQuery { database: &self.database, search, range, by_invitation: false };
        let ListPage { games, next } = self.read_page(query, limit, MAX_EXAMINED_FOR_PAGE).await?;
        Ok(SearchPage { games, next })
    }

    /// How many games a search finds. The count is not exact if more than 10,000 games would have to be examined.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn count_games(&self, search: &Search) -> Result<GameCount, StoreError> {
        let range = search.range(None, Timestamp::MAX);
        let query = ListQuery { database: &self.database, search, range, by_invitation: false };
        let Some(scan) = self.plan_bounded(query, MAX_EXAMINED_FOR_COUNT).await? else {
            return Ok(GameCount { games: 0, exact: true });
        };
        let counts: Vec<(i64,)> = scan.select_counts().rows(&self.pool).await?;
        let games = counts.into_iter().map(|(games,)| unsigned(games)).sum::<Result<u64, _>>()?;
        Ok(GameCount { games, exact: scan.edge.is_none() })
    }

    /// The database's own plan for a page of a search, a line for each step; for measurements.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn explain_search(&self, search: &Search, limit: u32) -> Result<Vec<String>, StoreError> {
        let range = search.range(None, Timestamp::MAX);
        let query = ListQuery { database: &self.database, search, range, by_invitation: false };
        let Some(scan) = self.plan_page(query, MAX_EXAMINED_FOR_PAGE).await? else {
            return Ok(Vec::new());
        };
        self.database.explain(scan.select_page(limit + 1), &self.pool).await
    }
}
