//! The connection to the server: WebSocket, HTTP, and the parsing of messages.

pub mod socket;
pub mod incoming;
pub mod api;
