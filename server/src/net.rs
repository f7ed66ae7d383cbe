//! Connections: listening, accepting, limits, and how the server ends them.

pub mod accept;
pub mod access_log;
pub mod client_address;
pub(crate) mod etag;
pub(crate) mod close_reason;
pub mod connection_limiter;
mod forwarded;
pub mod limits;
pub mod listen;
pub mod network;
pub mod outgoing;
pub(crate) mod player_cookie;
mod public_address;
pub mod rate_limiter;
