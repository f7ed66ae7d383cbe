//! Games of a file of records, played on a board or on a server.

use std::io::BufRead;

use ikibuguzo_engine::{
    Array, BySeat, Outcome as EngineOutcome, ParseRecordError, ParsedRecord, Record, RecordResult,
    RecordStream, ReplayError, Ruleset, Seat,
};
use ikibuguzo_game::calendar;
use ikibuguzo_game::fact::Fact;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{GameOptions, initial_facts};
use ikibuguzo_protocol::{
    ComputerLevel, EndReason, GameId, Outcome, PlayerName, Text, TimeControl, Timestamp,
};
use ikibuguzo_store::FinishedCursor;
use sha2::{Digest, Sha256};

use super::error::ImportError;
use super::game::{Game, entries, named_player};
use super::source::Source;
use super::{names, tags, verify};

/// Reads the games of a file of records, one record at a time.
pub(super) fn games(source: Source) -> impl Iterator<Item = Result<Game, ImportError>> {
    let Source { mut text, place } = source;
    let mut stream = RecordStream::new(place);
    std::iter::from_fn(move || {
        let read = next_record(&mut text, &mut stream).transpose()?;
        Some(read.and_then(|read| game(&read)))
    })
}

fn next_record(
    text: &mut impl BufRead,
    stream: &mut RecordStream,
) -> Result<Option<ParsedRecord>, ImportError> {
    loop {
        if let Some(read) = stream.next_record().map_err(malformed)? {
            return Ok(Some(read));
        }
        let piece = text.fill_buf()?;
        if piece.is_empty() {
            stream.finish().map_err(malformed)?;
            return stream.next_record().map_err(malformed);
        }
        stream.push(piece).map_err(malformed)?;
        let length = piece.len();
        text.consume(length);
    }
}

pub(super) fn malformed(error: ParseRecordError) -> ImportError {
    let why = format!("column {}, {}", error.place.column, error.what());
    ImportError::Refused { line: error.place.line, why }
}

/// The game of a record.
pub(super) fn game(read: &ParsedRecord) -> Result<Game, ImportError> {
    let refused = |(line, why)| ImportError::Refused { line, why };
    let by_the_rules = replay(read).map_err(refused)?;
    let here = |why: String| refused((read.place.line, why));
    let record = &read.record;
    let names = BySeat::new(
        names::normalize(Seat::South, record.tag("South")).map_err(here)?,
        names::normalize(Seat::North, record.tag("North")).map_err(here)?,
    );
    let facts = facts(record, &names, by_the_rules).map_err(here)?;
    let (created_at, ended_at) = times(record).map_err(here)?;
    let at = |fact: Fact| (if matches!(fact, Fact::Ended(_)) { ended_at } else { created_at }, fact);
    let log = entries(facts.into_iter().map(at).collect());
    let id = id(record, &names).map_err(here)?;
    check_cursor(record, FinishedCursor { at: ended_at, id }).map_err(here)?;
    verify::verify(id, &log).map_err(|(_, why)| here(why))?;
    let remarks = record.turns.iter().filter(|turn| turn.comment.is_some()).count() as u64;
    Ok(Game { id, line: read.place.line, log, names, remarks })
}

/// Replays a record; the outcome if the rules have ended the game.
fn replay(read: &ParsedRecord) -> Result<Option<EngineOutcome>, (usize, String)> {
    if read.record.tag("Position").is_some() {
        let why = "a game that does not begin at its start cannot be kept".to_owned();
        return Err((read.place.line, why));
    }
    read.record.replay().map(|game| game.outcome()).map_err(|fault| {
        let place = match fault {
            ReplayError::Turn { index, .. } => read.turns.get(index).copied().unwrap_or(read.place),
            ReplayError::Tag { .. } | ReplayError::Result { .. } => read.place,
        };
        (place.line, fault.to_string())
    })
}

/// A player of a record. A record does not say who is a bot, except for the server's own players.
fn recorded_player(name: &PlayerName) -> Player {
    named_player(name, name.clone(), ComputerLevel::of_name(name).is_some())
}

fn facts(
    record: &Record,
    names: &BySeat<PlayerName>,
    by_the_rules: Option<EngineOutcome>,
) -> Result<Vec<Fact>, String> {
    let options = GameOptions {
        rules: required::<Ruleset>(record, "Rules")?,
        rules_version: number(record, "RulesVersion")?.unwrap_or(Ruleset::VERSION),
        public: record.tag("ByInvitation").is_none(),
        // A record has no times of turns, so a clock would be made up.
        clock: TimeControl::None,
        // Without a clock it is not rated here; the tag that says so is kept.
        rated: false,
    };
    let players = Seat::ALL.map(|seat| (seat, recorded_player(&names[seat])));
    let mut facts = initial_facts(options, None, players.into());
    if let Some(Fact::Created { from_record, .. }) = facts.first_mut() {
        *from_record = Some(other_tags(record)?);
    }
    facts.extend(arrangement(record)?);
    let mut seat = Seat::South;
    for turn in &record.turns {
        facts.extend(
            turn.actions.iter().map(|action| Fact::Acted { seat: Text(seat), action: Text(*action) }),
        );
        seat = !seat;
    }
    facts.push(Fact::Ended(outcome(record, by_the_rules)?));
    Ok(facts)
}

