//! Accounts that their players delete.

use ikibuguzo_game::fact_text::FactText;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, PlayerName, Timestamp};
use tracing::warn;

use crate::error::StoreError;
use crate::event_row::read_fact;
use crate::rows::{parse, timestamp};
use crate::store::Store;

/// Largest number of games whose logs one transaction changes: a move that arrives meanwhile waits for some
/// milliseconds.
const MAX_GAMES: i64 = 100;

/// The entries with names of players in the logs of a player's next games after a key, in the order of the keys.
const ENTRIES_WITH_NAMES: &str = "
    select game_id, seq, kind, payload from event
    where kind in ('seated', 'invited') and game_id in (
        select game_id from game where south = $1 and game_id > $2
        union select game_id from game where north = $1 and game_id > $2
        union select game_id from game where invited = $1 and state = 'open' and game_id > $2
        union select game_id from game where invited = $1 and state <> 'open' and game_id > $2
        order by game_id limit $3)
    order by game_id, seq";

/// game_id, seq, kind, payload.
type EntryRow = (i64, i64, String, String);

impl Store {
    /// The games of a player that are not over, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_unfinished_games(
        &self,
        player: &PlayerId,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let codes: Vec<String> = sqlx::query_scalar(
            "select code from game where south = $1 and state in ('open', 'arranging', 'playing')
             union select code from game where north = $1 and state in ('open', 'arranging', 'playing') limit $2",
        )
        .bind(player.as_str())
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        codes.iter().map(|code| parse(code)).collect()
    }

    /// When a player was created.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_creation_time(&self, player: &PlayerId) -> Result<Timestamp, StoreError> {
        let query = sqlx::query_scalar("select created_at from player where player_id = $1");
        timestamp(query.bind(player.as_str()).fetch_one(&self.pool).await?)
    }

    /// Deletes everything about a player except its games and what follows from them. They show `name` from now on. An
    /// entry that cannot be read stays as it is, and is logged. An interrupted deletion can be repeated.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if another player has the name; [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn delete_account(&self, player: &PlayerId, name: &PlayerName) -> Result<(), StoreError> {
        let mut after = i64::MIN;
        while let Some(last) = self.rename_in_logs(player, name, after).await? {
            after = last;
        }
        let mut transaction = self.begin_write().await?;
        for statement in [
            "delete from token where player_id = $1",
            "delete from passphrase where player_id = $1",
            "delete from known_name where player_id = $1",
            "delete from block where player_id = $1 or blocked_id = $1",
            "delete from push_subscription where player_id = $1",
            "delete from push_notice where player_id = $1",
            "delete from left_game where player_id = $1",
        ] {
            sqlx::query(statement).bind(player.as_str()).execute(&mut *transaction).await?;
        }
        sqlx::query("update player set name = $2, former = 1 where player_id = $1")
            .bind(player.as_str())
            .bind(name.as_str())
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Writes a name into the logs of a player's next games after a key, in the order of their keys. Returns the key of
    /// the last of them; none at the end.
    async fn rename_in_logs(
        &self,
        player: &PlayerId,
        name: &PlayerName,
        after: i64,
    ) -> Result<Option<i64>, StoreError> {
        let entries: Vec<EntryRow> = sqlx::query_as(ENTRIES_WITH_NAMES)
            .bind(player.as_str())
            .bind(after)
            .bind(MAX_GAMES)
            .fetch_all(&self.pool)
            .await?;
        let Some((last, ..)) = entries.last() else { return Ok(None) };
        let last = *last;
        let mut transaction = self.begin_write().await?;
        for (game, seq, kind, payload) in entries {
            let Ok(mut fact) = read_fact(&kind, &payload) else {
                // The error may quote the entry, and so the name.
                warn!(
                    game.number = game,
                    "Entry {seq} of game number {game} cannot be read: a name in it stays"
                );
                continue;
            };
            if !fact.erase_name(player, name) {
                continue;
            }
            sqlx::query("update event set payload = $3 where game_id = $1 and seq = $2")
                .bind(game)
                .bind(seq)
                .bind(FactText::of(&fact).payload())
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(Some(last))
    }
}
