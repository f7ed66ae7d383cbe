//! What every room task needs from the rest of the server.

use std::sync::Arc;

use ikibuguzo_store::Store;
use tokio_util::sync::CancellationToken;

use super::computer_queue::ComputerQueue;
use super::paced_wakeups::PacedWakeups;
use super::pending_creations::PendingCreations;
use super::push_queue::PushQueue;
use super::served_seats_reader::ServedSeatsReader;
use super::standings::Standings;
use super::subscribers::Subscribers;
use super::writer::Writer;
use crate::chance::Chance;
use crate::cluster::bus::Bus;
use crate::cluster::nodes::Nodes;
use crate::net::limits::Limits;
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::time::Clock;

/// The parts of the server that rooms share.
#[derive(Debug)]
pub struct Services {
    /// The clock of this server.
    pub clock: Clock,
    /// The source of chance of this server.
    pub chance: Chance,
    /// Reads logs, over connections that no other reader holds.
    pub store: Store,
    /// Reads which nodes serve the players.
    pub served_seats: ServedSeatsReader,
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
    /// Clients that receive what concerns a player.
    pub subscribers: Subscribers,
    /// The notices for players who are away.
    pub(crate) push: PushQueue,
    /// The games that wait for a computer player.
    pub(crate) computers: ComputerQueue,
    /// How long rooms stay in memory, and how long players may be absent.
    pub limits: Limits,
    /// Sends to spectators, a few at a time: many games may have news at once, and players must not wait for the
    /// spectators of other games.
    pub paced_wakeups: PacedWakeups,
    /// Counts commands.
    pub metrics: Arc<Metrics>,
    /// Logs failures of the database.
    pub database_log: DatabaseLog,
}
