//! Games that come from elsewhere, in one transaction.

use std::collections::HashMap;

use ikibuguzo_protocol::{GameId, PlayerName};
use sqlx::{Any, Transaction};

use super::database::Database;
use super::marks::{Marks, reserve};
use super::rows::{log, millis};
use super::{Commit, Store, StoreError, Tail, script};
use crate::name_skeleton::look;
use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::player::PlayerId;

/// Marks for the entries of one transaction, taken before it begins: servers are not to wait for its end. Hardly any has
/// more.
const BLOCK: u64 = 1 << 30;

/// Games that are being taken in from elsewhere: all of them, or, if this is dropped, none.
#[derive(Debug)]
pub struct Import {
    database: Database,
    transaction: Transaction<'static, Any>,
    players: HashMap<PlayerName, PlayerId>,
    marks: Marks,
}

impl Store {
    /// Begins to take in games from elsewhere.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn import(&self) -> Result<Import, StoreError> {
        let marks = Marks::of(reserve(&self.pool, BLOCK).await?);
        let transaction = self.pool.begin_with(self.database.begin()).await?;
        Ok(Import { database: self.database.clone(), transaction, players: HashMap::new(), marks })
    }
}

impl Import {
    /// The log of a game that is here already; empty if it is not.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn log(&mut self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        Ok(log(&mut *self.transaction, game).await?.1)
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
             from known_name join player on player.player_id = known_name.player_id where known_name.look = $1",
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
        sqlx::query("insert into known_name (look, player_id) values ($1, $2)")
            .bind(look)
            .bind(id.as_str())
            .execute(&mut *self.transaction)
            .await?;
        Ok(id)
    }

    /// Where the log of a new game begins that has so many entries.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn beginning(&mut self, game: GameId, entries: usize) -> Result<Tail, StoreError> {
        let count = entries as u64 + 1;
        let mark = match self.marks.take(count) {
            Some(mark) => mark,
            None => self.marks.replace(reserve(&mut *self.transaction, BLOCK.max(count)).await?, count),
        };
        Ok(Tail { game, mark })
    }

    /// Adds what a game consists of.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn add(&mut self, commit: &Commit) -> Result<(), StoreError> {
        script::carry_out(&self.database, &mut self.transaction, script::of(std::slice::from_ref(commit))?)
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
