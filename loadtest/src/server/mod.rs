//! The server under load.

pub mod handle;
pub mod metrics;
