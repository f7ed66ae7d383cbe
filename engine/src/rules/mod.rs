//! The games. What all of them have in common is in [`Position`](crate::Position); what only one has, in its file.

pub(crate) mod azigo;
pub(crate) mod four_row;
pub(crate) mod ikibuguzo;
pub(crate) mod kubuguza;
pub(crate) mod njombwa;
#[cfg(test)]
pub(crate) mod testing;

use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{Action, IllegalAction, Outcome, Reason, Seat};

/// What a game has to answer. It is implemented by what the game remembers beside the board, and
/// [`State`](crate::ruleset::State) lists who does.
pub(crate) trait Rules {
    /// `seat` starts a turn: drops what no longer binds it.
    fn start_turn(&mut self, board: &Board, seat: Seat);

    /// What `seat` may do at the start of its turn.
    fn starts(&self, board: &Board, seat: Seat) -> ActionSet;

    /// Carries out one of the legal actions of `seat`, up to the next choice or the end of the turn.
    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, laps: &mut Trace<'_>) -> Progress;

    /// The counters in hand, in the middle of a turn.
    fn pending(&self) -> Option<Hand>;

    /// What the player may do with the counters in hand, in the middle of a turn.
    fn choices(&self, _: &Board, _: Seat) -> ActionSet {
        ActionSet::default()
    }

    /// What of the opening binds a seat, as it is written: one word without blanks or slashes.
    fn opening_text(&self, _: Seat) -> String {
        "-".to_owned()
    }

    /// Takes what of the opening binds a seat, as it is written; whether it can be.
    fn read_opening(&mut self, _: Seat, text: &str) -> bool {
        text == "-"
    }

    /// The laps of the turn so far, and what else it remembers in the middle: words without blanks, `:` or `+`.
    fn turn_text(&self) -> (u16, Vec<&'static str>) {
        (0, Vec::new())
    }

    /// Takes the counters in hand and what a turn remembers, as it is written; whether it can be.
    fn read_turn(&mut self, _: Hand, _laps: u16, _marks: &[&str]) -> bool {
        false
    }

    /// The end that stands on a board at the start of a turn, whoever is to move.
    fn won_on_board(&self, board: &Board) -> Option<Outcome>;

    /// After how many turns the game ends, if it does.
    fn turn_limit(&self) -> Option<u32> {
        None
    }

    /// The outcome of a game that ends without a winner by its rules: a draw, if the game does not count.
    fn settle(&self, _: &Board, reason: Reason) -> Outcome {
        Outcome::draw(reason)
    }

    /// Why an action on an own hole, or on no hole, is not legal at the start of a turn.
    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction;
}

/// How far an action has carried its turn.
pub(crate) enum Progress {
    /// The player has these choices, more than one. Counters are in hand.
    Choice(ActionSet),
    /// The other seat starts its turn. Nothing of this turn is remembered.
    TurnOver {
        /// Whether anything was captured in the turn.
        captured: bool,
    },
    /// The turn has won the game. Nothing is in hand.
    Won(Reason),
}

/// Counters in hand at a hole of the seat to move. They are in no hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hand {
    /// The hole that they would be sown from.
    pub(crate) index: u8,
    /// How many there are.
    pub(crate) counters: u8,
}
