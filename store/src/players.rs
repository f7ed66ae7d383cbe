//! Players and their names.

use ikibuguzo_game::computer::computer_player;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{ComputerLevel, PlayerName, Timestamp};
use sqlx::AnyConnection;

use crate::error::StoreError;
use crate::name_skeleton::name_skeleton;
use crate::rows::{parse, stored_time, timestamp};
use crate::store::Store;

impl Store {
    /// Adds the server's own players, if they are missing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_computer_players(&self, now: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.begin_write().await?;
        insert_computer_players(&mut transaction, now).await?;
        Ok(transaction.commit().await?)
    }

    /// The player who has a name. Capitals, marks and hyphens make no difference. A name that a player had before finds
    /// nobody.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_player(&self, name: &PlayerName) -> Result<Option<Player>, StoreError> {
        let owner = self.find_name_owner(name).await?.map(|(player, _)| player);
        let is_present =
            |player: &Player| name_skeleton(player.name.as_str()) == name_skeleton(name.as_str());
        Ok(owner.filter(is_present))
    }

    /// The names of players that begin with a text, in any spelling that [`find_player`](Self::find_player) reads, at
    /// most `limit` of them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_names_beginning(&self, text: &str, limit: u32) -> Result<Vec<PlayerName>, StoreError> {
        let beginning = name_skeleton(text);
        let rows: Vec<(String, String)> = sqlx::query_as(
            "select known_name.skeleton, player.name
             from known_name join player on player.player_id = known_name.player_id
             where known_name.skeleton >= $1 order by known_name.skeleton limit $2",
        )
        .bind(&beginning)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        // A player who has changed its name is found by the present one only.
        let is_found = |(skeleton, name): &(String, String)| {
            skeleton.starts_with(&beginning) && name_skeleton(name) == *skeleton
        };
        rows.iter().filter(|row| is_found(row)).map(|(_, name)| parse(name)).collect()
    }

    /// The player who has or had a name, in any spelling that [`find_player`](Self::find_player) reads, and when it was
    /// created. A name that somebody had is given to nobody else.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_name_owner(
        &self,
        name: &PlayerName,
    ) -> Result<Option<(Player, Timestamp)>, StoreError> {
        let row: Option<(String, String, i64, i64)> = sqlx::query_as(
            "select player_id, name, bot, created_at from player where player_id = coalesce(
                 (select player_id from player where name = $1),
                 (select player_id from known_name where skeleton = $2))",
        )
        .bind(name.as_str())
        .bind(name_skeleton(name.as_str()))
        .fetch_optional(&self.pool)
        .await?;
        let found = |(id, name, bot, created_at): (String, String, i64, i64)| {
            let player = Player { id: PlayerId::from(id.as_str()), name: parse(&name)?, bot: bot != 0 };
            Ok((player, timestamp(created_at)?))
        };
        row.map(found).transpose()
    }
}

/// Adds the server's own players, if they are missing.
pub(crate) async fn insert_computer_players(
    connection: &mut AnyConnection,
    now: Timestamp,
) -> Result<(), StoreError> {
    for player in ComputerLevel::ALL.map(computer_player) {
        let insert = "insert into player (player_id, name, bot, created_at) values ($1, $2, 1, $3)
            on conflict do nothing";
        let added = sqlx::query(insert)
            .bind(player.id.as_str())
            .bind(player.name.as_str())
            .bind(stored_time(now))
            .execute(&mut *connection)
            .await?;
        if added.rows_affected() > 0 {
            let skeleton = name_skeleton(player.name.as_str());
            insert_known_name(connection, &skeleton, &player.id).await?;
        }
    }
    Ok(())
}

/// Reserves a skeleton for a player; a [`StoreError::Conflict`] if it is taken.
pub(crate) async fn insert_known_name(
    connection: &mut AnyConnection,
    skeleton: &str,
    player: &PlayerId,
) -> Result<(), StoreError> {
    sqlx::query("insert into known_name (skeleton, player_id) values ($1, $2)")
        .bind(skeleton)
        .bind(player.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
