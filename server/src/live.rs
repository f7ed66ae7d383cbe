//! Games in memory: who follows them, what is decided, and what is written.

pub mod registry;
mod task;
mod reply;
mod lines;
mod leisure;
mod presence;
mod recent;
pub mod outbox;
pub mod heartbeat;
pub mod timers;
pub mod pending_creations;
pub mod writer;
pub(crate) mod position_indexer;
pub mod yielding;
