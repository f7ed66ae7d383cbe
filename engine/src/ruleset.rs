//! Rulesets: the list of games, their options, and every `match` over games.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::hole::MAX_HOLES;
#[cfg(feature = "test-game")]
use crate::rules::test_game;
use crate::rules::{Rules, azigo, ikibuguzo, kubuguza, njombwa};
use crate::{
    Arrangement, Array, BySeat, CapturedCounters, Circuit, Game, GameTraits, Position, RulesPage, Seat,
    SowingPath,
};

/// A game and its options.
///
/// The text form is the game's name and its options, such as `ikibuguzo:first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ruleset {
    /// Ikibuguzo, also Uruheso or Uruheisho (docs/rules/ikibuguzo.md): `ikibuguzo:first`, `:second` or `:choice`.
    Ikibuguzo {
        /// The arrays that the seats may choose.
        opening: Opening,
    },
    /// Kubuguza (docs/rules/kubuguza.md): `kubuguza`.
    Kubuguza,
    /// Njombwa (docs/rules/njombwa.md): `njombwa:8`, `:9` or `:10`.
    Njombwa {
        /// The number of holes in a row.
        columns: Columns,
    },
    /// Azigo (docs/rules/azigo.md): `azigo`, with the options `handicap=south` or `handicap=north`, and `own-row`,
    /// joined by a comma.
    Azigo {
        /// The stronger player, who leaves one counter on the board.
        handicap: Option<Seat>,
        /// The circuit in which holes are sown.
        circuit: Circuit,
    },
    /// A game for tests (testing/test-game/rules.md): `test-game`.
    #[cfg(feature = "test-game")]
    TestGame,
}

impl Ruleset {
    /// The version of the rules that this engine plays.
    ///
    /// It increases when a rule changes. A finished game keeps its version.
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
        #[cfg(feature = "test-game")]
        Ruleset::TestGame,
    ];

    /// Every game with its standard options.
    pub const STANDARD: [Ruleset; Ruleset::GAMES] = [
        Ruleset::Ikibuguzo { opening: Opening::Choice },
        Ruleset::Kubuguza,
        Ruleset::Njombwa { columns: Columns::Eight },
        Ruleset::Azigo { handicap: None, circuit: Circuit::Board },
        #[cfg(feature = "test-game")]
        Ruleset::TestGame,
    ];

    /// The number of games.
    const GAMES: usize = if cfg!(feature = "test-game") { 5 } else { 4 };

    /// The description of the game.
    pub const fn traits(self) -> &'static GameTraits {
        match self {
            Ruleset::Ikibuguzo { .. } => &ikibuguzo::TRAITS,
            Ruleset::Kubuguza => &kubuguza::TRAITS,
            Ruleset::Njombwa { .. } => &njombwa::TRAITS,
            Ruleset::Azigo { .. } => &azigo::TRAITS,
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => &test_game::TRAITS,
        }
    }

    /// The page with the rules of the game.
    pub const fn rules_page(self) -> &'static RulesPage {
        match self {
            Ruleset::Ikibuguzo { .. } => &ikibuguzo::PAGE,
            Ruleset::Kubuguza => &kubuguza::PAGE,
            Ruleset::Njombwa { .. } => &njombwa::PAGE,
            Ruleset::Azigo { .. } => &azigo::PAGE,
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => &test_game::PAGE,
        }
    }

    /// The name of the game without its options, such as `ikibuguzo`.
    pub const fn name(self) -> &'static str {
        self.traits().name
    }

    /// The number of holes in a row.
    pub const fn columns(self) -> usize {
        match self {
            Ruleset::Ikibuguzo { .. } => ikibuguzo::COLUMNS,
            Ruleset::Kubuguza => kubuguza::COLUMNS,
            Ruleset::Njombwa { columns } => columns.count(),
            Ruleset::Azigo { .. } => azigo::COLUMNS,
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => test_game::COLUMNS,
        }
    }

    /// The number of rows of a seat.
    pub const fn rows(self) -> usize {
        self.traits().rows
    }

    /// Whether each seat has a store, whose counters only its owner sees.
    pub const fn has_stores(self) -> bool {
        matches!(self.traits().captured, CapturedCounters::Store)
    }

    /// The arrays that a seat may choose before the first turn; none in games without an arrangement.
    pub const fn arrays(self) -> &'static [Array] {
        match self {
            Ruleset::Ikibuguzo { opening } => opening.arrays(),
            Ruleset::Kubuguza | Ruleset::Njombwa { .. } | Ruleset::Azigo { .. } => &[],
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => &[],
        }
    }

    /// The holes into which the counters of a lap fall.
    pub const fn sowing_path(self) -> SowingPath {
        match self {
            Ruleset::Ikibuguzo { .. } | Ruleset::Kubuguza | Ruleset::Njombwa { .. } => SowingPath::OwnSide,
            Ruleset::Azigo { circuit, .. } => SowingPath::Circuit(circuit),
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => SowingPath::Circuit(Circuit::Board),
        }
    }

    /// Begins a new game.
    pub fn begin(self) -> GameStart {
        let (board, state) = match self {
            Ruleset::Ikibuguzo { opening } => return GameStart::Arrange(Arrangement::new(opening)),
            Ruleset::Kubuguza => {
                (symmetric_board(&kubuguza::START), GameState::Kubuguza(kubuguza::KubuguzaState::start()))
            }
            Ruleset::Njombwa { columns } => {
                let mut side = [0; MAX_HOLES];
                side[..njombwa::START.len()].copy_from_slice(&njombwa::START);
                (
                    symmetric_board(&side[..2 * columns.count()]),
                    GameState::Njombwa(njombwa::NjombwaState::start()),
                )
            }
            Ruleset::Azigo { handicap, circuit } => {
                let (board, state) = azigo::AzigoState::start(circuit, handicap);
                (board, GameState::Azigo(state))
            }
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => {
                (symmetric_board(&test_game::START), GameState::TestGame(test_game::TestGameState))
            }
        };
        GameStart::Play(Game::new(Position::begin(self, board, Seat::South, state)))
    }

    /// The state of a game that starts from a setup, in which the opening is over.
    pub(crate) fn state_of_setup(self, stores: BySeat<u8>) -> GameState {
        match self {
            Ruleset::Ikibuguzo { .. } => GameState::Ikibuguzo(ikibuguzo::IkibuguzoState::default()),
            Ruleset::Kubuguza => GameState::Kubuguza(kubuguza::KubuguzaState::default()),
            Ruleset::Njombwa { .. } => GameState::Njombwa(njombwa::NjombwaState::default()),
            Ruleset::Azigo { circuit, .. } => GameState::Azigo(azigo::AzigoState::holding(circuit, stores)),
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => GameState::TestGame(test_game::TestGameState),
        }
    }

    /// The options in the text form. Empty if all are standard.
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
            #[cfg(feature = "test-game")]
            Ruleset::TestGame => "",
        }
    }
}

