//! The one list of games: what can be played, and who answers for it.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::rules::{Rules, azigo, ikibuguzo, kubuguza, njombwa};
use crate::{Arrangement, Array, BySeat, Game, Position, Seat};

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
    /// Kubuguza (docs/rules/kubuguza.md): `kubuguza`.
    Kubuguza,
    /// Njombwa (docs/rules/njombwa.md): `njombwa:8`, `:9` or `:10`.
    Njombwa {
        /// How many holes stand side by side.
        columns: Columns,
    },
    /// Azigo (docs/rules/azigo.md): `azigo`, with `handicap=south` or `handicap=north` and with `own-row`, joined by
    /// commas.
    Azigo {
        /// The stronger player, who leaves one counter on the board.
        handicap: Option<Seat>,
        /// The round in which holes are sown.
        circuit: Circuit,
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
        Ruleset::Kubuguza,
        Ruleset::Njombwa { columns: Columns::Eight },
        Ruleset::Njombwa { columns: Columns::Nine },
        Ruleset::Njombwa { columns: Columns::Ten },
        Ruleset::Azigo { handicap: None, circuit: Circuit::Board },
        Ruleset::Azigo { handicap: None, circuit: Circuit::OwnRow },
        Ruleset::Azigo { handicap: Some(Seat::South), circuit: Circuit::Board },
        Ruleset::Azigo { handicap: Some(Seat::South), circuit: Circuit::OwnRow },
        Ruleset::Azigo { handicap: Some(Seat::North), circuit: Circuit::Board },
        Ruleset::Azigo { handicap: Some(Seat::North), circuit: Circuit::OwnRow },
    ];

    /// Every game with its usual options.
    pub const STANDARD: [Ruleset; 4] = [
        Ruleset::Ikibuguzo { opening: Opening::Choice },
        Ruleset::Kubuguza,
        Ruleset::Njombwa { columns: Columns::Eight },
        Ruleset::Azigo { handicap: None, circuit: Circuit::Board },
    ];

    /// The name of the game without its options, such as `ikibuguzo`.
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Ikibuguzo { .. } => "ikibuguzo",
            Ruleset::Kubuguza => "kubuguza",
            Ruleset::Njombwa { .. } => "njombwa",
            Ruleset::Azigo { .. } => "azigo",
        }
    }

    /// How many holes stand side by side in a row.
    pub const fn columns(self) -> usize {
        match self {
            Ruleset::Ikibuguzo { .. } => ikibuguzo::COLUMNS,
            Ruleset::Kubuguza => kubuguza::COLUMNS,
            Ruleset::Njombwa { columns } => columns.count(),
            Ruleset::Azigo { .. } => azigo::COLUMNS,
        }
    }

    /// How many rows a seat owns.
    pub const fn rows(self) -> usize {
        match self {
            Ruleset::Ikibuguzo { .. } | Ruleset::Kubuguza | Ruleset::Njombwa { .. } => 2,
            Ruleset::Azigo { .. } => 1,
        }
    }

    /// Whether each seat has a store beside the board, which only its owner may look into.
    pub const fn has_stores(self) -> bool {
        matches!(self, Ruleset::Azigo { .. })
    }

    /// Begins a new game.
    pub fn begin(self) -> Start {
        let (board, state) = match self {
            Ruleset::Ikibuguzo { opening } => return Start::Arrange(Arrangement::new(opening)),
            Ruleset::Kubuguza => (both(&kubuguza::START), State::Kubuguza(kubuguza::State::start())),
            Ruleset::Njombwa { columns } => {
                let mut side = [0; 20];
                side[..njombwa::START.len()].copy_from_slice(&njombwa::START);
                (both(&side[..2 * columns.count()]), State::Njombwa(njombwa::State::start()))
            }
            Ruleset::Azigo { handicap, circuit } => {
                let (board, state) = azigo::State::start(circuit, handicap);
                (board, State::Azigo(state))
            }
        };
        Start::Play(Game::new(Position::begin(self, board, Seat::South, state)))
    }

    /// What the game remembers beside the board when play starts from a setup, where no opening binds any more.
    pub(crate) fn state_of_setup(self, stores: BySeat<u8>) -> State {
        match self {
            Ruleset::Ikibuguzo { .. } => State::Ikibuguzo(ikibuguzo::State::default()),
            Ruleset::Kubuguza => State::Kubuguza(kubuguza::State::default()),
            Ruleset::Njombwa { .. } => State::Njombwa(njombwa::State::default()),
            Ruleset::Azigo { circuit, .. } => State::Azigo(azigo::State::holding(circuit, stores)),
        }
    }

    /// The options as they stand behind the name; empty where there are none to tell.
    const fn options(self) -> &'static str {
        match self {
            Ruleset::Ikibuguzo { opening } => opening.as_str(),
            Ruleset::Kubuguza => "",
            Ruleset::Njombwa { columns: Columns::Eight } => "8",
            Ruleset::Njombwa { columns: Columns::Nine } => "9",
            Ruleset::Njombwa { columns: Columns::Ten } => "10",
            Ruleset::Azigo { handicap, circuit } => match (handicap, circuit) {
                (None, Circuit::Board) => "",
                (None, Circuit::OwnRow) => "own-row",
                (Some(Seat::South), Circuit::Board) => "handicap=south",
                (Some(Seat::South), Circuit::OwnRow) => "handicap=south,own-row",
                (Some(Seat::North), Circuit::Board) => "handicap=north",
                (Some(Seat::North), Circuit::OwnRow) => "handicap=north,own-row",
            },
        }
    }
}

