//! The real program against a real server or without one, used as people and scripts use it.

mod support;

mod full_screen;
mod fuzz;
mod games;
mod json;
mod line_mode;
mod lobby;
mod names;
mod offline;
mod pty;
mod records;
mod refusals;
mod screens;
mod shell_files;
#[cfg(feature = "test-game")]
mod test_game;
mod tournaments;
mod wall;
