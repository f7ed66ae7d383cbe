//! Rows of the tables, to and from the types of the server.

use std::fmt::Display;
use std::str::FromStr;

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{Arrays, EndReason, GameId, GameResult, GameSummary, Outcome, Seats, Text};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sqlx::{Any, Executor, SqlStr, Transaction};

use super::database::{Database, ENTRIES_AT_ONCE};
use super::{Commit, Listing, NewRow, StoreError, positions, tally};
use crate::fact::{Entry, Fact};
use crate::heartbeat::Away;
use crate::player::PlayerId;
use crate::projection::shown_control;

/// seq, at, actor, command_id, kind, payload.
pub(super) type EntryRow = (i64, i64, Option<String>, Option<String>, String, String);

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
pub(super) fn entry((seq, at, actor, command, kind, payload): EntryRow) -> Result<Entry, StoreError> {
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

/// The log of a game, in order.
pub(super) async fn log(
    from: impl Executor<'_, Database = Any>,
    game: GameId,
) -> Result<Vec<Entry>, StoreError> {
    let rows: Vec<EntryRow> = sqlx::query_as(
        "select seq, at, actor, command_id, kind, payload from event where game_id = $1 order by seq",
    )
    .bind(game.as_str())
    .fetch_all(from)
    .await?;
    rows.into_iter().map(entry).collect()
}

/// Inserts what some commits hold, and brings up to date what lists show.
pub(super) async fn insert(
    database: &Database,
    to: &mut Transaction<'_, Any>,
    commits: &[&Commit],
) -> Result<(), StoreError> {
    for game in commits.iter().flat_map(|commit| &commit.games) {
        insert_game(to, game).await?;
    }
    let entries: Vec<_> = commits.iter().flat_map(|commit| &commit.entries).collect();
    for some in entries.chunks(ENTRIES_AT_ONCE) {
        insert_entries(to, database.insert_entries(some.len()), some).await?;
    }
    tally::count(to, commits).await?;
    for (id, listing) in commits.iter().flat_map(|commit| &commit.listings) {
        update_listing(to, *id, listing).await?;
    }
    if let Some(now) = commits.iter().filter_map(|commit| commit.beat).max() {
        beat(to, now).await?;
    }
    for away in commits.iter().filter_map(|commit| commit.away) {
        insert_absence(to, away).await?;
    }
    for (id, taken_in) in commits.iter().flat_map(|commit| &commit.taken_in) {
        positions::take_in(database, to, *id, taken_in).await?;
    }
    Ok(())
}

async fn beat(to: &mut Transaction<'_, Any>, now: u64) -> Result<(), StoreError> {
    sqlx::query(
        "insert into heartbeat (name, at) values ('server', $1)
         on conflict (name) do update set at = excluded.at where heartbeat.at < excluded.at",
    )
    .bind(millis(now))
    .execute(&mut **to)
    .await?;
    Ok(())
}

async fn insert_absence(to: &mut Transaction<'_, Any>, away: Away) -> Result<(), StoreError> {
    // Two servers that come back together have missed the same time.
    sqlx::query("insert into absence (from_at, until_at) values ($1, $2) on conflict (from_at) do nothing")
        .bind(millis(away.from))
        .bind(millis(away.until))
        .execute(&mut **to)
        .await?;
    Ok(())
}

async fn insert_game(to: &mut Transaction<'_, Any>, new: &NewRow) -> Result<(), StoreError> {
    let (terms, listing) = (new.terms, &new.listing);
    let (creator, command) = match &new.created_by {
        Some((player, command)) => (Some(player.as_str()), Some(command.as_str())),
        None => (None, None),
    };
    sqlx::query(
        "insert into game (game_id, rules_name, rules, clock, public, created_at, creator, create_command,
                           state, south, north, winner, reason, result, turns, arrays, ended_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
    )
    .bind(new.id.as_str())
    .bind(terms.rules.name())
    .bind(terms.rules.to_string())
    .bind(terms.clock.to_string())
    .bind(i64::from(terms.public))
    .bind(millis(new.created_at))
    .bind(creator)
    .bind(command)
    .bind(word(listing.state))
    .bind(listing.south.as_ref().map(PlayerId::as_str))
    .bind(listing.north.as_ref().map(PlayerId::as_str))
    .bind(winner(listing))
    .bind(listing.outcome.map(|outcome| outcome.reason.as_str()))
    .bind(result(listing))
    .bind(listing.turns.map(i64::from))
    .bind(listing.arrays.map(|arrays| arrays.to_string()))
    .bind(listing.ended_at.map(millis))
    .bind(listing.due_at.map(millis))
    .execute(&mut **to)
    .await?;
    Ok(())
}

async fn insert_entries(
    to: &mut Transaction<'_, Any>,
    statement: SqlStr,
    entries: &[&(GameId, Entry)],
) -> Result<(), StoreError> {
    let mut query = sqlx::query(statement);
    for (id, entry) in entries {
        let (kind, payload) = split(&entry.fact)?;
        let (actor, command) =
            entry.command.as_ref().map(|(actor, command)| (actor.as_str(), command.as_str())).unzip();
        query = query
            .bind(id.as_str())
            .bind(millis(entry.seq))
            .bind(millis(entry.at))
            .bind(actor)
            .bind(command)
            .bind(kind)
            .bind(payload);
    }
    query.execute(&mut **to).await?;
    Ok(())
}

async fn update_listing(
    to: &mut Transaction<'_, Any>,
    id: GameId,
    listing: &Listing,
) -> Result<(), StoreError> {
    sqlx::query(
        "update game set state = $2, south = $3, north = $4, winner = $5, reason = $6, result = $7, turns = $8,
                arrays = $9, ended_at = $10, due_at = $11
         where game_id = $1",
    )
    .bind(id.as_str())
    .bind(word(listing.state))
    .bind(listing.south.as_ref().map(PlayerId::as_str))
    .bind(listing.north.as_ref().map(PlayerId::as_str))
    .bind(winner(listing))
    .bind(listing.outcome.map(|outcome| outcome.reason.as_str()))
    .bind(result(listing))
    .bind(listing.turns.map(i64::from))
    .bind(listing.arrays.map(|arrays| arrays.to_string()))
    .bind(listing.ended_at.map(millis))
    .bind(listing.due_at.map(millis))
    .execute(&mut **to)
    .await?;
    Ok(())
}

fn winner(listing: &Listing) -> Option<String> {
    listing.outcome.and_then(|outcome| outcome.winner).map(|seat| seat.to_string())
}

fn result(listing: &Listing) -> Option<&'static str> {
    listing.outcome.map(|outcome| GameResult::of(outcome).as_str())
}

/// Whether rules are told by a game's name alone, whatever the options.
pub(super) fn is_name(rules: &str) -> bool {
    Ruleset::ALL.iter().any(|ruleset| ruleset.name() == rules)
}

/// The kind and the payload of a fact, as they are stored.
fn split(fact: &Fact) -> Result<(String, String), StoreError> {
    #[derive(Deserialize)]
    struct Parts<'a> {
        kind: &'a str,
        #[serde(borrow)]
        payload: &'a RawValue,
    }
    let text = serde_json::to_string(fact).map_err(corrupt)?;
    let Parts { kind, payload } = serde_json::from_str(&text).map_err(corrupt)?;
    Ok((kind.to_owned(), payload.get().to_owned()))
}

/// The one word that serde writes a plain enum as.
fn word(value: impl serde::Serialize) -> String {
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