fn arrangement(record: &Record) -> Result<Vec<Fact>, String> {
    let Some(text) = record.tag("Arrays") else { return Ok(Vec::new()) };
    let read = |text: &str| text.parse::<Array>().map_err(|error| format!("the tag Arrays: {error}"));
    let arrays = text.split(' ').map(read).collect::<Result<Vec<_>, _>>()?;
    let arranged = |(seat, array)| Fact::Arranged { seat: Text(seat), array: Text(array), commitment: None };
    Ok(Seat::ALL.into_iter().zip(arrays).map(arranged).chain([Fact::Revealed {}]).collect())
}

/// How the game ended. If the record has no reason, the players ended it.
fn outcome(record: &Record, by_the_rules: Option<EngineOutcome>) -> Result<Outcome, String> {
    let named = record.tag("Reason").filter(|text| *text != "unfinished").map(end_reason).transpose()?;
    if let Some(outcome) = by_the_rules.map(Outcome::from) {
        return match named.is_none_or(|reason| reason == outcome.reason) {
            true => Ok(outcome),
            false => {
                Err(format!("the tag Reason: the rules have ended the game by {}", outcome.reason.as_str()))
            }
        };
    }
    let (winner, reason) = match record.result {
        RecordResult::Won(seat) => (Some(Text(seat)), EndReason::Resignation),
        RecordResult::Draw => (None, EndReason::Agreement),
        RecordResult::Open => (None, EndReason::Aborted),
    };
    let reason_tag = named.unwrap_or(reason);
    let is_agreed = |reason| reason == EndReason::Agreement;
    if reason_tag.has_result() != reason.has_result() || is_agreed(reason_tag) != is_agreed(reason) {
        return Err("the tag Reason does not fit the result".to_owned());
    }
    Ok(Outcome { winner, reason: reason_tag })
}

fn end_reason(text: &str) -> Result<EndReason, String> {
    let known = EndReason::ALL.iter().copied().find(|reason| reason.as_str() == text);
    known.ok_or_else(|| "the tag Reason: there is no such reason".to_owned())
}

/// When the game was created and ended; 1970-01-01 if the record has no time, or a day before.
fn times(record: &Record) -> Result<(Timestamp, Timestamp), String> {
    let day = record.tag("Date").filter(|text| *text != "?").map(day).transpose()?;
    let created_at = number(record, "CreatedAt")?.or(day).unwrap_or_default();
    let ended_at = number(record, "EndedAt")?.unwrap_or(created_at);
    if ended_at < created_at {
        return Err("the tag EndedAt: the game ended before it was created".to_owned());
    }
    Ok((created_at, ended_at))
}

/// When a day, or the first day of a month or a year, begins. Days before 1970 count as 1970-01-01.
pub(super) fn day(text: &str) -> Result<Timestamp, String> {
    let days = [text.to_owned(), format!("{text}-01"), format!("{text}-01-01")];
    let begins = days.iter().find_map(|day| calendar::begin_of_day(day));
    let begins = begins.ok_or("the tag Date: there is no such day; it is written as in 1998-07-12")?;
    Ok(u64::try_from(begins).map(Timestamp::from_millis).unwrap_or_default())
}

/// Compares the place in an export with the time and the id of the game.
fn check_cursor(record: &Record, expected: FinishedCursor) -> Result<(), String> {
    let expected = expected.to_string();
    match record.tag("Cursor") {
        Some(cursor) if cursor != expected => {
            Err(format!("the tag Cursor: it is {cursor}, and the game has {expected}"))
        }
        _ => Ok(()),
    }
}

/// The id of a game. One on paper gets the hash of its content, so that a second import finds the same game.
fn id(record: &Record, names: &BySeat<PlayerName>) -> Result<GameId, String> {
    if let Some(id) = record.tag("Game") {
        return id.parse().map_err(|error| format!("the tag Game: {error}"));
    }
    let tag = |name| record.tag(name).unwrap_or_default();
    let turns = record
        .turns
        .iter()
        .map(|turn| turn.actions.iter().map(ToString::to_string).collect::<Vec<_>>().join("."));
    let turns = turns.collect::<Vec<_>>().join(" ");
    let players = format!("{}\n{}", names.south, names.north);
    let contents = [tag("Rules"), tag("Arrays"), &turns, &record.result.to_string(), &players, tag("Date")];
    let hash = Sha256::digest(contents.join("\n"));
    Ok(GameId::from_random(std::array::from_fn(|place| hash[place])))
}

/// The other tags, which are kept. A name that was normalized is kept as it was written.
fn other_tags(record: &Record) -> Result<Vec<(String, String)>, String> {
    let other = record.tags.iter().filter(|tag| !tags::is_known(&tag.name));
    let mut kept: Vec<_> = other.map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    for (seat, tag, name) in [(Seat::South, "South", "SouthName"), (Seat::North, "North", "NorthName")] {
        if let Some(written) = record.tag(tag)
            && names::normalize(seat, Some(written))?.as_str() != written
        {
            kept.push((name.to_owned(), written.to_owned()));
        }
    }
    Ok(kept)
}

fn required<T: std::str::FromStr<Err: std::fmt::Display>>(record: &Record, name: &str) -> Result<T, String> {
    let text = record.tag(name).ok_or_else(|| format!("the tag {name} is missing"))?;
    text.parse().map_err(|error| format!("the tag {name}: {error}"))
}

/// The number in a tag; none without the tag.
pub(super) fn number<T: std::str::FromStr>(record: &Record, name: &str) -> Result<Option<T>, String> {
    let read = |text: &str| text.parse().map_err(|_| format!("the tag {name} is a number from 0 on"));
    record.tag(name).map(read).transpose()
}
