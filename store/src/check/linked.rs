//! Rows of other tables that say something about one game, against its log.

mod analyses;
mod left_games;
mod signed_games;

use sqlx::AnyConnection;

use super::RowDifference;
use super::games::{CheckedGame, GameToCheck};
use crate::error::StoreError;
use crate::statement::Statement;

/// Compares the rows about a page of games with their logs. Those of a game that cannot be read are not compared.
pub(super) async fn compare_linked_rows(
    reading: &mut AnyConnection,
    games: &mut [GameToCheck],
) -> Result<(), StoreError> {
    if games.is_empty() {
        return Ok(());
    }
    let rows = select_of(games, left_games::SELECT).rows(&mut *reading).await?;
    add_differences(games, &rows, |row: &left_games::Row| row.0, left_games::compare);
    let rows = select_of(games, analyses::SELECT).rows(&mut *reading).await?;
    add_differences(games, &rows, |row: &analyses::Row| row.0, analyses::compare);
    let rows = select_of(games, signed_games::SELECT).rows(&mut *reading).await?;
    add_differences(games, &rows, |row: &signed_games::Row| row.0, signed_games::compare);
    Ok(())
}

/// The query of a table for the rows about these games. `select` ends before the list of their numbers.
fn select_of(games: &[GameToCheck], select: &str) -> Statement {
    let mut statement = Statement::new(select);
    statement.push(" in (");
    statement.bind_all(games.iter().map(|game| game.number.to_stored().into()));
    statement.push(")");
    statement
}

fn add_differences<R>(
    games: &mut [GameToCheck],
    rows: &[R],
    number_of: impl Fn(&R) -> i64,
    compare: impl Fn(&str, &CheckedGame, &R) -> Option<RowDifference>,
) {
    for game in games {
        let Ok(read) = &game.read else { continue };
        let rows = rows.iter().filter(|row| number_of(row) == game.number.to_stored());
        game.linked.extend(rows.filter_map(|row| compare(&game.code, read, row)));
    }
}
