//! Computer players for all games.
//!
//! A [`SeenGame`] is a game as one seat sees it. A [`Player`] of some [`Level`] chooses its actions with a [`Searcher`].
//! [`choose_array`] chooses an opening array. This crate is pure: it does no I/O and reads no clock. A search ends when
//! its [`Budget`] is used up, or when the caller says so. The same seed and budget give the same game.
//!
//! A [`GameAnalysis`] values the turns of a finished game, and [`rank_turns`] those of any position. A [`Puzzle`] is a position
//! with one best turn.
//!
//! # Examples
//!
//! A player of level 3 begins a game:
//!
//! ```
//! use ikibuguzo_bot::{Level, Player, SeenGame};
//! use ikibuguzo_engine::{Game, Seat};
//!
//! let game = Game::from_rulespec("kubuguza")?;
//! let mut player = Player::new(Level::new(3).expect("a level"), 7);
//! let seen = SeenGame::new(game.position(), Seat::South, player.level().counts_stores());
//! let action = player.choose(&seen, &mut || false).expect("South is to move");
//! assert!(game.legal_actions().contains(&action));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod seen_game;
mod value;
mod evaluation;
mod endgame;
mod search;
mod level;
mod player;
mod arrangement;
mod analysis;
mod puzzle;

pub use analysis::{GameAnalysis, Mark, RankedTurn, RecordedGame, TurnAnalysis, accuracy, rank_turns};
pub use arrangement::{ArrayMix, choose_array};
pub use endgame::{EndgameFileError, EndgameTable, EndgameTables, EndgameValue};
pub use evaluation::{Features, Stages, Weights, counters_on_board, evaluate};
pub use level::Level;
pub use player::Player;
pub use puzzle::Puzzle;
pub use search::{Budget, Finding, Searcher, Settings, Task};
pub use seen_game::SeenGame;
pub use value::Value;

/// The version of the search, its evaluation and the analysis. A change that gives other values raises it, so that a stored
/// analysis tells which version made it.
pub const VERSION: u32 = 3;
