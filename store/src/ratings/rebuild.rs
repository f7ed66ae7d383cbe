//! Computes all ratings again.

use std::collections::HashMap;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_rating::{PlayerRating, Pool, Ratings};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use super::rated_games::{INSERT_COUNT, rate};
use super::rows::{
    Change, ENDED_GAME_COLUMNS, EndedGameRow, RatingRow, read_rating, sort_changes, store_changes,
    store_pairs, store_ratings,
};
use crate::error::StoreError;
use crate::rows::{stored_number, unsigned};
use crate::statement::Statement;
use crate::store::Store;

/// Games that are read at a time.
const PAGE_LENGTH: u64 = 10_000;

/// What a rebuild has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRebuild {
    /// Rated games in the fold.
    pub games: u64,
    /// Ratings after them.
    pub ratings: u64,
    /// Ratings that differ from those stored before, in any bit, including those that are new or no longer there.
    pub changed: u64,
}

pub(super) type StoredRatings = HashMap<(PlayerId, Pool), PlayerRating>;

impl Store {
    /// Computes all ratings again, in the order in which the games changed them, in one transaction. Meanwhile nothing
    /// else is written to a SQLite database, and no game is rated. Games whose rows cannot be read, and games that were
    /// set apart, are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used: nothing was changed.
    pub async fn rebuild_ratings(&self) -> Result<RatingRebuild, StoreError> {
        let mut connection = self.database.connect_without_timeouts().await?;
        let mut transaction = connection.begin_with(self.database.begin()).await?;
        sqlx::query(INSERT_COUNT).execute(&mut *transaction).await?;
        let lock =
            format!("select games from rated_count where name = 'ratings'{}", self.database.wait_lock());
        sqlx::query(AssertSqlSafe(lock)).execute(&mut *transaction).await?;
        let before = load_ratings(&mut transaction).await?;
        let mut ratings = Ratings::default();
        let mut changes = Vec::new();
        let games =
            self.fold_rated_games(&mut transaction, &mut ratings, |change| changes.push(change)).await?;
        sort_changes(&mut changes);
        for table in ["rating", "rating_change", "rated_pair"] {
            sqlx::query(AssertSqlSafe(format!("delete from {table}"))).execute(&mut *transaction).await?;
        }
        let changed = count_changed(&before, &ratings);
        let statements = store_ratings(ratings.iter()).into_iter().chain(store_pairs(ratings.pairs()));
        for statement in statements.chain(store_changes(&changes)) {
            statement.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(RatingRebuild { games, ratings: ratings.iter().count() as u64, changed })
    }

    /// Adds all games that have changed ratings to a fold, in their order, and passes each change to `visit`. Returns the
    /// number of games.
    pub(super) async fn fold_rated_games(
        &self,
        connection: &mut AnyConnection,
        ratings: &mut Ratings<PlayerId>,
        mut visit: impl FnMut(Change),
    ) -> Result<u64, StoreError> {
        let mut last = 0;
        let mut games = 0;
        loop {
            let page = read_page(connection, last).await?;
            let is_last = (page.len() as u64) < PAGE_LENGTH;
            for row in page {
                last = unsigned(row.8.unwrap_or_default())?;
                let Some(game) = self.read_rated_game(row)? else { continue };
                games += 1;
                rate(ratings, &game, last).into_iter().for_each(&mut visit);
            }
            if is_last {
                return Ok(games);
            }
        }
    }
}

pub(super) async fn load_ratings(connection: &mut AnyConnection) -> Result<StoredRatings, StoreError> {
    let rows: Vec<RatingRow> =
        sqlx::query_as("select player_id, pool, rating, deviation, volatility, games, rated_at from rating")
            .fetch_all(connection)
            .await?;
    let keyed = |row| read_rating(row).map(|(player, pool, rating)| ((player, pool), rating));
    rows.into_iter().map(keyed).collect()
}

/// The games with the next numbers after this one that are not set apart. A game that was left out leaves a gap.
async fn read_page(connection: &mut AnyConnection, after: u64) -> Result<Vec<EndedGameRow>, StoreError> {
    let mut select = Statement::new(format!("select {ENDED_GAME_COLUMNS} from game where rating_number > "));
    select.bind(stored_number(after).into());
    select.push(&format!(" and state = 'finished' order by rating_number limit {PAGE_LENGTH}"));
    select.rows(connection).await
}

fn count_changed(before: &StoredRatings, after: &Ratings<PlayerId>) -> u64 {
    let is_same =
        |key: &(PlayerId, Pool), is: &PlayerRating| before.get(key).is_some_and(|was| is_equal(was, is));
    let ratings = after.iter().map(|(player, pool, is)| ((player.clone(), pool), is));
    let changed = ratings.filter(|(key, is)| !is_same(key, is)).count();
    let removed = before.keys().filter(|(player, pool)| after.get(player, *pool).is_none()).count();
    (changed + removed) as u64
}

/// Whether two ratings are the same bit by bit.
pub(super) fn is_equal(one: &PlayerRating, other: &PlayerRating) -> bool {
    let bits =
        |it: &PlayerRating| [it.rating.rating, it.rating.deviation, it.rating.volatility].map(f64::to_bits);
    bits(one) == bits(other) && (one.games, one.rated_at) == (other.games, other.rated_at)
}
