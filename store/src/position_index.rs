//! The index of positions.

mod game_positions;
mod position_hash;

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{EndReason, GameId, Outcome, Played, PositionKey, Reached, Seats, Text};

use super::game_number::GameNumber;
use super::rows::{millis, read, read_word, unsigned};
use super::statement::{Param, Statement};
use super::write_plan::Step;
use super::{Store, StoreError};
pub use game_positions::GamePositions;
use ikibuguzo_game::player::PlayerId;
pub use position_hash::Name;

/// Rows that one statement inserts at the most.
const AT_ONCE: usize = 64;

/// Games that one page looks through at the most, for those that its reader may know of.
const LOOKED_AT: i64 = 1_000;

/// What stands for "no action" in the index.
const NONE: &str = "";

/// A finished game that is not in the position index yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameToIndex {
    /// The game's number.
    pub number: GameNumber,
    /// The game's public id.
    pub id: GameId,
    /// The next free place in the index.
    pub position_number: u64,
}

/// A finished game as it enters the position index.
#[derive(Clone, Debug)]
pub struct IndexedGame {
    /// The game's number.
    pub number: GameNumber,
    /// Its place in the index. If another server has taken it, the commit is a [`StoreError::Conflict`].
    pub position_number: u64,
    /// The positions that it reached.
    pub positions: GamePositions,
}

/// A page of the games that have reached a position.
#[derive(Clone, Debug)]
pub struct ReachedPage {
    /// The games.
    pub games: Vec<Reached>,
    /// Where the next page goes on; none at the end.
    pub next: Option<u64>,
}

/// position_number, ply, action, code, winner, reason, ended_at, South's name, North's name.
type ReachedRow = (i64, i64, String, String, Option<String>, String, i64, Option<String>, Option<String>);

impl Store {
    /// The finished game that has waited longest for the position index; none if all are in it.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn next_game_to_index(&self) -> Result<Option<GameToIndex>, StoreError> {
        // Ordered as the index of waiting games is, so that none of them are sorted.
        let next: Option<(i64, String, i64)> = sqlx::query_as(
            "select game_id, code, 1 + coalesce(
               (select position_number from game where position_number is not null
                order by position_number desc limit 1), 0)
             from game where ended_at is not null and position_number is null
             order by position_number, ended_at, game_id limit 1",
        )
        .fetch_optional(&self.pool)
        .await?;
        let game = |(number, id, position_number): (i64, String, i64)| {
            Ok(GameToIndex {
                number: GameNumber::from_stored(number),
                id: read(&id)?,
                position_number: unsigned(position_number)?,
            })
        };
        next.map(game).transpose()
    }

    /// Some game, and after how many actions it reached a position with this key.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn reaches(&self, key: PositionKey) -> Result<Option<(GameId, usize)>, StoreError> {
        let row: Option<(String, i64)> = sqlx::query_as(
            "select game.code, position_game.ply from position_game
             join game on game.position_number = position_game.position_number
             where position_key = $1 order by position_check, position_game.position_number limit 1",
        )
        .bind(key.0.cast_signed())
        .fetch_optional(&self.pool)
        .await?;
        let place = |(id, ply): (String, i64)| Ok((read(&id)?, usize::try_from(ply).unwrap_or(usize::MAX)));
        row.map(place).transpose()
    }

    /// What was played in a position, most often first.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn played(&self, position: Name) -> Result<Vec<Played>, StoreError> {
        let rows: Vec<(String, i64, i64, i64)> = sqlx::query_as(
            "select action, south, north, draw from position_next
             where position_key = $1 and position_check = $2 order by south + north + draw desc, action",
        )
        .bind(position.key.cast_signed())
        .bind(position.check.cast_signed())
        .fetch_all(&self.pool)
        .await?;
        let played = |(action, south, north, draw): (String, i64, i64, i64)| {
            Ok(Played {
                action: read_action(&action)?,
                south: unsigned(south)?,
                north: unsigned(north)?,
                draw: unsigned(draw)?,
            })
        };
        rows.into_iter().map(played).collect()
    }

    /// Games that have reached a position, the newest in the index first; those by invitation for their players alone.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn reached(
        &self,
        position: Name,
        viewer: Option<&PlayerId>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<ReachedPage, StoreError> {
        let before = before.map_or(i64::MAX, millis);
        let viewer = viewer.map_or(NONE, PlayerId::as_str);
        let mut rows: Vec<ReachedRow> = sqlx::query_as(
            "select visit.position_number, visit.ply, visit.action, game.code, game.winner, game.reason, game.ended_at,
                    s.name, n.name
             from (select position_number, ply, action from position_game
                   where position_key = $1 and position_check = $2 and position_number < $3
                   order by position_number desc limit $4) visit
             join game on game.position_number = visit.position_number
             left join player s on s.player_id = game.south left join player n on n.player_id = game.north
             where game.public = 1 or game.south = $5 or game.north = $6
             order by visit.position_number desc limit $7",
        )
        .bind(position.key.cast_signed())
        .bind(position.check.cast_signed())
        .bind(before)
        .bind(LOOKED_AT)
        .bind(viewer)
        .bind(viewer)
        // One more than is shown tells whether there is a next page.
        .bind(i64::from(limit) + 1)
        .fetch_all(&self.pool)
        .await?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let next = match rows.last() {
            Some(last) if more => Some(unsigned(last.0)?),
            _ => self.looked_through(position, before).await?,
        };
        Ok(ReachedPage { games: rows.into_iter().map(reached).collect::<Result<_, _>>()?, next })
    }

    /// Where a page stopped looking; none if that was the end.
    async fn looked_through(&self, position: Name, before: i64) -> Result<Option<u64>, StoreError> {
        let last: Option<i64> = sqlx::query_scalar(
            "select position_number from position_game
             where position_key = $1 and position_check = $2 and position_number < $3
             order by position_number desc limit 1 offset $4",
        )
        .bind(position.key.cast_signed())
        .bind(position.check.cast_signed())
        .bind(before)
        .bind(LOOKED_AT - 1)
        .fetch_optional(&self.pool)
        .await?;
        last.map(unsigned).transpose()
    }
}

