//! Clients that reconnect: players and spectators that continue at another node when theirs stops.

pub mod creation;
pub mod spectator_thread;
pub mod shared_state;
pub mod node_list;
pub mod reconnecting_client;
pub mod retry_delay;
pub mod followed_game;
pub mod unanswered;
pub mod pace;
pub mod turn_timer;
pub mod stored_events;
