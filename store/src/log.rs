//! Reads logs, and finds single games.

use ikibuguzo_game::chain::ChainHash;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{CommandId, GameId, State, Timestamp};
use sqlx::{Any, Executor};

use crate::error::{StoreError, UnreadableLog};
use crate::event_row::read_entry;
use crate::game_number::GameNumber;
use crate::rows::{corrupt, parse, stored_number, stored_time, timestamp, word};
use crate::store::Store;

/// seq, at, actor, command_id, command_hash, kind, payload and hash of an entry.
pub(crate) type EntryRow =
    (i64, i64, Option<String>, Option<String>, Option<i64>, String, String, Option<String>);

/// game_id, state and ended_at of the game, and an entry, if it has any.
#[rustfmt::skip]
type LogRow = (
    i64, String, Option<i64>,
    Option<i64>, Option<i64>, Option<String>, Option<String>, Option<i64>, Option<String>, Option<String>, Option<String>,
);

/// The `state` of a game that was set apart, because its log cannot be read.
pub(crate) const UNREADABLE_STATE: &str = "unreadable";

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLog {
    /// The game's number.
    pub number: GameNumber,
    /// Its entries, in the order of `seq`; at least one.
    pub entries: Vec<Entry>,
    /// The hash of each entry.
    pub hashes: Vec<ChainHash>,
}

impl Store {
    /// A game with its whole log; none if there is no such game.
    ///
    /// # Errors
    ///
    /// [`StoreError::UnreadableLog`] if the log has a gap in `seq`, if a finished game's log lacks its end, or if an entry
    /// cannot be read or differs from its hash; [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load(&self, game: GameId) -> Result<Option<StoredLog>, StoreError> {
        read_log(&self.pool, game).await
    }

    /// The whole log of a game; empty if there is no such game.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub async fn log(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        Ok(self.load(game).await?.map(|log| log.entries).unwrap_or_default())
    }

    /// The fold of a game's log.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load), and [`StoreError::UnreadableLog`] if there is no such game or its entries do not follow
    /// from each other.
    pub async fn load_room(&self, game: GameId) -> Result<Room, StoreError> {
        Ok(Room::replay(&self.log(game).await?)?)
    }

    /// At most `limit` games whose `due_at` is `now` or earlier, with that time, the one that has been due longest
    /// first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_due_games(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<(GameId, Timestamp)>, StoreError> {
        let due: Vec<(String, i64)> =
            sqlx::query_as("select code, due_at from game where due_at <= $1 order by due_at limit $2")
                .bind(stored_time(now))
                .bind(i64::from(limit))
                .fetch_all(&self.pool)
                .await?;
        due.iter().map(|(id, due_at)| Ok((parse(id)?, timestamp(*due_at)?))).collect()
    }

    /// Whether the game exists and has a free seat.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn is_open(&self, game: GameId) -> Result<bool, StoreError> {
        let state: Option<String> = sqlx::query_scalar("select state from game where code = $1")
            .bind(game.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(state.is_some_and(|state| state == word(State::Open)))
    }

    /// Whether a command of a player is in the log of a game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn has_command(
        &self,
        game: GameId,
        player: &PlayerId,
        command: &CommandId,
    ) -> Result<bool, StoreError> {
        let seq: Option<i64> = sqlx::query_scalar(
            "select event.seq from event join game on game.game_id = event.game_id
             where game.code = $1 and event.command_id = $2 and event.actor = $3 limit 1",
        )
        .bind(game.as_str())
        .bind(command.as_str())
        .bind(player.as_str())
        .fetch_optional(&self.pool)
        .await?;
        Ok(seq.is_some())
    }

    /// The game that a player created with a command, and the hash of that command if it is known; none if no command
    /// with this id created a game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_created_game(
        &self,
        player: &PlayerId,
        command: &CommandId,
    ) -> Result<Option<(GameId, Option<CommandHash>)>, StoreError> {
        let created: Option<(String, Option<i64>)> = sqlx::query_as(
            "select code, create_command_hash from game where creator = $1 and create_command = $2",
        )
        .bind(player.as_str())
        .bind(command.as_str())
        .fetch_optional(&self.pool)
        .await?;
        created.map(|(id, hash)| Ok((parse(&id)?, hash.map(CommandHash::from_stored)))).transpose()
    }
}

