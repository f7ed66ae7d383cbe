//! What every room task needs of the rest of the server.

use std::sync::Arc;

use ikibuguzo_store::Store;
use tokio_util::sync::CancellationToken;

use super::pending_creations::PendingCreations;
use super::standings::Standings;
use super::subscribers::Subscribers;
use super::writer::Writer;
use crate::cluster::bus::Bus;
use crate::cluster::nodes::Nodes;
use crate::computer::queue::ComputerQueue;
use crate::net::limits::Limits;
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;

/// The parts of the server that rooms share.
#[derive(Debug)]
pub struct Services {
    /// Reads logs.
    pub store: Store,
    /// Commits facts.
    pub writer: Writer,
    /// Knows which nodes run, and when they did not.
    pub nodes: Nodes,
    /// Tells other nodes what is stored here.
    pub bus: Bus,
    /// Cancelled when connections must end.
    pub closing: CancellationToken,
    /// Orders the creation times of new games.
    pub pending_creations: PendingCreations,
    /// For whom games wait.
    pub standings: Standings,
    /// Clients that are told what concerns a player.
    pub subscribers: Subscribers,
    /// The games that wait for a computer player.
    pub(crate) computers: ComputerQueue,
    /// How long rooms stay in memory, and how long players may be absent.
    pub limits: Limits,
    /// Counts commands.
    pub metrics: Arc<Metrics>,
    /// Logs failures of the database.
    pub database_log: DatabaseLog,
}
