//! The points of a game of a tournament.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::absent_seats::absent_seats;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::room::{CorruptLog, Room};
use ikibuguzo_protocol::{GameId, Timestamp};
use ikibuguzo_store::EndedTournamentGame;
use ikibuguzo_tournament::{BERSERK_POINTS, DRAW_POINTS, WIN_POINTS};

/// Number of turns of a game, both seats together, from which a win with half the clock gives one more point.
const MIN_BERSERK_TURNS: u32 = 14;

/// How a game of a tournament ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    /// The game.
    pub(crate) game: GameId,
    /// The points of both players.
    pub(crate) points: BySeat<u32>,
    /// The seats whose players did not come.
    pub(crate) absent: Vec<Seat>,
    /// When it ended.
    pub(crate) at: Timestamp,
}

impl GameEnd {
    /// The end of a game that cannot be read: it gives no points to either player, and nobody was absent.
    pub(super) fn not_played(game: GameId, at: Timestamp) -> Self {
        Self { game, points: BySeat::default(), absent: Vec::new(), at }
    }

    /// The row that is stored of it.
    pub(crate) fn to_stored(&self) -> EndedTournamentGame {
        EndedTournamentGame { game: self.game, points: self.points, at: self.at }
    }
}

/// How a game of a tournament ended; none if it goes on. A player who did not come loses; if neither came, both get no
/// points.
pub(crate) fn end_of(game: GameId, log: &[Entry]) -> Result<Option<GameEnd>, CorruptLog> {
    let Some(end) = log.iter().find(|entry| matches!(entry.fact, Fact::Ended(_))) else { return Ok(None) };
    let room = Room::replay(log)?;
    let Some(outcome) = room.outcome() else { return Ok(None) };
    let absent = absent_seats(log)?;
    let points = match (outcome.winner, &absent[..]) {
        (Some(winner), _) => won_in(&room, winner.0),
        (None, _) if outcome.reason.has_result() => BySeat { south: DRAW_POINTS, north: DRAW_POINTS },
        (None, [absent]) => won_by(!*absent),
        (None, _) => BySeat::default(),
    };
    Ok(Some(GameEnd { game, points, absent, at: end.at }))
}

/// The points of a game of this room that a seat has won: one more with half the clock, if the game was not too short.
fn won_in(room: &Room, winner: Seat) -> BySeat<u32> {
    let mut points = won_by(winner);
    if room.turns() >= MIN_BERSERK_TURNS && room.is_berserk()[winner] {
        points[winner] += BERSERK_POINTS;
    }
    points
}

/// The points of a game that a seat has won.
pub(crate) fn won_by(winner: Seat) -> BySeat<u32> {
    let mut points = BySeat::default();
    points[winner] = WIN_POINTS;
    points
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::player::Player;
    use ikibuguzo_game::room::{GameOptions, initial_facts};
    use ikibuguzo_protocol::{EndReason, Outcome, Text, TimeControl};

    use super::*;

    /// The points of a game in which nobody has played and which ends in this way, and the number of players who did
    /// not come.
    fn end_after(rules: &str, outcome: Option<Outcome>) -> Option<([u32; 2], usize)> {
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
        let game = "k7wq2m9xra4t".parse().expect("an id");
        let end = end_of(game, &log_of(facts.collect(), Timestamp::from_millis(1))).expect("a log");
        end.map(|end| ([end.points.south, end.points.north], end.absent.len()))
    }

    fn end(winner: Option<Seat>, reason: EndReason) -> Option<Outcome> {
        Some(Outcome { winner: winner.map(Text), reason })
    }

    #[test]
    fn a_win_gives_two_points_and_a_draw_one() {
        assert_eq!(end_after("kubuguza", end(Some(Seat::North), EndReason::Resignation)), Some(([0, 2], 0)));
        assert_eq!(end_after("kubuguza", end(None, EndReason::Agreement)), Some(([1, 1], 0)));
        assert_eq!(end_after("kubuguza", None), None);
    }

    #[test]
    fn who_does_not_come_loses() {
        assert_eq!(end_after("kubuguza", end(None, EndReason::Aborted)), Some(([0, 2], 1)));
        assert_eq!(end_after("ikibuguzo:choice", end(None, EndReason::Aborted)), Some(([0, 0], 2)));
    }
}
