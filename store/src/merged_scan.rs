//! The index scans of one list, read together in the order of the list.

use ikibuguzo_protocol::GameSummary;

use crate::database::Database;
use crate::error::StoreError;
use crate::game_row::{GameRow, JOIN_NAMES, SELECT_GAMES};
use crate::index_scan::{Cursor, IndexScan, Range};
use crate::rows::{parse, timestamp};
use crate::search::Search;
use crate::seating::Seating;
use crate::statement::Statement;
use crate::store::Store;

/// A search in a part of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListQuery<'a> {
    /// The database to query.
    pub(crate) database: &'a Database,
    /// Which games to find.
    pub(crate) search: &'a Search,
    /// Which part of which list.
    pub(crate) range: Range,
    /// Whether all private games are found, not only those of the viewer.
    pub(crate) by_invitation: bool,
}

/// How a query is carried out: which scans are read, and how far.
#[derive(Debug)]
pub(crate) struct MergedScan<'a> {
    query: ListQuery<'a>,
    scans: Vec<IndexScan>,
    /// Where the bound on examined games stops the scans; none if it does not.
    pub(crate) edge: Option<Cursor>,
}

/// A page of a list.
#[derive(Debug, Default)]
pub(crate) struct ListPage {
    /// The games, in the order of the list.
    pub(crate) games: Vec<GameSummary>,
    /// Where the next page begins; none at the end of the list.
    pub(crate) next: Option<Cursor>,
}

impl Store {
    /// A page of a list: at most `limit` games. If the scans may hold other games too, at most `max_examined` games a
    /// scan are examined.
    pub(crate) async fn read_page(
        &self,
        query: ListQuery<'_>,
        limit: u32,
        max_examined: u32,
    ) -> Result<ListPage, StoreError> {
        let Some(scan) = self.plan_page(query, max_examined).await? else { return Ok(ListPage::default()) };
        // One game more than the page shows tells whether there is a next page.
        let found: Vec<GameRow> = scan.select_page(limit.saturating_add(1)).rows(&self.pool).await?;
        let has_more = found.len() > limit as usize;
        let mut games = self.summaries(found)?;
        let cursor = |game: &GameSummary| query.range.time.cursor_of(game);
        games.sort_by(|one, other| query.range.compare(cursor(one), cursor(other)));
        games.truncate(limit as usize);
        let last = games.last().map(cursor);
        Ok(ListPage { games, next: if has_more { last.or(scan.edge) } else { scan.edge } })
    }

    /// The scans for a page of a list.
    pub(crate) async fn plan_page<'a>(
        &self,
        query: ListQuery<'a>,
        max_examined: u32,
    ) -> Result<Option<MergedScan<'a>>, StoreError> {
        if query.search.must_filter(query.range.time) {
            return self.plan_bounded(query, max_examined).await;
        }
        let Some(seatings) = self.find_seatings(&query.search.seats).await? else { return Ok(None) };
        Ok(query.alternatives(&seatings).into_iter().next())
    }

    /// The scans for a query that examines at most `max_examined` games a scan; none if a named player does not exist.
    /// Of several alternatives the one that gets farthest is chosen.
    pub(crate) async fn plan_bounded<'a>(
        &self,
        query: ListQuery<'a>,
        max_examined: u32,
    ) -> Result<Option<MergedScan<'a>>, StoreError> {
        let Some(seatings) = self.find_seatings(&query.search.seats).await? else { return Ok(None) };
        let mut best: Option<MergedScan<'a>> = None;
        for scan in query.alternatives(&seatings) {
            let scan = self.bound(scan, max_examined).await?;
            let Some(edge) = scan.edge else { return Ok(Some(scan)) };
            let farthest = best.as_ref().and_then(|best| best.edge);
            if farthest.is_none_or(|farthest| query.range.first(farthest, edge) == farthest) {
                best = Some(scan);
            }
        }
        Ok(best)
    }

    /// The same scans up to where the first of them has examined `max_examined` games.
    async fn bound<'a>(
        &self,
        mut scan: MergedScan<'a>,
        max_examined: u32,
    ) -> Result<MergedScan<'a>, StoreError> {
        for statement in scan.select_edges(max_examined) {
            let last: Vec<(i64, String)> = statement.rows(&self.pool).await?;
            for (at, id) in last {
                let cursor = Cursor { at: timestamp(at)?, id: parse(&id)? };
                scan.edge = Some(scan.edge.map_or(cursor, |edge| scan.query.range.first(edge, cursor)));
            }
        }
        Ok(scan)
    }
}

impl<'a> ListQuery<'a> {
    /// The ways to find all its games.
    pub(crate) fn alternatives(self, seatings: &[Seating]) -> Vec<MergedScan<'a>> {
        let scans = self.search.alternatives(seatings, self.by_invitation);
        scans.into_iter().map(|scans| MergedScan { query: self, scans, edge: None }).collect()
    }
}

impl MergedScan<'_> {
    /// The queries for the last of the first `count` cursors of each scan.
    pub(crate) fn select_edges(&self, count: u32) -> Vec<Statement> {
        let select = format!("select {}, code", self.query.range.time.column());
        let end = format!("{} limit 1 offset {}", self.query.range.order_by(), count.saturating_sub(1));
        let edge = |scan: &IndexScan| {
            let mut statement = Statement::default();
            self.push_scan(&mut statement, scan, &select);
            statement.push(&end);
            statement
        };
        self.scans.iter().map(edge).collect()
    }

    /// The query for the first `limit` games of each scan up to the edge, in no order: sorting the games of several
    /// scans is less work here than in the database, which would sort whole rows.
    pub(crate) fn select_page(&self, limit: u32) -> Statement {
        let mut statement = Statement::new(SELECT_GAMES);
        let end = format!("{} limit {limit}", self.query.range.order_by());
        self.push_union(&mut statement, "select *", &end);
        statement.push(JOIN_NAMES);
        statement
    }

    /// The query for the number of games up to the edge, one row a scan.
    pub(crate) fn select_counts(&self) -> Statement {
        let mut statement = Statement::default();
        self.push_union(&mut statement, "select count(*)", "");
        statement
    }

    /// The columns of each scan that have one value in all its games.
    #[cfg(test)]
    pub(crate) fn columns(&self) -> Vec<Vec<&'static str>> {
        self.scans.iter().map(IndexScan::columns).collect()
    }

    /// Adds the same query over each scan. SQLite accepts an order in a part of a union only in a subquery.
    fn push_union(&self, statement: &mut Statement, select: &str, end: &str) {
        for (index, scan) in self.scans.iter().enumerate() {
            statement.push(if index > 0 { " union all " } else { "" });
            statement.push("select * from (");
            self.push_scan(statement, scan, select);
            self.query.search.push_conditions(statement, scan, self.query.range.time);
            statement.push(&format!("{end}) scan_{index}"));
        }
    }

    /// Adds a query over a scan up to the edge, without the conditions that the scan does not meet by itself.
    fn push_scan(&self, statement: &mut Statement, scan: &IndexScan, select: &str) {
        let range = self.edge.map_or(self.query.range, |edge| self.query.range.up_to(edge));
        let hint = self.query.database.index_hint(&scan.index_name(range.time));
        statement.push(&format!("{select} from game{hint}"));
        scan.push_where(statement, &range);
    }
}
