//! WebSockets: commands in, events out, any number of games up to a bound.

mod upgrade;
mod conversation;
mod message_rates;
mod session;
mod connection;

pub use upgrade::upgrade;
