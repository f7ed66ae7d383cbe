//! The channels between a connection and the task behind it.

use ikibuguzo_protocol::ClientMessage;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::sync::watch;

use super::update::GameUpdate;
use crate::connection::server_clock::ServerClock;

/// The task's ends of the channels to its owner.
pub struct Channels {
    /// Commands to send.
    pub commands: Receiver<ClientMessage>,
    /// Updates for the owner.
    pub updates: Sender<GameUpdate>,
    /// The server's clock, once the server has sent its time.
    pub clock: watch::Sender<Option<ServerClock>>,
}
