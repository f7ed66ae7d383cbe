//! Rows of the tables, to and from the types of the server.

use std::fmt::Display;
use std::str::FromStr;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EndReason, GameId, GameSummary, Outcome, Seats, State, StateFilter, Text};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sqlx::{Any, SqlStr, Transaction};

use super::database::{Database, ENTRIES_AT_ONCE};
use super::{Commit, Filter, Listing, NewRow, StoreError};
use crate::fact::{Entry, Fact};
use crate::heartbeat::Away;
use crate::player::PlayerId;
use crate::projection::shown_control;

/// seq, at, actor, command_id, kind, payload.
pub(super) type EntryRow = (i64, i64, Option<String>, Option<String>, String, String);

/// game_id, rules, clock, public, state, South's name, North's name, winner, reason, created_at, ended_at.
#[rustfmt::skip]
pub(super) type GameRow = (
    String, String, String, i64, String, Option<String>, Option<String>, Option<String>, Option<String>, i64, Option<i64>,
);

/// A value to put into a statement.
pub(super) enum Bound {
    Text(String),
    Number(i64),
}

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

/// Reads a line of a list.
pub(super) fn summary(row: GameRow) -> Result<GameSummary, StoreError> {
    let (id, rules, clock, public, state, south, north, winner, reason, created_at, ended_at) = row;
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
        created_at: unsigned(created_at)?,
        ended_at: ended_at.map(unsigned).transpose()?,
    })
}

/// The statement that lists games, and what to put into it.
pub(super) fn list_query(filter: &Filter) -> (String, Vec<Bound>) {
    let mut query = ListQuery { conditions: Vec::new(), bound: Vec::new() };
    query.state(filter.state);
    query.visible_to(filter.viewer.as_ref());
    if let Some(player) = &filter.player {
        let name = query.text(player.as_str());
        query.conditions.push(format!("(s.name = {name} or n.name = {name})"));
    }
    if let Some(rules) = &filter.rules {
        let rules = query.text(rules);
        query.conditions.push(format!("(game.rules = {rules} or game.rules_name = {rules})"));
    }
    if let Some(after) = filter.after {
        let (at, id) = (query.number(millis(after.created_at)), query.text(after.id.as_str()));
        query
            .conditions
            .push(format!("(game.created_at < {at} or (game.created_at = {at} and game.game_id < {id}))"));
    }
    let limit = query.number(i64::from(filter.limit));
    let sql = format!(
        "select game.game_id, game.rules, game.clock, game.public, game.state, s.name, n.name, game.winner, game.reason,
                game.created_at, game.ended_at
         from game left join player s on s.player_id = game.south left join player n on n.player_id = game.north
         where {} order by game.created_at desc, game.game_id desc limit {limit}",
        query.conditions.join(" and ")
    );
    (sql, query.bound)
}

struct ListQuery {
    conditions: Vec<String>,
    bound: Vec<Bound>,
}

impl ListQuery {
    fn text(&mut self, text: &str) -> String {
        self.bound.push(Bound::Text(text.to_owned()));
        format!("${}", self.bound.len())
    }

    fn number(&mut self, number: i64) -> String {
        self.bound.push(Bound::Number(number));
        format!("${}", self.bound.len())
    }

    fn state(&mut self, filter: Option<StateFilter>) {
        let states: &[State] = match filter {
            None => return,
            Some(StateFilter::Open) => &[State::Open],
            Some(StateFilter::Live) => &[State::Arranging, State::Playing],
            Some(StateFilter::Finished) => &[State::Finished],
        };
        let states: Vec<String> = states.iter().map(|state| format!("'{}'", word(*state))).collect();
        self.conditions.push(format!("game.state in ({})", states.join(", ")));
    }

    /// Games by invitation are listed for their players only.
    fn visible_to(&mut self, viewer: Option<&PlayerId>) {
        match viewer {
            None => self.conditions.push("game.public = 1".to_owned()),
            Some(viewer) => {
                let viewer = self.text(viewer.as_str());
                self.conditions
                    .push(format!("(game.public = 1 or game.south = {viewer} or game.north = {viewer})"));
            }
        }
    }
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
    for (id, listing) in commits.iter().flat_map(|commit| &commit.listings) {
        update_listing(to, *id, listing).await?;
    }
    if let Some(now) = commits.iter().filter_map(|commit| commit.beat).max() {
        beat(to, now).await?;
    }
    for away in commits.iter().filter_map(|commit| commit.away) {
        insert_absence(to, away).await?;
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
    let terms = new.room.terms();
    let listing = Listing::of(&new.room, new.room.created_at());
    let (creator, command) = match &new.created_by {
        Some((player, command)) => (Some(player.as_str()), Some(command.as_str())),
        None => (None, None),
    };
    sqlx::query(
        "insert into game (game_id, rules_name, rules, clock, public, state, south, north, created_at, due_at,
                           creator, create_command)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(new.id.as_str())
    .bind(terms.rules.name())
    .bind(terms.rules.to_string())
    .bind(terms.clock.to_string())
    .bind(i64::from(terms.public))
    .bind(word(listing.state))
    .bind(listing.south.as_ref().map(PlayerId::as_str))
    .bind(listing.north.as_ref().map(PlayerId::as_str))
    .bind(millis(new.room.created_at()))
    .bind(listing.due_at.map(millis))
    .bind(creator)
    .bind(command)
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
        "update game set state = $2, south = $3, north = $4, winner = $5, reason = $6, ended_at = $7,
                due_at = $8
         where game_id = $1",
    )
    .bind(id.as_str())
    .bind(word(listing.state))
    .bind(listing.south.as_ref().map(PlayerId::as_str))
    .bind(listing.north.as_ref().map(PlayerId::as_str))
    .bind(listing.outcome.and_then(|outcome| outcome.winner).map(|seat| seat.to_string()))
    .bind(listing.outcome.map(|outcome| outcome.reason.as_str()))
    .bind(listing.ended_at.map(millis))
    .bind(listing.due_at.map(millis))
    .execute(&mut **to)
    .await?;
    Ok(())
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

fn read_word<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    serde_json::from_value(Value::from(word)).map_err(corrupt)
}

pub(super) fn unsigned(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(corrupt)
}

fn corrupt(error: impl Display) -> StoreError {
    StoreError::Corrupt(error.to_string())
}
