//! Ikibuguzo, also Uruheso or Uruheisho: docs/rules/ikibuguzo.md; Murray 1951: 217 (8.3.4), after Hall.

#[cfg(test)]
mod tests;

use super::four_row::{self, FacingCapture, LapEnd, NextLap, RelayState, Sowing};
use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::{Board, HoleSet};
use crate::lap::Trace;
use crate::{
    Action, Array, BySeat, CapturedCounters, Captures, Direction, GameTraits, Hole, IllegalAction, Outcome,
    Reason, RulesPage, Seat,
};

/// The description of the game.
pub(crate) const TRAITS: GameTraits =
    GameTraits { name: "ikibuguzo", rows: 2, captured: CapturedCounters::Hand, first_turn_advantage: 0 };

/// The page with the rules.
pub(crate) const PAGE: RulesPage = RulesPage {
    text: include_str!("../../../docs/rules/ikibuguzo.md"),
    source: "Murray 1951: 217",
    opening: &["Opening turns", "Start of a turn"],
    choice: &["Direction of the next lap"],
    turn: &["Start of a turn", "End of a lap", "Direction of the next lap"],
};

/// Holes in a row.
pub(crate) const COLUMNS: usize = 8;

/// `A` and `O`, the holes that may be sown clockwise (Start of a turn).
const REVERSE_HOLES: [u8; 2] = [0, 14];

/// `I` and `P`, the end holes of an inner row (End).
const END_HOLES: [u8; 2] = [8, 15];

/// Marks of a turn that has captured from one of the [`END_HOLES`], in the text form.
const END_MARKS: [&str; 2] = ["end-i", "end-p"];

/// The state of a game of Ikibuguzo in addition to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct IkibuguzoState {
    /// The opening schedule that binds each seat. It is removed at the start of the first turn that it does not bind.
    opening: BySeat<Option<Schedule>>,
    turn: IkibuguzoTurn,
}

/// The progress of a seat through its opening turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Schedule {
    array: Array,
    /// Number of opening turns made.
    done: u8,
}

/// The state of a turn in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct IkibuguzoTurn {
    relay: RelayState,
    reverse: ReverseSowing,
    /// Whether the turn has captured from each of the opponent's [`END_HOLES`].
    captured_ends: [bool; 2],
}

/// The clockwise sowing that a turn still allows (Direction of the next lap).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum ReverseSowing {
    /// All laps so far were clockwise: a series.
    Series {
        /// Whether captured counters were left in a reverse hole.
        left: bool,
    },
    /// All laps so far were anti-clockwise: one clockwise lap is allowed.
    Once,
    /// No more clockwise laps are allowed.
    #[default]
    Spent,
}

impl IkibuguzoState {
    /// The state at the start of a game with these arrays.
    pub(crate) fn arranged(arrays: BySeat<Array>) -> IkibuguzoState {
        IkibuguzoState {
            opening: arrays.map(|array| Some(Schedule { array, done: 0 })),
            turn: IkibuguzoTurn::default(),
        }
    }
}

impl Rules for IkibuguzoState {
    fn start_turn(&mut self, board: &Board, seat: Seat) {
        let binding = self.opening[seat].filter(|schedule| schedule.binds(board, seat));
        self.opening[seat] = binding;
    }

    fn legal_starts(&self, board: &Board, seat: Seat) -> ActionSet {
        match self.opening[seat].and_then(Schedule::next) {
            Some(index) => ActionSet::sow(index, Direction::Anticlockwise),
            None => main_phase_starts(board, seat),
        }
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, trace: &mut Trace<'_>) -> Progress {
        let end = if let (None, Some(schedule)) = (self.turn.relay.hand, self.opening[seat]) {
            self.opening[seat] = Some(schedule.advanced());
            self.turn.opening_lap(schedule, board, seat, trace)
        } else {
            let sowing = self.turn.start_sowing(action, board, seat);
            four_row::RelayTurn::lap(&mut self.turn, sowing, board, seat, trace)
        };
        four_row::continue_turn(&mut self.turn, end, board, seat, trace)
    }

    fn pending(&self) -> Option<Hand> {
        self.turn.relay.hand
    }

    fn choices(&self, board: &Board, seat: Seat) -> ActionSet {
        self.turn
            .relay
            .hand
            .map_or_else(ActionSet::default, |hand| self.turn.reverse.choices(board, seat, hand))
    }

    fn key(&self, seat: Seat) -> u64 {
        let [own, opposing] = [seat, !seat].map(|seat| self.opening[seat].map_or(0, Schedule::key));
        self.turn.key() << 12 | own << 6 | opposing
    }

    fn is_opening_over(&self, seat: Seat) -> bool {
        self.opening[seat].is_none()
    }