/// A game with its log; none if there is no such game.
pub(crate) async fn read_log(
    from: impl Executor<'_, Database = Any>,
    game: GameId,
) -> Result<Option<StoredLog>, StoreError> {
    let rows: Vec<LogRow> = sqlx::query_as(
        "select game.game_id, game.state, game.ended_at,
                event.seq, event.at, event.actor, event.command_id, event.command_hash,
                event.kind, event.payload, event.hash
         from game left join event on event.game_id = game.game_id and game.state <> 'unreadable'
         where game.code = $1 order by event.seq",
    )
    .bind(game.as_str())
    .fetch_all(from)
    .await?;
    let Some((number, state, ended_at, ..)) = rows.first() else { return Ok(None) };
    if state == UNREADABLE_STATE {
        return Err(corrupt(format!("game {game} was set apart, because its log cannot be read")));
    }
    let number = GameNumber::from_stored(*number);
    let has_ended = ended_at.is_some();
    link_entries(game, number, has_ended, rows.into_iter().filter_map(entry_row)).map(Some)
}

/// The log of these rows, in the order of `seq`. `has_ended` says whether the row of the game has an end.
pub(crate) fn link_entries(
    game: GameId,
    number: GameNumber,
    has_ended: bool,
    rows: impl Iterator<Item = EntryRow>,
) -> Result<StoredLog, StoreError> {
    let mut entries = Vec::new();
    let mut hashes = Vec::new();
    for raw in rows.map(RawEntry::from) {
        let before = hashes.last().copied().unwrap_or_else(|| ChainHash::start(game));
        let (entry, hash) = raw.read(game, before, entries.len() as u64 + 1)?;
        entries.push(entry);
        hashes.push(hash);
    }
    check_complete(game, &entries, has_ended)?;
    Ok(StoredLog { number, entries, hashes })
}

impl StoredLog {
    /// The hash of the newest entry.
    pub fn newest_hash(&self) -> ChainHash {
        *self.hashes.last().expect("a game has an entry")
    }

    /// The hash of the entry with this `seq`, if there is one.
    pub fn hash_at(&self, seq: u64) -> Option<ChainHash> {
        self.hashes.get(usize::try_from(seq.checked_sub(1)?).ok()?).copied()
    }
}

/// The entry of a row; none if the game has no entries.
fn entry_row(row: LogRow) -> Option<EntryRow> {
    let (_, _, _, seq, at, actor, command, command_hash, kind, payload, hash) = row;
    Some((seq?, at?, actor, command, command_hash, kind?, payload?, hash))
}

/// The columns of an entry.
struct RawEntry {
    seq: i64,
    at: i64,
    origin: Option<(String, String, Option<i64>)>,
    kind: String,
    payload: String,
    hash: Option<String>,
}

impl From<EntryRow> for RawEntry {
    fn from((seq, at, actor, command, command_hash, kind, payload, hash): EntryRow) -> Self {
        let origin = actor.zip(command).map(|(actor, command)| (actor, command, command_hash));
        Self { seq, at, origin, kind, payload, hash }
    }
}

impl RawEntry {
    /// The entry with this `seq` and its hash, which follows the one with the hash `before`. The error does not show the
    /// payload, which may be secret.
    fn read(mut self, game: GameId, before: ChainHash, seq: u64) -> Result<(Entry, ChainHash), StoreError> {
        if self.seq != stored_number(seq) {
            return Err(StoreError::damaged_log(seq, format!("the log of game {game} has a gap")));
        }
        let entry = read_entry(self.seq, self.at, self.origin.take(), &self.kind, &self.payload);
        let why = match entry {
            Ok(entry) => {
                let hash = before.next(&entry);
                if self.hash.as_deref().is_none_or(|stored| stored == hash.as_str()) {
                    return Ok((entry, hash));
                }
                format!("entry {seq} of the log of game {game} differs from its hash")
            }
            Err(_) => {
                let kind = &self.kind;
                format!("entry {seq} of the log of game {game}, of the kind {kind:?}, cannot be read")
            }
        };
        let is_newer = self.is_as_written(before);
        Err(StoreError::UnreadableLog(UnreadableLog { seq, is_newer, why }))
    }

    /// Whether the hash shows that a server has written the row as it is: then it was a newer one. Versions from before
    /// the hashes were older.
    fn is_as_written(&self, before: ChainHash) -> bool {
        let hash = before.next_unread(self.seq, self.at, &self.kind, &self.payload);
        self.hash.as_deref() == Some(hash.as_str())
    }
}

