//! Njombwa: docs/rules/njombwa.md; Sanderson 1913: 732–733.

#[cfg(test)]
mod tests;

use super::four_row::{self, Captured, End, Laps, Onward, SOWABLE, Sowing};
use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{Action, BySeat, Direction, Hole, IllegalAction, Lap, Outcome, Reason, Seat};

/// The counters of `A`, `B` and `C` before the first turn, whatever the number of columns (Start).
pub(crate) const START: [u8; 3] = [29, 2, 1];

/// What the walking hole holds (Walk).
const WALKING: u8 = 2;

/// The hole that is spread (Spread): `A`.
const SPREAD: u8 = 0;

/// What Njombwa remembers beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    opening: BySeat<Opening>,
    turn: Turn,
}

/// What of the opening still binds a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Opening {
    Walk,
    Spread,
    /// The spread has been made; it counts as binding until the seat's next turn begins.
    SpreadMade,
    #[default]
    Over,
}

/// What has to be remembered within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Turn {
    laps: Laps,
    takes: Takes,
}

/// What a last counter that falls in an empty inner hole captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Takes {
    /// Main: what faces it, if the inner hole is occupied.
    #[default]
    Both,
    /// Walk: the facing inner hole alone; and there is no relay.
    Inner,
    /// Spread: nothing.
    Nothing,
}

impl State {
    /// The state in which South makes the first turn of a game.
    pub(crate) fn start() -> State {
        State { opening: BySeat::new(Opening::Walk, Opening::Walk), turn: Turn::default() }
    }

    /// The opening turn that is due, as the hole that it sows.
    fn scheduled(&self, board: &Board, seat: Seat) -> Option<u8> {
        match self.opening[seat] {
            Opening::Walk => walking(board, seat),
            Opening::Spread => Some(SPREAD),
            Opening::SpreadMade | Opening::Over => None,
        }
    }
}

impl Rules for State {
    /// When the seat to move has nothing to walk with, the walk is over for both.
    fn start_turn(&mut self, board: &Board, seat: Seat) {
        match self.opening[seat] {
            Opening::Walk if walking(board, seat).is_none() => {
                self.opening = BySeat::new(Opening::Spread, Opening::Spread);
            }
            Opening::SpreadMade => self.opening[seat] = Opening::Over,
            Opening::Walk | Opening::Spread | Opening::Over => {}
        }
        // No game comes to a spread of nothing, but a position that somebody writes down may.
        if self.opening[seat] == Opening::Spread && board.counters(seat, SPREAD) == 0 {
            self.opening[seat] = Opening::Over;
        }
    }

    fn starts(&self, board: &Board, seat: Seat) -> ActionSet {
        match self.scheduled(board, seat) {
            Some(index) => ActionSet::sow(index, Direction::Anticlockwise),
            None => main_phase_starts(board, seat),
        }
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, laps: &mut Trace<'_>) -> Progress {
        let Action::Sow { hole, direction } = action else {
            laps.push(|| Lap::Passed);
            return Progress::TurnOver { captured: false };
        };
        self.turn.takes = match self.opening[seat] {
            Opening::Walk => Takes::Inner,
            Opening::Spread => Takes::Nothing,
            Opening::SpreadMade | Opening::Over => Takes::Both,
        };
        if self.opening[seat] == Opening::Spread {
            self.opening[seat] = Opening::SpreadMade;
        }
        let sowing = Sowing::lift(board, seat, hole.index, direction);
        let end = four_row::Turn::lap(&mut self.turn, sowing, board, seat, laps);
        four_row::relay(&mut self.turn, end, board, seat, laps)
    }

    fn pending(&self) -> Option<Hand> {
        None
    }

    fn opening_text(&self, seat: Seat) -> String {
        self.opening[seat].word().to_owned()
    }

