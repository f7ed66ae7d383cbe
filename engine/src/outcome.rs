//! Outcomes: the results of games that ended by their rules.

use std::fmt;
use std::str::FromStr;

use crate::Seat;

/// The outcome of a game: the winner and the rule that ended it.
///
/// Resignation, agreement, time-outs and abandonment are not rules of a game, so they are not listed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Seat>,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// Makes the outcome of a win.
    pub const fn win(winner: Seat, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// Makes the outcome of a draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The loser has no counters: `captured-all`.
    CapturedAll,
    /// The winner captured from both end holes of the loser's inner row within one turn: `both-ends`.
    BothEnds,
    /// The loser had no legal action at the start of its turn: `no-move`.
    NoMove,
    /// One position occurred at the start of a turn for the third time: `repetition`.
    Repetition,
    /// 200 turns in a row, both seats together, had no capture: `quiet`.
    Quiet,
    /// The game reached its turn limit: `turn-limit`.
    TurnLimit,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 6] = [
        Reason::CapturedAll,
        Reason::BothEnds,
        Reason::NoMove,
        Reason::Repetition,
        Reason::Quiet,
        Reason::TurnLimit,
    ];

    /// The text form, such as `both-ends`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::CapturedAll => "captured-all",
            Reason::BothEnds => "both-ends",
            Reason::NoMove => "no-move",
            Reason::Repetition => "repetition",
            Reason::Quiet => "quiet",
            Reason::TurnLimit => "turn-limit",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Reason {
    type Err = ParseReasonError;

    fn from_str(text: &str) -> Result<Reason, ParseReasonError> {
        Reason::ALL.into_iter().find(|reason| reason.as_str() == text).ok_or(ParseReasonError)
    }
}

/// The text is not a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseReasonError;

impl fmt::Display for ParseReasonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a reason is one of: ")?;
        let names = Reason::ALL.map(Reason::as_str);
        f.write_str(&names.join(", "))
    }
}

impl std::error::Error for ParseReasonError {}
