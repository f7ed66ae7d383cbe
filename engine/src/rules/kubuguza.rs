//! Kubuguza: docs/rules/kubuguza.md; Merriam 1953.

#[cfg(test)]
mod tests;

use super::four_row::{self, End, Laps, Onward, Sowing};
use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{Action, BySeat, Direction, IllegalAction, Outcome, Reason, Seat};

/// Holes in a row.
pub(crate) const COLUMNS: usize = 8;

/// The counters of a side before the first turn: four in every inner hole (Start).
pub(crate) const START: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4];

/// `A`, `H`, `J` and `O`, the holes that may be sown clockwise (Start of a turn).
const REVERSE: [u8; 4] = [0, 7, 9, 14];

/// What Kubuguza remembers beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    first: BySeat<First>,
    turn: Turn,
}

/// A seat's first turn, in which it captures nothing. It counts as binding until the seat's next one begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum First {
    ToCome,
    Made,
    #[default]
    Past,
}

/// What has to be remembered within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Turn {
    laps: Laps,
    /// Whether opposition counts for nothing, because it is the seat's first turn.
    peaceful: bool,
}

impl State {
    /// The state in which South makes the first turn of a game.
    pub(crate) fn start() -> State {
        State { first: BySeat::new(First::ToCome, First::ToCome), turn: Turn::default() }
    }
}

impl Rules for State {
    fn start_turn(&mut self, _: &Board, seat: Seat) {
        if self.first[seat] == First::Made {
            self.first[seat] = First::Past;
        }
    }

    fn starts(&self, board: &Board, seat: Seat) -> ActionSet {
        let mut starts = ActionSet::default();
        four_row::insert_sowable(&mut starts, board, seat);
        if self.first[seat] == First::Past {
            four_row::insert_reverse(&mut starts, &REVERSE, board, seat);
        }
        starts
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, laps: &mut Trace<'_>) -> Progress {
        let Action::Sow { hole, direction } = action else {
            unreachable!("Kubuguza lists only sowings as legal")
        };
        let sowing = match self.turn.laps.hand.take() {
            Some(hand) => Sowing::on(hand, direction),
            None => Sowing::lift(board, seat, hole.index, direction),
        };
        if self.first[seat] == First::ToCome {
            self.first[seat] = First::Made;
            self.turn.peaceful = true;
        }
        let end = four_row::Turn::lap(&mut self.turn, sowing, board, seat, laps);
        four_row::relay(&mut self.turn, end, board, seat, laps)
    }

    fn pending(&self) -> Option<Hand> {
        self.turn.laps.hand
    }

    fn choices(&self, board: &Board, seat: Seat) -> ActionSet {
        let choices = |hand| both_ways(self.turn.peaceful, hand, board, seat).unwrap_or_default();
        self.turn.laps.hand.map_or_else(ActionSet::default, choices)
    }

    fn opening_text(&self, seat: Seat) -> String {
        self.first[seat].word().to_owned()
    }

    fn read_opening(&mut self, seat: Seat, text: &str) -> bool {
        let mut all = [First::ToCome, First::Made, First::Past].into_iter();
        all.find(|first| first.word() == text).is_some_and(|first| {
            self.first[seat] = first;
            true
        })
    }

    fn turn_text(&self) -> (u16, Vec<&'static str>) {
        self.turn.laps.text()
    }

    fn read_turn(&mut self, hand: Hand, laps: u16, marks: &[&str]) -> bool {
        let Some((laps, [])) = Laps::read(hand, laps, marks) else { return false };
        self.turn = Turn { laps, peaceful: false };
        true
    }

    /// End: a seat without counters loses at once.
    fn won_on_board(&self, board: &Board) -> Option<Outcome> {
        board.captured_all()
    }

    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction {
        four_row::diagnose(board, seat, action, &REVERSE)
    }
}

impl four_row::Turn for Turn {
    fn laps(&mut self) -> &mut Laps {
        &mut self.laps
    }

    /// End of a lap. On a seat's first turn opposition counts for nothing: it relays.
    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, laps: &mut Trace<'_>) -> End {
        let last = self.laps.sow(sowing, board, seat);
        if self.peaceful || !four_row::meets_opposition(board, seat, last) {
            return four_row::relay_or_stop(sowing, last, board, seat, laps);
        }
        let (_, hand) = self.laps.capture_to_origin(sowing, last, board, seat, laps);
        if board.is_bare(!seat) {
            // docs/rules/README.md: a win inside a turn leaves the board whole.
            board.put(seat, hand.index, hand.counters);
            return End::Won(Reason::CapturedAll);
        }
        End::InHand(hand)
    }

    /// Direction of the next lap: clockwise from a reverse hole as often as it captures.
    fn onward(&mut self, hand: Hand, board: &Board, seat: Seat) -> Onward {
        match both_ways(self.peaceful, hand, board, seat) {
            Some(choices) => Onward::Ask(choices),
            None => Onward::Sow(Sowing::on(hand, Direction::Anticlockwise)),
        }
    }
}

impl First {
    /// How it is written.
    fn word(self) -> &'static str {
        match self {
            First::ToCome => "due",
            First::Made => "made",
            First::Past => "-",
        }
    }
}

/// The choice between both directions, where counters in hand have it.
fn both_ways(peaceful: bool, hand: Hand, board: &Board, seat: Seat) -> Option<ActionSet> {
    if peaceful || !REVERSE.contains(&hand.index) {
        return None;
    }
    let back = Sowing::on(hand, Direction::Clockwise);
    // What stands in the origin of a long lap stays there and is not sown (End of a lap).
    back.captures(board, seat, board.counters(seat, hand.index)).then(|| {
        let mut choices = ActionSet::sow(hand.index, Direction::Anticlockwise);
        choices.insert_sow(hand.index, Direction::Clockwise);
        choices
    })
}
