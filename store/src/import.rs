//! Imports games from elsewhere, in one transaction.

use std::collections::HashMap;
use std::slice;

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, PlayerName, Timestamp};
use sqlx::{Any, Transaction};

use crate::commit::Commit;
use crate::database::Database;
use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::log::read_log;
use crate::name_skeleton::name_skeleton;
use crate::players::{insert_computer_players, insert_known_name};
use crate::rows::stored_time;
use crate::store::Store;
use crate::write_plan;

/// Largest number of random numbers that are drawn for a game before its import fails. Records give a date and no time,
/// so that many games may have the same millisecond: with a million of them, every other number is taken.
const MAX_NUMBER_DRAWS: u32 = 100;

/// The statistics slot of imports: no server waits for the end of an import.
const IMPORT_SLOT: i64 = -1;

/// A player of imported games.
#[derive(Clone, Copy, Debug)]
pub struct ImportedPlayer<'a> {
    /// The name in lists.
    pub name: &'a PlayerName,
    /// Whether a program played.
    pub is_bot: bool,
    /// Whether the name stands for a player who has deleted its account.
    pub is_former: bool,
}

/// An import under way. If it is dropped before [`commit`](Self::commit), nothing is imported.
#[derive(Debug)]
pub struct Import {
    database: Database,
    transaction: Transaction<'static, Any>,
    players: HashMap<PlayerName, PlayerId>,
}

impl Store {
    /// Begins an import. Until its end nothing else is written to a SQLite database. Adds the computer players first:
    /// they get the imported games of computer players.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn begin_import(&self, now: Timestamp) -> Result<Import, StoreError> {
        let mut transaction = self.begin_write().await?;
        insert_computer_players(&mut transaction, now).await?;
        Ok(Import { database: self.database.clone(), transaction, players: HashMap::new() })
    }
}

impl Import {
    /// The log of a game that is in the database; empty if it is not.
    ///
    /// # Errors
    ///
    /// As for [`Store::load`].
    pub async fn log(&mut self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        let loaded = read_log(&mut *self.transaction, game).await?;
        Ok(loaded.map(|log| log.entries).unwrap_or_default())
    }

    /// The player with this name in imported games: an earlier one, or a new one with the id that `new_id` returns.
    /// Names with the same skeleton are one.
    ///
    /// None if the name belongs to a player of this server, unless `same_people` says that the imported games are
    /// theirs.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_or_add_player(
        &mut self,
        player: ImportedPlayer<'_>,
        same_people: bool,
        new_id: impl FnOnce() -> PlayerId,
        now: Timestamp,
    ) -> Result<Option<PlayerId>, StoreError> {
        if let Some(known) = self.players.get(player.name) {
            return Ok(Some(known.clone()));
        }
        let skeleton = name_skeleton(player.name.as_str());
        let id = match self.find_player(player.name, &skeleton).await? {
            Some((_, false)) if !same_people => return Ok(None),
            Some((id, _)) => id,
            None => self.add_player(new_id(), player, &skeleton, now).await?,
        };
        self.players.insert(player.name.clone(), id.clone());
        Ok(Some(id))
    }

    /// The player with a name, and whether it is known from imported games only. The name of a deleted account of this
    /// server has no skeleton in `known_name`.
    async fn find_player(
        &mut self,
        name: &PlayerName,
        skeleton: &str,
    ) -> Result<Option<(PlayerId, bool)>, StoreError> {
        let row: Option<(String, i64)> = sqlx::query_as(
            "select player_id, imported from player
             where name = $1 or player_id = (select player_id from known_name where skeleton = $2)",
        )
        .bind(name.as_str())
        .bind(skeleton)
        .fetch_optional(&mut *self.transaction)
        .await?;
        Ok(row.map(|(id, imported)| (PlayerId::from(id.as_str()), imported != 0)))
    }

    /// Adds a player who has a name and no token, so that nobody can log in as them.
    async fn add_player(
        &mut self,
        id: PlayerId,
        player: ImportedPlayer<'_>,
        skeleton: &str,
        now: Timestamp,
    ) -> Result<PlayerId, StoreError> {
        sqlx::query(
            "insert into player (player_id, name, bot, former, created_at, imported)
             values ($1, $2, $3, $4, $5, 1)",
        )
        .bind(id.as_str())
        .bind(player.name.as_str())
        .bind(i64::from(player.is_bot))
        .bind(i64::from(player.is_former))
        .bind(stored_time(now))
        .execute(&mut *self.transaction)
        .await?;
        insert_known_name(&mut self.transaction, skeleton, &id).await?;
        Ok(id)
    }

    /// A number that no game has, for a game that was created at this time. `random` returns 64 random bits.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if a hundred random numbers were all taken; [`StoreError::Unavailable`] if the database
    /// cannot be used.
    pub async fn draw_free_number(
        &mut self,
        created_at: Timestamp,
        mut random: impl FnMut() -> u64,
    ) -> Result<GameNumber, StoreError> {
        for _ in 0..MAX_NUMBER_DRAWS {
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

    /// Adds the changes of a commit.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if a game, entry or id is in the database; [`StoreError::Unavailable`] if the database
    /// cannot be used.
    pub async fn add(&mut self, commit: &Commit) -> Result<(), StoreError> {
        let commits = slice::from_ref(commit);
        let lost = write_plan::execute(&self.database, &mut self.transaction, commits, IMPORT_SLOT).await?;
        if lost.is_empty() { Ok(()) } else { Err(StoreError::Conflict) }
    }

    /// Stores everything that was added.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn commit(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit().await?)
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::room::{GameOptions, Room, initial_facts};
    use ikibuguzo_protocol::TimeControl;

    use super::*;

    /// A commit that creates a game at time 1.
    fn new_game(number: GameNumber, id: u8) -> Commit {
        let options = GameOptions {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
            rated: false,
        };
        let log = log_of(initial_facts(options, None, Vec::new()), Timestamp::from_millis(1));
        let room = Room::replay(&log).expect("a log");
        let mut commit = Commit::default();
        commit.add_game(number, GameId::from_random([id; GameId::LENGTH]), None, log, &room);
        commit
    }

    #[tokio::test]
    async fn a_number_is_given_to_one_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let mut import = store.begin_import(Timestamp::from_millis(1)).await.expect("an import");
        let first = import.draw_free_number(Timestamp::from_millis(1), || 7).await.expect("a number");
        import.add(&new_game(first, 1)).await.expect("a game");
        let mut draws = [7, 7, 8].into_iter();
        let second = import
            .draw_free_number(Timestamp::from_millis(1), || draws.next().unwrap_or(9))
            .await
            .expect("a number");
        assert_eq!(
            (first, second),
            (GameNumber::new(Timestamp::from_millis(1), 7), GameNumber::new(Timestamp::from_millis(1), 8))
        );
        assert!(matches!(
            import.draw_free_number(Timestamp::from_millis(1), || 7).await,
            Err(StoreError::Conflict)
        ));
        assert!(matches!(import.add(&new_game(first, 2)).await, Err(StoreError::Conflict)));
    }
}
