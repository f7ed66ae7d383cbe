//! The subcommands: one file for each.

pub mod games;
pub mod idle;
pub mod bare;
pub mod relay;
