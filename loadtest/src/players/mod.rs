//! Players and spectators: the players of each game, the time when a move is due, and the messages.

pub mod setup;
pub mod pairs;
pub mod run_state;
pub mod connection;
pub mod participant;
pub mod send_queue;
pub mod game_index;
pub mod series;
pub mod slots;
pub mod schedule;
pub mod spectators;
