//! Rules that the four-row games share: laps, relay, facing holes, opposition and the lap limit.
//!
//! A seat owns an outer row, from `A` at its left to its right, and an inner row, back from its right to its left. With
//! C columns, outer holes have the indices 0 to C−1 and inner holes C to 2C−1 (docs/rules/README.md, Words).

use super::side_words::SideWords;
use super::{Hand, Progress};
use crate::actions::ActionSet;
use crate::board::{Board, HoleSet};
use crate::lap::Trace;
use crate::{Action, Capture, Captures, Direction, Hole, IllegalAction, Lap, Reason, Seat};

/// Largest number of laps in a turn. Relay sowing can be endless, and detecting repetitions does not prevent that
/// (docs/rules/README.md, The lap limit).
pub(crate) const LAP_LIMIT: u16 = 256;

/// Mark of a turn that has captured, in the text form.
const CAPTURED: &str = "captured";

/// Smallest number of counters that can be sown from a hole at the start of a turn.
pub(crate) const SOWABLE: u8 = 2;

/// A turn of relay sowing by the rules of one game. The default value means that no turn is in progress.
pub(crate) trait RelayTurn: Default {
    /// The state that all games share.
    fn relay_state(&mut self) -> &mut RelayState;

    /// Sows one lap and returns how it ended.
    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, trace: &mut Trace<'_>) -> LapEnd;

    /// Decides how the turn continues with counters in hand. The player is asked only if there are two or more ways.
    fn onward(&mut self, hand: Hand, board: &Board, seat: Seat) -> NextLap;
}

/// The state of a turn of relay sowing that all games share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RelayState {
    /// The counters in hand, while the player has a choice.
    pub(crate) hand: Option<Hand>,
    /// Whether the turn has captured.
    captured: bool,
    /// Number of laps sown.
    sown: u16,
}

/// The end of a lap.
pub(crate) enum LapEnd {
    /// The turn is over.
    TurnOver,
    /// Counters are in hand, by relay or by capture.
    InHand(Hand),
    /// A capture has won the game.
    Won(Reason),
}

/// The continuation of a turn with counters in hand.
pub(crate) enum NextLap {
    /// There is one way: this sowing.
    Sow(Sowing),
    /// The player chooses one of these actions.
    Ask(ActionSet),
}

/// Continues a turn after a lap, lap by lap, up to a choice or the end of the turn.
pub(crate) fn continue_turn<T: RelayTurn>(
    turn: &mut T,
    mut end: LapEnd,
    board: &mut Board,
    seat: Seat,
    trace: &mut Trace<'_>,
) -> Progress {
    loop {
        let hand = match end {
            LapEnd::InHand(hand) => hand,
            LapEnd::TurnOver => return finish_turn(turn),
            LapEnd::Won(reason) => {
                *turn = T::default();
                return Progress::Won(reason);
            }
        };
        // docs/rules/README.md, The lap limit: after the last lap there is no choice.
        if turn.relay_state().sown >= LAP_LIMIT {
            board.put(seat, hand.index, hand.counters);
            let hole = Hole::new(seat, hand.index);
            trace.push(|| Lap::Endless { hole });
            return finish_turn(turn);
        }
        match turn.onward(hand, board, seat) {
            NextLap::Sow(sowing) => end = turn.lap(sowing, board, seat, trace),
            NextLap::Ask(choices) => {
                turn.relay_state().hand = Some(hand);
                return Progress::Choice(choices);
            }
        }
    }
}

/// Clears the state of a turn that is over.
fn finish_turn<T: RelayTurn>(turn: &mut T) -> Progress {
    let captured = std::mem::take(turn).relay_state().captured;
    Progress::TurnOver { captured }
}

impl RelayState {
    /// Number of bits of [`key`](Self::key).
    pub(crate) const KEY_BITS: u32 = 25;

    /// The state as a number.
    pub(crate) fn key(&self) -> u64 {
        let hand =
            self.hand.map_or(0, |hand| 1 << 13 | u64::from(hand.index) << 8 | u64::from(hand.counters));
        hand << 11 | u64::from(self.captured) << 10 | u64::from(self.sown)
    }

