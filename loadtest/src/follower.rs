//! The content check: whoever hears of a game plays it on a game of the engine, and compares.

use std::fmt;
use std::ops::Add;

use ikibuguzo_engine::{Action, Array, BySeat, Game, Ruleset, Seat, Start, Viewer};
use ikibuguzo_protocol::{Event, Happening, Outcome, PositionView, Seats, Text};

use crate::frame::Acted;

/// A game as one viewer is told it, and as the engine has it.
#[derive(Debug)]
pub struct Follower {
    viewer: Viewer,
    /// One board in so many is compared.
    one_in: u32,
    seq: u64,
    rules: Option<Ruleset>,
    game: Option<Game>,
    tally: Tally,
    written: Vec<u8>,
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

/// What is wrong with what a viewer was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An event has another number than the next one.
    OutOfOrder {
        /// The number that should have come.
        expected: u64,
        /// The number that came.
        told: u64,
    },
    /// The engine does not allow the action, or the event does not fit what came before it.
    Impossible {
        /// The event.
        seq: u64,
    },
    /// The board is not the engine's.
    Board {
        /// The event.
        seq: u64,
    },
    /// The game ended otherwise than the engine says.
    Ending {
        /// The event.
        seq: u64,
    },
}

/// A position as it was told.
enum Told<'a> {
    Text(&'a str),
    View(&'a PositionView),
}

impl Follower {
    /// Somebody who has heard nothing yet.
    pub fn new(viewer: Viewer, one_in: u32) -> Self {
        let (tally, written) = (Tally::default(), Vec::new());
        Self { viewer, one_in, seq: 0, rules: None, game: None, tally, written }
    }

    /// Forgets the game, to follow another one. The tally stays.
    pub fn begin_again(&mut self, viewer: Viewer) {
        let written = std::mem::take(&mut self.written);
        *self = Self { tally: self.tally, written, ..Self::new(viewer, self.one_in) };
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The engine's game, once it has begun.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The boards that came so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Takes in a move.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn acted(&mut self, acted: &Acted<'_>) -> Result<(), Fault> {
        self.count(acted.seq)?;
        let action = acted.action.parse().map_err(|_| Fault::Impossible { seq: acted.seq })?;
        self.advance(action, &Told::Text(acted.position))
    }

    /// Takes in any event.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn hear(&mut self, event: &Event) -> Result<(), Fault> {
        self.count(event.seq)?;
        match &event.what {
            Happening::Created { rules, .. } => self.rules = Some(**rules),
            Happening::Revealed { arrays, position, .. } => self.begin(Some(*arrays), position)?,
            Happening::Begun { position, .. } => self.begin(None, position)?,
            Happening::Acted { action, position, .. } => self.advance(**action, &Told::View(position))?,
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
        self.game = Some(game.ok_or(Fault::Impossible { seq: self.seq })?);
        self.compare(&Told::View(told))
    }

    fn advance(&mut self, action: Action, told: &Told<'_>) -> Result<(), Fault> {
        let impossible = Fault::Impossible { seq: self.seq };
        let Some(game) = &mut self.game else { return Err(impossible) };
        game.advance(action).map_err(|_| impossible)?;
        self.compare(told)
    }

    /// Nobody resigns or agrees here: a game ends when the rules end it.
    fn end(&self, told: Outcome) -> Result<(), Fault> {
        let outcome = self.game.as_ref().and_then(Game::outcome).map(Outcome::from);
        if outcome == Some(told) { Ok(()) } else { Err(Fault::Ending { seq: self.seq }) }
    }

    fn compare(&mut self, told: &Told<'_>) -> Result<(), Fault> {
        self.tally.boards += 1;
        if !self.tally.boards.is_multiple_of(u64::from(self.one_in)) {
            return Ok(());
        }
        self.tally.compared += 1;
        let Some(game) = &self.game else { return Err(Fault::Impossible { seq: self.seq }) };
        let ours = PositionView::of(game, self.viewer);
        let same = match told {
            Told::Text(text) => same_text(&ours, text, &mut self.written),
            Told::View(view) => ours == **view,
        };
        if same { Ok(()) } else { Err(Fault::Board { seq: self.seq }) }
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

/// Writing our own position is cheaper than reading the server's; a text that is not the same to the letter is read.
fn same_text(ours: &PositionView, told: &str, written: &mut Vec<u8>) -> bool {
    written.clear();
    let text_is_same = serde_json::to_writer(&mut *written, ours).is_ok() && written == told.as_bytes();
    text_is_same || serde_json::from_str::<PositionView>(told).is_ok_and(|told| told == *ours)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfOrder { expected, told } => write!(f, "event {told} came where {expected} was due"),
            Self::Impossible { seq } => write!(f, "event {seq} is not possible here"),
            Self::Board { seq } => write!(f, "the board of event {seq} is not the engine's"),
            Self::Ending { seq } => write!(f, "event {seq} ends the game otherwise than the engine"),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests;
