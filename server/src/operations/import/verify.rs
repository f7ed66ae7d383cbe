//! Checks of games that come from elsewhere.

use std::time::Duration;

use ikibuguzo_engine::{Action, Array, BySeat, Ruleset, Seat};
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{EndReason, GameId, Outcome, TimeControl, Timestamp};

use super::tags;

/// The greatest time: larger numbers are not exact in JSON.
const MAX_TIME: Timestamp = Timestamp::from_millis(1 << 53);

const NO_SUCH_TIME: &str = "there is no such time";

const OWN_REMATCH: &str = "no game is the rematch of itself";

/// The play of a game: rules, arrays, actions and outcome.
type Play<'a> = (Ruleset, Option<BySeat<Array>>, &'a [(Seat, Action)], Option<Outcome>);

/// Replays the finished game with this id, fact by fact.
///
/// # Errors
///
/// The `seq` of the first fact that is impossible, and why.
pub(super) fn verify(id: GameId, log: &[Entry]) -> Result<Room, (u64, String)> {
    let [first, rest @ ..] = log else { return Err((1, "the game has no events".to_owned())) };
    let mut room = Room::create(first).map_err(|error| (1, error.why))?;
    check_first(id, first).map_err(|why| (1, why))?;
    for entry in rest {
        check(id, &room, entry).map_err(|why| (entry.seq, why.to_owned()))?;
        room.apply(entry).map_err(|error| (entry.seq, error.why))?;
    }
    match (room.outcome(), room.has_board()) {
        (None, _) => Err((room.head(), "the game is not over".to_owned())),
        (Some(_), false) => Err((room.head(), "the game has not begun".to_owned())),
        (Some(_), true) => Ok(room),
    }
}

/// Whether two logs are of the same play. Times, chat and offers may differ.
pub(super) fn is_same_play(one: &[Entry], other: &[Entry]) -> bool {
    match (Room::replay(one), Room::replay(other)) {
        (Ok(one), Ok(other)) => play_of(&one) == play_of(&other),
        _ => false,
    }
}

fn play_of(room: &Room) -> Play<'_> {
    (room.options().rules, room.arrays(), room.actions(), room.outcome())
}

fn check_first(id: GameId, first: &Entry) -> Result<(), String> {
    let Fact::Created { rules_version, clock, allowance, rated, berserk, rematch_of, from_record, .. } =
        &first.fact
    else {
        return Ok(());
    };
    if *rules_version != Ruleset::VERSION {
        return Err("this server does not know that version of the rules".to_owned());
    }
    if ![Duration::ZERO, clock.sowing_allowance()].contains(allowance) {
        return Err("its clock has no such allowance".to_owned());
    }
    if *rated && **clock == TimeControl::None {
        return Err("a rated game has a clock".to_owned());
    }
    if *berserk && !matches!(**clock, TimeControl::Fischer { .. } | TimeControl::Delay { .. }) {
        return Err("only clocks in seconds can be halved".to_owned());
    }
    if first.at > MAX_TIME {
        return Err(NO_SUCH_TIME.to_owned());
    }
    if *rematch_of == Some(id) {
        return Err(OWN_REMATCH.to_owned());
    }
    tags::check(from_record.as_deref().unwrap_or_default())
}

/// Checks what a room ensures when it decides, and assumes when it reads a log.
fn check(id: GameId, room: &Room, entry: &Entry) -> Result<(), &'static str> {
    match &entry.fact {
        _ if entry.at > MAX_TIME => Err(NO_SUCH_TIME),
        _ if entry.at < room.last_at() => Err("it is earlier than the event before it"),
        Fact::Seated { seat, .. } if room.seats()[**seat].is_some() => Err("the seat is taken"),
        Fact::Seated { player, .. } if room.seat_of(&player.id).is_some() => {
            Err("the same player sits in both seats")
        }
        Fact::Acted { seat, .. } if room.to_move() == Some(!**seat) => Err("the other seat is to move"),
        Fact::Excused { from, until } if from > until || *until > entry.at => {
            Err("a downtime begins before it ends, and ends before it is excused")
        }
        Fact::Rematched { rematch } if *rematch == id => Err(OWN_REMATCH),
        Fact::Ended(outcome) => check_end(room, *outcome),
        _ => Ok(()),
    }
}

/// Checks an end: if the rules have ended the game, the outcome is theirs; otherwise the players' reasons are allowed.
fn check_end(room: &Room, outcome: Outcome) -> Result<(), &'static str> {
    match room.outcome_by_rules() {
        Some(by_the_rules) if Outcome::from(by_the_rules) == outcome => Ok(()),
        Some(_) => Err("the rules have ended the game otherwise"),
        None if is_by_the_rules(outcome.reason) => Err("the rules have not ended the game there"),
        None => Ok(()),
    }
}

fn is_by_the_rules(reason: EndReason) -> bool {
    ikibuguzo_engine::Reason::ALL.into_iter().any(|rule| EndReason::from(rule) == reason)
}