    /// The number of laps, and the mark of a capture, in the text form.
    pub(crate) fn text(&self) -> (u16, Vec<&'static str>) {
        (self.sown, if self.captured { vec![CAPTURED] } else { Vec::new() })
    }

    /// Reads the text form. Returns the state and the other marks, or `None` if no turn can have this state.
    pub(crate) fn read<'a, 'b>(
        hand: Hand,
        sown: u16,
        marks: &'a [&'b str],
    ) -> Option<(RelayState, &'a [&'b str])> {
        let (captured, marks) = match marks {
            [CAPTURED, rest @ ..] => (true, rest),
            marks => (false, marks),
        };
        let is_possible = (1..LAP_LIMIT).contains(&sown) && hand.counters >= SOWABLE;
        is_possible.then_some((RelayState { hand: Some(hand), captured, sown }, marks))
    }

    /// Sows laps until one ends in an empty hole or in one of `halts`, or is the last one of the turn. The laps before
    /// it relay anti-clockwise. Returns the last lap, and the hole of its last counter.
    pub(crate) fn sow_until(
        &mut self,
        halts: HoleSet,
        first: Sowing,
        board: &mut Board,
        seat: Seat,
        trace: &mut Trace<'_>,
    ) -> (Sowing, u8) {
        board.put(seat, first.origin, first.count);
        let side = board.side_mut(seat);
        let run = Run { state: self, halts, seat, trace };
        let Some(mut words) = SideWords::read(side) else { return run.sow(first, side) };
        let end = run.sow(first, &mut words);
        words.write(side);
        end
    }

    /// The state after this number of laps.
    #[cfg(test)]
    pub(crate) fn after_laps(sown: u16) -> RelayState {
        RelayState { sown, ..RelayState::default() }
    }

    /// Counts a lap that was not sown by [`sow`](Self::sow).
    pub(crate) fn count_lap(&mut self) {
        self.sown += 1;
    }

    /// Remembers that the turn has captured.
    pub(crate) fn mark_capture(&mut self) {
        self.captured = true;
    }

    /// Captures the counters that face the last hole. They are then in hand at the origin of the lap.
    pub(crate) fn capture_to_origin(
        &mut self,
        lap: Sowing,
        last: u8,
        board: &mut Board,
        seat: Seat,
        trace: &mut Trace<'_>,
    ) -> (FacingCapture, Hand) {
        let captured = capture(board, seat, last);
        trace.push(|| lap.to_lap(seat, last, captured.to_captures(!seat)));
        trace.count_captured(captured.sum());
        self.mark_capture();
        (captured, captured.in_hand_at(lap.origin))
    }
}

/// Ends a lap without a capture: with relay if its last hole was occupied, otherwise with the end of the turn.
pub(crate) fn relay_or_stop(
    lap: Sowing,
    last: u8,
    board: &mut Board,
    seat: Seat,
    trace: &mut Trace<'_>,
) -> LapEnd {
    trace.push(|| lap.to_lap(seat, last, Captures::default()));
    if board.counters(seat, last) == 1 {
        return LapEnd::TurnOver;
    }
    LapEnd::InHand(Hand { index: last, counters: board.lift(seat, last) })
}

/// Whether a lap captures, after its last counter: its last hole was occupied and is in opposition.
pub(crate) fn meets_opposition(board: &Board, seat: Seat, last: u8) -> bool {
    board.counters(seat, last) > 1 && faces_two_occupied(board, seat, last)
}

/// Adds the sowings of all holes that can be sown anti-clockwise. Single counters cannot move.
pub(crate) fn insert_sowable(actions: &mut ActionSet, board: &Board, seat: Seat) {
    actions.insert_anticlockwise(board.holding_two(seat));
}

/// Adds the clockwise sowings of those reverse holes whose lap captures.
pub(crate) fn insert_reverse(actions: &mut ActionSet, reverse: &[u8], board: &Board, seat: Seat) {
    for &index in reverse {
        if can_sow_clockwise(board, seat, index) {
            actions.insert_sow(index, Direction::Clockwise);
        }
    }
}

