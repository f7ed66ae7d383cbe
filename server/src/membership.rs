//! This node among others: its heartbeat, and the events that other nodes store.

mod bus_health;
pub mod follower;
pub mod heartbeat;
mod past_runs;
