//! Ikibuguzo, also Uruheso or Uruheisho: docs/rules/ikibuguzo.md; Murray 1951: 217 (8.3.4), after Hall.

#[cfg(test)]
mod tests;

use super::four_row::{self, Captured, End, Laps, Onward, Sowing};
use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{Action, Array, BySeat, Captures, Direction, Hole, IllegalAction, Outcome, Reason, Seat};

/// Holes in a row.
pub(crate) const COLUMNS: usize = 8;

/// `A` and `O`, the holes that may be sown clockwise (Start of a turn).
const REVERSE: [u8; 2] = [0, 14];

/// `I` and `P`, the end holes of an inner row (End).
const ENDS: [u8; 2] = [8, 15];

/// How it is written that a turn has captured from one of the [`ENDS`].
const END_MARKS: [&str; 2] = ["end-i", "end-p"];

/// What Ikibuguzo remembers beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The opening that binds each seat. It counts as binding until its owner's own turn begins without it.
    opening: BySeat<Option<Schedule>>,
    turn: Turn,
}

/// How far a seat has come in its opening turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Schedule {
    array: Array,
    done: u8,
}

/// What has to be remembered within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Turn {
    laps: Laps,
    reverse: Reverse,
    /// Which of the opponent's [`ENDS`] have been captured from.
    ends: [bool; 2],
}

/// What clockwise sowing the turn still allows (Direction of the next lap).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Reverse {
    /// The first lap was clockwise, and so was every other one.
    Series {
        /// Whether captured counters have been left in a reverse hole already.
        left: bool,
    },
    /// The first lap was anti-clockwise: one clockwise lap may come.
    Once,
    /// The rest of the turn is anti-clockwise.
    #[default]
    Spent,
}

impl State {
    /// The state in which South starts, when both seats have arranged.
    pub(crate) fn arranged(arrays: BySeat<Array>) -> State {
        State { opening: arrays.map(|array| Some(Schedule { array, done: 0 })), turn: Turn::default() }
    }
}

impl Rules for State {
    fn start_turn(&mut self, board: &Board, seat: Seat) {
        let binding = self.opening[seat].filter(|schedule| schedule.binds(board, seat));
        self.opening[seat] = binding;
    }

    fn starts(&self, board: &Board, seat: Seat) -> ActionSet {
        match self.opening[seat].and_then(Schedule::next) {
            Some(index) => ActionSet::sow(index, Direction::Anticlockwise),
            None => main_phase_starts(board, seat),
        }
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, laps: &mut Trace<'_>) -> Progress {
        let end = if let (None, Some(schedule)) = (self.turn.laps.hand, self.opening[seat]) {
            self.opening[seat] = Some(schedule.after_one());
            self.turn.opening_lap(schedule, board, seat, laps)
        } else {
            let sowing = self.turn.take_up(action, board, seat);
            four_row::Turn::lap(&mut self.turn, sowing, board, seat, laps)
        };
        four_row::relay(&mut self.turn, end, board, seat, laps)
    }

    fn pending(&self) -> Option<Hand> {
        self.turn.laps.hand
    }

    fn choices(&self, board: &Board, seat: Seat) -> ActionSet {
        self.turn
            .laps
            .hand
            .map_or_else(ActionSet::default, |hand| self.turn.reverse.choices(board, seat, hand))
    }

    /// `first.2`: the array, and how many of its opening turns are done.
    fn opening_text(&self, seat: Seat) -> String {
        match self.opening[seat] {
            Some(Schedule { array, done }) => format!("{array}.{done}"),
            None => "-".to_owned(),
        }
    }

    fn read_opening(&mut self, seat: Seat, text: &str) -> bool {
        let mut all = Array::ALL.into_iter().flat_map(Schedule::all);
        self.opening[seat] = all.find(|schedule| format!("{}.{}", schedule.array, schedule.done) == text);
        self.opening[seat].is_some() || text == "-"
    }

    fn turn_text(&self) -> (u16, Vec<&'static str>) {
        let (laps, mut marks) = self.turn.laps.text();
        marks.extend(self.turn.reverse.mark());
        marks.extend(
            self.turn.ends.into_iter().zip(END_MARKS).filter_map(|(taken, mark)| taken.then_some(mark)),
        );
        (laps, marks)
    }