    /// The array and the number of opening turns made: `first.2`.
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
        let (laps, mut marks) = self.turn.relay.text();
        marks.extend(self.turn.reverse.mark());
        marks.extend(
            self.turn
                .captured_ends
                .into_iter()
                .zip(END_MARKS)
                .filter_map(|(taken, mark)| taken.then_some(mark)),
        );
        (laps, marks)
    }

    fn read_turn(&mut self, hand: Hand, laps: u16, marks: &[&str]) -> bool {
        let Some((relay, mut marks)) = RelayState::read(hand, laps, marks) else { return false };
        self.turn = IkibuguzoTurn { relay, ..IkibuguzoTurn::default() };
        for reverse in
            [ReverseSowing::Series { left: false }, ReverseSowing::Series { left: true }, ReverseSowing::Once]
        {
            if let Some((_, rest)) = marks.split_first().filter(|(mark, _)| reverse.mark() == Some(**mark)) {
                (self.turn.reverse, marks) = (reverse, rest);
            }
        }
        for (taken, end) in self.turn.captured_ends.iter_mut().zip(END_MARKS) {
            if let Some((_, rest)) = marks.split_first().filter(|(mark, _)| **mark == end) {
                (*taken, marks) = (true, rest);
            }
        }
        marks.is_empty() && self.turn.captured_ends != [true; 2]
    }

    /// End: a seat whose opponent has no counters left wins at once.
    fn won_on_board(&self, board: &Board) -> Option<Outcome> {
        board.captured_all()
    }

    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction {
        match (action, self.opening[seat].and_then(Schedule::next)) {
            (Action::Sow { .. }, Some(index)) => IllegalAction::Scheduled { hole: Hole::new(seat, index) },
            _ => four_row::diagnose(board, seat, action, &REVERSE_HOLES),
        }
    }
}

impl four_row::RelayTurn for IkibuguzoTurn {
    fn relay_state(&mut self) -> &mut RelayState {
        &mut self.relay
    }

    /// End of a lap.
    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, trace: &mut Trace<'_>) -> LapEnd {
        let halts = four_row::holes_facing_two(board, seat).union(self.reverse.halts());
        let (lap, last) = self.relay.sow_until(halts, sowing, board, seat, trace);
        if four_row::meets_opposition(board, seat, last) {
            self.capture(lap, last, board, seat, trace)
        } else {
            four_row::relay_or_stop(lap, last, board, seat, trace)
        }
    }

    /// Direction of the next lap.
    fn onward(&mut self, hand: Hand, board: &Board, seat: Seat) -> NextLap {
        let choices = self.reverse.choices(board, seat, hand);
        if choices.len() > 1 {
            return NextLap::Ask(choices);
        }
        self.reverse = self.reverse.after(Direction::Anticlockwise, false);
        NextLap::Sow(Sowing::from_hand(hand, Direction::Anticlockwise))
    }
}

impl Schedule {
    /// All schedules of this array.
    fn all(array: Array) -> impl Iterator<Item = Schedule> {
        (0..=array.schedule().len() as u8).map(move |done| Schedule { array, done })
    }

    /// The schedule as a number from 1 to 63.
    fn key(self) -> u64 {
        1 + (self.array as u64) * 16 + u64::from(self.done)
    }

    /// The hole of the next opening turn, if there is one.
    fn next(self) -> Option<u8> {
        self.array.schedule().get(usize::from(self.done)).copied()
    }

    /// The schedule after one more opening turn.
    fn advanced(self) -> Schedule {
        Schedule { done: self.done + 1, ..self }
    }

    /// Opening turns: a seat's opening is over when its schedule is done, or when its next scheduled hole no longer
    /// holds exactly its group.
    fn binds(self, board: &Board, seat: Seat) -> bool {
        self.next().is_some_and(|index| board.counters(seat, index) == self.array.group())
    }
}

/// Start of a turn: the legal actions when no opening turn is due.
fn main_phase_starts(board: &Board, seat: Seat) -> ActionSet {
    let mut starts = ActionSet::default();
    four_row::insert_sowable(&mut starts, board, seat);
    four_row::insert_reverse(&mut starts, &REVERSE_HOLES, board, seat);
    starts
}

impl ReverseSowing {
    /// Direction of the next lap: the legal actions with counters in hand.
    fn choices(self, board: &Board, seat: Seat, hand: Hand) -> ActionSet {
        let mut choices = ActionSet::sow(hand.index, Direction::Anticlockwise);
        if self == ReverseSowing::Spent || !REVERSE_HOLES.contains(&hand.index) {
            return choices;
        }
        let onwards = Sowing::from_hand(hand, Direction::Clockwise);
        // Counters that a long lap left in its origin stay there (End of a lap).
        if onwards.would_capture(board, seat, board.counters(seat, hand.index)) {
            choices.insert_sow(hand.index, Direction::Clockwise);
        }
        if let ReverseSowing::Series { left } = self {
            insert_leaving_choices(&mut choices, left, board, seat, hand);
        }
        choices
    }

    /// The holes at which counters in hand may leave a choice.
    fn halts(self) -> HoleSet {
        match self {
            ReverseSowing::Spent => HoleSet(0),
            ReverseSowing::Series { .. } | ReverseSowing::Once => HoleSet::from_indices(&REVERSE_HOLES),
        }
    }

