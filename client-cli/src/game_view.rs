//! What is known of a game, and its texts and drawings.

pub mod board;
pub mod event_text;
pub mod local_game;
pub mod overview;
pub mod phrases;
pub mod presence_text;
pub mod prompt;
mod remaining_time;
mod turn_text;
