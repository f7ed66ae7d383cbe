//! Stored ratings against those that follow from the rated games.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use futures_util::TryStreamExt;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_rating::{PlayerRating, Pool, Ratings};
use sqlx::{AnyConnection, Connection};

use super::rebuild::{is_equal, load_ratings};
use super::rows::{PairRow, read_pair};
use crate::check::{Checker, CountDifference, MAX_NAMED_DIFFERENCES};
use crate::error::StoreError;
use crate::rows::{parse, stored_number, stored_time, unsigned};
use crate::statement::Statement;

/// A sum over the changes of each player's rating: two different histories have different sums.
type Histories = HashMap<(PlayerId, Pool), u64>;

/// player_id, pool, rating_number, at, rating, deviation.
type ChangeRow = (String, String, i64, i64, f64, f64);

impl Checker {
    /// What differs between the stored ratings and those that follow from the rated games, at most 1,000 differences.
    /// Reads the rows of games, and keeps the ratings of all players in memory.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_ratings(&mut self) -> Result<Vec<CountDifference>, StoreError> {
        let store = self.store.clone();
        let mut reading = self.connection.begin_with(store.database.begin_snapshot()).await?;
        let mut ratings = Ratings::default();
        let mut expected = Histories::new();
        let add = |change: super::rows::Change| {
            let numbers = (stored_number(change.number), stored_time(change.at));
            let weight = weight(numbers, change.rating.rating, change.rating.deviation);
            add_change(&mut expected, (change.player, change.pool), weight);
        };
        store.fold_rated_games(&mut reading, &mut ratings, add).await?;
        let stored = load_ratings(&mut reading).await?;
        let mut names = Names(&mut reading);
        let mut differences = Vec::new();
        for (player, pool) in find_different_ratings(&ratings, &stored) {
            let of =
                |rating: Option<&PlayerRating>| rating.map_or_else(|| "nothing".to_owned(), rating_words);
            differences.push(CountDifference {
                subject: format!("rating of {} in {pool}", names.find(&player).await?),
                stored: of(stored.get(&(player.clone(), pool))),
                expected: of(ratings.get(&player, pool).as_ref()),
            });
        }
        let histories = read_histories(names.0).await?;
        let keys: BTreeSet<_> = expected.keys().chain(histories.keys()).collect();
        for (player, pool) in keys.into_iter().filter(|key| expected.get(*key) != histories.get(*key)) {
            differences.push(CountDifference {
                subject: format!("rating history of {} in {pool}", names.find(player).await?),
                stored: "other changes".to_owned(),
                expected: "those of the rated games".to_owned(),
            });
        }
        differences.extend(compare_pairs(names.0, &ratings).await?);
        differences.extend(compare_count(&mut reading).await?);
        differences.truncate(MAX_NAMED_DIFFERENCES);
        Ok(differences)
    }
}

/// Finds the names of players, for the few lines that have one.
struct Names<'c>(&'c mut AnyConnection);

impl Names<'_> {
    async fn find(&mut self, player: &PlayerId) -> Result<String, StoreError> {
        let name: Option<String> = sqlx::query_scalar("select name from player where player_id = $1")
            .bind(player.as_str())
            .fetch_optional(&mut *self.0)
            .await?;
        Ok(name.unwrap_or_else(|| "an unknown player".to_owned()))
    }
}

fn find_different_ratings(
    expected: &Ratings<PlayerId>,
    stored: &HashMap<(PlayerId, Pool), PlayerRating>,
) -> Vec<(PlayerId, Pool)> {
    let is_same = |(player, pool, is): &(&PlayerId, Pool, &PlayerRating)| {
        stored.get(&((*player).clone(), *pool)).is_some_and(|was| is_equal(was, is))
    };
    let changed = expected.iter().filter(|it| !is_same(it)).map(|(player, pool, _)| (player.clone(), pool));
    let extra = stored.keys().filter(|(player, pool)| expected.get(player, *pool).is_none()).cloned();
    let mut keys: Vec<_> = changed.chain(extra).collect();
    keys.sort_unstable();
    keys.truncate(MAX_NAMED_DIFFERENCES);
    keys
}

fn rating_words(it: &PlayerRating) -> String {
    let rating = it.rating;
    let games = it.games;
    format!("{} ± {} after {games} games", rating.rating, rating.deviation)
}

async fn read_histories(reading: &mut AnyConnection) -> Result<Histories, StoreError> {
    let mut histories = Histories::new();
    let select = "select player_id, pool, rating_number, at, rating, deviation from rating_change";
    let mut rows = sqlx::query_as::<_, ChangeRow>(select).fetch(reading);
    while let Some((player, pool, number, at, rating, deviation)) = rows.try_next().await? {
        let key = (player.as_str().into(), parse(&pool)?);
        add_change(&mut histories, key, weight((number, at), rating, deviation));
    }
    Ok(histories)
}

fn add_change(histories: &mut Histories, key: (PlayerId, Pool), weight: u64) {
    let sum = histories.entry(key).or_default();
    *sum = sum.wrapping_add(weight);
}

fn weight(numbers: (i64, i64), rating: f64, deviation: f64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (numbers, rating.to_bits(), deviation.to_bits()).hash(&mut hasher);
    hasher.finish()
}

async fn compare_pairs(
    reading: &mut AnyConnection,
    ratings: &Ratings<PlayerId>,
) -> Result<Option<CountDifference>, StoreError> {
    let rows: Vec<PairRow> =
        Statement::new("select player_id, opponent_id, day, games from rated_pair").rows(reading).await?;
    let stored = rows.iter().map(read_pair).collect::<Result<BTreeMap<_, _>, _>>()?;
    let expected: BTreeMap<_, _> = ratings.pairs().map(|(pair, day)| (pair.clone(), *day)).collect();
    Ok((stored != expected).then(|| CountDifference {
        subject: "rated_pair".to_owned(),
        stored: "other pairs or days".to_owned(),
        expected: "those of the rated games".to_owned(),
    }))
}

async fn compare_count(reading: &mut AnyConnection) -> Result<Option<CountDifference>, StoreError> {
    let newest: i64 = sqlx::query_scalar("select coalesce(max(rating_number), 0) from game")
        .fetch_one(&mut *reading)
        .await?;
    let count: Option<i64> = sqlx::query_scalar("select games from rated_count where name = 'ratings'")
        .fetch_optional(reading)
        .await?;
    let stored = unsigned(count.unwrap_or_default())?;
    let expected = unsigned(newest)?;
    Ok((stored != expected).then(|| CountDifference {
        subject: "count of rated games".to_owned(),
        stored: stored.to_string(),
        expected: expected.to_string(),
    }))
}
