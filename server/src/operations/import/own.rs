//! A game that a player has played against a computer player without a server.

use ikibuguzo_engine::{ParsedRecord, Record, RecordResult, RecordStream, Seat, Tag, TextPosition};
use ikibuguzo_game::calendar::Day;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ComputerLevel, GameId, SeatAssignment, Text, Timestamp};
use ikibuguzo_store::{Store, StoreError};
use sha2::{Digest, Sha256};

use super::error::ImportError;
use super::game::Game;
use super::{Imported, MAX_CLOCK_SKEW, add, records, require_readable, running_servers};
use crate::chance::Chance;

/// The tags that are read. Others are dropped: they could be any text, shown under a player's name.
const KEPT_TAGS: [&str; 7] =
    ["Rules", "RulesVersion", "Arrays", "ByInvitation", "Reason", "Date", "Position"];

/// Adds a finished game of a player against a computer player, from its record: as a casual game that ends now, so that lists
/// by end, exports and signed days do not change in the past. The same record again finds the same game.
///
/// # Errors
///
/// If the text is not one record of a finished game against a computer player, or if the database cannot be used.
pub(crate) async fn import_own(
    store: &Store,
    player: &Player,
    record: &str,
    now: Timestamp,
    chance: &Chance,
) -> Result<SeatAssignment, ImportError> {
    let (seat, game) = own_game(player, record, now)?;
    require_readable(&game, &running_servers(store, now).await?)?;
    let assignment = SeatAssignment { game: game.id, seat: Text(seat) };
    match store_game(store, game.clone(), now, chance).await {
        // The same request, sent twice at once, has stored it: now the game is found.
        Err(ImportError::Store(StoreError::Conflict)) => store_game(store, game, now, chance).await?,
        stored => stored?,
    }
    Ok(assignment)
}

async fn store_game(store: &Store, game: Game, now: Timestamp, chance: &Chance) -> Result<(), ImportError> {
    let mut import = store.begin_import(now).await?;
    add(&mut import, game, true, &mut Imported::default(), now, chance).await?;
    Ok(import.commit().await?)
}

fn own_game(player: &Player, text: &str, now: Timestamp) -> Result<(Seat, Game), ImportError> {
    let mut read = only_record(text)?;
    let refused = |why: &str| ImportError::Refused { line: read.place.line, why: why.to_owned() };
    let record = &read.record;
    let seat =
        own_seat(record).ok_or_else(|| refused("one player is a computer player, the other is not"))?;
    if record.result == RecordResult::Open {
        return Err(refused("the game is not over"));
    }
    let played_at = played_at(record).map_err(|why| refused(&why))?;
    if played_at.is_some_and(|at| at > now + MAX_CLOCK_SKEW) {
        return Err(refused("it was played in the future"));
    }
    read.record.tags = own_tags(player, seat, record, played_at, now);
    Ok((seat, records::game(&read)?))
}

/// The record, if there is one and nothing else.
fn only_record(text: &str) -> Result<ParsedRecord, ImportError> {
    let mut stream = RecordStream::new(TextPosition::START);
    stream.push(text.as_bytes()).and_then(|()| stream.finish()).map_err(records::malformed)?;
    let first = stream.next_record().map_err(records::malformed)?;
    let second = stream.next_record().map_err(records::malformed)?;
    first.filter(|_| second.is_none()).ok_or_else(|| {
        let why = "there is not exactly one record".to_owned();
        ImportError::Refused { line: TextPosition::START.line, why }
    })
}

/// The seat of the player who is not a computer player; none unless the other one is.
fn own_seat(record: &Record) -> Option<Seat> {
    let level = |seat| ComputerLevel::of_name(&record.tag(name_tag(seat))?.parse().ok()?);
    match (level(Seat::South), level(Seat::North)) {
        (None, Some(_)) => Some(Seat::South),
        (Some(_), None) => Some(Seat::North),
        _ => None,
    }
}

/// The tags of the game: the kept tags of the record, the names of both players, and the present time.
fn own_tags(
    player: &Player,
    seat: Seat,
    record: &Record,
    played_at: Option<Timestamp>,
    now: Timestamp,
) -> Vec<Tag> {
    let computer = record.tag(name_tag(!seat)).unwrap_or_default().to_owned();
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    let mut tags = kept_tags(record);
    if record.tag("Date").is_none() {
        tags.extend(played_at.map(|at| tag("Date", Day::at(at).to_string())));
    }
    tags.push(tag("Game", own_id(player, record).to_string()));
    tags.push(tag(name_tag(seat), player.name.to_string()));
    tags.push(tag(name_tag(!seat), computer));
    tags.push(tag("CreatedAt", now.to_string()));
    tags.push(tag("EndedAt", now.to_string()));
    tags
}

/// When the game was played, as far as the record says it.
fn played_at(record: &Record) -> Result<Option<Timestamp>, String> {
    match record.tag("Date").filter(|day| *day != "?") {
        Some(day) => records::day(day).map(Some),
        None => records::number(record, "CreatedAt"),
    }
}

fn kept_tags(record: &Record) -> Vec<Tag> {
    record.tags.iter().filter(|tag| KEPT_TAGS.contains(&tag.name.as_str())).cloned().collect()
}

/// The tag with the name of a seat's player.
fn name_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "South",
        Seat::North => "North",
    }
}

/// The id of the game: a hash of the record and of its player.
fn own_id(player: &Player, record: &Record) -> GameId {
    let hash = Sha256::digest(format!("{}\n{record}", player.id.as_str()));
    GameId::from_random(std::array::from_fn(|index| hash[index]))
}
