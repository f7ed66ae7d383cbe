//! Azigo: docs/rules/azigo.md; K. C. Murray in Murray 1951: 189 (7.5.47).

#[cfg(test)]
mod tests;

use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{
    Action, BySeat, Capture, CapturedCounters, Captures, Circuit, Direction, GameTraits, Hole, IllegalAction,
    Lap, Outcome, Reason, Route, RulesPage, Seat,
};

/// The description of the game.
pub(crate) const TRAITS: GameTraits =
    GameTraits { name: "azigo", rows: 1, captured: CapturedCounters::Store, first_turn_advantage: 0 };

/// The page with the rules.
pub(crate) const PAGE: RulesPage = RulesPage {
    text: include_str!("../../../docs/rules/azigo.md"),
    source: "Murray 1951: 189",
    opening: &[],
    choice: &[],
    turn: &["A turn", "Sowing a hole", "Entering the store"],
};

/// Holes in a row.
pub(crate) const COLUMNS: usize = 20;

/// The counters of a row from its owner's left, after the stores were taken (Start).
const START: [u8; COLUMNS] = [5, 5, 5, 5, 5, 5, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Number of counters that a seat takes into its store (Start).
const INITIAL_STORE: u8 = 9;

/// The hole in which the stronger player leaves one counter (Start).
const HANDICAP_HOLE: u8 = 11;

/// Largest number of turns in a game (End).
const TURN_LIMIT: u32 = 400;

/// Number of holes in a row. A larger store may be entered into the opponent's row (A turn).
pub(crate) const ROW_LENGTH: u8 = COLUMNS as u8;

/// The state of a game of Azigo in addition to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AzigoState {
    circuit: Circuit,
    stores: BySeat<u8>,
}

impl AzigoState {
    /// The state with these stores.
    pub(crate) fn holding(circuit: Circuit, stores: BySeat<u8>) -> AzigoState {
        AzigoState { circuit, stores }
    }

    /// The board and the state at the start of a game.
    pub(crate) fn start(circuit: Circuit, handicap: Option<Seat>) -> (Board, AzigoState) {
        let mut board = Board::new(BySeat::new(&START, &START));
        let mut stores = BySeat::new(INITIAL_STORE, INITIAL_STORE);
        if let Some(stronger) = handicap {
            stores[stronger] -= 1;
            board.put(stronger, HANDICAP_HOLE, 1);
        }
        (board, AzigoState { circuit, stores })
    }

    /// Changes the counters in a store.
    pub(crate) fn set_store(&mut self, owner: Seat, counters: u8) {
        self.stores[owner] = counters;
    }

    /// The counters in each store.
    pub(crate) fn stores(&self) -> BySeat<u8> {
        self.stores
    }
}

impl Rules for AzigoState {
    fn start_turn(&mut self, _: &Board, _: Seat) {}

    fn legal_starts(&self, board: &Board, seat: Seat) -> ActionSet {
        let mut starts = ActionSet::default();
        starts.insert_anticlockwise(board.occupied(seat));
        if self.stores[seat] > 0 {
            starts.insert_enter(Route::Own);
        }
        if self.stores[seat] > ROW_LENGTH {
            starts.insert_enter(Route::Opponent);
        }
        starts
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, trace: &mut Trace<'_>) -> Progress {
        let captures = match action {
            Action::Sow { hole, .. } => self.sow(board, seat, hole.index, trace),
            Action::EnterOpponent => self.enter(board, seat, Route::Opponent, trace),
            Action::Enter | Action::Pass => self.enter(board, seat, Route::Own, trace),
        };
        Progress::TurnOver { captured: captures }
    }

    fn pending(&self) -> Option<Hand> {
        None
    }

    fn key(&self, seat: Seat) -> u64 {
        u64::from(self.stores[seat]) << 8 | u64::from(self.stores[!seat])
    }

    /// A board is never won, since the counters in a store can still enter it.
    fn won_on_board(&self, _: &Board) -> Option<Outcome> {
        None
    }

    fn turn_limit(&self) -> Option<u32> {
        Some(TURN_LIMIT)
    }

    /// End: the seat with more counters in its row and store wins.
    fn adjudicate(&self, board: &Board, reason: Reason) -> Outcome {
        let total = |seat| board.sum(seat) + u16::from(self.stores[seat]);
        let [south, north] = Seat::ALL.map(total);
        match south.cmp(&north) {
            std::cmp::Ordering::Greater => Outcome::win(Seat::South, reason),
            std::cmp::Ordering::Less => Outcome::win(Seat::North, reason),
            std::cmp::Ordering::Equal => Outcome::draw(reason),
        }
    }

