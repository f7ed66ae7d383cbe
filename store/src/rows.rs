//! Rows of the tables, to and from the types of the server.

use std::fmt::Display;
use std::str::FromStr;

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{Arrays, EndReason, GameId, GameSummary, Outcome, Seats, Text};
use serde_json::Value;
use sqlx::{Any, Executor};

use super::StoreError;
use super::game_number::GameNumber;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::projection::shown_control;

/// game_id and ended_at of the game; seq, at, actor, command_id, kind, payload of an entry, if it has any.
#[rustfmt::skip]
type LogRow = (
    i64, Option<i64>, Option<i64>, Option<i64>, Option<String>, Option<String>, Option<String>, Option<String>,
);

/// code, rules, clock, public, state, South's name, North's name, winner, reason, turns, arrays, created_at, ended_at.
#[rustfmt::skip]
pub(super) type GameRow = (
    String, String, String, i64, String, Option<String>, Option<String>, Option<String>, Option<String>, Option<i64>,
    Option<String>, i64, Option<i64>,
);

/// Milliseconds as the database keeps them. The year 292,278,994 is far enough.
pub(super) fn millis(at: u64) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// Reads a stored text.
pub(super) fn read<T: FromStr>(text: &str) -> Result<T, StoreError>
where
    T::Err: Display,
{
    text.parse().map_err(corrupt)
}

/// Reads the entry of a row; none if the game has no entries.
fn entry(row: LogRow) -> Option<Result<Entry, StoreError>> {
    let (_, _, Some(seq), Some(at), actor, command, Some(kind), Some(payload)) = row else { return None };
    Some(read_entry(seq, at, actor.zip(command), &kind, &payload))
}

fn read_entry(
    seq: i64,
    at: i64,
    command: Option<(String, String)>,
    kind: &str,
    payload: &str,
) -> Result<Entry, StoreError> {
    let payload: Value = serde_json::from_str(payload).map_err(corrupt)?;
    let command = match command {
        Some((actor, id)) => Some((PlayerId::from(actor.as_str()), read(&id)?)),
        None => None,
    };
    Ok(Entry {
        seq: unsigned(seq)?,
        at: unsigned(at)?,
        command,
        fact: serde_json::from_value(serde_json::json!({ "kind": kind, "payload": payload }))
            .map_err(corrupt)?,
    })
}

/// What a list shows of the games that it finds: those that come next, up to [`WITH_NAMES`].
pub(super) const SELECT_FOUND: &str =
    "select found.code, found.rules, found.clock, found.public, found.state, s.name, n.name,
            found.winner, found.reason, found.turns, found.arrays, found.created_at, found.ended_at
     from (";

/// Behind the games that a list finds: who plays in them.
pub(super) const WITH_NAMES: &str = ") found
     left join player s on s.player_id = found.south left join player n on n.player_id = found.north";

/// Reads a line of a list.
pub(super) fn summary(row: GameRow) -> Result<GameSummary, StoreError> {
    let (id, rules, clock, public, state, south, north, winner, reason, turns, arrays, created_at, ended_at) =
        row;
    let name = |name: Option<String>| name.as_deref().map(read).transpose();
    let outcome = match reason {
        Some(reason) => Some(Outcome {
            winner: winner.as_deref().map(read::<Seat>).transpose()?.map(Text),
            reason: read_word::<EndReason>(&reason)?,
        }),
        None => None,
    };
    Ok(GameSummary {
        game: read(&id)?,
        rules: Text(read(&rules)?),
        public: public != 0,
        clock: shown_control(read(&clock)?),
        state: read_word(&state)?,
        players: Seats { south: name(south)?, north: name(north)? },
        outcome,
        turns: turns.map(u32::try_from).transpose().map_err(corrupt)?,
        arrays: arrays.as_deref().map(read::<Arrays>).transpose()?.map(Seats::from),
        created_at: unsigned(created_at)?,
        ended_at: ended_at.map(unsigned).transpose()?,
    })
}

/// The number of a game and its log, in the order of `seq`; none if there is no such game.
pub(super) async fn log(
    from: impl Executor<'_, Database = Any>,
    game: GameId,
) -> Result<Option<(GameNumber, Vec<Entry>)>, StoreError> {
    let rows: Vec<LogRow> = sqlx::query_as(
        "select game.game_id, game.ended_at,
                event.seq, event.at, event.actor, event.command_id, event.kind, event.payload
         from game left join event on event.game_id = game.game_id
         where game.code = $1 order by event.seq",
    )
    .bind(game.as_str())
    .fetch_all(from)
    .await?;
    let Some((number, ended_at, ..)) = rows.first() else { return Ok(None) };
    let (number, has_ended) = (GameNumber::from_stored(*number), ended_at.is_some());
    let log = rows.into_iter().filter_map(entry).collect::<Result<Vec<_>, _>>()?;
    check_complete(game, &log, has_ended)?;
    Ok(Some((number, log)))
}

/// Refuses a log that has lost entries. Without this check a finished game that lacks its end would be played on.
fn check_complete(game: GameId, log: &[Entry], has_ended: bool) -> Result<(), StoreError> {
    if log.is_empty() || log.iter().zip(1..).any(|(entry, seq)| entry.seq != seq) {
        return Err(corrupt(format!("the log of game {game} has a gap")));
    }
    if has_ended && !log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_))) {
        return Err(corrupt(format!("the log of game {game} lacks its end")));
    }
    Ok(())
}

