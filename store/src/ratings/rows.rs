//! Rows of the tables of ratings.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{TimeControl, Timestamp};
use ikibuguzo_rating::{PairDay, PlayerRating, Pool, RatedGame, Rating, Speed};

use crate::error::StoreError;
use crate::rows::{corrupt, parse, stored_number, stored_time, unsigned};
use crate::statement::{Param, Statement};
use crate::store::Store;

/// Largest number of rows that one statement inserts. The time that SQLite takes for a statement grows with the square
/// of the number of its parameters.
const MAX_RATING_ROWS: usize = 32;

/// The columns of an [`EndedGameRow`].
pub(super) const ENDED_GAME_COLUMNS: &str =
    "game_id, code, rules_name, clock, south, north, winner, ended_at, rating_number";

/// game_id, code, rules_name, clock, South, North, winner, ended_at, rating_number.
#[rustfmt::skip]
pub(super) type EndedGameRow = (
    i64, String, String, String, Option<String>, Option<String>, Option<String>, i64, Option<i64>,
);

/// player_id, pool, rating, deviation, volatility, games, rated_at.
pub(super) type RatingRow = (String, String, f64, f64, f64, i64, i64);

/// player_id, opponent_id, day, games.
pub(super) type PairRow = (String, String, i64, i64);

/// A player's rating after a game.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) player: PlayerId,
    pub(super) pool: Pool,
    /// The `rating_number` of the game.
    pub(super) number: u64,
    /// When the game ended.
    pub(super) at: Timestamp,
    pub(super) rating: Rating,
}

impl Store {
    /// The rated game of a row; none if the row cannot be read.
    pub(super) fn read_rated_game(
        &self,
        row: EndedGameRow,
    ) -> Result<Option<RatedGame<PlayerId>>, StoreError> {
        let id = parse(&row.1);
        let read = read_game(row);
        // A game is rated even if its id is damaged.
        match id {
            Ok(id) => self.leave_out_unreadable(id, read),
            Err(_) => Ok(read.ok()),
        }
    }
}

fn read_game(row: EndedGameRow) -> Result<RatedGame<PlayerId>, StoreError> {
    let (_, _, game, clock, south, north, winner, ended_at, _) = row;
    let (south, north) = south.zip(north).ok_or_else(|| corrupt("a rated game lacks a player"))?;
    let speed = match parse(&clock)? {
        TimeControl::Days(_) => Speed::Correspondence,
        TimeControl::None | TimeControl::Fischer { .. } | TimeControl::Delay { .. } => Speed::Live,
    };
    Ok(RatedGame {
        pool: Pool { speed, ..parse(&game)? },
        players: BySeat::new(south.as_str().into(), north.as_str().into()),
        winner: winner.as_deref().map(parse::<Seat>).transpose()?,
        ended_at: unsigned(ended_at)?,
    })
}

pub(super) fn read_rating(row: RatingRow) -> Result<(PlayerId, Pool, PlayerRating), StoreError> {
    let (player, pool, rating, deviation, volatility, games, rated_at) = row;
    let rating = PlayerRating {
        rating: Rating { rating, deviation, volatility },
        games: u32::try_from(games).map_err(corrupt)?,
        rated_at: unsigned(rated_at)?,
    };
    Ok((player.as_str().into(), parse(&pool)?, rating))
}

pub(super) fn read_pair(row: &PairRow) -> Result<([PlayerId; 2], PairDay), StoreError> {
    let (player, opponent, day, games) = row;
    let day = PairDay { day: unsigned(*day)?, games: u32::try_from(*games).map_err(corrupt)? };
    Ok(([player.as_str().into(), opponent.as_str().into()], day))
}

/// The statements that store ratings, in the order of the key, so that two servers never deadlock.
pub(super) fn store_ratings<'r>(
    ratings: impl IntoIterator<Item = (&'r PlayerId, Pool, &'r PlayerRating)>,
) -> Vec<Statement> {
    let mut ratings: Vec<_> = ratings.into_iter().collect();
    ratings.sort_unstable_by_key(|(player, pool, _)| (*player, *pool));
    let row = |(player, pool, it): &(&PlayerId, Pool, &PlayerRating)| {
        vec![
            player.as_str().into(),
            pool.to_string().into(),
            it.rating.rating.into(),
            it.rating.deviation.into(),
            it.rating.volatility.into(),
            i64::from(it.games).into(),
            stored_number(it.rated_at).into(),
            stored_number(it.established_until()).into(),
        ]
    };
    let insert = "insert into rating
         (player_id, pool, rating, deviation, volatility, games, rated_at, established_until) values ";
    let update = " on conflict (player_id, pool) do update set rating = excluded.rating,
          deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
          rated_at = excluded.rated_at, established_until = excluded.established_until";
    insert_rows(insert, &ratings, row, update).collect()
}

/// The statements that store the last days of pairs of players, in the order of the key.
pub(super) fn store_pairs<'p>(
    pairs: impl IntoIterator<Item = (&'p [PlayerId; 2], &'p PairDay)>,
) -> Vec<Statement> {
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_unstable_by_key(|(players, _)| *players);
    let row = |([player, opponent], it): &(&[PlayerId; 2], &PairDay)| {
        let games = i64::from(it.games);
        vec![player.as_str().into(), opponent.as_str().into(), stored_number(it.day).into(), games.into()]
    };
    let insert = "insert into rated_pair (player_id, opponent_id, day, games) values ";
    let update =
        " on conflict (player_id, opponent_id) do update set day = excluded.day, games = excluded.games";
    insert_rows(insert, &pairs, row, update).collect()
}

/// Sorts changes by key: neighbouring rows share pages.
pub(super) fn sort_changes(changes: &mut [Change]) {
    changes.sort_unstable_by(|one, other| one.key().cmp(&other.key()));
}

/// The statements that store sorted changes.
pub(super) fn store_changes(changes: &[Change]) -> impl Iterator<Item = Statement> {
    let row = |it: &Change| {
        vec![
            it.player.as_str().into(),
            it.pool.to_string().into(),
            stored_number(it.number).into(),
            stored_time(it.at).into(),
            it.rating.rating.into(),
            it.rating.deviation.into(),
        ]
    };
    let insert = "insert into rating_change (player_id, pool, rating_number, at, rating, deviation) values ";
    insert_rows(insert, changes, row, "")
}

impl Change {
    fn key(&self) -> (&PlayerId, Pool, u64) {
        (&self.player, self.pool, self.number)
    }
}

/// The statements that insert rows, with `end` behind each.
fn insert_rows<T>(
    insert: &str,
    rows: &[T],
    params: impl Fn(&T) -> Vec<Param>,
    end: &str,
) -> impl Iterator<Item = Statement> {
    rows.chunks(MAX_RATING_ROWS).map(move |rows| {
        let mut statement = Statement::new(insert);
        for (index, row) in rows.iter().enumerate() {
            statement.push(if index > 0 { ", (" } else { "(" });
            statement.bind_all(params(row));
            statement.push(")");
        }
        statement.push(end);
        statement
    })
}
