//! The players of this machine, each in a file that only its user can read.

pub mod config_folder;
pub mod player;
pub mod store;
