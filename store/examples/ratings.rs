//! Rates many games as a server does, works all ratings out again, and compares both bit by bit.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-store --example ratings -- sqlite:///tmp/ratings.db 1000000
//! ```
//!
//! The arguments are a database and the number of games, which are added if there are none. Prints the time of both.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_store::{Commit, Store, StoreError};
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

/// Players for each million games.
const PLAYERS: u32 = 20_000;

/// Games in one statement.
const ROWS: u64 = 200;

/// Games that are rated in one transaction.
const BATCH: u32 = 250;

const CLOCKS: [&str; 3] = ["fischer:300+5", "delay:600+5", "days:3"];

#[expect(clippy::disallowed_methods, reason = "it measures")]
#[tokio::main]
async fn main() -> Result<(), StoreError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, games] = &arguments[..] else {
        eprintln!("needs a database and a number of games");
        return Ok(());
    };
    let store = Store::open(url).await?;
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await?;
    let present: i64 = sqlx::query_scalar("select count(*) from game").fetch_one(&mut connection).await?;
    if present == 0 {
        add_games(&mut connection, games.parse().expect("a number")).await?;
    }
    let watch = Instant::now();
    let rated = rate_all(&store).await?;
    println!("{rated} games rated, a batch at a time: {:.1} s", watch.elapsed().as_secs_f64());
    let before = fingerprint(&mut connection).await?;
    let watch = Instant::now();
    let rebuilt = store.rebuild_ratings().await?;
    println!("worked out again: {:.1} s, {rebuilt:?}", watch.elapsed().as_secs_f64());
    assert_eq!(fingerprint(&mut connection).await?, before, "the same rows, bit by bit");
    Ok(())
}

/// Adds finished rated games between random players.
async fn add_games(connection: &mut AnyConnection, games: u64) -> Result<(), StoreError> {
    let mut rng = Rng::with_seed(1);
    let mut transaction = connection.begin().await?;
    for first in (0..PLAYERS).step_by(100) {
        let rows: Vec<_> =
            (first..first + 100).map(|it| format!("('player{it:06}', 'Player-{it}', 1)")).collect();
        let insert = format!("insert into player (player_id, name, created_at) values {}", rows.join(", "));
        sqlx::query(AssertSqlSafe(insert)).execute(&mut *transaction).await?;
    }
    for first in (0..games).step_by(ROWS as usize) {
        let rows: Vec<_> = (first..games.min(first + ROWS)).map(|number| game(number, &mut rng)).collect();
        let insert = format!(
            "insert into game (game_id, code, rules_name, rules, clock, public, rated, state, south, north, winner,
             reason, result, turns, created_at, ended_at) values {}",
            rows.join(", ")
        );
        sqlx::query(AssertSqlSafe(insert)).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

fn game(number: u64, rng: &mut Rng) -> String {
    let south = rng.u32(0..PLAYERS);
    let north = (south + rng.u32(1..PLAYERS)) % PLAYERS;
    let game = rng.choice(Ruleset::STANDARD).expect("a game").name();
    let clock = rng.choice(CLOCKS).expect("a clock");
    let (winner, result) =
        rng.choice([("'south'", "south"), ("'north'", "north"), ("null", "draw")]).expect("a result");
    let at = 1_700_000_000_000 + number * 60_000;
    format!(
        "({}, 'code{number:08}', '{game}', '{game}', '{clock}', 1, 1, 'finished', 'player{south:06}',
         'player{north:06}', {winner}, 'resignation', '{result}', 40, {at}, {at})",
        number + 1
    )
}

async fn rate_all(store: &Store) -> Result<usize, StoreError> {
    let mut writer = store.connect_writer(0).await?;
    let mut count = 0;
    while let Some(rated) = store.rate_next_games(BATCH).await? {
        count += rated.len();
        let commit = Commit { rated: Some(Box::new(rated)), ..Commit::default() };
        let lost = writer.write(&Arc::new(vec![commit]), || ()).await?;
        assert!(lost.is_empty(), "nobody else rates");
    }
    Ok(count)
}

/// A hash of every row of the ratings and their history.
async fn fingerprint(connection: &mut AnyConnection) -> Result<u64, StoreError> {
    let mut hasher = DefaultHasher::new();
    for (select, reals) in [
        (
            "select rating, deviation, volatility, games, rated_at, established_until from rating order by player_id, pool",
            3,
        ),
        (
            "select rating, deviation, rating_number, at from rating_change order by player_id, pool, rating_number",
            2,
        ),
        ("select day, games from rated_pair order by player_id, opponent_id", 0),
    ] {
        for row in sqlx::query(select).fetch_all(&mut *connection).await? {
            for column in 0..row.len() {
                if column < reals {
                    row.try_get::<f64, _>(column)?.to_bits().hash(&mut hasher);
                } else {
                    row.try_get::<i64, _>(column)?.hash(&mut hasher);
                }
            }
        }
    }
    Ok(hasher.finish())
}
