//! The arrangement: both seats secretly choose their opening arrays before the first turn.

use std::fmt;

use crate::board::Board;
use crate::rules::ikibuguzo;
use crate::ruleset::GameState;
use crate::{Array, BySeat, Game, Opening, Position, Ruleset, Seat};

/// A game whose seats are choosing their opening arrays.
///
/// It is not a position: the board is empty until both seats have chosen. It holds both choices, and no viewer may see
/// the other seat's choice until both have chosen (docs/rules/ikibuguzo.md, Arrangement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    opening: Opening,
    chosen: BySeat<Option<Array>>,
}

impl Arrangement {
    pub(crate) fn new(opening: Opening) -> Arrangement {
        Arrangement { opening, chosen: BySeat::default() }
    }

    /// The ruleset of the game.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset::Ikibuguzo { opening: self.opening }
    }

    /// The arrays that `seat` may choose now. Empty after it has chosen.
    pub fn legal(&self, seat: Seat) -> &'static [Array] {
        match self.chosen[seat] {
            None => self.opening.arrays(),
            Some(_) => &[],
        }
    }

    /// Chooses the array of `seat`. The choice is final.
    ///
    /// # Errors
    ///
    /// If the seat has chosen already, or [`legal`](Arrangement::legal) does not list the array. An error changes
    /// nothing.
    pub fn choose(&mut self, seat: Seat, array: Array) -> Result<(), ArrangeError> {
        if self.chosen[seat].is_some() {
            return Err(ArrangeError::AlreadyArranged);
        }
        if !self.legal(seat).contains(&array) {
            return Err(ArrangeError::NotOffered { array, offered: self.opening.arrays() });
        }
        self.chosen[seat] = Some(array);
        Ok(())
    }

    /// The choice of `seat`, if it has chosen.
    pub fn chosen(&self, seat: Seat) -> Option<Array> {
        self.chosen[seat]
    }

    /// Returns the game at its first turn, which is South's, or `None` before both seats have chosen.
    pub fn reveal(&self) -> Option<Game> {
        let arrays = BySeat::new(self.chosen.south?, self.chosen.north?);
        let board = Board::new(arrays.map(Array::holes).as_ref().map(<[u8; 16]>::as_slice));
        let state = GameState::Ikibuguzo(ikibuguzo::IkibuguzoState::arranged(arrays));
        let position = Position::begin(self.ruleset(), board, Seat::South, state);
        Some(Game::new(position))
    }
}

/// The reason why a choice of an array is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrangeError {
    /// The seat has already chosen.
    AlreadyArranged,
    /// The game's opening does not offer this array.
    NotOffered {
        /// The array.
        array: Array,
        /// The arrays on offer.
        offered: &'static [Array],
    },
}

impl fmt::Display for ArrangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrangeError::AlreadyArranged => f.write_str("you have arranged your counters already"),
            ArrangeError::NotOffered { array, offered } => {
                write!(f, "this game does not offer the array {array}; it offers ")?;
                let names: Vec<_> = offered.iter().map(|array| array.as_str()).collect();
                f.write_str(&names.join(" or "))
            }
        }
    }
}

impl std::error::Error for ArrangeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_revealed_before_both_have_chosen() {
        let mut arrangement = Arrangement::new(Opening::Choice);
        assert_eq!(arrangement.legal(Seat::North), Array::ALL);
        arrangement.choose(Seat::North, Array::Second).unwrap();
        assert!(arrangement.reveal().is_none());
        assert_eq!(arrangement.legal(Seat::North), []);
        assert_eq!(arrangement.legal(Seat::South), Array::ALL);
        arrangement.choose(Seat::South, Array::First).unwrap();
        let game = arrangement.reveal().unwrap();
        assert_eq!(game.holes(Seat::South), Array::First.holes());
        assert_eq!(game.holes(Seat::North), Array::Second.holes());
        assert_eq!(game.to_move(), Some(Seat::South));
    }

    #[test]
    fn a_choice_is_final() {
        let mut arrangement = Arrangement::new(Opening::Choice);
        arrangement.choose(Seat::South, Array::First).unwrap();
        let again = arrangement.choose(Seat::South, Array::Second);
        assert_eq!(again, Err(ArrangeError::AlreadyArranged));
        assert_eq!(arrangement.chosen(Seat::South), Some(Array::First));
    }

    #[test]
    fn a_seat_says_that_it_is_ready_by_choosing_the_only_array() {
        let mut arrangement = Arrangement::new(Opening::Second);
        assert_eq!(arrangement.legal(Seat::South), [Array::Second]);
        let error = arrangement.choose(Seat::South, Array::First).unwrap_err();
        assert_eq!(error.to_string(), "this game does not offer the array first; it offers second");
        assert_eq!(arrangement.chosen(Seat::South), None);
    }
}
