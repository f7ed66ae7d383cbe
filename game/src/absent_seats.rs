//! The seats that did not play a game that ended without a result.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EndReason, Outcome};

use crate::fact::{Entry, Fact};
use crate::room::{CorruptLog, Room};

/// The seats that owed the next step when a game was aborted: those that had not arranged, or the one whose first turn
/// was due. A player who was present and called the game off owed nothing. Empty for a game that was not aborted.
///
/// # Errors
///
/// If the log is empty or corrupt.
pub fn absent_seats(log: &[Entry]) -> Result<Vec<Seat>, CorruptLog> {
    let room = Room::replay(log)?;
    let end = log.iter().find(|entry| matches!(entry.fact, Fact::Ended(_)));
    Ok(end.map_or_else(Vec::new, |end| absent_seats_of(&room, end)))
}

/// Like [`absent_seats`], for a room and the entry that ended its game.
pub(crate) fn absent_seats_of(room: &Room, end: &Entry) -> Vec<Seat> {
    if !matches!(room.outcome(), Some(Outcome { reason: EndReason::Aborted, .. })) {
        return Vec::new();
    }
    let claimant = end.origin.as_ref().and_then(|origin| room.seat_of(&origin.player));
    let owed_step = |seat: &Seat| {
        let owes_array = room.arranging().map(|arranging| arranging.arrangement().chosen(*seat).is_none());
        owes_array.unwrap_or_else(|| room.to_move() == Some(*seat))
    };
    Seat::ALL.into_iter().filter(|seat| Some(*seat) != claimant && owed_step(seat)).collect()
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Array, Ruleset};
    use ikibuguzo_protocol::{Text, TimeControl};

    use super::*;
    use crate::fact::log_of;
    use crate::origin::Origin;
    use crate::player::Player;
    use crate::room::{GameOptions, initial_facts};
    use crate::test_time::at;

    fn player(name: &str) -> Player {
        Player { id: name.into(), name: name.parse().expect("a name"), bot: false }
    }

    /// The first facts of a game between `south` and `north`.
    fn facts(rules: &str) -> Vec<Fact> {
        let options = GameOptions {
            rules: rules.parse().expect("rules"),
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::Days(1),
            rated: false,
        };
        initial_facts(options, None, vec![(Seat::South, player("south")), (Seat::North, player("north"))])
    }

    /// The absent seats of a game that is aborted after these facts, by a player or by time.
    fn absent_after(mut facts: Vec<Fact>, claimant: Option<&str>) -> Vec<Seat> {
        facts.push(Fact::Ended(Outcome { winner: None, reason: EndReason::Aborted }));
        let mut log = log_of(facts, at(1));
        if let Some(entry) = log.last_mut() {
            let origin =
                |name: &str| Origin { player: name.into(), id: "c".parse().expect("an id"), hash: None };
            entry.origin = claimant.map(origin);
        }
        absent_seats(&log).expect("a log")
    }

    #[test]
    fn the_seat_whose_first_turn_was_due_is_absent() {
        assert_eq!(absent_after(facts("kubuguza"), None), [Seat::South]);
        assert_eq!(absent_after(facts("kubuguza"), Some("north")), [Seat::South]);
        assert_eq!(absent_after(facts("kubuguza"), Some("south")), []);
    }

    #[test]
    fn the_seats_that_have_not_arranged_are_absent() {
        let arranged =
            |seat| Fact::Arranged { seat: Text(seat), array: Text(Array::ALL[0]), commitment: None };
        let both = facts("ikibuguzo:choice");
        let one = [both.clone(), vec![arranged(Seat::North)]].concat();
        assert_eq!(absent_after(both.clone(), None), Seat::ALL);
        assert_eq!(absent_after(both, Some("north")), [Seat::South]);
        assert_eq!(absent_after(one, None), [Seat::South]);
    }

    #[test]
    fn nobody_is_absent_from_a_game_with_a_result() {
        let mut facts = facts("kubuguza");
        facts.push(Fact::Ended(Outcome { winner: Some(Text(Seat::North)), reason: EndReason::Timeout }));
        assert_eq!(absent_seats(&log_of(facts, at(1))).expect("a log"), []);
    }
}
