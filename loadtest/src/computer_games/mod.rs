//! Games against the server's computer players: their players, and the time of each answer.

pub mod challenger;
pub mod computer_game;
pub mod tool_player;
pub mod answer_timer;
pub mod computers_state;
