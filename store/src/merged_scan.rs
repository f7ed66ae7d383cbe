//! The index scans of one search, read together in the order of the list.

use crate::error::StoreError;
use crate::index_scan::{Cursor, IndexScan, Range};
use crate::rows::{self, parse, unsigned};
use crate::search::Search;
use crate::seating::Seating;
use crate::statement::Statement;
use crate::store::Store;

/// How a search is carried out: which scans are read, and how far.
#[derive(Debug)]
pub(crate) struct MergedScan {
    scans: Vec<IndexScan>,
    range: Range,
    /// Where the bound on examined games stops the scans; none if it does not.
    pub(crate) edge: Option<Cursor>,
}

impl Store {
    /// The scans for a page of a search. A search whose scans hold nothing but its games needs no bound; another one examines
    /// at most `max_examined` games a scan.
    pub(crate) async fn plan_page(
        &self,
        search: &Search,
        range: Range,
        max_examined: u32,
    ) -> Result<Option<MergedScan>, StoreError> {
        if search.must_filter() {
            return self.plan_bounded(search, range, max_examined).await;
        }
        let Some(seatings) = self.find_seatings(&search.seats).await? else { return Ok(None) };
        let scans = search.alternatives(&seatings).swap_remove(0);
        Ok(Some(MergedScan { scans, range, edge: None }))
    }

    /// The scans for a search that examines at most `max_examined` games a scan; none if a named player does not exist. Of
    /// several alternatives the one that gets farthest is chosen.
    pub(crate) async fn plan_bounded(
        &self,
        search: &Search,
        range: Range,
        max_examined: u32,
    ) -> Result<Option<MergedScan>, StoreError> {
        let Some(seatings) = self.find_seatings(&search.seats).await? else { return Ok(None) };
        self.choose_scans(search, &seatings, range, max_examined).await.map(Some)
    }

    async fn choose_scans(
        &self,
        search: &Search,
        seatings: &[Seating],
        range: Range,
        max_examined: u32,
    ) -> Result<MergedScan, StoreError> {
        let mut best: Option<(Vec<IndexScan>, Cursor)> = None;
        for scans in search.alternatives(seatings) {
            let Some(edge) = self.find_edge(&scans, range, max_examined).await? else {
                return Ok(MergedScan { scans, range, edge: None });
            };
            if best.as_ref().is_none_or(|(_, farthest)| range.first(*farthest, edge) == *farthest) {
                best = Some((scans, edge));
            }
        }
        // There is at least one alternative.
        let (scans, edge) = best.map_or((Vec::new(), None), |(scans, edge)| (scans, Some(edge)));
        Ok(MergedScan { scans, range: edge.map_or(range, |edge| range.up_to(edge)), edge })
    }

    /// Where the first of some scans has examined `max_examined` games; none if all end before.
    async fn find_edge(
        &self,
        scans: &[IndexScan],
        range: Range,
        max_examined: u32,
    ) -> Result<Option<Cursor>, StoreError> {
        let mut edge: Option<Cursor> = None;
        for scan in scans {
            let mut statement = Statement::new("select created_at, code from game");
            scan.push_where(&mut statement, &range);
            statement.push(&range.order_by(""));
            statement.push(&format!(" limit 1 offset {}", max_examined - 1));
            let last: Vec<(i64, String)> = statement.rows(&self.pool).await?;
            for (created_at, id) in last {
                let place = Cursor { created_at: unsigned(created_at)?, id: parse(&id)? };
                edge = Some(edge.map_or(place, |edge| range.first(edge, place)));
            }
        }
        Ok(edge)
    }
}

impl MergedScan {
    /// The query for the first `limit` games of a search.
    pub(crate) fn select_page(&self, search: &Search, limit: u32) -> Statement {
        let order_by = self.range.order_by("");
        let mut statement = Statement::new(rows::SELECT_GAMES);
        self.push_union(&mut statement, search, "select * from game", &format!("{order_by} limit {limit}"));
        statement.push(&format!("{order_by} limit {limit}"));
        statement.push(rows::JOIN_NAMES);
        statement.push(&self.range.order_by("found."));
        statement
    }

    /// The query for the number of games of a search, one row a scan.
    pub(crate) fn select_counts(&self, search: &Search) -> Statement {
        let mut statement = Statement::default();
        self.push_union(&mut statement, search, "select count(*) from game", "");
        statement
    }

    /// Adds the same query over each scan. SQLite accepts an order in a part of a union only in a subquery.
    fn push_union(&self, statement: &mut Statement, search: &Search, select: &str, end: &str) {
        for (place, scan) in self.scans.iter().enumerate() {
            statement.push(if place > 0 { " union all " } else { "" });
            statement.push(&format!("select * from ({select}"));
            scan.push_where(statement, &self.range);
            search.push_conditions(statement, Some(scan));
            statement.push(&format!("{end}) scan_{place}"));
        }
    }
}
