//! Searches through all games. No search scans: a page is read from the stretches of indexes that its games are in,
//! and where no index knows a condition, so many games are looked at and no more; the page then ends early, with a
//! place to go on from. A page so costs the same wherever it is in the list, and however long the list is.

use std::ops::Bound;

use ikibuguzo_protocol::{
    Arrays, EndReason, GameCount, GameResult, GameSummary, Order, PlayerName, State, StateFilter,
};

use super::index_scan::{Cursor, IndexScan, Range};
use super::rows::{self, GameRow};
use super::statement::Statement;
use super::{Store, StoreError};
use ikibuguzo_game::player::PlayerId;

/// Games of one strand that are looked at for a page, where not all of them need be on it.
const LOOKED_AT: u32 = 500;

/// Games of one strand that are looked at to count a search.
const COUNTED: u32 = 10_000;

/// Which games to find. What is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The game's name, or its name with options.
    pub rules: Option<String>,
    /// Who sits where.
    pub seats: SeatFilter,
    /// What came of it.
    pub result: Option<GameResult>,
    /// Why it ended.
    pub reason: Option<EndReason>,
    /// How far it is.
    pub state: Option<StateFilter>,
    /// The opening arrays.
    pub arrays: Option<Arrays>,
    /// Created at this time or later: milliseconds since 1970-01-01 UTC.
    pub from: Option<u64>,
    /// Created before this time: milliseconds since 1970-01-01 UTC.
    pub until: Option<u64>,
    /// So many turns or more.
    pub min_turns: Option<u32>,
    /// So many turns or fewer.
    pub max_turns: Option<u32>,
    /// The order of the list.
    pub order: Order,
    /// Games by invitation of this player are found too.
    pub viewer: Option<PlayerId>,
}

/// Who sits where in the games to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SeatFilter {
    /// Anybody.
    #[default]
    Any,
    /// This player in either seat, against this opponent or anybody.
    Either(PlayerName, Option<PlayerName>),
    /// These players in these seats; at least one is named.
    Seated {
        /// Who sits South.
        south: Option<PlayerName>,
        /// Who sits North.
        north: Option<PlayerName>,
    },
}

/// A page of a list.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The games, in the order of the list.
    pub games: Vec<GameSummary>,
    /// From where the list goes on; none at its end.
    pub next: Option<Cursor>,
}

/// How a search is carried out: which strands are read, and how far.
#[derive(Debug)]
struct MergedScan {
    strands: Vec<IndexScan>,
    range: Range,
    /// Where looking has to stop; none where that is the end of the list, or where all that is looked at is found.
    edge: Option<Cursor>,
}

/// Who sits South and North; `None` for anybody.
pub(super) type Seating = [Option<PlayerId>; 2];

/// A column with values, one of which a game must have. Each begins an index, behind `public`.
struct Facet {
    column: &'static str,
    values: Vec<String>,
}

