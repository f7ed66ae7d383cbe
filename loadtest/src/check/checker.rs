//! The check of one viewer's events: their order, every board, and the outcome.

use std::cell::RefCell;
use std::ops::{Add, Sub};
use std::rc::Rc;

use ikibuguzo_engine::{Actions, Array, BySeat, Game, GameStart, Position, Ruleset, Seat};
use ikibuguzo_protocol::{Event, EventKind, Outcome, PositionView, Seats, Text};

use crate::check::mismatch::Mismatch;
use crate::check::reference::ReferenceGame;
use crate::net::incoming::MoveEvent;

/// Checks the events that one viewer receives about one game.
#[derive(Debug)]
pub struct GameChecker {
    reference: Rc<RefCell<ReferenceGame>>,
    /// Every n-th board is compared.
    compare_every: u32,
    /// The number of the last event.
    seq: u64,
    rules: Option<Ruleset>,
    boards: BoardCounts,
}

/// Counts of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardCounts {
    /// Boards that were received.
    pub received: u64,
    /// Boards that were compared with the engine's.
    pub compared: u64,
}

impl Add for BoardCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { received: self.received + other.received, compared: self.compared + other.compared }
    }
}

impl Sub for BoardCounts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { received: self.received - other.received, compared: self.compared - other.compared }
    }
}

impl GameChecker {
    /// Creates a checker that has received no event.
    pub fn new(reference: Rc<RefCell<ReferenceGame>>, compare_every: u32) -> Self {
        Self { reference, compare_every, seq: 0, rules: None, boards: BoardCounts::default() }
    }

    /// Switches to another game. The counts of boards are kept.
    pub fn switch_to(&mut self, reference: Rc<RefCell<ReferenceGame>>) {
        *self = Self { boards: self.boards, ..Self::new(reference, self.compare_every) };
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The `seq` of the event that brought the position, and the legal actions of a seat, if the seat is to move.
    pub fn turn(&self, seat: Seat) -> Option<(u64, Actions)> {
        self.reference.borrow().turn(seat, self.seq)
    }

    /// The position of the engine's game, once it has begun.
    pub fn position(&self) -> Option<Position> {
        self.reference.borrow().position()
    }

    /// The boards so far.
    pub fn boards(&self) -> BoardCounts {
        self.boards
    }

    /// Checks a move that arrived as `text`.
    ///
    /// # Errors
    ///
    /// If the move differs from the engine's game.
    pub fn check_move(&mut self, event: &MoveEvent<'_>, text: &str) -> Result<(), Mismatch> {
        self.check_order(event.seq)?;
        let compare = self.count_board();
        self.reference.borrow_mut().check_move(event, text, compare)
    }

    /// Checks an event of any kind that arrived as `text`.
    ///
    /// # Errors
    ///
    /// If the event differs from the engine's game.
    pub fn check_event(&mut self, event: &Event, text: &str) -> Result<(), Mismatch> {
        if let EventKind::Acted { action, .. } = &event.kind {
            return self.check_move(&MoveEvent { seq: event.seq, action: &action.to_string() }, text);
        }
        self.check_order(event.seq)?;
        match &event.kind {
            EventKind::Created { rules, .. } => self.rules = Some(**rules),
            EventKind::Revealed { arrays, position, .. } => self.check_start(Some(*arrays), position)?,
            EventKind::Begun { position, .. } => self.check_start(None, position)?,
            EventKind::Ended { outcome, .. } => self.check_outcome(*outcome)?,
            _ => {}
        }
        Ok(())
    }

    fn check_order(&mut self, received: u64) -> Result<(), Mismatch> {
        let expected = self.seq + 1;
        self.seq = received;
        if received == expected { Ok(()) } else { Err(Mismatch::OutOfOrder { expected, received }) }
    }

    fn check_start(
        &mut self,
        arrays: Option<Seats<Text<Array>>>,
        received: &PositionView,
    ) -> Result<(), Mismatch> {
        let arrays = arrays.map(|arrays| BySeat::new(*arrays.south, *arrays.north));
        let game = self.rules.and_then(|rules| start_game(rules, arrays));
        let game = game.ok_or(Mismatch::Impossible { seq: self.seq })?;
        let compare = self.count_board();
        let is_equal = self.reference.borrow_mut().start(self.seq, game, received);
        if is_equal || !compare { Ok(()) } else { Err(Mismatch::Board { seq: self.seq }) }
    }

    /// The tool never resigns and never offers a draw, so every game ends by its rules.
    fn check_outcome(&self, received: Outcome) -> Result<(), Mismatch> {
        if self.reference.borrow().outcome() == Some(received) {
            Ok(())
        } else {
            Err(Mismatch::Outcome { seq: self.seq })
        }
    }

    /// Counts a board, and returns whether to compare it. Both players of a game select the same boards.
    fn count_board(&mut self) -> bool {
        self.boards.received += 1;
        let compare = self.boards.received.is_multiple_of(u64::from(self.compare_every));
        self.boards.compared += u64::from(compare);
        compare
    }
}

/// The engine's game after the arrangement, if its rules have one.
fn start_game(rules: Ruleset, arrays: Option<BySeat<Array>>) -> Option<Game> {
    match (rules.begin(), arrays) {
        (GameStart::Play(game), None) => Some(game),
        (GameStart::Arrange(mut arrangement), Some(arrays)) => {
            arrangement.choose(Seat::South, arrays.south).ok()?;
            arrangement.choose(Seat::North, arrays.north).ok()?;
            arrangement.reveal()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
