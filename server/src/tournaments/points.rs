//! What a game of a tournament is worth.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::absent_seats::absent_seats;
use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::room::{CorruptLog, Room};
use ikibuguzo_tournament::{DRAW_POINTS, WIN_POINTS};

/// The points of a finished game of a tournament; none if it goes on. A player who did not come loses; if neither came, neither
/// gets points.
pub(super) fn points_of(log: &[Entry]) -> Result<Option<BySeat<u32>>, CorruptLog> {
    let Some(outcome) = Room::replay(log)?.outcome() else { return Ok(None) };
    Ok(Some(match outcome.winner {
        Some(winner) => won_by(winner.0),
        None if outcome.reason.has_result() => BySeat { south: DRAW_POINTS, north: DRAW_POINTS },
        None => match absent_seats(log)?[..] {
            [absent] => won_by(!absent),
            _ => BySeat::default(),
        },
    }))
}

/// The points of a game that a seat has won.
pub(super) fn won_by(winner: Seat) -> BySeat<u32> {
    let mut points = BySeat::default();
    points[winner] = WIN_POINTS;
    points
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_game::fact::{Fact, log_of};
    use ikibuguzo_game::player::Player;
    use ikibuguzo_game::room::{GameOptions, initial_facts};
    use ikibuguzo_protocol::{EndReason, Outcome, Text, TimeControl};

    use super::*;

    /// The points of a game in which nobody has played, and which ends so.
    fn points_after(rules: &str, outcome: Option<Outcome>) -> Option<[u32; 2]> {
        let player = |name: &str| Player { id: name.into(), name: name.parse().expect("a name"), bot: false };
        let options = GameOptions {
            rules: rules.parse().expect("rules"),
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::Days(1),
            rated: false,
        };
        let seated = vec![(Seat::South, player("south")), (Seat::North, player("north"))];
        let facts = initial_facts(options, None, seated).into_iter().chain(outcome.map(Fact::Ended));
        let points = points_of(&log_of(facts.collect(), 1)).expect("a log");
        points.map(|points| [points.south, points.north])
    }

    fn end(winner: Option<Seat>, reason: EndReason) -> Option<Outcome> {
        Some(Outcome { winner: winner.map(Text), reason })
    }

    #[test]
    fn a_win_gives_two_points_and_a_draw_one() {
        assert_eq!(points_after("kubuguza", end(Some(Seat::North), EndReason::Resignation)), Some([0, 2]));
        assert_eq!(points_after("kubuguza", end(None, EndReason::Agreement)), Some([1, 1]));
        assert_eq!(points_after("kubuguza", None), None);
    }

    #[test]
    fn who_does_not_come_loses() {
        assert_eq!(points_after("kubuguza", end(None, EndReason::Aborted)), Some([0, 2]));
        assert_eq!(points_after("ikibuguzo:choice", end(None, EndReason::Aborted)), Some([0, 0]));
    }
}
