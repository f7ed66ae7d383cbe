//! What the four-row games share: a lap, relay, facing holes, opposition and the lap limit.
//!
//! A seat owns an outer row (`A` on, from its left) and an inner row (back from its right); with C columns the outer
//! indices are 0 to C−1 and the inner ones C to 2C−1 (docs/rules/README.md, Words).

use super::{Hand, Progress};
use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{Action, Capture, Captures, Direction, Hole, IllegalAction, Lap, Reason, Seat};

/// The most laps of a turn. Relay sowing may never end, and looking for a repetition is no defence
/// (docs/rules/README.md, The lap limit).
pub(crate) const LAP_LIMIT: u16 = 256;

/// How it is written that a turn has captured.
const CAPTURED: &str = "captured";

/// The fewest counters that can be sown from a hole at the start of a turn.
pub(crate) const SOWABLE: u8 = 2;

/// A turn of relay sowing, as the rules of one game see it. Its default is no turn at all.
pub(crate) trait Turn: Default {
    /// What every such turn remembers.
    fn laps(&mut self) -> &mut Laps;

    /// Sows one lap, and says how it ended.
    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, laps: &mut Trace<'_>) -> End;

    /// How the turn goes on with counters in hand, which are in no hole. A single way is taken without asking.
    fn onward(&mut self, hand: Hand, board: &Board, seat: Seat) -> Onward;
}

/// What every turn of relay sowing remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Laps {
    /// The counters in hand, where the player is asked.
    pub(crate) hand: Option<Hand>,
    /// Whether anything was captured.
    captured: bool,
    sown: u16,
}

/// How a lap ended.
pub(crate) enum End {
    /// The turn is over: the last counter fell into an empty hole.
    Turn,
    /// Counters are in hand, by relay or by capture.
    InHand(Hand),
    /// A capture has won the game.
    Won(Reason),
}

/// How a turn goes on with counters in hand.
pub(crate) enum Onward {
    /// In the only way there is.
    Sow(Sowing),
    /// In one of these ways.
    Ask(ActionSet),
}

/// Goes on from the end of a lap, lap by lap, up to a choice or the end of the turn.
pub(crate) fn relay<T: Turn>(
    turn: &mut T,
    mut end: End,
    board: &mut Board,
    seat: Seat,
    laps: &mut Trace<'_>,
) -> Progress {
    loop {
        let hand = match end {
            End::InHand(hand) => hand,
            End::Turn => return finish(turn),
            End::Won(reason) => {
                *turn = T::default();
                return Progress::Won(reason);
            }
        };
        // docs/rules/README.md, The lap limit: nothing is asked after the last lap.
        if turn.laps().sown >= LAP_LIMIT {
            board.put(seat, hand.index, hand.counters);
            let hole = Hole::new(seat, hand.index);
            laps.push(|| Lap::Endless { hole });
            return finish(turn);
        }
        match turn.onward(hand, board, seat) {
            Onward::Sow(sowing) => end = turn.lap(sowing, board, seat, laps),
            Onward::Ask(choices) => {
                turn.laps().hand = Some(hand);
                return Progress::Choice(choices);
            }
        }
    }
}

/// Forgets the turn, which is over.
fn finish<T: Turn>(turn: &mut T) -> Progress {
    let captured = std::mem::take(turn).laps().captured;
    Progress::TurnOver { captured }
}

impl Laps {
    /// The laps so far, and whether they captured, as it is written in the middle of a turn.
    pub(crate) fn text(&self) -> (u16, Vec<&'static str>) {
        (self.sown, if self.captured { vec![CAPTURED] } else { Vec::new() })
    }

