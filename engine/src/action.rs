//! What a player may decide, and how it is written.

use std::fmt;
use std::str::FromStr;

use crate::Hole;

/// The way round the board in which counters are sown.
///
/// The text form is `acw` or `cw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along the owner's increasing letters, and from the last one to `A`.
    Anticlockwise,
    /// The reverse.
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

/// The text names no direction.
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
/// Most turns are one action; a turn has several only where the rules give a choice in the middle of it.
/// That an action can be written does not mean that it is legal, or that its game knows it:
/// [`Position::legal_actions`](crate::Position::legal_actions) lists what is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Sow from a hole: `N`, or `N<` for clockwise.
    Sow {
        /// Where the counters are lifted, or where they are in hand already.
        hole: Hole,
        /// Which way they go.
        direction: Direction,
    },
    /// Enter the store along the own row: `*`.
    Enter,
    /// Enter the store on into the opponent's row: `*>`.
    EnterOpponent,
    /// Pass, where nothing else is possible: `-`.
    Pass,
}

impl Action {
    /// Sowing `hole` anti-clockwise.
    pub const fn anticlockwise(hole: Hole) -> Action {
        Action::Sow { hole, direction: Direction::Anticlockwise }
    }

    /// Sowing `hole` clockwise.
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

/// The text is not written as an action.
///
/// The sentence does not repeat the text, which may be of any length.
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
