//! Reasons why an action is illegal.

use std::fmt;

use crate::rules::azigo;
use crate::{Action, Actions, Hole, Seat};

/// The reason why an action is illegal. `Display` writes one sentence for the player.
///
/// This is only an explanation: an action is illegal if and only if
/// [`Position::legal_actions`](crate::Position::legal_actions) does not list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalAction {
    /// The game is over.
    GameOver,
    /// This game does not have such an action.
    NotInThisGame {
        /// The action.
        action: Action,
    },
    /// The board has no such hole.
    NoSuchHole {
        /// The last hole of the seat to move.
        last: Hole,
    },
    /// The hole is the opponent's.
    NotYourHole {
        /// The hole of the action.
        hole: Hole,
        /// The seat to move.
        to_move: Seat,
    },
    /// A hole needs two or more counters to be sown.
    Singleton {
        /// The hole of the action.
        hole: Hole,
        /// Its counters: 0 or 1.
        counters: u8,
    },
    /// The hole cannot be sown clockwise.
    NotReverse {
        /// The seat to move.
        to_move: Seat,
        /// The indices of its holes that can be sown clockwise.
        reverse: &'static [u8],
    },
    /// The hole is empty.
    Empty {
        /// The hole of the action.
        hole: Hole,
    },
    /// A single counter moves only into an empty hole.
    Blocked {
        /// The hole of the action.
        hole: Hole,
    },
    /// Another action is legal, so passing is not.
    NoPass,
    /// The own store is empty.
    EmptyStore,
    /// The own store is too small to be entered into the opponent's row.
    SmallStore,
    /// A clockwise lap would not capture.
    NoCapture {
        /// The hole of the action.
        hole: Hole,
    },
    /// An opening turn is due, which sows another hole.
    Scheduled {
        /// The hole that it sows, anti-clockwise.
        hole: Hole,
    },
    /// Counters are in hand, and the action is not among the choices.
    NotAChoice {
        /// The hole at which counters are in hand.
        hole: Hole,
        /// The choices.
        choices: Actions,
    },
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalAction::GameOver => f.write_str("the game is over"),
            IllegalAction::NotInThisGame { action } => {
                write!(f, "{action} is not played in this game")
            }
            IllegalAction::NoSuchHole { last } => {
                write!(f, "there is no such hole; yours end at {last}")
            }
            IllegalAction::NotYourHole { hole, to_move } => {
                write!(f, "{hole} is not your hole; {to_move} is to move")
            }
            IllegalAction::Singleton { hole, counters } => {
                write!(f, "a hole needs two or more counters to be sown; {hole} holds {counters}")
            }
            IllegalAction::NotReverse { to_move, reverse } => {
                let letters = reverse.iter().map(|&index| Hole::new(to_move, index).to_string());
                write!(f, "only {} can be sown clockwise", enumerate(letters, "and"))
            }
            IllegalAction::Empty { hole } => write!(f, "{hole} is empty"),
            IllegalAction::Blocked { hole } => {
                write!(f, "the single counter in {hole} may move only into an empty hole")
            }
            IllegalAction::NoPass => f.write_str("you may pass only when nothing else is possible"),
            IllegalAction::EmptyStore => f.write_str("your store is empty"),
            IllegalAction::SmallStore => {
                let min = azigo::ROW_LENGTH;
                write!(f, "only a store of more than {min} counters is entered into the opponent's row")
            }
            IllegalAction::NoCapture { hole } => {
                write!(f, "clockwise from {hole} is allowed only when that lap captures")
            }
            IllegalAction::Scheduled { hole } => write!(f, "your opening turn must sow {hole}"),
            IllegalAction::NotAChoice { hole, choices } => {
                let choices = choices.into_iter().map(|action| action.to_string());
                let choices = enumerate(choices, "or");
                write!(f, "counters are in hand at {hole}; you may choose {choices}")
            }
        }
    }
}

impl std::error::Error for IllegalAction {}

/// Joins words with commas, and with `conjunction` before the last one.
fn enumerate(words: impl Iterator<Item = String>, conjunction: &str) -> String {
    let words: Vec<_> = words.collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}
