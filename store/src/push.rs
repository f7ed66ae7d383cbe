//! Web Push: the browsers that receive players' notices, and the notices that were sent.

mod notices;
mod subscriptions;

pub use subscriptions::{PushSubscription, PushSubscriptionId};
