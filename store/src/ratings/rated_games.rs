//! The next rated games, and the ratings after them.

use std::collections::BTreeSet;

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_rating::{Pool, RatedGame, RatedOutcome, Ratings};

use super::rows::{
    Change, ENDED_GAME_COLUMNS, EndedGameRow, PairRow, RatingRow, read_pair, read_rating, sort_changes,
    store_changes, store_pairs, store_ratings,
};
use crate::error::StoreError;
use crate::rows::{stored_number, unsigned};
use crate::statement::Statement;
use crate::store::Store;

/// Rated games that follow those that have changed the ratings, and the ratings after them. Only one server can store
/// them: if the count of rated games has changed by then, the commit is a [`Conflict`](StoreError::Conflict).
#[derive(Clone, Debug)]
pub struct RatedGames {
    /// How many games had changed the ratings.
    pub(crate) count_before: u64,
    /// The keys of the games, in order.
    games: Vec<i64>,
    /// The ratings of their players.
    ratings: Ratings<PlayerId>,
    changes: Vec<Change>,
}

/// Adds the count of rated games, if there is none yet.
pub(super) const INSERT_COUNT: &str =
    "insert into rated_count (name, games) values ('ratings', 0) on conflict do nothing";

/// Adds a game to a fold, and returns the changes of its players' ratings.
pub(super) fn rate(ratings: &mut Ratings<PlayerId>, game: &RatedGame<PlayerId>, number: u64) -> Vec<Change> {
    match ratings.add(game) {
        RatedOutcome::TooMany => Vec::new(),
        RatedOutcome::Counted(after) => {
            let change = |seat: Seat| Change {
                player: game.players[seat].clone(),
                pool: game.pool,
                number,
                at: Timestamp::from_millis(game.ended_at),
                rating: after[seat].rating,
            };
            Seat::ALL.map(change).into()
        }
    }
}

impl Store {
    /// The rated games that have waited longest, at most `limit`, and the ratings after them; none if no game waits. A
    /// game whose row cannot be read changes no ratings.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rate_next_games(&self, limit: u32) -> Result<Option<RatedGames>, StoreError> {
        // The count is read first: if another server adds games meanwhile, it no longer equals the stored one.
        let count: Option<i64> = sqlx::query_scalar("select games from rated_count where name = 'ratings'")
            .fetch_optional(&self.pool)
            .await?;
        let rows: Vec<EndedGameRow> = select_next_games(limit).rows(&self.pool).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        if count.is_none() {
            sqlx::query(INSERT_COUNT).execute(self.writable()?).await?;
        }
        let keys = rows.iter().map(|row| row.0).collect();
        let games = rows.into_iter().map(|row| self.read_rated_game(row));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let readable: Vec<_> = games.iter().flatten().collect();
        let ratings = self.load_ratings_of(&readable).await?;
        Ok(Some(RatedGames::after(unsigned(count.unwrap_or_default())?, keys, &games, ratings)))
    }

    /// The ratings of the players of some games, and their last days together.
    async fn load_ratings_of(&self, games: &[&RatedGame<PlayerId>]) -> Result<Ratings<PlayerId>, StoreError> {
        let mut ratings = Ratings::default();
        for row in select_ratings(games).rows::<RatingRow>(&self.pool).await? {
            let (player, pool, rating) = read_rating(row)?;
            ratings.insert(player, pool, rating);
        }
        for row in select_pairs(games).rows::<PairRow>(&self.pool).await? {
            let (pair, day) = read_pair(&row)?;
            ratings.insert_pair(pair, day);
        }
        Ok(ratings)
    }
}

/// The query for the games that have waited longest.
fn select_next_games(limit: u32) -> Statement {
    let mut select = Statement::new(format!(
        "select {ENDED_GAME_COLUMNS} from game
         where rated = 1 and has_bot = 0 and ended_at is not null and result <> 'none' and rating_number is null
           and state = 'finished'
         order by ended_at, game_id limit "
    ));
    select.bind(i64::from(limit).into());
    select
}

fn select_ratings(games: &[&RatedGame<PlayerId>]) -> Statement {
    let players: BTreeSet<_> = games.iter().flat_map(|game| game.players.iter()).collect();
    let mut select = Statement::new(
        "select player_id, pool, rating, deviation, volatility, games, rated_at from rating where player_id in (",
    );
    select.bind_all(players.into_iter().map(|player| player.as_str().into()));
    select.push(")");
    select
}

fn select_pairs(games: &[&RatedGame<PlayerId>]) -> Statement {
    let pairs: BTreeSet<_> = games.iter().map(|game| game.pair()).collect();
    let mut select = Statement::new(
        "select player_id, opponent_id, day, games from rated_pair where (player_id, opponent_id) in (values ",
    );
    for (index, pair) in pairs.into_iter().enumerate() {
        select.push(if index > 0 { ", (" } else { "(" });
        select.bind_all(pair.map(|player| player.as_str().into()));
        select.push(")");
    }
    select.push(")");
    select
}

