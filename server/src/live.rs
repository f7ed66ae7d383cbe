//! Games in memory. A room decides what happens in its game, has it stored, and then tells those who watch.

pub mod registry;
mod room_map;
pub mod request;
mod reply;
mod room_task;
mod decider;
mod created_game;
mod create_game;
mod fan_out;
mod encoded_event;
mod deferred_delivery;
mod presence;
mod invitation;
mod spectator_count;
mod recent_events;
pub mod frame;
pub mod outbox;
pub mod services;
pub(crate) mod standings;
pub mod subscribers;
pub mod writer;
pub mod heartbeat;
pub mod timers;
pub mod pending_creations;
pub(crate) mod position_indexer;
pub mod yielding;
