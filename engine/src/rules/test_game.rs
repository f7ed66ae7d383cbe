//! A small game that exists only with the feature `test-game`: testing/test-game/rules.md. It proves that the other crates
//! know a game by its description alone (docs/decisions/0088-a-game-for-tests.md).

#[cfg(test)]
mod tests;

use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{
    Action, Capture, CapturedCounters, Captures, Direction, GameTraits, Hole, IllegalAction, Lap, Outcome,
    RulesPage, Seat,
};

/// The description of the game.
pub(crate) const TRAITS: GameTraits =
    GameTraits { name: "test-game", rows: 1, captured: CapturedCounters::Away, first_turn_advantage: 0 };

/// The page with the rules.
pub(crate) const PAGE: RulesPage = RulesPage {
    text: include_str!("../../../testing/test-game/rules.md"),
    source: "",
    opening: &[],
    choice: &[],
    turn: &["A turn"],
};

/// Holes in a row.
pub(crate) const COLUMNS: usize = 3;

/// The counters of a row before the first turn (Start).
pub(crate) const START: [u8; COLUMNS] = [3; COLUMNS];

/// The state of a game in addition to the board: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TestGameState;

impl Rules for TestGameState {
    fn start_turn(&mut self, _: &Board, _: Seat) {}

    fn legal_starts(&self, board: &Board, seat: Seat) -> ActionSet {
        let mut starts = ActionSet::default();
        starts.insert_anticlockwise(board.occupied(seat));
        starts
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, trace: &mut Trace<'_>) -> Progress {
        let Action::Sow { hole: from, direction } = action else {
            unreachable!("the game lists only sowings as legal")
        };
        let count = board.lift(seat, from.index);
        let last = drop_round_board(board, from, count);
        let captures = capture(board, seat, last);
        let is_capture = !captures.is_empty();
        trace.count_captured(captures.sum());
        trace.push(|| Lap::Sown { from, direction, count, last, captures });
        Progress::TurnOver { captured: is_capture }
    }

    fn pending(&self) -> Option<Hand> {
        None
    }

    fn key(&self, _: Seat) -> u64 {
        0
    }

    /// End: only a seat that is to move loses.
    fn won_on_board(&self, _: &Board) -> Option<Outcome> {
        None
    }

    fn diagnose(&self, _: &Board, _: Seat, action: Action) -> IllegalAction {
        match action {
            Action::Sow { hole, direction: Direction::Anticlockwise } => IllegalAction::Empty { hole },
            _ => IllegalAction::NotInThisGame { action },
        }
    }
}

/// Drops counters one by one round the board, and returns the hole of the last one (Sowing).
fn drop_round_board(board: &mut Board, from: Hole, count: u8) -> Hole {
    let mut hole = if count == 1 { hole_after(from) } else { from };
    board.put(hole.seat, hole.index, 1);
    for _ in 1..count {
        hole = hole_after(hole);
        board.put(hole.seat, hole.index, 1);
    }
    hole
}

/// The next hole in the direction of sowing: after the last one of a row comes the first one of the other row.
fn hole_after(hole: Hole) -> Hole {
    match usize::from(hole.index) + 1 {
        COLUMNS => Hole::new(!hole.seat, 0),
        _ => Hole::new(hole.seat, hole.index + 1),
    }
}

/// Captures the hole of the last counter, if it is an opponent's that now holds two (Capture).
fn capture(board: &mut Board, seat: Seat, last: Hole) -> Captures {
    let mut captures = Captures::default();
    if last.seat != seat && board.counters(last.seat, last.index) == 2 {
        captures.push(Capture { hole: last, counters: board.lift(last.seat, last.index) });
    }
    captures
}