/// Whether rules are told by a game's name alone, whatever the options.
pub(super) fn is_name(rules: &str) -> bool {
    Ruleset::ALL.iter().any(|ruleset| ruleset.name() == rules)
}

/// The one word that serde writes a plain enum as.
pub(super) fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn read_word<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    serde_json::from_value(Value::from(word)).map_err(corrupt)
}

pub(super) fn unsigned(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(corrupt)
}

fn corrupt(error: impl Display) -> StoreError {
    StoreError::Corrupt(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::room::{GameOptions, Room, begin_facts};
    use ikibuguzo_protocol::TimeControl;
    use tempfile::TempDir;

    use super::*;
    use crate::statement::Statement;
    use crate::{Commit, Store};

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
        };
        let mut facts = begin_facts(options, None, Vec::new());
        facts.push(Fact::Said { seat: Text(Seat::South), text: "Muraho!".to_owned() });
        facts.push(Fact::Ended(Outcome { winner: None, reason: EndReason::Expired }));
        let log = log_of(facts, 1);
        let room = Room::replay(&log).expect("a log");
        let (number, game) = (GameNumber::new(1, 7), GameId::from_random([7; GameId::LENGTH]));
        let mut commit = Commit::default();
        commit.add_game(number, game, None, log.clone(), &room);
        let mut pen = store.pen().await.expect("the database");
        pen.write(&Arc::new(vec![commit]), || ()).await.expect("written");
        assert_eq!(store.load(game).await.expect("its log"), Some((number, log)));
        (folder, store, game)
    }

    #[tokio::test]
    async fn an_unknown_game_has_no_log() {
        let (_folder, store, _) = finished_game().await;
        let other = GameId::from_random([8; GameId::LENGTH]);
        assert_eq!(store.load(other).await.expect("readable"), None);
        assert_eq!(store.log(other).await.expect("readable"), []);
    }

    #[tokio::test]
    async fn a_log_that_lost_entries_is_corrupt() {
        for lost in ["kind = 'created'", "kind = 'said'", "kind = 'ended'", "true"] {
            let (_folder, store, game) = finished_game().await;
            let delete = Statement::new(format!("delete from event where {lost}"));
            delete.execute(&store.pool).await.expect("damaged");
            assert!(matches!(store.load(game).await, Err(StoreError::Corrupt(_))), "{lost}");
        }
    }
}
