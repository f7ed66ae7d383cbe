//! Games that come from elsewhere, in one transaction.

use std::collections::HashMap;

use ikibuguzo_protocol::{GameId, PlayerName};
use sqlx::{Any, Transaction};

use super::database::Database;
use super::game_number::GameNumber;
use super::rows::{log, millis};
use super::{Commit, Store, StoreError, write_plan};
use crate::name_skeleton::look;
use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::player::PlayerId;

/// Numbers that are drawn for a game before its import fails. Records give a date and no time, so that many games may be of
/// the same millisecond: with a million of them, every other number is taken.
const NUMBER_TRIES: u32 = 100;

/// Games that are being taken in from elsewhere: all of them, or, if this is dropped, none.
#[derive(Debug)]
pub struct Import {
    database: Database,
    transaction: Transaction<'static, Any>,
    players: HashMap<PlayerName, PlayerId>,
}

impl Store {
    /// Begins to take in games from elsewhere.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn import(&self) -> Result<Import, StoreError> {
        let transaction = self.pool.begin_with(self.database.begin()).await?;
        Ok(Import { database: self.database.clone(), transaction, players: HashMap::new() })
    }
}

impl Import {
    /// The log of a game that is here already; empty if it is not.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn log(&mut self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        Ok(log(&mut *self.transaction, game).await?.map(|(_, log)| log).unwrap_or_default())
    }

    /// The key of whoever has a name in games from elsewhere: a new one, or one who was in such games before. None where
    /// somebody who plays here has or had the name, unless these are the same people. As everywhere, names that look alike
    /// are one.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn player(
        &mut self,
        name: &PlayerName,
        same_people: bool,
        new_id: impl FnOnce() -> PlayerId,
        now: u64,
    ) -> Result<Option<PlayerId>, StoreError> {
        if let Some(known) = self.players.get(name) {
            return Ok(Some(known.clone()));
        }
        let look = look(name.as_str());
        let here: Option<(String, i64)> = sqlx::query_as(
            "select player.player_id, player.imported
             from known_name join player on player.player_id = known_name.player_id where known_name.skeleton = $1",
        )
        .bind(&look)
        .fetch_optional(&mut *self.transaction)
        .await?;
        let id = match here {
            Some((_, 0)) if !same_people => return Ok(None),
            Some((id, _)) => PlayerId::from(id.as_str()),
            None => self.add_player(new_id(), name, &look, now).await?,
        };
        self.players.insert(name.clone(), id.clone());
        Ok(Some(id))
    }

    /// Somebody who has a name and no token: nobody can log in as them.
    async fn add_player(
        &mut self,
        id: PlayerId,
        name: &PlayerName,
        look: &str,
        now: u64,
    ) -> Result<PlayerId, StoreError> {
        sqlx::query("insert into player (player_id, name, created_at, imported) values ($1, $2, $3, 1)")
            .bind(id.as_str())
            .bind(name.as_str())
            .bind(millis(now))
            .execute(&mut *self.transaction)
            .await?;
        sqlx::query("insert into known_name (skeleton, player_id) values ($1, $2)")
            .bind(look)
            .bind(id.as_str())
            .execute(&mut *self.transaction)
            .await?;
        Ok(id)
    }

    /// A number that no game has, for a game that was created at this time, in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if a hundred random numbers were all taken; [`StoreError::Unavailable`] if the database
    /// cannot be used.
    pub async fn free_number(
        &mut self,
        created_at: u64,
        mut random: impl FnMut() -> u64,
    ) -> Result<GameNumber, StoreError> {
        for _ in 0..NUMBER_TRIES {
            let number = GameNumber::new(created_at, random());
            let taken: Option<i64> = sqlx::query_scalar("select game_id from game where game_id = $1")
                .bind(number.to_stored())
                .fetch_optional(&mut *self.transaction)
                .await?;
            if taken.is_none() {
                return Ok(number);
            }
        }
        Err(StoreError::Conflict)
    }

    /// Adds what a game consists of.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn add(&mut self, commit: &Commit) -> Result<(), StoreError> {
        write_plan::carry_out(
            &self.database,
            &mut self.transaction,
            write_plan::of(std::slice::from_ref(commit))?,
        )
        .await
    }

    /// Keeps everything that was added.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn keep(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit().await?)
    }
}
