//! Connections: how they are accepted, bounded and ended.

pub mod accept;
pub mod limits;
pub(crate) mod close_reason;
