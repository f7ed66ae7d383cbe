//! The servers under load.

pub mod cluster;
pub mod handle;
pub mod child;
pub mod placement;
pub mod metrics;
