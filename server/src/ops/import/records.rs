//! Games of a file of records, played on a board or on a server.

use std::io::{BufRead, Read};

use ikibuguzo_engine::{
    Array, BySeat, Outcome as EngineOutcome, ParsedRecord, Record, RecordResult, ReplayError, Ruleset, Seat,
};
use ikibuguzo_game::calendar;
use ikibuguzo_game::fact::Fact;
use ikibuguzo_game::room::{GameOptions, initial_facts};
use ikibuguzo_protocol::{EndReason, GameId, Outcome, PlayerName, Text, TimeControl};
use sha2::{Digest, Sha256};

use super::{Game, ImportError, entries, named_player, names, verify};

/// The largest file, in bytes: some hundred thousand games.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// The most tags that a game keeps, beside those that are read here.
const MAX_TAGS: usize = 40;

/// The longest of these tags, in bytes.
const MAX_TAG_BYTES: usize = 1_000;

/// The tags whose content is in the facts of a game.
const KNOWN_TAGS: [&str; 13] = [
    "Game",
    "Rules",
    "RulesVersion",
    "Clock",
    "CreatedAt",
    "South",
    "North",
    "Arrays",
    "Reason",
    "EndedAt",
    "ByInvitation",
    "Cursor",
    "Position",
];

/// Reads the whole text of a file.
pub(super) fn read_text(from: Box<dyn BufRead>) -> Result<String, ImportError> {
    let mut text = String::new();
    let read = from.take(MAX_FILE_BYTES).read_to_string(&mut text)?;
    if read as u64 == MAX_FILE_BYTES {
        let why = "the file is too long; take it apart".to_owned();
        return Err(ImportError::Refused { line: 1, why });
    }
    Ok(text)
}

/// Reads the games of a text.
pub(super) fn games(
    text: &str,
) -> Result<impl Iterator<Item = Result<Game, ImportError>> + use<>, ImportError> {
    let records = Record::read_all(text);
    let records = records.map_err(|error| ImportError::Refused {
        line: error.place.line,
        why: format!("column {}, {}", error.place.column, error.what()),
    })?;
    Ok(records.into_iter().map(|read| game(&read)))
}

fn game(read: &ParsedRecord) -> Result<Game, ImportError> {
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
    verify::verify(&log).map_err(|(_, why)| here(why))?;
    let remarks = record.turns.iter().filter(|turn| turn.comment.is_some()).count() as u64;
    Ok(Game { id: id(record, &names).map_err(here)?, line: read.place.line, log, names, remarks })
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
    };
    let players = Seat::ALL.map(|seat| (seat, named_player(&names[seat], names[seat].clone())));
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
    let arranged = |(seat, array)| Fact::Arranged { seat: Text(seat), array: Text(array) };
    Ok(Seat::ALL.into_iter().zip(arrays).map(arranged).chain([Fact::Revealed {}]).collect())
}

/// How the game ended. Without a reason in the record, the players ended it.
fn outcome(record: &Record, by_the_rules: Option<EngineOutcome>) -> Result<Outcome, String> {
    if let Some(outcome) = by_the_rules {
        return Ok(outcome.into());
    }
    let (winner, reason) = match record.result {
        RecordResult::Won(seat) => (Some(Text(seat)), EndReason::Resignation),
        RecordResult::Draw => (None, EndReason::Agreement),
        RecordResult::Open => (None, EndReason::Aborted),
    };
    let reason_tag = match record.tag("Reason") {
        None | Some("unfinished") => reason,
        Some(text) => {
            let known = EndReason::ALL.iter().copied().find(|reason| reason.as_str() == text);
            known.ok_or("the tag Reason: there is no such reason")?
        }
    };
    let is_agreed = |reason| reason == EndReason::Agreement;
    if reason_tag.has_result() != reason.has_result() || is_agreed(reason_tag) != is_agreed(reason) {
        return Err("the tag Reason does not fit the result".to_owned());
    }
    Ok(Outcome { winner, reason: reason_tag })
}

/// When the game was created and ended; 1970-01-01 if the record has no time, or an earlier one.
fn times(record: &Record) -> Result<(u64, u64), String> {
    let day = record.tag("Date").and_then(calendar::parse_day);
    let created_at = number(record, "CreatedAt")?.or(day).unwrap_or_default();
    let ended_at = number(record, "EndedAt")?.unwrap_or(created_at);
    if ended_at < created_at {
        return Err("the tag EndedAt: the game ended before it was created".to_owned());
    }
    Ok((created_at, ended_at))
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
    let other = record.tags.iter().filter(|tag| !KNOWN_TAGS.contains(&tag.name.as_str()));
    let mut tags: Vec<_> = other.map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    for (seat, tag, name) in [(Seat::South, "South", "SouthName"), (Seat::North, "North", "NorthName")] {
        if let Some(written) = record.tag(tag)
            && names::normalize(seat, Some(written))?.as_str() != written
        {
            tags.push((name.to_owned(), written.to_owned()));
        }
    }
    match tags.iter().any(|(name, value)| name.len() + value.len() > MAX_TAG_BYTES) || tags.len() > MAX_TAGS {
        true => Err(format!("at most {MAX_TAGS} other tags of {MAX_TAG_BYTES} bytes are kept")),
        false => Ok(tags),
    }
}

fn required<T: std::str::FromStr<Err: std::fmt::Display>>(record: &Record, name: &str) -> Result<T, String> {
    let text = record.tag(name).ok_or_else(|| format!("the tag {name} is missing"))?;
    text.parse().map_err(|error| format!("the tag {name}: {error}"))
}

fn number<T: std::str::FromStr>(record: &Record, name: &str) -> Result<Option<T>, String> {
    let read = |text: &str| text.parse().map_err(|_| format!("the tag {name} is a number"));
    record.tag(name).map(read).transpose()
}
