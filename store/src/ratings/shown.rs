//! Ratings as players see them.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameRating, LeaderboardEntry, RatingPoint, Timestamp};
use ikibuguzo_rating::{Pool, Speed};

use super::rows::{RatingRow, read_rating};
use crate::error::StoreError;
use crate::rows::{parse, stored_time, timestamp, unsigned};
use crate::store::Store;

/// Largest number of established players whom a leaderboard examines: some may have become provisional.
const MAX_EXAMINED_PLAYERS: i64 = 1_000;

impl Store {
    /// The ratings of a player at a time, by pool.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_ratings(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Vec<GameRating>, StoreError> {
        let rows: Vec<RatingRow> = sqlx::query_as(
            "select player_id, pool, rating, deviation, volatility, games, rated_at from rating
             where player_id = $1 order by pool",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        let shown = |row| {
            let (_, pool, rating) = read_rating(row)?;
            let present = rating.at(now.as_millis());
            Ok(GameRating {
                game: pool.game.to_owned(),
                correspondence: pool.speed == Speed::Correspondence,
                rating: rounded(present.rating),
                deviation: rounded(present.deviation),
                provisional: present.is_provisional(),
                games: rating.games,
                rated_at: Timestamp::from_millis(rating.rated_at),
            })
        };
        rows.into_iter().map(shown).collect()
    }

    /// The rating of a player in a pool after each of its last games, at most `limit`, the oldest first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_rating_points(
        &self,
        player: &PlayerId,
        pool: Pool,
        limit: u32,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let rows: Vec<(i64, f64, f64)> = sqlx::query_as(
            "select at, rating, deviation from rating_change
             where player_id = $1 and pool = $2 order by rating_number desc limit $3",
        )
        .bind(player.as_str())
        .bind(pool.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let point = |(at, rating, deviation)| {
            Ok(RatingPoint { at: timestamp(at)?, rating: rounded(rating), deviation: rounded(deviation) })
        };
        rows.into_iter().rev().map(point).collect()
    }

    /// The best players of a pool whose ratings are not provisional at a time.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_leaders(
        &self,
        pool: Pool,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<LeaderboardEntry>, StoreError> {
        let rows: Vec<(String, f64, i64)> = sqlx::query_as(
            "select player.name, best.rating, best.games from
             (select player_id, rating, games, established_until from rating
              where pool = $1 and established_until > 0 order by rating desc, player_id desc limit $2) best
             join player on player.player_id = best.player_id
             where best.established_until > $3 and player.former = 0 order by best.rating desc, best.player_id desc limit $4",
        )
        .bind(pool.to_string())
        .bind(MAX_EXAMINED_PLAYERS)
        .bind(stored_time(now))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let entry = |(name, rating, games): (String, f64, i64)| {
            Ok(LeaderboardEntry { name: parse(&name)?, rating: rounded(rating), games: unsigned(games)? })
        };
        rows.into_iter().map(entry).collect()
    }
}

/// A rating or deviation as people read it.
pub(super) fn rounded(number: f64) -> i32 {
    // Casts to integers saturate.
    number.round() as i32
}
