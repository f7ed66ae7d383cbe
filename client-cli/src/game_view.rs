//! The client's copy of a game, and its texts and drawings.

mod array_seals;
pub mod board;
pub mod event_text;
pub mod local_game;
pub mod overview;
pub mod phrases;
pub mod presence_text;
pub mod prompt;
pub mod replayed_position;
pub mod rule_text;
pub mod sowing;
pub mod summary_text;
pub mod turn_list;
mod turn_text;
