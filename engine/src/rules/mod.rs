//! The rules of each game, one file per game. [`Position`](crate::Position) has the rules that all games share.

pub(crate) mod azigo;
pub(crate) mod four_row;
pub(crate) mod ikibuguzo;
pub(crate) mod kubuguza;
pub(crate) mod njombwa;
#[cfg(feature = "test-game")]
pub(crate) mod test_game;
mod side_words;
#[cfg(test)]
pub(crate) mod testing;

use crate::actions::ActionSet;
use crate::board::Board;
use crate::lap::Trace;
use crate::{Action, IllegalAction, Outcome, Reason, Seat};

/// The rules of a game. What the state of the game has in addition to the board implements them;
/// [`GameState`](crate::ruleset::GameState) lists all implementations.
pub(crate) trait Rules {
    /// Starts a turn of `seat`: ends the opening rules that no longer bind it.
    fn start_turn(&mut self, board: &Board, seat: Seat);

    /// The legal actions of `seat` at the start of its turn.
    fn legal_starts(&self, board: &Board, seat: Seat) -> ActionSet;

    /// Plays a legal action of `seat`, up to the next choice or the end of the turn.
    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, laps: &mut Trace<'_>) -> Progress;

    /// The counters in hand, in the middle of a turn.
    fn pending(&self) -> Option<Hand>;

    /// The legal actions with counters in hand, in the middle of a turn.
    fn choices(&self, _: &Board, _: Seat) -> ActionSet {
        ActionSet::default()
    }

    /// The state as a number, with the values of `seat` before those of its opponent. Different states of one ruleset
    /// have different numbers.
    fn key(&self, seat: Seat) -> u64;

    /// Whether no opening rule binds a seat.
    fn is_opening_over(&self, _: Seat) -> bool {
        true
    }

    /// The opening rule that binds a seat, in the text form: one word without blanks or slashes.
    fn opening_text(&self, _: Seat) -> String {
        "-".to_owned()
    }

    /// Sets the opening rule that binds a seat from its text form. Returns false if the text is invalid.
    fn read_opening(&mut self, _: Seat, text: &str) -> bool {
        text == "-"
    }

    /// The number of laps and the marks of a turn in progress. Marks are words without blanks, `:` or `+`.
    fn turn_text(&self) -> (u16, Vec<&'static str>) {
        (0, Vec::new())
    }

    /// Sets the turn in progress from its text form. Returns false if the text is invalid.
    fn read_turn(&mut self, _: Hand, _laps: u16, _marks: &[&str]) -> bool {
        false
    }

    /// The outcome of a board that is already won at the start of a turn, whichever seat is to move.
    fn won_on_board(&self, board: &Board) -> Option<Outcome>;

    /// The number of turns after which the game ends, if there is a limit.
    fn turn_limit(&self) -> Option<u32> {
        None
    }

    /// The outcome of a game that ends without a win: a draw, unless the game counts counters.
    fn adjudicate(&self, _: &Board, reason: Reason) -> Outcome {
        Outcome::draw(reason)
    }

    /// Explains why an action is illegal at the start of a turn. Its hole, if any, is one of the seat's own.
    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction;
}

/// The state of the turn after an action.
pub(crate) enum Progress {
    /// Counters are in hand, and the player has these choices: two or more.
    Choice(ActionSet),
    /// The turn is over, and its state is cleared.
    TurnOver {
        /// Whether anything was captured in the turn.
        captured: bool,
    },
    /// The turn has won the game. No counters are in hand.
    Won(Reason),
}

/// Counters in hand at a hole of the seat to move. They are in no hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hand {
    /// The hole from which they would be sown.
    pub(crate) index: u8,
    /// Number of counters.
    pub(crate) counters: u8,
}
