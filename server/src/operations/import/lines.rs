//! Games of an export: one JSON object per line.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

use ikibuguzo_engine::{Array, BySeat, Seat};
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::proof::final_hash;
use ikibuguzo_game::replay;
use ikibuguzo_protocol::{Commitment, Event, EventKind, GameId, GameSummary, PlayerName, Role, Seats, Text};
use serde_json::value::RawValue;

use super::error::ImportError;
use super::game::{Game, entries, named_player};
use super::line_fields::{LineFields, is_object};
use super::source::Source;
use super::{summary, verify};

/// The longest line, in bytes. A game of ten thousand actions needs a fifth of it.
const MAX_LINE_BYTES: u64 = 32 << 20;

/// Largest length of a commitment in a line, in bytes, with the number of its event.
const MAX_COMMITMENT_BYTES: usize = 128;

/// Reads the games of an export, one line at a time. Empty lines are skipped.
pub(super) fn games(source: Source) -> impl Iterator<Item = Result<Game, ImportError>> {
    let mut lines = Lines { text: source.text, number: source.place.line - 1, line: Vec::new() };
    std::iter::from_fn(move || {
        loop {
            match lines.next_line() {
                Ok(None) => return None,
                Ok(Some((_, line))) if line.trim().is_empty() => {}
                Ok(Some((number, line))) => {
                    let game = game(line, number);
                    return Some(game.map_err(|why| ImportError::Refused { line: number, why }));
                }
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

/// The lines of a file.
struct Lines {
    text: Box<dyn BufRead>,
    /// The number of the last line that was read, from 1.
    number: usize,
    /// That line.
    line: Vec<u8>,
}

impl Lines {
    /// The next line and its number.
    fn next_line(&mut self) -> Result<Option<(usize, &str)>, ImportError> {
        self.number += 1;
        self.line.clear();
        let read = (&mut self.text).take(MAX_LINE_BYTES).read_until(b'\n', &mut self.line)?;
        let refused = |why: &str| ImportError::Refused { line: self.number, why: why.to_owned() };
        if read as u64 == MAX_LINE_BYTES {
            return Err(refused("the line is too long"));
        }
        let line = std::str::from_utf8(&self.line).map_err(|_| refused("the line is not UTF-8"))?;
        Ok((read > 0).then_some((self.number, line)))
    }
}

fn game(line: &str, number: usize) -> Result<Game, String> {
    if !is_object(line) {
        return Err("a line is a JSON object".to_owned());
    }
    let summary: GameSummary = serde_json::from_str(line).map_err(|error| explain(&error))?;
    let fields: LineFields = serde_json::from_str(line).map_err(|error| explain(&error))?;
    let LineFields { cursor, events, commitments, log_hash, .. } = fields;
    let names = both_names(&summary.players)?;
    let mut log = log(&events, &names)?;
    let room = verify::verify(summary.game, &log).map_err(|(seq, why)| format!("event {seq}: {why}"))?;
    commit(&mut log, commitments.as_deref())?;
    compare(&events, &log)?;
    summary::compare(&summary, &cursor, &room)?;
    check_hash(summary.game, &log, log_hash.as_deref())?;
    Ok(Game { id: summary.game, line: number, log, names, remarks: 0 })
}

/// Lets names, messages and arrays enter the hashes as they did on the server of the export, so that the hashes are the same.
fn commit(log: &mut [Entry], commitments: Option<&RawValue>) -> Result<(), String> {
    let Some(text) = commitments.map(RawValue::get) else { return Ok(()) };
    if text.len() > MAX_COMMITMENT_BYTES * (log.len() + 1) {
        return Err("there are more commitments than events".to_owned());
    }
    let commitments: BTreeMap<u64, Commitment> =
        serde_json::from_str(text).map_err(|error| explain(&error))?;
    for (seq, commitment) in commitments {
        let index = seq.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let entry = index.and_then(|index| log.get_mut(index));
        if !entry.is_some_and(|entry| entry.fact.set_commitment(commitment)) {
            return Err(format!("event {seq}: it has no name, no message and no array for this commitment"));
        }
    }
    Ok(())
}

/// Checks that the game is the one that was exported.
fn check_hash(game: GameId, log: &[Entry], of_line: Option<&str>) -> Result<(), String> {
    let hash = final_hash(game, log);
    match of_line {
        Some(of_line) if hash.is_none_or(|hash| hash.as_str() != of_line) => {
            Err("the field log_hash is not the hash of these events".to_owned())
        }
        _ => Ok(()),
    }
}

/// The library's message with the column only: the line of the file is known.
fn explain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    format!("column {}: {what}", error.column())
}

fn both_names(players: &Seats<Option<PlayerName>>) -> Result<BySeat<PlayerName>, String> {
    match (&players.south, &players.north) {
        (Some(south), Some(north)) => Ok(BySeat::new(south.clone(), north.clone())),
        _ => Err("a finished game has two players".to_owned()),
    }
}

/// The facts of the events.
fn log(events: &[Event], names: &BySeat<PlayerName>) -> Result<Vec<Entry>, String> {
    let arrays = events.iter().find_map(|event| match &event.kind {
        EventKind::Revealed { arrays, .. } => Some(*arrays),
        _ => None,
    });
    let last_seated = events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Seated { seat, .. } => Some(**seat),
        _ => None,
    });
    let mut facts = Vec::with_capacity(events.len());
    for event in events {
        let fact = fact(&event.kind, names, arrays.as_ref(), last_seated.unwrap_or(Seat::North));
        facts.push((event.at, fact.ok_or_else(|| format!("event {}: the arrays are missing", event.seq))?));
    }
    Ok(entries(facts))
}

/// The fact of an event. `last_seated` is the seat of an invited player.
fn fact(
    kind: &EventKind,
    names: &BySeat<PlayerName>,
    arrays: Option<&Seats<Text<Array>>>,
    last_seated: Seat,
) -> Option<Fact> {
    let of = |seat: Seat, shown: &PlayerName, bot| named_player(&names[seat], shown.clone(), bot);
    Some(match kind {
        EventKind::Created {
            rules,
            rules_version,
            public,
            clock,
            allowance,
            rated,
            berserk,
            rematch_of,
            from_record,
        } => Fact::Created {
            rules: *rules,
            rules_version: *rules_version,
            public: *public,
            clock: clock.unwrap_or_default(),
            allowance: *allowance,
            rated: *rated,
            berserk: *berserk,
            rematch_of: *rematch_of,
            from_record: from_record.clone(),
        },
        EventKind::Seated { seat, player, bot, .. } => {
            Fact::Seated { seat: *seat, player: of(**seat, player, *bot), commitment: None }
        }
        EventKind::Invited { player, open_until } => Fact::Invited {
            player: of(last_seated, player, false),
            open_until: *open_until,
            commitment: None,
        },
        EventKind::Declined { reason } => Fact::Declined { reason: *reason },
        EventKind::Arranged { seat, .. } => {
            Fact::Arranged { seat: *seat, array: *arrays?.get(**seat), commitment: None }
        }
        EventKind::Revealed { .. } => Fact::Revealed {},
        EventKind::Begun { .. } => Fact::Begun {},
        EventKind::Berserked { seat, .. } => Fact::Berserked { seat: *seat },
        EventKind::Acted { seat, action, .. } => Fact::Acted { seat: *seat, action: *action },
        EventKind::Excused { from, until, .. } => Fact::Excused { from: *from, until: *until },
        EventKind::DrawOffered { seat } => Fact::DrawOffered { seat: *seat },
        EventKind::DrawDeclined { seat, offer } => Fact::DrawDeclined { seat: *seat, offer: *offer },
        EventKind::TakebackOffered { seat } => Fact::TakebackOffered { seat: *seat },
        EventKind::TakebackDeclined { seat, offer } => Fact::TakebackDeclined { seat: *seat, offer: *offer },
        EventKind::TakenBack { offer, position, .. } => {
            Fact::TakenBack { offer: *offer, plies: position.ply }
        }
        EventKind::PreviewsOffered { seat } => Fact::PreviewsOffered { seat: *seat },
        EventKind::PreviewsDeclined { seat, offer } => Fact::PreviewsDeclined { seat: *seat, offer: *offer },
        EventKind::PreviewsAgreed { offer } => Fact::PreviewsAgreed { offer: *offer },
        EventKind::Said { seat, text } => Fact::Said { seat: *seat, text: text.clone(), commitment: None },
        EventKind::Ended { outcome, .. } => Fact::Ended(*outcome),
        EventKind::RematchOffered { seat } => Fact::RematchOffered { seat: *seat },
        EventKind::RematchDeclined { seat, offer } => Fact::RematchDeclined { seat: *seat, offer: *offer },
        EventKind::Rematched { rematch } => Fact::Rematched { rematch: *rematch },
    })
}

/// Compares each event of the file with the event that the engine computes from the facts: laps, boards and clocks.
fn compare(events: &[Event], log: &[Entry]) -> Result<(), String> {
    let projected = replay::events_since(log, 0).map_err(|error| error.to_string())?;
    let mut pairs = events.iter().zip(projected.iter().map(|projected| projected.to(Role::Spectator)));
    match pairs.find(|(event, computed)| !is_same(event, computed)) {
        Some((event, _)) => Err(format!("event {}: the replayed game differs", event.seq)),
        None => Ok(()),
    }
}

/// Whether an event of the file is the computed one. Servers of older versions did not say which offers an event closes.
fn is_same(event: &Event, computed: &Event) -> bool {
    let Event { seq, at, kind, closes } = event;
    (*seq, *at, kind) == (computed.seq, computed.at, &computed.kind)
        && (closes.is_empty() || *closes == computed.closes)
}
