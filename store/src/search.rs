//! A search through all games: its conditions, and which index scans find them.

use std::ops::Bound;

use ikibuguzo_engine::Ruleset;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{ArrayPair, EndReason, GameResult, Order, State, StateFilter, Timestamp};

use crate::index_scan::{Cursor, IndexScan, ListTime, Range};
use crate::rows::stored_time;
use crate::seating::{SeatFilter, Seating, own_seatings};
use crate::statement::Statement;

/// Which games to find. A condition that is `None` is met by every game.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The game's name, or its name with options.
    pub rules: Option<String>,
    /// Who sits where.
    pub seats: SeatFilter,
    /// The result.
    pub result: Option<GameResult>,
    /// Why the game ended.
    pub reason: Option<EndReason>,
    /// Open, live or finished. A list by end contains only finished games, and takes no state.
    pub state: Option<StateFilter>,
    /// The opening arrays.
    pub arrays: Option<ArrayPair>,
    /// Created at this time or later.
    pub from: Option<Timestamp>,
    /// Created before this time.
    pub until: Option<Timestamp>,
    /// At least this many turns.
    pub min_turns: Option<u32>,
    /// At most this many turns.
    pub max_turns: Option<u32>,
    /// The order of the list.
    pub order: Order,
    /// The player who searches, who also finds their own games by invitation.
    pub viewer: Option<PlayerId>,
}

/// A condition on a column that an index begins with, after `public`: the column has one of these values.
struct ColumnFilter {
    column: &'static str,
    values: Vec<String>,
}

impl Search {
    /// Whether it would examine every game to find few: it limits the turns, and names no rules, arrays or player.
    pub fn is_too_broad(&self) -> bool {
        self.limits_turns() && self.seats == SeatFilter::Any && self.rules.is_none() && self.arrays.is_none()
    }

    /// Whether its scans of a list by this time may contain games that it does not find.
    pub(crate) fn must_filter(&self, time: ListTime) -> bool {
        match (&self.seats, self.column_filters().len()) {
            _ if self.limits_turns() => true,
            _ if time == ListTime::Ended && self.limits_creation() => true,
            (_, 0) => false,
            (SeatFilter::Any, 1) => self.viewer.is_some(),
            _ => true,
        }
    }

    /// The part of the list after a cursor, if one is given; with the oldest games first, created before
    /// `complete_before`.
    pub(crate) fn range(&self, after: Option<Cursor>, complete_before: Timestamp) -> Range {
        if self.order == Order::Ended {
            return self.range_by_end(after);
        }
        let cursor = |time: Option<Timestamp>| time.map(Cursor::before_all_at);
        let lower = cursor(self.from).map_or(Bound::Unbounded, Bound::Included);
        let upper = cursor(self.until).map_or(Bound::Unbounded, Bound::Excluded);
        let range = Range { time: ListTime::Created, order: self.order, lower, upper };
        let range = if self.order == Order::Oldest { range.before(complete_before) } else { range };
        after.map_or(range, |after| range.after(after))
    }

    /// The part of the list of finished games after a cursor, if one is given.
    fn range_by_end(&self, after: Option<Cursor>) -> Range {
        let lower = Bound::Unbounded;
        let upper = Bound::Unbounded;
        let all = Range { time: ListTime::Ended, order: self.order, lower, upper };
        after.map_or(all, |after| all.after(after))
    }

    /// The ways to find all its games, each a set of scans: by their players, or else by any one column. With
    /// `by_invitation` it finds all private games, otherwise those of the viewer.
    pub(crate) fn alternatives(&self, seatings: &[Seating], by_invitation: bool) -> Vec<Vec<IndexScan>> {
        let filters = self.column_filters();
        let scans = |filter| self.scans(seatings, filter, by_invitation);
        if self.seats != SeatFilter::Any || filters.is_empty() {
            return vec![scans(None)];
        }
        filters.iter().map(|filter| scans(Some(filter))).collect()
    }

    /// Adds the conditions that a scan of a list does not meet by itself. `coalesce` keeps the database from using
    /// another index for them.
    pub(crate) fn push_conditions(&self, statement: &mut Statement, scan: &IndexScan, time: ListTime) {
        let is_met = |filter: &&ColumnFilter| scan.has_column(filter.column);
        for filter in self.column_filters().iter().filter(|filter| !is_met(filter)) {
            statement.push(&format!(" and coalesce({}, '') in (", filter.column));
            statement.bind_all(filter.values.iter().map(|value| value.as_str().into()));
            statement.push(")");
        }
        for (turns, sign) in [(self.min_turns, ">="), (self.max_turns, "<=")] {
            if let Some(turns) = turns {
                statement.push(&format!(" and turns {sign} "));
                statement.bind(i64::from(turns).into());
            }
        }
        if time == ListTime::Ended {
            self.push_creation(statement);
        }
    }

    /// Adds the condition on the time of creation, if there is one. In a list by creation, the range has it.
    fn push_creation(&self, statement: &mut Statement) {
        for (time, sign) in [(self.from, ">="), (self.until, "<")] {
            if let Some(time) = time {
                statement.push(&format!(" and coalesce(created_at, 0) {sign} "));
                statement.bind(stored_time(time).into());
            }
        }
    }

    fn limits_creation(&self) -> bool {
        self.from.or(self.until).is_some()
    }

    fn limits_turns(&self) -> bool {
        self.min_turns.or(self.max_turns).is_some()
    }

    /// The scans of public games, and of the private games that it finds.
    fn scans(
        &self,
        seatings: &[Seating],
        filter: Option<&ColumnFilter>,
        by_invitation: bool,
    ) -> Vec<IndexScan> {
        let mut scans = Vec::new();
        for seating in seatings {
            let taken = seating.each_ref().map(Option::as_ref);
            scans.extend(with_filter(IndexScan::new(true, taken), filter));
            if by_invitation {
                scans.extend(with_filter(IndexScan::new(false, taken), filter));
                continue;
            }
            let own = self.viewer.iter().flat_map(|viewer| own_seatings(seating, viewer));
            scans.extend(own.map(|seats| IndexScan::new(false, seats)));
        }
        scans
    }

    fn column_filters(&self) -> Vec<ColumnFilter> {
        let filter = |column, value: &dyn ToString| ColumnFilter { column, values: vec![value.to_string()] };
        [
            self.arrays.map(|arrays| filter("arrays", &arrays)),
            self.reason.map(|reason| filter("reason", &reason.as_str())),
            self.result.map(|result| filter("result", &result.as_str())),
            self.rules.as_ref().map(|rules| filter(rules_column(rules), rules)),
            self.state.map(|state| ColumnFilter { column: "state", values: state_words(state) }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// A scan, or the parts of it in which a column has one of its values.
fn with_filter(scan: IndexScan, filter: Option<&ColumnFilter>) -> Vec<IndexScan> {
    match filter {
        None => vec![scan],
        Some(filter) => filter.values.iter().map(|value| scan.clone().with(filter.column, value)).collect(),
    }
}

/// The column that rules are searched in: `rules_name` if they are named without options.
fn rules_column(rules: &str) -> &'static str {
    if Ruleset::ALL.iter().any(|ruleset| ruleset.name() == rules) { "rules_name" } else { "rules" }
}

fn state_words(filter: StateFilter) -> Vec<String> {
    let states: &[State] = match filter {
        StateFilter::Open => &[State::Open],
        StateFilter::Live => &[State::Arranging, State::Playing],
        StateFilter::Finished => &[State::Finished],
    };
    states.iter().map(|state| state.as_str().to_owned()).collect()
}