/// Whether a reverse hole can be sown clockwise: it has two or more counters, and the lap captures.
pub(crate) fn can_sow_clockwise(board: &Board, seat: Seat, index: u8) -> bool {
    let lap = Sowing { origin: index, direction: Direction::Clockwise, count: board.counters(seat, index) };
    lap.count >= SOWABLE && lap.would_capture(board, seat, 0)
}

/// Explains why a sowing is illegal at the start of a turn in a game with these reverse holes.
pub(crate) fn diagnose(board: &Board, seat: Seat, action: Action, reverse: &'static [u8]) -> IllegalAction {
    let Action::Sow { hole, direction } = action else {
        return IllegalAction::NotInThisGame { action };
    };
    let counters = board.counters(seat, hole.index);
    if direction == Direction::Clockwise && reverse.is_empty() {
        IllegalAction::NotInThisGame { action }
    } else if direction == Direction::Clockwise && !reverse.contains(&hole.index) {
        IllegalAction::NotReverse { to_move: seat, reverse }
    } else if counters < SOWABLE {
        IllegalAction::Singleton { hole, counters }
    } else {
        IllegalAction::NoCapture { hole }
    }
}

/// Laps of a turn that follow each other by relay.
struct Run<'a, 'b> {
    state: &'a mut RelayState,
    halts: HoleSet,
    seat: Seat,
    trace: &'a mut Trace<'b>,
}

impl Run<'_, '_> {
    /// Sows the run; see [`RelayState::sow_until`]. The counters of the first lap are in their hole.
    fn sow(self, first: Sowing, side: &mut (impl Side + ?Sized)) -> (Sowing, u8) {
        let mut lap = first;
        let mut sown = self.state.sown;
        loop {
            let last = side.sow(lap);
            let count = side.counters(last);
            sown += 1;
            if count == 1 || sown >= LAP_LIMIT || self.halts.contains(last) {
                self.state.sown = sown;
                return (lap, last);
            }
            self.trace.push(|| lap.to_lap(self.seat, last, Captures::default()));
            lap = Sowing { origin: last, direction: Direction::Anticlockwise, count };
        }
    }
}

/// The holes of a seat, while its laps are sown.
trait Side {
    /// Lifts the counters of a lap from its origin, drops them one by one, from the next hole on, and returns the hole
    /// of the last one. A long lap does not skip its origin.
    fn sow(&mut self, lap: Sowing) -> u8;

    fn counters(&self, index: u8) -> u8;
}

impl Side for [u8] {
    fn sow(&mut self, lap: Sowing) -> u8 {
        let mut index = usize::from(lap.origin);
        self[index] -= lap.count;
        for _ in 0..lap.count {
            index = next_hole(index, lap.direction, self.len());
            self[index] += 1;
        }
        index as u8
    }

    fn counters(&self, index: u8) -> u8 {
        self[usize::from(index)]
    }
}

impl Side for SideWords {
    fn sow(&mut self, lap: Sowing) -> u8 {
        SideWords::sow(self, lap.origin, lap.direction, lap.count)
    }

    fn counters(&self, index: u8) -> u8 {
        SideWords::counters(*self, index)
    }
}

/// The counters of a lap before they are sown. They are in no hole.
#[derive(Clone, Copy)]
pub(crate) struct Sowing {
    /// The hole from which they were lifted, or at which they are in hand.
    pub(crate) origin: u8,
    pub(crate) direction: Direction,
    /// Number of counters, at least 1.
    pub(crate) count: u8,
}

impl Sowing {
    /// Sows the counters in hand.
    pub(crate) fn from_hand(hand: Hand, direction: Direction) -> Sowing {
        Sowing { origin: hand.index, direction, count: hand.counters }
    }

    /// Lifts the counters of a hole.
    pub(crate) fn from_hole(board: &mut Board, seat: Seat, origin: u8, direction: Direction) -> Sowing {
        Sowing { origin, direction, count: board.lift(seat, origin) }
    }

    /// Whether the lap would capture. `residue` is the number of counters that stay in the origin.
    ///
    /// It looks only at the last hole and what faces it, since the lap does not change the opponent's side.
    pub(crate) fn would_capture(self, board: &Board, seat: Seat, residue: u8) -> bool {
        let last = self.landing(board.holes());
        let standing = if last == self.origin { residue } else { board.counters(seat, last) };
        let comes_round = self.count > board.holes();
        (standing > 0 || comes_round) && faces_two_occupied(board, seat, last)
    }

