//! The one list of games: what can be played, and who answers for it.

use std::fmt;
use std::str::FromStr;

use crate::rules::{Rules, ikibuguzo};
use crate::{Arrangement, Array, Game};

/// A game and its options: all that must be known to begin one.
///
/// The text form is the game's name and its options, such as `ikibuguzo:first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ruleset {
    /// Ikibuguzo, also Uruheso or Uruheisho (docs/rules/ikibuguzo.md): `ikibuguzo:first`, `:second` or `:choice`.
    Ikibuguzo {
        /// The arrays that the seats may adopt.
        opening: Opening,
    },
}

impl Ruleset {
    /// The version of the rules pages that this engine plays.
    ///
    /// It rises when a rule changes, and a finished game keeps the version that it was played under.
    pub const VERSION: u32 = 1;

    /// Every game with every choice of options.
    pub const ALL: &[Ruleset] = &[
        Ruleset::Ikibuguzo { opening: Opening::First },
        Ruleset::Ikibuguzo { opening: Opening::Second },
        Ruleset::Ikibuguzo { opening: Opening::Choice },
    ];

    /// The name of the game without its options, such as `ikibuguzo`.
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Ikibuguzo { .. } => "ikibuguzo",
        }
    }

    /// How many holes stand side by side in a row.
    pub const fn columns(self) -> usize {
        match self {
            Ruleset::Ikibuguzo { .. } => ikibuguzo::COLUMNS,
        }
    }

    /// How many rows a seat owns.
    pub const fn rows(self) -> usize {
        match self {
            Ruleset::Ikibuguzo { .. } => 2,
        }
    }

    /// Begins a new game.
    pub fn begin(self) -> Start {
        match self {
            Ruleset::Ikibuguzo { opening } => Start::Arrange(Arrangement::new(opening)),
        }
    }

    /// What the game remembers beside the board when play starts from a setup, where no opening binds any more.
    pub(crate) fn state_of_setup(self) -> State {
        match self {
            Ruleset::Ikibuguzo { .. } => State::Ikibuguzo(ikibuguzo::State::default()),
        }
    }

    const fn options(self) -> &'static str {
        match self {
            Ruleset::Ikibuguzo { opening } => opening.as_str(),
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name(), self.options())
    }
}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Ruleset, ParseRulesetError> {
        let names = |ruleset: &Ruleset| {
            let options = text.strip_prefix(ruleset.name()).and_then(|rest| rest.strip_prefix(':'));
            options == Some(ruleset.options())
        };
        Ruleset::ALL.iter().copied().find(names).ok_or(ParseRulesetError)
    }
}

/// The text names no ruleset; the sentence lists those that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulesetError;

impl fmt::Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Ruleset::ALL.iter().map(Ruleset::to_string).collect();
        write!(f, "there is no such ruleset; there are: {}", names.join(", "))
    }
}

impl std::error::Error for ParseRulesetError {}

/// Which arrays the seats of an Ikibuguzo game may adopt (docs/rules/ikibuguzo.md, Arrangement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opening {
    /// Both adopt the first array.
    First,
    /// Both adopt the second array.
    Second,
    /// Each seat picks either of them.
    Choice,
}

impl Opening {
    /// The text form: `first`, `second` or `choice`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Opening::First => "first",
            Opening::Second => "second",
            Opening::Choice => "choice",
        }
    }

    /// The arrays on offer.
    pub const fn arrays(self) -> &'static [Array] {
        match self {
            Opening::First => &[Array::First],
            Opening::Second => &[Array::Second],
            Opening::Choice => &Array::ALL,
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A game that has just begun.
#[derive(Clone, Debug)]
pub enum Start {
    /// Both seats have to arrange their counters first.
    Arrange(Arrangement),
    /// The first turn can be made.
    Play(Game),
}

/// What a game remembers beside the board: openings that still bind, and the turn that is under way.
///
/// Two positions at the start of a turn are the same, as repetition counts it, when the boards, the seats to move
/// and these agree; so a game keeps nothing in it at that moment that its rules do not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum State {
    Ikibuguzo(ikibuguzo::State),
}

impl State {
    /// The game that answers.
    pub(crate) fn rules(&self) -> &dyn Rules {
        match self {
            State::Ikibuguzo(state) => state,
        }
    }

    /// The game that plays.
    pub(crate) fn rules_mut(&mut self) -> &mut dyn Rules {
        match self {
            State::Ikibuguzo(state) => state,
        }
    }
}
