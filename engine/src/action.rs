//! Actions, the decisions of a player, and their notation.

use std::fmt;
use std::str::FromStr;

use crate::Hole;

/// The direction in which counters are sown.
///
/// The text form is `acw` or `cw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards increasing letters of the owner, and from the last letter to `A`.
    Anticlockwise,
    /// The opposite direction.
    Clockwise,
}

impl Direction {
    /// `acw` or `cw`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Direction::Anticlockwise => "acw",
            Direction::Clockwise => "cw",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Direction, ParseDirectionError> {
        match text {
            "acw" => Ok(Direction::Anticlockwise),
            "cw" => Ok(Direction::Clockwise),
            _ => Err(ParseDirectionError),
        }
    }
}

/// The text is not a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDirectionError;

impl fmt::Display for ParseDirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a direction is `acw` or `cw`")
    }
}

impl std::error::Error for ParseDirectionError {}

/// One decision of a player.
///
/// Most turns are one action. A turn has several only if the rules give a choice in the middle of it.
/// A well-formed action need not be legal, or exist in a game:
/// [`Position::legal_actions`](crate::Position::legal_actions) lists the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Sows from a hole: `N` anti-clockwise, `N<` clockwise.
    Sow {
        /// The hole whose counters are lifted, or at which counters are in hand.
        hole: Hole,
        /// The direction.
        direction: Direction,
    },
    /// Enters the store along the own row: `*`.
    Enter,
    /// Enters the store along the own row and on into the opponent's row: `*>`.
    EnterOpponent,
    /// Passes: `-`. Legal only if nothing else is.
    Pass,
}

impl Action {
    /// Makes the action that sows `hole` anti-clockwise.
    pub const fn anticlockwise(hole: Hole) -> Action {
        Action::Sow { hole, direction: Direction::Anticlockwise }
    }

    /// Makes the action that sows `hole` clockwise.
    pub const fn clockwise(hole: Hole) -> Action {
        Action::Sow { hole, direction: Direction::Clockwise }
    }

    /// The action in its notation.
    pub fn as_str(self) -> &'static str {
        match self {
            Action::Sow { hole, direction: Direction::Anticlockwise } => hole.as_str(),
            Action::Sow { hole, direction: Direction::Clockwise } => hole.with_clockwise_sign(),
            Action::Enter => "*",
            Action::EnterOpponent => "*>",
            Action::Pass => "-",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        match text {
            "*" => return Ok(Action::Enter),
            "*>" => return Ok(Action::EnterOpponent),
            "-" => return Ok(Action::Pass),
            _ => {}
        }
        let (letter, action): (&str, fn(Hole) -> Action) = match text.strip_suffix('<') {
            Some(letter) => (letter, Action::clockwise),
            None => (text, Action::anticlockwise),
        };
        letter.parse().map(action).map_err(|_| ParseActionError)
    }
}

/// The text is not an action.
///
/// The error does not repeat the text, which may be long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseActionError;

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an action is a hole's letter (A to T for South, a to t for North), \
             with < after it to sow clockwise, or *, *> or -",
        )
    }
}

impl std::error::Error for ParseActionError {}
