//! The analysis of finished games and of positions.
//!
//! A [`GameAnalysis`] values each turn of a game: how likely the seat to move was to win, what the best turn was, and what
//! the turn that was played lost. docs/BOTS.md describes the figures.

mod mark;
mod line;
mod turn_search;
mod turn_analysis;
mod recorded_game;
mod game_analysis;
mod accuracy;
mod ranked_turn;

pub use accuracy::accuracy;
pub use game_analysis::GameAnalysis;
pub use mark::Mark;
pub use ranked_turn::{RankedTurn, rank_turns};
pub use recorded_game::RecordedGame;
pub use turn_analysis::TurnAnalysis;
