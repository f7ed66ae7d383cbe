//! Why an action is refused.

use std::fmt;

use crate::{Action, Actions, Hole, Seat};

/// Why an action is not legal, as one sentence for the player who tried it.
///
/// This is a diagnosis only: an action is refused if and only if
/// [`Position::legal_actions`](crate::Position::legal_actions) does not list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalAction {
    /// The game is over.
    GameOver,
    /// No game has this action at this place, or not this game.
    NotInThisGame {
        /// What was tried.
        action: Action,
    },
    /// The board has no such hole.
    NoSuchHole {
        /// The last hole that the seat to move has.
        last: Hole,
    },
    /// The hole is the opponent's.
    NotYourHole {
        /// The hole that was named.
        hole: Hole,
        /// The seat to move.
        to_move: Seat,
    },
    /// A hole needs two or more counters to be sown.
    Singleton {
        /// The hole that was named.
        hole: Hole,
        /// What it holds: 0 or 1.
        counters: u8,
    },
    /// The hole cannot be sown clockwise.
    NotReverse {
        /// The seat to move.
        to_move: Seat,
        /// The indices of its holes that can.
        reverse: &'static [u8],
    },
    /// There is nothing in the hole.
    Empty {
        /// The hole that was named.
        hole: Hole,
    },
    /// A single counter moves only into an empty hole.
    Blocked {
        /// The hole that was named.
        hole: Hole,
    },
    /// Something else is possible, so nobody passes.
    NoPass,
    /// The own store is empty.
    EmptyStore,
    /// The own store is too small to be entered into the opponent's row.
    SmallStore,
    /// A clockwise lap would not capture.
    NoCapture {
        /// The hole that was named.
        hole: Hole,
    },
    /// An opening turn is due, which sows another hole.
    Scheduled {
        /// The hole it sows, anti-clockwise.
        hole: Hole,
    },
    /// In the middle of a turn, this is not among the choices.
    NotAChoice {
        /// Where counters are in hand.
        hole: Hole,
        /// What may be chosen.
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
                f.write_str("only a store of more than 20 counters is entered into the opponent's row")
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

/// The words with commas between them, and `last` before the last one.
fn enumerate(words: impl Iterator<Item = String>, last: &str) -> String {
    let words: Vec<_> = words.collect();
    match words.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, others)) => format!("{} {last} {end}", others.join(", ")),
        None => String::new(),
    }
}
