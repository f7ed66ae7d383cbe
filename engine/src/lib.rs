//! The rules of the great sowing games of Africa: pure, exact, without dependencies.
//!
//! The engine does no input or output, reads no clock and draws no chance. What the rules are, and which points of
//! them are the sources', readings or conventions, is told in `docs/rules/`; where code follows a paragraph of these
//! pages, its comment names it.
//!
//! List what may be played:
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
//! Arrange the counters and play an action, which tells its laps:
//!
//! ```
//! use ikibuguzo_engine::{Array, Opening, Ruleset, Seat, Start};
//!
//! let ruleset = Ruleset::Ikibuguzo { opening: Opening::Choice };
//! let Start::Arrange(mut arrangement) = ruleset.begin() else {
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
//! Ask whether the game is over:
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
//! # Where things are
//!
//! | what | where |
//! | --- | --- |
//! | the list of games, and every choice between them | `ruleset.rs` |
//! | turns, ends and their order, for all games | `position.rs`; repetition: `game.rs`, `history.rs` |
//! | laps, relay, facing holes, the lap limit | `rules/four_row.rs` |
//! | Ikibuguzo | `rules/ikibuguzo.rs`, its arrays in `array.rs` and `arrangement.rs` |
//! | Kubuguza, Njombwa | `rules/kubuguza.rs`, `rules/njombwa.rs` |
//! | Azigo | `rules/azigo.rs`; who sees its stores: `view.rs`, `Position::seen_by` |
//!
//! A new game is a file in `rules/` with a type that implements the private trait `Rules`, and an entry in
//! `ruleset.rs`.

mod seat;
mod hole;
mod action;
mod actions;
mod lap;
mod outcome;
mod ruleset;
mod array;
mod arrangement;
mod setup;
mod position;
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
pub use actions::Actions;
pub use arrangement::{ArrangeError, Arrangement};
pub use array::{Array, ParseArrayError};
pub use game::Game;
pub use hole::{Hole, ParseHoleError};
pub use illegal::IllegalAction;
pub use lap::{Capture, Captures, Lap, ParseRouteError, Route};
pub use notation::ParsePositionError;
pub use outcome::{Outcome, ParseReasonError, Reason};
pub use perft::{ParseRulespecError, perft};
pub use position::{Pending, Position};
pub use record::{
    ParseRecordError, ParsedRecord, Place, Record, RecordFault, Result as RecordResult, Tag, Turn, TurnFault,
};
pub use ruleset::{Circuit, Columns, Opening, ParseRulesetError, Ruleset, Start};
pub use seat::{BySeat, ParseSeatError, Seat};
pub use setup::{Setup, SetupError, SetupProblem};
pub use view::{Seen, Store, Viewer};