    fn diagnose(&self, _: &Board, seat: Seat, action: Action) -> IllegalAction {
        match action {
            Action::Sow { hole, direction: Direction::Anticlockwise } => IllegalAction::Empty { hole },
            Action::Enter if self.stores[seat] == 0 => IllegalAction::EmptyStore,
            Action::EnterOpponent => IllegalAction::SmallStore,
            _ => IllegalAction::NotInThisGame { action },
        }
    }
}

impl AzigoState {
    /// Sows a hole and captures. Returns whether it captured.
    fn sow(&mut self, board: &mut Board, seat: Seat, origin: u8, trace: &mut Trace<'_>) -> bool {
        let count = board.lift(seat, origin);
        // A single counter moves to the next hole. Of two or more, the first falls back into the hole.
        let first = if count == 1 { u16::from(origin) + 1 } else { u16::from(origin) };
        let (last, captures) = match self.circuit {
            Circuit::Board => {
                let last = drop_round_board(board, seat, first, count);
                (last, self.capture_back(board, seat, last))
            }
            Circuit::OwnRow => {
                let last = drop_in_row(board, seat, first, count);
                (last, self.capture_facing(board, seat, last))
            }
        };
        let from = Hole::new(seat, origin);
        let direction = Direction::Anticlockwise;
        trace.count_captured(captures.sum());
        trace.push(|| Lap::Sown { from, direction, count, last, captures });
        !captures.is_empty()
    }

    /// Enters the whole store, with the first counter into `A`. Returns whether it captured.
    fn enter(&mut self, board: &mut Board, seat: Seat, route: Route, trace: &mut Trace<'_>) -> bool {
        let count = std::mem::take(&mut self.stores[seat]);
        let (last, captures) = match route {
            Route::Own => (drop_in_row(board, seat, 0, count), Captures::default()),
            Route::Opponent => {
                let last = drop_round_board(board, seat, 0, count);
                (last, self.capture_ahead(board, seat, last))
            }
        };
        trace.count_captured(captures.sum());
        trace.push(|| Lap::Entered { route, count, last, captures });
        !captures.is_empty()
    }

    /// Circuit of the board: captures from the opponent's hole of the last counter, then from those before it.
    fn capture_back(&mut self, board: &mut Board, seat: Seat, last: Hole) -> Captures {
        if last.seat == seat {
            return Captures::default();
        }
        self.capture_each(board, seat, (0..=last.index).rev())
    }

    /// Circuit of the own row: captures from the hole that faces the last counter, then from those facing earlier
    /// holes.
    fn capture_facing(&mut self, board: &mut Board, seat: Seat, last: Hole) -> Captures {
        self.capture_each(board, seat, (0..=last.index).rev().map(|index| ROW_LENGTH - 1 - index))
    }

    /// Entering into the opponent's row: captures from the opponent's holes after the last counter.
    fn capture_ahead(&mut self, board: &mut Board, seat: Seat, last: Hole) -> Captures {
        let next = match (last.seat == seat, last.index + 1) {
            (true, ROW_LENGTH) => 0,
            (true, _) => return Captures::default(),
            (false, next) => next,
        };
        self.capture_each(board, seat, next..ROW_LENGTH)
    }

    /// Captures these holes of the opponent in order, until a hole does not hold one or three counters.
    fn capture_each(&mut self, board: &mut Board, seat: Seat, holes: impl Iterator<Item = u8>) -> Captures {
        let mut captures = Captures::default();
        for index in holes {
            if !matches!(board.counters(!seat, index), 1 | 3) {
                break;
            }
            let counters = board.lift(!seat, index);
            self.stores[seat] += counters;
            captures.push(Capture { hole: Hole::new(!seat, index), counters });
        }
        captures
    }
}

/// Drops counters one by one along the own row, from `T` back to `A`, and returns the hole of the last one.
fn drop_in_row(board: &mut Board, seat: Seat, first: u16, count: u8) -> Hole {
    drop_along(board, first, count, u16::from(ROW_LENGTH), |index| Hole::new(seat, index as u8))
}

/// Drops counters one by one round both rows, and returns the hole of the last one.
fn drop_round_board(board: &mut Board, seat: Seat, first: u16, count: u8) -> Hole {
    drop_along(board, first, count, 2 * u16::from(ROW_LENGTH), |index| {
        match index.checked_sub(u16::from(ROW_LENGTH)) {
            None => Hole::new(seat, index as u8),
            Some(beyond) => Hole::new(!seat, beyond as u8),
        }
    })
}

/// Drops counters into the holes of a circuit of this length from `first` on, and returns the hole of the last one.
fn drop_along(board: &mut Board, first: u16, count: u8, length: u16, hole: impl Fn(u16) -> Hole) -> Hole {
    let mut index = first % length;
    let mut last = hole(index);
    for _ in 0..count {
        last = hole(index);
        board.put(last.seat, last.index, 1);
        index = if index + 1 == length { 0 } else { index + 1 };
    }
    last
}