    fn read_opening(&mut self, seat: Seat, text: &str) -> bool {
        let mut all = [Opening::Walk, Opening::Spread, Opening::SpreadMade, Opening::Over].into_iter();
        all.find(|opening| opening.word() == text).is_some_and(|opening| {
            self.opening[seat] = opening;
            true
        })
    }

    /// End: a seat that captures the opponent's last counter wins.
    fn won_on_board(&self, board: &Board) -> Option<Outcome> {
        board.captured_all()
    }

    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction {
        let hole = match action {
            Action::Pass => return IllegalAction::NoPass,
            Action::Sow { hole, direction: Direction::Anticlockwise } => hole,
            _ => return IllegalAction::NotInThisGame { action },
        };
        if let Some(index) = self.scheduled(board, seat) {
            return IllegalAction::Scheduled { hole: Hole::new(seat, index) };
        }
        match board.counters(seat, hole.index) {
            1 if only_singles(board, seat) => IllegalAction::Blocked { hole },
            counters => IllegalAction::Singleton { hole, counters },
        }
    }
}

impl Opening {
    /// How it is written.
    fn word(self) -> &'static str {
        match self {
            Opening::Walk => "walk",
            Opening::Spread => "spread",
            Opening::SpreadMade => "spread-made",
            Opening::Over => "-",
        }
    }
}

impl four_row::Turn for Turn {
    fn laps(&mut self) -> &mut Laps {
        &mut self.laps
    }

    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, laps: &mut Trace<'_>) -> End {
        let last = self.laps.sow(sowing, board, seat);
        let captured = self.captures(board, seat, last);
        laps.push(|| sowing.told(seat, last, captured.told(!seat)));
        if !captured.is_empty() {
            self.laps.capture();
            return if board.is_bare(!seat) { End::Won(Reason::CapturedAll) } else { End::Turn };
        }
        if board.counters(seat, last) == 1 || self.takes == Takes::Inner {
            return End::Turn;
        }
        End::InHand(Hand { index: last, counters: board.lift(seat, last) })
    }

    /// All sowing is anti-clockwise.
    fn onward(&mut self, hand: Hand, _: &Board, _: Seat) -> Onward {
        Onward::Sow(Sowing::on(hand, Direction::Anticlockwise))
    }
}

impl Turn {
    /// Takes what a last counter in this hole captures off the board, for good.
    fn captures(&self, board: &mut Board, seat: Seat, last: u8) -> Captured {
        let fell_in_empty = board.counters(seat, last) == 1;
        match (self.takes, four_row::facing(board.holes(), last)) {
            (Takes::Both, Some([inner, _])) if fell_in_empty && board.counters(!seat, inner) > 0 => {
                four_row::capture(board, seat, last)
            }
            (Takes::Inner, Some([inner, _])) if fell_in_empty => Captured::one(board, !seat, inner),
            _ => Captured::default(),
        }
    }
}

/// The hole that holds exactly two counters, if there is one.
fn walking(board: &Board, seat: Seat) -> Option<u8> {
    (0..).zip(board.side(seat)).find(|(_, counters)| **counters == WALKING).map(|(index, _)| index)
}

/// Main: any hole of two or more; if there is none, a single counter into an empty hole; else a pass.
fn main_phase_starts(board: &Board, seat: Seat) -> ActionSet {
    let mut starts = ActionSet::default();
    four_row::insert_sowable(&mut starts, board, seat);
    if !starts.is_empty() || board.is_bare(seat) {
        return starts;
    }
    let side = board.side(seat);
    for (index, &counters) in (0..).zip(side) {
        let next = usize::from(index + 1) % side.len();
        if counters == 1 && side[next] == 0 {
            starts.insert_sow(index, Direction::Anticlockwise);
        }
    }
    if starts.is_empty() { ActionSet::pass() } else { starts }
}

fn only_singles(board: &Board, seat: Seat) -> bool {
    board.side(seat).iter().all(|&counters| counters < SOWABLE)
}
