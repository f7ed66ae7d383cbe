//! What the client knows of a game, and how it is shown as text.

pub mod board;
pub mod event_text;
pub mod local_game;
pub mod overview;
pub mod remaining_time;
