//! The row of a game: its columns as they are stored, and as they follow from the log.

use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::room::Room;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::listing::{Column, DUE_AT_COLUMN, Listing};
use crate::rows::stored_time;
use crate::statement::Param;

/// The columns with texts that follow from the log.
pub(super) const TEXTS: [&str; 11] = [
    "rules_name",
    "rules",
    "clock",
    "state",
    "south",
    "north",
    "winner",
    "reason",
    "result",
    "arrays",
    "invited",
];

/// The columns with numbers that follow from the log.
pub(super) const NUMBERS: [&str; 7] =
    ["public", "rated", "created_at", "has_bot", "turns", "ended_at", DUE_AT_COLUMN];

/// A column of the row of a game that differs from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnDifference {
    /// The column.
    pub column: &'static str,
    /// What is stored.
    pub stored: String,
    /// What follows from the log.
    pub expected: String,
}

/// The columns of a row, as they are stored. A value of a wrong type is shown as such.
pub(super) fn stored_columns(row: &AnyRow) -> Vec<Column> {
    let wrong = |_| Param::from("a value of another type");
    let text = |name| (name, row.try_get::<Option<String>, _>(name).map_or_else(wrong, Param::from));
    let number = |name| (name, row.try_get::<Option<i64>, _>(name).map_or_else(wrong, Param::from));
    TEXTS.into_iter().map(text).chain(NUMBERS.into_iter().map(number)).collect()
}

/// The columns that follow from a log and its room.
pub(super) fn expected_columns(log: &[Entry], room: &Room) -> Vec<Column> {
    let options = room.options();
    let invited = log.iter().find_map(|entry| match &entry.fact {
        Fact::Invited { player, .. } => Some(player.id.as_str().to_owned()),
        _ => None,
    });
    let fixed: [Column; 7] = [
        ("rules_name", options.rules.name().into()),
        ("rules", options.rules.to_string().into()),
        ("clock", options.clock.to_string().into()),
        ("public", i64::from(options.public).into()),
        ("rated", i64::from(options.rated).into()),
        ("created_at", stored_time(room.created_at()).into()),
        ("invited", invited.into()),
    ];
    fixed.into_iter().chain(Listing::of(room, room.last_at()).columns()).collect()
}

/// The columns that differ. While a game goes on, servers may know a better `due_at` than the log gives: it only must
/// not be missing where time ends the game.
pub(super) fn find_differences(stored: &[Column], expected: &[Column]) -> Vec<ColumnDifference> {
    let is_over = expected.iter().any(|(name, value)| *name == "ended_at" && *value != Param::Number(None));
    let differs = |(name, value): &&Column| {
        let is = stored.iter().find(|(column, _)| column == name).map(|(_, is)| is);
        let is_missing = is == Some(&Param::Number(None));
        is != Some(value) && (*name != DUE_AT_COLUMN || is_over || is_missing)
    };
    let named = |(name, value): &Column| ColumnDifference {
        column: name,
        stored: stored
            .iter()
            .find(|(column, _)| column == name)
            .map(|(_, is)| is.to_string())
            .unwrap_or_default(),
        expected: value.to_string(),
    };
    expected.iter().filter(differs).map(named).collect()
}
