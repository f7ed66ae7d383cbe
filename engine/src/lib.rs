//! The rules of four African mancala (sowing) games: Ikibuguzo, Kubuguza, Njombwa and Azigo.
//!
//! The engine does no input or output, reads no clock and uses no random numbers. `docs/rules/` describes the rules,
//! and says which of them come from the sources, which are interpretations and which are conventions. Code that follows
//! a section of these pages names it in a comment.
//!
//! A game that needs an arrangement starts as an [`Arrangement`]; every other one starts as a [`Game`]. A [`Game`] is a
//! [`Position`] that also counts repetitions. [`Setup`] makes a position from any board, [`Record`] reads and writes
//! whole games, and [`perft`] counts action sequences.
//!
//! # Examples
//!
//! List the legal actions:
//!
//! ```
//! use ikibuguzo_engine::Game;
//!
//! let game = Game::from_rulespec("ikibuguzo:first")?;
//! let actions: Vec<String> = game.legal_actions().iter().map(ToString::to_string).collect();
//! assert_eq!(actions, ["N"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Arrange the counters, then play an action, which returns its laps:
//!
//! ```
//! use ikibuguzo_engine::{Array, GameStart, Opening, Ruleset, Seat};
//!
//! let ruleset = Ruleset::Ikibuguzo { opening: Opening::Choice };
//! let GameStart::Arrange(mut arrangement) = ruleset.begin() else {
//!     unreachable!("Ikibuguzo is arranged first");
//! };
//! arrangement.choose(Seat::North, Array::Second)?;
//! arrangement.choose(Seat::South, Array::First)?;
//! let mut game = arrangement.reveal().expect("both have chosen");
//!
//! let laps = game.play("N".parse()?)?;
//! assert_eq!(laps.len(), 1);
//! assert_eq!(game.holes(Seat::South), [0, 6, 0, 0, 0, 0, 0, 17, 0, 3, 0, 3, 0, 0, 2, 1]);
//! assert_eq!(game.to_move(), Some(Seat::North));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Find out whether the game is over:
//!
//! ```
//! use ikibuguzo_engine::{BySeat, Game, Position, Reason, Seat, Setup};
//!
//! let mut south = vec![0; 16];
//! south[0] = 1;
//! let setup = Setup {
//!     ruleset: "ikibuguzo:first".parse()?,
//!     holes: BySeat::new(south, vec![2; 16]),
//!     stores: BySeat::default(),
//!     to_move: Seat::South,
//! };
//! let game = Game::new(Position::from_setup(&setup)?);
//! let outcome = game.outcome().expect("a single counter cannot be sown");
//! assert_eq!(outcome.winner, Some(Seat::North));
//! assert_eq!(outcome.reason, Reason::NoMove);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Code map
//!
//! | what | where |
//! | --- | --- |
//! | list of games, and every `match` over games | `ruleset.rs`; what other crates read about a game: `traits.rs` |
//! | turns, ends and their order, for all games | `position.rs`; repetition: `game.rs`, `history.rs` |
//! | laps, relay, facing holes, the lap limit | `rules/four_row.rs`; a lap as an addition: `rules/side_words.rs` |
//! | Ikibuguzo | `rules/ikibuguzo.rs`; its arrays: `array.rs`, `arrangement.rs` |
//! | Kubuguza, Njombwa | `rules/kubuguza.rs`, `rules/njombwa.rs` |
//! | Azigo | `rules/azigo.rs`; concealment of its stores: `view.rs`, `Position::seen_by` |
//! | equality and hashes of positions | `identity.rs` |
//! | text forms | `notation.rs` (positions), `record.rs` (games), `action.rs` |
//!
//! To add a game, implement the private trait `Rules` in a new file in `rules/` and add the game to `ruleset.rs`.

#[cfg(all(feature = "test-game", not(debug_assertions)))]
compile_error!("the feature `test-game` is for tests: a release must not have this game");

mod seat;
mod hole;
mod action;
mod actions;
mod lap;
mod outcome;
mod ruleset;
mod traits;
mod array;
mod arrangement;
mod setup;
mod position;
mod identity;
mod view;
mod illegal;
mod game;
mod notation;
mod record;
mod perft;
mod board;
mod history;
mod rules;

pub use action::{Action, Direction, ParseActionError, ParseDirectionError};
pub use actions::{Actions, LegalActions};
pub use arrangement::{ArrangeError, Arrangement};
pub use array::{Array, ParseArrayError};
pub use game::Game;
pub use hole::{Hole, ParseHoleError};
pub use illegal::IllegalAction;
pub use lap::{ActionCounts, Capture, Captures, Lap, ParseRouteError, Route};
pub use notation::ParsePositionError;
pub use outcome::{Outcome, ParseReasonError, Reason};
pub use perft::{ParseRulespecError, perft};
pub use position::{Pending, Position};
pub use record::{
    ParseRecordError, ParsedRecord, Record, RecordResult, RecordStream, ReplayError, Tag, TextPosition, Turn,
    TurnError,
};
pub use ruleset::{Columns, GameStart, Opening, ParseRulesetError, Ruleset};
pub use seat::{BySeat, ParseSeatError, Seat};
pub use setup::{Setup, SetupError, SetupProblem};
pub use traits::{CapturedCounters, Circuit, GameTraits, RulesPage, SowingPath};
pub use view::{Store, Viewer, VisibleState};