    fn read_turn(&mut self, hand: Hand, laps: u16, marks: &[&str]) -> bool {
        let Some((laps, mut marks)) = Laps::read(hand, laps, marks) else { return false };
        self.turn = Turn { laps, ..Turn::default() };
        for reverse in [Reverse::Series { left: false }, Reverse::Series { left: true }, Reverse::Once] {
            if let Some((_, rest)) = marks.split_first().filter(|(mark, _)| reverse.mark() == Some(**mark)) {
                (self.turn.reverse, marks) = (reverse, rest);
            }
        }
        for (taken, end) in self.turn.ends.iter_mut().zip(END_MARKS) {
            if let Some((_, rest)) = marks.split_first().filter(|(mark, _)| **mark == end) {
                (*taken, marks) = (true, rest);
            }
        }
        marks.is_empty() && self.turn.ends != [true; 2]
    }

    /// End: a seat whose opponent has no counters left wins at once.
    fn won_on_board(&self, board: &Board) -> Option<Outcome> {
        board.captured_all()
    }

    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction {
        match (action, self.opening[seat].and_then(Schedule::next)) {
            (Action::Sow { .. }, Some(index)) => IllegalAction::Scheduled { hole: Hole::new(seat, index) },
            _ => four_row::diagnose(board, seat, action, &REVERSE),
        }
    }
}

impl four_row::Turn for Turn {
    fn laps(&mut self) -> &mut Laps {
        &mut self.laps
    }

    /// End of a lap.
    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, laps: &mut Trace<'_>) -> End {
        let last = self.laps.sow(sowing, board, seat);
        if four_row::meets_opposition(board, seat, last) {
            self.capture(sowing, last, board, seat, laps)
        } else {
            four_row::relay_or_stop(sowing, last, board, seat, laps)
        }
    }

    /// Direction of the next lap.
    fn onward(&mut self, hand: Hand, board: &Board, seat: Seat) -> Onward {
        let choices = self.reverse.choices(board, seat, hand);
        if choices.len() > 1 {
            return Onward::Ask(choices);
        }
        self.reverse = self.reverse.after(Direction::Anticlockwise, false);
        Onward::Sow(Sowing::on(hand, Direction::Anticlockwise))
    }
}

impl Schedule {
    /// Every state that an opening of this array can be in.
    fn all(array: Array) -> impl Iterator<Item = Schedule> {
        (0..=array.schedule().len() as u8).map(move |done| Schedule { array, done })
    }

    /// The hole of the next opening turn, if one is left.
    fn next(self) -> Option<u8> {
        self.array.schedule().get(usize::from(self.done)).copied()
    }

    fn after_one(self) -> Schedule {
        Schedule { done: self.done + 1, ..self }
    }

    /// Opening turns: a seat's opening is over when its schedule is done, or its next scheduled hole does not hold
    /// exactly its group any more.
    fn binds(self, board: &Board, seat: Seat) -> bool {
        self.next().is_some_and(|index| board.counters(seat, index) == self.array.group())
    }
}

/// Start of a turn, when no opening turn is due.
fn main_phase_starts(board: &Board, seat: Seat) -> ActionSet {
    let mut starts = ActionSet::default();
    four_row::insert_sowable(&mut starts, board, seat);
    four_row::insert_reverse(&mut starts, &REVERSE, board, seat);
    starts
}

impl Reverse {
    /// Direction of the next lap: what may be done with counters in hand.
    fn choices(self, board: &Board, seat: Seat, hand: Hand) -> ActionSet {
        let mut choices = ActionSet::sow(hand.index, Direction::Anticlockwise);
        if self == Reverse::Spent || !REVERSE.contains(&hand.index) {
            return choices;
        }
        let onwards = Sowing::on(hand, Direction::Clockwise);
        // What stands in the origin of a long lap stays there and is not sown (End of a lap).
        if onwards.captures(board, seat, board.counters(seat, hand.index)) {
            choices.insert_sow(hand.index, Direction::Clockwise);
        }
        if let Reverse::Series { left } = self {
            insert_leaving(&mut choices, left, board, seat, hand);
        }
        choices
    }