/// Makes a board with two equal sides.
fn symmetric_board(side: &[u8]) -> Board {
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
            // A ruleset without options has no colon.
            Some((_, "")) => return Err(ParseRulesetError),
            Some(parts) => parts,
            None => (text, ""),
        };
        let named = |ruleset: &Ruleset| ruleset.name() == name && ruleset.options() == options;
        Ruleset::ALL.iter().copied().find(named).ok_or(ParseRulesetError)
    }
}

/// The text is not a ruleset. The message lists all rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulesetError;

impl fmt::Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Ruleset::ALL.iter().map(Ruleset::to_string).collect();
        write!(f, "there is no such ruleset; there are: {}", names.join(", "))
    }
}

impl std::error::Error for ParseRulesetError {}

/// The arrays that the seats of Ikibuguzo may choose (docs/rules/ikibuguzo.md, Arrangement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opening {
    /// Both seats have the first array.
    First,
    /// Both seats have the second array.
    Second,
    /// Each seat chooses one of the two.
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

/// The number of holes in a row of Njombwa (docs/rules/njombwa.md, Board).
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

/// The start of a game.
#[derive(Clone, Debug)]
pub enum GameStart {
    /// Both seats choose their opening arrays first.
    Arrange(Arrangement),
    /// South makes the first turn.
    Play(Game),
}

/// The state of a game in addition to the board: stores, opening rules that still bind a seat, and the turn in
/// progress.
///
/// Repetition compares it together with the board and the seat to move. So at the start of a turn it contains nothing
/// that the rules of repetition do not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GameState {
    Ikibuguzo(ikibuguzo::IkibuguzoState),
    Kubuguza(kubuguza::KubuguzaState),
    Njombwa(njombwa::NjombwaState),
    Azigo(azigo::AzigoState),
    #[cfg(feature = "test-game")]
    TestGame(test_game::TestGameState),
}

impl GameState {
    /// The rules of the game, by reference.
    pub(crate) fn rules(&self) -> &dyn Rules {
        match self {
            GameState::Ikibuguzo(state) => state,
            GameState::Kubuguza(state) => state,
            GameState::Njombwa(state) => state,
            GameState::Azigo(state) => state,
            #[cfg(feature = "test-game")]
            GameState::TestGame(state) => state,
        }
    }

    /// The rules of the game, by mutable reference.
    pub(crate) fn rules_mut(&mut self) -> &mut dyn Rules {
        match self {
            GameState::Ikibuguzo(state) => state,
            GameState::Kubuguza(state) => state,
            GameState::Njombwa(state) => state,
            GameState::Azigo(state) => state,
            #[cfg(feature = "test-game")]
            GameState::TestGame(state) => state,
        }
    }

    /// Changes the counters in a store. Returns false in games without stores.
    pub(crate) fn set_store(&mut self, owner: Seat, counters: u8) -> bool {
        match self {
            GameState::Azigo(state) => state.set_store(owner, counters),
            GameState::Ikibuguzo(_) | GameState::Kubuguza(_) | GameState::Njombwa(_) => return false,
            #[cfg(feature = "test-game")]
            GameState::TestGame(_) => return false,
        }
        true
    }

    /// The counters in the stores, in games with stores.
    pub(crate) fn stores(&self) -> Option<BySeat<u8>> {
        match self {
            GameState::Azigo(state) => Some(state.stores()),
            GameState::Ikibuguzo(_) | GameState::Kubuguza(_) | GameState::Njombwa(_) => None,
            #[cfg(feature = "test-game")]
            GameState::TestGame(_) => None,
        }
    }
}
