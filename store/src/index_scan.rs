//! A strand of a list: a stretch of one index, in the list's own order. However long the list is, reading some of it
//! costs the same.

use std::ops::Bound;

use ikibuguzo_protocol::{GameId, Order};

use super::rows::millis;
use super::statement::{Param, Statement};
use ikibuguzo_game::player::PlayerId;

/// A place in a list of games. Lists are in the order of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// When the game was created: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// The game.
    pub id: GameId,
}

impl Cursor {
    /// The place before all games that were created then.
    pub(super) fn at_the_beginning_of(created_at: u64) -> Self {
        Self { created_at, id: GameId::from_random([0; GameId::LENGTH]) }
    }

    fn bind(self, statement: &mut Statement) {
        statement.bind_all([millis(self.created_at).into(), self.id.as_str().into()]);
    }
}

/// Games that agree in the columns that an index begins with.
#[derive(Clone, Debug)]
pub(super) struct IndexScan {
    equal: Vec<(&'static str, Param)>,
}

impl IndexScan {
    /// Games that all may see, or games by invitation; with these players, if any.
    pub(super) fn new(public: bool, seats: [Option<&PlayerId>; 2]) -> Self {
        let seated = ["south", "north"].into_iter().zip(seats);
        let mut equal: Vec<(&str, Param)> =
            seated.filter_map(|(seat, player)| Some((seat, player?.as_str().into()))).collect();
        equal.push(("public", i64::from(public).into()));
        Self { equal }
    }

    /// Of these games only those with this value.
    pub(super) fn with(mut self, column: &'static str, value: &str) -> Self {
        self.equal.push((column, value.into()));
        self
    }

    /// Whether all its games have the same in this column.
    pub(super) fn agrees_in(&self, column: &str) -> bool {
        self.equal.iter().any(|(agreed, _)| *agreed == column)
    }

    /// Adds ` where` and what makes a game one of this strand and this range.
    pub(super) fn push_where(&self, statement: &mut Statement, range: &Range) {
        statement.push(" where ");
        for (place, (column, value)) in self.equal.iter().enumerate() {
            statement.push(if place > 0 { " and " } else { "" });
            statement.push(column);
            statement.push(" = ");
            statement.bind(value.clone());
        }
        range.push_and(statement);
    }
}

/// A part of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Which way it is read.
    pub(super) order: Order,
    /// Where it begins, by time.
    pub(super) lower: Bound<Cursor>,
    /// Where it ends, by time.
    pub(super) upper: Bound<Cursor>,
}

impl Range {
    /// What comes behind a place, as the list is read.
    pub(super) fn after(mut self, place: Cursor) -> Self {
        match self.order {
            Order::Newest => self.lower_upper(Bound::Excluded(place)),
            Order::Oldest => self.raise_lower(Bound::Excluded(place)),
        }
        self
    }

    /// What comes before a place, as the list is read, and that place.
    pub(super) fn up_to(mut self, place: Cursor) -> Self {
        match self.order {
            Order::Newest => self.raise_lower(Bound::Included(place)),
            Order::Oldest => self.lower_upper(Bound::Included(place)),
        }
        self
    }

    /// Nothing that was created then or later.
    pub(super) fn before(mut self, created_at: u64) -> Self {
        self.lower_upper(Bound::Excluded(Cursor::at_the_beginning_of(created_at)));
        self
    }

    /// Which of two places comes first, as the list is read.
    pub(super) fn first(&self, one: Cursor, other: Cursor) -> Cursor {
        match self.order {
            Order::Newest => one.max(other),
            Order::Oldest => one.min(other),
        }
    }

    /// The order, as SQL; before each column stands what `table` says.
    pub(super) fn order_by(&self, table: &str) -> String {
        let way = match self.order {
            Order::Newest => " desc",
            Order::Oldest => "",
        };
        format!(" order by {table}created_at{way}, {table}code{way}")
    }

    fn push_and(&self, statement: &mut Statement) {
        for (bound, included, excluded) in [(self.lower, ">=", ">"), (self.upper, "<=", "<")] {
            let (sign, place) = match bound {
                Bound::Included(place) => (included, place),
                Bound::Excluded(place) => (excluded, place),
                Bound::Unbounded => continue,
            };
            statement.push(&format!(" and (created_at, code) {sign} ("));
            place.bind(statement);
            statement.push(")");
        }
    }

    fn raise_lower(&mut self, to: Bound<Cursor>) {
        if place(self.lower).is_none_or(|lower| place(to).is_some_and(|to| to > lower)) {
            self.lower = to;
        }
    }

    fn lower_upper(&mut self, to: Bound<Cursor>) {
        if place(self.upper).is_none_or(|upper| place(to).is_some_and(|to| to < upper)) {
            self.upper = to;
        }
    }
}

fn place(bound: Bound<Cursor>) -> Option<Cursor> {
    match bound {
        Bound::Included(place) | Bound::Excluded(place) => Some(place),
        Bound::Unbounded => None,
    }
}
