//! The server under load.

pub mod handle;
pub mod child;
pub mod metrics;
