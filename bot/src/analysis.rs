//! The analysis of finished games and of positions.
//!
//! A [`GameAnalysis`] values each turn of a game: how likely the seat to move was to win, what the best turn was, and what
//! the turn that was played lost. docs/BOTS.md describes the figures.

mod turn_search;
mod turn_analysis;
mod recorded_game;
mod game_analysis;

pub use game_analysis::GameAnalysis;
pub use recorded_game::RecordedGame;
pub use turn_analysis::{Mark, TurnAnalysis, accuracy};
pub use turn_search::{RankedTurn, rank_turns};
