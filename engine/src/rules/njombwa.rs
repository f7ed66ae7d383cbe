//! Njombwa: docs/rules/njombwa.md; Sanderson 1913: 732–733.

#[cfg(test)]
mod tests;

use super::four_row::{self, FacingCapture, LapEnd, NextLap, RelayState, SOWABLE, Sowing};
use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::{Board, HoleSet};
use crate::lap::Trace;
use crate::{
    Action, BySeat, CapturedCounters, Direction, GameTraits, Hole, IllegalAction, Lap, Outcome, Reason,
    RulesPage, Seat,
};

/// The description of the game.
pub(crate) const TRAITS: GameTraits =
    GameTraits { name: "njombwa", rows: 2, captured: CapturedCounters::Away, first_turn_advantage: 0 };

/// The page with the rules.
pub(crate) const PAGE: RulesPage = RulesPage {
    text: include_str!("../../../docs/rules/njombwa.md"),
    source: "Sanderson 1913: 732–733",
    opening: &["Three phases", "Walk", "Spread"],
    choice: &[],
    turn: &["Main phase"],
};

/// The counters in `A`, `B` and `C` before the first turn, on boards of any size (Start).
pub(crate) const START: [u8; 3] = [29, 2, 1];

/// Number of counters in the hole that walks (Walk).
const WALKING_COUNTERS: u8 = 2;

/// The hole that is spread, `A` (Spread).
const SPREAD_HOLE: u8 = 0;

/// The state of a game of Njombwa in addition to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NjombwaState {
    opening: BySeat<OpeningStage>,
    turn: NjombwaTurn,
}

/// The phase of the opening that binds a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum OpeningStage {
    Walk,
    Spread,
    /// The spread has been made, and the seat's next turn has not begun.
    SpreadMade,
    #[default]
    Over,
}

/// The state of a turn in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct NjombwaTurn {
    relay: RelayState,
    capture_rule: CaptureRule,
}

/// The captures of a lap whose last counter falls into an empty inner hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum CaptureRule {
    /// Main: both facing holes, if the inner one is occupied.
    #[default]
    Both,
    /// Walk: the facing inner hole alone. The walk does not relay either.
    Inner,
    /// Spread: nothing.
    Nothing,
}

impl CaptureRule {
    /// The holes at which a run of laps ends: the walk does not relay.
    fn halts(self) -> HoleSet {
        match self {
            CaptureRule::Inner => HoleSet(u32::MAX),
            CaptureRule::Both | CaptureRule::Nothing => HoleSet(0),
        }
    }
}

impl NjombwaState {
    /// The state at the start of a game.
    pub(crate) fn start() -> NjombwaState {
        NjombwaState {
            opening: BySeat::new(OpeningStage::Walk, OpeningStage::Walk),
            turn: NjombwaTurn::default(),
        }
    }

    /// The hole that the next opening turn sows, if one is due.
    fn scheduled(&self, board: &Board, seat: Seat) -> Option<u8> {
        match self.opening[seat] {
            OpeningStage::Walk => walking_hole(board, seat),
            OpeningStage::Spread => Some(SPREAD_HOLE),
            OpeningStage::SpreadMade | OpeningStage::Over => None,
        }
    }
}

impl Rules for NjombwaState {
    /// The walk is over for both seats when the seat to move has no hole to walk with.
    fn start_turn(&mut self, board: &Board, seat: Seat) {
        match self.opening[seat] {
            OpeningStage::Walk if walking_hole(board, seat).is_none() => {
                self.opening = BySeat::new(OpeningStage::Spread, OpeningStage::Spread);
            }
            OpeningStage::SpreadMade => self.opening[seat] = OpeningStage::Over,
            OpeningStage::Walk | OpeningStage::Spread | OpeningStage::Over => {}
        }
        // A game never reaches a spread with `A` empty, but a parsed position may.
        if self.opening[seat] == OpeningStage::Spread && board.counters(seat, SPREAD_HOLE) == 0 {
            self.opening[seat] = OpeningStage::Over;
        }
    }

