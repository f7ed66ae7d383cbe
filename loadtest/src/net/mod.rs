//! The connection to the server: WebSocket, HTTP, and the reading of messages.

pub mod socket;
pub mod incoming;
pub mod api;
