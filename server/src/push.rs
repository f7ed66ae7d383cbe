//! Web Push: sends notices to players' browsers while the site is closed, when a game waits for the player.

pub(crate) mod encryption;
pub(crate) mod endpoint;
pub(crate) mod message;
mod sending;
pub(crate) mod signing_key;
pub(crate) mod subscriptions;
pub(crate) mod worker;
