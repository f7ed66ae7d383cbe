//! Games against the server's computer players: who plays them, and how long each answer takes.

pub mod challenger;
pub mod computer_game;
pub mod tool_player;
pub mod answer_timer;
pub mod computers_state;