    /// The same, read again, with the marks that are left; none if a turn cannot be so.
    pub(crate) fn read<'a, 'b>(hand: Hand, sown: u16, marks: &'a [&'b str]) -> Option<(Laps, &'a [&'b str])> {
        let (captured, marks) = match marks {
            [CAPTURED, rest @ ..] => (true, rest),
            marks => (false, marks),
        };
        let asked = (1..LAP_LIMIT).contains(&sown) && hand.counters >= SOWABLE;
        asked.then_some((Laps { hand: Some(hand), captured, sown }, marks))
    }

    /// Sows a lap, and tells where its last counter fell.
    pub(crate) fn sow(&mut self, sowing: Sowing, board: &mut Board, seat: Seat) -> u8 {
        self.sown += 1;
        sowing.sow(board.side_mut(seat))
    }

    /// A turn in which so many laps have been sown.
    #[cfg(test)]
    pub(crate) fn after(sown: u16) -> Laps {
        Laps { sown, ..Laps::default() }
    }

    /// Notes a lap that was sown by other hands.
    pub(crate) fn count(&mut self) {
        self.sown += 1;
    }

    /// Notes that something was captured.
    pub(crate) fn capture(&mut self) {
        self.captured = true;
    }

    /// Captures what faces the last hole; it is in hand at the origin of the lap.
    pub(crate) fn capture_to_origin(
        &mut self,
        lap: Sowing,
        last: u8,
        board: &mut Board,
        seat: Seat,
        laps: &mut Trace<'_>,
    ) -> (Captured, Hand) {
        let captured = capture(board, seat, last);
        laps.push(|| lap.told(seat, last, captured.told(!seat)));
        self.capture();
        (captured, captured.in_hand_at(lap.origin))
    }
}

/// A lap that captures nothing: relay from an occupied hole, the end of the turn in an empty one.
pub(crate) fn relay_or_stop(
    lap: Sowing,
    last: u8,
    board: &mut Board,
    seat: Seat,
    laps: &mut Trace<'_>,
) -> End {
    laps.push(|| lap.told(seat, last, Captures::default()));
    if board.counters(seat, last) == 1 {
        return End::Turn;
    }
    End::InHand(Hand { index: last, counters: board.lift(seat, last) })
}

/// Whether a lap that has come to its last hole captures: the hole was occupied and is in opposition.
pub(crate) fn meets_opposition(board: &Board, seat: Seat, last: u8) -> bool {
    board.counters(seat, last) > 1 && faces_two(board, seat, last)
}

/// Adds every hole that can be sown anti-clockwise. Singletons cannot move.
pub(crate) fn insert_sowable(actions: &mut ActionSet, board: &Board, seat: Seat) {
    for (index, &counters) in (0..).zip(board.side(seat)) {
        if counters >= SOWABLE {
            actions.insert_sow(index, Direction::Anticlockwise);
        }
    }
}

/// Adds every one of these holes that can be lifted and sown clockwise, because that lap captures.
pub(crate) fn insert_reverse(actions: &mut ActionSet, reverse: &[u8], board: &Board, seat: Seat) {
    for &index in reverse {
        if reverse_captures(board, seat, index) {
            actions.insert_sow(index, Direction::Clockwise);
        }
    }
}

/// Whether all counters of a reverse hole, two or more, can be lifted and sown clockwise with a capture.
pub(crate) fn reverse_captures(board: &Board, seat: Seat, index: u8) -> bool {
    let lap = Sowing { origin: index, direction: Direction::Clockwise, count: board.counters(seat, index) };
    lap.count >= SOWABLE && lap.captures(board, seat, 0)
}

/// Why a sowing is not legal at the start of a turn, where these holes can be sown clockwise.
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

/// Counters on their way out of a hole.
#[derive(Clone, Copy)]
pub(crate) struct Sowing {
    /// The hole they were lifted from, or where they were put in hand.
    pub(crate) origin: u8,
    pub(crate) direction: Direction,
    /// How many, at least 1. They are in no hole.
    pub(crate) count: u8,
}

impl Sowing {
    /// The counters in hand, to be sown on.
    pub(crate) fn on(hand: Hand, direction: Direction) -> Sowing {
        Sowing { origin: hand.index, direction, count: hand.counters }
    }