    /// The mark in the text form.
    fn mark(self) -> Option<&'static str> {
        match self {
            ReverseSowing::Series { left: false } => Some("series"),
            ReverseSowing::Series { left: true } => Some("left"),
            ReverseSowing::Once => Some("once"),
            ReverseSowing::Spent => None,
        }
    }

    /// The clockwise sowing that is allowed after a lap in this direction. `leaving`: the counters in hand were left.
    fn after(self, direction: Direction, leaving: bool) -> ReverseSowing {
        match (self, direction) {
            (ReverseSowing::Series { left }, Direction::Clockwise) => {
                ReverseSowing::Series { left: left || leaving }
            }
            (ReverseSowing::Once, Direction::Anticlockwise) => ReverseSowing::Once,
            (ReverseSowing::Series { .. }, Direction::Anticlockwise)
            | (ReverseSowing::Once, Direction::Clockwise)
            | (ReverseSowing::Spent, _) => ReverseSowing::Spent,
        }
    }
}

/// Adds choices 3 and 4 of a series: leave the counters in hand in their hole and sow another hole.
fn insert_leaving_choices(choices: &mut ActionSet, left: bool, board: &Board, seat: Seat, hand: Hand) {
    // The counters that are left count as occupying their hole, which can let the next lap capture.
    let mut board = *board;
    board.put(seat, hand.index, hand.counters);
    let others = REVERSE_HOLES.map(|index| if index == hand.index { None } else { Some(index) });
    for other in others.into_iter().flatten() {
        four_row::insert_reverse(choices, &[other], &board, seat);
    }
    let exhausted = choices.len() == 1;
    if left && exhausted {
        four_row::insert_sowable(choices, &board, seat);
    }
}

impl IkibuguzoTurn {
    /// The state as a number.
    fn key(&self) -> u64 {
        let reverse = match self.reverse {
            ReverseSowing::Spent => 0,
            ReverseSowing::Once => 1,
            ReverseSowing::Series { left } => 2 + u64::from(left),
        };
        let [first, last] = self.captured_ends.map(u64::from);
        (reverse << 2 | first << 1 | last) << RelayState::KEY_BITS | self.relay.key()
    }

    /// Takes up the counters of an action, at the start of a turn or after a choice.
    fn start_sowing(&mut self, action: Action, board: &mut Board, seat: Seat) -> Sowing {
        let Action::Sow { hole, direction } = action else {
            unreachable!("Ikibuguzo lists only sowings as legal")
        };
        let Some(hand) = self.relay.hand.take() else {
            self.reverse = match direction {
                Direction::Clockwise => ReverseSowing::Series { left: false },
                Direction::Anticlockwise => ReverseSowing::Once,
            };
            return Sowing::from_hole(board, seat, hole.index, direction);
        };
        let leaving = hole.index != hand.index;
        self.reverse = self.reverse.after(direction, leaving);
        if leaving {
            board.put(seat, hand.index, hand.counters);
            return Sowing::from_hole(board, seat, hole.index, direction);
        }
        Sowing::from_hand(hand, direction)
    }

    /// Opening turns: sows the counters of [`Array::drops`], without relay.
    fn opening_lap(
        &mut self,
        schedule: Schedule,
        board: &mut Board,
        seat: Seat,
        trace: &mut Trace<'_>,
    ) -> LapEnd {
        let origin = schedule.next().expect("an opening that binds a seat has a next turn");
        let sowing = Sowing::from_hole(board, seat, origin, Direction::Anticlockwise);
        let mut last = origin;
        for &counters in schedule.array.drops() {
            last += 1;
            board.put(seat, last, counters);
        }
        self.relay.count_lap();
        self.reverse = ReverseSowing::Once;
        if four_row::meets_opposition(board, seat, last) {
            return self.capture(sowing, last, board, seat, trace);
        }
        trace.push(|| sowing.to_lap(seat, last, Captures::default()));
        LapEnd::TurnOver
    }

    /// Captures, and checks whether that wins the game.
    fn capture(
        &mut self,
        lap: Sowing,
        last: u8,
        board: &mut Board,
        seat: Seat,
        trace: &mut Trace<'_>,
    ) -> LapEnd {
        let (captured, hand) = self.relay.capture_to_origin(lap, last, board, seat, trace);
        match self.winning_reason(captured, board, seat) {
            Some(reason) => {
                // docs/rules/README.md: after a win inside a turn no counters are in hand.
                board.put(seat, hand.index, hand.counters);
                LapEnd::Won(reason)
            }
            None => LapEnd::InHand(hand),
        }
    }

    /// End: the reason why a capture wins, if it does. If it wins in both ways, the reason is `CapturedAll`.
    fn winning_reason(&mut self, captured: FacingCapture, board: &Board, seat: Seat) -> Option<Reason> {
        for (taken, end) in self.captured_ends.iter_mut().zip(END_HOLES) {
            *taken |= captured.facing[0] == end;
        }
        if board.is_empty_side(!seat) {
            return Some(Reason::CapturedAll);
        }
        (self.captured_ends == [true; 2]).then_some(Reason::BothEnds)
    }
}