    /// Makes the [`Lap`] that the player sees.
    pub(crate) fn to_lap(self, seat: Seat, last: u8, captures: Captures) -> Lap {
        Lap::Sown {
            from: Hole::new(seat, self.origin),
            direction: self.direction,
            count: self.count,
            last: Hole::new(seat, last),
            captures,
        }
    }

    /// The hole of the last counter.
    fn landing(self, holes: u8) -> u8 {
        // Dividing is slow, and most laps are short.
        let ahead = if self.count < holes { self.count } else { self.count % holes };
        match self.direction {
            Direction::Anticlockwise if self.origin + ahead < holes => self.origin + ahead,
            Direction::Anticlockwise => self.origin + ahead - holes,
            Direction::Clockwise if self.origin >= ahead => self.origin - ahead,
            Direction::Clockwise => self.origin + holes - ahead,
        }
    }
}

/// The opponent's inner hole that faces an inner hole, and the outer hole behind it. `None` for an outer hole.
pub(crate) fn facing(holes: u8, index: u8) -> Option<[u8; 2]> {
    let columns = holes / 2;
    (index >= columns).then(|| [3 * columns - 1 - index, index - columns])
}

/// Whether an occupied hole is in opposition: it is an inner hole, and both holes that face it are occupied.
pub(crate) fn faces_two_occupied(board: &Board, seat: Seat, index: u8) -> bool {
    facing(board.holes(), index)
        .is_some_and(|facing| facing.into_iter().all(|index| board.counters(!seat, index) > 0))
}

/// The inner holes of a seat whose facing holes are both occupied. Those of them that are occupied are in opposition.
pub(crate) fn holes_facing_two(board: &Board, seat: Seat) -> HoleSet {
    let columns = board.holes() / 2;
    let HoleSet(occupied) = board.occupied(!seat);
    // The inner row faces mine in reverse, the outer row behind it in order.
    let inner = (occupied >> columns).reverse_bits() >> (u32::BITS - u32::from(columns));
    HoleSet((occupied & inner) << columns)
}

/// Captures the counters of both holes that face an inner hole.
pub(crate) fn capture(board: &mut Board, seat: Seat, index: u8) -> FacingCapture {
    let Some(facing) = facing(board.holes(), index) else {
        return FacingCapture::default();
    };
    FacingCapture { facing, counters: facing.map(|index| board.lift(!seat, index)) }
}

/// The holes and counters of one capture: of the inner hole, then of the outer one.
#[derive(Clone, Copy, Default)]
pub(crate) struct FacingCapture {
    pub(crate) facing: [u8; 2],
    counters: [u8; 2],
}

impl FacingCapture {
    /// Captures the counters of a single hole.
    pub(crate) fn from_hole(board: &mut Board, owner: Seat, index: u8) -> FacingCapture {
        FacingCapture { facing: [index; 2], counters: [board.lift(owner, index), 0] }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.counters == [0; 2]
    }

    /// Puts all captured counters in hand at a hole.
    pub(crate) fn in_hand_at(self, index: u8) -> Hand {
        Hand { index, counters: self.sum() }
    }

    /// Number of captured counters.
    pub(crate) fn sum(self) -> u8 {
        self.counters[0] + self.counters[1]
    }

    /// Makes the list of captures that the player sees. `owner` is the seat that lost the counters.
    pub(crate) fn to_captures(self, owner: Seat) -> Captures {
        let mut captures = Captures::default();
        for (index, counters) in self.facing.into_iter().zip(self.counters) {
            let hole = Hole::new(owner, index);
            if counters > 0 {
                captures.push(Capture { hole, counters });
            }
        }
        captures
    }
}

/// The next hole in a direction.
fn next_hole(index: usize, direction: Direction, holes: usize) -> usize {
    match direction {
        Direction::Anticlockwise if index + 1 == holes => 0,
        Direction::Anticlockwise => index + 1,
        Direction::Clockwise if index == 0 => holes - 1,
        Direction::Clockwise => index - 1,
    }
}
