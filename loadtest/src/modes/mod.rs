//! What the tool can measure: one file for each subcommand.

pub mod games;
pub mod idle;
pub mod bare;
pub mod relay;