impl Store {
    /// A page of a search: at most `limit` games after a place in the list.
    ///
    /// Oldest first, it shows nothing that was created at `complete_before` or later: what comes to be on disk behind
    /// it would be passed over.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn search(
        &self,
        search: &Search,
        after: Option<Cursor>,
        limit: u32,
        complete_before: u64,
    ) -> Result<Page, StoreError> {
        let range = search.range(after, complete_before);
        let Some(walk) = self.walk(search, range, LOOKED_AT).await? else { return Ok(Page::default()) };
        // One more than is shown tells whether there is a next page.
        let found: Vec<GameRow> = walk.page(search, limit + 1).rows(&self.pool).await?;
        let more = found.len() > limit as usize;
        let games = found.into_iter().take(limit as usize).map(rows::summary);
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let last = games.last().map(|game| Cursor { created_at: game.created_at, id: game.game });
        Ok(Page { games, next: if more { last } else { walk.edge } })
    }

    /// How many games a search finds, as far as they are counted.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn count(&self, search: &Search) -> Result<GameCount, StoreError> {
        let range = search.range(None, u64::MAX);
        let Some(walk) = self.walk_bounded(search, range, COUNTED).await? else {
            return Ok(GameCount { games: 0, exact: true });
        };
        let counts: Vec<(i64,)> = walk.count(search).rows(&self.pool).await?;
        let games = counts.into_iter().map(|(games,)| rows::unsigned(games)).sum::<Result<u64, _>>()?;
        Ok(GameCount { games, exact: walk.edge.is_none() })
    }

    /// What the database means to do for a page of a search, for those who measure.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn explain(&self, search: &Search, limit: u32) -> Result<Vec<String>, StoreError> {
        let range = search.range(None, u64::MAX);
        let Some(walk) = self.walk(search, range, LOOKED_AT).await? else { return Ok(Vec::new()) };
        self.database.explain(walk.page(search, limit + 1), &self.pool).await
    }

    /// How to carry out a search; none where nothing can be found.
    async fn walk(
        &self,
        search: &Search,
        range: Range,
        looked_at: u32,
    ) -> Result<Option<MergedScan>, StoreError> {
        if !search.has_residue() {
            let Some(seatings) = self.seatings(&search.seats).await? else { return Ok(None) };
            let strands = search.ways(&seatings).swap_remove(0);
            return Ok(Some(MergedScan { strands, range, edge: None }));
        }
        self.walk_bounded(search, range, looked_at).await
    }

    /// How to carry out a search, looking at so many games of each strand at the most: by the index in which so many
    /// games get farthest.
    async fn walk_bounded(
        &self,
        search: &Search,
        range: Range,
        looked_at: u32,
    ) -> Result<Option<MergedScan>, StoreError> {
        let Some(seatings) = self.seatings(&search.seats).await? else { return Ok(None) };
        let mut best: Option<MergedScan> = None;
        for strands in search.ways(&seatings) {
            let edge = self.edge(&strands, range, looked_at).await?;
            let Some(place) = edge else {
                return Ok(Some(MergedScan { strands, range, edge: None }));
            };
            let farthest = best.as_ref().and_then(|best| best.edge);
            if farthest.is_none_or(|farthest| range.first(farthest, place) == farthest) {
                best = Some(MergedScan { strands, range: range.up_to(place), edge });
            }
        }
        Ok(best)
    }

    /// Where the first of some strands has shown so many games; none where all of them end before.
    async fn edge(
        &self,
        strands: &[IndexScan],
        range: Range,
        looked_at: u32,
    ) -> Result<Option<Cursor>, StoreError> {
        let mut edge: Option<Cursor> = None;
        for strand in strands {
            let mut statement = Statement::new("select created_at, code from game");
            strand.push_where(&mut statement, &range);
            statement.push(&range.order_by(""));
            statement.push(&format!(" limit 1 offset {}", looked_at - 1));
            let last: Vec<(i64, String)> = statement.rows(&self.pool).await?;
            for (created_at, id) in last {
                let place = Cursor { created_at: rows::unsigned(created_at)?, id: rows::read(&id)? };
                edge = Some(edge.map_or(place, |edge| range.first(edge, place)));
            }
        }
        Ok(edge)
    }

    /// Who may sit where; none where somebody is named whom there is not.
    pub(super) async fn seatings(&self, seats: &SeatFilter) -> Result<Option<Vec<Seating>>, StoreError> {
        let (one, other) = match seats {
            SeatFilter::Any => return Ok(Some(vec![[None, None]])),
            SeatFilter::Either(player, opponent) => (Some(player), opponent.as_ref()),
            SeatFilter::Seated { south, north } => (south.as_ref(), north.as_ref()),
        };
        let (Some(one), Some(other)) = (self.named(one).await?, self.named(other).await?) else {
            return Ok(None);
        };
        Ok(Some(match seats {
            SeatFilter::Either(..) => vec![[one.clone(), other.clone()], [other, one]],
            _ => vec![[one, other]],
        }))
    }

    /// The player of a name, if one is named; none where there is no such player.
    async fn named(&self, name: Option<&PlayerName>) -> Result<Option<Option<PlayerId>>, StoreError> {
        match name {
            None => Ok(Some(None)),
            Some(name) => Ok(self.player_named(name).await?.map(|player| Some(player.id))),
        }
    }
}

impl Search {
    /// Whether it would look at all games to find the few that have what it asks for.
    pub fn is_too_broad(&self) -> bool {
        let turns = self.min_turns.or(self.max_turns);
        turns.is_some() && self.seats == SeatFilter::Any && self.rules.is_none() && self.arrays.is_none()
    }

    /// Whether it may have to pass over games of the strands that it reads.
    fn has_residue(&self) -> bool {
        let turns = self.min_turns.or(self.max_turns);
        match (&self.seats, self.facets().len()) {
            _ if turns.is_some() => true,
            (_, 0) => false,
            (SeatFilter::Any, 1) => self.viewer.is_some(),
            _ => true,
        }
    }

    fn range(&self, after: Option<Cursor>, complete_before: u64) -> Range {
        let place = |time: Option<u64>| time.map(Cursor::at_the_beginning_of);
        let lower = place(self.from).map_or(Bound::Unbounded, Bound::Included);
        let upper = place(self.until).map_or(Bound::Unbounded, Bound::Excluded);
        let range = Range { order: self.order, lower, upper };
        let range = if self.order == Order::Oldest { range.before(complete_before) } else { range };
        after.map_or(range, |after| range.after(after))
    }

