//! The subcommands: one file for each.

pub mod games;
pub mod failover;
pub mod rolling_restart;
pub mod paced_run;
pub mod computers;
pub mod run_meter;
pub mod idle;
pub mod bare;
pub mod relay;
