//! The position index against the logs.

use std::hash::{DefaultHasher, Hash, Hasher};

use futures_util::TryStreamExt;
use ikibuguzo_engine::{Action, Seat};
use sqlx::{AnyConnection, Connection};

use super::Checker;
use crate::error::StoreError;
use crate::position_index::{GamePositions, PositionHash, action_text};
use crate::rows::unsigned;
use crate::statement::Statement;

/// A position, after how many actions a game first reached it, and what was played there.
type FirstPosition<'p> = (&'p PositionHash, &'p (u32, Option<Action>));

/// Largest number of rows that one statement looks up.
const MAX_LOOKED_UP_ROWS: usize = 64;

/// Sums over the position index, and over the games in it. The table of played actions is as large as the index, so it
/// is compared by a sum: each row counts with a hash of its key, so that two different tables have different sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexTotals {
    /// The largest number of a game in the index.
    pub newest: u64,
    /// Number of positions of games.
    pub rows: u64,
    /// The sum over the actions played in games that South won, North won, and that were drawn.
    pub played: [u64; 3],
}

impl IndexTotals {
    /// Adds what a game has in the index.
    pub fn add(&mut self, positions: &GamePositions) {
        self.rows += positions.first.len() as u64;
        let result = match positions.winner {
            Some(Seat::South) => 0,
            Some(Seat::North) => 1,
            None => 2,
        };
        for (position, action) in &positions.played {
            let weight = weight(*position, &action_text(*action));
            self.played[result] = self.played[result].wrapping_add(weight);
        }
    }
}

impl Checker {
    /// The sums over the position index as it is stored now.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn read_index_totals(&mut self) -> Result<IndexTotals, StoreError> {
        let mut reading = self.connection.begin_with(self.store.database.begin_snapshot()).await?;
        let newest: i64 = sqlx::query_scalar("select coalesce(max(position_number), 0) from game")
            .fetch_one(&mut *reading)
            .await?;
        let rows: i64 =
            sqlx::query_scalar("select count(*) from position_game").fetch_one(&mut *reading).await?;
        let mut totals =
            IndexTotals { newest: unsigned(newest)?, rows: unsigned(rows)?, ..IndexTotals::default() };
        let mut played = sqlx::query_as::<_, (i64, i64, String, i64, i64, i64)>(
            "select position_key, position_check, action, south, north, draw from position_next",
        )
        .fetch(&mut *reading);
        while let Some((key, check, action, south, north, draw)) = played.try_next().await? {
            let hash = PositionHash { key: key.cast_unsigned(), check: check.cast_unsigned() };
            let weight = weight(hash, &action);
            for (sum, games) in totals.played.iter_mut().zip([south, north, draw]) {
                *sum = sum.wrapping_add(weight.wrapping_mul(games.cast_unsigned()));
            }
        }
        Ok(totals)
    }
}

fn weight(position: PositionHash, action: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (position, action).hash(&mut hasher);
    hasher.finish()
}

/// How many of these positions are stored for the game with this number in the index.
pub(super) async fn count_stored_rows(
    reading: &mut AnyConnection,
    position_number: i64,
    positions: &GamePositions,
) -> Result<u64, StoreError> {
    let rows: Vec<_> = positions.first.iter().collect();
    let mut count = 0;
    for rows in rows.chunks(MAX_LOOKED_UP_ROWS) {
        let found: Vec<(i64,)> = select_stored_rows(rows, position_number).rows(&mut *reading).await?;
        count += found.first().map_or(Ok(0), |(found,)| unsigned(*found))?;
    }
    Ok(count)
}

/// The query for the number of these positions that are stored for a game.
fn select_stored_rows(rows: &[FirstPosition<'_>], position_number: i64) -> Statement {
    let mut select = Statement::new("select count(*) from (values ");
    for (index, (position, (ply, action))) in rows.iter().enumerate() {
        select.push(if index > 0 { ", (" } else { "(" });
        for number in [position.key.cast_signed(), position.check.cast_signed(), i64::from(*ply)] {
            select.push("cast(");
            select.bind(number.into());
            select.push(" as bigint), ");
        }
        select.push("cast(");
        select.bind(action_text(*action).into());
        select.push(" as text))");
    }
    // SQLite reads the tables of a cross join in this order.
    select.push(
        ") wanted cross join position_game
         where position_game.position_key = wanted.column1 and position_game.position_check = wanted.column2
           and position_game.ply = wanted.column3 and position_game.action = wanted.column4
           and position_game.position_number = ",
    );
    select.bind(position_number.into());
    select
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn positions_of_a_game_are_found_by_the_primary_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let one = PositionHash { key: 1, check: 2 };
        let other = PositionHash { key: 3, check: 4 };
        let select = select_stored_rows(&[(&one, &(0, None)), (&other, &(1, None))], 7);
        let plan = store.database.explain(select, &store.pool).await.expect("a plan").join("\n");
        let key = "(position_key=? AND position_check=? AND position_number=?)";
        assert!(plan.contains("SEARCH position_game") && plan.contains(key), "{plan}");
    }

    #[test]
    fn two_counts_of_actions_have_different_sums() {
        let positions = |action: &str, winner| {
            let action = Some(action.parse().expect("an action"));
            let hash = PositionHash { key: 1, check: 2 };
            GamePositions { first: [(hash, (0, action))].into(), played: [(hash, action)].into(), winner }
        };
        let total = |positions: &[GamePositions]| {
            let mut totals = IndexTotals::default();
            positions.iter().for_each(|positions| totals.add(positions));
            totals
        };
        let south = positions("O", Some(Seat::South));
        assert_eq!(total(&[south.clone(), south.clone()]).rows, 2);
        for other in
            [positions("N", Some(Seat::South)), positions("O", Some(Seat::North)), positions("O", None)]
        {
            assert_ne!(total(std::slice::from_ref(&south)), total(&[other]));
        }
    }
}