    /// The ways to find all its games: by their players, or else by each thing that they have in common.
    fn ways(&self, seatings: &[Seating]) -> Vec<Vec<IndexScan>> {
        let facets = self.facets();
        if self.seats != SeatFilter::Any || facets.is_empty() {
            return vec![self.strands(seatings, None)];
        }
        facets.iter().map(|facet| self.strands(seatings, Some(facet))).collect()
    }

    /// Games that all may see, and the viewer's own by invitation.
    fn strands(&self, seatings: &[Seating], facet: Option<&Facet>) -> Vec<IndexScan> {
        let mut strands = Vec::new();
        for seating in seatings {
            let public = IndexScan::new(true, seating.each_ref().map(Option::as_ref));
            match facet {
                None => strands.push(public),
                Some(facet) => {
                    let values = facet.values.iter();
                    strands.extend(values.map(|value| public.clone().with(facet.column, value)));
                }
            }
            let own = self.viewer.iter().flat_map(|viewer| own(seating, viewer));
            strands.extend(own.map(|seats| IndexScan::new(false, seats)));
        }
        strands
    }

    fn facets(&self) -> Vec<Facet> {
        let facet = |column, value: &dyn ToString| Facet { column, values: vec![value.to_string()] };
        let rules = |rules: &str| if rows::is_name(rules) { "rules_name" } else { "rules" };
        [
            self.arrays.map(|arrays| facet("arrays", &arrays)),
            self.reason.map(|reason| facet("reason", &reason.as_str())),
            self.result.map(|result| facet("result", &result.as_str())),
            self.rules.as_ref().map(|named| facet(rules(named), named)),
            self.state.map(|state| Facet { column: "state", values: states(state) }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Adds what a game must have besides being in a strand, if it is looked for in one. No index is to be tempted by it.
    pub(super) fn push_residue(&self, statement: &mut Statement, strand: Option<&IndexScan>) {
        let agreed = |facet: &&Facet| strand.is_some_and(|strand| strand.agrees_in(facet.column));
        for facet in self.facets().iter().filter(|facet| !agreed(facet)) {
            statement.push(&format!(" and coalesce({}, '') in (", facet.column));
            statement.bind_all(facet.values.iter().map(|value| value.as_str().into()));
            statement.push(")");
        }
        for (turns, sign) in [(self.min_turns, ">="), (self.max_turns, "<=")] {
            if let Some(turns) = turns {
                statement.push(&format!(" and turns {sign} "));
                statement.bind(i64::from(turns).into());
            }
        }
    }
}

impl MergedScan {
    fn page(&self, search: &Search, limit: u32) -> Statement {
        let order_by = self.range.order_by("");
        let mut statement = Statement::new(rows::SELECT_FOUND);
        self.union(&mut statement, search, "select * from game", &format!("{order_by} limit {limit}"));
        statement.push(&format!("{order_by} limit {limit}"));
        statement.push(rows::WITH_NAMES);
        statement.push(&self.range.order_by("found."));
        statement
    }

    fn count(&self, search: &Search) -> Statement {
        let mut statement = Statement::default();
        self.union(&mut statement, search, "select count(*) from game", "");
        statement
    }

    /// Adds the same question to each strand. SQLite puts an order into one part of a union only if that is a table of
    /// its own.
    fn union(&self, statement: &mut Statement, search: &Search, select: &str, end: &str) {
        for (place, strand) in self.strands.iter().enumerate() {
            statement.push(if place > 0 { " union all " } else { "" });
            statement.push(&format!("select * from ({select}"));
            strand.push_where(statement, &self.range);
            search.push_residue(statement, Some(strand));
            statement.push(&format!("{end}) strand_{place}"));
        }
    }
}

/// The same seats, taken by a viewer who has one of them.
fn own<'a>(seating: &'a Seating, viewer: &'a PlayerId) -> Vec<[Option<&'a PlayerId>; 2]> {
    match seating.each_ref().map(Option::as_ref) {
        taken if taken.contains(&Some(viewer)) => vec![taken],
        [None, None] => vec![[Some(viewer), None], [None, Some(viewer)]],
        [None, north] => vec![[Some(viewer), north]],
        [south, None] => vec![[south, Some(viewer)]],
        [Some(_), Some(_)] => Vec::new(),
    }
}

fn states(filter: StateFilter) -> Vec<String> {
    let states: &[State] = match filter {
        StateFilter::Open => &[State::Open],
        StateFilter::Live => &[State::Arranging, State::Playing],
        StateFilter::Finished => &[State::Finished],
    };
    states.iter().map(|state| state.as_str().to_owned()).collect()
}
