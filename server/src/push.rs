//! Web Push: tells players on their browsers, while the site is closed, that a game waits for them.

pub(crate) mod encryption;
pub(crate) mod endpoint;
pub(crate) mod message;
pub(crate) mod notice;
pub(crate) mod queue;
pub(crate) mod signing_key;
pub(crate) mod subscriptions;
pub(crate) mod worker;