/// Adds a game to the index. Zero rows updated means that another server added it: a conflict.
pub(super) fn add_game<'a>(game: &IndexedGame) -> Vec<Step<'a>> {
    let mut number = Statement::new("update game set position_number = ");
    number.bind(millis(game.position_number).into());
    number.push(" where position_number is null and game_id = ");
    number.bind(game.number.to_stored().into());
    let mut steps = vec![Step::Once(number)];
    steps.extend(insert_games(millis(game.position_number), &game.positions).into_iter().map(Step::Run));
    steps.extend(count_played(&game.positions).into_iter().map(Step::Run));
    steps
}

fn insert_games(number: i64, positions: &GamePositions) -> Vec<Statement> {
    let first: Vec<_> = positions.first.iter().collect();
    let row = move |(name, (ply, action)): &(&Name, &(u32, Option<Action>))| -> Vec<Param> {
        let [key, check] = key_of(name);
        vec![key, check, number.into(), i64::from(*ply).into(), stored(*action).into()]
    };
    let rows: Vec<_> = first.iter().map(row).collect();
    let into =
        "insert into position_game (position_key, position_check, position_number, ply, action) values ";
    statements(into, &rows, "")
}

/// In their order, so that two servers which count at the same time do not wait for each other.
fn count_played(positions: &GamePositions) -> Vec<Statement> {
    let tally = tally(positions);
    let row = |(name, action): &(Name, Option<Action>)| -> Vec<Param> {
        let counts = tally.map(Param::from);
        key_of(name).into_iter().chain([stored(*action).into()]).chain(counts).collect()
    };
    let rows: Vec<_> = positions.played.iter().map(row).collect();
    let into = "insert into position_next (position_key, position_check, action, south, north, draw) values ";
    let add = " on conflict (position_key, position_check, action) do update set
        south = position_next.south + excluded.south, north = position_next.north + excluded.north,
        draw = position_next.draw + excluded.draw";
    statements(into, &rows, add)
}

/// Inserts rows, some with each statement.
fn statements(into: &str, rows: &[Vec<Param>], then: &str) -> Vec<Statement> {
    let insert = |some: &[Vec<Param>]| {
        let mut statement = Statement::new(into);
        for (place, row) in some.iter().enumerate() {
            statement.push(if place > 0 { ", (" } else { "(" });
            statement.bind_all(row.iter().cloned());
            statement.push(")");
        }
        statement.push(then);
        statement
    };
    rows.chunks(AT_ONCE).map(insert).collect()
}

fn key_of(name: &Name) -> [Param; 2] {
    [name.key, name.check].map(|half| half.cast_signed().into())
}

/// One for how the game ended: won by South, by North, by nobody.
fn tally(positions: &GamePositions) -> [i64; 3] {
    use ikibuguzo_engine::Seat::{North, South};
    [Some(South), Some(North), None].map(|winner| i64::from(positions.winner == winner))
}

fn stored(action: Option<Action>) -> String {
    action.map_or_else(|| NONE.to_owned(), |action| action.to_string())
}

fn read_action(text: &str) -> Result<Option<Text<Action>>, StoreError> {
    if text == NONE { Ok(None) } else { Ok(Some(Text(read(text)?))) }
}

fn reached(row: ReachedRow) -> Result<Reached, StoreError> {
    let (_, ply, action, game, winner, reason, ended_at, south, north) = row;
    let name = |name: Option<String>| name.as_deref().map(read).transpose();
    Ok(Reached {
        game: read(&game)?,
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        action: read_action(&action)?,
        players: Seats { south: name(south)?, north: name(north)? },
        outcome: Outcome {
            winner: winner.as_deref().map(read).transpose()?.map(Text),
            reason: read_word::<EndReason>(&reason)?,
        },
        ended_at: unsigned(ended_at)?,
    })
}
