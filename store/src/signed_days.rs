//! What the server has signed about the games that ended on some days.

use ikibuguzo_game::calendar::Day;
use ikibuguzo_game::chain::ChainHash;
use ikibuguzo_game::inclusion::{Inclusion, SignedStatement};
use ikibuguzo_game::merkle_tree::PathStep;
use ikibuguzo_protocol::GameId;
use sqlx::Any;
use sqlx::Transaction;

use crate::error::StoreError;
use crate::rows::{corrupt, parse};
use crate::store::Store;

/// A day after every one that can be signed.
const AFTER_ALL_DAYS: &str = "9999-12-31";

/// A game in a root that is signed when the last of its games is stored.
#[derive(Clone, Debug)]
pub struct SignedGame {
    /// The game.
    pub game: GameId,
    /// The hash of the entry with which it ended.
    pub hash: ChainHash,
    /// The path from its leaf to the root.
    pub path: Vec<PathStep>,
}

/// A line about some days, and its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedDays {
    /// The line.
    pub statement: SignedStatement,
    /// Its signature in base64.
    pub signature: String,
}

impl Store {
    /// Stores games of a root over days up to this one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if a root over these days is signed already; [`StoreError::Unavailable`] if the database
    /// cannot be used.
    pub async fn add_signed_games(&self, last_day: Day, games: &[SignedGame]) -> Result<(), StoreError> {
        let mut transaction = self.begin_signing(last_day).await?;
        for SignedGame { game, hash, path } in games {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            // A server that stopped before it had signed has left rows behind.
            sqlx::query(
                "insert into signed_game (game_id, last_day, hash, path)
                 select game_id, $2, $3, $4 from game where code = $1
                 on conflict (game_id) do update
                 set last_day = excluded.last_day, hash = excluded.hash, path = excluded.path",
            )
            .bind(game.as_str())
            .bind(last_day.to_string())
            .bind(hash.as_str())
            .bind(path.join("\n"))
            .execute(&mut *transaction)
            .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Stores a signature. The games of its root have been stored.
    ///
    /// # Errors
    ///
    /// As for [`Store::add_signed_games`].
    pub async fn add_signed_days(&self, days: &SignedDays) -> Result<(), StoreError> {
        let mut transaction = self.begin_signing(days.statement.last_day).await?;
        sqlx::query("insert into signed_days (last_day, statement, signature) values ($1, $2, $3)")
            .bind(days.statement.last_day.to_string())
            .bind(days.statement.to_string())
            .bind(days.signature.as_str())
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    async fn begin_signing(&self, last_day: Day) -> Result<Transaction<'static, Any>, StoreError> {
        let mut transaction = self.pool.begin_with(self.database.begin()).await?;
        let signed: Option<i64> =
            sqlx::query_scalar("select 1 from signed_days where last_day >= $1 limit 1")
                .bind(last_day.to_string())
                .fetch_optional(&mut *transaction)
                .await?;
        match signed {
            None => Ok(transaction),
            Some(_) => Err(StoreError::Conflict),
        }
    }

    /// At most `limit` signatures, the newest first: those of days before this one, or of all.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_signed_days(
        &self,
        before: Option<Day>,
        limit: u32,
    ) -> Result<Vec<SignedDays>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "select statement, signature from signed_days where last_day < $1
             order by last_day desc limit $2",
        )
        .bind(before.map_or_else(|| AFTER_ALL_DAYS.to_owned(), |day| day.to_string()))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(|(statement, signature)| signed_days(&statement, signature)).collect()
    }

    /// What shows that a game is in a signed root; none if it is in none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_inclusion(&self, game: GameId) -> Result<Option<Inclusion>, StoreError> {
        let row: Option<(String, String, String, String)> = sqlx::query_as(
            "select signed_days.statement, signed_days.signature, signed_game.hash, signed_game.path
             from game join signed_game on signed_game.game_id = game.game_id
             join signed_days on signed_days.last_day = signed_game.last_day
             where game.code = $1",
        )
        .bind(game.as_str())
        .fetch_optional(&self.pool)
        .await?;
        let Some((statement, signature, hash, path)) = row else { return Ok(None) };
        let SignedDays { statement, signature } = signed_days(&statement, signature)?;
        let path = path.lines().map(str::parse).collect::<Result<_, _>>();
        let path = path.map_err(|_| corrupt(format!("the path of game {game} to its root")))?;
        Ok(Some(Inclusion { statement, signature, game, hash: parse(&hash)?, path }))
    }
}

fn signed_days(statement: &str, signature: String) -> Result<SignedDays, StoreError> {
    Ok(SignedDays { statement: parse(statement)?, signature })
}
