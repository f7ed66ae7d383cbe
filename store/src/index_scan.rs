//! A stretch of one index of `game`, in the order of a list. Reading a page of it costs the same however long the list
//! is.

use std::cmp::Ordering;
use std::ops::Bound;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, GameSummary, Order, Timestamp};

use crate::rows::stored_time;
use crate::statement::{Param, Statement};

/// A cursor in a list of games. Lists are in the order of cursors, or in the reverse order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// When the game was created, or ended in a list by end.
    pub at: Timestamp,
    /// The game.
    pub id: GameId,
}

impl Cursor {
    /// The cursor before all games of a time.
    pub(crate) fn before_all_at(at: Timestamp) -> Self {
        Self { at, id: GameId::from_random([0; GameId::LENGTH]) }
    }

    fn bind(self, statement: &mut Statement) {
        statement.bind_all([stored_time(self.at).into(), self.id.as_str().into()]);
    }
}

/// The time that a list is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListTime {
    /// When games were created.
    Created,
    /// When games ended: a list of finished games.
    Ended,
}

impl ListTime {
    /// Its column.
    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::Created => "created_at",
            Self::Ended => "ended_at",
        }
    }

    /// The cursor of a game in a list by this time.
    pub(crate) fn cursor_of(self, game: &GameSummary) -> Cursor {
        let at = match self {
            Self::Created => game.created_at,
            Self::Ended => game.ended_at.unwrap_or_default(),
        };
        Cursor { at, id: game.game }
    }
}

/// Games with the same values in the columns that an index begins with.
#[derive(Clone, Debug)]
pub(crate) struct IndexScan {
    equal: Vec<(&'static str, Param)>,
}

impl IndexScan {
    /// Public games, or games by invitation; of the players in `[South, North]`, if one is named.
    pub(crate) fn new(public: bool, seats: [Option<&PlayerId>; 2]) -> Self {
        let seated = ["south", "north"].into_iter().zip(seats);
        let mut equal: Vec<(&str, Param)> =
            seated.filter_map(|(seat, player)| Some((seat, player?.as_str().into()))).collect();
        equal.push(("public", i64::from(public).into()));
        Self { equal }
    }

    /// The scan of those of its games that have a value in a column.
    pub(crate) fn with(mut self, column: &'static str, value: &str) -> Self {
        self.equal.push((column, value.into()));
        self
    }

    /// Whether all its games have one value in a column.
    pub(crate) fn has_column(&self, column: &str) -> bool {
        self.equal.iter().any(|(name, _)| *name == column)
    }

    /// The columns that have one value in all its games.
    #[cfg(test)]
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        self.equal.iter().map(|(column, _)| *column).collect()
    }

    /// The index that begins with its columns and ends in the order of a list.
    pub(crate) fn index_name(&self, time: ListTime) -> String {
        let columns: Vec<_> =
            self.equal.iter().map(|(column, _)| *column).filter(|it| *it != "public").collect();
        let by = match (columns.as_slice(), time) {
            ([], ListTime::Created) => return "game_by_time".to_owned(),
            ([], ListTime::Ended) => return "game_by_end".to_owned(),
            (["south", "north"], _) => "pair",
            (["rules_name"], _) => "name",
            ([.., column], _) => column,
        };
        format!("game_by_{by}{}", if time == ListTime::Ended { "_end" } else { "" })
    }

    /// Adds ` where` and the conditions of this scan and of a range.
    pub(crate) fn push_where(&self, statement: &mut Statement, range: &Range) {
        statement.push(" where ");
        for (index, (column, value)) in self.equal.iter().enumerate() {
            statement.push(if index > 0 { " and " } else { "" });
            statement.push(column);
            statement.push(" = ");
            statement.bind(value.clone());
        }
        range.push_conditions(statement);
    }
}

/// A part of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// The time that the list is ordered by.
    pub(crate) time: ListTime,
    /// The order in which it is read.
    pub(crate) order: Order,
    /// Its earlier end, by time.
    pub(crate) lower: Bound<Cursor>,
    /// Its later end, by time.
    pub(crate) upper: Bound<Cursor>,
}

impl Range {
    /// The part after a cursor, in the order of reading.
    pub(crate) fn after(mut self, cursor: Cursor) -> Self {
        match self.order {
            Order::Newest | Order::Ended => self.reduce_upper(Bound::Excluded(cursor)),
            Order::Oldest => self.raise_lower(Bound::Excluded(cursor)),
        }
        self
    }

    /// The part up to and including a cursor, in the order of reading.
    pub(crate) fn up_to(mut self, cursor: Cursor) -> Self {
        match self.order {
            Order::Newest | Order::Ended => self.raise_lower(Bound::Included(cursor)),
            Order::Oldest => self.reduce_upper(Bound::Included(cursor)),
        }
        self
    }

    /// The part before a time.
    pub(crate) fn before(mut self, at: Timestamp) -> Self {
        self.reduce_upper(Bound::Excluded(Cursor::before_all_at(at)));
        self
    }

    /// Which of two cursors comes first, in the order of reading.
    pub(crate) fn first(&self, one: Cursor, other: Cursor) -> Cursor {
        if self.compare(one, other).is_le() { one } else { other }
    }

    /// Compares two cursors in the order of reading.
    pub(crate) fn compare(&self, one: Cursor, other: Cursor) -> Ordering {
        match self.order {
            Order::Newest | Order::Ended => other.cmp(&one),
            Order::Oldest => one.cmp(&other),
        }
    }

    /// The order as SQL.
    pub(crate) fn order_by(&self) -> String {
        let direction = match self.order {
            Order::Newest | Order::Ended => " desc",
            Order::Oldest => "",
        };
        format!(" order by {}{direction}, code{direction}", self.time.column())
    }

    fn push_conditions(&self, statement: &mut Statement) {
        if self.time == ListTime::Ended {
            // The condition of the indexes by end, without which the database does not know that they contain all rows.
            statement.push(" and ended_at is not null");
        }
        for (bound, included, excluded) in [(self.lower, ">=", ">"), (self.upper, "<=", "<")] {
            let (sign, cursor) = match bound {
                Bound::Included(cursor) => (included, cursor),
                Bound::Excluded(cursor) => (excluded, cursor),
                Bound::Unbounded => continue,
            };
            statement.push(&format!(" and ({}, code) {sign} (", self.time.column()));
            cursor.bind(statement);
            statement.push(")");
        }
    }

    fn raise_lower(&mut self, to: Bound<Cursor>) {
        if cursor_in(self.lower).is_none_or(|lower| cursor_in(to).is_some_and(|to| to > lower)) {
            self.lower = to;
        }
    }

    fn reduce_upper(&mut self, to: Bound<Cursor>) {
        if cursor_in(self.upper).is_none_or(|upper| cursor_in(to).is_some_and(|to| to < upper)) {
            self.upper = to;
        }
    }
}

fn cursor_in(bound: Bound<Cursor>) -> Option<Cursor> {
    match bound {
        Bound::Included(cursor) | Bound::Excluded(cursor) => Some(cursor),
        Bound::Unbounded => None,
    }
}