/// A board on which both sides look alike.
fn both(side: &[u8]) -> Board {
    Board::new(BySeat::new(side, side))
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.options() {
            "" => f.write_str(self.name()),
            options => write!(f, "{}:{options}", self.name()),
        }
    }
}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Ruleset, ParseRulesetError> {
        let (name, options) = match text.split_once(':') {
            // An empty option is none, and is not written.
            Some((_, "")) => return Err(ParseRulesetError),
            Some(parts) => parts,
            None => (text, ""),
        };
        let named = |ruleset: &Ruleset| ruleset.name() == name && ruleset.options() == options;
        Ruleset::ALL.iter().copied().find(named).ok_or(ParseRulesetError)
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

/// How many holes of a Njombwa board stand side by side (docs/rules/njombwa.md, Board).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Columns {
    /// Eight, the usual board.
    Eight,
    /// Nine.
    Nine,
    /// Ten.
    Ten,
}

impl Columns {
    /// The number: 8, 9 or 10.
    pub const fn count(self) -> usize {
        match self {
            Columns::Eight => 8,
            Columns::Nine => 9,
            Columns::Ten => 10,
        }
    }
}

/// The round in which a hole of Azigo is sown (docs/rules/azigo.md, A turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Circuit {
    /// All forty holes: the own row, then the opponent's.
    Board,
    /// The own row alone.
    OwnRow,
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
    Kubuguza(kubuguza::State),
    Njombwa(njombwa::State),
    Azigo(azigo::State),
}

impl State {
    /// The game that answers.
    pub(crate) fn rules(&self) -> &dyn Rules {
        match self {
            State::Ikibuguzo(state) => state,
            State::Kubuguza(state) => state,
            State::Njombwa(state) => state,
            State::Azigo(state) => state,
        }
    }

    /// The game that plays.
    pub(crate) fn rules_mut(&mut self) -> &mut dyn Rules {
        match self {
            State::Ikibuguzo(state) => state,
            State::Kubuguza(state) => state,
            State::Njombwa(state) => state,
            State::Azigo(state) => state,
        }
    }

    /// What the seats hold in their stores; none in games without stores.
    pub(crate) fn stores(&self) -> Option<BySeat<u8>> {
        match self {
            State::Azigo(state) => Some(state.stores()),
            State::Ikibuguzo(_) | State::Kubuguza(_) | State::Njombwa(_) => None,
        }
    }
}
