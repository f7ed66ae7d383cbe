//! The content check: whoever hears of a game plays it on a game of the engine, and compares.

use std::cell::RefCell;
use std::ops::Add;
use std::rc::Rc;

use ikibuguzo_engine::{Actions, Array, BySeat, Game, Ruleset, Seat, Start};
use ikibuguzo_protocol::{Event, Happening, Outcome, PositionView, Seats, Text};

use crate::check::mismatch::Fault;
use crate::check::reference::Umpire;
use crate::net::incoming::Acted;

/// A game as one viewer is told it.
#[derive(Debug)]
pub struct Follower {
    umpire: Rc<RefCell<Umpire>>,
    /// One board in so many is compared.
    one_in: u32,
    seq: u64,
    rules: Option<Ruleset>,
    tally: Tally,
}

/// Boards that came, and those of them that were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Boards that came.
    pub boards: u64,
    /// Boards that were compared.
    pub compared: u64,
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { boards: self.boards + other.boards, compared: self.compared + other.compared }
    }
}

impl Follower {
    /// Somebody who has heard nothing yet.
    pub fn new(umpire: Rc<RefCell<Umpire>>, one_in: u32) -> Self {
        Self { umpire, one_in, seq: 0, rules: None, tally: Tally::default() }
    }

    /// Forgets the game, to follow another one. The tally stays.
    pub fn begin_again(&mut self, umpire: Rc<RefCell<Umpire>>) {
        *self = Self { tally: self.tally, ..Self::new(umpire, self.one_in) };
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The ply that a seat is to answer and what it may do; none if it is not to move.
    pub fn turn(&self, seat: Seat) -> Option<(u32, Actions)> {
        self.umpire.borrow().turn(seat, self.seq)
    }

    /// The boards that came so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Takes in a move that was told in `text`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn acted(&mut self, acted: &Acted<'_>, text: &str) -> Result<(), Fault> {
        self.count(acted.seq)?;
        let compare = self.compare_next();
        self.umpire.borrow_mut().acted(acted, text, compare)
    }

    /// Takes in any event that was told in `text`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn hear(&mut self, event: &Event, text: &str) -> Result<(), Fault> {
        if let Happening::Acted { action, .. } = &event.what {
            return self.acted(&Acted { seq: event.seq, action: &action.to_string() }, text);
        }
        self.count(event.seq)?;
        match &event.what {
            Happening::Created { rules, .. } => self.rules = Some(**rules),
            Happening::Revealed { arrays, position, .. } => self.begin(Some(*arrays), position)?,
            Happening::Begun { position, .. } => self.begin(None, position)?,
            Happening::Ended { outcome, .. } => self.end(*outcome)?,
            _ => {}
        }
        Ok(())
    }

    fn count(&mut self, told: u64) -> Result<(), Fault> {
        let expected = self.seq + 1;
        self.seq = told;
        if told == expected { Ok(()) } else { Err(Fault::OutOfOrder { expected, told }) }
    }

    fn begin(&mut self, arrays: Option<Seats<Text<Array>>>, told: &PositionView) -> Result<(), Fault> {
        let arrays = arrays.map(|arrays| BySeat::new(*arrays.south, *arrays.north));
        let game = self.rules.and_then(|rules| first_position(rules, arrays));
        let game = game.ok_or(Fault::Impossible { seq: self.seq })?;
        let compare = self.compare_next();
        let right = self.umpire.borrow_mut().begin(self.seq, game, told);
        if right || !compare { Ok(()) } else { Err(Fault::Board { seq: self.seq }) }
    }

    /// Nobody resigns or agrees here: a game ends when the rules end it.
    fn end(&self, told: Outcome) -> Result<(), Fault> {
        if self.umpire.borrow().outcome() == Some(told) {
            Ok(())
        } else {
            Err(Fault::Ending { seq: self.seq })
        }
    }

    /// Counts a board, and tells whether it is to be compared. Both players of a game count alike.
    fn compare_next(&mut self) -> bool {
        self.tally.boards += 1;
        let compare = self.tally.boards.is_multiple_of(u64::from(self.one_in));
        self.tally.compared += u64::from(compare);
        compare
    }
}

fn first_position(rules: Ruleset, arrays: Option<BySeat<Array>>) -> Option<Game> {
    match (rules.begin(), arrays) {
        (Start::Play(game), None) => Some(game),
        (Start::Arrange(mut arrangement), Some(arrays)) => {
            arrangement.choose(Seat::South, arrays.south).ok()?;
            arrangement.choose(Seat::North, arrays.north).ok()?;
            arrangement.reveal()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