    /// How it is written in the middle of a turn.
    fn mark(self) -> Option<&'static str> {
        match self {
            Reverse::Series { left: false } => Some("series"),
            Reverse::Series { left: true } => Some("left"),
            Reverse::Once => Some("once"),
            Reverse::Spent => None,
        }
    }

    /// What is still allowed once this direction has been taken, `leaving` the counters in hand or not.
    fn after(self, direction: Direction, leaving: bool) -> Reverse {
        match (self, direction) {
            (Reverse::Series { left }, Direction::Clockwise) => Reverse::Series { left: left || leaving },
            (Reverse::Once, Direction::Anticlockwise) => Reverse::Once,
            (Reverse::Series { .. }, Direction::Anticlockwise)
            | (Reverse::Once, Direction::Clockwise)
            | (Reverse::Spent, _) => Reverse::Spent,
        }
    }
}

/// Choices 3 and 4 of a series: leave the counters in hand where they are, and sow another hole.
fn insert_leaving(choices: &mut ActionSet, left: bool, board: &Board, seat: Seat, hand: Hand) {
    // The counters that are left can be what makes the next lap capture: they stand in its way.
    let mut board = *board;
    board.put(seat, hand.index, hand.counters);
    let others = REVERSE.map(|index| if index == hand.index { None } else { Some(index) });
    for other in others.into_iter().flatten() {
        four_row::insert_reverse(choices, &[other], &board, seat);
    }
    let exhausted = choices.len() == 1;
    if left && exhausted {
        four_row::insert_sowable(choices, &board, seat);
    }
}

impl Turn {
    /// Begins the turn, or goes on with one of the choices, up to where the counters are in hand.
    fn take_up(&mut self, action: Action, board: &mut Board, seat: Seat) -> Sowing {
        let Action::Sow { hole, direction } = action else {
            unreachable!("Ikibuguzo lists only sowings as legal")
        };
        let Some(hand) = self.laps.hand.take() else {
            self.reverse = match direction {
                Direction::Clockwise => Reverse::Series { left: false },
                Direction::Anticlockwise => Reverse::Once,
            };
            return Sowing::lift(board, seat, hole.index, direction);
        };
        let leaving = hole.index != hand.index;
        self.reverse = self.reverse.after(direction, leaving);
        if leaving {
            board.put(seat, hand.index, hand.counters);
            return Sowing::lift(board, seat, hole.index, direction);
        }
        Sowing::on(hand, direction)
    }

    /// Opening turns: two counters into the next hole, and one into each of those after it; no relay.
    fn opening_lap(
        &mut self,
        schedule: Schedule,
        board: &mut Board,
        seat: Seat,
        laps: &mut Trace<'_>,
    ) -> End {
        let origin = schedule.next().expect("an opening that is over binds nobody");
        let sowing = Sowing::lift(board, seat, origin, Direction::Anticlockwise);
        let mut last = origin;
        for &counters in schedule.array.drops() {
            last += 1;
            board.put(seat, last, counters);
        }
        self.laps.count();
        self.reverse = Reverse::Once;
        if four_row::meets_opposition(board, seat, last) {
            return self.capture(sowing, last, board, seat, laps);
        }
        laps.push(|| sowing.told(seat, last, Captures::default()));
        End::Turn
    }

    /// Captures, and looks whether that wins the game.
    fn capture(&mut self, lap: Sowing, last: u8, board: &mut Board, seat: Seat, laps: &mut Trace<'_>) -> End {
        let (captured, hand) = self.laps.capture_to_origin(lap, last, board, seat, laps);
        match self.win(captured, board, seat) {
            Some(reason) => {
                // docs/rules/README.md: a win inside a turn leaves the board whole.
                board.put(seat, hand.index, hand.counters);
                End::Won(reason)
            }
            None => End::InHand(hand),
        }
    }

    /// End: the wins that a capture can bring. Where it fulfils both, the reason is that all are captured.
    fn win(&mut self, captured: Captured, board: &Board, seat: Seat) -> Option<Reason> {
        for (taken, end) in self.ends.iter_mut().zip(ENDS) {
            *taken |= captured.facing[0] == end;
        }
        if board.is_bare(!seat) {
            return Some(Reason::CapturedAll);
        }
        (self.ends == [true; 2]).then_some(Reason::BothEnds)
    }
}
