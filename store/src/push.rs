//! Web Push: the key of the servers, the browsers that receive players' notices, and the notices that were sent.

mod notices;
mod server_key;
mod subscriptions;

pub use subscriptions::{PushSubscription, PushSubscriptionId};
