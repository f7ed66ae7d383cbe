//! WebSockets: messages in, events out.

mod upgrade;
mod session;
mod frames;
mod poll_if_woken;

pub use upgrade::upgrade;
