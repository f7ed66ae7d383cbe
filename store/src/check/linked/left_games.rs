//! Games that players have left.
//!
//! A row must follow from the log. A missing row is no difference: imported games, games from before migration 0020
//! and deleted accounts have none.

use ikibuguzo_game::fact::Fact;
use ikibuguzo_game::leavings::find_leavings;
use ikibuguzo_protocol::LeavingKind;

use crate::check::RowDifference;
use crate::check::games::CheckedGame;
use crate::rows::stored_time;
use crate::statement::Statement;

/// game_id, player_id, name, kind, at.
pub(super) type Row = (i64, String, String, String, i64);

/// Reads the rows of the players of a game by their key. SQLite reads the tables of a cross join in this order.
pub(super) const SELECT: &str =
    "select game.game_id, left_game.player_id, player.name, left_game.kind, left_game.at
    from game cross join left_game cross join player
    where left_game.player_id in (game.south, game.north) and left_game.game_id = game.game_id
      and player.player_id = left_game.player_id and game.game_id";

pub(super) fn compare(code: &str, read: &CheckedGame, row: &Row) -> Option<RowDifference> {
    let (number, player, name, kind, at) = row;
    let expected = expected_row(read, player);
    let is_same = expected.is_some_and(|(left, ended_at)| left.as_str() == kind && ended_at == *at);
    let words = |kind: &str, at: i64| format!("{kind} at {at}");
    let expected_words = expected.map_or_else(|| "nothing".to_owned(), |(left, at)| words(left.as_str(), at));
    (!is_same).then(|| {
        let subject = format!("game {code}, left by {name}");
        RowDifference::new(subject, words(kind, *at), expected_words, Some(repair(*number, player, expected)))
    })
}

fn expected_row(read: &CheckedGame, player: &str) -> Option<(LeavingKind, i64)> {
    let end = read.log.iter().find(|entry| matches!(entry.fact, Fact::Ended(_)))?;
    let leavings = find_leavings(&read.room, end);
    let leaving = leavings.iter().find(|leaving| leaving.player.as_str() == player)?;
    Some((leaving.kind, stored_time(end.at)))
}

fn repair(number: i64, player: &str, expected: Option<(LeavingKind, i64)>) -> Statement {
    let mut statement = Statement::default();
    if let Some((kind, at)) = expected {
        statement.push("update left_game set kind = ");
        statement.bind(kind.as_str().into());
        statement.push(", at = ");
        statement.bind(at.into());
    } else {
        statement.push("delete from left_game");
    }
    statement.push(" where player_id = ");
    statement.bind(player.into());
    statement.push(" and game_id = ");
    statement.bind(number.into());
    statement
}