/// Refuses a log that has lost entries. Without this check a finished game that lacks its end would be played on.
fn check_complete(game: GameId, log: &[Entry], has_ended: bool) -> Result<(), StoreError> {
    let next = log.len() as u64 + 1;
    if log.is_empty() {
        return Err(StoreError::damaged_log(next, format!("the log of game {game} has a gap")));
    }
    if has_ended && !log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_))) {
        return Err(StoreError::damaged_log(next, format!("the log of game {game} lacks its end")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ikibuguzo_engine::{Ruleset, Seat};
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::room::{GameOptions, initial_facts};
    use ikibuguzo_protocol::{EndReason, Outcome, Text, TimeControl};
    use tempfile::TempDir;

    use super::*;
    use crate::commit::Commit;
    use crate::statement::Statement;

    /// A game that was created and expired, in a database of its own.
    async fn finished_game() -> (TempDir, Store, GameId) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let options = GameOptions {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
            rated: false,
        };
        let mut facts = initial_facts(options, None, Vec::new());
        facts.push(Fact::Said { seat: Text(Seat::South), text: "Muraho!".to_owned(), commitment: None });
        facts.push(Fact::Ended(Outcome { winner: None, reason: EndReason::Expired }));
        let log = log_of(facts, Timestamp::from_millis(1));
        let room = Room::replay(&log).expect("a log");
        let number = GameNumber::new(Timestamp::from_millis(1), 7);
        let game = GameId::from_random([7; GameId::LENGTH]);
        let mut commit = Commit::default();
        commit.add_game(number, game, None, log.clone(), &room);
        let mut connection = store.connect_writer(0).await.expect("the database");
        connection.write(&Arc::new(vec![commit]), || ()).await.expect("written");
        let stored = store.load(game).await.expect("its log").expect("the game");
        assert_eq!((stored.number, stored.entries), (number, log));
        (folder, store, game)
    }

    async fn unreadable(store: &Store, game: GameId) -> UnreadableLog {
        match store.load(game).await {
            Err(StoreError::UnreadableLog(error)) => error,
            other => panic!("readable: {other:?}"),
        }
    }

    #[tokio::test]
    async fn an_unknown_entry_with_its_hash_is_of_a_newer_version() {
        let said = r#"{"seat":"south","text":"Muraho!","tone":"kind"}"#;
        for (kind, payload) in [("danced", "{}"), ("declined", r#"{"reason":"rain"}"#), ("drew", said)] {
            let (_folder, store, game) = finished_game().await;
            let before = store.load(game).await.expect("its log").expect("the game").hashes[0];
            let hash = before.next_unread(2, 1, kind, payload);
            let columns = format!("kind = '{kind}', payload = '{payload}', hash = '{}'", hash.as_str());
            let update = Statement::new(format!("update event set {columns} where kind = 'said'"));
            update.execute(&store.pool).await.expect("changed");
            let error = unreadable(&store, game).await;
            assert!(error.is_newer && error.seq == 2, "{error:?}");
            Statement::new("update event set hash = null").execute(&store.pool).await.expect("changed");
            assert!(!unreadable(&store, game).await.is_newer, "versions without hashes are older");
        }
    }

    #[tokio::test]
    async fn an_unknown_field_with_its_hash_is_of_a_newer_version() {
        let (_folder, store, game) = finished_game().await;
        let before = store.load(game).await.expect("its log").expect("the game").hashes[0];
        let payload = r#"{"seat":"south","by":"coin"}"#;
        let hash = before.next_unread(2, 1, "draw_offered", payload);
        let columns = format!("kind = 'draw_offered', payload = '{payload}', hash = '{}'", hash.as_str());
        let update = Statement::new(format!("update event set {columns} where kind = 'said'"));
        update.execute(&store.pool).await.expect("changed");
        assert!(unreadable(&store, game).await.is_newer);
    }

    #[tokio::test]
    async fn an_unknown_game_has_no_log() {
        let (_folder, store, _) = finished_game().await;
        let other = GameId::from_random([8; GameId::LENGTH]);
        assert_eq!(store.load(other).await.expect("readable"), None);
        assert_eq!(store.log(other).await.expect("readable"), []);
    }

    #[tokio::test]
    async fn an_entry_that_was_changed_differs_from_its_hash() {
        for change in [
            "at = at + 1",
            "payload = '{\"seat\":\"north\",\"text\":\"Muraho!\"}'",
            "hash = substr(hash, 1, 63) || 'g'",
        ] {
            let (_folder, store, game) = finished_game().await;
            let update = Statement::new(format!("update event set {change} where kind = 'said'"));
            update.execute(&store.pool).await.expect("changed");
            let why = format!("entry 2 of the log of game {game} differs from its hash");
            assert_eq!(unreadable(&store, game).await, UnreadableLog { seq: 2, is_newer: false, why });
        }
    }

    #[tokio::test]
    async fn a_log_from_before_the_hashes_is_readable() {
        let (_folder, store, game) = finished_game().await;
        let with_hashes = store.load(game).await.expect("its log");
        Statement::new("update event set hash = null").execute(&store.pool).await.expect("changed");
        assert_eq!(store.load(game).await.expect("its log"), with_hashes);
    }

    #[tokio::test]
    async fn a_log_that_lost_entries_is_corrupt() {
        for lost in ["kind = 'created'", "kind = 'said'", "kind = 'ended'", "true"] {
            let (_folder, store, game) = finished_game().await;
            let delete = Statement::new(format!("delete from event where {lost}"));
            delete.execute(&store.pool).await.expect("damaged");
            assert!(!unreadable(&store, game).await.is_newer, "{lost}");
        }
    }
}
