//! Everything that communicates with the server.

pub mod api_client;
pub mod game_connection;
pub mod retry_delay;
pub mod server_address;
pub mod server_clock;
