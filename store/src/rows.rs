//! Rows of the tables, to and from the types of the server.

use std::fmt::Display;
use std::str::FromStr;

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{Arrays, EndReason, GameId, GameSummary, Outcome, Seats, Text};
use serde_json::Value;
use sqlx::{Any, Executor};

use super::StoreError;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::projection::shown_control;

/// mark, seq, at, actor, command_id, kind, payload; and when the game ended, as lists show it.
type EntryRow = (i64, i64, i64, Option<String>, Option<String>, String, String, Option<i64>);

/// game_id, rules, clock, public, state, South's name, North's name, winner, reason, turns, arrays, created_at, ended_at.
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

/// Reads an entry.
fn entry((_, seq, at, actor, command, kind, payload, _): EntryRow) -> Result<Entry, StoreError> {
    let payload: Value = serde_json::from_str(&payload).map_err(corrupt)?;
    let fact = serde_json::json!({ "kind": kind, "payload": payload });
    Ok(Entry {
        seq: unsigned(seq)?,
        at: unsigned(at)?,
        command: match (actor, command) {
            (Some(actor), Some(command)) => Some((PlayerId::from(actor.as_str()), read(&command)?)),
            _ => None,
        },
        fact: serde_json::from_value(fact).map_err(corrupt)?,
    })
}

/// What a list shows of the games that it finds: those that come next, up to [`WITH_NAMES`].
pub(super) const SELECT_FOUND: &str =
    "select found.game_id, found.rules, found.clock, found.public, found.state, s.name, n.name,
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

/// The log of a game, in order, behind the mark of its newest entry: from where it begins, always the entry that follows.
/// The walk ends whatever is stored; and SQLite takes a cross join in the order in which it is written. A log that does
/// not come to the end that the game has had is none: whoever went on from there would play a finished game anew.
pub(super) async fn log(
    from: impl Executor<'_, Database = Any>,
    game: GameId,
) -> Result<(u64, Vec<Entry>), StoreError> {
    let rows: Vec<EntryRow> = sqlx::query_as(
        "with recursive walk (mark, seq, at, actor, command_id, kind, payload) as (
             select mark, seq, at, actor, command_id, kind, payload from event
             where follows = (select log_mark from game where game_id = $1) and game_id = $1
             union all
             select event.mark, event.seq, event.at, event.actor, event.command_id, event.kind, event.payload
             from walk cross join event
             where event.follows = walk.mark and event.game_id = $1 and event.seq > walk.seq
         )
         select mark, seq, at, actor, command_id, kind, payload, (select ended_at from game where game_id = $1)
         from walk order by seq",
    )
    .bind(game.as_str())
    .fetch_all(from)
    .await?;
    let (mark, has_ended) =
        rows.last().map_or((0, false), |(mark, .., ended_at)| (*mark, ended_at.is_some()));
    let log = rows.into_iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    if has_ended && !log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_))) {
        return Err(corrupt(format!("the log of game {game} breaks off before its end")));
    }
    Ok((unsigned(mark)?, log))
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

    use ikibuguzo_protocol::TimeControl;

    use super::*;
    use crate::{Commit, Store};
    use ikibuguzo_game::room::{GameOptions, begin_facts};

    #[tokio::test]
    async fn the_log_of_a_finished_game_that_breaks_off_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let game = GameId::from_random([7; GameId::LENGTH]);
        let clock = TimeControl::None;
        let terms =
            GameOptions { rules: Ruleset::Kubuguza, rules_version: Ruleset::VERSION, public: true, clock };
        let mut facts = begin_facts(terms, None, Vec::new());
        facts.push(Fact::Ended(Outcome { winner: None, reason: EndReason::Expired }));
        let begins = store.beginning(game, facts.len()).await.expect("marks");
        let mut commit = Commit::default();
        commit.begin(begins, None, facts, 1).expect("a game that ends");
        let mut pen = store.pen().await.expect("the database");
        pen.write(&Arc::new(vec![commit]), || ()).await.expect("written");
        assert_eq!(store.log(game).await.expect("its log").len(), 2);

        sqlx::query("delete from event where kind = 'ended'").execute(&store.pool).await.expect("damaged");
        assert!(matches!(store.log(game).await, Err(StoreError::Corrupt(_))));
    }
}
