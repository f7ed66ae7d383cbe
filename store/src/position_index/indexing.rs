//! Adds finished games to the position index.

use std::collections::BTreeMap;

use ikibuguzo_engine::{Action, Seat};

use super::game_positions::GamePositions;
use super::position_hash::PositionHash;
use crate::game_number::GameNumber;
use crate::rows::stored_number;
use crate::statement::{Param, Statement};

/// Largest number of rows that one statement inserts.
const MAX_POSITION_ROWS: usize = 64;

/// A finished game as it enters the position index.
#[derive(Clone, Debug)]
pub struct IndexedGame {
    /// The game's number.
    pub number: GameNumber,
    /// Its number in the index. If another server has taken it, the commit is a
    /// [`Conflict`](crate::StoreError::Conflict).
    pub position_number: u64,
    /// The positions that it reached.
    pub positions: GamePositions,
}

/// Adds the positions of games that have been given their numbers in the index.
pub(crate) fn index_games(games: &[&IndexedGame]) -> Vec<Statement> {
    let visits = insert_positions(games);
    let counts = count_actions(games);
    visits.into_iter().chain(counts).collect()
}

/// Gives a game its number in the index. It affects no row if another server has added the game or taken the number, or
/// is adding the game now: with `row_lock` it does not wait for that server.
pub(crate) fn set_position_number(game: GameNumber, number: i64, row_lock: &str) -> Statement {
    let mut statement = Statement::new("update game set position_number = ");
    statement.bind(number.into());
    statement.push(" where game_id = (select game_id from game where position_number is null and game_id = ");
    statement.bind(game.to_stored().into());
    statement.push(row_lock);
    statement.push(") and not exists (select 1 from game where position_number = ");
    statement.bind(number.into());
    statement.push(")");
    statement
}

/// The rows are in the order of the key: neighbouring rows share pages.
fn insert_positions(games: &[&IndexedGame]) -> Vec<Statement> {
    let visits = |game: &&IndexedGame| {
        let number = stored_number(game.position_number);
        let first = game.positions.first.iter();
        first.map(|(position, (ply, action))| (*position, number, *ply, *action)).collect::<Vec<_>>()
    };
    let mut visits: Vec<_> = games.iter().flat_map(visits).collect();
    visits.sort_unstable_by_key(|(position, number, ..)| (*position, *number));
    let row = |(position, number, ply, action): &(PositionHash, i64, u32, Option<Action>)| -> Vec<Param> {
        let [key, check] = key_params(position);
        vec![key, check, (*number).into(), i64::from(*ply).into(), action_text(*action).into()]
    };
    let rows: Vec<_> = visits.iter().map(row).collect();
    let insert =
        "insert into position_game (position_key, position_check, position_number, ply, action) values ";
    insert_rows(insert, &rows, "")
}

/// Counts the actions, in the order of the key, so that two servers which count at the same time do not wait for each
/// other. An action of several games is counted once for all.
fn count_actions(games: &[&IndexedGame]) -> Vec<Statement> {
    let mut sums: BTreeMap<&(PositionHash, Option<Action>), [i64; 3]> = BTreeMap::new();
    for positions in games.iter().map(|game| &game.positions) {
        let won = [Some(Seat::South), Some(Seat::North), None].map(|winner| positions.winner == winner);
        for played in &positions.played {
            let sum = sums.entry(played).or_default();
            sum.iter_mut().zip(won).for_each(|(sum, won)| *sum += i64::from(won));
        }
    }
    let row = |((position, action), sum): (&(PositionHash, Option<Action>), [i64; 3])| -> Vec<Param> {
        let action = [action_text(*action).into()];
        key_params(position).into_iter().chain(action).chain(sum.map(Param::from)).collect()
    };
    let rows: Vec<_> = sums.into_iter().map(row).collect();
    let insert =
        "insert into position_next (position_key, position_check, action, south, north, draw) values ";
    let add = " on conflict (position_key, position_check, action) do update set
        south = position_next.south + excluded.south, north = position_next.north + excluded.north,
        draw = position_next.draw + excluded.draw";
    insert_rows(insert, &rows, add)
}

/// The statements that insert rows, with `end` behind each.
fn insert_rows(insert: &str, rows: &[Vec<Param>], end: &str) -> Vec<Statement> {
    let insert = |rows: &[Vec<Param>]| {
        let mut statement = Statement::new(insert);
        for (index, row) in rows.iter().enumerate() {
            statement.push(if index > 0 { ", (" } else { "(" });
            statement.bind_all(row.iter().cloned());
            statement.push(")");
        }
        statement.push(end);
        statement
    };
    rows.chunks(MAX_POSITION_ROWS).map(insert).collect()
}

fn key_params(position: &PositionHash) -> [Param; 2] {
    [position.key, position.check].map(|half| half.cast_signed().into())
}

/// An action as it is stored: empty at the end of a game.
pub(crate) fn action_text(action: Option<Action>) -> String {
    action.map_or_else(String::new, |action| action.to_string())
}
