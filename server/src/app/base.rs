//! What all parts of the server stand on: the database and its writer, this node and its clock, and the ends of the server.

use std::sync::Arc;

use async_nats::ServerAddr;
use ikibuguzo_store::{NodeId, Store, StoreError};
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::chance::Chance;
use crate::cluster::bus::Bus;
use crate::cluster::bus_key::BusKey;
use crate::cluster::bus_messages::BusMessages;
use crate::cluster::nodes::Nodes;
use crate::live::pending_creations::PendingCreations;
use crate::live::writer::Writer;
use crate::membership::heartbeat::Heartbeat;
use crate::net::limits::Limits;
use crate::ops::background_tasks::BackgroundTasks;
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::time::{Clock, ClockReading};

/// Number of readings of the database's clock at the start.
const CLOCK_READINGS: usize = 3;

/// What all parts of the server stand on.
#[derive(Debug)]
pub(super) struct Base {
    /// The clock of this server.
    pub(super) clock: Clock,
    /// The source of chance of this server.
    pub(super) chance: Chance,
    /// The database.
    pub(super) store: Store,
    /// The same, over connections that only games use.
    pub(super) game_store: Store,
    /// Commits facts.
    pub(super) writer: Writer,
    /// This node and all others.
    pub(super) nodes: Nodes,
    /// The games that are being created.
    pub(super) creations: PendingCreations,
    /// Limits of clients and of memory.
    pub(super) limits: Limits,
    /// The tasks that run in the background.
    pub(super) tasks: BackgroundTasks,
    /// Counts what happens.
    pub(super) metrics: Arc<Metrics>,
    /// Logs failures of the database.
    pub(super) database_log: DatabaseLog,
    /// Cancelled when the server is told to stop.
    pub(super) stop: CancellationToken,
    /// Cancelled when connections must end. Until then games go on, and so do their clocks.
    pub(super) closing: CancellationToken,
}

impl Base {
    /// Opens the database, takes its time, joins its nodes, and starts the writer.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(super) async fn open(
        database_url: &str,
        limits: Limits,
        clock: Clock,
        chance: Chance,
        stop: CancellationToken,
    ) -> Result<Self, StoreError> {
        let store = Store::open(database_url).await?;
        start_clock(&clock, &store).await?;
        store.add_computer_players(clock.now()).await?;
        let game_store = store.for_games();
        let nodes =
            Nodes::join(game_store.clone(), NodeId::from_random(chance.random()), clock.clone()).await?;
        let (metrics, database_log) = (Arc::new(Metrics::new()), DatabaseLog::default());
        Ok(Self {
            tasks: BackgroundTasks::new(metrics.clone(), clock.clone()),
            writer: Writer::start(
                store.clone(),
                nodes.slot(),
                metrics.clone(),
                database_log.clone(),
                clock.clone(),
            ),
            creations: PendingCreations::new(nodes.clone()),
            closing: CancellationToken::new(),
            clock,
            chance,
            store,
            game_store,
            nodes,
            limits,
            metrics,
            database_log,
            stop,
        })
    }

    /// Writes the first beat of this node, and beats until connections are closed.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(super) async fn start_heartbeat(&self) -> Result<Heartbeat, StoreError> {
        let heartbeat = Heartbeat {
            clock: self.clock.clone(),
            store: self.store.clone(),
            nodes: self.nodes.clone(),
            writer: self.writer.clone(),
            creations: self.creations.clone(),
            database_log: self.database_log.clone(),
            last_beat: CancellationToken::new(),
        };
        heartbeat.start(self.closing.clone(), &self.tasks).await?;
        Ok(heartbeat)
    }

    /// Connects the bus, if there is one. Also returns what arrives on it.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(super) async fn connect_bus(
        &self,
        address: Option<ServerAddr>,
    ) -> Result<(Bus, Option<BusMessages>), StoreError> {
        let Some(address) = address else { return Ok((Bus::default(), None)) };
        let key = BusKey::load(&self.store, &self.chance).await?;
        match Bus::connect(address, key.clone(), self.nodes.me()).await {
            Ok((bus, arrived)) => {
                let messages = BusMessages::new(
                    arrived,
                    key,
                    self.nodes.clone(),
                    self.metrics.clone(),
                    self.clock.clone(),
                );
                Ok((bus, Some(messages)))
            }
            Err(error) => {
                error!(%error, "The bus cannot be used");
                Ok((Bus::default(), None))
            }
        }
    }
}

/// Takes the time of a database that several nodes share. The shortest of several readings is the most exact: the first
/// one includes opening the connection.
async fn start_clock(clock: &Clock, store: &Store) -> Result<(), StoreError> {
    let mut readings = Vec::with_capacity(CLOCK_READINGS);
    for _ in 0..CLOCK_READINGS {
        let before = clock.now();
        let Some(shown) = store.read_clock().await? else { return Ok(()) };
        readings.push(ClockReading { before, shown, after: clock.now() });
    }
    let shortest = readings.into_iter().min_by_key(|reading| reading.after - reading.before);
    shortest.into_iter().for_each(|reading| clock.start_at_database(reading));
    Ok(())
}