    fn legal_starts(&self, board: &Board, seat: Seat) -> ActionSet {
        match self.scheduled(board, seat) {
            Some(index) => ActionSet::sow(index, Direction::Anticlockwise),
            None => main_phase_starts(board, seat),
        }
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, trace: &mut Trace<'_>) -> Progress {
        let Action::Sow { hole, direction } = action else {
            trace.push(|| Lap::Passed);
            return Progress::TurnOver { captured: false };
        };
        self.turn.capture_rule = match self.opening[seat] {
            OpeningStage::Walk => CaptureRule::Inner,
            OpeningStage::Spread => CaptureRule::Nothing,
            OpeningStage::SpreadMade | OpeningStage::Over => CaptureRule::Both,
        };
        if self.opening[seat] == OpeningStage::Spread {
            self.opening[seat] = OpeningStage::SpreadMade;
        }
        let sowing = Sowing::from_hole(board, seat, hole.index, direction);
        let end = four_row::RelayTurn::lap(&mut self.turn, sowing, board, seat, trace);
        four_row::continue_turn(&mut self.turn, end, board, seat, trace)
    }

    fn pending(&self) -> Option<Hand> {
        None
    }

    /// In Njombwa no position is in the middle of a turn.
    fn key(&self, seat: Seat) -> u64 {
        (self.opening[seat] as u64) << 2 | self.opening[!seat] as u64
    }

    fn is_opening_over(&self, seat: Seat) -> bool {
        self.opening[seat] == OpeningStage::Over
    }

    fn opening_text(&self, seat: Seat) -> String {
        self.opening[seat].as_str().to_owned()
    }

    fn read_opening(&mut self, seat: Seat, text: &str) -> bool {
        let mut all =
            [OpeningStage::Walk, OpeningStage::Spread, OpeningStage::SpreadMade, OpeningStage::Over]
                .into_iter();
        all.find(|opening| opening.as_str() == text).is_some_and(|opening| {
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
            1 if has_only_singletons(board, seat) => IllegalAction::Blocked { hole },
            counters => IllegalAction::Singleton { hole, counters },
        }
    }
}

impl OpeningStage {
    /// The text form.
    fn as_str(self) -> &'static str {
        match self {
            OpeningStage::Walk => "walk",
            OpeningStage::Spread => "spread",
            OpeningStage::SpreadMade => "spread-made",
            OpeningStage::Over => "-",
        }
    }
}

impl four_row::RelayTurn for NjombwaTurn {
    fn relay_state(&mut self) -> &mut RelayState {
        &mut self.relay
    }

    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, trace: &mut Trace<'_>) -> LapEnd {
        let (lap, last) = self.relay.sow_until(self.capture_rule.halts(), sowing, board, seat, trace);
        let captured = self.captures(board, seat, last);
        trace.count_captured(captured.sum());
        trace.push(|| lap.to_lap(seat, last, captured.to_captures(!seat)));
        if !captured.is_empty() {
            self.relay.mark_capture();
            return if board.is_empty_side(!seat) {
                LapEnd::Won(Reason::CapturedAll)
            } else {
                LapEnd::TurnOver
            };
        }
        if board.counters(seat, last) == 1 || self.capture_rule == CaptureRule::Inner {
            return LapEnd::TurnOver;
        }
        LapEnd::InHand(Hand { index: last, counters: board.lift(seat, last) })
    }

    /// All sowing is anti-clockwise.
    fn onward(&mut self, hand: Hand, _: &Board, _: Seat) -> NextLap {
        NextLap::Sow(Sowing::from_hand(hand, Direction::Anticlockwise))
    }
}

impl NjombwaTurn {
    /// Makes the captures of a last counter in this hole. Captured counters leave the board.
    fn captures(&self, board: &mut Board, seat: Seat, last: u8) -> FacingCapture {
        let fell_in_empty = board.counters(seat, last) == 1;
        match (self.capture_rule, four_row::facing(board.holes(), last)) {
            (CaptureRule::Both, Some([inner, _])) if fell_in_empty && board.counters(!seat, inner) > 0 => {
                four_row::capture(board, seat, last)
            }
            (CaptureRule::Inner, Some([inner, _])) if fell_in_empty => {
                FacingCapture::from_hole(board, !seat, inner)
            }
            _ => FacingCapture::default(),
        }
    }
}

/// The hole with exactly two counters, if there is one.
fn walking_hole(board: &Board, seat: Seat) -> Option<u8> {
    (0..).zip(board.side(seat)).find(|(_, counters)| **counters == WALKING_COUNTERS).map(|(index, _)| index)
}

/// Main: the legal actions. Holes of two or more; if there are none, single counters into empty holes; otherwise a
/// pass.
fn main_phase_starts(board: &Board, seat: Seat) -> ActionSet {
    let mut starts = ActionSet::default();
    four_row::insert_sowable(&mut starts, board, seat);
    if !starts.is_empty() || board.is_empty_side(seat) {
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

fn has_only_singletons(board: &Board, seat: Seat) -> bool {
    board.side(seat).iter().all(|&counters| counters < SOWABLE)
}
