//! This node as one of several: it writes beats, and follows what the others store.

mod bus_health;
pub mod follower;
pub mod heartbeat;
mod past_runs;
