//! The subcommands, one file each.

pub mod claim;
pub mod games;
pub mod play;
pub mod show;
pub mod verify;
pub mod whoami;