impl RatedGames {
    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    fn after(
        count_before: u64,
        keys: Vec<i64>,
        games: &[Option<RatedGame<PlayerId>>],
        mut ratings: Ratings<PlayerId>,
    ) -> Self {
        // A game that cannot be read gets its number, too: otherwise it would be read again each time.
        let mut rate = |(number, game): (u64, &Option<RatedGame<PlayerId>>)| {
            game.as_ref().map(|game| rate(&mut ratings, game, number)).unwrap_or_default()
        };
        let mut changes: Vec<_> = (count_before + 1..).zip(games).flat_map(&mut rate).collect();
        sort_changes(&mut changes);
        Self { count_before, games: keys, ratings, changes }
    }

    fn changed(&self) -> BTreeSet<(&PlayerId, Pool)> {
        self.changes.iter().map(|change| (&change.player, change.pool)).collect()
    }
}

/// Counts rated games. It affects no row if another server has counted others, or is counting them now: with `row_lock`
/// it does not wait for that server.
pub(crate) fn advance_rated_count(rated: &RatedGames, row_lock: &str) -> Statement {
    let before = rated.count_before;
    let mut statement = Statement::new("update rated_count set games = ");
    statement.bind(stored_number(before + rated.games.len() as u64).into());
    statement.push(" where name = (select name from rated_count where name = 'ratings' and games = ");
    statement.bind(stored_number(before).into());
    statement.push(row_lock);
    statement.push(")");
    statement
}

/// Sets the count of rated games.
pub(crate) fn set_rated_count(count: u64) -> Statement {
    let mut statement = Statement::new("update rated_count set games = ");
    statement.bind(stored_number(count).into());
    statement.push(" where name = 'ratings'");
    statement
}

/// The statements that store rated games, after the count.
pub(crate) fn store_rated(rated: &RatedGames) -> Vec<Statement> {
    let changed = rated.changed();
    let ratings = rated.ratings.iter().filter(|(player, pool, _)| changed.contains(&(*player, *pool)));
    let mut statements: Vec<_> = (rated.count_before + 1..).zip(&rated.games).map(number_game).collect();
    statements.extend(store_ratings(ratings));
    statements.extend(store_pairs(rated.ratings.pairs()));
    statements.extend(store_changes(&rated.changes));
    statements
}

fn number_game((number, game): (u64, &i64)) -> Statement {
    let mut statement = Statement::new("update game set rating_number = ");
    statement.bind(stored_number(number).into());
    statement.push(" where game_id = ");
    statement.bind((*game).into());
    statement
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::commit::Commit;
    use crate::ratings::RatingRebuild;
    use crate::test_schema::TestSchema;

    const PLAYERS: &str =
        "insert into player (player_id, name, created_at) values ('p1', 'keza', 1), ('p2', 'mugisha', 1)";

    /// Adds a finished rated game that South won.
    async fn add_game(store: &Store, number: i64) {
        sqlx::query(
            "insert into game (game_id, code, rules_name, rules, clock, public, rated, state, south, north, winner,
             reason, result, turns, created_at, ended_at)
             values ($1, 'code' || $2, 'azigo', 'azigo', 'days:3', 1, 1, 'finished', 'p1', 'p2', 'south',
             'resignation', 'south', 9, $1, $1)",
        )
        .bind(number)
        .bind(number.to_string())
        .execute(&store.pool)
        .await
        .expect("a game");
    }

    fn commit(rated: &RatedGames) -> Commit {
        Commit { rated: Some(Box::new(rated.clone())), ..Commit::default() }
    }

    #[tokio::test]
    async fn a_game_is_rated_once_however_many_servers_have_read_it() {
        let schema = TestSchema::create().await;
        let store = Store::open(&schema.url).await.expect("a database");
        sqlx::query(PLAYERS).execute(&store.pool).await.expect("players");
        assert!(store.rate_next_games(10).await.expect("a database").is_none());
        add_game(&store, 1).await;
        let mut writer = store.connect_writer(0).await.expect("a writer");
        let next = async || store.rate_next_games(10).await.expect("a database").expect("a game");
        let one = next().await;
        let other = next().await;
        let both = Arc::new(vec![commit(&one), commit(&other)]);
        assert_eq!(writer.write(&both, || ()).await.expect("written"), BTreeSet::from([1]));
        add_game(&store, 2).await;
        let late = Arc::new(vec![commit(&other)]);
        assert_eq!(writer.write(&late, || ()).await.expect("written"), BTreeSet::from([0]));
        let third = Arc::new(vec![commit(&next().await)]);
        assert!(writer.write(&third, || ()).await.expect("written").is_empty());
        let changes: i64 = sqlx::query_scalar("select count(*) from rating_change")
            .fetch_one(&store.pool)
            .await
            .expect("a count");
        assert_eq!(changes, 4);
        let unchanged = RatingRebuild { games: 2, ratings: 2, changed: 0 };
        assert_eq!(store.rebuild_ratings().await.expect("rebuilt"), unchanged);
        drop((writer, store));
        schema.remove().await;
    }
}
