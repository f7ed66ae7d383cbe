//! The ratings of players beside their names in games.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, GameSummary, PlayerName, SeatRating, Seats, TimeControl, Timestamp};
use ikibuguzo_rating::{Pool, Rating, Speed};

use super::rows::{RatingRow, read_rating};
use super::shown::rounded;
use crate::error::StoreError;
use crate::rows::{corrupt, parse};
use crate::statement::Statement;
use crate::store::Store;

/// What the ratings of a game depend on: rules, clock, South, North, and its number in the order of rated games.
type RatingKeyRow = (String, String, Option<String>, Option<String>, Option<i64>);

impl Store {
    /// Adds the present ratings of the players to games that are not over, with one query for all of them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_ratings(&self, games: &mut [GameSummary], now: Timestamp) -> Result<(), StoreError> {
        let current = || games.iter().filter(|game| game.outcome.is_none());
        let mut names: Vec<&PlayerName> = current().flat_map(|game| seated(&game.players)).collect();
        names.sort_unstable();
        names.dedup();
        let ratings = self.ratings_of_names(&names, now).await?;
        for game in games.iter_mut().filter(|game| game.outcome.is_none()) {
            let pool = pool_of(*game.rules, game.clock.map_or(TimeControl::None, |clock| *clock));
            let rating = |name: &Option<PlayerName>| {
                let is_its = |(of, in_pool, _): &&(PlayerName, Pool, _)| {
                    Some(of) == name.as_ref() && Some(*in_pool) == pool
                };
                ratings.iter().find(is_its).map(|(_, _, rating)| *rating)
            };
            let both = Seats { south: rating(&game.players.south), north: rating(&game.players.north) };
            game.ratings = (both.south.is_some() || both.north.is_some()).then_some(both);
        }
        Ok(())
    }

    /// The ratings of the players of a game: the present ones, or those after the game if it has changed ratings, with
    /// the change. None for an unknown game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_game_ratings(
        &self,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<Seats<Option<SeatRating>>>, StoreError> {
        let query =
            sqlx::query_as("select rules, clock, south, north, rating_number from game where code = $1");
        let found: Option<RatingKeyRow> = query.bind(game.as_str()).fetch_optional(&self.pool).await?;
        let Some((rules, clock, south, north, rating_number)) = found else { return Ok(None) };
        let pool = pool_of(parse(&rules)?, parse(&clock)?).ok_or_else(|| corrupt("no pool"))?;
        let rating = async |player: Option<String>| match (player, rating_number) {
            (None, _) => Ok(None),
            (Some(player), None) => self.present_rating(&player.as_str().into(), pool, now).await,
            (Some(player), Some(number)) => self.rating_after(&player.as_str().into(), pool, number).await,
        };
        Ok(Some(Seats { south: rating(south).await?, north: rating(north).await? }))
    }

    async fn ratings_of_names(
        &self,
        names: &[&PlayerName],
        now: Timestamp,
    ) -> Result<Vec<(PlayerName, Pool, SeatRating)>, StoreError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = Statement::new(
            "select player.name, rating.pool, rating.rating, rating.deviation, rating.volatility, rating.games,
                    rating.rated_at
             from player join rating on rating.player_id = player.player_id where player.name in (",
        );
        statement.bind_all(names.iter().map(|name| name.as_str().into()));
        statement.push(")");
        let rows: Vec<RatingRow> = statement.rows(&self.pool).await?;
        let shown = |row: RatingRow| {
            let name = parse(&row.0)?;
            let (_, pool, rating) = read_rating(row)?;
            Ok((name, pool, seat_rating(rating.at(now.as_millis()), None)))
        };
        rows.into_iter().map(shown).collect()
    }

    async fn present_rating(
        &self,
        player: &PlayerId,
        pool: Pool,
        now: Timestamp,
    ) -> Result<Option<SeatRating>, StoreError> {
        let row: Option<RatingRow> = sqlx::query_as(
            "select player_id, pool, rating, deviation, volatility, games, rated_at from rating
             where player_id = $1 and pool = $2",
        )
        .bind(player.as_str())
        .bind(pool.to_string())
        .fetch_optional(&self.pool)
        .await?;
        let rating = row.map(read_rating).transpose()?;
        Ok(rating.map(|(_, _, rating)| seat_rating(rating.at(now.as_millis()), None)))
    }

    /// The rating after the rated game with a number. Without a change if the game did not count.
    async fn rating_after(
        &self,
        player: &PlayerId,
        pool: Pool,
        number: i64,
    ) -> Result<Option<SeatRating>, StoreError> {
        let rows: Vec<(i64, f64, f64)> = sqlx::query_as(
            "select rating_number, rating, deviation from rating_change
             where player_id = $1 and pool = $2 and rating_number <= $3 order by rating_number desc limit 2",
        )
        .bind(player.as_str())
        .bind(pool.to_string())
        .bind(number)
        .fetch_all(&self.pool)
        .await?;
        let Some((last, rating, deviation)) = rows.first().copied() else { return Ok(None) };
        let before = rows.get(1).map_or(Rating::NEW.rating, |(_, rating, _)| *rating);
        let change = (last == number).then(|| rounded(rating) - rounded(before));
        Ok(Some(seat_rating(Rating { rating, deviation, ..Rating::NEW }, change)))
    }
}

fn seated(players: &Seats<Option<PlayerName>>) -> impl Iterator<Item = &PlayerName> {
    [&players.south, &players.north].into_iter().flatten()
}

/// The pool of a game; games without a clock show the ratings for clocks with seconds.
fn pool_of(rules: Ruleset, clock: TimeControl) -> Option<Pool> {
    let speed = if clock.is_correspondence() { Speed::Correspondence } else { Speed::Live };
    Pool::all().find(|pool| pool.game == rules.name() && pool.speed == speed)
}

fn seat_rating(rating: Rating, change: Option<i32>) -> SeatRating {
    SeatRating { rating: rounded(rating.rating), provisional: rating.is_provisional(), change }
}