    /// Lifts a hole to sow it.
    pub(crate) fn lift(board: &mut Board, seat: Seat, origin: u8, direction: Direction) -> Sowing {
        Sowing { origin, direction, count: board.lift(seat, origin) }
    }

    /// Drops the counters one by one, starting with the next hole, and tells where the last one fell.
    /// The origin is not skipped when the lap comes round to it.
    fn sow(self, side: &mut [u8]) -> u8 {
        let mut index = usize::from(self.origin);
        for _ in 0..self.count {
            index = next(index, self.direction, side.len());
            side[index] += 1;
        }
        index as u8
    }

    /// Whether the lap would end with a capture. `residue` is what stands in the origin while it is sown.
    ///
    /// Only the hole of the last counter decides: the lap changes nothing on the opponent's side.
    pub(crate) fn captures(self, board: &Board, seat: Seat, residue: u8) -> bool {
        let last = self.landing(board.holes());
        let standing = if last == self.origin { residue } else { board.counters(seat, last) };
        let dropped_before = (self.count - 1) / board.holes();
        (standing > 0 || dropped_before > 0) && faces_two(board, seat, last)
    }

    /// The lap as it is told, once its last counter has fallen.
    pub(crate) fn told(self, seat: Seat, last: u8, captures: Captures) -> Lap {
        Lap::Sown {
            from: Hole::new(seat, self.origin),
            direction: self.direction,
            count: self.count,
            last: Hole::new(seat, last),
            captures,
        }
    }

    /// Where the last counter will fall.
    fn landing(self, holes: u8) -> u8 {
        let ahead = self.count % holes;
        match self.direction {
            Direction::Anticlockwise => (self.origin + ahead) % holes,
            Direction::Clockwise => (self.origin + holes - ahead) % holes,
        }
    }
}

/// The opponent's inner hole that faces my inner hole, and the outer hole behind it; `None` for my outer holes.
pub(crate) fn facing(holes: u8, index: u8) -> Option<[u8; 2]> {
    let columns = holes / 2;
    (index >= columns).then(|| [3 * columns - 1 - index, index - columns])
}

/// Whether a hole is in opposition, given that it is occupied: it is an inner hole, and both holes facing it are
/// occupied.
pub(crate) fn faces_two(board: &Board, seat: Seat, index: u8) -> bool {
    facing(board.holes(), index)
        .is_some_and(|facing| facing.into_iter().all(|index| board.counters(!seat, index) > 0))
}

/// Lifts the counters of both holes that face an inner hole.
pub(crate) fn capture(board: &mut Board, seat: Seat, index: u8) -> Captured {
    let Some(facing) = facing(board.holes(), index) else {
        return Captured::default();
    };
    Captured { facing, counters: facing.map(|index| board.lift(!seat, index)) }
}

/// What one capture took: from the inner hole, and from the outer one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Captured {
    pub(crate) facing: [u8; 2],
    counters: [u8; 2],
}

impl Captured {
    /// What is lifted from a single hole.
    pub(crate) fn one(board: &mut Board, owner: Seat, index: u8) -> Captured {
        Captured { facing: [index; 2], counters: [board.lift(owner, index), 0] }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.counters == [0; 2]
    }

    /// All that was taken, in hand at the hole it goes to.
    pub(crate) fn in_hand_at(self, index: u8) -> Hand {
        Hand { index, counters: self.counters[0] + self.counters[1] }
    }

    /// The captures as they are told; `owner` is the seat that lost the counters.
    pub(crate) fn told(self, owner: Seat) -> Captures {
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

fn next(index: usize, direction: Direction, holes: usize) -> usize {
    match direction {
        Direction::Anticlockwise if index + 1 == holes => 0,
        Direction::Anticlockwise => index + 1,
        Direction::Clockwise if index == 0 => holes - 1,
        Direction::Clockwise => index - 1,
    }
}
